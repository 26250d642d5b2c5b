//! Trains the score of a size, or the learned terms of all sizes, by ranking: of the boards of one
//! level of a beam, the one on the solution is to come first. `train/README.md` says how to use it.

mod all_sizes;
mod data;
mod model;
mod one_size;
mod places;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use all_sizes::AllSizes;
use data::{Boards, groups};
use model::{Features, Model};
use one_size::OneSize;
use tilebase::any::training::LearnedWeights;

/// Moves of random walks from the goal in the first round, whose score is not trained yet.
const FIRST_WALKS: [u32; 2] = [300, 2500];

/// The same for all other rounds.
const WALKS: [u32; 2] = [300, 20_000];

/// The sides of boards of learned terms for all sizes.
const SIDES: [usize; 3] = [8, 10, 12];

/// One round: solves boards with the weights so far, adds groups of boards from these beams to the
/// groups so far, and trains on all of them.
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: tilebase-train SIDE|any FILE SEED BOARDS WIDTH PASSES";
    let mut next = || arguments.next().ok_or(usage);
    let size = next()?;
    let file: PathBuf = next()?.into();
    let round = Round {
        seed: next()?.parse()?,
        boards: next()?.parse()?,
        width: next()?.parse()?,
        passes: next()?.parse()?,
    };
    if size == "any" {
        return round.run(&file, AllSizes::new(&SIDES), SIDES.to_vec(), true);
    }
    let one = size.parse()?;
    round.run(&file, OneSize::new(one), vec![one], false)
}

/// What the command line says of a round.
struct Round {
    seed: u64,
    boards: usize,
    width: usize,
    passes: usize,
}

impl Round {
    fn run(
        self,
        file: &Path,
        features: impl Features,
        sides: Vec<usize>,
        is_any_size: bool,
    ) -> Result<(), Box<dyn Error>> {
        let Round { seed, boards: count, width, passes } = self;
        let all_groups = file.with_extension("groups");
        let is_first = !file.exists();
        let mut model =
            if is_first { Model::new(features) } else { Model::read(features, &fs::read(file)?) };
        let mut bytes = if all_groups.exists() { fs::read(&all_groups)? } else { Vec::new() };
        let mut rng = fastrand::Rng::with_seed(seed);
        let walks = if is_first { FIRST_WALKS } else { WALKS };
        let weights =
            (!is_first && !is_any_size).then(|| LearnedWeights::read(sides[0], &model.to_file()));
        let boards = Boards { sides, is_any_size, count, walks, has_uniform: !is_first };
        let made = groups(&boards, width, weights, &mut rng);
        eprintln!(
            "{} of {count} boards solved, {:.2} moves, {} groups",
            made.solved,
            made.moves as f64 / made.solved.max(1) as f64,
            made.groups.len(),
        );
        bytes.extend(made.groups.iter().flat_map(data::to_bytes));
        fs::write(&all_groups, &bytes)?;
        if passes == 0 {
            return Ok(());
        }
        let figures = model.train(&data::from_bytes(&bytes), passes, &mut rng);
        let line =
            format!("seed {seed}, {count} boards, width {width}, {passes} passes: {figures}");
        model.rounds.push(line);
        fs::write(file, model.to_file())?;
        Ok(())
    }
}
