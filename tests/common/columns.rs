//! Columns of answers, as vectors.

use tilebase::oracle::{Ask, BatchError, Boards, Outcome};
use tilebase::{MoveSet, Moves, Oracle};

type Column<A> = Result<Vec<Outcome<A>>, BatchError>;

/// What many boards are asked for.
pub trait Columns {
    fn distances<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<u32>;
    fn solutions_of<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<Moves>;
    fn optimal_moves_of<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<MoveSet>;
}

impl Columns for Oracle {
    fn distances<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<u32> {
        let (boards, mut out) = room(self, boards.into());
        self.distances_into(boards, &mut out, |found| found).map(|()| out)
    }

    fn solutions_of<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<Moves> {
        let found = self.find(boards, Ask::SOLUTION)?.into_iter();
        let moves = |it: tilebase::oracle::Answer| it.moves.expect("asked for");
        Ok(found.map(|found| found.map(moves)).collect())
    }

    fn optimal_moves_of<'b>(&self, boards: impl Into<Boards<'b>>) -> Column<MoveSet> {
        let (boards, mut out) = room(self, boards.into());
        self.optimal_moves_into(boards, &mut out, |found| found).map(|()| out)
    }
}

/// The boards, and room for the answers to them.
fn room<'b, A: Default + Clone>(
    oracle: &Oracle,
    boards: Boards<'b>,
) -> (Boards<'b>, Vec<Outcome<A>>) {
    let count = match boards {
        Boards::Boards(boards) => boards.len(),
        Boards::Rows(rows) => rows.len().div_ceil(oracle.goal().cells().len()),
        _ => unreachable!("one of the two"),
    };
    (boards, vec![Outcome::default(); count])
}
