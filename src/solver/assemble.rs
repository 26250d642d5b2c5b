//! Puts tables together to an engine.

use std::marker::PhantomData;
use std::sync::Arc;

use super::engine::Engine;
use super::further::{FurtherView, MAX_VIEWS, PATTERNS_OF_VIEW};
use super::lookup::{BoardView, PatternLookup};
use super::pattern_engine::PatternEngine;
use super::pattern_table::PatternTable;
use super::width::{Narrow, Wide, Width};
use crate::error::{Error, Result};
use crate::puzzle::{Class, Orbit, Pattern, PatternError, SmallBoard, Symmetry};

/// The engine for a goal with the tables of one or two partitions.
pub(super) fn engine(
    goal: &SmallBoard,
    partitions: &[Vec<PatternTable>],
) -> Result<Arc<dyn Engine>> {
    if goal.shape().class() < Class::Bounded {
        let parts = EngineParts::<Narrow>::new(goal, partitions)?;
        match (parts.views.len(), parts.count) {
            (1, 2) => Ok(parts.engine::<1, 2>()),
            // No orbit's own partition has three patterns and one view.
            (1, 3) => Ok(EngineParts::<Narrow>::of_two_views(goal, partitions)?.engine::<2, 6>()),
            (2, 2) => Ok(parts.engine::<2, 4>()),
            (2, 3) => Ok(parts.engine::<2, 6>()),
            _ => Err(wrong(parts.orbit, "expected two or three patterns in a partition")),
        }
    } else {
        wide_engine(goal, partitions)
    }
}

/// The engine for more than sixteen cells. It works for fewer, too.
pub(super) fn wide_engine(
    goal: &SmallBoard,
    partitions: &[Vec<PatternTable>],
) -> Result<Arc<dyn Engine>> {
    let parts = EngineParts::<Wide>::of_two_views(goal, partitions)?;
    match parts.count {
        3 | 4 => Ok(parts.engine::<2, 8>()),
        5 => Ok(parts.engine::<2, 10>()),
        _ => Err(wrong(parts.orbit, "expected three to five patterns in a partition")),
    }
}

/// The engine for proofs with the tables of several partitions. Its views of the first partition
/// are asked about every board, those of the others about boards that are about to be expanded.
pub(super) fn prover(
    goal: &SmallBoard,
    partitions: &[Vec<PatternTable>],
) -> Result<Arc<dyn Engine>> {
    let (first, further) = partitions.split_at(partitions.len().min(1));
    let mut parts = EngineParts::<Wide<true>>::of_two_views(goal, first)?;
    if parts.count != PATTERNS_OF_VIEW {
        return Err(wrong(parts.orbit, "expected four patterns in a partition"));
    }
    for tables in further {
        let lookups = lookups::<Wide<true>>(parts.orbit, tables)?;
        if lookups.len() > PATTERNS_OF_VIEW {
            return Err(wrong(
                parts.orbit,
                "expected at most four patterns in a further partition",
            ));
        }
        for symmetry in Symmetry::onto_orbit(goal) {
            parts.further.push(FurtherView::new::<Wide<true>>(
                goal,
                symmetry,
                lookups.clone(),
                &parts.views,
                &parts.tables,
            ));
        }
    }
    parts.further.truncate(MAX_VIEWS);
    Ok(parts.engine::<2, 8>())
}

/// The parts of an engine.
struct EngineParts<W> {
    goal: SmallBoard,
    orbit: Orbit,
    views: Vec<BoardView>,
    tables: Vec<Arc<PatternLookup>>,
    /// The number of patterns in a partition.
    count: usize,
    further: Vec<FurtherView>,
    width: PhantomData<W>,
}

impl<W: Width> EngineParts<W> {
    fn new(goal: &SmallBoard, partitions: &[Vec<PatternTable>]) -> Result<EngineParts<W>> {
        let mut parts = EngineParts {
            goal: *goal,
            orbit: Orbit::from(goal),
            views: Vec::new(),
            tables: Vec::new(),
            count: partitions.first().map_or(0, Vec::len),
            further: Vec::new(),
            width: PhantomData,
        };
        if partitions.is_empty() {
            return Err(wrong(parts.orbit, "expected one partition or two, found none"));
        }
        let mut of_partitions = Vec::new();
        for tables in partitions {
            if tables.len() != parts.count {
                return Err(wrong(parts.orbit, "expected as many patterns in each partition"));
            }
            of_partitions.push(lookups::<W>(parts.orbit, tables)?);
        }
        // There are at most two views: one for each of two partitions, or two different ones of a
        // single partition.
        for symmetry in Symmetry::onto_orbit(goal) {
            for lookups in &of_partitions {
                if parts.views.len() < 2 {
                    let first = parts.tables.len();
                    let patterns: Vec<Pattern> =
                        lookups.iter().map(|lookup| lookup.pattern()).collect();
                    parts.views.push(BoardView::new::<W>(goal, symmetry, &patterns, first));
                    parts.tables.extend(lookups.iter().cloned());
                    // Engines of large shapes are compiled for four patterns. With three, any table
                    // fills the fourth place, which is never read.
                    if W::FAR_ZONES && parts.count == PATTERNS_OF_VIEW - 1 {
                        parts.tables.push(Arc::clone(&lookups[0]));
                    }
                }
            }
        }
        Ok(parts)
    }

    /// Like [`new`](Self::new), but always with two views, which may be equal.
    fn of_two_views(goal: &SmallBoard, partitions: &[Vec<PatternTable>]) -> Result<EngineParts<W>> {
        let parts = EngineParts::new(goal, partitions)?;
        match parts.views.len() {
            1 => EngineParts::new(goal, &[partitions, partitions].concat()),
            _ => Ok(parts),
        }
    }

    fn engine<const V: usize, const L: usize>(self) -> Arc<dyn Engine> {
        let tiles = self.tables.iter().map(|table| table.pattern().tiles());
        let of_further = self.further.iter().flat_map(FurtherView::patterns).map(Pattern::tiles);
        let zones = W::zones(self.orbit.shape(), tiles.chain(of_further));
        let views = self.views.try_into().expect("as many views as were counted");
        let tables = self.tables.try_into().expect("as many tables as were counted");
        let (goal, count) = (&self.goal, self.count);
        Arc::new(PatternEngine::<W, V, L>::new(goal, views, tables, count, self.further, zones))
    }
}

/// The tables of a partition, prepared for lookups.
fn lookups<W: Width>(orbit: Orbit, tables: &[PatternTable]) -> Result<Vec<Arc<PatternLookup>>> {
    let mut cells = 0;
    for pattern in tables.iter().map(PatternTable::pattern) {
        if pattern.orbit() != orbit {
            return Err(wrong(orbit, "expected tables of this orbit"));
        }
        if pattern.cells() & cells != 0 || pattern.tiles() > W::MAX_TILES {
            let why = "expected patterns of at most eight tiles that share none";
            return Err(wrong(orbit, why));
        }
        cells |= pattern.cells();
    }
    if cells.count_ones() as usize != orbit.shape().tiles() {
        return Err(wrong(orbit, "expected each tile in a pattern"));
    }
    Ok(tables.iter().map(|table| Arc::new(PatternLookup::new::<W>(table.clone()))).collect())
}

fn wrong(orbit: Orbit, why: &'static str) -> Error {
    PatternError::Tables { orbit, why }.into()
}
