//! `tilebase check`: mistakes in a file of solutions.

use std::ffi::OsString;
use std::io::{BufReader, Write as _};

use anyhow::bail;
use tilebase::Tablebase;
use tilebase::judge::{CaseVerdict, Judge};
use tilebase::sets::Set;
use tilebase::text::Notation;

use crate::Ending;
use crate::fields::one_of;
use crate::input::Input;
use crate::known_sets;
use crate::options::{BoardRowsArgs, judges, notations};
use crate::report::note;
use crate::session::Session;
use crate::tables::{CostArg, SearchArgs, Tables};
use crate::verdicts::{AnswerKind, AnswersArgs, Checking};

/// The options for files of boards and answers that are neither a judge's nor a public set's.
const OF_OTHER_FILES: &str = "kind valid format json goal metric size table optimal layout column \
    answer_column goal_column unsolvable_as";

/// Check answers to boards: `optimal`, `valid +K` (K moves too many) or `wrong: ...`, one per line
///
/// An answer is moves in any form, or `unsolvable`; for the goal it is an empty line. The exit
/// status is 1 unless every answer is optimal or valid. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Check {
    /// A board and its answer; or a FILE of boards in any layout, and one of answers in the same
    /// order [default: beside the boards]; `-` is standard input
    #[arg(value_name = "BOARD|FILE", required = true, allow_negative_numbers = true)]
    words: Vec<OsString>,

    /// What the answers are
    #[arg(id = "kind", long = "answers", value_name = "KIND", ignore_case = true)]
    #[arg(value_enum, default_value = "moves")]
    kind: AnswerKind,

    /// Check only that the moves reach the goal, without a search
    #[arg(long, conflicts_with = "kind")]
    valid: bool,

    /// The files are the input of this online judge and the output of a program
    #[arg(long, value_name = "NAME", value_parser = judges(), hide_possible_values = true)]
    #[arg(conflicts_with_all = OF_OTHER_FILES.split(' '), conflicts_with = "notation")]
    judge: Option<&'static Judge>,

    /// Check answers to this public set (see `sample --set`), and print how they compare with the
    /// best known; the first FILE has the answers
    #[arg(long, value_name = "NAME", value_parser = known_sets::named, hide_possible_values = true)]
    #[arg(conflicts_with_all = OF_OTHER_FILES.split(' '), conflicts_with = "judge")]
    set: Option<Set>,

    #[arg(long, help = notations!("How answers are written"))]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    read: AnswersArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    #[command(flatten)]
    cost: CostArg,

    #[command(flatten)]
    tables: SearchArgs,
}

impl Check {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        if let Some(set) = self.set {
            let [answers] = &self.words[..] else { bail!("--set: expected one FILE of answers") };
            return known_sets::score(set, answers.as_ref(), self.notation, &self.io.rows, session);
        }
        if let Some(judge) = self.judge {
            return self.cases(judge, session);
        }
        let args = SearchArgs { follows_only: self.valid, ..self.tables.clone() };
        let tables = self.cost.open(&args, session)?;
        Checking {
            given: tables.problems.boards_and_answers(&self.words)?,
            read: &self.read,
            io: &self.io,
            tables,
            kind: if self.valid { AnswerKind::Valid } else { self.kind },
            notation: self.notation,
            lengths: false,
        }
        .run(session)
    }

    /// Checks what a program answered to a judge's input.
    fn cases(&self, judge: &Judge, session: &Session) -> anyhow::Result<Ending> {
        let tables = Tables::new(&self.tables, session)?;
        let [input, answers] = &self.words[..] else {
            bail!("--judge: expected the judge's input and a file of answers");
        };
        let open = |name: &OsString| Input::open(name.as_ref(), session).map(BufReader::new);
        let (input, answers) = (open(input)?, open(answers)?);
        let mut out = self.io.rows.create(session)?;
        let (mut right, mut longer, mut wrong) = (0, 0, 0_u64);
        let limits = tables.limits.limits();
        let embedded = Tablebase::embedded();
        judge.check::<anyhow::Error>(&embedded, &limits, input, answers, |verdict| {
            match verdict {
                CaseVerdict::Correct => right += 1,
                CaseVerdict::Longer { .. } => longer += 1,
                _ => wrong += 1,
            }
            Ok(writeln!(out, "{verdict}")?)
        })?;
        out.finish()?;
        note!("{}: {right} correct, {longer} valid, {wrong} wrong", judge.problem);
        Ok(if wrong == 0 { Ending::Answered } else { Ending::Failed })
    }
}
