//! Bulk answers: lines of boards in, lines of answers out.
//!
//! [`Bulk`] answers blocks of whole lines, in any [`Form`], on several threads and in order. The
//! command and the Spark example are built on it. Programs that have boards rather than text, such
//! as the Python package, use an [`Oracle`].
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

mod form;
mod format;
mod plain_lines;
mod question;
mod queue;
mod writing;

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

pub use crate::pipeline::{PartWriter, in_blocks, in_order};
pub use form::Form;
pub use writing::{Answers, BulkError, Note, NoteKind};

use crate::board::Board;
use crate::costs::TileCosts;
use crate::error::{Error, Result};
use crate::oracle::{Oracle, Tablebase};
use crate::pipeline::in_blocks_by;
use crate::puzzle::Shape;
use crate::text::{
    InputBoard, LineBuffer, Lines, Reading, comment_flaw, is_comment, is_dividing, longest_line,
    rows,
};
use form::INVALID;
use format::{AnswerRow, DifficultyText};
pub use question::{Question, Questions};
use queue::BoardQueue;

/// The most goals whose oracles a run keeps at hand.
const GOALS_AT_HAND: usize = 16;

/// Answers lines of boards.
///
/// Every line of input has an answer, in order. A line that is not a board is answered with
/// `invalid`, and a board that has no answer of this kind with `unsupported`. The run continues.
pub struct Bulk {
    form: Form,
    goal: Box<GoalOf>,
    size: Option<Shape>,
    costs: Option<Box<TileCosts>>,
    /// The kinds that are asked for.
    notes: Vec<NoteKind>,
    comments: bool,
    reading: Reading,
    describe: Box<dyn Fn(&Error) -> String + Send + Sync>,
    clock: fn() -> Instant,
    make_oracle: Box<MakeOracle>,
    /// The oracles for the goals of this run, the latest last.
    oracles: RwLock<Vec<Arc<GoalOracle>>>,
}

/// The goal of boards of a size.
type GoalOf = dyn Fn(Shape) -> Result<Board> + Send + Sync;

/// Creates the oracle for the boards of a goal.
type MakeOracle = dyn Fn(&Board) -> Result<Oracle> + Send + Sync;

/// Called from time to time with the answers so far. If it writes them, it must clear them. If it
/// breaks, the run ends.
pub type TakeSoFar<'t> = dyn FnMut(&mut Answers) -> ControlFlow<()> + 't;

/// What answers the boards of one goal.
struct GoalOracle {
    oracle: Oracle,
    /// If it is asked for, and known.
    difficulty: Option<Vec<DifficultyText>>,
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

    /// Creates a `Bulk` that answers from oracles. `make` is called when a run meets a goal,
    /// possibly on several threads at once. If it returns an error
    /// [of the board](Error::is_of_board), boards of that goal are unsupported. Any other error
    /// ends the run.
    ///
    /// ```
    /// use tilebase::bulk::{Bulk, Form};
    /// use tilebase::oracle::Answer;
    /// use tilebase::puzzle::{Metric, SmallBoard};
    /// use tilebase::{Board, Error, Oracle, Tablebase};
    /// let make = |goal: &Board| Tablebase::embedded().oracle_in(goal, Metric::Multi);
    /// let bulk = Bulk::with_oracles(Form::default(), make);
    /// assert_eq!(bulk.to_vec(1, b"1 2 3 4 5 6 x 7 8\n1 2 3 / 4 5 x\n")?, b"r2\n\n");
    ///
    /// // A search of your own: it solves boards backwards.
    /// let bulk = Bulk::with_oracles(Form::default(), |goal| {
    ///     let goal = *goal.small().ok_or(Error::Interrupted)?;
    ///     Ok(Oracle::from_search(&goal, Metric::Single, move |board: &SmallBoard| {
    ///         let moves = Tablebase::embedded().oracle(board)?.solution(&goal)?;
    ///         Ok(Answer::from(moves.inverted()))
    ///     }))
    /// });
    /// assert_eq!(bulk.to_vec(1, b"1 2 3 4 5 6 x 7 8\n")?, b"rr\n");
    /// # Ok::<(), tilebase::bulk::BulkError>(())
    /// ```
    pub fn with_oracles(
        form: Form,
        make: impl Fn(&Board) -> Result<Oracle> + Send + Sync + 'static,
    ) -> Bulk {
        Bulk {
            form,
            goal: Box::new(|size| Ok(Board::goal(size)?)),
            size: None,
            costs: None,
            notes: Vec::new(),
            comments: false,
            reading: Reading::default(),
            describe: Box::new(ToString::to_string),
            clock: Instant::now,
            make_oracle: Box::new(make),
            oracles: RwLock::default(),
        }
    }

    /// Sets the goal, and with it the size. By default the goal has the tiles in order and the
    /// blank in the last cell.
    ///
    /// ```
    /// use tilebase::bulk::{Bulk, Form};
    /// use tilebase::{Board, Tablebase};
    /// let goal = Board::parse_goal(b"1 1 / 2 x", None)?;
    /// let bulk = Bulk::new(Tablebase::embedded().into(), Form::default()).goal(goal);
    /// assert_eq!(bulk.to_vec(1, b"1 1 / x 2\n1 2 / x 3\n")?, b"r\ninvalid\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn goal(self, goal: impl Into<Board>) -> Bulk {
        let goal = goal.into();
        let bulk = Bulk { reading: self.reading.clone().for_goal(&goal), ..self };
        bulk.size(goal.shape()).goals(move |_| Ok(goal.clone()))
    }

    /// Sets the goal of each size, for boards of several. [`Bulk::size`] stays as it is. If a
    /// size has no such goal, its boards are unsupported.
    ///
    /// ```
    /// use tilebase::bulk::{Answers, Bulk, Form};
    /// use tilebase::{Board, Tablebase};
    /// let bulk = Bulk::new(Tablebase::embedded().into(), Form::default())
    ///     .goals(|size| Ok(Board::parse_goal(b"first", Some(size))?));
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

    /// Sets the size of the boards. By default, a board that does not show its rows is a square if
    /// it has a square number of cells, and 3x3 otherwise.
    #[must_use]
    pub fn size(self, size: impl Into<Shape>) -> Bulk {
        Bulk { size: Some(size.into()), ..self }
    }

    /// Sets what moves cost, to write what solutions cost. The oracles know it already.
    ///
    /// ```
    /// use tilebase::bulk::{Bulk, Form, Question, Questions};
    /// use tilebase::costs::TileCosts;
    /// use tilebase::Tablebase;
    /// let (tables, costs): (_, TileCosts) = (Tablebase::embedded(), "tile".parse()?);
    /// let questions = Questions::from_iter([Question::Length, Question::Cost]);
    /// let form = Form { questions, ..Form::default() };
    /// let oracles = move |goal: &_| tables.oracle_with_costs(goal, &costs);
    /// let bulk = Bulk::with_oracles(form, oracles).costs(costs);
    /// assert_eq!(bulk.to_vec(1, b"2 3 6 1 0 7 4 8 5\n")?, b"12\t63\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn costs(self, costs: TileCosts) -> Bulk {
        Bulk { costs: Some(Box::new(costs)), ..self }
    }

    /// Adds notes of a kind. Those on failed lines are there in any case.
    ///
    /// With [`NoteKind::Bounds`], the text of a solution that is not known to be canonical no
    /// longer has what is proved before it: `91..97 dlur...`
    #[must_use]
    pub fn explain(mut self, kind: NoteKind) -> Bulk {
        self.notes.push(kind);
        self
    }

    /// Reads boards that are written in another way.
    #[doc(hidden)]
    #[must_use]
    pub fn reading(self, reading: Reading) -> Bulk {
        Bulk { reading, ..self }
    }

    /// Ignores lines that are nothing but a comment, from `#` on, and those that divide boards,
    /// such as `---`: they have no answer, but count.
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
        rows::head(self.form.format, &AnswerRow::without_values(&self.form))
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

    /// Answers whole lines. From time to time, `take_so_far` can take the answers so far.
    pub fn answer_lines(
        &self,
        lines: &[u8],
        answers: &mut Answers,
        take_so_far: &mut TakeSoFar<'_>,
    ) {
        let mut queue = BoardQueue::new(answers, take_so_far, self.form.cost.then(self.clock));
        let mut lines = Lines::new(lines).longest(longest_line(self.size));
        while !queue.is_over {
            if queue.is_empty() && self.reading.is_usual() {
                lines.advance(self.plain_lines(lines.rest(), queue.answers));
            }
            match lines.next() {
                None => break,
                Some(Ok(line))
                    if self.comments
                        && (is_comment(line) && comment_flaw(line, self.size).is_none()
                            || is_dividing(line)) =>
                {
                    self.finish(&mut queue);
                    queue.answers.lines += 1;
                }
                Some(Ok(text)) => {
                    self.add(InputBoard { text, ..InputBoard::default() }, &mut queue);
                }
                Some(Err(why)) => {
                    self.reject(INVALID, (b"", None), &why.to_string(), &mut queue);
                }
            }
        }
        self.finish(&mut queue);
    }

    /// Answers a text that is one board. A line end in it is ordinary white space.
    pub fn answer_one(&self, text: &[u8], answers: &mut Answers) {
        let text = InputBoard { text, ..InputBoard::default() };
        self.answer_texts([text], answers, &mut |_| ControlFlow::Continue(()));
    }

    /// Answers boards of an input, as [`answer_lines`](Self::answer_lines) does for lines. What is
    /// [kept](crate::text::RowParts::kept) of their rows is written before the answers.
    pub fn answer_texts<'t>(
        &self,
        texts: impl IntoIterator<Item = InputBoard<'t>>,
        answers: &mut Answers,
        take_so_far: &mut TakeSoFar<'_>,
    ) {
        let mut queue = BoardQueue::new(answers, take_so_far, self.form.cost.then(self.clock));
        for text in texts {
            match text.flaw {
                _ if queue.is_over => break,
                None => self.add(text, &mut queue),
                Some(why) => self.reject(INVALID, (text.text, text.kept()), why, &mut queue),
            }
        }
        self.finish(&mut queue);
    }

    /// Answers boards.
    pub fn answer_boards(
        &self,
        boards: impl IntoIterator<Item = impl Into<Board>>,
        answers: &mut Answers,
    ) {
        let take_so_far: &mut TakeSoFar<'_> = &mut |_| ControlFlow::Continue(());
        let mut queue = BoardQueue::new(answers, take_so_far, self.form.cost.then(self.clock));
        for board in boards {
            if queue.is_over {
                break;
            }
            self.add_board(board.into(), None, None, &mut queue);
        }
        self.finish(&mut queue);
    }

    /// The oracle for the boards of this goal.
    fn oracle(&self, goal: &Board) -> Result<Arc<GoalOracle>> {
        let has_goal = |oracle: &&Arc<GoalOracle>| oracle.oracle.goal() == goal;
        let oracles = self.oracles.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(oracle) = oracles.iter().find(has_goal) {
            return Ok(Arc::clone(oracle));
        }
        drop(oracles);
        let oracle = (self.make_oracle)(goal)?;
        oracle.expect(self.form.needed())?;
        let is_difficulty = self.form.asked().contains(&Question::Difficulty);
        let counts = if is_difficulty { oracle.counts() } else { None };
        let difficulty = counts.map(|counts| format::difficulties(&counts));
        let oracle = Arc::new(GoalOracle { oracle, difficulty });
        let mut oracles = self.oracles.write().unwrap_or_else(PoisonError::into_inner);
        // If several threads made one at once, all use the first.
        if let Some(oracle) = oracles.iter().find(has_goal) {
            return Ok(Arc::clone(oracle));
        }
        if oracles.len() == GOALS_AT_HAND {
            oracles.remove(0);
        }
        oracles.push(Arc::clone(&oracle));
        Ok(oracle)
    }
}

impl std::fmt::Debug for Bulk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bulk { form, size, .. } = self;
        f.debug_struct("Bulk").field("form", form).field("size", size).finish_non_exhaustive()
    }
}
