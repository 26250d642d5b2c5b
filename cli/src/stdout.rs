//! Standard output that reports errors even if it was closed at the start.
//!
//! Rust does not report a closed standard output. Before `main`, its runtime opens `/dev/null` in
//! place of a closed descriptor, for reading and writing. So answers would be lost with exit status
//! 0. What the runtime opened looks like what Python's `DEVNULL` and Node's `ignore` open, so it is
//! too late to notice in `main`.

use std::io::{self, Write};

/// Opens `/dev/null` in place of a closed standard input or output, for reading only: then the
/// runtime leaves it alone, and each write fails. Runs before the runtime, and so before `main`.
#[cfg(target_os = "linux")]
extern "C" fn keep_closed() {
    use std::os::fd::{AsRawFd, IntoRawFd};
    // The system opens the closed descriptor with the lowest number.
    while let Ok(file) = std::fs::File::open("/dev/null")
        && file.as_raw_fd() <= 1
    {
        let _ = file.into_raw_fd();
    }
}

#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "an entry of `.init_array`; see SAFETY")]
// SAFETY: the system's loader calls each entry of this section once, on the only thread there is,
// after libc is ready. The function takes no arguments, so it does not matter which ones it is
// called with, and it does not panic: it opens a file.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = keep_closed;

/// A writer to standard output that reports errors.
pub fn writer() -> Box<dyn Write + Send> {
    #[cfg(unix)]
    if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(descriptor));
    }
    Box::new(io::stdout())
}
