//! Code shared by tests: the published counts, and a search that does not use tables.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod columns;
pub mod grid;
pub mod random;

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::{Duration, Instant};

use tilebase::generate::generate;
use tilebase::puzzle::{Metric, Orbit, Puzzle, SmallBoard, SmallShape, solvable};
use tilebase::search::{BoxedHeuristic, HeuristicName};
use tilebase::table::format::{ENTRIES_OFFSET, HEADER_LEN, PRELUDE_LEN};
use tilebase::{Move, Moves, Tablebase};

/// A heuristic by its name, in the metric of single tiles.
pub fn single(name: HeuristicName, goal: &SmallBoard) -> BoxedHeuristic {
    name.of(goal, Metric::Single, &Tablebase::embedded()).expect("a heuristic")
}

/// The Manhattan distance in the multi-tile metric.
pub fn multi_manhattan(goal: &SmallBoard) -> BoxedHeuristic {
    HeuristicName::Manhattan.of(goal, Metric::Multi, &Tablebase::embedded()).expect("a heuristic")
}

/// A row of `data/known/depth_counts.csv`.
pub struct Known {
    pub shape: SmallShape,
    pub goal_blank: usize,
    pub states: u64,
    pub counts: Vec<u64>,
}

/// The published and recounted numbers of boards at each distance.
pub fn known_counts() -> Vec<Known> {
    let text = include_str!("../../data/known/depth_counts.csv");
    let rows = text.lines().skip(1).map(|row| {
        // The source is the only quoted field, because it may contain commas.
        let (start, rest) = row.split_once('"').expect("a quoted source");
        let (_, counts) = rest.split_once("\",").expect("counts behind the source");
        let fields: Vec<&str> = start.split(',').collect();
        let known = Known {
            shape: fields[0].parse().expect("a shape"),
            goal_blank: fields[1].parse().expect("a cell"),
            states: fields[2].parse().expect("a number"),
            counts: counts.split(' ').map(|count| count.parse().expect("a count")).collect(),
        };
        assert_eq!(
            fields[3].parse::<usize>().expect("a diameter") + 1,
            known.counts.len(),
            "{row}"
        );
        known
    });
    rows.collect()
}

/// The goal with the tiles in order and the blank in a cell.
pub fn goal_with_blank(shape: SmallShape, blank: usize) -> SmallBoard {
    let mut cells: Vec<u8> = (1..shape.cells() as u8).collect();
    cells.insert(blank, 0);
    SmallBoard::new(shape, &cells).expect("a goal")
}

/// The bytes of the table of a puzzle.
pub fn generated(puzzle: impl Into<Puzzle>) -> Vec<u8> {
    let mut bytes = Vec::new();
    generate(puzzle).expect("small").write_to(&mut bytes).expect("memory");
    bytes
}

/// The bytes of the default table of a shape.
pub fn table_bytes(shape: &str) -> Vec<u8> {
    let shape: SmallShape = shape.parse().expect("a shape");
    generated(Orbit::new(shape, shape.tiles()).expect("a cell"))
}

/// Updates all checksums of a table whose bytes were changed.
pub fn with_new_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    let word = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize
    };
    let (entries, checksums) = (word(&bytes, 1088), word(&bytes, 1096));
    for (block, start) in (ENTRIES_OFFSET..ENTRIES_OFFSET + entries).step_by(4096).enumerate() {
        let checksum = crc32fast::hash(&bytes[start..(start + 4096).min(checksums)]);
        bytes[checksums + 4 * block..][..4].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes[checksums..]);
    bytes[1116..1120].copy_from_slice(&checksum.to_le_bytes());
    fit_header(&mut bytes);
    bytes
}

/// Updates the checksum of a changed header.
pub fn fit_header(bytes: &mut [u8]) {
    let checksum = crc32fast::hash(&bytes[PRELUDE_LEN..PRELUDE_LEN + HEADER_LEN]);
    bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
}

/// A map whose keys are hashed in less time than by default.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// Mixes words by a multiplication, as nobody chooses the keys of a test to collide.
#[derive(Default)]
pub struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Distances to a goal by a breadth-first search over boards: no ranks, no tables.
pub struct Search {
    pub distances: QuickMap<Vec<u8>, u32>,
    shape: SmallShape,
}

impl Search {
    pub fn to(goal: &SmallBoard) -> Search {
        let shape = goal.shape();
        let distances = QuickMap::from_iter([(goal.cells().to_vec(), 0)]);
        let mut search = Search { distances, shape };
        let mut level = vec![goal.cells().to_vec()];
        for distance in 1.. {
            let neighbours: Vec<_> =
                level.iter().flat_map(|cells| search.neighbours(cells)).collect();
            level.clear();
            for (_, cells) in neighbours {
                if !search.distances.contains_key(&cells) {
                    search.distances.insert(cells.clone(), distance);
                    level.push(cells);
                }
            }
            if level.is_empty() {
                break;
            }
        }
        search
    }

    /// Moves in the canonical order, with where they lead.
    fn neighbours(&self, cells: &[u8]) -> Vec<(Move, Vec<u8>)> {
        let cols = self.shape.cols();
        let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
        let (row, col) = (blank / cols, blank % cols);
        let mut moves = Vec::new();
        let mut exchange = |mv, with: usize| {
            let mut next = cells.to_vec();
            next.swap(blank, with);
            moves.push((mv, next));
        };
        if row + 1 < self.shape.rows() {
            exchange(Move::DOWN, blank + cols);
        }
        if col > 0 {
            exchange(Move::LEFT, blank - 1);
        }
        if col + 1 < cols {
            exchange(Move::RIGHT, blank + 1);
        }
        if row > 0 {
            exchange(Move::UP, blank - cols);
        }
        moves
    }

    /// The moves that lower the distance, with where they lead.
    pub fn optimal(&self, cells: &[u8]) -> Vec<(Move, Vec<u8>)> {
        let distance = self.distances[cells];
        self.neighbours(cells)
            .into_iter()
            .filter(|(_, next)| self.distances[next] + 1 == distance)
            .collect()
    }

    /// The lexicographically smallest of the shortest solutions: at each board the smallest move
    /// that lowers the distance.
    pub fn canonical(&self, cells: &[u8]) -> Moves {
        let mut moves = Vec::new();
        let mut cells = cells.to_vec();
        while self.distances[&cells] > 0 {
            let (mv, next) = self.optimal(&cells).swap_remove(0);
            moves.push(mv);
            cells = next;
        }
        moves.into()
    }
}

thread_local! {
    static NOW: Cell<Instant> = Cell::new(Instant::now());
}

/// A clock of each thread, which stands still unless it is put forward.
pub fn clock() -> Instant {
    NOW.get()
}

/// Lets time pass on the clock of this thread.
pub fn put_forward(time: Duration) {
    NOW.set(NOW.get() + time);
}

/// Random numbers, the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    /// A board that can reach the goal, each equally likely.
    pub fn board(&mut self, goal: &SmallBoard) -> SmallBoard {
        loop {
            let mut cells = goal.cells().to_vec();
            for i in (1..cells.len()).rev() {
                cells.swap(i, self.below(i + 1));
            }
            let board = SmallBoard::new(goal.shape(), &cells).expect("an arrangement");
            if solvable(&board, goal).is_ok() {
                return board;
            }
        }
    }

    /// A board after random moves, none of which undoes the previous one.
    pub fn walk(&mut self, goal: &SmallBoard, moves: usize) -> SmallBoard {
        let (mut board, mut last) = (*goal, None);
        for _ in 0..moves {
            let legal: Vec<Move> = board
                .legal_moves(Metric::Single)
                .into_iter()
                .filter(|mv| Some(mv.inverse()) != last)
                .collect();
            let mv = legal[self.below(legal.len())];
            (board, last) = (board.moved(mv).expect("a legal move"), Some(mv));
        }
        board
    }
}

/// The distance of every board within some moves of a goal, by a plain breadth-first search.
pub fn near(goal: &SmallBoard, moves: u32) -> HashMap<SmallBoard, u32> {
    let mut distances = HashMap::from([(*goal, 0)]);
    let mut level = vec![*goal];
    for distance in 1..=moves {
        let mut next = Vec::new();
        for board in level {
            for board in Move::ONE_CELL.into_iter().filter_map(|mv| board.moved(mv)) {
                distances.entry(board).or_insert_with(|| {
                    next.push(board);
                    distance
                });
            }
        }
        level = next;
    }
    distances
}
