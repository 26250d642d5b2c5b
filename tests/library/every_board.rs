//! Answers to every board of 3x3, and to those of all shapes of up to nine cells: right, optimal
//! and canonical, compared with searches without tables and with the published counts.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::common::{Search, goal_with_blank, known_counts};
use tilebase::bulk::{Bulk, Form, Question};
use tilebase::puzzle::{Metric, SmallBoard, SmallShape};
use tilebase::text::Notation;
use tilebase::{Error, Moves, Tablebase};

/// The answers of a bulk run to every arrangement of 3x3.
fn answers(form: Form, goal: &SmallBoard) -> String {
    let mut every = String::new();
    for board in SmallBoard::all(SmallShape::default()) {
        writeln!(every, "{board}").expect("memory");
    }
    let bulk = Bulk::new(Arc::new(Tablebase::embedded()), form).goal(*goal);
    String::from_utf8(bulk.to_vec(2, every.as_bytes()).expect("answers")).expect("UTF-8")
}

/// For a corner, an edge and the centre, in two orientations: every board, solvable or not, against
/// a search over boards.
#[test]
fn every_board_for_every_goal_cell() {
    let cells = [1, 4, 6, 8];
    let known = known_counts().into_iter();
    let known = known
        .filter(|known| known.shape == SmallShape::default() && cells.contains(&known.goal_blank));
    for known in known {
        let goal = goal_with_blank(known.shape, known.goal_blank);
        let search = Search::to(&goal);
        assert_eq!(search.distances.len() as u64, known.states);
        let answers = answers(Form::default(), &goal);
        let mut counts = vec![0; known.counts.len()];
        let mut unsolvable = 0;
        let mut answers = answers.lines();
        for board in SmallBoard::all(known.shape) {
            let answer = answers.next().expect("one line out for each line in");
            if !search.distances.contains_key(board.cells()) {
                assert_eq!(answer, "unsolvable", "{board}");
                unsolvable += 1;
                continue;
            }
            counts[answer.len()] += 1;
            assert_eq!(answer.len() as u32, search.distances[board.cells()], "{board}");
            assert_eq!(board.after(&answer.parse::<Moves>().expect("moves")), Some(goal));
            if known.goal_blank == 8 {
                assert_eq!(answer, search.canonical(board.cells()).to_string(), "{board}");
            }
        }
        assert_eq!(answers.next(), None);
        assert_eq!(counts, known.counts, "goal cell {}", known.goal_blank);
        assert_eq!(unsolvable, known.states);
    }
}

/// All tabled shapes of up to nine cells, all goal cells: the published counts.
#[test]
fn counts_per_distance_are_the_published_ones() {
    let mut rows = 0;
    for known in known_counts().into_iter().filter(|known| known.shape.cells() <= 9) {
        let goal = goal_with_blank(known.shape, known.goal_blank);
        let tables = Tablebase::embedded();
        let oracle = tables.oracle(&goal).expect("embedded");
        let mut counts = vec![0; known.counts.len()];
        for board in SmallBoard::all(known.shape) {
            match oracle.distance(&board) {
                Ok(distance) => counts[distance as usize] += 1,
                Err(error) => assert!(matches!(error, Error::Unsolvable(_)), "{error}"),
            }
        }
        assert_eq!(counts, known.counts, "{} goal cell {}", known.shape, known.goal_blank);
        rows += 1;
    }
    assert_eq!(rows, 4 + 6 + 8 + 9, "a row for each cell of 2x2, 2x3, 2x4 and 3x3");
}

#[test]
fn the_number_of_optimal_solutions() {
    let form = Form::from(Question::Count);
    let answers = answers(form, &SmallBoard::goal(SmallShape::default()));
    let counts: Vec<u64> = answers.lines().filter_map(|line| line.parse().ok()).collect();
    let most = SmallBoard::all(SmallShape::default())
        .zip(answers.lines())
        .filter(|(_, answer)| *answer == "64");
    assert_eq!(counts.len() as u64, SmallShape::default().states());
    assert_eq!(counts.iter().sum::<u64>(), 500_881);
    assert_eq!(counts.iter().filter(|&&count| count == 1).count(), 78_033);
    assert_eq!(counts.iter().max(), Some(&64));
    // Two boards, mirror images of each other in the diagonal, as the goal is of itself.
    assert_eq!(
        most.map(|(board, _)| board.to_string()).collect::<Vec<_>>(),
        ["x 8 5 6 7 2 3 4 1", "x 8 7 6 3 2 5 4 1"]
    );
}

/// Solutions in every notation read back as the original moves: every board of 3x3.
#[test]
fn solutions_of_every_board_are_written_and_read_back() {
    let goal = SmallBoard::goal(SmallShape::default());
    let answer = |notation| answers(Form { notation, ..Form::default() }, &goal);
    let expected = answer(Notation::Blank);
    for notation in [Notation::Tile, Notation::Tiles] {
        let found = answer(notation);
        for ((board, found), expected) in
            SmallBoard::all(SmallShape::default()).zip(found.lines()).zip(expected.lines())
        {
            if expected == "unsolvable" {
                assert_eq!(found, expected);
            } else {
                let moves = notation.parse_on(found, Metric::Single, &board).expect("legal moves");
                assert_eq!(moves.to_string(), expected, "{board} {found}");
                assert_eq!(
                    notation.format_on(&moves, Metric::Single, &board).as_deref(),
                    Ok(found)
                );
            }
        }
    }
}
