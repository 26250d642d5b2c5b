//! `tilebase solve` and `tilebase lookup`: answers to boards. They differ only in
//! where boards come from and where answers go.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::bail;
use tilebase::Move;
use tilebase::bulk::{Answer, Bulk, Form, Format};
use tilebase::puzzle::{MAX_CELLS, MAX_NUMBERED_CELLS, Metric, MultiMove, Notation};

use crate::answer_writer::AnswerWriter;
use crate::any_size::AnySize;
use crate::goals::{ByGoal, Goal};
use crate::input::Input;
use crate::methods::{HeuristicName, MethodChoice, MethodName};
use crate::names::names;
use crate::options::{BoardRowsArgs, notation};
use crate::progress::InputProgress;
use crate::report;
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::{Ending, arguments};

/// Solve boards: the canonical solution of each, one per line
///
/// Of all shortest solutions the canonical one is the lexicographically smallest under d < l < r <
/// u. A board that cannot reach the goal prints `unsolvable`, and malformed input prints `invalid`.
/// `csv` and `jsonl` have the fields `board`, `distance`, `moves`, `next`, `harder_than`,
/// `lower_bound` and `error`, and those that --answer adds: `count`, `solutions`, `legal`.
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

    #[command(flatten)]
    answers: AnswerArgs,
}

impl Solve {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let from_stdin = self.boards.is_empty() || self.boards == ["-"];
        let boards = arguments::boards(&self.boards);
        let form = self.answers.form(from_stdin || boards.len() > 1)?;
        // Options that large boards do not take are an error at once if the first board is one.
        let shown = self.answers.any_size(boards.first().map(Vec::as_slice))?;
        shown.map(|any| any.check_form(form)).transpose()?;
        let mut tables = self.answers.tables(form, session)?;
        tables.limits.interruptible = !from_stdin;
        let tables = Arc::new(tables);
        let layout = &self.answers.io.layout;
        let input = if from_stdin {
            Some(layout.boards(Input::stdin(session)?, tables.size())?)
        } else {
            None
        };
        let threads = if from_stdin { self.answers.threads(&tables) } else { 1 };
        let bulk = self.answers.bulk(form, &tables, tables.named_goal, threads)?;
        let bulk = self.answers.with_finders(bulk, &tables).explain_unsolvable().explain_bounds();
        let out = self.answers.io.rows.output.create(session)?;
        let mut answered = AnswerWriter::to(out, &bulk, InputProgress::new(None, true))?;
        answered.since = self.answers.stats.then(Instant::now);
        match input {
            Some(mut input) => answered.boards(&bulk, None, threads, &mut input)?,
            None => answered.arguments(&bulk, &boards)?,
        }
        answered.finish()
    }
}

/// Look up a file of boards: exactly one output line for each input line, in order
///
/// The answers are those of `solve`. A board that cannot reach the goal prints `unsolvable`, and
/// malformed input prints `invalid`. The first invalid lines are reported on standard error with
/// their line numbers, and the exit status is then 1. With `--answer all` and `--show` an answer
/// has several lines, and an empty line ends it. `csv` and `jsonl` have the fields `board`,
/// `distance`, `moves`, `next`, `harder_than`, `lower_bound` and `error`, and those that --answer
/// adds: `count`, `solutions`, `legal`.
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
    #[arg(long, value_name = "NAME", conflicts_with = "goal", help_heading = "Input and output")]
    goal_column: Option<String>,

    /// Show no progress bar
    #[arg(short, long, help_heading = "Input and output")]
    quiet: bool,
}

impl Lookup {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let form = self.answers.form(true)?;
        let tables = Arc::new(self.answers.tables(form, session)?);
        if self.goal_column.is_some() && tables.large.is_some() {
            bail!("--goal-column: expected boards of at most {MAX_CELLS} cells");
        }
        let (mut inputs, mut len) = (Vec::new(), Some(0));
        let layout = self.answers.io.layout.with_goals(self.goal_column.as_deref());
        for file in &self.files {
            let input = Input::open(file, session)?;
            len = len.and_then(|len| Some(len + input.len()?));
            inputs.push((file, layout.boards(input, tables.size())?));
        }
        let threads = self.answers.threads(&tables);
        let bulk = self.answers.bulk(form, &tables, tables.named_goal, threads)?;
        // Goals of boards of their own have at most 25 cells.
        let bulk = match self.goal_column {
            Some(_) => bulk,
            None => self.answers.with_finders(bulk, &tables),
        };
        let goals = self.goal_column.as_ref().map(|_| ByGoal {
            bulk: &bulk,
            shape: tables.shape,
            make: Box::new(|goal| {
                self.answers.bulk(form, &tables, Some(Goal::Board(goal)), threads)
            }),
            bulks: Mutex::default(),
        });
        let out = self.answers.io.rows.output.create(session)?;
        // A bar on the same terminal as the answers would garble both.
        let progress = InputProgress::new(len, self.quiet || out.is_terminal());
        let mut answered = AnswerWriter::to(out, &bulk, progress)?;
        answered.since = self.answers.stats.then(Instant::now);
        for (file, mut input) in inputs {
            if self.files.len() > 1 {
                answered.file = format!("{}: ", file.display());
            }
            answered.boards(&bulk, goals.as_ref(), threads, &mut input)?;
        }
        answered.finish()
    }
}

/// The arguments of `solve` and `lookup`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of each group")]
struct AnswerArgs {
    /// What to print for each board: the canonical solution, the distance, all optimal moves, the
    /// number of shortest solutions, all of those, every legal move with the distance after it, or
    /// the percentage of all boards that are nearer to the goal
    #[arg(long, group = "what", value_parser = names(Answer::NAMES), ignore_case = true, default_value = "moves")]
    answer: Answer,

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

    /// How to write moves: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(
        long,
        value_parser = notation(),
        ignore_case = true,
        default_value = "blank",
        help_heading = "Answers"
    )]
    notation: Notation,

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

    /// The heuristic for astar, ida, iddfs or dfs [default: manhattan; none for iddfs]
    #[arg(long, value_enum, ignore_case = true, help_heading = "Methods of search")]
    heuristic: Option<HeuristicName>,

    /// Print search statistics to standard error, or in `csv` and `jsonl` as the fields `generated`
    /// and `expanded`; and the time that all answers took to standard error
    #[arg(long, help_heading = "Methods of search")]
    stats: bool,

    #[command(flatten, next_help_heading = "Shapes, tables and limits")]
    tables: TableArgs,
}

impl AnswerArgs {
    /// The form of answers. If `apart` is set, an empty line follows each answer of several lines.
    fn form(&self, apart: bool) -> anyhow::Result<Form> {
        let answer = match self {
            AnswerArgs { distance: true, .. } => Answer::Distance,
            AnswerArgs { next: true, .. } => Answer::Next,
            AnswerArgs { count: true, .. } => Answer::Count,
            AnswerArgs { all: true, .. } => Answer::All,
            _ => self.answer,
        };
        let format = self.io.rows.format();
        if self.show && format != Format::Text {
            bail!("--show draws text, so it cannot be combined with --format");
        }
        let (show, cost, notation) = (self.show, self.stats, self.notation);
        Ok(Form { answer, format, show, apart, cost, notation })
    }

    /// What answers boards of more than 25 cells, if the arguments are about those.
    fn any_size(&self, board: Option<&[u8]>) -> anyhow::Result<Option<AnySize>> {
        let Some(any) = self.tables.any_size(board)? else { return Ok(None) };
        if self.method != MethodName::Table || self.heuristic.is_some() {
            bail!("--method: expected a shape of at most {MAX_CELLS} cells, found {}", any.size());
        }
        Ok(Some(any))
    }

    /// The tables, and the sizes of boards.
    fn tables(&self, form: Form, session: &Session) -> anyhow::Result<Tables> {
        let any = self.any_size(None)?;
        any.as_ref().map(|any| any.check_form(form)).transpose()?;
        Tables::of_any_size(&self.tables, any.as_ref(), session)
    }

    /// The number of threads to answer on. With `--optimal` there is one, because a board may take
    /// hours, so that all others search for the same board.
    fn threads(&self, tables: &Tables) -> usize {
        let is_small = tables.shape.is_some_and(|shape| shape.cells() <= MAX_NUMBERED_CELLS);
        let is_for_all = tables.limits.optimal && tables.limits.max_nodes.is_none() && !is_small;
        match self.method {
            MethodName::Table if is_for_all => 1,
            MethodName::Table => tables.threads.or_processors(),
            _ => tables.threads.given().unwrap_or(1),
        }
    }

    /// Creates what answers the boards, this many at a time.
    fn bulk(
        &self,
        form: Form,
        tables: &Arc<Tables>,
        goal: Option<Goal>,
        at_once: usize,
    ) -> anyhow::Result<Bulk> {
        let (shape, session, tables) = (tables.shape, tables.session.clone(), Arc::clone(tables));
        let mut bulk = match self.method.method::<Move>() {
            None if self.heuristic.is_some() => bail!(
                "--heuristic: a table needs none; expected --method astar, ida, iddfs or dfs with it"
            ),
            None if tables.metric == Metric::Multi => {
                Bulk::with_oracles(form, move |goal| tables.oracle::<MultiMove>(goal))
            }
            None => Bulk::with_oracles(form, move |goal| {
                let oracle = tables.oracle::<Move>(goal)?;
                oracle.reserve(at_once)?;
                // Each thread searches for boards of its own, if there are several at a time.
                let is_large = goal.shape().cells() > MAX_NUMBERED_CELLS;
                Ok(if is_large && at_once > 1 { oracle.threads(1) } else { oracle })
            }),
            Some(method) => {
                let finds =
                    matches!(form.answer, Answer::Moves | Answer::Distance | Answer::Difficulty);
                if !finds && !form.show {
                    bail!(
                        "--method {} finds a solution and its length; expected no other answer, or \
                         --method table",
                        method.name()
                    );
                }
                let way = MethodChoice::new(self.method, self.heuristic)?;
                if tables.metric == Metric::Multi {
                    Bulk::with_searches(form, move |goal| way.solver::<MultiMove>(goal, &tables))
                } else {
                    Bulk::with_searches(form, move |goal| way.solver::<Move>(goal, &tables))
                }
            }
        };
        bulk = bulk.describe_errors(move |error| report::with_cure_of(error, &session)).comments();
        // Other formats have columns for it.
        if self.stats && form.format == Format::Text {
            bulk = bulk.explain_cost();
        }
        if let Some(shape) = shape {
            bulk = bulk.shape(shape);
        }
        Ok(match goal {
            Some(Goal::Board(goal)) => bulk.goal(&goal),
            Some(goal) => bulk.goals(move |shape| Ok(goal.on(shape)?)),
            None => bulk,
        })
    }

    /// Adds what answers boards of more than 25 cells.
    fn with_finders(&self, bulk: Bulk, tables: &Tables) -> Bulk {
        match self.tables.finders(tables).filter(|_| self.method == MethodName::Table) {
            Some(finders) => bulk.finders(tables.large, finders),
            None => bulk,
        }
    }
}
