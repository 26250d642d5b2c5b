//! How an [`Oracle`] answers a run of boards, by what is asked of them.

use std::ops::ControlFlow;

use super::source::Source;
use super::walker::Walker;
use super::{BatchError, Oracle};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::limits::{Budget, Cost, Interval, Progress};
use crate::outcome::{Answer, Ask, Outcome};
use crate::puzzle::{Move, SmallBoard, Unsolvable};
use crate::solver::{BoardSearch, SolvedBoard, legal_moves};
use crate::threads;

/// Is called with the number of the first board of a run, and the outcomes of the run.
pub type EachRun<'e> = dyn FnMut(usize, &mut [Outcome]) -> ControlFlow<()> + 'e;

impl Oracle {
    /// Answers boards in order. `each` is called with the number of the first board of a run, and
    /// the outcomes of the run, which it may take; if it breaks, nothing more is answered.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first board that fails, after `each` was called with all before it:
    /// [`Error::Board`] if it has another size than the goal, [`Error::Table`] or
    /// [`Error::Pattern`] if a table is damaged, [`Error::Memory`], and any error of a search of
    /// your own.
    pub fn answers(
        &self,
        boards: &[Board],
        ask: Ask,
        each: &mut EachRun<'_>,
    ) -> std::result::Result<(), BatchError> {
        let (mut first, mut rest) = (0, boards);
        while !rest.is_empty() {
            let run;
            (run, rest) = rest.split_at(self.boards_together().min(rest.len()));
            let (mut answers, failure) = self.answer_run(run, ask);
            if each(first, &mut answers).is_break() {
                break;
            }
            first += answers.len();
            if let Some(error) = failure {
                return Err(BatchError::new(first, error));
            }
        }
        Ok(())
    }

    /// The answers to boards together, before the first that fails, and its error.
    fn answer_run(&self, run: &[Board], ask: Ask) -> (Vec<Outcome>, Option<Error>) {
        match &self.source {
            Source::Finder(finder) => {
                // One board has all threads for itself.
                let threads = self.threads.count();
                let (boards, of_board) = if run.len() == 1 { (1, threads) } else { (threads, 1) };
                until_failure(threads::each(run, boards, |board| {
                    match finder.find(&board.large(), &self.limits, of_board) {
                        Ok(Interval {
                            best: Some(moves), is_canonical: true, generated, ..
                        }) => Ok(Outcome::Known(Answer::from(moves).costing(Cost::of(generated)))),
                        Ok(interval) => Ok(interval.into()),
                        Err(error) => Outcome::of(Err(error)),
                    }
                }))
            }
            Source::Search(_, search) => {
                let found = |board| search(&*self.small(board)?, &self.limits);
                until_failure(run.iter().map(|board| Outcome::of(found(board))))
            }
            Source::Table(_)
            | Source::Patterns(_)
            | Source::Labels(_)
            | Source::Goals(_)
            | Source::GoalSearch(_) => {
                let small = |board| Some(*self.small(board).ok()?);
                let boards: Vec<SmallBoard> = run.iter().map_while(small).collect();
                let (found, failure) =
                    before_failure(&boards, |boards| self.answer_together(ask, boards));
                let large = || self.small(run.get(boards.len())?).err();
                (found, failure.or_else(large))
            }
        }
    }
}

/// Asks for the answers to boards. If one of them fails, the answers are those of the boards
/// before it, and the error comes with them.
fn before_failure<'b, A>(
    mut boards: &'b [SmallBoard],
    mut ask: impl FnMut(&'b [SmallBoard]) -> std::result::Result<Vec<A>, BatchError>,
) -> (Vec<A>, Option<Error>) {
    let mut failure = None;
    loop {
        match ask(boards) {
            Ok(answers) => return (answers, failure),
            // It need not be the first that fails.
            Err(BatchError { index, error }) => {
                failure = Some(error);
                let Some((_, fewer)) = boards.split_last() else {
                    return (Vec::new(), failure);
                };
                boards = &boards[..index.min(fewer.len())];
            }
        }
    }
}

/// The outcomes before the first failure, and the failure.
fn until_failure(all: impl IntoIterator<Item = Result<Outcome>>) -> (Vec<Outcome>, Option<Error>) {
    let mut failure = None;
    let all = all.into_iter().map_while(|answer| answer.map_err(|why| failure = Some(why)).ok());
    (all.collect(), failure)
}

impl Oracle {
    /// The answers to boards that are answered together.
    fn answer_together(
        &self,
        ask: Ask,
        boards: &[SmallBoard],
    ) -> std::result::Result<Vec<Outcome>, BatchError> {
        if !ask.has(Ask::COUNT | Ask::SOLUTIONS)
            && let Some(answers) = look_up(self, ask, boards)
        {
            return Ok(answers);
        }
        let (is_table, is_next) = (self.table().is_some(), ask == Ask::OPTIMAL_MOVES);
        // Without parity the legal moves do not follow from the optimal ones.
        let needs_each =
            ask.has(Ask::COUNT | Ask::SOLUTIONS) || ask.has(Ask::LEGAL_MOVES) && !self.has_parity();
        // A board alone is walked by itself.
        let is_alone = || boards.len() == 1 && !self.limits.interrupted(Progress::default());
        // Optimal moves alone need no walk, which may meet damage.
        if needs_each || is_table && !is_next && is_alone() {
            let source = self.source_together()?;
            let answer = |(index, board)| {
                Outcome::of(answer_one(self, source, board, ask, &mut |_| ()))
                    .map_err(|error| BatchError::new(index, error))
            };
            return boards.iter().enumerate().map(answer).collect();
        }
        if is_table && is_next {
            let answer = |next| Answer { next: Some(next), ..Answer::default() };
            return self.all(boards.into(), |boards, out| {
                self.optimal_moves_into(boards, out, |next| next.map(answer))
            });
        }
        if !is_table || ask.has(Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES) {
            return solve_together(self, ask, boards);
        }
        let answer = |distance| Answer { distance: Some(distance), ..Answer::default() };
        self.all(boards.into(), |boards, out| {
            self.distances_into(boards, out, |distance| distance.map(answer))
        })
    }
}

/// The solutions of boards, and what follows from them and from the optimal moves.
fn solve_together(
    oracle: &Oracle,
    ask: Ask,
    boards: &[SmallBoard],
) -> std::result::Result<Vec<Outcome>, BatchError> {
    // All of it is found at once, and a search knows what it cost.
    let is_legal = ask.has(Ask::LEGAL_MOVES);
    let ask = if is_legal { ask | Ask::DISTANCE | Ask::OPTIMAL_MOVES } else { ask };
    let answer = |board: &SmallBoard, found: Answer| {
        let distance = found.distance.unwrap_or_default();
        let optimal = found.next.filter(|_| is_legal);
        let legal = optimal.map(|it| best_first(legal_moves(board, distance, it)));
        Answer { legal, ..found }
    };
    let all = oracle.find(boards, ask)?.into_iter().zip(boards);
    Ok(all.map(|(found, board)| found.map(|found| answer(board, found))).collect())
}

/// The answers to boards from unpacked solutions, if there are some.
fn look_up(oracle: &Oracle, ask: Ask, boards: &[SmallBoard]) -> Option<Vec<Outcome>> {
    let (goal, mut answers) = (oracle.goal.small()?, Vec::with_capacity(boards.len()));
    let is_found = oracle.look_up_all(boards, ask.has(Ask::SOLUTION), |board, packed| {
        let Some(packed) = packed else {
            let why = Unsolvable::known(board.cells(), goal);
            return answers.push(Outcome::Unsolvable(why));
        };
        answers.push(Outcome::Known(Answer {
            distance: Some(packed.distance.into()),
            moves: packed.solution(),
            next: ask.has(Ask::OPTIMAL_MOVES).then(|| packed.optimal_moves()),
            legal: ask.has(Ask::LEGAL_MOVES).then(|| packed.legal_moves()),
            ..Answer::default()
        }));
    });
    is_found.then_some(answers)
}

/// Finds what is asked for with one question, and calls `known` each time that more is known.
pub(super) fn answer_one(
    oracle: &Oracle,
    source: std::result::Result<&Walker, &dyn BoardSearch>,
    board: &SmallBoard,
    ask: Ask,
    known: &mut dyn FnMut(&Answer),
) -> Result<Answer> {
    // A table needs none, and to count them takes as long as to walk it.
    let threads = source.map_or_else(|_| oracle.threads.count(), |_| 1);
    let budget = Budget::new(&oracle.limits);
    let solution = oracle.canonical(source, board, &budget)?;
    let distance = solution.len() as u32;
    let mut found = Answer::from(solution.clone());
    known(&found);
    let solved = SolvedBoard { board, solution: &solution, threads, budget: &budget };
    if ask.has(Ask::LEGAL_MOVES) {
        found.legal = Some(best_first(match source {
            Ok(walker) => walker.legal_moves(board, distance)?,
            Err(search) => search.legal_moves(&solved)?,
        }));
    }
    if ask.has(Ask::OPTIMAL_MOVES) {
        found.next = Some(match (&found.legal, source) {
            (Some(legal), _) => {
                legal.iter().filter(|&&(_, after)| after < distance).map(|&(mv, _)| mv).collect()
            }
            (None, Ok(walker)) => walker.optimal_moves(board)?,
            (None, Err(search)) => search.optimal_moves(&solved)?,
        });
    }
    if ask.has(Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES) {
        known(&found);
    }
    if ask.has(Ask::COUNT) {
        found.count = Some(match source {
            Ok(walker) => walker.count_solutions(board)?,
            Err(search) => search.count_solutions(&solved)?,
        });
        known(&found);
    }
    found = found.costing(Cost::of(budget.generated()));
    if ask.has(Ask::SOLUTIONS) {
        let all = match source {
            Ok(walker) => walker.solutions(board)?,
            Err(search) => search.solutions(board, &solution, budget)?,
        };
        found.all = Some(all.collect::<Result<_>>()?);
    }
    Ok(found)
}

/// Legal moves in the order of the distances after them.
pub(super) fn best_first(mut legal: Vec<(Move, u32)>) -> Vec<(Move, u32)> {
    // The sort is stable, so equally good moves stay in the canonical order.
    legal.sort_by_key(|&(_, distance)| distance);
    legal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Boards, Tablebase};
    use crate::puzzle::{Metric, Moves, SmallShape};
    use crate::text::Notation;

    #[test]
    fn a_search_of_your_own_finds_a_solution_and_nothing_else() {
        let goal = SmallBoard::goal(SmallShape::default());
        let moves: Moves = "rr".parse().expect("moves");
        let found = moves.clone();
        let search = move |_: &SmallBoard| Ok(Answer::from(found.clone()));
        let oracle = Oracle::from_search(&goal, Metric::Single, search);
        let board: SmallBoard = "1 2 3 4 5 6 x 7 8".parse().expect("a board");
        assert_eq!(oracle.distance(board).unwrap(), 2);
        assert_eq!(oracle.solution(board).unwrap(), moves);
        let error = oracle.optimal_moves(board).expect_err("not found");
        assert!(matches!(error, Error::Unsuitable { .. }), "{error}");
        assert!(matches!(oracle.count_solutions(board), Err(Error::Unsuitable { .. })));
        assert_eq!(oracle.longest(), None);
        assert!(matches!(oracle.solutions(board).err(), Some(Error::Unsuitable { .. })));
    }

    #[test]
    fn what_finds_solutions_one_by_one_refuses_many_boards() {
        let large = Board::goal("6x6".parse().expect("a size")).expect("a goal");
        let finder = Tablebase::embedded().oracle(large).expect("a finder");
        let error = finder.lower_bounds_into(Boards::Rows(&[]), &mut [0; 0], |_| 0);
        let error = error.expect_err("6x6").error;
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }

    /// In each notation, the solutions of many boards are those of each.
    #[test]
    fn written_solutions_lead_to_the_goal() {
        let boards: Vec<SmallBoard> =
            SmallBoard::all(SmallShape::default()).step_by(9_999).collect();
        let goal = SmallBoard::goal(SmallShape::default());
        for metric in [Metric::Single, Metric::Multi] {
            let oracle = Tablebase::embedded().oracle_in(goal, metric).expect("embedded");
            for notation in Notation::ALL {
                let (mut text, mut ends) = (Vec::new(), Vec::new());
                oracle.write_solutions(&boards, notation, &mut text, &mut ends).expect("boards");
                assert_eq!((ends.len(), ends.last()), (boards.len(), Some(&text.len())));
                let mut begin = 0;
                for (board, end) in boards.iter().zip(ends) {
                    let text = &text[begin..end];
                    begin = end;
                    let Ok(solution) = oracle.solution(board) else {
                        assert_eq!(text, b"");
                        continue;
                    };
                    let read = notation.parse_on(text, metric, &Board::from(*board));
                    assert_eq!(read.expect("legal"), solution);
                    assert_eq!(board.after(&solution), Some(goal));
                }
            }
        }
    }
}
