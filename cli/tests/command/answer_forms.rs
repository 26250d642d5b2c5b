//! Files of answers in the forms in which programs and people write them: with labels, counts,
//! titles and comments, over several lines, and as the boards between their moves.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::program::{Run, contains, line};

const THREE: &str = "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n";
const ALL_OPTIMAL: &str = "optimal\noptimal\noptimal\n";

/// The boards of Algorithms, Part I, and what its program prints.
const PATH: &str = "Minimum number of moves = 4

3
 0  1  3 
 4  2  5 
 7  8  6 

3
 1  0  3 
 4  2  5 
 7  8  6 

3
 1  2  3 
 4  0  5 
 7  8  6 

3
 1  2  3 
 4  5  0 
 7  8  6 

3
 1  2  3 
 4  5  6 
 7  8  0 
";

/// A folder with files `boards` and `answers`.
struct Files(TempDir);

impl Files {
    fn new(boards: &str, answers: &str) -> Files {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("boards", boards), ("answers", answers)] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        Files(folder)
    }

    fn path(&self, name: &str) -> String {
        format!("'{}'", self.0.path().join(name).display())
    }

    /// A command line for both.
    fn line(&self, command: &str) -> Command {
        line(&format!("{command} {} {}", self.path("boards"), self.path("answers")))
    }
}

#[test]
fn labels_and_counts_shift_nothing() {
    let moves = ["r", "rr", "dr"];
    let with = |label: fn(usize) -> String| {
        let lines = (1..).zip(moves).map(|(number, moves)| format!("{}{moves}\n", label(number)));
        lines.collect::<String>()
    };
    for answers in [
        with(|_| String::new()),
        with(|number| format!("Case {number}: ")),
        with(|number| format!("Case #{number}: ")),
        with(|number| format!("case {} = ", number - 1)),
        with(|number| format!("{number}: ")),
        with(|number| format!("{number}. ")),
        with(|number| format!("{number}) ")),
        with(|number| format!("({number}) ")),
        with(|number| format!("{}. ", number - 1)),
        with(|number| format!("{number} | ")),
        with(|_| "Answer: ".to_owned()),
        with(|number| format!("Case {number}:\n")),
        with(|number| format!("Ответ {number}: ")),
        "1 r\n2 rr\n2 dr\n".to_owned(),
        "3\nr\nrr\ndr\n".to_owned(),
        "Answers:\nr\nrr\ndr\n".to_owned(),
        "3\n1. r\n2. rr\n3. dr\n".to_owned(),
        "Case 1: r\n\nCase 2: rr\n\nCase 3: dr\n".to_owned(),
        // In another order, and as numbers of other things.
        "Case 3: dr\nCase 1: r\nCase 2: rr\n".to_owned(),
        "2: rr\n1: r\n3: dr\n".to_owned(),
        "Puzzle 17: r\nPuzzle 18: rr\nPuzzle 20: dr\n".to_owned(),
        "Moves 1: r\nMoves 2: rr\nMoves 2: dr\n".to_owned(),
        "Depth 1: r\nDepth 3: rr\nDepth 2: dr\n".to_owned(),
        "r # done\n# the next\nrr\ndr # and done\n".to_owned(),
        "r\n---\nrr\n===\ndr\nEOF\n".to_owned(),
        "r\nrr\ndr\nEND OF FILE\n".to_owned(),
        "path_to_goal: ['Right']\ncost: 1\npath_to_goal: ['Right', 'Right']\ncost: 2\n\
         path_to_goal: ['Down', 'Right']\ncost: 2\n"
            .to_owned(),
    ] {
        Files::new(THREE, &answers).line("check").assert().success().stdout(ALL_OPTIMAL);
    }
    for answers in [
        "1\n2\n2\n",
        "3\n1\n2\n2\n",
        "Case 1: 1\nCase 2: 2\nCase 3: 2\n",
        "Case #1: 1\nCase #2: 2\nCase #3: 2\n",
        "Minimum number of moves = 1\nMinimum number of moves = 2\nMinimum number of moves = 2\n",
        "1 moves\n2 moves\n2 moves\n",
        "1: 1\n2: 2\n3: 2\n",
        "1 # one\n2\n---\n2\nEOF\n",
    ] {
        let files = Files::new(THREE, answers);
        files.line("check --answers distance").assert().success().stdout(ALL_OPTIMAL);
    }
    // Nothing behind a label is the empty solution, if other answers have theirs there.
    let boards = format!("1 2 3 4 5 6 7 8 0\n{THREE}");
    for answers in ["Case 1:\nCase 2: r\nCase 3: rr\nCase 4: dr\n", "\nr\nrr\ndr\n"] {
        let run = Files::new(&boards, answers).line("check").assert();
        run.success().stdout(format!("optimal\n{ALL_OPTIMAL}"));
    }
    let goals = "1 2 3 4 5 6 7 8 0\n".repeat(2);
    Files::new(&goals, "\n\n").line("check").assert().success().stdout("optimal\noptimal\n");
    for answer in ["Case #1:\n", "Case 1: \n\n", "path_to_goal:\n", "Answers:\nCase 1:\n"] {
        let run = Files::new("1 2 3 4 5 6 7 8 0\n", answer).line("check").assert();
        run.success().stdout("optimal\n");
    }
    // A claim may look like a label.
    let odd = "1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 8 0\n";
    for answers in ["Unsolvable: the parity is odd.\n\n", "Case 1: unsolvable\nCase 2:\n"] {
        Files::new(odd, answers).line("check").assert().success().stdout("optimal\noptimal\n");
    }
}

/// Where labels say which answer each is, none is judged with the board of another in silence.
#[test]
fn answers_in_another_order_are_told() {
    let other = "wrong: no answer: its label has the number ";
    let flaw = |number, expected| {
        format!("{other}{number}; expected {expected}, in the order of the boards\n")
    };
    for (answers, verdicts) in [
        ("Case 3: r\nCase 4: rr\nCase 2: dr\n", flaw(3, 1) + &flaw(4, 2) + &flaw(2, 3)),
        ("Case 1: r\nCase 1: rr\nCase 2: dr\n", format!("optimal\n{}{}", flaw(1, 2), flaw(2, 3))),
    ] {
        Files::new(THREE, answers).line("check").assert().code(1).stdout(verdicts);
    }
    // A pipe has no other order than that of its lines.
    let files = Files::new(THREE, "");
    let from_pipe = line(&format!("check {} -", files.path("boards")));
    let run = { from_pipe }.write_stdin("Case 1: r\nCase 3: dr\nCase 2: rr\n").assert().code(1);
    run.stdout(format!("optimal\n{}{}", flaw(3, 2), flaw(2, 3)));
    line("moves -").write_stdin("Case 2: r\nCase 1: rr\n").assert().success().stdout("r\nrr\n");
}

#[test]
fn a_number_of_moves_agrees_with_the_moves() {
    let start = "1 2 3 4 0 6 7 5 8\n";
    for (notation, right, wrong) in [
        ("blank", "dr (2 moves)", "dr (9 moves)"),
        ("blank", "down, right; moves: 2", "down, right; moves: 9"),
        ("tiles", "58 (2 moves)", "58 (3 moves)"),
        ("cells", "(3,2) (3,3) (2 moves)", "(3,2) (3,3) (3 moves)"),
    ] {
        let check = format!("check --notation {notation}");
        Files::new(start, right).line(&check).assert().success().stdout("optimal\n");
        let run = Files::new(start, wrong).line(&check).assert().code(1);
        run.stdout(contains("moves, and has 2\n"));
    }
}

#[test]
fn one_answer_may_have_several_lines() {
    let right = "1 2 3 4 5 6 0 7 8\n";
    for answers in ["1. r\n2. r\n", "r\nr\n", "Case 1:\nr\nr\n", "Moves: 2\nr\nr\n---\n"] {
        Files::new(right, answers).line("check").assert().success().stdout("optimal\n");
    }
    let fields = "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 181437\n\
                  search_depth: 3\nrunning_time: 5.01608433\n";
    let files = Files::new("1,2,5,3,4,0,6,7,8\n", fields);
    files.line("check --goal first").assert().success().stdout("optimal\n");
    let run = files.line("check --goal first --answers distance").assert();
    run.success().stdout("optimal\n");
    files.line("analyze --goal first").assert().success().stdout("+0: 3 moves, optimal 3\n");
    // The tiles of a walk there and back, ten in a line.
    let tiles = "12 12 12 12 12 12 12 12 12 12\n".repeat(4);
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12\n";
    let tiles = format!("{}\n12\n", tiles.trim_end());
    let run = Files::new(fifteen, &tiles).line("check --notation tiles").assert();
    run.success().stdout("valid +40\n");
}

#[test]
fn boards_between_moves_are_an_answer() {
    let start = "0 1 3\n4 2 5\n7 8 6\n";
    let files = Files::new(start, PATH);
    files.line("check").assert().success().stdout("optimal\n");
    files.line("check --answers distance").assert().success().stdout("optimal\n");
    files.line("analyze").assert().success().stdout("+0: 4 moves, optimal 4\n");
    line("moves").write_stdin(PATH).assert().success().stdout("rdrd\n");
    let board = "moves --from tiles --to blank --board '0 1 3 4 2 5 7 8 6'";
    line(&format!("{board} '{PATH}'")).assert().success().stdout("rdrd\n");
    let analysis = line(&format!("analyze '0 1 3 4 2 5 7 8 6' '{PATH}'")).assert();
    analysis.success().stdout(contains("length          4\noptimal length  4\n"));
    // The boards of two solutions.
    let two = Files::new(&format!("{start}\n{start}"), &PATH.repeat(2));
    two.line("check").assert().success().stdout("optimal\noptimal\n");
    let array = "[[[0,1,3],[4,2,5],[7,8,6]],[[1,0,3],[4,2,5],[7,8,6]],[[1,2,3],[4,0,5],[7,8,6]],\
                 [[1,2,3],[4,5,0],[7,8,6]],[[1,2,3],[4,5,6],[7,8,0]]]\n";
    Files::new(start, array).line("check").assert().success().stdout("optimal\n");
    let list = "[\"right\", \"down\", \"right\", \"down\"]\n";
    Files::new(start, list).line("check").assert().success().stdout("optimal\n");
    // One of them is left out.
    let jump = PATH.replacen("3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n", "", 1);
    let run = Files::new(start, &jump).line("check").assert().code(1);
    run.stdout(contains("wrong: move 2")).stdout(contains("this board is not one move from"));
}

#[test]
fn single_tiles_and_cells_from_zero_are_told() {
    let start = "1 2 3 4 0 6 7 5 8\n";
    Files::new(start, "58\n").line("check --notation tiles").assert().success().stdout("optimal\n");
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12\n";
    let run = Files::new(fifteen, "12\n").line("check --notation tiles").assert();
    run.success().stdout("optimal\n");
    for (board, cells) in [(start, "2 1, 2 2\n"), ("0 1 3 4 2 5 7 8 6\n", "0 1, 1 1, 1 2, 2 2\n")] {
        let run = Files::new(board, cells).line("check --notation cells").assert().code(1);
        run.stdout(contains("rows and columns counted from 0: add 1 to each"));
    }
}

#[test]
fn numbers_of_boards_and_answers_agree() {
    for (answers, count) in
        [("r\nrr\n", "2 answers"), ("r\nrr\ndr\n\n", "4 answers"), ("", "0 answers")]
    {
        let files = Files::new(THREE, answers);
        let error = "boards has 3 boards, but ";
        let run = files.line("check").assert().code(2).stdout("");
        run.stderr(contains(error)).stderr(contains(count));
        // What comes through a pipe has verdicts until one is missing.
        let run = line(&format!("check - {}", files.path("answers"))).write_stdin(THREE).assert();
        let run = run.code(2);
        match answers {
            "" => run.stdout("wrong: no answer\n".repeat(3)),
            "r\nrr\n" => run.stdout("optimal\noptimal\nwrong: no answer\n").stderr(contains(
                "1 board without an answer at the end; expected one answer for each board",
            )),
            _ => run
                .stdout(ALL_OPTIMAL)
                .stderr(contains("line 4 of the answers: an answer without a board")),
        };
    }
    let files = Files::new(THREE, "");
    for answers in
        ["Case 1: r\nCase 2: rr\nCase 3: dr\n", "1. r\n2. rr # two\n3. dr\n", "r\nrr\ndr\n"]
    {
        let run = line(&format!("check {} -", files.path("boards"))).write_stdin(answers).assert();
        run.success().stdout(ALL_OPTIMAL);
    }
    // A number of a tile is no count.
    let start = "1 2 3 4 0 6 7 5 8\n";
    for answer in ["Move 5 up, move 8 left\n", "1. 5 up\n2. 8 left\n"] {
        let files = Files::new(start, answer);
        files.line("check --notation tiles").assert().success().stdout("optimal\n");
        let run = files.line("check").assert().code(1);
        run.stdout(contains("name it with --notation tiles"));
    }
    // Nor is it one for each of several boards, or without any.
    let steps = "1. 5 up\n2. 8 left\n";
    let run = Files::new(&start.repeat(2), steps).line("check").assert().code(1);
    run.stdout(contains("name it with --notation tiles"));
    line("moves -").write_stdin(steps).assert().code(1).stdout("invalid\ninvalid\n");
    let run = Files::new(start, "2) down\n").line("check").assert().code(1);
    run.stdout(contains("counts or the numbers of steps"));
}

/// The answer to a board may come from a file or a pipe, in any form.
#[test]
fn a_board_and_an_input_of_its_answer() {
    let files = Files::new("", "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\n");
    for command in ["check", "analyze"] {
        let check = format!("{command} --goal first 1,2,5,3,4,0,6,7,8");
        let of_file = line(&format!("{check} {}", files.path("answers"))).assert().success();
        let of_pipe = line(&format!("{check} -")).write_stdin("ull\n").assert().success();
        let [of_file, of_pipe] = [of_file, of_pipe].map(|run| run.get_output().stdout.clone());
        assert_eq!(of_file, of_pipe);
        line(&format!("{check} -")).write_stdin("u\nll\n").assert().success();
    }
}
