//! Generators that are killed, run simultaneously or find the disk full: there is never an
//! incomplete table under the final name, and the old one still works. The longest run is started
//! by hand and prints its counts: `cargo test --test crash -- --ignored --nocapture`.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::program::wait_until;

fn tilebase() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    command.env("TILEBASE_DATA", "/nonexistent").stdin(Stdio::null());
    command
}

fn generate(size: &str, path: &Path) -> Command {
    let mut command = tilebase();
    command
        .args(["generate", "-q", "--size", size, "-o"])
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn run(command: &mut Command) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("the command")
}

/// The files of a folder, temporary ones apart.
fn files(folder: &Path) -> (Vec<PathBuf>, usize) {
    let all: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    let (temporary, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|path| path.to_string_lossy().contains("/.tilebase-"));
    (others, temporary.len())
}

/// How far a generator is: on Linux the processor time that its threads have had, in nanoseconds,
/// elsewhere the length of its unfinished file.
fn done_by(child: &Child, folder: &Path) -> u64 {
    let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    if cfg!(target_os = "linux") {
        let time = |thread: fs::DirEntry| {
            let stat = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            stat.split(' ').next()?.parse::<u64>().ok()
        };
        let threads = format!("/proc/{}/task", child.id());
        return files(Path::new(&threads)).filter_map(time).sum();
    }
    let unfinished = |file: &fs::DirEntry| file.file_name().to_string_lossy().starts_with(".tile");
    let lens =
        files(folder).filter(unfinished).filter_map(|file| Some(file.metadata().ok()?.len()));
    lens.sum()
}

/// Kills generators at various moments, `times` without an existing table and as often with one.
fn kill(size: &str, times: u32) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    let (mut child, mut whole) = (generate(size, &path).spawn().expect("the command"), 0);
    wait_until("it ends", || {
        whole = done_by(&child, folder.path()).max(whole);
        child.try_wait().expect("a child").is_some()
    });
    assert!(child.wait().expect("the end").success());
    let right = fs::read(&path).expect("a table");
    // The old table is a different one, so that it can be distinguished from the new one.
    assert!(generate("3x3", &path).status().expect("the command").success());
    let old = fs::read(&path).expect("a table");
    let (mut none, mut kept, mut complete) = (0, 0, 0);
    for had_one in [false, true] {
        for number in 0..times {
            let _ = fs::remove_file(&path);
            if had_one {
                fs::write(&path, &old).expect("room");
            }
            let mut child = generate(size, &path).spawn().expect("the command");
            // At moments spread over its work, and at its end, in irregular order.
            let part = u64::from(number * 37 % times) * 11 / 10;
            wait_until("it has done that part", || {
                child.try_wait().expect("a child").is_some()
                    || done_by(&child, folder.path()) >= whole * part / u64::from(times)
            });
            let _ = child.kill();
            child.wait().expect("the end");
            match fs::read(&path) {
                Ok(found) if found == right => complete += 1,
                Ok(found) => {
                    assert!(had_one && found == old, "a torn table after kill {number}");
                    kept += 1;
                }
                Err(_) => {
                    assert!(!had_one, "the old table is gone after kill {number}");
                    none += 1;
                }
            }
        }
        // Without a table to replace, nothing has a name before it is finished, on Linux.
        if cfg!(target_os = "linux") && !had_one {
            assert_eq!(files(folder.path()).1, 0, "temporary files");
        }
    }
    // Only a kill between naming the finished file and renaming it leaves one, on Linux.
    let (_, leftovers) = files(folder.path());
    assert!(leftovers <= 1, "{leftovers} temporary files");
    format!(
        "{size}: {} kills: {none} left no table where there was none, {kept} the old one, {complete} the new one, 0 a torn one; {leftovers} left a temporary file",
        2 * times
    )
}

/// Several generators write the same file simultaneously, while readers read it.
fn together(size: &str, board: &str, answer: &str, rounds: usize) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    assert!(generate(size, &path).status().expect("the command").success());
    let right = fs::read(&path).expect("a table");
    let mut reads = 0;
    for round in 0..rounds {
        let mut generators: Vec<_> =
            (0..2).map(|_| generate(size, &path).spawn().expect("the command")).collect();
        while generators.iter_mut().any(|child| child.try_wait().expect("a child").is_none()) {
            let read =
                run(tilebase().args(["solve", "--size", size, "--table"]).arg(&path).arg(board));
            assert_eq!(String::from_utf8_lossy(&read.stdout), answer, "round {round}: {read:?}");
            reads += 1;
        }
        for mut generator in generators {
            assert!(generator.wait().expect("the end").success(), "round {round}");
        }
        assert!(fs::read(&path).expect("a table") == right, "round {round}");
        assert_eq!(files(folder.path()), (vec![path.clone()], 0), "round {round}");
    }
    format!("{size}: {rounds} times two generators at once, {reads} reads meanwhile, all right")
}

#[test]
fn killed_generators_leave_the_old_table_or_none() {
    println!("{}", kill("2x5", 15));
}

#[test]
fn generators_and_readers_at_once() {
    println!("{}", together("2x5", "1 2 3 4 x / 6 7 8 9 5", "d\n", 10));
}

#[test]
#[ignore = "minutes: 240 kills on two shapes"]
fn killed_many_times() {
    println!("{}", kill("2x5", 60));
    println!("{}", kill("3x4", 60));
    println!("{}", together("2x5", "1 2 3 4 x / 6 7 8 9 5", "d\n", 100));
    println!("{}", together("3x4", "1 2 3 4 / 5 6 7 8 / 9 10 x 11", "r\n", 5));
}

/// With a limit on the size of files, the write that exceeds it fails, as on a full disk.
fn limited(command: &mut Command, blocks: u32) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell
        .arg("-c")
        .arg(script)
        .arg(command.get_program())
        .args(command.get_args())
        .env("TILEBASE_DATA", "/nonexistent");
    run(&mut shell)
}

#[test]
fn a_write_that_fails_leaves_the_old_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    assert!(generate("3x3", &path).status().expect("the command").success());
    let old = fs::read(&path).expect("a table");
    // In the header, in the entries and in the checksums. The shell's blocks have 512 or 1024
    // bytes.
    for blocks in [1, 7, 100, 400, 880] {
        let failed = limited(&mut generate("2x5", &path), blocks);
        let says = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert_eq!(failed.status.code(), Some(2), "{blocks}: {failed:?}");
        assert!(
            says.starts_with("error: cannot write ") && says.contains("t.tbl"),
            "{blocks}: {says}"
        );
        assert!(fs::read(&path).expect("a table") == old, "{blocks}");
        assert_eq!(files(folder.path()), (vec![path.clone()], 0), "{blocks}");
    }
    let full = run(Command::new("sh")
        .arg("-c")
        .arg(format!("{} generate -q -o - > /dev/full", env!("CARGO_BIN_EXE_tilebase"))));
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    assert!(
        String::from_utf8_lossy(&full.stderr).contains("cannot write standard output"),
        "{full:?}"
    );
}

/// A user without write permission. Root can write everywhere, so root becomes `nobody` first.
#[test]
fn a_folder_that_may_not_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    assert!(generate("3x3", &path).status().expect("the command").success());
    let permissions =
        |mode| <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode);
    fs::set_permissions(&path, permissions(0o666)).expect("permissions");
    fs::set_permissions(folder.path(), permissions(0o555)).expect("permissions");
    let mut command = generate("3x3", &path);
    command.arg("--force");
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.uid(65_534).gid(65_534);
    }
    // The command itself may be in a place that `nobody` cannot reach. Then there is nothing to
    // test.
    if let Ok(failed) = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output() {
        assert_eq!(failed.status.code(), Some(2), "{failed:?}");
        assert!(
            String::from_utf8_lossy(&failed.stderr)
                .contains("cannot create a temporary file beside"),
            "{failed:?}"
        );
    }
    assert!(run(tilebase().args(["solve", "12345x786", "--table"]).arg(&path)).stdout == b"d\n");
    fs::set_permissions(folder.path(), permissions(0o755)).expect("permissions");
    assert_eq!(files(folder.path()), (vec![path], 0));
}

/// Runs a script in which `$1` is the command and the working directory is a small file system of
/// its own, with tables called `t.tbl` and `old`. `None` if the system allows no such thing.
#[cfg(target_os = "linux")]
fn on_small_disk(script: &str) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let begin = "mount -t tmpfs -o size=512k tmpfs . && cd \"$PWD\" || exit 77; \
                 \"$1\" generate -q -o t.tbl && cp t.tbl old || exit 78; ";
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-c", &format!("{begin}{script}"), "sh"]);
    command.arg(env!("CARGO_BIN_EXE_tilebase")).current_dir(folder.path());
    let output = run(command.stdin(Stdio::null()).env("TILEBASE_DATA", "/nonexistent"));
    if matches!(output.status.code(), Some(1 | 77 | 79 | 127)) && output.stdout.is_empty() {
        println!("skipped, because this system mounts nothing for its users: {output:?}");
        return None;
    }
    Some(output)
}

/// The files in the folder in the end, and whether the old table is unchanged.
#[cfg(target_os = "linux")]
const IN_THE_END: &str = "ls -A; cmp t.tbl old && \"$1\" solve 12345x786 --table t.tbl";

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full() {
    // Room for a part of the new table, and room for nothing.
    for filler in ["280", "512"] {
        let fill = format!("head -c {filler}k /dev/zero > filler 2> /dev/null; ");
        for command in ["generate -q --goal-blank 4 -o t.tbl", "sample -n 40000 -o t.tbl"] {
            let script = format!("{fill}\"$1\" {command}; echo $?; {IN_THE_END}");
            let Some(output) = on_small_disk(&script) else { return };
            let says = String::from_utf8_lossy(&output.stderr);
            let shows = String::from_utf8_lossy(&output.stdout);
            assert_eq!(shows, "2\nfiller\nold\nt.tbl\nd\n", "{script}: {says}");
            let why = says.contains("No space left") || says.contains("of disk space");
            assert!(why, "{script}: {says}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_read_only() {
    for command in
        ["generate -q --goal-blank 4 -o t.tbl", "sample -n 9 -o t.tbl", "sample -n 9 -o new"]
    {
        let script =
            format!("mount -o remount,ro . || exit 79; \"$1\" {command}; echo $?; {IN_THE_END}");
        let Some(output) = on_small_disk(&script) else { return };
        let says = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2\nold\nt.tbl\nd\n", "{says}");
        assert!(says.contains("Read-only file system"), "{says}");
    }
}

/// Without `/proc` a file without a name cannot get one, so it has one from the start.
#[cfg(target_os = "linux")]
#[test]
fn files_with_a_name_from_the_start() {
    // The command has its input from a pipe. `begun` waits until there is a file more.
    const HIDE: &str = "mount -t tmpfs tmpfs /proc || exit 79; umask 027; \
        begun() { i=0; until [ $(ls -A | wc -l) = 5 ] || [ $i = 1200 ]; do i=$((i + 1)); sleep .1; \
        done; ls -A | wc -l; }; ";
    // The name is there meanwhile, and gone after success and after an error.
    let script = "\"$1\" generate -q --size 2x4 -o new; ls -A; stat -c %a new; \
        chmod 604 new; \"$1\" generate -q -o new; stat -c %a new; cmp new t.tbl; \
        (trap '' XFSZ; ulimit -f 16; \"$1\" generate -q --force -o new); echo $?; ls -A; cmp new t.tbl; \
        mkfifo in; \
        \"$1\" lookup -o new < in & exec 3> in; begun; echo 12345x786 >&3; exec 3>&-; wait; cat new; \
        \"$1\" lookup -o new < in & exec 3> in; begun; kill -9 $!; wait; ls -A | wc -l; cat new";
    let Some(output) = on_small_disk(&format!("{HIDE}{script}")) else { return };
    let says = String::from_utf8_lossy(&output.stderr);
    let expected = "new\nold\nt.tbl\n640\n604\n2\nnew\nold\nt.tbl\n5\nd\n5\n5\nd\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{says}");
}

/// A table that another program cuts short while it is mapped ends the process with a signal, or
/// is an error: never a wrong answer.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_is_cut_short_while_it_is_mapped() {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::process::ExitStatusExt;

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    let made = generate("2x5", &path).status().expect("the command");
    assert!(made.success());
    let mut child = tilebase()
        .args(["lookup", "--distance", "--size", "2x5", "--table"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut lines = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    writeln!(lines, "1 2 3 4 5 6 7 8 x 9").expect("it reads");
    answers.read_line(&mut first).expect("an answer");
    assert_eq!(first, "1\n");
    fs::File::options().write(true).open(&path).expect("it").set_len(8192).expect("shorter");
    let _ = writeln!(lines, "x 9 8 7 6 5 4 3 2 1");
    drop(lines);
    let output = child.wait_with_output().expect("the end");
    let mut rest = String::new();
    let _ = answers.read_line(&mut rest);
    let is_error = output.status.code() == Some(2) && !output.stderr.is_empty();
    assert!(output.status.signal() == Some(libc::SIGBUS) || is_error, "{output:?}");
    assert_eq!(rest, "");
}
