//! What it costs a method to solve a board, measured once its tables are loaded.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tilebase::costs::CostSum;
use tilebase::limits::Cost;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Direction, SmallBoard};
use tilebase::search::SearchChoice;
use tilebase::{Board, Oracle};

use crate::methods;
use crate::tables::Tables;

/// On shapes of up to this many cells, all methods but `dfs` solve all boards.
pub const MOST_CELLS_OF_ALL_METHODS: usize = 9;

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
    // On large shapes, some methods solve no board at all, however long they run.
    let seconds = if board.shape().cells() <= MOST_CELLS_OF_ALL_METHODS { 60 } else { 10 };
    limits.timeout.get_or_insert(Duration::from_secs(seconds));
    let oracle = methods::oracle(way, &(*goal).into(), tables)?.limited(limits.ticking(bar));
    if way.is_none() {
        return cost_of_answer(&oracle, &(*board).into());
    }
    let begin = Instant::now();
    let outcome = oracle.answer(board, Ask::SOLUTION)?;
    let time = begin.elapsed();
    let (moves, cost, is_proved) = match outcome {
        Outcome::Bounded(stopped) if stopped.has_ended() && stopped.best.is_some() => {
            let (cost, is_proved) = (stopped.cost(), stopped.distance().is_some());
            (stopped.best, cost, is_proved)
        }
        outcome => {
            let answer = outcome.into_result()?;
            let cost = answer.cost();
            (answer.moves, cost, true)
        }
    };
    let Cost { expanded, generated, frontier, .. } = cost;
    let moves = moves.unwrap_or_default();
    // A method that does not look at costs does not know what is cheap.
    let is_proved =
        is_proved && (tables.costs.is_none() || way.is_some_and(|it| it.method.uses_costs()));
    let cost = tables.costs.map(|costs| costs.of_moves(&(*board).into(), &moves));
    let (moves, expanded) = (moves.len(), Some(expanded));
    Ok(BoardCost { moves, cost, is_proved, expanded, generated, frontier, time })
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
    let time = begin.elapsed();
    let moves = answer.moves.unwrap_or_default();
    let cost = oracle.costs().map(|costs| costs.of_moves(board, &moves));
    let moves = moves.len();
    let (expanded, generated, frontier) = if oracle.table().is_some() {
        // A walk reads one entry for each board on it, and keeps one.
        (Some(moves as u64 + 1), moves as u64, 1)
    } else {
        // A depth-first search keeps one path.
        (None, generated, moves)
    };
    Ok(BoardCost { moves, cost, is_proved: true, expanded, generated, frontier, time })
}

/// The cost of solving a board.
pub struct BoardCost {
    /// The length of the solution.
    pub moves: usize,
    /// What its moves cost, if not all cost the same.
    pub cost: Option<CostSum>,
    /// True if no solution is shorter, or cheaper.
    pub is_proved: bool,
    /// The number of boards expanded, if it is counted.
    pub expanded: Option<u64>,
    pub generated: u64,
    /// The largest number of boards waiting at a time.
    pub frontier: usize,
    pub time: Duration,
}

impl BoardCost {
    /// The cost of the solution, or its length.
    pub fn value(&self) -> f64 {
        self.cost.map_or(self.moves as f64, f64::from)
    }

    /// The effective branching factor (Russell and Norvig, "Artificial Intelligence: A Modern
    /// Approach"): a tree with this many branches from each board, as deep as the solution is long,
    /// has as many boards as were generated, and the start. `None` for a solution without moves.
    pub fn branching(&self) -> Option<f64> {
        let (depth, boards) = (i32::try_from(self.moves).ok()?, self.generated as f64 + 1.0);
        // The boards of such a tree, which grow with the branches.
        let in_tree = |branches: f64| (0..=depth).map(|level| branches.powi(level)).sum::<f64>();
        let (mut low, mut high) = (0.0, boards);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if in_tree(middle) < boards { low = middle } else { high = middle }
        }
        (depth > 0).then_some(high)
    }
}
