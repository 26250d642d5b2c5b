//! Which engine searches: the one that is there from the start, or one whose tables are opened for
//! hard boards.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use super::PatternSearch;
use super::engine::Engine;
use crate::error::Result;
use crate::limits::Limits;
use crate::threads;

/// Searches with small tables generate no more boards than this before large tables are opened, if
/// there are any. Most boards need fewer. Opening and checking the large tables takes the time in
/// which half of this number is generated.
pub(super) const SMALL_FIRST: u64 = 1 << 21;

/// Opens the tables of an engine, if there are any.
type OpenEngine = dyn Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync;

/// An engine whose tables are opened once, when it is first needed.
pub(super) struct LaterEngine {
    open: Box<OpenEngine>,
    engine: OnceLock<Option<Arc<dyn Engine>>>,
    opening: Mutex<()>,
}

impl LaterEngine {
    pub(super) fn new(
        open: impl Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync + 'static,
    ) -> Arc<LaterEngine> {
        let (engine, opening) = (OnceLock::new(), Mutex::default());
        Arc::new(LaterEngine { open: Box::new(open), engine, opening })
    }

    /// The engine, whose tables are opened if they have not been yet. `None` if there are none.
    fn get(&self) -> Result<Option<&Arc<dyn Engine>>> {
        if self.engine.get().is_none() {
            let _one_at_a_time = threads::lock(&self.opening);
            if self.engine.get().is_none() {
                let _ = self.engine.set((self.open)()?);
            }
        }
        Ok(self.if_open())
    }

    /// The engine, if its tables were opened.
    fn if_open(&self) -> Option<&Arc<dyn Engine>> {
        self.engine.get()?.as_ref()
    }
}

impl PatternSearch {
    /// Counts boards generated without large tables.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// How many boards to generate with small tables before large ones are opened. `None` if those
    /// are open, and if there are none, so that no other tables can be better than these.
    pub(super) fn boards_before_large_tables(&self) -> Option<u64> {
        let large = self.large.as_ref()?;
        let spent = self.spent.load(Ordering::Relaxed);
        (large.engine.get().is_none() && spent < SMALL_FIRST).then(|| SMALL_FIRST - spent)
    }

    /// The engine with the best tables, which are opened if they have not been yet.
    pub(super) fn best_engine(&self) -> Result<Arc<dyn Engine>> {
        let large = self.large.as_ref().map(|large| large.get()).transpose()?.flatten();
        Ok(Arc::clone(large.unwrap_or(&self.first)))
    }

    /// The engine with the best tables among those that are open.
    pub(super) fn open_engine(&self) -> &dyn Engine {
        let large = self.large.as_ref().and_then(|large| large.if_open());
        &**large.unwrap_or(&self.first)
    }

    /// The engine for what follows a quick answer. Only a proof has the tables of several
    /// partitions, so that quick answers are the same with and without them. Otherwise, large
    /// tables are opened once small ones have been used enough.
    pub(super) fn engine_after_answer(&self, limits: &Limits) -> Result<Arc<dyn Engine>> {
        if limits.is_proof()
            && let Some(prover) = &self.prover
            && let Some(prover) = prover.get()?
        {
            return Ok(Arc::clone(prover));
        }
        match self.boards_before_large_tables() {
            Some(_) => Ok(Arc::clone(&self.first)),
            None => self.best_engine(),
        }
    }
}
