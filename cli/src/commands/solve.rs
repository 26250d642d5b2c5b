//! `tilebase solve` and `tilebase lookup`: answers to boards. They differ only in
//! where boards come from and where answers go.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::bulk::{Bulk, Form, Format, NoteKind, Question};
use tilebase::puzzle::{Class, Notation};
use tilebase::search::{HeuristicName, MethodName, SearchChoice};

use crate::answer_writer::AnswerWriter;
use crate::boards::{
    BoardFiles, BoardReader, Expected, GOAL_CURE, Keep, Pairing, UnnamedGoal, open,
};
use crate::cures;
use crate::fields::join;
use crate::input::Input;
use crate::methods::{self, AnyMethod, GoalTestArg, METHODS, OrderArg};
use crate::names::{name_of, one_of};
use crate::options::{BoardRowsArgs, notations};
use crate::progress::{self, InputProgress};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::{Ending, arguments, trace};

/// Solve boards: the canonical solution of each, one per line
///
/// It is the lexicographically smallest of all shortest solutions under d < l < r < u. For boards
/// of 17 to 25 cells it is the best solution found in a second, and a note says what is proved.
/// `csv` and `jsonl` have the fields {fields}, and those that --answer adds: {fields}.
#[derive(clap::Args)]
pub struct Solve {
    /// Boards; if omitted or `-`, they are read from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Print the boards that a method takes from its frontier, in order; CSV and JSON add f = g + h
    #[arg(long, conflicts_with_all = ["what", "show", "keep", "pairs"])]
    trace: bool,

    #[command(flatten)]
    answers: AnswerArgs,
}

impl Solve {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let from_stdin = self.boards.is_empty() || self.boards == ["-"];
        let boards = arguments::boards(&self.boards);
        let form = self.answers.form(from_stdin || boards.len() > 1)?;
        if self.trace {
            let tables = self.answers.tables(form, session)?;
            let Some(choice) = self.answers.search()? else {
                bail!("--trace: a table expands no boards; expected a --method with it");
            };
            let AnswerArgs { io, stats, .. } = &self.answers;
            return trace::run(&boards, choice, &tables, &io.rows, *stats, session);
        }
        let mut tables = self.answers.tables(form, session)?;
        tables.limits.interruptible = !from_stdin;
        let tables = Arc::new(tables);
        let expected = self.answers.expected(form, &tables)?;
        let mut input = from_stdin.then(|| open(Input::stdin(session)?, expected)).transpose()?;
        let form = self.answers.with_goals(form, input.iter_mut())?;
        self.answers.io.layout.expect_input(from_stdin)?;
        let AnswerArgs { keep, pairs, goal_column, .. } = &self.answers;
        if !from_stdin && (*keep || *pairs || goal_column.is_some()) {
            bail!(
                "--keep, --pairs and --goal-column are for files; expected boards on standard input"
            );
        }
        let at_a_time = if from_stdin { self.answers.boards_at_a_time(&tables) } else { 1 };
        let bulk = self.answers.bulk(form, &tables, at_a_time)?;
        // Rows have it in their fields.
        let bulk = if form.format == Format::Text {
            bulk.explain(NoteKind::Unsolvable).explain(NoteKind::Bounds)
        } else {
            bulk
        };
        let out = self.answers.io.rows.create(session)?;
        let mut answered =
            AnswerWriter::new(out, &bulk, self.answers.keep, InputProgress::new(None, true))?;
        answered.since = self.answers.stats.then(Instant::now);
        match input {
            Some(mut input) => answered.answer_input(&bulk, at_a_time, &mut input)?,
            None => answered.answer_arguments(&bulk, &boards)?,
        }
        answered.finish()
    }
}

/// Look up a file of boards: one output line for each input line, in order
///
/// The answers are those of `solve`, or `invalid` or `unsolvable`. On boards of 17 to 25 cells, a
/// solution that is not proved optimal comes after its bounds, as in `91..97 dlur...`. `csv` and
/// `jsonl` have the fields {fields}, and those that --answer adds: {fields}.
#[derive(clap::Args)]
pub struct Lookup {
    /// Boards, one per line or in any other layout; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    answers: AnswerArgs,
}

impl Lookup {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let form = self.answers.form(true)?;
        let tables = Arc::new(self.answers.tables(form, session)?);
        let expected = self.answers.expected(form, &tables)?;
        let reader = |input| open(input, expected.clone());
        let mut files = BoardFiles::open(&self.files, session, reader)?;
        let form = self.answers.with_goals(form, files.readers.iter_mut().map(|(_, file)| file))?;
        let at_a_time = self.answers.boards_at_a_time(&tables);
        let bulk = self.answers.bulk(form, &tables, at_a_time)?;
        let out = self.answers.io.rows.create(session)?;
        // A bar on the same terminal as the answers would garble both.
        let progress = InputProgress::new(files.len, out.is_terminal());
        let mut answered = AnswerWriter::new(out, &bulk, self.answers.keep, progress)?;
        answered.since = self.answers.stats.then(Instant::now);
        for (file, mut input) in files.readers {
            answered.file = file;
            answered.answer_input(&bulk, at_a_time, &mut input)?;
        }
        answered.finish()
    }
}

/// The fields of every answer.
pub fn fields() -> String {
    join(&Form::default().field_names())
}

/// The fields that some answers add.
pub fn added_fields() -> String {
    let mut known = Form::default().field_names();
    let all = known.len();
    for &(_, answer) in Question::NAMES {
        let names = Form::from(answer).field_names();
        known.extend(names.into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>());
    }
    join(&known[all..])
}

/// The arguments of `solve` and `lookup`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of each group")]
struct AnswerArgs {
    /// What to print for each board
    #[arg(long, group = "what", value_parser = one_of(Question::NAMES), ignore_case = true, default_value = "moves")]
    answer: Question,

    /// Short for --answer distance
    #[arg(long, group = "what")]
    distance: bool,

    /// Short for --answer next, all optimal moves
    #[arg(long, group = "what")]
    next: bool,

    /// Short for --answer count, the number of shortest solutions
    #[arg(long, group = "what")]
    count: bool,

    /// Short for --answer all, every shortest solution, one per line
    #[arg(long, group = "what")]
    all: bool,

    /// Draw the board after each move of the solution
    #[arg(long, conflicts_with_all = ["what", "json"])]
    show: bool,

    #[arg(long, help = notations!("How to write moves"), ignore_case = true)]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    /// Write the columns or fields of the input before those of the answer
    #[arg(long)]
    keep: bool,

    /// Read boards in pairs: every second board is the goal of the one before it
    #[arg(long, conflicts_with = "goal")]
    pairs: bool,

    /// The column or field of the goals [default: goal]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["goal", "pairs"])]
    goal_column: Option<String>,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// How to find solutions; all but `astar` find the canonical one
    #[arg(long, value_parser = one_of(METHODS), ignore_case = true, default_value = "table")]
    method: AnyMethod,

    /// The heuristic for astar, ida, iddfs or dfs [default: manhattan; none for iddfs]
    #[arg(long, value_parser = one_of(HeuristicName::NAMES), ignore_case = true)]
    heuristic: Option<HeuristicName>,

    #[command(flatten)]
    order: OrderArg,

    #[command(flatten)]
    goal_test: GoalTestArg,

    /// Count the boards of each search, and print the time of all answers
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    tables: TableArgs,
}

impl AnswerArgs {
    /// The form of answers. If `apart` is set, an empty line follows each answer of several lines.
    fn form(&self, apart: bool) -> anyhow::Result<Form> {
        let answer = match self {
            AnswerArgs { distance: true, .. } => Question::Distance,
            AnswerArgs { next: true, .. } => Question::Next,
            AnswerArgs { count: true, .. } => Question::Count,
            AnswerArgs { all: true, .. } => Question::All,
            _ => self.answer,
        };
        let format = self.io.rows.format();
        if self.show && format != Format::Text {
            bail!("--show draws text, so it cannot be combined with --format");
        }
        let (show, cost, notation) = (self.show, self.stats, self.notation);
        Ok(Form { answer, format, show, apart, cost, goal: false, notation })
    }

    /// The form of answers to these inputs. Rows have the goal of each board, if it has one of its
    /// own.
    fn with_goals<'i>(
        &self,
        form: Form,
        mut inputs: impl Iterator<Item = &'i mut BoardReader>,
    ) -> anyhow::Result<Form> {
        // Kept columns have the goals.
        let mut goal = self.pairs;
        while form.format != Format::Text
            && !self.keep
            && !goal
            && let Some(input) = inputs.next()
        {
            goal = input.has_goals()?;
        }
        Ok(Form { goal, ..form })
    }

    /// What to expect in an input of boards: fields to keep, pairs and goals.
    fn expected(&self, form: Form, tables: &Tables) -> anyhow::Result<Expected> {
        if self.keep && form.format == Format::Text {
            bail!("--keep: text has no columns; expected --format csv or jsonl");
        }
        let keep = Keep { format: form.format, ours: form.field_names(), names: None };
        Ok(Expected {
            keep: self.keep.then_some(keep),
            pairing: if self.pairs { Pairing::All } else { Pairing::Possible },
            goals: self.goal_column.clone(),
            unnamed_goal: if self.pairs {
                UnnamedGoal::Overruled("--pairs")
            } else {
                tables.problems.unnamed_goal(GOAL_CURE)
            },
            ..self.io.layout.expected(&tables.problems.reading, tables.problems.size)
        })
    }

    /// Reads the goal, and refuses what can never be answered for the size that was given.
    fn tables(&self, form: Form, session: &Session) -> anyhow::Result<Tables> {
        let tables = self.tables.open(session)?;
        tables
            .problems
            .expect(form.needed())
            .with_context(|| format!("--answer {}", name_of(form.answer, Question::NAMES)))?;
        Ok(tables)
    }

    /// The number of boards of a file to answer at a time. With `--optimal` it is one, because a
    /// board may take hours, so that all threads search for it.
    fn boards_at_a_time(&self, tables: &Tables) -> usize {
        let is_small = tables.problems.size.is_some_and(|size| size.class() < Class::Bounded);
        let is_for_all = tables.limits.optimal && tables.limits.max_nodes.is_none() && !is_small;
        match self.method {
            None if is_for_all => 1,
            None => tables.threads.or_processors(),
            Some(_) => tables.threads.given().unwrap_or(1),
        }
    }

    /// Creates what answers boards, this many of them at a time.
    fn bulk(&self, form: Form, tables: &Arc<Tables>, at_a_time: usize) -> anyhow::Result<Bulk> {
        let (size, session) = (tables.problems.size, tables.session.clone());
        let reading = tables.problems.reading.clone();
        let (of_goal, tables) = (Arc::clone(tables), Arc::clone(tables));
        let stats = self.stats && form.format == Format::Text;
        let way = self.search()?;
        let mut bulk = if let Some(method) = self.method {
            let finds =
                matches!(form.answer, Question::Moves | Question::Distance | Question::Difficulty);
            if !finds && !form.show {
                bail!(
                    "--method {} finds a solution and its length; expected no other answer, or \
                     --method table",
                    name_of(method, MethodName::NAMES)
                );
            }
            let bar = progress::bar(None, "{spinner} {prefix}, {elapsed}");
            let bar = bar.with_prefix(name_of(method, MethodName::NAMES));
            Bulk::with_oracles(form, move |goal| {
                Ok(methods::oracle(way, goal, &tables)?.limited(tables.limits.ticking(&bar)))
            })
        } else if form.answer == Question::Heuristic {
            let heuristic = self.heuristic.unwrap_or(HeuristicName::Manhattan);
            Bulk::with_oracles(form, move |goal| {
                let goal = goal.expect_small("a heuristic")?;
                heuristic.values(goal, tables.problems.metric, &*tables)
            })
        } else {
            if self.heuristic.is_some() {
                bail!(
                    "--heuristic: a table needs none; expected --method astar, ida, iddfs or dfs \
                     with it"
                );
            }
            Bulk::with_oracles(form, move |goal| {
                tables.oracle(goal)?.for_boards_at_a_time(at_a_time)
            })
        };
        bulk = bulk.describe_errors(move |error| cures::with_cure_of(error, &session)).comments();
        // Other formats have columns for it.
        if stats {
            bulk = bulk.explain(NoteKind::Cost);
        }
        bulk = bulk.reading(reading);
        if let Some(size) = size {
            bulk = bulk.size(size);
        }
        Ok(bulk.goals(move |size| of_goal.problems.goal(size)))
    }

    /// The method that finds solutions, if it is not the table.
    fn search(&self) -> anyhow::Result<Option<SearchChoice>> {
        let Some(method) = self.method else {
            if self.order.order.is_some() || self.goal_test.goal_test.is_some() {
                bail!(
                    "--order and --goal-test: a table tries no moves; expected a --method with them"
                );
            }
            return Ok(None);
        };
        methods::choice(method, self.heuristic, self.order, self.goal_test).map(Some)
    }
}
