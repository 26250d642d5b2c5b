//! Boards of more than 25 cells: the best solution found, and what is proved of its length. What
//! needs a proof is an error.

use anyhow::{Context, bail};
use tilebase::any::{self, Finder};
use tilebase::bulk::{Answer, Form};
use tilebase::limits::Stopped;
use tilebase::puzzle::{Extent, Metric, Notation, Rectangle};
use tilebase::{Error, Move};

use crate::limits::SearchLimits;

/// Answers boards of one size, more than 25 cells, for one goal.
#[derive(Clone)]
pub struct AnySize {
    finder: Finder,
}

impl AnySize {
    /// What answers boards of this size, else of the goal's, else of the first board's. `None` if
    /// that has no more than 25 cells, or is not known.
    pub fn new(
        size: Option<Extent>,
        goal: Option<&[u8]>,
        board: Option<&[u8]>,
    ) -> anyhow::Result<Option<AnySize>> {
        let shown = [goal, board].into_iter().flatten();
        let mut shown = shown.filter_map(|text| Some(Rectangle::parse(text, None).ok()?.extent()));
        let size = size.or_else(|| shown.find(|size| size.is_large()));
        let Some(size) = size.filter(|size| size.is_large()) else { return Ok(None) };
        any::check(size)?;
        let goal = match goal {
            Some(goal) => Rectangle::parse_goal(goal, Some(size)).context("--goal")?,
            None => Rectangle::goal(size)?,
        };
        Ok(Some(AnySize { finder: Finder::new(&goal)? }))
    }

    /// The same within limits.
    pub fn limited(self, limits: &SearchLimits) -> anyhow::Result<AnySize> {
        if limits.optimal {
            bail!("--optimal: {}", self.no_proof());
        }
        Ok(AnySize { finder: self.finder.limited(limits.of_any_size()) })
    }

    /// The same for a metric. There is only one.
    pub fn only_single(self, metric: Metric) -> anyhow::Result<AnySize> {
        if metric != Metric::Single {
            bail!("--metric {metric}: boards of {} have only single", self.size());
        }
        Ok(self)
    }

    /// Why a question has no answer.
    pub fn no_proof(&self) -> String {
        Error::NoProof { size: self.size() }.to_string()
    }

    /// The rows and columns.
    pub const fn size(&self) -> Extent {
        self.finder.goal().extent()
    }

    /// The goal.
    pub const fn goal(&self) -> &Rectangle {
        self.finder.goal()
    }

    /// What finds solutions.
    pub const fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Reads a board of this size.
    pub fn board(&self, text: &[u8]) -> Result<Rectangle, Error> {
        Ok(Rectangle::parse(text, Some(self.size()))?)
    }

    /// The best solution of a board, and what is proved.
    pub fn find(&self, board: &Rectangle) -> Result<Stopped, Error> {
        self.finder.find(board)
    }

    /// Checks that an answer needs no proof.
    pub fn check_form(&self, form: Form) -> anyhow::Result<()> {
        if !matches!(form.answer, Answer::Moves | Answer::Distance) {
            let mut names = Answer::NAMES.iter().filter(|(_, answer)| *answer == form.answer);
            let (name, _) = names.next().expect("each answer has a name");
            bail!("--answer {name}: {}", self.no_proof());
        }
        Ok(())
    }

    /// The first move of the best solution of a board.
    pub fn first_move(&self, board: &Rectangle, notation: Notation) -> Result<FirstMove, Error> {
        let found = self.find(board)?;
        let first = found.best.as_ref().and_then(|best| best.first());
        let written = first.map(|&mv| written(notation, &[mv], board));
        Ok(FirstMove { written, distance: found.distance(), proved: Some(found) })
    }
}

/// The first move of a solution, if it has any, and its length, if that is the distance.
pub struct FirstMove {
    pub written: Option<String>,
    pub distance: Option<u32>,
    /// What is proved, if the solution may be longer than others.
    pub proved: Option<Stopped>,
}

/// Writes moves that are legal on a board.
pub fn written(notation: Notation, moves: &[Move], board: &Rectangle) -> String {
    notation.format_on(moves, board).unwrap_or_default()
}
