//! Text, CSV and JSON of a command have the same values, under the same names.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{line, stdout};

type Row = BTreeMap<String, String>;

/// A value of JSON as text has it. Lists and objects are not in text.
fn of_json(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.3e}", number.as_f64().expect("a number"))
        }
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
    })
}

fn objects(jsonl: &str) -> Vec<(Row, Row)> {
    let rows = jsonl.lines().map(|row| {
        let Value::Object(fields) = serde_json::from_str(row).expect("JSON") else {
            panic!("{row}")
        };
        let floats = fields.iter().filter(|(_, value)| value.is_f64());
        let floats = floats.map(|(name, value)| (name.clone(), value.to_string())).collect();
        let all = fields.iter().filter_map(|(name, value)| Some((name.clone(), of_json(value)?)));
        (all.collect(), floats)
    });
    rows.collect()
}

/// The lines of `name  value`, with names as fields have them.
fn lines(text: &str) -> Row {
    let lines = text.lines().map_while(|line| line.split_once("  "));
    lines.map(|(name, value)| (name.replace(' ', "_"), value.trim().to_owned())).collect()
}

/// The rows of a table, whose columns are where their heads are. A head may have two lines.
fn table(text: &str) -> Vec<Row> {
    let mut rows = text.lines().take_while(|line| !line.is_empty());
    let mut heads = vec![rows.next().expect("a head")];
    if heads[0].starts_with(' ') {
        heads.push(rows.next().expect("its second line"));
    }
    let rows: Vec<&str> = rows.collect();
    let all = || heads.iter().chain(&rows);
    let width = all().map(|line| line.len()).max().unwrap_or(0);
    let is_space =
        |at: usize| all().all(|line| line.as_bytes().get(at).is_none_or(|it| *it == b' '));
    // Two columns have two spaces between them.
    let (mut columns, mut begin) = (Vec::new(), 0);
    for at in 0..=width {
        if at == width || is_space(at) && is_space(at + 1) {
            if begin < at && !(begin..at).all(is_space) {
                columns.push(begin..at);
            }
            begin = at + 1;
        }
    }
    let cell = |line: &str, column: &std::ops::Range<usize>| {
        let end = column.end.min(line.len());
        line.get(column.start..end).unwrap_or("").trim().to_owned()
    };
    let name = |column| {
        let words: Vec<_> = heads.iter().map(|head| cell(head, column)).collect();
        words.join(" ").trim().replace(' ', "_")
    };
    let row = |row: &&str| {
        let cells = columns.iter().map(|column| (name(column), cell(row, column)));
        cells.filter(|(_, value)| value != "-" && !value.is_empty()).collect()
    };
    rows.iter().map(row).collect()
}

/// Compares the values of a text with those of JSON: numbers with a fraction have four digits.
fn compare(shown: &Row, (all, floats): &(Row, Row), hidden: &[&str], typed: &str) {
    for (name, value) in all {
        if hidden.contains(&&**name) || value.is_empty() {
            assert!(!shown.contains_key(name) || value.is_empty(), "{typed}: {name}");
            continue;
        }
        let text = shown.get(name).unwrap_or_else(|| panic!("{typed}: no {name} in {shown:?}"));
        if floats.contains_key(name) {
            let [text, value] = [text, value].map(|it| it.parse::<f64>().expect("a number"));
            assert!((text - value).abs() <= value.abs() / 1000.0, "{typed}: {name} {text} {value}");
        } else {
            assert_eq!(text, value, "{typed}: {name}");
        }
    }
    assert!(shown.keys().all(|name| all.contains_key(name)), "{typed}: {shown:?} {all:?}");
}

/// The fields of a line of CSV.
fn fields_of_csv(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for char in line.chars() {
        match char {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            char => fields.last_mut().expect("a field").push(char),
        }
    }
    fields
}

/// The rows of CSV, as far as they are in JSON.
fn compare_csv(typed: &str, rows: &[(Row, Row)]) {
    let csv = stdout(&mut line(&format!("{typed} --format csv")));
    let mut read = csv.lines().map(fields_of_csv);
    let heads = read.next().expect("a head");
    let read: Vec<_> = read.collect();
    assert_eq!(read.len(), rows.len(), "{typed}");
    for (row, (all, floats)) in read.iter().zip(rows) {
        let row: Row = heads.iter().cloned().zip(row.iter().cloned()).collect();
        for (name, value) in all.iter().filter(|(name, _)| !floats.contains_key(*name)) {
            let value = match &**value {
                "yes" => "true",
                "no" => "false",
                value => value,
            };
            assert_eq!(row[name], value, "{typed}: {name}");
        }
    }
}

#[test]
fn tables_and_objects_have_the_fields_of_rows() {
    // What is measured anew at each run, and what tables leave out.
    for (typed, hidden) in [
        ("info", &[][..]),
        ("verify 2x3 2x2", &["seconds", "known"]),
        ("sample --set", &["licence", "source"]),
        ("compare 2x2 --method ida,wastar", &["mean_microseconds", "times_table"]),
    ] {
        let rows = objects(&stdout(&mut line(&format!("{typed} --json"))));
        let shown = table(&stdout(&mut line(typed)));
        assert_eq!(shown.len(), rows.len(), "{typed}");
        for (shown, row) in shown.iter().zip(&rows) {
            let mut shown = shown.clone();
            shown.retain(|name, _| !hidden.contains(&&**name));
            compare(&shown, row, hidden, typed);
        }
        if !typed.starts_with("compare") {
            compare_csv(typed, &rows);
        }
    }
    for typed in ["info 3x3-8", "compare 2x3 --audit misplaced -n 10"] {
        let rows = objects(&stdout(&mut line(&format!("{typed} --json"))));
        compare(&lines(&stdout(&mut line(typed))), &rows[0], &[], typed);
        compare_csv(typed, &rows);
    }
    for typed in [
        "census 2x3 -q",
        "census 4x4 --at-most 40 --best-of 12 -q",
        "census 12345678x 1234567x8 8672543x1",
    ] {
        let rows = objects(&stdout(&mut line(&format!("{typed} --json"))));
        compare(&lines(&stdout(&mut line(typed))), &rows[0], &[], typed);
    }
    let typed = "analyze '1 2 3 x 4 6 7 5 8' rlrdr";
    let text = stdout(&mut line(typed));
    let (moves, whole) = text.split_once("\n\n").expect("a table");
    let json = stdout(&mut line(&format!("{typed} --json")));
    compare(&lines(whole), &objects(&json)[0], &[], typed);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let steps: String =
        json["steps"].as_array().expect("steps").iter().map(|step| format!("{step}\n")).collect();
    let steps = objects(&steps);
    for (shown, row) in table(moves).iter().zip(&steps) {
        compare(shown, row, &[], typed);
    }
    compare_csv(typed, &steps);
}
