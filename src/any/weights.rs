//! What a score is made of, besides the squares of the steps, and how much each part counts.
//!
//! The weights come from boards that beams kept on random boards of 8x8, and then of 8x8 and 10x10
//! with the weights from before, twice. Of those with the blank in one cell of a level, some have
//! descendants among the best 60 levels later, and most have not. A logistic regression between the
//! two says how each weight has to change.

/// The power of how far two tiles are apart.
pub(super) const ROOT: f64 = 0.65;

/// What the score is made of, besides the squares of the steps.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    /// What the product of a tile's row steps and column steps counts.
    pub bent: i32,
    /// What each step counts besides for a tile that belongs at a side of the board.
    pub side: i32,
    /// What two tiles count that belong beside each other, and of which one is a step off from
    /// where it would be beside the other. More steps count with the power [`ROOT`].
    pub apart: i32,
    /// What two tiles beside each other count, in percent of [`BESIDE`].
    pub beside: i32,
    /// What two tiles in the wrong order count, for each line where both belong.
    pub conflict: i32,
    /// What they count besides in a line at a side of the board.
    pub conflict_side: i32,
    /// What they count if one of them is a step away from the line.
    pub near: i32,
    /// What they count besides if the line is at a side of the board.
    pub near_side: i32,
    /// What they count if they are farther away from the line, in percent.
    pub off: i32,
    /// What each move counts that a block of tiles needs beyond its steps.
    pub block: i32,
    /// What each odd group counts.
    pub group: i32,
}

impl Weights {
    /// The weights of a beam. The first beam has the best ones. Others have each weight up to two
    /// fifths smaller or larger, as if by chance.
    pub fn new(beam: usize) -> Weights {
        let mut state = beam as u64;
        let mut varied = |weight: i32| {
            if beam == 0 {
                return weight;
            }
            state = state.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005);
            weight * (60 + (state >> 33) as i32 % 81) / 100
        };
        Weights {
            bent: varied(40),
            side: varied(40),
            apart: varied(40),
            beside: varied(100),
            conflict: varied(355),
            conflict_side: varied(305),
            near: varied(80),
            near_side: varied(20),
            off: varied(100),
            block: varied(88),
            group: varied(4000),
        }
    }

    /// What two tiles count that belong in one line, in the wrong order, by how many lines each of
    /// them is away from it. Nothing if one is more than two away.
    pub fn order(&self, is_side: bool, behind: [i32; 2]) -> i32 {
        let [one, other] = behind.map(i32::abs);
        let side = |weight: i32| if is_side { weight } else { 0 };
        let is_between = behind[0] * behind[1] < 0;
        match (one.min(other), one.max(other)) {
            (0, 0) => self.conflict + side(self.conflict_side),
            (0, 1) => self.near + side(self.near_side),
            (0, 2) => self.off * 17 / 100,
            (1, 1) => self.off * 25 / 100,
            // If the line is between them, they are too far apart to be in each other's way.
            (1, 2) if !is_between => self.off * 8 / 100,
            (2, 2) if !is_between => self.off * 12 / 100,
            _ => 0,
        }
    }
}

/// In place of how far a tile is from its line, plus 3, if it is farther than that.
pub(super) const ELSEWHERE: usize = 7;

/// What two tiles in the wrong order count that belong in one line.
pub(super) struct Order {
    /// By how far both are from their line, plus 2.
    pub pairs: [[i32; 5]; 5],
    /// How that changes if one of them goes to the next line: by how far it is, plus 3, by whether
    /// it goes back or on, and by how far the other one is, plus 3, or [`ELSEWHERE`].
    pub changes: [[[i16; ELSEWHERE + 1]; 2]; ELSEWHERE],
}

impl Order {
    pub fn new(weights: &Weights, is_side: bool) -> Order {
        Order {
            pairs: array(|one| array(|other| weights.order(is_side, [one - 2, other - 2]))),
            changes: array(|one| {
                [-4, -2].map(|to| {
                    array(|other| {
                        let [before, after] =
                            [-3, to].map(|from| weights.order(is_side, [one + from, other - 3]));
                        (after - before) as i16
                    })
                })
            }),
        }
    }
}

fn array<T, const N: usize>(item: impl Fn(i32) -> T) -> [T; N] {
    std::array::from_fn(|i| item(i32::from(i as u8)))
}

/// How many things a tile can want: to go two steps or more up, one, none, one down, two or more;
/// and for each of these, the same to the left and to the right.
pub(super) const KINDS: usize = 25;

/// What two tiles beside each other count, by what both want: the first number of a pair is what
/// the upper one of two tiles wants, and the second what the lower one would want if the board were
/// turned upside down, so that from 20 on both want to pass the other. The pairs are in order, but
/// without those that are an earlier one as seen from the other tile, or in a mirror. Tiles that
/// want to pass count most, then a tile that wants to go where one is that does not want to go
/// away; and tiles that leave each other count less.
const BESIDE: [i16; 175] = [
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

/// What two tiles beside each other count, for each pair.
fn pairs() -> [[i16; KINDS]; KINDS] {
    let mirrored = |wants: usize| wants / 5 * 5 + 4 - wants % 5;
    let mut pairs = [[0; KINDS]; KINDS];
    let mut numbers = BESIDE.iter();
    for (a, b) in (0..KINDS).flat_map(|a| (0..KINDS).map(move |b| (a, b))) {
        let mirror = (mirrored(a), mirrored(b));
        let first = (a, b).min((b, a)).min(mirror).min((mirror.1, mirror.0));
        pairs[a][b] = match numbers.as_slice() {
            [number, ..] if first == (a, b) => {
                numbers.next();
                *number
            }
            _ => pairs[first.0][first.1],
        };
    }
    pairs
}

/// What two tiles beside each other count, for each direction from one to the other and what both
/// want, as in entries.
pub(super) fn beside(weights: &Weights) -> [[[i16; 32]; 32]; 4] {
    let pairs = pairs();
    let mut beside = [[[0; 32]; 32]; 4];
    for (dir, beside) in beside.iter_mut().enumerate() {
        // What a tile wants as it is if the other one is below.
        let turned = |wants: usize, dir: usize| {
            let (down, right) = (wants / 5, wants % 5);
            match dir {
                0 => wants,
                1 => 5 * (4 - right) + down,
                2 => 5 * right + down,
                _ => 5 * (4 - down) + right,
            }
        };
        for (a, b) in (0..KINDS).flat_map(|a| (0..KINDS).map(move |b| (a, b))) {
            let pair = pairs[turned(a, dir)][turned(b, 3 - dir)];
            beside[a][b] = (weights.beside * i32::from(pair) / 100) as i16;
        }
    }
    beside
}
