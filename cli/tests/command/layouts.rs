//! Boards in every layout, read alone and by every command.

use std::io::Write;
use std::process::Stdio;

use proptest::prelude::*;
use tilebase::Board;

use crate::program::{Run, check_lines, contains, line};
use crate::readers::{Options, boards, read, written};
use tilebase::text::InputLayout;

#[test]
fn any_text_is_the_same_however_it_arrives() {
    crate::fuzz::run("readers", boards, 1_200);
}

/// The byte order mark that some editors write first.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Three boards, in each layout.
const LINES: &str = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n12345x786\n";
const LAYOUTS: [(Option<&str>, &str); 9] = [
    (None, LINES),
    (None, "1234567x8\n123456789ABCDExF\n12345x786"),
    (
        None,
        "# three\n1234567x8 # r\n  # another\n1 2 3 4/5 6 7 8/9 10 11 12/13 14 x 15\r\n12345x786\n#",
    ),
    (
        None,
        "1 2 3\n4 5 6\n7 x 8\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 x 15\n\n\n1 2 3\n4 5 x\n7 8 6",
    ),
    (
        None,
        "# a\n123\n456\n7x8\n# not the end\n\n[[1,2,3,4],\r\n[5,6,7,8],\r\n[9,10,11,12],\r\n[13,14,0,15]]\r\n\r\n12345x786\n\n",
    ),
    (
        None,
        "{\"board\":\"1 2 3 4 5 6 7 x 8\",\"n\":1}\n{\"n\":2,\"board\":[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,0,15]]}\n{\"board\":\"1 2 3\\n4 5 x\\n7 8 6\"}\n",
    ),
    (
        Some("start"),
        "{\"start\":\"1234567x8\"}\n{ \"start\": \"123456789ABCDExF\" }\n{\"start\":\"12345x786\"}",
    ),
    (
        Some("start"),
        "# made by hand\nid,start,note\n1,1 2 3 4 5 6 7 x 8,\n\"2\",\"1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 x 15\",?\n3,\"1,2,3,4,5,x,7,8,6\"\n",
    ),
    (Some("b"), "a;b\r\n1;1234567x8\r\n2;123456789ABCDExF\r\n3;12345x786"),
];

/// The same boards from every layout that people write, and where each begins.
#[test]
fn every_layout_means_the_same() {
    let expected =
        ["1 2 3 4 5 6 7 x 8", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15", "12345x786"];
    let expected = expected.map(|text| Board::parse(text, None).expect("a board"));
    for (column, text) in LAYOUTS {
        for length in [1, 7, usize::MAX] {
            let options = Options { column, ..Options::default() };
            let found = read(text.as_bytes(), length, usize::MAX, options).expect("boards");
            let found = found.iter().map(|(_, text, _)| Board::parse(text, None));
            let found: Vec<_> = found.map(|board| board.expect("a board")).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_one_in_every_layout() {
    let long = "1 ".repeat(40_000);
    for (text, line, what) in [
        (format!("12345678x\n{long}\n"), 2, "line"),
        (format!("{{\"board\":\"12345678x\"}}\n{{\"board\":\"{long}\"}}\n"), 2, "line"),
        (format!("1 2\nx 3\n\n{long}\n"), 4, "board"),
        (format!("board\n12345678x\n{long}\n"), 3, "board"),
        (format!("board\n12345678x\n\"\n\n{long}\"\n"), 3, "board"),
    ] {
        let found = read(text.as_bytes(), usize::MAX, usize::MAX, Options::default());
        let found = found.expect("boards");
        let flaw = format!("a {what} of more than 65536 bytes");
        assert_eq!((found.len(), found[1].0, found[1].2.as_ref()), (2, line, Some(&flaw)));
    }
}

/// The field was cut with its closing quote, and what followed was read as quoted.
#[test]
fn after_a_field_that_is_too_long_the_next_rows_are_right() {
    for (length, at) in [(65_537, 9_000), (400_000, 1), (70_000, 19_999)] {
        let mut rows = vec!["1,\"12345678x\"\n".to_owned(); 20_000];
        rows[at] = format!("2,\"{}\n\"\n", "7 ".repeat(length / 2));
        let text = format!("id,board\n{}", rows.concat());
        for (length, most) in [(usize::MAX, usize::MAX), (1 << 16, 1 << 20), (4096, 1 << 14)] {
            let found = read(text.as_bytes(), length, most, Options::default()).expect("rows");
            assert_eq!(found.len(), 20_000);
            for (row, (line, text, flaw)) in found.iter().enumerate() {
                let is_long = flaw.as_deref() == Some("a board of more than 65536 bytes");
                assert_eq!(is_long, row == at, "{row}");
                assert!(is_long || flaw.is_none() && text == b"12345678x", "{row}");
                // The long row is two lines.
                assert_eq!(*line, row as u64 + 2 + u64::from(row > at), "{row}");
            }
        }
    }
}

#[test]
fn csv_is_read_by_one_set_of_rules() {
    let board = |text: &str, column| {
        let options = Options { column: Some(column), ..Options::default() };
        let found = read(text.as_bytes(), usize::MAX, usize::MAX, options).expect("rows");
        found.into_iter().map(|(_, text, _)| String::from_utf8(text).expect("UTF-8"))
    };
    let rows = "1,\"1234567x8\",a\n".repeat(1000);
    for (head, first, expected) in [
        ("# it's 3\" wide\n", "", None),
        ("", "1,12345x786,3\" wide\n", Some("12345x786")),
        ("\n# a\n\n  # b\n", "#1,12345x786,\n", Some("12345x786")),
        ("", "\n\n#,\"12345x786\",\"a\n# \"\"b\"\n", Some("12345x786")),
        ("", "1,# 12345x786,\n", Some("")),
    ] {
        let found = board(&format!("{head}id,board,note\n{first}{rows}"), "board");
        let expected = expected.into_iter().chain(std::iter::repeat_n("1234567x8", 1000));
        assert!(found.eq(expected), "{head:?} {first:?}");
    }
    for header in ["\"i;d\";\"b\"", "\"i;d\"\t b \tc", "id;\"b\"\r"] {
        let separator = if header.contains('\t') { '\t' } else { ';' };
        let text = format!("{header}\n1{separator}1234567x8\n");
        assert!(board(&text, "b").eq(["1234567x8"]), "{text}");
    }
}

/// These boards as plain lines, and as texts in every layout.
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

/// The same boards in every layout, from every command, also if they arrive byte by byte.
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
    let files = ["answers", "boards"].map(|name| folder.path().join(name));
    std::fs::write(&files[0], "r\nlr\nr\nr\nu\nunsolvable\n").expect("a file");
    let answers = files[0].to_str().expect("UTF-8");
    for typed in [
        "lookup -q",
        "lookup -q --distance --threads 1",
        "lookup -q --threads 3 --distance",
        "lookup -q --metric multi",
        "lookup -q --metric multi --distance --threads 1",
        "solve",
        "solve --answer next",
        "solve --answer next --metric multi",
        "rank",
        "solvable",
        &format!("check - '{answers}'"),
        "census - --json",
    ] {
        let (lines, inputs) = if typed.contains("multi") { &multi } else { &single };
        let ask = |more: &str, text: &[u8]| {
            let ran = line(&format!("{typed} {more}")).write_stdin(text).assert();
            ran.printed()
        };
        let expected = ask("", lines);
        let count = if typed.starts_with("census") { 1 } else { 6 };
        assert_eq!(expected.lines().count(), count, "{typed}: {expected}");
        for (layout, text) in inputs {
            let (name, _) = InputLayout::NAMES.iter().find(|(_, it)| it == layout).expect("it");
            let shown = String::from_utf8_lossy(text);
            assert_eq!(ask("", text), expected, "{typed} {shown}");
            let marked = [BYTE_ORDER_MARK, text].concat();
            assert_eq!(ask(&format!("--layout {name}"), &marked), expected, "{typed} {shown}");
        }
        // A column, or field, of another name.
        for (layout, text) in inputs {
            if matches!(layout, InputLayout::Csv | InputLayout::JsonLines) {
                let text = String::from_utf8_lossy(text).replace("board", "start");
                assert_eq!(ask("--column start", text.as_bytes()), expected, "{typed} {text}");
            }
        }
        let mut child = line(typed);
        child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = child.spawn().expect("the command");
        let mut stdin = child.stdin.take().expect("a pipe");
        let text = [BYTE_ORDER_MARK, &inputs[1].1].concat();
        text.chunks(1).try_for_each(|byte| stdin.write_all(byte)).expect("it reads");
        drop(stdin);
        let found = child.wait_with_output().expect("answers").stdout;
        assert_eq!(String::from_utf8_lossy(&found), expected, "{typed}");
    }
    // Both files of `check` may be standard input.
    std::fs::write(&files[1], &single.1[1].1).expect("a file");
    let check = |boards: &str, answers: &str, input: &[u8]| {
        let mut check = line(&format!("check '{boards}' '{answers}'"));
        check.write_stdin(input).assert().printed()
    };
    let boards = files[1].to_str().expect("UTF-8");
    let both = check("-", answers, &single.0);
    assert_eq!(check(boards, "-", b"r\nlr\nr\nr\nu\nunsolvable\n"), both);
    let moves = line("moves --to tile").write_stdin("rdl # c\n# d\n\n u2\n").assert().success();
    moves.stdout("LUR\n\nD2\n");
}

/// A first line that is a size stands for the boards behind it only if they fit it. Otherwise the
/// lines are what they are without it.
#[test]
fn a_first_line_may_be_the_size() {
    for (text, expected) in [
        ("3\n1 2 3\n4 0 6\n7 5 8\n", "dr\n"),
        ("3 3\n1 2 3\n4 0 6\n7 5 8\n1 2 3\n4 5 6\n7 0 8\n", "dr\nr\n"),
        ("3\n\n1 2 3\n4 0 6\n7 5 8\n\n3\n1 2 3\n4 5 6\n7 0 8\n", "dr\nr\n"),
        ("# solvable\n3 #lol\n1 2 3\n4 0 6 # here\n7 5 8\n", "dr\n"),
        ("2 3\n1 2 3\n4 0 5\n", "r\n"),
        ("3\n1\n2\n3\n4\n0\n6\n7\n5\n8\n", "dr\n"),
        // A board of 2x2; two numbers of boards; rows that are no board.
        ("2 3\n1 0\n", "uldr\n"),
        ("2\n1234567x8\n12345x786\n", "r\nd\n"),
        ("4\n1 2 3 0\n1 2 0 3\n", "\nr\n"),
        ("3\n1 2 3\n4 0 6\n7 5 5\n", "invalid\n"),
    ] {
        line("lookup").write_stdin(text).assert().stdout(expected);
    }
}

/// What stands before boards, and what a board's lines may be.
#[test]
fn files_as_courses_and_search_groups_have_them() {
    let positions = "4 4\nstarting positions for each tile:\n1\n0\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n\
                     12\n13\n14\n15\ngoal positions:\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n\
                     14\n15\n";
    let thrice = positions.repeat(3);
    let seed = "error: line 1: a game's seed: expected the tiles";
    let cut = "error: line 1: `#` begins a comment, and here it cuts a board";
    for (typed, text, expected, says) in [
        // The number of tiles, and the cell of the goal's blank.
        ("", "8\n-1\n1 2 3\n4 5 6\n0 7 8\n", "rr\n", ""),
        (
            "",
            "8\n4\n1 2 3\n4 5 0\n6 7 8\n8\n8\n1 2 3\n4 5 6\n7 0 8\n8\n8\n1 2 3\n4 5 6\n7 0 8\n",
            "l\nr\nr\n",
            "",
        ),
        ("", "3\n2\n1 2\n3 0\n", "l\n", ""),
        ("--goal last", "8\n-1\n1 2 3\n4 5 6\n0 7 8\n", "", "leave out --goal"),
        // A cell on each line.
        ("--goal first --distance", "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", "20\n", ""),
        // A row of 4x4 is no board of 2x2.
        ("--goal first", "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", "\n", ""),
        ("--goal first", "4\n0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", "\n", ""),
        ("", "1 2 0 3\n", "r\n", ""),
        ("", "1 2 3 0\n1 2 0 3\n", "\nr\n", ""),
        ("--positions", positions, "l\n", ""),
        ("--positions", &thrice, "l\nl\nl\n", ""),
        ("--positions --goal first", "1 0 2 3 4 5 6 7 8\n", "l\n", ""),
        ("", positions, "", "read them with --positions"),
        ("--distance", "- 3 7 8\n- 6 2 .\n- 1 5 4\n", "23\n", ""),
        (
            "",
            "array([[1, 2, 3],\n [4, 0, 6],\n [7, 5, 8]])\narray([[1, 2, 3],\n [4, 5, 6],\n [7, 0, 8]])\n",
            "dr\nr\n",
            "",
        ),
        ("", "[\n [1, 2, 3],\n [4, 0, 6],\n [7, 5, 8]\n]\n", "dr\n", ""),
        ("", "   1 2 3\n1 | 1 2 3\n2 | 4 0 6\n3 | 7 5 8\n", "dr\n", ""),
        ("", "   0  1  2\n0  1  2  3\n1  4  0  6\n2  7  5  8\n", "dr\n", ""),
        ("", "0 | 1 2 3\n1 | 4 0 6\n2 | 7 5 8\n", "dr\n", ""),
        ("", " 1 2 3\n 4[5]x\n 7 8 6\n", "d\n", ""),
        ("", "A B C\nD E F\nG _ H\n", "r\n", ""),
        // A first line that is no board does not make an array of the others.
        ("", "[[1,2,3],[4,5,6],[7,8,8]]\n[[1,2,3],[4,5,6],[7,0,8]]\n", "invalid\nr\n", "line 1: "),
        ("", "1 2 3\n4 5 6\n7 8\n", "invalid\n", "row 3 is one cell short"),
        ("", "4x4#123\n", "invalid\n", seed),
        ("", "1 0 2 3 # 4 5 6 7\n", "invalid\n", cut),
        ("", "1 2 3\n4 # 6\n7 5 8\n", "invalid\n", cut),
        ("", "ABCDEFGHIJKLMN#O\n", "invalid\n", cut),
        ("--json", "# 1 2 3 4 5 6 7 8\n", "{[..]}\n", cut),
        ("", "1 2 3 4 5 6 7 0 8 # 22\n", "r\n", ""),
    ] {
        let status = match (says, expected) {
            ("", _) => 0,
            (_, "") => 2,
            _ => 1,
        };
        // The note on several grids is tested elsewhere.
        let says = if says.is_empty() && typed.is_empty() && text.starts_with("array") {
            "note: grids"
        } else {
            says
        };
        check_lines(&[(&format!("lookup {typed}"), text, status, expected, says)]);
    }
}

/// Boards of one size as the grids of a file, in a form. `None` if the form cannot have them.
fn file_of(boards: &[Vec<usize>], cols: usize, form: usize) -> Option<String> {
    let rows = boards[0].len() / cols;
    let joined = |board: &[usize], blank: &str, between: &str, between_rows: &str| {
        let cell = |&tile: &usize| if tile == 0 { blank.to_owned() } else { tile.to_string() };
        let row = |row: &[usize]| row.iter().map(cell).collect::<Vec<_>>().join(between);
        board.chunks(cols).map(row).collect::<Vec<_>>().join(between_rows)
    };
    let letters = |board: &[usize]| {
        let letter = |&tile: &usize| char::from(if tile == 0 { b'_' } else { b'@' + tile as u8 });
        let row = |row: &[usize]| row.iter().map(letter).map(String::from).collect::<Vec<_>>();
        board.chunks(cols).map(|cells| row(cells).join(" ")).collect::<Vec<_>>().join("\n")
    };
    let labelled = |board: &[usize], first: usize, between: &str| {
        let rows = (first..).zip(board.chunks(cols));
        let rows = rows.map(|(at, row)| format!("{at}{between}{}\n", joined(row, "0", " ", "")));
        rows.collect::<String>()
    };
    let columns: Vec<String> = (0..cols).map(|col| col.to_string()).collect();
    let one = |board: &Vec<usize>| {
        Some(match form {
            0 => joined(board, "0", " ", "\n") + "\n\n",
            1 => joined(board, "", ",", "\n") + "\n\n",
            2 => format!("| {} |\n\n", joined(board, " ", " | ", " |\n| ")),
            3 => format!("- {}\n\n", joined(board, "x", " ", "\n- ")),
            4 => format!("array([[{}]])\n", joined(board, "0", ", ", "],\n       [")),
            5 => joined(board, "x", "-", "\n") + "\n\n",
            6 => format!("{rows} {cols}\n{}\n", joined(board, "0", " ", "\n")),
            7 => labelled(board, 1, " | ") + "\n",
            15 => labelled(board, 0, " | ") + "\n",
            // The numbers of nine columns are a board.
            16 if cols < 9 => format!("  {}\n{}\n", columns.join(" "), labelled(board, 0, " ")),
            8 if board.len() < 27 => letters(board) + "\n\n",
            9 => format!("{cols}x{rows}:{}\n", joined(board, "0", ",", ",")),
            10 => format!("board = [[{}]]\n", joined(board, "0", ", ", "], [")),
            11 => format!("[[{}.]]\n", joined(board, "0", ". ", ".]\n [")),
            12 if rows == cols => {
                format!("{}\n-1\n{}\n", board.len() - 1, joined(board, "0", " ", "\n"))
            }
            13 if rows == cols && boards.len() == 1 => {
                format!("{rows}\n{}\n", joined(board, "0", "\n", "\n"))
            }
            // Only the first board has its size before it, which is no row of the others.
            14 if boards.iter().all(|board| board[..cols] != [rows, cols]) => {
                joined(board, "0", " ", "\n") + "\n"
            }
            _ => return None,
        })
    };
    let texts: Option<Vec<String>> = boards.iter().map(one).collect();
    let header = if form == 14 { format!("{rows} {cols}\n") } else { String::new() };
    Some(header + &texts?.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random boards, one to four in a file, are the same in every form, however the file arrives.
    #[test]
    fn files_in_every_form_have_the_same_boards(
        (rows, cols) in (2..7usize, 2..7usize),
        seeds in prop::collection::vec(any::<u64>(), 1..5),
        length in prop::sample::select(vec![3, 64, usize::MAX]),
    ) {
        let shuffled = |seed: &u64| {
            let mut cells: Vec<usize> = (0..rows * cols).collect();
            let mut state = seed | 1;
            for last in (1..cells.len()).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                cells.swap(last, (state >> 33) as usize % (last + 1));
            }
            cells
        };
        let boards: Vec<Vec<usize>> = seeds.iter().map(shuffled).collect();
        for form in 0..17 {
            let Some(text) = file_of(&boards, cols, form) else { continue };
            let found = read(text.as_bytes(), length, usize::MAX, Options::default());
            let found = found.map_err(|why| TestCaseError::fail(format!("{why}: {text}")))?;
            let cells = |(_, text, flaw): &(u64, Vec<u8>, Option<String>)| {
                let board = Board::parse(text, None).ok().filter(|_| flaw.is_none())?;
                let cells = 0..board.shape().cells();
                Some(cells.map(|cell| board.tile_at(cell) as usize).collect())
            };
            let found: Vec<Option<Vec<usize>>> = found.iter().map(cells).collect();
            let expected: Vec<_> = boards.iter().cloned().map(Some).collect();
            prop_assert_eq!(found, expected, "{}: {}", form, text);
        }
    }
}

#[test]
fn another_sign_for_the_blank() {
    for (typed, text, expected) in [
        ("--blank 9", "1 2 3 4 9 6 7 5 8\n1 2 3 4 5 6 7 9 8 # end\n", "dr\nr\n"),
        ("--blank 9 --goal '1 2 3 8 9 4 7 6 5' --distance", "1 2 3 8 4 9 7 6 5\n", "1\n"),
        ("--blank 9", "1 2 3\n4 9 6\n7 5 8\n", "dr\n"),
        ("--blank 8", "0 1 2\n3 8 5\n6 4 7\n", "dr\n"),
        ("--blank -1", "1 2 3\n4 -1 6\n7 5 8\n", "dr\n"),
        ("--blank 15", "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 15 14\n", "r\n"),
        // Comments behind rows of another form; a size of two columns before some boards only.
        ("", "- 1 2 3 # a\n- 4 . 6 # b\n- 7 5 8\n", "dr\n"),
        ("--blank -1 --distance", "3 2\n1 2\n3 4\n-1 5\n3 2\n1 -1\n4 5\n", "1\n17\n"),
        ("--blank nil --column b", "a,b\n1,1 2 3 4 nil 6 7 5 8\n", "dr\n"),
        // Numbers as the goal has them.
        ("-q --goal '1 2 3 4 5 6 8 9 0'", "1 2 3 4 5 6 8 0 9\n", "r\n"),
    ] {
        line(&format!("lookup {typed}")).write_stdin(text).assert().stdout(expected);
    }
    for command in ["solve", "hint --notation blank", "solvable", "rank", "analyze"] {
        let moves = if command == "analyze" { "dr" } else { "" };
        let typed = format!("{command} '1 2 3 4 e 6 7 5 8' {moves}");
        let status = if command == "solvable" { 2 } else { 1 };
        line(&typed).assert().code(status).stderr(contains("name it with --blank e\n"));
        line(&format!("{typed} --blank e")).assert().success();
    }
}

/// An empty cell between bars, commas or tabs is the blank, in grids, too.
#[test]
fn an_empty_cell_is_the_blank() {
    for text in [
        "1,2,3\n4,,6\n7,5,8\n",
        "1\t2\t3\n4\t\t6\n7\t5\t8\n",
        "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n+---+---+---+\n",
        "1,2,3,4,,6,7,5,8\n",
    ] {
        line("lookup").write_stdin(text).assert().stdout("dr\n");
    }
    // A row of a larger board, not a board of 2x2.
    line("lookup")
        .write_stdin("5,1,,4\n2,6,3,8\n9,10,7,12\n13,14,11,15\n")
        .assert()
        .stdout("dllurdrddr\n");
}

/// The first row of a larger grid may be a board itself: a sign that rows have makes it wait.
#[test]
fn a_first_row_with_signs_of_rows_is_no_board() {
    let rows = |between: &str, around: [&str; 2], side: usize| {
        let row = |row: usize| {
            let cells: Vec<_> = (0..side).map(|col| (row * side + col).to_string()).collect();
            format!("{}{}{}\n", around[0], cells.join(between), around[1])
        };
        (0..side).map(row).collect::<String>()
    };
    for side in [4, 9] {
        let plain = rows(" ", ["", ""], side);
        let size = format!("--size {side}x{side}");
        let typed = format!("solvable --layout grids {size}");
        let ran = line(&typed).write_stdin(&*plain).assert();
        let (status, expected) = (ran.get_output().status.code(), ran.printed());
        let status = status.expect("it ended");
        for (between, around) in [("|", ["|", "|"]), (" | ", ["| ", " |"]), (" & ", ["", " \\\\"])]
        {
            let text = rows(between, around, side);
            let two = format!("{text}\n{text}");
            line("solvable").write_stdin(&*text).assert().code(status).stdout(&*expected);
            line("solvable").write_stdin(&*two).assert().code(status).stdout(expected.repeat(2));
        }
    }
    let keys = "0️⃣1️⃣2️⃣3️⃣\n4️⃣5️⃣6️⃣7️⃣\n";
    let nine = rows(" ", ["", ""], 9);
    check_lines(&[
        ("solvable", keys, 1, "unsolvable\n", ""),
        // Each line is a board.
        ("lookup", "|1|2|3|4|5|6|7|x|8|\n|1|2|3|4|5|x|7|8|6|\n", 0, "r\nd\n", ""),
        ("lookup", "|1|2|3|4|5|6|7|x|8|\n", 0, "r\n", ""),
        // Without such a sign it is answered at once, with a note.
        ("lookup", &nine, 1, "[..]", "first row of a grid, name its shape with --size"),
        ("lookup", "+3\n1 2 3\n4 5 6\n7 x 8\n", 1, "[..]", "line 1: "),
    ]);
}

/// The time grows with the length of the input, not with its square.
#[test]
fn many_lines_without_cells_are_read_in_time() {
    let commas = ",\n".repeat(1_200_000);
    line("lookup --layout grids").write_stdin(&*commas).assert().code(1).stdout("invalid\n");
    let brackets = "[\n".repeat(300_000);
    line("lookup --size 100x100").write_stdin(brackets).assert().code(2);
}

/// A JSON array of boards over several lines is one, whatever size is named.
#[test]
fn arrays_of_boards_are_indented() {
    let rows = "[\n [\n  [\n   1,\n   2,\n   3\n  ],\n  [\n   4,\n   0,\n   5\n  ]\n ],\n [\n  [\n   1,\n   \
                2,\n   3\n  ],\n  [\n   0,\n   4,\n   5\n  ]\n ]\n]\n";
    let flat = "[\n [\n  1,\n  2,\n  3,\n  4,\n  0,\n  5\n ],\n [\n  1,\n  2,\n  3,\n  0,\n  4,\n  5\n ]\n]\n";
    let by_row = "[[[1, 2, 3],\n  [4, 0, 5]],\n\n [[1, 2, 3],\n  [0, 4, 5]]]\n";
    let columns = "[[[1,2],[3,4],[0,5]],\n [[1,2],[3,4],[5,0]]]\n";
    let array = "JSON array: each element is a board";
    check_lines(&[
        ("solve", rows, 0, "r\nrr\n", array),
        ("solve --size 2x3", rows, 0, "r\nrr\n", array),
        ("solve --size 2x3", flat, 0, "r\nrr\n", array),
        ("solve", by_row, 0, "r\nrr\n", array),
        ("solve --size 2x3", by_row, 0, "r\nrr\n", array),
        ("solve --size 3x2", columns, 0, "r\n\n", array),
        // What numpy prints, and code.
        ("solve", "[[[1 2 3]\n  [4 0 5]]\n\n [[1 2 3]\n  [0 4 5]]]\n", 0, "r\nrr\n", array),
        ("solve", &format!("boards = {by_row}"), 0, "r\nrr\n", array),
        (
            "solve",
            "b = np.array([[[1, 2], [3, 0]],\n  [[1, 2], [0, 3]]], dtype=int)\n",
            0,
            "\nr\n",
            array,
        ),
        ("solve", "Boards: [[[1,2],[3,0]],[[1,2],[0,3]]];\n", 0, "\nr\n", array),
        ("solve", "board = [[1, 2],\n [0, 3]]\n", 0, "r\n", ""),
        // All numbers together are one board.
        (
            "solve --size 2x3",
            "[\n [\n  1,\n  2,\n  3\n ],\n [\n  4,\n  0,\n  5\n ]\n]\n",
            0,
            "r\n",
            "",
        ),
        ("solve --size 3x3", "[[1,2,3],\n [4,0,6],\n [7,5,8]]\n", 0, "dr\n", ""),
    ]);
}
