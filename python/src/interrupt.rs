//! Long work that Ctrl-C can end.
//!
//! Another thread does the work, without the GIL. Meanwhile the calling thread checks for signals
//! and reports progress. If a signal handler raises an exception, the work is told to stop, and the
//! call returns without waiting for it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::thread_exception;

/// How often to check for signals.
const TICK: Duration = Duration::from_millis(50);

/// Lets the work report progress and learn that it must stop.
#[derive(Clone)]
pub struct Work<P> {
    stopped: Arc<AtomicBool>,
    progress: SyncSender<P>,
}

impl<P> Work<P> {
    /// Breaks if the work must stop.
    pub fn go_on(&self) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reports progress. If the work must stop, this ends its thread by unwinding. That leaves
    /// nothing in a half-changed state, because the work shares only tables that it reads.
    pub fn tell(&self, progress: P) {
        if self.go_on().is_break() || self.progress.send(progress).is_err() {
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }
}

/// Does `work` on another thread, and calls `tell` with the progress that it reports.
pub fn run<P: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Work<P>) -> T + Send + 'static,
    mut tell: impl FnMut(P) -> PyResult<()>,
) -> PyResult<T> {
    let (progress, told) = sync_channel(1);
    let stopped = Arc::new(AtomicBool::new(false));
    let handle = Work { stopped: Arc::clone(&stopped), progress };
    let worker = thread::Builder::new()
        .spawn(move || work(&handle))
        .map_err(|why| thread_exception(&why))?;
    let told = &std::sync::Mutex::new(told);
    loop {
        let next = py.detach(|| {
            let told = told.lock().expect("nobody else has it");
            told.recv_timeout(TICK)
        });
        let on = match next {
            Ok(progress) => tell(progress).and_then(|()| py.check_signals()),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            // The work is done.
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(why) = on {
            stopped.store(true, Ordering::Relaxed);
            return Err(why);
        }
    }
    py.detach(|| worker.join()).map_err(|_| PyRuntimeError::new_err("the work failed: a bug"))
}
