//! The analysis of a solution whose moves cost what their tiles say.

use super::{boards_along, tiles_of};
use crate::board::Board;
use crate::costs::CostSum;
use crate::error::{Error, Result};
use crate::oracle::{Oracle, Outcome};
use crate::outcome::Ask;
use crate::puzzle::{Direction, Move, MoveSet, Moves};

/// The analysis of a sequence of moves by what they cost.
///
/// `None` means that a search was stopped by a limit before the value was proved.
///
/// ```
/// use tilebase::analysis::CostAnalysis;
/// use tilebase::{Board, Moves, Tablebase};
/// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
/// let (goal, costs) = (Board::goal(board.shape())?, "tile".parse()?);
/// let oracle = Tablebase::embedded().oracle_with_costs(goal, &costs)?;
/// let moves: Moves = "rlrr".parse()?;
/// let analysis = CostAnalysis::new(&oracle, &board, &moves)?;
/// assert_eq!(analysis.cost.to_string(), "29");
/// assert_eq!(analysis.least_cost.expect("known").to_string(), "15");
/// let mistake = &analysis.steps[1];
/// assert_eq!(mistake.extra.expect("known").to_string(), "14");
/// assert_eq!(mistake.better.expect("known").to_string(), "r");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CostAnalysis {
    /// The moves, up to the first illegal one.
    pub steps: Vec<CostedMove>,
    /// What they cost.
    pub cost: CostSum,
    /// What the cheapest solution of the first board costs.
    pub least_cost: Option<CostSum>,
    /// What the cheapest solution of the board after the last step costs: 0 at the goal.
    pub cost_left: Option<CostSum>,
}

/// One move of a solution, by what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostedMove {
    /// The move.
    pub mv: Move,
    /// The tile that slides.
    pub tile: u32,
    /// What the move costs.
    pub cost: CostSum,
    /// What the cheapest solution costs after it.
    pub after: Option<CostSum>,
    /// How much more both are than the cheapest solution before the move.
    pub extra: Option<CostSum>,
    /// If that is more than nothing, the first moves of all cheapest solutions, as far as they are
    /// known.
    pub better: Option<MoveSet>,
}

impl CostAnalysis {
    /// Analyzes moves from `board` to the goal of an oracle
    /// [with costs](crate::Tablebase::oracle_with_costs). They need not reach it, and they end at
    /// the first illegal move. The oracle's limits apply to each board.
    ///
    /// # Errors
    ///
    /// As for [`Oracle::answer`], and [`Error::Unsuitable`] if the oracle has no costs.
    pub fn new(oracle: &Oracle, board: &Board, moves: &[Move]) -> Result<CostAnalysis> {
        let start = board.expect_small("costs of moves")?;
        let Some(costs) = oracle.costs() else {
            let why = "the oracle has none";
            return Err(Error::Unsuitable { method: "costs of moves", shape: start.shape(), why });
        };
        let boards = boards_along(start, moves);
        let mut cheapest: Vec<Option<Moves>> = Vec::with_capacity(boards.len());
        for board in &boards {
            cheapest.push(match oracle.answer(board, Ask::SOLUTION)? {
                Outcome::Unsolvable(why) => return Err(why.into()),
                found => found.known().and_then(|answer| answer.moves),
            });
        }
        let least = |at: usize| {
            let moves = cheapest[at].as_ref()?;
            Some(costs.of_moves(&boards[at].into(), moves))
        };
        // What leads on at no more than the least, beside the move that is known to.
        let best_moves = |at: usize, least: CostSum| -> Result<MoveSet> {
            let known = cheapest[at].as_ref().and_then(|moves| moves.first().copied());
            let mut best: MoveSet = known.into_iter().collect();
            for direction in Direction::ALL {
                let Some(next) = boards[at].moved(direction) else { continue };
                let rest = oracle.answer(&next, Ask::SOLUTION)?.known();
                let Some(rest) = rest.and_then(|answer| answer.moves) else { continue };
                let rest = costs.of_moves(&next.into(), &rest).parts;
                if costs.of_move(&boards[at], &next) + rest == least.parts {
                    best.insert(direction);
                }
            }
            Ok(best)
        };
        let mut steps = Vec::with_capacity(boards.len());
        for (at, (&mv, tile)) in moves.iter().zip(tiles_of(&boards)).enumerate() {
            let (cost, after) = (costs.of_tile(tile as u8), least(at + 1));
            let extra = after.zip(least(at)).map(|(after, before)| {
                costs.sum((cost.parts + after.parts).saturating_sub(before.parts))
            });
            let is_worse = extra.is_some_and(|extra| extra.parts > 0);
            let better = least(at).filter(|_| is_worse).map(|least| best_moves(at, least));
            let better = better.transpose()?;
            steps.push(CostedMove { mv, tile, cost, after, extra, better });
        }
        Ok(CostAnalysis {
            steps,
            cost: costs.of_moves(board, moves),
            least_cost: least(0),
            cost_left: least(boards.len() - 1),
        })
    }

    /// True if the moves end at the goal, and all are legal.
    pub fn reaches_goal(&self, moves: &[Move]) -> bool {
        self.steps.len() == moves.len() && self.cost_left.is_some_and(|left| left.parts == 0)
    }
}
