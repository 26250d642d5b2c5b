//! Verdicts on answers, against moves made and distances searched for without the library.

use crate::common::Search;
use tilebase::bulk::{Bulk, Form};
use tilebase::check::Verdict;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, SmallBoard, SmallShape};
use tilebase::text::Notation;
use tilebase::{Board, Limits, Move, Moves, Oracle, Tablebase};

/// Applies moves independently of the library: `None` if one leaves the board.
fn replay(board: &SmallBoard, moves: &str) -> Option<Vec<u8>> {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let mut cells = board.cells().to_vec();
    for letter in moves.chars() {
        let blank = cells.iter().position(|&tile| tile == 0)?;
        let (row, col) = (blank / cols, blank % cols);
        let to = match letter {
            'u' if row > 0 => blank - cols,
            'd' if row + 1 < rows => blank + cols,
            'l' if col > 0 => blank - 1,
            'r' if col + 1 < cols => blank + 1,
            _ => return None,
        };
        cells.swap(blank, to);
    }
    Some(cells)
}

/// Answers that are right, longer than necessary, cut, changed in one move or two, or missing.
#[test]
fn spoilt_answers_are_caught() {
    let goal: SmallBoard = "12345678x".parse().expect("a goal");
    let search = Search::to(&goal);
    let oracle = Tablebase::embedded().oracle(goal).expect("embedded");
    let mut counts = [0; 3];
    for board in SmallBoard::all(goal.shape()).step_by(97) {
        let distance = search.distances.get(board.cells()).copied();
        let right = distance.map_or(String::new(), |_| search.canonical(board.cells()).to_string());
        let middle = right.len() / 2;
        let others = ["unsolvable".to_owned(), format!("{right}u"), format!("{right}lr")];
        let mut spoilt = [others.to_vec(), vec![right.clone(), "q".to_owned()]].concat();
        if !right.is_empty() {
            spoilt.extend(Move::ONE_CELL.map(|mv| {
                let mut wrong = right.clone();
                wrong.replace_range(middle..=middle, &mv.to_string());
                wrong
            }));
        }
        if right.len() > 1 {
            let mut letters: Vec<char> = right.chars().collect();
            letters.swap(middle, middle - 1);
            spoilt.push(letters.into_iter().collect());
        }
        for answer in spoilt {
            let expected = match (replay(&board, &answer), distance) {
                _ if answer == "unsolvable" => distance.is_none().then_some(0),
                (Some(end), Some(distance)) if end == goal.cells() => {
                    Some(answer.len() - distance as usize)
                }
                _ => None,
            };
            let verdict = Verdict::new(&oracle, &board.into(), &answer).expect("a verdict");
            let (kind, found) = match verdict {
                Verdict::Optimal => (0, Some(0)),
                Verdict::Valid { excess } => (1, Some(excess)),
                Verdict::Wrong(_) => (2, None),
                other => panic!("{board} {answer}: {other}"),
            };
            assert_eq!(found, expected, "{board} {answer}");
            counts[kind] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// Answers are right in their notation, and wrong in another.
#[test]
fn answers_are_checked_in_the_notation() {
    let tables = Tablebase::embedded();
    let oracle =
        |metric| tables.oracle_in("12345678x".parse::<SmallBoard>().expect("a goal"), metric);
    let (single, multi) = (oracle(Metric::Single), oracle(Metric::Multi));
    let [single, multi] = [single, multi].map(|oracle| oracle.expect("embedded"));
    let verdict = |oracle: &Oracle, board: &Board, answer: &str, notation| {
        let distance = Outcome::of(oracle.distance(board)).expect("an outcome");
        let (goal, metric) = (oracle.goal(), oracle.metric());
        Verdict::of_moves(board, goal, metric, &distance, answer, notation).to_string()
    };
    for board in ["1 2 3 x 4 6 7 5 8", "2 3 4 1 5 x 7 6 8"] {
        let board: Board = board.parse().expect("a board");
        for oracle in [&single, &multi] {
            let found = oracle.answer(&board, Ask::SOLUTION).expect("an outcome").known();
            let way: Moves = found.and_then(|found| found.moves).expect("a solution");
            for notation in Notation::ALL {
                let text = notation.format_on(&way, oracle.metric(), &board).expect("legal moves");
                for reading in Notation::ALL {
                    let is_right = verdict(oracle, &board, &text, reading) == "optimal";
                    assert_eq!(is_right, notation == reading, "{board} {text} {reading:?}");
                }
            }
        }
    }
    let no_tile = "wrong: move 1, column 1: `R` moves no tile: the blank is in row 2, column 1; all \
                   moves would be legal in the notation `blank`";
    let not_beside =
        "wrong: move 2, column 3: tile 7 is not beside the blank, which is in row 2, column 2";
    let board = "1 2 3 x 4 6 7 5 8".parse().expect("a board");
    for (notation, answer, expected) in [
        (Notation::Blank, "r d r", "optimal"),
        (Notation::Blank, "r2l d1r", "valid +2"),
        (Notation::Tile, "L U L", "optimal"),
        (Notation::Tile, "LRLUL", "valid +2"),
        (Notation::Tile, "R", no_tile),
        (Notation::Tiles, "4 5 8", "optimal"),
        (Notation::Tiles, "4 4 4 5 8", "valid +2"),
        (Notation::Tiles, "4 7", not_beside),
        (Notation::Tiles, "unsolvable", "wrong: it can be solved, in 3 moves"),
        (Notation::Tiles, "4", "wrong: not at the goal after 1 move"),
    ] {
        assert_eq!(verdict(&single, &board, answer, notation), expected, "{answer}");
    }
    let board = "1 2 3 4 5 6 x 7 8".parse().expect("a board");
    let too_far = "wrong: move 1, column 1: `r3` goes too far: the blank is in row 3, column 1";
    for (answer, expected) in [
        ("r2", "optimal"),
        ("rr", "valid +1"),
        ("r3", too_far),
        ("r", "wrong: not at the goal after 1 move"),
        ("unsolvable", "wrong: it can be solved, in 1 move"),
    ] {
        assert_eq!(verdict(&multi, &board, answer, Notation::Blank), expected, "{answer}");
    }
}

/// Each verdict, on a board whose distance is proved, on one where it is not, and on one that
/// cannot reach the goal.
#[test]
fn verdicts_say_what_is_proved() {
    let size = "3x6".parse().expect("a size");
    let goal = Board::goal(size).expect("a goal");
    let oracle = Tablebase::embedded().oracle(&goal).expect("memory");
    let limited = |boards| oracle.clone().limited(Limits::default().boards(boards));
    let near: Board = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 x 16 17".parse().expect("a board");
    let hard: Board = "6 11 17 10 15 16 / 4 8 13 14 2 3 / 5 x 1 9 7 12".parse().expect("a board");
    let odd = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 x 17 16".parse().expect("a board");
    let outcome = limited(200_000).answer(&hard, Ask::SOLUTION).expect("an outcome");
    let Outcome::Bounded(stopped) = outcome else { panic!("{outcome:?}") };
    let solution = stopped.best.expect("a solution").to_string();
    let unknown = format!(
        "unknown: reaches the goal in {} moves; no solution is shorter than ",
        solution.len()
    );
    let oracle = limited(20_000);
    for (board, answer, expected) in [
        (&near, "rr", "optimal"),
        (&near, "lrrr", "valid +2"),
        (&near, "rl", "wrong: not at the goal after 2 moves"),
        (&hard, &solution, &unknown),
        (&hard, "rr", "wrong: not at the goal after 2 moves"),
        (&hard, "unsolvable", "wrong: it can be solved"),
        (&odd, "unsolvable", "optimal"),
        (&odd, "rr", "wrong: not at the goal after 2 moves, and this board cannot reach it"),
    ] {
        let verdict = Verdict::new(&oracle, board, answer).expect("a verdict").to_string();
        assert!(verdict.starts_with(expected), "{board} {answer}: {verdict}");
    }
    for (board, answer, begin, end) in [
        (&near, "2", "optimal", ""),
        (&near, "4", "wrong: expected 2, found 4", ""),
        (&near, "unsolvable", "wrong: it can be solved, in 2 moves", ""),
        (&hard, "72", "unknown: ", ""),
        (&hard, "2", "wrong: expected ", ", found 2"),
        (&hard, "x", "wrong: expected a number", ""),
        (&odd, "-1", "optimal", ""),
        (&odd, "2", "wrong: expected unsolvable, found 2", ""),
    ] {
        let distance = Outcome::of(oracle.distance(board)).expect("an outcome");
        let verdict = Verdict::of_distance(&distance, answer).to_string();
        assert!(
            verdict.starts_with(begin) && verdict.ends_with(end),
            "{board} {answer}: {verdict}"
        );
    }
    // A longer solution is valid, although no optimal one is known.
    let long = "rl".repeat(10) + &solution;
    let verdict = Verdict::new(&limited(200_000), &hard, &long).expect("a verdict").to_string();
    let begin = format!("valid: reaches the goal in {} moves, 20 to ", long.len());
    assert!(verdict.starts_with(&begin) && verdict.ends_with(" too many"), "{verdict}");
}

/// An answer may be as short as what was proved before the limit, though the search has none.
#[test]
fn an_answer_as_short_as_the_bound_is_optimal() {
    let board: Board = "2 5 13 12 1 x 3 15 9 7 14 6 10 11 8 4".parse().expect("a board");
    let goal = Board::goal(board.shape()).expect("a goal");
    let oracle = Tablebase::embedded().oracle(&goal).expect("embedded");
    let oracle = oracle.limited(Limits::default().boards(60_000));
    let outcome = oracle.answer(&board, Ask::SOLUTION).expect("an outcome");
    assert!(matches!(outcome, Outcome::Bounded(stopped) if stopped.at_least == 48));
    let moves = "drruldrdluuuldrurdddlluurullddrruurddldlluurddrr";
    assert_eq!(Verdict::new(&oracle, &board, moves).expect("a verdict"), Verdict::Optimal);
}

/// The answer to every board of 3x3 is right.
#[test]
fn every_answer_is_right() {
    let tables = Tablebase::embedded();
    let oracle = tables.oracle("12345678x".parse::<SmallBoard>().expect("a goal"));
    let oracle = oracle.expect("embedded");
    let bulk = Bulk::new(tables.into(), Form::default());
    let every = SmallBoard::all(SmallShape::default())
        .map(|board| format!("{board}\n"))
        .collect::<String>();
    let answers = String::from_utf8(bulk.to_vec(2, every.as_bytes()).expect("answers"));
    let answers = answers.expect("UTF-8");
    assert_eq!(answers.lines().count(), 362_880);
    for (board, answer) in SmallBoard::all(SmallShape::default()).zip(answers.lines()) {
        let verdict = Verdict::new(&oracle, &board.into(), answer).expect("a verdict");
        assert_eq!(verdict, Verdict::Optimal, "{board} {answer}");
    }
}
