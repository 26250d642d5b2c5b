//! The fuzz targets. Each function takes any bytes, and panics if the library handles them wrongly.
//! An ordinary test (`main.rs`) also calls these functions, on the corpus and on mutations of
//! it.

#![allow(dead_code, reason = "each target needs one of them")]

use std::ops::ControlFlow::Continue;
use std::sync::{Arc, LazyLock};

use tilebase::analysis::Analysis;
use tilebase::bulk::{Answers, Bulk, Form, Question};
use tilebase::check::claims_unsolvable;
use tilebase::generate::Generator;
use tilebase::judge::Judge;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::MoveSet;
use tilebase::puzzle::{Coordinates, Metric, Orbit, Puzzle, SmallBoard, SmallShape};
use tilebase::solver::{PartitionSize, PatternTable};
use tilebase::table::Encoding;
use tilebase::text::{AnswerLines, Lines, Notation, Reading, bare};
use tilebase::verify::prove;
use tilebase::{Board, Error, Limits, Moves, Oracle, Table, Tablebase, swap};

static TABLES: LazyLock<Tablebase> = LazyLock::new(Tablebase::embedded);

/// Board text, in every parser: a parsed board can be written and parsed again.
pub fn board(data: &[u8]) {
    let shapes =
        [None, "2x2".parse().ok(), "2x3".parse().ok(), "3x4".parse().ok(), "4x4".parse().ok()];
    for shape in shapes {
        let goal = Board::parse_goal(data, shape);
        // What is no board may name a goal.
        if let Ok(goal) = &goal {
            assert!(shape.is_none_or(|shape| shape == goal.shape()));
        }
        if let Ok(board) = Board::parse(data, shape) {
            let text = board.to_string();
            assert_eq!(Board::parse(&text, Some(board.shape())).as_ref(), Ok(&board));
            // Tables and searches read what they write.
            if let Some(small) = board.small() {
                assert_eq!(small.to_string().parse().as_ref(), Ok(small));
            }
            let read = Board::parse(data, Some(board.shape()));
            assert!(read.is_ok_and(|read| read.shape() == board.shape()), "{board}");
            assert_eq!(goal, Ok(board));
        }
    }
    let readings = [
        Reading::default(),
        Reading::new(Some("9"), false),
        Reading::new(Some("e"), false),
        Reading::new(None, true),
    ];
    for reading in readings {
        for size in [None, "3x3".parse().ok(), "6x6".parse().ok()] {
            if let Ok(board) = reading.board(data, size) {
                assert!(size.is_none_or(|size| size == board.shape()), "{board}");
                assert_eq!(Board::parse(board.to_string(), Some(board.shape())), Ok(board));
            }
        }
        let _ = reading.with_numbers_of(data);
    }
    if let Ok(board) = swap::SwapBoard::parse(data) {
        assert_eq!(board.to_string().parse(), Ok(board));
        assert!(board.solution().len() <= 12);
    }
    if let Ok(read) = Board::parse(data, None) {
        assert!(read.parities(&read).is_ok_and(|parities| parities.solvable()));
    }
}

/// Texts of moves, in every notation, on boards and without one: legal moves that can be written
/// and read again, or an error at the first that is not legal.
pub fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    answers(&text);
    if claims_unsolvable(&text) {
        assert!(Notation::Blank.parse(data, Metric::Single).is_err(), "{text}");
    }
    for notation in Notation::ALL {
        assert_ne!(notation.spoken(&text), Notation::Cells);
        if let Ok(moves) = notation.parse(data, Metric::Single) {
            assert!(moves.len() <= 33 * data.len());
        }
        for shape in ["2x2", "2x3", "3x3", "4x4", "2x8"] {
            let board = SmallBoard::goal(shape.parse().expect("a shape"));
            let mut moves = notation.read_on(data, Metric::Single, &board);
            let mut after = board;
            let error = loop {
                match moves.next() {
                    None => break None,
                    Some(Ok(mv)) => after = after.moved(mv).expect("a legal move"),
                    Some(Err(error)) => break Some(error),
                }
            };
            assert_eq!(moves.next(), None);
            assert_eq!(moves.board(), Some(&after));
            let Some(error) = error else {
                let moves = notation.parse_on(data, Metric::Single, &board).expect("it was read");
                assert_eq!(board.after(&moves), Some(after));
                for other in Notation::ALL {
                    let text =
                        other.format_on(&moves, Metric::Single, &board).expect("legal moves");
                    assert_eq!(other.parse_on(&text, Metric::Single, &board).as_ref(), Ok(&moves));
                }
                continue;
            };
            assert!((1..=data.len()).contains(&error.column), "{error}");
            if let Some(other) = error.legal_in {
                assert_ne!(other, notation);
                assert!(other.parse_on(data, Metric::Single, &board).is_ok(), "{error}");
            }
            assert_eq!(notation.parse_on(data, Metric::Single, &board), Err(error));
        }
    }
}

/// Files of answers, for any number of boards: answers in the order of their lines, all of which are
/// of the file. What comes line by line is no more than its lines.
fn answers(text: &str) {
    for notation in Notation::ALL {
        for are_distances in [false, true] {
            for boards in [None, Some(0), Some(1), Some(2), Some(3)] {
                let asked = tilebase::text::Answers { boards, notation, are_distances };
                let found = asked.read(text);
                assert!(found.is_sorted_by_key(|answer| answer.line), "{text}");
                let lines = text.lines().count() as u64;
                assert!(found.iter().all(|answer| (1..=lines).contains(&answer.line)), "{text}");
                let words = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
                let all: usize = found.iter().map(|answer| words(&answer.text)).sum();
                assert!(all <= words(text), "{text}");
            }
        }
    }
    let mut lines = AnswerLines::default();
    for line in text.lines() {
        assert!(lines.next(line).is_none_or(|answer| line.contains(answer)), "{line}");
    }
    assert!(text.contains(bare(text)));
}

/// Lines in bulk: each is answered like by the parser and the oracle, in order.
pub fn lines(data: &[u8]) {
    static BULK: LazyLock<[Bulk; 2]> = LazyLock::new(|| {
        let bulks = [Question::Moves, Question::Distance]
            .map(|answer| Bulk::new(Arc::new(Tablebase::embedded()), Form::from(answer)));
        for bulk in &bulks {
            // Enough boards for all solutions to be unpacked.
            let many = "12345678x\n".repeat(4096);
            bulk.answer(many.as_bytes(), &mut Answers::default());
        }
        bulks
    });
    let mut expected = [Vec::new(), Vec::new()];
    for line in Lines::new(data) {
        let answers = match line.map(|line| Board::parse(line, None)) {
            Ok(Ok(board)) => match TABLES.oracle(Board::goal(board.shape()).expect("its size")) {
                Ok(oracle) => match oracle.solution(&board) {
                    Ok(moves) => [moves.to_string(), moves.len().to_string()],
                    Err(Error::Unsolvable(_)) => ["unsolvable".into(), "unsolvable".into()],
                    Err(error) => panic!("{error}"),
                },
                Err(error) if error.is_of_board() => ["invalid".into(), "invalid".into()],
                Err(error) => panic!("{error}"),
            },
            _ => ["invalid".into(), "invalid".into()],
        };
        for (all, answer) in expected.iter_mut().zip(answers) {
            all.extend_from_slice(answer.as_bytes());
            all.push(b'\n');
        }
    }
    for (bulk, expected) in BULK.iter().zip(expected) {
        let mut answers = Answers::default();
        bulk.answer(data, &mut answers);
        assert!(answers.failure.is_none());
        assert_eq!(String::from_utf8_lossy(&answers.text), String::from_utf8_lossy(&expected));
    }
}

/// A goal with free cells or equal tiles in the first line, and boards for it, or for seven pairs of
/// tiles on 4x4, in the others: what is found of a board agrees, and ends at the goal.
pub fn goals(data: &[u8]) {
    static SEARCH: LazyLock<Oracle> = LazyLock::new(|| {
        let goal = Board::parse_goal(b"1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 x", None).expect("a goal");
        TABLES.oracle(goal).expect("a search").limited(Limits::default().boards(2_000))
    });
    let mut lines = data.split(|&byte| byte == b'\n');
    let Ok(goal) = Board::parse_goal(lines.next().unwrap_or_default(), None) else { return };
    let mut oracles = vec![SEARCH.clone()];
    if goal.is_several() && goal.shape().cells() <= 9 {
        let metrics = [Metric::Single, Metric::Multi].into_iter();
        oracles.extend(metrics.filter_map(|metric| TABLES.oracle_in(&goal, metric).ok()));
    }
    for line in lines.take(4) {
        for oracle in &oracles {
            let goal = oracle.goal();
            let Ok(board) = Reading::default().for_goal(goal).board(line, None) else { continue };
            let ask = Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES | Ask::COUNT;
            match oracle.answer(&board, ask) {
                Ok(Outcome::Known(answer)) => {
                    let (moves, legal) =
                        (answer.moves.expect("asked"), answer.legal.expect("asked"));
                    let distance = moves.len() as u32;
                    let end = board.after(&moves).expect("legal moves");
                    assert!(goal.is_reached(&end), "{board} to {goal}: {moves}");
                    assert!(legal.iter().all(|&(_, after)| after.abs_diff(distance) <= 1));
                    let nearer = legal.iter().filter(|&&(_, after)| after < distance);
                    let nearer: MoveSet = nearer.map(|&(mv, _)| mv).collect();
                    assert_eq!(answer.next, Some(nearer), "{board} to {goal}");
                    assert!(answer.count.is_some_and(|count| count > 0), "{board} to {goal}");
                }
                Ok(Outcome::Bounded(stopped)) => {
                    if let Some(best) = stopped.best {
                        assert!(best.len() >= stopped.at_least as usize, "{board} to {goal}");
                        let end = board.after(&best).expect("legal moves");
                        assert!(goal.is_reached(&end), "{board} to {goal}: {best}");
                    }
                }
                Ok(Outcome::Unsolvable(_)) => assert!(!goal.has_tiles_alike(), "{board} to {goal}"),
                Err(error) => assert!(error.is_of_board(), "{error}"),
            }
        }
    }
}

/// A table file: it is refused, or every answer is right or an error. If the first byte is odd, the
/// checksums are updated, so that more than these is tested. Then an answer may be too long, but it
/// is legal and ends at the goal, every way of asking gives the same answer, and a proof fails
/// unless every entry is right.
pub fn table(data: &[u8]) {
    let Some((&fit, data)) = data.split_first() else { return };
    let bytes = if fit % 2 == 1 { with_checksums(data) } else { data.to_vec() };
    let Ok(table) = Table::from_bytes("fuzz", bytes) else { return };
    if table.header().states() > 1000 {
        return;
    }
    let proved = prove(&table, 1, |_| Continue(())).is_ok();
    let table = Arc::new(table);
    match table.puzzle() {
        Puzzle::Sliding(orbit) => sliding(&table, orbit, proved, fit % 2 == 0),
        Puzzle::Multi(orbit) => {
            let boards: Vec<SmallBoard> = SmallBoard::all(orbit.shape()).collect();
            let oracle = Oracle::new(table, &orbit.goal()).expect("its own goal");
            agree_multi(&oracle, &boards, proved);
        }
        other => panic!("a table of {other} has more states"),
    }
}

fn sliding(table: &Arc<Table>, orbit: Orbit, proved: bool, checked: bool) {
    let goal = orbit.goal();
    let oracle = Oracle::new(Arc::clone(table), &goal).expect("its own goal");
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape()).step_by(5).collect();
    agree(&oracle, &boards, true, proved || checked);
    for board in &boards {
        let damaged = matches!(oracle.solution(board), Err(Error::Table { .. }));
        assert!(!(damaged && proved), "{board}");
    }
    assert_eq!(Orbit::from(&goal), orbit);
}

/// The solutions of boards that are answered together.
fn solutions_of(oracle: &Oracle, boards: &[SmallBoard]) -> Result<Vec<Outcome<Moves>>, BatchError> {
    let found = oracle.find(boards, Ask::SOLUTION)?.into_iter();
    Ok(found.map(|it| it.map(|it| it.moves.expect("it was asked for"))).collect())
}

/// A table with changed entries or counts and matching checksums. Like `table`, but for shapes up
/// to 3x3, where `Bulk` has a faster path for plain lines.
///
/// The first byte selects the table, and whether its solutions are unpacked. Every five bytes after
/// it describe a change: the position (three bytes), the number of bytes, and their new value. The
/// first bytes from 0xc0 to 0xdf select tables of the multi-tile metric.
pub fn differential(data: &[u8]) {
    static BASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let shapes = ["2x2", "2x3", "2x4", "3x3"].map(str::parse::<SmallShape>);
        let tables = shapes.into_iter().flat_map(|shape| {
            let goal = SmallBoard::goal(shape.expect("a shape"));
            [Encoding::Moves, Encoding::DistanceBit].map(|encoding| {
                let table =
                    Generator::new(Orbit::from(&goal)).encoding(encoding).table(|_| Continue(()));
                let mut bytes = Vec::new();
                table.expect("small").write_to(&mut bytes).expect("memory");
                bytes
            })
        });
        tables.collect()
    });
    static MULTI: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let shapes = ["2x2", "2x3", "2x4", "3x3"].map(str::parse::<SmallShape>);
        let tables = shapes.into_iter().map(|shape| {
            let orbit = Orbit::from(&SmallBoard::goal(shape.expect("a shape")));
            let table = Generator::new(Puzzle::Multi(orbit)).table(|_| Continue(()));
            let mut bytes = Vec::new();
            table.expect("small").write_to(&mut bytes).expect("memory");
            bytes
        });
        tables.collect()
    });
    let Some((&choice, changes)) = data.split_first() else { return };
    let bases = if (0xc0..0xe0).contains(&choice) { &*MULTI } else { &*BASES };
    let base = &bases[usize::from(choice) % bases.len()];
    let mut bytes = base.clone();
    // Unpacking 3x3 takes longer than all the rest, so few inputs ask for it.
    let unpacked = choice >= 0xe0;
    let honest = Table::from_bytes("honest", bytes.clone()).expect("as written");
    let (states, len) = (honest.header().states(), honest.header().entries_len() as usize);
    // The states whose entries are changed, and some others.
    let mut indices: Vec<u64> = (0..12).map(|i| (states - 1) * i / 11).collect();
    for change in changes.as_chunks::<5>().0.iter().take(16) {
        let [low, middle, high, count, value] = *change;
        let place = usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16;
        let part = if place >> 23 == 1 { 20..1132 } else { 4096..4096 + len };
        let place = place & 0x7f_ffff;
        let part = &mut bytes[part];
        let begin = place % part.len();
        let end = part.len().min(begin + (1 << (count % 16)));
        part[begin..end].fill(value);
        let per_byte = states.div_ceil(len as u64);
        indices.extend([0, per_byte - 1].map(|i| begin as u64 * per_byte + i));
    }
    let Ok(table) = Table::from_bytes("fuzz", with_checksums(&bytes)) else { return };
    let (Puzzle::Sliding(orbit) | Puzzle::Multi(orbit)) = table.puzzle() else { return };
    let goal = orbit.goal();
    let same_shape = honest.puzzle() == table.puzzle();
    let boards = indices.iter().filter_map(|&index| Coordinates::board_of_goal(&goal, index));
    let mut boards: Vec<SmallBoard> = boards.collect();
    boards.extend([goal, goal.exchanged(1, 2)]);
    let (table, right) = (Arc::new(table), same_shape && bytes == *base);
    if let Puzzle::Multi(_) = table.puzzle() {
        let oracle = Oracle::new(table, &goal).expect("its own goal");
        return agree_multi(&oracle, &boards, right);
    }
    let oracle = Oracle::new(Arc::clone(&table), &goal).expect("its own goal");
    agree(&oracle, &boards, unpacked, right);
}

/// Answers boards in the multi-tile metric one by one, together, with `Bulk`, and by an analysis of
/// the solution. All give the same answer, which is legal and ends at the goal, or an error.
fn agree_multi(oracle: &Oracle, boards: &[SmallBoard], right: bool) {
    let goal = *oracle.goal().small().expect("small");
    let truth = TABLES.oracle_in(&goal, Metric::Multi).expect("embedded");
    let diameter = oracle.table().expect("of a table").header().diameter() as usize;
    for board in boards {
        let found = oracle.solution(board);
        match (&found, truth.distance(board)) {
            (Ok(moves), Ok(distance)) => {
                assert_eq!(board.after(moves), Some(goal), "{board}: {moves}");
                assert!(moves.len() <= diameter && moves.len() >= distance as usize, "{board}");
                assert!(moves.len() == distance as usize || !right, "{board}");
            }
            (Err(Error::Unsolvable(_)), Err(Error::Unsolvable(_)))
            | (Err(Error::Table { .. }), _) => {}
            (found, expected) => panic!("{board}: {found:?}, {expected:?}"),
        }
        let together = solutions_of(&oracle.clone().threads(2), &[*board; 3]);
        let answers = oracle.clone();
        let bulk = Bulk::with_oracles(Form::default(), move |_| Ok(answers.clone()));
        let mut answers = Answers::default();
        bulk.goal(goal).answer(format!("{board}\n").as_bytes(), &mut answers);
        let text = String::from_utf8_lossy(&answers.text).into_owned();
        match &found {
            Ok(moves) => {
                let together = together.expect("as alone");
                assert!(
                    together.iter().all(|found| *found == Outcome::Known(moves.clone())),
                    "{board}"
                );
                assert_eq!(text, format!("{moves}\n"), "{board}");
                assert_eq!(oracle.distance(board).ok(), Some(moves.len() as u32), "{board}");
                if let Ok(analysis) = Analysis::new(&oracle.clone(), &(*board).into(), moves) {
                    assert!(analysis.reaches_goal(), "{board}");
                    assert_eq!(analysis.lost(), Some(0), "{board}");
                }
            }
            Err(Error::Unsolvable(_)) => assert_eq!(text, "unsolvable\n", "{board}"),
            Err(_) => assert!(together.is_err() && answers.failure.is_some(), "{board}"),
        }
        // A table that lies may count what it cannot list, but every solution is one.
        let legal = oracle.optimal_moves(board).unwrap_or_default();
        assert!(legal.iter().all(|mv| board.moved(mv).is_some()), "{board}");
        assert!(oracle.legal_moves(board).is_ok() || !right || found.is_err(), "{board}");
        let all = oracle.solutions(board).into_iter().flatten().take(20).flatten();
        for moves in all {
            assert_eq!(board.after(&moves), Some(goal), "{board}: {moves}");
        }
        let _ = oracle.count_solutions(board);
    }
}

/// Changes bytes of pattern tables, and asks an oracle, a batch and `Bulk` the same boards. A
/// search with lying tables may be as long as one without tables, so it has limits.
pub fn patterns(data: &[u8]) {
    static HONEST: LazyLock<Vec<PatternTable>> = LazyLock::new(|| {
        let orbit = Orbit::from(&SmallBoard::goal(SmallShape::default()));
        let partition = &PartitionSize::Small.partitions(orbit)[0];
        let table = |&pattern| PatternTable::generate(pattern, 1).expect("small");
        partition.iter().map(table).collect()
    });
    let goal = SmallBoard::goal(SmallShape::default());
    let mut bytes: Vec<Vec<u8>> = HONEST.iter().map(|table| table.bytes().to_vec()).collect();
    let mut indices = vec![0, 1];
    for change in data.as_chunks::<6>().0.iter().take(24) {
        let [which, low, high, count, value, board] = *change;
        let tables = bytes.len();
        let table = &mut bytes[usize::from(which) % tables];
        let begin = (usize::from(low) | usize::from(high) << 8) % table.len();
        let end = table.len().min(begin + (1 << (count % 14)));
        table[begin..end].iter_mut().for_each(|byte| *byte ^= value);
        indices.push(u64::from(board) * 709 % goal.shape().states());
    }
    let tables: Vec<PatternTable> = HONEST
        .iter()
        .zip(bytes)
        .map(|(table, bytes)| PatternTable::new(table.pattern(), bytes).expect("its length"))
        .collect();
    let oracle = Oracle::with_patterns(&goal, &[tables]).expect("they fit").threads(1);
    let oracle = oracle.limited(Limits::default().boards(20_000));
    let boards: Vec<SmallBoard> = indices
        .iter()
        .filter_map(|&index| Coordinates::board_of_goal(&goal, index))
        .chain([goal.exchanged(1, 2)])
        .collect();
    // No board of 3x3 is farther away from this goal.
    let legal = |board: &SmallBoard, moves: &Moves| {
        assert!(moves.len() <= 31, "{board}: {moves}");
        assert_eq!(board.after(moves), Some(goal), "{board}: {moves}");
    };
    for board in &boards {
        let alone = oracle.solution(board);
        match &alone {
            Ok(moves) => {
                legal(board, moves);
                let next = oracle.optimal_moves(board).unwrap_or_default();
                assert_eq!(next - board.legal_moves(Metric::Single), MoveSet::EMPTY, "{board}");
                assert_ne!(oracle.count_solutions(board).ok(), Some(0), "{board}");
            }
            Err(Error::Unsolvable(_)) => assert_eq!(*board, goal.exchanged(1, 2)),
            Err(Error::Stopped(_) | Error::Pattern(_)) => {}
            Err(error) => panic!("{board}: {error}"),
        }
        if let Ok(all) = oracle.solutions(board) {
            let mut all = all.take(20).peekable();
            assert!(all.peek().is_some(), "{board}");
            all.flatten().for_each(|moves| legal(board, &moves));
        }
        let batch = oracle.clone();
        let together = solutions_of(&batch, &[*board; 3]);
        if let (Ok(alone), Ok(together)) = (&alone, &together) {
            for moves in together.iter().cloned().filter_map(Outcome::known) {
                assert_eq!(&moves, alone, "{board}");
            }
        }
        let mut moves = [Outcome::default()];
        if batch.optimal_moves_into(&[*board], &mut moves, |found| found).is_ok() {
            let [moves] = moves.map(|moves| moves.known().unwrap_or_default());
            assert_eq!(moves - board.legal_moves(Metric::Single), MoveSet::EMPTY, "{board}");
        }
    }
    let oracle = oracle.clone();
    let bulk = Bulk::with_oracles(Form::default(), move |_| Ok(oracle.clone()));
    let mut answers = Answers::default();
    for board in &boards {
        bulk.answer(format!("{board}\n").as_bytes(), &mut answers);
        let text = String::from_utf8_lossy(&answers.text).into_owned();
        if let Ok(moves) = text.trim().parse::<Moves>() {
            assert!(answers.failure.is_some() || board.after(&moves) == Some(goal), "{board}");
        }
    }
}

/// Answers boards with an oracle, with batches and with `Bulk`, as the command does. All give the
/// same answer, which is legal and ends at the goal, or the same error. If `right` is set, the
/// answers must be optimal.
fn agree(oracle: &Oracle, boards: &[SmallBoard], unpacked: bool, right: bool) {
    let goal = *oracle.goal().small().expect("small");
    let truth = TABLES.oracle(&goal).expect("embedded");
    let diameter = oracle.table().expect("of a table").header().diameter() as usize;
    // The first batch walks. The second unpacks all solutions, if the table allows it.
    let mut batches = vec![oracle.clone()];
    if unpacked {
        let unpacks = oracle.clone();
        let _ = unpacks.distances_into(&vec![goal; 4096], &mut [0; 4096], |_| 0);
        batches.push(unpacks);
    }
    let mut expected: [Vec<Result<String, Error>>; 5] = Default::default();
    for board in boards {
        let found = oracle.solution(board);
        match (&found, truth.distance(board)) {
            (Ok(moves), Ok(distance)) => {
                assert_eq!(board.after(moves), Some(goal));
                assert!(moves.len() <= diameter);
                assert!(moves.len() == distance as usize || !right, "{board}");
            }
            (Err(Error::Unsolvable(_)), Err(Error::Unsolvable(_)))
            | (Err(Error::Table { .. }), _) => {}
            (found, expected) => panic!("{board}: {found:?}, {expected:?}"),
        }
        let packed = match &found {
            Ok(moves) => Some(Outcome::Known(moves.clone())),
            Err(Error::Unsolvable(why)) => Some(Outcome::Unsolvable(*why)),
            Err(_) => None,
        };
        for batch in &batches {
            let solved = solutions_of(batch, &[*board]).ok().map(|all| all[0].clone());
            assert_eq!(solved, packed, "{board}");
            let mut asked = [Outcome::default()];
            let asked = batch.distances_into(&[*board], &mut asked, |it| it).ok().map(|()| asked);
            let asked = asked.map(|[distance]| distance);
            let packed = packed.clone().map(|moves| moves.map(|moves| moves.len() as u32));
            assert_eq!(asked, packed, "{board}");
        }
        let next = oracle.optimal_moves(board);
        if let Ok(moves) = next {
            assert_eq!(moves - board.legal_moves(Metric::Single), MoveSet::EMPTY, "{board}");
            assert_eq!(moves.is_empty(), *board == goal, "{board}");
        }
        for solution in oracle.solutions(board).into_iter().flatten().take(20).flatten() {
            assert_eq!(board.after(&solution), Some(goal), "{board}");
            assert_eq!(found.as_ref().map(|moves| moves.len()).ok(), Some(solution.len()));
        }
        let count = oracle.count_solutions(board);
        let few = count.as_ref().is_ok_and(|&count| count <= 100);
        let answers = [
            found.map(|moves| moves.to_string()),
            oracle.distance(board).map(|distance| distance.to_string()),
            next.map(|moves| moves.to_string()),
            count.map(|count| count.to_string()),
            // If there are too many, the board is skipped below.
            match oracle.solutions(board) {
                Ok(solutions) if few => solutions
                    .map(|solution| Ok(solution?.to_string()))
                    .collect::<Result<Vec<_>, _>>()
                    .map(|solutions| solutions.join("\n")),
                Ok(_) => Ok("many".into()),
                Err(error) => Err(error),
            },
        ];
        expected.iter_mut().zip(answers).for_each(|(all, answer)| all.push(answer));
    }
    let answers =
        [Question::Moves, Question::Distance, Question::Next, Question::Count, Question::All];
    for (answer, expected) in answers.into_iter().zip(expected) {
        // Only these two are answered from unpacked solutions.
        let unpacks = unpacked && matches!(answer, Question::Moves | Question::Distance);
        for unpack in [false, true].into_iter().take(1 + usize::from(unpacks)) {
            let oracle = oracle.clone();
            let bulk = Bulk::with_oracles(Form::from(answer), move |_| Ok(oracle.clone()));
            let bulk = bulk.goal(goal);
            if unpack {
                bulk.answer(format!("{goal}\n").repeat(4096).as_bytes(), &mut Answers::default());
            }
            for (boards, expected) in boards.chunks(16).zip(expected.chunks(16)) {
                bulk_agrees(&bulk, boards, expected);
            }
        }
    }
}

/// Asks for all answers together, and after each error for the rest.
fn bulk_agrees(bulk: &Bulk, boards: &[SmallBoard], expected: &[Result<String, Error>]) {
    let lines: Vec<_> =
        boards.iter().zip(expected).filter(|(_, expected)| !is_many(expected)).collect();
    let mut lines = lines.as_slice();
    let mut answers = Answers::default();
    while !lines.is_empty() {
        let text: String = lines.iter().map(|(board, _)| format!("{board}\n")).collect();
        bulk.answer(text.as_bytes(), &mut answers);
        let damaged = |answer: &Result<_, _>| matches!(answer, Err(Error::Table { .. }));
        let first = lines.iter().position(|(_, answer)| damaged(answer));
        let before: String = lines[..first.unwrap_or(lines.len())]
            .iter()
            .map(|(_, answer)| match answer {
                Ok(answer) => format!("{answer}\n"),
                Err(_) => "unsolvable\n".into(),
            })
            .collect();
        assert_eq!(String::from_utf8_lossy(&answers.text), before);
        let failed = answers.failure.as_ref().map(|(line, error)| (*line as usize, error));
        let Some(first) = first else {
            assert!(failed.is_none(), "{failed:?}");
            return;
        };
        let (line, found) = failed.expect("an error");
        let why = lines[first].1.as_ref().expect_err("an error");
        assert_eq!((line, found.to_string()), (first, why.to_string()));
        lines = &lines[first + 1..];
    }
}

/// Whether all solutions were too many to be listed.
fn is_many(answer: &Result<String, Error>) -> bool {
    answer.as_ref().is_ok_and(|answer| answer == "many")
}

/// The bytes with updated checksums, as far as they are long enough to have any.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if bytes.len() < 4096 {
        return bytes;
    }
    let word = |bytes: &[u8], at: usize| {
        usize::try_from(u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))).unwrap_or(0)
    };
    let (entries, checksums) = (word(&bytes, 1088), word(&bytes, 1096));
    if entries < bytes.len()
        && checksums == 4096 + entries
        && bytes.len() == checksums + 4 * entries.div_ceil(4096)
    {
        for (block, start) in (4096..checksums).step_by(4096).enumerate() {
            let checksum = crc32(&bytes[start..(start + 4096).min(checksums)]);
            bytes[checksums + 4 * block..][..4].copy_from_slice(&checksum.to_le_bytes());
        }
        let checksum = crc32(&bytes[checksums..]);
        bytes[1116..1120].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = crc32(&bytes[20..1132]);
    bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The CRC-32 of zlib and PNG, so that the harness needs nothing but the library.
fn crc32(bytes: &[u8]) -> u32 {
    const OF_BYTE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut crc, mut bit) = (byte as u32, 0);
            while bit < 8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| crc >> 8 ^ OF_BYTE[usize::from(crc as u8 ^ byte)])
}

/// Judge input: answered, or an error for a malformed case after the answers before it.
pub fn judge(data: &[u8]) {
    let Some((&which, input)) = data.split_first() else { return };
    let judge = &Judge::ALL[usize::from(which) % Judge::ALL.len()];
    let mut answers = 0u64;
    let answered = judge.answer(&TABLES, &Limits::default(), input, |answer| {
        assert!(answer.ends_with('\n'));
        answers += 1;
        Ok::<(), Error>(())
    });
    match answered {
        Ok(()) => {}
        Err(Error::Case { case, line, .. }) => {
            // Text after the last case counts as the next case, and only the end of the input shows
            // that a case is the only one.
            assert!(
                (answers..=answers + 2).contains(&case),
                "{}: case {case} after {answers} answers",
                judge.name
            );
            assert!(line >= 1);
        }
        Err(error) => panic!("{}: {error}", judge.name),
    }
}
