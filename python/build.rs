//! Copies the boards of `tilebase.benchmarks` to where maturin takes them from.

use std::path::Path;
use std::{env, fs};

fn main() {
    let target = env::var("OUT_DIR").expect("cargo sets it");
    for name in ["korf_100.csv", "optimal_5x5.csv", "LICENSE-DeepCubeA", "LICENSE-24puzzle"] {
        let source = format!("../data/known/{name}");
        println!("cargo::rerun-if-changed={source}");
        fs::copy(&source, Path::new(&target).join(name)).expect("the folder of the repository");
    }
}
