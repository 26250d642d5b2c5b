//! Moves that cost what their tiles say, compared with textbook searches.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use tilebase::analysis::CostAnalysis;
use tilebase::costs::TileCosts;
use tilebase::oracle::{Answer, Ask, Outcome};
use tilebase::puzzle::{Coordinates, Metric, MoveSet, SmallBoard};
use tilebase::search::{Method, SearchChoice};
use tilebase::{Board, Error, Limits, Move, Moves, Tablebase};

/// What a tile costs, in parts.
type CostOf = fn(u8) -> u64;

/// Some costs: their text, the parts of each tile, and how many parts make 1.
const COSTS: [(&str, CostOf, f64); 4] = [
    ("tile", |tile| tile.into(), 1.0),
    // 840 is divisible by 1 to 8.
    ("inverse", |tile| 840 / u64::from(tile), 840.0),
    ("sqrt", |tile| ROOTS[usize::from(tile) - 1], 1e6),
    ("1:30,2:1,5", |tile| [30, 1, 5][usize::from(tile.min(3)) - 1], 1.0),
];

/// The roots of 1 to 11 in millionths (OEIS A002193 and others).
const ROOTS: [u64; 11] = [
    1_000_000, 1_414_214, 1_732_051, 2_000_000, 2_236_068, 2_449_490, 2_645_751, 2_828_427,
    3_000_000, 3_162_278, 3_316_625,
];

/// Dijkstra's algorithm from the goal: for each board its least cost, and of the cheapest ways
/// those with the fewest moves, and of these the smallest. At most this many boards, the cheapest.
fn cheapest_ways(
    goal: &[u8],
    cols: usize,
    cost_of: CostOf,
    most: usize,
) -> HashMap<Vec<u8>, (u64, String)> {
    let mut found: HashMap<Vec<u8>, (u64, String)> = HashMap::new();
    let mut open = BinaryHeap::from([Reverse((0, 0, String::new(), goal.to_vec()))]);
    while found.len() < most
        && let Some(Reverse((cost, length, way, cells))) = open.pop()
    {
        if found.contains_key(&cells) {
            continue;
        }
        let blank = cells.iter().position(|&tile| tile == 0).unwrap();
        // The blank goes there, and back by the letter, which is the first of the way from there.
        let mut go = |is_possible: bool, to: usize, back: char| {
            if is_possible {
                let mut next = cells.clone();
                next.swap(blank, to);
                let cost = cost + cost_of(cells[to]);
                open.push(Reverse((cost, length + 1, format!("{back}{way}"), next)));
            }
        };
        go(blank + cols < cells.len(), blank + cols, 'u');
        go(blank % cols > 0, blank.wrapping_sub(1), 'r');
        go(blank % cols + 1 < cols, blank + 1, 'l');
        go(blank >= cols, blank.wrapping_sub(cols), 'd');
        found.insert(cells, (cost, way));
    }
    found
}

#[track_caller]
fn every_board_has_the_cheapest_way(shape: &str, goal: &str, cols: usize) {
    for (text, cost_of, parts_of_one) in COSTS {
        let costs: TileCosts = text.parse().unwrap();
        let board_of = |cells: &[u8]| SmallBoard::new(shape.parse().unwrap(), cells).unwrap();
        let cells: Vec<u8> = goal.bytes().map(|digit| digit - b'0').collect();
        let oracle = Tablebase::embedded().oracle_with_costs(board_of(&cells), &costs).unwrap();
        let ways = cheapest_ways(&cells, cols, cost_of, usize::MAX);
        assert_eq!(ways.len(), 20_160 * if cols == 3 { 9 } else { 1 });
        for (cells, (cost, way)) in ways {
            let board = board_of(&cells);
            let moves = oracle.solution(board).unwrap();
            assert_eq!(moves.to_string(), way, "{board} {text}");
            let found = f64::from(costs.of_moves(&board.into(), &moves));
            assert!((found - cost as f64 / parts_of_one).abs() < 1e-9, "{board} {text}");
        }
    }
}

#[test]
fn every_board_of_3x3() {
    every_board_has_the_cheapest_way("3x3", "123456780", 3);
}

#[test]
fn every_board_of_2x4_with_another_goal() {
    every_board_has_the_cheapest_way("2x4", "21340567", 4);
}

/// Methods that look at costs find solutions as cheap, or say by how much they may be dearer.
#[test]
fn methods_look_at_costs() {
    let goal = SmallBoard::goal("3x3".parse().unwrap());
    let tables = Tablebase::embedded();
    for (text, ..) in COSTS {
        let costs: TileCosts = text.parse().unwrap();
        let cheapest = Tablebase::embedded().oracle_with_costs(goal, &costs).unwrap();
        for index in (0..181_440).step_by(30_011) {
            let board = Coordinates::board_of_goal(&goal, index).unwrap();
            let cost_of = |moves: &Moves| costs.of_moves(&board.into(), moves).parts;
            let least = cost_of(&cheapest.solution(board).unwrap());
            for &(name, method) in Method::NAMES {
                if ["iddfs", "dfs", "dls"].contains(&name) || name == "ida" && text == "sqrt" {
                    continue;
                }
                let choice = SearchChoice { costs: Some(costs), ..SearchChoice::usual(method) };
                let oracle = choice.oracle(&goal, Metric::Single, &tables).unwrap();
                match oracle.answer(board, Ask::SOLUTION).unwrap() {
                    Outcome::Known(Answer { distance, moves: Some(moves), .. }) => {
                        let is_cheapest = ["ucs", "astar", "ida"].contains(&name);
                        assert_eq!(distance.is_none(), is_cheapest, "{name}");
                        assert!(!is_cheapest || cost_of(&moves) == least, "{board} {name} {text}");
                    }
                    Outcome::Bounded(found) => {
                        let bounds = found.costs.as_deref();
                        assert_eq!(bounds.is_some(), ["greedy", "wastar"].contains(&name));
                        let Some(bounds) = bounds else { continue };
                        assert_eq!(
                            cost_of(found.best.as_ref().unwrap()),
                            bounds.best.unwrap().parts
                        );
                        assert!(bounds.at_least.parts <= least);
                        assert!(name == "greedy" || bounds.best.unwrap().parts <= least * 3 / 2);
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

/// Boards of 3x4 and 4x4 near the goal, by a search for each, as by Dijkstra's algorithm.
#[test]
fn boards_that_are_searched_for() {
    for (shape, cols, goal) in [("3x4", 4, "123456789:;0"), ("3x4", 4, "012;456789:3")] {
        let goal: Vec<u8> = goal.bytes().map(|digit| digit - b'0').collect();
        let goal = SmallBoard::new(shape.parse().unwrap(), &goal).unwrap();
        for (text, cost_of, _) in COSTS.into_iter().filter(|cost| cost.0 != "inverse") {
            let oracle =
                Tablebase::embedded().oracle_with_costs(goal, &text.parse().unwrap()).unwrap();
            let ways = cheapest_ways(goal.cells(), cols, cost_of, 4_000);
            for (cells, (_, way)) in ways.into_iter().step_by(7) {
                let board = SmallBoard::new(shape.parse().unwrap(), &cells).unwrap();
                assert_eq!(oracle.solution(board).unwrap().to_string(), way, "{board} {text}");
            }
        }
    }
}

/// A search that reaches its limit has a solution, and a bound on the least cost.
#[test]
fn limits_leave_bounds() {
    let board: Board = "15 2 1 12 8 5 6 11 4 9 10 7 3 13 14 0".parse().unwrap();
    let costs: TileCosts = "tile".parse().unwrap();
    let goal = Board::goal(board.shape()).unwrap();
    let oracle = Tablebase::embedded().oracle_with_costs(&goal, &costs).unwrap();
    let bounds = |limits: Limits| {
        let found = oracle.clone().limited(limits).answer(&board, Ask::SOLUTION).unwrap();
        let Outcome::Bounded(found) = found else { panic!("{found:?}") };
        let (moves, bounds) =
            (found.best.clone().expect("a solution"), *found.costs.clone().unwrap());
        assert_eq!(board.after(&moves).as_ref(), Some(&goal));
        assert_eq!(Some(costs.of_moves(&board, &moves)), bounds.best);
        assert_eq!(found.distance(), None);
        (bounds.at_least.parts, bounds.best.unwrap().parts)
    };
    let (least, found) = bounds(Limits::default().boards(300_000));
    assert!(0 < least && least < found);
    // It ends when the factor is proved, which takes fewer boards than its limit.
    let (least, found) = bounds(Limits::default().within("2".parse().unwrap()));
    assert!(found <= least * 2);
    let small = Limits::default().boards(10);
    assert!(matches!(oracle.limited(small).distance(&board), Err(Error::Stopped(_))));
}

#[test]
fn costs_are_read_exactly() {
    let read = |text: &str| text.parse::<TileCosts>();
    let parts = |text: &str, tile| {
        let cost = read(text).unwrap().of_tile(tile);
        (cost.parts, cost.parts_of_one)
    };
    assert_eq!((parts("0.5,3:2/6", 3), parts("0.5,3:2/6", 4)), ((2, 6), (3, 6)));
    assert_eq!(parts("sqrt", 2), (1_414_214, 1_000_000));
    assert_eq!(parts("sqrt", 3), (1_732_051, 1_000_000));
    assert_eq!(parts("inverse", 24).0 * 24, parts("inverse", 24).1);
    for (text, why) in [
        ("", "Entry"),
        ("tiles", "Entry"),
        ("0", "Entry"),
        ("1:-2", "Entry"),
        ("1:+2", "Entry"),
        ("25:1,1", "Entry"),
        ("0:1,1", "Entry"),
        ("1:1/0", "Entry"),
        ("1:1/2/3", "Entry"),
        ("1.", "Entry"),
        (".5", "Entry"),
        ("1,2", "Second"),
        ("1:1,1:2", "Second"),
        ("1:1/10000019,2:1/10000079,1", "TooFine"),
        ("18446744073709551615", "TooFine"),
        ("1.00000000000000000000001", "Entry"),
    ] {
        let found = format!("{:?}", read(text).expect_err(text));
        assert!(found.starts_with(why), "{text}: {found}");
    }
    // A tile without a cost.
    let without = Tablebase::embedded()
        .oracle_with_costs(SmallBoard::goal("3x3".parse().unwrap()), &read("1:2").unwrap());
    assert!(matches!(without, Err(Error::Unsuitable { .. })));
    let large = Board::goal("6x6".parse().unwrap()).unwrap();
    assert!(matches!(
        Tablebase::embedded().oracle_with_costs(large, &read("1").unwrap()),
        Err(Error::TooLarge(_))
    ));
}

/// What a cheapest solution does not say is an error.
#[test]
fn a_cheapest_solution_says_nothing_else() {
    let goal = SmallBoard::goal("3x3".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_with_costs(goal, &"tile".parse().unwrap()).unwrap();
    let board: SmallBoard = "1 2 3 4 5 6 0 7 8".parse().unwrap();
    assert!(matches!(oracle.distance(board), Err(Error::Unsuitable { .. })));
    assert!(matches!(oracle.optimal_moves(board), Err(Error::Unsuitable { .. })));
    assert!(matches!(oracle.count_solutions(board), Err(Error::Unsuitable { .. })));
    assert!(matches!(oracle.solution(board.exchanged(1, 2)), Err(Error::Unsolvable(_))));
}

/// A mistake has all moves that lead on most cheaply beside it.
#[test]
fn all_cheapest_moves_are_better() {
    let costs: TileCosts = "tile".parse().unwrap();
    let oracle = Tablebase::embedded()
        .oracle_with_costs(SmallBoard::goal("2x3".parse().unwrap()), &costs)
        .unwrap();
    let cost_of = |board: &Board| {
        let moves = oracle.answer(board, Ask::SOLUTION).unwrap().known().unwrap().moves.unwrap();
        costs.of_moves(board, &moves).parts
    };
    let start: Board = "3 x 4 / 2 5 1".parse().unwrap();
    let moves: Moves = "rdudlrud".parse().unwrap();
    let analysis = CostAnalysis::new(&oracle, &start, &moves).unwrap();
    let (mut board, mut most) = (start, 0);
    for step in &analysis.steps {
        let before = cost_of(&board);
        let least: MoveSet = Move::ONE_CELL
            .into_iter()
            .filter(|&mv| {
                let Some(next) = board.moved(mv) else { return false };
                costs.of_moves(&board, &[mv]).parts + cost_of(&next) == before
            })
            .collect();
        assert_eq!(step.better.is_some(), !least.contains(step.mv), "{board}");
        if let Some(better) = step.better {
            assert_eq!(better, least, "{board}");
            most = most.max(better.len());
        }
        board = board.moved(step.mv).unwrap();
    }
    assert_eq!(most, 2);
}
