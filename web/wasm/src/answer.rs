//! Answers for one board, from the library's tables or from a search.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use serde::Serialize;
use serde_json::json;
use tilebase::puzzle::{Coordinates, Orbit, Unsolvable, solvable};
use tilebase::solver::{
    Limits, Partition, PartitionSize, PatternTable, Progress, Solver, SolverError,
};
use tilebase::table::embedded;
use tilebase::{Board, Error, MoveSet, Moves, Oracle, Table};

use crate::ask::Problem;

/// The answer for a board. If there is no solution, `error` says why, and the fields that need one
/// are null or empty.
#[derive(Debug, Default, Serialize)]
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
    blank_rows_apart: usize,
    cols: usize,
    exchange: [u8; 2],
}

/// What was found for a board that can be solved.
struct Found {
    moves: Moves,
    next: MoveSet,
    count: Option<u128>,
}

impl Answer {
    /// An answer that is only an error, because there is no board.
    #[must_use]
    pub fn error(error: String) -> Answer {
        Answer { error: Some(error), ..Answer::default() }
    }
}

/// The pattern tables of one orbit: a list for each partition.
type Tables = Rc<Vec<Vec<PatternTable>>>;

/// Everything that finds answers.
#[derive(Debug)]
pub struct Answers {
    /// The pattern tables made so far.
    patterns: RefCell<Vec<(Orbit, Tables)>>,
    /// The solver used last.
    solver: RefCell<Option<Solver>>,
    tell: fn(&str),
}

impl Answers {
    /// Starts with the embedded tables. `tell` receives the progress of long requests, as JSON.
    #[must_use]
    pub fn new(tell: fn(&str)) -> Answers {
        Answers { patterns: RefCell::default(), solver: RefCell::default(), tell }
    }

    /// Answers a board. Errors are part of the answer.
    #[must_use]
    pub fn answer(&self, problem: &Problem, counted: bool) -> Answer {
        let Problem { start, goal } = problem;
        let answer = Answer {
            board: start.to_string(),
            goal: goal.to_string(),
            size: start.shape().to_string(),
            ..Answer::default()
        };
        let found = match solvable(start, goal) {
            Err(why) => {
                return Answer {
                    error: Some(why.to_string()),
                    legal: legal(start, None),
                    why: Some(Why::from(&why)),
                    ..answer
                };
            }
            Ok(()) => match oracle(goal) {
                Some(oracle) => walk(&oracle, start).map_err(|error| error.to_string()),
                None => self.search(problem, counted),
            },
        };
        match found {
            Err(error) => Answer { error: Some(error), legal: legal(start, None), ..answer },
            Ok(Found { moves, next, count }) => {
                let distance = moves.len() as u32;
                Answer {
                    distance: Some(distance),
                    legal: legal(start, Some((distance, next))),
                    moves: Some(moves.to_string()),
                    next: Some(next.to_string()),
                    count,
                    ..answer
                }
            }
        }
    }

    /// Searches for the answer. The solution is reported as soon as it is known, because finding
    /// the other optimal moves takes longer.
    fn search(&self, problem: &Problem, counted: bool) -> Result<Found, String> {
        let Problem { start, goal } = problem;
        let solver = self.solver(goal)?;
        let tell = self.tell;
        let told = (AtomicU32::new(u32::MAX), AtomicU64::new(0));
        let watch = |Progress { at_least, generated, .. }: Progress| {
            // The solver calls this far more often than the page can show.
            const GLANCE: u64 = 1 << 20;
            let is_new = told.0.swap(at_least, Ordering::Relaxed) != at_least;
            if is_new || generated >= told.1.load(Ordering::Relaxed) + GLANCE {
                told.1.store(generated, Ordering::Relaxed);
                tell(&json!({ "bound": at_least, "boards": generated }).to_string());
            }
            ControlFlow::Continue(())
        };
        let limits = Limits { watch: Some(&watch), ..Limits::default() };
        let text = |error: tilebase::solver::SolveError| error.to_string();
        let moves = solver.solution(start, &limits).map_err(text)?.moves;
        tell(&json!({ "distance": moves.len(), "moves": moves.to_string() }).to_string());
        let next = solver.optimal_moves_beside(&moves, start, &limits).map_err(text)?;
        let count = if counted {
            Some(solver.count_solutions(start, &limits).map_err(text)?.into())
        } else {
            None
        };
        Ok(Found { moves, next, count })
    }

    /// The solver for a goal. An orbit's tables are made when it is first needed.
    fn solver(&self, goal: &Board) -> Result<Solver, String> {
        if let Some(solver) = &*self.solver.borrow()
            && solver.goal() == goal
        {
            return Ok(solver.clone());
        }
        let orbit = Orbit::from(goal);
        let made = self
            .patterns
            .borrow()
            .iter()
            .find(|(other, _)| *other == orbit)
            .map(|(_, tables)| Rc::clone(tables));
        let tables = if let Some(tables) = made {
            tables
        } else {
            let tables = Rc::new(self.make(orbit).map_err(|error| error.to_string())?);
            self.patterns.borrow_mut().push((orbit, Rc::clone(&tables)));
            tables
        };
        let solver = Solver::new(goal, &tables).map_err(|error| error.to_string())?.threads(1);
        *self.solver.borrow_mut() = Some(solver.clone());
        Ok(solver)
    }

    /// Makes the small pattern tables of an orbit.
    fn make(&self, orbit: Orbit) -> Result<Vec<Vec<PatternTable>>, SolverError> {
        let partitions = Partition::for_orbit(orbit, PartitionSize::Small);
        let count: usize = partitions.iter().map(|partition| partition.patterns().len()).sum();
        let mut done = 0;
        let mut generate = |&pattern| {
            (self.tell)(&json!({ "table": done + 1, "of": count }).to_string());
            done += 1;
            PatternTable::generate(pattern, 1)
        };
        partitions
            .iter()
            .map(|partition| partition.patterns().iter().map(&mut generate).collect())
            .collect()
    }
}

/// The oracle for a goal, if its table is embedded. Its answers take microseconds.
#[must_use]
pub fn oracle(goal: &Board) -> Option<Oracle> {
    Oracle::new(table(goal)?, goal).ok()
}

/// The embedded table for a goal.
fn table(goal: &Board) -> Option<Arc<Table>> {
    embedded(Orbit::from(goal).into())
}

/// Answers from a table.
#[expect(clippy::result_large_err, reason = "once per question, and the library's own")]
fn walk(oracle: &Oracle, start: &Board) -> Result<Found, Error> {
    Ok(Found {
        moves: oracle.solution(start)?,
        next: oracle.optimal_moves(start)?,
        count: Some(oracle.count_solutions(start)?),
    })
}

/// The number of boards at distance 0, 1, 2, ... from a goal, if its table is embedded.
#[must_use]
pub fn counts(goal: &Board) -> Option<Vec<u64>> {
    Some(table(goal)?.header().counts().to_vec())
}

/// One board at this distance from the goal; `part` (0 to 1) chooses which.
///
/// # Errors
///
/// A message, if no table is embedded or no board is that far away.
pub fn sample(goal: &Board, distance: u32, part: f64) -> Result<Board, String> {
    let none = || format!("no table for {} is in the program", goal.shape());
    let (table, oracle) = (table(goal).ok_or_else(none)?, oracle(goal).ok_or_else(none)?);
    let header = table.header();
    let Some(&count) = header.counts().get(distance as usize) else {
        let diameter = header.diameter();
        return Err(format!(
            "no board is {distance} moves away: the distances are 0 to {diameter}"
        ));
    };
    #[expect(clippy::cast_precision_loss, reason = "a choice among at most 2^52 boards")]
    let number = ((part.clamp(0.0, 1.0) * count as f64) as u64).min(count - 1);
    let boards = (0..header.states()).filter_map(|index| Coordinates::board_of_goal(goal, index));
    boards
        .filter(|board| oracle.distance(board).is_ok_and(|found| found == distance))
        .nth(number as usize)
        .ok_or_else(|| "the table has fewer boards than it says".to_owned())
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

/// The legal moves, those that lower the distance first. Every move changes the distance by exactly
/// one: the blank alternates between the two colours of a chessboard, and with them between even
/// and odd distances.
fn legal(board: &Board, found: Option<(u32, MoveSet)>) -> Vec<Legal> {
    let legal = board.legal_moves();
    let mut moves: Vec<Legal> = legal
        .iter()
        .filter_map(|mv| {
            let blank = board.moved(mv)?.blank_cell();
            let after = |(distance, next): (u32, MoveSet)| {
                if next.contains(mv) { distance - 1 } else { distance + 1 }
            };
            Some(Legal {
                mv: mv.letter().to_string(),
                tile: board.cells()[blank],
                distance: found.map(after),
            })
        })
        .collect();
    moves.sort_by_key(|legal| legal.distance);
    moves
}
