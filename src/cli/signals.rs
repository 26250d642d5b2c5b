//! Removing temporary files when a signal ends the process.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary files to remove if a signal ends the process.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a temporary file on SIGHUP, SIGINT and SIGTERM, as long as this value lives.
pub struct RemoveOnSignal(PathBuf);

impl RemoveOnSignal {
    /// Calls `create`, and registers the temporary file that `path` returns for the result.
    ///
    /// Signals are not handled in between, so there is no moment at which a signal would leave the
    /// file behind.
    pub fn around<T, E>(
        create: impl FnOnce() -> Result<T, E>,
        path: impl FnOnce(&T) -> Option<&Path>,
    ) -> Result<(T, Option<RemoveOnSignal>), E> {
        imp::listen();
        let mut temporary = temporary();
        let made = create()?;
        let path = path(&made).map(Path::to_owned);
        temporary.extend(path.clone());
        Ok((made, path.map(RemoveOnSignal)))
    }
}

impl Drop for RemoveOnSignal {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

#[cfg(unix)]
mod imp {
    use std::sync::{Once, mpsc};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Starts to handle signals, once. If no thread can be started for this, signals end the
    /// process as usual, and the next run removes the temporary file.
    pub fn listen() {
        static LISTEN: Once = Once::new();
        LISTEN.call_once(|| {
            let (ready, listening) = mpsc::channel();
            let listen = move || {
                // With this signal handled, exceeding the file size limit is an ordinary write
                // error.
                let handled = [SIGHUP, SIGINT, SIGTERM, SIGXFSZ];
                let handled = handled.into_iter().filter(|&signal| !is_ignored(signal));
                let Ok(mut signals) = Signals::new(handled) else { return };
                let _ = ready.send(());
                for signal in signals.forever().filter(|&signal| signal != SIGXFSZ) {
                    // This lock is held until the process ends, so that no other file is created.
                    let temporary = super::temporary();
                    for path in &*temporary {
                        let _ = fs::remove_file(path);
                    }
                    // End the process by the signal itself, so that a shell sees status 130 or 143
                    // and ends a surrounding loop.
                    let _ = emulate_default_handler(signal);
                }
            };
            if thread::Builder::new().name("signals".to_owned()).spawn(listen).is_ok() {
                let _ = listening.recv();
            }
        });
    }

    /// Whether the process was started with this signal ignored, as `nohup` does and a shell for
    /// background jobs. Only known on Linux.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod imp {
    pub fn listen() {}
}
