//! The model: a weight for each feature of a board. The score of a board is their sum.

use fastrand::Rng;
use tilebase::any::training::{LINES, SQUARES, from_weight, is_kept, weights};

use crate::data::Group;

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

/// What a score is made of.
pub trait Features {
    /// The weights before training.
    fn start(&self) -> Vec<f32>;
    /// The part of a board's score that is not learned.
    fn fixed(&self, board: &[u8]) -> i32;
    /// Calls `each` with the index of each of a board's weights.
    fn visit(&self, board: &[u8], each: impl FnMut(usize));
    /// For each weight, the first one of those that are the same.
    fn first(&self) -> &[usize];
    /// The index of the first weight of a flow: squares and then lines.
    fn first_flow(&self) -> usize;
    /// True if a weight becomes smaller with each change.
    fn decays(&self, at: usize) -> bool;
    /// Score units for each unit of the model, a logit.
    fn units(&self) -> f32;
    /// What the weights are.
    fn title(&self) -> String;

    /// True if a weight is one of a flow.
    fn is_flow(&self, at: usize) -> bool {
        at.checked_sub(self.first_flow()).is_some_and(|it| it < SQUARES + LINES)
    }

    /// True if a weight is in the file. A square has the weight of its mirror image.
    fn is_in_file(&self, at: usize) -> bool {
        at.checked_sub(self.first_flow()).is_none_or(|it| it >= SQUARES || is_kept(it))
    }
}

pub struct Model<F> {
    features: F,
    weights: Vec<f32>,
    /// A line for each round so far.
    pub rounds: Vec<String>,
}

/// First and second moments of gradients.
struct Moments {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl<F: Features> Model<F> {
    /// The model before training.
    pub fn new(features: F) -> Model<F> {
        Model { weights: features.start(), features, rounds: Vec::new() }
    }

    /// The model in a file.
    pub fn read(features: F, bytes: &[u8]) -> Model<F> {
        let mut model = Model::new(features);
        let text = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap_or(bytes.len());
        let lines = String::from_utf8_lossy(&bytes[..text]);
        model.rounds = lines.lines().skip(1).map(String::from).collect();
        let mut numbers = weights(bytes);
        for at in 0..model.weights.len() {
            model.weights[at] = if model.features.is_in_file(at) {
                f32::from(numbers.next().unwrap_or_default()) / model.features.units()
            } else {
                model.weights[model.features.first()[at]]
            };
        }
        model
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
        let rate = |at: usize| if self.features.is_flow(at) { FLOW_RATE } else { most };
        let rates: Vec<f32> = (0..count).map(rate).collect();
        eprintln!("before: {}", self.measure(held));
        for pass in 0..passes {
            rng.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                gradient.fill(0.0);
                for &group in batch {
                    // The sum of slopes is zero, so weights of all boards of a group do not change.
                    let mut rest = 0.0;
                    for (board, chance) in group.iter().zip(self.chances(group)).skip(1) {
                        let slope = chance / batch.len() as f32;
                        if slope > LEAST_SLOPE {
                            self.features.visit(board, |it| gradient[it] -= slope);
                            rest += slope;
                        }
                    }
                    self.features.visit(&group[0], |it| gradient[it] += rest);
                }
                for (at, &first) in self.features.first().iter().enumerate() {
                    if first < at {
                        gradient[first] += gradient[at];
                    }
                }
                for (at, &first) in self.features.first().iter().enumerate() {
                    gradient[at] = gradient[first];
                }
                let part = 1.0 - moments.steps as f32 / batches as f32;
                self.step(&gradient, &mut moments, &rates, part);
            }
            eprintln!("pass {}: {}", pass + 1, self.measure(held));
        }
        self.measure(held)
    }

    /// The chances that the score gives the boards of a group.
    fn chances(&self, group: &Group) -> Vec<f32> {
        let fixed = |board: &Vec<u8>| self.features.fixed(board);
        let first = fixed(&group[0]);
        let score = |board: &Vec<u8>| {
            // Four sums, since each addition waits for the one before.
            let (mut a, mut b, mut c, mut d) = (0.0, 0.0, 0.0, 0.0);
            self.features.visit(board, |it| (a, b, c, d) = (b, c, d, a + self.weights[it]));
            a + b + c + d + (fixed(board) - first) as f32 / self.features.units()
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
        let all = self.weights.iter_mut().zip(gradient);
        for (at, ((weight, &slope), (m, v))) in
            all.zip(moments.first.iter_mut().zip(&mut moments.second)).enumerate()
        {
            *m = 0.9 * *m + 0.1 * slope;
            *v = 0.999 * *v + 0.001 * slope * slope;
            let decay = if self.features.decays(at) { DECAY } else { 0.0 };
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

    /// The file of weights: text up to an empty line, and then numbers of two bytes, the lower
    /// bytes before all upper ones.
    pub fn to_file(&self) -> Vec<u8> {
        let head = format!("{}, made by train/ in these rounds:", self.features.title());
        let mut bytes = format!("{head}\n{}\n\n", self.rounds.join("\n")).into_bytes();
        let weights = self.weights.iter().enumerate();
        let weights = weights.filter(|&(at, _)| self.features.is_in_file(at));
        let numbers =
            weights.map(|(_, weight)| from_weight((weight * self.features.units()).round() as i16));
        let both: Vec<[u8; 2]> = numbers.map(u16::to_le_bytes).collect();
        bytes.extend((0..2).flat_map(|byte| both.iter().map(move |number| number[byte])));
        bytes
    }
}
