//! Moves in either metric, read and written in every notation.

use crate::common::Numbers;
use tilebase::puzzle::Metric;
use tilebase::text::Notation;
use tilebase::{Board, Move, MoveSet, Moves};

const METRICS: [Metric; 2] = [Metric::Single, Metric::Multi];

/// A board of each kind, and random moves from it.
fn walks() -> impl Iterator<Item = (Board, Moves)> {
    let mut numbers = Numbers(33);
    ["2x3", "3x3", "2x8", "4x4", "5x5", "6x6", "3x17"].into_iter().flat_map(move |size| {
        let start = Board::goal(size.parse().expect("a size")).expect("a goal");
        [0, 1, 2, 60].map(|length| {
            let (mut board, mut moves) = (start.clone(), Vec::new());
            while moves.len() < length {
                let mv = Move::ONE_CELL[numbers.below(4)];
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
            let way = moves.in_metric(metric);
            assert_eq!(way.singles(), moves);
            assert!(way.len() <= moves.len() && way.is_empty() == moves.is_empty());
            for notation in Notation::ALL {
                let text = notation.format_on(&way, metric, &board).expect("legal moves");
                let context = format!("{board} {metric:?} {notation:?} {text}");
                let read = notation.parse_on(&text, metric, &board);
                assert_eq!(read.as_ref(), Ok(&way), "{context}");
                // Tiles and cells are moves only on a board.
                let alone = notation.parse(&text, metric);
                if notation.needs_board() && !way.is_empty() {
                    assert!(alone.is_err() && notation.format(&way, metric).is_err(), "{context}");
                } else {
                    assert_eq!(alone.as_ref(), Ok(&way), "{context}");
                    assert_eq!(notation.format(&way, metric).as_ref(), Ok(&text), "{context}");
                }
                let mut after = b"before ".to_vec();
                notation.write(&way, metric, Some(&board), &mut after).expect("legal moves");
                assert_eq!(after, format!("before {text}").into_bytes());
            }
        }
        assert_eq!(moves.in_metric(Metric::Single), moves);
    }
}

#[test]
fn reading_stops_at_the_first_move_that_is_wrong() {
    for (board, moves) in walks() {
        let end = board.after(&moves).expect("legal moves");
        let away = Move::ONE_CELL.into_iter().find(|&mv| end.after(&[mv]).is_none());
        let Some(away) = away else { continue };
        for metric in METRICS {
            for notation in [Notation::Blank, Notation::Tile] {
                // In the notation of the tile, the letter is where the tile goes.
                let letter = if notation == Notation::Blank { away } else { away.inverse() };
                let legal = moves.in_metric(metric);
                let text = notation.format_on(&legal, metric, &board).expect("legal moves");
                // A space, because a longer run would be one move that is wrong.
                let text = format!("{text} {letter}");
                let (way, wrong) = notation.read_on(text.as_bytes(), metric, &board).until_wrong();
                assert!(wrong.is_some(), "{board} {text}");
                if metric == Metric::Single {
                    assert_eq!(way, legal, "{board} {text}");
                } else {
                    let singles = way.singles();
                    assert!(moves.starts_with(&singles), "{board} {text}");
                }
                assert!(notation.parse_on(text.as_bytes(), metric, &board).is_err());
            }
            // Nothing is written of a way that is illegal.
            let illegal: Moves = moves.iter().copied().chain([away]).collect();
            let mut text = b"before".to_vec();
            let way = illegal.in_metric(metric);
            assert!(Notation::Tiles.write(&way, metric, Some(&board), &mut text).is_err());
            assert_eq!(text, b"before");
        }
    }
}

#[test]
fn moves_lead_where_their_single_moves_lead() {
    for (start, moves) in walks() {
        for metric in METRICS {
            let way = moves.in_metric(metric);
            let mut at = start.clone();
            for (number, &mv) in way.iter().enumerate() {
                assert_eq!(start.after(&way[..number]).as_ref(), Some(&at));
                let tile = at.tile_of(mv).expect("a legal move");
                let blank = at.blank_cell();
                at = at.after(&[mv]).expect("a legal move");
                assert_eq!(tile == at.tile_at(blank), mv.cells() == 1);
                assert_eq!(
                    at.after(&[mv.inverse()]).map(|before| before.blank_cell()),
                    Some(blank)
                );
            }
            assert_eq!(start.after(&moves), Some(at));
            assert_eq!(way.to_string().parse().as_ref(), Ok(&way));
        }
    }
    let corner = Board::goal("3x3".parse().expect("a size")).expect("a goal");
    assert_eq!(corner.after(&[Move::DOWN]), None);
}

#[test]
fn moves_to_choose_from_are_written_side_by_side() {
    let board: Board = "1 2 3 4 x 5 7 8 6".parse().expect("a board");
    let large = Board::goal("6x6".parse().expect("a size")).expect("a goal");
    let all: MoveSet = Move::ONE_CELL.into_iter().collect();
    let two: MoveSet = [Move::LEFT, Move::UP].into_iter().collect();
    let moves: Moves = "l2u2".parse().expect("moves that slide two tiles");
    let corner = Board::goal("3x3".parse().expect("a size")).expect("a goal");
    let multi: MoveSet = moves.iter().copied().collect();
    for (choice, board, expected) in [
        (all, &board, ["dlru", "URLD", "8 4 5 2", "r3c2 r2c1 r2c3 r1c2"]),
        (two, &large, ["lu", "RD", "35 30", "r6c5 r5c6"]),
        (multi, &corner, ["l2u2", "R2D2", "7 3", "r3c1 r1c3"]),
    ] {
        for (notation, expected) in Notation::ALL.into_iter().zip(expected) {
            let found = notation.format_set_on(choice, board).expect("legal moves");
            assert_eq!(found, expected, "{board} {notation:?}");
        }
        assert_eq!(choice.to_string(), expected[0]);
        assert!(!choice.is_empty() && choice.len() > 1);
    }
    assert!(MoveSet::EMPTY.is_empty());
    // A tile beyond the edge has no number.
    assert!(Notation::Tiles.format_set_on(all, &corner).is_err());
}
