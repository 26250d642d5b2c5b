//! The alternating-swap puzzle, compared with an independent search over every board.

use std::fmt::Write as _;

use crate::common::QuickMap;
use tilebase::judge::Judge;
use tilebase::swap::{Kind, SwapBoard};
use tilebase::{Error, Limits, Tablebase};

/// Every arrangement with a first move of each kind, by a search over the cells that is independent
/// of the library.
struct Search {
    side: usize,
    /// The least number of moves, and the first of the exchanges that are optimal.
    found: QuickMap<u64, (usize, (usize, usize))>,
    exchanges: [Vec<(usize, usize)>; 2],
}

/// An arrangement and the kind of the next move, in a number of four bits for each.
fn number(cells: &[u8], kind: usize) -> u64 {
    cells.iter().fold(kind as u64, |number, &cell| number << 4 | u64::from(cell))
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
        let mut search = Search { side, found: QuickMap::default(), exchanges };
        let mut level: Vec<u64> = [0, 1].map(|kind| number(&goal, kind)).to_vec();
        search.found.extend(level.iter().map(|&goal| (goal, (0, (0, 0)))));
        for distance in 1.. {
            let mut next = Vec::new();
            for &after in &level {
                for &exchange in &search.exchanges[1 - search.kind(after)] {
                    let before = search.exchanged(after, exchange);
                    search.found.entry(before).or_insert_with(|| {
                        next.push(before);
                        (distance, exchange)
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            // It was found by an optimal exchange, which need not be the first.
            for &board in &next {
                let first = search.exchanges[search.kind(board)].iter().find(|&&exchange| {
                    let after = search.found.get(&search.exchanged(board, exchange));
                    after.is_some_and(|after| after.0 == distance - 1)
                });
                let first = *first.expect("an optimal move");
                search.found.insert(board, (distance, first));
            }
            level = next;
        }
        search
    }

    /// The kind of the next move.
    fn kind(&self, number: u64) -> usize {
        (number >> (4 * self.side * self.side)) as usize
    }

    /// After an exchange, when the next move is of the other kind.
    fn exchanged(&self, number: u64, (a, b): (usize, usize)) -> u64 {
        let cells = self.side * self.side;
        let [a, b] = [a, b].map(|cell| 4 * (cells - 1 - cell));
        let both = (number >> a ^ number >> b) & 15;
        number ^ both << a ^ both << b ^ 1 << (4 * cells)
    }

    /// The least of the shortest solutions with a first move of this kind, as exchanged tiles.
    fn canonical(&self, cells: &[u8], kind: usize) -> Vec<(u8, u8)> {
        let (mut cells, mut at, mut moves) = (cells.to_vec(), number(cells, kind), Vec::new());
        let (length, _) = self.found[&at];
        for _ in 0..length {
            let (_, (a, b)) = self.found[&at];
            moves.push((cells[a].min(cells[b]), cells[a].max(cells[b])));
            cells.swap(a, b);
            at = self.exchanged(at, (a, b));
        }
        moves
    }
}

fn every_board(side: usize) -> Vec<SwapBoard> {
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
    boards.iter().map(|tiles| SwapBoard::new(tiles).expect("a board")).collect()
}

/// A row of `data/known/alternating_swap.csv`.
fn known() -> Vec<Vec<usize>> {
    let text = include_str!("../../data/known/alternating_swap.csv");
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split(',').map(|field| field.parse().expect("a number")).collect()).collect()
}

#[test]
fn every_board_has_its_canonical_solution() {
    for side in [2, 3] {
        let (search, boards) = (Search::new(side), every_board(side));
        let (mut counts, mut total, mut farthest) = (vec![vec![0; 6]; 13], 0, Vec::new());
        // Of 3x3, one in five is asked for both solutions, and all for the shorter one.
        let step = if boards.len() > 24 { 5 } else { 1 };
        for (number, board) in boards.iter().enumerate() {
            for (kind, first) in Kind::ALL.into_iter().enumerate().filter(|_| number % step == 0) {
                let moves = board.solution_by(first);
                let tiles = moves.iter().map(|mv| mv.tiles).collect::<Vec<_>>();
                assert_eq!(tiles, search.canonical(board.tiles(), kind), "{board} {first:?}");
            }
            let [o, d] = [0, 1].map(|kind| search.found[&self::number(board.tiles(), kind)].0);
            let moves = board.solution();
            assert_eq!(moves.len(), o.min(d), "{board}");
            {
                // Legal, alternating, and it ends at the goal.
                let mut end = *board;
                for (number, mv) in moves.iter().enumerate() {
                    assert!(search.exchanges[mv.kind as usize].contains(&mv.cells));
                    assert!(number == 0 || mv.kind == moves[number - 1].kind.other());
                    end = end.exchanged(mv.cells);
                }
                assert_eq!(end, board.goal());
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
        assert_eq!(solved, boards.len(), "none of {side}x{side} is without a solution");
        if side == 3 {
            for (row, known) in counts.iter().zip(known()) {
                assert_eq!(row, &known[1..], "{} moves", known[0]);
            }
            for (kind, column) in Kind::ALL.into_iter().zip([6, 5]) {
                let known: Vec<u64> = known().iter().map(|row| row[column] as u64).collect();
                let counts = boards[0].counts(kind);
                assert_eq!(counts, known[..counts.len()], "{kind:?}");
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

/// The library's solution, which is compared above, in the judge's words.
#[test]
fn chino2_over_many_boards() {
    let tables = Tablebase::embedded();
    let judge = Judge::named("chino2").expect("a judge");
    for (number, board) in every_board(3).into_iter().step_by(7).enumerate() {
        let mut expected = String::new();
        for (k, mv) in (1..).zip(board.solution()) {
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
