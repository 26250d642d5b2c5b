//! Tests of the source itself: every file begins with its purpose, each layer imports only from the
//! layers above it, no two files import each other, `unsafe` is limited to a few files, and sizes
//! and metrics are distinguished in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of each crate, the first importing nothing of the others.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "core/src/",
        &[
            "puzzle",
            "interval",
            "error",
            "threads",
            "space",
            "table_format",
            "generate",
            "partitions",
        ],
    ),
    (
        "src/",
        &[
            "puzzle",
            "linear_conflicts",
            "text",
            "reading",
            "labelled_board",
            "board",
            "encoding",
            "drawing",
            "outcome",
            "known",
            "sets",
            "machine",
            "limits",
            "pipeline",
            "table",
            "generate",
            "embedded",
            "verify",
            "pruning",
            "any",
            "solver",
            "labels",
            "multi",
            "costs",
            "oracle",
            "stages",
            "search",
            "analysis",
            "check",
            "swap",
            "judge",
            "bulk",
            "sample",
        ],
    ),
    (
        "cli/src/",
        &[
            "fields",
            "reader",
            "session",
            "report",
            "cures",
            "progress",
            "input",
            "interrupt",
            "proof",
            "boards",
            "output",
            "options",
            "arguments",
            "answer_writer",
            "limits",
            "problems",
            "tables",
            "distances",
            "methods",
            "in_stages",
            "verdicts",
            "known_sets",
            "help",
            "tips",
            "commands",
        ],
    ),
    (
        "python/src/",
        &[
            "errors",
            "arguments",
            "boards",
            "goal",
            "interrupt",
            "answer_arrays",
            "buffers",
            "notation",
            "ask",
            "analysis",
            "verdicts",
            "rows",
            "arrays",
            "oracle",
            "functions",
            "sample",
            "search",
            "releasers",
        ],
    ),
    ("web/wasm/src/", &["problem", "answer", "trace", "ask"]),
    ("c/src/", &["types", "border", "oracle"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// The files of every crate, by their names in the repository. A package of the library has only
/// its own.
fn source() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (folder, _) in LAYERS {
        let folder = folder.trim_end_matches('/');
        if Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).exists() {
            let named = |(name, text)| (format!("{folder}/{name}"), text);
            all.extend(files(folder).into_iter().map(named));
        }
    }
    all
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
        let (layers, file) = layers(&name).expect("a crate");
        if ["lib.rs", "main.rs"].contains(&file) {
            continue;
        }
        let layer = layer(layers, file).unwrap_or_else(|| panic!("{name} is in no layer"));
        let text: String = code(&name, &text).map(|line| format!("{line}\n")).collect();
        let mut names = imported(&text, "crate::");
        if !file.contains('/') {
            names.extend(imported(&text, "super::"));
        }
        let below: Vec<String> =
            names.into_iter().filter(|word| layers[layer + 1..].contains(&word.as_str())).collect();
        assert!(below.is_empty(), "{name} imports from {below:?}");
        checked += 1;
    }
    assert!(checked > 100, "{checked} files");
}

/// The layers of a file's crate, if it has some, and the file's name in it.
fn layers(name: &str) -> Option<(&[&str], &str)> {
    LAYERS.iter().find_map(|(folder, layers)| Some((*layers, name.strip_prefix(folder)?)))
}

/// The place of a file's layer.
fn layer(layers: &[&str], file: &str) -> Option<usize> {
    let first = file.split('/').next()?.trim_end_matches(".rs");
    layers.iter().position(|layer| *layer == first)
}

#[test]
fn a_file_in_no_layer_is_found() {
    let place = |name| layers(name).and_then(|(layers, file)| layer(layers, file));
    assert_eq!(place("core/src/puzzle/board.rs"), Some(0));
    assert!(place("src/limits.rs") < place("src/solver/large.rs"));
    assert_eq!(place("src/limit.rs"), None);
    assert_eq!(place("src/threads.rs"), None);
}

/// The lines of a file that are neither tests nor comments. Tests may be in a file of their own.
fn code<'t>(name: &str, text: &'t str) -> impl Iterator<Item = &'t str> {
    let text = if name.ends_with("/tests.rs") { "" } else { text };
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The modules that stand directly after `start`: one, or a list in braces.
fn imported(text: &str, start: &str) -> Vec<String> {
    let mut modules = Vec::new();
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    for (at, _) in text.match_indices(start) {
        let mut rest = &text[at + start.len()..];
        let mut depth = usize::from(rest.starts_with('{'));
        rest = rest.trim_start_matches('{');
        loop {
            let name = rest.trim_start();
            let len = name.find(|letter| !is_name(letter)).unwrap_or(name.len());
            modules.push(name[..len].to_owned());
            // On to the next name that is not in braces of its own.
            let outer = depth;
            let next = name.find(|letter| {
                match letter {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 || depth == outer && letter == ','
            });
            match next {
                Some(comma) if depth > 0 => rest = &name[comma + 1..],
                _ => break,
            }
        }
    }
    // A list may end with a comma.
    modules.retain(|module| !module.is_empty());
    modules
}

#[test]
fn names_in_braces_are_found() {
    let text = "use crate::a::b;\nuse crate::{\n    c, d::{e, f::{g}}, h,\n};\ncrate::i!(x, y);";
    let found = imported(text, "crate::").join(" ");
    assert_eq!(found.trim_end(), "a c d h i", "of {text}");
}

/// Files beside each other do not import each other, neither directly nor through others. A folder
/// counts as one file for those beside it.
#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let all = source();
    let mut folders: Vec<&str> =
        all.iter().filter_map(|(name, _)| Some(name.rsplit_once('/')?.0)).collect();
    folders.dedup();
    let mut circles: Vec<String> = Vec::new();
    for folder in folders {
        let inside = |name: &str| {
            let rest = name.strip_prefix(folder)?.strip_prefix('/')?;
            let module = rest.split('/').next()?.trim_end_matches(".rs").to_owned();
            (!["mod", "lib", "main"].contains(&module.as_str())).then_some(module)
        };
        // A file is beside those that it names with `super`, or with the path from its crate's
        // root.
        let path = folder.split_once("src").map_or("", |(_, path)| path);
        let path = format!("crate{}::", path.replace('/', "::"));
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (name, text) in &all {
            let Some(module) = inside(name) else { continue };
            let is_beside = name.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
            let text: String = code(name, text).map(|line| format!("{line}\n")).collect();
            let used = imports.entry(module).or_default();
            used.extend(imported(&text, &path));
            if is_beside {
                used.extend(imported(&text, "use super::"));
            }
        }
        // Files that import nothing of the others cannot be in a circle.
        loop {
            let modules: BTreeSet<String> = imports.keys().cloned().collect();
            for (module, used) in &mut imports {
                used.retain(|word| word != module && modules.contains(word));
            }
            let before = imports.len();
            imports.retain(|_, used| !used.is_empty());
            if imports.len() == before {
                break;
            }
        }
        if !imports.is_empty() {
            circles.push(format!("{folder}: {imports:?}"));
        }
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

/// No command imports another command, and what they share imports no command.
#[test]
fn nothing_imports_a_command() {
    for (name, text) in source() {
        let found = code(&name, &text).find(|line| line.contains("commands::"));
        assert!(found.is_none() || name == "cli/src/main.rs", "{name}: {found:?}");
    }
}

/// The files that ask for huge pages, that map memory, that use processor intrinsics, that export
/// functions to the page, and that C calls: the functions, their types, and what reads and writes
/// through C's pointers.
const UNSAFE: &[&str] = &[
    "core/src/generate/zeroed.rs",
    "src/table/mapping.rs",
    "src/machine.rs",
    "web/wasm/src/lib.rs",
    "c/src/border.rs",
    "c/src/lib.rs",
    "c/src/oracle.rs",
    "c/src/types.rs",
    "python/src/releasers.rs",
];

/// The folders whose files documents name.
const FOLDERS: &[&str] =
    &["src", "core", "cli", "tests", "data", "docs", "fuzz", "python", "web", "c"];

/// Documents for contributors name files that exist.
#[test]
fn documents_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in ["CONTRIBUTING.md", "SECURITY.md"] {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        let mut checked = 0;
        for name in text.split('`').skip(1).step_by(2) {
            let first = name.split('/').next().unwrap_or_default();
            let is_path = FOLDERS.contains(&first)
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
            if is_path {
                assert!(root.join(name).exists(), "{document} names {name}");
                checked += 1;
            }
        }
        assert!(checked > 5, "{document}");
    }
}

/// So do the comments at the head of a file: a name is the end of a path.
#[test]
fn heads_name_files_that_exist() {
    let all = source();
    let exists = |named: &str| {
        let is_end = |path: &str| format!("/{path}").ends_with(&format!("/{named}"));
        named == "build.rs" || all.iter().any(|(path, _)| is_end(path))
    };
    let mut checked = 0;
    for (name, text) in all.iter().filter(|(name, _)| name.starts_with("src/")) {
        let head = text.lines().take_while(|line| line.starts_with("//!"));
        for named in head.flat_map(|line| line.split('`').skip(1).step_by(2)) {
            if Path::new(named).extension().is_some_and(|extension| extension == "rs") {
                assert!(exists(named), "{name} names {named}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50);
}

#[test]
fn unsafe_and_bincode_stand_where_the_design_has_them() {
    for (name, text) in source() {
        assert_eq!(has(&text, "unsafe"), UNSAFE.contains(&name.as_str()), "{name}");
        assert_eq!(has(&text, "bincode::"), name == "core/src/table_format/format.rs", "{name}");
    }
}

/// Whether the word stands anywhere but in comments: in blocks, functions, attributes, lints.
fn has(text: &str, word: &str) -> bool {
    text.lines().any(|line| line.split("//").next().is_some_and(|code| code.contains(word)))
}

/// Where a size may be compared with a constant, how often, and why. What is asked elsewhere is the
/// `Class` of a size, or `Shape::expect_at_most`.
const SIZES: &[(&str, usize, &str)] = &[
    ("core/src/puzzle/coordinates.rs", 3, "it numbers boards, and does so for each"),
    ("core/src/puzzle/shape.rs", 3, "the classes are defined here"),
];

/// Where metrics may be distinguished above the oracle, how often, and why.
const METRICS: &[(&str, usize, &str)] =
    &[("src/bulk/plain_lines.rs", 2, "unpacked solutions are bytes, of another form in each")];

/// The modules above the oracle.
const ABOVE: &[&str] = &[
    "src/analysis/",
    "src/bulk/",
    "src/check.rs",
    "src/judge/",
    "src/sample/",
    "cli/src/",
    "python/src/",
    "web/wasm/src/",
    "c/src/",
];

/// Whether a line compares a number of cells with a constant.
fn compares_a_size(line: &str) -> bool {
    let is_compared = |text: &str| text.trim_start().starts_with(['<', '>', '='].as_slice());
    let cells = line.match_indices("cells() ").any(|(at, cells)| {
        let rest = line[at + cells.len()..].trim_start_matches(['<', '>', '=', ' ']);
        is_compared(&line[at + cells.len()..]) && rest.starts_with("MAX_")
    });
    let constant = |(at, cells): (usize, &str)| {
        let word = line[..at].rsplit(|letter: char| !letter.is_ascii_uppercase() && letter != '_');
        let rest = line[at + cells.len()..].trim_start();
        word.take(1).any(|word| word.starts_with("MAX_")) && rest.starts_with(['<', '>'])
    };
    cells || line.match_indices("CELLS").any(constant)
}

/// Whether a line distinguishes metrics.
fn tells_metrics_apart(line: &str) -> bool {
    let is_matched = line.split_once("match ").is_some_and(|(_, rest)| {
        rest.split('{').next().is_some_and(|matched| matched.contains("metric"))
    });
    is_matched || line.contains("Metric::Multi")
}

/// Fails unless exactly the allowed lines of the files are found.
fn expect_only(allowed: &[(&str, usize, &str)], is_found: impl Fn(&str, &str) -> bool) {
    let mut wrong = Vec::new();
    let mut files: BTreeMap<&str, usize> = allowed.iter().map(|&(name, ..)| (name, 0)).collect();
    let all = source();
    for (name, text) in &all {
        let count = code(name, text).filter(|line| is_found(name, line)).count();
        if count > 0 {
            files.insert(name, count);
        }
    }
    for (name, count) in files {
        let most = allowed.iter().find(|(other, ..)| *other == name).map_or(0, |it| it.1);
        let is_there = all.iter().any(|(other, _)| other == name);
        if count != most && (is_there || count > 0) {
            wrong.push(format!("{name}: {count} lines, {most} allowed"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_size_is_compared_with_a_constant_in_few_places() {
    for line in ["if a.cells() > MAX_CELLS", "a.cells()  <= MAX_B {", "if MAX_X_CELLS < a"] {
        assert!(compares_a_size(line), "{line}");
    }
    for line in ["a.cells() > 9", "Shape::all(MAX_CELLS)", "[0; MAX_CELLS]", "a.cells() - MAX_A"] {
        assert!(!compares_a_size(line), "{line}");
    }
    expect_only(SIZES, |_, line| compares_a_size(line));
}

#[test]
fn metrics_are_told_apart_below_the_oracle() {
    assert!(
        tells_metrics_apart("match self.metric {") && tells_metrics_apart("(Metric::Multi, _)")
    );
    assert!(!tells_metrics_apart("match self.answer { it => metric }"));
    let is_above = |name: &str| ABOVE.iter().any(|above| name.starts_with(above));
    expect_only(METRICS, |name, line| is_above(name) && tells_metrics_apart(line));
}

/// Every name in the table of `docs/names.md` is one of its door, and no question is missing.
#[test]
fn names_of_answers_exist() {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let question = text("src/bulk/question.rs");
    let rust = files("src/oracle").into_iter().map(|(_, text)| text).collect::<String>()
        + &text("src/outcome.rs");
    // What each column is searched in, and how names are declared there.
    let doors = [
        (question.clone(), &["(\"{}\", Question::"][..]),
        (
            question.clone()
                + &files("src/bulk/format").into_iter().map(|(_, text)| text).collect::<String>(),
            &["\"{}\""],
        ),
        (rust, &["pub fn {}", "pub {}:"]),
        (text("python/tilebase/_native.pyi"), &["def {}("]),
        (text("web/tilebase.d.mts"), &["  {}:", "  {}("]),
        (text("c/tilebase.h"), &[" {}(", " {};"]),
    ];
    let page = text("docs/names.md");
    let (of_doors, of_python) = page.split_once("In Python the plural").expect("two tables");
    let python = of_python.lines().filter(|line| line.starts_with("| ")).skip(2);
    let mut missing: Vec<String> = python
        .flat_map(|row| row.split('`').skip(1).step_by(2))
        .filter(|name| !doors[3].0.contains(&format!("def {name}(")))
        .map(|name| format!("{name} in Python"))
        .collect();
    for row in of_doors.lines().filter_map(|line| line.strip_prefix("| ")).skip(2) {
        let cells = row.split('|').skip(1);
        for (cell, (source, forms)) in cells.zip(&doors) {
            for name in cell.split('`').skip(1).step_by(2) {
                let is_there = |form: &&str| source.contains(&form.replace("{}", name));
                if !forms.iter().any(is_there) {
                    missing.push(format!("{name} in: {row}"));
                }
            }
        }
    }
    let names = question.lines().filter_map(|line| line.trim().strip_prefix("(\""));
    for name in names.filter_map(|rest| rest.split('"').next()) {
        if !page.contains(&format!("| `{name}` |")) {
            missing.push(format!("--answer {name} in docs/names.md"));
        }
    }
    assert_eq!(missing, [""; 0]);
}
