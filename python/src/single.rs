//! The class `Oracle`: the single-tile metric.

use std::path::PathBuf;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tilebase::puzzle::Metric;
use tilebase::solver::Part;

use crate::arguments;
use crate::ask::{OpenOracle, Settings};
use crate::encoding::Blank;
use crate::notation::{Actions, written};
use crate::oracle::BaseOracle;

/// Optimal answers for one goal. A MultiOracle has those where a move slides several tiles.
///
/// Oracle(goal=None, *, size=None, data=None, table=None, max_nodes=None, timeout=None,
///     progress=None, blank=None)
///
/// goal: the board to reach, in any form; by default the tiles in order with the blank in the last
///     cell. Or a name, "first", "last", "centre" (where the blank is) or "snail", or the blank's
///     cell, such as 0. Or just a shape: Oracle("4x4") is Oracle(size="4x4"). It may have cells
///     that hold anything, `*` or -1 unless that is the blank, and equal tiles: see below.
/// size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
/// data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
///     data folder.
/// table: the only table file to use.
/// max_nodes: the number of boards after which the search for a board stops, or soon after: a
///     search of some thousand boards may end first, and one board and an array differ in that.
///     Without max_nodes and timeout, 20,000,000 on shapes of more than sixteen cells, which takes
///     about a second.
/// timeout: the seconds that the search for a board may take.
/// progress: called with a Progress from time to time, and when all boards of an array are
///     answered. An exception from it ends the call, also in a thread that gets no signals.
/// blank: the number that stands for the blank in goals and boards [0]: the number of cells, -1 or
///     another that is no tile; or the largest number, with tiles from 0, such as 8 on 3x3. It
///     holds for the goal and all boards, unless a call names another. A str may have x instead.
///
/// With a table, boards are looked up. All shapes of up to nine cells have one, and others once it
/// has been generated. Without a table, boards are searched for, which max_nodes, timeout and
/// progress apply to. On shapes of more than sixteen cells, few searches end within a second;
/// Stopped then has a good solution.
///
/// A board is a str in any form that the command reads ("2 3 4 1 5 x 7 6 8", "12/3x"), a sequence
/// of ints (row by row, with 0 for the blank), a sequence of rows, or an array of shape (cells,) or
/// (rows, cols). Numbers are the tiles in the cells. Positions, which are the cells of the tiles,
/// look no different: make boards of them with numpy.argsort(positions, axis=-1).
///
/// A goal with free cells or equal tiles is several boards: "1 2 3 * * * * * *", "a a b / b c x",
/// [1, 1, 1, 2, 2, 2, 3, 3, 0]. Answers are for the nearest of them. If it has equal tiles, boards
/// have them, too; in an array they are numbers. A table of all boards that it tells apart is made
/// in memory, of up to 20,000,000. If there are more, an Oracle searches for boards of up to 16
/// cells.
///
/// Moves are in one of four notations: "blank" ("ddl": where the blank goes), "tile" ("U2R": where
/// the tile goes, with runs counted, as speed-solvers write), "tiles" ("5 8 7": the tile that
/// slides, as games do) and "cells" ("r3c2": the row and the column of the tile, from 1).
///
/// Raises TableError if a table is damaged or belongs to another goal. A question about one board
/// raises Stopped if a limit ends its search.
#[pyclass(frozen, extends = BaseOracle, module = "tilebase", name = "Oracle")]
pub struct SingleOracle;

#[pymethods]
impl SingleOracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, data=None, table=None, max_nodes=None, timeout=None,
                        progress=None, blank=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn from_python(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::data)] data: Option<PathBuf>,
        table: Option<PathBuf>,
        #[pyo3(from_py_with = arguments::max_nodes)] max_nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
        #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<PyClassInitializer<SingleOracle>> {
        let settings = Settings { max_nodes, timeout, progress, data, table, blank };
        let source = OpenOracle::open(py, Metric::Single, goal, size, settings)?;
        Ok(PyClassInitializer::from(BaseOracle { source }).add_subclass(SingleOracle))
    }

    /// The number of rows and of columns.
    #[getter(shape)]
    fn rows_and_cols(this: PyRef<'_, Self>) -> (usize, usize) {
        let size = this.as_super().source.size();
        (size.rows, size.cols)
    }

    /// Searches one part of a proof for its first solution of at most `within` moves, in the
    /// alphabetical order of the notation "blank". None if it has none. If no part has one, the
    /// distance is greater. If `within` is the distance, the first part that has one has the
    /// canonical solution. So many machines can share a proof, whatever tables they have.
    ///
    /// part: "3/64" is the third of 64 parts.
    ///
    /// The oracle's limits apply to each part. Raises ValueError if the oracle looks boards up in a
    /// table.
    #[pyo3(signature = (board, within, part="1/1", *, notation="blank", blank=None))]
    fn first_within(
        this: PyRef<'_, Self>,
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::within)] within: Option<u64>,
        part: &str,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<String>> {
        let notation = this.as_super().source.notation(notation)?;
        let part: Part =
            part.parse().map_err(|why| PyValueError::new_err(format!("part: {why}")))?;
        let within = within.ok_or_else(|| PyTypeError::new_err("within: expected a number"))?;
        let within = u32::try_from(within).unwrap_or(u32::MAX);
        let found = this.as_super().source.ask(board, blank, "", move |oracle, board| {
            let (found, _) = oracle.first_within(board, within, part)?;
            Ok(found.map(|moves| written(notation, Metric::Single, &moves, board)))
        })?;
        Ok(found.flatten())
    }

    /// The distances along the solutions of many boards: (distances, offsets). distances is int16
    /// and holds those of all boards, one after the other. offsets is int64 of shape (n + 1,).
    /// distances[offsets[i]:offsets[i + 1]] has the distance of row i, and then that after each of
    /// its moves. So a move that raises it is a mistake. The distances of a row end before a move
    /// that is illegal or cannot be read. 255 means that the board cannot reach the goal, or that
    /// a limit ended the search.
    ///
    /// moves: an iterable with the moves of each board as `tilebase.apply` takes them; or (letters,
    ///     offsets) as from solutions, or with actions, integers in place of letters.
    /// actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
    ///     order "dlru"], or of the tile's, such as "UDLR".
    /// The other arguments are those of `distances`.
    #[pyo3(signature = (boards, moves, *, notation="blank", threads=None, blank=None,
                        actions=None))]
    fn distances_along<'py>(
        this: PyRef<'_, Self>,
        boards: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
        notation: &str,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let written = this.as_super().source.written(notation, actions)?;
        this.as_super().question(boards, blank, threads, "analyze")?.analyze(moves, written)
    }

    /// The optimal moves of many boards: uint8 of shape (n,), one bit per move: 1 d, 2 l, 4 r, 8 u.
    /// 0 at the goal, and for boards that cannot reach it or whose search a limit ended.
    ///
    /// actions: the moves of the bits 1, 2, 4 and 8: letters of the blank's moves [in the
    ///     order "dlru"], or of the tile's, such as "UDLR".
    /// The other arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None, *, threads=None, blank=None, actions=None))]
    fn optimal_move_masks<'py>(
        this: PyRef<'_, Self>,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = this.as_super().question(boards, blank, threads, "optimal_moves")?;
        rows.optimal_move_masks(out, actions)
    }
}
