//! Lines of boards: every answer is the true one, in its place and its format.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Search, clock, put_forward};
use proptest::prelude::*;
use tilebase::bulk::{Answers, Bulk, BulkError, Form, NoteKind, Question, Questions};
use tilebase::generate::generate;
use tilebase::puzzle::{Metric, Orbit, SmallBoard, SmallShape};
use tilebase::text::{Format, Notation};
use tilebase::{Error, Table, Tablebase};

const EVERY: [Question; 6] = [
    Question::Moves,
    Question::Distance,
    Question::Next,
    Question::Count,
    Question::All,
    Question::Legal,
];

fn name(answer: Question) -> &'static str {
    Question::NAMES.iter().find(|(_, other)| *other == answer).expect("it has a name").0
}

/// All boards of 2x3, without rows.
fn boards() -> Vec<SmallBoard> {
    SmallBoard::all("2x3".parse().expect("a shape")).collect()
}

fn lines(boards: &[SmallBoard]) -> String {
    let line = |board: &SmallBoard| board.to_string().replace(" / ", " ") + "\n";
    boards.iter().map(line).collect()
}

/// The right answers to every board of 2x3, by a search that does not use tables.
#[test]
fn every_answer_is_the_true_one() {
    let boards = boards();
    let search = Search::to(&"123/45x".parse().expect("a goal"));
    let mut expected = [const { String::new() }; EVERY.len()];
    for board in &boards {
        let answers = if search.distances.contains_key(board.cells()) {
            truth(&search, board)
        } else {
            let none = "unsolvable\n".to_owned();
            [none.clone(), none.clone(), none.clone(), none.clone(), none.clone() + "\n", none]
        };
        expected.iter_mut().zip(answers).for_each(|(all, answer)| *all += &answer);
    }
    let text = lines(&boards);
    for (answer, expected) in EVERY.into_iter().zip(expected) {
        let form = Form { apart: true, ..Form::from(answer) };
        let bulk = Bulk::new(Arc::new(Tablebase::embedded()), form)
            .size("2x3".parse::<SmallShape>().expect("a shape"));
        for threads in [1, 3] {
            let found = bulk.to_vec(threads, text.as_bytes()).expect("whole");
            assert!(found == expected.as_bytes(), "{}", name(answer));
        }
        let (mut found, mut answers) = (Vec::new(), Answers::default());
        for line in text.split_inclusive('\n') {
            bulk.answer(line.as_bytes(), &mut answers);
            found.extend_from_slice(&answers.text);
        }
        assert!(found == expected.as_bytes(), "{} line by line", name(answer));
    }
}

/// The answers to a board: moves, distance, next, count, all, legal.
fn truth(search: &Search, board: &SmallBoard) -> [String; 6] {
    let distance = |board: &SmallBoard| search.distances[board.cells()];
    let next: String = search.optimal(board.cells()).iter().map(|(mv, _)| mv.to_string()).collect();
    let mut all = Vec::new();
    let mut open = vec![(board.cells().to_vec(), String::new())];
    while let Some((cells, path)) = open.pop() {
        if search.distances[&cells] == 0 {
            all.push(path.clone() + "\n");
        }
        for (mv, after) in search.optimal(&cells) {
            open.push((after, format!("{path}{mv}")));
        }
    }
    all.sort();
    let mut legal: Vec<(u32, char)> = tilebase::puzzle::Direction::ALL
        .into_iter()
        .filter_map(|mv| Some((distance(&board.moved(mv)?), mv.letter())))
        .collect();
    // By distance, and then d < l < r < u.
    legal.sort_unstable();
    let legal: Vec<String> =
        legal.iter().map(|(distance, letter)| format!("{letter}:{distance}")).collect();
    [
        format!("{}\n", search.canonical(board.cells())),
        format!("{}\n", distance(board)),
        format!("{next}\n"),
        format!("{}\n", all.len()),
        all.concat() + "\n",
        legal.join(" ") + "\n",
    ]
}

/// An answer, in rows after what is known of most boards.
fn in_rows(format: Format, answer: Question) -> Form {
    if format == Format::Text {
        return answer.into();
    }
    let before = [Question::Distance, Question::Moves, Question::Next];
    let questions: Questions = before.into_iter().chain([answer]).collect();
    Form { format, questions, ..Form::default() }
}

#[test]
fn csv_tells_an_empty_solution_from_none() {
    let input = "1 2 3/4 5 x\n2 1 3/4 5 x\n1 2 3/4 x 5\n1 2\n";
    let ask = |format, answer| {
        let bulk = Bulk::new(Tablebase::embedded().into(), in_rows(format, answer));
        String::from_utf8(bulk.to_vec(1, input.as_bytes()).expect("whole")).expect("UTF-8")
    };
    let text = ask(Format::Csv, Question::All);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "board,distance,moves,next,solutions,lower_bound,error");
    assert_eq!(rows[1], "1 2 3 / 4 5 x,0,\"\",\"\",\"\",0,");
    assert!(rows[2].starts_with("2 1 3 / 4 5 x,,,,,,\"unsolvable: "), "{}", rows[2]);
    assert_eq!(rows[3], "1 2 3 / 4 x 5,1,r,r,r,1,");
    assert!(rows[4].starts_with("1 2,,,,,,"), "{}", rows[4]);
    // One board of 360 is nearer than that.
    let text = ask(Format::Csv, Question::Difficulty);
    let row = text.lines().nth(3).expect("a row");
    assert_eq!(row, format!("1 2 3 / 4 x 5,1,r,r,{},1,", 1.0 / 360.0));
    let text = ask(Format::Jsonl, Question::Legal);
    let rows: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows[0]["moves"], "");
    assert!(rows[1]["moves"].is_null() && rows[1]["legal"].is_null());
    let legal = [("r", 0), ("l", 2), ("u", 2)];
    let legal = legal.map(|(mv, distance)| serde_json::json!({ "move": mv, "distance": distance }));
    assert_eq!(rows[2]["legal"], serde_json::Value::from(legal.to_vec()));
}

/// CSV and JSON have the same fields, and each answer adds its own.
#[test]
fn csv_and_jsonl_have_the_same_fields() {
    let lines = [
        "867254301",
        "12345678x",
        "1 2 3/4 x 5",
        "12345687x",
        "a \"b\", c",
        "",
        "1 2 3 4 5 6 7 x 8\u{e9}",
    ];
    let ask = |format, answer| {
        let bulk = Bulk::new(Tablebase::embedded().into(), in_rows(format, answer));
        String::from_utf8(bulk.to_vec(1, lines.join("\n").as_bytes()).expect("whole"))
            .expect("UTF-8")
    };
    let objects = |answer| -> Vec<serde_json::Map<String, serde_json::Value>> {
        let text = ask(Format::Jsonl, answer);
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let moves = objects(Question::Moves);
    for (mut counted, found) in objects(Question::Count).into_iter().zip(&moves) {
        assert!(counted.remove("count").is_some());
        assert_eq!(counted, *found);
    }
    for answer in [Question::Moves, Question::Distance, Question::Count, Question::Difficulty] {
        let (text, objects) = (ask(Format::Csv, answer), objects(answer));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().expect("a head").clone();
        let mut rows = 0;
        for (row, object) in reader.records().zip(objects) {
            assert_eq!(names.len(), object.len());
            for (name, field) in names.iter().zip(&row.expect("a row")) {
                let expected = match &object[name] {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(text) => text.clone(),
                    number => number.to_string(),
                };
                assert_eq!(field, expected, "{name} of {object:?}");
            }
            rows += 1;
        }
        assert_eq!(rows, lines.len());
    }
}

#[test]
fn every_answer_in_every_format_is_in_the_notation() {
    let board = b"3 2 4 / 1 5 x\n";
    let ask = |format, answer, notation| {
        let form = Form { notation, ..in_rows(format, answer) };
        let answers = Bulk::new(Tablebase::embedded().into(), form).to_vec(1, board);
        String::from_utf8(answers.expect("whole")).expect("UTF-8").trim_end().to_owned()
    };
    for (answer, expected) in [
        (Question::Moves, ["lurdluldrruldr", "RDLURDRUL2DRUL", "5 2 4 5 2 4 3 1 4 2 5 3 2 5"]),
        (Question::Next, ["lu", "RD", "5 4"]),
        (Question::Legal, ["l:13 u:13", "R:13 D:13", "5:13 4:13"]),
    ] {
        for (notation, expected) in Notation::ALL.into_iter().zip(expected) {
            assert_eq!(ask(Format::Text, answer, notation), expected, "{answer:?}");
        }
    }
    for notation in Notation::ALL {
        let text = |answer| ask(Format::Text, answer, notation);
        let [all, legal] = [Question::All, Question::Legal].map(|answer| {
            let row: serde_json::Value =
                serde_json::from_str(&ask(Format::Jsonl, answer, notation)).expect("JSON");
            assert_eq!(row["moves"], text(Question::Moves));
            assert_eq!(row["next"], text(Question::Next));
            let csv = ask(Format::Csv, answer, notation);
            let fields: Vec<String> =
                csv.lines().nth(1).expect("a row").split(',').map(str::to_owned).collect();
            assert_eq!([&fields[2], &fields[3]], [&row["moves"], &row["next"]], "{csv}");
            (row, fields)
        });
        let both: Vec<String> = text(Question::All).lines().map(str::to_owned).collect();
        assert_eq!((both.len(), &all.0["solutions"]), (2, &serde_json::json!(both)));
        // Where solutions have spaces, something else is between them.
        let between = if notation.needs_board() { ";" } else { " " };
        assert_eq!(all.1[4], both.join(between));
        let legal_moves = text(Question::Legal);
        let (first, _) = legal_moves.split_once(':').expect("a distance");
        let first = serde_json::json!({ "move": first, "distance": 13 });
        assert_eq!((&legal.0["legal"][0], &legal.1[4]), (&first, &text(Question::Legal)));
    }
    let form = Form { show: true, notation: Notation::Tiles, ..Form::default() };
    let drawn = Bulk::new(Tablebase::embedded().into(), form).to_vec(1, board).expect("whole");
    let drawn = String::from_utf8(drawn).expect("UTF-8");
    assert!(drawn.contains("\n1/14: 5\n 3 2 4\n 1 x[5]\n"), "{drawn}");
}

/// In the multi-tile metric, moves and next moves are found in several ways, by what else is asked.
#[test]
fn every_way_to_ask_has_the_same_answer() {
    let boards: Vec<SmallBoard> = SmallBoard::all(SmallShape::default()).step_by(40).collect();
    let text = lines(&boards);
    for notation in Notation::ALL {
        let ask = |format, answer| -> Vec<String> {
            let form = Form { notation, ..in_rows(format, answer) };
            let make = |goal: &_| Tablebase::embedded().oracle_in(goal, Metric::Multi);
            let found = Bulk::with_oracles(form, make).to_vec(2, text.as_bytes()).expect("whole");
            String::from_utf8(found).expect("UTF-8").lines().map(str::to_owned).collect()
        };
        let three = [Question::Distance, Question::Moves, Question::Next];
        let expected = three.map(|answer| ask(Format::Text, answer));
        for rows in [ask(Format::Csv, Question::Moves), ask(Format::Csv, Question::Count)] {
            assert_eq!(rows.len(), boards.len() + 1);
            for (number, row) in rows[1..].iter().enumerate() {
                let fields: Vec<&str> = row.split(',').collect();
                if expected[0][number] == "unsolvable" {
                    assert_eq!(fields[1..4], [""; 3], "{row}");
                } else {
                    let fields = [1, 2, 3].map(|field| fields[field].trim_matches('"'));
                    let expected = expected.each_ref().map(|answers| answers[number].as_str());
                    assert_eq!(fields, expected, "{row}");
                }
            }
        }
    }
}

/// A table of 3x3 with a damaged block.
fn damaged() -> Tablebase {
    let mut file = Vec::new();
    let orbit = Orbit::new(SmallShape::default(), 8).expect("a cell");
    generate(orbit).expect("a table").write_to(&mut file).expect("memory");
    // The last entries, which few walks pass.
    let last = file.len() - 200;
    file[last] ^= 1;
    let tables = Tablebase::embedded();
    tables.insert(Table::from_bytes("damaged", file).expect("its header is whole"));
    tables
}

#[test]
fn what_is_before_damage_is_answered_and_the_line_is_named() {
    let broken = damaged().oracle(&SmallBoard::goal(SmallShape::default())).expect("a table");
    let boards: Vec<SmallBoard> = SmallBoard::all(SmallShape::default()).step_by(97).collect();
    let fails = |board: &SmallBoard| matches!(broken.distance(board), Err(Error::Table { .. }));
    let first = boards.iter().position(fails).expect("some go through the block");
    assert!(first > 3);
    let text = lines(&boards[..first + 300]);
    for answer in [Question::Moves, Question::Next, Question::Count, Question::Legal] {
        let form = in_rows(Format::Jsonl, answer);
        let mut text_of = Vec::new();
        let bulk = Bulk::new(Arc::new(damaged()), form);
        let ended = bulk.run(
            2,
            &mut tilebase::text::LineBuffer::new(text.as_bytes()).at_once(4096),
            |answers: &mut Answers| {
                text_of.extend_from_slice(&answers.text);
                Ok::<(), BulkError>(())
            },
        );
        let Err(BulkError::Line { line, error: Error::Table { .. } }) = ended else {
            panic!("{ended:?}")
        };
        let expected = Bulk::new(Arc::new(Tablebase::embedded()), form);
        let expected = expected.to_vec(1, lines(&boards[..line as usize - 1]).as_bytes());
        assert!(text_of == expected.expect("whole"), "{}", name(answer));
        // Other shortest solutions, and the boards after other moves, may reach the damage earlier.
        let exact = matches!(answer, Question::Moves | Question::Next);
        let line = usize::try_from(line).expect("a small number");
        assert!(line == first + 1 || line <= first && !exact, "{line} {first}");
    }
}

#[test]
fn notes_say_what_there_is_to_say() {
    let bulk =
        Bulk::new(Arc::new(Tablebase::embedded()), Form::default()).explain(NoteKind::Unsolvable);
    let mut answers = Answers::default();
    bulk.answer(b"12345687x\n12345678x\n1 2 3\n", &mut answers);
    assert_eq!(answers.text, b"unsolvable\n\ninvalid\n");
    assert_eq!((answers.lines, answers.failed), (3, 1));
    let notes: Vec<_> = answers.notes.iter().map(|note| (note.line, note.kind)).collect();
    assert_eq!(notes, [(0, NoteKind::Unsolvable), (2, NoteKind::Failed)]);
    bulk.answer(&b"?\n".repeat(100), &mut answers);
    assert_eq!((answers.failed, answers.notes.len()), (100, 10));
    // A board may span several lines if it is answered alone.
    bulk.answer_one(b"1 2 3\n4 5 6\n7 x 8\n", &mut answers);
    assert_eq!(answers.text, b"r\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Lines of all kinds have the same answers together as alone, where they are walked.
    #[test]
    fn plain_lines_end_where_they_should(
        cells in Just(*b"12345678x").prop_shuffle(),
        plain in 0..300usize,
        other in "[0-9x ,/\r]{0,20}",
    ) {
        let board = String::from_utf8_lossy(&cells).into_owned();
        let both = [board.clone() + "\n", board.clone() + "\r\n"];
        let lines = both.iter().cycle().take(plain).cloned().collect::<String>();
        let text = lines + &other + "\n" + &"12345678x\n".repeat(3000);
        let bulk = |answer| Bulk::new(Arc::new(Tablebase::embedded()), Form::from(answer));
        for answer in [Question::Moves, Question::Distance] {
            let (mut board_answer, mut other_answer) = (Answers::default(), Answers::default());
            bulk(answer).answer(board.as_bytes(), &mut board_answer);
            bulk(answer).answer(format!("{other}\n").as_bytes(), &mut other_answer);
            let goal: &[u8] = if answer == Question::Moves { b"\n" } else { b"0\n" };
            let expected =
                [board_answer.text.repeat(plain), other_answer.text, goal.repeat(3000)].concat();
            prop_assert!(bulk(answer).to_vec(1, text.as_bytes()).expect("whole") == expected);
        }
    }
}

#[test]
fn answers_are_written_before_the_rest_of_their_block_is_known() {
    let mut text = lines(&SmallBoard::all(SmallShape::default()).take(20_000).collect::<Vec<_>>());
    text += "x 1 / 3 2\nx 1 2 / 3 4 5\n";
    for (pause, is_long) in [(Duration::from_secs(1), true), (Duration::ZERO, false)] {
        let written = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&written);
        let bulk = Bulk::with_oracles(Form::default(), move |goal| {
            match goal.shape().cells() {
                4 => put_forward(pause),
                6 => assert_eq!(seen.load(Ordering::Relaxed) == 20_001, is_long),
                _ => {}
            }
            Tablebase::embedded().oracle(goal)
        });
        let input = &mut tilebase::text::LineBuffer::new(text.as_bytes());
        let run = bulk.clock(clock).run(1, input, |answers| {
            written.fetch_add(answers.lines, Ordering::Relaxed);
            Ok::<(), BulkError>(())
        });
        run.expect("answers");
        assert_eq!(written.load(Ordering::Relaxed), 20_002);
    }
}
