//! Compares pattern distances with a search on plain boards, which does not use zones, masks or
//! ranks.

use std::ops::ControlFlow::Continue;

use super::PatternTable;
use crate::generate::bfs_from_goal;
use crate::puzzle::{Direction, Orbit, Pattern, SmallShape, rank};
use crate::solver::PartitionSize;
use crate::space::{PatternSpace, Space};

/// The cells of the blank and of each tile of the pattern. The other tiles are all alike, so this
/// describes the whole board.
type Places = Vec<usize>;

/// Converts the cells to a number: each digit counts the free cells before the cell.
fn number(places: &Places, cells: usize) -> usize {
    let mut number = 0;
    for (i, place) in places.iter().enumerate() {
        let taken = places[..i].iter().filter(|earlier| *earlier < place).count();
        number = number * (cells - i) + place - taken;
    }
    number
}

/// The inverse: converts a number to the cells.
fn places(mut number: usize, tiles: usize, cells: usize) -> Places {
    let mut digits = vec![0; tiles + 1];
    for i in (0..=tiles).rev() {
        digits[i] = number % (cells - i);
        number /= cells - i;
    }
    let mut free: Vec<usize> = (0..cells).collect();
    digits.into_iter().map(|digit| free.remove(digit)).collect()
}

const UNREACHED: u8 = u8::MAX;

/// The distance of every board, indexed by its number. Moves of the pattern's tiles cost 1, and all
/// other moves are free.
fn plain_distances(shape: SmallShape, goal: &Places) -> Vec<u8> {
    let (cells, tiles) = (shape.cells(), goal.len() - 1);
    let mut distances = vec![UNREACHED; (cells - tiles..=cells).product()];
    let start = number(goal, cells);
    distances[start] = 0;
    let mut level = vec![start];
    for distance in 0.. {
        // The level grows while it is read, because free moves lead to boards at the same distance.
        let (mut next, mut read) = (Vec::new(), 0);
        while let Some(&board) = level.get(read) {
            read += 1;
            if distances[board] < distance {
                continue;
            }
            let here = places(board, tiles, cells);
            for to in Direction::ALL.into_iter().filter_map(|mv| shape.neighbour(here[0], mv)) {
                let mut there = here.clone();
                let tile = there[1..].iter_mut().find(|place| **place == to);
                let cost = u8::from(tile.is_some());
                if let Some(place) = tile {
                    *place = here[0];
                }
                there[0] = to;
                let there = number(&there, cells);
                if distances[there] > distance + cost {
                    distances[there] = distance + cost;
                    if cost == 0 { level.push(there) } else { next.push(there) }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// The distance of every state, found with the library's state space.
fn distances(space: &PatternSpace) -> Vec<u8> {
    let mut distances = vec![UNREACHED; usize::try_from(space.states()).unwrap()];
    distances[space.goal() as usize] = 0;
    // A state is reported after all states nearer than it, together with a move that leads to one
    // of them.
    let orders = space.orders();
    let record = |state: u64, _: u8, (from, to)| {
        let segment = (state / orders) as usize;
        let mut nearest = UNREACHED;
        assert!(space.crossings(segment).any(|way| (way.from, way.to) == (from, to)));
        space.predecessors(state, |other, _| nearest = nearest.min(distances[other as usize]));
        distances[state as usize] = nearest + 1;
    };
    let _ = bfs_from_goal(space, record, |_| Continue(()));
    distances
}

/// Compares every state of a pattern, and returns the greatest distance.
fn compare(orbit: Orbit, cells: u32) -> u8 {
    let shape = orbit.shape();
    let space = PatternSpace::new(Pattern::new(orbit, cells).unwrap()).unwrap();
    let goal_cells: Vec<usize> = (0..shape.cells()).filter(|cell| cells >> cell & 1 != 0).collect();
    let goal: Places =
        std::iter::once(orbit.goal_blank()).chain(goal_cells.iter().copied()).collect();
    let ours = distances(&space);
    let mut met = vec![false; ours.len()];
    for (board, &plain) in plain_distances(shape, &goal).iter().enumerate() {
        let places = places(board, goal_cells.len(), shape.cells());
        let mask = places[1..].iter().fold(0, |mask, &cell| mask | 1 << cell);
        let mut order: Vec<u8> = (1..places.len() as u8).collect();
        order.sort_unstable_by_key(|&tile| places[usize::from(tile)]);
        let index = space.segment(mask, places[0]) as u64 * space.orders() + rank(&order);
        let index = index as usize;
        assert_eq!(ours[index], plain, "{places:?} in {}", space.pattern());
        met[index] = true;
    }
    assert!(
        met.into_iter().all(|met| met),
        "every state of {} is that of a board",
        space.pattern()
    );

    for (state, &distance) in
        ours.iter().enumerate().filter(|(_, distance)| **distance != UNREACHED)
    {
        let segment = (state as u64 / space.orders()) as usize;
        assert_eq!(
            distance % 2 == 1,
            space.odd(segment),
            "the parity of state {state} of {}",
            space.pattern()
        );
        space.predecessors(state as u64, |other, _| {
            assert_eq!(
                ours[other as usize].abs_diff(distance),
                1,
                "a move changes the distance by exactly 1"
            );
        });
    }
    ours.into_iter().filter(|distance| *distance != UNREACHED).max().unwrap()
}

/// Compares one in `step` of the patterns with so many tiles.
fn patterns(shape: &str, tiles: std::ops::RangeInclusive<u32>, step: usize) {
    let shape: SmallShape = shape.parse().unwrap();
    for orbit in Orbit::all(shape) {
        let all = (1..1u32 << shape.cells()).filter(|cells| tiles.contains(&cells.count_ones()));
        let all = all.filter(|cells| cells >> orbit.goal_blank() & 1 == 0);
        for cells in all.step_by(step) {
            compare(orbit, cells);
        }
    }
}

#[test]
fn every_pattern_of_2x4_is_as_on_plain_boards() {
    patterns("4x2", 1..=7, 1);
}

#[test]
fn patterns_of_3x3_are_as_on_plain_boards() {
    patterns("3x3", 1..=3, 1);
    patterns("3x3", 4..=5, 9);
}

#[test]
#[ignore = "a minute: all patterns of more tiles, some of whose states cannot be reached"]
fn larger_patterns_of_3x3_are_as_on_plain_boards() {
    patterns("3x3", 4..=8, 1);
}

#[test]
fn patterns_of_4x4_are_as_on_plain_boards() {
    for (goal_blank, cells) in
        [(15, 0b11_0001), (11, 0b0101_0010), (10, 0b1000_0000_0010_0001), (15, 0b1_0011_0010)]
    {
        let orbit = Orbit::new("4x4".parse().unwrap(), goal_blank).expect("a cell");
        let turned = if orbit.goal_blank() == goal_blank {
            cells
        } else {
            cells & !(1 << orbit.goal_blank())
        };
        compare(orbit, turned);
    }
}

/// The pattern of all tiles is the whole puzzle. The number of boards at each distance is
/// published.
#[test]
fn the_pattern_of_all_tiles_is_the_puzzle() {
    let orbit = Orbit::new("3x3".parse().unwrap(), 8).expect("a cell");
    let space = PatternSpace::new(Pattern::new(orbit, 0b1111_1111).unwrap()).unwrap();
    assert_eq!(space.states(), 362_880);
    let (counts, _) = bfs_from_goal(&space, |_, _, _| (), |_| Continue(())).expect("memory");
    assert_eq!((counts.len(), counts.iter().sum(), counts[31]), (32, 181_440, 2));
}

#[test]
fn segments_are_as_many_as_counted_before() {
    let orbit = Orbit::new("4x4".parse().unwrap(), 15).expect("a cell");
    let counts = [5, 6, 7, 8, 9].map(|tiles| {
        let space = PatternSpace::new(Pattern::new(orbit, (1 << tiles) - 1).unwrap()).unwrap();
        let segments = space.segments();
        assert!(segments.is_sorted_by_key(|segment| (segment.mask, segment.zone.trailing_zeros())));
        (segments.len(), space.states())
    });
    let expected =
        [(7_284, 874_080), (16_412, 11_816_640), (27_748, 139_849_920), (35_347, 1_425_191_040)];
    assert_eq!(counts[..4], expected);
    assert_eq!(counts[4], (34_012, 12_342_274_560));
}

/// A plain search over boards on which the blank and some tiles are distinguished. It does not use
/// zones, masks or ranks of orders: a board's number is computed from its places.
struct PlainSearch {
    shape: SmallShape,
    /// The number of pieces: the blank and the tiles.
    pieces: usize,
    boards: usize,
    /// Four bits per board: the distance modulo 12, which determines it modulo 4.
    nibbles: Vec<u8>,
}

impl PlainSearch {
    const UNREACHED: u8 = 15;

    /// Finds the distances to the board with the blank and the tiles in these places.
    fn new(shape: SmallShape, goal: &[usize]) -> PlainSearch {
        let boards: usize = (shape.cells() - goal.len() + 1..=shape.cells()).product();
        let nibbles = vec![u8::MAX; boards.div_ceil(2)];
        let mut search = PlainSearch { shape, pieces: goal.len(), boards, nibbles };
        let mut places = [0; 16];
        places[..goal.len()].copy_from_slice(goal);
        search.reach(&places, 0);
        for distance in 0_u32.. {
            let (here, next) = ((distance % 12) as u8, ((distance + 1) % 12) as u8);
            let mut grew = false;
            for board in 0..boards {
                // Boards 12 levels nearer are visited again, but have no new neighbours.
                if search.get(board) == here {
                    let places = search.places(board);
                    for (to, piece) in search.moves(&places) {
                        if let Some(piece) = piece {
                            let mut there = places;
                            (there[piece], there[0]) = (places[0], to);
                            grew |= search.reach(&there, next);
                        }
                    }
                }
            }
            if !grew {
                break;
            }
        }
        search
    }

    /// Where the blank can move, and the piece that it changes places with.
    fn moves(&self, places: &[usize; 16]) -> impl Iterator<Item = (usize, Option<usize>)> + use<> {
        let (shape, pieces, places) = (self.shape, self.pieces, *places);
        Direction::ALL
            .into_iter()
            .filter_map(move |mv| shape.neighbour(places[0], mv))
            .map(move |to| (to, (1..pieces).find(|&piece| places[piece] == to)))
    }

    /// Stores the distance of a new board, and of all boards that free moves of the blank lead to.
    /// Returns whether the board was new.
    fn reach(&mut self, places: &[usize; 16], distance: u8) -> bool {
        let mut blanks = vec![places[0]];
        let mut is_new = false;
        while let Some(blank) = blanks.pop() {
            let mut places = *places;
            places[0] = blank;
            let board = self.number(&places);
            if self.get(board) == Self::UNREACHED {
                is_new = true;
                self.nibbles[board / 2] ^= (Self::UNREACHED ^ distance) << (board % 2 * 4);
                let free = self.moves(&places).filter(|(_, piece)| piece.is_none());
                blanks.extend(free.map(|(to, _)| to));
            }
        }
        is_new
    }

    fn get(&self, board: usize) -> u8 {
        self.nibbles[board / 2] >> (board % 2 * 4) & 15
    }

    /// Each digit counts the cells before a place that no earlier piece occupies.
    fn number(&self, places: &[usize; 16]) -> usize {
        let (mut number, mut taken) = (0, 0_u32);
        for (i, place) in places[..self.pieces].iter().enumerate() {
            let before = (taken & ((1 << place) - 1)).count_ones() as usize;
            number = number * (self.shape.cells() - i) + place - before;
            taken |= 1 << place;
        }
        number
    }

    fn places(&self, mut number: usize) -> [usize; 16] {
        let (mut places, mut free) = ([0; 16], std::array::from_fn::<usize, 16, _>(|cell| cell));
        for i in (0..self.pieces).rev() {
            places[i] = number % (self.shape.cells() - i);
            number /= self.shape.cells() - i;
        }
        for place in &mut places[..self.pieces] {
            let digit = *place;
            *place = free[digit];
            free.copy_within(digit + 1.., digit);
        }
        places
    }
}

/// Compares the table that the solver generates for a pattern with a plain search, over all boards.
fn compare_table(orbit: Orbit, cells: u32) {
    let shape = orbit.shape();
    let pattern = Pattern::new(orbit, cells).expect("a pattern");
    let space = PatternSpace::new(pattern).unwrap();
    let table = PatternTable::generate(pattern, 2).expect("memory");
    let mut goal = vec![orbit.goal_blank()];
    goal.extend((0..shape.cells()).filter(|cell| cells >> cell & 1 != 0));
    let search = PlainSearch::new(shape, &goal);

    for number in 0..search.boards {
        let places = search.places(number);
        let mask = places[1..goal.len()].iter().fold(0_u32, |mask, place| mask | 1 << place);
        // The order of the state: the pieces in reading order, numbered from 0.
        let mut order = [0; 16];
        for (number, &place) in places[1..goal.len()].iter().enumerate() {
            order[(mask & ((1 << place) - 1)).count_ones() as usize] = number;
        }
        let mut rank = 0;
        for i in 0..goal.len() - 1 {
            let smaller = order[i + 1..goal.len() - 1].iter().filter(|&&tile| tile < order[i]);
            rank = rank * (goal.len() - 1 - i) as u64 + smaller.count() as u64;
        }
        let segment = space.segment(mask, places[0]);
        let state = segment as u64 * space.orders() + rank;
        let bit = table.bytes()[(state / 8) as usize] >> (state % 8) & 1;
        let found = bit << 1 | u8::from(space.odd(segment));
        let expected = search.get(number);
        assert_ne!(expected, PlainSearch::UNREACHED, "board {number} of {pattern}");
        assert_eq!(found, expected % 4, "board {number} of {pattern}");
    }
}

#[test]
fn the_table_of_five_tiles_of_4x4_is_as_searched_plainly() {
    let orbit = Orbit::new("4x4".parse().unwrap(), 14).expect("a cell");
    assert_eq!(orbit.goal_blank(), 14);
    compare_table(orbit, 0b1000_0000_0011_0011);
}

/// Compares one of the two large tables of 4x4.
fn compare_large_table(number: usize) {
    let orbit = Orbit::new("4x4".parse().unwrap(), 15).expect("a cell");
    let partition = &PartitionSize::Large.partitions(orbit)[0];
    compare_table(orbit, partition[number].cells());
}

/// The smaller of the two large tables of 4x4.
#[test]
#[ignore = "five minutes, and 300 MB: 518,918,400 boards"]
fn the_table_of_seven_tiles_of_4x4_is_as_searched_plainly() {
    compare_large_table(1);
}

/// The larger of the two.
#[test]
#[ignore = "half an hour, and 2.5 GB: 4,151,347,200 boards"]
fn the_table_of_eight_tiles_of_4x4_is_as_searched_plainly() {
    compare_large_table(0);
}

#[test]
fn what_is_no_pattern_is_refused() {
    let orbit = Orbit::new("2x4".parse().unwrap(), 7).expect("a cell");
    let refused = |cells| Pattern::new(orbit, cells).unwrap_err().to_string();
    assert_eq!(refused(0), "no goal cell: expected a pattern of at least one tile");
    assert_eq!(refused(0b1000_0001), "goal cell 7: expected a cell of 4x2-7 that holds a tile");
    assert_eq!(refused(1 << 8), "goal cell 8: expected a cell of 4x2-7 that holds a tile");
}
