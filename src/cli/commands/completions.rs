//! `tilebase completions`: completion scripts for shells.

use clap::{Arg, ArgGroup, Command};
use clap_complete::Shell;

use crate::cli::output::Output;
use crate::cli::{COMMANDS, Outcome, command_line};

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
    let mut command = without_hidden(&command_line(&COMMANDS));
    clap_complete::generate(args.shell, &mut command, "tilebase", &mut script);
    let mut out = Output::stdout();
    out.put(|out| out.write_all(&script))?;
    out.flush()?;
    Ok(Outcome::Answered)
}

/// The command without its hidden options, which would otherwise be in the scripts.
fn without_hidden(command: &Command) -> Command {
    let is_shown = |group: &&ArgGroup| {
        let mut hidden = command.get_arguments().filter(|arg| arg.is_hide_set());
        hidden.all(|arg| group.get_args().all(|id| id != arg.get_id()))
    };
    let arguments = command.get_arguments().filter(|arg: &&Arg| !arg.is_hide_set());
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .args(arguments.cloned())
        .groups(command.get_groups().filter(is_shown).cloned())
        .subcommands(command.get_subcommands().map(without_hidden))
}
