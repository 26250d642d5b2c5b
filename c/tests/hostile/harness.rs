//! Any bytes as text, cells, names and sizes for the C functions. Nothing panics, nothing is
//! written beyond a buffer, and what is read can be written and read again.

use std::ffi::{CString, c_char};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use tilebase_c::*;

/// As many cells as the largest board here has.
const MOST_CELLS: usize = 42;

/// A buffer is this long, of which the function may use a part.
const ROOM: usize = 256;

const CANARY: u8 = 0xa5;

fn opened(size: &str, metric: &str) -> TilebaseOracle {
    let [size, metric] = [size, metric].map(|text| CString::new(text).expect("no zero"));
    // SAFETY: the texts end with zero bytes.
    *unsafe { tilebase_open(size.as_ptr(), null(), metric.as_ptr(), null()) }.expect("a handle")
}

fn handles() -> &'static [TilebaseOracle] {
    static HANDLES: OnceLock<Vec<TilebaseOracle>> = OnceLock::new();
    HANDLES.get_or_init(|| {
        let all = [("3x3", "single"), ("2x3", "multi"), ("4x4", "single"), ("6x7", "single")];
        all.map(|(size, metric)| opened(size, metric)).into()
    })
}

/// Makes calls of which the bytes decide everything, and returns how the one for a solution ended.
pub fn calls(data: &[u8]) -> Option<TilebaseStatus> {
    let (&[handle, capacity, split], data) = data.split_first_chunk()?;
    let oracle = &handles()[usize::from(handle) % handles().len()];
    let len = (tilebase_rows(Some(oracle)) * tilebase_cols(Some(oracle))) as usize;
    let (text, other) = data.split_at(usize::from(split).min(data.len()));
    let [text, other] = [text, other].map(|text| {
        let text: Vec<u8> = text.iter().copied().filter(|&byte| byte != 0).collect();
        CString::new(text).expect("no zero")
    });
    let (at, other) = (text.as_ptr(), other.as_ptr());
    let capacity = usize::from(capacity);
    let limits =
        TilebaseLimits { milliseconds: 0, boards: 100, threads: 1, stop: None, user: null_mut() };
    let limits = Some(&limits);

    // SAFETY: the texts end with zero bytes.
    if let Some(opened) = unsafe { tilebase_open(at, other, null(), null()) } {
        tilebase_close(Some(opened));
    }
    let mut cells = [u32::MAX; MOST_CELLS];
    let out = cells.as_mut_ptr();
    // SAFETY: the array has at least as many cells as a board.
    let is_read = ends(unsafe { tilebase_parse(Some(oracle), at, out, len) }) == TilebaseStatus::Ok;
    assert!(is_read || cells == [u32::MAX; MOST_CELLS]);
    assert!(cells[len..].iter().all(|&cell| cell == u32::MAX));
    if is_read {
        let (status, written) = texts(ROOM, |out, room, length| {
            // SAFETY: the array and the buffer are that long.
            unsafe { tilebase_write(Some(oracle), cells.as_ptr(), len, out, room, length) }
        });
        assert_eq!(status, TilebaseStatus::Ok);
        let (written, mut again) = (CString::new(written).expect("no zero"), [0; MOST_CELLS]);
        let out = again.as_mut_ptr();
        // SAFETY: as above.
        let status = unsafe { tilebase_parse(Some(oracle), written.as_ptr(), out, len) };
        assert_eq!((status, &again[..len]), (TilebaseStatus::Ok, &cells[..len]));
    } else {
        // Cells that are mostly none of a board.
        for (cell, &byte) in cells.iter_mut().zip(data) {
            *cell = u32::from(byte);
        }
    }
    let mut interval = MaybeUninit::uninit();
    // SAFETY: in what follows, the arrays and the buffers are as long as is said.
    let status = ends(unsafe {
        tilebase_distance(Some(oracle), cells.as_ptr(), len, limits, Some(&mut interval))
    });
    if matches!(status, TilebaseStatus::Ok | TilebaseStatus::Stopped) {
        // SAFETY: with these, it is written.
        let known = unsafe { interval.assume_init() };
        assert!(known.at_least <= known.at_most);
        assert_eq!(status == TilebaseStatus::Ok, known.at_least == known.at_most);
    }
    let (solved, solution) = texts(capacity, |out, room, length| {
        let (at, interval) = (cells.as_ptr(), None);
        // SAFETY: see above.
        unsafe {
            tilebase_solution(Some(oracle), at, len, limits, null(), out, room, length, interval)
        }
    });
    if matches!(solved, TilebaseStatus::Ok | TilebaseStatus::Stopped) && !solution.is_empty() {
        let (moves, mut after) = (CString::new(solution).expect("no zero"), cells);
        let mut goal = [0; MOST_CELLS];
        // SAFETY: see above.
        unsafe {
            let out = after.as_mut_ptr();
            let applied = tilebase_apply(Some(oracle), out, len, moves.as_ptr(), null());
            assert_eq!(applied, TilebaseStatus::Ok);
            assert_eq!(tilebase_goal(Some(oracle), goal.as_mut_ptr(), len), TilebaseStatus::Ok);
        }
        assert_eq!(after[..len], goal[..len]);
    }
    let mut moves = [TilebaseMove { text: [0; 8], tile: 0, distance: 0 }; 4];
    let out = moves.as_mut_ptr();
    let room = capacity % 5;
    // SAFETY: see above.
    ends(unsafe { tilebase_moves(Some(oracle), cells.as_ptr(), len, limits, out, room, None) });
    assert!(moves[room..].iter().all(|mv| mv.text == [0; 8]));
    // SAFETY: see above.
    ends(unsafe { tilebase_apply(Some(oracle), cells.as_mut_ptr(), len, at, other) });
    let count = data.len() / len;
    let mut distances = vec![0; count];
    let out = distances.as_mut_ptr();
    // SAFETY: see above.
    ends(unsafe { tilebase_distances(Some(oracle), data.as_ptr(), count, limits, out) });
    Some(solved)
}

/// Refuses a panic.
fn ends(status: TilebaseStatus) -> TilebaseStatus {
    assert_ne!(status, TilebaseStatus::Panic);
    status
}

/// What a function writes into this much room, and nothing beyond.
fn texts(
    capacity: usize,
    write: impl FnOnce(*mut c_char, usize, Option<&mut MaybeUninit<usize>>) -> TilebaseStatus,
) -> (TilebaseStatus, Vec<u8>) {
    let (mut out, mut length) = ([CANARY; ROOM], MaybeUninit::new(usize::MAX));
    let status = ends(write(out.as_mut_ptr().cast(), capacity, Some(&mut length)));
    // SAFETY: it is written above.
    let length = unsafe { length.assume_init() };
    if matches!(status, TilebaseStatus::Ok | TilebaseStatus::Stopped) {
        assert!(length < capacity && out[length] == 0);
        assert!(out[length + 1..].iter().all(|&byte| byte == CANARY));
        return (status, out[..length].to_vec());
    }
    assert!(out == [CANARY; ROOM] && (status != TilebaseStatus::Short || length >= capacity));
    (status, Vec::new())
}
