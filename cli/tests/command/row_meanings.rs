//! Files of boards in random forms, columns and layouts, with their meaning known: no board is read
//! as another one, and no goal is dropped without a word.

use std::cell::RefCell;

use tilebase::Board;
use tilebase::puzzle::Shape;
use tilebase::text::{BoardBlock, BoardReader, Expected, InputLayout, Reading, UnnamedGoal};

use crate::common::grid::{Grid, texts};
use crate::common::random::{Random, cases};
use crate::program::{Run, line};

thread_local! {
    static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// A row that was read: the board and its goal, or why there is none.
pub type Row = Result<(Board, Option<Board>), String>;

/// The rows of a text, and the notes on them.
pub fn read(
    text: &str,
    layout: Option<InputLayout>,
    size: Option<Shape>,
    unnamed_goal: UnnamedGoal,
) -> (Result<Vec<Row>, String>, Vec<String>) {
    let reading = Reading::default();
    let expected = Expected {
        layout,
        reading: reading.clone(),
        size,
        unnamed_goal,
        note: |note| NOTES.with_borrow_mut(|notes| notes.push(note.to_owned())),
        ..Expected::default()
    };
    NOTES.take();
    let mut boards = BoardReader::new(text.as_bytes(), expected);
    let (mut block, mut rows) = (BoardBlock::default(), Vec::new());
    loop {
        match boards.read_boards(1 << 12, &mut block) {
            Err(why) => return (Err(why.to_string()), NOTES.take()),
            Ok(false) => return (Ok(rows), NOTES.take()),
            Ok(true) => {}
        }
        for input in block.boards() {
            let row = input.checked().and_then(|text| {
                let board = reading.board(text, size).map_err(|why| why.to_string())?;
                let goal = input.goal.map(|goal| reading.goal(goal, Some(board.shape())));
                Ok((board, goal.transpose().map_err(|why| why.to_string())?))
            });
            rows.push(row);
        }
    }
}

/// A board as the library has it.
pub fn position(grid: &Grid) -> Board {
    Board::parse(grid.words("0").join(" "), Some(grid.size())).expect("a board")
}

/// A board on a line, in a form that shows its rows or is a square.
fn on_a_line(grid: &Grid, random: &mut Random) -> String {
    let sign = random.of(&["0", "x", "_"]);
    let words = grid.words(sign);
    let rows = |between: &str, between_rows: &str| {
        let rows: Vec<_> = words.chunks(grid.cols).map(|row| row.join(between)).collect();
        rows.join(between_rows)
    };
    let is_square = grid.cols == grid.rows();
    match random.below(9) {
        0 if is_square => words.join(" "),
        1 if is_square => words.join(","),
        2 if is_square && words.len() < 10 => words.concat(),
        3 => format!("board = [[{}]]", rows(", ", "], [")),
        4 => grid.list(random, false).replace('\n', ""),
        5 => rows(",", "/"),
        6 => rows(" ", "; "),
        _ => rows(" ", " / "),
    }
}

/// A board on several lines.
fn on_lines(grid: &Grid, random: &mut Random) -> String {
    let sign = random.of(&["0", "x", "_"]);
    let rows: Vec<Vec<String>> = grid.words(sign).chunks(grid.cols).map(<[_]>::to_vec).collect();
    let joined = |between: &str, before: &str, behind: &str| {
        let rows: Vec<_> =
            rows.iter().map(|row| format!("{before}{}{behind}", row.join(between))).collect();
        rows.join("\n")
    };
    match random.below(7) {
        0 => joined(",", "", ""),
        1 => joined(" | ", "| ", " |"),
        2 => joined(" & ", "", r" \\"),
        3 => format!("[{}]", joined(", ", "[", "],").trim_end_matches(',')),
        4 => format!("array([{}])", joined(", ", "[", "],").trim_end_matches(',')),
        _ => joined(" ", "", ""),
    }
}

/// A field of CSV.
fn quoted(text: &str, separator: char) -> String {
    if text.contains([separator, '"', '\n', '#']) || text.starts_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Rows of names and values, as CSV or as JSON lines.
fn rows(random: &mut Random, names: &[&str], values: &[Vec<String>]) -> (String, InputLayout) {
    if random.below(2) == 0 {
        let object = |row: &Vec<String>| {
            let fields = names.iter().zip(row).map(|(name, value)| {
                let is_list = serde_json::from_str::<Vec<serde_json::Value>>(value).is_ok();
                let text = || serde_json::Value::from(value.as_str()).to_string();
                let value = if is_list { value.replace('\n', "") } else { text() };
                format!("\"{name}\":{value}")
            });
            format!("{{{}}}\n", fields.collect::<Vec<_>>().join(","))
        };
        return (values.iter().map(object).collect(), InputLayout::JsonLines);
    }
    let separator = random.of(&[',', ';', '\t']);
    let row = |row: Vec<&str>| {
        let fields: Vec<_> = row.into_iter().map(|it| quoted(it, separator)).collect();
        fields.join(&separator.to_string()) + "\n"
    };
    let head = row(names.to_vec());
    let rows = values.iter().map(|it| row(it.iter().map(String::as_str).collect()));
    (head + &rows.collect::<String>(), InputLayout::Csv)
}

/// What stands in the goals of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Written {
    Board,
    /// What may be a goal, but is no board of the row's shape.
    Other,
    Words,
}

/// A list of numbers that JSON has, too.
fn plain_list(grid: &Grid) -> String {
    let words = grid.words("0");
    let rows: Vec<_> = words.chunks(grid.cols).map(|row| row.join(",")).collect();
    format!("[[{}]]", rows.join("],["))
}

/// A board or goal in a row.
fn in_a_row(grid: &Grid, random: &mut Random) -> String {
    match random.below(3) {
        0 => plain_list(grid),
        1 => on_lines(grid, random),
        _ => on_a_line(grid, random).trim_start_matches("board = ").to_owned(),
    }
}

/// Goals in a column or field called `goal` are those of the rows, or the run ends, or a note says
/// that they are not used.
#[test]
fn goals_of_rows_are_never_dropped_without_a_word() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let names = ["id", random.of(&["board", "start"]), random.of(&["goal", "Goal"]), "depth"];
        let order = random.shuffled(4);
        let (mut meant, mut values) = (Vec::new(), Vec::new());
        let first = Grid::random(random);
        for row in 0..=random.below(4) {
            let grid = if row == 0 { first.clone() } else { first.other(random) };
            let goal = first.other(random);
            let kind = match random.below(8) {
                0 => Written::Other,
                1 => Written::Words,
                _ => Written::Board,
            };
            let text = match kind {
                Written::Board => in_a_row(&goal, random),
                Written::Words => random.of(&["hard", "reach the sorted order", "easy 2"]).into(),
                Written::Other => match random.below(5) {
                    0 => random.of(&["", "null", "nan", " "]).to_owned(),
                    1 => random.of(&["first", "snail", "Last"]).to_owned(),
                    2 => random.below(40).to_string(),
                    3 => {
                        let words = goal.words("x");
                        words[1..].join(" ")
                    }
                    _ => "[[1,2,3,4,5,6],[7,8,9,10,11,0]]".to_owned(),
                },
            };
            let texts = [row.to_string(), in_a_row(&grid, random), text, "17".to_owned()];
            values.push(order.iter().map(|&at| texts[at].clone()).collect::<Vec<_>>());
            meant.push((position(&grid), position(&goal), kind));
        }
        let names: Vec<&str> = order.iter().map(|&at| names[at]).collect();
        let (text, layout) = rows(random, &names, &values);
        let is_named = names.contains(&"board") && random.below(2) == 0;
        let layout = is_named.then_some(layout);
        let size = (random.below(2) == 0).then(|| first.size());
        let (found, notes) = read(&text, layout, size, UnnamedGoal::Read("advice"));
        match (meant[0].2, found) {
            (Written::Board, Ok(found)) => {
                assert_eq!(found.len(), meant.len(), "{text}");
                assert!(notes.iter().any(|note| note.contains("is in `goal`")), "{text}");
                for (found, (board, goal, kind)) in found.into_iter().zip(&meant) {
                    match (kind, found) {
                        (Written::Board, found) => {
                            assert_eq!(found, Ok((board.clone(), Some(goal.clone()))), "{text}");
                        }
                        (Written::Words, found) => assert!(found.is_err(), "{text}"),
                        // Some are the name of a goal, or its cell.
                        (Written::Other, found) => {
                            let is_read = found.is_ok_and(|(_, goal)| goal.is_none());
                            assert!(!is_read, "{text}");
                        }
                    }
                }
            }
            (Written::Other, Err(why)) => assert_eq!(why, "the rows have a goal: advice", "{text}"),
            (Written::Words, Ok(found)) => {
                assert!(notes.iter().any(|note| note.contains("is not used")), "{text}");
                for (found, (board, _, kind)) in found.into_iter().zip(&meant) {
                    if *kind == Written::Words || *kind == Written::Other && found.is_ok() {
                        assert_eq!(found, Ok((board.clone(), None)), "{text}");
                    } else {
                        assert!(found.is_err(), "{text}");
                    }
                }
            }
            (kind, found) => panic!("{kind:?} {found:?}: {text}"),
        }
        let (found, notes) = read(&text, layout, size, UnnamedGoal::Overruled("--goal"));
        for (found, (board, ..)) in found.expect("rows").into_iter().zip(&meant) {
            assert_eq!(found, Ok((board.clone(), None)), "{text}");
        }
        assert!(notes.iter().any(|note| note.contains("is not used: --goal")), "{text}");
    }
}

/// Columns with a cell each, that are numbered: all of them are a board, or the run ends.
#[test]
fn numbered_columns_are_all_a_board_or_none() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let first = Grid::random(random);
        let (cells, from) = (first.cells.len(), random.below(3));
        let prefix = random.of(&["c", "pos", "tile_", "x.", "T"]);
        let sign = random.of(&["0", "x", "", "0.0"]);
        let others = [("id", "4711"), ("depth", "3"), ("t9", "2"), ("solved", "yes")];
        let count = random.below(4);
        let order = random.shuffled(cells + count);
        let name = |at: usize| match at.checked_sub(cells) {
            None => format!("{prefix}{}", from + at),
            Some(at) => others[at].0.to_owned(),
        };
        let head: Vec<String> = order.iter().map(|&at| name(at)).collect();
        let grids: Vec<Grid> = (0..=random.below(3)).map(|_| first.other(random)).collect();
        let separator = random.of(&[",", ";", "\t"]);
        let mut text = head.join(separator) + "\n";
        for grid in &grids {
            let mut words = grid.words(sign);
            if sign == "0.0" {
                let whole = words.iter_mut().filter(|word| *word != sign);
                whole.for_each(|word| *word += ".0");
            }
            let value = |at: usize| match at.checked_sub(cells) {
                None => words[at].clone(),
                Some(at) => others[at].1.to_owned(),
            };
            let row: Vec<String> = order.iter().map(|&at| value(at)).collect();
            text += &(row.join(separator) + "\n");
        }
        for size in [None, Some(first.size())] {
            let is_known = size.is_some() || first.cols == first.rows();
            match read(&text, None, size, UnnamedGoal::Pass).0 {
                Ok(found) if is_known => {
                    let meant: Vec<Row> =
                        grids.iter().map(|grid| Ok((position(grid), None))).collect();
                    assert_eq!(found, meant, "{text}");
                }
                Ok(found) => assert!(found.iter().all(Result::is_err), "{found:?}: {text}"),
                Err(why) => assert!(!is_known, "{why}: {text}"),
            }
        }
    }
}

/// Files of each layout with boards in random forms: what is read are these boards, in order.
#[test]
fn files_of_every_layout_have_these_boards() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let grids: Vec<Grid> = (0..=random.below(5)).map(|_| Grid::random(random)).collect();
        let comment = |random: &mut Random| random.of(&["", "", "", "# a comment\n"]);
        let layout = random.below(3);
        let (text, layout) = match layout {
            0 => {
                let lines = grids
                    .iter()
                    .map(|grid| format!("{}{}\n", comment(random), on_a_line(grid, random)));
                (lines.collect::<String>(), InputLayout::Lines)
            }
            1 => {
                let grids = grids
                    .iter()
                    .map(|grid| format!("{}{}\n\n", comment(random), on_lines(grid, random)));
                (grids.collect(), InputLayout::Grids)
            }
            _ => {
                let value =
                    |grid: &Grid| vec!["7".to_owned(), in_a_row(grid, random), "a b".into()];
                let values: Vec<_> = grids.iter().map(value).collect();
                rows(random, &["n", "board", "note"], &values)
            }
        };
        let meant: Vec<Row> = grids.iter().map(|grid| Ok((position(grid), None))).collect();
        let (found, _) = read(&text, Some(layout), None, UnnamedGoal::Pass);
        assert_eq!(found.as_ref(), Ok(&meant), "{text}");
        // By the guess: these boards, or some of them and errors.
        if let (Ok(found), _) = read(&text, None, None, UnnamedGoal::Pass) {
            let mut rest = meant.iter();
            for row in found.iter().filter(|row| row.is_ok()) {
                assert!(rest.any(|board| board == row), "{row:?}: {text}");
            }
        }
    }
}

/// The texts that the library, Python and the module are tested with, too, in JSON lines.
#[test]
fn fields_have_the_texts_of_every_door() {
    for (text, meaning) in texts() {
        let line = serde_json::json!({ "board": text }).to_string();
        let (found, _) = read(&line, Some(InputLayout::JsonLines), None, UnnamedGoal::Pass);
        let [found] = &found.expect("rows")[..] else { panic!("{line}") };
        let board = found.as_ref().ok().map(|(board, _)| board.clone());
        assert_eq!(board, meaning.map(|board| board.parse().expect("a board")), "{line}");
    }
}

/// What the command writes with goals is read by the command that checks it, from every format.
#[test]
fn answers_to_goals_of_rows_are_checked_with_them() {
    for case in 0..cases().min(2000) / 100 {
        let random = &mut Random::new(case);
        let mut text = "board,goal\n".to_owned();
        for _ in 0..20 {
            let start = Grid { cells: random.shuffled(9), cols: 3 };
            let goal = start.other(random);
            text += &[start.words("x").join(" "), goal.words("x").join(" ") + "\n"].join(",");
        }
        for format in ["csv", "jsonl"] {
            let typed = format!("lookup -q --format {format}");
            let answers = line(&typed).write_stdin(&*text).assert().success().printed();
            let checked = line("check -q -").write_stdin(&*answers).assert().success().printed();
            assert_eq!(checked, "optimal\n".repeat(20), "{answers}");
            let given = line("check -q --goal 12345678x -").write_stdin(&*answers).assert();
            assert_ne!(given.printed(), checked, "{answers}");
        }
    }
}
