//! The oracle for the browser. Requests and replies are JSON, passed as bytes in linear memory.
//!
//! JavaScript calls three functions, which need no generated glue code:
//!
//! 1. `request(len)` returns the address of a buffer of `len` bytes. Write the request there.
//! 2. `run()` answers the request and returns the length of the reply.
//! 3. `reply()` returns the address of the reply, which is valid until the next `run`.
//!
//! During long requests, the module calls the imported function `tile.progress(at, len)` with its
//! progress as JSON. [`PageRequest`](ask::PageRequest) lists the requests. The reply to a request
//! that cannot be read is `{"error": ...}`.

#![allow(clippy::result_large_err, reason = "once for each question, and the library's own")]

pub mod answer;
pub mod ask;
pub mod problem;
pub mod trace;

use std::cell::RefCell;

thread_local! {
    /// The request and the reply.
    static BUFFERS: RefCell<(Vec<u8>, Vec<u8>)> = const { RefCell::new((Vec::new(), Vec::new())) };
    static ENGINE: answer::Page = answer::Page::new(progress::report);
}

/// Makes a buffer for a request of `len` bytes, and returns its address.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `request`")]
#[unsafe(no_mangle)]
pub extern "C" fn request(len: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|(request, _)| {
        request.clear();
        request.resize(len, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the length of the reply.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `run`")]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let request = BUFFERS.with_borrow_mut(|(request, _)| std::mem::take(request));
    let reply = ENGINE.with(|engine| engine.ask_json(&request));
    BUFFERS.with_borrow_mut(|(_, kept)| {
        *kept = reply;
        kept.len()
    })
}

/// Returns the address of the last reply.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `reply`")]
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    BUFFERS.with_borrow(|(_, reply)| reply.as_ptr())
}

/// Reporting the progress of a long request to the page.
mod progress {
    #[cfg(target_arch = "wasm32")]
    #[link(wasm_import_module = "tile")]
    #[expect(
        unsafe_code,
        reason = "SAFETY: the host reads `len` bytes at `at`, which the caller below has borrowed"
    )]
    unsafe extern "C" {
        safe fn progress(at: *const u8, len: usize);
    }

    /// Reports progress, as JSON.
    #[cfg(target_arch = "wasm32")]
    pub fn report(json: &str) {
        progress(json.as_ptr(), json.len());
    }

    /// Does nothing: outside a browser, nobody listens.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn report(_: &str) {}
}
