//! Long work that Ctrl-C ends.
//!
//! The work is done by another thread, without the GIL. The calling thread looks after signals
//! and tells of progress meanwhile. When a signal's handler raises, the work is told to stop and
//! left behind.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::thread_exception;

/// How often signals are looked after.
const TICK: Duration = Duration::from_millis(50);

/// The work's way to tell how far it is, and to learn that it must stop.
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

    /// Tells how far the work is. If it must stop, this ends the thread: nothing that is called
    /// from here is left half done, since the work shares nothing but tables that are only read.
    pub fn tell(&self, progress: P) {
        if self.go_on().is_break() || self.progress.send(progress).is_err() {
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }
}

/// Does some work, and calls `tell` with what it tells meanwhile.
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
