//! `tilebase completions`: scripts by which a shell completes the command line.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::output::Output;
use crate::cli::{Cli, Outcome};

/// Print the completion script of a shell
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
    clap_complete::generate(args.shell, &mut Cli::command(), "tilebase", &mut script);
    let mut out = Output::stdout();
    out.put(|out| out.write_all(&script))?;
    out.flush()?;
    Ok(Outcome::Answered)
}
