//! `tilebase completions`: completion scripts for shells.

use clap_complete::Shell;

use crate::output::Output;
use crate::{COMMANDS, Outcome, command_line};

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase completions bash > ~/.local/share/bash-completion/completions/tilebase
  tilebase completions fish > ~/.config/fish/completions/tilebase.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    shell: Shell,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    let mut command = command_line(&COMMANDS);
    clap_complete::generate(args.shell, &mut command, "tilebase", &mut script);
    let mut out = Output::stdout();
    out.put(|out| out.write_all(&script))?;
    out.flush()?;
    Ok(Outcome::Answered)
}
