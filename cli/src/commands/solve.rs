//! `tilebase solve`, or `tilebase lookup`: answers to boards.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::bulk::{Bulk, Form, NoteKind, Question, Questions};
use tilebase::costs::MOST_CELLS_AT_ONCE;
use tilebase::limits::Factor;
use tilebase::puzzle::{Class, Shape};
use tilebase::search::{HeuristicName, Method, PatternValues, SearchChoice, Taken};
use tilebase::text::{Format, Notation};
use tilebase::{Board, Error};

use crate::Ending;
use crate::answer_writer::AnswerWriter;
use crate::boards::{
    BoardReader, BoardSource, Expected, GOAL_CURE, Keep, Pairing, UnnamedGoal, open,
};
use crate::cures;
use crate::fields::{fields, join, name_of, one_of};
use crate::in_stages::StageArgs;
use crate::methods::{
    self, AnyMethod, GoalTestArg, HeuristicArg, HeuristicParser, METHODS, MethodArgs,
};
use crate::options::{BoardRowsArgs, notations, questions};
use crate::progress::{self, InputProgress};
use crate::report::note;
use crate::session::Session;
use crate::tables::{CostArg, SearchArgs, Tables};

/// Solve boards: the canonical solution of each, one per line
///
/// That is the smallest shortest solution under d < l < r < u, and beyond 16 cells the best one
/// found in a second. `csv` and `jsonl` have {fields}, or what --answer lists. Also called
/// `lookup`, and `hint` for --answer hint.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of each group")]
pub struct Solve {
    /// Boards, or files of boards; `-` or no word: standard input
    #[arg(value_name = "BOARD|FILE")]
    boards: Vec<OsString>,

    /// moves, hint, distance, length, cost, next, count, all, legal, difficulty or heuristic;
    /// several with commas [default: moves; in rows distance,moves]
    #[arg(long, group = "what", value_name = "LIST", value_delimiter = ',')]
    #[arg(value_parser = one_of(Question::NAMES))]
    answer: Vec<Question>,

    /// Short for --answer distance
    #[arg(long, group = "what", conflicts_with = "answer")]
    distance: bool,

    /// Draw the board after each move of the solution
    #[arg(long, conflicts_with = "what")]
    show: bool,

    #[arg(long, help = notations!("How to write moves"))]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    /// Write the columns of the input before those of the answer
    #[arg(long, conflicts_with = "pairs")]
    keep: bool,

    /// Every second board is the goal of the one before it
    #[arg(long, conflicts_with = "goal")]
    pairs: bool,

    /// The column or field of the goals [default: goal]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["goal", "pairs"])]
    goal_column: Option<String>,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// How to find solutions
    #[arg(long, value_parser = one_of(METHODS), default_value = "table")]
    method: AnyMethod,

    /// none, misplaced, euclidean, manhattan, linear-conflict, patterns, table or additive:TILES
    /// [default: manhattan]
    #[arg(long, value_parser = HeuristicParser)]
    heuristic: Option<HeuristicArg>,

    #[command(flatten)]
    search: MethodArgs,

    #[command(flatten)]
    goal_test: GoalTestArg,

    /// Count the boards of each search, and take the time
    #[arg(long)]
    stats: bool,

    /// Print the boards that a method takes, in order
    #[arg(long, conflicts_with_all = ["what", "show", "keep", "pairs"])]
    trace: bool,

    #[command(flatten)]
    stages: StageArgs,

    #[command(flatten)]
    cost: CostArg,

    /// Stop once proved to be at most FACTOR times the best
    #[arg(long, value_name = "FACTOR", conflicts_with_all = ["optimal", "weight"])]
    within: Option<Factor>,

    #[command(flatten)]
    tables: SearchArgs,
}

fields! {
    /// A board that a method takes to expand it. `f` is the sum of `g`, the moves so far, and `h`,
    /// the estimate.
    struct TraceRow {
        board: String,
        depth: u32,
        parent: Option<String>,
        f: u64,
        g: u32,
        h: u64,
    }
}

impl Solve {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let form = self.form()?;
        let mut tables = self.tables(form, session)?;
        self.expect_bounds(tables.problems.size)?;
        tables.limits.within = self.within;
        let expected = self.expected(form, &tables)?;
        let reader = |input| open(input, expected.clone());
        let mut sources = tables.problems.sources(&self.boards, reader)?;
        if self.trace {
            let Some(choice) = self.way()? else {
                bail!("--trace needs --method: a table lookup expands no boards");
            };
            let board = sources.one(|board| tables.problems.read_with_goal(board));
            return self.traced(board?, choice, &tables, session);
        }
        if self.stages.is_asked() {
            if self.stages.explain && *form.questions != [Question::Hint] {
                bail!("--explain: expected `hint --explain`, or `solvable --explain`");
            }
            if self.cost.cost.is_some() || self.within.is_some() {
                bail!("--cost and --within: stages are as short as can be; leave one of them out");
            }
            let rows = &self.io.rows;
            return self.stages.run(sources, self.notation, &tables, rows, session);
        }
        let [has_words, has_inputs] = sources.kinds();
        self.io.layout.expect_input(has_inputs)?;
        if has_words && (self.keep || self.pairs || self.goal_column.is_some()) {
            bail!("--keep, --pairs and --goal-column are for files; found boards as arguments");
        }
        tables.limits.interruptible = !has_inputs;
        let tables = Arc::new(tables);
        let form = self.with_goals(form, sources.inputs())?;
        let form = Form { apart: has_inputs || sources.each.len() > 1, ..form };
        // Boards that are words are answered one by one.
        let together = if has_inputs { self.boards_at_a_time(&tables) } else { 1 };
        // One at a time, each on all threads, and what rows have in their fields is a note.
        let alone = self.bulk(form, &tables, 1)?;
        let alone = if form.format == Format::Text {
            alone.explain(NoteKind::Unsolvable).explain(NoteKind::Bounds)
        } else {
            alone
        };
        let together = (self.bulk(form, &tables, together)?, together);
        let out = self.io.rows.create(session)?;
        // A bar on the same terminal as the answers would garble both.
        let progress = InputProgress::new(sources.len, !has_inputs || out.is_terminal);
        let mut answered = AnswerWriter::new(out, &alone, self.keep, progress)?;
        answered.since = self.stats.then(Instant::now);
        answered.is_proof = tables.limits.optimal;
        let blank = self.tables.goal.reading.blank();
        answered.blank =
            (self.show && form.format == Format::Text && blank != "x").then(|| blank.to_owned());
        while let Some(source) = sources.each.pop_front() {
            match source {
                BoardSource::Word(text, number) => answered.answer_word(&alone, &text, number)?,
                BoardSource::Input { mut reader, name, is_typed } => {
                    answered.file = name;
                    let (bulk, at_a_time) =
                        if is_typed { (&alone, 1) } else { (&together.0, together.1) };
                    answered.answer_input(bulk, at_a_time, &mut reader)?;
                    answered.file.clear();
                }
            }
        }
        answered.finish()
    }

    /// Solves a board by a method, and writes the boards that it takes.
    fn traced(
        &self,
        (board, goal): (Board, Board),
        choice: SearchChoice,
        tables: &Tables,
        session: &Session,
    ) -> anyhow::Result<Ending> {
        let (board, goal) = (board.expect_small("a trace")?, goal.expect_small("a trace")?);
        let mut rows = self.io.rows.begin::<TraceRow>(session)?;
        let mut written = Ok(());
        let mut write = |taken: &Taken, h: u64| {
            let row = TraceRow {
                board: taken.board.to_string(),
                depth: taken.depth,
                parent: taken.parent.map(|parent| parent.to_string()),
                f: h.saturating_add(taken.depth.into()),
                g: taken.depth,
                h,
            };
            written = rows.line(&row, &row.board);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (metric, limits) = (tables.problems.metric, tables.limits.limits());
        let searched = choice.trace([board, goal], metric, tables, &limits, &mut write);
        written?;
        match searched {
            Ok(cost) if self.stats => note!("{cost}"),
            Ok(_) => {}
            // What it took until then is the trace.
            Err(Error::Stopped(stopped)) => {
                note!("{stopped}");
                if self.stats {
                    note!("{}", stopped.cost());
                }
            }
            Err(why) => return Err(why.into()),
        }
        rows.finish()?;
        Ok(Ending::Answered)
    }

    /// The form of answers.
    fn form(&self) -> anyhow::Result<Form> {
        let is_pattern = matches!(self.heuristic, Some(HeuristicArg::Additive(_)));
        let questions: Questions = match *self.answer {
            _ if self.distance => Question::Distance.into(),
            [Question::Heuristic] if is_pattern => Question::Pattern.into(),
            _ => questions(&self.answer)?,
        };
        let format = self.io.rows.format();
        let is_optimal = self.method.is_none_or(Method::is_optimal);
        let usual: &[Question] = match self.cost.cost {
            _ if format == Format::Text || !questions.is_empty() => &[],
            Some(_) => &[Question::Moves, Question::Length, Question::Cost],
            None if !is_optimal => &[Question::Distance, Question::Moves, Question::Length],
            None => &[],
        };
        let questions = if usual.is_empty() { questions } else { usual.iter().copied().collect() };
        self.expect_costs(&questions)?;
        let (show, cost, notation) = (self.show, self.stats, self.notation);
        let within = self.within.is_some();
        Ok(Form { questions, format, show, cost, within, notation, ..Form::default() })
    }

    /// Refuses `--within` where the answer is the best, or nothing is proved of it.
    fn expect_bounds(&self, size: Option<Shape>) -> anyhow::Result<()> {
        match (self.within, self.method, size) {
            (Some(_), Some(method), _) if !matches!(method, Method::WeightedAStar { .. }) => {
                bail!("--within: of methods, wastar proves a factor; expected --method wastar")
            }
            (Some(_), None, Some(size)) if !self.has_bounds()(size) => {
                bail!("--within: {size} is answered with the best solution; leave it out")
            }
            _ => Ok(()),
        }
    }

    /// Whether a search for boards of a size may end with bounds.
    fn has_bounds(&self) -> impl Fn(Shape) -> bool + Send + Sync + 'static {
        let has_costs = self.cost.cost.is_some();
        move |size| {
            if has_costs {
                size.cells() > MOST_CELLS_AT_ONCE
            } else {
                size.class() >= Class::Bounded
            }
        }
    }

    /// Refuses answers without costs where costs are, and the other way round.
    fn expect_costs(&self, questions: &Questions) -> anyhow::Result<()> {
        use Question::{Cost, Hint, Length, Moves};
        match self.cost.cost {
            None if questions.contains(&Cost) => {
                bail!("--answer cost: expected --cost with what moves cost, such as --cost tile");
            }
            Some(_) if self.trace => bail!("--trace counts moves; leave out --cost"),
            Some(_)
                if !questions.iter().all(|asked| matches!(asked, Moves | Hint | Length | Cost)) =>
            {
                bail!(
                    "--cost: a cheapest solution has moves, length and cost; expected --answer with these"
                );
            }
            _ => Ok(()),
        }
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

    /// The expectations of an input of boards: fields to keep, pairs and goals.
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
        let tables = self.cost.open(&self.tables, session)?;
        tables.problems.expect_notation(form.notation)?;
        if self.method.is_some() || self.trace {
            tables.problems.expect_one_goal("a search method")?;
        } else if let [Question::Heuristic | Question::Pattern] = *form.questions {
            tables.problems.expect_one_goal("a heuristic")?;
        }
        tables.problems.expect(form.needed()).with_context(|| {
            let names = form.questions.iter().map(|&asked| name_of(asked, Question::NAMES));
            format!("--answer {}", names.collect::<Vec<_>>().join(","))
        })?;
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
        let way = self.way()?;
        let mut bulk = if let Some(method) = self.method {
            use Question::{Cost, Difficulty, Distance, Hint, Length, Moves};
            let finds = |&asked: &Question| {
                matches!(asked, Moves | Hint | Distance | Difficulty | Length | Cost)
            };
            if !form.questions.iter().all(finds) {
                bail!(
                    "--method {} finds a solution and its length; expected no other answer, or \
                     --method table",
                    method.name()
                );
            }
            let bar = progress::spinner("{spinner} {prefix}, {elapsed}");
            let bar = bar.with_prefix(method.name());
            Bulk::with_oracles(form, move |goal| {
                Ok(methods::oracle(way, goal, &tables)?.limited(tables.limits.ticking(&bar)))
            })
        } else if let [Question::Heuristic | Question::Pattern] = *form.questions {
            let usual = HeuristicArg::Named(HeuristicName::Manhattan);
            let heuristic = self.heuristic.clone().unwrap_or(usual);
            Bulk::with_oracles(form, move |goal| {
                let (goal, metric) = (goal.expect_small("a heuristic")?, tables.problems.metric);
                match &heuristic {
                    HeuristicArg::Named(named) => named.values(goal, metric, &*tables),
                    HeuristicArg::Additive(tiles) => {
                        PatternValues::new(goal, tiles)?.into_oracle(goal, metric)
                    }
                }
            })
        } else {
            if self.heuristic.is_some() {
                bail!(
                    "--heuristic: a table needs none; expected --method astar, ida or another with it"
                );
            }
            let (is_within, has_bounds) = (self.within.is_some(), self.has_bounds());
            Bulk::with_oracles(form, move |goal| {
                if is_within && !has_bounds(goal.shape()) {
                    let why = "it is answered with the best solution; leave out --within";
                    let shape = goal.expect_small("a factor")?.shape();
                    return Err(Error::Unsuitable {
                        method: "a search within a factor",
                        shape,
                        why,
                    });
                }
                tables.oracle(goal)?.for_boards_at_a_time(at_a_time)
            })
        };
        bulk = bulk.describe_errors(move |error| cures::with_cure_of(error, &session)).comments();
        // Other formats have columns for it.
        if stats {
            bulk = bulk.explain(NoteKind::Cost);
        }
        let bulk = size.into_iter().fold(bulk.reading(reading), Bulk::size);
        let bulk = self.cost.cost.into_iter().fold(bulk, Bulk::costs);
        Ok(bulk.goals(move |size| of_goal.problems.goal(size)))
    }

    /// The method that finds solutions, if it is not the table.
    fn way(&self) -> anyhow::Result<Option<SearchChoice>> {
        let Some(method) = self.method else {
            if self.goal_test.goal_test.is_some() {
                bail!("--goal-test: a table tests no boards; expected a --method with it");
            }
            self.search.expect_methods(&[None])?;
            return Ok(None);
        };
        let heuristic = self.heuristic.clone().map(HeuristicArg::named).transpose()?;
        let choice = methods::choice(method, heuristic, self.search, self.goal_test)?;
        // Weighted A* with this weight proves the factor.
        let method = choice.method.detailed(self.within, None, None);
        Ok(Some(SearchChoice { method, ..choice }))
    }
}

/// The fields of rows, unless others are asked for.
pub fn fields() -> String {
    join(&Form { format: Format::Csv, ..Form::default() }.field_names())
}
