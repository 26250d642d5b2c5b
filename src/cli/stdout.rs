//! Standard output that reports errors even if it was closed at the start.
//!
//! Rust does not report a closed standard output. Before `main`, its runtime opens `/dev/null` in
//! place of a closed descriptor, and writes to an invalid descriptor count as successful. So
//! answers would be lost with exit status 0. This module checks before the runtime does.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program began.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before Rust's runtime, and so before `main`.
#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "an entry of `.init_array`; see SAFETY")]
// SAFETY: the system's loader calls each entry of this section once, on the only thread there is,
// after libc is ready. `look` takes no arguments, so it does not matter which ones it is called
// with, and it does not panic: it duplicates a descriptor and stores a bool.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let copy = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    CLOSED.store(copy.is_err(), Ordering::Relaxed);
}

/// A writer to standard output that reports errors.
pub fn writer() -> Box<dyn Write + Send> {
    if CLOSED.load(Ordering::Relaxed) {
        return Box::new(Closed);
    }
    #[cfg(unix)]
    if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(descriptor));
    }
    Box::new(io::stdout())
}

/// A writer that always fails.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("it is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
