//! Functions that C calls to release what Arrow's structures hold.
//!
//! It calls them whenever a table is dropped, also while an exception is raised. What `ctypes`
//! makes of functions of Python loses it then, or fails, and Arrow ends the process.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::{Python, ffi};

/// The functions of Python that are called.
static FUNCTIONS: PyOnceLock<[Py<PyAny>; 4]> = PyOnceLock::new();

/// Calls one of the functions with an address, and keeps an exception that is raised.
#[expect(unsafe_code, reason = "C calls it, from any thread, attached to Python or not")]
extern "C" fn called<const NUMBER: usize>(address: usize) {
    // SAFETY: any thread may call it while Python runs, and the main thread also while it ends.
    let state = unsafe { ffi::PyGILState_Ensure() };
    // SAFETY: this thread is attached until the release below, after the last use of `py`.
    let py = unsafe { Python::assume_attached() };
    let raised = PyErr::take(py);
    if let Some(functions) = FUNCTIONS.get(py)
        && let Err(why) = functions[NUMBER].bind(py).call1((address,))
    {
        why.write_unraisable(py, None);
    }
    if let Some(raised) = raised {
        raised.restore(py);
    }
    // SAFETY: `state` is from the call above, on the same thread.
    unsafe { ffi::PyGILState_Release(state) };
}

/// The addresses of functions of C that call these. None if another interpreter has them.
#[pyfunction]
pub fn _releasers(py: Python<'_>, functions: [Py<PyAny>; 4]) -> Option<[usize; 4]> {
    FUNCTIONS.set(py, functions).ok()?;
    let called = [called::<0>, called::<1>, called::<2>, called::<3>];
    Some(called.map(|function: extern "C" fn(usize)| function as usize))
}
