//! Pattern distances compared with a search on plain boards, which does not use zones, masks or
//! ranks.

use tilebase::generate::search_backwards;
use tilebase::puzzle::{Orbit, Pattern};
use tilebase::space::{PatternSpace, Space};
use tilebase::{Board, Move, Shape};

/// The cells of the blank and of each tile of the pattern. The other tiles are all alike, so this
/// is the whole board.
type Places = Vec<usize>;

/// The cells as a number: each digit counts the free cells before the cell.
fn number(places: &Places, cells: usize) -> usize {
    let mut number = 0;
    for (i, place) in places.iter().enumerate() {
        let taken = places[..i].iter().filter(|earlier| *earlier < place).count();
        number = number * (cells - i) + place - taken;
    }
    number
}

/// The inverse: the cells of a number.
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

/// The distance of every board, by its number: moves of the pattern's tiles cost 1, all others
/// nothing.
fn plain_distances(shape: Shape, goal: &Places) -> Vec<u8> {
    let (cells, tiles) = (shape.cells(), goal.len() - 1);
    let mut distances = vec![UNREACHED; (cells - tiles..=cells).product()];
    let start = number(goal, cells);
    distances[start] = 0;
    let mut level = vec![start];
    for distance in 0.. {
        // The level grows while it is read: free moves lead to boards at the same distance.
        let (mut next, mut read) = (Vec::new(), 0);
        while let Some(&board) = level.get(read) {
            read += 1;
            if distances[board] < distance {
                continue;
            }
            let here = places(board, tiles, cells);
            for to in Move::ALL.into_iter().filter_map(|mv| shape.neighbour(here[0], mv)) {
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

/// The distance of every state by the library's space.
fn distances(space: &PatternSpace) -> Vec<u8> {
    let mut distances = vec![UNREACHED; usize::try_from(space.states()).unwrap()];
    for goal in space.goals() {
        distances[goal as usize] = 0;
    }
    // A state is recorded when all states nearer than it are, and with a move that leads to one of
    // them.
    let orders = space.orders();
    let _ = search_backwards(space, |state, _, (from, to)| {
        let segment = (state / orders) as usize;
        let mut nearest = UNREACHED;
        assert!(space.crossings(segment).any(|way| (way.from, way.to) == (from, to)));
        space.predecessors(state, |other, _| nearest = nearest.min(distances[other as usize]));
        distances[state as usize] = nearest + 1;
    });
    distances
}

/// Compares every state of a pattern, and returns the greatest distance.
fn compare(orbit: Orbit, cells: u16) -> u8 {
    let shape = orbit.shape();
    let space = PatternSpace::new(Pattern::new(orbit, cells).unwrap());
    let goal_cells: Vec<usize> = (0..shape.cells()).filter(|cell| cells >> cell & 1 != 0).collect();
    let goal: Places =
        std::iter::once(orbit.goal_blank()).chain(goal_cells.iter().copied()).collect();
    let tiles: Vec<u8> = goal_cells.iter().map(|&cell| orbit.goal().cells()[cell]).collect();
    let others: Vec<u8> = (1..shape.cells() as u8).filter(|tile| !tiles.contains(tile)).collect();

    let ours = distances(&space);
    let mut met = vec![false; ours.len()];
    for (board, &plain) in plain_distances(shape, &goal).iter().enumerate() {
        let places = places(board, tiles.len(), shape.cells());
        let mut cells = [u8::MAX; 16];
        cells[places[0]] = 0;
        places[1..].iter().zip(&tiles).for_each(|(&place, &tile)| cells[place] = tile);
        let mut others = others.iter();
        cells[..shape.cells()]
            .iter_mut()
            .filter(|cell| **cell == u8::MAX)
            .for_each(|cell| *cell = *others.next().unwrap());
        let board = Board::new(shape, &cells[..shape.cells()]).unwrap();
        let index = space.index_of(&board) as usize;
        assert_eq!(ours[index], plain, "{board} in {}", space.pattern());
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

fn all_patterns(shape: &str, tiles: std::ops::RangeInclusive<u32>) {
    let shape: Shape = shape.parse().unwrap();
    for orbit in Orbit::all(shape) {
        for cells in
            (1..1 << shape.cells()).filter(|cells: &u16| tiles.contains(&cells.count_ones()))
        {
            if cells >> orbit.goal_blank() & 1 == 0 {
                compare(orbit, cells);
            }
        }
    }
}

#[test]
fn every_pattern_of_2x4_is_as_on_plain_boards() {
    all_patterns("4x2", 1..=7);
}

#[test]
fn patterns_of_3x3_are_as_on_plain_boards() {
    all_patterns("3x3", 1..=5);
}

#[test]
#[ignore = "half a minute: the patterns of more tiles, some of whose states cannot be reached"]
fn larger_patterns_of_3x3_are_as_on_plain_boards() {
    all_patterns("3x3", 6..=8);
}

#[test]
fn patterns_of_4x4_are_as_on_plain_boards() {
    for (goal_blank, cells) in
        [(15, 0b11_0001), (11, 0b0101_0010), (10, 0b1000_0000_0010_0001), (15, 0b1_0011_0011)]
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

/// The whole puzzle is the pattern of all tiles: the published number of boards at each distance.
#[test]
fn the_pattern_of_all_tiles_is_the_puzzle() {
    let orbit = Orbit::new("3x3".parse().unwrap(), 8).expect("a cell");
    let space = PatternSpace::new(Pattern::new(orbit, 0b1111_1111).unwrap());
    assert_eq!(space.states(), 362_880);
    let counts = search_backwards(&space, |_, _, _| ()).expect("memory");
    assert_eq!((counts.len(), counts.iter().sum(), counts[31]), (32, 181_440, 2));
}

#[test]
fn segments_are_as_many_as_counted_before() {
    let orbit = Orbit::new("4x4".parse().unwrap(), 15).expect("a cell");
    let counts = [5, 6, 7, 8, 9].map(|tiles| {
        let space = PatternSpace::new(Pattern::new(orbit, (1 << tiles) - 1).unwrap());
        let segments = space.segments();
        assert!(segments.is_sorted_by_key(|segment| (segment.mask, segment.zone.trailing_zeros())));
        (segments.len(), space.states())
    });
    let expected =
        [(7_284, 874_080), (16_412, 11_816_640), (27_748, 139_849_920), (35_347, 1_425_191_040)];
    assert_eq!(counts[..4], expected);
    assert_eq!(counts[4], (34_012, 12_342_274_560));
}

#[test]
fn what_is_no_pattern_is_refused() {
    let orbit = Orbit::new("2x4".parse().unwrap(), 7).expect("a cell");
    let refused = |cells| Pattern::new(orbit, cells).unwrap_err().to_string();
    assert_eq!(refused(0), "no goal cell: expected a pattern of at least one tile");
    assert_eq!(refused(0b1000_0001), "goal cell 7: expected a cell of 4x2-7 that holds a tile");
    assert_eq!(refused(1 << 8), "goal cell 8: expected a cell of 4x2-7 that holds a tile");
}
