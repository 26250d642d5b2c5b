//! Solutions in stages: what stands stays in place, and each stage is as short as can be.

use tilebase::puzzle::Metric;
use tilebase::sample::{Population, Request, Sampler};
use tilebase::stages::{StageError, Stages};
use tilebase::{Board, Error, Shape, Tablebase};

fn random(goal: &Board, seed: u64) -> Board {
    Sampler::one(goal, Population::Solvable, seed).unwrap()
}

#[test]
fn every_board_is_solved_and_what_stands_stays() {
    for (shape, goals, seeds) in [
        ("2x2", vec!["last", "first"], 20),
        ("2x5", vec!["last", "3"], 20),
        ("6x2", vec!["last"], 20),
        ("3x3", vec!["centre"], 20),
        ("4x4", vec!["last", "first", "6", "snail"], 20),
        ("5x4", vec!["last"], 5),
        ("6x6", vec!["last", "centre"], 3),
        ("10x10", vec!["last"], 1),
    ] {
        let shape: Shape = shape.parse().unwrap();
        for goal in goals {
            let goal = Board::parse_goal(goal.as_bytes(), Some(shape)).unwrap();
            for metric in [Metric::Single, Metric::Multi] {
                if metric == Metric::Multi && shape.cells() > 20 {
                    continue;
                }
                let stages = Stages::usual(&goal, metric, 2).unwrap();
                for seed in 0..seeds {
                    let board = random(&goal, seed);
                    let mut at = board.clone();
                    for (stage, moves) in stages.goals().iter().zip(stages.solve(&board).unwrap()) {
                        let before: Vec<&Board> =
                            stages.goals().iter().take_while(|goal| *goal != stage).collect();
                        for mv in &moves[..] {
                            at = at.moved(*mv).unwrap();
                            assert!(before.iter().all(|goal| goal.is_reached(&at)), "{board}");
                        }
                        assert!(stage.is_reached(&at), "{board}: {stage}");
                    }
                    assert_eq!(at, goal, "{board}");
                }
            }
        }
    }
}

/// After the first row of 4x3, the rest is a board of 3x3.
#[test]
fn each_stage_is_as_short_as_can_be() {
    let goal = Board::goal("4x3".parse().unwrap()).unwrap();
    let first = Board::parse_goal(b"1 2 3 / * * * / * * * / * * *", None).unwrap();
    let tables = Tablebase::embedded();
    for metric in [Metric::Single, Metric::Multi] {
        let stages = Stages::usual(&goal, metric, 1).unwrap();
        assert_eq!(stages.goals(), [first.clone(), goal.clone()]);
        let row = tables.oracle_in(&first, metric).unwrap();
        let usual: Board = "1 2 3 4 5 6 7 8 x".parse().unwrap();
        let rest = tables.oracle_in(&usual, metric).unwrap();
        for seed in 0..200 {
            let board = random(&goal, seed);
            let moves = stages.solve(&board).unwrap();
            assert_eq!(moves[0], row.solution(&board).unwrap());
            let cells = board.after(&moves[0]).unwrap().cells();
            let small = cells[3..].iter().map(|&tile| tile.saturating_sub(3));
            let small = Board::new("3x3".parse().unwrap(), small).unwrap();
            assert_eq!(moves[1], rest.solution(&small).unwrap(), "{board}");
        }
    }
}

#[test]
fn stages_of_your_own_are_checked_before_they_are_solved() {
    let goals = |texts: &[&str]| -> Vec<Board> {
        texts.iter().map(|text| Board::parse_goal(text.as_bytes(), None).unwrap()).collect()
    };
    let stages = |texts: &[&str]| Stages::new(goals(texts), Metric::Single, 1);
    let board: Board = "8 6 7 2 5 4 3 x 1".parse().unwrap();
    let own = stages(&["1 * * * * * * * *", "1 2 3 * * * * * *", "1 2 3 4 5 6 7 8 x"]).unwrap();
    let moves = own.solve(&board).unwrap();
    let end = moves.iter().try_fold(board.clone(), |at, moves| at.after(moves));
    assert_eq!(end, Some(goals(&["last"])[0].clone()));
    // The last two of a row by one and one: a corner that waits alone.
    let alone = stages(&["1 2 * * * * * * *", "1 2 3 * * * * * *"]).unwrap();
    let stuck: Board = "1 8 2 4 3 5 7 x 6".parse().unwrap();
    let found = alone.solve(&stuck);
    assert!(found.is_ok() || matches!(found, Err(StageError::OutOfReach { stage: 2, .. })));
    let error = stages(&["1 2 3 * * * * * *", "2 1 3 * * * * * *"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "stage 2, 2 1 3 * * * * * *, is against stage 1, 1 2 3 * * * * * *, which stays in place"
    );
    // The blank is shut in.
    let walls = ["* * 3 * 5 * 7 * *", "1 2 3 4 5 6 7 * *"];
    let error = stages(&walls).unwrap().solve(&board).unwrap_err();
    assert!(
        error.to_string().starts_with("stage 2, 1 2 3 4 5 6 7 * *, is out of reach once stage 1, "),
        "{error}"
    );
    assert!(matches!(
        stages(&["123/456/78x"]).unwrap().solve(&"1 2 3 4 5 6 8 7 x".parse().unwrap()),
        Err(StageError::Failed(Error::Unsolvable(_)))
    ));
    for shape in ["11x2", "2x11"] {
        let goal = Board::goal(shape.parse().unwrap()).unwrap();
        let error = Stages::usual(&goal, Metric::Single, 1).unwrap_err().to_string();
        assert!(error.ends_with("expected sides from 2 to 10"), "{error}");
    }
    assert!(Stages::usual(&goals(&["123******"])[0], Metric::Single, 1).is_err());
}

#[test]
fn tables_are_as_small_as_the_documentation_says() {
    let states = |shape: &str| {
        let goal = Board::goal(shape.parse().unwrap()).unwrap();
        Stages::usual(&goal, Metric::Single, 2).unwrap().states()
    };
    assert_eq!(states("4x4"), 524_160 + 11_880 + 181_440);
    assert_eq!(states("5x5"), 303_600 + 9_240 + 1_860_480 + 524_160 + 11_880 + 181_440);
}

/// What `docs/commands.md` says of random boards.
#[test]
#[ignore = "takes a minute"]
fn long_mean_lengths_in_stages() {
    for (shape, boards) in [("3x4", 10_000), ("4x4", 10_000), ("5x5", 10_000)] {
        for metric in [Metric::Single, Metric::Multi] {
            let goal = Board::goal(shape.parse().unwrap()).unwrap();
            let stages = Stages::usual(&goal, metric, 2).unwrap();
            let request = Request { count: boards, ..Request::default() };
            let mut sums = vec![0; stages.goals().len()];
            for board in Sampler::new(&goal, request, 1).unwrap().draw(boards as usize).unwrap() {
                let solution = stages.solve(&board).unwrap();
                sums.iter_mut().zip(solution).for_each(|(sum, moves)| *sum += moves.len());
            }
            let means: Vec<f64> = sums.iter().map(|&sum| sum as f64 / boards as f64).collect();
            println!("{shape} {metric:?}: {:.2} = {means:.2?}", means.iter().sum::<f64>());
        }
    }
}
