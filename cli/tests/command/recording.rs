//! A recording: checksums of what commands print, so that no answer changes unnoticed. The commands
//! are in `cli/tests/recording/cases.txt`. After an intended change, and for new commands,
//! `RECORDING=overwrite cargo test --test command recording` updates the checksums.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::program::is_recording;

/// The prompt before a command. On its line, its recording comes before this.
const PROMPT: &str = "$ tilebase";

#[test]
fn every_command_prints_what_is_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recording");
    let path = folder.join("cases.txt");
    let cases = fs::read_to_string(&path).expect("the cases");
    let lines: Vec<&str> = cases.lines().collect();
    let found = found_now(&folder, &lines);

    if is_recording() {
        let lines = lines.iter().zip(&found).map(|(line, found)| match command(line) {
            Some(command) => format!("{found} {PROMPT}{command}\n"),
            None => format!("{line}\n"),
        });
        return fs::write(&path, lines.collect::<String>()).expect("a file");
    }
    let commands = lines.iter().filter(|line| command(line).is_some()).count();
    assert!(commands > 500, "{commands} commands");
    let changed = lines.iter().zip(&found).filter_map(|(line, found)| {
        let (command, recorded) = (command(line)?, recorded(line));
        (recorded != found)
            .then(|| format!("tilebase{command}\n    recorded: {recorded:18} found: {found}\n"))
    });
    let changed: Vec<String> = changed.collect();
    assert!(
        changed.is_empty(),
        "{} of {commands} commands print something else than recorded (checksum, bytes):\n\n{}\n\
         To see the difference, run them with this program and with an older one:\n\
         cd {}; TILEBASE_DATA=/nonexistent {} ...\n\
         If the change is intended: RECORDING=overwrite cargo test --test command recording\n",
        changed.len(),
        changed.concat(),
        folder.display(),
        env!("CARGO_BIN_EXE_tilebase"),
    );
}

/// The command of a line, behind the program's name. `None` if the line has none.
fn command(line: &str) -> Option<&str> {
    let (_, command) = line.split_once(PROMPT)?;
    (!line.starts_with('#')).then_some(command)
}

/// The recording of a line's command: empty if it is new.
fn recorded(line: &str) -> &str {
    line.split_once(PROMPT).map_or("", |(recorded, _)| recorded.trim_end())
}

/// New recordings of each line's command, made on all processors.
fn found_now(folder: &Path, lines: &[&str]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut found = Vec::new();
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(line) = lines.get(number)
        {
            let record = command(line).map(|command| record(folder, command));
            found.push((number, record.unwrap_or_default()));
        }
        found
    };
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut found = thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(run)).collect();
        let found = threads.into_iter().flat_map(|thread| thread.join().expect("no panic"));
        found.collect::<Vec<_>>()
    });
    found.sort_unstable();
    found.into_iter().map(|(_, record)| record).collect()
}

/// Runs a command, perhaps with `< FILE` at its end, and returns the checksum of its exit status
/// and its output, and the number of bytes of both outputs.
fn record(folder: &Path, command: &str) -> String {
    let mut words = shlex::split(command).expect("words as in a shell");
    let input = match &words[..] {
        [.., sign, file] if sign == "<" => File::open(folder.join(file)).expect("a file").into(),
        _ => Stdio::null(),
    };
    words.truncate(words.iter().position(|word| word == "<").unwrap_or(words.len()));
    let output = Command::new(env!("CARGO_BIN_EXE_tilebase"))
        .args(words)
        .current_dir(folder)
        .env("TILEBASE_DATA", "/nonexistent")
        // Lines are wrapped at a width that does not depend on the terminal.
        .env("COLUMNS", "100")
        .stdin(input)
        .output()
        .expect("the program");
    let (answers, messages) = (settled(&output.stdout), settled(&output.stderr));
    let all = format!("{:?}\n{answers}\n{messages}", output.status.code());
    format!("{:08x} {:>6}", crc32fast::hash(all.as_bytes()), answers.len() + messages.len())
}

/// An output without what differs from run to run, and from version to version.
fn settled(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output).replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let is_time = |line: &str| line.starts_with("note: all in ");
    text.split_inclusive('\n').filter(|line| !is_time(line)).collect()
}
