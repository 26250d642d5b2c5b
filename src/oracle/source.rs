//! Where the answers of an [`Oracle`](super::Oracle) come from: a table, or a search.

use std::sync::Arc;

use super::walker::Walker;
use crate::multi::LabelSearch;
use crate::puzzle::{Board, Metric, Orbit, Puzzle};
use crate::solver::{BoardSearch, PatternSearch};
use crate::table::Table;

/// Where answers come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A table of all boards.
    Table(Walker),
    /// A search with pattern tables, in the single-tile metric.
    Patterns(Box<PatternSearch>),
    /// A search with tables of boards with labels, in the multi-tile metric.
    Labels(LabelSearch),
}

impl Source {
    /// Where answers come from, with one table.
    pub(super) fn of_table(
        table: Arc<Table>,
        goal: &Board,
        metric: Metric,
    ) -> crate::error::Result<Source> {
        Ok(match (metric, table.puzzle()) {
            (Metric::Multi, Puzzle::Labelled(labelling))
                if labelling.orbit() == Orbit::from(goal) =>
            {
                Source::Labels(LabelSearch::new(&[(table, labelling)], goal)?)
            }
            _ => Source::Table(Walker::new(table, goal, metric)?),
        })
    }

    pub(super) const fn metric(&self) -> Metric {
        match self {
            Source::Table(walker) => walker.metric(),
            Source::Patterns(_) => Metric::Single,
            Source::Labels(_) => Metric::Multi,
        }
    }

    pub(super) fn goal(&self) -> &Board {
        match self {
            Source::Table(walker) => walker.goal(),
            Source::Patterns(search) => search.goal(),
            Source::Labels(search) => search.goal(),
        }
    }

    /// The table of all boards, or else the search.
    pub(super) fn table_or_search(&self) -> Result<&Walker, &dyn BoardSearch> {
        match self {
            Source::Table(walker) => Ok(walker),
            Source::Patterns(search) => Err(&**search),
            Source::Labels(search) => Err(search),
        }
    }
}
