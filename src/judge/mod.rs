//! Online judges: reading their input, writing their output exactly as they prescribe, and writing
//! input for them.
//!
//! Each judge is described by a [`Judge`]: how many cases there are, what a case holds, what the
//! answer is, and the text around it. The amount of white space in the input does not matter.

mod cases;
mod expected_output;
mod input_words;
mod layout;
mod list;

use std::io::BufRead;
use std::ops::RangeInclusive;

use crate::board::Board;
pub use crate::error::CaseError;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::oracle::{Ask, Oracle, Outcome, Tablebase};
use crate::puzzle::{GoalName, Moves, Shape, SmallBoard};
use crate::swap;
use cases::{CaseKind, CaseQuestion, Cases};
pub use expected_output::CaseVerdict;
use expected_output::{MOVE_NAMES, OutputLines};
use layout::CellLayout;
pub use layout::Layout;

/// The input and output format of an online judge.
///
/// ```
/// use tilebase::{Error, Limits, Tablebase, judge::Judge};
/// let judge = Judge::named("acwing845").expect("a known judge");
/// let mut output = String::new();
/// let (tables, input) = (Tablebase::embedded(), &b"1 2 3 x 4 6 7 5 8\n"[..]);
/// judge.answer(&tables, &Limits::default(), input, |answer| {
///     output.push_str(answer);
///     Ok::<(), Error>(())
/// })?;
/// assert_eq!(output, "3\n");
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Judge {
    /// The name used by tilebase.
    pub name: &'static str,
    /// The judge's own name for the problem.
    pub problem: &'static str,
    /// A description of the input and the output.
    pub about: &'static str,
    case_count: CaseCount,
    case: CaseKind,
    /// How boards are written in the input. When reading, any layout is accepted.
    layout: CellLayout,
    /// The size of the boards, unless the input gives it.
    size: Shape,
    /// The board to reach, unless the input gives it.
    goal: GoalName,
    answer: CaseAnswer,
    /// The answer if the goal cannot be reached.
    unsolvable: &'static str,
    around: AroundCases,
    solutions: RightSolutions,
    /// A board that needs more moves than this counts as unsolvable.
    most_moves: Option<u32>,
    /// The distances of the boards in its input, if its statement limits them.
    distances: Option<(u32, u32)>,
}

/// Keeps the oracle of the last goal, since most judges have a single goal.
struct Oracles<'t> {
    tables: &'t Tablebase,
    limits: Limits,
    solutions: RightSolutions,
    last: Option<Oracle>,
}

impl Oracles<'_> {
    fn to(&mut self, goal: &Board) -> Result<&Oracle> {
        if self.last.as_ref().is_none_or(|last| last.goal() != goal) {
            let oracle = self.tables.oracle(goal)?;
            let mut limits = self.limits.clone();
            // A large square has a good solution soon, and its proof never.
            if self.solutions == RightSolutions::All
                && limits.timeout.is_none()
                && let Some(boards) = Limits::of_size(goal.shape()).boards
            {
                limits = limits.boards_at_most(boards);
            }
            self.last = Some(oracle.limited(limits));
        }
        Ok(self.last.as_ref().expect("there is one now"))
    }
}

/// How many cases there are.
#[derive(Clone, Copy, Debug)]
enum CaseCount {
    One,
    /// The number that is the first word.
    Given,
    UntilTheEnd,
}

/// What stands around cases and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AroundCases {
    Nothing,
    /// An empty line before each case, and between answers.
    EmptyLines,
    /// `Case k: ` before each answer.
    Numbers,
}

/// Which solutions are an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RightSolutions {
    Shortest,
    /// All. A good one is found where a shortest takes too long.
    All,
}

/// The answer to a case.
#[derive(Clone, Copy, Debug)]
enum CaseAnswer {
    /// The canonical solution.
    Moves,
    /// The canonical solution in capitals.
    Capitals,
    /// The least number of moves.
    Distance,
    /// The least number of moves, and the canonical solution on the next line.
    DistanceAndMoves,
    /// The number of moves, and on a line each where the blank goes, as in `RIGHT`.
    MoveNames,
    /// This word, if the goal can be reached.
    Can(&'static str),
}

impl Judge {
    /// The distances of the boards in its input, if its statement limits them.
    pub fn distances(&self) -> Option<RangeInclusive<u32>> {
        self.distances.map(|(first, last)| first..=last)
    }

    /// The judge with this name.
    pub fn named(name: &str) -> Option<&'static Judge> {
        Judge::ALL.iter().find(|judge| judge.name.eq_ignore_ascii_case(name))
    }

    /// Reads all cases, and calls `put` with the answer to each, including all text around it and
    /// the line ends. If there is one case only, it is answered once the input has ended.
    ///
    /// # Errors
    ///
    /// [`Error::Case`] for a case that cannot be read, after the answers to the cases before it;
    /// [`Error::Io`] if reading fails; [`Error::Table`] for a damaged table; and any error from
    /// `put`.
    pub fn answer<E: From<Error>>(
        &self,
        tables: &Tablebase,
        limits: &Limits,
        input: impl BufRead,
        mut put: impl FnMut(&str) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.each_case(tables, limits, input, |_, answer| put(answer))
    }

    /// Compares the output of a program with [`answer`](Self::answer), case by case, and calls
    /// `put` with the verdict on each. Where the statement asks for moves, but not for the
    /// smallest, any shortest solution is right, and where it asks for no shortest one, any
    /// solution. White space at the ends of lines does not matter.
    ///
    /// ```
    /// use tilebase::{Error, Limits, Tablebase, judge::Judge};
    /// let judge = Judge::named("hdu1043").expect("a known judge");
    /// let (input, output) = (&b"1 2 3 4 x 6 7 5 8\n1 2 3 4 5 6 8 7 x\n"[..], &b"dlrr\nno\n"[..]);
    /// let mut verdicts = Vec::new();
    /// judge.check(&Tablebase::embedded(), &Limits::default(), input, output, |verdict| {
    ///     verdicts.push(verdict.to_string());
    ///     Ok::<(), Error>(())
    /// })?;
    /// let wrong = "wrong: line 2: expected `unsolvable`, found `no`";
    /// assert_eq!(verdicts, ["valid +2", wrong]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`answer`](Self::answer), and [`Error::Io`] if reading the output fails.
    pub fn check<E: From<Error>>(
        &self,
        tables: &Tablebase,
        limits: &Limits,
        input: impl BufRead,
        output: impl BufRead,
        mut put: impl FnMut(CaseVerdict) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut output = OutputLines::new(output);
        self.each_case(tables, limits, input, |question, answer| {
            if let (CaseAnswer::MoveNames, CaseQuestion::Solve(start, goal)) =
                (self.answer, question)
                && answer.trim_end() != self.unsolvable
            {
                return put(output.check_named_moves(start, goal)?);
            }
            let mut verdict = CaseVerdict::Correct;
            for expected in answer.lines() {
                let found = output.next()?;
                let is_right = found.as_deref().is_some_and(|found| found == expected.trim_end());
                if is_right || matches!(verdict, CaseVerdict::Wrong { .. }) {
                    continue;
                }
                let length = found.as_deref().and_then(|it| self.length(question, it));
                verdict = match length.map(|length| length.saturating_sub(expected.len())) {
                    Some(by) if by == 0 || self.solutions == RightSolutions::All => continue,
                    Some(by) => CaseVerdict::Longer { by },
                    None => output.wrong(expected, found.as_deref()),
                };
            }
            put(verdict)
        })?;
        while let Some(found) = output.next()? {
            if !found.is_empty() {
                return put(output.wrong("the end", Some(&found)));
            }
        }
        Ok(())
    }

    /// The length of a solution of a case in which any solution is an answer.
    fn length(&self, question: &CaseQuestion, found: &str) -> Option<usize> {
        let (CaseQuestion::Solve(start, goal), CaseAnswer::Moves | CaseAnswer::Capitals) =
            (question, self.answer)
        else {
            return None;
        };
        if self.around == AroundCases::Numbers {
            return None;
        }
        let moves: Moves = found.to_lowercase().parse().ok()?;
        let is_right = self.written(&moves) == found && start.after(&moves).as_ref() == Some(goal);
        is_right.then_some(moves.len())
    }

    /// Moves as the judge wants them written.
    fn written(&self, moves: &Moves) -> String {
        match self.answer {
            CaseAnswer::Capitals => moves.to_string().to_uppercase(),
            CaseAnswer::MoveNames => {
                let name_of = |mv| MOVE_NAMES.iter().find(|(_, named)| *named == mv);
                let names = moves.iter().filter_map(|&mv| Some(format!("\n{}", name_of(mv)?.0)));
                moves.len().to_string() + &names.collect::<String>()
            }
            _ => moves.to_string(),
        }
    }

    /// The board to reach, unless the input gives it.
    fn own_goal(&self) -> SmallBoard {
        let goal = self.goal.large_board(self.size).and_then(|goal| SmallBoard::try_from(&goal));
        goal.expect("the goal of a judge is a board of its size")
    }

    /// Calls `each` with each case, and the answer to it.
    fn each_case<E: From<Error>>(
        &self,
        tables: &Tablebase,
        limits: &Limits,
        input: impl BufRead,
        mut each: impl FnMut(&CaseQuestion, &str) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut cases = Cases::new(input, self.case, self.goal, self.own_goal());
        let limits = match self.most_moves {
            Some(most) => limits.clone().moves(most),
            None => limits.clone(),
        };
        let mut oracles = Oracles { tables, limits, solutions: self.solutions, last: None };
        let count = match self.case_count {
            CaseCount::UntilTheEnd => None,
            CaseCount::One => Some(1),
            CaseCount::Given => Some(cases.count()?),
        };
        for number in 1.. {
            let question = match count {
                None => cases.next()?,
                Some(count) if number > count => return Ok(cases.end()?),
                Some(count) => Some(cases.expect(count)?),
            };
            let Some(question) = question else { break };
            let is_alone = matches!(self.case_count, CaseCount::One);
            if is_alone {
                // What follows may show that the input is another one's.
                cases.end()?;
            }
            let before =
                if self.around == AroundCases::EmptyLines && number > 1 { "\n" } else { "" };
            let answer = self.answer_to(&question, number, &mut oracles)?;
            each(&question, &format!("{before}{answer}\n"))?;
            if is_alone {
                break;
            }
        }
        Ok(())
    }

    fn answer_to(
        &self,
        question: &CaseQuestion,
        number: u64,
        oracles: &mut Oracles<'_>,
    ) -> Result<String> {
        let answer = match question {
            CaseQuestion::Solve(start, goal) => {
                self.answer_of(self.moves_between(start, goal, oracles)?)
            }
            CaseQuestion::Can(yes) => self.answer_of(yes.then(Moves::default)),
            CaseQuestion::Sort(board) => return Ok(exchanges_of(board)),
        };
        Ok(match self.around {
            AroundCases::Numbers => format!("Case {number}: {answer}"),
            AroundCases::Nothing | AroundCases::EmptyLines => answer,
        })
    }

    /// The moves that are the answer. `None` if there are none, or too many.
    fn moves_between(
        &self,
        start: &Board,
        goal: &Board,
        oracles: &mut Oracles<'_>,
    ) -> Result<Option<Moves>> {
        let is_too_long = |length: u32| self.most_moves.is_some_and(|most| length > most);
        let moves = match oracles.to(goal)?.answer(start, Ask::SOLUTION)? {
            Outcome::Unsolvable(_) => None,
            Outcome::Known(answer) => answer.moves.map(|moves| moves.singles()),
            // It is proved that it takes too many moves.
            Outcome::Bounded(stopped) if is_too_long(stopped.at_least) => None,
            Outcome::Bounded(stopped) => match stopped.best {
                Some(best) if self.solutions == RightSolutions::All => Some(best),
                _ => return Err(Error::Stopped(*stopped)),
            },
        };
        Ok(moves.filter(|moves| !is_too_long(moves.len() as u32)))
    }

    /// The answer that these moves are, or that there are none.
    fn answer_of(&self, moves: Option<Moves>) -> String {
        match (self.answer, moves) {
            (CaseAnswer::Moves | CaseAnswer::Capitals | CaseAnswer::MoveNames, Some(moves)) => {
                self.written(&moves)
            }
            (CaseAnswer::Distance, Some(moves)) => moves.len().to_string(),
            (CaseAnswer::DistanceAndMoves, Some(moves)) => format!("{}\n{moves}", moves.len()),
            (CaseAnswer::DistanceAndMoves, None) => format!("{}\n", self.unsolvable),
            (CaseAnswer::Can(yes), Some(_)) => yes.to_owned(),
            (_, None) => self.unsolvable.to_owned(),
        }
    }
}

/// The answer to a board of the alternating-swap puzzle.
fn exchanges_of(board: &swap::SwapBoard) -> String {
    let steps = (1..)
        .zip(board.solution())
        .map(|(number, swap::Exchange { tiles: (a, b), .. })| format!("Step #{number}: {a} {b}"));
    let steps: Vec<String> = steps.collect();
    if steps.is_empty() { "No Need".to_owned() } else { steps.join("\n") }
}
