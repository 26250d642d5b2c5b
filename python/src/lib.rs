//! The Python package `tilebase`, built on the library of the same name.
//!
//! This crate becomes the module `tilebase._native`, whose names `tilebase/__init__.py` exports.
//! Its types are in `tilebase/_native.pyi`, and `tilebase/` has what needs no Rust: environments,
//! tasks, drawings.
//!
//! `boards.rs` reads one board, and the numbers for the blank and the tiles, `goal.rs` the goal and
//! the size, `arguments.rs` other arguments, `buffers.rs` arrays, `notation.rs` moves, and `ask.rs`
//! asks the library within limits.

mod analysis;
mod answer_arrays;
mod arguments;
mod arrays;
mod ask;
mod boards;
mod buffers;
mod errors;
mod functions;
mod goal;
mod interrupt;
mod notation;
mod oracle;
mod releasers;
mod rows;
mod sample;
mod search;
mod verdicts;

/// The part of the package that is written in Rust.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        ask::OpenOracle,
        boards::numpy,
        functions::{all_boards, generate, is_solvable, verify},
        notation::{_along, _claims, _curve, _read, _spoken, apply, draw_counts, letters},
        oracle::SolutionIterator,
        releasers::_releasers,
        rows::{format, parse, rank, solvable, step, unrank},
        sample::sample,
        search::search,
        verdicts::_verdicts,
    };

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
