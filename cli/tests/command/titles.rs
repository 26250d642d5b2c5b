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
