//! Columns of CSV and fields of JSON lines: a run of columns, a field of a field, what is found
//! without an option, what is kept beside an answer, and pairs of boards.

use std::fs;

use crate::program::{Run, check_lines, contains, line, times};

const CELLS: &str = "id,pos0,pos1,pos2,pos3,pos4,pos5,pos6,pos7,pos8,depth\n\
                     5,1,2,3,4,0,6,7,5,8,2\n6,1,2,3,4,5,6,7,0,8,1\n";

const TWO_BY_FIVE: &str = "c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n1,2,3,4,5,6,7,8,0,9\n";

/// Columns of one cell each, by their names or counted from 0.
#[test]
fn a_board_may_have_a_column_for_each_cell() {
    // Sorted by name, as some programs write them.
    let sorted = "c0,c1,c10,c11,c12,c13,c14,c15,c2,c3,c4,c5,c6,c7,c8,c9\n\
                  1,2,11,12,13,14,0,15,3,4,5,6,7,8,9,10\n";
    let numbers = "0,1,2,3,4,5,6,7,8\n1,2,3,4,0,6,7,5,8\n";
    let letters = "id;aa;b;c;d;e;f;g;h;ii\n70;1;2;3;4;0;6;7;5;8\n";
    check_lines(&[
        ("lookup", CELLS, 0, "dr\nr\n", "the columns `pos0` to `pos8`"),
        ("lookup --column pos0..pos8", CELLS, 0, "dr\nr\n", ""),
        ("lookup --column 1..9", CELLS, 0, "dr\nr\n", ""),
        ("lookup", sorted, 0, "r\n", "the columns `c0` to `c15`"),
        ("lookup", letters, 0, "dr\n", "the columns `aa` to `ii`"),
        ("lookup --column aa..ii", letters, 0, "dr\n", ""),
        // A header of numbers is a board, unless it is named.
        ("lookup", numbers, 0, "drrullddruurdllurrdldr\ndr\n", "use --column 0..8"),
        ("lookup --column 0..8", numbers, 0, "dr\n", ""),
        ("lookup --layout csv", CELLS, 0, "dr\nr\n", ""),
        // The names that a table gets without any, beside an index.
        ("lookup", ",0,1,2,3,4,5,6,7,8\n0,1,2,3,4,0,6,7,5,8\n", 0, "dr\n", "columns `0` to `8`"),
        ("lookup", ",p0,p1,p2,p3\n0,1,2,0,3\n", 0, "r\n", "the columns `p0` to `p3`"),
        // Numbers with a point, and an empty cell for the blank.
        ("lookup", "id,p0,p1,p2,p3\na,1.0,2.0,,3.0\nb,1.0,2.0,3.0,\n", 0, "r\n\n", "`p0` to `p3`"),
        ("lookup", "p0,p1,p2,p3\n1,2,,3\n,1,3,2\n", 0, "r\nrd\n", "`p0` to `p3`"),
        // Where only some columns have had empty cells.
        ("lookup", "p0,p1,p2,p3\n1,2,0.0,3\n1,2,3.0,0\n1,2,,3\n", 0, "r\n\nr\n", "to `p3`"),
        ("lookup --column p0..p3", "p0,p1,p2,p3\n1,2,,3\n1,2,,\n", 1, "r\ninvalid\n", "line 3"),
        // Without a header, the first row is a board, too.
        ("lookup --column 0..8", "1,2,3,4,5,0,7,8,6\n1,2,3,4,0,6,7,5,8\n", 0, "d\ndr\n", ""),
        ("lookup --column 1..9", "70,1,2,3,4,5,0,7,8,6\n", 0, "d\n", ""),
        // A number behind the board may be a tile, too.
        ("lookup --column 0..8", "1,2,3,4,5,6,0,7,8,2\n", 0, "rr\n", ""),
        // Columns with numbers are one run, of which no part is a board.
        ("lookup", TWO_BY_FIVE, 2, "", "no column has a board in the first row"),
        ("lookup --size 2x5", TWO_BY_FIVE, 0, "r\n", "the columns `c0` to `c9`"),
        ("lookup --column c0..c8", TWO_BY_FIVE, 0, "\n", ""),
        ("lookup", "c0,c1,c2,c3,c4,c5\n1,2,0,3,4,5\n", 2, "", "or their shape with --size"),
        ("lookup", "aa,bb,cc,t1,t2\n1,2,0,3,4\n", 2, "", "no column has a board"),
        ("lookup", "p0,p1,p2,p3,p9\n1,2,0,3,4\n", 0, "r\n", "the columns `p0` to `p3`"),
        // Two empty fields are two blanks.
        ("lookup --column c0..c4", "c0,c1,c2,c3,c4\n1,2,,3,\n", 1, "invalid\n", "line 2: "),
        ("lookup --column a..f", "a,b,c,d,e,f\n1,2,,,3,x\n", 1, "invalid\n", "line 2: "),
        ("lookup --column 1..1", "70,12345x786\n71,1234567x8\n", 0, "d\nr\n", ""),
        (
            "lookup --column pos0..pos9",
            CELLS,
            2,
            "",
            "pos0..pos9: no column `pos9`; expected one of",
        ),
        ("lookup --column 3..99", CELLS, 2, "", "3..99: expected columns from 0 to 10"),
        ("lookup --column x..y", CELLS, 2, "", "no column `x..y`; expected one of id, pos0"),
        ("lookup --column pos0..pos8", "pos0,pos1\n1,2\n", 2, "", "no column `pos2`"),
        // A row that ends too early is one that is invalid.
        (
            "lookup --column pos0..pos8",
            "pos0,pos1,pos2,pos3,pos4,pos5,pos6,pos7,pos8\n1,2,3\n1,2,3,4,5,0,7,8,6\n",
            1,
            "invalid\nd\n",
            "line 2: no `pos0..pos8`: expected it in column 9, found 3",
        ),
    ]);
}

#[test]
fn a_field_may_be_within_another() {
    let nested = "{\"id\":7,\"state\":{\"tiles\":[[1,2,3],[4,0,6],[7,5,8]],\"to\":\"first\"}}\n";
    let cells = "{\"c0\":1,\"c1\":2,\"c2\":3,\"c3\":0}\n";
    check_lines(&[
        ("lookup", nested, 0, "dr\n", "in the field `state.tiles`"),
        ("lookup --column state.tiles", nested, 0, "dr\n", "in the field `state.tiles`"),
        (
            "lookup --goal-column state.to",
            nested,
            0,
            "rulldrrulddluurrdllu\n",
            "in the field `state.tiles`",
        ),
        ("lookup --column state.board", nested, 1, "invalid\n", "no field `state.board`"),
        ("lookup --column c0..c3", cells, 0, "\n", "in the field `c0..c3`"),
        (
            "lookup --column c0..c5",
            "{\"c0\":1,\"c1\":2,\"c2\":\"\",\"c3\":\"\",\"c4\":3,\"c5\":0}\n",
            1,
            "invalid\n",
            "line 1: 6 cells",
        ),
        // A name with a dot stays a name.
        ("lookup --column a.b", "{\"a.b\":\"12345x786\",\"a\":{\"b\":\"x\"}}\n", 0, "d\n", "`a.b`"),
    ]);
}

/// The only column that can be boards is read; if there are none, or several, nothing is.
#[test]
fn csv_without_a_column_of_boards_stops_at_once() {
    let rows = "7,abc\n".repeat(1000);
    check_lines(&[
        ("lookup", "id,start\n1,12345x786\n2,1\n", 1, "d\ninvalid\n", "the column `start`"),
        ("lookup", ",start\n0,12345x786\n", 0, "d\n", "the column `start`"),
        ("lookup", "id,at\n1,\"1 2 3\n4 5 x\n7 8 6\"\n2,12345x786\n", 0, "d\nd\n", "column `at`"),
        ("lookup", "start\tn\n\"1 2 3 4 5 x 7 8 6\"\t1\n", 0, "d\n", "the column `start`"),
        ("lookup --goal-column goal", "s,goal\n12345x786,12345678x\n", 0, "d\n", "column `s`"),
        ("lookup", &format!("id,name\n{rows}"), 2, "", "found `id`, `name`"),
        ("lookup", &format!("1,ab\n{rows}"), 2, "", "without a board in the second row"),
        ("lookup", "1,1234567x8\n2,12345x786\n", 2, "", "--column 1..1"),
        ("lookup", "a1,b1\n1234567x8,12345x786\n", 2, "", "`a1`, `b1` can have the boards"),
        ("lookup", "at,0,1,2,3\n7,1,2,0,3\n", 0, "r\n", "the columns `0` to `3`"),
        ("lookup", "at,0,1,9,3\n7,1,2,0,3\n", 2, "", "which has 5 fields; if it is there, a cell"),
        ("lookup --column 0..3", "at,0,1,2,3\n7,1,2,0,3\n", 0, "r\n", ""),
        // A title above boards is skipped. What has separators, and boards that are none, are lines.
        ("lookup", "Boards, of a book\n12345x786\n", 1, "invalid\nd\n", "line 1: "),
        ("lookup", "puzzle\n12345x786\n", 0, "d\n", "skipped as a title"),
        ("lookup", "one, two\n1,2,3,4,5,x,7,8,6\n", 1, "invalid\nd\n", "line 1: "),
        ("lookup", "1,2,3,4,5,5,7,8,6\n1,2,3,4,5,6,6,8,7\n", 1, "invalid\ninvalid\n", "line 1: "),
        ("lookup --layout lines", "id,name\n7,abc\n", 1, "invalid\ninvalid\n", "line 1: "),
    ]);
}

#[test]
fn a_second_header_ends_the_run() {
    let joined = "id,board\n1,12345x786\nid,board\n2,1234567x8\n";
    check_lines(&[
        ("lookup", joined, 2, "[..]", "line 3 has the names of columns again"),
        ("lookup", "id,board\n1,12345x786\nboard,id\n", 2, "[..]", "line 3 has the names"),
        ("lookup", &CELLS.repeat(2), 2, "[..]", "line 4 has the names of columns again"),
    ]);
}

/// What an input has beside its boards stays beside the answers.
#[test]
fn fields_of_the_input_are_kept() {
    let rows = "id,board,\"a, \"\"note\"\"\"\n7,12345x786,\"x, y\"\n8,12,\n9,12345687x\n";
    let csv = "id,input_board,\"a, \"\"note\"\"\",board,distance,moves,lower_bound,error\n\
               7,12345x786,\"x, y\",1 2 3 4 5 x 7 8 6,1,d,1,\n\
               8,12,,12,,,,invalid: [..]\n\
               9,12345687x,,1 2 3 4 5 6 8 7 x,,,,\"unsolvable: [..]\"\n";
    let objects = "{\"n\":1.50,\"error\":null,\"board\":\"12345x786\"}\n\
                   {\"board\":\"1234567x8\",\"n\":123456789012345678901234567890}\n";
    let (first, second) = (
        "{\"n\":1.50,\"input_error\":null,\"input_board\":\"12345x786\",\"board\":[..],\
         \"distance\":1,[..]}\n",
        "{\"input_board\":\"1234567x8\",\"n\":123456789012345678901234567890,\"board\":[..]}\n",
    );
    let table = "n,input_error,input_board,board,distance,moves,lower_bound,error\n\
                 1.50,,12345x786,1 2 3 4 5 x 7 8 6,1,d,1,\n\
                 123456789012345678901234567890,,1234567x8,1 2 3 4 5 6 7 x 8,1,r,1,\n";
    let goals = "board,goal,input_board\n8765432x1,first,z\n";
    let of_goals =
        "input_input_board,goal,input_board,board,[..]\n8765432x1,first,z,8 7 6 5 [..]\n";
    check_lines(&[
        ("lookup --keep --format csv", rows, 1, csv, "line 3: "),
        ("lookup --keep --json", objects, 0, &format!("{first}{second}"), "JSON"),
        ("lookup --keep --format csv", objects, 0, table, "JSON"),
        ("solve --keep --format csv", objects, 0, table, "JSON"),
        (
            "lookup --keep --json",
            "k,board\n1,12345x786\n",
            0,
            "{\"k\":\"1\",\"input_board\":[..]\n",
            "CSV: ",
        ),
        ("lookup --keep --goal-column goal --format csv", goals, 0, of_goals, ""),
        ("lookup --keep --format csv", "id,board\n", 0, "id,input_board,board,[..]\n", "CSV: "),
        ("lookup --keep", rows, 2, "", "--keep: text has no columns; expected --format csv"),
        ("lookup --keep --json", "12345x786\n", 2, "", "--keep: this has no columns"),
        ("lookup --keep --json --layout lines", "", 2, "", "--keep: only --layout csv"),
        (
            "lookup --keep --format csv",
            "{\"board\":\"12345x786\"}\n{\"board\":\"12345x786\",\"x\":1}\n",
            2,
            "[..]",
            "line 2: --keep: a field `x`, which the first object has not",
        ),
        ("lookup --keep --format csv", "{\"id\":1,\n", 2, "[..]", "line 1: broken JSON"),
        ("solve --keep --json 12345x786", "", 2, "", "found boards as arguments"),
        (
            "solve --keep --format csv",
            "id,board\n1,1234567x8,extra\n2,1234567x8\n",
            1,
            "id,input_board,board,[..]\n1,1234567x8,1234567x8,,[..]\n2,1234567x8,1 2 3 [..],1,r,1,\n",
            "line 2: 3 fields, and 2 columns",
        ),
    ]);
    // Without the option, nothing changes.
    line("lookup --format csv").write_stdin(rows).assert().stdout(contains("board,distance,"));
    // A header for all files: the columns are the same.
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a", "b", "c"].map(|name| folder.path().join(name));
    for (file, text) in
        files.iter().zip(["id,board\n1,12345x786\n"; 2].iter().chain(&["board,z\n12345x786,1\n"]))
    {
        fs::write(file, text).expect("a file");
    }
    let [a, b, c] = files.each_ref().map(|file| file.to_str().expect("UTF-8"));
    let both = line(&format!("lookup -q --keep --format csv '{a}' '{b}'")).assert().success();
    both.stdout(times("id,input_board", 1).and(times("1,12345x786,1 2 3", 2)));
    let other = line(&format!("lookup -q --keep --format csv '{a}' '{c}'")).assert().code(2);
    other.stderr(contains("--keep: its columns are not those before it"));
}

/// Thousands of rows, on any number of threads: each row stays beside its own answer.
#[test]
fn many_rows_keep_their_own_fields() {
    let boards =
        ["12345x786", "1234567x8", "12345678x", "bad", "12345687x", "1 2 3 x", "x12345678"];
    let row = |id| format!("{id},{}\n", boards[id % boards.len()]);
    let rows = format!("id,state\n{}", (0..9000).map(row).collect::<String>());
    for threads in [1, 5] {
        let typed = format!("lookup -q --column state --keep --format csv --threads {threads}");
        let printed = line(&typed).write_stdin(&*rows).assert().code(1).printed();
        assert_eq!(printed.lines().count(), 9001);
        for (id, row) in printed.lines().skip(1).enumerate() {
            let fields: Vec<&str> = row.split(',').collect();
            let (number, state) = (id.to_string(), boards[id % boards.len()]);
            assert_eq!((fields[0], fields[1]), (&*number, state), "{row}");
            let answered = ["1", "1", "0", "", "", "0", "22"][id % boards.len()];
            assert_eq!(fields[3], answered, "{row}");
        }
    }
}

/// Two boards are answered apart, with a note that says how they are read as a pair.
#[test]
fn boards_may_be_pairs_of_a_start_and_a_goal() {
    let grids = "1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n";
    let three = format!("{grids}\n1 2 3\n4 5 6\n7 0 8\n");
    let note = "two boards, answered apart; if the second is the goal of the first, use --pairs";
    let noted = |typed: &str, text: &str, count| {
        line(typed).write_stdin(text).assert().stderr(times(note, count));
    };
    noted("lookup", grids, 1);
    noted("solve", grids, 1);
    noted("lookup", "12345x786\n12345678x\n", 1);
    noted("lookup", "12345x786\n1234567x8\n", 0);
    noted("lookup", "12345x786\n12345678x\n12345678x\n", 0);
    noted("lookup", &three, 0);
    noted("lookup --pairs", grids, 0);
    // Only these commands have pairs.
    noted("rank", grids, 0);
    check_lines(&[
        ("lookup", grids, 0, "dr\n\n", "grids: "),
        ("lookup --pairs", grids, 0, "dr\n", "grids: "),
        ("solve --pairs", "1234567x8\n12345678x\n12345x786\n1234567x8\n", 0, "r\ndl\n", ""),
        ("lookup --pairs", "1234567x8\nfirst\n", 0, "[..]\n", ""),
        ("lookup --pairs", &three, 1, "dr\ninvalid\n", "line 9: no goal behind it"),
        ("lookup --pairs", "1234567x8\n12\n", 1, "invalid\n", "line 1: its goal: "),
        ("lookup --pairs --goal first", "", 2, "", "cannot be used with"),
        ("lookup --pairs --keep --json", "", 2, "", "cannot be used with"),
        ("lookup --pairs", "", 0, "", ""),
    ]);
}

/// A name that promises another format than is written is refused.
#[test]
fn the_name_of_an_output_says_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for name in ["x.tsv", "x.png", "x.SVG", "x.parquet"] {
        for typed in ["lookup", "solve", "sample", "judge hdu1043", "moves", "census --size 2x2"] {
            let refused = line(&format!("{typed} -o '{}'", at(name))).assert().code(2);
            refused.stderr(contains("expected a name that ends in .csv"));
            assert!(!folder.path().join(name).exists());
        }
    }
    let picture = line(&format!("draw 12345678x -o '{}'", at("x.png"))).assert().code(2);
    picture.stderr(contains("expected a name that ends in .svg"));
    let rows = "{\"board\"";
    for (name, begin) in
        [("x.csv", "board,"), ("x.jsonl", rows), ("x.json", rows), ("x.txt", "d\n"), ("x", "d\n")]
    {
        line(&format!("lookup -o '{}'", at(name))).write_stdin("12345x786").assert().success();
        assert!(fs::read_to_string(at(name)).expect("a file").starts_with(begin), "{name}");
    }
    // What is asked for in words is written.
    line(&format!("lookup --format json -o '{}'", at("x.tsv")))
        .write_stdin("12345x786")
        .assert()
        .success();
}

/// What is no board of the usual puzzle is read from columns, too.
#[test]
fn moves_indices_and_boards_without_a_blank_may_have_a_column() {
    let lookup = "board,moves,error\n1234567x8,r,\n12345678x,\"\",\nzz,,invalid: no board\n";
    let rank =
        "{\"board\":\"1234567x8\",\"index\":141120}\n{\"index\":null,\"error\":\"invalid\"}\n";
    let swap = "id,board\n1,1 2 9 4 6 3 7 8 5\n2,\"1 2\n4 3\"\n";
    check_lines(&[
        ("moves --to tile", lookup, 1, "L\n\ninvalid\n", "line 4: the row has an error"),
        ("moves --to tile", "# a\nid;answer\n1;r, d\n", 0, "LU\n", ""),
        ("moves --to tile", "{\"way\":[\"right\",\"down\"]}\n", 0, "LU\n", ""),
        ("moves --column way", "id,way\n1,\"r\nd\"\n", 0, "rd\n", ""),
        ("moves", "moves,answer\nr,d\n", 2, "", "name one with --column"),
        ("moves --column way", "{\"other\":\"r\"}\n", 1, "invalid\n", "use --column other"),
        ("unrank", rank, 1, "1 2 3 4 5 6 7 x 8\ninvalid\n", "line 2: the row has an error"),
        ("unrank --column n", "n\n141120\n", 0, "1 2 3 4 5 6 7 x 8\n", ""),
        ("unrank", "141120 # a line\n", 0, "1 2 3 4 5 6 7 x 8\n", ""),
        ("swap", swap, 0, "3-9 5-6 6-9\n3-4\n", "note: CSV: the boards are in the column"),
        ("swap", "{\"board\":[[1,2],[4,3]]}\n", 0, "3-4\n", "note: JSON lines"),
        ("swap --column b", "b\n1243\n", 0, "3-4\n", ""),
        ("swap --layout grids", "1 2\n4 3\n", 0, "3-4\n", ""),
        ("moves --column way r", "", 2, "", "expected a file on standard input"),
        ("unrank --column n 3", "", 2, "", "expected a file on standard input"),
        ("swap --column b 1243", "", 2, "", "boards are arguments"),
    ]);
}

/// A column or field called `goal` is never ignored without a word.
#[test]
fn a_column_of_goals_is_read_or_refused() {
    let csv = "board,goal\n1234567x8,12345x786\n12345x786,12345678x\n";
    let json = "{\"board\":\"1234567x8\",\"goal\":[[1,2,3],[4,5,0],[7,8,6]]}\n";
    let nested = "{\"at\":{\"start\":\"1234567x8\",\"Goal\":\"12345x786\"}}\n";
    let used = "note: the goal of each board is in `goal`";
    let written = "board,goal,distance,moves,lower_bound,error\n\
                   1 2 3 4 5 6 7 x 8,1 2 3 4 5 x 7 8 6,2,ru,2,\n\
                   1 2 3 4 5 x 7 8 6,1 2 3 4 5 6 7 8 x,1,d,1,\n";
    let kept = "input_board,goal,board,distance,moves,lower_bound,error\n\
                1234567x8,12345x786,1 2 3 4 5 6 7 x 8,2,ru,2,\n\
                12345x786,12345678x,1 2 3 4 5 x 7 8 6,1,d,1,\n";
    let of_pair = "{\"board\":\"1 2 3 4 5 6 7 x 8\",\"goal\":\"1 2 3 4 5 x 7 8 6\",";
    let refusal = "the rows have a goal: --goal-column goal, or --goal GOAL for all";
    check_lines(&[
        ("lookup", csv, 0, "ru\nd\n", used),
        ("solve", csv, 0, "ru\nd\n", used),
        ("lookup --goal-column goal", csv, 0, "ru\nd\n", ""),
        ("lookup --layout csv --column board", csv, 0, "ru\nd\n", used),
        ("solve --goal-column goal", csv, 0, "ru\nd\n", ""),
        ("lookup --format csv", csv, 0, written, used),
        ("lookup --keep --format csv", csv, 0, kept, used),
        ("lookup --pairs --json", "1234567x8\n12345x786\n", 0, &format!("{of_pair}[..]\n"), ""),
        ("lookup", json, 0, "ru\n", "the goal of each board is in `goal`"),
        ("lookup", nested, 0, "ru\n", "the goal of each board is in `goal`"),
        ("lookup", &csv.replace("board", "start"), 0, "ru\nd\n", "are in the column `start`"),
        ("lookup", &csv.replace(',', ";"), 0, "ru\nd\n", used),
        ("check - --valid", written, 0, "valid\nvalid\n", used),
        ("check -", written, 0, "optimal\noptimal\n", used),
        ("check -", "board,goal,moves\n1234567x8,12345x786,r\n", 1, "wrong: [..]\n", used),
        ("analyze -", written, 0, "[..]", used),
        ("solvable", &format!("{csv}1234567x8,12345678x\n"), 0, "[..]", used),
        ("solvable", "board,goal\n12345x786,12345687x\n", 1, "unsolvable\n", used),
        ("hint -", "board,goal\n1234567x8,12345x786\n", 0, "r\n", used),
        ("census -", csv, 0, "boards      2\n[..]mean        1.5\n[..]", used),
        ("compare --method ida -", csv, 0, "[..]ida  [..]", used),
        ("draw -", "board,goal\n1234567x8,12345x786\n", 0, "<svg[..]", used),
        // One goal for all.
        ("lookup --goal 12345678x", csv, 0, "r\nd\n", "`goal` is not used: --goal says what the"),
        ("lookup --goal first --goal-column goal", csv, 2, "", "cannot be used with"),
        // Other texts.
        ("lookup", "board,goal\n1234567x8,first\n", 2, "", refusal),
        ("lookup", "board,goal\n1234567x8,8\n", 2, "", refusal),
        ("lookup", "board,goal\n1234567x8,\n", 2, "", refusal),
        ("lookup", "board,goal\n1234567x8,1 2 3 x\n", 2, "", refusal),
        ("check -", "board,goal,moves\n1234567x8,8,r\n", 2, "", refusal),
        ("lookup", "{\"board\":\"1234567x8\",\"goal\":null}\n", 2, "", refusal),
        ("lookup", "{\"board\":\"1234567x8\",\"Goal\":-1}\n", 2, "", "--goal-column goal, or"),
        ("solvable", "board,goal\n1234567x8,8\n", 2, "", "have a goal: --goal GOAL for all"),
        ("lookup", "board,goal\n1234567x8,hard\n", 0, "r\n", "`goal` is not used: it has no"),
        ("lookup", "board,goal\n1234567x8,reach the sorted order\n", 0, "r\n", "is not used"),
        (
            "lookup",
            "board,goal\n1234567x8,hard\n1234567x8,12345x786\n",
            1,
            "r\ninvalid\n",
            "line 3: the row has a goal, unlike the first",
        ),
        (
            "lookup",
            "{\"board\":\"1234567x8\"}\n{\"board\":\"1234567x8\",\"goal\":\"12345x786\"}\n",
            1,
            "r\ninvalid\n",
            "line 2: the row has a goal, unlike the first",
        ),
        ("lookup", "board,goal\n1234567x8,12345x786\n1234567x8,\n", 1, "ru\ninvalid\n", "its goal"),
        // The only boards are the boards.
        ("lookup", "id,goal\n1,1234567x8\n", 0, "r\n", "the boards are in the column `goal`"),
    ]);
}

/// Answers to boards with other goals are not those asked for.
#[test]
fn answers_for_other_goals_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let boards = [("plain", "1234567x8\n"), ("goals", "board,goal\n1234567x8,12345x786\n")];
    for (name, text) in boards {
        fs::write(at(name), text).expect("a file");
        line(&format!("lookup '{}' --format csv -o '{}.csv'", at(name), at(name)))
            .assert()
            .success();
    }
    for (boards, answers) in [("plain", "plain"), ("goals", "goals")] {
        let typed = format!("check '{}' '{}.csv'", at(boards), at(answers));
        line(&typed).assert().success().stdout("optimal\n");
    }
    let typed = format!("check '{}' '{}.csv'", at("plain"), at("goals"));
    line(&typed).assert().code(2).stderr(contains("has the goal `1 2 3 4 5 x 7 8 6`"));
}

/// A file that was cut within a field in quotes is not taken for whole.
#[test]
fn a_quoted_field_has_an_end() {
    let why = "line 2: the quoted field has no end";
    for (ends, moves) in [("", "\"rr"), ("\n", "\"rr")] {
        let cut = format!("board,moves\n1 2 3 4 5 6 x 7 8,{moves}{ends}");
        check_lines(&[
            ("check -", &cut, 1, "invalid\n", why),
            ("solve -", &cut, 1, "invalid\n", why),
        ]);
    }
    check_lines(&[
        ("check -", "board,moves\n1 2 3 4 5 6 x 7 8,\"rr\"", 0, "optimal\n", "1 optimal"),
        ("solve -", "id,board\n1,\"1 2 3\n4 5 6\nx 7", 1, "invalid\n", why),
        ("solve --column b", "b\n1 2 3 4 5 6 x 7 8", 0, "rr\n", ""),
    ]);
}
