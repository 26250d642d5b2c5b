//! What it costs a method to solve a board, measured once its tables are loaded.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tilebase::limits::Cost;
use tilebase::oracle::Ask;
use tilebase::puzzle::{Direction, SmallBoard, SmallShape};
use tilebase::search::SearchChoice;
use tilebase::{Board, Oracle};

use crate::methods;
use crate::tables::Tables;

/// On shapes of up to this many cells, all methods but `dfs` solve all boards.
pub const MOST_CELLS_OF_ALL_METHODS: usize = 9;

/// The default time limit for a method on one board.
fn default_timeout(shape: SmallShape) -> Duration {
    // On large shapes, some methods solve no board at all, however long they run.
    Duration::from_secs(if shape.cells() <= MOST_CELLS_OF_ALL_METHODS { 60 } else { 10 })
}

/// The moves of the board that a method solves before it is timed: near enough for all methods, and
/// far enough that a search grows.
const MOVES_TO_WARM_UP: usize = 8;

/// Lets a method answer a board of each goal, so that its tables are loaded and its code is in
/// memory when it is timed. If it cannot, it says so when it is asked again.
pub fn warm_up(way: Option<SearchChoice>, boards: &[[SmallBoard; 2]], tables: &Tables) {
    let mut goals: Vec<SmallBoard> = Vec::new();
    for [_, goal] in boards {
        if goals.contains(goal) {
            continue;
        }
        goals.push(*goal);
        let (mut near, mut last) = (*goal, None);
        for _ in 0..MOVES_TO_WARM_UP {
            let onwards = Direction::ALL.into_iter().filter(|mv| last != Some(mv.inverse()));
            let next = onwards.filter_map(|mv| Some((mv, near.moved(mv)?))).next_back();
            let Some((mv, board)) = next else { break };
            (last, near) = (Some(mv), board);
        }
        let _ = cost_of_board(way, [&near, goal], tables, &ProgressBar::hidden());
    }
}

/// The cost of solving a board.
pub fn cost_of_board(
    way: Option<SearchChoice>,
    [board, goal]: [&SmallBoard; 2],
    tables: &Tables,
    bar: &ProgressBar,
) -> anyhow::Result<BoardCost> {
    let mut limits = tables.limits.clone();
    limits.timeout.get_or_insert(default_timeout(board.shape()));
    let oracle = methods::oracle(way, &(*goal).into(), tables)?.limited(limits.ticking(bar));
    if way.is_none() {
        return cost_of_answer(&oracle, &(*board).into());
    }
    let begin = Instant::now();
    let answer = oracle.answer(board, Ask::SOLUTION)?.into_result()?;
    let time = begin.elapsed();
    let Cost { expanded, generated, frontier, .. } = answer.cost();
    let moves = answer.moves.unwrap_or_default().len();
    Ok(BoardCost { moves, expanded: Some(expanded), generated, frontier, time })
}

/// The cost of an oracle's answer to a board.
fn cost_of_answer(oracle: &Oracle, board: &Board) -> anyhow::Result<BoardCost> {
    // The lower bound opens large tables before the clock starts, and a first answer checks the
    // blocks of a table that it reads, each of which is checked once.
    oracle.lower_bound(board)?;
    if oracle.table().is_some() {
        oracle.answer(board, Ask::SOLUTION)?;
    }
    let begin = Instant::now();
    let answer = oracle.answer(board, Ask::SOLUTION)?.into_result()?;
    let generated = answer.cost().generated;
    let moves = answer.moves.unwrap_or_default().len();
    let time = begin.elapsed();
    Ok(if oracle.table().is_some() {
        // A walk reads one entry for each board on it, and keeps one.
        let generated = moves as u64;
        BoardCost { moves, expanded: Some(generated + 1), generated, frontier: 1, time }
    } else {
        // A depth-first search keeps one path.
        BoardCost { moves, expanded: None, generated, frontier: moves, time }
    })
}

/// The cost of solving a board.
pub struct BoardCost {
    /// The length of the solution.
    pub moves: usize,
    /// The number of boards expanded, if it is counted.
    pub expanded: Option<u64>,
    pub generated: u64,
    /// The largest number of boards waiting at a time.
    pub frontier: usize,
    pub time: Duration,
}
