//! Answers for one board, from the library's tables or from a search.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};
use tilebase::analysis::Analysis;
use tilebase::any::Finder;
use tilebase::known::known;
use tilebase::limits::Progress;
use tilebase::oracle::Answerable;
use tilebase::puzzle::{
    Class, MAX_MULTI_CELLS, MAX_TABLED_CELLS, Metric, MultiMove, MultiMoves, Notation, Orbit,
    Pattern, Rectangle, Slide, solvable,
};
use tilebase::sample::{DistanceSource, Population, Request, Sampler};
use tilebase::solver::{Partition, PartitionSize, PatternTable};
use tilebase::{Board, Error, Limits, Move, Oracle, Shape, Tablebase, embedded, multi};

use crate::problem::{PageProblem, error_of, told};
use crate::way;

/// How to search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct How {
    /// Whether to search if no table has the answer, which may take long. If false, the reply is
    /// then `{"search": "whole"}`, or `{"search": "parts"}` for more than sixteen cells: the proof
    /// may take days, so there are limits to search with first. For more than 25 cells it is
    /// `{"search": "best"}`: there is no proof.
    pub search: bool,
    /// Whether a search also counts the shortest solutions, which takes longer.
    #[serde(rename = "count")]
    counted: bool,
    /// Whether a search uses larger tables, which are made if they have not been.
    larger: bool,
    /// The number of boards after which the search is stopped, if it is limited.
    boards: Option<u64>,
}

/// The answer for a board, or for text that is not one: its fields are documented in
/// `tilebase.d.ts`. Those that are not known are null.
fn blank_answer(problem: Option<&PageProblem<Rectangle>>) -> Value {
    let text = |what: fn(&PageProblem<Rectangle>) -> String| problem.map(what).unwrap_or_default();
    json!({
        "board": text(|problem| problem.start.to_string()),
        "goal": text(|problem| problem.goal.to_string()),
        "size": text(|problem| problem.start.extent().to_string()),
        "distance": null, "moves": null, "next": null, "count": null,
        "atLeast": null, "best": null, "error": null, "kind": null, "why": null,
        "legal": problem.map_or_else(Vec::new, all_legal),
    })
}

/// The answer for text that is not a board.
pub fn unread(error: &str) -> Value {
    let mut answer = blank_answer(None);
    answer["error"] = json!(error);
    answer
}

/// Every legal move.
fn all_legal(PageProblem { start, metric, .. }: &PageProblem<Rectangle>) -> Vec<Value> {
    let unjudged = |mv: &dyn Display, blank| legal(start.cells(), mv, blank, None);
    if let (Metric::Multi, Ok(board)) = (metric, Board::try_from(start)) {
        return MultiMove::all(&board)
            .map(|(mv, after)| unjudged(&mv, after.blank_cell()))
            .collect();
    }
    let all = Move::ALL.into_iter();
    all.filter_map(|mv| Some(unjudged(&mv, start.moved(mv)?.blank_cell()))).collect()
}

/// A legal move, the tile that slides, of several the farthest, and the distance after it.
fn legal(cells: &[u32], mv: &dyn Display, blank: usize, distance: Option<u32>) -> Value {
    json!({ "move": mv.to_string(), "tile": cells[blank], "distance": distance })
}

/// Adds the legal moves of a board to its answer, and those that are optimal.
fn add_legal<M: Slide>(
    answer: &mut Value,
    whole: &PageProblem<Rectangle>,
    start: &Board,
    after: &[(M, u32)],
) {
    let nearer = after.iter().filter(|(_, after)| answer["distance"] == after + 1);
    answer["next"] = json!(nearer.map(|(mv, _)| mv.to_string()).collect::<String>());
    let cells = whole.start.cells();
    let after = after.iter().filter_map(|(mv, after)| {
        Some(legal(cells, mv, mv.made_on(start)?.blank_cell(), Some(*after)))
    });
    answer["legal"] = after.collect();
}

/// Everything that finds answers.
#[derive(Debug)]
pub struct PageAnswers {
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

impl PageAnswers {
    /// Starts with the embedded tables. `tell` receives the progress of long requests, as JSON.
    pub fn new(tell: fn(&str)) -> PageAnswers {
        PageAnswers {
            tables: Tablebase::embedded(),
            oracle: RefCell::default(),
            larger: RefCell::default(),
            tell,
        }
    }

    /// Answers a board. Errors are part of the answer.
    pub fn answer(&self, problem: &PageProblem<Rectangle>, how: How) -> Value {
        let mut answer = blank_answer(Some(problem));
        let found = match problem.small() {
            Ok(small) => self.fill(&mut answer, problem, &small, how),
            Err(_) => self.find(problem, how),
        };
        match found {
            Ok(()) => {}
            Err(Error::Stopped(stopped)) => {
                answer["atLeast"] = json!(stopped.at_least);
                answer["distance"] = json!(stopped.distance());
                let best = stopped.best.filter(|_| answer["moves"].is_null());
                answer["best"] = json!(best.map(|best| best.to_string()));
            }
            Err(error) => {
                let told = told(error);
                for name in ["error", "kind", "why"] {
                    answer[name] = told[name].clone();
                }
            }
        }
        answer
    }

    /// The limits on a search, which tells its progress.
    fn limits(&self, how: How) -> Limits {
        let limits = how.boards.map_or(Limits::default(), |most| Limits::default().boards(most));
        limits.progress(self.progress())
    }

    /// Finds the best solution within the limits, of a board of more than 25 cells.
    fn find(&self, problem: &PageProblem<Rectangle>, how: How) -> tilebase::Result<()> {
        let finder = Finder::new(&problem.goal)?.limited(self.limits(how));
        Err(finder.find(&problem.start)?.into())
    }

    /// Finds the answer for a board that oracles answer.
    fn fill(
        &self,
        answer: &mut Value,
        whole: &PageProblem<Rectangle>,
        PageProblem { start, goal, metric }: &PageProblem,
        how: How,
    ) -> tilebase::Result<()> {
        solvable(start, goal)?;
        let limits = self.limits(how);
        match metric {
            Metric::Single => {
                let oracle = self.oracle(goal, how.larger)?.limited(limits);
                self.fill_from(answer, whole, &oracle, start, how)
            }
            Metric::Multi => {
                let oracle = self.multi_oracle(goal)?.limited(limits);
                self.fill_from(answer, whole, &oracle, start, how)
            }
        }
    }

    /// Finds the answer of an oracle.
    fn fill_from<M: Answerable>(
        &self,
        answer: &mut Value,
        whole: &PageProblem<Rectangle>,
        oracle: &Oracle<M>,
        start: &Board,
        how: How,
    ) -> tilebase::Result<()> {
        let (found, searched) = (oracle.answer(start)?, oracle.table().is_none());
        let distance = found.distance();
        (answer["distance"], answer["atLeast"]) = (json!(distance), json!(distance));
        answer["moves"] = json!(found.moves().to_string());
        if searched {
            // Finding the other optimal moves takes longer.
            let found = json!({ "distance": distance, "moves": answer["moves"] });
            (self.tell)(&found.to_string());
        }
        add_legal(answer, whole, start, &found.legal_moves()?);
        if how.counted || !searched {
            answer["count"] = json!(found.count_solutions()?);
        }
        Ok(())
    }

    /// Judges moves from a board, up to the first illegal one. They have the letters of the blank.
    ///
    /// # Errors
    ///
    /// If a move cannot be read, a search fails or the board cannot be solved.
    pub fn judge(&self, problem: &PageProblem, moves: &str, how: How) -> Result<Value, Value> {
        let PageProblem { start, goal, metric } = problem;
        let limits = Limits::of_size(goal.shape()).progress(self.progress());
        let judged = match metric {
            Metric::Single => {
                let oracle = self.oracle(goal, how.larger).map_err(told)?.limited(limits);
                let moves = Notation::Blank.parse(moves, None).map_err(told)?;
                Analysis::new(&oracle, start, &moves).map(|way| way::judged(&way))
            }
            Metric::Multi => {
                let oracle = self.multi_oracle(goal).map_err(told)?.limited(limits);
                let moves = MultiMoves::parse(moves, Notation::Blank, None).map_err(told)?;
                Analysis::multi(&oracle, start, &moves).map(|way| way::judged(&way))
            }
        };
        judged.map_err(told)
    }

    /// Makes larger pattern tables for an orbit, if there are any. Those of another orbit are
    /// dropped.
    fn enlarge(&self, orbit: Orbit) -> tilebase::Result<()> {
        let partitions = larger_partitions(orbit);
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

    /// The oracle for a goal in the multi-tile metric. The tables in the program are made when they
    /// are first needed, and those for searches, too.
    fn multi_oracle(&self, goal: &Board) -> tilebase::Result<multi::Oracle> {
        if goal.shape().cells() > MAX_MULTI_CELLS {
            (self.tell)(&json!({ "table": 1, "of": 1 }).to_string());
        }
        self.tables.multi_oracle(goal)
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

/// The partitions with larger patterns, or none if small ones do.
fn larger_partitions(orbit: Orbit) -> Vec<Partition> {
    match orbit.shape().class() {
        Class::Tabled => Vec::new(),
        _ => Partition::for_orbit(orbit, PartitionSize::Medium),
    }
}

/// The memory that larger tables for a goal take, in bytes. `None` if there are none.
pub fn larger_memory(goal: &Board) -> Option<u64> {
    let partitions = larger_partitions(Orbit::from(goal));
    let patterns = partitions.iter().flat_map(Partition::patterns);
    let bytes = patterns.map(|pattern| pattern.states().div_ceil(8));
    (!partitions.is_empty()).then(|| bytes.sum())
}

/// The oracle for a goal, if its table is embedded.
pub fn tabled_oracle(goal: &Board) -> Option<Oracle> {
    Oracle::new(embedded::table(Orbit::from(goal).into())?, goal).ok()
}

/// Why there is no answer from a table, and for which shapes there is one.
pub fn no_table(shape: Shape) -> String {
    let tabled =
        Shape::all(MAX_TABLED_CELLS).filter(|shape| tabled_oracle(&Board::goal(*shape)).is_some());
    let tabled: Vec<String> = tabled.map(|shape| shape.to_string()).collect();
    format!("no table for {shape} is in the program, only for {}", tabled.join(", "))
}

/// The number of boards at distance 0, 1, 2, ... from a goal, if it is known.
pub fn counts(problem: &PageProblem) -> Option<Vec<u64>> {
    let puzzle = problem.puzzle();
    match embedded::table(puzzle) {
        Some(table) => Some(table.header().counts().to_vec()),
        None => Some(known(puzzle)?.counts),
    }
}

/// One board at this distance from the goal, each equally likely.
///
/// # Errors
///
/// A message, if no table is embedded or no board is that far away.
pub fn sample(problem: &PageProblem, distance: u32, seed: u64) -> Result<Board, String> {
    let PageProblem { goal, metric, .. } = problem;
    let table = embedded::table(problem.puzzle()).ok_or_else(|| no_table(goal.shape()))?;
    let source = match metric {
        Metric::Single => Oracle::new(table, goal).map(DistanceSource::from),
        Metric::Multi => multi::Oracle::from_table(table, goal).map(DistanceSource::from),
    };
    let (source, distances) = (source.map_err(error_of)?, distance..=distance);
    let population = Population::Distances { source, distances, each: false, along: false };
    let request = Request { count: 1, population, ..Request::default() };
    let boards = Sampler::new(goal, request, seed).and_then(|mut sampler| sampler.draw(1));
    Ok(boards.map_err(|error| error.to_string())?[0])
}
