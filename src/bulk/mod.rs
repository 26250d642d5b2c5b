//! Bulk answers: lines of boards in, lines of answers out.
//!
//! [`Bulk`] answers blocks of whole lines, in any [`Form`], on several threads and in order. The
//! command and the Spark example are built on it. Programs that have boards rather than text, such
//! as the Python package, use a [`Batch`].
//!
//! ```
//! use std::sync::Arc;
//! use tilebase::Tablebase;
//! use tilebase::bulk::{Answer, Bulk, Form};
//! let tables = Arc::new(Tablebase::embedded());
//! let bulk = Bulk::new(tables, Form::from(Answer::Distance));
//! let text = bulk.to_vec(2, b"867254301\n12345678x\n12345687x\n1 2 3\n")?;
//! assert_eq!(text, b"31\n0\nunsolvable\ninvalid\n");
//! # Ok::<(), tilebase::bulk::BulkError>(())
//! ```

mod answerer;
mod answers;
mod blocks;
mod difficulty;
mod form;
mod format;
mod lines;
mod plain_lines;

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

pub use crate::pipeline::{PartWriter, in_order};
pub use answerer::Search;
pub use answers::{Answers, BulkError, Note, NoteKind};
pub use blocks::in_blocks;
use blocks::in_blocks_by;
pub use form::{Answer, Form, Format};
pub use lines::{LineBuffer, Lines, LongLine, MAX_LINE, longest_line};

use crate::any::Finder;
use crate::error::{Error, Result};
use crate::oracle::{Answerable, Batch, Oracle, Tablebase};
use crate::outcome::Outcome;
use crate::puzzle::{Board, BoardError, Extent, MAX_CELLS, Rectangle, Shape};
use answerer::{Answerer, AnyAnswerer, Source};
use format::{AnyBoard, Record, RecordWriter};

/// The most boards that are read before they are answered.
const BOARDS_PER_BATCH: usize = 256;

/// Answers lines of boards.
///
/// Every line of input has an answer, in order. A line that is not a board, or whose shape has no
/// table, is answered with `invalid`, and the run continues.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Bulk {
    form: Form,
    writer: RecordWriter,
    goal: Box<dyn Fn(Shape) -> Result<Board> + Send + Sync>,
    shape: Option<Shape>,
    unsolvable: bool,
    bounds: bool,
    cost: bool,
    comments: bool,
    describe: Box<dyn Fn(&Error) -> String + Send + Sync>,
    clock: fn() -> Instant,
    make: Box<Make>,
    /// What answers boards of more than [`MAX_CELLS`] cells, and the size of all boards if they are
    /// such.
    finders: Option<Box<MakeFinder>>,
    size: Option<Extent>,
    /// For each shape, what answers its boards. Created when the first board of the shape is read.
    sources: Vec<(Shape, OnceLock<Source>)>,
}

/// Creates what answers the boards of a goal.
type Make = dyn Fn(&Board) -> Result<Box<dyn AnyAnswerer>> + Send + Sync;

/// Creates what answers the boards of a size.
type MakeFinder = dyn Fn(Extent) -> Result<Finder> + Send + Sync;

/// Is offered the answers so far. It may write them, and then clears them. If it breaks, nothing
/// more is answered.
pub type Part<'p> = dyn FnMut(&mut Answers) -> ControlFlow<()> + 'p;

/// What a text is.
enum ReadBoard {
    Board(Board),
    /// A board of more than 25 cells.
    Larger(Rectangle),
}

/// Boards of one shape that are to be answered together, and where their answers go.
struct Run<'a> {
    boards: Vec<Board>,
    answers: &'a mut Answers,
    part: &'a mut Part<'a>,
    is_over: bool,
}

impl<'a> Run<'a> {
    fn new(answers: &'a mut Answers, part: &'a mut Part<'a>) -> Run<'a> {
        answers.clear();
        Run { boards: Vec::new(), answers, part, is_over: false }
    }
}

/// Ends a run with an error at the next line.
fn fail(run: &mut Run<'_>, error: Error) {
    run.answers.failure = Some((run.answers.lines, error));
    run.is_over = true;
}

/// A block of whole lines to answer.
#[derive(Default)]
struct Block {
    lines: Vec<u8>,
    position: u64,
}

impl Bulk {
    /// Creates a `Bulk` that answers from tables, or by searches.
    pub fn new(tables: Arc<Tablebase>, form: Form) -> Bulk {
        Bulk::with_oracles(form, move |goal| tables.oracle(goal))
    }

    /// Creates a `Bulk` that answers from oracles. `make` is called when the first board of a shape
    /// is read, possibly on several threads at once. If it returns an error
    /// [of the board](Error::is_of_board), boards of that shape are invalid. Any other error ends
    /// the run.
    ///
    /// ```
    /// use tilebase::{Tablebase, bulk::{Bulk, Form}};
    /// let make = |goal: &_| Tablebase::embedded().multi_oracle(goal);
    /// let bulk = Bulk::with_oracles(Form::default(), make);
    /// assert_eq!(bulk.to_vec(1, b"1 2 3 4 5 6 x 7 8\n1 2 3 / 4 5 x\n")?, b"r2\n\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    pub fn with_oracles<M: Answerable>(
        form: Form,
        make: impl Fn(&Board) -> Result<Oracle<M>> + Send + Sync + 'static,
    ) -> Bulk {
        Bulk::with(form, move |goal| Ok(Box::new(Answerer::Oracle(Batch::new(make(goal)?)))))
    }

    /// Creates a `Bulk` that answers with searches of your own, which find a solution and its
    /// length. What else a form has is `unknown`, or an empty field. `make` is called as for
    /// [`with_oracles`](Self::with_oracles).
    ///
    /// ```
    /// use tilebase::bulk::{Answer, Bulk, Form};
    /// use tilebase::search::Solved;
    /// use tilebase::{Board, Move, Tablebase};
    ///
    /// // Solves boards backwards.
    /// let bulk = Bulk::with_searches::<Move>(Form::from(Answer::Distance), |&goal| {
    ///     Ok(Box::new(move |board: &Board| {
    ///         let moves = Tablebase::embedded().oracle(board)?.solution(&goal)?;
    ///         Ok(Solved::new(moves.iter().rev().map(|mv| mv.inverse()).collect()))
    ///     }))
    /// });
    /// assert_eq!(bulk.to_vec(1, b"867254301\n")?, b"31\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    pub fn with_searches<M: Answerable>(
        form: Form,
        make: impl Fn(&Board) -> Result<Box<Search<M>>> + Send + Sync + 'static,
    ) -> Bulk {
        Bulk::with(form, move |goal| Ok(Box::new(Answerer::Search(make(goal)?))))
    }

    fn with(
        form: Form,
        make: impl Fn(&Board) -> Result<Box<dyn AnyAnswerer>> + Send + Sync + 'static,
    ) -> Bulk {
        Bulk {
            form,
            writer: RecordWriter::new(form),
            goal: Box::new(|shape| Ok(Board::goal(shape))),
            shape: None,
            unsolvable: false,
            bounds: false,
            cost: false,
            comments: false,
            describe: Box::new(ToString::to_string),
            clock: Instant::now,
            make: Box::new(make),
            finders: None,
            size: None,
            sources: Shape::all(MAX_CELLS).map(|shape| (shape, OnceLock::new())).collect(),
        }
    }

    /// Sets the goal, and with it the shape. By default the goal has the tiles in order and the
    /// blank in the last cell.
    #[must_use]
    pub fn goal(self, goal: &Board) -> Bulk {
        let goal = *goal;
        self.shape(goal.shape()).goals(move |_| Ok(goal))
    }

    /// Sets the goal of each shape, for boards of several. [`Bulk::shape`] stays as it is. If a
    /// shape has no such goal, its boards are invalid.
    ///
    /// ```
    /// use tilebase::bulk::{Answers, Bulk, Form};
    /// use tilebase::puzzle::GoalName;
    /// use tilebase::Tablebase;
    /// let bulk = Bulk::with_oracles(Form::default(), |goal| Tablebase::embedded().oracle(goal))
    ///     .goals(|shape| Ok(GoalName::First.board(shape)?));
    /// let mut answers = Answers::default();
    /// bulk.answer_one(b"1 x / 2 3", &mut answers);
    /// bulk.answer_one(b"1 x 2 / 3 4 5", &mut answers);
    /// assert_eq!(answers.text, b"l\n");
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    #[must_use]
    pub fn goals(self, goal: impl Fn(Shape) -> Result<Board> + Send + Sync + 'static) -> Bulk {
        Bulk { goal: Box::new(goal), ..self }
    }

    /// Sets the shape of the boards. By default, a board that does not show its rows is a square if
    /// it has a square number of cells, and 3x3 otherwise.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Bulk {
        Bulk { shape: Some(shape), ..self }
    }

    /// Answers boards of more than 25 cells, too, unless a shape is set: with the best solution
    /// found, and its lower bound. What needs a proof is invalid for them. With a `size` of more
    /// cells all boards have this size.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tilebase::any::Finder;
    /// use tilebase::bulk::{Answer, Bulk, Form};
    /// use tilebase::puzzle::Rectangle;
    /// use tilebase::Tablebase;
    /// let bulk = Bulk::new(Arc::new(Tablebase::embedded()), Form::from(Answer::Distance));
    /// let bulk = bulk.finders(None, |size| Finder::new(&Rectangle::goal(size)?));
    /// let cells: Vec<String> = (1..35).chain([0, 35]).map(|tile| tile.to_string()).collect();
    /// let lines = format!("1234567x8\n{}\n", cells.join(" "));
    /// assert_eq!(bulk.to_vec(1, lines.as_bytes())?, b"1\n1\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    #[must_use]
    pub fn finders(
        self,
        size: Option<Extent>,
        make: impl Fn(Extent) -> Result<Finder> + Send + Sync + 'static,
    ) -> Bulk {
        let size = size.filter(|size| size.is_large());
        Bulk { finders: Some(Box::new(make)), size, ..self }
    }

    /// Adds a note to each unsolvable board that explains why it cannot reach the goal.
    #[must_use]
    pub fn explain_unsolvable(self) -> Bulk {
        Bulk { unsolvable: true, ..self }
    }

    /// Adds a note to each solution that is not known to be canonical. It says what is proved. In
    /// text, such a solution otherwise follows its lower bound and its length: `91..97 dlur...`
    #[must_use]
    pub fn explain_bounds(self) -> Bulk {
        Bulk { bounds: true, ..self }
    }

    /// Adds a note to each answer that says what it cost to find.
    #[must_use]
    pub fn explain_cost(self) -> Bulk {
        Bulk { cost: true, ..self }
    }

    /// Ignores comments, from `#` to the end of a line. A line that is nothing else has no answer,
    /// but counts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tilebase::{Tablebase, bulk::{Bulk, Form}};
    /// let bulk = Bulk::new(Arc::new(Tablebase::embedded()), Form::default()).comments();
    /// assert_eq!(bulk.to_vec(1, b"# two boards\n1234567x8\n12345x786 # easy\n")?, b"r\nd\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    #[must_use]
    pub fn comments(self) -> Bulk {
        Bulk { comments: true, ..self }
    }

    /// Replaces the text that explains why there is no table for a shape.
    #[must_use]
    pub fn describe_errors(
        self,
        describe: impl Fn(&Error) -> String + Send + Sync + 'static,
    ) -> Bulk {
        Bulk { describe: Box::new(describe), ..self }
    }

    /// Reads time from another clock, which tests set.
    #[doc(hidden)]
    #[must_use]
    pub fn clock(self, clock: fn() -> Instant) -> Bulk {
        Bulk { clock, ..self }
    }

    /// What to write before the first answer: the names of the fields, if the format has a header.
    pub fn head(&self) -> String {
        self.writer.head()
    }

    /// Answers all lines of an input, on this many threads. `write` is called with the answers to a
    /// block of lines at a time, in order. A thread writes its answers before it reads more input.
    ///
    /// # Errors
    ///
    /// Any error from `write`, and a [`BulkError`] if the input cannot be read or a line cannot be
    /// answered. The answers to all lines before it are written first.
    pub fn run<R: Read + Send, E: From<BulkError> + Send>(
        &self,
        threads: usize,
        input: &mut LineBuffer<R>,
        mut write: impl FnMut(&mut Answers) -> std::result::Result<(), E> + Send,
    ) -> std::result::Result<(), E> {
        let mut lines = 1;
        in_blocks_by(
            self.clock,
            threads,
            |most, block: &mut Block| {
                let more = input.fill().map_err(BulkError::from)?;
                input.take(most, &mut block.lines);
                block.position = input.position();
                Ok(more)
            },
            |block, answers: &mut Answers, parts| {
                self.answer_lines(&block.lines, answers, &mut |part: &mut Answers| {
                    if !parts.is_due() {
                        return ControlFlow::Continue(());
                    }
                    part.position = block.position;
                    let flow = parts.write(part);
                    part.clear();
                    flow
                });
                answers.position = block.position;
            },
            |answers: &mut Answers| {
                let failure = answers.failure.take();
                write(answers)?;
                if let Some((line, error)) = failure {
                    return Err(BulkError::Line { line: lines + line, error }.into());
                }
                lines += answers.lines;
                Ok(())
            },
        )
    }

    /// Answers all lines of a text, on this many threads. The answers follow the
    /// [`head`](Self::head).
    pub fn to_vec(&self, threads: usize, text: &[u8]) -> std::result::Result<Vec<u8>, BulkError> {
        let mut all = self.head().into_bytes();
        self.run(threads, &mut LineBuffer::new(text), |answers| {
            all.extend_from_slice(&answers.text);
            Ok::<(), BulkError>(())
        })?;
        Ok(all)
    }

    /// Answers whole lines. The previous contents of `answers` are replaced.
    pub fn answer(&self, lines: &[u8], answers: &mut Answers) {
        self.answer_lines(lines, answers, &mut |_| ControlFlow::Continue(()));
    }

    /// The same. From time to time, `part` can take what is answered so far.
    pub fn answer_lines(&self, lines: &[u8], answers: &mut Answers, part: &mut Part<'_>) {
        let mut run = Run::new(answers, part);
        let mut lines = Lines::new(lines).longest(longest_line(self.size));
        while !run.is_over {
            if run.boards.is_empty() {
                lines.advance(self.plain_lines(lines.rest(), run.answers));
            }
            match lines.next() {
                None => break,
                Some(Ok(line)) if self.comments && line.trim_ascii_start().starts_with(b"#") => {
                    self.finish(&mut run);
                    run.answers.lines += 1;
                }
                Some(Ok(line)) => self.add(line, &mut run),
                Some(Err(why)) => self.invalid(b"", &why.to_string(), &mut run),
            }
        }
        self.finish(&mut run);
    }

    /// Answers a text that is one board. A line end in it is ordinary white space.
    pub fn answer_one(&self, text: &[u8], answers: &mut Answers) {
        self.answer_texts([(text, None)], answers, &mut |_| ControlFlow::Continue(()));
    }

    /// Answers texts of boards, as [`answer_lines`](Self::answer_lines) does for lines. A text
    /// that comes with a reason is invalid for this reason.
    pub fn answer_texts<'t>(
        &self,
        texts: impl IntoIterator<Item = (&'t [u8], Option<&'t str>)>,
        answers: &mut Answers,
        part: &mut Part<'_>,
    ) {
        let mut run = Run::new(answers, part);
        for (text, flaw) in texts {
            match flaw {
                _ if run.is_over => break,
                None => self.add(text, &mut run),
                Some(why) => self.invalid(text, why, &mut run),
            }
        }
        self.finish(&mut run);
    }

    /// Answers boards.
    pub fn answer_boards(&self, boards: &[Board], answers: &mut Answers) {
        let part: &mut Part<'_> = &mut |_| ControlFlow::Continue(());
        let mut run = Run::new(answers, part);
        for board in boards {
            self.add_board(*board, &mut run);
        }
        self.finish(&mut run);
    }

    /// Adds a board to those to answer together, or reports it as invalid.
    #[inline]
    fn add(&self, text: &[u8], run: &mut Run<'_>) {
        let board = self.read(text).or_else(|why| {
            let comment = text.iter().position(|&byte| byte == b'#').filter(|_| self.comments);
            comment.map_or(Err(why), |at| self.read(&text[..at]))
        });
        match board {
            Ok(ReadBoard::Board(board)) => self.add_board(board, run),
            Ok(ReadBoard::Larger(board)) => self.add_rectangle(text, &board, run),
            Err(why) => self.invalid(text, &(self.describe)(&why.into()), run),
        }
    }

    /// Reads a board, or one of more than 25 cells.
    #[inline]
    fn read(&self, text: &[u8]) -> std::result::Result<ReadBoard, BoardError> {
        if self.size.is_none() {
            match Board::parse(text, self.shape) {
                Ok(board) => return Ok(ReadBoard::Board(board)),
                Err(BoardError::Count { more: true, .. })
                    if self.finders.is_some() && self.shape.is_none() => {}
                Err(why) => return Err(why),
            }
        }
        Rectangle::parse(text, self.size).map(ReadBoard::Larger)
    }

    /// Answers a board of more than 25 cells.
    fn add_rectangle(&self, text: &[u8], board: &Rectangle, run: &mut Run<'_>) {
        self.finish(run);
        let Some(make) = self.finders.as_ref().filter(|_| !run.is_over) else { return };
        if !self.form.takes_any_solution() {
            let size = board.extent();
            return self.invalid(text, &(self.describe)(&Error::NoProof { size }), run);
        }
        let found = make(board.extent()).and_then(|finder| finder.find(board));
        let found = match found.map(Outcome::from) {
            Ok(found) => found,
            Err(Error::Unsolvable(why)) => Outcome::Unsolvable(why),
            Err(why) if why.is_of_board() => {
                return self.invalid(text, &(self.describe)(&why), run);
            }
            Err(why) => return fail(run, why),
        };
        let mut record: Record<'_> = Record::new(AnyBoard::Rectangle(board), self.form.notation);
        record.finish(self.form, found);
        self.write(&mut record, false, run.answers);
        run.is_over = (run.part)(run.answers).is_break();
    }

    #[inline]
    fn add_board(&self, board: Board, run: &mut Run<'_>) {
        if run.boards.first().is_some_and(|first| first.shape() != board.shape()) {
            self.finish(run);
        }
        run.boards.push(board);
        if run.boards.len() == BOARDS_PER_BATCH {
            self.finish(run);
        }
    }

    /// What answers the boards of this shape.
    fn source(&self, shape: Shape) -> Result<&Source> {
        let place = self.sources.iter().find(|(other, _)| *other == shape);
        let (_, place) = place.expect("a place for every shape");
        if let Some(source) = place.get() {
            return Ok(source);
        }
        let goal = (self.goal)(shape)?;
        let answerer = (self.make)(&goal)?;
        Ok(place.get_or_init(|| Source::new(answerer, self.form, &goal)))
    }

    /// Answers the boards of a run and removes them.
    fn finish(&self, run: &mut Run<'_>) {
        let boards = std::mem::take(&mut run.boards);
        let Some(shape) = boards.first().map(Board::shape).filter(|_| !run.is_over) else {
            return;
        };
        match self.source(shape) {
            Ok(source) => {
                for boards in boards.chunks(source.together) {
                    if !run.is_over {
                        source.answerer.answer(self, source, boards, run.answers);
                        run.is_over =
                            run.answers.failure.is_some() || (run.part)(run.answers).is_break();
                    }
                }
            }
            // A line may show a shape that has no table.
            Err(why) if why.is_of_board() => {
                let why = (self.describe)(&why);
                for board in &boards {
                    self.invalid(board.to_string().as_bytes(), &why, run);
                }
            }
            Err(error) => fail(run, error),
        }
        // The next run uses the same memory.
        run.boards = boards;
        run.boards.clear();
    }

    /// Answers the next line, which is not a board.
    fn invalid(&self, line: &[u8], why: &str, run: &mut Run<'_>) {
        self.finish(run);
        if !run.is_over {
            self.writer.invalid(line, why, &mut run.answers.text);
            run.answers.fail(why);
            run.answers.lines += 1;
        }
    }
}

impl std::fmt::Debug for Bulk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bulk { form, shape, .. } = self;
        f.debug_struct("Bulk").field("form", form).field("shape", shape).finish_non_exhaustive()
    }
}
