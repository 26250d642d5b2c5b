//! Tests of the source itself: every file begins with its purpose, each layer imports only from the
//! layers above it, and `unsafe` is limited to a few files.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the library, the first importing nothing of the others.
const LAYERS: &[&str] = &[
    "puzzle",
    "known",
    "error",
    "output_file",
    "threads",
    "space",
    "table",
    "generate",
    "verify",
    "solver",
    "oracle",
    "search",
    "analysis",
    "check",
    "swap",
    "judge",
    "bulk",
    "sample",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else {
            files.push(entry);
        }
    }
    files
}

/// The files of the library and the command, by their names below `src`.
fn source() -> Vec<(String, String)> {
    files("src")
}

fn files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below it").to_str().expect("UTF-8");
        (name.replace('\\', "/"), fs::read_to_string(&path).expect("a source file"))
    };
    sources(&root).into_iter().map(read).collect()
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    for (name, text) in source() {
        assert!(text.starts_with("//! "), "{name}");
    }
}

/// `rustfmt` leaves comments as they are. Tables and links may be longer than a line.
#[test]
fn comments_end_at_column_100() {
    for (name, text) in source() {
        let comments = text.lines().enumerate().filter(|(_, line)| {
            let comment = line.trim_start();
            comment.starts_with("//") && !comment.contains("| ")
        });
        let long = comments.filter(|(_, line)| line.chars().count() > 100);
        let lines: Vec<usize> = long.map(|(line, _)| line + 1).collect();
        assert!(lines.is_empty(), "{name}: lines {lines:?}");
    }
}

#[test]
fn a_file_imports_only_from_layers_above_its_own() {
    let mut checked = 0;
    for (name, text) in source() {
        let Some(layer) = LAYERS
            .iter()
            .position(|layer| name.trim_end_matches(".rs").split('/').next() == Some(layer))
        else {
            continue;
        };
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for below in &LAYERS[layer + 1..] {
            let imports = format!("crate::{below}");
            let found = code
                .lines()
                .find(|line| line.contains(&imports) && !line.trim_start().starts_with("//"));
            assert_eq!(found, None, "{name} imports from {below}");
        }
        checked += 1;
    }
    assert!(checked > 20, "{checked} files");
}

/// The files that run code before `main`, that map memory, and that use processor intrinsics.
const UNSAFE: &[&str] = &["cli/stdout.rs", "table/mapping.rs", "solver/machine.rs"];

#[test]
fn unsafe_and_bincode_stand_where_the_design_has_them() {
    for (name, text) in source() {
        assert_eq!(has(&text, "unsafe"), UNSAFE.contains(&name.as_str()), "{name}");
        assert_eq!(has(&text, "bincode::"), name == "table/format.rs", "{name}");
    }
    // The other crates of the workspace, if they are there. The page's module exports functions.
    for (folder, allowed) in [("python/src", None), ("web/wasm/src", Some("lib.rs"))] {
        if Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).exists() {
            for (name, text) in files(folder) {
                assert_eq!(has(&text, "unsafe"), Some(name.as_str()) == allowed, "{folder}/{name}");
            }
        }
    }
}

/// Whether the word stands anywhere but in comments: in blocks, functions, attributes, lints.
fn has(text: &str, word: &str) -> bool {
    text.lines().any(|line| line.split("//").next().is_some_and(|code| code.contains(word)))
}

/// The documentation of the format agrees with its code: the numbers are the same.
#[test]
fn the_format_page_has_the_numbers_of_the_code() {
    use tilebase::table::format::{BLOCK_LEN, ENTRIES_OFFSET, HEADER_LEN, PRELUDE_LEN, VERSION};
    let page = include_str!("../src/table/format.rs");
    for row in [
        format!("//! | 0 | {PRELUDE_LEN} | the prelude |"),
        format!("//! | {PRELUDE_LEN} | {HEADER_LEN} | the header |"),
        format!(
            "//! | {} | {} | padding",
            PRELUDE_LEN + HEADER_LEN,
            ENTRIES_OFFSET - PRELUDE_LEN - HEADER_LEN
        ),
        format!("//! | {ENTRIES_OFFSET} | `entries_len` | the entries |"),
        format!("//! | 8 | 4 | format version: {VERSION} |"),
        format!("`block_len` | bytes of entries in a block: {BLOCK_LEN}"),
    ] {
        assert!(page.contains(&row), "{row}");
    }
}
