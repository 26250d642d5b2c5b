//! Many boards at once, on all threads.

use super::Oracle;
use crate::error::Result;
use crate::oracle::{BatchError, Outcome};
use crate::pipeline::in_order;
use crate::puzzle::Board;
use crate::threads::processors;

/// The number of boards that a thread answers before it takes others, if they are looked up.
const LOOKED_UP: usize = 1024;

impl Oracle {
    /// The distance of each board, as a [`Batch`](crate::Batch) gives them in the single-tile
    /// metric.
    ///
    /// ```
    /// use tilebase::oracle::Outcome;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("3x3".parse()?))?;
    /// let boards: Vec<Board> = Board::all(oracle.goal().shape()).collect();
    /// let distances = oracle.distances(&boards)?;
    /// let distances: Vec<u32> = distances.into_iter().filter_map(Outcome::known).collect();
    /// assert_eq!((distances.len(), distances.iter().max()), (181_440, Some(&24)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`many`](Self::many).
    pub fn distances(&self, boards: &[Board]) -> Result<Vec<Outcome<u32>>, BatchError> {
        self.many(boards, processors(), Oracle::distance)
    }

    /// Asks the same of each board, on up to `threads` threads.
    ///
    /// ```
    /// use tilebase::oracle::Outcome;
    /// use tilebase::{Board, Tablebase, multi::Oracle};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("3x3".parse()?))?;
    /// let boards = ["1 2 3 4 5 6 x 7 8".parse()?, "1 2 3 4 5 x 7 8 6".parse()?];
    /// let solutions = oracle.many(&boards, 2, Oracle::solution)?;
    /// let [Outcome::Known(first), Outcome::Known(second)] = &solutions[..] else { panic!() };
    /// assert_eq!([first.to_string(), second.to_string()], ["r2", "d"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`BatchError`] that names the first board with an error that is no [`Outcome`].
    pub fn many<A: Send>(
        &self,
        boards: &[Board],
        threads: usize,
        ask: impl Fn(&Oracle, &Board) -> Result<A> + Sync,
    ) -> Result<Vec<Outcome<A>>, BatchError> {
        let at_once = if self.is_searching() { 1 } else { LOOKED_UP };
        let mut parts = boards.chunks(at_once);
        let mut answers = Vec::with_capacity(boards.len());
        in_order(
            threads.min(parts.len()),
            |part: &mut &[Board]| Ok(parts.next().map(|next| *part = next).is_some()),
            |part, found: &mut Vec<_>| {
                found.extend(part.iter().map(|board| Outcome::of(ask(self, board))));
            },
            |found| {
                for answer in found.drain(..) {
                    answers.push(answer.map_err(|error| BatchError::new(answers.len(), error))?);
                }
                Ok(())
            },
        )?;
        Ok(answers)
    }
}
