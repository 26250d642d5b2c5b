//! Ctrl-C: it ends the program, and says what becomes of an unfinished output file, or it ends a
//! search.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The message about the output file that is being written.
static UNFINISHED: Mutex<Option<String>> = Mutex::new(None);

static LISTENS: Once = Once::new();

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// True if this process ignores Ctrl-C, as what a script starts in the background does. Only Linux
/// says so.
fn is_ignored() -> Option<bool> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    Some(ignored >> (SIGINT - 1) & 1 != 0)
}

/// True if the user has pressed Ctrl-C. From the first call on, that only sets this, and pressing
/// it again ends the program. A process that ignores Ctrl-C goes on to do so.
pub fn interrupted() -> Arc<AtomicBool> {
    let interrupted = INTERRUPTED.get_or_init(|| {
        let [flag, again] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        // Without a handler, Ctrl-C ends the program as it always does. The first handler sets the
        // flag, so that none is lost before the others are there.
        if is_ignored() != Some(true) {
            let _ = flag::register(SIGINT, Arc::clone(&flag))
                .and_then(|_| flag::register_conditional_default(SIGINT, Arc::clone(&again)))
                .and_then(|_| flag::register(SIGINT, again));
        }
        flag
    });
    Arc::clone(interrupted)
}

/// Ends a search once the user has pressed Ctrl-C.
pub fn stop_if(interrupted: &AtomicBool) -> ControlFlow<()> {
    let is_set = interrupted.load(Ordering::Relaxed);
    if is_set { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// From now on, Ctrl-C says that this file is as it was before, or that it was not written.
pub fn begin(file: &Path, is_new: bool) {
    let kept = if is_new { "was not written" } else { "is as it was before" };
    let message = format!("interrupted: {} {kept}", file.display());
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
    LISTENS.call_once(listen);
}

/// The file is complete.
pub fn end() {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Waits for Ctrl-C on a thread of its own, unless this process ignores it. Whether it does is
/// known on Linux only.
#[cfg(target_os = "linux")]
fn listen() {
    use signal_hook::{iterator::Signals, low_level::emulate_default_handler};
    if is_ignored() != Some(false) {
        return;
    }
    let Ok(mut signals) = Signals::new([SIGINT]) else { return };
    // Without the thread, Ctrl-C says nothing.
    let _ = std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            // It may end only a search.
            if INTERRUPTED.get().is_some() {
                continue;
            }
            if let Some(message) = &*UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) {
                crate::report::error!("{message}");
            }
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(not(target_os = "linux"))]
fn listen() {}
