//! Wrong tables with matching checksums: every answer, of any kind, is legal and ends at the goal,
//! or there is an error.

use std::sync::Arc;

use crate::common::columns::Columns;
use crate::common::{fit_header, with_new_checksums};
use tilebase::analysis::Analysis;
use tilebase::bulk::{Answers, Bulk, Form, Question};
use tilebase::check::Verdict;
use tilebase::generate::generate;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Coordinates, Metric, MoveSet, Orbit, SmallBoard, SmallShape};
use tilebase::table::Fault;
use tilebase::table::format::ENTRIES_OFFSET;
use tilebase::text::Format;
use tilebase::{Board, Error, Move, Moves, Oracle, Result, Table};

/// The table of a shape, with changed entries and matching checksums.
fn lying(shape: &str, change: impl Fn(&mut [u8])) -> Oracle {
    let shape: SmallShape = shape.parse().expect("a shape");
    let goal = SmallBoard::goal(shape);
    let new = generate(Orbit::from(&goal)).expect("small");
    let mut bytes = Vec::new();
    new.write_to(&mut bytes).expect("memory");
    let checksums = ENTRIES_OFFSET + new.header().entries_len() as usize;
    change(&mut bytes[..checksums]);
    let bytes = with_new_checksums(bytes);
    Oracle::new(Table::from_bytes("lying", bytes).expect("a header"), &goal).expect("its goal")
}

/// Sets the entry of one state: a bit for each of its moves.
fn set(bytes: &mut [u8], index: u64, moves: u8) {
    let byte = &mut bytes[ENTRIES_OFFSET + index as usize / 2];
    let shift = index % 2 * 4;
    *byte = *byte & !(0xf << shift) | moves << shift;
}

/// The boards that reach the goal of an oracle, at a stride.
fn boards(oracle: &Oracle, stride: usize) -> Vec<SmallBoard> {
    let goal = oracle.goal().small().unwrap();
    let board = |index| Coordinates::board_of_goal(goal, index).expect("an index below the states");
    (0..goal.shape().states()).step_by(stride).map(board).collect()
}

fn is_broken<T>(answer: &Result<T>) -> bool {
    matches!(answer, Err(Error::Table { fault: Fault::Walk { .. }, .. }))
}

/// Asks in every way, and counts the answers and the errors. All answers must be legal.
fn ask(oracle: &Oracle, stride: usize) -> (usize, usize) {
    let (goal, diameter) = (
        *oracle.goal().small().unwrap(),
        oracle.table().expect("a table").header().diameter() as usize,
    );
    let boards = boards(oracle, stride);
    let (walks, unpacks) = (oracle.clone(), oracle.clone());
    let many = vec![goal; 4096];
    let _ = unpacks.distances(&many);
    let (mut answers, mut errors) = (0, 0);
    for &board in &boards {
        let found = oracle.solution(&board);
        match &found {
            Ok(moves) => {
                assert_eq!(board.after(moves), Some(goal), "{board}");
                assert!(moves.len() <= diameter, "{board}");
                assert_eq!(oracle.distance(&board).ok(), Some(moves.len() as u32), "{board}");
                answers += 1;
            }
            found => {
                assert!(is_broken(found), "{board}: {found:?}");
                assert!(is_broken(&oracle.distance(&board)), "{board}");
                errors += 1;
            }
        }
        let expected = found.ok();
        for batch in [&walks, &unpacks] {
            let asked = batch.solutions_of(&[board]).ok().map(|all| all[0].clone());
            assert_eq!(asked, expected.clone().map(Outcome::Known), "{board}");
            let asked = batch.distances(&[board]).ok().map(|all| all[0].clone());
            assert_eq!(
                asked,
                expected.as_ref().map(|moves| Outcome::Known(moves.len() as u32)),
                "{board}"
            );
        }
        match oracle.optimal_moves(&board) {
            Ok(moves) => {
                assert_eq!(moves - board.legal_moves(Metric::Single), MoveSet::EMPTY, "{board}");
            }
            error => assert!(is_broken(&error), "{board}"),
        }
        let all = oracle.solutions(&board).into_iter().flatten();
        for solution in all.take(100).flatten() {
            assert_eq!(board.after(&solution), Some(goal), "{board}");
        }
        let _ = oracle.count_solutions(&board);
    }
    for &board in boards.iter().step_by(97) {
        ask_of_moves(oracle, &board);
    }
    ask_bulk(oracle, &boards);
    // All together: an answer for each, or an error.
    match walks.solutions_of(&boards) {
        Ok(all) => assert!(errors == 0 && all.into_iter().all(|found| found.known().is_some())),
        Err(failed) => assert!(is_broken::<()>(&Err(failed.error)) && errors > 0),
    }
    (answers, errors)
}

/// Asks of long legal moves: there and back, then around two rows and columns until the board is
/// the same again, and back without the goal.
fn ask_of_moves(oracle: &Oracle, board: &SmallBoard) {
    let wander: Vec<Move> = "urdl".repeat(300).parse::<Moves>().expect("moves").to_vec();
    let (mut at, mut moves) = (*board, Vec::new());
    for mv in wander {
        if let Some(next) = at.moved(mv) {
            at = next;
            moves.push(mv);
        }
    }
    let back: Vec<Move> = moves.iter().rev().map(|mv| mv.inverse()).collect();
    moves.extend(back);
    assert_eq!(board.after(&moves), Some(*board));
    let solution = oracle.solution(board).ok();
    moves.extend(solution.iter().flat_map(|moves| moves.iter().copied()));
    let text = Moves::from(moves.clone()).to_string();
    let (any, start) = (oracle.clone(), Board::from(*board));
    match Verdict::new(&any, &start, &text) {
        Ok(Verdict::Valid { excess }) => {
            assert_eq!(excess, moves.len() - solution.expect("it counts").len(), "{board}");
        }
        Ok(verdict) => assert!(solution.is_none() && !matches!(verdict, Verdict::Optimal)),
        error => assert!(is_broken(&error), "{board}"),
    }
    match Analysis::new(&any, &start, &moves) {
        Ok(analysis) => assert_eq!(analysis.steps.len(), moves.len(), "{board}"),
        error => assert!(is_broken(&error), "{board}"),
    }
}

/// Asks of lines. What is before the first line without an answer has the oracle's answers.
fn ask_bulk(oracle: &Oracle, boards: &[SmallBoard]) {
    let lines: String = boards.iter().map(|board| format!("{board}\n")).collect();
    for &(name, answer) in Question::NAMES {
        for format in [Format::Text, Format::Csv, Format::Jsonl] {
            let source = oracle.clone();
            let form = Form { format, ..Form::from(answer) };
            let bulk = Bulk::with_oracles(form, move |_| Ok(source.clone()))
                .goal(*oracle.goal().small().unwrap());
            let mut answers = Answers::default();
            bulk.answer(lines.as_bytes(), &mut answers);
            let text = String::from_utf8(answers.text).expect("UTF-8");
            assert_eq!(answers.failed, 0, "{name}");
            let answered = match answers.failure {
                None => boards.len(),
                Some((line, error)) => {
                    assert!(is_broken::<()>(&Err(error)) && line == answers.lines, "{name}");
                    line as usize
                }
            };
            if (answer, format) == (Question::Moves, Format::Text) {
                assert_eq!(text.lines().count(), answered);
                for (board, line) in boards.iter().zip(text.lines()) {
                    let moves: Moves = line.parse().expect("moves");
                    assert_eq!(
                        board.after(&moves),
                        Some(*oracle.goal().small().unwrap()),
                        "{board}"
                    );
                }
                let next = boards.get(answered);
                assert!(next.is_none_or(|board| is_broken(&oracle.solution(board))));
            }
        }
    }
}

#[test]
fn a_goal_that_has_optimal_moves() {
    for (bits, shape) in [(0b0010, "3x3"), (0b1000, "3x3"), (0b0001, "3x3"), (0b1000, "2x4")] {
        let goal = SmallBoard::goal(shape.parse().expect("a shape"));
        let index = {
            let honest = lying(shape, |_| ());
            honest.table().expect("a table").header().states() - goal.shape().states_per_blank()
        };
        let oracle = lying(shape, |bytes| set(bytes, index, bits));
        let (answers, errors) = ask(&oracle, 37);
        assert_eq!(answers, 0, "{shape}");
        assert!(errors > 100, "{shape}");
    }
}

#[test]
fn chains_that_are_longer_than_the_diameter() {
    // These entries hold only the last legal move, so that many walks go in circles.
    let oracle = lying("3x3", |bytes| {
        let states = SmallShape::default().states();
        for index in 0..states {
            let at = Coordinates::from_index(SmallShape::default(), 8, index).expect("a state");
            let legal = SmallShape::default().directions(at.blank);
            if index % 7 == 3 {
                let last = legal.into_iter().last().expect("a legal move");
                set(bytes, index, 1 << last as u8);
            }
        }
    });
    let (answers, errors) = ask(&oracle, 11);
    assert!(answers > 0 && errors > 1000, "{answers} {errors}");
}

#[test]
fn a_diameter_that_is_too_small() {
    // The counts beyond distance 30 are moved to levels of the same colour, so that the header is
    // possible.
    let oracle = lying("2x4", |bytes| {
        let at = |distance: usize| 56 + 8 * distance;
        let count = |bytes: &[u8], distance: usize| {
            u64::from_le_bytes(bytes[at(distance)..at(distance) + 8].try_into().expect("8 bytes"))
        };
        for distance in 31..=36 {
            let (keep, more) = (20 + distance % 2, count(bytes, distance));
            let sum = count(bytes, keep) + more;
            bytes[at(keep)..at(keep) + 8].copy_from_slice(&sum.to_le_bytes());
            bytes[at(distance)..at(distance) + 8].fill(0);
        }
        bytes[44..48].copy_from_slice(&30u32.to_le_bytes());
    });
    assert_eq!(oracle.table().expect("a table").header().diameter(), 30);
    let (answers, errors) = ask(&oracle, 3);
    assert!(answers > 6000 && errors > 10, "{answers} {errors}");
}

#[test]
fn moves_that_leave_the_board() {
    let oracle = lying("3x3", |bytes| {
        for index in (0..SmallShape::default().states()).step_by(5) {
            set(bytes, index, 0b1111);
        }
    });
    let (_, errors) = ask(&oracle, 41);
    assert!(errors > 1000, "{errors}");
}

#[test]
fn all_legal_moves_are_optimal() {
    let oracle = lying("2x5", |bytes| {
        let shape: SmallShape = "5x2".parse().expect("a shape");
        for index in 0..shape.states() - shape.states_per_blank() {
            let at = Coordinates::from_index(shape, 9, index).expect("a state");
            set(bytes, index, shape.directions(at.blank).bits());
        }
    });
    // Without a limit this would fill the memory.
    for board in boards(&oracle, 90_007) {
        assert!(is_broken(&oracle.count_solutions(&board)), "{board}");
        assert!(is_broken(&oracle.solution(&board)), "{board}");
    }
}

#[test]
fn a_header_that_counts_what_cannot_be() {
    let new =
        generate(Orbit::from(&SmallBoard::goal("2x3".parse().expect("a shape")))).expect("small");
    let mut bytes = Vec::new();
    new.write_to(&mut bytes).expect("memory");
    let refused = |change: &dyn Fn(&mut [u8])| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        fit_header(&mut bytes);
        matches!(
            Table::from_bytes("lying", bytes),
            Err(Error::Table { fault: Fault::Field { .. }, .. })
        )
    };
    assert!(!refused(&|_| ()));
    // A state from distance 4 to 3, from 9 to 1, and a goal too many.
    assert!(refused(
        &|bytes| (bytes[56 + 32], bytes[56 + 24]) = (bytes[56 + 32] - 1, bytes[56 + 24] + 1)
    ));
    assert!(refused(
        &|bytes| (bytes[56 + 72], bytes[56 + 8]) = (bytes[56 + 72] - 9, bytes[56 + 8] + 9)
    ));
    assert!(refused(&|bytes| (bytes[56 + 16], bytes[56]) = (bytes[56 + 16] - 1, 2)));
    assert!(refused(&|bytes| bytes[36] = 1));
    assert!(refused(&|bytes| bytes[40] = 2));
}

#[test]
fn what_is_broken_is_said() {
    let at_goal = lying("2x2", |bytes| set(bytes, 9, 0b1010));
    let found = at_goal.distance(&SmallBoard::goal("2x2".parse().expect("a shape")));
    assert_eq!(
        found.unwrap_err().to_string(),
        "table lying: the walk to the goal fails at entry 9, board 1 2 / 3 x: \
         expected no optimal move at the goal, found `lu`"
    );
    let table = Arc::clone(at_goal.table().expect("a table"));
    assert_eq!(table.name(), "lying");
}
