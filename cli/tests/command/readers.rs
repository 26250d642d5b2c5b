//! The reader of boards, by itself: the same boards in every layout, however the bytes arrive.

use std::io::{self, Read};

use super::reader::{BoardBlock, BoardReader, BoardText, Expected, InputLayout};
use tilebase::Shape;
use tilebase::puzzle::{Extent, Rectangle};

/// An input that arrives in pieces.
struct Pieces<'t> {
    rest: &'t [u8],
    length: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let got = self.rest.len().min(self.length).min(bytes.len());
        let (now, rest) = self.rest.split_at(got);
        bytes[..got].copy_from_slice(now);
        self.rest = rest;
        Ok(got)
    }
}

/// How an input is read.
#[derive(Clone, Copy, Default)]
struct Options {
    layout: Option<InputLayout>,
    column: Option<&'static str>,
    goals: Option<&'static str>,
    shape: Option<Shape>,
    /// The longest line, if not as long as any.
    longest: Option<usize>,
}

/// A board: the line where it begins, its text, and why it is none.
type Found = (u64, Vec<u8>, Option<String>);

/// The boards of a text that arrives in pieces of this length and is read in blocks of this size.
fn read(text: &[u8], length: usize, most: usize, options: Options) -> Result<Vec<Found>, String> {
    let Options { layout, column, goals, shape, longest } = options;
    let expected = Expected {
        layout,
        column: column.map(str::to_owned),
        goals: goals.map(str::to_owned),
        is_board: Box::new(move |text| Rectangle::parse(text, shape.map(Extent::from)).is_ok()),
        cells: shape.map(Shape::cells),
        most_cells: tilebase::any::MAX_SIDE * tilebase::any::MAX_SIDE,
        longest: longest.unwrap_or(1 << 16),
        note: |_| {},
    };
    let mut boards = BoardReader::new(Pieces { rest: text, length }, expected);
    let (mut block, mut found) = (BoardBlock::default(), Vec::new());
    while boards.read_boards(most, &mut block).map_err(|why| why.to_string())? {
        for BoardText { line, text, flaw, .. } in block.boards() {
            found.push((line, text.to_vec(), flaw.map(str::to_owned)));
        }
    }
    Ok(found)
}

/// The texts of boards in a layout.
fn written(texts: &[&[u8]], layout: InputLayout, separator: char, comments: bool) -> Vec<u8> {
    let mut all = Vec::new();
    if comments {
        all.push("# a \"comment\n \t# {\n".to_owned());
    }
    if layout == InputLayout::Csv {
        all.push(format!("\"i;d\"{separator}\"board\"{separator}z\n"));
    }
    for (number, text) in texts.iter().enumerate() {
        let text = std::str::from_utf8(text).expect("UTF-8");
        let comment = if comments && number % 3 == 0 { " # and, \"more" } else { "" };
        all.push(match layout {
            InputLayout::Lines => format!("{text}{comment}\n"),
            InputLayout::Grids => format!("{text}{comment}\n{}", "\n".repeat(1 + number % 2)),
            InputLayout::JsonLines => {
                let text = serde_json::Value::from(text);
                format!("{{\"n\":{number},\"board\":{text}}}{comment}\n")
            }
            InputLayout::Csv => {
                let text = text.replace('"', "\"\"");
                format!("#{number}{separator}\"{text}\"{separator}it's 3\" wide\n")
            }
        });
    }
    all.concat().into_bytes()
}

/// Any text, in every layout: the boards do not depend on how the bytes arrive, and the same boards
/// are read from every layout that they are written in.
pub fn boards(data: &[u8]) {
    let four = Some(Shape::new(4, 4).expect("a shape"));
    for layout in
        [None, Some(InputLayout::Grids), Some(InputLayout::Csv), Some(InputLayout::JsonLines)]
    {
        for (column, shape, longest) in
            [(None, None, Some(40)), (Some("b"), None, None), (None, four, None)]
        {
            let goals = shape.map(|_| "id");
            let options = Options { layout, column, goals, shape, longest };
            let whole = read(data, usize::MAX, usize::MAX, options);
            for (length, most) in [(1, 1), (7, usize::MAX), (usize::MAX, 20)] {
                assert_eq!(read(data, length, most, options), whole, "{length} {most} {layout:?}");
            }
            let found = whole.unwrap_or_default();
            assert!(found.is_sorted_by_key(|board| board.0), "{layout:?}");
            let lines = data.split(|&byte| byte == b'\n').count() as u64;
            assert!(found.last().is_none_or(|(line, ..)| *line <= lines), "{layout:?}");
        }
    }
    let lines = read(
        data,
        usize::MAX,
        usize::MAX,
        Options { layout: Some(InputLayout::Lines), ..Options::default() },
    );
    let lines = lines.expect("lines");
    let is_text =
        |text: &[u8]| !text.trim_ascii().is_empty() && text.is_ascii() && !text.contains(&b'\r');
    let texts: Vec<&[u8]> =
        lines.iter().map(|(_, text, _)| text.trim_ascii()).filter(|text| is_text(text)).collect();
    for layout in [InputLayout::Lines, InputLayout::Grids, InputLayout::Csv, InputLayout::JsonLines]
    {
        for separator in [',', ';', '\t'] {
            for comments in [false, true] {
                let all = written(&texts, layout, separator, comments);
                let options = Options { layout: Some(layout), ..Options::default() };
                let found = read(&all, 5, usize::MAX, options).expect("texts");
                let found: Vec<&[u8]> =
                    found.iter().map(|(_, text, _)| text.trim_ascii()).collect();
                assert_eq!(found, texts, "{layout:?} {}", String::from_utf8_lossy(&all));
            }
        }
    }
}

#[test]
fn any_text_is_the_same_however_it_arrives() {
    crate::fuzz::run("readers", boards, 1_200);
}

/// How an input is written to a command.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Arrival {
    Whole,
    Bytes,
    Pauses,
}

/// What a command answers if its input arrives like this.
#[cfg(test)]
fn answers(arguments: &[&str], text: &[u8], arrival: Arrival) -> String {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilebase"))
        .args(arguments)
        .env("TILEBASE_DATA", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn({
        let text = text.to_vec();
        move || match arrival {
            Arrival::Whole => stdin.write_all(&text),
            Arrival::Bytes => text.chunks(1).try_for_each(|byte| stdin.write_all(byte)),
            Arrival::Pauses => text.split_inclusive(|&byte| byte == b'\n').try_for_each(|line| {
                stdin.write_all(line)?;
                std::thread::sleep(std::time::Duration::from_millis(8));
                Ok(())
            }),
        }
    });
    let output = child.wait_with_output().expect("answers");
    // A command that has failed does not read the rest.
    let _ = writer.join().expect("the writer");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// These boards as plain lines, and as texts in every layout.
#[cfg(test)]
fn inputs(texts: [&[u8]; 6]) -> (Vec<u8>, Vec<(InputLayout, Vec<u8>)>) {
    let mut inputs = vec![
        (InputLayout::Grids, written(&texts, InputLayout::Grids, ' ', false)),
        (InputLayout::Grids, written(&texts, InputLayout::Grids, ' ', true)),
        (InputLayout::JsonLines, written(&texts, InputLayout::JsonLines, ' ', false)),
        (InputLayout::JsonLines, written(&texts, InputLayout::JsonLines, ' ', true)),
    ];
    for separator in [',', ';', '\t'] {
        inputs.push((
            InputLayout::Csv,
            written(&texts, InputLayout::Csv, separator, separator == ';'),
        ));
    }
    // Rows in one line need no quotes.
    let rows = texts
        .map(|text| text.iter().map(|&b| if b == b'\n' { b'/' } else { b }).collect::<Vec<u8>>());
    let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    let lines = written(&rows, InputLayout::Lines, ' ', false);
    inputs.push((InputLayout::Lines, written(&rows, InputLayout::Lines, ' ', true)));
    let mut plain = b"board;id\n".to_vec();
    for row in &rows {
        plain.extend_from_slice(&[row, &b";\"quoted\"\n"[..]].concat());
    }
    inputs.push((InputLayout::Csv, plain));
    (lines, inputs)
}

/// The same boards, as lines, grids, CSV and JSON lines, in one piece, byte by byte and with
/// pauses, have the same answers from every command.
#[test]
fn the_same_boards_have_the_same_answers_in_every_layout() {
    let mut texts: [&[u8]; 6] = [
        b"1 2 3\n4 5 6\n7 x 8",
        b"12\n3x",
        b"1 2 3\n4 5 6\n7 7 x",
        b"1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 x 15",
        b"1,2\n4 5",
        b"123\n456\n87x",
    ];
    let single = inputs(texts);
    // In the multi-tile metric, every command would make tables of 4x4 first, for half a second.
    texts[3] = b"1 2 3 4\n5 6 x 7";
    let multi = inputs(texts);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answers");
    std::fs::write(&file, "r\nlr\nr\nr\nu\nunsolvable\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    let commands = [
        &["lookup", "-q"][..],
        &["lookup", "-q", "--distance", "--threads", "1"],
        &["lookup", "-q", "--metric", "multi"],
        &["lookup", "-q", "--metric", "multi", "--distance", "--threads", "1"],
        &["solve", "--next"],
        &["solve", "--next", "--metric", "multi"],
        &["rank"],
        &["solvable"],
        &["apply", "-", "l"],
        &["check", "-", file],
        &["census", "-", "--json"],
    ];
    let ask = |arguments: &[&str]| {
        let (lines, inputs) = if arguments.contains(&"multi") { &multi } else { &single };
        let expected = answers(arguments, lines, Arrival::Whole);
        assert_eq!(expected.lines().count(), if arguments[0] == "census" { 1 } else { 6 });
        for (layout, text) in inputs {
            let (name, _) =
                InputLayout::NAMES.iter().find(|(_, other)| other == layout).expect("it");
            let named = [arguments, &["--layout", name]].concat();
            for arrival in [Arrival::Whole, Arrival::Bytes, Arrival::Pauses] {
                for arguments in [arguments, &named] {
                    let found = answers(arguments, text, arrival);
                    let text = String::from_utf8_lossy(text);
                    assert_eq!(found, expected, "{arguments:?} {arrival:?} {text}");
                }
            }
        }
    };
    // Most of the time they wait for input, so all of them wait at once.
    std::thread::scope(|scope| {
        for arguments in commands {
            scope.spawn(|| ask(arguments));
        }
    });
    let moves = |arrival| answers(&["moves", "--to", "tile"], b"rdl # c\n# d\n\n u2\n", arrival);
    for arrival in [Arrival::Whole, Arrival::Bytes, Arrival::Pauses] {
        assert_eq!(moves(arrival), "LUR\n\nD2\n", "{arrival:?}");
    }
}
