//! Wrong pattern tables, whatever is in them: every answer is legal, ends at the goal, and is no
//! longer than the largest distance of its shape, or there is an error. Nothing panics.

use crate::common::columns::Columns;
use crate::common::{Numbers, goal_with_blank};
use tilebase::bulk::{Answers, Bulk, Form, Question};
use tilebase::puzzle::{Metric, MoveSet};
use tilebase::puzzle::{Orbit, SmallBoard, SmallShape};
use tilebase::solver::{PartitionSize, PatternTable};
use tilebase::text::Format;
use tilebase::{Error, Limits, Moves, Oracle, Result, Tablebase};

/// The right small tables for a goal.
fn small_tables(goal: &SmallBoard) -> Vec<Vec<PatternTable>> {
    let generate = |&pattern: &_| PatternTable::generate(pattern, 1).expect("memory");
    PartitionSize::Small
        .partitions(Orbit::from(goal))
        .iter()
        .map(|partition| partition.iter().map(generate).collect())
        .collect()
}

/// How to change a table.
#[derive(Clone, Copy, Debug)]
enum Lie {
    /// Every byte is this.
    All(u8),
    /// One bit in this many bytes, on average, is flipped.
    Flips(usize),
    /// The first table has every byte so, and the others are right.
    First(u8),
    Random,
}

const LIES: [Lie; 9] = [
    Lie::All(0),
    Lie::All(0xff),
    Lie::All(0b0101_0101),
    Lie::Flips(1),
    Lie::Flips(30),
    Lie::Flips(1000),
    Lie::First(0),
    Lie::First(0xff),
    Lie::Random,
];

fn lying(
    goal: &SmallBoard,
    tables: &[Vec<PatternTable>],
    lie: Lie,
    numbers: &mut Numbers,
) -> Oracle {
    let mut change = |place: usize, table: &PatternTable| {
        let mut bytes = table.bytes().to_vec();
        for byte in &mut bytes {
            match lie {
                Lie::All(value) => *byte = value,
                Lie::First(value) if place == 0 => *byte = value,
                Lie::Flips(of) if numbers.below(of) == 0 => *byte ^= 1 << numbers.below(8),
                Lie::First(_) | Lie::Flips(_) => {}
                Lie::Random => *byte = numbers.below(256) as u8,
            }
        }
        PatternTable::new(table.pattern(), bytes).expect("as many bytes")
    };
    let tables: Vec<Vec<PatternTable>> = tables
        .iter()
        .map(|tables| {
            tables.iter().enumerate().map(|(place, table)| change(place, table)).collect()
        })
        .collect();
    Oracle::with_patterns(goal, &tables).expect("tables of its orbit")
}

/// How many answers and errors there were.
#[derive(Debug, Default)]
struct Counts {
    answers: u64,
    errors: u64,
    stops: u64,
}

impl Counts {
    /// The answer, unless there is an error of one of the two kinds that there may be.
    fn answer<A>(&mut self, answer: Result<A>, board: &SmallBoard) -> Option<A> {
        match answer {
            Ok(answer) => {
                self.answers += 1;
                return Some(answer);
            }
            Err(Error::Pattern(_)) => self.errors += 1,
            Err(Error::Stopped(_)) => self.stops += 1,
            Err(error) => panic!("{board}: {error}"),
        }
        None
    }
}

fn is_solution(moves: &Moves, board: &SmallBoard, goal: &SmallBoard, longest: usize) {
    assert_eq!(board.after(moves), Some(*goal), "{board}: {moves}");
    assert!(moves.len() <= longest, "{board}: {} moves", moves.len());
}

/// Asks everything of one board.
fn ask(oracle: &Oracle, board: &SmallBoard, longest: usize, counts: &mut Counts) {
    let goal = oracle.goal().small().expect("small");
    let at_least = counts.answer(oracle.lower_bound(board), board);
    assert!(at_least.is_none_or(|moves| moves as usize <= longest), "{board}: {at_least:?}");
    let Some(moves) = counts.answer(oracle.solution(board), board) else { return };
    is_solution(&moves, board, goal, longest);
    assert_eq!(moves.is_empty(), board == goal);
    if let Some(optimal) = counts.answer(oracle.optimal_moves(board), board) {
        assert_eq!(
            optimal - board.legal_moves(Metric::Single),
            MoveSet::EMPTY,
            "{board}: {optimal}"
        );
        assert!(moves.first().is_none_or(|&first| optimal.contains(first)), "{board}");
    }
    if let Some(legal) = counts.answer(oracle.legal_moves(board), board) {
        assert_eq!(legal.len(), board.legal_moves(Metric::Single).len(), "{board}");
    }
    if let Some(count) = counts.answer(oracle.count_solutions(board), board) {
        assert!(count > 0, "{board}");
    }
    let Some(all) = counts.answer(oracle.solutions(board), board) else { return };
    let mut some = false;
    for solution in all.take(50) {
        some = true;
        if let Some(solution) = counts.answer(solution, board) {
            is_solution(&solution, board, goal, longest);
        }
    }
    assert!(some, "{board}: neither a solution nor an error");
}

/// Asks of many boards at once.
fn ask_batch(oracle: &Oracle, boards: &[SmallBoard], longest: usize, counts: &mut Counts) {
    let (goal, batch) = (*oracle.goal().small().unwrap(), oracle.clone());
    // After an error, the boards after it are asked again.
    let mut rest = boards;
    while !rest.is_empty() {
        let (solutions, distances, optimal) =
            (batch.solutions_of(rest), batch.distances(rest), batch.optimal_moves_of(rest));
        let Ok(solutions) = solutions else {
            let Err(failed) = solutions else { return };
            counts.answer(Err::<(), Error>(failed.error), &rest[failed.index]);
            assert!(distances.is_err() && optimal.is_err(), "all follow from the same search");
            rest = &rest[failed.index + 1..];
            continue;
        };
        let distances = distances.expect("all follow from the same search");
        for ((board, solution), distance) in rest.iter().zip(solutions).zip(distances) {
            let distance = counts.answer(distance.into_result(), board);
            let Some(moves) = counts.answer(solution.into_result(), board) else { continue };
            is_solution(&moves, board, &goal, longest);
            assert_eq!(distance, Some(moves.len() as u32), "{board}");
        }
        match optimal {
            Ok(optimal) => {
                for (board, moves) in rest.iter().zip(optimal) {
                    if let Some(moves) = counts.answer(moves.into_result(), board) {
                        assert_eq!(
                            moves - board.legal_moves(Metric::Single),
                            MoveSet::EMPTY,
                            "{board}"
                        );
                    }
                }
            }
            Err(failed) => {
                counts.answer(Err::<(), Error>(failed.error), &rest[failed.index]);
            }
        }
        return;
    }
}

/// Asks of lines.
fn ask_bulk(oracle: &Oracle, boards: &[SmallBoard], longest: usize, counts: &mut Counts) {
    let goal = *oracle.goal().small().unwrap();
    for &(_, answer) in Question::NAMES {
        for format in [Format::Text, Format::Csv, Format::Jsonl] {
            let source = oracle.clone();
            let form = Form { format, ..Form::from(answer) };
            let bulk = Bulk::with_oracles(form, move |_| Ok(source.clone())).goal(goal);
            let mut rest = boards;
            while !rest.is_empty() {
                let mut answers = Answers::default();
                bulk.answer_boards(rest.iter().copied(), &mut answers);
                let text = String::from_utf8(answers.text).expect("UTF-8");
                counts.answers += answers.lines - answers.failed;
                counts.stops += answers.failed;
                let done = &rest[..answers.lines as usize];
                if (answer, format) == (Question::Moves, Format::Text) {
                    for (board, line) in done.iter().zip(text.lines()) {
                        if !line.starts_with("stopped") {
                            // A solution that is not proved to be optimal is behind its bounds.
                            let moves = line.rsplit(' ').next().unwrap_or_default();
                            let longest = if line.contains("..") { usize::MAX } else { longest };
                            is_solution(&moves.parse().expect("moves"), board, &goal, longest);
                        }
                    }
                }
                if (answer, format) == (Question::Count, Format::Text) {
                    assert!(text.lines().all(|line| line != "0"), "{text}");
                }
                if format == Format::Jsonl {
                    assert_eq!(text.lines().count(), done.len());
                    for line in text.lines() {
                        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
                        let distance = row["distance"].as_u64();
                        assert!(distance.is_none_or(|moves| moves <= longest as u64), "{line}");
                        assert_ne!(row["count"], 0, "{line}");
                        assert_ne!(row["solutions"], serde_json::json!([]), "{line}");
                    }
                }
                let Some((line, error)) = answers.failure else { break };
                assert_eq!(line, answers.lines);
                counts.answer(Err::<(), Error>(error), &rest[line as usize]);
                rest = &rest[line as usize + 1..];
            }
        }
    }
}

fn every_lie(shape: &str, blank: usize, longest: usize, boards: usize, limit: u64) {
    let shape: SmallShape = shape.parse().expect("a shape");
    let goal = goal_with_blank(shape, blank);
    let (tables, mut numbers) = (small_tables(&goal), Numbers(11));
    let mut far: Vec<SmallBoard> = (0..boards).map(|_| numbers.board(&goal)).collect();
    far.extend((0..boards).map(|i| numbers.walk(&goal, i)));
    far.push(goal);
    let mut all = Counts::default();
    for lie in LIES {
        let oracle = lying(&goal, &tables, lie, &mut numbers);
        let oracle = oracle.limited(Limits::default().boards(limit)).threads(2);
        let mut counts = Counts::default();
        for board in &far {
            ask(&oracle, board, longest, &mut counts);
        }
        ask_batch(&oracle, &far, longest, &mut counts);
        ask_bulk(&oracle, &far, longest, &mut counts);
        println!("{goal}, {lie:?}: {counts:?}");
        all.answers += counts.answers;
        all.errors += counts.errors;
    }
    // The lies matter, and yet some boards have answers.
    assert!(all.answers > 100 && all.errors > 100, "{all:?}");
}

/// The largest distances from a corner are published. From another cell they are at most a few
/// moves larger.
#[test]
fn small_shapes() {
    every_lie("3x3", 8, 31, 20, 100_000);
    every_lie("3x3", 4, 33, 10, 100_000);
    every_lie("2x4", 7, 36, 20, 100_000);
    every_lie("4x2", 0, 36, 10, 100_000);
}

#[test]
fn shapes_of_ten_and_twelve_cells() {
    every_lie("2x5", 9, 55, 12, 30_000);
    every_lie("3x4", 11, 53, 8, 30_000);
}

#[test]
fn shapes_of_sixteen_cells() {
    every_lie("4x4", 15, 80, 4, 30_000);
    every_lie("4x4", 1, 81, 2, 30_000);
    every_lie("2x8", 15, 140, 2, 30_000);
}

/// A few wrong bits make the estimates of far boards larger than any distance.
#[test]
fn estimates_beyond_the_largest_distance() {
    for (shape, longest) in [("3x3", 31), ("2x4", 36)] {
        let goal = SmallBoard::goal(shape.parse().expect("a shape"));
        let truth = Tablebase::embedded().oracle(&goal).expect("embedded");
        let is_far = |board: &SmallBoard| truth.distance(board).is_ok_and(|d| d + 2 >= longest);
        let far: Vec<SmallBoard> = SmallBoard::all(goal.shape()).filter(is_far).take(30).collect();
        let (tables, mut numbers, mut counts) =
            (small_tables(&goal), Numbers(12), Counts::default());
        for number in 0..40 {
            let lie = Lie::Flips([20, 60, 200, 600][number % 4]);
            let oracle = lying(&goal, &tables, lie, &mut numbers).threads(1);
            ask_batch(&oracle, &far, longest as usize, &mut counts);
            for board in &far {
                ask(&oracle, board, longest as usize, &mut counts);
            }
        }
        assert!(counts.answers > 100 && counts.errors > 100, "{shape}: {counts:?}");
    }
}
