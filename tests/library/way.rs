//! Moves in either metric, read and written in every notation.

use crate::common::Numbers;
use tilebase::puzzle::{Metric, MoveSet, Notation};
use tilebase::{Choice, Move, Moves, Position, Step, Way};

const METRICS: [Metric; 2] = [Metric::Single, Metric::Multi];

/// A board of each kind, and random moves from it.
fn walks() -> impl Iterator<Item = (Position, Moves)> {
    let mut numbers = Numbers(33);
    ["2x3", "3x3", "2x8", "4x4", "5x5", "6x6", "3x17"].into_iter().flat_map(move |size| {
        let start = Position::goal(size.parse().expect("a size")).expect("a goal");
        [0, 1, 2, 60].map(|length| {
            let (mut board, mut moves) = (start.clone(), Vec::new());
            while moves.len() < length {
                let mv = Move::ALL[numbers.below(4)];
                if let Some(next) = board.after(&[mv]) {
                    board = next;
                    moves.push(mv);
                }
            }
            (start.clone(), moves.into())
        })
    })
}

#[test]
fn what_is_written_is_read() {
    for (board, moves) in walks() {
        for metric in METRICS {
            let way = Way::of_metric(&moves, metric);
            assert_eq!((way.metric(), way.singles()), (metric, moves.clone()));
            assert!(way.len() <= moves.len() && way.is_empty() == moves.is_empty());
            for notation in Notation::ALL {
                let text = way.format(notation, &board).expect("legal moves");
                let context = format!("{board} {metric:?} {notation:?} {text}");
                let read = |board| Way::parse(text.as_bytes(), notation, metric, board);
                assert_eq!(read(Some(&board)).as_ref(), Ok(&way), "{context}");
                // Tiles and cells are moves only on a board.
                let alone = read(None);
                if notation.needs_board() && !way.is_empty() {
                    assert!(alone.is_err() && way.format(notation, None).is_err(), "{context}");
                } else {
                    assert_eq!(alone.as_ref(), Ok(&way), "{context}");
                    assert_eq!(way.format(notation, None).as_ref(), Ok(&text), "{context}");
                }
                let mut after = b"before ".to_vec();
                way.write_to(notation, &board, &mut after).expect("legal moves");
                assert_eq!(after, format!("before {text}").into_bytes());
            }
        }
        assert_eq!(Way::of_metric(&moves, Metric::Single).len(), moves.len());
    }
}

#[test]
fn reading_stops_at_the_first_move_that_is_wrong() {
    for (board, moves) in walks() {
        let end = board.after(&moves).expect("legal moves");
        let away = Move::ALL.into_iter().find(|&mv| end.after(&[mv]).is_none());
        let Some(away) = away else { continue };
        for metric in METRICS {
            for notation in [Notation::Blank, Notation::Tile] {
                // In the notation of the tile, the letter is where the tile goes.
                let letter = if notation == Notation::Blank { away } else { away.inverse() };
                let legal = Way::of_metric(&moves, metric);
                let text = legal.format(notation, &board).expect("legal moves");
                // A space, because a longer run would be one move that is wrong.
                let text = format!("{text} {}", letter.letter());
                let (way, wrong) = Way::read(text.as_bytes(), notation, metric, Some(&board));
                assert!(wrong.is_some(), "{board} {text}");
                if metric == Metric::Single {
                    assert_eq!(way, legal, "{board} {text}");
                } else {
                    let singles = way.singles();
                    assert!(moves.starts_with(&singles), "{board} {text}");
                }
                assert!(Way::parse(text.as_bytes(), notation, metric, Some(&board)).is_err());
            }
            // Nothing is written of a way that is illegal.
            let illegal: Moves = moves.iter().copied().chain([away]).collect();
            let mut text = b"before".to_vec();
            let way = Way::of_metric(&illegal, metric);
            assert!(way.write_to(Notation::Tiles, &board, &mut text).is_err());
            assert_eq!(text, b"before");
        }
    }
}

#[test]
fn steps_lead_where_the_way_leads() {
    for (start, moves) in walks() {
        let Some(&board) = start.board() else { continue };
        for metric in METRICS {
            let way = Way::of_metric(&moves, metric);
            let mut at = board;
            for (number, step) in way.steps().enumerate() {
                let first = way.first(number);
                assert_eq!((first.len(), first.metric()), (number, metric));
                assert_eq!(board.after(&first.singles()), Some(at));
                assert_eq!(Way::from(step).metric(), metric);
                at = at.after(&Way::from(step).singles()).expect("a legal step");
            }
            assert_eq!(start.after(&moves), Some(at.into()));
            assert_eq!(way.first(way.len() + 1), way);
            let text: String = way.steps().map(|step| step.to_string()).collect();
            assert_eq!(text, way.to_string());
        }
    }
    let corner = Position::goal("3x3".parse().expect("a size")).expect("a goal");
    assert_eq!(corner.after(&Way::from(Step::Single(Move::Down)).singles()), None);
}

#[test]
fn moves_to_choose_from_are_written_side_by_side() {
    let board: Position = "1 2 3 4 x 5 7 8 6".parse().expect("a board");
    let large = Position::goal("6x6".parse().expect("a size")).expect("a goal");
    let all = Choice::from(Move::ALL.into_iter().collect::<MoveSet>());
    let two = Choice::from([Move::Left, Move::Up].into_iter().collect::<MoveSet>());
    let Ok(Way::Multi(moves)) = Way::parse(b"l2 u2", Notation::Blank, Metric::Multi, None) else {
        panic!("moves that slide two tiles")
    };
    let corner = Position::goal("3x3".parse().expect("a size")).expect("a goal");
    let multi = Choice::from(moves);
    for (choice, board, expected) in [
        (&all, &board, ["dlru", "URLD", "8 4 5 2", "r3c2 r2c1 r2c3 r1c2"]),
        (&two, &large, ["lu", "RD", "35 30", "r6c5 r5c6"]),
        (&multi, &corner, ["l2u2", "R2D2", "7 3", "r3c1 r1c3"]),
    ] {
        for (notation, expected) in Notation::ALL.into_iter().zip(expected) {
            let found = choice.format(notation, board).expect("legal moves");
            assert_eq!(found, expected, "{board} {notation:?}");
        }
        assert_eq!(choice.to_string(), expected[0]);
        assert!(!choice.is_empty() && choice.steps().count() > 1);
    }
    assert!(Choice::from(MoveSet::EMPTY).is_empty());
    // A tile beyond the edge has no number.
    assert!(all.format(Notation::Tiles, &corner).is_err());
}
