//! `tilebase prove`: a proof in parts, which can be interrupted or divided among machines.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use indicatif::{HumanCount, ProgressBar};
use tilebase::limits::Interval;
use tilebase::puzzle::{Class, SmallBoard, plural};
use tilebase::solver::Part;
use tilebase::{Error, Limits, Moves, Oracle};

use crate::limits::SearchLimits;
use crate::options::{ThreadsArg, count_in};
use crate::output::print;
use crate::problems::GoalArgs;
use crate::proof::{PartRecord, ProofRecord, append};
use crate::report::{error, note};
use crate::session::Session;
use crate::tables::{AnsweringArgs, Folder, SearchArgs, Tables};
use crate::{Ending, interrupt, progress};

/// The heading of the options for many machines.
const PARTS: &str = "Parts, for many machines";

/// Prove a distance in parts that can be interrupted, or run on many machines
///
/// The answer is the canonical solution, as with `solve --optimal`. See docs/commands.md for proofs
/// on many machines: --plan prints the arguments of parts, and each part prints a line for the file
/// of --state.
#[derive(clap::Args)]
pub struct Prove {
    /// The board, or a file with one; `-` is standard input
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<OsString>,

    /// Save what is proved in this file, and continue from what it holds
    #[arg(help_heading = PARTS)]
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    state: Option<PathBuf>,

    /// Divide each search into N parts [default: parts of about half a minute]
    #[arg(help_heading = PARTS)]
    #[arg(long, value_name = "N", value_parser = count_in(1..=Part::MAX), conflicts_with_all = ["part", "plan"])]
    parts: Option<u32>,

    /// Print the distance, which may be proved sooner
    #[arg(long, conflicts_with = "part")]
    distance: bool,

    /// Print the arguments of each part to search next, of N parts
    #[arg(help_heading = PARTS)]
    #[arg(long, value_name = "N", value_parser = count_in(1..=Part::MAX), conflicts_with = "part")]
    plan: Option<u32>,

    /// Search only this part, such as 3/64: the third of 64
    #[arg(help_heading = PARTS)]
    #[arg(long, value_name = "K/N", requires = "within")]
    part: Option<Part>,

    /// Look for solutions of at most MOVES moves
    #[arg(help_heading = PARTS)]
    #[arg(long, value_name = "MOVES", value_parser = count_in(0..=u32::MAX), requires = "part")]
    within: Option<u32>,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    limits: SearchLimits,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    folder: Folder,
}

/// A part generates about this many boards, unless their number is given. It takes half a minute.
const BOARDS_PER_PART: u64 = 1 << 30;

/// A search for two moves more generates at most about this many times the boards.
const GROWTH: u64 = 10;

impl Prove {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        // From now on Ctrl-C ends only the search.
        interrupt::interrupted();
        let (threads, folder) = (self.threads, self.folder.clone());
        let args = SearchArgs {
            goal: self.goal.clone(),
            limits: self.limits.clone(),
            tables: AnsweringArgs { threads, folder, ..AnsweringArgs::default() },
            ..SearchArgs::default()
        };
        let tables = Tables::new(&args, session)?;
        let (board, goal) = tables.problems.one_board(&self.board)?;
        let board = *board.expect_small("a proof")?;
        let goal = goal.expect_small("a proof")?;
        let oracle = tables.searching_oracle(goal)?;
        if let Err(why) = tilebase::puzzle::solvable(&board, goal) {
            note!("{why}");
            return self.answer("unsolvable", session);
        }
        let searcher = PartSearcher {
            board,
            goal: *goal,
            oracle,
            limits: tables.limits,
            began: Instant::now(),
            generated: 0,
            bar: progress::bar(None, "{spinner} {msg}, {elapsed}"),
        };
        match (self.part, self.within) {
            (Some(part), Some(within)) => searcher.only(within, part, session),
            _ => self.whole(searcher, session),
        }
    }

    /// Searches what is missing, bound by bound, or plans it.
    fn whole(&self, mut searcher: PartSearcher, session: &Session) -> anyhow::Result<Ending> {
        let (board, goal) = (searcher.board, searcher.goal);
        let mut proof = match &self.state {
            Some(file) => ProofRecord::read(&board, &goal, file)?,
            None => ProofRecord::new(&board, &goal),
        };
        let quick = match searcher.quick() {
            Err(Error::Stopped(stopped)) => stopped,
            Err(error) => return Err(error.into()),
            Ok(Some(moves)) => return self.answer(&self.shown(&moves), session),
            Ok(None) => {
                let mut stopped = Interval::default();
                stopped.at_least = searcher.oracle.lower_bound(&board)?;
                stopped
            }
        };
        loop {
            let least = proof.at_least().max(quick.at_least);
            // All solutions of a board have the same parity.
            let at_least = least + (least + quick.at_least) % 2;
            let best = proof.best().into_iter().chain(&quick.best).min_by_key(|moves| moves.len());
            let best = best.cloned();
            let shortest = best.as_ref().filter(|best| best.len() as u32 <= at_least);
            let proved = if self.distance { shortest } else { None };
            if let Some(moves) = proved.or_else(|| proof.canonical(at_least)) {
                return self.answer(&self.shown(moves), session);
            }
            let missing = self.missing(&proof, at_least)?;
            if self.plan.is_some() {
                let line = |part: &Part| format!("--within {at_least} --part {part}\n");
                return print(missing.iter().map(line).collect::<String>().as_bytes(), session);
            }
            if !self.search(&mut searcher, &mut proof, (at_least, best), missing)? {
                return Ok(Ending::Failed);
            }
        }
    }

    /// The parts to search next, for solutions of at most `within` moves.
    fn missing(&self, proof: &ProofRecord, within: u32) -> anyhow::Result<Vec<Part>> {
        let expected = proof.last_generated().saturating_mul(GROWTH) / BOARDS_PER_PART;
        let of = self.plan.or(self.parts).unwrap_or(expected.clamp(1, Part::MAX.into()) as u32);
        let missing = proof.missing(within, of);
        if missing.is_empty() {
            bail!(
                "the parts searched for {within} moves contradict the tables; check those with: tilebase verify"
            );
        }
        Ok(missing)
    }

    /// Searches parts until one has a solution, and records what they prove. Returns false if a
    /// limit stops that: the error that is printed has the bounds.
    fn search(
        &self,
        searcher: &mut PartSearcher,
        proof: &mut ProofRecord,
        (at_least, best): (u32, Option<Moves>),
        parts: Vec<Part>,
    ) -> anyhow::Result<bool> {
        if let Some(file) = &self.state {
            append(file, "")?;
        }
        let most = best.as_ref().map_or(String::new(), |best| format!(", at most {}", best.len()));
        for part in parts {
            let shown = format!("at least {at_least} moves{most}, part {part}");
            let record = match searcher.search(at_least, part, shown) {
                Err(Error::Stopped(_)) => {
                    let mut stopped = Interval::default();
                    (stopped.at_least, stopped.best) = (at_least, best);
                    let goes_on = self.state.as_ref().map(|_| "; the same command goes on");
                    error!("{stopped}{}", goes_on.unwrap_or_default());
                    return Ok(false);
                }
                record => record?,
            };
            if let Some(file) = &self.state {
                append(file, &(record.line() + "\n"))?;
            }
            proof.add(&record)?;
            if record.is_found() {
                break;
            }
        }
        Ok(true)
    }

    /// A shortest solution as it is printed.
    fn shown(&self, moves: &Moves) -> String {
        if self.distance { moves.len().to_string() } else { moves.to_string() }
    }

    /// Prints the answer, unless a plan or a part is asked for: then there is none.
    fn answer(&self, answer: &str, session: &Session) -> anyhow::Result<Ending> {
        let is_printed = self.plan.is_none() && self.part.is_none();
        let line = if is_printed { format!("{answer}\n") } else { String::new() };
        print(line.as_bytes(), session)
    }
}

/// Searches parts, within the limits of the whole run.
struct PartSearcher {
    board: SmallBoard,
    goal: SmallBoard,
    oracle: Oracle,
    limits: SearchLimits,
    began: Instant,
    generated: u64,
    bar: ProgressBar,
}

impl PartSearcher {
    /// The limits that are left, with a progress function.
    fn limits_left(&self, shown: String) -> Limits {
        let (spent, before, bar) = (self.began.elapsed(), self.generated, self.bar.clone());
        let left = SearchLimits {
            max_nodes: self.limits.max_nodes.map(|most| most.saturating_sub(before)),
            timeout: self.limits.timeout.map(|timeout| timeout.saturating_sub(spent)),
            ..self.limits.clone()
        };
        let interrupted = interrupt::interrupted();
        left.limits().progress(move |progress| {
            if !bar.is_hidden() {
                let generated = HumanCount(before + progress.generated);
                bar.set_message(format!("{shown}; {generated} boards"));
                bar.tick();
            }
            interrupt::stop_if(&interrupted)
        })
    }

    /// The quick answer to a board of a large shape, with at most half of the limits of the run, so
    /// that a limited run proves something. `None` for the others.
    fn quick(&mut self) -> Result<Option<Moves>, Error> {
        let shape = self.board.shape();
        if shape.class() < Class::Bounded {
            return Ok(None);
        }
        let mut limits = Limits::of_size(shape);
        if let Some(most) = self.limits.max_nodes {
            limits = limits.boards_at_most(most / 2);
        }
        if let Some(timeout) = self.limits.timeout {
            limits = limits.timeout(timeout / 2);
        }
        let interrupted = interrupt::interrupted();
        let limits = limits.progress(move |_| interrupt::stop_if(&interrupted));
        let found = self.oracle.clone().limited(limits).solution(&self.board);
        if let Err(Error::Stopped(stopped)) = &found {
            self.generated += stopped.generated;
        }
        found.map(Some)
    }

    /// Searches a part.
    fn search(&mut self, within: u32, part: Part, shown: String) -> Result<PartRecord, Error> {
        let oracle = self.oracle.clone().limited(self.limits_left(shown));
        let (found, cost) = oracle.first_within(&self.board, within, part)?;
        self.generated += cost.generated;
        let boards = (&self.board, &self.goal);
        Ok(PartRecord::new(boards, (within, part), found.as_ref(), cost.generated))
    }

    /// Searches one part alone, and prints what it proves.
    fn only(mut self, within: u32, part: Part, session: &Session) -> anyhow::Result<Ending> {
        let record = self.search(within, part, format!("at most {within} moves, part {part}"));
        self.bar.finish_and_clear();
        let record = match record {
            Err(Error::Stopped(stopped)) => {
                let boards = plural(stopped.generated, "board");
                error!("stopped after {boards}: part {part} was not searched to its end");
                return Ok(Ending::Failed);
            }
            record => record?,
        };
        let ending = print((record.line() + "\n").as_bytes(), session)?;
        let found = if record.is_found() { "a" } else { "no" };
        note!("part {part} has {found} solution of at most {within} moves");
        Ok(ending)
    }
}
