//! The functions, called as C calls them, against the library.

#![expect(unsafe_code, reason = "SAFETY: pointers are of values that live as long as the calls")]

#[cfg(target_os = "linux")]
#[path = "../../tests/common/working_threads.rs"]
mod working_threads;

use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use tilebase::generate::generate;
use tilebase::oracle::{Boards, Outcome};
use tilebase::puzzle::{Metric, Orbit, Shape, SmallBoard, SmallShape};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::text::{Notation, Reading};
use tilebase::{Board, Tablebase};
use tilebase_c::*;

/// A handle, closed in the end.
struct Handle(Option<Box<TilebaseOracle>>, usize);

/// As much as any text of these tests needs.
const ROOM: usize = 100_000;

const NONE: TilebaseLimits =
    TilebaseLimits { milliseconds: 0, boards: 0, threads: 0, stop: None, user: null_mut() };

fn last_error() -> String {
    // SAFETY: the text ends with a zero byte and is there until the next failure.
    unsafe { CStr::from_ptr(tilebase_last_error()) }.to_str().expect("UTF-8").to_owned()
}

impl Handle {
    fn open(size: &str, metric: &str) -> Handle {
        let [size, metric] = [size, metric].map(|text| CString::new(text).expect("no zero"));
        // SAFETY: the texts end with zero bytes.
        Handle::of(unsafe { tilebase_open(size.as_ptr(), null(), metric.as_ptr(), null()) })
    }

    fn for_goal(goal: &CStr) -> Handle {
        // SAFETY: the text ends with a zero byte.
        Handle::of(unsafe { tilebase_open(null(), goal.as_ptr(), null(), null()) })
    }

    fn of(oracle: Option<Box<TilebaseOracle>>) -> Handle {
        let cells = tilebase_rows(oracle.as_deref()) * tilebase_cols(oracle.as_deref());
        assert!(cells > 0, "{}", last_error());
        Handle(oracle, cells as usize)
    }

    fn get(&self) -> Option<&TilebaseOracle> {
        self.0.as_deref()
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>, TilebaseStatus> {
        let (mut cells, text) = (vec![0; self.1], CString::new(text).expect("no zero"));
        let out = cells.as_mut_ptr();
        // SAFETY: the text ends with a zero byte, and the array has that many cells.
        ok(unsafe { tilebase_parse(self.get(), text.as_ptr(), out, self.1) }).map(|()| cells)
    }

    fn distance(
        &self,
        cells: &[u32],
        limits: Option<&TilebaseLimits>,
    ) -> (TilebaseStatus, TilebaseInterval) {
        let known = TilebaseInterval { at_least: 7, at_most: 3, generated: 0 };
        let mut interval = MaybeUninit::new(known);
        let (at, len) = (cells.as_ptr(), cells.len());
        // SAFETY: the array has that many cells, and the interval was initialized.
        unsafe {
            let status = tilebase_distance(self.get(), at, len, limits, Some(&mut interval));
            (status, interval.assume_init())
        }
    }

    /// A solution with its interval.
    fn solution(
        &self,
        cells: &[u32],
        limits: Option<&TilebaseLimits>,
        notation: &CStr,
    ) -> (TilebaseStatus, String, TilebaseInterval) {
        let (mut text, mut interval) = (vec![0_u8; ROOM], MaybeUninit::zeroed());
        let (at, len, out) = (cells.as_ptr(), cells.len(), text.as_mut_ptr().cast());
        let notation = notation.as_ptr();
        // SAFETY: the arrays have these lengths; zeros are an interval.
        let (status, interval) = unsafe {
            let interval_at = Some(&mut interval);
            let (oracle, length) = (self.get(), None);
            let status = tilebase_solution(
                oracle,
                at,
                len,
                limits,
                notation,
                out,
                ROOM,
                length,
                interval_at,
            );
            (status, interval.assume_init())
        };
        let text = CStr::from_bytes_until_nul(&text).expect("an end").to_str().expect("UTF-8");
        (status, text.to_owned(), interval)
    }

    /// The moves with the tiles and the distances after them.
    fn moves(
        &self,
        cells: &[u32],
        limits: Option<&TilebaseLimits>,
    ) -> (TilebaseStatus, Vec<(String, u32, u32)>) {
        let mut moves = [TilebaseMove { text: [0; 8], tile: 0, distance: 0 }; 200];
        let mut length = MaybeUninit::new(0);
        let (at, len, out) = (cells.as_ptr(), cells.len(), moves.as_mut_ptr());
        // SAFETY: the arrays have these lengths, and the length was initialized.
        let (status, length) = unsafe {
            let status =
                tilebase_moves(self.get(), at, len, limits, out, moves.len(), Some(&mut length));
            (status, length.assume_init())
        };
        let text = |mv: &TilebaseMove| {
            // SAFETY: the text of a move ends with a zero byte.
            unsafe { CStr::from_ptr(mv.text.as_ptr()) }.to_str().expect("ASCII").to_owned()
        };
        (status, moves[..length].iter().map(|mv| (text(mv), mv.tile, mv.distance)).collect())
    }

    fn apply(&self, cells: &mut [u32], moves: &str, notation: &CStr) -> TilebaseStatus {
        let moves = CString::new(moves).expect("no zero");
        let (at, len) = (cells.as_mut_ptr(), cells.len());
        // SAFETY: the texts end with zero bytes, and the array has that many cells.
        unsafe { tilebase_apply(self.get(), at, len, moves.as_ptr(), notation.as_ptr()) }
    }

    fn random_at(&self, (first, last): (u32, u32), quick: bool, seed: u64) -> Vec<u32> {
        let seed = CString::new(seed.to_string()).expect("no zero byte");
        let seed = seed.as_ptr();
        let mut cells = vec![0; self.1];
        let (out, quick) = (cells.as_mut_ptr(), i32::from(quick));
        let (oracle, limits) = (self.get(), None);
        // SAFETY: the array has that many cells.
        let status =
            unsafe { tilebase_random_at(oracle, first, last, quick, seed, limits, out, self.1) };
        assert_eq!(status, TilebaseStatus::Ok, "{}", last_error());
        cells
    }

    fn distances(
        &self,
        boards: &[u8],
        limits: Option<&TilebaseLimits>,
    ) -> (TilebaseStatus, Vec<u16>) {
        let mut distances = vec![0; boards.len() / self.1];
        let (at, count, out) = (boards.as_ptr(), distances.len(), distances.as_mut_ptr());
        // SAFETY: the arrays have these lengths.
        let status = unsafe { tilebase_distances(self.get(), at, count, limits, out) };
        (status, distances)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        tilebase_close(self.0.take());
    }
}

fn ok(status: TilebaseStatus) -> Result<(), TilebaseStatus> {
    if status == TilebaseStatus::Ok { Ok(()) } else { Err(status) }
}

fn library(size: &str, metric: Metric) -> tilebase::Oracle {
    let goal = Board::goal(size.parse().expect("a size")).expect("a goal");
    Tablebase::embedded().oracle_in(&goal, metric).expect("embedded")
}

fn cells_of(board: &Board) -> Vec<u32> {
    board.cells()
}

/// Distances of all, in one call and one by one; solutions and moves of some.
#[test]
fn every_board_of_3x3() {
    let boards: Vec<SmallBoard> = SmallBoard::all(SmallShape::default()).collect();
    assert_eq!(boards.len(), 362_880);
    let rows: Vec<u8> = boards.iter().flat_map(SmallBoard::cells).copied().collect();
    for (name, metric) in Metric::NAMES {
        let (handle, oracle) = (Handle::open("3x3", name), library("3x3", *metric));
        let mut expected = vec![Outcome::default(); boards.len()];
        oracle.distances_into(Boards::Rows(&rows), &mut expected, |it| it).expect("boards");
        let (status, distances) = handle.distances(&rows, None);
        assert_eq!(status, TilebaseStatus::Ok);
        for ((board, expected), distance) in boards.iter().zip(&expected).zip(distances) {
            let (status, interval) = handle.distance(&cells_of(&(*board).into()), None);
            if let Outcome::Known(expected) = *expected {
                assert_eq!(
                    (status, u32::from(distance)),
                    (TilebaseStatus::Ok, expected),
                    "{board}"
                );
                assert_eq!((interval.at_least, interval.at_most), (expected, expected), "{board}");
            } else {
                assert_eq!((status, distance), (TilebaseStatus::Unsolvable, TILEBASE_NO_DISTANCE));
            }
        }
        for board in boards.iter().step_by(499).map(|&board| Board::from(board)) {
            if board.expect_solvable(oracle.goal()).is_err() {
                continue;
            }
            let cells = cells_of(&board);
            for notation in Notation::ALL {
                let name = CString::new(notation.name()).expect("no zero");
                let (status, text, _) = handle.solution(&cells, None, &name);
                let way = oracle.solution(&board).expect("solvable");
                let expected = notation.format_on(&way, oracle.metric(), &board).expect("legal");
                assert_eq!((status, &text), (TilebaseStatus::Ok, &expected));
                let mut after = cells.clone();
                assert_eq!(handle.apply(&mut after, &text, &name), TilebaseStatus::Ok, "{text}");
                assert_eq!(after, cells_of(oracle.goal()), "{board} {text}");
            }
            let legal = oracle.legal_moves(&board).expect("solvable");
            let legal = legal.into_iter().map(|(mv, distance)| {
                (mv.to_string(), board.tile_of(mv).expect("legal"), distance)
            });
            assert_eq!(handle.moves(&cells, None), (TilebaseStatus::Ok, legal.collect()));
        }
    }
}

#[test]
fn ten_thousand_boards_of_4x4() {
    let (handle, oracle) = (Handle::open("4x4", "single"), library("4x4", Metric::Single));
    let drawn = (0..10_000).map(|seed| handle.random_at((0, 24), true, seed));
    let rows: Vec<u8> = drawn.flatten().map(|tile| u8::try_from(tile).expect("a byte")).collect();
    let (status, distances) = handle.distances(&rows, None);
    assert_eq!(status, TilebaseStatus::Ok, "{}", last_error());
    let mut expected = vec![None; distances.len()];
    oracle.distances_into(Boards::Rows(&rows), &mut expected, Outcome::known).expect("boards");
    for (found, expected) in distances.into_iter().zip(expected) {
        assert_eq!(Some(u32::from(found)), expected);
    }
}

/// Within a limit there is an interval, and the best solution leads to the goal.
#[test]
fn what_is_not_proved_is_between_bounds() {
    for (size, metric) in
        [("4x4", "multi"), ("5x5", "single"), ("2x9", "single"), ("9x7", "single")]
    {
        let handle = Handle::open(size, metric);
        let mut cells = vec![0; handle.1];
        // SAFETY: the array has that many cells.
        let status =
            unsafe { tilebase_random(handle.get(), c"1".as_ptr(), cells.as_mut_ptr(), handle.1) };
        assert_eq!(status, TilebaseStatus::Ok);
        let limits = TilebaseLimits { boards: 50_000, ..NONE };
        let (status, interval) = handle.distance(&cells, Some(&limits));
        assert_eq!(status, TilebaseStatus::Stopped, "{size}");
        assert!(0 < interval.at_least && interval.at_least < interval.at_most, "{interval:?}");
        assert!(interval.at_most != TILEBASE_UNKNOWN, "{size} {metric}");
        assert!(interval.generated > 0, "{size} {metric} {interval:?}");
        let (status, text, of_solution) = handle.solution(&cells, Some(&limits), c"blank");
        assert_eq!((status, of_solution.at_most > 0), (TilebaseStatus::Stopped, true), "{size}");
        let (status, moves) = handle.moves(&cells, Some(&limits));
        assert_eq!(status, TilebaseStatus::Stopped, "{size}");
        let (first, _, distance) = &moves[0];
        assert!(text.starts_with(&first[..1]) && *distance == TILEBASE_UNKNOWN, "{moves:?}");
        assert_eq!(handle.apply(&mut cells, &text, c"blank"), TilebaseStatus::Ok);
        let goal = Board::goal(size.parse().expect("a size")).expect("a goal");
        assert_eq!(cells, cells_of(&goal), "{size}");
    }
}

/// A function that stops a search when it has been called often enough.
extern "C" fn stop(known: *const TilebaseInterval, user: *mut c_void) -> i32 {
    // SAFETY: a search hands over an interval, and `user` as it is below.
    let (known, calls) = unsafe { (&*known, &*user.cast::<AtomicU32>()) };
    assert!(known.at_least <= known.at_most);
    i32::from(calls.fetch_add(1, Ordering::Relaxed) == 2)
}

#[test]
fn a_function_stops_a_search() {
    let handle = Handle::open("4x4", "single");
    let cells = handle.parse("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1").expect("a board");
    let asked = AtomicU32::new(0);
    let user = (&raw const asked).cast_mut().cast();
    let limits = TilebaseLimits { stop: Some(stop), user, threads: 1, ..NONE };
    let (status, interval) = handle.distance(&cells, Some(&limits));
    assert_eq!(status, TilebaseStatus::Stopped);
    assert!(interval.at_least > 40 && asked.load(Ordering::Relaxed) >= 3, "{interval:?}");
    assert!(last_error().contains("80") || last_error().contains("stopped"), "{}", last_error());
    // What it stopped can be asked again.
    let limits = TilebaseLimits { boards: 1_000, threads: u32::MAX, ..NONE };
    assert_eq!(handle.distance(&cells, Some(&limits)).0, TilebaseStatus::Stopped);
    let row: Vec<u8> = cells.iter().map(|&tile| u8::try_from(tile).expect("a byte")).collect();
    let (status, distances) = handle.distances(&row.repeat(3), Some(&limits));
    assert_eq!((status, distances), (TilebaseStatus::Ok, vec![TILEBASE_NOT_PROVED; 3]));
}

/// Random boards are those of the library, whatever their size.
#[test]
fn a_seed_draws_the_library_s_boards() {
    for size in ["2x3", "3x3", "4x4", "5x5", "7x9"] {
        let (handle, goal) = (Handle::open(size, "single"), library(size, Metric::Single));
        let (mut cells, shape) = (vec![0; handle.1], goal.goal().shape());
        for text in [c"0", c"1", c"-1", c"18446744073709551615", c"2026-11-29"] {
            let seed = tilebase::sample::seed(text.to_str().expect("UTF-8"));
            // SAFETY: the array has that many cells.
            let status = unsafe {
                tilebase_random(handle.get(), text.as_ptr(), cells.as_mut_ptr(), handle.1)
            };
            assert_eq!(status, TilebaseStatus::Ok);
            let mut sampler = Sampler::new(goal.goal(), Request::default(), seed).expect("goal");
            let expected = cells_of(&sampler.draw(1).expect("a board")[0]);
            assert_eq!(cells, expected, "{shape}");
            // SAFETY: the array has that many cells.
            let status = unsafe { tilebase_solvable(handle.get(), cells.as_ptr(), handle.1) };
            assert_eq!(status, TilebaseStatus::Ok);
            let unsolvable = Sampler::one(goal.goal(), Population::Unsolvable, seed);
            let cells = cells_of(&unsolvable.expect("a board"));
            // SAFETY: the array has that many cells.
            let status = unsafe { tilebase_solvable(handle.get(), cells.as_ptr(), handle.1) };
            assert_eq!(status, TilebaseStatus::Unsolvable);
            assert!(last_error().contains("swap tiles"), "{}", last_error());
        }
    }
    let handle = Handle::open("3x3", "multi");
    for (distances, quick) in [((24, 24), false), ((3, 5), false), ((3, 5), true)] {
        let cells = handle.random_at(distances, quick, 9);
        let distance = handle.distance(&cells, None).1.at_most;
        assert!((distances.0..=distances.1).contains(&distance));
    }
    let (mut cells, one) = ([0; 9], c"1".as_ptr());
    // SAFETY: the text ends with a zero byte, and the array has nine cells.
    let status = unsafe {
        tilebase_random_at(handle.get(), 25, 30, 0, one, None, cells.as_mut_ptr(), cells.len())
    };
    assert_eq!((status, cells), (TilebaseStatus::Argument, [0; 9]));
    assert_eq!(last_error(), "no 3x3 board is at distance 25..30 (maximum 24)");
    let (large, mut cells) = (Handle::open("6x6", "single"), [0; 36]);
    // SAFETY: the array has 36 cells.
    let status = unsafe {
        tilebase_random_at(large.get(), 25, 30, 0, one, None, cells.as_mut_ptr(), cells.len())
    };
    assert_eq!((status, cells), (TilebaseStatus::Argument, [0; 36]));
}

/// What is no board, no move and no name is an error that says so, and nothing is written.
#[test]
fn what_is_wrong_is_an_error() {
    let refused =
        |size: Option<&CStr>, goal: Option<&CStr>, more: [Option<&CStr>; 2], why: &str| {
            let [size, goal, metric, folder] =
                [size, goal, more[0], more[1]].map(|text| text.map_or(null(), CStr::as_ptr));
            // SAFETY: the texts end with zero bytes.
            assert!(unsafe { tilebase_open(size, goal, metric, folder) }.is_none());
            assert!(last_error().contains(why), "{why}: {}", last_error());
        };
    refused(Some(c"3x"), None, [None; 2], "ROWSxCOLUMNS");
    refused(Some(c"1x4"), None, [None; 2], "sides from 2 to 100");
    refused(Some(c"99999x99999"), None, [None; 2], "sides from 2 to 100");
    refused(Some(c"\xff"), None, [None; 2], "size: invalid utf-8");
    refused(None, Some(c"1 2 3 4 5 6 7 8 8"), [None; 2], "blank");
    refused(Some(c"2x3"), Some(c"1 2 3 4 5 6 7 8 x"), [None; 2], "expected 6");
    refused(None, None, [Some(c"htm"), None], "metric: expected single or multi");
    refused(Some(c"5x5"), None, [Some(c"multi"), None], "5x5");
    refused(None, None, [None, Some(c"/dev/null")], "folder: expected a folder");
    refused(
        None,
        Some(c"a a b b c c d d x"),
        [None; 2],
        "goal: tiles: expected numbers, found `a`",
    );

    let handle = Handle::open("3x3", "single");
    assert_eq!(handle.parse("1 2 3 4 5 6 7 8 8"), Err(TilebaseStatus::Argument));
    assert_eq!(handle.parse("1 2 3 x"), Err(TilebaseStatus::Argument));
    assert_eq!(handle.parse("[[2,3,4],[1,5,0],[7,6,8]]"), handle.parse("23415x768"));
    assert_eq!(handle.parse("2 3 4 1 5 0 7 6 8  # mine"), handle.parse("23415x768"));
    let board = handle.parse("23415x768").expect("a board");
    for cells in [&[0; 9][..], &[0, 1, 2, 3, 4, 5, 6, 7, u32::MAX], &[0, 1, 2, 3], &[]] {
        assert_eq!(handle.distance(cells, None).0, TilebaseStatus::Argument, "{cells:?}");
        let unchanged = TilebaseInterval { at_least: 7, at_most: 3, generated: 0 };
        assert_eq!(handle.distance(cells, None).1, unchanged);
    }
    for (moves, notation) in [("rr", c"blank"), ("dz", c"blank"), ("d", c"htm"), ("2", c"tiles")] {
        let mut cells = board.clone();
        assert_eq!(handle.apply(&mut cells, moves, notation), TilebaseStatus::Argument, "{moves}");
        assert_eq!(cells, board);
    }
    let mut cells = board.clone();
    assert_eq!(handle.apply(&mut cells, "Down, left", c"blank"), TilebaseStatus::Ok);
    let mut rows: Vec<u8> = (0..9).collect::<Vec<_>>().repeat(3);
    rows[17] = 9;
    assert_eq!(handle.distances(&rows, None).0, TilebaseStatus::Argument);
    assert!(last_error().starts_with("board 1: "), "{}", last_error());
    let large = Handle::open("6x6", "single");
    assert_eq!(large.distances(&[0; 36], None).0, TilebaseStatus::Argument);
    assert!(last_error().contains("6x6"), "{}", last_error());
}

/// One board and many have the answers of the library, in whichever form they come.
#[test]
fn goals_may_be_several_boards() {
    let several = [
        (c"1 1 2 2 3 3 4 4 x", [4, 1, 2, 3, 1, 3, 2, 4, 0]),
        (c"1 2 3 * * * * * x", [2, 3, 9, 1, 9, 0, 9, 9, 9]),
        (c"1 2 3 * * * * * *", [2, 3, 4, 1, 5, 0, 7, 6, 8]),
    ];
    for (goal, cells) in several {
        let handle = Handle::for_goal(goal);
        let goal = Board::parse_goal(goal.to_bytes(), None).expect("a goal");
        let text = cells.map(|cell| cell.to_string()).join(" ").replace('0', "x");
        let board = Reading::default().for_goal(&goal).board(text.as_bytes(), None);
        let oracle = Tablebase::embedded().oracle(&goal).expect("a table");
        let distance = oracle.distance(board.expect("a board")).expect("solvable");
        let (status, interval) = handle.distance(&cells, None);
        assert_eq!((status, interval.at_most), (TilebaseStatus::Ok, distance), "{goal}");
        let row = cells.map(|cell| cell as u8);
        assert_eq!(handle.distances(&row, None), (TilebaseStatus::Ok, vec![distance as u16]));
        let read = handle.parse(&text).expect("a board");
        assert_eq!(handle.distance(&read, None), (status, interval));
        let mut of_goal = [7; 9];
        // SAFETY: the array has nine cells.
        let status = unsafe { tilebase_goal(handle.get(), of_goal.as_mut_ptr(), 9) };
        assert_eq!(status, TilebaseStatus::Ok);
        let is_free = goal.to_string().contains('*');
        assert_eq!(of_goal.contains(&TILEBASE_UNKNOWN), is_free, "{of_goal:?}");
        let moves = handle.moves(&cells, None).1;
        let is_tile = |tile| tile == TILEBASE_UNKNOWN && is_free || cells.contains(&tile);
        assert!(moves.len() > 1 && moves.iter().all(|it| is_tile(it.1)), "{goal}");
    }
}

/// Text goes into the buffer as a whole or not at all.
/// Whatever is asked, and of one board or of many.
#[test]
fn a_damaged_table_is_no_wrong_argument() {
    let folder = tempfile::tempdir().expect("a folder");
    let goal = SmallBoard::goal("2x5".parse().expect("a shape"));
    let table = generate(Orbit::from(&goal)).expect("a table");
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("its bytes");
    bytes[4096..].fill(0);
    let file = Tablebase::file_name(table.header().puzzle());
    std::fs::write(folder.path().join(file), bytes).expect("a file");
    let at = CString::new(folder.path().to_str().expect("UTF-8")).expect("no zero");
    // SAFETY: the texts end with zero bytes.
    let oracle = unsafe { tilebase_open(c"2x5".as_ptr(), null(), null(), at.as_ptr()) };
    let oracle = Handle(oracle, 10);
    let cells = oracle.parse("1 2 3 4 5 6 7 8 x 9").expect("a board");
    let row: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
    assert_eq!(oracle.distance(&cells, None).0, TilebaseStatus::Failed);
    let says = last_error();
    assert_eq!(oracle.distances(&row, None).0, TilebaseStatus::Failed);
    assert_eq!(last_error(), format!("board 0: {says}"));
}

#[test]
fn a_buffer_that_is_too_short_is_left_alone() {
    let handle = Handle::open("3x3", "single");
    let cells = handle.parse("23415x768").expect("a board");
    let expected = b"2 3 4 1 5 x 7 6 8";
    for capacity in [0, 1, expected.len(), expected.len() + 1] {
        let (mut out, mut length) = ([b'-'; 30], MaybeUninit::new(0));
        let (at, out_at) = (cells.as_ptr(), out.as_mut_ptr().cast());
        // SAFETY: the arrays are at least as long as that, and the length was initialized.
        let (status, length) = unsafe {
            let length_at = Some(&mut length);
            let status = tilebase_write(handle.get(), at, 9, out_at, capacity, length_at);
            (status, length.assume_init())
        };
        assert_eq!(length, expected.len());
        if capacity > expected.len() {
            assert_eq!((status, &out[..18]), (TilebaseStatus::Ok, &b"2 3 4 1 5 x 7 6 8\0"[..]));
            assert_eq!(out[18..], [b'-'; 12]);
        } else {
            assert_eq!((status, out), (TilebaseStatus::Short, [b'-'; 30]));
            assert_eq!(last_error(), format!("capacity: expected 18, found {capacity}"));
        }
    }
}

/// Each function with null for everything, and then with a handle and null for the rest.
#[test]
fn null_is_refused() {
    let handle = Handle::open("3x3", "single");
    for oracle in [None, handle.get()] {
        let [mut_cells, text, out]: [*mut u32; 3] = [null_mut(); 3];
        let (cells, text, out) = (mut_cells.cast_const(), text.cast::<c_char>(), out.cast());
        let boards = null();
        // SAFETY: null is allowed everywhere.
        let all = unsafe {
            [
                tilebase_goal(oracle, mut_cells, 9),
                tilebase_parse(oracle, text, mut_cells, 9),
                tilebase_write(oracle, cells, 9, text, 9, None),
                tilebase_solvable(oracle, cells, 9),
                tilebase_distance(oracle, cells, 9, None, None),
                tilebase_solution(oracle, cells, 9, None, text, text, 9, None, None),
                tilebase_moves(oracle, cells, 9, None, out, 9, None),
                tilebase_apply(oracle, mut_cells, 9, text, text),
                tilebase_random(oracle, text, mut_cells, 9),
                tilebase_random_at(oracle, 0, 9, 0, text, None, mut_cells, 9),
                tilebase_distances(oracle, boards, 9, None, null_mut()),
                tilebase_distances(oracle, boards, usize::MAX, None, null_mut()),
            ]
        };
        assert_eq!(all, [TilebaseStatus::Argument; 12]);
        assert!(last_error().ends_with("expected a pointer, found null"), "{}", last_error());
    }
    let bytes = [0_u8; 64];
    let odd = bytes.as_ptr().wrapping_add(usize::from(bytes.as_ptr().addr() % 2 == 0)).cast();
    // SAFETY: a pointer that is not aligned is refused.
    assert_eq!(unsafe { tilebase_solvable(handle.get(), odd, 9) }, TilebaseStatus::Argument);
    assert_eq!((tilebase_rows(None), tilebase_cols(None)), (0, 0));
    tilebase_close(None);
    // SAFETY: the text ends with a zero byte.
    let version = unsafe { CStr::from_ptr(tilebase_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    let shape = Shape { rows: 3, cols: 3 };
    assert_eq!(library("3x3", Metric::Single).goal().shape(), shape);
}

/// The variable of the environment with the number of threads.
#[cfg(target_os = "linux")]
const THREADS: &str = "TILEBASE_TEST_THREADS";

#[cfg(target_os = "linux")]
#[test]
fn all_threads_work_for_one_board() {
    use std::process::{Command, Stdio};
    for threads in [1, 2, 4] {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "a_hard_board", "--ignored"]).env(THREADS, threads.to_string());
        let counts = working_threads::count(test.stdout(Stdio::null()).spawn().unwrap());
        assert_eq!(counts.most_working, threads, "{counts:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "all_threads_work_for_one_board runs it, in a process without the threads of others"]
fn a_hard_board() {
    let Ok(threads) = std::env::var(THREADS) else { return };
    for (metric, boards) in [("single", 8_000_000), ("multi", 3_000_000)] {
        let oracle = Handle::open("4x4", metric);
        let cells = oracle.parse("0 15 8 3 12 11 7 4 14 10 6 5 9 13 2 1").unwrap();
        let limits = TilebaseLimits { boards, threads: threads.parse().unwrap(), ..NONE };
        assert_eq!(oracle.distance(&cells, Some(&limits)).0, TilebaseStatus::Stopped);
    }
}
