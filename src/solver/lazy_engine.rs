//! An engine whose tables are opened when it is first needed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::engine::Engine;
use crate::error::Result;

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
            let _one_at_a_time = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.is_known() {
                let made = (self.make)()?;
                self.made.get_or_init(|| made);
            }
        }
        Ok(self.if_made())
    }
}
