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
    assert_eq!(bars, draw(&["--census", "3x3"]));
    for arguments in [
        &[][..],
        &["--census", "3x3", board],
        &["--census", "--size", "5x5"],
        &["--metric", "multi", board],
    ] {
        tilebase().arg("draw").args(arguments).assert().code(2);
    }
}

/// The bars of a sample beside the line of what is expected, and a map for each tile.
#[test]
fn a_picture_of_a_sample_shows_where_tiles_are() {
    let draw = |boards: &str| {
        let (draw, boards) = (["draw", "-q", "--census", "-"], boards.to_owned());
        tilebase().args(draw).write_stdin(boards).assert()
    };
    let sample = stdout(tilebase().args(["sample", "-n", "1000", "--size", "3x3"]));
    let picture = stdout(tilebase().args(["draw", "--census", "-"]).write_stdin(&*sample));
    assert!(picture.contains(">1000 boards: as a uniform sample would be, in each test"));
    assert_eq!(picture.matches("class=\"expected\"").count(), 1);
    let bars = picture.matches("class=\"bar\"").count();
    assert!((28..=32).contains(&bars), "{bars}");
    // Every board has the tile 8 in one cell, and every cell one tile.
    let seen = |tile: &str, cell: usize| -> u64 {
        let title = format!("<title>{tile} in cell {cell}: ");
        let number = picture.split(&title).nth(1).and_then(|rest| rest.split(',').next());
        number.expect("a number").parse().expect("a number")
    };
    assert_eq!((0..9).map(|cell| seen("8", cell)).sum::<u64>(), 1000);
    let tiles = ["blank", "1", "2", "3", "4", "5", "6", "7", "8"];
    assert_eq!(tiles.map(|tile| seen(tile, 4)).iter().sum::<u64>(), 1000);
    let in_corner = sample.lines().filter(|board| board.starts_with('1')).count() as u64;
    assert_eq!(seen("1", 0), in_corner);

    // The only board of a sample is 2.83 deviations off where its tiles are: 0.71 of four.
    let one = draw("1 2 3 / 4 5 6 / 7 x 8\n").code(0).stdout(contains("(the line)"));
    let full = r#"fill-opacity="0.71"><title>1 in cell 0: 1, expected 0.1</title>"#;
    one.stdout(contains(full));
    let error = "error: --census: expected boards with one goal, found ";
    draw("").code(2).stderr(contains(format!("{error}no board")));
    draw("12345678x\n123x\n").code(2).stderr(contains(format!("{error}several goals")));
    draw("12345678x\n1123\n").code(1).stdout(contains("</svg>"));
    // Where nothing is searched for, there are maps alone.
    let large = stdout(tilebase().args(["sample", "-n", "10", "--size", "5x5"]));
    let maps = draw(&large).code(0);
    let maps = String::from_utf8(maps.get_output().stdout.clone()).expect("UTF-8");
    assert_eq!((maps.matches("<title>").count(), maps.contains("class=\"bar\"")), (625, false));
}
