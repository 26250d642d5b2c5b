//! Analyses of solutions, against breadth-first searches that use no table and no part of the
//! analysis.

use std::collections::HashMap;

use crate::common::Search;
use tilebase::analysis::{Analysis, distances_along};
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::{Error, Limits, Move, MoveSet, Moves, Oracle, Tablebase};

/// The true distances of boards.
trait Truth {
    fn distance(&self, board: &SmallBoard) -> u32;

    fn optimal(&self, board: &SmallBoard) -> MoveSet {
        let distance = self.distance(board);
        let nearer =
            |&mv: &Move| board.moved(mv).is_some_and(|next| self.distance(&next) + 1 == distance);
        if distance == 0 {
            MoveSet::EMPTY
        } else {
            Move::ONE_CELL.into_iter().filter(nearer).collect()
        }
    }

    /// The smallest optimal move at each board.
    fn canonical(&self, board: &SmallBoard) -> Moves {
        let mut board = *board;
        let mut moves = Vec::new();
        while let Some(mv) = self.optimal(&board).first() {
            board = board.moved(mv).expect("an optimal move");
            moves.push(mv);
        }
        moves.into()
    }
}

struct All(HashMap<SmallBoard, u32>);

impl All {
    fn of(goal: &SmallBoard) -> All {
        let search = Search::to(goal);
        let board = |cells: &Vec<u8>| SmallBoard::new(goal.shape(), cells).expect("a board");
        All(search.distances.iter().map(|(cells, &distance)| (board(cells), distance)).collect())
    }

    /// The boards at most this far from the goal.
    fn within(goal: &SmallBoard, farthest: u32) -> All {
        let mut distances = HashMap::from([(*goal, 0)]);
        let mut level = vec![*goal];
        for distance in 1..=farthest {
            let next = level.iter().flat_map(|board| Move::ONE_CELL.map(|mv| board.moved(mv)));
            let mut found = Vec::new();
            for board in next.flatten() {
                distances.entry(board).or_insert_with(|| {
                    found.push(board);
                    distance
                });
            }
            level = found;
        }
        All(distances)
    }
}

impl Truth for All {
    /// Boards beyond those known are farther than any that is asked for.
    fn distance(&self, board: &SmallBoard) -> u32 {
        self.0.get(board).copied().unwrap_or(1000)
    }
}

/// Analyzes moves of single tiles from a board.
fn analyze(oracle: &Oracle, board: &SmallBoard, moves: &[Move]) -> Result<Analysis, Error> {
    Analysis::new(oracle, &(*board).into(), moves)
}

/// Checks every field of an analysis without limits.
fn check(analysis: &Analysis, truth: &impl Truth, start: &SmallBoard, moves: &[Move]) {
    let context = || format!("{start} {}", Moves::from(moves.to_vec()));
    let (mut board, mut lost, mut mistakes) = (*start, 0, Vec::new());
    let mut ending = None;
    for (i, step) in analysis.steps.iter().enumerate() {
        let next = board.moved(moves[i]).expect("a legal step");
        let (before, after) = (truth.distance(&board), truth.distance(&next));
        assert_eq!(step.mv, moves[i], "{}", context());
        assert_eq!(step.tile, Some(next.cells()[board.blank_cell()].into()), "{}", context());
        assert_eq!((step.before, step.after), (Some(before), Some(after)), "{}", context());
        if after < before {
            let none = MoveSet::EMPTY;
            assert_eq!((step.cost(), step.better.as_ref()), (Some(0), Some(&none)));
        } else {
            let better = truth.optimal(&board);
            let found = (step.cost(), step.better.as_ref());
            assert_eq!(found, (Some(2), Some(&better)), "{} {i}", context());
            ending = ending.or(Some((i, board)));
            mistakes.push(i + 1);
            lost += 2;
        }
        board = next;
    }
    let illegal = moves.get(analysis.steps.len()).copied();
    assert_eq!(analysis.illegal, illegal, "{}", context());
    assert!(illegal.is_none_or(|mv| board.moved(mv).is_none()), "{}", context());
    let left = truth.distance(&board);
    assert_eq!(analysis.end, board.into(), "{}", context());
    assert_eq!(analysis.distance_left, Some(left), "{}", context());
    assert_eq!(analysis.reaches_goal(), left == 0 && illegal.is_none());
    let start = truth.distance(start);
    assert_eq!((analysis.optimal_length, analysis.at_least), (Some(start), start));
    assert_eq!(analysis.lost(), Some(lost), "{}", context());
    assert_eq!(start + lost, analysis.steps.len() as u32 + left, "{}", context());
    assert_eq!(analysis.mistakes().map(|(number, _)| number).collect::<Vec<_>>(), mistakes);
    let (after, from) = ending.unwrap_or((analysis.steps.len(), board));
    assert_eq!(analysis.ending_after(), after, "{}", context());
    let canonical = truth.canonical(&from);
    assert_eq!(analysis.ending.as_ref(), Some(&canonical), "{}", context());
}

/// Every string of at most `left` more moves: legal moves, and one illegal move at the end.
fn every_string(
    oracle: &Oracle,
    truth: &impl Truth,
    start: &SmallBoard,
    at: &SmallBoard,
    moves: &mut Vec<Move>,
    left: usize,
) -> u64 {
    let mut count = 1;
    check(&analyze(oracle, start, moves).expect("solvable"), truth, start, moves);
    if left == 0 {
        return count;
    }
    for mv in Move::ONE_CELL {
        moves.push(mv);
        if let Some(next) = at.moved(mv) {
            count += every_string(oracle, truth, start, &next, moves, left - 1);
        } else {
            // Moves after an illegal one do not matter.
            moves.push(Move::UP);
            check(&analyze(oracle, start, moves).expect("solvable"), truth, start, moves);
            moves.pop();
            count += 1;
        }
        moves.pop();
    }
    count
}

fn goal(shape: &str) -> SmallBoard {
    SmallBoard::goal(shape.parse().expect("a shape"))
}

#[test]
fn every_string_of_up_to_six_moves_on_2x3() {
    let goal = goal("2x3");
    let (truth, tables) = (All::of(&goal), Tablebase::embedded());
    let oracle = tables.oracle(&goal).expect("embedded");
    let mut count = 0;
    for board in truth.0.keys() {
        count += every_string(&oracle, &truth, board, board, &mut Vec::new(), 6);
    }
    assert!(count > 100_000, "{count}");
}

/// Analyses by search, for some boards.
#[test]
fn every_string_of_up_to_five_moves_on_2x3_without_a_table() {
    let goal = goal("2x3");
    let truth = All::of(&goal);
    let oracle = Tablebase::embedded().searching_oracle(&goal).expect("memory").threads(1);
    let oracle = oracle;
    assert!(oracle.table().is_none());
    let mut boards: Vec<&SmallBoard> = truth.0.keys().collect();
    boards.sort_by_key(|board| board.cells());
    let mut count = 0;
    for board in boards.into_iter().step_by(24) {
        count += every_string(&oracle, &truth, board, board, &mut Vec::new(), 5);
    }
    assert!(count > 1000, "{count}");
}

/// A random number below `n`.
fn random(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) % n as u64) as usize
}

fn random_moves(state: &mut u64, board: &SmallBoard, length: usize) -> Vec<Move> {
    let mut board = *board;
    let mut moves = Vec::new();
    while moves.len() < length {
        let mv = Move::ONE_CELL[random(state, 4)];
        if let Some(next) = board.moved(mv) {
            board = next;
            moves.push(mv);
        }
    }
    moves
}

#[test]
fn boards_of_4x4_near_the_goal() {
    const FAR: u32 = 15;
    let goal = goal("4x4");
    let truth = All::within(&goal, FAR + 1);
    let oracle = Tablebase::embedded().oracle(&goal).expect("a search");
    let mut boards: Vec<(&SmallBoard, u32)> =
        truth.0.iter().map(|(board, &d)| (board, d)).collect();
    boards.retain(|(_, distance)| *distance <= FAR);
    boards.sort_by_key(|(board, _)| board.cells());
    assert!(boards.len() > 30_000, "{}", boards.len());
    let state = &mut 27;
    for _ in 0..300 {
        let (board, distance) = boards[random(state, boards.len())];
        // Some wander, and some go to the goal after that.
        let wander = random(state, (FAR - distance) as usize + 1);
        let mut moves = random_moves(state, board, wander);
        if random(state, 2) == 0 {
            moves.extend(&*truth.canonical(&board.after(&moves).expect("legal moves")));
        }
        let analysis = analyze(&oracle, board, &moves).expect("solvable");
        check(&analysis, &truth, board, &moves);
    }
}

/// Distances proved within limits are true, and all others are unknown.
#[test]
fn limits_leave_gaps_and_no_errors() {
    let goal = goal("4x4");
    let oracle = Tablebase::embedded().oracle(&goal).expect("a search");
    let state = &mut 5;
    let (mut gaps, mut known) = (0, 0);
    for _ in 0..4 {
        let moves = Moves::from(random_moves(state, &goal, 120)).simplified();
        let board = goal.after(&moves).expect("legal moves");
        let back = moves.inverted();
        let all = analyze(&oracle, &board, &back).expect("solvable");
        assert!(all.reaches_goal());
        for boards in [0, 100, 5000] {
            let limited = oracle.clone().limited(Limits::default().boards(boards));
            let some = analyze(&limited, &board, &back).expect("solvable");
            assert!(some.at_least <= all.at_least);
            assert_eq!(some.reaches_goal(), all.reaches_goal());
            for (some, all) in some.steps.iter().zip(&all.steps) {
                assert!(some.before.is_none_or(|before| Some(before) == all.before));
                assert!(some.after.is_none_or(|after| Some(after) == all.after));
                assert!(some.better.is_none() || some.better == all.better);
                gaps += u32::from(some.before.is_none());
                known += u32::from(some.before.is_some());
            }
            if some.ending_after() == all.ending_after() {
                assert!(some.ending.is_none() || some.ending == all.ending);
            }
            if some.steps.iter().any(|step| step.before.is_none()) {
                assert_eq!(some.lost(), None);
            }
        }
    }
    assert!(gaps > 10 && known > 10, "{gaps} gaps, {known} known");
}

/// Bounds of boards of any size are true, here for 3x3, and near the goal all distances are known.
#[test]
fn boards_of_any_size_along_the_way() {
    let goal = goal("3x3");
    let truth = All::of(&goal);
    let finder = Oracle::of_any_size(goal).expect("a size");
    let finder = finder.limited(Limits::default().boards(300));
    let state = &mut 62;
    let (mut gaps, mut known, mut endings, mut better) = (0, 0, 0, 0);
    for length in (0..400).map(|number| number % 40) {
        let walk = Moves::from(random_moves(state, &goal, length)).simplified();
        let start = goal.after(&walk).expect("legal moves");
        let wander = random(state, 6);
        let mut moves = random_moves(state, &start, wander);
        let mut back = walk.inverted();
        if random(state, 2) == 0 {
            let there = start.after(&moves).expect("legal moves");
            back = truth.canonical(&there);
        }
        moves.extend(&*back);
        let found = analyze(&finder, &start, &moves).expect("solvable");
        let (mut board, mut lost) = (start, 0);
        for (step, &mv) in found.steps.iter().zip(&moves) {
            let cell = board.blank_cell();
            let next = board.moved(mv).expect("a legal step");
            let (before, after) = (truth.distance(&board), truth.distance(&next));
            let tile = next.cells()[cell].into();
            assert_eq!((step.mv, step.tile), (mv, Some(tile)));
            assert!(step.before.is_none_or(|found| found == before), "{board}");
            assert!(step.after.is_none_or(|found| found == after), "{next}");
            let optimal = if after < before { MoveSet::EMPTY } else { truth.optimal(&board) };
            let found = step.better;
            assert!(found.is_none_or(|found| found == optimal), "{board}");
            lost += if after < before { 0 } else { 2 };
            known += u32::from(step.before.is_some());
            gaps += u32::from(step.before.is_none());
            better += found.map_or(0, MoveSet::len);
            board = next;
        }
        assert_eq!(found.reaches_goal(), found.illegal.is_none() && board == goal);
        assert!(found.lost().is_none_or(|found| found == lost));
        let between = found.lost_between().unwrap_or((0, u32::MAX));
        assert!(between.0 <= lost && lost <= between.1, "{between:?}: {lost}");
        let bounds = found.at_least..=found.at_most.expect("a solution");
        assert!(bounds.contains(&truth.distance(&start)), "{bounds:?}");
        if let Some(ending) = &found.ending {
            let from = start.after(&moves[..found.ending_after()]).expect("legal moves");
            assert_eq!(from.after(&ending.singles()), Some(goal));
            assert_eq!(ending.len() as u32, truth.distance(&from));
            endings += u32::from(!ending.is_empty());
        }
        // A board that is one move away is known, and so is what was better there.
        if truth.distance(&start) == 1 && !moves.is_empty() {
            assert_eq!(found.optimal_length, Some(1));
            assert!(found.ending.is_some() && found.steps[0].better.is_some());
        }
    }
    assert!(gaps > 100 && known > 1000, "{gaps} gaps, {known} known");
    assert!(endings > 50 && better > 50, "{endings} endings, {better} better moves");
    // A move taken back leads to a board that is known.
    let start = goal.moved(Move::LEFT).expect("legal");
    let moves = [Move::UP, Move::DOWN];
    let found = analyze(&finder, &start, &moves).expect("solvable");
    assert_eq!((found.distance_left, found.lost()), (Some(1), Some(2)));
    // Moves after an illegal one are not analyzed.
    let moves = [Move::RIGHT, Move::RIGHT, Move::UP];
    let found = analyze(&finder, &start, &moves).expect("solvable");
    assert_eq!((found.steps.len(), found.illegal), (1, Some(Move::RIGHT)));
    assert!(!found.reaches_goal());
}

/// Solutions of random boards with four mistakes each cost about one search of the start.
#[test]
fn an_analysis_costs_little_more_than_a_solution() {
    let goal = goal("4x4");
    let oracle = Tablebase::embedded().oracle(&goal).expect("a search").threads(1);
    let solve = |board: &SmallBoard| {
        oracle.answer(board, Ask::SOLUTION).expect("memory").known().expect("solvable")
    };
    let state = &mut 99;
    let (mut one_search, mut whole) = (0, 0);
    for _ in 0..12 {
        let walk = random_moves(state, &goal, 1000);
        let start = goal.after(&walk).expect("legal moves");
        one_search += solve(&start).cost().generated;
        let (mut board, mut moves) = (start, Vec::new());
        for _ in 0..4 {
            let rest = solve(&board).moves.expect("asked for");
            let good = rest.iter().copied().take(random(state, 16)).collect::<Vec<_>>();
            let wrong = random_moves(state, &board.after(&good).expect("legal moves"), 1);
            moves.extend(good.into_iter().chain(wrong));
            board = start.after(&moves).expect("legal moves");
        }
        moves.extend(solve(&board).moves.expect("asked for").iter());
        let analysis = analyze(&oracle, &start, &moves).expect("solvable");
        assert!(analysis.reaches_goal());
        whole += analysis.generated;
    }
    assert!(whole * 10 < one_search * 25, "{whole} boards, {one_search} for solutions");
}

#[test]
fn boards_that_cannot_be_analyzed() {
    let tables = Tablebase::embedded();
    let oracle_of = |goal: SmallBoard| tables.oracle(goal).expect("memory");
    let (oracle, fifteen) =
        (oracle_of(SmallBoard::goal(SmallShape::default())), oracle_of(goal("4x4")));
    let odd = goal("4x4").exchanged(1, 2);
    for (oracle, board) in
        [(&oracle, "1 2 3 4 5 6 8 7 x".parse().expect("a board")), (&fifteen, odd)]
    {
        let error = analyze(oracle, &board, &[Move::UP]).expect_err("an odd permutation");
        assert!(matches!(error, Error::Unsolvable(_)), "{error}");
    }
    for oracle in [&oracle, &fifteen] {
        let error = analyze(oracle, &goal("2x3"), &[Move::UP]).expect_err("another shape");
        assert!(matches!(error, Error::Board(_)), "{error}");
    }
}

/// The distances along many moves are those of one analysis after another, with a table and
/// without, and no lower bound is above a distance.
#[test]
fn many_at_once_are_as_one_by_one() {
    for shape in ["2x3", "2x5"] {
        let goal = SmallBoard::goal(shape.parse().unwrap());
        let oracle = Tablebase::embedded().oracle(&goal).unwrap();
        assert_eq!(oracle.table().is_some(), shape == "2x3");
        // Two walks, one to the goal and one to a board beside it; illegal moves; an unsolvable
        // board.
        let mut boards = Vec::new();
        let mut moves: Vec<Vec<Move>> = Vec::new();
        for text in ["ulldrrulldrr", "lluurrdd", "llrrllrrul", "", "dddd"] {
            let walk: Moves = text.parse().unwrap();
            let legal = walk.iter().try_fold(goal, |board, &mv| board.moved(mv));
            boards.push(legal.unwrap_or(goal));
            moves.push(walk.iter().rev().map(|mv| mv.inverse()).collect());
        }
        let mut cells = goal.cells().to_vec();
        cells.swap(0, 1);
        boards.push(SmallBoard::new(goal.shape(), &cells).unwrap());
        // The last move leaves the board.
        moves.push(vec![Move::UP, Move::DOWN, Move::DOWN]);
        let batch = oracle.clone().threads(2);
        let along = distances_along(&batch, &boards, &moves).unwrap();
        for ((board, moves), along) in boards.iter().zip(&moves).zip(&along) {
            let Ok(found) = analyze(&oracle.clone(), board, moves) else {
                assert_eq!(along, &[None, None, None]);
                continue;
            };
            let after = found.steps.iter().map(|step| step.after);
            let expected: Vec<_> = std::iter::once(found.optimal_length).chain(after).collect();
            assert_eq!(along, &expected);
            assert!(along[0].is_some());
        }
        assert!(along[0].len() > 5 && along[0].last() == Some(&Some(0)));
        let mut bounds = vec![0; boards.len()];
        let bound = |found: Outcome<u32>| found.known().unwrap_or(u32::MAX);
        batch.lower_bounds_into(&boards, &mut bounds, bound).unwrap();
        for (along, bound) in along.iter().zip(bounds) {
            let distance = along[0].unwrap_or(u32::MAX);
            assert!(bound <= distance && (distance - bound).is_multiple_of(2));
        }
    }
}
