//! Many boards of at most 25 cells at once, in either metric, answered by a
//! [`Oracle`](super::Oracle).

use super::any_oracle::Answerer;
use super::{AnyOracle, Ask, BatchError, Boards, Outcome};
use crate::error::Error;
use crate::limits::Cost;
use crate::puzzle::{Moves, Notation};

type Result<T = ()> = std::result::Result<T, BatchError>;

/// Methods that answer many boards of at most 25 cells.
///
/// # Errors
///
/// As for [`Oracle`](super::Oracle), and for what finds only solutions, one after another,
/// [`Error::Unsuitable`], or [`Error::TooLarge`] for more than 25 cells.
///
/// # Panics
///
/// If `out` has another length than the answers.
impl AnyOracle {
    /// Calls `each` with each board's canonical solution and its cost, once all boards are
    /// answered.
    ///
    /// ```
    /// use tilebase::oracle::Boards;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::{Position, Tablebase};
    /// let goal: Position = "12/3x".parse()?;
    /// let oracle = Tablebase::embedded().any_oracle(&goal, Metric::Multi)?;
    /// let (rows, mut ways) = (Boards::Rows(&[1, 2, 3, 0, 1, 2, 0, 3]), Vec::new());
    /// oracle.solve_together(rows, |found| ways.extend(found.known().map(|(way, _)| way)))?;
    /// assert_eq!(ways[1].to_string(), "r");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_together<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        mut each: impl FnMut(Outcome<(Moves, Cost)>),
    ) -> Result {
        match &*self.kind {
            Answerer::Oracle(oracle) => {
                for found in oracle.find(boards, Ask::SOLUTION)? {
                    each(found.map(|solved| (solved.moves, solved.cost)));
                }
                Ok(())
            }
            _ => self.refused(),
        }
    }

    /// Stores what `convert` makes of each board's distance. See
    /// [`Oracle::distances_into`](super::Oracle::distances_into).
    pub fn distances_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u32>) -> T + Sync,
    ) -> Result {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.distances_into(boards, out, convert),
            _ => self.refused(),
        }
    }

    /// Stores what `convert` makes of a lower bound on each board's distance. See
    /// [`Oracle::lower_bounds_into`](super::Oracle::lower_bounds_into).
    pub fn lower_bounds_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u32>) -> T + Sync,
    ) -> Result {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.lower_bounds_into(boards, out, convert),
            _ => self.refused(),
        }
    }

    /// Stores what `convert` makes of each board's number of shortest solutions. See
    /// [`Oracle::solution_counts_into`](super::Oracle::solution_counts_into).
    pub fn solution_counts_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u128>) -> T + Sync,
    ) -> Result {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.solution_counts_into(boards, out, convert),
            _ => self.refused(),
        }
    }

    /// The most cells that a move takes the blank.
    pub fn longest_move(&self) -> usize {
        self.metric().longest_move(self.goal().extent())
    }

    /// Stores the distance after each move of each board. See
    /// [`Oracle::move_distances_into`](super::Oracle::move_distances_into).
    pub fn move_distances_into<'b>(&self, boards: impl Into<Boards<'b>>, out: &mut [u8]) -> Result {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.move_distances_into(boards, out),
            _ => self.refused(),
        }
    }

    /// Appends each board's canonical solution to `text`, in a notation, and where it ends to
    /// `ends`. It is empty for boards whose solution is not known.
    pub fn write_solutions<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        notation: Notation,
        text: &mut Vec<u8>,
        ends: &mut Vec<usize>,
    ) -> Result {
        let (boards, goal) = (boards.into(), self.goal().board());
        let board = |index| match goal {
            Some(goal) if notation.needs_board() => boards.get(index, goal.shape()),
            goal => goal.copied(),
        };
        match &*self.kind {
            Answerer::Oracle(oracle) => {
                oracle.write_solutions(boards, text, ends, |at, moves, text| {
                    if let (Some(moves), Some(board)) = (moves.known(), board(at)) {
                        let written = notation.write(&moves, oracle.metric(), Some(&board), text);
                        written.expect("a solution of this board");
                    }
                })
            }
            _ => self.refused(),
        }
    }

    /// No solution of a board of at most 25 cells has more moves than this. See
    /// [`Oracle::longest`](super::Oracle::longest).
    pub fn longest(&self) -> Option<u32> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Some(oracle.longest()),
            _ => None,
        }
    }

    fn refused(&self) -> Result {
        Err(BatchError::new(0, self.unsupported()))
    }

    /// The error for a question that a finder or a search of your own does not answer.
    pub(super) fn unsupported(&self) -> Error {
        match self.goal().expect_board("an oracle of many boards") {
            Ok(goal) => Error::Unsuitable {
                method: "this search",
                shape: goal.shape(),
                why: "it finds one solution of a board after another, and nothing else",
            },
            Err(why) => why.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Oracle, Tablebase};
    use crate::position::Position;
    use crate::puzzle::{Board, Metric, Shape};

    /// In both metrics, everything is what the oracle of that metric finds, and each solution leads
    /// to the goal in any notation.
    #[test]
    fn answers_are_those_of_the_batch() {
        fn check(metric: Metric) {
            let shape = Shape::new(2, 4).expect("a shape");
            let goal = Board::goal(shape);
            let boards: Vec<Board> = Board::all(shape).step_by(97).collect();
            let rows: Vec<u8> = boards.iter().flat_map(Board::cells).copied().collect();
            let rows = Boards::Rows(&rows);
            let tables = Tablebase::embedded();
            let any = tables.any_oracle(&goal.into(), metric).expect("embedded").threads(2);
            let oracle = match metric {
                Metric::Single => tables.oracle(&goal),
                Metric::Multi => tables.multi_oracle(&goal),
            };
            let oracle = oracle.expect("embedded");

            let distances = oracle.distances(rows).expect("boards");
            assert_eq!(any.distances(rows).expect("boards"), distances);
            let mut found = vec![None; boards.len()];
            any.distances_into(rows, &mut found, Outcome::known).expect("boards");
            let expected: Vec<_> = distances.into_iter().map(Outcome::known).collect();
            assert_eq!(found, expected);
            any.lower_bounds_into(rows, &mut found, Outcome::known).expect("boards");
            assert_eq!(found, expected);

            let mut counts = vec![None; boards.len()];
            any.solution_counts_into(rows, &mut counts, Outcome::known).expect("boards");
            let expected = oracle.each(rows, Oracle::count_solutions).expect("boards");
            assert_eq!(counts, expected.into_iter().map(Outcome::known).collect::<Vec<_>>());

            let mut solved = Vec::new();
            any.solve_together(rows, |found| solved.push(found)).expect("boards");
            for notation in Notation::ALL {
                let (mut text, mut ends) = (Vec::new(), Vec::new());
                any.write_solutions(rows, notation, &mut text, &mut ends).expect("boards");
                assert_eq!((ends.len(), ends.last()), (boards.len(), Some(&text.len())));
                let mut begin = 0;
                for ((board, solved), end) in boards.iter().zip(&solved).zip(ends) {
                    let text = &text[begin..end];
                    begin = end;
                    let Outcome::Known((way, _)) = solved else {
                        assert_eq!(text, b"");
                        continue;
                    };
                    let board = Position::from(*board);
                    let read = notation.parse_on(text, metric, &board).expect("legal");
                    assert_eq!(&read, way);
                    assert_eq!(board.after(&read), Some(goal.into()));
                }
            }
            assert_eq!(any.longest(), Some(oracle.longest()));
        }
        check(Metric::Single);
        check(Metric::Multi);
    }

    #[test]
    fn what_finds_solutions_one_by_one_refuses_many_boards() {
        let large = Position::goal("6x6".parse().expect("a size")).expect("a goal");
        let finder = Tablebase::embedded().any_oracle(&large, Metric::Single).expect("a finder");
        let error = finder.lower_bounds_into(Boards::Rows(&[]), &mut [0; 0], |_| 0);
        let error = error.expect_err("6x6").error;
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
        let goal = Board::goal(Shape::default());
        let search = AnyOracle::from_search(&goal, Metric::Single, |_| unreachable!());
        let error = search.solutions(&goal.into()).err().expect("a search of one's own");
        assert!(matches!(error, Error::Unsuitable { .. }), "{error}");
        assert_eq!(search.longest(), None);
    }
}
