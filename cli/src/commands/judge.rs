//! `tilebase judge`: answer as an online judge prescribes.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use tilebase::judge::Judge;
use tilebase::text::Format;
use tilebase::{Error, Tablebase};

use crate::Ending;
use crate::input::Input;
use crate::limits::SearchLimits;
use crate::options::{OutputArg, judges};
use crate::output::Output;
use crate::report::error;
use crate::session::Session;

/// Answer as an online judge prescribes, or list the judges
///
/// If the judge accepts any solution, the answer is the canonical one, or on boards of more than 16
/// cells a good one. A case that cannot be read ends the run.
#[derive(clap::Args)]
pub struct JudgeCommand {
    /// The name of the judge; without one, all are listed
    #[arg(value_parser = judges())]
    name: Option<&'static Judge>,

    /// The judge's input; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    /// List all judges, one per line
    #[arg(long, conflicts_with = "name", hide = true)]
    list: bool,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    limits: SearchLimits,
}

impl JudgeCommand {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let Some(judge) = self.name else { return self.list_all(session) };
        let input = Input::open(&self.file, session)?;
        let out = RefCell::new(self.output.create(Some(Format::Text), session)?);
        let lost = RefCell::new(None);
        let input = BufReader::new(FlushingReader { input, out: &out, lost: &lost });
        let (tables, limits) = (Tablebase::embedded(), self.limits.limits());
        let answered = judge.answer(&tables, &limits, input, |answer| {
            Ok(out.borrow_mut().write_all(answer.as_bytes())?)
        });
        if let Some(lost) = lost.take() {
            return Err(lost.into());
        }
        let mut out = out.into_inner();
        let Err(error): anyhow::Result<()> = answered else {
            out.finish()?;
            return Ok(Ending::Answered);
        };
        // What was answered is written, but a file keeps its old contents.
        out.flush()?;
        match error.downcast_ref() {
            Some(malformed @ Error::Case { .. }) => {
                error!("{malformed}");
                Ok(Ending::Failed)
            }
            _ => Err(error),
        }
    }

    fn list_all(&self, session: &Session) -> anyhow::Result<Ending> {
        let mut out = self.output.create(Some(Format::Text), session)?;
        let widest = Judge::ALL.iter().map(|judge| judge.name.chars().count()).max();
        let longest = Judge::ALL.iter().map(|judge| judge.problem.chars().count()).max();
        let (widest, longest) = (widest.unwrap_or(0), longest.unwrap_or(0));
        for Judge { name, problem, about, .. } in Judge::ALL {
            writeln!(out, "{name:<widest$}  {problem:<longest$}  {about}")?;
        }
        out.finish()?;
        Ok(Ending::Answered)
    }
}

/// An input that flushes the answers before it reads more: a program that writes a case may be
/// waiting for its answer.
struct FlushingReader<'o> {
    input: Input,
    out: &'o RefCell<Output>,
    /// The error in writing answers, if there was one.
    lost: &'o RefCell<Option<io::Error>>,
}

impl Read for FlushingReader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Err(error) = self.out.borrow_mut().flush() {
            *self.lost.borrow_mut() = Some(error);
            return Err(io::Error::other("cannot write the answers"));
        }
        self.input.read(bytes)
    }
}
