//! The header is the one that the source makes.

use std::path::Path;
use std::{env, fs};

#[test]
fn the_header_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("a setting");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(folder.join("src/types.rs"))
        .with_src(folder.join("src/oracle.rs"))
        .with_src(folder.join("src/lib.rs"))
        .generate()
        .expect("a header");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).expect("UTF-8");
    let path = folder.join("tilebase.h");
    if env::var_os("RECORDING").is_some_and(|how| how == "overwrite") {
        fs::write(&path, &made).expect("the header is written");
    }
    let header = fs::read_to_string(&path).unwrap_or_default();
    assert!(header == made, "write it with: RECORDING=overwrite cargo test -p tilebase-c header");
    let long: Vec<_> = header.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(long.is_empty(), "{long:#?}");
}
