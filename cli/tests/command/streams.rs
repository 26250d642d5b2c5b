//! `lookup` as a pipeline: the same answers for any number of threads and any size of blocks, from
//! files and pipes, in bounded memory.

use crate::program::{Run, tilebase};
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use tilebase::Tablebase;
use tilebase::bulk::{Bulk, BulkError, Form, Question};
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::text::LineBuffer;

/// Lines of all kinds: boards in all layouts, of several shapes, solvable or not, and garbage in
/// between.
fn mixture() -> Vec<u8> {
    let mut text = Vec::new();
    for (number, board) in SmallBoard::all(SmallShape::default()).step_by(43).enumerate() {
        let plain = board.to_string();
        let line = match number % 13 {
            0 => plain.replace(' ', ","),
            1 => plain.replace(' ', ""),
            2 => format!("{plain}\r"),
            3 => plain.replace('x', "_"),
            4 => format!("  {plain} "),
            5 if number % 7 == 0 => "1 2 3/4 x 5".to_owned(),
            6 if number % 7 == 0 => String::new(),
            7 if number % 7 == 0 => plain.replace('5', "6"),
            8 if number % 7 == 0 => "\"quoted\", and a \0".to_owned(),
            9 if number % 700 == 9 => "7".repeat(70_000),
            _ => plain,
        };
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    text.extend_from_slice(b"1 2 3 4 5 6 7 x 8");
    text
}

#[test]
fn threads_blocks_files_and_pipes_do_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = mixture();
    let path = folder.path().join("boards");
    // The mark is part of a file, not of its lines.
    fs::write(&path, [b"\xef\xbb\xbf", input.as_slice()].concat()).expect("a file");
    for form in [
        &["--answer", "moves"][..],
        &["--answer", "distance"],
        &["--answer", "next"],
        &["--format", "csv"],
        &["--format", "jsonl"],
    ] {
        let ask = |arguments: &[&str]| {
            let output = tilebase()
                .arg("lookup")
                .args(form)
                .args(arguments)
                .arg(&path)
                .assert()
                .code(1)
                .get_output()
                .clone();
            (output.stdout, output.stderr)
        };
        let expected = ask(&["--threads", "1"]);
        // The text after the last newline is ignored there, but is a line here.
        let lines = expected.0.split(|&byte| byte == b'\n').count() - 1;
        let head = usize::from(form.contains(&"csv"));
        assert_eq!(lines, input.split(|&byte| byte == b'\n').count() + head);
        if form == ["--answer", "moves"] {
            let solved = tilebase()
                .arg("solve")
                .write_stdin(input.as_slice())
                .assert()
                .code(1)
                .get_output()
                .stdout
                .clone();
            assert!(solved == expected.0, "solve and lookup agree");
        }
        for threads in ["2", "7"] {
            assert!(ask(&["--threads", threads]) == expected, "{form:?} {threads} threads");
        }
        for (threads, block) in [(1, 1), (2, 4096), (7, 1), (7, 4096)] {
            let text = in_blocks(&input, form, threads, block);
            assert!(text == expected.0, "{form:?} {threads} threads, blocks of {block}");
        }
        let piped = tilebase()
            .arg("lookup")
            .args(form)
            .write_stdin(input.as_slice())
            .assert()
            .code(1)
            .get_output()
            .clone();
        assert!((piped.stdout, piped.stderr) == expected, "{form:?} through a pipe");
    }
}

/// The answers of the library if it reads this many bytes at once.
fn in_blocks(input: &[u8], form: &[&str], threads: usize, block: usize) -> Vec<u8> {
    let form = match form {
        ["--answer", answer] => Form::from(answer.parse::<Question>().expect("an answer")),
        _ => Form { format: form[1].parse().expect("a format"), ..Form::default() },
    };
    let bulk = Bulk::new(Arc::new(Tablebase::embedded()), form);
    let mut text = bulk.head().into_bytes();
    let mut lines = LineBuffer::new(input).at_once(block);
    let ran = bulk.run(threads, &mut lines, |answers| {
        text.extend_from_slice(&answers.text);
        Ok::<_, BulkError>(())
    });
    ran.expect("an answer to every line");
    text
}

/// A running lookup of standard input.
fn lookup(arguments: &[&str], out: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    command
        .arg("lookup")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command")
}

#[test]
fn a_pipe_that_delivers_a_byte_at_a_time() {
    let mut child = lookup(&["--threads", "2"], Stdio::piped());
    let (mut ask, mut answers) =
        (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    // The answer arrives before the next line is written.
    for (board, expected) in
        [("1 2 3 4 5 6 7 x 8\r\n", "r\n"), ("\n", "invalid\n"), ("12345687x\n", "unsolvable\n")]
    {
        for byte in board.bytes() {
            ask.write_all(&[byte]).expect("a byte");
        }
        let mut answer = vec![0; expected.len()];
        answers.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer, expected.as_bytes());
    }
    for byte in b"12345x786" {
        ask.write_all(&[*byte]).expect("a byte");
    }
    drop(ask);
    let mut rest = String::new();
    answers.read_to_string(&mut rest).expect("an answer");
    assert_eq!(rest, "d\n");
    assert_eq!(child.wait().expect("the end").code(), Some(1));
}

/// The largest memory that a process ever had, in bytes.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its peak");
    line.split_whitespace()
        .nth(1)
        .and_then(|kilobytes| kilobytes.parse::<u64>().ok())
        .expect("a number")
        * 1024
}

#[cfg(target_os = "linux")]
const MEBIBYTE: u64 = 1 << 20;

/// Writes `text` this many times, and returns the peak memory use once all was read.
#[cfg(target_os = "linux")]
fn peak_after(text: &[u8], times: usize, arguments: &[&str]) -> u64 {
    let mut child = lookup(arguments, Stdio::null());
    let mut ask = child.stdin.take().expect("a pipe");
    for _ in 0..times {
        ask.write_all(text).expect("a block");
    }
    let peak = peak(&child);
    drop(ask);
    assert!(child.wait().is_ok());
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let boards: String = SmallBoard::all(SmallShape::default())
        .step_by(37)
        .map(|board| format!("{board}\n"))
        .collect();
    let lines = boards.lines().count();
    let millions = |millions: usize| {
        peak_after(boards.as_bytes(), millions * 1_000_000 / lines, &["--threads", "2"])
    };
    // More than two bytes for each line would be noticed.
    let (few, many) = (millions(1), millions(30));
    assert!(many < few + 64 * MEBIBYTE, "{few} and {many} bytes");
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_of_256_mebibytes_is_refused_in_bounded_memory() {
    let one = peak_after(b"1 2 3 4 5 6 7 8 x\n", 1, &[]);
    let endless = peak_after(&vec![b'1'; MEBIBYTE as usize], 256, &[]);
    assert!(endless < one + 64 * MEBIBYTE, "{one} and {endless} bytes");
    let mut child = lookup(&[], Stdio::piped());
    let mut ask = child.stdin.take().expect("a pipe");
    for _ in 0..256 {
        ask.write_all(&vec![b'1'; MEBIBYTE as usize]).expect("a block");
    }
    ask.write_all(b"\n1 2 3 4 5 6 7 x 8").expect("a line");
    drop(ask);
    let output = child.wait_with_output().expect("the end");
    assert_eq!(output.stdout, b"invalid\nr\n");
    assert_eq!(output.stderr, b"error: line 1: a line of more than 65536 bytes\n");
}

#[cfg(unix)]
#[test]
fn a_file_that_shrinks_while_it_is_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, "1 2 3 4 5 6 7 x 8\n".repeat(1_000_000)).expect("a file");
    for redirected in [false, true] {
        let file = fs::File::options().read(true).write(true).open(&path).expect("a file");
        file.set_len(18_000_000).expect("zeros");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
        command.args(["lookup", "--threads", "2"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = if redirected {
            command.stdin(fs::File::open(&path).expect("a file")).spawn().expect("the command")
        } else {
            command.arg(&path).spawn().expect("the command")
        };
        // The command blocks until its first answers are read. By then the file is shorter.
        let mut first = [0; 2];
        child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("an answer");
        assert_eq!(&first, b"r\n");
        file.set_len(9_000_000).expect("shorter");
        let output = child.wait_with_output().expect("the end");
        assert_eq!(output.status.code(), Some(2), "not a signal");
        let says = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(
            says.contains(
                "became shorter while it was being read: expected 18000000 bytes, found 9000000"
            ),
            "{says}"
        );
        assert_eq!(output.stdout.len(), 2 * 500_000 - 2, "what was there is answered");
    }
}
