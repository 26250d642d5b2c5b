//! The class `Oracle`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::bulk::Solver as _;
use tilebase::known::known;
use tilebase::puzzle::{Extent, Orbit};
use tilebase::solver::{Limits, SolveError, Solver};
use tilebase::{Batch, Board, Error, Move, Moves, Shape, Table, Tablebase};

use crate::arrays;
use crate::boards::{self, Whole};
use crate::buffers::Rows;
use crate::errors::exception;
use crate::interrupt;

/// Optimal answers for one goal.
///
/// Oracle(goal=None, *, size=None, data=None, table=None)
///
/// goal: the board to reach, in any form; by default the tiles in order with the blank in the last
///     cell. Or just a shape: Oracle("4x4") is Oracle(size="4x4").
/// size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
/// data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
///     data folder.
/// table: the only table file to use.
///
/// A board is a str in any form that the command reads ("2 3 4 1 5 x 7 6 8", "12/3x"), a sequence
/// of ints (row by row, with 0 for the blank), a sequence of rows, or an array of shape (cells,) or
/// (rows, cols).
///
/// Raises TableError if there is no table for the goal.
#[pyclass(frozen, module = "tilebase", name = "Oracle")]
pub struct Oracle {
    batch: Arc<Batch>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
}

/// The tables of each folder, opened once. Without a folder, those in the program.
static TABLES: Mutex<BTreeMap<Option<PathBuf>, Arc<Tablebase>>> = Mutex::new(BTreeMap::new());

/// The folder of generated tables, absolute: the one named, or else the user's.
fn folder(data: Option<&PathBuf>) -> Option<PathBuf> {
    let folder = data.cloned().or_else(Tablebase::user_folder)?;
    // Without a current folder, a relative path leads nowhere, whichever way it is written.
    Some(std::path::absolute(&folder).unwrap_or(folder))
}

/// The tables in the named folder, or else in the user's, or else only the embedded ones. A table
/// that is made later is found later, because each is opened when it is first needed.
pub fn tables(data: Option<&PathBuf>) -> Arc<Tablebase> {
    let folder = folder(data);
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let open = || Arc::new(folder.clone().map_or_else(Tablebase::embedded, Tablebase::in_folder));
    Arc::clone(all.entry(folder.clone()).or_insert_with(open))
}

/// Forgets the tables of a folder, in which tables were replaced.
pub fn forget(data: &PathBuf) {
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&folder(Some(data)));
}

/// Reads the goal argument, which may be just a shape.
pub fn goal(goal: Option<&Bound<'_, PyAny>>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let shape = size.map(boards::shape).transpose()?;
    let Some(goal) = goal else { return Ok(Board::goal(shape.unwrap_or_default())) };
    let Some(Extent { rows, cols }) = boards::shape_instead_of_board(goal) else {
        return boards::board(goal, shape);
    };
    let named = Shape::new(rows, cols).map_err(|why| PyValueError::new_err(why.to_string()))?;
    match shape {
        Some(shape) if shape != named => Err(PyValueError::new_err(format!(
            "goal names the shape {named}, and size {shape}: expected the same"
        ))),
        _ => Ok(Board::goal(named)),
    }
}

/// The number of threads asked for, or one per processor.
pub fn threads(asked: Option<Whole>) -> usize {
    let asked = asked.map(|Whole(asked)| asked.min(1024) as usize);
    asked.unwrap_or_else(tilebase::threads::processors).clamp(1, 1024)
}

/// The lookups for a goal.
pub fn batch(
    goal: &Board,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<Arc<Batch>, Error> {
    let oracle = match table {
        Some(table) => tilebase::Oracle::new(Table::open(table)?, goal)?,
        None => tables.oracle(goal)?,
    };
    Ok(Arc::new(Batch::new(oracle)))
}

/// The number of boards at distance 0, 1, 2, ..., from the table or from published counts.
pub fn counts(batch: &Batch) -> Option<Vec<u64>> {
    match batch.oracle().table() {
        Some(table) => Some(table.header().counts().to_vec()),
        None => Some(known(Orbit::from(batch.oracle().goal()).into())?.counts),
    }
}

impl Oracle {
    fn oracle(&self) -> &tilebase::Oracle {
        self.batch.oracle()
    }

    /// The lookups, shared.
    pub fn shared(&self) -> Arc<Batch> {
        Arc::clone(&self.batch)
    }

    fn shape(&self) -> Shape {
        self.oracle().goal().shape()
    }

    fn board(&self, object: &Bound<'_, PyAny>) -> PyResult<Board> {
        boards::board(object, Some(self.shape()))
    }

    fn rows<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Rows<'py>> {
        Rows::new(object, self.shape())
    }

    /// Answers one board; `None` if it cannot reach the goal. A table answers at once. A search may
    /// take seconds, and Ctrl-C ends it.
    fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        look_up: impl FnOnce(&Batch, &Board) -> Result<A, Error>,
        search: impl FnOnce(&Solver, &Board, &Limits<'_>) -> Result<A, SolveError> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let (py, board) = (board.py(), self.board(board)?);
        let answer = match self.oracle().solver().cloned() {
            None => look_up(&self.batch, &board),
            Some(solver) => {
                let work = move |work: &interrupt::Work<()>| {
                    let watch = |_| work.go_on();
                    let limits = Limits { watch: Some(&watch), ..Limits::default() };
                    search(&solver, &board, &limits).map_err(Error::from)
                };
                interrupt::run(py, work, |()| Ok(()))?
            }
        };
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Unsolvable(_)) => Ok(None),
            Err(why) => Err(exception(&why)),
        }
    }
}

/// The distance after each legal move, best moves first.
fn legal(
    solver: &Solver,
    board: &Board,
    limits: &Limits<'_>,
) -> Result<Vec<(Move, u32)>, SolveError> {
    let mut legal = Vec::new();
    for mv in board.legal_moves() {
        let after = board.moved(mv).expect("a legal move");
        legal.push((mv, solver.solution(&after, limits)?.moves.len() as u32));
    }
    // The sort is stable: equally good moves stay in the canonical order.
    legal.sort_by_key(|&(_, distance)| distance);
    Ok(legal)
}

#[pymethods]
impl Oracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, data=None, table=None))]
    fn new(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        data: Option<PathBuf>,
        table: Option<PathBuf>,
    ) -> PyResult<Oracle> {
        let goal = self::goal(goal.as_ref(), size.as_ref())?;
        let tables = tables(data.as_ref());
        let made = py.detach(|| self::batch(&goal, &tables, table.as_ref()));
        let batch = made.map_err(|why| exception(&why))?;
        Ok(Oracle { batch, data, table })
    }

    /// The goal, as text.
    #[getter]
    fn goal(&self) -> String {
        self.oracle().goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.shape().to_string()
    }

    /// The number of rows and of columns.
    #[getter(shape)]
    fn rows_and_cols(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().cols())
    }

    /// The number of boards at distance 0, 1, 2, ...; None if it is not known.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self::counts(&self.batch)
    }

    /// The least number of moves to the goal; None if the board cannot reach it.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.ask(
            board,
            |batch, board| batch.oracle().distance(board),
            |solver, board, limits| Ok(solver.solution(board, limits)?.moves.len() as u32),
        )
    }

    /// The canonical solution: the alphabetically first of the shortest ones. Each letter says
    /// where the blank goes: d, l, r or u. None if the board cannot reach the goal.
    fn solution(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.ask(
            board,
            |batch, board| Ok(batch.oracle().solution(board)?.to_string()),
            |solver, board, limits| Ok(solver.solution(board, limits)?.moves.to_string()),
        )
    }

    /// The optimal moves, which lower the distance by one, as letters: "" at the goal, None if the
    /// board cannot reach it.
    fn optimal_moves(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.ask(
            board,
            |batch, board| Ok(batch.oracle().optimal_moves(board)?.to_string()),
            |solver, board, limits| Ok(solver.optimal_moves(board, limits)?.to_string()),
        )
    }

    /// The distance after each legal move, best moves first: {"d": 18, "u": 18, "r": 20}. None if
    /// the board cannot reach the goal.
    fn legal<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let moves = self.ask(
            board,
            |batch, board| Ok(batch.legal_moves(board)?.ok()),
            |solver, board, limits| self::legal(solver, board, limits).map(Some),
        )?;
        let Some(moves) = moves.flatten() else { return Ok(None) };
        let legal = PyDict::new(py);
        for (mv, distance) in moves {
            legal.set_item(mv.to_string(), distance)?;
        }
        Ok(Some(legal))
    }

    /// The number of shortest solutions; None if the board cannot reach the goal.
    fn count_solutions(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        self.ask(
            board,
            |batch, board| batch.oracle().count_solutions(board),
            |solver, board, limits| solver.count_solutions(board, limits).map(u128::from),
        )
    }

    /// An iterator over all shortest solutions, in alphabetical order. It is empty if the board
    /// cannot reach the goal.
    fn solutions(&self, board: &Bound<'_, PyAny>) -> PyResult<Solutions> {
        let solutions = self.ask(
            board,
            |batch, board| Ok(Box::new(batch.oracle().solutions(board)?) as AllSolutions),
            |solver, board, limits| Ok(Box::new(solver.solutions(board, limits)?.map(Ok)) as _),
        )?;
        Ok(Solutions(Mutex::new(solutions)))
    }

    /// Why the board cannot reach the goal, and two tiles to exchange so that it can. None if it
    /// can reach the goal already.
    fn explain(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let board = self.board(board)?;
        let solvable = tilebase::puzzle::solvable(&board, self.oracle().goal());
        Ok(solvable.err().map(|why| why.to_string()))
    }

    /// The distances of many boards, in moves: uint8 of shape (n,). 255 means that the board cannot
    /// reach the goal.
    ///
    /// boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank. It is
    ///     never copied as a whole. uint8 in C order is fastest. If another thread changes a row
    ///     during the call, the row is answered as it was when it was read, or refused.
    /// out: a C-contiguous uint8 array of shape (n,) for the answers, which is then returned. It
    ///     must not share memory with boards. With out, NumPy is not needed.
    /// threads: the number of threads [one per processor].
    ///
    /// Raises TypeError for an array of anything but integers, and ValueError for another shape and
    /// for rows that are not boards.
    #[pyo3(signature = (boards, out=None, *, threads=None))]
    fn distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::distances(&self.batch, &self.rows(boards)?, self::threads(threads), out)
    }

    /// The optimal moves of many boards: uint8 of shape (n,), one bit per move: 1 d, 2 l, 4 r, 8 u.
    /// 0 at the goal, and for boards that cannot reach it.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None, *, threads=None))]
    fn optimal_move_masks<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::optimal_move_masks(&self.batch, &self.rows(boards)?, self::threads(threads), out)
    }

    /// The distance after each move: uint8 of shape (n, 4), for the moves d, l, r and u. 255 for a
    /// move that would leave the board, and for boards that cannot reach the goal.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None))]
    fn move_distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::move_distances(&self.batch, &self.rows(boards)?, self::threads(threads))
    }

    /// The canonical solutions of many boards: (letters, offsets). letters is uint8 and holds all
    /// solutions, one after the other. offsets is int64 of shape (n + 1,). The solution of row i is
    /// letters[offsets[i]:offsets[i + 1]]. It is empty at the goal, and for boards that cannot
    /// reach it.
    ///
    /// This is Arrow's layout. To make an Arrow array without copying:
    ///
    ///     pyarrow.LargeStringArray.from_buffers(
    ///         len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters))
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None))]
    fn solutions_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<Whole>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        arrays::solutions(&self.batch, &self.rows(boards)?, self::threads(threads))
    }

    fn __repr__(&self) -> String {
        format!("Oracle(\"{}\", size=\"{}\")", self.goal(), self.size())
    }

    /// For pickle, which Spark and multiprocessing use. Unpickling opens the table again.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("size", self.size())?;
        named.set_item("data", &self.data)?;
        named.set_item("table", &self.table)?;
        Ok(((self.goal(),), named))
    }
}

/// An iterator over all shortest solutions of a board.
#[pyclass(frozen, module = "tilebase")]
pub struct Solutions(Mutex<Option<AllSolutions>>);

type AllSolutions = Box<dyn Iterator<Item = Result<Moves, Error>> + Send>;

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> PyResult<Option<String>> {
        let mut solutions = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match solutions.as_mut().and_then(Iterator::next) {
            Some(solution) => Ok(Some(solution.map_err(|why| exception(&why))?.to_string())),
            None => Ok(None),
        }
    }
}
