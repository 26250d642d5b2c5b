//! Boards of any size: every answer reaches the goal, and every bound is true.

use std::collections::HashMap;
use std::time::Duration;

use tilebase::bulk::{Bulk, Form, Question};
use tilebase::check::Verdict;
use tilebase::limits::Interval;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{BoardError, Direction, Metric, Shape, ShapeError, SmallBoard, SmallShape};
use tilebase::sets::Set;
use tilebase::text::Format;
use tilebase::{Board, Error, Limits, Oracle, Tablebase};

/// A board that reaches the goal, by a seed.
fn random(goal: &Board, seed: u64) -> Board {
    let (mut state, mut cells) = (seed, goal.cells());
    for at in (1..cells.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cells.swap(at, (state >> 33) as usize % (at + 1));
    }
    let board = Board::new(goal.shape(), cells.clone()).unwrap();
    let Some((a, b)) = board.parities(goal).unwrap().exchange else { return board };
    let cell = |tile| cells.iter().position(|&other| other == tile).unwrap();
    let (a, b) = (cell(a), cell(b));
    cells.swap(a, b);
    Board::new(goal.shape(), cells).unwrap()
}

/// The goals of a size: the usual one, one with the blank first, and any other.
fn goals(rows: usize, cols: usize) -> [Board; 3] {
    let shape = Shape { rows, cols };
    let usual = Board::goal(shape).unwrap();
    let first = Board::new(shape, 0..(rows * cols) as u32).unwrap();
    let other = random(&usual, 7);
    [usual, first, other]
}

/// The oracle of any size for a goal, on one thread.
fn finder(goal: &Board) -> Oracle {
    Oracle::of_any_size(goal.clone()).unwrap().threads(1)
}

/// The bounds of a board and its best solution.
fn find(finder: &Oracle, board: &Board) -> Result<Interval, Error> {
    match finder.answer(board.clone(), Ask::SOLUTION)? {
        Outcome::Known(answer) => {
            let generated = answer.cost().generated;
            Ok(Interval::beside(answer.moves.expect("asked for"), Metric::Single, generated))
        }
        outcome => match outcome.into_result() {
            Err(Error::Stopped(stopped)) => Ok(stopped),
            other => Err(other.expect_err("it is not known")),
        },
    }
}

/// Finds a solution, and checks it. Returns its length and the lower bound.
fn check(finder: &Oracle, board: &Board) -> (usize, usize) {
    check_found(finder.goal(), board, find(finder, board).unwrap())
}

fn check_found(goal: &Board, board: &Board, found: Interval) -> (usize, usize) {
    let moves = found.best.expect("every solvable board has a solution");
    assert_eq!(board.after(&moves).as_ref(), Some(goal), "{board}");
    let at_least = found.at_least as usize;
    assert!(at_least <= moves.len() && (at_least + moves.len()).is_multiple_of(2), "{board}");
    (moves.len(), at_least)
}

/// The distances of the boards that are at most so many moves away.
fn distances_near(goal: &Board, most: u32) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for distance in 1..=most {
        let mut next = Vec::new();
        for (board, mv) in level.iter().flat_map(|board| Direction::ALL.map(|mv| (board, mv))) {
            let Some(after) = board.moved(mv) else { continue };
            if !known.contains_key(&after) {
                known.insert(after.clone(), distance);
                next.push(after);
            }
        }
        level = next;
    }
    known
}

/// A search from both sides finds the same distances, and the same first moves of a canonical
/// solution.
#[test]
fn boards_near_the_goal_have_canonical_solutions() {
    const HALF: u32 = 9;
    let mut longest = 0;
    for (rows, cols) in [(6, 6), (2, 14), (7, 5), (10, 10)] {
        for (number, goal) in (1..).zip(goals(rows, cols)) {
            let near = distances_near(&goal, HALF);
            let distance = |board: &Board| {
                let from_here = distances_near(board, HALF);
                let met =
                    from_here.iter().filter_map(|(board, made)| Some(made + near.get(board)?));
                met.min()
            };
            let mut board = goal.clone();
            let (mut state, mut last, mut moves) = (number + 100 * rows as u32, None, 0);
            while moves < 2 * HALF {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let mv = Direction::ALL[(state >> 16) as usize % 4];
                if last != Some(mv.inverse())
                    && let Some(after) = board.moved(mv)
                {
                    (board, moves, last) = (after, moves + 1, Some(mv));
                }
            }
            let expected = distance(&board).unwrap();
            longest = longest.max(expected);
            let finder = finder(&goal);
            let found = find(&finder, &board).unwrap();
            assert!(found.is_canonical && found.distance() == Some(expected), "{board}: {found:?}");
            let best = found.best.unwrap();
            assert_eq!(board.after(&best), Some(goal.clone()), "{board}");
            let answer = finder.answer(board.clone(), Ask::SOLUTION);
            let answer = answer.unwrap().known().expect("an answer");
            assert_eq!(answer.moves, Some(best.clone()));
            // No smaller move begins a shortest solution.
            let mut left = expected;
            for mv in best.iter().take(6).map(|mv| mv.direction()) {
                left -= 1;
                for smaller in Direction::ALL.into_iter().take_while(|&smaller| smaller != mv) {
                    let after = board.moved(smaller);
                    assert_ne!(after.as_ref().and_then(distance), Some(left), "{board}");
                }
                board = board.moved(mv).expect("a legal move");
            }
        }
    }
    assert_eq!(longest, 2 * HALF);
}

#[test]
fn every_solvable_board_has_a_solution_whatever_the_limits() {
    for (rows, cols) in (2..=9).flat_map(|rows| (2..=9).map(move |cols| (rows, cols))) {
        for goal in goals(rows, cols) {
            for (boards, count) in [(0, 6), (3000, 2)] {
                let finder = finder(&goal).limited(Limits::default().boards(boards));
                for seed in 0..count {
                    check(&finder, &random(&goal, seed));
                }
                assert_eq!(check(&finder, &goal), (0, 0));
            }
        }
    }
}

#[test]
fn long_sides() {
    for (rows, cols) in [(2, Shape::MAX_SIDE), (Shape::MAX_SIDE, 3), (17, 23), (40, 40)] {
        let [_, goal, _] = goals(rows, cols);
        let finder = finder(&goal).limited(Limits::default().boards(20_000));
        check(&finder, &random(&goal, 1));
    }
}

/// The mean of the method that cannot fail is about 2.6 n^3 at n = 100. It takes seconds without
/// optimization.
#[test]
fn the_largest_board_takes_fewer_than_2_7_n_3_moves() {
    let [goal, ..] = goals(Shape::MAX_SIDE, Shape::MAX_SIDE);
    let finder = finder(&goal).limited(Limits::default().boards(0));
    let (length, at_least) = check(&finder, &random(&goal, 1));
    assert!(
        length < 27 * Shape::MAX_SIDE.pow(3) / 10 && at_least > Shape::MAX_SIDE.pow(3) / 2,
        "{length}"
    );
}

/// Shapes with tables, through the same code: never shorter than optimal, the bound never above,
/// and not far from it.
#[test]
fn small_shapes_agree_with_their_tables() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let shape = SmallShape::new(rows, cols).unwrap();
        let (mut found, mut optimal) = (0, 0);
        for goal in goals(rows, cols) {
            let cells: Vec<u8> = goal.cells().iter().map(|&tile| tile as u8).collect();
            let oracle =
                Tablebase::embedded().oracle(&SmallBoard::new(shape, &cells).unwrap()).unwrap();
            let finder = finder(&goal).limited(Limits::default().boards(20_000));
            for seed in 0..20 {
                let board = random(&goal, seed);
                let (length, at_least) = check(&finder, &board);
                let cells: Vec<u8> = board.cells().iter().map(|&tile| tile as u8).collect();
                let distance =
                    oracle.distance(&SmallBoard::new(shape, &cells).unwrap()).unwrap() as usize;
                assert!(at_least <= distance && distance <= length, "{board}");
                found += length;
                optimal += distance;
            }
        }
        assert!(found * 10 <= optimal * 11, "{rows}x{cols}: {found} moves, optimal {optimal}");
    }
}

/// Published optimal lengths, of boards with the blank of the goal in the first cell or in the
/// last: no solution is shorter, and no bound is higher.
#[test]
fn published_optimal_lengths_are_between_bound_and_solution() {
    let sets = ["korf-100", "deepcubea-248", "korf-felner-50", "clausecker-193"];
    let rows = sets.into_iter().flat_map(|name| {
        let set = Set::named(name).unwrap();
        set.boards().map(move |row| (set.goal, row.board, row.lower_bound as usize))
    });
    let [mut number, mut found, mut optimal] = [0, 0, 0];
    for (blank, board, distance) in rows.step_by(4) {
        let board = Board::parse(board, None).unwrap();
        let Shape { rows, cols } = board.shape();
        let [last, first, _] = goals(rows, cols);
        let goal = if blank == "first" { first } else { last };
        let finder = finder(&goal).limited(Limits::default().boards(20_000));
        let (length, at_least) = check(&finder, &board);
        assert!(at_least <= distance && distance <= length, "{board}: {at_least}..{length}");
        // The solution and the bound have one parity.
        assert!((length - distance).is_multiple_of(2), "{board}: {length}, {distance}");
        number += 1;
        found += length;
        optimal += distance;
    }
    assert_eq!(number, 148);
    assert!(found * 10 < optimal * 14, "{found} moves, optimal {optimal}");
}

/// A bound that is too high may not show with the solution beside it, but with a shorter one.
#[test]
fn bounds_are_not_above_solutions_of_a_larger_limit() {
    for side in [6, 7] {
        let [goal, first, _] = goals(side, side);
        for (goal, seed) in [(goal, 1), (first, 2)] {
            let board = random(&goal, seed);
            let [(few, bound), (many, same)] = [10_000, 1_000_000].map(|boards| {
                check(&self::finder(&goal).limited(Limits::default().boards(boards)), &board)
            });
            assert!(bound <= same && same < many && many < few, "{side}: {bound} {many} {few}");
        }
    }
}

/// More boards find shorter solutions, and never one below the bound. The factors are those that
/// the documentation states, with room.
#[test]
fn limits_are_well_spent() {
    for (side, most) in [(4, 1.75), (5, 1.65), (6, 1.60), (8, 2.10)] {
        let [goal, ..] = goals(side, side);
        let mut totals = [0.0, 0.0, 0.0];
        for seed in 0..3 {
            let board = random(&goal, seed);
            for (boards, total) in [0, 400_000].into_iter().zip(&mut totals) {
                let finder = finder(&goal).limited(Limits::default().boards(boards));
                *total += check(&finder, &board).0 as f64;
            }
            totals[2] += f64::from(self::finder(&goal).lower_bound(board.clone()).unwrap());
        }
        let [quick, better, bound] = totals;
        assert!(better < 0.75 * quick && better < most * bound, "{side}: {totals:?}");
    }
}

/// Where the blank has been there is soon nothing to gain, and a beam must not stay there. One that
/// does finds 2.8 times the bound.
#[test]
fn beams_leave_where_there_is_nothing_to_gain() {
    let [goal, ..] = goals(20, 20);
    let finder = finder(&goal).limited(Limits::default().boards(8_000_000));
    let (length, at_least) = check(&finder, &random(&goal, 1));
    assert!(5 * length < 11 * at_least, "{length} {at_least}");
}

/// Without prices of the blank's cells, a narrow beam stays in a corner, and with the prices of
/// rows and columns only, in an area where it has been. Lines filled without beams take 3.7 times
/// the bound.
#[test]
fn narrow_beams_solve_large_boards() {
    for (side, boards) in [(32, 4_000_000), (50, 12_000_000)] {
        let [goal, ..] = goals(side, side);
        let finder = finder(&goal).limited(Limits::default().boards(boards));
        let (length, at_least) = check(&finder, &random(&goal, 1));
        assert!(5 * length < 9 * at_least, "{side}: {length} {at_least}");
    }
}

/// A larger limit repeats the beams of a smaller one.
#[test]
fn more_work_never_gives_a_solution_longer_by_one_percent() {
    for side in [8, 12] {
        let [goal, ..] = goals(side, side);
        for seed in 0..3 {
            let mut before = usize::MAX;
            for boards in [100_000, 400_000, 1_600_000] {
                let finder = finder(&goal).limited(Limits::default().boards(boards));
                let (length, _) = check(&finder, &random(&goal, seed));
                assert!(length - length / 100 <= before, "{side}, {seed}: {length} {before}");
                before = length;
            }
        }
    }
}

#[test]
fn threads_shorten_sections_of_one_solution() {
    let [goal, ..] = goals(30, 30);
    let board = random(&goal, 2);
    // The solution has more than one section.
    let timeout = Duration::from_millis(200);
    let find = |threads, limits| {
        let oracle = finder(&goal).limited(limits).threads(threads);
        match oracle.answer(board.clone(), Ask::SOLUTION).unwrap() {
            Outcome::Bounded(interval) => *interval,
            other => panic!("{other:?}"),
        }
    };
    check_found(&goal, &board, find(3, Limits::default().timeout(timeout)));
    // A number of boards gives one answer on any number of threads.
    let boards = Limits::default().boards(1_000_000);
    assert_eq!(find(1, boards.clone()), find(3, boards));
}

#[test]
fn the_same_board_has_the_same_answer() {
    let [_, _, goal] = goals(6, 7);
    let board = random(&goal, 3);
    let find = |boards| {
        let finder = finder(&goal).limited(Limits::default().boards(boards));
        find(&finder, &board).unwrap()
    };
    assert_eq!(find(300_000), find(300_000));
    // The number of boards generated stays near the limit.
    assert!(find(300_000).generated < 320_000);
}

#[test]
fn a_progress_function_ends_the_search_with_a_solution() {
    let [goal, ..] = goals(7, 7);
    let board = random(&goal, 5);
    let limits = Limits::default().progress(|progress| match progress.generated {
        200_000.. => std::ops::ControlFlow::Break(()),
        _ => std::ops::ControlFlow::Continue(()),
    });
    let found = find(&finder(&goal).limited(limits), &board).unwrap();
    assert!((200_000..400_000).contains(&found.generated), "{}", found.generated);
    assert_eq!(board.after(&found.best.unwrap()), Some(goal));
}

#[test]
fn what_has_no_answer_is_an_error() {
    let goal = |rows, cols| {
        let tiles = 1..(rows * cols) as u32;
        Board::new(Shape { rows, cols }, tiles.chain([0])).unwrap()
    };
    for (rows, cols) in [(1, 9), (9, 1), (Shape::MAX_SIDE + 1, 2), (2, Shape::MAX_SIDE + 1)] {
        let error = Oracle::of_any_size(goal(rows, cols)).unwrap_err();
        assert!(matches!(error, Error::Shape(ShapeError::Side { .. })), "{error}");
        assert!(error.to_string().contains("expected sides from 2 to 100"), "{error}");
    }
    let finder = finder(&goal(6, 6));
    let error = find(&finder, &goal(6, 7)).unwrap_err();
    assert!(matches!(error, Error::Board(BoardError::OtherShape { .. })), "{error}");
    let mut cells = goal(6, 6).cells();
    cells.swap(0, 1);
    let board = Board::new(Shape { rows: 6, cols: 6 }, cells).unwrap();
    let error = find(&finder, &board).unwrap_err();
    let Error::Unsolvable(why) = &error else { panic!("{error}") };
    assert_eq!(why.exchange, (34, 35));
    assert_eq!(why.to_string(), board.parities(&goal(6, 6)).unwrap().to_string());
}

/// Lines of boards within a limit, whose goals have this name.
fn bulk(form: Form, goal: &'static str) -> Bulk {
    let tables = Tablebase::embedded();
    let limits = Limits::default().boards(3000);
    let make = move |goal: &_| Ok(tables.oracle(goal)?.limited(limits.clone()));
    Bulk::with_oracles(form, make)
        .goals(move |size| Ok(Board::parse_goal(goal.as_bytes(), Some(size))?))
}

#[test]
fn every_line_is_valid_and_within_its_interval() {
    for (size, goal) in [("5x6", "first"), ("7x4", "snail"), ("2x14", "9")] {
        let size: Shape = size.parse().unwrap();
        let goal_board = Board::parse_goal(goal.as_bytes(), Some(size)).unwrap();
        let boards = [1, 2].map(|seed| random(&goal_board, seed));
        let text = boards.each_ref().map(|board| format!("{board}\n")).concat();
        let ask = |answer, threads| {
            let found = bulk(Form::from(answer), goal).to_vec(threads, text.as_bytes()).unwrap();
            String::from_utf8(found).unwrap()
        };
        let answers = ask(Question::Moves, 1);
        assert_eq!(answers, ask(Question::Moves, 3), "{size}");
        let oracle = |boards| {
            let oracle = Tablebase::embedded().oracle(&goal_board).unwrap();
            oracle.limited(Limits::default().boards(boards))
        };
        for ((line, distance), board) in
            answers.lines().zip(ask(Question::Distance, 1).lines()).zip(boards)
        {
            let (interval, solution) = line.split_once(' ').expect("an interval and moves");
            assert_eq!(interval, distance);
            let (at_least, length) = interval.split_once("..").expect("an interval");
            assert_eq!(length.parse(), Ok(solution.len()));
            assert!(at_least.parse::<usize>().unwrap() <= solution.len());
            // No shorter solution is known after this number of boards. After more, one is.
            let verdict = |boards| Verdict::new(&oracle(boards), &board, solution).unwrap();
            assert!(matches!(verdict(3000), Verdict::Unknown { .. }), "{board}");
            assert!(matches!(verdict(1_000_000), Verdict::Longer { .. }), "{board}");
        }
    }
}

#[test]
fn sizes_may_change_from_line_to_line() {
    let boards = [(3, 3), (6, 6), (2, 4), (2, 14), (3, 3)].map(|(rows, cols)| {
        let [goal, ..] = goals(rows, cols);
        format!("{}\n", random(&goal, 1))
    });
    for format in [Format::Text, Format::Csv, Format::Jsonl] {
        let bulk = bulk(Form { format, ..Form::default() }, "last");
        let found = bulk.to_vec(2, boards.concat().as_bytes()).unwrap();
        let alone = |board: &String| {
            let found = bulk.to_vec(1, board.as_bytes()).unwrap();
            String::from_utf8(found).unwrap().split_off(bulk.head().len())
        };
        let expected = bulk.head() + &boards.each_ref().map(alone).concat();
        assert_eq!(String::from_utf8(found).unwrap(), expected, "{format:?}");
    }
}
