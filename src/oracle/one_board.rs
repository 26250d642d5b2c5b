//! One question about one board.

use std::ops::ControlFlow;

use super::runs::answer_one;
use super::source::Source;
use super::walker::Walker;
use super::{Answer, Ask, EachRun, Oracle, Outcome, Solutions};
use crate::board::Board;
use crate::error::Result;
use crate::limits::Budget;
use crate::puzzle::{Move, MoveSet, Moves, SmallBoard};
use crate::solver::BoardSearch;

/// Methods that answer one question about one board. They are quicker than those for many boards
/// if the board is looked up.
///
/// # Errors
///
/// See [`Oracle`].
impl Oracle {
    /// Answers one board: all that is asked for costs one walk or one search, and shorter searches
    /// for what follows from its solution.
    ///
    /// ```
    /// use tilebase::oracle::Ask;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle(Board::goal("4x4".parse()?)?)?;
    /// let board: Board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12".parse()?;
    /// let ask = Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES;
    /// let answer = oracle.answer(&board, ask)?.into_result()?;
    /// assert_eq!(answer.moves.expect("asked for").to_string(), "uuurrddrd");
    /// assert_eq!(answer.next.expect("asked for").to_string(), "u");
    /// let legal = answer.legal.expect("asked for").into_iter();
    /// assert_eq!(legal.map(|(mv, d)| format!("{mv}:{d}")).collect::<Vec<_>>(), ["u:8", "r:10"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any failure. That the board cannot reach the goal, or that a limit was reached first, is an
    /// [`Outcome`].
    pub fn answer(&self, board: impl Into<Board>, ask: Ask) -> Result<Outcome> {
        let mut found = None;
        let each: &mut EachRun<'_> = &mut |_, answers| {
            found = answers.first_mut().map(std::mem::take);
            ControlFlow::Continue(())
        };
        self.answers(&[board.into()], ask, each).map_err(|why| why.error)?;
        Ok(found.expect("an outcome for each board"))
    }

    /// Answers one board, and calls `known` each time that more is known: first the canonical
    /// solution, then the optimal and legal moves, then the number of solutions. A search for each
    /// may take long. All count towards the same limits.
    ///
    /// ```
    /// use tilebase::oracle::Ask;
    /// use tilebase::{Board, Tablebase};
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let oracle = Tablebase::embedded().oracle(Board::goal(board.shape())?)?;
    /// let mut known = Vec::new();
    /// oracle.answer_in_turn(board, Ask::OPTIMAL_MOVES | Ask::COUNT, &mut |answer| {
    ///     known.push((answer.distance, answer.next.is_some(), answer.count));
    /// })?;
    /// let expected = [(Some(2), false, None), (Some(2), true, None), (Some(2), true, Some(1))];
    /// assert_eq!(known, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    pub fn answer_in_turn(
        &self,
        board: impl Into<Board>,
        ask: Ask,
        known: &mut dyn FnMut(&Answer),
    ) -> Result<Outcome> {
        let board = board.into();
        match self.source.table_or_search() {
            Some(source) => {
                Outcome::of(answer_one(self, source, &*self.small(&board)?, ask, known))
            }
            None => {
                let outcome = self.answer(board, ask)?;
                if let Outcome::Known(answer) = &outcome {
                    known(answer);
                }
                Ok(outcome)
            }
        }
    }

    /// The least number of moves to the goal.
    pub fn distance(&self, board: impl Into<Board>) -> Result<u32> {
        let board = board.into();
        if let Source::Table(walker) = &self.source {
            let board = &*self.small(&board)?;
            return match self.looked_up(walker, board)? {
                Some(found) => Ok(found.distance.into()),
                None => walker.distance(board),
            };
        }
        match self.answer(board, Ask::DISTANCE)?.map(|answer| answer.distance) {
            // A cheapest solution need not be a shortest one.
            Outcome::Known(distance) => distance.ok_or_else(|| self.unsupported()),
            found => found.map(Option::unwrap_or_default).if_proved().into_result(),
        }
    }

    /// A lower bound on the distance, found without a search; in the single-tile metric it has the
    /// parity of the distance. With a table of all boards it is the distance; otherwise it is the
    /// greatest that tables of patterns or labels prove, or what tiles in each other's way do. A
    /// search of your own has the bound 0.
    pub fn lower_bound(&self, board: impl Into<Board>) -> Result<u32> {
        let board = board.into();
        match &self.source {
            Source::Finder(finder) => finder.lower_bound(&board.large()),
            Source::Search(..) => Ok(0),
            _ => self.lower_bounds(std::slice::from_ref(&*self.small(&board)?))?.remove(0),
        }
    }

    /// Lower bounds on the distances of many boards.
    pub(crate) fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        match self.table_or_search()? {
            Ok(walker) => Ok(boards.iter().map(|it| walker.distance(it)).collect()),
            Err(search) => search.lower_bounds(boards),
        }
    }

    /// The canonical solution: of all shortest ones the lexicographically smallest under
    /// d < l < r < u, in the multi-tile metric with fewer cells first. Of more than 25 cells, and
    /// from a search of your own, any that is shortest.
    pub fn solution(&self, board: impl Into<Board>) -> Result<Moves> {
        let board = board.into();
        match self.source.table_or_search() {
            Some(source) => {
                self.canonical(source, &*self.small(&board)?, &Budget::new(&self.limits))
            }
            None => Ok(self.answer(board, Ask::SOLUTION)?.into_result()?.into_moves()),
        }
    }

    /// The canonical solution of a board of at most 25 cells.
    pub(super) fn canonical(
        &self,
        source: std::result::Result<&Walker, &dyn BoardSearch>,
        board: &SmallBoard,
        budget: &Budget,
    ) -> Result<Moves> {
        match source {
            Ok(walker) => match self.looked_up(walker, board)? {
                Some(found) => Ok(found.solution().unwrap_or_default()),
                None => walker.solution(board),
            },
            Err(search) => search.solution(board, self.threads.count(), budget),
        }
    }

    /// All moves that lower the distance. At the goal there are none.
    pub fn optimal_moves(&self, board: impl Into<Board>) -> Result<MoveSet> {
        let board = board.into();
        if let Source::Table(walker) = &self.source {
            let board = &*self.small(&board)?;
            return match self.looked_up(walker, board)? {
                Some(found) => Ok(found.optimal_moves()),
                None => walker.optimal_moves(board),
            };
        }
        self.part(&board, Ask::OPTIMAL_MOVES, |answer| answer.next)
    }

    /// Every legal move with the distance after it, the best first.
    pub fn legal_moves(&self, board: impl Into<Board>) -> Result<Vec<(Move, u32)>> {
        let board = board.into();
        if let Source::Table(walker) = &self.source
            && let Some(found) = self.looked_up(walker, &*self.small(&board)?)?
        {
            return Ok(found.legal_moves());
        }
        self.part(&board, Ask::LEGAL_MOVES, |answer| answer.legal)
    }

    /// The number of shortest solutions, without listing them. Saturates at `u128::MAX`.
    pub fn count_solutions(&self, board: impl Into<Board>) -> Result<u128> {
        let board = board.into();
        match &self.source {
            Source::Table(walker) => walker.count_solutions(&*self.small(&board)?),
            _ => self.part(&board, Ask::COUNT, |answer| answer.count),
        }
    }

    /// Every shortest solution, in lexicographic order.
    ///
    /// ```
    /// # use tilebase::{Tablebase, Board};
    /// # let tables = Tablebase::embedded();
    /// let oracle = tables.oracle("12/3x".parse::<Board>()?)?;
    /// let antipode: Board = "x3/21".parse()?;
    /// let all = oracle.solutions(&antipode)?.map(|solution| Ok(solution?.to_string()));
    /// assert_eq!(all.collect::<Result<Vec<_>, tilebase::Error>>()?, ["druldr", "rdlurd"]);
    /// assert_eq!(oracle.count_solutions(&antipode)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. Damage found later, and a limit reached later, is returned as the last item.
    pub fn solutions(&self, board: impl Into<Board>) -> Result<Solutions> {
        let (board, source) = (board.into(), self.table_or_search()?);
        let (board, budget) = (&*self.small(&board)?, Budget::new(&self.limits));
        let canonical = self.canonical(source, board, &budget)?;
        match source {
            Ok(walker) => walker.solutions(board),
            Err(search) => search.solutions(board, &canonical, budget),
        }
    }

    /// One part of the answer to a board.
    fn part<A>(
        &self,
        board: &Board,
        ask: Ask,
        take: impl FnOnce(Answer) -> Option<A>,
    ) -> Result<A> {
        let answer = if self.finds_all() {
            self.answer_alone(&*self.small(board)?, ask)?
        } else {
            self.answer(board, ask)?.into_result()?
        };
        take(answer).ok_or_else(|| self.unsupported())
    }

    /// The answer to one board of at most 25 cells, its parts one after another.
    pub(crate) fn answer_alone(&self, board: &SmallBoard, ask: Ask) -> Result<Answer> {
        answer_one(self, self.table_or_search()?, board, ask, &mut |_| ())
    }
}
