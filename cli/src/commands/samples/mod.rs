//! `tilebase sample`: random boards, at given distances if asked.

mod work;
mod writer;

use std::hash::{BuildHasher, RandomState};
use std::ops::{ControlFlow, RangeInclusive};

use anyhow::{Context, anyhow, bail};
use indicatif::HumanCount;
use tilebase::bulk::{Bulk, Form, Question};
use tilebase::judge::{Judge, Layout};
use tilebase::oracle::Ask;
use tilebase::puzzle::{Class, MAX_CELLS, Metric, Shape, SmallBoard, SmallShape};
use tilebase::sample::{Difficulty, ExpectedWork, Population, Request, SampleError, Sampler};
use tilebase::text::{Format, InputLayout, Notation};
use tilebase::{Board, Error, Oracle};
use work::{Counted, MAX_SEARCHES};
use writer::{Files, Writer};

use crate::Ending;
use crate::cures;
use crate::fields::one_of;
use crate::known_sets::{self, AskedSet};
use crate::options::{RowsArgs, count, count_in, judges, seed, shape};
use crate::output::Output;
use crate::progress::SampleProgress;
use crate::report::note;
use crate::session::Session;
use crate::tables::{SearchArgs, Tables};

/// The number of boards drawn and written at once.
const BOARDS_PER_BLOCK: u64 = 1024;
/// The number of boards drawn and written at once if each board needs a search.
const BOARDS_PER_SEARCHED_BLOCK: u64 = 32;

/// Draw random boards that reach the goal, one per line
///
/// All boards are equally likely, but not with --along-solutions, nor with --difficulty or --judge
/// on large shapes: there each distance is. A seed gives the same boards on every machine, with any
/// tables. `csv` and `jsonl` have the fields of `solve`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub struct Sample {
    /// The shape, as with --size
    #[arg(value_name = "RxC", value_parser = shape(), conflicts_with = "size")]
    #[arg(hide_possible_values = true)]
    shape: Option<Shape>,

    /// The number of boards [default: 1]
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    count: Option<u64>,

    /// Draw only boards at this distance, or from A to B; `max` is the largest
    #[arg(long, value_name = "D|A..B", value_parser = distances, group = "range")]
    distance: Option<RangeInclusive<u32>>,

    /// Draw only boards that are this hard for a person
    #[arg(long, value_parser = one_of(Difficulty::NAMES), value_name = "LEVEL")]
    #[arg(group = "range", conflicts_with = "unsolvable")]
    difficulty: Option<Difficulty>,

    /// Draw N boards at each distance, the nearest first
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "count")]
    per_distance: Option<u64>,

    /// List all boards at the given distances, the nearest first
    #[arg(long, requires = "range", conflicts_with_all = ["count", "per_distance", "seed", "unique"])]
    all: bool,

    /// Draw only boards that have exactly N shortest solutions
    #[arg(long, value_name = "N", conflicts_with_all = ["per_distance", "all", "unique", "unsolvable"])]
    #[arg(value_parser = count_in(1..=u64::MAX))]
    solutions: Option<u64>,

    /// Draw boards from the solutions of random boards: quickly, but not uniformly
    #[arg(long)]
    along_solutions: bool,

    /// Draw boards that cannot reach the goal
    #[arg(long, conflicts_with_all = ["distance", "per_distance", "along_solutions"])]
    unsolvable: bool,

    /// Draw no board twice
    #[arg(long)]
    unique: bool,

    /// A number or any text, such as a date for a daily puzzle [default: random, and printed]
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<u64>,

    /// Write the input of this judge, with its goal; if OUT ends in `/`, a file for each board,
    /// with its answer beside it: 01.in and 01.out
    #[arg(long, value_name = "NAME", value_parser = judges(), hide_possible_values = true, conflicts_with_all = ["format", "json", "answer"])]
    judge: Option<&'static Judge>,

    /// Print the moves from the goal to each board, as a scramble
    #[arg(long, conflicts_with_all = ["judge", "answer", "unsolvable", "format", "json"])]
    moves: bool,

    /// Write boards as grids, with an empty line between them
    #[arg(long, value_parser = one_of(WRITTEN_LAYOUTS))]
    #[arg(conflicts_with_all = ["moves", "judge", "format", "json"])]
    layout: Option<InputLayout>,

    /// The fields of csv and jsonl, as for `solve` [default: distance,moves]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(value_parser = one_of(Question::NAMES))]
    answer: Vec<Question>,

    /// How moves are written [default: blank]
    #[arg(long, value_parser = one_of(Notation::NAMES))]
    notation: Option<Notation>,

    /// Print this public set of boards, or its first N; without NAME, list the sets
    #[arg(long, value_name = "NAME", num_args = 0..=1, value_parser = known_sets::asked)]
    #[arg(default_missing_value = "")]
    #[arg(conflicts_with_all = ["range", "per_distance", "all", "solutions", "along_solutions"])]
    #[arg(conflicts_with_all = ["unsolvable", "unique", "seed", "judge", "answer", "notation"])]
    #[arg(conflicts_with_all = ["goal", "metric", "size", "shape"])]
    set: Option<AskedSet>,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    tables: SearchArgs,
}

/// The way in which boards are written.
const WRITTEN_LAYOUTS: &[(&str, InputLayout)] =
    &[("lines", InputLayout::Lines), ("grids", InputLayout::Grids)];

fn distances(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (distance(first)?, distance(last)?);
    if first <= last {
        Ok(first..=last)
    } else {
        let first = if first == u32::MAX { "max".to_owned() } else { first.to_string() };
        Err(format!("{first} is above {last}: expected the smaller distance first"))
    }
}

fn distance(text: &str) -> Result<u32, String> {
    match text.trim() {
        "max" => Ok(u32::MAX),
        text => count_in(0..=u32::MAX)(text)
            .map_err(|_| "expected a distance D, `max`, or two as in A..B".into()),
    }
}

impl Sample {
    pub fn run(mut self, session: &Session) -> anyhow::Result<Ending> {
        let size = &mut self.tables.goal.size;
        *size = self.shape.or(*size);
        match self.set {
            Some(None) => return known_sets::list(&self.rows, session),
            Some(Some(set)) => return known_sets::boards(set, self.count, &self.rows, session),
            None => {}
        }
        self.expect_rows_of_answers()?;
        let goal = &self.tables.goal;
        goal.reading.expect_positions(goal.goal.is_some())?;
        // Drawing and writing only boards needs no table.
        let tables = Tables::new(&self.tables, session)?;
        let (goal, layout) = self.goal_and_layout(&tables)?;
        let metric = tables.problems.metric;
        self.expect_solutions_to_count(&goal, metric)?;
        let folder = self.judge.and(self.rows.output.folder());
        let mut out = match folder {
            Some(_) => Output::stdout(session),
            None => self.rows.create(session)?,
        };
        // On a terminal, a bar and the boards would overwrite each other.
        let progress = SampleProgress::new(out.is_terminal || goal.small().is_none());
        let is_uncounted = |why| uncounted(why, &goal, tables.problems.metric, session);
        let asked = match goal.small() {
            Some(goal) => self.asked(goal.shape(), metric),
            None => goal.is_several().then(|| self.asked_of_several()),
        };
        if let (Some(goal), Some(asked)) = (goal.small(), &asked) {
            asked.check(goal).map_err(is_uncounted)?;
        }
        let is_answered = self.has_answers() || self.moves;
        let is_looked_up = asked.is_some() || is_answered || self.solutions.is_some();
        let source = is_looked_up.then(|| tables.oracle(&goal)).transpose()?;
        let asked = asked.zip(source.as_ref()).map(|(asked, source)| asked.of(source));
        let distances = asked.as_ref().map_or(0..=u32::MAX, |asked| asked.distances.clone());
        let asked_along = asked.as_ref().is_some_and(|asked| asked.along);
        let counted = self.solutions.zip(source.as_ref());
        let counted =
            counted.map(|(solutions, source)| Counted::new(solutions, source, &distances));
        let request = self.request(&goal, asked, source.as_ref(), metric);
        let count = request.count;
        // Every `RandomState` has its own random keys. A list of all boards is always the same.
        let random = || RandomState::new().hash_one(());
        let seed = self.seed.or(self.all.then_some(0)).unwrap_or_else(random);
        let mut sampler = Sampler::new(&goal, request, seed).map_err(is_uncounted)?;
        if self.seed.is_none() && !self.all {
            note!("to reproduce these boards, use --seed {seed}");
        }
        let boards = sampler.left().unwrap_or(count);
        let is_searched = source.as_ref().is_some_and(|source| !source.is_looking_up());
        self.announce(metric, &goal, is_searched, &sampler.cost(), boards);
        progress.begin(boards);
        let together = match goal.small() {
            None if !goal.is_several() => tables.threads.or_processors() as u64,
            _ if is_searched => BOARDS_PER_SEARCHED_BLOCK,
            _ => BOARDS_PER_BLOCK,
        };
        if asked_along && !self.along_solutions && self.judge.is_none() {
            note!("each distance is equally likely, and boards at one are not");
        }
        let answering = source.as_ref().filter(|_| is_answered);
        let mut writer = match (layout, self.judge.zip(folder), answering) {
            (Some(layout), Some((judge, folder)), _) => {
                Writer::Files(Files::new(layout, judge, folder, boards, session))
            }
            (Some(layout), None, _) => Writer::Judge(layout),
            (None, _, Some(source)) if self.moves => {
                Writer::Moves(source.clone(), goal, self.notation.unwrap_or_default())
            }
            (None, _, Some(source)) => Writer::Answers(self.bulk(source).goal(goal)),
            (None, _, None) => Writer::Boards {
                are_grids: self.layout == Some(InputLayout::Grids),
                blank: self.tables.goal.reading.blank().to_owned(),
            },
        };
        writer.head(boards, &mut out)?;
        draw(&mut sampler, (boards, together), counted.as_ref(), &progress, |boards| {
            writer.write(boards, &mut out)
        })?;
        drop(progress);
        out.finish()?;
        Ok(Ending::Answered)
    }

    /// True if the boards are written with their answers, in rows.
    fn has_answers(&self) -> bool {
        self.rows.format() != Format::Text
    }

    /// Refuses options for the fields of answers where there are none.
    fn expect_rows_of_answers(&self) -> anyhow::Result<()> {
        if !self.has_answers() && !self.answer.is_empty() {
            bail!("--answer is for the fields of answers; expected --format csv or jsonl with it");
        }
        if !self.has_answers() && !self.moves && self.notation.is_some() {
            bail!("--notation is for moves; expected --moves, --format csv or jsonl with it");
        }
        if self.answer.contains(&Question::Heuristic) {
            bail!("--answer heuristic: `sample` takes none; give its boards to `lookup`");
        }
        Ok(())
    }

    /// Refuses to count the solutions of random boards of a large shape.
    fn expect_solutions_to_count(&self, goal: &Board, metric: Metric) -> anyhow::Result<()> {
        let of_difficulty = self.difficulty.and_then(|it| it.distances(goal.shape(), metric));
        let is_near = self.distance.is_some() || of_difficulty.is_some();
        if self.solutions.is_some() && goal.class() == Class::Bounded && !is_near {
            bail!(
                "--solutions: counting them takes too long for random boards of {}; expected \
                 --distance with it",
                goal.shape()
            );
        }
        Ok(())
    }

    /// The goal, and how a judge's boards are laid out, if they are for one.
    fn goal_and_layout(&self, tables: &Tables) -> anyhow::Result<(Board, Option<Layout>)> {
        if let Some(judge) = self.judge
            && tables.problems.metric != Metric::default()
        {
            bail!("--judge {}: judges count single tiles; expected --metric single", judge.name);
        }
        if let Some(size) = tables.problems.size.filter(|size| size.class() == Class::AnySize) {
            self.expect_options_of_any_size(size, tables)?;
            return Ok((tables.problems.goal(size)?, None));
        }
        if let (Some(judge), Some(named)) = (self.judge, &self.distance)
            && let Some(asked) = judge.distances()
            && !(asked.contains(named.start()) && asked.contains(named.end()))
        {
            let (name, least, most) = (judge.name, asked.start(), asked.end());
            note!("{name} asks boards at distances of {least} to {most}");
        }
        let of_judge = self.judge.map(|judge| Layout::new(judge, None)).transpose()?;
        // A goal that is only named is one of the judge's shape.
        let shape = of_judge.map_or_else(SmallShape::default, |layout| layout.goal().shape());
        let size = tables.problems.size.unwrap_or(shape.into());
        let asked_for = tables.problems.goal(size)?;
        if asked_for.is_several() {
            self.expect_options_of_several()?;
            return Ok((asked_for, None));
        }
        let asked_for = *asked_for.expect_small("drawing by distance")?;
        let layout = match self.judge {
            Some(judge) if tables.problems.named_goal.is_some() => {
                Some(Layout::new(judge, Some(&asked_for))?)
            }
            Some(judge) => Some(Layout::of_shape(judge, asked_for.shape())?),
            None => None,
        };
        Ok((layout.as_ref().map_or(asked_for, |layout| *layout.goal()).into(), layout))
    }

    /// Refuses what boards for a goal with free cells or equal tiles cannot be asked.
    fn expect_options_of_several(&self) -> Result<(), Error> {
        for (what, given) in [
            ("--all", self.all),
            ("--difficulty", self.difficulty.is_some()),
            ("--unsolvable", self.unsolvable),
            ("--along-solutions", self.along_solutions),
            ("--judge", self.judge.is_some()),
        ] {
            if given {
                return Err(Error::SeveralGoals { what });
            }
        }
        Ok(())
    }

    /// What is asked for of such a goal: boards at some distances, or at all.
    fn asked_of_several(&self) -> ByDistance {
        let distances = self.distance.clone().unwrap_or(0..=u32::MAX);
        ByDistance { distances, each: self.per_distance.is_some(), along: false }
    }

    /// Writes the boards with their answers.
    fn bulk(&self, source: &Oracle) -> Bulk {
        let (format, notation) = (self.rows.format(), self.notation.unwrap_or_default());
        let questions = self.answer.iter().copied().collect();
        let form = Form { format, notation, questions, ..Form::default() };
        let source = source.clone();
        Bulk::with_oracles(form, move |_| Ok(source.clone()))
    }

    /// Refuses what boards of more than 25 cells cannot be asked.
    fn expect_options_of_any_size(&self, size: Shape, tables: &Tables) -> anyhow::Result<()> {
        for (option, given) in [
            ("--distance", self.distance.is_some()),
            ("--all", self.all),
            ("--per-distance", self.per_distance.is_some()),
            ("--along-solutions", self.along_solutions),
            ("--solutions", self.solutions.is_some()),
            ("--answer", !self.answer.is_empty()),
        ] {
            if given {
                tables.problems.expect(Ask::DIFFICULTY).context(option)?;
            }
        }
        for (option, given) in [("--unique", self.unique), ("--judge", self.judge.is_some())] {
            if given {
                size.expect_at_most(MAX_CELLS, option)?;
            }
        }
        Ok(())
    }

    /// Prints an estimate if drawing `boards` will take more than two seconds. If distances are
    /// searched for, so are the answers that are written.
    fn announce(
        &self,
        metric: Metric,
        goal: &Board,
        is_searched: bool,
        cost: &ExpectedWork,
        boards: u64,
    ) {
        let answers = if (self.has_answers() || self.moves) && is_searched { boards } else { 0 };
        if let Some(work) = work::expected(metric, goal, is_searched, cost, boards, answers) {
            note!("{work}");
        }
        if let Some(number) = self.solutions.filter(|_| is_searched) {
            note!(
                "each random board is solved to count its solutions; if none of {} has {number}, \
                 no more are drawn",
                HumanCount(MAX_SEARCHES)
            );
        }
    }

    /// The boards asked for by distance, if any are.
    fn asked(&self, shape: SmallShape, metric: Metric) -> Option<ByDistance> {
        let each = self.per_distance.is_some() || self.all;
        // Large boards of a difficulty are quick to draw, if they need no exact distance.
        let is_walked = |it: &Difficulty| it.without_distances(shape.into(), metric).is_some();
        let exact = self.difficulty.filter(|it| each || self.along_solutions || !is_walked(it));
        let of_difficulty = exact.and_then(|it| it.distances(shape.into(), metric));
        let named = self.distance.clone().or(of_difficulty);
        let is_named = named.is_some() || self.per_distance.is_some() || self.unsolvable;
        // Those of the boards that the judge can be asked, unless others are named.
        let of_judge = self.judge.filter(|_| !is_named).and_then(Judge::distances);
        let is_for_judge = of_judge.is_some();
        let distances = named.or(of_judge);
        if distances.is_none() && self.per_distance.is_none() && !self.along_solutions {
            return None;
        }
        // Equally likely boards at these distances would take long.
        let is_rare = self.difficulty.is_some() && !each && Difficulty::is_along(shape.into());
        let along = self.along_solutions || is_rare || is_for_judge;
        Some(ByDistance { distances: distances.unwrap_or(0..=u32::MAX), each, along })
    }

    /// The request for boards.
    fn request(
        &self,
        goal: &Board,
        asked: Option<ByDistance>,
        source: Option<&Oracle>,
        metric: Metric,
    ) -> Request {
        let all = goal.small().filter(|_| self.all).map(|board| board.shape().states());
        let count = all.or(self.per_distance).or(self.count).unwrap_or(1);
        let population = match asked.zip(source) {
            Some((ByDistance { distances, each, along }, source)) => {
                Population::Distances { source: source.clone(), distances, each, along }
            }
            None if self.unsolvable => Population::Unsolvable,
            None => self
                .difficulty
                .and_then(|it| it.without_distances(goal.shape(), metric))
                .unwrap_or_default(),
        };
        Request { count, unique: self.unique, population }
    }
}

/// Boards that are asked for by distance.
struct ByDistance {
    /// From `u32::MAX` on means the largest one.
    distances: RangeInclusive<u32>,
    each: bool,
    along: bool,
}

impl ByDistance {
    /// Refuses distances at which no boards can be drawn, before what gives the distances is
    /// prepared, which takes a second on large shapes.
    fn check(&self, goal: &SmallBoard) -> Result<(), SampleError> {
        if self.each || !self.along { Sampler::check(goal, &self.distances) } else { Ok(()) }
    }

    /// The same with the number of the largest distance, if it is known.
    fn of(self, source: &Oracle) -> ByDistance {
        match source.counts() {
            Some(counts) if *self.distances.start() == u32::MAX => {
                let largest = counts.len() as u32 - 1;
                ByDistance { distances: largest..=largest, ..self }
            }
            _ => self,
        }
    }
}

/// Draws this many boards, `together` at a time, and writes them.
fn draw(
    sampler: &mut Sampler,
    (count, together): (u64, u64),
    counted: Option<&Counted<'_>>,
    progress: &SampleProgress,
    mut write: impl FnMut(&[Board]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut left, mut drawn) = (count, 0);
    while left > 0 {
        let most = if counted.is_some() { together } else { left.min(together) };
        let mut boards = sampler.draw_watched(most as usize, &mut |done| {
            progress.tick(done.found, done.draws, done.searches);
            ControlFlow::Continue(())
        })?;
        drawn += boards.len() as u64;
        if let Some(counted) = counted {
            boards = counted.among(boards)?;
            boards.truncate(left as usize);
            if boards.is_empty() && left == count {
                counted.found_none(drawn)?;
            }
        }
        write(&boards)?;
        left -= boards.len() as u64;
        progress.drawn(boards.len() as u64);
    }
    Ok(())
}

/// The error, and how to make the table that counts the boards if that is what is missing.
fn uncounted(why: SampleError, goal: &Board, metric: Metric, session: &Session) -> anyhow::Error {
    // Only tables of all boards have counts.
    if matches!(why, SampleError::Uncounted { .. })
        && Class::of(goal.shape(), metric) == Ok(Class::Tabled)
        && let Some(shape) = goal.small().map(SmallBoard::shape)
        && let Some(make) = cures::make_once(shape, goal.blank_cell(), metric, session)
    {
        return anyhow!("{why}; to draw from all, {make}");
    }
    why.into()
}
