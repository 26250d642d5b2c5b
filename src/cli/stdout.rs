//! Standard output as the program was given it.
//!
//! Rust does not say when standard output is closed. Before `main` its runtime opens `/dev/null` in
//! the place of a closed descriptor, and what is written to a bad descriptor counts as written. So
//! answers would be lost, and the exit status would be 0. This looks before the runtime does.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program began.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before the runtime, which runs before `main`.
#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "an entry of `.init_array`; see SAFETY")]
// SAFETY: the system's loader calls each entry of this section once, on the only thread there is,
// after libc is ready. `look` takes no arguments, so it does not matter which ones it is called
// with, and it does not panic: it asks the system for a copy of a descriptor and stores a bool.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let copy = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    CLOSED.store(copy.is_err(), Ordering::Relaxed);
}

/// A writer to standard output that says when that fails.
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

/// Where nothing can be written.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("it is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
