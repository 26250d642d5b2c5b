//! The oracle for the browser: requests and replies as JSON, through plain bytes in linear memory.
//!
//! The boundary is three functions, so that JavaScript needs no generated glue:
//!
//! 1. `request(len)` makes room for a request of `len` bytes and says where it is; write JSON
//!    there.
//! 2. `run()` carries it out and gives the length of the reply.
//! 3. `reply()` says where the reply is: JSON again, valid until the next `run`.
//!
//! While it works, the module calls the imported function `tile.progress(at, len)` with JSON that
//! says how far it is.
//! What can be asked stands in [`Request`](ask::Request). A request that cannot be read is answered
//! with `{"error": ...}`.

pub mod answer;
pub mod ask;
pub mod trace;

use std::cell::RefCell;

thread_local! {
    /// What the page wrote, and what it may read.
    static BUFFERS: RefCell<(Vec<u8>, Vec<u8>)> = const { RefCell::new((Vec::new(), Vec::new())) };
    static ENGINE: RefCell<ask::Engine> = RefCell::new(ask::Engine::new(progress::tell));
}

/// Makes room for a request of `len` bytes, and says where.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `request`")]
#[unsafe(no_mangle)]
pub extern "C" fn request(len: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|(request, _)| {
        request.clear();
        request.resize(len, 0);
        request.as_mut_ptr()
    })
}

/// Carries out the request that was written, and gives the length of the reply.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `run`")]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let request = BUFFERS.with_borrow_mut(|(request, _)| std::mem::take(request));
    let reply = ENGINE.with_borrow_mut(|engine| engine.ask_json(&request));
    BUFFERS.with_borrow_mut(|(_, kept)| {
        *kept = reply;
        kept.len()
    })
}

/// Where the reply to the last request is.
#[expect(unsafe_code, reason = "SAFETY: no other symbol of this module is called `reply`")]
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    BUFFERS.with_borrow(|(_, reply)| reply.as_ptr())
}

/// Telling the page how far a long request is.
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

    /// Tells the page.
    #[cfg(target_arch = "wasm32")]
    pub fn tell(json: &str) {
        progress(json.as_ptr(), json.len());
    }

    /// Nobody listens outside a browser.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn tell(_: &str) {}
}
