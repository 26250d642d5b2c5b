//! Answers for one board, from the library's tables or from a search.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tilebase::known::known;
use tilebase::limits::Progress;
use tilebase::puzzle::{MoveSet, Orbit, Pattern, Unsolvable, solvable};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::solver::{Partition, PatternTable};
use tilebase::table::embedded;
use tilebase::{Batch, Board, Error, Limits, Move, Oracle, Tablebase};

use crate::ask::Problem;
use crate::larger;
use crate::way::Way;

/// The answer for a board. If there is no solution, `error` says why, and the fields that need one
/// are null or empty.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The board, as the library writes it.
    board: String,
    /// The goal, as the library writes it.
    goal: String,
    /// ROWSxCOLUMNS.
    size: String,
    /// The least number of moves to the goal.
    distance: Option<u32>,
    /// The canonical solution.
    moves: Option<String>,
    /// The optimal moves: those that lower the distance.
    next: Option<String>,
    /// The legal moves, those that lower the distance first.
    legal: Vec<Legal>,
    /// The number of shortest solutions, if it is known.
    count: Option<u128>,
    /// No solution is shorter, as far as that is proved.
    at_least: Option<u32>,
    /// The best solution found, if the canonical one is not known.
    best: Option<String>,
    /// The error message.
    error: Option<String>,
    /// Why the board cannot be solved, and which exchange would make it solvable.
    why: Option<Why>,
}

/// A legal move, and where it leads.
#[derive(Debug, Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
    /// The tile that slides.
    tile: u8,
    /// The distance after the move, if the board can be solved.
    distance: Option<u32>,
}

/// Why a board cannot reach the goal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Why {
    order_is_odd: bool,
    blank_rows_apart: u8,
    cols: u8,
    exchange: [u8; 2],
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct How {
    /// Whether a search also counts the shortest solutions, which takes longer.
    #[serde(rename = "count")]
    counted: bool,
    /// Whether a search uses larger tables, which are made if they have not been.
    larger: bool,
    /// The number of boards after which the search is stopped, if it is limited.
    boards: Option<u64>,
}

impl Answer {
    /// An answer that is only an error, because there is no board.
    pub fn error(error: String) -> Answer {
        Answer { error: Some(error), ..Answer::default() }
    }
}

/// Everything that finds answers.
#[derive(Debug)]
pub struct Answers {
    tables: Tablebase,
    /// The oracle used last.
    oracle: RefCell<Option<Oracle>>,
    /// The larger tables made last.
    larger: RefCell<Option<Larger>>,
    tell: fn(&str),
}

/// Larger pattern tables for the goals of an orbit.
#[derive(Debug)]
struct Larger {
    orbit: Orbit,
    tables: Vec<Vec<PatternTable>>,
}

impl Answers {
    /// Starts with the embedded tables. `tell` receives the progress of long requests, as JSON.
    pub fn new(tell: fn(&str)) -> Answers {
        Answers {
            tables: Tablebase::embedded(),
            oracle: RefCell::default(),
            larger: RefCell::default(),
            tell,
        }
    }

    /// Answers a board. Errors are part of the answer.
    pub fn answer(&self, problem: &Problem, how: How) -> Answer {
        let Problem { start, goal } = problem;
        let mut answer = Answer {
            board: start.to_string(),
            goal: goal.to_string(),
            size: start.shape().to_string(),
            legal: start
                .legal_moves()
                .iter()
                .filter_map(|mv| Legal::new(start, mv, None))
                .collect(),
            ..Answer::default()
        };
        if let Err(why) = solvable(start, goal) {
            answer.error = Some(why.to_string());
            answer.why = Some(Why::from(&why));
        } else {
            match self.fill(&mut answer, problem, how) {
                Ok(()) => {}
                Err(Error::Stopped(stopped)) => {
                    answer.at_least = Some(stopped.at_least);
                    answer.distance = stopped.distance();
                    let best = stopped.best.filter(|_| answer.moves.is_none());
                    answer.best = best.map(|best| best.to_string());
                }
                Err(error) => answer.error = Some(error.to_string()),
            }
        }
        answer
    }

    /// Finds the answer for a board that can be solved. The solution is reported as soon as it is
    /// known, because finding the other optimal moves takes longer.
    fn fill(&self, answer: &mut Answer, problem: &Problem, how: How) -> tilebase::Result<()> {
        let Problem { start, goal } = problem;
        let limits = how.boards.map_or(Limits::default(), |most| Limits::default().boards(most));
        let oracle = self.oracle(goal, how.larger)?.limited(limits.progress(self.progress()));
        let found = oracle.answer(start)?;
        let (distance, moves) = (found.distance(), found.moves().to_string());
        let searched = oracle.table().is_none();
        if searched {
            (self.tell)(&json!({ "distance": distance, "moves": moves }).to_string());
        }
        (answer.distance, answer.at_least) = (Some(distance), Some(distance));
        answer.moves = Some(moves);
        let legal = found.legal_moves()?;
        let nearer = legal.iter().filter(|(_, after)| *after < distance);
        answer.next = Some(nearer.map(|&(mv, _)| mv).collect::<MoveSet>().to_string());
        let legal = legal.iter().filter_map(|&(mv, after)| Legal::new(start, mv, Some(after)));
        answer.legal = legal.collect();
        if how.counted || !searched {
            answer.count = Some(found.count_solutions()?);
        }
        Ok(())
    }

    /// Judges moves from a board.
    ///
    /// # Errors
    ///
    /// A message, if a search fails or the board cannot be solved.
    pub fn judge(&self, problem: &Problem, moves: &str, larger: bool) -> Result<Way, String> {
        let oracle = self.oracle(&problem.goal, larger).map_err(|error| error.to_string())?;
        let limits = Limits::of_shape(problem.goal.shape()).progress(self.progress());
        Way::new(&oracle.limited(limits), &problem.start, moves)
    }

    /// Makes larger pattern tables for an orbit, if there are any. Those of another orbit are
    /// dropped.
    fn enlarge(&self, orbit: Orbit) -> tilebase::Result<()> {
        let partitions = larger::partitions(orbit);
        let is_made = self.larger.borrow().as_ref().is_some_and(|larger| larger.orbit == orbit);
        if is_made || partitions.is_empty() {
            return Ok(());
        }
        self.larger.replace(None);
        self.oracle.replace(None);
        let of = partitions.iter().flat_map(Partition::patterns).count();
        let mut number = 0;
        let mut make = |&pattern: &Pattern| {
            number += 1;
            (self.tell)(&json!({ "table": number, "of": of }).to_string());
            PatternTable::generate(pattern, 1)
        };
        let mut make_all =
            |partition: &Partition| partition.patterns().iter().map(&mut make).collect();
        let tables = partitions.iter().map(&mut make_all).collect::<tilebase::Result<_>>()?;
        self.larger.replace(Some(Larger { orbit, tables }));
        Ok(())
    }

    /// The oracle for a goal. Pattern tables are made when they are first needed.
    fn oracle(&self, goal: &Board, larger: bool) -> tilebase::Result<Oracle> {
        if larger {
            self.enlarge(goal.into())?;
        }
        if let Some(oracle) = &*self.oracle.borrow()
            && oracle.goal() == goal
        {
            return Ok(oracle.clone());
        }
        if tabled_oracle(goal).is_none() && self.larger.borrow().is_none() {
            (self.tell)(&json!({ "table": 1, "of": 1 }).to_string());
        }
        let oracle = match &*self.larger.borrow() {
            Some(Larger { orbit, tables }) if *orbit == Orbit::from(goal) => {
                Oracle::with_patterns(goal, tables)?
            }
            _ => self.tables.oracle(goal)?,
        };
        let oracle = oracle.threads(1);
        *self.oracle.borrow_mut() = Some(oracle.clone());
        Ok(oracle)
    }

    /// Tells the progress of a search.
    fn progress(&self) -> impl Fn(Progress) -> ControlFlow<()> + use<> {
        let (tell, told) = (self.tell, (AtomicU32::new(u32::MAX), AtomicU64::new(0)));
        move |Progress { at_least, generated, .. }: Progress| {
            // A search calls this far more often than the page can show.
            const BOARDS_BETWEEN_REPORTS: u64 = 1 << 20;
            let is_new = told.0.swap(at_least, Ordering::Relaxed) != at_least;
            let last = told.1.load(Ordering::Relaxed);
            if is_new || generated < last || generated >= last + BOARDS_BETWEEN_REPORTS {
                told.1.store(generated, Ordering::Relaxed);
                tell(&json!({ "bound": at_least, "boards": generated }).to_string());
            }
            ControlFlow::Continue(())
        }
    }
}

/// The oracle for a goal, if its table is embedded.
pub fn tabled_oracle(goal: &Board) -> Option<Oracle> {
    Oracle::new(embedded(Orbit::from(goal).into())?, goal).ok()
}

/// The number of boards at distance 0, 1, 2, ... from a goal, if it is known.
pub fn counts(goal: &Board) -> Option<Vec<u64>> {
    match tabled_oracle(goal) {
        Some(oracle) => oracle.counts(),
        None => Some(known(Orbit::from(goal).into())?.counts),
    }
}

/// One board at this distance from the goal, each equally likely.
///
/// # Errors
///
/// A message, if no table is embedded or no board is that far away.
pub fn sample(goal: &Board, distance: u32, seed: u64) -> Result<Board, String> {
    let oracle = tabled_oracle(goal)
        .ok_or_else(|| format!("no table for {} is in the program", goal.shape()))?;
    let (batch, distances) = (Arc::new(Batch::new(oracle)), distance..=distance);
    let population = Population::Distances { batch, distances, each: false, along: false };
    let request = Request { count: 1, population, ..Request::default() };
    let drawn = Sampler::new(goal, request, seed).and_then(|mut sampler| sampler.draw(1));
    let boards = drawn.map_err(|error| error.to_string())?;
    boards.first().copied().ok_or_else(|| "no board was drawn".to_owned())
}

impl From<&Unsolvable> for Why {
    fn from(why: &Unsolvable) -> Why {
        Why {
            order_is_odd: why.order_is_odd,
            blank_rows_apart: why.blank_rows_apart,
            cols: why.cols,
            exchange: [why.exchange.0, why.exchange.1],
        }
    }
}

impl Legal {
    fn new(board: &Board, mv: Move, distance: Option<u32>) -> Option<Legal> {
        let tile = board.cells()[board.moved(mv)?.blank_cell()];
        Some(Legal { mv: mv.letter().to_string(), tile, distance })
    }
}
