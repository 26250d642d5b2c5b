//! Output of the command: a file is complete or absent, and no file of the user is lost.
#![cfg(unix)]

use std::fs;
use std::io::Read;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[cfg(target_os = "linux")]
use crate::program::ignores;
use crate::program::{is_ignored, kill, sleeps, wait_until};

const BOARD: &str = "1 2 3 4 5 x 7 8 6\n";

/// A folder with boards and answers, and the command in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write("boards", &BOARD.repeat(100));
        folder.write("answers", &"d\n".repeat(100));
        folder
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).expect("room");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).expect("a file")
    }

    fn names(&self) -> Vec<String> {
        let files = fs::read_dir(self.0.path()).expect("a folder");
        let name = |file: std::io::Result<fs::DirEntry>| file.expect("a file").file_name();
        let mut names: Vec<String> =
            files.map(|file| name(file).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The command, with its arguments as one text.
    fn tilebase(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        command.env("TILEBASE_DATA", self.at("data")).stdin(Stdio::null());
        command
    }

    /// Runs the command through a shell, in which it is called `tilebase`.
    fn shell(&self, script: &str) -> Output {
        let own =
            format!("tilebase() {{ '{}' \"$@\"; }}; {script}", env!("CARGO_BIN_EXE_tilebase"));
        let mut shell = Command::new("bash");
        shell.args(["-c", &own]).current_dir(self.0.path()).stdin(Stdio::null());
        ended(shell.env("TILEBASE_DATA", self.at("data")))
    }

    fn mkfifo(&self, name: &str) {
        assert!(Command::new("mkfifo").arg(self.at(name)).status().expect("mkfifo").success());
    }
}

/// Runs a command that must end by itself.
fn ended(command: &mut Command) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command");
    wait_until("it ends", || child.try_wait().expect("a child").is_some());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    child.stdout.take().expect("a pipe").read_to_end(&mut stdout).expect("its output");
    child.stderr.take().expect("a pipe").read_to_end(&mut stderr).expect("its output");
    Output { status: child.wait().expect("the end"), stdout, stderr }
}

fn code(output: &Output, expected: i32) -> String {
    assert_eq!(output.status.code(), Some(expected), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_input_is_never_the_output() {
    let folder = Folder::new();
    code(&ended(&mut folder.tilebase("generate -q -o t.tbl")), 0);
    fs::hard_link(folder.at("boards"), folder.at("hard")).expect("a link");
    symlink("boards", folder.at("soft")).expect("a link");
    fs::hard_link(folder.at("t.tbl"), folder.at("hard.tbl")).expect("a link");
    let table = fs::read(folder.at("t.tbl")).expect("a table");
    fs::create_dir(folder.at("data")).expect("a folder");
    code(&ended(&mut folder.tilebase("generate -q --size 2x5")), 0);
    fs::hard_link(folder.at("data/5x2-9.tbl"), folder.at("large.tbl")).expect("a link");
    let large = fs::read(folder.at("large.tbl")).expect("a table");
    let before = folder.names();
    for script in [
        "tilebase lookup boards -o boards",
        "tilebase lookup boards -o ./boards",
        "tilebase lookup boards -o hard",
        "tilebase lookup hard -o boards",
        "tilebase lookup boards -o soft",
        "tilebase lookup soft -o boards",
        "tilebase lookup -o boards < boards",
        "tilebase lookup -o soft < hard",
        "tilebase lookup boards >> boards",
        "tilebase lookup boards -o /dev/stdout >> hard",
        "tilebase lookup boards --table t.tbl -o t.tbl",
        "tilebase lookup boards --table t.tbl -o hard.tbl",
        "tilebase check boards answers -o boards",
        "tilebase check boards answers -o answers",
        "tilebase check boards answers -o hard",
        "tilebase check boards - -o answers < answers",
        "tilebase check boards answers --table t.tbl -o hard.tbl",
        "tilebase sample -n 3 --table t.tbl -o t.tbl",
        // A table that is found by itself, or by its name.
        "tilebase lookup boards -o data/5x2-9.tbl",
        "tilebase lookup --size 2x5 boards -o large.tbl",
        "tilebase lookup --table 5x2-9 boards -o data/5x2-9.tbl",
        "tilebase check boards answers -o data/5x2-9.tbl",
        "tilebase check --table 5x2-9 boards answers -o large.tbl",
        "tilebase sample -n 3 --size 2x5 --distance 3 -o data/5x2-9.tbl",
        "tilebase sample -n 3 --table 5x2-9 -o large.tbl",
        "tilebase verify t.tbl >> t.tbl",
        // Whether or not the command reads tables.
        "tilebase rank -o data/5x2-9.tbl < boards",
        "tilebase unrank 1 -o large.tbl",
        "tilebase moves d -o data/5x2-9.tbl",
        "tilebase solvable -o data/5x2-9.tbl < boards",
        "tilebase swap 1234 -o data/5x2-9.tbl",
        "tilebase judge poj1077 -o data/5x2-9.tbl < boards",
        "tilebase judge --list -o data/5x2-9.tbl",
        "tilebase census -q --size 2x2 -o data/5x2-9.tbl",
        "tilebase census boards -o data/5x2-9.tbl",
        "tilebase compare boards -o data/5x2-9.tbl",
        "tilebase compare --audit manhattan --size 2x2 -o data/5x2-9.tbl",
        "tilebase analyze 12345678x u -o data/5x2-9.tbl",
        // Output that is read again would never end.
        "tilebase solve < boards >> boards",
        "tilebase rank < boards >> boards",
        "tilebase unrank < boards >> boards",
        "tilebase solvable < boards >> boards",
        "tilebase swap < boards >> hard",
        "tilebase judge poj1077 < boards >> boards",
        "tilebase compare boards >> boards",
        "tilebase rank < boards 1<> boards",
    ] {
        let says = code(&folder.shell(script), 2);
        assert!(says.contains("is both input and output"), "{script}: {says}");
        assert_eq!(folder.read("boards"), BOARD.repeat(100), "{script}");
        assert_eq!(folder.read("answers"), "d\n".repeat(100), "{script}");
        assert!(fs::read(folder.at("t.tbl")).expect("a table") == table, "{script}");
        assert!(fs::read(folder.at("large.tbl")).expect("a table") == large, "{script}");
        assert_eq!(folder.names(), before, "{script}");
    }
    // Any other file in the folder may be written.
    code(&folder.shell("tilebase lookup boards -o data/answers"), 0);
    // The same device is not the same file.
    code(&folder.shell("tilebase lookup /dev/null -o /dev/null < /dev/null"), 0);
}

/// Whether a process has a file in this folder open that has no name.
#[cfg(target_os = "linux")]
fn has_unnamed(child: &std::process::Child, folder: &Folder) -> bool {
    let Ok(open) = fs::read_dir(format!("/proc/{}/fd", child.id())) else { return false };
    open.flatten().filter_map(|file| fs::read_link(file.path()).ok()).any(|name| {
        name.starts_with(folder.0.path()) && name.to_string_lossy().ends_with(" (deleted)")
    })
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_lookup_or_check_leaves_the_old_answers() {
    let folder = Folder::new();
    for (signal, arguments) in [
        (2, "lookup -o out"),
        (15, "lookup -o out"),
        (1, "lookup -o out"),
        (9, "lookup -o out"),
        (15, "check - answers -o out"),
    ] {
        if is_ignored(signal) {
            continue;
        }
        folder.write("out", "old\n");
        let mut command = folder.tilebase(arguments);
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command");
        let mut stdin = child.stdin.take().expect("a pipe");
        wait_until("it writes", || {
            stdin.write_all(BOARD.as_bytes()).expect("it reads");
            has_unnamed(&child, &folder)
        });
        assert_eq!(folder.read("out"), "old\n", "{arguments}");
        kill(&child, signal);
        let output = child.wait_with_output().expect("the end");
        assert_eq!(output.status.signal(), Some(signal), "{arguments}: {output:?}");
        let said: &[u8] = b"error: interrupted: out is as it was before\n";
        assert_eq!(output.stderr, if signal == 2 { said } else { b"" }, "{output:?}");
        assert_eq!(folder.names(), ["answers", "boards", "out"], "{arguments}, signal {signal}");
        assert_eq!(folder.read("out"), "old\n", "{arguments}, signal {signal}");
    }
}

/// Long work begins when the output is open, so an interruption says what became of it.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_leaves_the_old_one() {
    if is_ignored(2) {
        return;
    }
    let folder = Folder::new();
    folder.write("out", "old\n");
    let mut command = folder.tilebase("analyze -o out --max-nodes 100000000000 --size 5x5");
    command.args(["24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 x", "u"]);
    let child = command.stderr(Stdio::piped()).spawn().expect("the command");
    wait_until("it begins", || has_unnamed(&child, &folder));
    kill(&child, 2);
    let output = child.wait_with_output().expect("the end");
    assert_eq!(output.status.signal(), Some(2), "{output:?}");
    assert_eq!(output.stderr, b"error: interrupted: out is as it was before\n", "{output:?}");
    assert_eq!(folder.read("out"), "old\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_generate_that_is_killed_leaves_nothing() {
    let folder = Folder::new();
    for signal in [2, 15, 1, 9].into_iter().filter(|&signal| !is_ignored(signal)) {
        // A table of 3x4 takes long enough to be hit.
        let mut child =
            folder.tilebase("generate -q --size 3x4 -o t.tbl").spawn().expect("the command");
        wait_until("it begins", || has_unnamed(&child, &folder));
        kill(&child, signal);
        let ended = child.wait().expect("the end");
        assert_eq!(ended.signal(), Some(signal), "{ended:?}");
        assert_eq!(folder.names(), ["answers", "boards"], "signal {signal}");
    }
}

/// Opening a pipe waits for a reader.
#[test]
fn a_run_that_waits_for_a_reader_can_be_interrupted() {
    let folder = Folder::new();
    folder.mkfifo("pipe");
    for signal in [2, 15, 1].into_iter().filter(|&signal| !is_ignored(signal)) {
        let mut child = folder.tilebase("lookup boards -o pipe").spawn().expect("the command");
        wait_until("it waits", || sleeps(&child));
        assert_eq!(child.try_wait().expect("a child"), None, "there is no reader");
        kill(&child, signal);
        wait_until("it ends", || child.try_wait().expect("a child").is_some());
        assert_eq!(child.wait().expect("the end").signal(), Some(signal));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    let script = format!("trap '' INT; exec '{}' lookup -o out", env!("CARGO_BIN_EXE_tilebase"));
    shell.args(["-c", &script]).current_dir(folder.0.path()).stdin(Stdio::piped());
    let mut child = shell.spawn().expect("the command");
    let mut stdin = child.stdin.take().expect("a pipe");
    wait_until("it begins", || has_unnamed(&child, &folder));
    assert!(ignores(&child, 2));
    kill(&child, 2);
    stdin.write_all(BOARD.as_bytes()).expect("it goes on");
    drop(stdin);
    assert!(child.wait().expect("the end").success());
    assert_eq!(folder.read("out"), "d\n");
}

#[test]
fn a_write_that_fails_leaves_the_old_answers() {
    let folder = Folder::new();
    folder.write("boards", &BOARD.repeat(100_000));
    folder.write("answers", &"d\n".repeat(100_000));
    for command in ["lookup boards", "check boards answers", "sample -n 50000 --seed 1"] {
        folder.write("out", "old\n");
        // The system ends a program that does not ignore this signal. Then there is no error.
        for (trap, ends) in [("trap '' XFSZ; ", 2), ("", 128 + 25)] {
            let script =
                format!("{trap}ulimit -c 0; ulimit -f 16; tilebase {command} -o out; exit");
            let says = code(&folder.shell(&script), ends);
            let told = says.contains("cannot write out: File too large");
            assert_eq!(told, ends == 2, "{script}: {says}");
            assert_eq!(folder.read("out"), "old\n", "{script}");
            assert_eq!(folder.names(), ["answers", "boards", "out"], "{script}");
        }
    }
    let says = code(&folder.shell("tilebase lookup boards -o /dev/full"), 2);
    assert!(says.contains("cannot write /dev/full"), "{says}");
}

#[test]
fn a_run_that_fails_leaves_the_old_answers() {
    let folder = Folder::new();
    folder.write("out", "old\n");
    code(&ended(&mut folder.tilebase("generate -q -o t.tbl")), 0);
    let mut damaged = fs::read(folder.at("t.tbl")).expect("a table");
    damaged[4096..].iter_mut().step_by(64).for_each(|byte| *byte ^= 1);
    fs::write(folder.at("t.tbl"), damaged).expect("room");
    for command in ["lookup boards", "check boards answers", "sample -n 99 --format csv --seed 1"] {
        let says =
            code(&ended(&mut folder.tilebase(&format!("{command} --table t.tbl -o out"))), 2);
        assert!(says.contains("damaged"), "{command}: {says}");
        assert_eq!(folder.read("out"), "old\n", "{command}");
        assert_eq!(folder.names(), ["answers", "boards", "out", "t.tbl"], "{command}");
    }
    // Invalid lines are answers: it ran to its end.
    folder.write("boards", &format!("{BOARD}1 2 3 4 5 6 7 8 8\n"));
    code(&ended(&mut folder.tilebase("lookup boards -o out")), 1);
    assert_eq!(folder.read("out"), "d\ninvalid\n");
}

#[test]
fn pipes_devices_and_standard_output_are_written_directly() {
    let folder = Folder::new();
    let answers = "d\n".repeat(100);
    folder.mkfifo("pipe");
    let read = folder.shell("tilebase lookup boards -o pipe & cat pipe; wait $!");
    assert_eq!(String::from_utf8_lossy(&read.stdout), answers);
    let read = folder.shell("tilebase generate -q --size 2x2 -o pipe & cat pipe | wc -c; wait $!");
    assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), (4096 + 6 + 4).to_string());
    assert!(fs::metadata(folder.at("pipe")).expect("a pipe").file_type().is_fifo());
    code(&folder.shell("tilebase lookup boards -o /dev/null"), 0);
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
    for out in ["-", "/dev/stdout", "/dev/fd/1", ">(cat)"] {
        let read = folder.shell(&format!("tilebase lookup boards -o {out} | cat"));
        assert_eq!(String::from_utf8_lossy(&read.stdout), answers, "{out}");
    }
    // A file that is appended to is not replaced.
    for out in ["-", "/dev/stdout", "/dev/fd/1", "/dev/fd/3"] {
        folder.write("log", "kept\n");
        code(&folder.shell(&format!("tilebase lookup boards -o {out} >> log 3>> log")), 0);
        assert_eq!(folder.read("log"), format!("kept\n{answers}"), "{out}");
    }
    assert_eq!(folder.names(), ["answers", "boards", "log", "pipe"]);
}

#[test]
fn links_and_permissions_stay() {
    let folder = Folder::new();
    for (command, len) in [("lookup boards", 200), ("generate -q", 4096 + 90_720 + 92)] {
        fs::create_dir(folder.at("deep")).expect("a folder");
        folder.write("deep/file", "old\n");
        let permissions = fs::Permissions::from_mode(0o604);
        fs::set_permissions(folder.at("deep/file"), permissions).expect("permissions");
        symlink("deep/file", folder.at("link")).expect("a link");
        code(&ended(&mut folder.tilebase(&format!("{command} -o link"))), 0);
        assert_eq!(fs::read_link(folder.at("link")).expect("a link"), Path::new("deep/file"));
        let found = fs::symlink_metadata(folder.at("deep/file")).expect("a file");
        assert_eq!((found.len(), found.mode() & 0o7777), (len, 0o604), "{command}");
        fs::remove_dir_all(folder.at("deep")).expect("it is there");
        fs::remove_file(folder.at("link")).expect("it is there");
    }
}

/// Root can write everywhere, so root becomes `nobody` first.
#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = Folder::new();
    folder.write("out", "old\n");
    let permissions = |name: &str, mode| {
        fs::set_permissions(folder.at(name), fs::Permissions::from_mode(mode))
            .expect("permissions");
    };
    permissions("out", 0o444);
    permissions("", 0o777);
    let mut command = folder.tilebase("lookup boards -o out");
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        command.uid(65_534).gid(65_534);
    }
    // The command itself may be in a place that `nobody` cannot reach. Then there is nothing to
    // test.
    if let Ok(failed) = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output() {
        let says = code(&failed, 2);
        assert!(says.contains("cannot write out: Permission denied"), "{says}");
    }
    assert_eq!(folder.read("out"), "old\n");
    assert_eq!(folder.names(), ["answers", "boards", "out"]);
}

#[test]
fn a_name_may_be_as_long_as_names_are() {
    let folder = Folder::new();
    for command in ["lookup boards", "generate -q"] {
        let name = "n".repeat(255);
        code(&ended(&mut folder.tilebase(&format!("{command} -o {name}"))), 0);
        assert_eq!(folder.names(), ["answers".to_owned(), "boards".to_owned(), name], "{command}");
    }
}

#[test]
fn advice_destroys_nothing_and_works_as_printed() {
    let folder = Folder::new();
    for command in
        ["solve --table boards 123456780", "lookup --table boards answers", "info boards"]
    {
        let says = code(&ended(&mut folder.tilebase(command)), 2);
        assert!(says.contains("not a table") && !says.contains("-o"), "{command}: {says}");
    }
    assert!(code(&ended(&mut folder.tilebase("verify boards")), 1).contains("not a table"));
    // A damaged table may be generated again under its own name, whatever that is.
    for name in [
        "a b;rm x.tbl",
        "it's \"$HOME\".tbl",
        "line\nbreak\u{1b}[31m\u{9b}'\\.tbl",
        "-o.tbl",
        "ä.tbl",
    ] {
        let path = folder.at(name);
        code(&ended(folder.tilebase("generate -q -o").arg(format!("./{name}"))), 0);
        let whole = fs::read(&path).expect("a table");
        let mut damaged = whole.clone();
        damaged[4096] ^= 1;
        fs::write(&path, &damaged).expect("room");
        let says = code(&ended(folder.tilebase("verify").arg(format!("./{name}"))), 1);
        let printed = says.trim_end_matches('\n');
        assert!(!printed.contains(char::is_control), "{printed:?}");
        let (_, advice) = printed.split_once("; make it again with: ").expect("advice");
        let made = folder.shell(advice);
        code(&made, 0);
        assert!(fs::read(&path).expect("a table") == whole, "{advice}");
    }
}

#[test]
fn names_cannot_write_to_the_terminal() {
    let folder = Folder::new();
    let name = "x\u{1b}[31m\ry";
    for command in ["info", "verify", "solve --table", "lookup"] {
        let run = ended(folder.tilebase(command).arg(name));
        let says = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!says.trim_end().contains(['\u{1b}', '\r']), "{command}: {says:?}");
    }
    code(&ended(folder.tilebase("generate -q --size 2x2 -o").arg(name)), 0);
    for command in ["info", "verify"] {
        let run = ended(folder.tilebase(command).arg(name));
        assert!(!run.stdout.contains(&0x1b) && !run.stdout.contains(&b'\r'), "{command}: {run:?}");
    }
}

/// Running out of memory is an error, even in the middle of the work.
#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let folder = Folder::new();
    code(&ended(&mut folder.tilebase("generate -q --size 3x4 -o t.tbl")), 0);
    for (kibibytes, command) in [
        (150_000, "generate -q --size 3x4 -o u.tbl"),
        (25_000, "census -q --size 3x4"),
        (135_000, "verify t.tbl"),
    ] {
        let says = code(&folder.shell(&format!("ulimit -v {kibibytes}; tilebase {command}")), 2);
        assert!(says.starts_with("error: ") && says.contains(" of memory"), "{command}: {says}");
    }
    assert_eq!(folder.names(), ["answers", "boards", "t.tbl"]);
}

/// Under any limit of memory that the program can start with, it answers or says what it needs.
#[test]
fn no_limit_of_memory_makes_it_abort() {
    let folder = Folder::new();
    let starts = |kibibytes: &u32| {
        folder.shell(&format!("ulimit -v {kibibytes}; tilebase --version")).status.success()
    };
    let least = (8_000..400_000).step_by(1_000).find(starts).expect("enough memory");
    // A little more, for small allocations of every thread, which do abort.
    for kibibytes in (least + 8_000..least + 50_000).step_by(14_000) {
        for command in [
            "generate -q --size 5x5",
            "generate -q --size 2x12",
            "census -q --size 3x4",
            "sample -q -n 3 --seed 1 --size 3x4 --distance 50",
            "verify",
        ] {
            let run =
                folder.shell(&format!("ulimit -c 0; ulimit -v {kibibytes}; tilebase {command}"));
            let says = String::from_utf8_lossy(&run.stderr);
            let is_told = run.status.code() == Some(2) && says.contains("memory");
            assert!(run.status.success() || is_told, "{kibibytes} {command}: {run:?}");
        }
    }
}

/// With a limit on processes that is already reached. It does not apply to root, so root becomes
/// `nobody` first.
#[test]
fn with_fewer_threads_than_wanted_it_goes_on() {
    let folder = Folder::new();
    fs::set_permissions(folder.at(""), fs::Permissions::from_mode(0o777)).expect("permissions");
    for arguments in [
        "generate -q --threads 64 --size 2x5 -o t.tbl",
        "verify --threads 64",
        "census -q --threads 64 --size 2x5",
    ] {
        let mut shell = Command::new("bash");
        let script = format!("ulimit -u 1; exec '{}' {arguments}", env!("CARGO_BIN_EXE_tilebase"));
        shell.args(["-c", &script]).current_dir(folder.0.path()).stdin(Stdio::null());
        if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            shell.uid(65_534).gid(65_534);
        }
        let run = shell.env("TILEBASE_DATA", folder.at("data")).output().expect("a shell");
        // The command itself may be in a place that `nobody` cannot reach.
        if run.status.code() != Some(126) {
            code(&run, 0);
        }
    }
}

#[test]
fn a_pipe_is_no_table() {
    let folder = Folder::new();
    fs::create_dir(folder.at("data")).expect("a folder");
    for name in ["pipe", "data/5x2-9.tbl", "data/4x3-11.tbl"] {
        folder.mkfifo(name);
    }
    symlink("pipe", folder.at("link")).expect("a link");
    for command in [
        "solve --table pipe 123456780",
        "lookup --table link boards",
        "check --table pipe boards answers",
        "sample -n 1 --distance 1 --table pipe",
        "verify pipe",
        "verify",
        "info link",
        "solve --size 2x5 123456789x",
        "generate --size 2x5",
        "solve --size 3x4 1,2,3,4,5,6,7,8,9,10,11,x",
    ] {
        let says = code(&ended(&mut folder.tilebase(command)), 2);
        assert!(says.contains("it is not a regular file"), "{command}: {says}");
    }
    let says = code(&ended(&mut folder.tilebase("info")), 1);
    assert!(says.contains("it is not a regular file"), "{says}");
}

/// The commands in the README work as pasted, in their order, and print the output shown below
/// them.
#[test]
fn the_readme_works_as_pasted() {
    let folder = Folder::new();
    let clone = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    fs::create_dir_all(folder.at("data/judges")).expect("a folder");
    for file in ["data/boards.txt", "data/judges/poj1077.in"] {
        fs::copy(clone.join(file), folder.at(file)).expect("a file of the repository");
    }
    let readme = include_str!("../../../README.md");
    let mut ran = 0;
    for block in readme.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of a block");
        let mut lines = block.lines().peekable();
        while let Some(command) = lines.next() {
            let command = command.strip_prefix("$ ").expect("a command");
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected += line;
                expected.push('\n');
            }
            if !command.starts_with("cargo ") {
                let run = folder.shell(&format!("set -o pipefail; {command}"));
                // A board that is not solvable is an answer, with the status that says no.
                code(&run, i32::from(command.starts_with("tilebase solvable")));
                assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{command}");
                ran += 1;
            }
        }
    }
    assert!(ran >= 14, "{ran} commands");
}

/// The README begins with what readers look for first.
#[test]
fn the_readme_is_short() {
    let readme = include_str!("../../../README.md");
    let line = |text: &str| readme.lines().position(|line| line == text).expect(text);
    assert!(readme.lines().count() < 200);
    let run = line("$ cargo run --release -- solve \"2 3 4 1 5 x 7 6 8\"");
    assert!(run < line("$ cargo test") && line("$ cargo test") < line("$ cargo install-static"));
    assert!(line("$ cargo install-static") < 60);
}

/// A file where only a board is expected ends the run, and no input is replaced.
#[test]
fn a_file_for_a_board_replaces_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let (boards, kept) = (folder.path().join("boards"), folder.path().join("kept"));
    for text in ["12345678x\n", "{\"board\":\"12345678x\"}\n", "1\n"] {
        for command in
            ["solve", "solve --json", "hint", "solvable", "rank", "unrank", "swap", "moves"]
        {
            for output in [&boards, &kept] {
                fs::write(&boards, text).unwrap();
                fs::write(&kept, "kept").unwrap();
                let mut line = crate::program::line(command);
                line.arg(&boards).arg("-o").arg(output);
                let status = line.output().unwrap().status.code();
                let reads = command.starts_with("solv") || command == "hint";
                let is_answered = reads && output == &kept;
                let invalid = if command == "solvable" { 2 } else { 1 };
                let answered = if text == "1\n" { invalid } else { 0 };
                let expected = if is_answered { answered } else { 2 };
                assert_eq!(status, Some(expected), "{command} {text}");
                assert_eq!(fs::read_to_string(&boards).unwrap(), text, "{command}");
                let is_kept = fs::read_to_string(&kept).unwrap() == "kept";
                assert_eq!(is_kept, !is_answered, "{command}");
            }
        }
    }
}
