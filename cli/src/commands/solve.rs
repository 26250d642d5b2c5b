//! `tilebase solve` and `tilebase lookup`: answers to boards. They differ only in
//! where boards come from and where answers go.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::bulk::{Bulk, Form, Format, Question};
use tilebase::puzzle::{Class, Notation};

use crate::answer_writer::AnswerWriter;
use crate::boards::{Keep, LayoutArgs};
use crate::fields::join;
use crate::input::Input;
use crate::methods::{GoalTestArg, HeuristicName, MethodChoice, MethodName, OrderArg, name};
use crate::names::names;
use crate::options::{BoardRowsArgs, notation};
use crate::progress::InputProgress;
use crate::report;
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::trace;
use crate::{Ending, arguments};

/// Solve boards: the canonical solution of each, one per line
///
/// Of all shortest solutions the canonical one is the lexicographically smallest under d < l < r <
/// u. A board that cannot reach the goal prints `unsolvable`, and malformed input prints `invalid`.
/// `csv` and `jsonl` have the fields {fields}, and those that --answer adds: {fields}.
///
/// For shapes of 17 to 25 cells the answer is the best solution found within about a second, and a
/// note on standard error says what is proved: `97 moves; no solution is shorter than 91`, or `97
/// moves; no solution is shorter, but this one may not be canonical`. With --optimal the search
/// goes on until the canonical solution is found, or with --distance until the distance is proved.
/// Ctrl-C ends such a search: it prints the best solution so far, and the note. Boards after it are
/// not searched.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solve \"2 3 4 1 5 x 7 6 8\"
  tilebase solve 2 3 4 1 5 x 7 6 8
  tilebase solve --distance 23415x768 --goal 123804765
  tilebase solve --all \"[[3,2,4],[1,5,0]]\"
  tilebase solve --answer legal 23415x768
  echo 8672543x1 | tilebase solve --json
  tilebase solve --method astar --stats 8672543x1")]
pub struct Solve {
    /// Boards to solve; if omitted or `-`, read them from standard input, one per line, or as
    /// grids separated by empty lines
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Print the boards that a method takes to expand them, in order, one per line; with
    /// --format csv also its depth, the board before it, and f = g + h. --max-nodes limits it
    #[arg(long, conflicts_with_all = ["what", "show", "keep", "pairs"])]
    #[arg(help_heading = "Methods of search")]
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
            let rows = (&self.answers.io.rows, self.answers.stats);
            return trace::run(&boards, self.answers.method()?, &tables, rows, session);
        }
        let mut tables = self.answers.tables(form, session)?;
        tables.limits.interruptible = !from_stdin;
        let tables = Arc::new(tables);
        let layout = self.answers.layout(form)?.for_goal(tables.named_goal.is_some());
        let input = if from_stdin {
            Some(layout.boards(Input::stdin(session)?, &tables.reading, tables.size)?)
        } else {
            None
        };
        if !from_stdin && (self.answers.keep || self.answers.pairs) {
            bail!("--keep and --pairs are for files; expected boards on standard input");
        }
        let threads = if from_stdin { self.answers.threads(&tables) } else { 1 };
        let bulk = self.answers.bulk(form, &tables, threads)?;
        let bulk = bulk.explain_unsolvable().explain_bounds();
        let out = self.answers.io.rows.create(session)?;
        let mut answered =
            AnswerWriter::to(out, &bulk, self.answers.keep, InputProgress::new(None, true))?;
        answered.since = self.answers.stats.then(Instant::now);
        match input {
            Some(mut input) => answered.boards(&bulk, threads, &mut input)?,
            None => answered.arguments(&bulk, &boards)?,
        }
        answered.finish()
    }
}

/// Look up a file of boards: one output line for each input line, in order
///
/// A line that is only a comment, from `#` on, has no output line, nor has the header of CSV.
/// The answers are those of `solve`. A board that cannot reach the goal prints `unsolvable`, and
/// malformed input prints `invalid`. The first invalid lines are reported on standard error with
/// their line numbers, and the exit status is then 1. With `--answer all` and `--show` an answer
/// has several lines, and an empty line ends it. `csv` and `jsonl` have the fields {fields}, and
/// those that --answer adds: {fields}.
///
/// A file named by -o is complete if the exit status is 0 or 1: in a makefile, write
/// `.DELETE_ON_ERROR:`. To be able to go on after an interruption, write to standard output, and
/// answer the boards behind the last whole line: see `tail -n +N`.
///
/// For shapes of 17 to 25 cells the answer is the best solution found within about a second a
/// board. Unless it is known to be the canonical one, its lower bound and its length come first:
/// `91..97 dlur...`. If both are equal, no solution is shorter. With --distance, it is `91..97`
/// alone, or `97` if that is proved. In `csv` and `jsonl`, `distance` is empty or null unless it is
/// proved; `lower_bound` always is. Besides the tables, each thread takes about 160 MB of memory,
/// and 410 MB with higher limits. If there is less, the run does not start.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase lookup boards.txt -o solutions.txt
  tilebase lookup --distance < boards.txt | sort -n | uniq -c
  tilebase lookup --format csv boards.txt -o answers.csv")]
pub struct Lookup {
    /// Boards, one per line; `-` is standard input. Several files are answered one after the other
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    answers: AnswerArgs,

    /// Read the goal of each board from this column of CSV, or this field of JSON lines: a board,
    /// the cell of the blank, or a name, as for --goal
    #[arg(long, value_name = "NAME", help_heading = "Input and output")]
    #[arg(conflicts_with_all = ["goal", "pairs"])]
    goal_column: Option<String>,

    /// Show no progress bar
    #[arg(short, long, help_heading = "Input and output")]
    quiet: bool,
}

impl Lookup {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let form = self.answers.form(true)?;
        let tables = Arc::new(self.answers.tables(form, session)?);
        let (mut inputs, mut len) = (Vec::new(), Some(0));
        let layout = self.answers.layout(form)?.with_goals(self.goal_column.as_deref());
        let layout = layout.for_goal(tables.named_goal.is_some());
        for file in &self.files {
            let input = Input::open(file, session)?;
            len = len.and_then(|len| Some(len + input.len()?));
            inputs.push((file, layout.boards(input, &tables.reading, tables.size)?));
        }
        let threads = self.answers.threads(&tables);
        let bulk = self.answers.bulk(form, &tables, threads)?;
        let out = self.answers.io.rows.create(session)?;
        // A bar on the same terminal as the answers would garble both.
        let progress = InputProgress::new(len, self.quiet || out.is_terminal());
        let mut answered = AnswerWriter::to(out, &bulk, self.answers.keep, progress)?;
        answered.since = self.answers.stats.then(Instant::now);
        for (file, mut input) in inputs {
            if self.files.len() > 1 {
                answered.file = format!("{}: ", file.display());
            }
            answered.boards(&bulk, threads, &mut input)?;
        }
        answered.finish()
    }
}

/// The lists of fields in the descriptions of `solve` and `lookup`: those of every answer, and
/// those that some have.
pub fn fields() -> Vec<String> {
    let all = Form::default().field_names();
    let mut added: Vec<String> = Vec::new();
    for &(_, answer) in Question::NAMES {
        for name in Form::from(answer).field_names() {
            if !all.contains(&name) && !added.contains(&name) {
                added.push(name);
            }
        }
    }
    vec![join(&all), join(&added)]
}

/// The arguments of `solve` and `lookup`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of each group")]
struct AnswerArgs {
    /// What to print for each board: the canonical solution, the distance, all optimal moves, the
    /// number of shortest solutions, all of those, every legal move with the distance after it, the
    /// percentage of all boards that are nearer to the goal, or the value of a heuristic
    #[arg(long, group = "what", value_parser = names(Question::NAMES), ignore_case = true, default_value = "moves")]
    answer: Question,

    /// Short for --answer distance
    #[arg(long, group = "what", help_heading = "Answers")]
    distance: bool,

    /// Short for --answer next
    #[arg(long, group = "what", help_heading = "Answers")]
    next: bool,

    /// Short for --answer count
    #[arg(long, group = "what", help_heading = "Answers")]
    count: bool,

    /// Short for --answer all. One solution per line, and an empty line after each board if there
    /// are several
    #[arg(long, group = "what", help_heading = "Answers")]
    all: bool,

    /// Draw the board after each move of the solution
    #[arg(long, conflicts_with_all = ["what", "json"], help_heading = "Answers")]
    show: bool,

    /// How to write moves: `blank` (ddl), `tile` (U2R), `tiles` (5 8 7) or `cells` (r2c2)
    #[arg(
        long,
        value_parser = notation(),
        ignore_case = true,
        default_value = "blank",
        help_heading = "Answers"
    )]
    notation: Notation,

    /// Write the columns of CSV, or the fields of JSON lines, before those of the answer: so an
    /// `id` stays beside it. One whose name the answer needs gets `input_` before it
    #[arg(long, help_heading = "Input and output")]
    keep: bool,

    /// Read boards in pairs: each second one is the goal of the one before it
    #[arg(long, conflicts_with = "goal", help_heading = "Input and output")]
    pairs: bool,

    #[command(flatten, next_help_heading = "Input and output")]
    io: BoardRowsArgs,

    /// How to find solutions. All methods find the canonical one, except `astar`, which finds any
    /// shortest one. All but `table` find nothing else, and use one thread by default
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value = "table",
        help_heading = "Methods of search"
    )]
    method: MethodName,

    /// The heuristic for astar, ida, iddfs, dfs or --answer heuristic [default: manhattan; none for
    /// iddfs]
    #[arg(long, value_enum, ignore_case = true, help_heading = "Methods of search")]
    heuristic: Option<HeuristicName>,

    #[command(flatten)]
    order: OrderArg,

    #[command(flatten)]
    goal_test: GoalTestArg,

    /// Print search statistics to standard error, or in `csv` and `jsonl` as the fields
    /// `generated`, `expanded`, `frontier`, `visited`, `closed` and `depth`; and the time that all
    /// answers took to standard error
    #[arg(long, help_heading = "Methods of search")]
    stats: bool,

    #[command(flatten, next_help_heading = "Shapes, tables and limits")]
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
        Ok(Form { answer, format, show, apart, cost, notation })
    }

    /// How boards are laid out, and whether their fields are kept.
    fn layout(&self, form: Form) -> anyhow::Result<LayoutArgs> {
        if self.keep && form.format == Format::Text {
            bail!("--keep: text has no columns; expected --format csv or jsonl");
        }
        let keep = Keep { format: form.format, ours: form.field_names(), names: None };
        Ok(self.io.layout.keeping(self.keep.then_some(keep), self.pairs))
    }

    /// Reads the goal, and refuses what can never be answered for the size that was given.
    fn tables(&self, form: Form, session: &Session) -> anyhow::Result<Tables> {
        let tables = Tables::new(&self.tables, session)?;
        tables.expect(form.needed()).with_context(|| {
            let mut names = Question::NAMES.iter().filter(|(_, answer)| *answer == form.answer);
            format!("--answer {}", names.next().map_or("", |(name, _)| name))
        })?;
        Ok(tables)
    }

    /// The search method, which is not the table.
    fn method(&self) -> anyhow::Result<MethodChoice> {
        if self.method == MethodName::Table {
            bail!("--trace: a table expands no boards; expected a --method with it");
        }
        MethodChoice::new(self.method, self.heuristic)?.going(self.order, self.goal_test)
    }

    /// The number of threads to answer on. With `--optimal` there is one, because a board may take
    /// hours, so that all others search for the same board.
    fn threads(&self, tables: &Tables) -> usize {
        let is_small = tables.size.is_some_and(|size| size.class() < Class::Bounded);
        let is_for_all = tables.limits.optimal && tables.limits.max_nodes.is_none() && !is_small;
        match self.method {
            MethodName::Table if is_for_all => 1,
            MethodName::Table => tables.threads.or_processors(),
            _ => tables.threads.given().unwrap_or(1),
        }
    }

    /// Creates what answers boards, `at_once` of them at a time.
    fn bulk(&self, form: Form, tables: &Arc<Tables>, at_once: usize) -> anyhow::Result<Bulk> {
        let (size, session) = (tables.size, tables.session.clone());
        let reading = tables.reading.clone();
        let (of_goal, tables) = (Arc::clone(tables), Arc::clone(tables));
        let stats = self.stats && form.format == Format::Text;
        let is_ordered = self.order.order.is_some() || self.goal_test.goal_test.is_some();
        if is_ordered && self.method == MethodName::Table {
            bail!("--order and --goal-test: a table tries no moves; expected a --method with them");
        }
        let mut bulk = if form.answer == Question::Heuristic && self.method == MethodName::Table {
            let heuristic = self.heuristic.unwrap_or(HeuristicName::Manhattan);
            let way = MethodChoice::of(self.method, heuristic);
            Bulk::with_oracles(form, move |goal| way.oracle(goal, &tables))
        } else if self.method == MethodName::Table {
            if self.heuristic.is_some() {
                bail!(
                    "--heuristic: a table needs none; expected --method astar, ida, iddfs or dfs \
                     with it"
                );
            }
            Bulk::with_oracles(form, move |goal| tables.oracle(goal)?.one_of(at_once))
        } else {
            let finds =
                matches!(form.answer, Question::Moves | Question::Distance | Question::Difficulty);
            if !finds && !form.show {
                bail!(
                    "--method {} finds a solution and its length; expected no other answer, or \
                     --method table",
                    name(self.method)
                );
            }
            let way = self.method()?;
            Bulk::with_oracles(form, move |goal| way.oracle(goal, &tables))
        };
        bulk = bulk.describe_errors(move |error| report::with_cure_of(error, &session)).comments();
        // Other formats have columns for it.
        if stats {
            bulk = bulk.explain_cost();
        }
        bulk = bulk.reading(reading);
        if let Some(size) = size {
            bulk = bulk.size(size);
        }
        Ok(bulk.goals(move |size| of_goal.goal(size)))
    }
}
