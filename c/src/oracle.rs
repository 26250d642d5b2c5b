//! The handle, and how it reads boards, asks about them and draws them.

#![expect(unsafe_code, reason = "SAFETY: each block says who promises what")]

use std::ffi::c_char;
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::time::Duration;

use tilebase::Board;
use tilebase::limits::Progress;
use tilebase::oracle::{Answer, Ask, Outcome};
use tilebase::puzzle::Shape;
use tilebase::sample::{self, Population, Sampler};
use tilebase::text::Reading;

use crate::border::{Failure, array, sample_failure, text, writable};
use crate::types::{TILEBASE_UNKNOWN, TilebaseInterval, TilebaseLimits, TilebaseStatus};

/// Answers boards of one size and goal in one metric. Any number of threads may use it at the same
/// time.
pub struct TilebaseOracle(pub(crate) tilebase::Oracle);

/// What was found of a board.
pub struct Found {
    pub board: Board,
    pub answer: Answer,
    pub interval: TilebaseInterval,
    /// Why not all was found.
    pub stopped: Option<Failure>,
}

impl TilebaseOracle {
    /// The rows and columns of its boards.
    pub fn size(&self) -> Shape {
        self.0.goal().shape()
    }

    /// The board with these cells.
    ///
    /// # Safety
    ///
    /// As for [`array`].
    pub unsafe fn read(&self, cells: *const u32, count: usize) -> Result<Board, Failure> {
        // SAFETY: the caller promises it.
        let cells = unsafe { array("cells", cells, count) }?;
        if !self.0.goal().is_several() {
            return Ok(Board::new(self.size(), cells.iter().copied())?);
        }
        let written = |&cell: &u32| match cell {
            0 => "x".to_owned(),
            TILEBASE_UNKNOWN => "*".to_owned(),
            tile => tile.to_string(),
        };
        self.parse(&cells.iter().map(written).collect::<Vec<_>>().join(" "))
    }

    /// The board that a text has.
    pub fn parse(&self, text: &str) -> Result<Board, Failure> {
        let goal = self.0.goal();
        let board = Reading::default().for_goal(goal).board(text.as_bytes(), Some(self.size()))?;
        board.expect_tiles_of(goal)?;
        Ok(board)
    }

    /// Stores the cells of a board.
    ///
    /// # Safety
    ///
    /// As for [`writable`].
    pub unsafe fn write(&self, board: &Board, out: *mut u32, count: usize) -> Result<(), Failure> {
        let cells = self.size().cells();
        if count != cells {
            return Err(Failure::argument("count", format!("expected {cells}, found {count}")));
        }
        // SAFETY: the caller promises it.
        let places = unsafe { writable("cells", out, count) }?;
        for (place, number) in places.iter_mut().zip(numbers(board)?) {
            place.write(number);
        }
        Ok(())
    }

    /// The oracle within limits.
    pub fn limited(&self, limits: Option<&TilebaseLimits>) -> tilebase::Oracle {
        let Some(&TilebaseLimits { milliseconds, boards, threads, stop, user }) = limits else {
            return self.0.clone();
        };
        let timeout = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
        let mut limits = match ((boards > 0).then_some(boards), timeout) {
            (None, None) => self.0.limits().clone(),
            (boards, timeout) => tilebase::Limits::new(boards, timeout),
        };
        if let Some(stop) = stop {
            let user = AtomicPtr::new(user);
            limits = limits.progress(move |Progress { at_least, generated, best, .. }| {
                let known = TilebaseInterval::new(at_least, best, generated);
                // SAFETY: the header says how the function is called, and that it returns.
                let stops = unsafe { stop(&raw const known, user.load(Ordering::Relaxed)) } != 0;
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        let oracle = self.0.clone().limited(limits);
        if threads > 0 { oracle.threads(threads as usize) } else { oracle }
    }

    /// Asks about a board, and keeps what is known if a limit is reached.
    pub fn ask(
        &self,
        board: Board,
        limits: Option<&TilebaseLimits>,
        ask: Ask,
        interval: Option<&mut MaybeUninit<TilebaseInterval>>,
    ) -> Result<Found, Failure> {
        let (mut answer, mut stopped) = (Answer::default(), None);
        let known = match self.limited(limits).answer(&board, ask)? {
            Outcome::Known(found) => {
                answer = found;
                let distance = answer.distance;
                TilebaseInterval::new(distance.unwrap_or(0), distance, answer.cost().generated)
            }
            Outcome::Bounded(bounds) => {
                answer.moves.clone_from(&bounds.best);
                stopped = Some(Failure::new(TilebaseStatus::Stopped, bounds.to_string()));
                TilebaseInterval::new(bounds.at_least, bounds.length(), bounds.generated)
            }
            Outcome::Unsolvable(why) => return Err(why.into()),
        };
        if let Some(interval) = interval {
            interval.write(known);
        }
        Ok(Found { board, answer, interval: known, stopped })
    }

    /// Stores a random board.
    ///
    /// # Safety
    ///
    /// As for [`text`] and [`writable`].
    pub unsafe fn draw(
        &self,
        population: Population,
        seed: *const c_char,
        out: *mut u32,
        count: usize,
    ) -> Result<(), Failure> {
        // SAFETY: the caller promises it.
        let seed = match unsafe { text("seed", seed) }? {
            Some("") => return Err(Failure::argument("seed", "expected text, found none")),
            Some(text) => sample::seed(text),
            None => RandomState::new().hash_one(()),
        };
        let board = Sampler::one(self.0.goal(), population, seed);
        // SAFETY: the caller promises it.
        unsafe { self.write(&board.map_err(sample_failure)?, out, count) }
    }
}

/// The number in each cell: of a goal's free cells, and of tiles that it does not name,
/// `TILEBASE_UNKNOWN`.
pub fn numbers(board: &Board) -> Result<Vec<u32>, Failure> {
    if !board.is_several() {
        return Ok(board.cells());
    }
    let number = |name: String| match &*name {
        "x" => Ok(0),
        "*" => Ok(TILEBASE_UNKNOWN),
        tile => tile.parse().map_err(|_| {
            Failure::argument("tiles", format_args!("expected numbers, found `{tile}`"))
        }),
    };
    board.written_cells().into_iter().map(number).collect()
}

/// The one with a name, or the usual one.
pub fn named<T: Default + FromStr<Err: Display>>(
    what: &str,
    name: Option<&str>,
) -> Result<T, Failure> {
    let parse = |name: &str| name.parse().map_err(|why: T::Err| Failure::argument(what, why));
    name.map_or_else(|| Ok(T::default()), parse)
}
