//! Batches for boards of several shapes.

use std::sync::OnceLock;

use tilebase::{Batch, Error, Shape, puzzle::MAX_CELLS};

use super::tables::Tables;

/// A batch for each shape, created when the first board of the shape is read.
pub struct BatchByShape<'t> {
    tables: &'t Tables,
    batches: Vec<(Shape, OnceLock<Batch>)>,
}

impl<'t> BatchByShape<'t> {
    pub fn new(tables: &'t Tables) -> BatchByShape<'t> {
        BatchByShape {
            tables,
            batches: Shape::all(MAX_CELLS).map(|shape| (shape, OnceLock::new())).collect(),
        }
    }

    pub fn tables(&self) -> &'t Tables {
        self.tables
    }

    /// The batch for boards of this shape.
    pub fn get(&self, shape: Shape) -> Result<&Batch, Error> {
        let Some((_, place)) = self.batches.iter().find(|(other, _)| *other == shape) else {
            return Err(Error::TooLarge { shape });
        };
        if let Some(batch) = place.get() {
            return Ok(batch);
        }
        let oracle = self.tables.oracle(shape)?;
        oracle.expect_many();
        Ok(place.get_or_init(|| Batch::new(oracle)))
    }
}
