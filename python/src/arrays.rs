//! Many boards at once: arrays in and arrays out.
//!
//! See [`buffers`](crate::buffers) for what other threads may do during a call.

use std::ops::Range;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tilebase::limits::Interval;
use tilebase::oracle::{Ask, BatchError, Boards, Outcome};
use tilebase::puzzle::{BoardError, Class, Direction, Metric, MoveSet, SmallBoard, SmallShape};
use tilebase::text::Notation;
use tilebase::{Error, Oracle, analysis};

use crate::analysis::AllMoves;
use crate::answer_arrays::{AnswerArray, AnswerElement, array, slice};
use crate::arguments;
use crate::ask::{self, OpenOracle};
use crate::boards::GivenBoards;
use crate::buffers::Rows;
use crate::errors::exception;
use crate::notation::{Actions, Written};

/// The distance of a board that has no answer.
const NONE: u8 = 255;

/// The largest number of rows in a block.
const MOST: usize = 1 << 20;

/// The number of rows whose solutions are counted at once. Each takes some microseconds.
const COUNTED_AT_ONCE: usize = 1 << 14;

/// The number of rows analyzed at once, which have dozens of boards each, and of their letters.
const ANALYZED_AT_ONCE: usize = 1 << 12;
const LETTERS_AT_ONCE: usize = 1 << 18;

/// Whether rows were answered, or why one of them was not.
type Answered = Result<(), BatchError>;

/// The rows of an array, to be answered.
pub struct ArrayQuestion<'o, 'py> {
    source: &'o OpenOracle,
    rows: Rows<'py>,
    threads: usize,
    /// The number of rows answered at once.
    block: usize,
    /// Whether tiles that are alike for the goal have numbers in the rows.
    pub is_numbered: bool,
}

impl<'o, 'py> ArrayQuestion<'o, 'py> {
    /// Checks that an object is an array of boards. So few boards of a table that starting threads
    /// would take longer are answered by one.
    pub fn new(
        source: &'o OpenOracle,
        boards: GivenBoards<'_, 'py>,
        threads: Option<u64>,
    ) -> PyResult<ArrayQuestion<'o, 'py>> {
        let shape = arguments::shape_of(source.size())?;
        let rows = Rows::new(boards, Some(shape))?;
        // A block is worth starting threads for, and short for a user who pressed Ctrl-C.
        let (of_a_thread, few) = match (!source.oracle.is_looking_up(), shape.class()) {
            (false, _) if shape.cells() <= 9 => (1 << 16, 1 << 14),
            (false, _) => (1 << 14, 1 << 8),
            (true, Class::Bounded) => (1, 0),
            (true, _) => (1 << 7, 0),
        };
        let is_quick = threads.is_none() && rows.count() <= few;
        let threads = if is_quick { 1 } else { ask::threads(threads) };
        let block = MOST.min(threads * of_a_thread);
        Ok(ArrayQuestion { source, rows, threads, block, is_numbered: false })
    }

    /// Answers rows a block at a time, without the GIL. Between blocks it checks for signals and
    /// reports progress. `end_of` says where the block that begins with a row ends. `write`
    /// receives the answers after each block. Returns those after the last.
    fn in_blocks<A: Default + Send + 'static>(
        &self,
        end_of: impl Fn(usize) -> usize,
        answer: impl Fn(&Oracle, Range<usize>, &[u8], &mut A) -> Answered + Clone + Send + 'static,
        mut write: impl FnMut(&A) -> PyResult<()>,
    ) -> PyResult<A> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let (mut copy, mut answers, mut last, mut first) = (Vec::new(), A::default(), None, 0);
        while first < rows {
            let end = rows.min(end_of(first));
            self.rows.read(first..end, &mut copy)?;
            let answer = answer.clone();
            let done;
            (copy, answers, done) =
                self.source.ask_all(py, self.threads, (first, rows), move |oracle| {
                    let done = answer(oracle, first..end, &copy, &mut answers);
                    (copy, answers, done)
                })?;
            done.map_err(|why: BatchError| match why.error {
                Error::Board(flaw) => self.rows.wrong(first + why.index, flaw),
                why => exception(why),
            })?;
            write(&answers)?;
            self.source.report_answered(py, (end, rows), &mut last)?;
            first = end;
        }
        Ok(answers)
    }

    /// Answers rows with this number of values each.
    fn fill<A: AnswerElement + Default + Send + 'static>(
        &self,
        mut out: AnswerArray<'py>,
        values: usize,
        answer: impl Fn(&Oracle, Boards<'_>, &mut [A]) -> Answered + Clone + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer =
            move |oracle: &Oracle, rows: Range<usize>, boards: &[u8], found: &mut Vec<A>| {
                found.resize(rows.len() * values, A::default());
                answer(oracle, Boards::Rows(boards), found)
            };
        self.in_blocks(|first| first + self.block, answer, |found| out.push(found))?;
        Ok(out.array)
    }

    /// The distance of each row.
    pub fn distances(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.fill(self.rows.answers(out)?, 1, |oracle, boards, found| {
            oracle.distances_into(boards, found, known_in_byte)
        })
    }

    /// A lower bound on the distance of each row. A block takes no longer than that of a table.
    pub fn lower_bounds(mut self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.block = 1 << 14;
        self.fill(self.rows.answers(out)?, 1, |oracle, boards, found| {
            oracle.lower_bounds_into(boards, found, known_in_byte)
        })
    }

    /// The number of shortest solutions of each row, 0 if it has none.
    pub fn count_solutions(mut self) -> PyResult<Bound<'py, PyAny>> {
        self.block = self.block.min(COUNTED_AT_ONCE);
        let out = AnswerArray::new(self.rows.py(), &[self.rows.count()], u64::DTYPE)?;
        self.fill(out, 1, |oracle, boards, counts| {
            oracle.each_into(boards, counts, in_word, |oracle, board| oracle.count_solutions(board))
        })
    }

    /// All that is known of each row: the arguments of the class `Answers`. `wrong` has what is
    /// known to be wrong with rows.
    pub fn answers(
        &self,
        notation: Notation,
        wrong: Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, is_numbered) = (self.rows.py(), self.is_numbered);
        let answer = move |oracle: &Oracle, _, rows: &[u8], known: &mut KnownOfMany| {
            known.find(oracle, rows, is_numbered, notation)
        };
        let known = self.in_blocks(|first| first + self.block, answer, |_| Ok(()))?;
        for (row, why) in known.wrong {
            if !wrong.contains(row)? {
                wrong.set_item(row, self.rows.why(row, why).value(py).to_string())?;
            }
        }
        let (ended, lower) = (array(py, &known.ended)?, array(py, &known.lower)?);
        let (upper, generated) = (array(py, &known.upper)?, array(py, &known.generated)?);
        let (letters, offsets) = (array(py, &known.letters)?, offsets(py, &known.ends)?);
        (ended, lower, upper, generated, letters, offsets, wrong).into_pyobject(py)
    }

    /// The optimal moves of each row, one bit per move.
    pub fn optimal_move_masks(
        &self,
        out: Option<Bound<'py, PyAny>>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !self.source.oracle.metric().slides_one_tile() {
            let text = "the bits are for the metric \"single\"; use move_distances";
            return Err(PyValueError::new_err(text));
        }
        let places = Actions::places(actions);
        let masks: [u8; 16] = std::array::from_fn(|bits| {
            (0..4).filter(|mv| bits >> mv & 1 == 1).fold(0, |mask, mv| mask | 1 << places[mv])
        });
        let mask = move |moves: Outcome<MoveSet>| {
            masks[usize::from(moves.known().map_or(0, |moves| moves.directions().bits()) & 15)]
        };
        self.fill(self.rows.answers(out)?, 1, move |oracle, boards, found| {
            oracle.optimal_moves_into(boards, found, mask)
        })
    }

    /// The distance after each move of each row, in each direction over 1 cell to the most: 255 for
    /// moves that would leave the board.
    pub fn move_distances(&self, actions: Option<Actions>) -> PyResult<Bound<'py, PyAny>> {
        let longest = longest_move(&self.source.oracle);
        let dims = [self.rows.count(), Direction::ALL.len(), longest];
        let dims = if self.source.oracle.metric() == Metric::Single { &dims[..2] } else { &dims };
        let out = AnswerArray::new(self.rows.py(), dims, u8::DTYPE)?;
        let (moves, places) = (Direction::ALL.len() * longest, Actions::places(actions));
        self.fill(out, moves, move |oracle, boards, after: &mut [u8]| {
            oracle.move_distances_into(boards, after)?;
            if actions.is_some() {
                let mut row = vec![NONE; moves];
                for after in after.chunks_exact_mut(moves) {
                    for (of_move, &place) in after.chunks_exact(longest).zip(&places) {
                        row[place * longest..][..longest].copy_from_slice(of_move);
                    }
                    after.copy_from_slice(&row);
                }
            }
            Ok(())
        })
    }

    /// The distances along the moves of each row: all distances, and where those of a row begin and
    /// end.
    pub fn analyze(
        &self,
        moves: &Bound<'py, PyAny>,
        written: Written,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, notation) = (self.rows.py(), written.notation);
        let moves = Arc::new(AllMoves::new(moves, self.rows.count(), written)?);
        let all = Arc::clone(&moves);
        let end_of = |first: usize| {
            let ends = all.offsets[first + 1..].iter().take(ANALYZED_AT_ONCE);
            let few = |end: &&usize| **end - all.offsets[first] <= LETTERS_AT_ONCE;
            first + ends.take_while(few).count().max(1)
        };
        let answer = move |oracle: &Oracle, rows, boards: &[u8], along: &mut Along| {
            along.add(oracle, rows, boards, &moves, notation)
        };
        let along = self.in_blocks(end_of, answer, |_| Ok(()))?;
        Ok((array(py, &along.distances)?, offsets(py, &along.ends)?))
    }

    /// The solution of each row: all letters, and where each solution begins and ends.
    pub fn solutions(
        &self,
        notation: Notation,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let mut offsets = AnswerArray::new(py, &[rows + 1], i64::DTYPE)?;
        offsets.push(&[0_i64])?;
        // Room for the longest solutions. The system provides memory only for what is written, and
        // NumPy asks for huge pages, which saves a third of the total time.
        // A move is a letter, and in "tile" a run is never longer than its moves. Others take a
        // number and a letter or a space, or a word.
        let is_letter = longest_move(&self.source.oracle) == 1;
        let bytes_of_move = match notation {
            Notation::Blank | Notation::Tile if is_letter => 1,
            Notation::Blank | Notation::Tile | Notation::Tiles => 3,
            _ => "right2 ".len(),
        };
        let longest = self.source.oracle.longest().unwrap_or_default() as usize * bytes_of_move;
        let mut letters = AnswerArray::new(py, &[rows.saturating_mul(longest)], u8::DTYPE)?;
        let answer = move |oracle: &Oracle, _, rows: &[u8], found: &mut (Vec<u8>, Vec<_>)| {
            let (text, ends) = found;
            text.clear();
            ends.clear();
            oracle.write_solutions(Boards::Rows(rows), notation, text, ends)
        };
        let mut before = 0;
        self.in_blocks(
            |first| first + self.block,
            answer,
            |(text, ends)| {
                letters.push(text)?;
                let ends: Vec<i64> = ends.iter().map(|end| offset(before + end)).collect();
                before += text.len();
                offsets.push(&ends)
            },
        )?;
        let letters = letters.array.get_item(slice(py, 0..before)?)?;
        Ok((letters, offsets.array))
    }
}

/// The distances along the moves of many boards, and where those of each end.
#[derive(Default)]
struct Along {
    distances: Vec<i16>,
    ends: Vec<usize>,
}

impl Along {
    /// Adds the distances along the legal moves of some rows.
    fn add(
        &mut self,
        oracle: &Oracle,
        rows: Range<usize>,
        cells: &[u8],
        written: &AllMoves,
        notation: Notation,
    ) -> Answered {
        let (goal, mut boards, mut moves) = (oracle.goal(), Vec::new(), Vec::new());
        let cells = cells.chunks_exact(goal.shape().cells());
        for (number, (row, cells)) in rows.zip(cells).enumerate() {
            let board = goal.board_of_row(cells);
            let board = board.map_err(|why| BatchError::new(number, why.into()))?;
            let read = notation.read_on(written.of_row(row), oracle.metric(), &board);
            moves.push(read.map_while(Result::ok).collect::<Vec<_>>());
            boards.push(board);
        }
        for along in analysis::distances_along(oracle, &boards, &moves)? {
            let bytes = along.iter().map(|distance| i16::from(distance.map_or(NONE, in_byte)));
            self.distances.extend(bytes);
            self.ends.push(self.distances.len());
        }
        Ok(())
    }
}

/// The most cells that a move takes the blank.
fn longest_move(oracle: &Oracle) -> usize {
    oracle.metric().longest_move(oracle.goal().shape())
}

/// A distance as a byte. No board is known to be as far as 255 moves.
fn in_byte(distance: u32) -> u8 {
    u8::try_from(distance).unwrap_or(NONE)
}

/// A distance or a bound as a byte, if it is known.
fn known_in_byte(distance: Outcome<u32>) -> u8 {
    distance.known().map_or(NONE, in_byte)
}

/// A number of solutions as a word, 0 if it is not known.
fn in_word(count: Outcome<u128>) -> u64 {
    count.known().map_or(0, |count| u64::try_from(count).unwrap_or(u64::MAX))
}

/// Where the answers of boards begin and end, from their ends.
fn offsets<'py>(py: Python<'py>, ends: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    array(py, &std::iter::once(0).chain(ends.iter().map(|&end| offset(end))).collect::<Vec<_>>())
}

/// A place in memory, which has fewer bytes than an i64 counts.
fn offset(place: usize) -> i64 {
    place.cast_signed() as i64
}

/// How the search for a board ended, as the class `Ended` of `tilebase/_results.py` says it.
#[derive(Clone, Copy)]
enum Ended {
    Solved,
    Stopped,
    Unsolvable,
    Invalid,
}

/// The answers to many boards, in the form of the class `Answers`.
#[derive(Default)]
struct KnownOfMany {
    ended: Vec<u8>,
    lower: Vec<u8>,
    upper: Vec<u8>,
    generated: Vec<u64>,
    letters: Vec<u8>,
    ends: Vec<usize>,
    wrong: Vec<(usize, BoardError)>,
}

impl KnownOfMany {
    /// Answers rows, not all of which need be boards.
    fn find(
        &mut self,
        oracle: &Oracle,
        rows: &[u8],
        is_numbered: bool,
        notation: Notation,
    ) -> Answered {
        let goal = oracle.goal();
        let board = |row| match SmallShape::try_from(goal.shape()) {
            Ok(shape) if is_numbered => SmallBoard::new(shape, row),
            _ => goal.board_of_row(row),
        };
        let parsed: Vec<Result<SmallBoard, BoardError>> =
            rows.chunks_exact(goal.shape().cells()).map(board).collect();
        let boards: Vec<SmallBoard> = parsed.iter().flatten().copied().collect();
        let mut answers = oracle.find(&boards, Ask::SOLUTION)?.into_iter();
        for board in parsed {
            let board = match board {
                Ok(board) => board,
                Err(why) => {
                    self.wrong.push((self.ended.len(), why));
                    self.add(Ended::Invalid, None);
                    continue;
                }
            };
            let found = answers.next().and_then(Outcome::bounds);
            if let Some(best) = found.as_ref().and_then(|found| found.best.as_ref()) {
                let (metric, text) = (oracle.metric(), &mut self.letters);
                let written = notation.write(best, metric, Some(&board), text);
                written.expect("a solution of this board");
            }
            let ended = match &found {
                None => Ended::Unsolvable,
                Some(found) if found.distance().is_some() => Ended::Solved,
                Some(_) => Ended::Stopped,
            };
            self.add(ended, found.as_ref());
        }
        Ok(())
    }

    /// Adds a board whose solution has been written.
    fn add(&mut self, ended: Ended, found: Option<&Interval>) {
        self.ended.push(ended as u8);
        self.lower.push(found.map_or(NONE, |found| in_byte(found.at_least)));
        self.upper.push(found.and_then(Interval::length).map_or(NONE, in_byte));
        self.generated.push(found.map_or(0, |found| found.generated));
        self.ends.push(self.letters.len());
    }
}
