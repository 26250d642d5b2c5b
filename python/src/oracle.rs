//! The methods of the class `Oracle`, and the class `Solutions`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use tilebase::Board;
use tilebase::limits::Interval;
use tilebase::oracle::{Ask, Solutions};
use tilebase::puzzle::Shape;
use tilebase::solver::Part;
use tilebase::text::Notation;

use crate::analysis;
use crate::arguments::{self, python};
use crate::arrays::ArrayQuestion;
use crate::ask::{self, OpenOracle, Settings, answer_of, result};
use crate::boards::{Blank, GivenBoards};
use crate::errors::{self, exception};
use crate::goal::GoalArgument;
use crate::interrupt::StopFlag;
use crate::notation::{Actions, written, written_set};
use crate::rows::boards_among;

impl OpenOracle {
    /// A question about the boards of an array. `one` is the method for a single board.
    fn question<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        blank: Option<Blank>,
        threads: Option<u64>,
        one: &'static str,
    ) -> PyResult<ArrayQuestion<'_, 'py>> {
        ArrayQuestion::new(self, self.given(boards, blank, one), threads)
    }
}

#[pymethods]
impl OpenOracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, metric="single", data=None, table=None,
                        max_nodes=None, timeout=None, progress=None, blank=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn from_python(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        metric: &str,
        #[pyo3(from_py_with = arguments::data)] data: Option<PathBuf>,
        table: Option<PathBuf>,
        #[pyo3(from_py_with = arguments::max_nodes)] max_nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
        #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<OpenOracle> {
        let settings = Settings { max_nodes, timeout, progress, data, table, blank };
        let goal = GoalArgument::new(goal.as_ref(), size.as_ref(), blank)?.of_any_size()?;
        let metric = arguments::parse("metric", metric)?;
        let tables = ask::tables(settings.data.as_ref());
        let opened = py.detach(|| ask::open(goal, metric, &tables, settings.table.as_ref()));
        Ok(OpenOracle { oracle: opened.map_err(exception)?, settings })
    }

    /// The goal, as text.
    #[getter(goal)]
    fn goal_as_text(&self) -> String {
        self.oracle.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter(size)]
    fn size_as_text(&self) -> String {
        self.size().to_string()
    }

    /// The number of rows and of columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let Shape { rows, cols } = self.size();
        (rows, cols)
    }

    /// The metric, "single" or "multi".
    #[getter(metric)]
    fn metric_as_text(&self) -> String {
        self.oracle.metric().to_string()
    }

    /// The number of boards at distance 0, 1, 2, ...; None if it is not known.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.oracle.counts()
    }

    /// The least number of moves to the goal; None if the board cannot reach it.
    #[pyo3(signature = (board, *, blank=None))]
    fn distance(&self, board: &Bound<'_, PyAny>, blank: Option<Blank>) -> PyResult<Option<u32>> {
        self.ask(board, blank, "distances", |oracle, board| oracle.distance(board))
    }

    /// The canonical solution: of the shortest ones, the first under d < l < r < u, which is the
    /// alphabetical order of the notation "blank"; in the metric "multi", then with fewer cells
    /// first. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn solution(
        &self,
        board: &Bound<'_, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<String>> {
        let notation = self.notation(notation)?;
        self.ask(board, blank, "solutions", move |oracle, board| {
            let moves = oracle.solution(board)?;
            Ok(written(notation, oracle.metric(), &moves, board))
        })
    }

    /// The distance after each legal move, best moves first: {"d": 18, "u": 18, "r": 20}, and in
    /// the metric "multi" {"d2": 13, "l": 14}. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let notation = self.notation(notation)?;
        let legal = self.ask(board, blank, "move_distances", move |oracle, board| {
            let legal = oracle.legal_moves(board)?.into_iter();
            let written = legal.map(|(step, after)| (written_set(notation, step, board), after));
            Ok(written.collect::<Vec<_>>())
        })?;
        legal.map(|legal| legal.into_py_dict(py)).transpose()
    }

    /// The optimal moves, which lower the distance: "dlu", in the metric "multi" "dl2". Empty at
    /// the goal, None if the board cannot reach it.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn optimal_moves(
        &self,
        board: &Bound<'_, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<String>> {
        let is_single = self.oracle.metric().slides_one_tile();
        let many = if is_single { "optimal_move_masks" } else { "move_distances" };
        let notation = self.notation(notation)?;
        self.ask(board, blank, many, move |oracle, board| {
            Ok(written_set(notation, oracle.optimal_moves(board)?, board))
        })
    }

    /// The number of shortest solutions; 0 if the board cannot reach the goal.
    #[pyo3(signature = (board, *, blank=None))]
    fn count_solutions(&self, board: &Bound<'_, PyAny>, blank: Option<Blank>) -> PyResult<u128> {
        let count = self
            .ask(board, blank, "solution_counts", |oracle, board| oracle.count_solutions(board))?;
        Ok(count.unwrap_or_default())
    }

    /// An iterator over all shortest solutions, in the order in which the canonical one is the
    /// first. It is empty if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn all_solutions(
        this: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<SolutionIterator> {
        let board = this.get().position(board, blank, "solutions")?;
        SolutionIterator::new(this, board, notation)
    }

    /// All that is known of a board, as an Answer: within which bounds its distance is, and the
    /// best solution found. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn answer<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, notation) = (board.py(), self.notation(notation)?);
        let found = self.ask(board, blank, "answers", move |oracle, board| {
            let found = oracle.answer(board, Ask::SOLUTION)?.bounds();
            Ok(found.map(|Interval { at_least, best, generated, .. }| {
                let best =
                    best.map(|it| (it.len(), written(notation, oracle.metric(), &it, board)));
                let (length, best) = best.unzip();
                (at_least, length, best, generated)
            }))
        })?;
        found.flatten().map(|fields| result(py, "Answer", fields)).transpose()
    }

    /// What is right and wrong with a solution, move by move. None if the board cannot reach the
    /// goal. If a move is illegal or cannot be read, the analysis ends before it, and its `error`
    /// says why. A mistake costs two moves; in the metric "multi" one or two.
    ///
    /// moves, actions: as for `tilebase.apply`.
    ///
    /// The oracle's limits apply to the whole analysis. What cannot be proved within them is None.
    #[pyo3(signature = (board, moves, *, notation="blank", blank=None, actions=None))]
    fn analyze<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
        notation: &str,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let start = self.position(board, blank, "distances_along")?;
        let written = self.written(notation, actions)?;
        let moves = written.text(moves, "moves")?;
        analysis::analyze(board.py(), self, start, &moves, written.notation)
    }

    /// Why the board cannot reach the goal, and two tiles to swap so that it can. None if it
    /// can reach the goal already.
    #[pyo3(signature = (board, *, blank=None))]
    fn explain(&self, board: &Bound<'_, PyAny>, blank: Option<Blank>) -> PyResult<Option<String>> {
        let board = self.position(board, blank, "answers")?;
        Ok(board.expect_solvable(self.oracle.goal()).err().map(|why| why.to_string()))
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. With a table it is the distance. In the metric "single" it is even if and only if the
    /// distance is.
    #[pyo3(signature = (board, *, blank=None))]
    fn lower_bound(&self, board: &Bound<'_, PyAny>, blank: Option<Blank>) -> PyResult<Option<u32>> {
        let board = self.position(board, blank, "lower_bounds")?;
        answer_of(self.oracle.lower_bound(&board))
    }

    /// Searches one part of a proof for its first solution of at most `within` moves, in the
    /// alphabetical order of the notation "blank". None if it has none. If no part has one, the
    /// distance is greater. If `within` is the distance, the first part that has one has the
    /// canonical solution. So many machines can share a proof, whatever tables they have.
    ///
    /// part: "3/64" is the third of 64 parts.
    ///
    /// The oracle's limits apply to each part. Raises ValueError if the oracle looks boards up in a
    /// table, and in the metric "multi".
    #[pyo3(signature = (board, within, part="1/1", *, notation="blank", blank=None))]
    fn first_within(
        &self,
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::within)] within: Option<u64>,
        part: &str,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<String>> {
        let notation = self.notation(notation)?;
        let part: Part = arguments::parse("part", part)?;
        let within = within.ok_or_else(|| PyTypeError::new_err("within: expected a number"))?;
        let within = u32::try_from(within).unwrap_or(u32::MAX);
        let found = self.ask(board, blank, "", move |oracle, board| {
            let (found, _) = oracle.first_within(board, within, part)?;
            Ok(found.map(|moves| written(notation, oracle.metric(), &moves, board)))
        })?;
        Ok(found.flatten())
    }

    /// Lower bounds on the distances of many boards, found without searches: uint8 of shape (n,).
    /// 255 means that the board cannot reach the goal.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None, *, blank=None))]
    fn lower_bounds<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, blank, None, "lower_bound")?.lower_bounds(out)
    }

    /// The distances of many boards, in moves: uint8 of shape (n,). 255 means that the board cannot
    /// reach the goal, or that a limit ended its search: then tilebase.solvable says that it can.
    ///
    /// boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank. It is
    ///     never copied as a whole. uint8 in C order is fastest. If another thread changes a row
    ///     during the call, the row is answered as it was when it was read, or refused.
    /// blank: the number that stands for the blank, if it is not 0 [the oracle's]: the number of
    ///     cells, -1 or another that is no tile; or the largest number, with tiles from 0, such as
    ///     8 on 3x3. The tiles of all boards begin where those of the first do.
    /// out: a C-contiguous uint8 array of shape (n,) for the answers, which is then returned. It
    ///     must not share memory with boards. With out, NumPy is not needed.
    /// threads: the number of threads [one per processor].
    ///
    /// Raises TypeError for an array of anything but integers, and ValueError for another shape and
    /// for rows that are not boards.
    #[pyo3(signature = (boards, out=None, *, threads=None, blank=None))]
    fn distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, blank, threads, "distance")?.distances(out)
    }

    /// The distance after each move: uint8 of shape (n, 4), for the moves d, l, r and u. 255 for a
    /// move that would leave the board, and for boards that cannot reach the goal or whose search
    /// a limit ended. In the metric "multi", of shape (n, 4, k) for the moves of 1 to k cells,
    /// where k is the longest: 2 on 3x3. A move is optimal if it lowers the distance.
    ///
    /// actions: the moves of the columns: letters of the blank's moves [in the
    ///     order "dlru"], or of the tile's, such as "UDLR".
    /// The other arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None, blank=None, actions=None))]
    fn move_distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, blank, threads, "legal")?.move_distances(actions)
    }

    /// The number of shortest solutions of many boards: uint64 of shape (n,). 0 for boards that
    /// cannot reach the goal or whose search a limit ended.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None, blank=None))]
    fn solution_counts<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, blank, threads, "count_solutions")?.count_solutions()
    }

    /// All that is known of many boards, as an Answers, for shapes whose boards are searched for:
    /// how each ended, within which bounds the distance is, the best solution, the number of boards
    /// generated, and what is wrong with rows that are not boards, which do not end the call.
    ///
    /// boards: an array, as for `distances`, or a sequence of boards in any form, also as text.
    /// The other arguments are those of `distances` and `solutions`.
    #[pyo3(signature = (boards, *, threads=None, blank=None, notation="blank"))]
    fn answers<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        notation: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, notation) = (boards.py(), self.notation(notation)?);
        let fields = match self.question(boards, blank, threads, "distance") {
            Err(why) if errors::is_of_argument(py, &why) && python(py, "has_items", (boards,))? => {
                let blank = blank.or(self.settings.blank);
                let (boards, wrong) = boards_among(boards, self.oracle.goal(), blank)?;
                let given = GivenBoards { object: &boards, blank: None, other: "" };
                let mut question = ArrayQuestion::new(self, given, threads)?;
                question.is_numbered = true;
                question.answers(notation, wrong)?
            }
            rows => rows?.answers(notation, PyDict::new(py))?,
        };
        result(py, "Answers", fields)
    }

    /// The canonical solutions of many boards: (letters, offsets). letters is uint8 and holds all
    /// solutions, one after the other. offsets is int64 of shape (n + 1,). The solution of row i is
    /// letters[offsets[i]:offsets[i + 1]]. It is empty at the goal, and for boards that cannot
    /// reach it or whose search a limit ended. In the notation "tile", runs are counted; in
    /// "tiles", spaces are between numbers. In the metric "multi" a move is a letter and a number
    /// of cells, if there are several.
    ///
    /// This is Arrow's layout. To make an Arrow array without copying:
    ///
    ///     pyarrow.LargeStringArray.from_buffers(
    ///         len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters))
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None, blank=None, notation="blank"))]
    fn solutions<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        notation: &str,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.question(boards, blank, threads, "solution")?.solutions(self.notation(notation)?)
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
        &self,
        boards: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
        notation: &str,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let written = self.written(notation, actions)?;
        self.question(boards, blank, threads, "analyze")?.analyze(moves, written)
    }

    /// The optimal moves of many boards: uint8 of shape (n,), one bit per move: 1 d, 2 l, 4 r, 8 u.
    /// 0 at the goal, and for boards that cannot reach it or whose search a limit ended. For the
    /// metric "single" alone; `move_distances` has the others.
    ///
    /// actions: the moves of the bits 1, 2, 4 and 8: letters of the blank's moves [in the
    ///     order "dlru"], or of the tile's, such as "UDLR".
    /// The other arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None, *, threads=None, blank=None, actions=None))]
    fn optimal_move_masks<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.question(boards, blank, threads, "optimal_moves")?;
        rows.optimal_move_masks(out, actions)
    }

    fn __repr__(&self) -> String {
        let Settings { max_nodes, timeout, blank, .. } = &self.settings;
        let is_single = self.oracle.metric().slides_one_tile();
        let metric = (!is_single).then(|| ", metric=\"multi\"".to_owned());
        let max_nodes = max_nodes.map(|most| format!(", max_nodes={most}"));
        let timeout = timeout.map(|seconds| format!(", timeout={seconds}"));
        let blank = blank.map(|blank| format!(", blank={}", blank.0));
        let more = [metric, max_nodes, timeout, blank].into_iter().flatten().collect::<String>();
        format!("Oracle(\"{}\", size=\"{}\"{more})", self.oracle.goal(), self.size())
    }

    /// For pickle, which Spark and multiprocessing use. Unpickling opens the table again.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = self.settings.into_pyobject(py)?;
        named.set_item("size", self.size_as_text())?;
        named.set_item("metric", self.metric_as_text())?;
        Ok(((self.goal_as_text(),), named))
    }
}

/// An iterator over all shortest solutions of a board.
#[pyclass(frozen, module = "tilebase", name = "Solutions")]
pub struct SolutionIterator {
    left: Mutex<Option<Solutions>>,
    oracle: Py<OpenOracle>,
    board: Board,
    notation: Notation,
    /// How many were given.
    given: AtomicU64,
    stop: Arc<StopFlag>,
}

impl SolutionIterator {
    /// All solutions that an oracle finds.
    pub fn new(
        oracle: &Bound<'_, OpenOracle>,
        board: Board,
        notation: &str,
    ) -> PyResult<SolutionIterator> {
        let (stop, source) = (Arc::default(), oracle.get());
        let notation = source.notation(notation)?;
        let left = source.ask_until(oracle.py(), &stop, board.clone(), |oracle, board| {
            oracle.solutions(board)
        })?;
        let (left, given) = (Mutex::new(left), AtomicU64::new(0));
        Ok(SolutionIterator { left, oracle: oracle.clone().unbind(), board, notation, given, stop })
    }
}

#[pymethods]
impl SolutionIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = py.detach(|| {
            let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
            let way = left.as_mut()?.next()?;
            self.given.fetch_add(1, Ordering::Relaxed);
            let metric = self.oracle.get().oracle.metric();
            Some(way.map(|moves| written(self.notation, metric, &moves, &self.board)))
        });
        let solution = next.transpose();
        solution.map_err(|why| self.stop.take().unwrap_or_else(|| exception(why)))
    }

    /// For pickle and copy. The solutions that were given are found again and skipped.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let resume = py.import("tilebase._results")?.getattr("resume")?;
        let (board, notation) = (self.board.to_string(), self.notation.to_string());
        let given = self.given.load(Ordering::Relaxed);
        Ok((resume, (&self.oracle, board, notation, given).into_pyobject(py)?.into_any()))
    }
}
