//! The solver for large shapes, compared with independent searches.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use tilebase::puzzle::{Orbit, solvable};
use tilebase::search::{Ida, Limits as SearchLimits, Manhattan, Problem, solve};
use tilebase::solver::{Limits, Partition, PartitionSize, PatternTable, SolveError, Solver};
use tilebase::{Board, Move, MoveSet, Moves, Shape, Tablebase};

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

/// The default goal's tiles with the blank in another cell.
fn goal_with_blank(shape: Shape, blank: usize) -> Board {
    let mut tiles = 1..;
    let cells: Vec<u8> = (0..shape.cells())
        .map(|cell| if cell == blank { 0 } else { tiles.next().unwrap() })
        .collect();
    Board::new(shape, &cells).unwrap()
}

/// Random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn board(&mut self, goal: &Board) -> Board {
        loop {
            let mut cells = goal.cells().to_vec();
            for i in (1..cells.len()).rev() {
                cells.swap(i, self.below(i + 1));
            }
            let board = Board::new(goal.shape(), &cells).unwrap();
            if solvable(&board, goal).is_ok() {
                return board;
            }
        }
    }

    /// A board after random moves, none of which undoes the previous one.
    fn walk(&mut self, goal: &Board, moves: usize) -> Board {
        let (mut board, mut last) = (*goal, None);
        for _ in 0..moves {
            let legal: Vec<Move> =
                board.legal_moves().into_iter().filter(|mv| Some(mv.inverse()) != last).collect();
            let mv = legal[self.below(legal.len())];
            (board, last) = (board.moved(mv).unwrap(), Some(mv));
        }
        board
    }
}

/// The distance of every board within some moves of a goal, by a plain breadth-first search.
fn near(goal: &Board, moves: u32) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(*goal, 0)]);
    let mut level = vec![*goal];
    for distance in 1..=moves {
        let mut next = Vec::new();
        for board in level {
            for board in Move::ALL.into_iter().filter_map(|mv| board.moved(mv)) {
                distances.entry(board).or_insert_with(|| {
                    next.push(board);
                    distance
                });
            }
        }
        level = next;
    }
    distances
}

/// Every optimal solution of a board in lexicographic order, given the distances around it.
fn all_solutions(distances: &HashMap<Board, u32>, board: &Board) -> Vec<Vec<Move>> {
    let distance = distances[board];
    if distance == 0 {
        return vec![Vec::new()];
    }
    let nearer = Move::ALL.into_iter().filter_map(|mv| Some((mv, board.moved(mv)?)));
    let nearer = nearer.filter(|(_, next)| distances.get(next) == Some(&(distance - 1)));
    let behind = |(mv, next)| {
        all_solutions(distances, &next).into_iter().map(move |rest| [vec![mv], rest].concat())
    };
    nearer.flat_map(behind).collect()
}

fn moves(solver: &Solver, board: &Board) -> Moves {
    solver.solution(board, &Limits::default()).unwrap().moves
}

/// The three classes of goals on 4x4, and for one of them a goal whose orientation differs from the
/// table's.
const GOALS_OF_4X4: [usize; 4] = [15, 12, 2, 9];

#[test]
fn every_board_near_a_goal_of_4x4_is_as_searched() {
    for blank in GOALS_OF_4X4 {
        let goal = goal_with_blank(shape("4x4"), blank);
        let solver = Solver::small(&goal).unwrap();
        let distances = near(&goal, 15);
        let boards: Vec<Board> = distances.keys().copied().collect();
        let answers = solver.solutions_of(&boards, &Limits::default());
        for (board, answer) in boards.iter().zip(answers) {
            let moves = answer.unwrap().moves;
            assert_eq!(moves.len() as u32, distances[board], "{board} to {goal}");
            // Walking back by the distances also gives the canonical solution.
            let mut at = *board;
            for &mv in moves.iter() {
                let nearer = |mv: &Move| {
                    let next = at.moved(*mv).and_then(|next| distances.get(&next));
                    next == Some(&(distances[&at] - 1))
                };
                assert_eq!(
                    Some(mv),
                    Move::ALL.into_iter().find(nearer),
                    "{board} to {goal}: {moves}"
                );
                at = at.moved(mv).unwrap();
            }
            assert_eq!(at, goal);
        }
    }
}

#[test]
fn every_solution_is_found_and_counted() {
    let mut numbers = Numbers(1);
    for (text, blank) in [("4x4", 15), ("4x4", 1), ("4x4", 5), ("3x5", 14), ("7x2", 6)] {
        let goal = goal_with_blank(shape(text), blank);
        let solver = Solver::small(&goal).unwrap();
        let distances = near(&goal, 12);
        let mut several = 0;
        for _ in 0..200 {
            let board = numbers.walk(&goal, 12);
            let expected = all_solutions(&distances, &board);
            let limits = Limits::default();
            let found: Vec<Moves> = solver.solutions(&board, &limits).unwrap().collect();
            assert!(
                found.iter().map(|moves| moves.to_vec()).eq(expected.iter().cloned()),
                "{board}"
            );
            assert_eq!(solver.count_solutions(&board, &limits).unwrap(), expected.len() as u64);
            assert_eq!(moves(&solver, &board).to_vec(), expected[0]);
            let first: MoveSet =
                expected.iter().filter_map(|moves| moves.first().copied()).collect();
            assert_eq!(solver.optimal_moves(&board, &limits).unwrap(), first, "{board}");
            several += usize::from(expected.len() > 1);
        }
        assert!(several > 0, "a board with several solutions");
    }
}

/// For shapes with a table of all boards: every goal cell, and random boards at any distance.
#[test]
fn random_boards_of_small_shapes_are_as_in_their_tables() {
    let mut numbers = Numbers(2);
    let tables = Tablebase::embedded();
    for text in ["3x3", "2x4", "4x2"] {
        for blank in 0..shape(text).cells() {
            let goal = goal_with_blank(shape(text), blank);
            let (oracle, solver) = (tables.oracle(&goal).unwrap(), Solver::small(&goal).unwrap());
            let boards: Vec<Board> = (0..300).map(|_| numbers.board(&goal)).collect();
            for (board, answer) in
                boards.iter().zip(solver.solutions_of(&boards, &Limits::default()))
            {
                assert_eq!(
                    answer.unwrap().moves,
                    oracle.solution(board).unwrap(),
                    "{board} to {goal}"
                );
            }
            for board in &boards[..30] {
                let limits = Limits::default();
                assert_eq!(moves(&solver, board), oracle.solution(board).unwrap());
                let optimal = solver.optimal_moves(board, &limits).unwrap();
                assert_eq!(optimal, oracle.optimal_moves(board).unwrap(), "{board} to {goal}");
                let count = solver.count_solutions(board, &limits).unwrap();
                assert_eq!(u128::from(count), oracle.count_solutions(board).unwrap());
                assert!(solver.estimate(board).unwrap() <= oracle.distance(board).unwrap());
            }
        }
    }
}

/// Boards at larger distances, for every goal cell, compared with IDA* and the Manhattan distance,
/// which needs no table.
#[test]
fn boards_further_away_are_as_by_plain_ida() {
    let mut numbers = Numbers(3);
    for (text, blank) in [
        ("4x4", 15),
        ("4x4", 0),
        ("4x4", 8),
        ("4x4", 6),
        ("3x5", 14),
        ("5x3", 4),
        ("2x7", 13),
        ("2x8", 3),
    ] {
        let goal = goal_with_blank(shape(text), blank);
        let solver = Solver::small(&goal).unwrap();
        let heuristic = Manhattan::new(&goal);
        for _ in 0..8 {
            let start = numbers.walk(&goal, 38);
            let problem = Problem { start, goal, heuristic: &heuristic };
            let found = solve(&Ida, &problem, SearchLimits::default()).unwrap();
            assert_eq!(moves(&solver, &start), found.moves, "{start} to {goal}");
        }
    }
}

#[test]
#[ignore = "minutes: random boards of 4x4 without a table"]
fn random_boards_are_as_by_plain_ida() {
    let mut numbers = Numbers(4);
    let goal = Board::goal(shape("4x4"));
    let solver = Solver::small(&goal).unwrap();
    let heuristic = Manhattan::new(&goal);
    let mut compared = 0;
    while compared < 50 {
        let start = numbers.board(&goal);
        let problem = Problem { start, goal, heuristic: &heuristic };
        let limits = SearchLimits { nodes: Some(30_000_000), ..SearchLimits::default() };
        if let Ok(found) = solve(&Ida, &problem, limits) {
            assert_eq!(moves(&solver, &start), found.moves, "{start}");
            compared += 1;
        }
    }
}

/// The published distances of Korf's hundred boards.
#[test]
#[ignore = "a minute: the small tables"]
fn boards_of_korf_are_as_far_as_published() {
    let known = std::fs::read_to_string("data/known/korf_100.csv").unwrap();
    let field = |line: &str, i: usize| line.split(',').nth(i).unwrap().to_owned();
    let lines = || known.lines().skip(1);
    let boards: Vec<Board> =
        lines().map(|line| Board::parse(field(line, 2), Some(shape("4x4"))).unwrap()).collect();
    // The blank is in the first cell, followed by the tiles in order.
    let goal = goal_with_blank(shape("4x4"), 0);
    let solver = Solver::small(&goal).unwrap();
    let answers = solver.solutions_of(&boards, &Limits::default());
    assert_eq!(answers.len(), 100);
    for ((line, board), answer) in lines().zip(&boards).zip(answers) {
        let moves = answer.unwrap().moves;
        assert_eq!(moves.len().to_string(), field(line, 1), "{line}");
        assert_eq!(board.after(&moves), Some(goal));
    }
}

/// Two published boards at the maximum distance, with the large tables.
#[test]
#[ignore = "a minute, and 900 MB: the large tables"]
fn hard_boards_are_as_far_as_published() {
    let goal = Board::goal(shape("4x4"));
    let partitions = Partition::for_orbit(Orbit::from(&goal), PartitionSize::Large);
    let tables: Vec<Vec<PatternTable>> = partitions
        .iter()
        .map(|partition| {
            partition.patterns().iter().map(|&p| PatternTable::generate(p, 2).unwrap()).collect()
        })
        .collect();
    let solver = Solver::new(&goal, &tables).unwrap();
    for (board, distance) in [
        ("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", 80),
        ("0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", 70),
    ] {
        let board: Board = board.parse().unwrap();
        let found = solver.solution(&board, &Limits::default()).unwrap();
        println!("{board}: {} moves, {} boards generated", found.moves.len(), found.generated);
        assert_eq!(found.moves.len(), distance, "{board}");
        assert_eq!(board.after(&found.moves), Some(goal));
    }
}

/// The answer does not depend on the number of boards or threads.
#[test]
fn answers_do_not_depend_on_threads_or_company() {
    let mut numbers = Numbers(5);
    let goal = Board::goal(shape("4x4"));
    let solver = Solver::small(&goal).unwrap();
    let boards: Vec<Board> = (0..24).map(|_| numbers.walk(&goal, 120)).collect();
    let limits = Limits::default();
    let one: Vec<_> = solver.clone().threads(1).solutions_of(&boards, &limits);
    for threads in [0, 2, 5] {
        let many = solver.clone().threads(threads).solutions_of(&boards, &limits);
        for ((board, one), many) in boards.iter().zip(&one).zip(&many) {
            let (one, many) = (one.as_ref().unwrap(), many.as_ref().unwrap());
            assert_eq!(one.moves, many.moves, "{board} on {threads} threads");
            assert_eq!(
                solver.clone().threads(threads).solution(board, &limits).unwrap().moves,
                one.moves
            );
        }
    }
    assert!(one.iter().any(|solved| solved.as_ref().unwrap().generated > 1 << 16), "one is hard");
}

#[test]
fn what_has_no_answer_says_why() {
    let goal = Board::goal(shape("4x4"));
    let solver = Solver::small(&goal).unwrap();
    let limits = Limits::default();
    let unsolvable = goal.exchanged(14, 15);
    assert!(matches!(solver.solution(&unsolvable, &limits), Err(SolveError::Unsolvable(_))));
    let other = Board::goal(shape("3x5"));
    assert!(matches!(solver.solution(&other, &limits), Err(SolveError::Board(_))));
    let answers = solver.solutions_of(&[goal, unsolvable, other], &limits);
    assert!(answers[0].as_ref().unwrap().moves.is_empty());
    assert!(matches!(answers[1], Err(SolveError::Unsolvable(_))));
    assert!(matches!(answers[2], Err(SolveError::Board(_))));
    assert_eq!(solver.optimal_moves(&goal, &limits).unwrap(), MoveSet::EMPTY);
    assert_eq!(solver.count_solutions(&goal, &limits).unwrap(), 1);
}

#[test]
fn limits_stop_a_search_with_what_was_proved() {
    let goal = Board::goal(shape("4x4"));
    let solver = Solver::small(&goal).unwrap();
    // 80 moves, which would take hours with these tables.
    let board: Board = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1".parse().unwrap();
    let limits = Limits { boards: Some(200_000), ..Limits::default() };
    for answer in
        [solver.solution(&board, &limits), solver.solutions_of(&[board], &limits).remove(0)]
    {
        let Err(SolveError::Stopped(stopped)) = answer else { panic!("stopped: {answer:?}") };
        assert!(stopped.at_least >= solver.estimate(&board).unwrap() && stopped.at_least <= 80);
        assert!(stopped.generated > 200_000 && stopped.generated < 3_000_000, "{stopped:?}");
    }
    let watch = |_| ControlFlow::Break(());
    let limits = Limits { watch: Some(&watch), ..Limits::default() };
    assert!(matches!(solver.solution(&board, &limits), Err(SolveError::Stopped(_))));
    let answers = solver.solutions_of(&[board, goal], &limits);
    assert!(matches!(answers[0], Err(SolveError::Stopped(_))));
}

/// Tables with wrong bits give an error, or a legal solution that ends at the goal.
#[test]
fn tables_that_lie_make_no_illegal_solution() {
    let mut numbers = Numbers(6);
    let goal = Board::goal(shape("3x3"));
    let honest = Solver::small(&goal).unwrap();
    let mut kinds = HashSet::new();
    for percent in [0, 1, 30, 100] {
        let tables = honest.partitions()[0].patterns().iter().map(|&pattern| {
            let mut bytes = PatternTable::generate(pattern, 1).unwrap().bytes().to_vec();
            for byte in &mut bytes {
                if numbers.below(100) < percent {
                    *byte ^= 1 << numbers.below(8);
                }
            }
            PatternTable::new(pattern, bytes).unwrap()
        });
        let lying = Solver::new(&goal, &[tables.collect()]).unwrap();
        for _ in 0..200 {
            let board = numbers.board(&goal);
            match lying.solution(&board, &Limits::default()) {
                Ok(solved) => {
                    assert_eq!(board.after(&solved.moves), Some(goal));
                    assert!(solved.moves.len() >= moves(&honest, &board).len());
                    kinds.insert((percent, true));
                }
                Err(SolveError::Table(_)) => {
                    assert_ne!(percent, 0);
                    kinds.insert((percent, false));
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(kinds.contains(&(0, true)) && kinds.contains(&(100, false)), "{kinds:?}");
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let goal = Board::goal(shape("3x3"));
    let solver = Solver::small(&goal).unwrap();
    let patterns = solver.partitions()[0].patterns();
    let tables: Vec<PatternTable> =
        patterns.iter().map(|&pattern| PatternTable::generate(pattern, 1).unwrap()).collect();
    assert!(Solver::new(&goal, &[]).is_err());
    assert!(Solver::new(&goal, &[tables[..1].to_vec()]).is_err());
    assert!(Solver::new(&goal, &[vec![tables[0].clone(), tables[0].clone()]]).is_err());
    assert!(Solver::new(&goal_with_blank(shape("3x3"), 4), std::slice::from_ref(&tables)).is_err());
    assert!(PatternTable::new(patterns[0], vec![0; 3]).is_err());
    assert_eq!(Orbit::from(&goal), patterns[0].orbit());
    // It also serves another goal of the same orbit.
    assert!(Solver::new(&goal_with_blank(shape("3x3"), 2), &[tables]).is_ok());
}
