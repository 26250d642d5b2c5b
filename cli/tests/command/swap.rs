//! The alternating-swap puzzle, compared with an independent search over every board.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::program::{stdout, tilebase};
use predicates::prelude::*;
use tilebase::generate::generate;
use tilebase::judge::Judge;
use tilebase::puzzle::{BoardError, Puzzle};
use tilebase::swap::{Board, Kind, Oracle, Side};
use tilebase::table::Fault;
use tilebase::{Error, Limits, Table, Tablebase};

/// The least number of moves of every arrangement with a first move of each kind, by a search over
/// the cells that is independent of the library.
struct Search {
    distances: HashMap<(Vec<u8>, usize), usize>,
    exchanges: [Vec<(usize, usize)>; 2],
}

impl Search {
    fn new(side: usize) -> Search {
        let mut exchanges = [Vec::new(), Vec::new()];
        for a in 0..side * side {
            for b in a + 1..side * side {
                match (b / side - a / side, (b % side).abs_diff(a % side)) {
                    (0, 1) | (1, 0) => exchanges[0].push((a, b)),
                    (1, 1) => exchanges[1].push((a, b)),
                    _ => {}
                }
            }
        }
        let goal: Vec<u8> = (1..=(side * side) as u8).collect();
        let mut search = Search { distances: HashMap::new(), exchanges };
        let mut level = vec![(goal.clone(), 0), (goal, 1)];
        for distance in 0.. {
            level.retain(|state| search.distances.insert(state.clone(), distance).is_none());
            if level.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for (cells, kind) in &level {
                for exchange in &search.exchanges[1 - kind] {
                    let mut before = cells.clone();
                    before.swap(exchange.0, exchange.1);
                    if !search.distances.contains_key(&(before.clone(), 1 - kind)) {
                        next.push((before, 1 - kind));
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        search
    }

    /// The least of the shortest solutions with a first move of this kind, as exchanged tiles.
    fn canonical(&self, cells: &[u8], kind: usize) -> Option<Vec<(u8, u8)>> {
        let (mut state, mut moves) = ((cells.to_vec(), kind), Vec::new());
        let mut left = *self.distances.get(&state)?;
        while left > 0 {
            left -= 1;
            let next = self.exchanges[state.1].iter().find_map(|&(a, b)| {
                let mut cells = state.0.clone();
                cells.swap(a, b);
                let tiles = (cells[a].min(cells[b]), cells[a].max(cells[b]));
                let next = (cells, 1 - state.1);
                (self.distances.get(&next) == Some(&left)).then_some((next, tiles))
            });
            let (there, tiles) = next.expect("an optimal move");
            moves.push(tiles);
            state = there;
        }
        Some(moves)
    }
}

fn every_board(side: usize) -> Vec<Board> {
    let mut boards: Vec<Vec<u8>> = vec![Vec::new()];
    for tile in 1..=(side * side) as u8 {
        let longer = |board: Vec<u8>| {
            (0..=board.len()).map(move |place| {
                let mut longer = board.clone();
                longer.insert(place, tile);
                longer
            })
        };
        boards = boards.into_iter().flat_map(longer).collect();
    }
    boards.iter().map(|tiles| Board::new(tiles).expect("a board")).collect()
}

/// A row of `data/known/alternating_swap.csv`.
fn known() -> Vec<Vec<usize>> {
    let text = include_str!("../../../data/known/alternating_swap.csv");
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split(',').map(|field| field.parse().expect("a number")).collect()).collect()
}

#[test]
fn every_board_has_its_canonical_solution() {
    for side in Side::ALL {
        let search = Search::new(side.length());
        let oracle = Oracle::embedded(side);
        let boards = every_board(side.length());
        let (mut counts, mut total, mut farthest) = (vec![vec![0; 6]; 13], 0, Vec::new());
        for board in &boards {
            let [orthogonal, diagonal] = [0, 1].map(|kind| search.canonical(board.tiles(), kind));
            for (first, expected) in Kind::ALL.into_iter().zip([&orthogonal, &diagonal]) {
                let moves = oracle.solution_by(board, first).expect("whole");
                let tiles = moves.iter().map(|mv| mv.tiles).collect::<Vec<_>>();
                assert_eq!(&Some(tiles), expected, "{board} {first:?}");
            }
            let (o, d) = (
                orthogonal.as_ref().map_or(usize::MAX, Vec::len),
                diagonal.as_ref().map_or(usize::MAX, Vec::len),
            );
            let moves = oracle.solution(board).expect("whole");
            assert_eq!(moves.len(), o.min(d), "{board}");
            {
                // Legal, alternating, and it ends at the goal.
                let mut end = *board;
                for (number, mv) in moves.iter().enumerate() {
                    assert!(search.exchanges[mv.kind as usize].contains(&mv.cells));
                    assert!(number == 0 || mv.kind == moves[number - 1].kind.other());
                    end = end.exchanged(mv.cells);
                }
                assert_eq!(end, Board::goal(side));
                assert!(
                    moves.is_empty()
                        || moves[0].kind == if o <= d { Kind::Orthogonal } else { Kind::Diagonal }
                );
                let row = &mut counts[moves.len()];
                for (column, counted) in [true, o == d, o < d, d < o].into_iter().enumerate() {
                    row[column] += usize::from(counted);
                }
                counts[d][4] += 1;
                counts[o][5] += 1;
                total += moves.len();
                if moves.len() == 12 {
                    farthest.push(board.to_string().replace(' ', ""));
                }
            }
        }
        let solved: usize = counts.iter().map(|row| row[0]).sum();
        assert_eq!(solved, boards.len(), "none of {side} is without a solution");
        if side.length() == 3 {
            for (row, known) in counts.iter().zip(known()) {
                assert_eq!(row, &known[1..], "{} moves", known[0]);
            }
            assert_eq!(format!("{:.4}", total as f64 / boards.len() as f64), "7.5546");
            farthest.sort_unstable();
            let expected = "381654927 687954312 789654123 897651324 978354621 984657231 987654321";
            assert_eq!(farthest.join(" "), expected);
        } else {
            let counts: Vec<usize> =
                counts.iter().map(|row| row[0]).take_while(|&count| count > 0).collect();
            assert_eq!(counts, [1, 6, 8, 6, 3], "2x2, where everything can be solved too");
        }
    }
}

#[test]
fn chino2_over_every_board() {
    let tables = Tablebase::embedded();
    let judge = Judge::named("chino2").expect("a judge");
    let oracle = Oracle::embedded(Side::new(3).expect("a side"));
    for (number, board) in every_board(3).into_iter().enumerate() {
        let mut expected = String::new();
        for (k, mv) in (1..).zip(oracle.solution(&board).expect("whole")) {
            writeln!(expected, "Step #{k}: {} {}", mv.tiles.0, mv.tiles.1).expect("memory");
        }
        if expected.is_empty() {
            expected.push_str("No Need\n");
        }
        let text = if number % 2 == 0 { format!("{board:#}") } else { board.to_string() };
        let mut output = String::new();
        judge
            .answer(&tables, &Limits::default(), text.as_bytes(), |answer| {
                output.push_str(answer);
                Ok::<(), Error>(())
            })
            .expect("an answer");
        assert_eq!(output, expected, "{board}");
    }
}

#[test]
fn swap_as_a_command() {
    let ask = |arguments: &[&str]| stdout(tilebase().arg("swap").args(arguments));
    assert_eq!(ask(&["1 2 9 4 6 3 7 8 5"]), "3-9 5-6 6-9\n");
    assert_eq!(ask(&["--distance", "987654321"]), "12\n");
    assert_eq!(ask(&["123456789", "--distance", "1234"]), "0\n0\n");
    assert_eq!(ask(&["123456789"]), "\n");
    assert_eq!(
        ask(&["--show", "3 1/2 4"]),
        "3 1\n2 4\n\n1/2: 1-3\n1 3\n2 4\n\n2/2: 2-3\n1 2\n3 4\n"
    );
    let object: serde_json::Value =
        serde_json::from_str(&ask(&["--json", "1 2 3 5 9 4 8 6 7"])).expect("JSON");
    assert_eq!((&object["distance"], &object["error"]), (&5.into(), &serde_json::Value::Null));
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        object["orthogonal"]["distance"].as_u64().min(object["diagonal"]["distance"].as_u64()),
        Some(5)
    );
    let lines = "129463785\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n\n1234\n";
    let assert = tilebase()
        .arg("swap")
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout("3-9 5-6 6-9\ninvalid\ninvalid\n\n");
    assert.stderr(predicate::str::contains("error: line 2: 16 cells: expected 4 (2x2) or 9 (3x3)"));
}

#[test]
fn tables_of_both_puzzles_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [swap, sliding] = ["swap.tbl", "sliding.tbl"].map(|name| folder.path().join(name));
    tilebase().args(["generate", "--puzzle", "swap", "-o"]).arg(&swap).assert().success();
    tilebase().args(["generate", "-o"]).arg(&sliding).assert().success();
    let info = stdout(tilebase().args(["info", "--json"]).arg(&swap));
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    assert_eq!(
        (&info["puzzle"], &info["shape"], &info["goal_blank"]),
        (&"swap".into(), &"3x3".into(), &serde_json::Value::Null)
    );
    assert_eq!((&info["states"], &info["diameter"]), (&725_760.into(), &12.into()));
    // Each arrangement once for each kind of the first move: the last two columns.
    for (count, known) in info["counts"].as_array().expect("counts").iter().zip(known()) {
        assert_eq!(count, &serde_json::Value::from(known[5] + known[6]), "{} moves", known[0]);
    }
    assert_eq!(
        stdout(tilebase().args(["swap", "987654321", "--distance", "--table"]).arg(&swap)),
        "12\n"
    );
    let refused = |command: &mut assert_cmd::Command, message: &str| {
        command.assert().code(2).stderr(predicate::str::contains(message));
    };
    refused(
        tilebase().args(["swap", "987654321", "--table"]).arg(&sliding),
        "found a table for 3x3-8, expected one for swap-3x3",
    );
    refused(
        tilebase().args(["solve", "12345678x", "--table"]).arg(&swap),
        "found a table for swap-3x3, expected one for 3x3-8",
    );
    refused(
        tilebase().args(["generate", "--puzzle", "swap", "--size", "3x4"]),
        "expected 2x2 or 3x3",
    );
    refused(tilebase().args(["generate", "--puzzle", "swap", "--goal-blank", "1"]), "has no blank");
    assert!(stdout(tilebase().arg("info")).contains("swap-3x3 (embedded)"));
    assert!(matches!(Table::open(&swap).expect("whole").puzzle(), Puzzle::Swap(_)));
}

/// A table of 2x2, with one entry or one header field changed and matching checksums.
#[test]
fn hostile_tables_end_in_errors() {
    let side = Side::new(2).expect("a side");
    let mut whole = Vec::new();
    generate(side).expect("small").write_to(&mut whole).expect("memory");
    let right = |board: &Board| Oracle::embedded(side).solution(board).expect("whole");
    // Damage without new checksums is found in the block.
    let mut damaged = whole.clone();
    damaged[4096] ^= 0x10;
    let oracle =
        Oracle::new(Table::from_bytes("damaged", damaged).expect("a header")).expect("swaps");
    assert!(matches!(
        oracle.solution(&Board::goal(side)),
        Err(Error::Table { fault: Fault::Block { block: 0, .. }, .. })
    ));
    // With new checksums, every entry is legal or an error, and every walk ends.
    let (mut same, mut other, mut errors) = (0, 0, 0);
    for place in 4096..4096 + 24 {
        for byte in 0..=255 {
            let mut bytes = whole.clone();
            bytes[place] = byte;
            let checksum = crc32fast::hash(&bytes[4096..4120]).to_le_bytes();
            bytes[4120..4124].copy_from_slice(&checksum);
            let oracle =
                Oracle::new(Table::from_bytes("changed", bytes.clone()).expect("a header"))
                    .expect("swaps");
            for board in every_board(2) {
                match oracle.solution(&board) {
                    Ok(moves) if moves == right(&board) => same += 1,
                    Ok(_) => other += 1,
                    Err(Error::Table { fault: Fault::Walk { .. }, .. }) => errors += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(same > 0 && other > 0 && errors > 0, "{same} {other} {errors}");
    let header = Table::from_bytes("whole", whole.clone()).expect("a table").header().clone();
    assert_eq!((header.puzzle(), header.states()), (Puzzle::Swap(side), 48));
    let three = Board::goal(Side::new(3).expect("a side"));
    let oracle = Oracle::new(Table::from_bytes("whole", whole).expect("a table")).expect("swaps");
    assert!(matches!(oracle.distance(&three), Err(Error::Board(BoardError::OtherShape { .. }))));
}
