//! The functions of `tilebase.h`, which is made of this file. `cargo test -p tilebase-c header`
//! compares them; with `RECORDING=overwrite` before it, it writes the header.
//!
//! They convert and call. The questions are those of the library's `AnyOracle`.

#![expect(
    unsafe_code,
    reason = "SAFETY: no other library has names that begin with `tilebase_`; \
          each block says who answers for what it is handed"
)]
#![expect(clippy::missing_safety_doc, reason = "the head of the header says it for all functions")]

mod border;

use std::ffi::{c_char, c_void};
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::time::Duration;

use border::{Failure, Output, array, guard, needed_text, not_null, status, text, writable};
use tilebase::limits::Progress;
use tilebase::oracle::{AnyAnswer, AnyOracle, Ask, Boards, Outcome, expect_answers};
use tilebase::puzzle::{Extent, Metric, Notation, Rectangle};
use tilebase::sample::{CountPer, Likelihood, Population, Sampler};
use tilebase::{Position, Step, Tablebase, Way};

/// A number that is not known: a distance, or the length of a solution.
pub const TILEBASE_UNKNOWN: u32 = u32::MAX;

/// In the answer of `tilebase_distances`: the board cannot reach the goal.
pub const TILEBASE_NO_DISTANCE: u16 = u16::MAX;

/// In the answer of `tilebase_distances`: a limit was reached before the distance was known.
pub const TILEBASE_NOT_PROVED: u16 = u16::MAX - 1;

/// How a call ended. Unless it is `TILEBASE_STATUS_OK`, `tilebase_last_error` says why.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All that was asked for is there.
    Ok = 0,
    /// An answer: the board cannot reach the goal.
    Unsolvable = 1,
    /// An answer: a limit was reached, or your function stopped the search. What is known by then
    /// is there.
    Stopped = 2,
    /// An argument is wrong: null, no board of this size, no legal move, no such name.
    Argument = 3,
    /// Your buffer is too short. Nothing was written but the length that is needed.
    Short = 4,
    /// A table is damaged or cannot be read, or there is not enough memory.
    Failed = 5,
    /// A defect of the library. The handle can still be used.
    Panic = 6,
}

/// Answers boards of one size and goal in one metric. Any number of threads may use it at the same
/// time.
pub struct Oracle(AnyOracle);

/// What is known of a distance, in moves. Both numbers are equal if the distance is known.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The distance is proved to be at least this.
    pub at_least: u32,
    /// The length of the best solution found, or `TILEBASE_UNKNOWN` if there is none.
    pub at_most: u32,
    /// The number of boards that a search generated. 0 if the answer is from a table.
    pub generated: u64,
}

/// Your function, which a search calls every few milliseconds with what is known so far, and which
/// stops the search if it does not return 0. It is called on any thread, perhaps on several at the
/// same time. It must return: no `longjmp` and no exception may leave it.
pub type Stop = Option<unsafe extern "C" fn(known: *const Interval, user: *mut c_void) -> i32>;

/// The most work for a question. Set all to 0 first: `TilebaseLimits limits = {0};`. What is
/// looked up in a table never reaches a limit. Where they are null, or both `milliseconds` and
/// `boards` are 0, boards of up to 16 cells are searched for until the distance is known, and
/// larger ones for about a second.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for each board, or 0.
    pub milliseconds: u64,
    /// The number of boards that the search for each board may generate, or 0.
    pub boards: u64,
    /// The number of threads, or 0 for one for each processor.
    pub threads: u32,
    /// A function that may stop the search, or null.
    pub stop: Stop,
    /// Is handed to that function.
    pub user: *mut c_void,
}

/// A legal move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The way of the blank, `u`, `d`, `l` or `r`, then the number of cells if there are several,
    /// then a zero byte.
    pub text: [c_char; 8],
    /// The tile that slides; of several, the farthest from the blank.
    pub tile: u32,
    /// The distance after the move, or `TILEBASE_UNKNOWN`.
    pub distance: u32,
}

impl Interval {
    fn new(at_least: u32, at_most: Option<u32>, generated: u64) -> Interval {
        Interval { at_least, at_most: at_most.unwrap_or(TILEBASE_UNKNOWN), generated }
    }
}

/// What was found of a board.
struct Found {
    board: Position,
    answer: AnyAnswer,
    interval: Interval,
    /// Why not all was found.
    stopped: Option<Failure>,
}

impl Oracle {
    fn size(&self) -> Extent {
        self.0.goal().extent()
    }

    /// The board with these cells.
    ///
    /// # Safety
    ///
    /// As for [`array`].
    unsafe fn read(&self, cells: *const u32, count: usize) -> Result<Position, Failure> {
        // SAFETY: the caller answers for it.
        let cells = unsafe { array("cells", cells, count) }?;
        Ok(Rectangle::new(self.size(), cells.to_vec())?.into())
    }

    /// Stores the cells of a board.
    ///
    /// # Safety
    ///
    /// As for [`writable`].
    unsafe fn write(&self, board: &Position, out: *mut u32, count: usize) -> Result<(), Failure> {
        let cells = self.size().cells();
        if count != cells {
            return Err(Failure::argument("count", format!("expected {cells}, found {count}")));
        }
        // SAFETY: the caller answers for it.
        for (cell, place) in unsafe { writable("cells", out, count) }?.iter_mut().enumerate() {
            place.write(board.tile_at(cell));
        }
        Ok(())
    }

    /// The oracle within limits.
    fn limited(&self, limits: Option<&Limits>) -> AnyOracle {
        let Some(&Limits { milliseconds, boards, threads, stop, user }) = limits else {
            return self.0.clone();
        };
        let is_given = milliseconds > 0 || boards > 0;
        let mut limits = if is_given { tilebase::Limits::default() } else { self.0.limits() };
        if milliseconds > 0 {
            limits = limits.timeout(Duration::from_millis(milliseconds));
        }
        if boards > 0 {
            limits = limits.boards(boards);
        }
        if let Some(stop) = stop {
            let user = AtomicPtr::new(user);
            limits = limits.progress(move |Progress { at_least, generated, best, .. }| {
                let known = Interval::new(at_least, best, generated);
                // SAFETY: the header says how the function is called, and that it returns.
                let stops = unsafe { stop(&raw const known, user.load(Ordering::Relaxed)) } != 0;
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        let oracle = self.0.clone().limited(limits);
        if threads > 0 { oracle.threads(threads as usize) } else { oracle }
    }

    /// Asks about a board, and keeps what is known if a limit is reached.
    fn ask(
        &self,
        board: Position,
        limits: Option<&Limits>,
        ask: Ask,
        interval: Option<&mut MaybeUninit<Interval>>,
    ) -> Result<Found, Failure> {
        let (mut answer, mut stopped) = (AnyAnswer::default(), None);
        let known = match self.limited(limits).answer(&board, ask)? {
            Outcome::Known(found) => {
                answer = found;
                let distance = answer.distance;
                Interval::new(distance.unwrap_or(0), distance, answer.cost().generated)
            }
            Outcome::Bounded(bounds) => {
                answer.way = Way::best_of(&bounds);
                stopped = Some(Failure::new(Status::Stopped, bounds.to_string()));
                Interval::new(bounds.at_least, bounds.length(), bounds.generated)
            }
            Outcome::Unsolvable(why) => return Err(why.into()),
        };
        interval.map(|interval| interval.write(known));
        Ok(Found { board, answer, interval: known, stopped })
    }

    /// Stores a random board.
    ///
    /// # Safety
    ///
    /// As for [`writable`].
    unsafe fn draw(
        &self,
        population: Population,
        seed: u64,
        out: *mut u32,
        count: usize,
    ) -> Result<(), Failure> {
        let board = Sampler::one(self.0.goal(), population, seed);
        // SAFETY: the caller answers for it.
        unsafe { self.write(&board.map_err(border::sample_failure)?, out, count) }
    }
}

/// The one with a name, or the usual one.
fn named<T: Default + FromStr<Err: Display>>(what: &str, name: Option<&str>) -> Result<T, Failure> {
    let parse = |name: &str| name.parse().map_err(|why: T::Err| Failure::argument(what, why));
    name.map_or_else(|| Ok(T::default()), parse)
}

/// The version of the library, such as "0.1.0". Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The message of the last call on this thread that did not return `TILEBASE_STATUS_OK`, or that
/// returned null; empty before there is one. It is there until the next such call on this thread.
/// Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_last_error() -> *const c_char {
    border::last_error()
}

/// Opens what answers boards of one size and goal. Returns null if it fails. Close it with
/// `tilebase_close`. For the same question many times, open it once: it keeps what it needs.
///
/// * `size`: rows and columns, "3x4"; to 100x100. Null: that of the goal, or else "3x3".
/// * `goal`: the board to reach, in any form that is read, or "first", "last", "snail". Null: the
///   tiles in order, the blank in the last cell.
/// * `metric`: "single", a move slides one tile; or "multi", any number of tiles of a row or a
///   column, for up to 16 cells; 10 to 12 need a table in the folder. Null: "single".
/// * `folder`: a folder with tables that the command `tilebase generate` made. They are mapped into
///   memory, so nobody may change them while they are used. Null: only what is in the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_open(
    size: *const c_char,
    goal: *const c_char,
    metric: *const c_char,
    folder: *const c_char,
) -> Option<Box<Oracle>> {
    guard(|| {
        // SAFETY: the caller answers for these texts.
        let [size, goal, metric, folder] = unsafe {
            [
                text("size", size)?,
                text("goal", goal)?,
                text("metric", metric)?,
                text("folder", folder)?,
            ]
        };
        let size: Option<Extent> = size.map(str::parse).transpose()?;
        let metric: Metric = named("metric", metric)?;
        if let Some(size) = size {
            expect_answers(size, metric, Ask::DISTANCE)?;
        }
        let goal = match (goal, size) {
            (Some(goal), size) => Position::parse_goal(goal.as_bytes(), size),
            (None, size) => Position::goal(size.unwrap_or(tilebase::Shape::default().into())),
        }?;
        let size = goal.extent();
        expect_answers(size, metric, Ask::DISTANCE)?;
        let tables = match folder {
            None => Tablebase::embedded(),
            Some(folder) if Path::new(folder).is_dir() => Tablebase::in_folder(folder),
            Some(folder) => {
                return Err(Failure::argument(
                    "folder",
                    format!("expected a folder, found {folder}"),
                ));
            }
        };
        let oracle = tables.any_oracle(&goal, metric)?;
        Ok(Box::new(Oracle(oracle.limited(tilebase::Limits::of_size(size)))))
    })
    .ok()
}

/// Frees a handle, or does nothing if it is null. No thread may use it any more.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_close(oracle: Option<Box<Oracle>>) {
    drop(oracle);
}

/// The number of rows, or 0 if the handle is null.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_rows(oracle: Option<&Oracle>) -> u32 {
    oracle.map_or(0, |oracle| oracle.size().rows as u32)
}

/// The number of columns, or 0 if the handle is null.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_cols(oracle: Option<&Oracle>) -> u32 {
    oracle.map_or(0, |oracle| oracle.size().cols as u32)
}

/// Stores the goal in `cells`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_goal(
    oracle: Option<&Oracle>,
    cells: *mut u32,
    count: usize,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the array.
        unsafe { oracle.write(oracle.0.goal(), cells, count) }
    })
}

/// Reads a board of the handle's size from text, in any form that the command reads: "2 3 4 1 5 x 7
/// 6 8", "234/15x/768", "[[2,3,4],[1,5,0],[7,6,8]]", ...
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_parse(
    oracle: Option<&Oracle>,
    board: *const c_char,
    cells: *mut u32,
    count: usize,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the text and the array.
        unsafe {
            let board = Position::parse(needed_text("board", board)?, Some(oracle.size()))?;
            oracle.write(&board, cells, count)
        }
    })
}

/// Writes a board as text: "2 3 4 1 5 x 7 6 8".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_write(
    oracle: Option<&Oracle>,
    cells: *const u32,
    count: usize,
    out: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for both arrays.
        unsafe {
            let board = oracle.read(cells, count)?;
            Output { at: out, capacity, length }.text(board.to_string().as_bytes())
        }
    })
}

/// Whether the board can reach the goal: `TILEBASE_STATUS_OK` or `TILEBASE_STATUS_UNSOLVABLE`. Then
/// `tilebase_last_error` says why it cannot, and which two tiles to exchange so that it can.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_solvable(
    oracle: Option<&Oracle>,
    cells: *const u32,
    count: usize,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the array.
        Ok(unsafe { oracle.read(cells, count) }?.expect_solvable(oracle.0.goal())?)
    })
}

/// The distance of a board, in moves, as an interval. With `TILEBASE_STATUS_STOPPED` its ends
/// differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_distance(
    oracle: Option<&Oracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&Limits>,
    interval: Option<&mut MaybeUninit<Interval>>,
) -> Status {
    status(oracle, |oracle| {
        let interval = not_null("interval", interval)?;
        // SAFETY: the caller answers for the array.
        let board = unsafe { oracle.read(cells, count) }?;
        let found = oracle.ask(board, limits, Ask::DISTANCE, Some(interval))?;
        let is_known = found.interval.at_least == found.interval.at_most;
        found.stopped.filter(|_| !is_known).map_or(Ok(()), Err)
    })
}

/// A shortest solution, the canonical one, as text. With `TILEBASE_STATUS_STOPPED` it is the best
/// one found, or empty if there is none: then `interval.at_most` is `TILEBASE_UNKNOWN`.
///
/// `notation` is "blank" (null, too): the way of the blank, "dlu"; "tile": the way of the tile,
/// "URD"; "tiles": the numbers of the tiles that slide, "8 7 4"; or "cells": their rows and
/// columns. `interval` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_solution(
    oracle: Option<&Oracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&Limits>,
    notation: *const c_char,
    out: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    interval: Option<&mut MaybeUninit<Interval>>,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the array and the text.
        let (board, notation) =
            unsafe { (oracle.read(cells, count)?, text("notation", notation)?) };
        let notation: Notation = named("notation", notation)?;
        let found = oracle.ask(board, limits, Ask::SOLUTION, interval)?;
        let mut text = Vec::new();
        found.answer.way.unwrap_or_default().write_to(notation, &found.board, &mut text)?;
        // SAFETY: the caller answers for the place.
        unsafe { Output { at: out, capacity, length }.text(&text) }?;
        found.stopped.map_or(Ok(()), Err)
    })
}

/// Every legal move, the best first, with the distance after each: those with the least are
/// optimal. With `TILEBASE_STATUS_STOPPED` no distance is known, and the first move is that of the
/// best solution found, if there is one. `length` is their number: at most rows + columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_moves(
    oracle: Option<&Oracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&Limits>,
    out: *mut Move,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the array.
        let board = unsafe { oracle.read(cells, count) }?;
        let Found { board, answer, stopped, .. } =
            oracle.ask(board, limits, Ask::LEGAL_MOVES, None)?;
        let legal = answer.legal.unwrap_or_else(|| {
            let mut legal = Step::all(&board, oracle.0.metric());
            let first = answer.way.and_then(|way| way.steps().next());
            legal.sort_by_key(|&step| Some(step) != first);
            legal.into_iter().map(|step| (step, TILEBASE_UNKNOWN)).collect()
        });
        let moves = legal.into_iter().map(|(step, distance)| {
            let mut text = [0; 8];
            for (place, byte) in text[..7].iter_mut().zip(step.to_string().bytes()) {
                *place = c_char::from_ne_bytes([byte]);
            }
            Move { text, tile: step.tile_on(&board).unwrap_or(0), distance }
        });
        // SAFETY: the caller answers for the place.
        unsafe { Output { at: out, capacity, length }.put(moves.collect(), None) }?;
        stopped.map_or(Ok(()), Err)
    })
}

/// Makes moves on a board. If one cannot be read or is illegal, the board stays as it was. They may
/// be written in any form that the command reads; for `notation` see `tilebase_solution`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_apply(
    oracle: Option<&Oracle>,
    cells: *mut u32,
    count: usize,
    moves: *const c_char,
    notation: *const c_char,
) -> Status {
    status(oracle, |oracle| {
        // SAFETY: the caller answers for the array and the texts.
        unsafe {
            let board = oracle.read(cells, count)?;
            let moves = needed_text("moves", moves)?.as_bytes();
            let notation: Notation = named("notation", text("notation", notation)?)?;
            let way = Way::parse(moves, notation, oracle.0.metric(), Some(&board))?;
            let after = board.after(&way.singles()).unwrap_or(board);
            oracle.write(&after, cells, count)
        }
    })
}

/// A random board that can reach the goal, all of them equally likely. A seed gives the same board
/// on every machine, the one that the command `tilebase sample` draws first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_random(
    oracle: Option<&Oracle>,
    seed: u64,
    cells: *mut u32,
    count: usize,
) -> Status {
    // SAFETY: the caller answers for the array.
    status(oracle, |it| unsafe { it.draw(Population::Solvable, seed, cells, count) })
}

/// A random board at a distance from `first` to `last`, for boards of up to 25 cells.
///
/// If `quick` is 0, all such boards are equally likely, which takes long where they are rare and
/// have to be searched for. Otherwise it takes milliseconds: each distance is equally likely, and
/// the board lies on a solution of a random one, so some are more likely than others. The limits
/// are those of each search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_random_at(
    oracle: Option<&Oracle>,
    first: u32,
    last: u32,
    quick: i32,
    seed: u64,
    limits: Option<&Limits>,
    cells: *mut u32,
    count: usize,
) -> Status {
    status(oracle, |oracle| {
        let (source, distances) = (oracle.limited(limits), first..=last);
        let likelihood = if quick != 0 { Likelihood::AlongSolutions } else { Likelihood::Equal };
        let population =
            Population::Distances { source, distances, count_per: CountPer::Range, likelihood };
        // SAFETY: the caller answers for the array.
        unsafe { oracle.draw(population, seed, cells, count) }
    })
}

/// The distances of many boards of up to 25 cells. `boards` has a byte for each cell, 0 for the
/// blank, one board after another: `count` times rows times columns. `distances` has `count`
/// numbers; `TILEBASE_NO_DISTANCE` and `TILEBASE_NOT_PROVED` are none. If this fails, `distances`
/// holds nothing of use; if a row is no board, the message says which.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_distances(
    oracle: Option<&Oracle>,
    boards: *const u8,
    count: usize,
    limits: Option<&Limits>,
    distances: *mut u16,
) -> Status {
    status(oracle, |oracle| {
        let bytes = count.saturating_mul(oracle.size().cells());
        // SAFETY: the caller answers for both arrays.
        let (boards, distances) =
            unsafe { (array("boards", boards, bytes)?, writable("distances", distances, count)?) };
        let convert = |found: Outcome<u32>| {
            MaybeUninit::new(match found {
                // No distance on 25 cells is near that.
                Outcome::Known(distance) => distance as u16,
                Outcome::Bounded(bounds) => {
                    bounds.distance().map_or(TILEBASE_NOT_PROVED, |it| it as u16)
                }
                Outcome::Unsolvable(_) => TILEBASE_NO_DISTANCE,
            })
        };
        let found = oracle.limited(limits).distances_into(Boards::Rows(boards), distances, convert);
        found.map_err(|why| Failure::argument(&format!("board {}", why.index), &why.error))
    })
}
