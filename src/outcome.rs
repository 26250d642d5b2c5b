//! A question about a board, its outcome, and its cost.

use std::ops::BitOr;

use crate::error::{Error, Result};
use crate::puzzle::{Move, MoveSet, Moves, Unsolvable};
use tilebase_core::Interval;
pub use tilebase_core::interval::Cost;

/// What to find of a board: a set, by default an empty one.
///
/// ```
/// use tilebase::oracle::Ask;
/// let both = Ask::SOLUTION | Ask::OPTIMAL_MOVES;
/// assert!(both.has(Ask::SOLUTION) && !both.has(Ask::COUNT));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ask(u8);

impl Ask {
    /// The distance. If nothing else is asked, a search of more than sixteen cells stops as soon as
    /// it is proved, which can be long before the canonical solution is found.
    pub const DISTANCE: Ask = Ask(1);
    /// The canonical solution.
    pub const SOLUTION: Ask = Ask(2);
    /// All moves that lower the distance by one.
    pub const OPTIMAL_MOVES: Ask = Ask(4);
    /// The number of shortest solutions.
    pub const COUNT: Ask = Ask(8);
    /// Every shortest solution.
    pub const SOLUTIONS: Ask = Ask(16);
    /// Every legal move with the distance after it.
    pub const LEGAL_MOVES: Ask = Ask(32);
    /// How the distance compares with those of all boards, which is not known for more than 25
    /// cells.
    pub const DIFFICULTY: Ask = Ask(64);
    /// The value of a heuristic, and nothing else.
    pub const HEURISTIC: Ask = Ask(128);

    /// The questions that one solution cannot answer.
    pub(crate) const MORE_THAN_A_SOLUTION: Ask =
        Ask(Ask::OPTIMAL_MOVES.0 | Ask::COUNT.0 | Ask::SOLUTIONS.0 | Ask::LEGAL_MOVES.0);

    /// True if any of these is asked for.
    pub const fn has(self, any: Ask) -> bool {
        self.0 & any.0 != 0
    }
}

impl BitOr for Ask {
    type Output = Ask;

    fn bitor(self, other: Ask) -> Ask {
        Ask(self.0 | other.0)
    }
}

/// All shortest solutions in lexicographic order, from
/// [`Oracle::solutions`](crate::Oracle::solutions). With a table they keep a single path in memory.
pub type Solutions = Box<dyn Iterator<Item = Result<Moves>> + Send>;

/// The outcome of a question about a board. No variant is a failure.
///
/// ```
/// use tilebase::{Board, Tablebase, oracle::{Ask, Outcome}};
/// let oracle = Tablebase::embedded().oracle("123/45x".parse::<Board>()?)?;
/// let board: Board = "123/54x".parse()?;
/// let Outcome::Unsolvable(why) = oracle.answer(&board, Ask::DISTANCE)? else { panic!() };
/// // A method that answers one board returns an error in the same words.
/// assert_eq!(why.to_string(), oracle.distance(&board).unwrap_err().to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A = Answer> {
    /// The answer.
    Known(A),
    /// A limit was reached first. This much is proved.
    Bounded(Box<Interval>),
    /// The board cannot reach the goal.
    Unsolvable(Unsolvable),
}

impl<A> Outcome<A> {
    /// The answer, if all that was asked for is known.
    #[inline]
    pub fn known(self) -> Option<A> {
        match self {
            Outcome::Known(answer) => Some(answer),
            Outcome::Bounded(_) | Outcome::Unsolvable(_) => None,
        }
    }

    /// Converts the answer.
    #[inline]
    pub fn map<B>(self, convert: impl FnOnce(A) -> B) -> Outcome<B> {
        match self {
            Outcome::Known(answer) => Outcome::Known(convert(answer)),
            Outcome::Bounded(stopped) => Outcome::Bounded(stopped),
            Outcome::Unsolvable(why) => Outcome::Unsolvable(why),
        }
    }
}

/// Methods that answer one board return an error unless all is known.
impl<A> Outcome<A> {
    /// The outcome of a method that returns an error unless all is known.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase, oracle::Outcome};
    /// let oracle = Tablebase::embedded().oracle("123/45x".parse::<Board>()?)?;
    /// let outcome = Outcome::of(oracle.distance("123/54x".parse::<Board>()?))?;
    /// assert!(matches!(outcome, Outcome::Unsolvable(_)));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any error that is a failure.
    pub fn of(answer: Result<A>) -> Result<Outcome<A>> {
        match answer {
            Ok(answer) => Ok(Outcome::Known(answer)),
            Err(Error::Unsolvable(why)) => Ok(Outcome::Unsolvable(why)),
            Err(Error::Stopped(stopped)) => Ok(stopped.into()),
            Err(error) => Err(error),
        }
    }

    /// The answer, or why there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] and [`Error::Unsolvable`].
    pub fn into_result(self) -> Result<A> {
        match self {
            Outcome::Known(answer) => Ok(answer),
            Outcome::Bounded(stopped) => Err(Error::Stopped(*stopped)),
            Outcome::Unsolvable(why) => Err(Error::Unsolvable(why)),
        }
    }

    /// `None` for a board that cannot reach the goal, for callers that need all other answers.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`].
    pub(crate) fn reached(self) -> Result<Option<A>> {
        match self {
            Outcome::Unsolvable(_) => Ok(None),
            outcome => outcome.into_result().map(Some),
        }
    }
}

impl Outcome {
    /// What is proved of a board whose solution was asked for: equal bounds if it is known. `None`
    /// if the board cannot reach the goal.
    ///
    /// ```
    /// use tilebase::oracle::Ask;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle("123/45x".parse::<Board>()?)?;
    /// let outcome = oracle.answer("123/x45".parse::<Board>()?, Ask::SOLUTION)?;
    /// let bounds = outcome.bounds().expect("solvable");
    /// assert_eq!((bounds.at_least, bounds.length()), (2, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds(self) -> Option<Interval> {
        match self {
            Outcome::Known(answer) => {
                let (at_least, generated) = (answer.distance?, answer.cost().generated);
                Some(Interval::new(at_least, answer.moves, generated))
            }
            Outcome::Bounded(stopped) => Some(*stopped),
            Outcome::Unsolvable(_) => None,
        }
    }
}

impl Outcome<u32> {
    /// The distance, if it is known, even if something else is not.
    pub fn distance(&self) -> Option<u32> {
        match self {
            Outcome::Known(distance) => Some(*distance),
            Outcome::Bounded(stopped) => stopped.distance(),
            Outcome::Unsolvable(_) => None,
        }
    }

    /// A distance that was proved before a limit was reached is known.
    #[must_use]
    pub fn if_proved(self) -> Outcome<u32> {
        self.distance().map_or(self, Outcome::Known)
    }
}

impl<A: Default> Default for Outcome<A> {
    fn default() -> Outcome<A> {
        Outcome::Known(A::default())
    }
}

impl<A> From<Interval> for Outcome<A> {
    fn from(stopped: Interval) -> Outcome<A> {
        Outcome::Bounded(Box::new(stopped))
    }
}

/// What is known of a board: all that was asked for, and perhaps more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The distance.
    pub distance: Option<u32>,
    /// The canonical solution. A search method finds any that is shortest.
    pub moves: Option<Moves>,
    /// All optimal moves.
    pub next: Option<MoveSet>,
    /// Every legal move with the distance after it, the best first.
    pub legal: Option<Vec<(Move, u32)>>,
    /// The number of shortest solutions. Saturates at `u128::MAX`.
    pub count: Option<u128>,
    /// Every shortest solution, in lexicographic order.
    pub all: Option<Vec<Moves>>,
    /// The value of a heuristic.
    pub heuristic: Option<u16>,
    /// The value of a pattern with the blank wherever it is best: see
    /// [`PatternValues::least`](crate::search::PatternValues::least).
    pub least: Option<u16>,
    /// The work done by searches. It is apart, because CSV takes 1.04 times as long if all answers
    /// that are looked up have it within.
    pub(crate) cost: Option<Box<Cost>>,
}

impl Answer {
    /// The same answer, found with this work.
    pub(crate) fn costing(self, cost: Cost) -> Answer {
        // A table answers without any.
        Answer { cost: (cost != Cost::default()).then(|| Box::new(cost)), ..self }
    }

    /// The work done by searches. A table needs none.
    pub fn cost(&self) -> Cost {
        self.cost.as_deref().copied().unwrap_or_default()
    }

    /// The solution of a search for it.
    pub(crate) fn into_moves(self) -> Moves {
        self.moves.unwrap_or_default()
    }
}

impl From<Moves> for Answer {
    /// A shortest solution, and nothing else.
    fn from(moves: Moves) -> Answer {
        Answer { distance: Some(moves.len() as u32), moves: Some(moves), ..Answer::default() }
    }
}
