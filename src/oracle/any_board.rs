//! One question about one board, in any metric and of any size: the answers of an
//! [`Oracle`](super::Oracle).

use super::any_oracle::Answerer;
use super::{AnyAnswer, AnyOracle, Ask, Outcome, Solutions};
use crate::error::Result;
use crate::position::Position;
use crate::puzzle::{Move, MoveSet, Moves};

/// Methods that answer one question. They are quicker than [`answer`](Self::answer) if boards are
/// looked up.
///
/// # Errors
///
/// As for [`answer`](Self::answer), and [`Error::Unsuitable`](crate::Error::Unsuitable) or
/// [`Error::TooLarge`](crate::Error::TooLarge) for what is never found.
impl AnyOracle {
    /// The least number of moves to the goal.
    pub fn distance(&self, board: &Position) -> Result<Outcome<u32>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Outcome::of(oracle.distance(self.small(board)?)),
            _ => Ok(self.found(board, Ask::DISTANCE, |answer| answer.distance)?.if_proved()),
        }
    }

    /// The canonical solution, or any if it is not an oracle that finds it.
    pub fn solution(&self, board: &Position) -> Result<Outcome<Moves>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Outcome::of(oracle.solution(self.small(board)?)),
            _ => self.found(board, Ask::SOLUTION, |answer| answer.way),
        }
    }

    /// All moves that lower the distance.
    pub fn optimal_moves(&self, board: &Position) -> Result<Outcome<MoveSet>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Outcome::of(oracle.optimal_moves(self.small(board)?)),
            _ => self.found(board, Ask::OPTIMAL_MOVES, |answer| answer.next),
        }
    }

    /// Every legal move with the distance after it, the best first.
    pub fn legal_moves(&self, board: &Position) -> Result<Outcome<Vec<(Move, u32)>>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Outcome::of(oracle.legal_moves(self.small(board)?)),
            _ => self.found(board, Ask::LEGAL_MOVES, |answer| answer.legal),
        }
    }

    /// The number of shortest solutions. Saturates at `u128::MAX`.
    pub fn count_solutions(&self, board: &Position) -> Result<Outcome<u128>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Outcome::of(oracle.count_solutions(self.small(board)?)),
            _ => self.found(board, Ask::COUNT, |answer| answer.count),
        }
    }

    /// Every shortest solution, in lexicographic order, one after another. See
    /// [`Oracle::solutions`](super::Oracle::solutions).
    pub fn solutions(&self, board: &Position) -> Result<Solutions> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.solutions(self.small(board)?),
            _ => Err(self.unsupported()),
        }
    }

    /// One part of the answer of a finder or a search of your own.
    fn found<A>(
        &self,
        board: &Position,
        ask: Ask,
        take: impl FnOnce(AnyAnswer) -> Option<A>,
    ) -> Result<Outcome<A>> {
        Ok(match self.answer(board, ask)? {
            Outcome::Known(answer) => {
                Outcome::Known(take(answer).ok_or_else(|| self.unsupported())?)
            }
            Outcome::Bounded(stopped) => Outcome::Bounded(stopped),
            Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::oracle::Tablebase;
    use crate::outcome::Solved;
    use crate::puzzle::{Board, Metric, Shape};

    /// In both metrics, every answer is that of the oracle of the metric.
    #[test]
    fn answers_are_those_of_the_oracle() {
        fn check(metric: Metric) {
            let (tables, shape) = (Tablebase::embedded(), Shape::default());
            let goal = Board::goal(shape);
            let any = tables.any_oracle(&goal.into(), metric).expect("embedded");
            let oracle = match metric {
                Metric::Single => tables.oracle(&goal),
                Metric::Multi => tables.multi_oracle(&goal),
            };
            let oracle = oracle.expect("embedded");
            for board in Board::all(shape).step_by(9_999) {
                let at = Position::from(board);
                let Outcome::Known(distance) = any.distance(&at).expect("3x3") else {
                    assert!(matches!(oracle.distance(&board), Err(Error::Unsolvable(_))));
                    assert!(matches!(any.solution(&at), Ok(Outcome::Unsolvable(_))));
                    continue;
                };
                assert_eq!(distance, oracle.distance(&board).expect("solvable"));
                let solution = oracle.solution(&board).expect("solvable");
                assert_eq!(any.solution(&at).unwrap(), Outcome::Known(solution));
                let optimal = oracle.optimal_moves(&board).expect("solvable");
                assert_eq!(any.optimal_moves(&at).unwrap(), Outcome::Known(optimal));
                let legal = oracle.legal_moves(&board).expect("solvable");
                assert_eq!(any.legal_moves(&at).unwrap(), Outcome::Known(legal));
                let count = oracle.count_solutions(&board).expect("solvable");
                assert_eq!(any.count_solutions(&at).unwrap(), Outcome::Known(count));
                let all = any.solutions(&at).expect("solvable").count();
                assert_eq!(all as u128, count);
            }
        }
        check(Metric::Single);
        check(Metric::Multi);
    }

    #[test]
    fn a_search_of_your_own_finds_a_solution_and_nothing_else() {
        let goal = Board::goal(Shape::default());
        let way: Moves = "rr".parse().expect("moves");
        let found = way.clone();
        let any =
            AnyOracle::from_search(&goal, Metric::Single, move |_| Ok(Solved::new(found.clone())));
        let board = "1 2 3 4 5 6 x 7 8".parse().expect("a board");
        assert_eq!(any.distance(&board).unwrap(), Outcome::Known(2));
        assert_eq!(any.solution(&board).unwrap(), Outcome::Known(way));
        let error = any.optimal_moves(&board).expect_err("not found");
        assert!(matches!(error, Error::Unsuitable { .. }), "{error}");
        assert!(matches!(any.count_solutions(&board), Err(Error::Unsuitable { .. })));
    }

    #[test]
    fn parity_needs_no_search() {
        let goal = Board::goal(Shape::default());
        let any = AnyOracle::from_search(&goal, Metric::Single, |_| unreachable!());
        let answer = |board: &str| {
            any.answer(&board.parse().expect("a board"), Ask::NOTHING).expect("the goal's size")
        };
        assert_eq!(answer("1 2 3 4 5 6 x 7 8"), Outcome::Known(AnyAnswer::default()));
        assert!(matches!(answer("1 2 3 4 5 6 8 7 x"), Outcome::Unsolvable(_)));
        assert!(any.answer(&"1 2 3 x".parse().expect("a board"), Ask::NOTHING).is_err());
    }
}
