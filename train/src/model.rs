//! The model: a weight for each feature of a board. The score of a board is their sum.

use fastrand::Rng;
use tilebase::any::training::{
    CONFLICTS, Directions, LINES, LearnedWeights, SQUARES, conflict_place, from_weight, is_kept,
    mirrored_square, to_weight,
};

use crate::data::Group;

/// The most cells of a board.
const MAX_CELLS: usize = 64;

/// Classes of a displacement: rows and columns to go, each clamped to -2..=2.
const CLASSES: usize = 25;

/// Score units in a file for each unit of the model, a logit.
const SCALE: f32 = 100.0;

/// Groups between two changes of the weights.
const BATCH: usize = 64;

/// Changes of weights at first, which become smaller up to the end: of new weights, of those that
/// had a round, and of flows, since they are few. Also the part of the weights that is lost with
/// each change, for all but parts.
const RATES: [f32; 2] = [0.01, 0.0005];
const FLOW_RATE: f32 = 0.002;
const DECAY: f32 = 0.03;

/// Smaller slopes of the loss are left out.
const LEAST_SLOPE: f32 = 1e-5;

/// One group in this number is not trained on.
const HELD_OUT: usize = 20;

pub struct Model {
    side: usize,
    weights: Vec<f32>,
    places: Places,
    /// A line for each round so far.
    pub rounds: Vec<String>,
}

/// Where the weights of a board are.
struct Places {
    /// Cells as if rows were twice as long, so that a difference is a way between two cells.
    padded: Vec<usize>,
    /// The displacement class of each number in each cell, and with rows and columns exchanged.
    classes: [Vec<u8>; 2],
    /// The row and the column of each cell.
    rows_and_cols: Vec<[i32; 2]>,
    /// Each two tiles that belong in one row (axis 0) or column, and the weight of the first of
    /// their conflicts.
    in_line: Vec<(usize, [usize; 2], usize)>,
    /// For two tiles, the weight of their pair if they are in one cell.
    pairs: Vec<usize>,
    /// The weight that is the same as each one, with rows and columns exchanged.
    mirrored: Vec<usize>,
}

impl Places {
    fn new(side: usize) -> Places {
        let (cells, width) = (side * side, 2 * side - 1);
        let ways = width * width;
        let padded: Vec<usize> = (0..cells).map(|cell| cell / side * width + cell % side).collect();
        let class = |home: [usize; 2], at: [usize; 2]| {
            let [down, right] = [0, 1].map(|axis| {
                2 + home[axis].saturating_sub(at[axis]).min(2)
                    - at[axis].saturating_sub(home[axis]).min(2)
            });
            [down * 5 + right, right * 5 + down].map(|class| class as u8)
        };
        let both = (0..cells * cells).map(|it| {
            class([it / cells / side, it / cells % side], [it % cells / side, it % side])
        });
        let both: Vec<[u8; 2]> = both.collect();
        let tiles = || 0..cells - 1;
        let first = first_pair(cells);
        let flows = first_flow(cells);
        let conflicts = flows - 2 * CONFLICTS;
        let in_line = tiles().flat_map(|a| {
            let both = (a + 1..cells - 1).map(move |b| (a, b));
            both.flat_map(|(a, b)| [(0, a, b, a / side, b / side), (1, a, b, a % side, b % side)])
        });
        let in_line =
            in_line.filter(|&(.., one, other)| one == other).map(|(axis, a, b, line, _)| {
                (axis, [a, b], conflicts + usize::from([0, side - 1].contains(&line)) * CONFLICTS)
            });
        let pairs = tiles().flat_map(|a| (a + 1..cells - 1).map(move |b| (a, b))).map(|(a, b)| {
            let home = padded[b] - padded[a] - 1;
            first + home * ways + ways / 2
        });
        let transposed = |cell: usize| cell % side * side + cell / side;
        let parts =
            (0..cells * cells).map(|it| transposed(it / cells) * cells + transposed(it % cells));
        let in_place = cells * cells..flows;
        let squares = (0..SQUARES).map(|it| flows + mirrored_square(it));
        let lines = flows + SQUARES..first;
        // A pair has one weight, whichever of its tiles comes first.
        let way = |it: usize| it % width * width + it / width;
        let halves = (0..ways / 2 * ways).map(|it| {
            let [home, place] = [way(ways / 2 + 1 + it / ways), way(it % ways)];
            let [home, place] =
                if home > ways / 2 { [home, place] } else { [home, place].map(|it| ways - 1 - it) };
            first + (home - ways / 2 - 1) * ways + place
        });
        Places {
            mirrored: parts.chain(in_place).chain(squares).chain(lines).chain(halves).collect(),
            pairs: pairs.collect(),
            in_line: in_line.collect(),
            rows_and_cols: (0..cells)
                .map(|cell| [cell / side, cell % side].map(|it| i32::from(it as u8)))
                .collect(),
            classes: [0, 1].map(|axis| both.iter().map(|it| it[axis]).collect()),
            padded,
        }
    }
}

/// The index of the first weight of a flow: those of parts, adjacent tiles and conflicts come
/// first.
const fn first_flow(cells: usize) -> usize {
    cells * cells + CLASSES * CLASSES + 2 * CONFLICTS
}

/// The index of the first weight of a pair.
const fn first_pair(cells: usize) -> usize {
    first_flow(cells) + SQUARES + LINES
}

/// True if a weight is in the file. A square has the weight of its mirror image.
fn is_in_file(at: usize, cells: usize) -> bool {
    at.checked_sub(first_flow(cells)).is_none_or(|it| it >= SQUARES || is_kept(it))
}

/// First and second moments of gradients.
struct Moments {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Model {
    /// The model before training: a tile counts half a unit for each step, and more for more.
    pub fn new(side: usize) -> Model {
        let cells = side * side;
        let ways = (2 * side - 1).pow(2);
        let mut weights = vec![0.0; first_pair(cells) + ways / 2 * ways];
        for number in 0..cells - 1 {
            for cell in 0..cells {
                let [down, right] = [number / side, number % side]
                    .into_iter()
                    .zip([cell / side, cell % side])
                    .map(|(home, at)| home.abs_diff(at) as f32)
                    .collect::<Vec<_>>()[..]
                else {
                    unreachable!("two axes");
                };
                weights[number * cells + cell] = 0.5 * (down + right)
                    + 0.05 * ((down - 1.0).powi(2) + (right - 1.0).powi(2) - 2.0);
            }
        }
        Model { side, weights, places: Places::new(side), rounds: Vec::new() }
    }

    /// The model in a file.
    pub fn read(side: usize, bytes: &[u8]) -> Model {
        let text = bytes.windows(2).position(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
        let mut model = Model::new(side);
        let lines = String::from_utf8_lossy(&bytes[..text]);
        let rounds = lines.lines().skip(1).filter(|line| !line.is_empty());
        model.rounds = rounds.map(String::from).collect();
        let (lower, upper) = bytes[text..].split_at((bytes.len() - text) / 2);
        let mut numbers = lower.iter().zip(upper);
        for at in 0..model.weights.len() {
            model.weights[at] = if is_in_file(at, side * side) {
                let number = numbers.next().map(|(&low, &high)| u16::from_le_bytes([low, high]));
                f32::from(to_weight(number.unwrap_or_default())) / SCALE
            } else {
                model.weights[model.places.mirrored[at]]
            };
        }
        model
    }

    /// Calls `each` with the index of each of a board's weights.
    #[inline]
    fn visit(&self, board: &[u8], mut each: impl FnMut(usize)) {
        let Model { side, places: Places { padded, classes, pairs, .. }, .. } = self;
        let Places { rows_and_cols, in_line, .. } = &self.places;
        let (side, cells) = (*side, board.len());
        let (mut places, mut at) = ([0; MAX_CELLS], [[0; 2]; MAX_CELLS]);
        for (cell, &number) in board.iter().enumerate() {
            places[usize::from(number)] = padded[cell];
            at[usize::from(number)] = rows_and_cols[cell];
            each(usize::from(number) * cells + cell);
        }
        let last = cells - 1;
        let numbers: [usize; MAX_CELLS] =
            std::array::from_fn(|cell| board.get(cell).map_or(last, |&number| number.into()));
        for cell in 0..cells {
            let beside = [(0, 1, cell % side + 1 < side), (1, side, cell + side < cells)];
            for (axis, step, has_next) in beside {
                if has_next && numbers[cell] != last && numbers[cell + step] != last {
                    let [a, b] = [cell, cell + step]
                        .map(|cell| usize::from(classes[axis][numbers[cell] * cells + cell]));
                    each(cells * cells + a * CLASSES + b);
                }
            }
        }
        let mut directions = Directions::default();
        for (cell, &number) in board.iter().enumerate() {
            let is_blank = usize::from(number) == last;
            let class = classes[0][usize::from(number) * cells + cell];
            let class = if is_blank { CLASSES } else { class.into() };
            directions.put(class, padded[cell] as u16);
        }
        directions.visit(side, 2 * side - 1, |it| each(first_flow(cells) + it));
        for &(axis, [a, b], conflicts) in in_line {
            let (line, is_reversed) = (rows_and_cols[a][axis], at[b][1 - axis] < at[a][1 - axis]);
            if is_reversed && let Some(it) = conflict_place([a, b].map(|it| at[it][axis] - line)) {
                each(conflicts + it);
            }
        }
        let mut pairs = pairs.iter();
        for number in 0..last {
            let place = places[number];
            for (&pair, &other) in pairs.by_ref().take(last - 1 - number).zip(&places[number + 1..])
            {
                each(pair + other - place);
            }
        }
    }

    /// Trains on groups. Boards with rows and columns exchanged have the same score. Returns what
    /// was measured on groups that were not trained on.
    pub fn train(&mut self, groups: &[Group], passes: usize, rng: &mut Rng) -> String {
        let count = self.weights.len();
        let mut moments = Moments { first: vec![0.0; count], second: vec![0.0; count], steps: 0 };
        // The last groups, which come from boards of their own.
        let (trained, held) = groups.split_at(groups.len() - groups.len() / HELD_OUT);
        let mut order: Vec<&Group> = trained.iter().collect();
        let batches = passes * order.len().div_ceil(BATCH);
        let mut gradient = vec![0.0; count];
        let most = RATES[usize::from(!self.rounds.is_empty())];
        let first = first_flow(self.side * self.side);
        let is_flow = |at: usize| (first..first + SQUARES + LINES).contains(&at);
        let rates: Vec<f32> =
            (0..count).map(|at| if is_flow(at) { FLOW_RATE } else { most }).collect();
        eprintln!("before: {}", self.measure(held));
        for pass in 0..passes {
            rng.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                for &group in batch {
                    for (at, (board, chance)) in group.iter().zip(self.chances(group)).enumerate() {
                        let slope = (f32::from(at == 0) - chance) / batch.len() as f32;
                        if slope.abs() > LEAST_SLOPE {
                            self.visit(board, |it| gradient[it] += slope);
                        }
                    }
                }
                for (at, &mirrored) in self.places.mirrored.iter().enumerate() {
                    if at < mirrored {
                        let sum = gradient[at] + gradient[mirrored];
                        (gradient[at], gradient[mirrored]) = (sum, sum);
                    }
                }
                let part = 1.0 - moments.steps as f32 / batches as f32;
                self.step(&gradient, &mut moments, &rates, part);
            }
            eprintln!("pass {}: {}", pass + 1, self.measure(held));
        }
        self.measure(held)
    }

    /// The chances that the score gives the boards of a group.
    fn chances(&self, group: &[Vec<u8>]) -> Vec<f32> {
        let score = |board: &Vec<u8>| {
            // Four sums, since each addition waits for the one before.
            let (mut a, mut b, mut c, mut d) = (0.0, 0.0, 0.0, 0.0);
            self.visit(board, |it| (a, b, c, d) = (b, c, d, a + self.weights[it]));
            a + b + c + d
        };
        let scores: Vec<f32> = group.iter().map(score).collect();
        let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
        let chances: Vec<f32> = scores.iter().map(|score| (least - score).exp()).collect();
        let sum: f32 = chances.iter().sum();
        chances.into_iter().map(|chance| chance / sum).collect()
    }

    /// A step of Adam, by a part of the rate of each weight.
    fn step(&mut self, gradient: &[f32], moments: &mut Moments, rates: &[f32], part: f32) {
        moments.steps += 1;
        let [first, second] = [0.9_f32, 0.999].map(|it| 1.0 / (1.0 - it.powi(moments.steps)));
        let free = (self.side * self.side).pow(2);
        let all = self.weights.iter_mut().zip(gradient);
        for (at, ((weight, &slope), (m, v))) in
            all.zip(moments.first.iter_mut().zip(&mut moments.second)).enumerate()
        {
            *m = 0.9 * *m + 0.1 * slope;
            *v = 0.999 * *v + 0.001 * slope * slope;
            let decay = if at < free { 0.0 } else { DECAY };
            *weight -=
                rates[at] * part * (*m * first / ((*v * second).sqrt() + 1e-8) + decay * *weight);
        }
    }

    /// How well the score ranks groups.
    fn measure(&self, groups: &[Group]) -> String {
        let (mut loss, mut right, mut pairs) = (0.0, 0, 0);
        for group in groups {
            let chances = self.chances(group);
            loss -= f64::from(chances[0].max(1e-9).ln());
            right += chances[1..].iter().filter(|&&chance| chance < chances[0]).count();
            pairs += chances.len() - 1;
        }
        let (loss, right) = (loss / groups.len() as f64, 100.0 * right as f64 / pairs as f64);
        format!("{} groups held out: loss {loss:.4}, {right:.2} % of pairs right", groups.len())
    }

    /// The weights for beams.
    pub fn weights(&self) -> LearnedWeights {
        LearnedWeights::read(self.side, &self.to_file())
    }

    /// The file of weights: text up to an empty line, and then numbers of two bytes, the lower
    /// bytes before all upper ones.
    pub fn to_file(&self) -> Vec<u8> {
        let Model { side, rounds, .. } = self;
        let head = format!("Learned score of {side}x{side}, made by train/ in these rounds:");
        let mut bytes = format!("{head}\n{}\n\n", rounds.join("\n")).into_bytes();
        let weights = self.weights.iter().enumerate();
        let weights = weights.filter(|&(at, _)| is_in_file(at, side * side));
        let numbers = weights.map(|(_, weight)| from_weight((weight * SCALE).round() as i16));
        let both: Vec<[u8; 2]> = numbers.map(u16::to_le_bytes).collect();
        bytes.extend((0..2).flat_map(|byte| both.iter().map(move |number| number[byte])));
        bytes
    }
}
