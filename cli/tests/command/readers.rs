//! The reader of boards, by itself: the same boards in every layout, however the bytes arrive.

use std::io::{self, Read};

use tilebase::puzzle::{Shape, SmallShape};
use tilebase::text::{
    AnswerPlace, BoardBlock, BoardReader, Expected, ExpectedAnswers, Format, InputBoard,
    InputLayout, Keep, Pairing, UnnamedGoal,
};

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
pub struct Options {
    pub layout: Option<InputLayout>,
    pub column: Option<&'static str>,
    pub goals: Option<&'static str>,
    pub shape: Option<SmallShape>,
    pub beside: Option<Beside>,
    /// The longest line, if not as long as any.
    pub longest: Option<usize>,
}

/// What is read beside boards.
#[derive(Clone, Copy)]
pub enum Beside {
    /// Answers and an `id`, and all fields, which are kept.
    Answers,
    /// The goal of a board is the next one.
    Pairs,
    /// There are only answers.
    Alone,
    /// There are only answers, and comments.
    Only,
}

/// A board: the line where it begins, its text, and why it is none.
pub type Found = (u64, Vec<u8>, Option<String>);

/// The boards of a text that arrives in pieces of this length and is read in blocks of this size.
pub fn read(
    text: &[u8],
    length: usize,
    most: usize,
    options: Options,
) -> Result<Vec<Found>, String> {
    let Options { layout, column, goals, shape, beside, longest } = options;
    let expected = Expected {
        layout,
        column: column.map(str::to_owned),
        goals: goals.map(str::to_owned),
        answers: match beside {
            None | Some(Beside::Pairs) => None,
            Some(Beside::Answers) => Some((&["b", "n"][..], AnswerPlace::Beside)),
            Some(Beside::Alone) => Some((&["moves", "b"][..], AnswerPlace::Alone)),
            Some(Beside::Only) => Some((&["moves", "b"][..], AnswerPlace::Only)),
        }
        .map(|(names, place)| {
            let lines = tilebase::text::Answers::default();
            ExpectedAnswers { column: None, names, place, lines }
        }),
        ids: true,
        keep: matches!(beside, Some(Beside::Answers)).then(|| Keep {
            format: if longest.is_some() { Format::Csv } else { Format::Jsonl },
            ours: vec!["board".to_owned()],
            names: None,
        }),
        pairing: match beside {
            Some(Beside::Pairs) => Pairing::All,
            _ => Pairing::Possible,
        },
        reading: tilebase::text::Reading::default(),
        size: shape.map(Shape::from),
        unnamed_goal: UnnamedGoal::Read(""),
        most_cells: Shape::MAX_SIDE * Shape::MAX_SIDE,
        longest: longest.unwrap_or(1 << 16),
        is_whole: false,
        note: |_| {},
    };
    let mut boards = BoardReader::new(Pieces { rest: text, length }, expected);
    let (mut block, mut found) = (BoardBlock::default(), Vec::new());
    while boards.read_boards(most, &mut block).map_err(|why| why.to_string())? {
        for InputBoard { line, text, goal, flaw, parts } in block.boards() {
            let mut text = text.to_vec();
            if beside.is_some() {
                text.extend(format!("{goal:?}{parts:?}{:?}", block.kept_head).bytes());
            }
            found.push((line, text, flaw.map(str::to_owned)));
        }
    }
    Ok(found)
}

/// The texts of boards in a layout.
pub fn written(texts: &[&[u8]], layout: InputLayout, separator: char, comments: bool) -> Vec<u8> {
    let mut all = Vec::new();
    if comments {
        all.push("# a \"comment\n \t# {\n".to_owned());
    }
    if layout == InputLayout::Csv {
        all.push(format!("\"i;d\"{separator}\"board\"{separator}and a note\n"));
    }
    if layout == InputLayout::Array {
        all.push("[".to_owned());
    }
    for (number, text) in texts.iter().enumerate() {
        let text = std::str::from_utf8(text).expect("UTF-8");
        let comment = if comments && number % 3 == 0 { " # and, \"more" } else { "" };
        all.push(match layout {
            InputLayout::Lines => format!("{text}{comment}\n"),
            InputLayout::Grids => format!("{text}{comment}\n{}", "\n".repeat(1 + number % 2)),
            InputLayout::Array => {
                let end = if number + 1 == texts.len() { "]\n" } else { ",\n" };
                serde_json::Value::from(text).to_string() + end
            }
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
    let four = Some(SmallShape::new(4, 4).expect("a shape"));
    for layout in
        [None, Some(InputLayout::Grids), Some(InputLayout::Csv), Some(InputLayout::JsonLines)]
    {
        for (column, shape, longest, beside) in [
            (None, None, Some(40), None),
            (Some("b"), None, None, None),
            (None, four, None, None),
            (None, None, None, Some(Beside::Answers)),
            (Some("0..8"), None, Some(60), Some(Beside::Answers)),
            (None, None, None, Some(Beside::Pairs)),
            (None, None, Some(40), Some(Beside::Alone)),
            (None, None, None, Some(Beside::Only)),
        ] {
            let goals = shape.map(|_| "id");
            let options = Options { layout, column, goals, shape, beside, longest };
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
    // Above a grid, a line that begins with `#` is a comment. The name of the column is a second
    // header.
    let is_text = |text: &[u8]| {
        let is_other = text.is_empty() || text.starts_with(b"#") || text == b"board";
        text.is_ascii() && !is_other && !text.contains(&b'\r')
    };
    let texts: Vec<&[u8]> =
        lines.iter().map(|(_, text, _)| text.trim_ascii()).filter(|text| is_text(text)).collect();
    // A line that is no row is a title of grids.
    let is_row = |text: &&[u8]| {
        let words: Vec<_> = text.split(|&byte| byte == b' ').collect();
        let is_tile = |word: &&[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        words.len() > 2 && words.iter().all(is_tile)
    };
    let rows: Vec<&[u8]> = texts.iter().copied().filter(is_row).collect();
    for layout in [InputLayout::Lines, InputLayout::Grids, InputLayout::Csv, InputLayout::JsonLines]
    {
        let texts = if layout == InputLayout::Grids { &rows } else { &texts };
        for separator in [',', ';', '\t'] {
            for comments in [false, true] {
                let all = written(texts, layout, separator, comments);
                let options = Options { layout: Some(layout), ..Options::default() };
                let found = read(&all, 5, usize::MAX, options).expect("texts");
                let found: Vec<&[u8]> =
                    found.iter().map(|(_, text, _)| text.trim_ascii()).collect();
                assert_eq!(&found, texts, "{layout:?} {}", String::from_utf8_lossy(&all));
            }
        }
    }
}
