//! Checking answers: whether an answer to a board is right, and how far from optimal.

use crate::board::Board;
use crate::costs::{CostBounds, CostSum, TileCosts};
use crate::error::Result;
use crate::limits::Interval;
use crate::oracle::{Oracle, Outcome};
use crate::puzzle::{Direction, Metric, Move, Moves, Place, excerpt, plural};
pub use crate::text::claims_unsolvable;
use crate::text::notation::MoveCursor;
use crate::text::{MoveError, Notation, bare, is_missing, was_stopped};

/// The verdict on an answer.
///
/// ```
/// use tilebase::{Board, Tablebase, check::Verdict, puzzle::Metric};
/// let tables = Tablebase::embedded();
/// let oracle = tables.oracle("12345678x".parse::<Board>()?)?;
/// let board: Board = "1 2 3 x 4 6 7 5 8".parse()?;
/// assert_eq!(Verdict::new(&oracle, &board, "rdr")?, Verdict::Optimal);
/// assert_eq!(Verdict::new(&oracle, &board, "rlrdr")?, Verdict::Valid { excess: 2 });
/// let wrong = Verdict::new(&oracle, &board, "rdl")?;
/// assert_eq!(wrong.to_string(), "wrong: not at the goal after 3 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is optimal. For a board that cannot reach the goal this is `unsolvable`, and for
    /// the goal itself the empty answer.
    Optimal,
    /// The answer reaches the goal with more moves than necessary.
    Valid {
        /// The number of unnecessary moves.
        excess: usize,
    },
    /// The answer is a cheapest one, where moves cost what their tiles say.
    Cheapest,
    /// The answer reaches the goal, but costs more than necessary.
    Dearer {
        /// How much more.
        extra: CostSum,
    },
    /// The answer reaches the goal, but a shorter solution is known. A limit stopped the search for
    /// the shortest one.
    Longer {
        /// The number of moves.
        length: usize,
        /// At least this many of them are unnecessary.
        at_least: usize,
        /// No more than this many are.
        at_most: usize,
    },
    /// The answer is wrong.
    Wrong(Flaw),
    /// The answer may be optimal or not, because a limit stopped the search for the distance.
    Unknown {
        /// The number of moves, which reach the goal, unless the answer is a distance.
        length: Option<usize>,
        /// The bounds on the distance.
        stopped: Interval,
    },
}

/// What is wrong with an answer. Moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields")]
pub enum Flaw {
    /// A move that cannot be read, or is not legal in its notation.
    #[error("{0}")]
    Move(MoveError),
    /// A move that leaves the board.
    #[error(
        "move {place} of {length}, `{mv}`, leaves the board: the blank is in {blank}{}",
        MoveError::hint(*.legal_in)
    )]
    Illegal {
        /// The position of the move.
        place: usize,
        length: usize,
        mv: Move,
        /// The cell of the blank before the move.
        blank: Place,
        /// Another notation in which all moves would be legal.
        legal_in: Option<Notation>,
    },
    /// The moves are legal but do not reach the goal.
    #[error("not at the goal after {}", plural(*.length as u64, "move"))]
    NotAtGoal { length: usize },
    /// The moves are legal, but this board cannot reach the goal.
    #[error("not at the goal after {}, and this board cannot reach it", plural(*.length as u64, "move"))]
    Unsolvable { length: usize },
    /// The moves are legal but do not reach the goal, as they do with rows and columns counted from
    /// 0.
    #[error(
        "not at the goal after {}, but with rows and columns counted from 0: add 1 to each",
        plural(*.length as u64, "move")
    )]
    FromZero { length: usize },
    /// `unsolvable` for a board that can reach the goal.
    #[error("it can be solved{}", distance.map_or(String::new(), |d| format!(", in {}", plural(d.into(), "move"))))]
    ClaimedUnsolvable {
        /// The least number of moves, if it is known.
        distance: Option<u32>,
    },
    /// `null` or NaN, which a program also writes after a search that was stopped.
    #[error("no answer: `{found}` claims that there is no solution only if you say so")]
    Missing {
        /// The answer, escaped.
        found: String,
    },
    /// `stopped: at least 9 moves`, which `lookup` writes if a limit ends a search.
    #[error("no answer: its search was stopped")]
    Stopped,
    /// An answer that should be a distance but is not a number.
    #[error("expected a number or `unsolvable`, found `{found}`")]
    NotANumber {
        /// The start of the answer, escaped.
        found: String,
    },
    /// A wrong distance.
    #[error("expected {}, found {found}", distance.map_or("unsolvable".to_owned(), |d| d.to_string()))]
    Distance {
        /// The board's distance, or `None` if it cannot reach the goal.
        distance: Option<u32>,
        /// The answer.
        found: u64,
    },
    /// A number that cannot be the distance, although that is not known.
    #[error("expected {at_least} {}, found {found}", at_most.map_or("or more".to_owned(), |most| format!("to {most}")))]
    Bounds {
        /// The proved lower bound.
        at_least: u32,
        /// The number of moves of the best solution found.
        at_most: Option<usize>,
        /// The answer.
        found: u64,
    },
}

impl Verdict {
    /// Checks `answer`, which is a sequence of moves in the letters of the blank, or `unsolvable`.
    /// White space around it and between moves is ignored.
    ///
    /// # Errors
    ///
    /// See [`Oracle::answer`]. A wrong answer is not an error.
    pub fn new(oracle: &Oracle, board: &Board, answer: &str) -> Result<Verdict> {
        let distance = Outcome::of(oracle.distance(board))?;
        let (goal, metric) = (oracle.goal(), oracle.metric());
        Ok(Verdict::of_moves(board, goal, metric, &distance, answer, Notation::Blank))
    }

    /// Checks moves in any notation, or `unsolvable`, for a board whose distance to `goal` has been
    /// looked up or searched for. In the multi-tile metric `r2` is one move.
    ///
    /// ```
    /// use tilebase::check::Verdict;
    /// use tilebase::oracle::Outcome;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// use tilebase::Board;
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let goal = Board::goal(board.shape())?;
    /// for (answer, notation, metric, distance) in [
    ///     ("r2", Notation::Blank, Metric::Single, 2),
    ///     ("LL", Notation::Tile, Metric::Single, 2),
    ///     ("7 8", Notation::Tiles, Metric::Single, 2),
    ///     ("r2", Notation::Blank, Metric::Multi, 1),
    /// ] {
    ///     let distance = Outcome::Known(distance);
    ///     let verdict = Verdict::of_moves(&board, &goal, metric, &distance, answer, notation);
    ///     assert_eq!(verdict, Verdict::Optimal);
    /// }
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn of_moves(
        board: &Board,
        goal: &Board,
        metric: Metric,
        distance: &Outcome<u32>,
        answer: &str,
        notation: Notation,
    ) -> Verdict {
        // Forms other than letters are rare, and reading them takes longer.
        let is_usual = notation == Notation::Blank && metric == Metric::Single;
        let letters = if is_usual { letters_of(answer) } else { None };
        let followed = match letters {
            Some(moves) => follow_letters(board, answer, &moves),
            None => match bare(answer) {
                bare if claims_unsolvable(bare) => return Verdict::of_claim(distance),
                bare if let Some(flaw) = Flaw::of_no_answer(bare) => Err(flaw),
                _ => follow(board, answer, notation, metric),
            },
        };
        match followed {
            Err(flaw) => Verdict::Wrong(flaw),
            Ok((length, end))
                if !goal.is_reached(&end)
                    && is_from_zero(board, goal, answer, notation, metric) =>
            {
                Verdict::Wrong(Flaw::FromZero { length })
            }
            Ok((length, end)) => Verdict::of_end(length, goal.is_reached(&end), distance),
        }
    }

    /// Checks moves in any notation, or `unsolvable`, for a board of which an oracle
    /// [with costs](crate::Tablebase::oracle_with_costs) found this.
    ///
    /// ```
    /// use tilebase::check::Verdict;
    /// use tilebase::oracle::Ask;
    /// use tilebase::text::Notation;
    /// use tilebase::{Board, Tablebase};
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let costs = "tile".parse()?;
    /// let oracle = Tablebase::embedded().oracle_with_costs(Board::goal(board.shape())?, &costs)?;
    /// let found = oracle.answer(&board, Ask::SOLUTION)?;
    /// for (answer, expected) in [("rr", "cheapest"), ("rlrr", "valid: costs 14 too much")] {
    ///     let goal = oracle.goal();
    ///     let verdict = Verdict::of_costs(&board, goal, &costs, &found, answer, Notation::Blank);
    ///     assert_eq!(verdict.to_string(), expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_costs(
        board: &Board,
        goal: &Board,
        costs: &TileCosts,
        found: &Outcome,
        answer: &str,
        notation: Notation,
    ) -> Verdict {
        let nothing = match found {
            Outcome::Unsolvable(why) => Outcome::Unsolvable(*why),
            _ => Interval::default().into(),
        };
        match Verdict::of_moves(board, goal, Metric::Single, &nothing, answer, notation) {
            // The goal without moves, or `unsolvable`.
            Verdict::Optimal => return Verdict::Cheapest,
            Verdict::Unknown { .. } => {}
            wrong => return wrong,
        }
        let moves = notation.parse_on(answer, Metric::Single, board).unwrap_or_default();
        let cost = costs.of_moves(board, &moves);
        let at_least = match found {
            Outcome::Known(cheapest) => {
                let least = costs.of_moves(board, cheapest.moves.as_deref().unwrap_or_default());
                let extra = costs.sum(cost.parts.saturating_sub(least.parts));
                return if extra.parts == 0 {
                    Verdict::Cheapest
                } else {
                    Verdict::Dearer { extra }
                };
            }
            Outcome::Bounded(stopped) => stopped.costs.as_ref().map(|costs| costs.at_least),
            Outcome::Unsolvable(_) => None,
        };
        let at_least = at_least.unwrap_or(costs.sum(0));
        if cost == at_least {
            return Verdict::Cheapest;
        }
        let stopped = Interval::new(0, Some(moves), 0);
        let stopped = stopped.of_costs(CostBounds { at_least, best: Some(cost) });
        Verdict::Unknown { length: None, stopped }
    }

    /// Checks an answer of legal moves by their number and whether they end at the goal.
    fn of_end(length: usize, is_goal: bool, distance: &Outcome<u32>) -> Verdict {
        match (distance, distance.distance()) {
            (Outcome::Unsolvable(_), _) => Verdict::Wrong(Flaw::Unsolvable { length }),
            _ if !is_goal => Verdict::Wrong(Flaw::NotAtGoal { length }),
            (_, Some(distance)) if length > distance as usize => {
                Verdict::Valid { excess: length - distance as usize }
            }
            (Outcome::Bounded(stopped), None) if length > stopped.at_least as usize => {
                let best = stopped.length().map_or(length, |best| best as usize);
                if length > best {
                    let at_most = length - stopped.at_least as usize;
                    return Verdict::Longer { length, at_least: length - best, at_most };
                }
                Verdict::Unknown { length: Some(length), stopped: (**stopped).clone() }
            }
            // With a correct table no answer has fewer moves than the distance.
            _ => Verdict::Optimal,
        }
    }

    /// Checks an answer that is a distance: a number, or `unsolvable` or -1. An interval, such as
    /// `13..19` or `13..`, is [`Unknown`](Self::Unknown) if the distance may be in it.
    ///
    /// ```
    /// use tilebase::check::Verdict;
    /// use tilebase::oracle::Outcome;
    /// assert_eq!(Verdict::of_distance(&Outcome::Known(19), "19"), Verdict::Optimal);
    /// let wrong = Verdict::of_distance(&Outcome::Known(19), "21");
    /// assert_eq!(wrong.to_string(), "wrong: expected 19, found 21");
    /// ```
    pub fn of_distance(distance: &Outcome<u32>, answer: &str) -> Verdict {
        let answer = bare(answer).trim();
        if claims_unsolvable(answer) {
            return Verdict::of_claim(distance);
        }
        if let Some(flaw) = Flaw::of_no_answer(answer) {
            return Verdict::Wrong(flaw);
        }
        let number = |text: &str| {
            // Tables write whole numbers so if one is missing.
            let text = text.strip_suffix(".0").unwrap_or(text);
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u64>().ok().filter(|_| is_number)
        };
        let of_moves = answer.strip_suffix("moves").or_else(|| answer.strip_suffix("move"));
        let interval = match answer.split_once("..") {
            None => number(of_moves.unwrap_or(answer).trim_end()).map(|found| (found, found)),
            Some((first, "")) => number(first).map(|first| (first, u64::MAX)),
            Some((first, last)) => number(first).zip(number(last)),
        };
        match interval {
            Some((first, last)) if first <= last => Verdict::of_interval(distance, first, last),
            _ => Verdict::Wrong(Flaw::NotANumber { found: excerpt(answer) }),
        }
    }

    /// Checks the claim that the distance is one of these numbers.
    fn of_interval(distance: &Outcome<u32>, first: u64, last: u64) -> Verdict {
        let known = distance.distance();
        match (distance, known) {
            (_, Some(known)) if (first..=last).contains(&known.into()) => {
                if first == last {
                    return Verdict::Optimal;
                }
                let at_least = u32::try_from(first).unwrap_or(known);
                Verdict::Unknown { length: None, stopped: Interval::new(at_least, None, 0) }
            }
            (Outcome::Bounded(stopped), None) => {
                let at_least = stopped.at_least;
                let at_most = stopped.length().map(|best| best as usize);
                if last < at_least.into() || at_most.is_some_and(|most| first > most as u64) {
                    return Verdict::Wrong(Flaw::Bounds { at_least, at_most, found: first });
                }
                Verdict::Unknown { length: None, stopped: (**stopped).clone() }
            }
            _ => Verdict::Wrong(Flaw::Distance { distance: known, found: first }),
        }
    }

    /// Checks the claim that a board cannot be solved.
    fn of_claim(distance: &Outcome<u32>) -> Verdict {
        match distance {
            Outcome::Unsolvable(_) => Verdict::Optimal,
            distance => Verdict::Wrong(Flaw::ClaimedUnsolvable { distance: distance.distance() }),
        }
    }
}

impl Flaw {
    /// True if the answer could not be read, so that nothing is known of what was meant.
    ///
    /// ```
    /// use tilebase::check::{Flaw, Verdict};
    /// use tilebase::oracle::Outcome;
    /// let unread = |answer| match Verdict::of_distance(&Outcome::Known(19), answer) {
    ///     Verdict::Wrong(flaw) => flaw.is_unread(),
    ///     _ => false,
    /// };
    /// assert_eq!([unread("19?"), unread("21"), unread("19")], [true, false, false]);
    /// ```
    pub fn is_unread(&self) -> bool {
        match self {
            Flaw::Move(why) => why.is_unread(),
            flaw => {
                matches!(flaw, Flaw::Missing { .. } | Flaw::Stopped | Flaw::NotANumber { .. })
            }
        }
    }

    /// What is wrong with a text that says that there is no answer.
    fn of_no_answer(answer: &str) -> Option<Flaw> {
        if was_stopped(answer) {
            return Some(Flaw::Stopped);
        }
        is_missing(answer).then(|| Flaw::Missing { found: excerpt(answer.trim()) })
    }
}

/// The number of moves, and the board after them.
type Followed = std::result::Result<(usize, Board), Flaw>;

/// Makes the moves of an answer on a board.
fn follow(board: &Board, answer: &str, notation: Notation, metric: Metric) -> Followed {
    let moves = notation.parse_on(answer, metric, board).map_err(Flaw::Move)?;
    let end = board.after(&moves).expect("moves that were legal when they were read");
    Ok((moves.len(), end))
}

/// True if an answer in cells reaches the goal with rows and columns counted from 0.
fn is_from_zero(
    board: &Board,
    goal: &Board,
    answer: &str,
    notation: Notation,
    metric: Metric,
) -> bool {
    let moves = || notation.read_on(answer.as_bytes(), metric, board).from_zero();
    notation == Notation::Cells
        && moves()
            .collect::<std::result::Result<Moves, _>>()
            .is_ok_and(|moves| board.after(&moves).is_some_and(|end| goal.is_reached(&end)))
}

/// The moves of an answer that is nothing but letters of the blank's moves and white space.
fn letters_of(answer: &str) -> Option<Moves> {
    let letters = answer.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let direction = |letter| match letter {
        b'd' | b'D' => Some(Direction::Down),
        b'l' | b'L' => Some(Direction::Left),
        b'r' | b'R' => Some(Direction::Right),
        b'u' | b'U' => Some(Direction::Up),
        _ => None,
    };
    letters.map(|letter| direction(letter).map(Move::from)).collect()
}

/// Makes moves on a board that an answer has as letters of the blank.
fn follow_letters(board: &Board, answer: &str, moves: &Moves) -> Followed {
    let (length, mut after) = (moves.len(), board.clone());
    for (place, &mv) in (1..).zip(moves.iter()) {
        if !after.slide(mv.direction()) {
            let blank = after.place_of_blank();
            // The reader tries other notations where a move is wrong.
            let wrong = Notation::Blank
                .read_on(answer.as_bytes(), Metric::Single, board)
                .find_map(Result::err);
            let legal_in = wrong.and_then(|wrong| wrong.legal_in);
            return Err(Flaw::Illegal { place, length, mv, blank, legal_in });
        }
    }
    Ok((length, after))
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Optimal => f.write_str("optimal"),
            Verdict::Valid { excess } => write!(f, "valid +{excess}"),
            Verdict::Cheapest => f.write_str("cheapest"),
            Verdict::Dearer { extra } => write!(f, "valid: costs {extra} too much"),
            Verdict::Longer { length, at_least, at_most } => {
                let length = plural(*length as u64, "move");
                write!(f, "valid: reaches the goal in {length}, {at_least} to {at_most} too many")
            }
            Verdict::Wrong(flaw) => write!(f, "wrong: {flaw}"),
            Verdict::Unknown { length: None, stopped } if stopped.at_least == 0 => {
                f.write_str("unknown: nothing is proved")
            }
            Verdict::Unknown { length: None, stopped } => write!(f, "unknown: {stopped}"),
            Verdict::Unknown { length: Some(length), stopped } => {
                let length = plural(*length as u64, "move");
                write!(
                    f,
                    "unknown: reaches the goal in {length}; no solution is shorter than {}",
                    stopped.at_least
                )
            }
        }
    }
}

#[cfg(test)]
mod tests;
