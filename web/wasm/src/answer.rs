//! Answers for one board, from the library's tables or from a search; moves that somebody made,
//! read in a notation, written in one, and judged; and those of stages.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};
use tilebase::analysis::{Analysis, JudgedMove};
use tilebase::known::known;
use tilebase::limits::Progress;
use tilebase::oracle::{Answer, Ask, expect_answers};
use tilebase::puzzle::{Class, MAX_TABLED_CELLS, Metric, Orbit, Pattern, SmallBoard, SmallShape};
use tilebase::sample::{self, Difficulty, Population, Request, Sampler};
use tilebase::solver::{Partition, PartitionSize, PatternTable};
use tilebase::stages::{StageError, Stages};
use tilebase::text::{MoveError, Notation};
use tilebase::{Board, Error, Limits, Move, Oracle, Result, Tablebase, embedded};

use crate::problem::{
    PageProblem, SearchKind, add, cells, error_of, error_reply, move_reply, named, one_of, read,
};

/// How to search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct How {
    /// True if to search if no table has the answer, which may take long. If false, the reply is
    /// then that a [`SearchKind`] is needed.
    pub search: bool,
    /// True if a search also counts the shortest solutions, which takes longer.
    #[serde(rename = "count")]
    counted: bool,
    /// True if a search uses larger tables, which are made if they have not been.
    pub larger: bool,
    /// The number of boards after which the search is stopped, if it is limited.
    boards: Option<u64>,
}

/// Which boards to draw.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the function")]
pub struct DrawRequest {
    /// The least and the largest distance.
    distances: Option<(u32, u32)>,
    /// The name of a difficulty, instead of distances.
    difficulty: String,
    /// The number of boards.
    n: u64,
    /// The seed, a number or any text.
    seed: String,
    unique: bool,
    unsolvable: bool,
    along_solutions: bool,
    /// True if to search if no table has the distances, as in [`How`].
    search: bool,
}

/// For a legal move and the distance after it, these and the tile that slides, of several the
/// farthest.
fn legal_of(start: &Board) -> impl Fn(Move, Option<u32>) -> Value {
    let tiles = cells(start);
    move |mv, distance| {
        let to = start.moved(mv).map_or(0, |after| after.blank_cell());
        json!({ "move": mv.to_string(), "tile": tiles[to], "distance": distance })
    }
}

/// An answer in which no more is known than the question, and which moves are legal. The fields are
/// documented in `tilebase.d.mts`, and `tilebase.mjs` adds those that are missing.
fn described(PageProblem { start, goal, metric }: &PageProblem) -> Value {
    let (moves, legal) = (start.legal_moves(*metric).into_iter(), legal_of(start));
    let legal: Vec<Value> = moves.map(|mv| legal(mv, None)).collect();
    let (board, size) = (start.to_string(), start.shape().to_string());
    json!({ "board": board, "goal": goal.to_string(), "size": size, "legal": legal })
}

/// The distance of a board if it is 0 or 1.
fn near(board: &Board, goal: &Board, metric: Metric) -> Option<u32> {
    let is_after = |mv: Move| board.after(&[mv]).as_ref() == Some(goal);
    if board == goal {
        return Some(0);
    }
    board.legal_moves(metric).into_iter().any(is_after).then_some(1)
}

/// Answers requests, and keeps tables and oracles between them.
#[derive(Debug)]
pub struct Page {
    tables: Tablebase,
    /// The larger pattern tables made last, for the goals of an orbit.
    larger: RefCell<Option<(Orbit, Vec<Vec<PatternTable>>)>>,
    report: fn(&str),
}

impl Page {
    /// Starts with the embedded tables. `report` receives the progress of long requests, as JSON.
    pub fn new(report: fn(&str)) -> Page {
        Page { tables: Tablebase::embedded(), larger: RefCell::default(), report }
    }

    /// Answers a board. Errors are part of the answer.
    pub fn answer(&self, problem: &PageProblem, how: How) -> Value {
        let mut answer = described(problem);
        match self.find(problem, how, &mut answer) {
            Ok(_) => {}
            Err(Error::Stopped(stopped)) => {
                let distance = stopped.distance();
                add(&mut answer, json!({ "distance": distance, "atLeast": stopped.at_least }));
                let best = stopped.best.filter(|_| answer["moves"].is_null());
                answer["best"] = json!(best.map(|best| best.to_string()));
            }
            Err(error) => add(&mut answer, error_reply(error)),
        }
        answer
    }

    /// The answer for a board if it is known without tables and searches: the board cannot be
    /// solved, or is the goal, or one move away.
    pub fn near_answer(&self, problem: &PageProblem) -> Option<Value> {
        let PageProblem { start, goal, metric } = problem;
        expect_answers(goal.shape(), *metric, Ask::DISTANCE).ok()?;
        if start.expect_solvable(goal).is_err() {
            return Some(self.answer(problem, How::default()));
        }
        let distance = near(start, goal, *metric)?;
        let mut answer = described(problem);
        let moves = start.legal_moves(*metric).into_iter();
        // Two moves are enough from there: back, and to the goal.
        let after = |mv| near(&start.after(&[mv])?, goal, *metric).or(Some(2));
        let mut legal: Vec<_> = moves.map(|mv| (after(mv), mv)).collect();
        legal.sort();
        let next = legal.iter().find(|(after, _)| *after < Some(distance));
        let next = next.map_or_else(String::new, |(_, mv)| mv.to_string());
        let described = legal_of(start);
        let legal: Vec<Value> = legal.into_iter().map(|(after, mv)| described(mv, after)).collect();
        let known = json!({ "distance": distance, "moves": next, "next": next, "legal": legal });
        add(&mut answer, known);
        add(&mut answer, json!({ "atLeast": distance, "count": 1 }));
        Some(answer)
    }

    /// Finds the answer for a board, and fills in what is known even if a limit stops the rest.
    fn find(&self, problem: &PageProblem, how: How, answer: &mut Value) -> Result<Answer> {
        let start = &problem.start;
        start.expect_solvable(&problem.goal)?;
        let limits = Limits::new(how.boards, None).progress(self.progress());
        let oracle = self.oracle(problem, how.larger)?.limited(limits);
        let searched = oracle.table().is_none();
        let ask = Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES;
        let ask = if how.counted || !searched { ask | Ask::COUNT } else { ask };
        let found = oracle.answer_in_turn(start, ask, &mut |known| {
            let (distance, next) = (known.distance, known.next.map(|next| next.to_string()));
            let moves = known.moves.as_ref().map(ToString::to_string);
            add(answer, json!({ "distance": distance, "atLeast": distance, "moves": moves }));
            add(answer, json!({ "next": next, "count": known.count }));
            if let Some(after) = &known.legal {
                let legal = legal_of(start);
                answer["legal"] = after.iter().map(|&(mv, after)| legal(mv, Some(after))).collect();
            } else if searched {
                // Finding the other optimal moves takes longer.
                (self.report)(&json!({ "distance": distance, "moves": moves }).to_string());
            }
        });
        found?.into_result()
    }

    /// Judges moves from a board, up to the first illegal one, which is then the error beside.
    ///
    /// # Errors
    ///
    /// If a move cannot be read, a search fails or the board cannot be solved.
    pub fn judge(
        &self,
        problem: &PageProblem,
        moves: &str,
        notation: Notation,
        larger: bool,
    ) -> Result<Value, Value> {
        let PageProblem { start, metric, .. } = problem;
        let (moves, wrong) = notation.read_on(moves.as_bytes(), *metric, start).until_wrong();
        if let Some(why) = wrong.clone().filter(|why| why.illegal().is_none()) {
            return Err(move_reply(&why));
        }
        let limits = Limits::of_size(problem.goal.shape()).progress(self.progress());
        let oracle = self.oracle(problem, larger).map_err(error_reply)?.limited(limits);
        let analysis = Analysis::new(&oracle, start, &moves).map_err(error_reply)?;
        Ok(judged(&analysis, wrong))
    }

    /// Draws random boards.
    ///
    /// # Errors
    ///
    /// A message, if there are no such boards, or if they are too rare to be drawn.
    pub fn sample(&self, problem: &PageProblem, draw: &DrawRequest) -> Result<Value, String> {
        let mut distances = draw.distances.map(|(first, last)| first..=last);
        let mut along = draw.along_solutions;
        let (size, metric) = (problem.goal.shape(), problem.metric);
        let mut any = Population::Solvable;
        if !draw.difficulty.is_empty() {
            let difficulty = one_of("distance", &draw.difficulty, Difficulty::NAMES)?;
            let walks = difficulty.without_distances(size, metric);
            match walks {
                Some(population) if !along => any = population,
                _ => distances = difficulty.distances(size, metric),
            }
            along |= distances.is_some() && Difficulty::is_along(size);
        }
        let population = match distances.or_else(|| along.then_some(0..=u32::MAX)) {
            None if draw.unsolvable => Population::Unsolvable,
            None => any,
            Some(_) if draw.unsolvable => return Err("unsolvable boards have no distance".into()),
            Some(_) if !draw.search && problem.table().is_none() => {
                return Ok(SearchKind::Whole.needed());
            }
            Some(distances) => {
                let source = self.oracle(problem, false).map_err(error_of)?;
                Population::Distances { source, distances, each: false, along }
            }
        };
        let request = Request { count: draw.n, unique: draw.unique, population };
        let sampler = Sampler::new(&problem.goal, request, sample::seed(&draw.seed));
        let boards = sampler.and_then(|mut sampler| sampler.draw(draw.n as usize));
        let boards: Vec<Value> = boards.map_err(|why| why.to_string())?.iter().map(read).collect();
        Ok(json!({ "board": boards.first(), "boards": boards }))
    }

    /// Makes larger pattern tables for an orbit, if there are any. Those of another orbit are
    /// dropped.
    fn enlarge(&self, orbit: Orbit) -> Result<()> {
        let partitions = larger_partitions(orbit);
        let is_made = self.larger.borrow().as_ref().is_some_and(|(made, _)| *made == orbit);
        if is_made || partitions.is_empty() {
            return Ok(());
        }
        self.larger.replace(None);
        let of = partitions.iter().flatten().count();
        let mut number = 0;
        let mut make = |&pattern: &Pattern| {
            number += 1;
            (self.report)(&json!({ "table": number, "of": of }).to_string());
            PatternTable::generate(pattern, 1)
        };
        let mut make_all = |partition: &Partition| partition.iter().map(&mut make).collect();
        let tables = partitions.iter().map(&mut make_all).collect::<Result<_>>()?;
        self.larger.replace(Some((orbit, tables)));
        Ok(())
    }

    /// The oracle for a goal. Pattern tables are made when they are first needed.
    pub fn oracle(&self, problem: &PageProblem, larger: bool) -> Result<Oracle> {
        let PageProblem { goal, metric, .. } = problem;
        if let (Some(goal), Metric::Single) = (goal.small(), metric) {
            let orbit = Orbit::from(goal);
            if larger {
                self.enlarge(orbit)?;
            }
            if let Some((_, tables)) = self.larger.borrow().as_ref().filter(|it| it.0 == orbit) {
                return Ok(Oracle::with_patterns(goal, tables)?.threads(1));
            }
        }
        let is_kept = self.tables.kept_oracle(goal, *metric).is_some();
        if !is_kept && matches!(problem.search(), Some(SearchKind::Whole | SearchKind::Parts)) {
            (self.report)(&json!({ "table": 1, "of": 1 }).to_string());
        }
        Ok(self.tables.oracle_in(goal, *metric)?.threads(1))
    }

    /// Reports the progress of a search.
    fn progress(&self) -> impl Fn(Progress) -> ControlFlow<()> + use<> {
        let (report, last_bound, last_boards) =
            (self.report, AtomicU32::new(u32::MAX), AtomicU64::new(0));
        move |Progress { at_least, generated, .. }: Progress| {
            // A search calls this far more often than the page can show.
            const BOARDS_BETWEEN_REPORTS: u64 = 1 << 20;
            let is_new = last_bound.swap(at_least, Ordering::Relaxed) != at_least;
            let last = last_boards.load(Ordering::Relaxed);
            if is_new || generated < last || generated >= last + BOARDS_BETWEEN_REPORTS {
                last_boards.store(generated, Ordering::Relaxed);
                report(&json!({ "bound": at_least, "boards": generated }).to_string());
            }
            ControlFlow::Continue(())
        }
    }
}

/// The partitions with larger patterns, or none if small ones do.
fn larger_partitions(orbit: Orbit) -> Vec<Partition> {
    match orbit.shape().class() {
        Class::Tabled => Vec::new(),
        _ => PartitionSize::Medium.partitions(orbit),
    }
}

/// The memory that larger tables for a goal take, in bytes. `None` if there are none.
pub fn larger_memory(goal: &SmallBoard) -> Option<u64> {
    let partitions = larger_partitions(Orbit::from(goal));
    let patterns = partitions.iter().flatten();
    let bytes = patterns.map(|pattern| pattern.states().div_ceil(8));
    (!partitions.is_empty()).then(|| bytes.sum())
}

/// Why there is no answer from a table, and for which shapes there is one.
pub fn no_table(shape: SmallShape) -> String {
    let is_tabled = |shape: &SmallShape| {
        embedded::table(Orbit::from(&SmallBoard::goal(*shape)).into()).is_some()
    };
    let tabled = SmallShape::all(MAX_TABLED_CELLS).filter(is_tabled);
    let tabled: Vec<String> = tabled.map(|shape| shape.to_string()).collect();
    format!("no table for {shape} is in the program, only for {}", tabled.join(", "))
}

/// The number of boards at distance 0, 1, 2, ... from a goal, if it is known.
pub fn counts(problem: &PageProblem) -> Option<Vec<u64>> {
    let of_table = problem.table().map(|table| table.header().counts().to_vec());
    of_table.or_else(|| Some(known(problem.puzzle()?)?.counts))
}

/// The distances of each difficulty on boards of a size, or null where it is any board.
pub fn levels(problem: &PageProblem) -> Value {
    let (size, metric) = (problem.goal.shape(), problem.metric);
    let range = |it: Difficulty| it.distances(size, metric).map(|it| [*it.start(), *it.end()]);
    let levels = Difficulty::NAMES.iter().map(|&(name, it)| (name.to_owned(), json!(range(it))));
    Value::Object(levels.collect())
}

/// An analysis for JavaScript, with the error of an illegal move behind it.
fn judged(way: &Analysis, illegal: Option<MoveError>) -> Value {
    let mut judged = illegal.map_or_else(|| json!({}), |why| move_reply(&why));
    let steps: Vec<Value> = way.steps.iter().map(step).collect();
    // The least number of moves, those that mistakes cost, and those from the last board.
    let (optimal, lost, left) = (way.optimal_length, way.lost(), way.distance_left);
    add(&mut judged, json!({ "steps": steps, "optimal": optimal, "lost": lost, "left": left }));
    // A shortest solution of the board before the first mistake, or of the last board, and the
    // number of moves made before it begins.
    let ending = way.ending.as_ref().map(ToString::to_string);
    add(&mut judged, json!({ "endingAfter": way.ending_after(), "ending": ending }));
    judged
}

/// One of the moves: the tile that slides, the distance after it, its cost, and if it costs
/// anything, the optimal moves.
fn step(step: &JudgedMove) -> Value {
    json!({
        "move": step.mv.to_string(),
        "tile": step.tile,
        "distance": step.after,
        "cost": step.cost(),
        "better": step.better.as_ref().map(ToString::to_string).unwrap_or_default(),
    })
}

/// Moves from a board in another notation, and the board after them.
///
/// # Errors
///
/// If there is no such notation, or a move cannot be read or is illegal on the board.
pub fn translated(
    moves: &str,
    problem: &PageProblem,
    from: &str,
    to: &str,
) -> Result<Value, Value> {
    let notation = |name| named("notation", name).map(Option::unwrap_or_default);
    let (from, to): (Notation, Notation) = (notation(from)?, notation(to)?);
    let (start, metric) = (&problem.start, problem.metric);
    let moves = from.parse_on(moves, metric, start).map_err(|why| move_reply(&why))?;
    let written = to.format_on(&moves, metric, start).map_err(|why| move_reply(&why))?;
    Ok(json!({ "moves": written, "board": start.after(&moves).as_ref().map(read) }))
}

/// The goal and the moves of each usual stage.
///
/// # Errors
///
/// If the board cannot be solved, or not in stages.
pub fn in_stages(problem: &PageProblem) -> Result<Value, Value> {
    let refused = |why| match why {
        StageError::Failed(why) => error_reply(why),
        why => why.to_string().into(),
    };
    let stages = Stages::usual(&problem.goal, problem.metric, 1).map_err(refused)?;
    let moves = stages.solve(&problem.start).map_err(refused)?;
    let each = stages
        .goals()
        .iter()
        .zip(moves)
        .map(|(goal, moves)| json!({ "goal": goal.to_string(), "moves": moves.to_string() }));
    Ok(json!({ "stages": each.collect::<Vec<_>>() }))
}
