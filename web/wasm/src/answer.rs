//! Answers for one board: the one door between the page and whatever in the library finds them.

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

/// All there is to say of a board. Without a solution `error` says why not, and the other fields
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
    /// The moves that lower the distance.
    next: Option<String>,
    /// Each move that can be made, those that lower the distance first.
    legal: Vec<Legal>,
    /// How many shortest solutions there are, where that is known.
    count: Option<u128>,
    /// What is wrong.
    error: Option<String>,
    /// Why the board cannot be solved, and what would mend it.
    why: Option<Why>,
}

/// A move that can be made, and where it leads.
#[derive(Debug, Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
    /// The tile that slides.
    tile: u8,
    /// The distance after it, where there is one.
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

/// What was found of a board that can be solved.
struct Found {
    moves: Moves,
    next: MoveSet,
    count: Option<u128>,
}

impl Answer {
    /// There is no board to answer for.
    #[must_use]
    pub fn error(error: String) -> Answer {
        Answer { error: Some(error), ..Answer::default() }
    }
}

/// Pattern tables of one orbit, a list for each partition.
type Tables = Rc<Vec<Vec<PatternTable>>>;

/// Everything that finds answers.
#[derive(Debug)]
pub struct Answers {
    /// The pattern tables that were made, and the solver that was used last.
    patterns: RefCell<Vec<(Orbit, Tables)>>,
    solver: RefCell<Option<Solver>>,
    tell: fn(&str),
}

impl Answers {
    /// With the embedded tables. `tell` is told, as JSON, how far long requests are.
    #[must_use]
    pub fn new(tell: fn(&str)) -> Answers {
        Answers { patterns: RefCell::default(), solver: RefCell::default(), tell }
    }

    /// The answer for a board. What is wrong stands in it too.
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

    /// What a search finds. The solution is told as soon as it is known: which other moves are
    /// optimal takes longer.
    fn search(&self, problem: &Problem, counted: bool) -> Result<Found, String> {
        let Problem { start, goal } = problem;
        let solver = self.solver(goal)?;
        let tell = self.tell;
        let told = (AtomicU32::new(u32::MAX), AtomicU64::new(0));
        let watch = |Progress { at_least, generated, .. }: Progress| {
            // A look at the page now and then: not at each of the many times that the solver asks.
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

    /// The solver for a goal. The tables are made when an orbit is asked for first.
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

    /// Makes the small tables of an orbit.
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

/// What walks from boards to a goal, if there is a table for it in the program: then answers take
/// microseconds.
#[must_use]
pub fn oracle(goal: &Board) -> Option<Oracle> {
    Oracle::new(table(goal)?, goal).ok()
}

/// The table in the program for a goal.
fn table(goal: &Board) -> Option<Arc<Table>> {
    embedded(Orbit::from(goal).into())
}

/// What a table says.
#[expect(clippy::result_large_err, reason = "once a question, and it is the library's own")]
fn walk(oracle: &Oracle, start: &Board) -> Result<Found, Error> {
    Ok(Found {
        moves: oracle.solution(start)?,
        next: oracle.optimal_moves(start)?,
        count: Some(oracle.count_solutions(start)?),
    })
}

/// How many boards there are at distance 0, 1, 2, ... from a goal, if there is a table for it.
#[must_use]
pub fn counts(goal: &Board) -> Option<Vec<u64>> {
    Some(table(goal)?.header().counts().to_vec())
}

/// Of the boards at a distance from the goal one, `part` of the way through all of them.
///
/// # Errors
///
/// In words: there is no table, or no board is that far away.
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

/// The moves that can be made, those first that lower the distance. Every move changes the distance
/// by one: each changes the colour of
/// the blank's cell, and with it whether the distance is odd.
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
