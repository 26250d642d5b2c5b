//! Tables in files: the same as the embedded ones, reproducible, proved, and made again if they are
//! damaged.

use crate::common::with_new_checksums;
use crate::program::{Run, contains, ends_with, stdout, tilebase, times};
use std::fs;
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::table::format::ENTRIES_OFFSET;

#[test]
fn a_generated_table_answers_as_the_embedded_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a.tbl", "b.tbl"].map(|name| folder.path().join(name));
    let make = ["generate", "--size", "3x3", "-o"];
    for path in &paths {
        tilebase().args(make).arg(path).assert().success().stdout("");
    }
    let piped = tilebase().args(make).arg("-").assert().success().get_output().stdout.clone();
    for path in &paths {
        assert!(piped == fs::read(path).expect("a table"), "identical bytes");
    }

    let boards: String =
        SmallBoard::all(SmallShape::default()).map(|board| format!("{board}\n")).collect();
    let embedded = stdout(tilebase().arg("solve").write_stdin(boards.as_str()));
    let mapped =
        stdout(tilebase().args(["solve", "--table"]).arg(&paths[0]).write_stdin(boards.as_str()));
    assert!(embedded == mapped);
    assert_eq!(embedded.lines().filter(|&line| line != "unsolvable").count(), 181_440);
}

/// Wherever the file ends, the message has the command that makes the table, and it works.
#[test]
fn a_table_that_is_cut_names_the_command_that_makes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("5x2-9.tbl");
    let data = ["--data", folder.path().to_str().expect("a name")];
    tilebase().args(["generate", "--size", "2x5"]).args(data).assert().success();
    let whole = fs::read(&file).expect("a table");
    for length in [0, 10, 200, 4096, 5000] {
        fs::write(&file, &whole[..length]).expect("a shorter file");
        let cure = format!("tilebase generate --size 5x2 --goal 9 -o {}\n", file.display());
        let says = ends_with(format!("; make it again with: {cure}"));
        let name = file.to_str().expect("a name");
        for arguments in [["verify", name], ["info", name], ["solve", "1 2 3 4 x / 6 7 8 9 5"]] {
            tilebase().args(arguments).args(data).assert().failure().stderr(says.clone());
        }
    }
    let folder = data[1];
    // Whatever its name.
    let mine = format!("{folder}/mine.bin");
    fs::write(&mine, &whole[..whole.len() - 1]).expect("room");
    let says = contains("make it again with: tilebase generate --size 5x2 --goal 9 -o ");
    for line in ["info", "verify", "solve 123456789x --size 2x5 --table"] {
        tilebase().args(line.split(' ')).arg(&mine).assert().failure().stderr(says.clone());
    }
    for (name, cure) in [
        ("multi-5x2-9", format!("5x2 --goal 9 --metric multi -o {folder}/multi-5x2-9.tbl")),
        ("multi-5x3-14-large-1", format!("5x3 --goal 14 --metric multi --data {folder}")),
    ] {
        let file = format!("{folder}/{name}.tbl");
        fs::write(&file, "").expect("room");
        let says = ends_with(format!("with: tilebase generate --size {cure}\n"));
        tilebase().args(["verify", &file]).assert().failure().stderr(says);
    }
    let cure = ["generate", "--size", "5x2", "--goal-blank", "9", "-o"];
    tilebase().args(cure).arg(&file).assert().success();
    assert!(fs::read(&file).expect("a table") == whole);
}

#[test]
fn tables_in_the_data_folder_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask = ["solve", "--distance", "--stats", "1 2 3 4 x / 6 7 8 9 5"];
    // Without a table, a search answers.
    let searched = tilebase().args(ask).arg("--data").arg(folder.path()).assert().success();
    searched.stdout("1\n").stderr(contains("generated "));
    tilebase()
        .args(["info", "2x5", "--data"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stdout("")
        .stderr(
            contains("no table for 2x5; looked in ")
                .and(contains("tilebase generate --size 2x5 --data "))
                .and(ends_with(" (about 1 s, 912 kB)\n")),
        );
    tilebase().args(["generate", "--size", "2x5", "--data"]).arg(folder.path()).assert().success();
    let looked_up = tilebase().args(ask).env("TILEBASE_DATA", folder.path()).assert().success();
    looked_up.stdout("1\n").stderr(contains("looked up"));
    // The other orientation, and a goal in another corner, are served by the same file.
    let turned = ["solve", "--goal", "x 1/2 3/4 5/6 7/8 9", "1 x/2 3/4 5/6 7/8 9"];
    tilebase().args(turned).arg("--data").arg(folder.path()).assert().success().stdout("l\n");
    let list = stdout(tilebase().arg("info").arg("--data").arg(folder.path()));
    assert!(list.lines().any(|line| line.ends_with("5x2-9.tbl")), "{list}");
    // A file under another table's name is not taken for it.
    fs::copy(folder.path().join("5x2-9.tbl"), folder.path().join("5x2-5.tbl")).expect("a copy");
    let middle = ["solve", "--goal", "1 2 3 4 5/6 7 x 8 9", "1 2 3 4 5/6 x 7 8 9", "--data"];
    let says = contains(
        "found a table for 5x2-9, expected one for 5x2-5; give the file its own name, 5x2-9.tbl",
    );
    tilebase().args(middle).arg(folder.path()).assert().code(2).stdout("").stderr(says);
}

#[test]
fn verify_as_a_command() {
    let list = stdout(tilebase().arg("verify"));
    assert_eq!(list.lines().count(), 1 + 8, "{list}");
    assert!(
        list.lines().skip(1).all(|line| line.contains("(embedded)") && line.contains("  yes  ")),
        "{list}"
    );
    assert!(
        list.contains("3x3-8 (embedded)  3x3-8   yes     181440        31  OEIS A089473\n"),
        "{list}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    tilebase().args(["generate", "--size", "2x3", "-q", "-o"]).arg(&path).assert().success();
    let object = stdout(tilebase().args(["verify", "--json", "--threads", "3"]).arg(&path));
    let object: serde_json::Value = serde_json::from_str(&object).expect("JSON");
    assert_eq!((&object["proved"], &object["known"]), (&true.into(), &"OEIS A090034".into()));
    assert_eq!(object["counts"][21], 1);
    // A file is proved as the table that it is, whatever its name says.
    let claiming = folder.path().join("4x3-11.tbl");
    fs::copy(&path, &claiming).expect("a file");
    for (path, note) in [(&path, ""), (&claiming, "although its name is that of 4x3-11")] {
        let verified = tilebase().arg("verify").arg(path).assert().success();
        let verified = verified.stdout(contains(".tbl  3x2-5   yes     "));
        let names = times("name", usize::from(!note.is_empty()));
        verified.stderr(contains(note).and(names));
    }
    // A wrong entry, without and with a checksum that fits.
    let mut bytes = fs::read(&path).expect("a table");
    bytes[ENTRIES_OFFSET + 10] ^= 0x40;
    for bytes in [bytes.clone(), with_new_checksums(bytes)] {
        fs::write(&path, bytes).expect("a file");
        let failed =
            tilebase().arg("verify").arg(&path).assert().code(1).stdout(ends_with("t.tbl  no\n"));
        failed
            .stderr(contains("entry 21 is wrong: ").and(contains("tilebase generate --size 3x2")));
    }
    fs::write(&path, "no table").expect("a file");
    tilebase().arg("verify").arg(&path).assert().code(1).stderr(contains("not a table"));
    tilebase().args(["verify", "/nonexistent"]).assert().code(2);
}

#[test]
fn both_encodings_give_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |bits: &str| folder.path().join(format!("{bits}.tbl"));
    for bits in ["1", "4"] {
        let mut generate = tilebase();
        generate.args(["generate", "-q", "--size", "2x5", "--bits", bits, "-o"]).arg(path(bits));
        generate.assert().success();
        let info = stdout(tilebase().args(["info", "--json"]).arg(path(bits)));
        assert!(info.contains(&format!("\"entry_bits\":{bits}")), "{info}");
        let verified = stdout(tilebase().arg("verify").arg(path(bits)));
        assert!(verified.contains("yes     1814400        55"), "{verified}");
    }
    let sizes = ["4", "1"].map(|bits| std::fs::metadata(path(bits)).expect("a table").len());
    assert!(sizes[0] > 3 * sizes[1], "{sizes:?}");
    let boards =
        stdout(tilebase().args(["sample", "--size", "2x5", "--count", "300", "--seed", "5"]));
    for form in ["--answer moves", "--format csv --answer count"] {
        let [four, one] = ["4", "1"].map(|bits| {
            let mut lookup = tilebase();
            lookup.args(["lookup", "--size", "2x5", "--table"]).arg(path(bits));
            stdout(lookup.args(form.split(' ')).write_stdin(boards.as_str()))
        });
        assert_eq!(four, one, "{form}");
    }
}
