//! Goals with free cells and equal tiles, against a plain search of all boards.

use std::collections::{BTreeMap, HashMap, VecDeque};

use tilebase::analysis::Analysis;
use tilebase::oracle::{Ask, Boards};
use tilebase::puzzle::{Direction, Metric, Move, Shape};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::text::Reading;
use tilebase::{Board, Error, Tablebase};

/// Labels in cells: 0 is the blank, 255 a free cell of a goal, and 254 a tile that it does not
/// name.
type Labels = Vec<u8>;

const FREE: u8 = 255;
const OTHER: u8 = 254;

/// The moves of a board with labels, in order, and the boards that they lead to.
fn moves(shape: Shape, labels: &Labels, metric: Metric) -> Vec<(String, Labels)> {
    let blank = labels.iter().position(|&label| label == 0).unwrap();
    let mut found = Vec::new();
    for (letter, mv) in [
        ("d", Direction::Down),
        ("l", Direction::Left),
        ("r", Direction::Right),
        ("u", Direction::Up),
    ] {
        let (mut after, mut from) = (labels.clone(), blank);
        for cells in 1.. {
            let next = match mv {
                Direction::Down => Some(from + shape.cols).filter(|&to| to < labels.len()),
                Direction::Up => from.checked_sub(shape.cols),
                Direction::Left => (from % shape.cols > 0).then(|| from - 1),
                Direction::Right => ((from + 1) % shape.cols > 0).then_some(from + 1),
            };
            let Some(to) = next.filter(|_| cells == 1 || metric == Metric::Multi) else { break };
            after.swap(from, to);
            from = to;
            let number = if cells == 1 { String::new() } else { cells.to_string() };
            found.push((format!("{letter}{number}"), after.clone()));
        }
    }
    found
}

/// The distance of every board from the nearest of several goals, by a search from all of them.
fn distances(shape: Shape, goals: &[Labels], metric: Metric) -> HashMap<Labels, u32> {
    let mut found: HashMap<Labels, u32> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut queue: VecDeque<Labels> = goals.iter().cloned().collect();
    while let Some(at) = queue.pop_front() {
        let distance = found[&at];
        for (_, next) in moves(shape, &at, metric) {
            found.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    found
}

/// The boards that a goal with free cells is: the tiles that it does not name are in them, and the
/// blank if it does not name that.
fn boards_of(goal: &Labels) -> Vec<Labels> {
    let free: Vec<usize> = (0..goal.len()).filter(|&cell| goal[cell] == FREE).collect();
    let mut filled = goal.clone();
    for &cell in &free {
        filled[cell] = OTHER;
    }
    if goal.contains(&0) {
        return vec![filled];
    }
    let with_blank = free.iter().map(|&cell| {
        let mut board = filled.clone();
        board[cell] = 0;
        board
    });
    with_blank.collect()
}

fn text(labels: &Labels) -> String {
    let names = labels.iter().map(|&label| match label {
        0 => "x".to_owned(),
        FREE | OTHER => "*".to_owned(),
        label => label.to_string(),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Compares all that can be asked of boards of a goal.
fn compare(shape: Shape, goal: &Labels, metric: Metric, every: usize) {
    let all = distances(shape, &boards_of(goal), metric);
    let parsed = Board::parse_goal(text(goal).as_bytes(), Some(shape)).unwrap();
    assert!(parsed.is_several(), "{parsed}");
    let tables = Tablebase::embedded();
    let oracle = tables.oracle_in(&parsed, metric).unwrap();
    let mut counts = BTreeMap::new();
    for &distance in all.values() {
        *counts.entry(distance).or_insert(0) += 1;
    }
    assert_eq!(oracle.counts(), Some(counts.into_values().collect()), "{parsed} {metric:?}");
    let reading = Reading::default().for_goal(&parsed);
    let mut sorted: Vec<(&Labels, u32)> =
        all.iter().map(|(at, &distance)| (at, distance)).collect();
    sorted.sort_by_key(|&(at, distance)| (distance, at));
    let mut paths: HashMap<&Labels, u128> = HashMap::new();
    for (number, &(at, distance)) in sorted.iter().enumerate() {
        let next = moves(shape, at, metric);
        let nearer = || next.iter().filter(|(_, next)| all[next] + 1 == distance);
        let count = if distance == 0 { 1 } else { nearer().map(|(_, next)| paths[next]).sum() };
        paths.insert(at, count);
        if number % every != 0 {
            continue;
        }
        let board = reading.board(text(at).as_bytes(), Some(shape)).unwrap();
        assert_eq!(board.to_string().replace(" / ", " "), text(at));
        let ask = Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES | Ask::COUNT;
        let answer = oracle.answer(&board, ask).unwrap().known().unwrap();
        assert_eq!(answer.distance, Some(distance), "{board} to {parsed}");
        let (mut canonical, mut end) = (String::new(), at.clone());
        while let Some((mv, next)) =
            moves(shape, &end, metric).into_iter().find(|(_, next)| all[next] < all[&end])
        {
            canonical += &mv;
            end = next;
        }
        let solution = answer.moves.unwrap();
        assert_eq!(solution.to_string(), canonical, "{board} to {parsed}");
        assert!(parsed.is_reached(&board.after(&solution).unwrap()), "{board} to {parsed}");
        let optimal: String = nearer().map(|(mv, _)| mv.as_str()).collect();
        assert_eq!(answer.next.unwrap().to_string(), optimal);
        let mut legal: Vec<_> = next.iter().map(|(mv, next)| (all[next], mv.clone())).collect();
        legal.sort_by_key(|&(after, _)| after);
        let found: Vec<_> =
            answer.legal.unwrap().iter().map(|&(mv, after)| (after, mv.to_string())).collect();
        assert_eq!(found, legal, "{board} to {parsed}");
        assert_eq!(answer.count, Some(count));
        assert_eq!(oracle.distance(&board).unwrap(), distance);
        assert_eq!(oracle.lower_bound(&board).unwrap(), distance);
        assert_eq!(oracle.optimal_moves(&board).unwrap().to_string(), optimal);
        if count < 50 {
            let mut listed = Vec::new();
            let mut open = vec![(at.clone(), String::new())];
            while let Some((at, path)) = open.pop() {
                if all[&at] == 0 {
                    listed.push(path);
                    continue;
                }
                let next = moves(shape, &at, metric).into_iter().rev();
                let nearer = next.filter(|(_, next)| all[next] < all[&at]);
                open.extend(nearer.map(|(mv, next)| (next, format!("{path}{mv}"))));
            }
            let solutions = oracle.solutions(&board).unwrap();
            let solutions: Vec<String> = solutions.map(|it| it.unwrap().to_string()).collect();
            assert_eq!(solutions, listed);
        }
    }
}

/// All ways to write a number as a sum, the largest first.
fn partitions(of: usize, most: usize) -> Vec<Vec<usize>> {
    if of == 0 {
        return vec![Vec::new()];
    }
    let first = (1..=most.min(of)).rev();
    first
        .flat_map(|first| {
            partitions(of - first, first).into_iter().map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

/// Calls `each` for goals of all kinds: for every way to count equal tiles, one with the blank and
/// no free cells, one with the most frequent tiles free, and one with the blank free, too.
fn goals(shape: Shape, mut each: impl FnMut(&Labels, u64)) {
    let tiles = shape.cells() - 1;
    let mut random = 1_u32;
    for counts in partitions(tiles, tiles) {
        let states: u64 = (1..=shape.cells() as u64).product::<u64>()
            / counts.iter().map(|&count| (1..=count as u64).product::<u64>()).product::<u64>();
        for kind in 0..3 {
            let mut goal: Labels = vec![if kind == 2 { FREE } else { 0 }];
            for (label, &count) in (1..).zip(&counts) {
                let label = if kind > 0 && label == 1 { FREE } else { label };
                goal.extend(std::iter::repeat_n(label, count));
            }
            for last in (1..goal.len()).rev() {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                goal.swap(last, (random >> 16) as usize % (last + 1));
            }
            // Without two tiles that are alike, it is one board.
            if counts[0] > 1 || kind == 2 {
                each(&goal, states);
            }
        }
    }
}

#[test]
fn all_boards_of_few_labels_are_answered_as_by_a_plain_search() {
    for (shape, every) in [("3x3", 1), ("2x4", 1), ("4x2", 7), ("2x3", 1)] {
        let shape: Shape = shape.parse().unwrap();
        goals(shape, |goal, states| {
            for metric in [Metric::Single, Metric::Multi] {
                if states <= 600 {
                    compare(shape, goal, metric, every);
                }
            }
        });
    }
}

#[test]
#[ignore = "takes a minute"]
fn long_boards_of_many_labels_are_answered_as_by_a_plain_search() {
    for shape in ["3x3", "2x4"] {
        let shape: Shape = shape.parse().unwrap();
        goals(shape, |goal, states| {
            for metric in [Metric::Single, Metric::Multi] {
                if states > 600 {
                    let every = if states <= 2000 { 1 } else { states as usize / 200 };
                    compare(shape, goal, metric, every);
                }
            }
        });
    }
}

/// The first row alone, which leaves the blank free, and whole boards to start from.
#[test]
fn a_row_is_solved_with_the_blank_anywhere() {
    let shape: Shape = "3x3".parse().unwrap();
    for metric in [Metric::Single, Metric::Multi] {
        compare(shape, &vec![1, 2, 3, FREE, FREE, FREE, FREE, FREE, FREE], metric, 1);
        let goal = Board::parse_goal(b"123******", None).unwrap();
        let oracle = Tablebase::embedded().oracle_in(goal, metric).unwrap();
        let whole: Board = "8 6 7 2 5 4 3 x 1".parse().unwrap();
        let named: Board =
            Reading::default().for_goal(oracle.goal()).board(b"* * * 2 * * 3 x 1", None).unwrap();
        assert_eq!(oracle.solution(&whole).unwrap(), oracle.solution(&named).unwrap());
        let end = whole.after(&oracle.solution(&whole).unwrap()).unwrap();
        assert_eq!(end.cells()[..3], [1, 2, 3]);
    }
}

/// The 524,160 places of four tiles and the blank on 4x4.
#[test]
fn the_first_row_of_4x4_is_solved() {
    let goal = Board::parse_goal(b"1 2 3 4 * * * * * * * * * * * *", None).unwrap();
    let shape = goal.shape();
    let labels = [vec![1, 2, 3, 4], vec![FREE; 12]].concat();
    for metric in [Metric::Single, Metric::Multi] {
        let oracle = Tablebase::embedded().oracle_in(&goal, metric).unwrap();
        assert_eq!(oracle.counts().unwrap().iter().sum::<u64>(), 524_160);
        // Whoever is nearer than this was found by a plain search that stops there.
        let mut level: Vec<Labels> = boards_of(&labels);
        let mut found: HashMap<Labels, u32> = level.iter().map(|at| (at.clone(), 0)).collect();
        for distance in 1..9 {
            let next = level.iter().flat_map(|at| moves(shape, at, metric));
            let new: Vec<Labels> = next
                .filter(|(_, at)| !found.contains_key(at))
                .map(|(_, at)| at)
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect();
            found.extend(new.iter().map(|at| (at.clone(), distance)));
            assert_eq!(oracle.counts().unwrap()[distance as usize], new.len() as u64);
            level = new;
        }
        let reading = Reading::default().for_goal(&goal);
        for at in level.iter().step_by(97) {
            let board = reading.board(text(at).as_bytes(), None).unwrap();
            assert_eq!(oracle.distance(&board).unwrap(), found[at]);
        }
    }
}

#[test]
fn boards_that_do_not_fit_the_goal_are_refused() {
    let oracle = |goal: &str| {
        let goal = Board::parse_goal(goal.as_bytes(), None).unwrap();
        Tablebase::embedded().oracle(goal).unwrap()
    };
    let colours = oracle("1 1 1 2 2 2 3 3 x");
    let reading = Reading::default().for_goal(colours.goal());
    let parse = |text: &str| reading.board(text.as_bytes(), None);
    let error = colours.distance(parse("1 1 2 2 2 2 3 3 x").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "tiles `1`: expected 3, as the goal has, found 2");
    let error = colours.distance(parse("1 2 3 4 5 6 7 8 x").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "tiles `1`: expected 3, as the goal has, found 1");
    let error = colours.distance(parse("1 1 1 2 2 2 3 * x").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "tiles `3`: expected 2, as the goal has, found 1");
    assert!(parse("1 1 1 2 2 2 3 3 3").is_err());
    assert!(parse("1 1 x 2 2 2 3 3 x").is_err());
    assert!(matches!(
        colours.distance("1 2 / 3 x".parse::<Board>().unwrap()),
        Err(Error::Board(_))
    ));
    // A tile that the goal does not name is alike with others only if the goal leaves room.
    let row = oracle("1 1 1 * * * * * *");
    let board = Reading::default().for_goal(row.goal()).board(b"2 1 1 1 2 3 3 2 x", None).unwrap();
    let named = Reading::default().for_goal(row.goal()).board(b"* 1 1 1 * * * * x", None).unwrap();
    assert_eq!(row.distance(&board).unwrap(), row.distance(&named).unwrap());
    // The blank is in one of the six cells that the goal leaves free.
    let board = Reading::default().for_goal(row.goal()).board(b"1 1 1 1 2 3 4 5 x", None).unwrap();
    assert_eq!(
        row.distance(&board).unwrap_err().to_string(),
        "tiles that the goal does not name (`*`): expected 5, found 4"
    );
}

/// With the blank and one tile free there are two boards to reach, and with both in cells of one
/// colour they differ in parity, so that every board reaches one of them.
#[test]
fn parity_counts_where_no_two_tiles_are_alike() {
    let whole = Tablebase::embedded();
    for (text, solvable) in [("1 2 3 4 5 6 7 * *", 181_440), ("1 2 3 4 5 * 7 6 *", 181_440)] {
        let goal = Board::parse_goal(text.as_bytes(), None).unwrap();
        let oracle = whole.oracle(&goal).unwrap();
        assert_eq!(oracle.counts().unwrap().iter().sum::<u64>(), solvable);
    }
    let goal = Board::parse_goal(b"1 2 3 4 * 6 7 8 *", None).unwrap();
    let oracle = whole.oracle(&goal).unwrap();
    assert_eq!(oracle.counts().unwrap().iter().sum::<u64>(), 362_880);
    let goal = Board::parse_goal(b"1 2 3 4 5 6 7 * *", None).unwrap();
    let oracle = whole.oracle(&goal).unwrap();
    for (board, can) in [("2 1 3 4 5 6 7 8 x", false), ("2 1 4 3 5 6 7 8 x", true)] {
        let board: Board = board.parse().unwrap();
        assert_eq!(board.expect_solvable(&goal).is_ok(), can);
        assert_eq!(oracle.distance(&board).is_ok(), can);
    }
}

#[test]
fn a_goal_with_too_many_boards_is_refused_with_their_number() {
    let goal = Board::parse_goal(b"1 2 3 4 5 6 7 8 * * * * * * * *", None).unwrap();
    let error = Tablebase::embedded().oracle_in(&goal, Metric::Multi).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the goal 1 2 3 4 / 5 6 7 8 / * * * * / * * * * tells 4151347200 boards apart: expected at \
         most 20000000, or the metric single, in which each board is searched for; leave more cells \
         free"
    );
    let single = Tablebase::embedded().oracle(&goal).unwrap();
    let error = single.expect(Ask::DIFFICULTY).unwrap_err().to_string();
    let all = "expected at most 20000000 for what needs all their distances; leave more cells free";
    assert!(error.ends_with(all), "{error}");
}

/// Boards that are too many for a table are searched for, and near the goal a plain search finds
/// the same.
#[test]
fn more_boards_than_a_table_has_are_searched_for() {
    let pairs = vec![1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 0];
    let rows = [vec![1, 2, 3, 4, 5, 6, 7, 8], vec![FREE; 8]].concat();
    let row = [vec![1, 2, 3, 4, 5], vec![FREE; 20]].concat();
    let halves = [vec![1; 12], vec![2; 12], vec![0]].concat();
    for (goal, size, depth) in
        [(pairs, "4x4", 13), (rows, "4x4", 10), (row, "5x5", 9), (halves, "5x5", 12)]
    {
        let shape: Shape = size.parse().unwrap();
        let parsed = Board::parse_goal(text(&goal).as_bytes(), None).unwrap();
        let oracle = Tablebase::embedded().oracle(&parsed).unwrap();
        assert_eq!((oracle.is_looking_up(), oracle.counts()), (false, None));
        let error = oracle.expect(Ask::DIFFICULTY).unwrap_err();
        assert!(matches!(error, Error::TooManyStates { .. }), "{error}");
        let population = Population::equally_likely(oracle.clone(), 0..=9);
        assert!(Sampler::one(&parsed, population, 1).is_err());
        let mut level = boards_of(&goal);
        let mut seen: std::collections::HashSet<Labels> = level.iter().cloned().collect();
        let reading = Reading::default().for_goal(&parsed);
        for distance in 0..depth {
            let step = level.len() / 20 + 1;
            for at in level.iter().step_by(step) {
                let board = reading.board(text(at).as_bytes(), None).unwrap();
                let answer = oracle.answer(&board, Ask::SOLUTION | Ask::LEGAL_MOVES).unwrap();
                let answer = answer.known().unwrap();
                let moves = answer.moves.unwrap();
                assert_eq!(moves.len(), distance, "{board} to {parsed}");
                assert!(parsed.is_reached(&board.after(&moves).unwrap()), "{board} to {parsed}");
                for (mv, after) in answer.legal.unwrap() {
                    let next = board.moved(mv).unwrap();
                    assert_eq!(oracle.distance(&next).unwrap(), after, "{next} to {parsed}");
                }
            }
            let next = level.iter().flat_map(|at| moves(shape, at, Metric::Single));
            level = next.map(|(_, at)| at).filter(|at| seen.insert(at.clone())).collect();
        }
    }
}

#[test]
fn every_state_is_drawn() {
    // Boards of three tiles that are alike for the goal differ.
    for (text, each) in [("1 2 * / * * *", 6), ("a a b / b c x", 1), ("* a a / b b *", 1)] {
        let goal = Board::parse_goal(text.as_bytes(), None).unwrap();
        let oracle = Tablebase::embedded().oracle(&goal).unwrap();
        let counts: Vec<u64> = oracle.counts().unwrap().iter().map(|all| all * each).collect();
        let all: u64 = counts.iter().sum();
        let draw = |distances, count, unique| {
            let population = Population::equally_likely(oracle.clone(), distances);
            let request = Request { count, unique, population };
            Sampler::new(&goal, request, 1).and_then(|mut it| it.draw(count as usize))
        };
        let mut found = vec![0; counts.len()];
        let mut seen = std::collections::BTreeSet::new();
        for board in draw(0..=u32::MAX, all, true).unwrap() {
            found[oracle.distance(&board).unwrap() as usize] += 1;
            assert!(seen.insert(board.to_string()), "{board}");
        }
        assert_eq!(found, counts, "{text}");
        let boards = draw(2..=3, 50, false).unwrap();
        assert!(boards.iter().all(|it| (2..=3).contains(&oracle.distance(it).unwrap())));
        assert!(draw(99..=99, 1, false).is_err());
        assert!(draw(0..=u32::MAX, all + 1, true).is_err());
        assert!(Sampler::one(&goal, Population::Solvable, 1).is_err());
    }
}

#[test]
fn one_star_is_the_blank_and_moves_keep_names() {
    let one = Board::parse_goal(b"1 2 3 4 5 6 7 8 *", None).unwrap();
    assert_eq!(one, "1 2 3 4 5 6 7 8 x".parse().unwrap());
    let board = Reading::default()
        .for_goal(&Board::parse_goal(b"a a b b c c d d 0", None).unwrap())
        .board(b"[[\"a\",\"a\",\"b\"],[\"b\",\"c\",\"c\"],[\"d\",0,\"d\"]]", None)
        .unwrap();
    assert_eq!(board.to_string(), "a a b b c c d x d");
    assert_eq!(board.moved(Move::RIGHT).unwrap().to_string(), "a a b b c c d d x");
    assert_eq!(board.moved(Move::DOWN), None);
}

#[test]
fn rows_with_equal_tiles_are_answered_and_analyzed_as_boards() {
    let goal = Board::parse_goal(b"1 1 1 2 2 2 3 3 x", None).unwrap();
    let reading = Reading::default().for_goal(&goal);
    let board = reading.board(b"3 3 1 1 1 2 2 2 x", None).unwrap();
    let rows = Boards::Rows(&[3, 3, 1, 1, 1, 2, 2, 2, 0, 1, 1, 1, 2, 2, 2, 3, 3, 0]);
    for metric in [Metric::Single, Metric::Multi] {
        let oracle = Tablebase::embedded().oracle_in(&goal, metric).unwrap();
        let distance = oracle.distance(&board).unwrap();
        let (mut found, mut counts) = ([0; 2], [0; 2]);
        oracle.distances_into(rows, &mut found, |it| it.known().unwrap()).unwrap();
        assert_eq!(found, [distance, 0]);
        let ask = |oracle: &tilebase::Oracle, board: &_| oracle.count_solutions(board);
        oracle.each_into(rows, &mut counts, |it| it.known().unwrap(), ask).unwrap();
        assert_eq!(counts, [oracle.count_solutions(&board).unwrap(), 1]);
        let best = oracle.solution(&board).unwrap();
        let found = Analysis::new(&oracle, &board, &best).unwrap();
        assert_eq!((found.lost(), found.distance_left), (Some(0), Some(0)), "{metric:?}");
    }
    let oracle = Tablebase::embedded().oracle(&goal).unwrap();
    for wrong in [&[1, 1, 1, 1, 2, 2, 3, 3, 0], &[1, 1, 1, 2, 2, 2, 0, 3, 0], &[1; 9]] {
        assert!(oracle.distances_into(Boards::Rows(wrong), &mut [0], |_| 0).is_err());
    }
}
