//! Verdicts on answers to boards of more than 25 cells.

use tilebase::Error;
use tilebase::any::Finder;
use tilebase::check::Verdict;
use tilebase::limits::Stopped;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{MoveError, Notation, Rectangle};

use super::{AnswerKind, Checking};
use crate::any_size;

impl Checking<'_> {
    /// The verdict on an answer to a board.
    pub(super) fn verdict_of_larger(
        &self,
        board: &Rectangle,
        finder: &Finder,
        answer: &str,
    ) -> Result<Verdict, MoveError> {
        let distance: Outcome<u32> = match self.kind {
            AnswerKind::Valid => finder.lower_bound(board).map(|_| Stopped::default().into()),
            _ => finder.find(board).map(|found| match found.distance() {
                Some(distance) => Outcome::Known(distance),
                None => found.into(),
            }),
        }
        .unwrap_or_else(|error| match error {
            Error::Unsolvable(why) => Outcome::Unsolvable(why),
            _ => Stopped::default().into(),
        });
        if self.kind == AnswerKind::Distance {
            return Ok(Verdict::check_distance(&distance, answer));
        }
        let is_unsolvable = answer.trim().eq_ignore_ascii_case("unsolvable");
        if is_unsolvable || self.notation == Notation::Blank {
            return Ok(Verdict::on_moves_of(board, finder.goal(), &distance, answer));
        }
        let (moves, _) = any_size::read(self.notation, answer.as_bytes(), board)?;
        Ok(Verdict::on_moves_of(board, finder.goal(), &distance, &moves.to_string()))
    }
}
