//! Trains the score of a size by ranking: of the boards of one level of a beam, the one on the
//! solution is to come first. `train/README.md` says how to use it.

mod data;
mod model;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use data::{Boards, groups};
use model::Model;

/// Moves of random walks from the goal in the first round, whose score is not trained yet.
const FIRST_WALKS: [u32; 2] = [300, 2500];

/// The same for all other rounds.
const WALKS: [u32; 2] = [300, 20_000];

/// One round: solves boards with the weights so far, adds groups of boards from these beams to the
/// groups so far, and trains on all of them.
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: tilebase-train SIDE FILE SEED BOARDS WIDTH PASSES";
    let mut next = || arguments.next().ok_or(usage);
    let side: usize = next()?.parse()?;
    let file: PathBuf = next()?.into();
    let seed: u64 = next()?.parse()?;
    let [boards, width, passes] = [next()?.parse()?, next()?.parse()?, next()?.parse()?];
    let all_groups = file.with_extension("groups");
    let is_first = !file.exists();
    let mut model = if is_first { Model::new(side) } else { Model::read(side, &fs::read(&file)?) };
    let mut bytes = if all_groups.exists() { fs::read(&all_groups)? } else { Vec::new() };
    let mut rng = fastrand::Rng::with_seed(seed);
    let walks = if is_first { FIRST_WALKS } else { WALKS };
    let weights = (!is_first).then(|| model.weights());
    let boards = Boards { side, count: boards, walks, has_uniform: !is_first };
    let made = groups(&boards, width, weights, &mut rng);
    eprintln!(
        "{} of {} boards solved, {:.2} moves, {} groups",
        made.solved,
        boards.count,
        made.moves as f64 / made.solved.max(1) as f64,
        made.groups.len(),
    );
    bytes.extend(made.groups.iter().flat_map(data::to_bytes));
    fs::write(&all_groups, &bytes)?;
    if passes == 0 {
        return Ok(());
    }
    let all = data::from_bytes(&bytes, side * side);
    let figures = model.train(&all, passes, &mut rng);
    model.rounds.push(format!(
        "seed {seed}, {} boards, width {width}, {passes} passes: {figures}",
        boards.count
    ));
    fs::write(&file, model.to_file())?;
    Ok(())
}
