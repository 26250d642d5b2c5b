//! The border: what C passes, as values of Rust, and failures, as a status and a message. No panic
//! crosses it.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use tilebase::Error;
use tilebase::sample::SampleError;
use tilebase::text::MoveError;

use crate::types::TilebaseStatus;

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Why a function does not return `TilebaseStatus::Ok`.
pub struct Failure {
    status: TilebaseStatus,
    message: String,
}

impl Failure {
    /// Moves that cannot be read, are illegal, or cannot be written.
    pub fn of_moves(why: &MoveError) -> Failure {
        Failure::new(TilebaseStatus::Argument, why.to_string())
    }

    pub fn new(status: TilebaseStatus, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into() }
    }

    /// An argument that is wrong, by its name, and why.
    pub fn argument(name: &str, why: impl Display) -> Failure {
        Failure::new(TilebaseStatus::Argument, why.to_string()).of(name)
    }

    /// The failure, with the name of what failed.
    pub fn of(self, name: &str) -> Failure {
        Failure { message: format!("{name}: {}", self.message), ..self }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        let error = error.into();
        let status = match &error {
            Error::Unsolvable(_) => TilebaseStatus::Unsolvable,
            Error::Stopped(_) | Error::Interrupted => TilebaseStatus::Stopped,
            Error::Unsuitable { .. } => TilebaseStatus::Argument,
            error if error.is_of_board() => TilebaseStatus::Argument,
            _ => TilebaseStatus::Failed,
        };
        Failure::new(status, error.to_string())
    }
}

/// A failure to draw a board.
pub fn sample_failure(why: SampleError) -> Failure {
    match why {
        SampleError::Failed(error) => error.into(),
        SampleError::Counts { .. } => Failure::new(TilebaseStatus::Failed, why.to_string()),
        why => Failure::new(TilebaseStatus::Argument, why.to_string()),
    }
}

/// Does the work of a function. If it fails or panics, the message is kept for this thread.
pub fn guard<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, TilebaseStatus> {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(found)) => return Ok(found),
        Ok(Err(failure)) => failure,
        Err(why) => {
            let text = why.downcast_ref::<&str>().copied();
            let text = text.or(why.downcast_ref::<String>().map(String::as_str));
            let why = text.unwrap_or("no message");
            Failure::new(
                TilebaseStatus::Panic,
                format!("a defect of tilebase; please report it: {why}"),
            )
        }
    };
    let message = CString::new(failure.message.replace('\0', "\\0")).unwrap_or_default();
    LAST_ERROR.set(message);
    Err(failure.status)
}

/// Asks a handle, which may not be null, and returns how that ended.
pub fn status<T>(
    handle: Option<&T>,
    work: impl FnOnce(&T) -> Result<(), Failure>,
) -> TilebaseStatus {
    let found = guard(|| work(not_null("oracle", handle)?));
    found.map_or_else(|status| status, |()| TilebaseStatus::Ok)
}

/// The message of this thread's last failure. It stays there until the next failure.
pub fn last_error() -> *const c_char {
    LAST_ERROR.with_borrow(|message| message.as_ptr())
}

/// A pointer that may not be null.
pub fn not_null<T>(name: &str, given: Option<T>) -> Result<T, Failure> {
    given.ok_or_else(|| Failure::argument(name, "expected a pointer, found null"))
}

/// Refuses what cannot be an array of this length.
fn expect_array<T>(name: &str, at: *const T, len: usize) -> Result<(), Failure> {
    if at.is_null() {
        return not_null::<()>(name, None);
    }
    if !at.is_aligned() || len > isize::MAX as usize / size_of::<T>() {
        return Err(Failure::argument(name, format_args!("no array of {len} can lie at {at:p}")));
    }
    Ok(())
}

/// An array that is read.
///
/// # Safety
///
/// If `at` is not null, it points to `len` values, which nobody writes during the call.
pub unsafe fn array<'a, T>(name: &str, at: *const T, len: usize) -> Result<&'a [T], Failure> {
    expect_array(name, at, len)?;
    // SAFETY: the pointer is aligned and not null, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(at, len) })
}

/// An array that is written. What it holds so far may be anything.
///
/// # Safety
///
/// If `at` is not null, it points to `len` values, which nobody else uses during the call.
pub unsafe fn writable<'a, T>(
    name: &str,
    at: *mut T,
    len: usize,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    expect_array(name, at, len)?;
    // SAFETY: the pointer is aligned and not null, and the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts_mut(at.cast(), len) })
}

/// Text that ends with a zero byte, or nothing.
///
/// # Safety
///
/// If `at` is not null, it points to bytes that end with a zero, which nobody writes during the
/// call.
pub unsafe fn text<'a>(name: &str, at: *const c_char) -> Result<Option<&'a str>, Failure> {
    if at.is_null() {
        return Ok(None);
    }
    // SAFETY: the pointer is not null, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(at) }.to_str();
    text.map(Some).map_err(|why| Failure::argument(name, why))
}

/// Text that has to be there.
///
/// # Safety
///
/// As for [`text`].
pub unsafe fn needed_text<'a>(name: &str, at: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: the caller promises it.
    not_null(name, unsafe { text(name, at) }?)
}

/// Where text or a list goes: its place, how much fits, and where its length is stored.
pub struct Room<'o, T> {
    pub at: *mut T,
    pub capacity: usize,
    pub length: Option<&'o mut MaybeUninit<usize>>,
}

impl<T> Room<'_, T> {
    /// Stores the items and then `end`, or nothing but their number if there is no room for all.
    ///
    /// # Safety
    ///
    /// As for [`writable`], with `capacity` values.
    pub unsafe fn put(self, items: Vec<T>, end: Option<T>) -> Result<(), Failure> {
        if let Some(length) = self.length {
            length.write(items.len());
        }
        let needed = items.len() + usize::from(end.is_some());
        if needed > self.capacity {
            let message = format!("capacity: expected {needed}, found {}", self.capacity);
            return Err(Failure::new(TilebaseStatus::Short, message));
        }
        // SAFETY: the caller promises it.
        let places = unsafe { writable("out", self.at, needed) }?;
        for (place, item) in places.iter_mut().zip(items.into_iter().chain(end)) {
            place.write(item);
        }
        Ok(())
    }
}

impl Room<'_, c_char> {
    /// Stores text and a zero byte.
    ///
    /// # Safety
    ///
    /// As for [`put`](Self::put).
    pub unsafe fn text(self, text: &[u8]) -> Result<(), Failure> {
        let text = text.iter().map(|&byte| c_char::from_ne_bytes([byte])).collect();
        // SAFETY: the caller promises it.
        unsafe { self.put(text, Some(0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        let last = || {
            // SAFETY: the text is this thread's, and nothing fails while it is read.
            unsafe { text("last", last_error()) }.ok().flatten().expect("UTF-8").to_owned()
        };
        assert_eq!(last(), "");
        assert_eq!(status(Some(&0), |_| panic!("number {}", 1)), TilebaseStatus::Panic);
        assert_eq!(last(), "a defect of tilebase; please report it: number 1");
        assert_eq!(
            status(Some(&0), |_| Err(Failure::argument("a", "b\0c"))),
            TilebaseStatus::Argument
        );
        assert_eq!(last(), "a: b\\0c");
        assert_eq!(status(Some(&0), |_| Ok(())), TilebaseStatus::Ok);
        assert_eq!(std::thread::spawn(last).join().expect("a thread"), "");
    }
}
