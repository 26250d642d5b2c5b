//! Which engine searches: the one that is there from the start, or one whose tables are opened for
//! hard boards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::engine::Engine;
use crate::error::Result;
use crate::limits::Limits;
use crate::threads;

/// Searches with small tables generate no more boards than this before large tables are opened, if
/// there are any. Most boards need fewer. Opening and checking the large tables takes the time in
/// which half of this number is generated.
pub(super) const SMALL_FIRST: u64 = 1 << 21;

/// The engines for a goal.
#[derive(Clone)]
pub(super) struct Engines {
    /// The one that is there from the start.
    pub(super) first: Arc<dyn Engine>,
    /// With large tables, for boards that turn out to be hard.
    pub(super) large: Option<Arc<LazyEngine>>,
    /// With the tables of several partitions, for proofs.
    pub(super) prover: Option<Arc<LazyEngine>>,
    /// The number of boards generated without large tables, if there may be some.
    spent: Arc<AtomicU64>,
}

impl Engines {
    pub(super) fn new(first: Arc<dyn Engine>) -> Engines {
        Engines { first, large: None, prover: None, spent: Arc::default() }
    }

    /// Counts boards generated without large tables.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// How many boards to generate with small tables before large ones are opened. `None` if those
    /// are open, and if there are none, so that no other tables can be better than these.
    pub(super) fn boards_before_large_tables(&self) -> Option<u64> {
        let large = self.large.as_ref()?;
        let spent = self.spent.load(Ordering::Relaxed);
        (!large.is_known() && spent < SMALL_FIRST).then(|| SMALL_FIRST - spent)
    }

    /// The one with the best tables, which are opened if they have not been yet.
    pub(super) fn best(&self) -> Result<Arc<dyn Engine>> {
        let large = self.large.as_ref().map(|large| large.get()).transpose()?.flatten();
        Ok(Arc::clone(large.unwrap_or(&self.first)))
    }

    /// The one with the best tables among those that are open.
    pub(super) fn open(&self) -> &dyn Engine {
        let large = self.large.as_ref().and_then(|large| large.if_made());
        &**large.unwrap_or(&self.first)
    }

    /// The one for what follows a quick answer. Only a proof has the tables of several partitions,
    /// so that quick answers are the same with and without them. Otherwise, large tables are opened
    /// once small ones have been used enough.
    pub(super) fn after_answer(&self, limits: &Limits) -> Result<Arc<dyn Engine>> {
        if limits.is_proof()
            && let Some(prover) = &self.prover
            && let Some(prover) = prover.get()?
        {
            return Ok(Arc::clone(prover));
        }
        match self.boards_before_large_tables() {
            Some(_) => Ok(Arc::clone(&self.first)),
            None => self.best(),
        }
    }
}

/// Makes the engine, if there are tables for it.
type MakeEngine = dyn Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync;

/// An engine that is made once.
pub(super) struct LazyEngine {
    make: Box<MakeEngine>,
    made: OnceLock<Option<Arc<dyn Engine>>>,
    making: Mutex<()>,
}

impl LazyEngine {
    pub(super) fn new(
        engine: impl Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync + 'static,
    ) -> Arc<LazyEngine> {
        Arc::new(LazyEngine {
            make: Box::new(engine),
            made: OnceLock::new(),
            making: Mutex::new(()),
        })
    }

    /// Whether it is known whether there is an engine.
    pub(super) fn is_known(&self) -> bool {
        self.made.get().is_some()
    }

    /// The engine, if it was made.
    pub(super) fn if_made(&self) -> Option<&Arc<dyn Engine>> {
        self.made.get()?.as_ref()
    }

    /// The engine, which is made if it has not been yet. `None` if there are no tables for it.
    pub(super) fn get(&self) -> Result<Option<&Arc<dyn Engine>>> {
        if !self.is_known() {
            let _one_at_a_time = threads::lock(&self.making);
            if !self.is_known() {
                let made = (self.make)()?;
                self.made.get_or_init(|| made);
            }
        }
        Ok(self.if_made())
    }
}
