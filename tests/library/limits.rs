//! Limits on searches: what they prove when they stop one, and that they stop every question.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::common::columns::Columns;
use crate::common::{Numbers, goal_with_blank};
use tilebase::bulk::{Answers, Bulk, Form, Question, Questions};
use tilebase::limits::{Interval, Progress};
use tilebase::oracle::{Answer, Ask, Outcome};
use tilebase::puzzle::{Orbit, SmallBoard, SmallShape};
use tilebase::sets::Set;
use tilebase::solver::{PartitionSize, PatternTable};
use tilebase::text::Format;
use tilebase::{Board, Error, Limits, Moves, Oracle, Tablebase};

/// Boards that a thread may generate beyond a limit before it looks at it.
const LATE: u64 = 50_000;

/// A board at the largest distance of 4x4. Small tables would search for days.
const FARTHEST: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

fn four_by_four() -> SmallShape {
    "4x4".parse().expect("a shape")
}

/// The answer to a board that is solved within the limits.
fn solve(oracle: &Oracle, board: &SmallBoard) -> Answer {
    let answer = oracle.answer(board, Ask::SOLUTION);
    answer.expect("memory").known().expect("solvable")
}

/// The number of boards generated for a solution.
fn generated(oracle: &Oracle, board: &SmallBoard) -> u64 {
    solve(oracle, board).cost().generated
}

/// A search for the default goal of 4x4 that always takes the same work: on one thread, and with
/// small tables only.
fn search() -> Oracle {
    // Made once for all tests.
    static TABLES: LazyLock<Vec<Vec<PatternTable>>> = LazyLock::new(|| {
        let orbit = Orbit::from(&SmallBoard::goal(four_by_four()));
        let generate = |&pattern: &_| PatternTable::generate(pattern, 2).expect("memory");
        PartitionSize::Small
            .partitions(orbit)
            .iter()
            .map(|partition| partition.iter().map(generate).collect())
            .collect()
    });
    let goal = SmallBoard::goal(four_by_four());
    Oracle::with_patterns(&goal, &TABLES).expect("tables of its orbit").threads(1)
}

/// A board and its distance.
type Known = (SmallBoard, u32);

/// Korf's boards with their published distances.
fn korf() -> Vec<Known> {
    let rows = Set::named("korf-100").expect("a set").boards();
    let known = rows.map(|row| {
        let board = row.board.parse::<SmallBoard>().expect("a board");
        (board, row.lower_bound)
    });
    known.collect()
}

/// A question about one board, which a limit may stop.
type AskOne = fn(&Oracle, &SmallBoard) -> Result<(), Error>;

const QUESTIONS: [(&str, AskOne); 6] = [
    ("solution", |oracle, board| oracle.solution(board).map(drop)),
    ("distance", |oracle, board| oracle.distance(board).map(drop)),
    ("optimal moves", |oracle, board| oracle.optimal_moves(board).map(drop)),
    ("legal moves", |oracle, board| oracle.legal_moves(board).map(drop)),
    ("count", |oracle, board| oracle.count_solutions(board).map(drop)),
    ("solutions", |oracle, board| oracle.solutions(board)?.try_for_each(|moves| moves.map(drop))),
];

/// Checks that the bounds of a stopped board are true. Returns whether they have its canonical
/// solution.
fn is_true(stopped: &Interval, goal: &SmallBoard, (board, distance): &Known) -> bool {
    let at_least = stopped.at_least;
    assert!(at_least > 0 && at_least <= *distance, "{board}: {stopped:?}, not {distance}");
    assert_eq!(at_least % 2, distance % 2, "{board}: {stopped:?}");
    let Some(best) = &stopped.best else { return false };
    assert_eq!(board.after(best), Some(*goal), "{board}: {stopped:?}");
    assert!(best.len() as u32 >= *distance, "{board}: {stopped:?}");
    assert_eq!(stopped.distance().is_some(), at_least == best.len() as u32, "{board}");
    assert!(!stopped.is_canonical || at_least == *distance, "{board}: {stopped:?}");
    stopped.is_canonical
}

/// Asks everything in every way, and returns how many questions were stopped before and after the
/// solution was found.
fn ask_all(oracle: &Oracle, limit: u64, boards: &[Known]) -> [u64; 2] {
    let (goal, mut counts) = (*oracle.goal().small().unwrap(), [0; 2]);
    let limited = oracle.clone().limited(Limits::default().boards(limit));
    let mut stopped = |stopped: &Interval, known: &Known| {
        let late = LATE..u64::MAX;
        assert!(stopped.generated >= limit && !late.contains(&(stopped.generated - limit)));
        assert!(stopped.best.is_some(), "a limit leaves a solution of {}", known.0);
        counts[usize::from(is_true(stopped, &goal, known))] += 1;
    };
    for known in boards {
        for (_, ask) in QUESTIONS {
            match ask(&limited, &known.0) {
                Ok(()) => {}
                Err(Error::Stopped(why)) => stopped(&why, known),
                Err(error) => panic!("{error}"),
            }
        }
    }
    let batch = limited.clone();
    let asked: Vec<SmallBoard> = boards.iter().map(|(board, _)| *board).collect();
    let distances = batch.distances(&asked).expect("right tables");
    let solutions = batch.solutions_of(&asked).expect("right tables");
    let optimal = batch.optimal_moves_of(&asked).expect("right tables");
    let all = distances.into_iter().map(|found| found.map(drop));
    let all = all.chain(solutions.into_iter().map(|found| found.map(drop)));
    let all = all.chain(optimal.into_iter().map(|found| found.map(drop)));
    for (found, known) in all.zip(boards.iter().cycle()) {
        match found {
            Outcome::Known(()) => {}
            Outcome::Bounded(why) => stopped(&why, known),
            Outcome::Unsolvable(why) => panic!("{why}"),
        }
    }
    lines_are_true(&limited, boards);
    counts
}

/// The bounds in all formats are true, too.
fn lines_are_true(limited: &Oracle, boards: &[Known]) {
    let text: String = boards.iter().map(|(board, _)| format!("{board}\n")).collect();
    let is_bound = |bound: u32, (board, distance): &Known| {
        assert!(bound <= *distance && bound % 2 == distance % 2, "{board}: {bound}, {distance}");
    };
    let asked =
        [Question::Moves, Question::Distance, Question::Next, Question::Legal, Question::Count];
    for answer in asked.into_iter().chain([Question::All]) {
        for format in [Format::Text, Format::Csv, Format::Jsonl] {
            let oracle = limited.clone();
            let rows = Questions::from_iter([Question::Distance, answer]);
            let questions = if format == Format::Text { answer.into() } else { rows };
            let form = Form { format, questions, ..Form::default() };
            let bulk = Bulk::with_oracles(form, move |_| Ok(oracle.clone()));
            let mut answers = Answers::default();
            bulk.goal(*limited.goal().small().unwrap()).answer(text.as_bytes(), &mut answers);
            assert!(answers.failure.is_none());
            let written = String::from_utf8(answers.text).expect("UTF-8");
            if (answer, format) == (Question::All, Format::Text) {
                // These are several lines each.
                let is_bound = |line: &&str| line.starts_with("stopped: at least ");
                let bounds = written.lines().filter(is_bound).count() as u64;
                assert_eq!(bounds, answers.failed, "{written}");
                continue;
            }
            assert_eq!(written.lines().count(), boards.len(), "{written}");
            let mut stopped = 0;
            for (line, known) in written.lines().zip(boards) {
                match format {
                    Format::Text => {
                        let Some(bound) = line.strip_prefix("stopped: at least ") else { continue };
                        is_bound(bound.parse().expect("a bound"), known);
                    }
                    Format::Csv => {
                        let mut reader = csv::ReaderBuilder::new();
                        let mut rows =
                            reader.has_headers(false).from_reader(line.as_bytes()).into_records();
                        let row = rows.next().expect("a row").expect("CSV");
                        let [distance, bound] = [&row[1], &row[row.len() - 2]];
                        is_bound(bound.parse().expect("a bound"), known);
                        // Only proved bounds are printed.
                        assert!(distance.is_empty() || distance == bound, "{line}");
                        if row[row.len() - 1].is_empty() {
                            continue;
                        }
                    }
                    Format::Jsonl => {
                        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
                        let bound = row["lower_bound"].as_u64().expect("a bound");
                        let distance = &row["distance"];
                        assert!(distance.is_null() || *distance == bound, "{line}");
                        is_bound(bound as u32, known);
                        if row["error"].is_null() {
                            continue;
                        }
                    }
                }
                stopped += 1;
            }
            assert_eq!(stopped, answers.failed, "{written}");
        }
    }
}

#[test]
fn published_distances_are_no_less_than_the_bounds() {
    let goal = goal_with_blank(four_by_four(), 0);
    let oracle = Tablebase::embedded().searching_oracle(&goal).expect("memory").threads(1);
    let boards = korf();
    assert_eq!(boards.len(), 100);
    let mut before = ask_all(&oracle, 0, &boards)[0];
    let some: Vec<Known> = boards.into_iter().step_by(10).collect();
    before += ask_all(&oracle, 30_000, &some)[0];
    assert!(before > 800, "{before}");
}

/// The solutions of these boards are found in a moment, and other questions about them take longer,
/// so that limits stop them at every point.
#[test]
fn bounds_are_true_wherever_a_search_stops() {
    let (oracle, mut numbers) = (search(), Numbers(7));
    let goal = *oracle.goal().small().unwrap();
    let mut counts = [0; 2];
    let board: SmallBoard = "6 2 1 x/12 10 5 11/8 3 14 15/7 9 13 4".parse().expect("a board");
    let far = std::iter::once((board, 51));
    let near = std::iter::repeat_with(|| numbers.walk(&goal, 70)).take(5);
    let near: Vec<Known> =
        near.map(|board| (board, oracle.distance(&board).expect("solvable"))).collect();
    for known in far.chain(near) {
        let generated = generated(&oracle, &known.0);
        for part in 1..=8 {
            let limit = generated * part / 4;
            let [before, after] = ask_all(&oracle, limit, &[known]);
            counts = [counts[0] + before, counts[1] + after];
        }
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

/// If the solution was known when a limit stopped what was asked beside it, it is not thrown away.
#[test]
fn a_solution_that_was_found_is_kept() {
    let (oracle, mut numbers) = (search(), Numbers(8));
    let goal = *oracle.goal().small().unwrap();
    let (mut stops, mut at_the_end) = ([0; QUESTIONS.len()], 0);
    for _ in 0..40 {
        let board = numbers.walk(&goal, 90);
        let answer = solve(&oracle, &board);
        let (found, solution) = (answer.cost().generated, answer.moves.expect("asked for"));
        let distance = solution.len() as u32;
        // The search for the solution stays within this limit.
        let limited = oracle.clone().limited(Limits::default().boards(found));
        assert_eq!(limited.solution(&board).expect("within the limit"), solution);
        for ((name, ask), stops) in QUESTIONS.into_iter().zip(&mut stops) {
            let Err(Error::Stopped(stopped)) = ask(&limited, &board) else { continue };
            assert_eq!(stopped.best.as_ref(), Some(&solution), "{name} of {board}");
            assert_eq!(stopped.at_least, distance, "{name} of {board}");
            let says = format!("stopped: the distance is {distance}, but not all was found");
            assert_eq!(stopped.to_string(), says);
            *stops += 1;
        }
        // One board less: the search may have found a solution when it was stopped, but not proved
        // that there is no smaller one.
        if found > 0 {
            let limited = oracle.clone().limited(Limits::default().boards(found - 1));
            if let Err(Error::Stopped(stopped)) = limited.solution(&board) {
                is_true(&stopped, &goal, &(board, distance));
                at_the_end += 1;
            }
        }
    }
    let [solution, distance, others @ ..] = stops;
    assert_eq!([solution, distance], [0, 0]);
    assert!(at_the_end > 10, "{at_the_end}");
    assert!(others.iter().all(|&stops| stops > 2), "{stops:?}");
}

/// Limits in a batch, where a board's searches follow one another on a thread.
#[test]
fn a_solution_that_was_found_in_a_batch_is_kept() {
    let (oracle, mut numbers) = (search(), Numbers(8));
    let mut kept = 0;
    for _ in 0..20 {
        let board = numbers.walk(oracle.goal().small().unwrap(), 90);
        let found = generated(&oracle, &board);
        for part in 4..=12 {
            let limits = Limits::default().boards(found * part / 8);
            let batch = oracle.clone().limited(limits);
            let solution = batch.solutions_of(&[board]).expect("right tables").remove(0);
            let optimal = batch.optimal_moves_of(&[board]).expect("right tables").remove(0);
            if let (Outcome::Known(moves), Outcome::Bounded(stopped)) = (solution, optimal) {
                assert_eq!(stopped.at_least as usize, moves.len(), "{board}");
                assert_eq!(stopped.best, Some(moves), "{board}");
                kept += 1;
            }
        }
    }
    assert!(kept > 5, "{kept}");
}

/// A progress function gets only proved bounds, whatever the question.
#[test]
fn progress_is_true() {
    let (oracle, mut numbers) = (search(), Numbers(9));
    for _ in 0..10 {
        let board = numbers.walk(oracle.goal().small().unwrap(), 90);
        let distance = oracle.distance(&board).expect("solvable");
        let (told, calls) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (most, count) = (Arc::clone(&told), Arc::clone(&calls));
        let limits = Limits::default().progress(move |Progress { at_least, .. }| {
            most.fetch_max(at_least.into(), Ordering::Relaxed);
            count.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        let watched = oracle.clone().limited(limits);
        for (name, ask) in QUESTIONS {
            ask(&watched, &board).expect("no limit");
            assert_eq!(told.load(Ordering::Relaxed), u64::from(distance), "{name} of {board}");
        }
        watched.optimal_moves_of(&[board]).expect("right tables");
        assert_eq!(told.load(Ordering::Relaxed), u64::from(distance), "{board}");
        assert!(calls.load(Ordering::Relaxed) > 0);
    }
}

/// Listing and counting solutions takes longer than finding one.
#[test]
fn limits_stop_lists_and_counts() {
    let oracle = search();
    let board: SmallBoard = "6 2 1 x/12 10 5 11/8 3 14 15/7 9 13 4".parse().expect("a board");
    let found = generated(&oracle, &board);
    let limit = found + 1000;
    for limits in [Limits::default().boards(limit), stop_beyond(limit)] {
        let limited = oracle.clone().limited(limits);
        let solution = limited.solution(&board).expect("within the limit");
        let mut all = limited.solutions(&board).expect("within the limit");
        let Some(Err(Error::Stopped(listed))) = all.find(Result::is_err) else {
            panic!("all were listed")
        };
        assert!(all.next().is_none());
        let Err(Error::Stopped(counted)) = limited.count_solutions(&board) else {
            panic!("counted")
        };
        for stopped in [listed, counted] {
            assert_eq!((stopped.at_least, stopped.best.as_ref()), (51, Some(&solution)));
            let late = limit + LATE;
            assert!(stopped.generated > limit && stopped.generated < late, "{stopped:?}");
        }
    }
}

/// A progress function that breaks after this many boards.
fn stop_beyond(limit: u64) -> Limits {
    let reached = move |Progress { generated, .. }| {
        if generated > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Limits::default().progress(reached)
}

/// Without any time, every question about a board that is searched for ends at once. A table is not
/// limited.
#[test]
fn time_limits_every_question() {
    let tables = Tablebase::embedded();
    let board: SmallBoard = FARTHEST.parse().expect("a board");
    let known = (board, 80);
    let limits = Limits::default().timeout(Duration::ZERO);
    let oracle = search().limited(limits.clone());
    for (name, ask) in QUESTIONS {
        let Err(Error::Stopped(stopped)) = ask(&oracle, &board) else { panic!("{name}: answered") };
        assert!(stopped.generated < LATE, "{name}: {stopped:?}");
        assert!(!is_true(&stopped, oracle.goal().small().unwrap(), &known), "{name}");
    }
    let answers = oracle.distances(&[board; 20]).expect("right tables");
    for answer in answers {
        let Outcome::Bounded(stopped) = answer else { panic!("{answer:?}") };
        assert!(stopped.generated < LATE, "{stopped:?}");
    }
    let goal = SmallBoard::goal(SmallShape::default());
    let table = tables.oracle(&goal).expect("embedded").limited(limits.boards(0).moves(0));
    let board: SmallBoard = "867254301".parse().expect("a board");
    for (_, ask) in QUESTIONS {
        ask(&table, &board).expect("a table is not searched");
    }
    assert_eq!(table.distances(&[board]).expect("whole"), [Outcome::Known(31)]);
}

/// A search stops when it is proved that the board takes too many moves.
#[test]
fn moves_are_limited() {
    let (oracle, mut numbers) = (search(), Numbers(9));
    let goal = *oracle.goal().small().unwrap();
    let mut both = [0; 2];
    for _ in 0..60 {
        let board = numbers.walk(&goal, 60);
        let distance = oracle.distance(&board).expect("solvable");
        let limited = oracle.clone().limited(Limits::default().moves(36));
        let answers = limited.clone().distances(&[board]).expect("right tables");
        match limited.distance(&board) {
            Ok(found) => assert_eq!((found, &answers[0]), (distance, &Outcome::Known(distance))),
            Err(Error::Stopped(stopped)) => {
                let Outcome::Bounded(too) = &answers[0] else { panic!("{answers:?}") };
                for stopped in [&stopped, too] {
                    assert!(stopped.at_least > 36 && stopped.at_least <= distance, "{stopped:?}");
                }
            }
            Err(error) => panic!("{error}"),
        }
        assert_eq!(limited.distance(&board).is_ok(), distance <= 36, "{board}: {distance}");
        both[usize::from(distance <= 36)] += 1;
    }
    assert!(both[0] > 5 && both[1] > 5, "{both:?}");
}

/// A progress function that breaks once, at this call, and counts its calls.
fn break_at(call: u64) -> (Limits, Arc<AtomicU64>) {
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let limits = Limits::default().progress(move |_| {
        if counted.fetch_add(1, Ordering::Relaxed) + 1 == call {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (limits, calls)
}

/// The boards that a batch answered, and the boards that were generated for those it did not.
fn answered(batch: &Oracle, boards: &[SmallBoard]) -> (usize, u64) {
    let distances = batch.distances(boards).expect("right tables");
    let generated = distances.iter().filter_map(|answer| match answer {
        Outcome::Bounded(stopped) => Some(stopped.generated),
        _ => None,
    });
    let generated = generated.sum();
    (distances.into_iter().filter_map(Outcome::known).count(), generated)
}

#[test]
fn a_break_ends_a_batch_of_hard_boards() {
    let oracle = search();
    let board: SmallBoard = FARTHEST.parse().expect("a board");
    for (threads, boards) in [(1, 1), (1, 40), (3, 40), (2, 5000)] {
        for call in [1, 2, 50, 400] {
            let (limits, calls) = break_at(call);
            let batch = oracle.clone().limited(limits).threads(threads);
            let (answers, generated) = answered(&batch, &vec![board; boards]);
            let calls = calls.load(Ordering::Relaxed);
            assert_eq!(answers, 0);
            // Other threads go on until the thread that breaks has reported it, which takes long if
            // the system halts it there.
            let more = 50 * (threads as u64 - 1);
            assert!((call..=call + more).contains(&calls), "{calls} calls, not {call}");
            // Each call stands for a few thousand boards of a thread.
            let most = (calls + 16 * threads as u64 + 1) * LATE;
            assert!(generated < most, "{generated} boards in {calls} calls");
        }
    }
}

#[test]
fn a_break_ends_a_batch_between_easy_boards() {
    let (oracle, mut numbers) = (search(), Numbers(10));
    let goal = *oracle.goal().small().unwrap();
    let boards: Vec<SmallBoard> = (0..12_000).map(|_| numbers.walk(&goal, 30)).collect();
    let (limits, calls) = break_at(u64::MAX);
    let batch = oracle.clone().limited(limits);
    assert_eq!(answered(&batch, &boards), (12_000, 0));
    let whole = calls.load(Ordering::Relaxed);
    assert!(whole > 100, "{whole} calls");
    // It breaks only once, and yet no later board is begun.
    for call in [1, whole / 4] {
        let (limits, calls) = break_at(call);
        let batch = oracle.clone().limited(limits);
        let (answers, generated) = answered(&batch, &boards);
        assert_eq!(calls.load(Ordering::Relaxed), call);
        assert!(answers < 6000 && generated < 16 * LATE, "{answers} answers, {generated} boards");
        assert_eq!(call == 1, answers == 0, "{answers}");
    }
}

#[test]
fn a_break_ends_a_batch_of_lookups() {
    let tables = Tablebase::embedded();
    let goal = SmallBoard::goal(SmallShape::default());
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape()).collect();
    for threads in [1, 2] {
        let (limits, calls) = break_at(5);
        let oracle = tables.oracle(&goal).expect("embedded").limited(limits);
        let batch = oracle.threads(threads);
        let distances = batch.distances(&boards).expect("whole");
        let stopped = |answer: &&Outcome<u32>| matches!(answer, Outcome::Bounded(_));
        let stopped = distances.iter().filter(stopped).count();
        // At most four runs of boards on each thread were looked up before.
        assert!(boards.len() - stopped < 5 * 1024 * threads, "{stopped} were not looked up");
        assert!(calls.load(Ordering::Relaxed) >= 5);
    }
}

#[test]
fn a_break_ends_every_question() {
    let oracle = search();
    let board: SmallBoard = FARTHEST.parse().expect("a board");
    for (name, ask) in QUESTIONS {
        for call in [1, 20] {
            let (limits, calls) = break_at(call);
            let oracle = oracle.clone().limited(limits);
            let Err(Error::Stopped(stopped)) = ask(&oracle, &board) else { panic!("{name}") };
            assert_eq!(calls.load(Ordering::Relaxed), call, "{name}");
            assert!(!is_true(&stopped, oracle.goal().small().unwrap(), &(board, 80)), "{name}");
        }
    }
    let moves: Result<Moves, Error> = oracle.clone().limited(break_at(1).0).solution(&board);
    assert!(moves.is_err());
}

/// A limit on boards has the same answer for a board alone as among many, and for each way to ask.
#[test]
fn boards_alone_are_stopped_as_among_many() {
    let goal = SmallBoard::goal(four_by_four());
    let mut numbers = Numbers(81);
    let mut boards = vec![Board::from(goal)];
    for steps in [2, 10, 20, 40, 60, 80, 100, 120] {
        boards.extend((0..5).map(|_| Board::from(numbers.walk(&goal, steps))));
    }
    let (mut solved, mut stopped) = (0, 0);
    for most in [0, 1, 10, 100, 1000, 10_000] {
        let oracle = search().limited(Limits::default().boards(most)).threads(2);
        let mut first = 0;
        oracle
            .answers(&boards, Ask::SOLUTION, &mut |_, answers| {
                for (board, among_many) in boards[first..].iter().zip(&*answers) {
                    let alone = oracle.answer(board, Ask::SOLUTION).expect("memory");
                    assert_eq!(alone, *among_many, "{board} with {most}");
                    let (mut known, moves) = (alone.clone().known(), oracle.solution(board));
                    match alone {
                        Outcome::Bounded(alone) => {
                            stopped += 1;
                            let Err(Error::Stopped(moves)) = moves else { panic!("{board}") };
                            assert_eq!(moves, *alone, "{board} with {most}");
                        }
                        alone => {
                            solved += 1;
                            let generated = known.as_ref().map(|it| it.cost().generated);
                            assert!(generated <= Some(most), "{board} with {most}: {alone:?}");
                            let found = known.as_mut().and_then(|known| known.moves.take());
                            assert_eq!(moves.ok(), found, "{board} with {most}");
                        }
                    }
                }
                first += answers.len();
                ControlFlow::Continue(())
            })
            .expect("memory");
        assert_eq!(first, boards.len());
    }
    assert!(solved > 50 && stopped > 50, "{solved} and {stopped}");
}
