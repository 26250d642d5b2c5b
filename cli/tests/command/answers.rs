//! Files of answers for `check` and `analyze`, in every layout: lines, a column of CSV, a field of
//! JSON lines, beside their boards, and those that `lookup` writes.

use std::fs;

use crate::program::{Ran, Run, Text, check_lines, contains, line, stdout, tilebase};

/// Four boards: two moves, none, unsolvable, none at all.
const BOARDS: &str = "123406758\n12345678x\n12345687x\n12\n";
const VERDICTS: &str = "optimal\noptimal\noptimal\ninvalid\n";

/// Runs a command line with files in place of `A`, `B`, ....
fn ask(typed: &str, files: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let mut typed = typed.to_owned();
    for (name, text) in ["A", "B"].iter().zip(files) {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        typed = typed.replace(&format!(" {name}"), &format!(" '{}'", path.display()));
    }
    line(&typed).assert()
}

#[test]
fn answers_are_read_in_every_layout() {
    for answers in [
        "dr\n\nunsolvable\n\n",
        "moves\ndr\n\"\"\nunsolvable\n\"\"\n",
        "id,moves\n1,dr\n2,\n3,no solution\n4,x\n",
        "solution;n\ndown right;1\n;2\nnone;3\n;4\n",
        "n\tanswer\n1\t\"d,r\"\n2\t\n3\tnone\n4\t\n",
        "{\"moves\":\"dr\"}\n{\"moves\":\"\"}\n{\"moves\":\"unsolvable\"}\n{\"moves\":\"\"}\n",
        "{\"id\":1,\"path\":[\"down\",\"right\"]}\n{\"id\":2,\"path\":[]}\n{\"id\":3,\"path\":-1}\n\n",
        "1. down, 2. right\n[]\n**unsolvable**\n\n",
        "2 moves: dr\n0 moves\nThe board cannot be solved.\n\n",
    ] {
        ask("check A B", &[BOARDS, answers]).code(1).stdout(VERDICTS);
    }
}

#[test]
fn answers_have_columns_claims_and_errors() {
    for (typed, boards, answers, verdicts) in [
        ("check A B --answer-column to", BOARDS, "moves,to\nx,dr\nx,\nx,none\nx,\n", VERDICTS),
        ("check A B --answer-column a.b", "123406758\n", "{\"a\":{\"b\":\"dr\"}}\n", "optimal\n"),
        ("check A B --answers distance", BOARDS, "moves,distance\nx,2\nx,0\nx,-1\nx,1\n", VERDICTS),
        (
            "check A B --valid",
            BOARDS,
            "moves\ndudr\n\"\"\nnone\nr\n",
            "valid\nvalid\nvalid\ninvalid\n",
        ),
        (
            "check A B --notation tiles",
            "123406758\n",
            "{\"optimal_actions\": [5, 8]}\n",
            "optimal\n",
        ),
        // A text that says that there is no solution.
        (
            "check A B --unsolvable-as FAIL",
            "12345687x\n12345678x\n",
            "FAIL\nFAIL\n",
            "optimal\nwrong: it can be solved, in 0 moves\n",
        ),
        ("check A B --unsolvable-as FAIL", "12345687x\n", "moves\nFAIL\n", "optimal\n"),
        // Programs also write these where a search was stopped.
        (
            "check A B",
            "12345687x\n12345687x\n",
            "{\"moves\":null}\n{\"moves\":\"NaN\"}\n",
            "wrong: no answer: `null` claims [..] if you say so; say it with --unsolvable-as null\n\
             wrong: no answer: `NaN` [..] --unsolvable-as NaN\n",
        ),
        ("check A B --unsolvable-as null", "12345687x\n", "{\"moves\":null}\n", "optimal\n"),
        (
            "check A B --answers distance",
            "123406758\n12345678x\n",
            "2 moves\n0 moves\n",
            "optimal\noptimal\n",
        ),
        // What names tiles is no count, and words without a move are no solution.
        (
            "check A B",
            "12345678x\n12345678x\n",
            "Move tile 2 left\nthe\n",
            "wrong: [..] 2 is the number of a tile here: [..]; name it with --notation tiles\n\
             wrong: move 1, column 1: expected moves, found `the`\n",
        ),
        // Beside the boards.
        (
            "check A",
            "board,moves\n123406758,dr\n12345687x,none\n12345678x,\"\"\n",
            "",
            "optimal\noptimal\noptimal\n",
        ),
        ("check A", "start,solution\n123406758,drdu\n", "", "wrong: move 3 of 4, [..]\n"),
        ("check A --column s --answer-column t", "t,s\ndr,123406758\n", "", "optimal\n"),
        (
            "check A",
            "{\"board\":\"123406758\",\"moves\":\"dr\"}\n{\"board\":\"123406758\"}\n",
            "",
            "optimal\nwrong: no answer\n",
        ),
        // A row that has no answer, or whose line is broken, has none.
        (
            "check A B",
            "123406758\n123406758\n",
            "{\"moves\":\"dr\"}\n{\"moves\"\n",
            "optimal\nwrong: no answer: broken JSON[..]\n",
        ),
        (
            "check A B",
            "123406758\n123406758\n",
            "id,moves\n1,dr\n2\n",
            "optimal\nwrong: no answer: no `moves`, [..]\n",
        ),
        // Fewer and more answers than boards.
        ("check A B", "123406758\n", "moves\ndr\ndr\n", ""),
        ("check A B", "123406758\n123406758\n", "moves\ndr\n", ""),
        ("check A B", "", "moves\n", ""),
        ("check A B", "", "", ""),
    ] {
        let ran = ask(typed, &[boards, answers]);
        ran.stdout(Text::Like(verdicts.to_owned()));
    }
}

/// What `lookup` writes is right, whether beside its boards or as a file of answers.
#[test]
fn our_own_answers_are_right_in_every_format() {
    for format in ["csv", "jsonl"] {
        let mut lookup = tilebase();
        lookup.args(["lookup", "-q", "--format", format]).write_stdin(BOARDS);
        let written = lookup.assert().printed();
        ask("check A B", &[BOARDS, &written]).code(1).stdout(VERDICTS);
        ask("check A B --answers distance", &[BOARDS, &written]).code(1).stdout(VERDICTS);
        ask("check A", &[&written]).code(1).stdout(VERDICTS);
        // The verdicts have answers, too, which can be checked again.
        let ran = ask(&format!("check A B --format {format}"), &[BOARDS, &written]);
        ask("check A", &[&ran.printed()]).code(1).stdout(VERDICTS);
    }
}

/// No verdict belongs to another board.
#[test]
fn answers_of_other_boards_are_refused() {
    let boards = "id,board\n1,123406758\n2,12345678x\n";
    for (answers, says) in [
        ("id,moves\n1,dr\n2,\n", None),
        ("moves,id\ndr, 1\n,2\n", None),
        ("{\"id\":1,\"moves\":\"dr\"}\n{\"id\":2,\"moves\":\"\"}\n", None),
        (
            "id,moves\n2,\n1,dr\n",
            Some("line 2 of the answers has the id `2`, but line 2 of the boards `1`"),
        ),
        (
            "{\"id\":1,\"moves\":\"dr\"}\n{\"id\":3,\"moves\":\"\"}\n",
            Some("line 2 of the answers has the id `3`"),
        ),
        ("board,moves\n1 2 3 4 x 6 7 5 8,dr\n12345678x,\n", None),
        (
            "board,moves\n123406758,dr\n123456x78,\n",
            Some("line 3 of the answers has the board `123456x78`"),
        ),
    ] {
        let ran = ask("check A B", &[boards, answers]);
        match says {
            None => ran.success().stdout("optimal\noptimal\n"),
            Some(says) => ran.code(2).stderr(contains(says)),
        };
    }
    // Thousands of rows, of which one is exchanged.
    let rows = |of: &dyn Fn(usize) -> String| (0..5000).map(of).collect::<String>();
    let boards = format!("id,board\n{}", rows(&|id| format!("{id},12345x786\n")));
    let answers = |other| {
        let id = move |id| if id == other { 9999 } else { id };
        format!("id,moves\n{}", rows(&move |row| format!("{},d\n", id(row))))
    };
    ask("check A B", &[&boards, &answers(5000)]).success().stdout("optimal\n".repeat(5000));
    let refused = ask("check A B", &[&boards, &answers(4321)]).code(2);
    refused.stderr(contains("line 4323 of the answers has the id `9999`"));
}

#[test]
fn what_is_no_file_of_answers_is_named() {
    for (typed, files, says) in [
        ("check A", &[BOARDS][..], "expected boards and answers in two columns of CSV"),
        (
            "check A",
            &["board,x\n12345x786,d\n"],
            "no column `moves`, `solution` or `answer`; expected one of board, x: name it with --answer-column",
        ),
        (
            "check A B",
            &[BOARDS, "moves,solution\nd,r\n"],
            "columns `moves` and `solution` can both be meant: name one with --answer-column",
        ),
        ("check A B", &[BOARDS, "moves,a,moves\nd,,r\n"], "columns 1 and 3 are both `moves`"),
        (
            "check A B",
            &[BOARDS, "distance\n2\n"],
            "no column `moves`, `solution` or `answer`; expected one of distance",
        ),
        ("check A B", &[BOARDS, "moves\ndr\nmoves\n"], "line 3 has the names of columns again"),
        (
            "check A --judge uva652",
            &["1"],
            "--judge: expected the judge's input and a file of answers",
        ),
    ] {
        ask(typed, files).code(2).stderr(contains(says));
    }
}

/// `analyze` takes two files as `check` does.
#[test]
fn files_are_analyzed_by_their_position() {
    let verdicts = "+0: 2 moves, optimal 2\n+0: 0 moves, optimal 0\noptimal\ninvalid\n";
    let answers = "moves\ndr\n\"\"\nunsolvable\n\"\"\n";
    ask("analyze A B", &[BOARDS, answers]).code(1).stdout(verdicts);
    ask("analyze A", &["board,moves\n123406758,dr\n"]).success().stdout(contains("+0: 2"));
    let piped = line("analyze - /dev/null").write_stdin("12345x786\n").assert();
    piped.code(2).stdout("wrong: no answer\n");
    // A board before moves is one, in both commands.
    check_lines(&[
        ("analyze 12345x786 d", "", 0, "[..]optimal length  1[..]", ""),
        ("check 12345x786 d", "", 0, "optimal\n", "note: 1 line: 1 optimal"),
        ("check 1 2 3 4 5 x 7 8 6 l r d", "", 0, "valid +2\n", "2 moves too many"),
        ("check 12345678x ''", "", 0, "optimal\n", "1 optimal"),
        ("check 12345687x unsolvable", "", 0, "optimal\n", "1 optimal"),
        ("check --answers distance 12345x786 2", "", 1, "wrong: [..]\n", "1 wrong"),
        ("check 12345x776 d", "", 1, "invalid\n", "error: argument 1: "),
        ("check 12345x786", "", 2, "", "error: no moves: expected them behind the board"),
        ("check --column a 12345x786 d", "", 2, "", "--column and --layout: "),
        ("check nosuch.txt d", "", 2, "", "error: `nosuch.txt`: no such file, and not a board"),
        ("analyze nosuch.txt d", "", 2, "", "error: `nosuch.txt`: no such file, and not a board"),
    ]);
}

/// A program that writes answers gets each verdict at once, also in CSV.
#[test]
fn answers_in_columns_are_checked_as_they_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, "12345x786\n1234567x8\n").expect("a file");
    let mut talk = crate::inputs::Talk::with(&format!("check '{}' -", path.display()));
    for answer in ["n,moves\n1,d\n", "2,r\n"] {
        talk.say(answer);
        talk.hear("optimal\n");
    }
    talk.end();
}

/// The boards beside answers are in the usual way in our own rows, whatever the input has.
#[test]
fn boards_beside_answers_are_the_same_in_another_reading() {
    let boards = "0 1 2 3 8 5 6 4 7\n0 1 2 3 4 5 6 8 7\n";
    let rows = stdout(line("lookup --blank 8 --format csv").write_stdin(boards));
    ask("check --blank 8 A B", &[boards, &rows]).success().stdout("optimal\noptimal\n");
    let other = rows.replace("1 2 3 4 x 6 7 5 8", "1 2 3 4 x 6 7 8 5");
    let refused = ask("check --blank 8 A B", &[boards, &other]).code(2);
    refused.stderr(contains("line 2 of the answers has the board"));
}

/// A program that failed claims nothing, and a bound is no distance.
#[test]
fn failures_and_bounds_are_no_answers() {
    let wrong = |answer: &str| {
        let line = format!("check '2 1 3 4 5 6 7 8 x' '{answer}'");
        check_lines(&[(&line, "", 1, "wrong[..]\n", "1 wrong")]);
    };
    for answer in [
        "exit code: -1",
        "timeout: no solution",
        "Time limit exceeded: no solution",
        "Segmentation fault: none",
        "no solution, timeout",
        "impossible: no",
        "The board is unsolvable, or is it?",
    ] {
        wrong(answer);
    }
    for bound in
        ["distance >= 1", "lower bound: 1", "at least: 1", "error = 1", "timeout after s: 1"]
    {
        let line = format!("check --answers distance '1 2 3 4 5 6 7 x 8' '{bound}'");
        check_lines(&[(&line, "", 1, "wrong[..]\n", "1 wrong")]);
    }
    check_lines(&[
        ("check '2 1 3 4 5 6 7 8 x' -1", "", 0, "optimal\n", "1 optimal"),
        ("check '2 1 3 4 5 6 7 8 x' null", "", 1, "wrong[..]--unsolvable-as null\n", "1 wrong"),
        ("check '2 1 3 4 5 6 7 8 x' null --unsolvable-as null", "", 0, "optimal\n", "1 optimal"),
        (
            "analyze 12345678x r --unsolvable-as null",
            "",
            2,
            "",
            "an analysis is of moves; expected `check` with it",
        ),
    ]);
}
