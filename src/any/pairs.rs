//! The terms of a score for pairs of tiles: tiles in the wrong order, and tiles beside each other.

use super::tile_code::CLASSES;
use super::tuning::{FAR_CONFLICTS, Weights};

/// The term for two tiles in the wrong order that belong in one line. `from_line` is the signed
/// number of lines from there to each of the tiles. Zero if one of them is more than two away.
fn conflict(weights: &Weights, is_edge: bool, from_line: [i32; 2]) -> i32 {
    let [one, other] = from_line.map(i32::abs);
    let at_edge = |weight: i32| if is_edge { weight } else { 0 };
    let far = |weight: i32| weights.far_conflict_percent * weight / 100;
    let is_between = from_line[0] * from_line[1] < 0;
    match (one.min(other), one.max(other)) {
        (0, 0) => weights.conflict + at_edge(weights.conflict_at_edge),
        (0, 1) => weights.near_conflict + at_edge(weights.near_conflict_at_edge),
        (0, 2) => far(FAR_CONFLICTS.in_line_and_two),
        (1, 1) => far(FAR_CONFLICTS.both_one),
        // With the line between them, they are too far apart to be in each other's way.
        (1, 2) if !is_between => far(FAR_CONFLICTS.one_and_two),
        (2, 2) if !is_between => far(FAR_CONFLICTS.both_two),
        _ => 0,
    }
}

/// The index in [`ConflictTable::changes`] of a tile more than three lines away from its line.
pub(super) const FAR_FROM_LINE: usize = 7;

/// The terms for two tiles in the wrong order that belong in one line.
pub(super) struct ConflictTable {
    /// By the number of lines from their own line to each of them, plus 2.
    pub counts: [[i32; 5]; 5],
    /// The change if the first tile goes to the next line: by the number of lines to where it is,
    /// plus 3; by whether it goes back (0) or on (1); and by the number of lines to the other tile,
    /// plus 3, or [`FAR_FROM_LINE`].
    pub changes: [[[i16; FAR_FROM_LINE + 1]; 2]; FAR_FROM_LINE],
}

impl ConflictTable {
    pub fn new(weights: &Weights, is_edge: bool) -> ConflictTable {
        let count = |one: i32, other: i32| conflict(weights, is_edge, [one, other]);
        ConflictTable {
            counts: array(|one| array(|other| count(one - 2, other - 2))),
            changes: array(|one| {
                [-1, 1].map(|step| {
                    array(|other| {
                        let (one, other) = (one - 3, other - 3);
                        (count(one + step, other) - count(one, other)) as i16
                    })
                })
            }),
        }
    }
}

fn array<T, const N: usize>(item: impl Fn(i32) -> T) -> [T; N] {
    std::array::from_fn(|i| item(i32::from(i as u8)))
}

/// The terms for two tiles beside each other, by the displacement classes of both.
///
/// The class of the lower one is seen as if the board were turned upside down: so both tiles head
/// for the other, and past it, if their classes are 20 or more. The pairs of classes are in order,
/// but without those that repeat an earlier pair as seen from the other tile, or in a mirror. Tiles
/// that have to pass each other count most, then a tile that has to go where another one is at
/// home; tiles that leave each other count less. By the regression that gave [`Weights`].
const ADJACENT: [i16; 175] = [
    -125, -115, -110, -120, -170, -90, -115, -105, -120, -135, -70, -80, -115, -95, -120, -70, -70,
    -110, -85, -110, -15, -40, -70, -45, -50, -90, -110, -120, -90, -85, -105, -100, -120, -60,
    -40, -85, -70, -95, -50, -45, -100, -60, -80, 25, 20, -40, 0, -10, -85, -100, -95, -70, -65,
    -65, -90, -50, -40, -95, 25, 20, -40, -45, -60, -100, -100, -115, -5, -25, -65, -60, -95, -35,
    -45, -80, -45, -70, 50, 35, 5, 40, 20, -45, -80, -70, -35, -30, -65, -50, -85, -25, 5, -75,
    -30, -50, 85, 90, 15, 70, 40, -60, -65, -45, -60, -20, 0, -55, 90, 105, 25, 15, 25, -35, -30,
    -70, 50, 25, 0, 35, 20, 120, 115, 85, 100, 90, 70, -20, -10, 85, 95, 30, 70, 45, 155, 160, 135,
    155, 125, -25, 100, 135, 65, 195, 220, 125, 70, 85, 130, 110, 60, 145, 170, 215, 170, 150, 120,
    170, 150, 210, 220, 265, 240, 195, 200, 240, 285, 215, 230, 280, 315, 280, 240, 315, 380, 340,
    270,
];

/// [`ADJACENT`] for all pairs of classes.
fn all_adjacent() -> [[i16; CLASSES]; CLASSES] {
    let mirrored = |class: usize| class / 5 * 5 + 4 - class % 5;
    let mut pairs = [[0; CLASSES]; CLASSES];
    let mut values = ADJACENT.iter();
    for (a, b) in (0..CLASSES).flat_map(|a| (0..CLASSES).map(move |b| (a, b))) {
        let mirror = (mirrored(a), mirrored(b));
        let first = (a, b).min((b, a)).min(mirror).min((mirror.1, mirror.0));
        pairs[a][b] = match values.as_slice() {
            [value, ..] if first == (a, b) => {
                values.next();
                *value
            }
            _ => pairs[first.0][first.1],
        };
    }
    pairs
}

/// The terms for two tiles beside each other, by the direction from one to the other and the
/// classes of both as they are in tile codes. Zero for the blank.
pub(super) fn adjacent(weights: &Weights) -> [[[i16; 32]; 32]; 4] {
    let pairs = all_adjacent();
    let mut adjacent = [[[0; 32]; 32]; 4];
    for (dir, adjacent) in adjacent.iter_mut().enumerate() {
        // The class after the board was turned so that the other tile is below.
        let turned = |class: usize, dir: usize| {
            let (down, right) = (class / 5, class % 5);
            match dir {
                0 => class,
                1 => 5 * (4 - right) + down,
                2 => 5 * right + down,
                _ => 5 * (4 - down) + right,
            }
        };
        for (a, b) in (0..CLASSES).flat_map(|a| (0..CLASSES).map(move |b| (a, b))) {
            let pair = pairs[turned(a, dir)][turned(b, 3 - dir)];
            adjacent[a][b] = (weights.adjacent_percent * i32::from(pair) / 100) as i16;
        }
    }
    adjacent
}
