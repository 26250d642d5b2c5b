//! How a table of a goal answers the questions to a [`BoardSearch`].

use std::sync::Arc;

use super::label_table::{LabelTable, ShortestSolutions, StatePlace};
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Metric, Move, MoveSet, Moves, SmallBoard, Unsolvable};
use crate::solver::{BoardSearch, EachSolution, SolvedBoard};
use crate::threads;

/// The boards that a thread answers at a time.
const PER_TURN: usize = 64;

/// Answers from the distances of all boards.
#[derive(Clone, Debug)]
pub(crate) struct LabelAnswers {
    table: Arc<LabelTable>,
    metric: Metric,
}

impl LabelAnswers {
    /// Answers from this table.
    pub(crate) fn new(table: Arc<LabelTable>) -> LabelAnswers {
        LabelAnswers { metric: table.metric(), table }
    }

    pub(crate) const fn metric(&self) -> Metric {
        self.metric
    }

    pub(crate) const fn table(&self) -> &Arc<LabelTable> {
        &self.table
    }

    pub(crate) fn counts(&self) -> &[u64] {
        self.table.counts()
    }

    fn locate(&self, board: &SmallBoard) -> Result<StatePlace> {
        let found = self.table.locate(|cell| board.cells()[cell].into());
        found.ok_or_else(|| match SmallBoard::try_from(&self.table.goal().board) {
            Ok(goal) => Unsolvable::known(board.cells(), &goal).into(),
            Err(why) => why.into(),
        })
    }

    fn optimal(&self, at: &StatePlace) -> MoveSet {
        self.table.optimal(at).into_iter().map(|(mv, _)| mv).collect()
    }
}

impl BoardSearch for LabelAnswers {
    fn longest(&self) -> u32 {
        self.counts().len() as u32 - 1
    }

    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        Ok(boards.iter().map(|board| Ok(self.locate(board)?.distance)).collect())
    }

    fn solution(&self, board: &SmallBoard, _: usize, _: &Budget) -> Result<Moves> {
        Ok(self.table.solution(self.locate(board)?))
    }

    fn solutions_of(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        _: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let runs: Vec<&[SmallBoard]> = boards.chunks(PER_TURN).collect();
        let answer = |board| {
            let at = self.locate(board)?;
            let moves = ask.has(Ask::SOLUTION).then(|| self.table.solution(at));
            let next = ask.has(Ask::OPTIMAL_MOVES).then(|| self.optimal(&at));
            Ok(Answer { distance: Some(at.distance), moves, next, ..Answer::default() })
        };
        let found = threads::each(&runs, threads, |run| run.iter().map(answer).collect::<Vec<_>>());
        Ok(found.into_iter().flatten().collect())
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        Ok(self.optimal(&self.locate(solved.board)?))
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        let all = self.table.moves(&self.locate(solved.board)?).into_iter();
        Ok(all.map(|(mv, next)| (mv, next.distance)).collect())
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128> {
        Ok(self.table.count_solutions(self.locate(solved.board)?))
    }

    fn solutions(&self, board: &SmallBoard, _: &Moves, _: Budget) -> Result<EachSolution> {
        Ok(Box::new(ShortestSolutions::new(&self.table, self.locate(board)?)))
    }
}
