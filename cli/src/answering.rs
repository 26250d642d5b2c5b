//! What `solve` and `lookup` share: their arguments, and how they answer. They differ only in where
//! boards come from and where answers go.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use tilebase::bulk::{Answer, Answers, Bulk, BulkError, Form, Format, LineBuffer, NoteKind};
use tilebase::puzzle::{MAX_NUMBERED_CELLS, Notation};

use crate::Outcome;
use crate::boards::{Boards, Layout};
use crate::input::Input;
use crate::methods::{HeuristicName, MethodChoice, MethodName};
use crate::options::{OutputArg, names, notation};
use crate::output::Output;
use crate::report::{self, InputPosition, Invalid};
use crate::tables::{self, Tables};

/// The arguments of both commands.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of each group")]
pub struct AnswerArgs {
    /// What to print for each board: the canonical solution, the distance, all optimal moves, the
    /// number of shortest solutions, all of those, every legal move with the distance after it, or
    /// the percentage of all boards that are nearer to the goal
    #[arg(long, group = "what", value_parser = names(Answer::NAMES), ignore_case = true, default_value = "moves")]
    answer: Answer,

    /// Short for --answer distance
    #[arg(long, group = "what")]
    distance: bool,

    /// Short for --answer next
    #[arg(long, group = "what")]
    next: bool,

    /// Short for --answer count
    #[arg(long, group = "what")]
    count: bool,

    /// Short for --answer all. One solution per line, and an empty line after each board if there
    /// are several
    #[arg(long, group = "what")]
    all: bool,

    /// Draw the board after each move of the solution
    #[arg(long, conflicts_with_all = ["what", "json"])]
    show: bool,

    /// How to write moves: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    /// How to write answers. `csv` and `jsonl` have the fields `board`, `distance`, `moves`,
    /// `next`, `harder_than` and `error`, and those that --answer adds: `count`, `solutions`,
    /// `legal`
    #[arg(long, value_parser = names(Format::NAMES), ignore_case = true, default_value = "text")]
    format: Format,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    output: OutputArg,

    /// How to find solutions. All methods find the canonical one, except `astar`, which finds any
    /// shortest one. All but `table` use one thread by default
    #[arg(long, value_enum, ignore_case = true, default_value = "table")]
    method: MethodName,

    /// The heuristic for astar, ida, iddfs or dfs [default: manhattan; none for iddfs]
    #[arg(long, value_enum, ignore_case = true)]
    heuristic: Option<HeuristicName>,

    /// Print search statistics to standard error
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    tables: tables::TableArgs,
}

impl AnswerArgs {
    /// The form of answers. If `apart` is set, an empty line follows each answer of several lines.
    pub fn form(&self, apart: bool) -> anyhow::Result<Form> {
        let answer = match self {
            AnswerArgs { distance: true, .. } => Answer::Distance,
            AnswerArgs { next: true, .. } => Answer::Next,
            AnswerArgs { count: true, .. } => Answer::Count,
            AnswerArgs { all: true, .. } => Answer::All,
            _ => self.answer,
        };
        let format = if self.json { Format::Jsonl } else { self.format };
        if self.show && format != Format::Text {
            bail!("--show draws text, so it cannot be combined with --format");
        }
        Ok(Form { answer, format, show: self.show, apart, notation: self.notation })
    }

    /// The goal and the tables to answer from.
    pub fn tables(&self) -> anyhow::Result<Tables> {
        Tables::new(&self.tables)
    }

    /// The boards in an input, one per line.
    pub fn boards(&self, input: Input, tables: &Tables) -> LineBuffer<Boards> {
        self.layout.bulk(input, tables.shape())
    }

    /// Where the answers go.
    pub fn output(&self) -> anyhow::Result<Output> {
        Output::create(self.output.path())
    }

    /// The number of threads to answer on.
    pub fn threads(&self) -> usize {
        let threads = self.tables.threads();
        match self.method {
            MethodName::Table => threads.or_processors(),
            _ => threads.given().unwrap_or(1),
        }
    }

    /// Creates what answers the boards, this many at a time.
    pub fn bulk(&self, form: Form, tables: Tables, at_once: usize) -> anyhow::Result<Bulk> {
        let (shape, goal) = (tables.shape(), tables.named_goal().copied());
        let bulk = match self.method.method() {
            None => {
                if self.heuristic.is_some() {
                    bail!(
                        "--heuristic: a table needs none; expected --method astar, ida, iddfs or \
                         dfs with it"
                    );
                }
                Bulk::with_oracles(form, move |goal| {
                    let oracle = tables.oracle(goal)?;
                    oracle.reserve(at_once)?;
                    // So that no more boards are searched for at a time, unless each may take long.
                    let is_large = goal.shape().cells() > MAX_NUMBERED_CELLS;
                    let is_alone = at_once == 1 || tables.limits().is_optimal();
                    Ok(if is_large && !is_alone { oracle.threads(1) } else { oracle })
                })
            }
            Some(method) => {
                let search = MethodChoice::new(method, self.heuristic, tables.limits().clone())?;
                Bulk::with_solvers(form, move |goal| Ok(Arc::new(search.to(goal, &tables)?)))
            }
        };
        let bulk = if self.stats { bulk.explain_cost() } else { bulk };
        let bulk = bulk.describe_errors(report::with_cure_of).comments();
        let bulk = if let Some(shape) = shape { bulk.shape(shape) } else { bulk };
        Ok(if let Some(goal) = goal { bulk.goal(&goal) } else { bulk })
    }
}

/// Writes answers, and reports problems along the way.
pub struct AnswerWriter {
    pub out: Output,
    invalid: Invalid,
    /// The number of lines answered.
    lines: u64,
}

impl AnswerWriter {
    /// Writes answers to `out`, after a header if the format has one.
    pub fn to(mut out: Output, bulk: &Bulk) -> anyhow::Result<AnswerWriter> {
        out.put(|out| out.write_all(bulk.head().as_bytes()))?;
        Ok(AnswerWriter { out, invalid: Invalid::default(), lines: 0 })
    }

    /// Writes the answers to a block of lines, and reports the notes on them. `place` locates a
    /// line of the block.
    pub fn write(
        &mut self,
        answers: &Answers,
        place: impl Fn(u64) -> InputPosition,
        aside: impl Fn(&mut dyn FnMut()),
    ) -> anyhow::Result<()> {
        let failed =
            answers.notes.iter().filter(|note| note.kind == NoteKind::Failed).count() as u64;
        self.invalid.count(answers.failed - failed);
        for note in &answers.notes {
            let place = place(note.line);
            aside(&mut || match note.kind {
                NoteKind::Failed => self.invalid.tell(place, &note.text),
                _ => report::note(format_args!("{place}: {}", note.text)),
            });
        }
        self.out.put(|out| out.write_all(&answers.text))?;
        // A program that writes a board may be waiting for its answer.
        self.out.flush()
    }

    /// Answers all lines of an input. `progress` is called with the numbers of bytes read and of
    /// lines answered.
    pub fn lines(
        &mut self,
        bulk: &Bulk,
        threads: usize,
        input: &mut LineBuffer<Boards>,
        aside: impl Fn(&mut dyn FnMut()) + Sync,
        progress: impl Fn(u64, u64) + Sync,
    ) -> anyhow::Result<()> {
        let places = input.input().places();
        bulk.run(threads, input, |answers| {
            let lines = self.lines;
            places.forget(lines + 1);
            self.write(answers, |line| places.of(lines + line + 1), &aside)?;
            self.lines += answers.lines;
            progress(places.bytes(answers.position), self.lines);
            Ok(())
        })
        .map_err(|ended| match ended {
            RunError::Here(why) => why,
            RunError::Line(line, error) => {
                anyhow::Error::from(error).context(places.of(line).to_string())
            }
        })
    }

    /// Answers each argument.
    pub fn arguments(&mut self, bulk: &Bulk, arguments: &[Vec<u8>]) -> anyhow::Result<()> {
        let mut answers = Answers::default();
        for (number, argument) in (1..).zip(arguments) {
            bulk.answer_one(argument, &mut answers);
            let name = std::str::from_utf8(argument).unwrap_or_default();
            if answers.failed > 0 && Path::new(name).is_file() {
                // The name of a file was most likely meant for `lookup`.
                answers.notes.iter_mut().for_each(|note| {
                    note.text = format!(
                        "`{name}` is a file, not a board; answer its lines with: tilebase lookup {}",
                        report::quoted(name)
                    );
                });
            }
            self.write(&answers, |_| InputPosition::Argument(number), |say| say())?;
            if let Some((_, error)) = answers.failure.take() {
                return Err(error).with_context(|| InputPosition::Argument(number).to_string());
            }
        }
        Ok(())
    }

    /// Finishes the output and returns the outcome.
    pub fn finish(self) -> anyhow::Result<Outcome> {
        self.out.finish()?;
        Ok(self.invalid.finish())
    }
}

/// Why answering ended early.
enum RunError {
    Here(anyhow::Error),
    /// At a line, counted from 1.
    Line(u64, tilebase::Error),
}

impl From<anyhow::Error> for RunError {
    fn from(why: anyhow::Error) -> RunError {
        RunError::Here(why)
    }
}

impl From<BulkError> for RunError {
    fn from(why: BulkError) -> RunError {
        match why {
            BulkError::Line { line, error } => RunError::Line(line, error),
            why => RunError::Here(why.into()),
        }
    }
}
