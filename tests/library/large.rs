//! Shapes of 17 to 25 cells: good solutions at once, and what is proved of them.

use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::common::columns::Columns;
use crate::common::{Numbers, goal_with_blank, near};
use tilebase::analysis::Analysis;
use tilebase::bulk::{Bulk, Form, Question, Questions};
use tilebase::check::Verdict;
use tilebase::generate::Generator;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, Orbit, Pattern, Puzzle, SmallBoard, SmallShape};
use tilebase::sample::{Request, Sampler};
use tilebase::sets::Set;
use tilebase::text::Format;
use tilebase::verify::prove;
use tilebase::{Board, Error, Limits, Move, Moves, Oracle, Table, Tablebase};

fn shape(text: &str) -> SmallShape {
    text.parse().unwrap()
}

/// The oracle of 5x5 with small tables, which are made once for all tests.
fn five() -> Oracle {
    static FIVE: LazyLock<Oracle> = LazyLock::new(|| {
        let goal = SmallBoard::goal(shape("5x5"));
        Tablebase::embedded().oracle(&goal).unwrap()
    });
    FIVE.clone()
}

/// An oracle for the goal with the blank in the first cell.
fn five_with_blank_first() -> Oracle {
    Tablebase::embedded().oracle(&goal_with_blank(shape("5x5"), 0)).unwrap()
}

/// The oracle of 3x6 with small tables, which are made once for all tests.
fn three_by_six() -> Oracle {
    static ORACLE: LazyLock<Oracle> = LazyLock::new(|| {
        let goal = SmallBoard::goal(shape("3x6"));
        Tablebase::embedded().oracle(&goal).unwrap()
    });
    ORACLE.clone()
}

/// The known bounds of a board: a lower bound, and a solution that may not be optimal.
fn known(oracle: &Oracle, board: &SmallBoard) -> (u32, Moves) {
    match oracle.solution(board) {
        Ok(moves) => (moves.len() as u32, moves),
        Err(Error::Stopped(stopped)) => (stopped.at_least, stopped.best.expect("a solution")),
        Err(error) => panic!("{board}: {error}"),
    }
}

#[test]
fn random_boards_have_legal_solutions_and_bounds_of_their_parity() {
    let mut numbers = Numbers(0x5eed);
    for (text, blank) in [("5x5", 24), ("3x6", 7), ("9x2", 8)] {
        let goal = goal_with_blank(shape(text), blank);
        let oracle =
            if text == "5x5" { five() } else { Tablebase::embedded().oracle(&goal).unwrap() };
        let oracle = oracle.limited(Limits::default().boards(40_000));
        for _ in 0..4 {
            let board = numbers.board(&goal);
            let (at_least, moves) = known(&oracle, &board);
            assert_eq!(board.after(&moves), Some(goal), "{board}");
            let length = moves.len() as u32;
            assert!(
                at_least <= length && (length - at_least).is_multiple_of(2),
                "{at_least} {length}"
            );
            assert!(oracle.lower_bound(&board).unwrap() <= at_least);
        }
    }
}

/// Answers the 491 boards with published optimal lengths within some limits, or one in `step`. No
/// solution is shorter, no bound is higher, and what is proved is as published. Returns the moves
/// above that, and how many were proved.
fn published_lengths(limits: &Limits, step: usize) -> (Vec<u32>, usize) {
    let (mut excess, mut proved) = (Vec::new(), 0);
    for (blank, oracle) in [("last", five()), ("first", five_with_blank_first())] {
        let sets = ["korf-felner-50", "clausecker-193", "deepcubea-248"];
        let sets = sets.map(|name| Set::named(name).unwrap()).into_iter();
        let rows = sets.filter(|set| set.goal == blank).flat_map(Set::boards);
        let rows = rows.map(|row| (row.board.parse::<SmallBoard>().unwrap(), row.lower_bound));
        let (boards, distances): (Vec<SmallBoard>, Vec<u32>) = rows.step_by(step).unzip();
        let batch = oracle.clone().limited(limits.clone()).threads(2);
        let found = batch.solutions_of(&boards).unwrap();
        for ((board, distance), found) in boards.iter().zip(distances).zip(found) {
            let (at_least, moves) = match found {
                Outcome::Known(moves) => (moves.len() as u32, moves),
                Outcome::Bounded(stopped) => (stopped.at_least, stopped.best.unwrap()),
                Outcome::Unsolvable(why) => panic!("{board}: {why}"),
            };
            assert_eq!(board.after(&moves), Some(*oracle.goal().small().unwrap()), "{board}");
            let length = moves.len() as u32;
            assert!(at_least <= distance && distance <= length, "{board}: {at_least}..{length}");
            let all_even = ((length - distance) | (distance - at_least)).is_multiple_of(2);
            assert!(all_even, "{board}: {at_least}..{length}, {distance}");
            excess.push(length - distance);
            proved += usize::from(at_least == length);
        }
    }
    assert!(step > 1 || excess.len() == 491);
    (excess, proved)
}

/// Whatever is made better must not become worse: in a hundredth of the default limit.
fn are_between_the_bounds(step: usize) {
    let (excess, _) = published_lengths(&Limits::default().boards(200_000), step);
    let mean = f64::from(excess.iter().sum::<u32>()) / excess.len() as f64;
    assert!(mean < 8.0, "{mean}");
}

#[test]
fn published_optimal_lengths_are_between_the_bounds() {
    are_between_the_bounds(8);
}

#[test]
#[ignore = "seconds; .ci/run runs it"]
fn long_all_published_optimal_lengths_are_between_the_bounds() {
    are_between_the_bounds(1);
}

/// With so large a limit, a beam from the goal to the board finds what the other beams do not.
#[test]
#[ignore = "seconds; .ci/run runs it"]
fn long_searches_look_from_the_other_end() {
    let text = "21 10 8 14 18 2 12 1 22 16 6 11 9 23 20 15 3 17 13 0 7 19 24 5 4";
    let board: SmallBoard = text.parse().unwrap();
    let oracle = five_with_blank_first().limited(Limits::default().boards(40_000_000));
    let (_, moves) = known(&oracle, &board);
    assert_eq!(board.after(&moves), Some(*oracle.goal().small().unwrap()));
    // Of the set clausecker-193. One beam of 39 million boards finds 101.
    assert_eq!(moves.len(), 97);
}

#[test]
#[ignore = "takes ten minutes"]
fn published_optimal_lengths_are_proved() {
    let (excess, proved) = published_lengths(&Limits::default().boards(40_000_000).proof(), 1);
    println!("{proved} proved; excess {excess:?}");
    assert!(proved > 0);
}

#[test]
fn boards_near_the_goal_have_the_canonical_solution() {
    // A second thread would take longer to start than these searches.
    let oracle = five().threads(1);
    let distances = near(oracle.goal().small().unwrap(), 14);
    let mut boards: Vec<&SmallBoard> = distances.keys().collect();
    boards.sort_by_key(|board| board.cells().to_vec());
    // 18,243 boards at all distances.
    for board in boards.into_iter().step_by(36) {
        let answer = oracle.answer(board, Ask::SOLUTION | Ask::OPTIMAL_MOVES).unwrap();
        let answer = answer.known().expect("near the goal");
        assert_eq!(answer.distance, Some(distances[board]), "{board}");
        let moves = answer.moves.expect("asked for");
        let mut at = *board;
        for &mv in moves.iter() {
            let nearer = |mv: &Move| {
                let next = at.moved(*mv).and_then(|next| distances.get(&next));
                next == Some(&(distances[&at] - 1))
            };
            assert_eq!(Some(mv), Move::ONE_CELL.into_iter().find(nearer), "{board}: {moves}");
            at = at.moved(mv).unwrap();
        }
        assert_eq!(at, *oracle.goal().small().unwrap());
        let nearer = |mv: &Move| {
            board.moved(*mv).is_some_and(|next| distances.get(&next) < distances.get(board))
                && distances.contains_key(&board.moved(*mv).unwrap())
        };
        let optimal: Vec<Move> = Move::ONE_CELL.into_iter().filter(nearer).collect();
        assert_eq!(answer.next.expect("asked for").into_iter().collect::<Vec<_>>(), optimal);
    }
}

/// The limit is a number of boards, so what is found does not depend on the number of threads.
#[test]
fn bounds_hold_near_the_goal_whatever_the_limit() {
    let oracle = five();
    let moves: Moves = "lluurdlu".parse().unwrap();
    let mut board = *oracle.goal().small().unwrap();
    for (distance, &mv) in (1..).zip(moves.iter()) {
        board = board.moved(mv).unwrap();
        for most in (0..64).chain([100, 200, 400, 1_000, 10_000]) {
            let limited = oracle.clone().limited(Limits::default().boards(most));
            match limited.solution(&board) {
                Ok(moves) => assert_eq!(moves.len(), distance, "{board}, {most}"),
                Err(Error::Stopped(stopped)) => {
                    let at_least = stopped.at_least as usize;
                    assert!(at_least <= distance, "{board}, {most}: {stopped:?}");
                    assert_eq!(at_least % 2, distance % 2, "{board}, {most}: {stopped:?}");
                }
                Err(error) => panic!("{board}: {error}"),
            }
        }
    }
}

/// If there was no time for all optimal moves, the row has the solution, and an error that says so.
#[test]
fn a_proved_solution_is_an_answer_without_other_moves() {
    let board = "1 2 3 4 5 6 8 13 12 9 11 7 x 23 15 16 17 24 19 18 21 22 20 14 10\n";
    let questions = Questions::from_iter([Question::Distance, Question::Moves, Question::Next]);
    let form = Form { format: Format::Jsonl, questions, ..Form::default() };
    let mut without = 0;
    for most in (15_000..40_000).step_by(1000) {
        let limits = Limits::default().boards(most);
        let bulk = Bulk::with_oracles(form, move |_| Ok(five().limited(limits.clone())));
        let row = String::from_utf8(bulk.to_vec(1, board.as_bytes()).unwrap()).unwrap();
        let has_next = !row.contains("\"next\":null");
        assert_eq!(row.ends_with("\"error\":null}\n"), has_next, "{most}: {row}");
        without += usize::from(!row.contains("\"moves\":null") && !has_next);
    }
    assert!(without > 0);
}

/// The distance may be proved before it is known which of the shortest solutions is canonical.
#[test]
fn a_distance_may_be_known_before_the_solution() {
    let board: SmallBoard = "8 1 17 4 2 3 / 11 6 12 10 16 5 / 14 x 7 13 9 15".parse().unwrap();
    let oracle = three_by_six().limited(Limits::default().boards(400_000));
    assert_eq!(oracle.distance(&board).unwrap(), 60);
    let batch = oracle.clone();
    assert_eq!(batch.distances(&[board]).unwrap(), [Outcome::Known(60)]);
    let Err(Error::Stopped(stopped)) = oracle.solution(&board) else { panic!("canonical") };
    assert_eq!((stopped.distance(), stopped.is_canonical), (Some(60), false));
    let expected = Outcome::from(stopped.clone());
    assert_eq!(batch.solutions_of(&[board]).unwrap(), [expected]);
    // That is enough to check and to analyze moves.
    let best = stopped.best.unwrap();
    let (oracle, board) = (oracle, Board::from(board));
    let verdict = |moves: &str| Verdict::new(&oracle, &board, moves).unwrap();
    assert_eq!(verdict(&best.to_string()), Verdict::Optimal);
    assert_eq!(verdict(&format!("ud{best}")), Verdict::Valid { excess: 2 });
    let analysis = Analysis::new(&oracle, &board, &best).unwrap();
    assert_eq!((analysis.optimal_length, analysis.lost()), (Some(60), Some(0)));
    let analysis = Analysis::new(&oracle, &board, &Moves::default()).unwrap();
    assert_eq!(analysis.optimal_length, Some(60));
}

/// Whoever asks for the distance alone does not wait for the canonical solution.
#[test]
fn a_distance_takes_fewer_boards_than_the_solution() {
    let board: SmallBoard = "5 14 7 2 6 17 / 13 3 12 x 1 4 / 11 9 16 10 8 15".parse().unwrap();
    let oracle = three_by_six().threads(1);
    let cost = |ask: &dyn Fn(Oracle)| {
        let generated = Arc::new(AtomicU64::new(0));
        let most = Arc::clone(&generated);
        ask(oracle.clone().limited(Limits::default().progress(move |progress| {
            most.fetch_max(progress.generated, Ordering::Relaxed);
            ControlFlow::Continue(())
        })));
        generated.load(Ordering::Relaxed)
    };
    let solution = cost(&|oracle| assert_eq!(oracle.solution(&board).unwrap().len(), 63));
    let alone = cost(&|oracle| assert_eq!(oracle.distance(&board).unwrap(), 63));
    let among = cost(&|oracle| {
        assert_eq!(oracle.distances(&[board]).unwrap(), [Outcome::Known(63)]);
    });
    assert!(2 * alone < solution && 2 * among < solution, "{alone}, {among}, {solution}");
}

#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let oracle = five().limited(Limits::default().boards(50_000));
    let mut numbers = Numbers(77);
    let boards: Vec<SmallBoard> =
        (0..5).map(|_| numbers.board(oracle.goal().small().unwrap())).collect();
    let answers = |threads| {
        let batch = oracle.clone().threads(threads);
        batch.solutions_of(&boards).unwrap()
    };
    let one = answers(1);
    assert!(one == answers(2) && one == answers(7));
    for (board, answer) in boards.iter().zip(one) {
        let Outcome::Bounded(stopped) = answer else { panic!("{board} is solved") };
        let Err(Error::Stopped(alone)) = oracle.solution(board) else { panic!("{board}") };
        assert_eq!(*stopped, alone);
    }
}

#[test]
fn a_progress_function_that_breaks_keeps_the_best_solution() {
    let limits = Limits::default().progress(|progress| {
        if progress.best.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let board = Numbers(5).board(five().goal().small().unwrap());
    let Err(Error::Stopped(stopped)) = five().limited(limits).distance(&board) else {
        panic!("it is not solved");
    };
    assert_eq!(board.after(&stopped.best.unwrap()), Some(*five().goal().small().unwrap()));
    assert!(stopped.at_least > 0);
}

/// However short the time, for instance because tables are copied in it, there is a solution.
#[test]
fn there_is_a_solution_after_any_time() {
    let oracle = five().limited(Limits::default().timeout(Duration::ZERO));
    let mut numbers = Numbers(6);
    for _ in 0..5 {
        let board = numbers.board(oracle.goal().small().unwrap());
        let (at_least, moves) = known(&oracle, &board);
        assert_eq!(board.after(&moves), Some(*oracle.goal().small().unwrap()), "{board}");
        assert!(at_least <= moves.len() as u32);
    }
}

#[test]
fn more_boards_make_no_solution_longer() {
    let mut numbers = Numbers(31);
    for _ in 0..3 {
        let board = numbers.board(five().goal().small().unwrap());
        let length =
            |boards| known(&five().limited(Limits::default().boards(boards)), &board).1.len();
        assert!(length(400_000) <= length(60_000) + 2, "{board}");
    }
}

/// Unproved values are never written where they could be taken for proved.
#[test]
fn lines_say_what_is_proved() {
    let board = "1 9 3 20 4 / 16 21 17 10 7 / 18 11 12 8 14 / 13 6 15 5 24 / x 22 23 19 2";
    let line = |answer, format| {
        let form = Form { format, ..Form::from(answer) };
        let limits = Limits::default().boards(20_000);
        let bulk = Bulk::with_oracles(form, move |goal| {
            assert_eq!(goal.small(), Some(five().goal().small().unwrap()));
            Ok(five().limited(limits.clone()))
        });
        let bulk = bulk.size(shape("5x5"));
        String::from_utf8(bulk.to_vec(1, format!("{board}\n").as_bytes()).unwrap()).unwrap()
    };
    let moves = line(Question::Moves, Format::Text);
    let (bounds, moves) = moves.trim().split_once(' ').expect("bounds before the moves");
    let (at_least, length) = bounds.split_once("..").expect("two bounds");
    assert_eq!(length.parse::<usize>().unwrap(), moves.len());
    assert!(at_least.parse::<usize>().unwrap() < moves.len());
    assert_eq!(line(Question::Distance, Format::Text), format!("{bounds}\n"));
    assert_eq!(
        line(Question::Moves, Format::Csv),
        format!("board,moves,lower_bound,error\n{board},{moves},{at_least},\n")
    );
    assert_eq!(
        line(Question::Moves, Format::Jsonl),
        format!(
            "{{\"board\":\"{board}\",\"moves\":\"{moves}\",\
             \"lower_bound\":{at_least},\"error\":null}}\n"
        )
    );
    // Answers that need an optimal solution are not given for others.
    for answer in [Question::Next, Question::Count, Question::All, Question::Legal] {
        assert_eq!(line(answer, Format::Text), format!("stopped: at least {at_least}\n"));
        let csv = line(answer, Format::Csv);
        let row = csv.lines().nth(1).expect("a row");
        assert!(row.starts_with(&format!("{board},,")), "{answer:?}: {row}");
        assert!(row.contains("no solution is shorter than "), "{answer:?}: {row}");
        let json = line(answer, Format::Jsonl);
        assert!(json.contains(r#"":null,"error":""#), "{answer:?}: {json}");
    }
}

#[test]
fn a_table_of_a_large_pattern_is_proved() {
    let orbit = Orbit::new(shape("6x3"), 17).unwrap();
    let pattern = Pattern::new(orbit, 0b01_1001_1011).unwrap();
    let mut bytes = Vec::new();
    let new = Generator::new(pattern).table(|_| Continue(())).unwrap();
    new.write_to(&mut bytes).unwrap();
    let table = Table::from_bytes("six", bytes.clone()).unwrap();
    assert_eq!(table.puzzle(), Puzzle::from(pattern));
    let counts = prove(&table, 2, |_| Continue(())).unwrap();
    assert_eq!(counts, table.header().counts());
    assert_eq!(counts.iter().sum::<u64>(), pattern.states());
    let middle = 4096 + bytes.len() / 2;
    bytes[middle] ^= 1;
    let lying = Table::from_bytes("six", crate::common::with_new_checksums(bytes)).unwrap();
    assert!(prove(&lying, 2, |_| Continue(())).is_err());
    assert!(Pattern::new(Orbit::new(shape("5x5"), 24).unwrap(), 0xff).is_err(), "eight tiles");
}

#[test]
fn generated_tables_answer_as_small_ones_do() {
    let goal = SmallBoard::goal(shape("9x2"));
    let large = Tablebase::embedded();
    let (size, blank) = (goal.shape(), goal.blank_cell());
    for puzzle in Tablebase::puzzles_to_generate(size, blank, Metric::Single, false).unwrap() {
        let mut bytes = Vec::new();
        Generator::new(puzzle).table(|_| Continue(())).unwrap().write_to(&mut bytes).unwrap();
        large.insert(Table::from_bytes(puzzle.to_string(), bytes).unwrap());
    }
    let oracles = [&large, &Tablebase::embedded()]
        .map(|tables| tables.oracle(&goal).unwrap().limited(Limits::default()));
    let mut numbers = Numbers(18);
    for _ in 0..3 {
        let board = numbers.walk(&goal, 60);
        let [large, small] = oracles.each_ref().map(|oracle| oracle.solution(&board).unwrap());
        assert_eq!(large, small, "{board}");
    }
}

/// Tables of further partitions make proofs shorter and change no answer, neither a proof nor a
/// quick one.
#[test]
#[ignore = "takes minutes"]
fn further_tables_change_no_answer() {
    let goal = goal_with_blank(shape("5x5"), 0);
    let made = |puzzles: Vec<Puzzle>| {
        puzzles.into_iter().map(|puzzle| {
            let mut bytes = Vec::new();
            let made = Generator::new(puzzle).threads(2).table(|_| Continue(())).unwrap();
            made.write_to(&mut bytes).unwrap();
            Arc::new(Table::from_bytes(puzzle.to_string(), bytes).unwrap())
        })
    };
    let tables = [Tablebase::embedded(), Tablebase::embedded()];
    let (size, blank) = (goal.shape(), goal.blank_cell());
    let puzzles = |proofs| Tablebase::puzzles_to_generate(size, blank, Metric::Single, proofs);
    for table in made(puzzles(false).unwrap()) {
        for tables in &tables {
            tables.insert(Arc::clone(&table));
        }
    }
    for table in made(puzzles(true).unwrap().split_off(4)) {
        tables[1].insert(table);
    }
    let rows = Set::named("clausecker-193").unwrap().boards();
    let boards = rows.map(|row| row.board.parse::<SmallBoard>().unwrap());
    let mut generated = [0; 2];
    for board in boards.take(6) {
        let proofs = tables.each_ref().map(|tables| {
            let limits = Limits::default().boards(2_000_000_000).proof();
            tables
                .oracle(&goal)
                .unwrap()
                .limited(limits)
                .answer(&board, Ask::SOLUTION)
                .unwrap()
                .known()
                .unwrap()
        });
        assert_eq!(proofs[0].moves, proofs[1].moves, "{board}");
        for (sum, proof) in generated.iter_mut().zip(&proofs) {
            *sum += proof.cost().generated;
        }
        let [without, with] =
            tables.each_ref().map(|tables| tables.oracle(&goal).unwrap().solution(&board));
        assert_eq!(format!("{without:?}"), format!("{with:?}"));
    }
    println!("{generated:?} boards generated");
    assert!(2 * generated[1] < generated[0], "{generated:?}");
}

#[test]
fn random_boards_are_drawn_alike_for_a_seed() {
    let goal = SmallBoard::goal(shape("5x5"));
    let draw = |seed| {
        let request = Request { count: 50, ..Request::default() };
        Sampler::new(&goal.into(), request, seed).unwrap().draw(50).unwrap()
    };
    let boards = draw(1);
    assert!(boards == draw(1) && boards != draw(2));
    for board in &boards {
        board.expect_solvable(&goal.into()).unwrap();
    }
    assert!(boards.iter().any(|board| board.blank_cell() != boards[0].blank_cell()));
}

/// The memory of a run is known before it begins, and depends on its limits.
#[test]
fn memory_that_a_run_cannot_have_is_an_error_beforehand() {
    let needed = |limits, boards| match five().limited(limits).for_boards_at_a_time(boards) {
        Err(Error::Memory { bytes }) => bytes,
        found => panic!("{found:?}"),
    };
    let default = Limits::of_size(shape("5x5"));
    let boards = 1 << 20;
    // In MB.
    let each = |limits| (needed(limits, boards) / boards as u64) >> 20;
    let [least, usual, most] =
        [Limits::default().boards(1), default.clone(), Limits::default()].map(each);
    assert!(least < 8 && (100..200).contains(&usual), "{least}, {usual}");
    // Without limits, as much is spent on a good solution as by default.
    assert_eq!(most, usual);
    let most = each(Limits::default().timeout(Duration::from_secs(9)));
    assert!((300..500).contains(&most), "{most}");
    assert_eq!(each(Limits::default().boards(1 << 40)), most);
    assert_eq!(each(Limits::default().boards(1 << 40).proof()), usual);
    assert_eq!(needed(default, usize::MAX), u64::MAX);
    let limited = five().limited(Limits::default().boards(50_000));
    let limited = limited.for_boards_at_a_time(2).unwrap();
    known(&limited, &Numbers(4).board(five().goal().small().unwrap()));
}

#[test]
fn shapes_beyond_25_cells_are_refused_with_the_limit() {
    let error = "2x13".parse::<SmallShape>().unwrap_err();
    assert!(error.to_string().ends_with("at most 25 cells"), "{error}");
    let bulk = Bulk::new(Arc::new(Tablebase::embedded()), Form::from(Question::Distance));
    let line: String = (1..30).map(|tile| format!("{tile} ")).chain(["x\n".to_owned()]).collect();
    assert_eq!(bulk.to_vec(1, line.as_bytes()).unwrap(), b"invalid\n");
}
