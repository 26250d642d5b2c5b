//! The terms of a score for two tiles beside each other, by where both have to go.

use super::tile_code::CLASSES;
use super::tuning::Weights;

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
