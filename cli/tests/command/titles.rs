//! Files of boards with lines that are none above, between and below them, and boards without
//! empty lines between them.

use crate::program::{Run, contains, line};

const FIRST: &str = "1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12\n";
const SECOND: &str = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
const CENTRE: &str = "1 2 3\n4 0 6\n7 5 8\n";
const RIGHT: &str = "1 2 3\n4 5 6\n7 0 8\n";

/// The options with which a file of grids is read.
const GRIDS: [&str; 2] = ["", " --layout grids"];

#[test]
fn boards_may_follow_each_other_at_once() {
    for count in ["2\n", ""] {
        for size in ["", " --size 4x4"] {
            for layout in GRIDS {
                let typed = format!("lookup --distance{size}{layout}");
                let text = format!("{count}{FIRST}{SECOND}");
                line(&typed).write_stdin(text).assert().success().stdout("3\n1\n");
            }
        }
    }
    let sizes = "3 3\n1 0 3\n4 2 5\n7 8 6\n4 3\n1 2 3\n4 5 6\n7 8 9\n10 0 11\n0 0\n";
    for layout in GRIDS {
        let typed = format!("lookup{layout}");
        let run = |text: String| line(&typed).write_stdin(text).assert();
        run(format!("2\n\n{CENTRE}\n{RIGHT}")).success().stdout("dr\nr\n");
        run(sizes.to_owned()).success().stdout("drd\nr\n");
        let over = run(format!("{sizes}{CENTRE}")).code(1).stdout("drd\nr\ninvalid\n");
        over.stderr(contains("line 11: it stands behind the line that ends the boards"));
    }
}

/// Three data frames as they are printed, with these names of columns.
fn frames(first: &str) -> String {
    let names = match first {
        "0" => ["0", "1", "2"],
        "A" => ["A", "B", "C"],
        _ => ["aa", "bb", "cc"],
    };
    format!("   {}\n0  1  2  3\n1  4  0  6\n2  7  5  8\n", names.join("  ")).repeat(3)
}

#[test]
fn titles_are_no_boards() {
    let fours = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n";
    for (text, options, expected, count) in [
        (format!("Initial State:\n{CENTRE}Goal State:\n{RIGHT}"), "", "dr\nr\n", 2),
        (format!("Initial State:\n\n{CENTRE}\nGoal State:\n\n{RIGHT}"), "", "dr\nr\n", 2),
        (format!("State 0\n{fours}State 1\n{fours}"), " --goal first", "\n\n", 2),
        (format!("A =\n\n{CENTRE}"), "", "dr\n", 1),
        ("3x3 Matrix{Int64}:\n 1  2  3\n 4  0  6\n 7  5  8\n".to_owned(), "", "dr\n", 1),
        ("   A  B  C\n0  1  2  3\n1  4  0  6\n2  7  5  8\n".to_owned(), "", "dr\n", 0),
        ("board:\n  - [1, 2, 3]\n  - [4, 0, 6]\n  - [7, 5, 8]\n".to_owned(), "", "dr\n", 1),
        (format!("{CENTRE}---\n{RIGHT}===\nEOF\n"), "", "dr\nr\n", 3),
        (format!("{CENTRE}\n---\n\n{RIGHT}\nEND OF FILE\n"), "", "dr\nr\n", 2),
        // Data frames without an empty line between them.
        (frames("A"), "", "dr\ndr\ndr\n", 0),
        (frames("aa"), "", "dr\ndr\ndr\n", 0),
        (frames("0"), "", "dr\ndr\ndr\n", 0),
    ] {
        for layout in GRIDS {
            let run = line(&format!("lookup{layout}{options}")).write_stdin(&*text).assert();
            let said = run.success().stdout(expected).said();
            let notes: Vec<_> = said.lines().filter(|line| line.contains("skipped as")).collect();
            let begins = format!("note: {count} line");
            assert_eq!(notes.len(), usize::from(count > 0), "{text}: {said}");
            assert!(notes.iter().all(|note| note.starts_with(&begins)), "{text}: {said}");
        }
    }
    // Without a board, a title is a board gone wrong.
    line("lookup").write_stdin("hello\n").assert().code(1).stdout("invalid\n");
    line("lookup --layout grids").write_stdin("a b c\n5\n").assert().code(1).stdout("invalid\n");
}

/// Empty lines at the head of a file say nothing of its layout. In a pipe, whoever sends one may be
/// waiting for its answer.
#[test]
fn a_file_may_begin_with_empty_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards").display().to_string();
    let objects = "{\"board\":\"1234567x8\"}\n";
    for (text, status, expected) in [
        (format!("\n{CENTRE}"), 0, "dr\n"),
        (format!("\n \n{CENTRE}\n{RIGHT}"), 0, "dr\nr\n"),
        (format!("\nboard,id\n{}", "1234567x8,7\n"), 0, "r\n"),
        (format!("\n{objects}"), 1, "invalid\nr\n"),
        ("\n[[1,2,3],[4,5,6],[7,0,8]]\n".to_owned(), 1, "invalid\nr\n"),
        // A line of a file of lines has an answer.
        ("\n1234567x8\n12345x786\n".to_owned(), 1, "invalid\nr\nd\n"),
        ("\n\n".to_owned(), 1, "invalid\ninvalid\n"),
    ] {
        std::fs::write(&path, &text).expect("a file");
        line(&format!("lookup '{path}'")).assert().code(status).stdout(expected);
        let piped = line("lookup").write_stdin(text).assert();
        assert!(piped.printed().starts_with("invalid\n"));
    }
}

/// In a file of lines, titles stand above the boards and behind them, and lines divide them.
#[test]
fn titles_around_lines_are_no_boards() {
    let (one, other) = ("1 2 3 4 5 6 7 0 8\n", "1 2 3 4 5 6 0 7 8\n");
    for (text, expected, count) in [
        (format!("{one}{other}EOF\n"), "r\nrr\n", 1),
        (format!("{one}---\n{other}===\n"), "r\nrr\n", 0),
        (format!("{one}{other}---\nEND OF FILE"), "r\nrr\n", 1),
        (format!("2\n{one}{other}That was all.\n"), "r\nrr\n", 2),
    ] {
        let said = line("lookup").write_stdin(text).assert().success().stdout(expected).said();
        let notes: Vec<_> = said.lines().filter(|line| line.contains("skipped as")).collect();
        assert_eq!(notes.len(), usize::from(count > 0), "{said}");
        let begins = format!("note: {count} line");
        assert!(notes.iter().all(|note| note.starts_with(&begins)), "{said}");
    }
    // Between boards a title is a board gone wrong, and so is it if there are no boards.
    let between = format!("{one}Level two\n{other}");
    line("lookup").write_stdin(between).assert().code(1).stdout("r\ninvalid\nrr\n");
    line("lookup").write_stdin("EOF\n").assert().code(1).stdout("invalid\n");
    line("lookup --layout lines").write_stdin("EOF\n").assert().code(1).stdout("invalid\n");
    line("lookup --pairs").write_stdin("1234567x8\nfirst\n").assert().success();
}

/// Boards without separators, with other digits, and in arrays.
#[test]
fn boards_in_groups_and_arrays_are_read() {
    let solved = |typed: &str, text: &str, expected: &'static str| {
        line(typed).write_stdin(text.to_owned()).assert().success().stdout(expected);
    };
    for text in ["1234567b8\n", "123 456 7b8\n", "123/456/7b8\n", "123\n456\n7b8\n"] {
        solved("lookup --blank b", text, "r\n");
        let goal = format!("lookup --blank b --goal '{}'", text.trim());
        solved(&goal, "123 456 78b\n", "l\n");
    }
    for text in [
        "ABCDEFG H\n",
        "1234567 8\n",
        "123 456 7x8\n",
        "１２３４５６７０８\n",
        "１ ２ ３\n４ ５ ６\n７ ０ ８\n",
        "1;2;3\n4;5;6\n7;;8\n",
        "1,2,3,4,5,6,7,0,8,1\n",
    ] {
        let column = if text.len() == 20 { " --column 0..8" } else { "" };
        solved(&format!("lookup{column}"), text, "r\n");
    }
    solved("lookup --column 0..8", "1,2,3,4,5,6,0,7,8,2\n", "rr\n");
    for text in [
        "[[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,0,7,8]]\n",
        "[\n  [[1,2,3],[4,5,6],[7,0,8]],\n  [[1,2,3],[4,5,6],[0,7,8]]\n]\n",
        "# two\n[\"123456708\", \"123456078\"]\n",
    ] {
        solved("lookup", text, "r\nrr\n");
    }
    solved("lookup", "[[1,2,3],[4,5,6],[7,0,8]]\n", "r\n");
    let wrong = "[[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,13,14,14]]\n";
    line("lookup").write_stdin(wrong).assert().code(1).stdout("invalid\n");
    let over = "[[1,2,3,4,5,6,7,0,8],[1,2,3,4,5,6,0,7,8]]\n[[1,2,3],[4,5,6],[7,0,8]]\n";
    let run = line("lookup").write_stdin(over).assert().code(1).stdout("r\nrr\ninvalid\n");
    run.stderr(contains("line 2: it stands behind the end of the array"));
}

/// Advice fits the text: no shape for a board with a number behind it, and no column for a label.
#[test]
fn advice_is_not_made_of_data() {
    for text in ["1 2 3 4 5 6 0 7 8 2\n", "1,2,3,4,5,6,0,7,8,2\n"] {
        let said = line("lookup").write_stdin(text).assert().code(1).stdout("invalid\n").said();
        assert!(said.ends_with("10 cells: expected 9 for 3x3\n"), "{said}");
    }
    let said = line("lookup").write_stdin("Board 1: 1 2 3 4 5 6 7 0 8\n").assert().said();
    assert!(!said.contains("--column"), "{said}");
}

/// Sides to 1,000 are read by the command that needs no answer.
#[test]
fn large_boards_are_solvable_or_not() {
    let cells = |last: [usize; 2]| {
        let cells: Vec<usize> = (1..101 * 99 - 2).chain(last).chain([0]).collect();
        let rows = cells.chunks(99).map(|row| {
            let row: Vec<String> = row.iter().map(usize::to_string).collect();
            row.join(" ") + "\n"
        });
        rows.collect::<String>()
    };
    let numbers = [101 * 99 - 2, 101 * 99 - 1];
    for (last, answer) in [(numbers, "solvable\n"), ([numbers[1], numbers[0]], "unsolvable\n")] {
        let sized = format!("101 99\n{}", cells(last));
        for (typed, text) in [("solvable -", &sized), ("solvable --size 101x99 -", &cells(last))] {
            let run = line(typed).write_stdin(text.clone()).assert();
            assert_eq!(run.stdout(answer).said(), "", "{typed}");
        }
    }
    line("solvable --size 1001x2").assert().code(2).stderr(contains("sides from 2 to 1000"));
    line("solve --size 101x99").assert().code(2).stderr(contains("sides from 2 to 100"));
}

/// A board gone wrong is one `invalid`, and those beside it are right.
#[test]
fn rows_are_no_boards() {
    let wrong = "1 2 3\n4 0 6\n7 5 5\n";
    let letter = "0 1 2 3\n4 5 6 7\n8 9 1O 11\n12 13 14 15\n";
    for (text, expected) in [
        (format!("3\n{wrong}"), "invalid\n"),
        (format!("{wrong}{CENTRE}{RIGHT}"), "invalid\ndr\nr\n"),
        (format!("{CENTRE}{wrong}{RIGHT}"), "dr\ninvalid\nr\n"),
        (format!("{CENTRE}{RIGHT}{wrong}"), "dr\nr\ninvalid\n"),
        (format!("Board 1:\n{letter}"), "invalid\n"),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 16\n".to_owned(), "invalid\n"),
        ("Board:\n0 1 1 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n".to_owned(), "invalid\n"),
        (format!("{CENTRE}\n1 2 3\n4 5 9\n7 8 0\n\n{RIGHT}"), "dr\ninvalid\nr\n"),
        // A file that is cut off within a board.
        (format!("{CENTRE}\n1 2 3\n4 5 0\n"), "dr\ninvalid\n"),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\n".to_owned(), "invalid\n"),
    ] {
        for layout in GRIDS {
            let run = line(&format!("lookup{layout}")).write_stdin(&*text).assert();
            run.code(1).stdout(expected);
        }
    }
}

/// A count or a title on either side shifts no answer.
#[test]
fn boards_and_answers_are_paired() {
    let boards = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("a file");
    for above in ["", "3\n", "Boards:\n"] {
        write("boards", &format!("{above}{boards}"));
        for (kind, answers) in [
            ("moves", "r\nrr\ndr\n"),
            ("moves", "3\nr\nrr\ndr\n"),
            ("moves", "Answers:\nr\nrr\ndr\n"),
            ("distance", "1\n2\n2\n"),
            ("distance", "3\n1\n2\n2\n"),
        ] {
            write("answers", answers);
            let typed =
                format!("check --answers {kind} '{}' '{}'", path("boards"), path("answers"));
            line(&typed).assert().success().stdout("optimal\noptimal\noptimal\n");
        }
    }
    // A first answer that could be a count is one if there are as many boards as answers.
    write("boards", "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n");
    write("answers", "1\n2\n");
    let typed = format!("check --answers distance '{}' '{}'", path("boards"), path("answers"));
    line(&typed).assert().success().stdout("optimal\noptimal\n");
    let pairs = "2\n1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 8 0\n";
    line("lookup --pairs").write_stdin(pairs).assert().success().stdout("r\nrr\n");
}
