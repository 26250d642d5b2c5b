//! Boards of every size as one type, and boards with goals of their own.

use std::sync::Arc;

use crate::common::Numbers;
use tilebase::bulk::{Answers, Bulk, Form, NoteKind, Question};
use tilebase::puzzle::{BoardError, Class, MAX_CELLS, Metric, Shape, SmallShape};
use tilebase::text::{Format, InputBoard, RowParts};
use tilebase::{Board, Error, Limits, Move, Tablebase};

/// Every size from 2x2 to 10x10.
fn sizes() -> impl Iterator<Item = Shape> {
    (2..=10).flat_map(|rows| (2..=10).map(move |cols| Shape { rows, cols }))
}

/// The tiles and the blank in any order.
fn shuffled(numbers: &mut Numbers, size: Shape) -> Board {
    let mut cells: Vec<u32> = (0..size.cells() as u32).collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, numbers.below(at + 1));
    }
    Board::new(size, cells).expect("an arrangement")
}

/// A board after random moves.
fn walk(numbers: &mut Numbers, from: &Board, moves: usize) -> Board {
    let mut board = from.clone();
    for _ in 0..moves {
        let next = Move::ONE_CELL.map(|mv| board.after(&[mv]));
        let next: Vec<Board> = next.into_iter().flatten().collect();
        board = next[numbers.below(next.len())].clone();
    }
    board
}

/// The board with two tiles exchanged.
fn exchanged(board: &Board, a: u32, b: u32) -> Board {
    let exchange = |tile| if tile == a { b } else { tile };
    let cells = (0..board.shape().cells()).map(|cell| board.tile_at(cell));
    let cells = cells.map(|tile| if tile == b { a } else { exchange(tile) });
    Board::new(board.shape(), cells).expect("the same tiles")
}

#[test]
fn what_is_written_is_read_in_every_size() {
    let mut numbers = Numbers(67);
    for size in sizes() {
        let cells = shuffled(&mut numbers, size);
        let board = cells.clone();
        let text = board.to_string();
        assert_eq!(text, cells.to_string());
        assert_eq!(Board::parse(&text, Some(size)), Ok(board.clone()), "{size}");
        assert_eq!(text.parse(), Ok(board.clone()), "{size}");
        assert_eq!((board.shape(), board.class()), (size, size.class()), "{size}");
        // One size has one kind of board, however it was made.
        assert_eq!(board.small().is_some(), size.cells() <= MAX_CELLS, "{size}");
        let tiles: Vec<u32> = (0..size.cells()).map(|cell| board.tile_at(cell)).collect();
        assert_eq!(tiles, cells.cells(), "{size}");
        assert_eq!(tiles[board.blank_cell()], 0, "{size}");
        let asked = board.expect_small("this test");
        let why = format!("{size} is too large for this test: expected at most 25 cells");
        let expected = if size.cells() <= MAX_CELLS { Ok(()) } else { Err(why) };
        assert_eq!(asked.map(|_| ()).map_err(|why| why.to_string()), expected);
        // A text that shows its rows has no other size.
        let other = Shape { rows: size.cols, cols: size.rows };
        let is_read = Board::parse(&text, Some(other)).is_ok();
        assert_eq!(is_read, size.rows == size.cols, "{size}");
        for mv in Move::ONE_CELL {
            let after = cells.after(&[mv]);
            assert_eq!(board.after(&[mv]), after, "{size} {mv}");
            let back = after.as_ref().and_then(|after| after.after(&[mv.inverse()]));
            assert_eq!(back, after.and(Some(board.clone())), "{size} {mv}");
        }
    }
}

#[test]
fn goals_of_every_size() {
    let mut numbers = Numbers(6);
    for size in sizes() {
        let goal = Board::goal(size).expect("a size");
        let tiles = (0..size.cells()).map(|cell| goal.tile_at(cell));
        assert!(tiles.eq((1..size.cells() as u32).chain([0])), "{size}");
        let last = size.cells() - 1;
        for (name, blank) in [("last", last), ("first", 0), ("0", 0), ("1", 1)] {
            let named = Board::parse_goal(name.as_bytes(), Some(size)).expect("a goal");
            assert_eq!((named.shape(), named.blank_cell()), (size, blank), "{size} {name}");
            assert_eq!(named == goal, blank == last, "{size} {name}");
        }
        let board = shuffled(&mut numbers, size);
        let text = board.to_string();
        for size in [None, Some(size)] {
            assert_eq!(Board::parse_goal(text.as_bytes(), size), Ok(board.clone()));
        }
        // A walk can be taken back, and an exchange of two tiles cannot.
        let near = walk(&mut numbers, &board, 50);
        assert!(near.expect_solvable(&board).is_ok(), "{size}");
        let odd = exchanged(&near, 1, 2);
        assert!(matches!(odd.expect_solvable(&board), Err(Error::Unsolvable(_))), "{size}");
        let taller = Board::goal(Shape { rows: size.rows + 1, ..size }).expect("a size");
        let found = near.expect_solvable(&taller);
        let why = BoardError::OtherShape { expected: taller.shape(), found: size };
        assert!(matches!(found, Err(Error::Board(found)) if found == why), "{size}");
    }
    let none = Shape { rows: 0, cols: 6 };
    assert!(Board::goal(none).is_err());
}

#[test]
fn the_class_of_a_size() {
    use Class::{AnySize, Bounded, Searched, Tabled};
    for (size, single, multi) in [
        ("2x2", Tabled, Some(Tabled)),
        ("3x4", Tabled, Some(Tabled)),
        ("2x7", Tabled, Some(Searched)),
        ("3x5", Searched, Some(Searched)),
        ("4x4", Searched, Some(Searched)),
        ("2x9", Bounded, None),
        ("5x5", Bounded, None),
        ("2x13", AnySize, None),
        ("6x6", AnySize, None),
    ] {
        let size: Shape = size.parse().expect("a size");
        assert_eq!(Class::of(size, Metric::Single), Ok(single), "{size}");
        if let Ok(shape) = SmallShape::try_from(size) {
            assert_eq!(shape.class(), single, "{size}");
        }
        let found = Class::of(size, Metric::Multi).map_err(|why| why.to_string());
        let why =
            || format!("{size} is too large for the multi-tile metric: expected at most 16 cells");
        assert_eq!(found, multi.ok_or_else(why));
    }
}

/// Boards of one size, each with a goal of its own.
struct OwnGoals {
    metric: Metric,
    limits: Limits,
    pairs: Vec<(Board, Board)>,
}

impl OwnGoals {
    fn bulk(&self, form: Form) -> Bulk {
        let (tables, limits) = (Tablebase::embedded(), self.limits.clone());
        let metric = self.metric;
        let make = move |goal: &Board| {
            Ok(tables.oracle_in(goal, metric)?.limited(limits.clone()).threads(1))
        };
        Bulk::with_oracles(form, make).explain(NoteKind::Unsolvable)
    }

    /// Checks that the boards are answered as by a run for each goal, and that messages name a
    /// board's own tiles. Returns the number of boards that cannot reach their goals.
    fn check(&self, forms: &[Form]) -> usize {
        let texts: Vec<[String; 2]> =
            self.pairs.iter().map(|(board, goal)| [board.to_string(), goal.to_string()]).collect();
        let mut unsolvable = 0;
        for &form in forms {
            let (mut expected, mut notes, mut one) = (Vec::new(), Vec::new(), Answers::default());
            for (number, ((board, goal), [text, _])) in self.pairs.iter().zip(&texts).enumerate() {
                self.bulk(form).goal(goal.clone()).answer_one(text.as_bytes(), &mut one);
                assert!(one.failure.is_none(), "{board}");
                expected.extend_from_slice(&one.text);
                let explained = one.notes.drain(..).filter(|it| it.kind == NoteKind::Unsolvable);
                notes.extend(explained.map(|note| (number as u64, note.text)));
            }
            let all = texts.iter().map(|[text, goal]| InputBoard {
                text: text.as_bytes(),
                goal: Some(goal.as_bytes()),
                ..InputBoard::default()
            });
            let (mut found, mut said) = (Vec::new(), Vec::new());
            let mut answers = Answers::default();
            let mut lines = 0;
            self.bulk(form).answer_texts(all, &mut answers, &mut |part| {
                found.extend_from_slice(&part.text);
                said.extend(part.notes.iter().map(|note| (lines + note.line, note.text.clone())));
                lines += part.lines;
                *part = Answers::default();
                std::ops::ControlFlow::Continue(())
            });
            found.extend_from_slice(&answers.text);
            said.extend(answers.notes.iter().map(|note| (lines + note.line, note.text.clone())));
            assert_eq!(String::from_utf8(found), String::from_utf8(expected), "{form:?}");
            assert_eq!(said, notes, "{form:?}");
            unsolvable = notes.len();
        }
        unsolvable
    }
}

fn every_form() -> Vec<Form> {
    let answers = Question::NAMES.iter().map(|&(_, answer)| Form::from(answer));
    let formats = [Format::Csv, Format::Jsonl].map(|format| Form { format, ..Form::default() });
    answers.chain(formats).collect()
}

#[test]
fn boards_with_goals_of_their_own_are_answered_as_by_an_oracle_for_each() {
    let mut numbers = Numbers(3);
    let size = Shape { rows: 3, cols: 3 };
    let mut any = || shuffled(&mut numbers, size);
    for metric in [Metric::Single, Metric::Multi] {
        let pairs = (0..40).map(|_| (any(), any())).collect();
        let unsolvable = OwnGoals { metric, limits: Limits::default(), pairs }.check(&every_form());
        assert!((5..35).contains(&unsolvable), "{unsolvable}");
    }
    // Rows that are not square, and boards near their goals on larger ones.
    for (size, limits) in [("2x3", None), ("4x4", None), ("6x6", Some(3000))] {
        let size: Shape = size.parse().expect("a size");
        let limits = limits.map_or_else(Limits::default, |boards| Limits::default().boards(boards));
        let pairs = (0..6).map(|number| {
            let goal = shuffled(&mut numbers, size);
            let board = walk(&mut numbers, &goal, 14);
            (if number % 3 == 2 { exchanged(&board, 1, 4) } else { board }, goal)
        });
        let all = OwnGoals { metric: Metric::Single, limits, pairs: pairs.collect() };
        let moves = [Question::Moves, Question::Distance].map(Form::from);
        let csv = Form { format: Format::Csv, ..Form::default() };
        assert_eq!(all.check(&[moves[0], moves[1], csv]), 2, "{size}");
    }
}

/// The tiles that are named are those of the board, not those of the question that is asked.
#[test]
fn what_is_said_of_an_unsolvable_board_names_its_own_tiles() {
    let bulk =
        Bulk::new(Arc::new(Tablebase::embedded()), Form::default()).explain(NoteKind::Unsolvable);
    let mut answers = Answers::default();
    let texts = [("8 7 6 5 4 3 1 2 x", "8 7 6 5 4 3 2 1 x"), ("1 2 3 4 5 6 7 x 8", "last")];
    let texts = texts.map(|(text, goal)| InputBoard {
        text: text.as_bytes(),
        goal: Some(goal.as_bytes()),
        ..InputBoard::default()
    });
    bulk.answer_texts(texts, &mut answers, &mut |_| std::ops::ControlFlow::Continue(()));
    assert_eq!(answers.text, b"unsolvable\nr\n");
    let notes: Vec<&str> = answers.notes.iter().map(|note| note.text.as_str()).collect();
    assert!(notes.len() == 1 && notes[0].contains("1 and 2"), "{notes:?}");
}

/// Fields of an input stand before those of its own answer, in every format that has fields.
#[test]
fn fields_are_kept_beside_their_own_answers() {
    let texts =
        [("12345x786", None), ("12", None), ("1234567x8", Some("first")), ("12345687x", None)];
    for (format, kept, begins) in [
        (
            Format::Csv,
            ["a,", "b,", "\"c,\",", "d,"],
            ["a,1 2 3", "b,12,,", "\"c,\",1 2 3", "d,1 2 3"],
        ),
        (
            Format::Jsonl,
            ["\"i\":0,", "\"i\":1,", "\"i\":2,", "\"i\":3,"],
            ["{\"i\":0,\"board\":", "{\"i\":1,\"b", "{\"i\":2,\"b", "{\"i\":3,\"b"],
        ),
        (Format::Text, ["a,", "b,", "c,", "d,"], ["d", "invalid", "", "unsolvable"]),
    ] {
        let form = Form { format, ..Form::default() };
        let bulk = Bulk::new(Arc::new(Tablebase::embedded()), form);
        let mut answers = Answers::default();
        let kept = kept.map(|kept| RowParts { kept: Some(kept.into()), ..RowParts::default() });
        let all = texts.iter().zip(&kept).map(|((text, goal), parts)| InputBoard {
            text: text.as_bytes(),
            goal: goal.map(str::as_bytes),
            parts: Some(parts),
            ..InputBoard::default()
        });
        bulk.answer_texts(all, &mut answers, &mut |_| std::ops::ControlFlow::Continue(()));
        let text = String::from_utf8(answers.text).expect("UTF-8");
        assert_eq!(text.lines().count(), 4);
        for (line, begin) in text.lines().zip(begins) {
            assert!(line.starts_with(begin), "{line} {begin}");
        }
    }
}
