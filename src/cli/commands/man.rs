//! `tilebase man`: the manual, for `man -l -` or a file.

use anyhow::bail;
use clap::CommandFactory;

use crate::cli::output::Output;
use crate::cli::{Cli, Outcome};

/// Print the manual page of tilebase, or of one of its commands
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase man | man -l -
  tilebase man solve > tilebase-solve.1")]
pub struct Args {
    /// The command
    command: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut cli = Cli::command();
    cli.build();
    let command = match &args.command {
        None => cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                bail!("no command `{name}`: expected one of those that `tilebase --help` lists")
            }
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut out = Output::stdout();
    out.put(|out| out.write_all(&page))?;
    out.flush()?;
    Ok(Outcome::Answered)
}
