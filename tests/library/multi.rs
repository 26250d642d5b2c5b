//! The multi-tile metric: tables, walks and generators against a plain breadth-first search that
//! knows nothing but the rule, and against the counts of others.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use crate::common::{QuickMap, multi_manhattan};
use tilebase::analysis::Analysis;
use tilebase::bulk::{Bulk, Form, Question};
use tilebase::generate::{Generator, generate};
use tilebase::known::known;
use tilebase::oracle::Ask;
use tilebase::puzzle::{
    Coordinates, Direction, Metric, MoveSet, Moves, Orbit, Puzzle, SmallBoard, SmallShape,
};
use tilebase::search::{Heuristic, Method, Problem, Zero, audit, solve};
use tilebase::table::{Encoding, Fault};
use tilebase::verify::prove;
use tilebase::{Board, Error, Limits, Move, Oracle, Table, Tablebase};

/// The cells after sliding `cells` tiles, or `None` if there are fewer.
fn slide(cells: &[u8], cols: usize, mv: Direction, by: usize) -> Option<Vec<u8>> {
    let mut cells = cells.to_vec();
    let rows = cells.len() / cols;
    for _ in 0..by {
        let blank = cells.iter().position(|&tile| tile == 0)?;
        let (row, col) = (blank / cols, blank % cols);
        let to = match mv {
            Direction::Down => (row + 1 < rows).then(|| blank + cols),
            Direction::Up => (row > 0).then(|| blank - cols),
            Direction::Left => (col > 0).then(|| blank - 1),
            Direction::Right => (col + 1 < cols).then(|| blank + 1),
        };
        cells.swap(blank, to?);
    }
    Some(cells)
}

/// The cells after every legal move, in the canonical order.
fn neighbours(cells: &[u8], cols: usize) -> Vec<(Move, Vec<u8>)> {
    let longest = cells.len() / 2;
    let moves = Direction::ALL.into_iter().flat_map(|mv| (1..=longest).map(move |by| (mv, by)));
    let after = |(mv, by)| Some((Move::new(mv, by as u8)?, slide(cells, cols, mv, by)?));
    moves.filter_map(after).collect()
}

/// The distance of every board that reaches the goal within this many moves.
fn truth(goal: &SmallBoard, most: u32) -> QuickMap<Vec<u8>, u32> {
    let cols = goal.shape().cols();
    let mut distances = QuickMap::from_iter([(goal.cells().to_vec(), 0)]);
    let mut level = vec![goal.cells().to_vec()];
    for distance in 1..=most {
        let mut next = Vec::new();
        for cells in &level {
            for (_, after) in neighbours(cells, cols) {
                if !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        level = next;
    }
    distances
}

/// The first move of the canonical solution of each board but the goal, and where it leads.
type FirstMoves = QuickMap<Vec<u8>, (Move, Vec<u8>)>;

/// From the distances of all boards that are nearer.
fn first_moves(cols: usize, distances: &QuickMap<Vec<u8>, u32>) -> FirstMoves {
    let boards = distances.iter().filter(|(_, distance)| **distance > 0);
    let first = |(cells, distance): (&Vec<u8>, &u32)| {
        let first = neighbours(cells, cols)
            .into_iter()
            .find(|(_, after)| distances.get(after) == Some(&(distance - 1)));
        (cells.clone(), first.expect("a board that is nearer"))
    };
    boards.map(first).collect()
}

/// The canonical solution.
fn canonical(cells: &[u8], first: &FirstMoves) -> Moves {
    let (mut cells, mut moves) = (cells, Vec::new());
    while let Some((mv, after)) = first.get(cells) {
        moves.push(*mv);
        cells = after;
    }
    moves.into()
}

fn counts_of(distances: &QuickMap<Vec<u8>, u32>) -> Vec<u64> {
    let most = distances.values().max().copied().unwrap_or_default() as usize;
    let mut counts = vec![0; most + 1];
    for &distance in distances.values() {
        counts[distance as usize] += 1;
    }
    counts
}

fn in_order(shape: SmallShape, blank: usize) -> SmallBoard {
    let mut cells: Vec<u8> = (1..=shape.tiles() as u8).collect();
    cells.insert(blank, 0);
    SmallBoard::new(shape, &cells).expect("a board")
}

#[test]
fn every_board_of_every_small_shape_has_the_answers_of_a_plain_search() {
    every_board(&["2x2", "2x3", "3x2", "2x4", "4x2"], 0);
    // One goal of 3x3.
    every_board(&["3x3"], 8);
}

#[test]
#[ignore = "seconds; .ci/run runs it"]
fn long_every_board_of_3x3_has_the_answers_of_a_plain_search() {
    every_board(&["3x3"], 0);
}

/// All boards of shapes, for goals of every orbit with the blank in this cell or a later one.
fn every_board(shapes: &[&str], first: usize) {
    let tables = Tablebase::embedded();
    for shape in shapes {
        let shape: SmallShape = shape.parse().unwrap();
        let cols = shape.cols();
        let mut orbits = Vec::new();
        for blank in first..shape.cells() {
            let (goal, orbit) = (in_order(shape, blank), Orbit::new(shape, blank).unwrap());
            let oracle = tables.oracle_in(&goal, Metric::Multi).unwrap();
            // One goal of each orbit, all goals of the smallest shapes.
            if orbits.contains(&orbit) && shape.cells() > 6 {
                continue;
            }
            orbits.push(orbit);
            let distances = truth(&goal, 40);
            let first = first_moves(cols, &distances);
            assert_eq!(distances.len() as u64, shape.states(), "{shape} {blank}");
            let (mut lines, mut answers) = (Vec::new(), [Vec::new(), Vec::new()]);
            assert_eq!(oracle.counts(), Some(counts_of(&distances)), "{shape} {blank}");
            for (number, (cells, &distance)) in distances.iter().enumerate() {
                let board = SmallBoard::new(shape, cells).unwrap();
                let solution = canonical(cells, &first);
                assert_eq!(solution.len() as u32, distance, "{board} to {goal}");
                lines.push(board.to_string());
                answers[0].push(solution.to_string());
                answers[1].push(distance.to_string());
                // Lines have all boards; one in seven of 3x3 is also asked alone.
                if number % 7 > 0 && shape.cells() > 8 {
                    continue;
                }
                assert_eq!(oracle.solution(&board).unwrap(), solution, "{board} to {goal}");
                let legal = oracle.legal_moves(&board).unwrap();
                let mut expected: Vec<(Move, u32)> = neighbours(cells, cols)
                    .into_iter()
                    .map(|(mv, after)| (mv, distances[&after]))
                    .collect();
                let optimal: MoveSet = expected
                    .iter()
                    .filter(|&&(_, after)| after < distance)
                    .map(|&(mv, _)| mv)
                    .collect();
                assert_eq!(oracle.optimal_moves(&board).unwrap(), optimal, "{board}");
                expected.sort_by_key(|&(_, distance)| distance);
                assert_eq!(legal, expected, "{board}");
            }
            // All lines of 3x3 are answered from words, and those of other shapes one by one.
            for (answer, expected) in [Question::Moves, Question::Distance].into_iter().zip(answers)
            {
                let oracles = |goal: &Board| Tablebase::embedded().oracle_in(goal, Metric::Multi);
                let bulk = Bulk::with_oracles(Form::from(answer), oracles).goal(goal);
                let text = bulk.to_vec(1, lines.join("\n").as_bytes()).unwrap();
                let text = String::from_utf8(text).unwrap();
                assert!(text.lines().eq(expected), "{shape} {blank} {answer:?}");
            }
        }
        assert!(first > 0 || orbits.len() >= Orbit::all(shape).len());
    }
}

#[test]
fn all_solutions_are_found_once_and_counted() {
    let shape: SmallShape = "2x3".parse().unwrap();
    let goal = SmallBoard::goal(shape);
    let (oracle, distances) =
        (Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap(), truth(&goal, 30));
    let mut ways: QuickMap<Vec<u8>, u128> = QuickMap::from_iter([(goal.cells().to_vec(), 1)]);
    let mut boards: Vec<(&Vec<u8>, &u32)> = distances.iter().collect();
    boards.sort_by_key(|(_, distance)| **distance);
    for (cells, &distance) in boards {
        let nearer = neighbours(cells, shape.cols()).into_iter();
        let nearer = nearer.filter(|(_, after)| distances[after] + 1 == distance);
        let count: u128 = nearer.map(|(_, after)| ways[&after]).sum::<u128>().max(1);
        ways.insert(cells.clone(), count);
        let board = SmallBoard::new(shape, cells).unwrap();
        assert_eq!(oracle.count_solutions(&board).unwrap(), count, "{board}");
        let all: Vec<Moves> = oracle.solutions(&board).unwrap().map(Result::unwrap).collect();
        assert_eq!(all.len() as u128, count, "{board}");
        assert!(all.is_sorted_by(|one, other| one < other), "{board}");
        assert_eq!(all[0], oracle.solution(&board).unwrap(), "{board}");
        for solution in all {
            assert_eq!(board.after(&solution), Some(goal));
        }
    }
}

#[test]
fn unsolvable_boards_and_other_shapes_are_told() {
    let oracle = Tablebase::embedded()
        .oracle_in(&SmallBoard::goal(SmallShape::default()), Metric::Multi)
        .unwrap();
    let swapped: SmallBoard = "2 1 3 4 5 6 7 8 x".parse().unwrap();
    assert!(matches!(oracle.distance(&swapped), Err(Error::Unsolvable(_))));
    assert!(matches!(
        oracle.solution("1 2 / x 3".parse::<SmallBoard>().unwrap()),
        Err(Error::Board(_))
    ));
    let tables = Tablebase::embedded();
    let error = |shape: &str| {
        tables
            .oracle_in(&SmallBoard::goal(shape.parse().unwrap()), Metric::Multi)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error("3x4"), "no table for 3x4 in the multi-tile metric");
    assert!(error("5x5").contains("5x5 is too large for the multi-tile metric"));
}

/// The fast generator makes the tables of the plain one, whatever the number of threads.
#[test]
fn the_generators_make_the_same_tables() {
    for shape in ["2x2", "3x2", "4x2", "3x3", "5x2"] {
        for orbit in Orbit::all(shape.parse().unwrap()) {
            let bytes = |table: tilebase::table::NewTable| {
                let mut bytes = Vec::new();
                table.write_to(&mut bytes).unwrap();
                bytes
            };
            let plain = Generator::new(Puzzle::Multi(orbit)).plain();
            let plain = bytes(plain.table(|_| Continue(())).unwrap());
            for threads in [1, 3] {
                let generator = Generator::new(Puzzle::Multi(orbit)).threads(threads);
                assert!(bytes(generator.table(|_| Continue(())).unwrap()) == plain, "{orbit}");
            }
        }
    }
}

/// The counts of others, for the shapes that are quick to count.
#[test]
fn counts_are_those_published() {
    for shape in ["2x2", "3x2", "4x2", "3x3", "5x2"] {
        let shape: SmallShape = shape.parse().unwrap();
        let orbit = Orbit::new(shape, shape.tiles()).unwrap();
        let known = known(Puzzle::Multi(orbit)).expect("published");
        assert_eq!(known.counts.iter().sum::<u64>(), shape.states());
        let counts = Generator::new(Puzzle::Multi(orbit)).census(|_| Continue(())).unwrap();
        assert_eq!(counts, known.counts, "{shape}");
    }
}

#[test]
#[ignore = "takes seconds with optimization, minutes without"]
fn counts_of_twelve_cells_are_those_published() {
    for shape in ["3x4", "2x6"] {
        let shape: SmallShape = shape.parse().unwrap();
        let orbit = Orbit::new(shape, shape.tiles()).unwrap();
        let generator = Generator::new(Puzzle::Multi(orbit)).threads(2);
        let counts = generator.census(|_| Continue(())).unwrap();
        assert_eq!(Some(counts), known(Puzzle::Multi(orbit)).map(|known| known.counts), "{shape}");
    }
}

fn file(shape: &str) -> Vec<u8> {
    let shape: SmallShape = shape.parse().unwrap();
    let mut bytes = Vec::new();
    let orbit = Orbit::new(shape, shape.tiles()).unwrap();
    generate(Puzzle::Multi(orbit)).unwrap().write_to(&mut bytes).unwrap();
    bytes
}

/// Fits the checksums to changed entries, as someone would who wants a wrong table believed.
fn fit(bytes: &mut [u8], entries: usize) {
    let checksum = |bytes: &[u8]| crc32fast::hash(bytes).to_le_bytes();
    let end = 4096 + entries;
    for block in 0..entries.div_ceil(4096) {
        let begin = 4096 + 4096 * block;
        let sum = checksum(&bytes[begin..end.min(begin + 4096)]);
        bytes[end + 4 * block..][..4].copy_from_slice(&sum);
    }
    let sums = checksum(&bytes[end..]);
    bytes[1116..1120].copy_from_slice(&sums);
    let header = checksum(&bytes[20..1132]);
    bytes[16..20].copy_from_slice(&header);
}

#[test]
fn a_right_table_is_proved_and_every_wrong_entry_is_found() {
    let right = file("3x2");
    let entries = 90;
    assert_eq!(right.len(), 4096 + entries + 4);
    let table = Table::from_bytes("right", right.clone()).unwrap();
    assert_eq!(table.encoding(), Encoding::DistanceModulo3);
    assert_eq!(prove(&table, 1, |_| Continue(())).unwrap().len(), 21);
    for index in 0..360 {
        for flip in 1..4 {
            let mut bytes = right.clone();
            bytes[4096 + index / 4] ^= flip << (index % 4 * 2);
            fit(&mut bytes, entries);
            let table = Table::from_bytes("wrong", bytes).unwrap();
            match prove(&table, 1, |_| Continue(())) {
                Err(Error::Table { fault: Fault::Entry { index: found, .. }, .. }) => {
                    assert_eq!(found, index as u64);
                }
                other => panic!("{index}: {other:?}"),
            }
        }
    }
}

/// Walks of wrong tables end: at the goal, by legal moves, within the diameter, or with an error.
#[test]
fn walks_of_wrong_tables_never_lie_about_moves() {
    let right = file("3x2");
    let goal = SmallBoard::goal("3x2".parse().unwrap());
    let mut failed = 0;
    for seed in 0..300u32 {
        let mut bytes = right.clone();
        let mut random = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        for _ in 0..=seed % 9 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes[4096 + (random >> 8) as usize % 90] ^= (random >> 24) as u8;
        }
        fit(&mut bytes, 90);
        let table = Arc::new(Table::from_bytes("wrong", bytes).unwrap());
        let oracle = Oracle::new(table, &goal).unwrap();
        for index in (0..360).step_by(7) {
            let board = Coordinates::board_of_goal(&goal, index).unwrap();
            match oracle.solution(&board) {
                Ok(solution) => {
                    assert!(solution.len() <= 20, "{board}");
                    assert_eq!(board.after(&solution), Some(goal), "{board}");
                }
                Err(Error::Table { fault: Fault::Walk { .. }, .. }) => failed += 1,
                Err(error) => panic!("{error}"),
            }
            // Neither of these may panic or run forever.
            let _ = oracle.count_solutions(&board);
            let _ = oracle.solutions(&board).map(|all| all.take(1000).count());
            let _ = oracle.legal_moves(&board);
        }
    }
    assert!(failed > 100, "{failed}");
}

#[test]
fn headers_of_the_metric_are_checked() {
    let right = file("3x2");
    let refused = |at: usize, value: u32| {
        let mut bytes = right.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let header = crc32fast::hash(&bytes[20..1132]).to_le_bytes();
        bytes[16..20].copy_from_slice(&header);
        match Table::from_bytes("wrong", bytes) {
            Err(Error::Table { fault: Fault::Field { field, .. }, .. }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(20, 3), "metric");
    assert_eq!(refused(20, 1), "entry_bits");
    assert_eq!(refused(24, 7), "rows");
    assert_eq!(refused(32, 0), "goal_blank");
    assert_eq!(refused(36, 3), "pattern");
    assert_eq!(refused(40, 4), "entry_bits");
    assert_eq!(refused(40, 1), "entry_bits");
    // One state fewer at distance 1.
    assert_eq!(refused(64, 2), "counts");
}

/// Boards of 4x4 within 8 moves of the goal, against the plain search.
#[test]
fn near_boards_of_4x4_have_the_answers_of_a_plain_search() {
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    assert!(oracle.table().is_none());
    let distances = truth(&goal, 8);
    let first = first_moves(4, &distances);
    let known = known(Puzzle::Multi(Orbit::from(&goal))).expect("published");
    assert_eq!(counts_of(&distances), known.counts[..=8]);
    for (number, (cells, &distance)) in distances.iter().enumerate() {
        let board = SmallBoard::new(goal.shape(), cells).unwrap();
        let moves = oracle.solution(&board).unwrap();
        assert_eq!(moves.len() as u32, distance, "{board}");
        assert_eq!(moves, canonical(cells, &first), "{board}");
        assert!(oracle.lower_bound(&board).unwrap() <= distance);
        if distance == 8 || number % 10 > 0 {
            continue;
        }
        let nearby = neighbours(cells, 4).into_iter().map(|(mv, after)| (mv, distances[&after]));
        let mut expected: Vec<(Move, u32)> = nearby.collect();
        let optimal = expected.iter().filter(|&&(_, after)| after < distance).map(|&(mv, _)| mv);
        assert_eq!(oracle.optimal_moves(&board).unwrap(), optimal.collect::<MoveSet>(), "{board}");
        expected.sort_by_key(|&(_, distance)| distance);
        assert_eq!(oracle.legal_moves(&board).unwrap(), expected, "{board}");
        let count = oracle.count_solutions(&board).unwrap();
        let all: Vec<_> = oracle.solutions(&board).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(all.len() as u128, count, "{board}");
        assert_eq!(all.first(), Some(&moves), "{board}");
    }
}

/// Any goal, in every shape that is searched, on boards whose distance a plain search can find.
#[test]
fn near_boards_of_any_goal_have_the_answers_of_a_plain_search() {
    let tables = Tablebase::embedded();
    for goal in [
        "5 1 2 3 / 4 x 6 7 / 8 9 10 11 / 12 13 15 14",
        "1 2 3 4 5 / x 6 7 8 9 / 14 13 12 11 10",
        "x 2 3 4 5 6 7 / 8 9 10 11 12 13 1",
        "1 2 / 3 4 / 5 6 / 7 8 / 9 10 / x 11 / 12 13 / 14 15",
    ] {
        let goal: SmallBoard = goal.parse().unwrap();
        let oracle = tables.oracle_in(&goal, Metric::Multi).unwrap();
        let distances = truth(&goal, 5);
        let first = first_moves(goal.shape().cols(), &distances);
        for (cells, &distance) in &distances {
            let board = SmallBoard::new(goal.shape(), cells).unwrap();
            let solution = oracle.solution(&board).unwrap();
            assert_eq!(solution.len() as u32, distance, "{board} to {goal}");
            assert_eq!(solution, canonical(cells, &first), "{board}");
        }
        let mut unsolvable = goal.cells().to_vec();
        let tiles: Vec<usize> =
            (0..unsolvable.len()).filter(|&cell| unsolvable[cell] > 0).collect();
        unsolvable.swap(tiles[0], tiles[1]);
        let unsolvable = SmallBoard::new(goal.shape(), &unsolvable).unwrap();
        assert!(matches!(oracle.distance(&unsolvable), Err(Error::Unsolvable(_))));
    }
}

#[test]
fn a_limit_says_what_is_proved() {
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    let oracle = oracle.limited(tilebase::Limits::default().boards(10_000));
    // One of the farthest boards, which takes 43 moves (Norskog and Davidson 2010).
    let board: SmallBoard = "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 x".parse().unwrap();
    let bound = oracle.lower_bound(&board).unwrap();
    let Err(Error::Stopped(stopped)) = oracle.solution(&board) else { panic!("solved") };
    assert!(stopped.at_least >= bound && stopped.at_least <= 43, "{stopped:?}");
    assert_eq!(board.after(&stopped.best.unwrap()), Some(goal));
    assert!(stopped.generated > 10_000);
}

/// A search lists solutions while it finds them: a limit that stops it leaves those before.
#[test]
fn solutions_come_one_after_another() {
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    let board: SmallBoard = "6 7 3 4 / 2 11 10 5 / 9 12 14 8 / x 13 1 15".parse().unwrap();
    let all: Vec<Moves> = oracle.solutions(&board).unwrap().map(Result::unwrap).collect();
    assert!(all.is_sorted() && all.iter().all(|moves| moves.len() == 25));
    assert!(all.iter().all(|moves| board.after(&moves.singles()) == Some(goal)));
    let answer = |ask| oracle.answer(&board, ask).unwrap().known().unwrap();
    let (first, counted) = (answer(Ask::SOLUTION), answer(Ask::COUNT));
    assert_eq!((all.len(), counted.count), (32, Some(32)));
    let between = u64::midpoint(first.cost().generated, counted.cost().generated);
    let limits = Limits::default().boards(between);
    let mut some = oracle.limited(limits).solutions(&board).unwrap();
    assert_eq!(some.next().unwrap().unwrap(), all[0]);
    let (found, stopped): (Vec<_>, Vec<_>) = some.partition(Result::is_ok);
    assert!(found.iter().zip(&all[1..]).all(|(some, all)| some.as_ref().unwrap() == all));
    assert!(found.len() < 31);
    let [Err(Error::Stopped(stopped))] = &stopped[..] else { panic!("{stopped:?}") };
    assert!(stopped.is_canonical && stopped.best == Some(all[0].clone()));
}

/// Each of the small tables alone, on boards after random moves.
#[test]
fn two_tables_agree_on_random_boards_of_4x4() {
    use tilebase::puzzle::{Labelling, LabellingSize};
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let labellings = Labelling::all(Orbit::from(&goal), LabellingSize::Small);
    let oracle = |&labelling: &Labelling| {
        let table = Table::try_from(generate(Puzzle::Labelled(labelling)).unwrap()).unwrap();
        Oracle::new(table, &goal).unwrap()
    };
    let oracles: Vec<_> = labellings.iter().map(oracle).collect();
    let (mut random, mut bounds_differ, count) = (1u32, 0, 40);
    for _ in 0..count {
        let mut board = goal;
        for _ in 0..18 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let moves: Vec<Move> = board.legal_moves(Metric::Multi).into_iter().collect();
            board = board.moved(moves[(random >> 16) as usize % moves.len()]).unwrap();
        }
        let [one, other] = [0, 1].map(|table| oracles[table].solution(&board).unwrap());
        assert_eq!(one, other, "{board}");
        assert_eq!(board.after(&one), Some(goal), "{board}");
        let bounds = [0, 1].map(|table| oracles[table].lower_bound(&board).unwrap());
        assert!(bounds.into_iter().all(|bound| bound as usize <= one.len()), "{board}");
        bounds_differ += usize::from(bounds[0] != bounds[1]);
    }
    assert!(bounds_differ > 0, "two different tables");
}

#[test]
fn threads_do_not_change_the_solution() {
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    for (text, length) in [
        ("11 12 15 6 / x 2 3 13 / 1 4 9 10 / 7 5 14 8", 31),
        ("11 6 10 3 / 2 5 13 14 / 1 12 4 7 / 8 x 9 15", 31),
    ] {
        let board: SmallBoard = text.parse().unwrap();
        let [one, four] = [1, 4].map(|it| oracle.clone().threads(it).solution(&board).unwrap());
        assert_eq!((one.len(), &one), (length, &four), "{board}");
        assert_eq!(board.after(&one.singles()), Some(goal), "{board}");
    }
}

#[test]
#[ignore = "makes 151 MB and searches for minutes without optimization"]
fn all_tables_agree_on_random_boards_of_4x4() {
    use tilebase::puzzle::{Labelling, LabellingSize};
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    // Oracles with several tables together, and with each of the large ones.
    let mut oracles = vec![Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap()];
    let tables = Tablebase::embedded();
    for labelling in Labelling::all(Orbit::from(&goal), LabellingSize::Large) {
        let table = Table::try_from(generate(Puzzle::Labelled(labelling)).unwrap()).unwrap();
        let table = Arc::new(table);
        tables.insert(Arc::clone(&table));
        oracles.push(Oracle::new(table, &goal).unwrap());
    }
    oracles.push(tables.oracle_in(&goal, Metric::Multi).unwrap());
    let (mut sum, count) = (0, 100);
    for number in 0..count {
        let index = 10_461_394_944_000 / 101 * number + 12_345_678_901;
        let board = Coordinates::board_of_goal(&goal, index).unwrap();
        let mut all: Vec<_> = oracles.iter().map(|it| it.solution(&board).unwrap()).collect();
        let one = all.pop().unwrap();
        assert!(all.iter().all(|other| *other == one), "{board}");
        assert_eq!(board.after(&one), Some(goal));
        sum += one.len();
    }
    // The mean of all boards is 32.037.
    assert!((31 * count as usize..=33 * count as usize).contains(&sum), "{sum}");
}

/// The methods that people learn know nothing of tables.
#[test]
fn every_method_finds_the_solutions_of_the_table() {
    let goal: SmallBoard = "2 1 4 / x 5 3".parse().unwrap();
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    let manhattan = multi_manhattan(&goal);
    let heuristics: [&dyn Heuristic; 3] = [&Zero, &*manhattan, &oracle];
    let mut solved = 0;
    for start in SmallBoard::all(goal.shape()).step_by(3) {
        let Ok(canonical) = oracle.solution(&start) else { continue };
        for (_, method) in Method::NAMES.iter().filter(|named| named.1.is_optimal()) {
            for heuristic in heuristics {
                let problem = Problem::new(start, goal, heuristic);
                let problem = Problem { metric: Metric::Multi, ..problem };
                let moves = solve(*method, &problem, &Limits::default()).unwrap().moves.unwrap();
                assert_eq!(start.after(&moves.singles()), Some(goal), "{} {start}", method.name());
                assert_eq!(moves.len(), canonical.len(), "{} {start}", method.name());
                assert!(!method.is_canonical() || moves == canonical, "{} {start}", method.name());
                solved += 1;
            }
        }
    }
    assert!(solved > 100 * 6 * 3, "{solved}");
}

/// Over all boards; and a heuristic of the other metric is too high.
#[test]
fn the_manhattan_distance_is_consistent() {
    for goal in ["123456x78", "x12345678", "1 2 3 4 / 5 6 7 x", "2 1 4 / x 5 3", "12/34/5x"] {
        let goal: SmallBoard = goal.parse().unwrap();
        let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
        let manhattan = multi_manhattan(&goal);
        let found = audit(&oracle.clone(), &*manhattan).unwrap();
        assert!(found.is_admissible() && found.is_consistent(), "{goal}: {found:?}");
        assert_eq!(found.boards, goal.shape().states());
        assert_eq!(audit(&oracle, &oracle).unwrap().exact, found.boards);
        let counts = oracle.counts().unwrap();
        let sum: u64 = (0..).zip(&counts).map(|(distance, count)| distance * count).sum();
        assert!((found.mean_distance - sum as f64 / found.boards as f64).abs() < 1e-9);
        let single = Single(tilebase::search::Manhattan::new(&goal));
        let found = audit(&oracle.clone(), &single).unwrap();
        assert!(!found.is_admissible() && !found.is_consistent(), "{goal}");
    }
}

/// A heuristic of single tiles.
struct Single(tilebase::search::Manhattan);

impl Heuristic for Single {
    fn estimate(&self, board: &SmallBoard) -> Result<u64, Error> {
        self.0.estimate(board)
    }
}

/// Analyzes moves that slide several tiles.
fn analyze(oracle: &Oracle, start: &SmallBoard, moves: &[Move]) -> Result<Analysis, Error> {
    Analysis::new(&oracle.clone(), &(*start).into(), moves)
}

/// Walks of three kinds: optimal moves and others, in turn.
#[test]
fn an_analysis_says_what_each_move_has_cost() {
    let goal: SmallBoard = "1 2 3 8 x 4 7 6 5".parse().unwrap();
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    let (mut analyzed, mut costs) = (0, [0; 3]);
    for (index, start) in SmallBoard::all(goal.shape()).enumerate().step_by(997) {
        let Ok(distance) = oracle.distance(&start) else { continue };
        let (mut board, mut moves, mut after) = (start, Vec::new(), vec![distance]);
        while after[moves.len()] > 0 && moves.len() < 60 {
            let legal = oracle.legal_moves(&board).unwrap();
            let is_good = moves.len() % (2 + index % 3) > 0;
            let pick = if is_good { 0 } else { legal.len() - 1 - moves.len() / 2 % 2 };
            let (mv, distance) = legal[pick];
            moves.push(mv);
            after.push(distance);
            board = board.moved(mv).unwrap();
        }
        let analysis = analyze(&oracle, &start, &moves).unwrap();
        assert_eq!(analysis.steps.len(), moves.len());
        assert_eq!(analysis.reaches_goal(), board == goal);
        assert_eq!(analysis.optimal_length, Some(distance));
        let mut at = start;
        for ((step, pair), &mv) in analysis.steps.iter().zip(after.windows(2)).zip(&moves) {
            assert_eq!(step.mv, mv);
            assert_eq!([step.before, step.after], [Some(pair[0]), Some(pair[1])]);
            let cost = pair[1] + 1 - pair[0];
            assert_eq!(step.cost(), Some(cost));
            costs[cost as usize] += 1;
            let better =
                if cost == 0 { MoveSet::EMPTY } else { oracle.optimal_moves(&at).unwrap() };
            assert_eq!(step.better, Some(better));
            let next = at.moved(mv).unwrap();
            assert_eq!(Some(at.cells()[next.blank_cell()].into()), step.tile);
            at = next;
        }
        if board == goal {
            let lost = moves.len() as u32 - distance;
            assert_eq!(
                (analysis.lost(), analysis.lost_between()),
                (Some(lost), Some((lost, lost)))
            );
        }
        assert_eq!(at, board);
        let before: Moves = moves[..analysis.ending_after()].iter().copied().collect();
        let from = start.after(&before.singles()).unwrap();
        assert_eq!(analysis.ending, Some(oracle.solution(&from).unwrap()));
        analyzed += 1;
    }
    assert!(analyzed > 150 && costs.iter().all(|&count| count > 50), "{analyzed} {costs:?}");
    let usual =
        Tablebase::embedded().oracle_in(&SmallBoard::goal(goal.shape()), Metric::Multi).unwrap();
    let moves: Moves = "rrdlr".parse().unwrap();
    let analysis = analyze(&usual, &"1 2 3 x 4 5 7 8 6".parse().unwrap(), &moves).unwrap();
    let costs: Vec<_> = analysis.steps.iter().map(|step| step.cost().unwrap()).collect();
    assert_eq!((costs, analysis.lost()), (vec![1, 0, 0, 2, 0], Some(3)));
    // An illegal move ends it.
    let moves: Moves = "r2u".parse().unwrap();
    let analysis = analyze(&oracle, &goal, &moves).unwrap();
    assert_eq!((analysis.steps.len(), analysis.illegal), (0, Some(moves[0])));
    assert!(!analysis.reaches_goal());
}

/// Searches: the same with enough boards, and with few nothing that is not proved.
#[test]
fn a_limit_leaves_what_is_not_proved_unknown() {
    let goal = SmallBoard::goal("4x4".parse().unwrap());
    let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap();
    let start: SmallBoard = "1 6 4 12 / 9 11 7 14 / 3 15 5 2 / 10 x 8 13".parse().unwrap();
    let mut moves = oracle.solution(&start).unwrap().to_vec();
    let optimal = oracle.optimal_moves(&start).unwrap();
    let detour = (start.legal_moves(Metric::Multi) - optimal).first().unwrap();
    moves.splice(0..0, [detour, detour.inverse()]);
    let whole = analyze(&oracle, &start, &moves).unwrap();
    assert!(whole.reaches_goal() && whole.generated > 0);
    assert_eq!((whole.optimal_length, whole.lost()), (Some(25), Some(2)));
    let mut unknown = 0;
    for boards in [1, 10, 100, 1000, 10_000] {
        let limited = oracle.clone().limited(Limits::default().boards(boards));
        let some = analyze(&limited, &start, &moves).unwrap();
        assert!(some.at_least <= whole.optimal_length.unwrap());
        assert!(some.at_most.is_none_or(|most| most >= whole.optimal_length.unwrap()));
        for (some, whole) in some.steps.iter().zip(&whole.steps) {
            assert!(some.before.is_none() || some.before == whole.before);
            assert!(some.after.is_none() || some.after == whole.after);
            assert!(some.better.is_none() || some.better == whole.better);
            unknown += usize::from(some.before.is_none());
        }
        assert!(some.lost_between().is_none_or(|(least, most)| least <= 2 && most >= 2));
    }
    assert!(unknown > 0);
}
