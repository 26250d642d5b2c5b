//! Verdicts on answers to boards of more than 25 cells.

use tilebase::Error;
use tilebase::any::Finder;
use tilebase::check::Verdict;
use tilebase::limits::Stopped;
use tilebase::oracle::Outcome;
use tilebase::puzzle::Rectangle;

use super::{AnswerKind, Checking};

impl Checking<'_> {
    /// What is known of the distance of a board, as far as answers are judged by it.
    pub(super) fn distance_of_larger(&self, board: &Rectangle, finder: &Finder) -> Outcome<u32> {
        match self.kind {
            AnswerKind::Valid => finder.lower_bound(board).map(|_| Stopped::default().into()),
            _ => finder.find(board).map(|found| {
                let found = Outcome::from(found);
                found.distance().map_or(found, Outcome::Known)
            }),
        }
        .unwrap_or_else(|error| match error {
            Error::Unsolvable(why) => Outcome::Unsolvable(why),
            _ => Stopped::default().into(),
        })
    }

    /// The verdict on an answer to a board.
    pub(super) fn verdict_of_larger(
        &self,
        board: &Rectangle,
        finder: &Finder,
        distance: &Outcome<u32>,
        answer: &str,
    ) -> Verdict {
        match self.kind {
            AnswerKind::Distance => Verdict::check_distance(distance, answer),
            _ => Verdict::on_moves(board, finder.goal(), distance, answer, self.notation),
        }
    }
}
