//! The distances of boards along moves, from solutions and their rests.

use super::PathDistances;
use super::paths::Spent;
use crate::error::{Error, Result};
use crate::oracle::{Ask, Oracle};
use crate::puzzle::{Move, MoveSet, Moves, SmallBoard};

/// Asks for one board after another. After the first move of a canonical solution the rest of it is
/// the canonical solution of the next board, so only other moves cost new walks or searches.
pub(super) fn distances_by_rests(
    oracle: &Oracle,
    boards: &[SmallBoard],
    moves: &[Move],
) -> Result<PathDistances> {
    let (at_least, spent) = (oracle.lower_bound(&boards[0])?, Spent::new(oracle.limits()));
    let mut solver = LimitedSolver { oracle, boards, spent, at_least };
    let (mut distances, mut better) = (Vec::with_capacity(boards.len()), Vec::new());
    let (mut rest, mut ending, mut is_optimal): (Option<Vec<Move>>, _, _) = (None, None, true);
    for number in 0..boards.len() {
        if rest.is_none() {
            rest = solver.solution(number)?;
        }
        let distance = rest.as_ref().map(|rest| rest.len() as u32);
        if let Some(&before) = distances.last() {
            is_optimal &= distance.is_some() && distance < before;
            better.push(solver.better(number - 1, before, distance)?);
        }
        distances.push(distance);
        if is_optimal {
            ending.clone_from(&rest);
        }
        rest = rest.filter(|rest| !rest.is_empty() && rest.first() == moves.get(number));
        if let Some(rest) = &mut rest {
            rest.remove(0);
        }
    }
    let at_least = distances[0].unwrap_or(solver.at_least);
    let known = (0..).zip(&distances).filter_map(|(made, left)| Some(made + (*left)?)).min();
    let at_most = distances[0].or(known);
    let (ending, generated) = (ending.map(Moves::from), solver.spent.generated());
    Ok(PathDistances { distances, at_least, at_most, better, ending, generated })
}

/// Solves boards within limits that are those of all together.
struct LimitedSolver<'a> {
    oracle: &'a Oracle,
    boards: &'a [SmallBoard],
    spent: Spent,
    /// A lower bound on the distance of the first board.
    at_least: u32,
}

impl LimitedSolver<'_> {
    /// The canonical solution of a board. `None` if a limit was reached first.
    fn solution(&mut self, number: usize) -> Result<Option<Vec<Move>>> {
        self.within_limits(number, |oracle, board| {
            let answer = oracle.answer_alone(board, Ask::SOLUTION)?;
            let generated = answer.cost().generated;
            Ok((answer.into_moves().to_vec(), generated))
        })
    }

    /// The optimal moves in place of a mistake, given the distances before and after it. `None` if
    /// a limit was reached first, or if it is not proved whether the move was optimal.
    fn better(
        &mut self,
        number: usize,
        before: Option<u32>,
        after: Option<u32>,
    ) -> Result<Option<MoveSet>> {
        match before.zip(after) {
            None => Ok(None),
            Some((before, after)) if after < before || before == 0 => Ok(Some(MoveSet::EMPTY)),
            Some(_) => self.within_limits(number, |oracle, board| {
                let answer = oracle.answer_alone(board, Ask::OPTIMAL_MOVES)?;
                Ok((answer.next.unwrap_or_default(), answer.cost().generated))
            }),
        }
    }

    /// Asks for a board within the rest of the limits. `find` also returns the number of boards
    /// generated.
    fn within_limits<A>(
        &mut self,
        number: usize,
        find: impl FnOnce(&Oracle, &SmallBoard) -> Result<(A, u64)>,
    ) -> Result<Option<A>> {
        let limits = self.spent.rest(self.oracle.limits());
        match find(&self.oracle.clone().limited(limits), &self.boards[number]) {
            Ok((answer, generated)) => {
                self.spent.add(generated);
                Ok(Some(answer))
            }
            Err(Error::Stopped(stopped)) => {
                if number == 0 {
                    self.at_least = self.at_least.max(stopped.at_least);
                }
                self.spent.add(stopped.generated);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
