//! Copies the boards of `tilebase.benchmarks` to where maturin takes them from.

use std::path::Path;
use std::{env, fs};

fn main() {
    let target = env::var("OUT_DIR").expect("cargo sets it");
    let known = Path::new("../data/known");
    let list = fs::read_to_string(known.join("sets.tsv")).expect("the folder of the repository");
    let sets = list.lines().skip(1).filter_map(|row| row.split('\t').next());
    let mut names: Vec<String> = sets.map(|name| format!("{name}.csv")).collect();
    names.extend(
        ["sets.tsv", "LICENSE-DeepCubeA", "LICENSE-24puzzle", "LICENSE-PHS"].map(Into::into),
    );
    for name in names {
        println!("cargo::rerun-if-changed=../data/known/{name}");
        fs::copy(known.join(&name), Path::new(&target).join(&name)).expect("a file of the list");
    }
}
