//! Long work that Ctrl-C can end.
//!
//! Another thread does the work, without the GIL. Meanwhile the calling thread checks for signals
//! and reports progress. If a signal handler raises an exception, the work is asked to stop, and
//! the call returns without waiting for it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use tilebase::Limits;
use tilebase::limits::Progress;

/// How often to check for signals.
pub const TICK: Duration = Duration::from_millis(50);

/// Whether work must stop, and the exception that stopped it, if no call has raised it yet.
#[derive(Default)]
pub struct StopFlag {
    stopped: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl StopFlag {
    /// The exception that stopped the work.
    pub fn take(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Checks for signals, which Python does only on its main thread.
    fn check(&self) {
        if let Some(Err(why)) = Python::try_attach(|py: Python<'_>| py.check_signals()) {
            self.raise(why);
        }
    }

    /// Stops the work by an exception.
    pub fn raise(&self, why: PyErr) {
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// Lets the work report progress and learn that it must stop.
pub struct WatchedWork<P> {
    stop: Arc<StopFlag>,
    /// Takes progress, and `None` at the end.
    progress: SyncSender<Option<P>>,
    /// When progress is reported next.
    next: Mutex<Instant>,
}

impl<P: Send + 'static> WatchedWork<P> {
    fn new(stop: &Arc<StopFlag>, progress: SyncSender<Option<P>>) -> WatchedWork<P> {
        WatchedWork { stop: Arc::clone(stop), progress, next: Mutex::new(Instant::now() + TICK) }
    }

    /// Breaks if the work must stop.
    pub fn go_on(&self) -> ControlFlow<()> {
        let is_stopped = self.stop.stopped.load(Ordering::Relaxed);
        if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports progress, which waits until the calling thread takes it. Breaks if the work must
    /// stop.
    pub fn report(&self, progress: P) -> ControlFlow<()> {
        match self.progress.send(Some(progress)) {
            Ok(()) => self.go_on(),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Reports progress if the last time is some while ago, and checks for signals. Breaks if the
    /// work must stop.
    pub fn now_and_then(&self, progress: impl FnOnce() -> Option<P>) -> ControlFlow<()> {
        if let Ok(mut next) = self.next.try_lock()
            && Instant::now() >= *next
        {
            *next = Instant::now() + TICK;
            if let Some(progress) = progress() {
                // If the last report has not been read yet, there is no need for this one.
                let _ = self.progress.try_send(Some(progress));
            }
            self.stop.check();
        }
        self.go_on()
    }

    /// The limits, and that searches stop when the work must. Now and then `progress` is reported,
    /// if it is not `None`.
    pub fn limits(
        &self,
        limits: Limits,
        progress: impl Fn(Progress) -> Option<P> + Send + Sync + 'static,
    ) -> Limits {
        // The search may go on after the call, on whichever thread asks for more.
        let work = WatchedWork::new(&self.stop, self.progress.clone());
        limits.progress(move |found| work.now_and_then(|| progress(found)))
    }
}

/// Does `work` on another thread, and calls `report` with the progress that it reports.
pub fn run<P: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<StopFlag>,
    work: impl FnOnce(&WatchedWork<P>) -> T + Send + 'static,
    mut report: impl FnMut(P) -> PyResult<()>,
) -> PyResult<T> {
    let (progress, reports) = sync_channel(1);
    let handle = WatchedWork::new(stop, progress);
    let started = thread::Builder::new().spawn(move || {
        let done = work(&handle);
        // The result may hold another sender, so the channel need not close.
        let _ = handle.progress.send(None);
        done
    });
    let worker =
        started.map_err(|why| PyOSError::new_err(format!("cannot start a thread: {why}")))?;
    let reports = &Mutex::new(reports);
    loop {
        let next = py.detach(|| {
            let reports = reports.lock().expect("nobody else has it");
            reports.recv_timeout(TICK)
        });
        let on = match next {
            Ok(Some(progress)) => report(progress).and_then(|()| py.check_signals()),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            // The work is done.
            Ok(None) | Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(why) = on {
            stop.stopped.store(true, Ordering::Relaxed);
            return Err(why);
        }
    }
    py.detach(|| worker.join()).map_err(|_| PyRuntimeError::new_err("the work failed: a bug"))
}
