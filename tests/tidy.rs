//! Tests of the source itself: every file begins with its purpose, each layer imports only from the
//! layers above it, no two files import each other, and `unsafe` is limited to a few files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the core and of the library, the first importing nothing of the others.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "core/src/",
        &["puzzle", "stopped", "error", "threads", "space", "table", "generate", "solver"],
    ),
    (
        "src/",
        &[
            "puzzle", "drawing", "outcome", "known", "machine", "limits", "pipeline", "table",
            "generate", "embedded", "verify", "any", "solver", "oracle", "multi", "search",
            "analysis", "check", "swap", "judge", "bulk", "sample",
        ],
    ),
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

/// The files of the core, of the library and of the command, by their names in the repository. A
/// package of the library has only its own.
fn source() -> Vec<(String, String)> {
    in_folders(&["core/src", "src", "cli/src"])
}

fn in_folders(folders: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for folder in folders {
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
        let Some((layers, file)) = layers(&name).filter(|(_, file)| *file != "lib.rs") else {
            continue;
        };
        let layer = layer(layers, file).unwrap_or_else(|| panic!("{name} is in no layer"));
        for below in &layers[layer + 1..] {
            let found = code(&name, &text).find(|line| line.contains(&format!("crate::{below}")));
            assert_eq!(found, None, "{name} imports from {below}");
        }
        checked += 1;
    }
    assert!(checked > 20, "{checked} files");
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
    for (at, _) in text.match_indices(start) {
        let names = text[at + start.len()..].split(';').next().unwrap_or_default();
        let end = if names.starts_with('{') { "}" } else { ":" };
        let names = names.trim_start_matches('{').split(end).next().unwrap_or_default();
        let first = |word: &str| word.trim().split("::").next().unwrap_or_default().to_owned();
        modules.extend(names.split(',').map(first));
    }
    modules
}

/// Files beside each other do not import each other, neither directly nor through others. A folder
/// counts as one file for those beside it.
#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let all = in_folders(&["core/src", "src", "cli/src", "python/src"]);
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
        // A file is beside those that it names with `super`, or with the path from its crate's root.
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

/// The files that ask for huge pages, that map memory and that use processor intrinsics.
const UNSAFE: &[&str] = &["core/src/generate/memory.rs", "src/table/mapping.rs", "src/machine.rs"];

#[test]
fn unsafe_and_bincode_stand_where_the_design_has_them() {
    for (name, text) in source() {
        assert_eq!(has(&text, "unsafe"), UNSAFE.contains(&name.as_str()), "{name}");
        assert_eq!(has(&text, "bincode::"), name == "core/src/table/format.rs", "{name}");
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
