//! `tilebase judge`: answer as an online judge prescribes.

use std::cell::RefCell;
use std::io::{self, BufReader, Read};

use tilebase::{Error, Tablebase, judge::Judge};

use crate::input::Input;
use crate::limits::SearchLimits;
use crate::options::{OutputArg, judges};
use crate::output::Output;
use crate::{Outcome, report};

/// Answer as an online judge prescribes, from standard input to standard output
///
/// Any white space may separate the words of the input. A case that cannot be read ends the run,
/// after the answers to the cases before it. The error says which case it is, and the exit status
/// is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase judge --list
  tilebase judge poj1077 < board.txt
  echo '[[4,1,2],[5,0,3]]' | tilebase judge leetcode773")]
pub struct Args {
    /// The name of the judge; `--list` lists all of them
    #[arg(required_unless_present = "list", value_parser = judges(), ignore_case = true)]
    name: Option<&'static Judge>,

    /// List all judges, one per line
    #[arg(long, conflicts_with = "name")]
    list: bool,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    limits: SearchLimits,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let Some(judge) = args.name else {
        let mut out = Output::create(args.output.path())?;
        let width = |part: fn(&Judge) -> &str| {
            Judge::ALL.iter().map(|judge| part(judge).chars().count()).max().unwrap_or_default()
        };
        let (name, problem) = (width(|judge| judge.name), width(|judge| judge.problem));
        for judge in Judge::ALL {
            let Judge { about, .. } = judge;
            out.line(format_args!("{:<name$}  {:<problem$}  {about}", judge.name, judge.problem))?;
        }
        out.finish()?;
        return Ok(Outcome::Answered);
    };
    let tables = Tablebase::embedded();
    let input = Input::stdin();
    let out = RefCell::new(Output::create(args.output.path())?);
    let lost = RefCell::new(None);
    let input = BufReader::new(FlushingReader { input, out: &out, lost: &lost });
    let answered = judge.answer(&tables, &args.limits.limits(), input, |answer| {
        out.borrow_mut().put(|out| out.write_all(answer.as_bytes()))
    });
    if let Some(lost) = lost.take() {
        return Err(lost);
    }
    out.into_inner().finish()?;
    match answered {
        Ok(()) => Ok(Outcome::Answered),
        Err(error) => match error.downcast_ref::<Error>() {
            Some(malformed @ Error::Case { .. }) => {
                report::error(format_args!("{malformed}"));
                Ok(Outcome::Failed)
            }
            _ => Err(error),
        },
    }
}

/// An input that flushes the answers before it reads more: a program that writes a case may be
/// waiting for its answer.
struct FlushingReader<'o> {
    input: Input,
    out: &'o RefCell<Output>,
    /// The error in writing answers, if there was one.
    lost: &'o RefCell<Option<anyhow::Error>>,
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
