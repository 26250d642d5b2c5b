//! Bulk answers: lines of boards in, lines of answers out.
//!
//! [`Bulk`] answers blocks of whole lines, in any [`Form`], on several threads and in order. The
//! command and the Spark example are built on it. Programs that have boards rather than text, such
//! as the Python package, use a [`Batch`](crate::Batch).
//!
//! ```
//! use std::sync::Arc;
//! use tilebase::Tablebase;
//! use tilebase::bulk::{Bulk, Form, Question};
//! let tables = Arc::new(Tablebase::embedded());
//! let bulk = Bulk::new(tables, Form::from(Question::Distance));
//! let text = bulk.to_vec(2, b"867254301\n12345678x\n12345687x\n1 2 3\n")?;
//! assert_eq!(text, b"31\n0\nunsolvable\ninvalid\n");
//! # Ok::<(), tilebase::bulk::BulkError>(())
//! ```

mod answers;
mod blocks;
mod difficulty;
mod form;
mod format;
mod lines;
mod plain_lines;
pub mod rows;

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

pub use crate::pipeline::{PartWriter, in_order};
pub use answers::{Answers, BulkError, Note, NoteKind};
pub use blocks::in_blocks;
use blocks::in_blocks_by;
pub use form::{Form, Format, Question};
pub use lines::{LineBuffer, Lines, LongLine, MAX_LINE, longest_line};

use crate::error::{Error, Result};
use crate::oracle::{AnyAnswer, AnyOracle, Tablebase};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::puzzle::{Class, Extent, Metric};
use crate::reading::{Reading, comment_flaw};
use difficulty::Difficulty;
use format::{AnswerRow, ProvedBounds, Record};

/// The most boards that are read before they are answered.
const BOARDS_PER_BATCH: usize = 256;

/// The most goals whose oracles a run keeps at hand.
const GOALS_AT_HAND: usize = 16;

/// Answers lines of boards.
///
/// Every line of input has an answer, in order. A line that is not a board is answered with
/// `invalid`, and a board that has no answer of this kind with `unsupported`. The run continues.
pub struct Bulk {
    form: Form,
    goal: Box<GoalOf>,
    size: Option<Extent>,
    notes: Notes,
    comments: bool,
    reading: Reading,
    describe: Box<dyn Fn(&Error) -> String + Send + Sync>,
    clock: fn() -> Instant,
    make: Box<Make>,
    /// The sources for the goals of this run, the latest last.
    sources: RwLock<Vec<Arc<Source>>>,
}

/// The notes that are asked for.
#[derive(Clone, Copy, Default)]
struct Notes {
    unsolvable: bool,
    bounds: bool,
    cost: bool,
}

/// The goal of boards of a size.
type GoalOf = dyn Fn(Extent) -> Result<Position> + Send + Sync;

/// Creates the oracle for the boards of a goal.
type Make = dyn Fn(&Position) -> Result<AnyOracle> + Send + Sync;

/// Is offered the answers so far. It may write them, and then clears them. If it breaks, nothing
/// more is answered.
pub type Part<'p> = dyn FnMut(&mut Answers) -> ControlFlow<()> + 'p;

/// A text to answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardText<'t> {
    /// The board.
    pub text: &'t [u8],
    /// The board's own goal, if it has one.
    pub goal: Option<&'t [u8]>,
    /// Why the text is invalid, if that is already known.
    pub flaw: Option<&'t str>,
    /// Fields to write before those of the answer, in formats that have fields: a part of a row,
    /// with a comma at its end.
    pub kept: Option<&'t [u8]>,
}

/// Answers the boards of one goal.
struct Source {
    oracle: AnyOracle,
    /// If it is asked for, and known.
    difficulty: Option<Difficulty>,
}

/// Boards of one size that are to be answered together, and where their answers go.
struct Run<'a> {
    boards: Vec<Position>,
    /// The goal of each, if they have goals of their own. Their blanks are in one cell.
    goals: Vec<Position>,
    /// The fields to write before the answer to each, if there are any.
    kept: Vec<Vec<u8>>,
    answers: &'a mut Answers,
    part: &'a mut Part<'a>,
    is_over: bool,
}

/// Boards, the goal of each if they have goals of their own, and the fields before each answer.
type Boards<'r> = (&'r [Position], &'r [Position], &'r [Vec<u8>]);

impl<'a> Run<'a> {
    fn new(answers: &'a mut Answers, part: &'a mut Part<'a>) -> Run<'a> {
        answers.clear();
        let (boards, goals, kept) = (Vec::new(), Vec::new(), Vec::new());
        Run { boards, goals, kept, answers, part, is_over: false }
    }
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
        Bulk::with_oracles(form, move |goal| tables.any_oracle(goal, Metric::Single))
    }

    /// Creates a `Bulk` that answers from oracles. `make` is called when a run meets a goal,
    /// possibly on several threads at once. If it returns an error
    /// [of the board](Error::is_of_board), boards of that goal are unsupported. Any other error
    /// ends the run.
    ///
    /// ```
    /// use tilebase::bulk::{Bulk, Form};
    /// use tilebase::oracle::AnyOracle;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::search::Solved;
    /// use tilebase::{Board, Error, Position, Tablebase};
    /// let make = |goal: &Position| Tablebase::embedded().any_oracle(goal, Metric::Multi);
    /// let bulk = Bulk::with_oracles(Form::default(), make);
    /// assert_eq!(bulk.to_vec(1, b"1 2 3 4 5 6 x 7 8\n1 2 3 / 4 5 x\n")?, b"r2\n\n");
    ///
    /// // A search of your own: it solves boards backwards.
    /// let bulk = Bulk::with_oracles(Form::default(), |goal| {
    ///     let goal = *goal.board().ok_or(Error::Interrupted)?;
    ///     Ok(AnyOracle::from_search(&goal, move |board: &Board| {
    ///         let moves = Tablebase::embedded().oracle(board)?.solution(&goal)?;
    ///         Ok(Solved::<tilebase::Move>::new(moves.inverted()))
    ///     }))
    /// });
    /// assert_eq!(bulk.to_vec(1, b"1 2 3 4 5 6 x 7 8\n")?, b"rr\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    pub fn with_oracles<O: Into<AnyOracle>>(
        form: Form,
        make: impl Fn(&Position) -> Result<O> + Send + Sync + 'static,
    ) -> Bulk {
        Bulk {
            form,
            goal: Box::new(|size| Ok(Position::goal(size)?)),
            size: None,
            notes: Notes::default(),
            comments: false,
            reading: Reading::default(),
            describe: Box::new(ToString::to_string),
            clock: Instant::now,
            make: Box::new(move |goal| Ok(make(goal)?.into())),
            sources: RwLock::default(),
        }
    }

    /// Sets the goal, and with it the size. By default the goal has the tiles in order and the
    /// blank in the last cell.
    #[must_use]
    pub fn goal(self, goal: impl Into<Position>) -> Bulk {
        let goal = goal.into();
        self.size(goal.extent()).goals(move |_| Ok(goal.clone()))
    }

    /// Sets the goal of each size, for boards of several. [`Bulk::size`] stays as it is. If a
    /// size has no such goal, its boards are unsupported.
    ///
    /// ```
    /// use tilebase::bulk::{Answers, Bulk, Form};
    /// use tilebase::{Position, Tablebase};
    /// let bulk = Bulk::new(Tablebase::embedded().into(), Form::default())
    ///     .goals(|size| Ok(Position::parse_goal(b"first", Some(size))?));
    /// let mut answers = Answers::default();
    /// bulk.answer_one(b"1 x / 2 3", &mut answers);
    /// bulk.answer_one(b"1 x 2 / 3 4 5", &mut answers);
    /// assert_eq!(answers.text, b"l\n");
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    #[must_use]
    pub fn goals(self, goal: impl Fn(Extent) -> Result<Position> + Send + Sync + 'static) -> Bulk {
        Bulk { goal: Box::new(goal), ..self }
    }

    /// Sets the size of the boards. By default, a board that does not show its rows is a square if
    /// it has a square number of cells, and 3x3 otherwise.
    #[must_use]
    pub fn size(self, size: impl Into<Extent>) -> Bulk {
        Bulk { size: Some(size.into()), ..self }
    }

    /// Adds a note to each unsolvable board that explains why it cannot reach the goal.
    #[must_use]
    pub fn explain_unsolvable(self) -> Bulk {
        Bulk { notes: Notes { unsolvable: true, ..self.notes }, ..self }
    }

    /// Adds a note to each solution that is not known to be canonical. It says what is proved. In
    /// text, such a solution otherwise follows its lower bound and its length: `91..97 dlur...`
    #[must_use]
    pub fn explain_bounds(self) -> Bulk {
        Bulk { notes: Notes { bounds: true, ..self.notes }, ..self }
    }

    /// Adds a note to each answer that says what it cost to find.
    #[must_use]
    pub fn explain_cost(self) -> Bulk {
        Bulk { notes: Notes { cost: true, ..self.notes }, ..self }
    }

    /// Reads boards that are written in another way.
    #[doc(hidden)]
    #[must_use]
    pub fn reading(self, reading: Reading) -> Bulk {
        Bulk { reading, ..self }
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
        rows::head(self.form.format, &AnswerRow::without_values(self.form))
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

    /// Answers whole lines. From time to time, `part` can take the answers so far.
    pub fn answer_lines(&self, lines: &[u8], answers: &mut Answers, part: &mut Part<'_>) {
        let mut run = Run::new(answers, part);
        let mut lines = Lines::new(lines).longest(longest_line(self.size));
        while !run.is_over {
            if run.boards.is_empty() && self.reading.is_usual() {
                lines.advance(self.plain_lines(lines.rest(), run.answers));
            }
            match lines.next() {
                None => break,
                Some(Ok(line))
                    if self.comments
                        && line.trim_ascii_start().starts_with(b"#")
                        && comment_flaw(line, self.size).is_none() =>
                {
                    self.finish(&mut run);
                    run.answers.lines += 1;
                }
                Some(Ok(text)) => {
                    self.add(BoardText { text, ..BoardText::default() }, &mut run);
                }
                Some(Err(why)) => {
                    self.reject(INVALID, BoardText::default(), &why.to_string(), &mut run);
                }
            }
        }
        self.finish(&mut run);
    }

    /// Answers a text that is one board. A line end in it is ordinary white space.
    pub fn answer_one(&self, text: &[u8], answers: &mut Answers) {
        let text = BoardText { text, ..BoardText::default() };
        self.answer_texts([text], answers, &mut |_| ControlFlow::Continue(()));
    }

    /// Answers texts of boards, as [`answer_lines`](Self::answer_lines) does for lines.
    pub fn answer_texts<'t>(
        &self,
        texts: impl IntoIterator<Item = BoardText<'t>>,
        answers: &mut Answers,
        part: &mut Part<'_>,
    ) {
        let mut run = Run::new(answers, part);
        for text in texts {
            match text.flaw {
                _ if run.is_over => break,
                None => self.add(text, &mut run),
                Some(why) => self.reject(INVALID, text, why, &mut run),
            }
        }
        self.finish(&mut run);
    }

    /// Answers boards.
    pub fn answer_boards(
        &self,
        boards: impl IntoIterator<Item = impl Into<Position>>,
        answers: &mut Answers,
    ) {
        let part: &mut Part<'_> = &mut |_| ControlFlow::Continue(());
        let mut run = Run::new(answers, part);
        for board in boards {
            self.add_board(board.into(), None, None, &mut run);
        }
        self.finish(&mut run);
    }

    /// Adds a board to those to answer together, or reports it as invalid.
    #[inline]
    fn add(&self, text: BoardText<'_>, run: &mut Run<'_>) {
        match Position::parse_plain(text.text, self.size) {
            Some(board) if text.goal.is_none() && self.reading.is_usual() => {
                self.add_board(board, None, text.kept, run);
            }
            _ => self.add_carefully(text, run),
        }
    }

    #[inline(never)]
    fn add_carefully(&self, all: BoardText<'_>, run: &mut Run<'_>) {
        let BoardText { text, goal, kept, .. } = all;
        let board = self.reading.board(text, self.size).or_else(|why| {
            let comment = text.iter().position(|&byte| byte == b'#').filter(|_| self.comments);
            let Some(at) = comment else { return Err(why) };
            let whole = self.reading.board(&text[..at], self.size);
            comment_flaw(text, self.size).map_or(whole, Err)
        });
        let board = match board {
            Ok(board) => board,
            Err(why) => return self.reject(INVALID, all, &(self.describe)(&why.into()), run),
        };
        let goal = goal.map(|goal| self.reading.goal(goal, Some(board.extent()))).transpose();
        match goal {
            Ok(goal) => self.add_board(board, goal, kept, run),
            Err(why) => self.reject(INVALID, all, &format!("its goal: {why}"), run),
        }
    }

    #[inline]
    fn add_board(
        &self,
        board: Position,
        goal: Option<Position>,
        kept: Option<&[u8]>,
        run: &mut Run<'_>,
    ) {
        if let Some(first) = run.boards.first() {
            let blank_of = |goal: Option<&Position>| goal.map(Position::blank_cell);
            let is_alike = first.has_size_of(&board)
                && run.kept.is_empty() == kept.is_none()
                && (run.goals.is_empty() && goal.is_none()
                    || blank_of(run.goals.first()) == blank_of(goal.as_ref()));
            if !is_alike {
                self.finish(run);
            }
        }
        run.boards.push(board);
        run.goals.extend(goal);
        run.kept.extend(kept.map(<[u8]>::to_vec));
        if run.boards.len() == BOARDS_PER_BATCH {
            self.finish(run);
        }
    }

    /// The source for the boards of this goal.
    fn source(&self, goal: &Position) -> Result<Arc<Source>> {
        let is_kept = |source: &&Arc<Source>| source.oracle.goal() == goal;
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = sources.iter().find(is_kept) {
            return Ok(Arc::clone(source));
        }
        drop(sources);
        let oracle = (self.make)(goal)?;
        oracle.expect(self.form.needed())?;
        let is_difficulty = self.form.answer == Question::Difficulty;
        let counts = if is_difficulty { oracle.counts() } else { None };
        let difficulty = counts.map(|counts| Difficulty::new(&counts));
        let source = Arc::new(Source { oracle, difficulty });
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        // If several threads made one at once, all use the first.
        if let Some(source) = sources.iter().find(is_kept) {
            return Ok(Arc::clone(source));
        }
        if sources.len() == GOALS_AT_HAND {
            sources.remove(0);
        }
        sources.push(Arc::clone(&source));
        Ok(source)
    }

    /// Answers the boards of a run and removes them.
    fn finish(&self, run: &mut Run<'_>) {
        let (mut boards, goals) = (std::mem::take(&mut run.boards), std::mem::take(&mut run.goals));
        let mut kept = std::mem::take(&mut run.kept);
        let Some(size) = boards.first().map(Position::extent).filter(|_| !run.is_over) else {
            return;
        };
        // Boards with goals of their own are asked about as if their tiles were those of the usual
        // one, so that one oracle answers them all.
        let pairs = boards.iter().zip(&goals).filter_map(|(board, goal)| board.relabelled(goal));
        let (asked, usual): (Vec<_>, Vec<_>) = pairs.unzip();
        let goal = usual.into_iter().next().map_or_else(|| (self.goal)(size), Ok);
        let asked = if goals.is_empty() { &boards } else { &asked };
        let answered = goal.and_then(|goal| {
            if let Some(mut none) = without_tables(asked, &goal) {
                self.write_run(None, 0, &mut none, (&boards, &goals, &kept), run);
            } else {
                let source = self.source(&goal)?;
                self.answer_from(&source, asked, (&boards, &goals, &kept), run);
            }
            Ok(())
        });
        match answered {
            Ok(()) => {}
            Err(why) if why.is_of_board() => {
                let (word, why) = (why.word(), (self.describe)(&why));
                for (number, board) in boards.iter().enumerate() {
                    let (text, kept) = (board.to_string(), kept.get(number).map(Vec::as_slice));
                    let text = BoardText { text: text.as_bytes(), kept, ..BoardText::default() };
                    self.reject(word, text, &why, run);
                }
            }
            Err(error) => {
                run.answers.failure = Some((run.answers.lines, error));
                run.is_over = true;
            }
        }
        // The next run uses the same memory.
        boards.clear();
        kept.clear();
        (run.boards, run.kept) = (boards, kept);
    }

    /// Answers the boards of a run by asking about others, which may be the same boards.
    fn answer_from(
        &self,
        source: &Source,
        asked: &[Position],
        boards: Boards<'_>,
        run: &mut Run<'_>,
    ) {
        let mut first = 0;
        for asked in asked.chunks(source.oracle.boards_together()) {
            let found = source.oracle.find(asked, self.form.ask(), &mut |at, outcomes| {
                self.write_run(Some(source), first + at, outcomes, boards, run);
                ControlFlow::Continue(())
            });
            if let Err(failed) = found {
                run.answers.failure = Some((run.answers.lines, failed.error));
            }
            run.is_over = run.answers.failure.is_some() || (run.part)(run.answers).is_break();
            if run.is_over {
                return;
            }
            first += asked.len();
        }
    }

    /// Writes the outcomes of boards from number `first` on, which may have goals of their own.
    fn write_run(
        &self,
        source: Option<&Source>,
        first: usize,
        outcomes: &mut [Outcome<AnyAnswer>],
        (boards, goals, kept): Boards<'_>,
        run: &mut Run<'_>,
    ) {
        for (number, outcome) in (first..).zip(outcomes) {
            let board = &boards[number];
            let mut proved = None;
            match outcome {
                // The tiles that it names are the board's own.
                Outcome::Unsolvable(why) => {
                    if let Some(goal) = goals.get(number)
                        && let Err(Error::Unsolvable(own)) = board.expect_solvable(goal)
                    {
                        *why = own;
                    }
                }
                Outcome::Bounded(stopped) => {
                    proved = Some(ProvedBounds::new(stopped, board, self.form));
                }
                Outcome::Known(_) => {}
            }
            let record = Record::new(board, outcome, proved.as_ref(), source, self);
            let begin = run.answers.text.len();
            self.write(&record, run.answers);
            if let Some(kept) = kept.get(number) {
                format::insert(self.form.format, kept, begin, &mut run.answers.text);
            }
        }
    }

    /// Answers the next line, which has no answer.
    fn reject(&self, word: &'static str, board: BoardText<'_>, why: &str, run: &mut Run<'_>) {
        self.finish(run);
        if !run.is_over {
            let text = &mut run.answers.text;
            let begin = text.len();
            format::write_reject(self.form, word, board.text, why, text);
            if let Some(kept) = board.kept {
                format::insert(self.form.format, kept, begin, text);
            }
            run.answers.fail(why);
            run.answers.lines += 1;
        }
    }
}

/// The outcomes of boards that all cannot reach the goal, where tables would have to be made first.
/// Parity needs none.
fn without_tables(boards: &[Position], goal: &Position) -> Option<Vec<Outcome<AnyAnswer>>> {
    if goal.class() == Class::Tabled {
        return None;
    }
    let outcomes = boards.iter().map(|board| match board.expect_solvable(goal) {
        Err(Error::Unsolvable(why)) => Some(Outcome::Unsolvable(why)),
        _ => None,
    });
    outcomes.collect()
}

/// The answer to a text that is not a board.
const INVALID: &str = "invalid";

impl std::fmt::Debug for Bulk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bulk { form, size, .. } = self;
        f.debug_struct("Bulk").field("form", form).field("size", size).finish_non_exhaustive()
    }
}
