//! Pictures.

use std::fs;

use crate::program::{Run, contains, stdout, tilebase};

/// A board for each move of the solution, a point for each distance, a bar for each number.
#[test]
fn pictures_show_what_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("strip.svg");
    let draw = |arguments: &[&str]| stdout(tilebase().arg("draw").args(arguments));
    let board = "1 2 3 x 4 6 7 5 8";
    tilebase().args(["draw", board, "rdr", "-o"]).arg(&file).assert().success().stdout("");
    let strip = fs::read_to_string(&file).expect("a picture");
    assert_eq!(strip, draw(&["--solution", board]));
    assert_eq!(strip, draw(&["1", "2", "3", "x", "4", "6", "7", "5", "8", "rdr"]));
    let captions: Vec<_> =
        ["1/3: r", "2/3: d", "3/3: r"].map(|it| strip.matches(it).count()).into();
    assert_eq!(captions, [1; 3]);
    assert_eq!(strip.matches("class=\"moved\"").count(), 3);
    let grid = folder.path().join("grid.txt");
    fs::write(&grid, "1 2 3\nx 4 6\n7 5 8\n").expect("a file");
    let grid = grid.to_str().expect("UTF-8");
    assert_eq!(strip, draw(&[grid, "rdr"]));
    let from_stdin = tilebase().args(["draw", "-", "--solution"]).write_stdin(board).assert();
    from_stdin.stdout(&*strip);
    let two = tilebase().args(["draw", "-"]).write_stdin(format!("{board}\n{board}\n")).assert();
    two.code(2).stderr("error: line 2: a second board; expected one\n");
    let none = tilebase().args(["draw", "nosuch.txt"]).assert();
    none.code(2).stderr(contains("`nosuch.txt`: no such file, and not a board"));
    let tiles = draw(&["--notation", "tiles", board, "4 5 8"]);
    assert!(tiles.contains(">1/3: 4<"), "{tiles}");

    // Three tiles slide, one after the other, and the others stand still.
    let moving = draw(&["--animate", board, "rdr"]);
    assert_eq!(moving, draw(&["--animate", "--solution", board]));
    assert_eq!(moving.matches("<animateTransform").count(), 3);
    // The tile 4 slides from the second cell of the second row to the first, from the first move on.
    let four = moving.split(">4</text>").nth(1).expect("the tile 4");
    assert!(four.contains("values=\"52,52;52,52;4,52;4,52\""), "{four}");

    let curve = draw(&["--curve", board, "rlrdr"]);
    assert_eq!(curve.matches("class=\"dot\"").count(), 5);
    assert_eq!(curve.matches("class=\"bad\"").count(), 1);
    let bars = draw(&["--census"]);
    assert_eq!(bars.matches("class=\"bar\"").count(), 32);
    assert!(bars.contains("<title>24: 24047</title>"));
    for arguments in [
        &["--census", board][..],
        &[],
        &["--census", "--size", "5x5"],
        &["--metric", "multi", board],
    ] {
        tilebase().arg("draw").args(arguments).assert().code(2);
    }
}
