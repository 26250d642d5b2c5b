//! Runs the harness of the fuzz targets on their corpus and on mutations of it.

mod harness;
mod run;

use run::{corpus, run};

#[test]
fn boards() {
    run("board", harness::board, 20_000);
}

#[test]
fn moves() {
    run("moves", harness::moves, 10_000);
}

#[test]
fn lines() {
    run("lines", harness::lines, 5_000);
}

#[test]
fn goals() {
    run("goals", harness::goals, 1_000);
}

#[test]
fn tables() {
    for file in corpus("table") {
        tilebase::Table::from_bytes("corpus", file[1..].to_vec())
            .expect("a table of today's format");
    }
    run("table", harness::table, 30_000);
}

#[test]
fn pattern_tables() {
    run("patterns", harness::patterns, 1_000);
}

#[test]
fn tables_answered_in_every_way() {
    run("differential", harness::differential, 300);
}

#[test]
fn judges() {
    run("judge", harness::judge, 10_000);
}
