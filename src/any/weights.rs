//! What a score is made of, besides the squares of the steps, and how much each part counts.
//!
//! The weights come from boards that beams kept on random boards of 8x8, and then of 8x8 and 10x10
//! with the weights from before. Of those with the blank in one cell of a level, some have
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
    /// What each move counts that a block of tiles needs beyond its steps.
    pub block: i32,
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
            conflict: varied(385),
            conflict_side: varied(240),
            near: varied(60),
            block: varied(88),
        }
    }

    /// What two tiles of a line in the wrong order count: if both are in the line, and if one of
    /// them is a step away. `line` is the number of the line, of `lines`.
    pub fn order(&self, line: usize, lines: usize) -> [i32; 2] {
        let side = if line == 0 || line + 1 == lines { self.conflict_side } else { 0 };
        [self.conflict + side, self.near]
    }
}

/// What two tiles beside each other count, by where both want to go: the first index is for one of
/// them, the second for the other. Each is three times what it wants on the line through both (0
/// away from the other one, 1 nothing, 2 towards it), and what it wants across (0 to one side, 1
/// nothing, 2 to the other side). So tiles that want to pass count most, then a tile that wants to
/// go where one is that does not want to go away; and tiles that leave each other count less.
const BESIDE: [[i32; 9]; 9] = [
    [-75, -95, -95, -30, -70, -60, -10, -65, -30],
    [-95, -65, -95, -50, -65, -50, 10, -50, 10],
    [-95, -95, -75, -60, -70, -30, -30, -65, -10],
    [-30, -50, -60, 55, -15, -10, 95, 45, 75],
    [-70, -65, -70, -15, -15, -15, 140, 65, 140],
    [-60, -50, -30, -10, -15, 55, 75, 45, 95],
    [-10, 10, -30, 95, 140, 75, 175, 220, 180],
    [-65, -50, -65, 45, 65, 45, 220, 240, 220],
    [-30, 10, -10, 75, 140, 95, 180, 220, 175],
];

/// What two tiles beside each other count, for each direction from one to the other and what both
/// want.
pub(super) fn beside(weights: &Weights) -> [[[i32; 16]; 16]; 4] {
    let mut beside = [[[0; 16]; 16]; 4];
    for (dir, beside) in beside.iter_mut().enumerate() {
        // The moves ahead, back, and to both sides.
        let sides = if dir == 0 || dir == 3 { [1, 2] } else { [0, 3] };
        let index = |wants: usize, [ahead, back, left, right]: [usize; 4]| {
            let has = |dir: usize| wants >> dir & 1;
            if has(ahead) + has(back) > 1 || has(left) + has(right) > 1 {
                return None;
            }
            Some(3 * (1 + has(ahead) - has(back)) + 1 + has(right) - has(left))
        };
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let one = index(a, [dir, 3 - dir, sides[0], sides[1]]);
            let other = index(b, [3 - dir, dir, sides[0], sides[1]]);
            if let (Some(one), Some(other)) = (one, other) {
                beside[a][b] = weights.beside * BESIDE[one][other] / 100;
            }
        }
    }
    beside
}
