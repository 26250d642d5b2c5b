//! `tilebase completions` and `tilebase man`: files to install beside the program, from its help.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use crate::help::HelpLength;
use crate::output::{Output, print};
use crate::session::Session;
use crate::{COMMANDS, Ending, command_line};

/// Print a completion script for a shell
#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    shell: Shell,
}

impl Completions {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let mut script = Vec::new();
        let mut command = command_line(&COMMANDS, Some(HelpLength::Whole));
        clap_complete::generate(self.shell, &mut command, "tilebase", &mut script);
        print(&script, session)
    }
}

/// Print the manual page of tilebase, or of one of its commands
#[derive(clap::Args)]
pub struct Man {
    /// The command to describe
    #[arg(value_parser = PossibleValuesParser::new(COMMANDS), hide_possible_values = true)]
    command: Option<String>,

    /// Write the pages of tilebase and of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

impl Man {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        // There is no page for `tilebase help`.
        let mut cli =
            command_line(&COMMANDS, Some(HelpLength::Whole)).disable_help_subcommand(true);
        cli.build();
        if let Some(folder) = &self.all {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
            let pages = cli.get_subcommands().cloned().chain([cli.clone()]);
            for command in pages.collect::<Vec<_>>() {
                let name = format!("{}.1", command.get_display_name().unwrap_or("tilebase"));
                let mut out = Output::create(Some(&folder.join(name)), session)?;
                out.write_all(&page(command)?)?;
                out.finish()?;
            }
            return Ok(Ending::Answered);
        }
        let command = match &self.command {
            None => cli,
            Some(name) => cli.find_subcommand(name).expect("one of the names").clone(),
        };
        print(&page(command)?, session)
    }
}

/// The manual page of a command. The text after its help gets sections of its own.
fn page(mut command: Command) -> std::io::Result<Vec<u8>> {
    // The name is followed by one line. `whatis` and `apropos` show nothing else.
    if command.get_long_about().is_none() {
        let whole = command.get_about().map(ToString::to_string).unwrap_or_default();
        let line = whole.lines().next().unwrap_or_default().to_owned();
        command = command.about(line).long_about(whole);
    }
    let (has_commands, has_version) = (command.has_subcommands(), command.get_version().is_some());
    let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Page::new(command).source(concat!("tilebase ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some((title, text)) = below.split_once(':') {
        writeln!(page, ".SH {}\n.nf", title.to_uppercase())?;
        for line in text.trim_start_matches('\n').lines() {
            writeln!(page, "{}", line.trim_start().replace('\\', "\\e").replace('-', "\\-"))?;
        }
        writeln!(page, ".fi")?;
    }
    if has_version {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}
