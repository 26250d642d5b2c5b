//! The questions: for each its name, what to find of a board, and how its answer is written.

use super::format::{Record, write_number};
use crate::outcome::Ask;
use crate::text::rows::Row;

/// What to answer for each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// The canonical solution.
    #[default]
    Moves,
    /// The first move of the canonical solution, or of the best one found.
    Hint,
    /// The distance.
    Distance,
    /// The number of moves of the solution, which need not be a shortest one.
    Length,
    /// What the moves of the solution cost, if [costs](super::Bulk::costs) are given.
    Cost,
    /// All optimal moves.
    Next,
    /// The number of shortest solutions.
    Count,
    /// Every shortest solution, in lexicographic order.
    All,
    /// Every legal move with the distance after it, the best first.
    Legal,
    /// The percentage of all boards that are nearer to the goal, rounded down.
    Difficulty,
    /// The value of a heuristic, from
    /// [`HeuristicName::values`](crate::search::HeuristicName::values).
    Heuristic,
    /// Both values of a pattern, from
    /// [`PatternValues::into_oracle`](crate::search::PatternValues::into_oracle). It has no name:
    /// it is the answer `heuristic` of such a heuristic.
    Pattern,
}

impl Question {
    /// The name of each answer.
    pub const NAMES: &[(&'static str, Question)] = &[
        ("moves", Question::Moves),
        ("hint", Question::Hint),
        ("distance", Question::Distance),
        ("length", Question::Length),
        ("cost", Question::Cost),
        ("next", Question::Next),
        ("count", Question::Count),
        ("all", Question::All),
        ("legal", Question::Legal),
        ("difficulty", Question::Difficulty),
        ("heuristic", Question::Heuristic),
    ];

    /// What to find of a board. That it cannot reach the goal is found in any case.
    pub(super) fn ask(self) -> Ask {
        match self {
            Question::Moves | Question::Hint | Question::Length | Question::Cost => Ask::SOLUTION,
            Question::Distance | Question::Difficulty => Ask::DISTANCE,
            Question::Next => Ask::OPTIMAL_MOVES,
            Question::Count => Ask::COUNT,
            Question::All => Ask::SOLUTIONS,
            Question::Legal => Ask::LEGAL_MOVES,
            Question::Heuristic | Question::Pattern => Ask::HEURISTIC,
        }
    }

    /// True if any solution says something of the answer.
    pub(super) const fn is_of_solution(self) -> bool {
        use Question::{Cost, Distance, Hint, Length, Moves};
        matches!(self, Moves | Hint | Distance | Length | Cost)
    }

    /// Writes the answer as text. `None` means that it is not known, or `unsolvable` for a board
    /// that cannot reach the goal.
    pub(super) fn write(self, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
        let answer = record.answer;
        match self {
            Question::Moves => record.write_moves(answer.moves.as_ref()?, text),
            Question::Hint => record.write_hint(answer.moves.as_ref()?, text),
            Question::Distance => write_number(answer.distance?, text),
            Question::Length => write_number(answer.moves.as_ref()?.len(), text),
            Question::Cost => {
                text.extend_from_slice(record.cost_of_moves()?.to_string().as_bytes());
            }
            Question::Difficulty => {
                text.extend_from_slice(record.difficulty()?.percent.as_bytes());
            }
            Question::Next => record.write_choice(answer.next?, text),
            Question::Count => write_number(answer.count?, text),
            Question::All => {
                for (number, moves) in answer.all.as_ref()?.iter().enumerate() {
                    if number > 0 {
                        text.push(b'\n');
                    }
                    record.write_moves(moves, text);
                }
            }
            Question::Heuristic => write_number(answer.heuristic?, text),
            Question::Pattern => {
                let (zones, least) = (answer.heuristic?, answer.least?);
                text.extend_from_slice(format!("zones {zones}, least {least}").as_bytes());
            }
            Question::Legal => record.write_legal(answer.legal.as_ref()?, text),
        }
        Some(())
    }

    /// Adds the field of the answer. There is no record for a line that is no board, and where only
    /// the names of the fields are written.
    #[inline]
    pub(super) fn add_field(self, record: Option<&Record<'_>>, row: &mut Row<'_>) {
        let answer = record.map(|record| record.answer);
        match self {
            // The canonical solution, or the best one found.
            Question::Moves => row.field_with("moves", |row| {
                if let Some(record) = record
                    && let Some(moves) = &record.answer.moves
                {
                    row.word(|text| record.write_moves(moves, text));
                }
            }),
            Question::Hint => row.field_with("hint", |row| {
                if let Some(record) = record
                    && let Some(moves) = &record.answer.moves
                {
                    row.word(|text| record.write_hint(moves, text));
                }
            }),
            Question::Distance => {
                row.field("distance", &answer.and_then(|answer| answer.distance));
            }
            Question::Length => {
                let moves = answer.and_then(|answer| answer.moves.as_ref());
                row.field("length", &moves.map(|moves| moves.len()));
            }
            Question::Cost => row.field("cost", &record.and_then(Record::cost_of_moves)),
            Question::Next => row.field_with("next", |row| {
                if let Some(record) = record
                    && let Some(next) = record.answer.next
                {
                    row.word(|text| record.write_choice(next, text));
                }
            }),
            Question::Count => row.field("count", &answer.and_then(|answer| answer.count)),
            Question::All => row.field_with("solutions", |row| {
                if let Some(record) = record
                    && let Some(solutions) = &record.answer.all
                {
                    row.list(solutions, record.between_solutions(), |moves, row| {
                        row.word(|text| record.write_moves(moves, text));
                    });
                }
            }),
            Question::Legal => row.field_with("legal", |row| {
                if let Some(record) = record
                    && let Some(legal) = &record.answer.legal
                {
                    row.list(legal, b' ', |&(mv, distance), row| {
                        row.object(|row| {
                            row.field_with("move", |row| {
                                row.word(|text| record.write_moves(&[mv], text));
                            });
                            row.field("distance", &distance);
                        });
                    });
                }
            }),
            Question::Difficulty => row.field_with("harder_than", |row| {
                if let Some(difficulty) = record.and_then(Record::difficulty) {
                    row.plain(&difficulty.share);
                }
            }),
            Question::Heuristic => {
                row.field("heuristic", &answer.and_then(|answer| answer.heuristic));
            }
            Question::Pattern => {
                row.field("zones", &answer.and_then(|answer| answer.heuristic));
                row.field("least", &answer.and_then(|answer| answer.least));
            }
        }
    }
}

/// Some questions, in the order in which their answers are written.
///
/// ```
/// use std::sync::Arc;
/// use tilebase::Tablebase;
/// use tilebase::bulk::{Bulk, Form, Question, Questions};
/// let asked = Questions::from_iter([Question::Distance, Question::Count]);
/// let form = Form { questions: asked, ..Form::default() };
/// let bulk = Bulk::new(Arc::new(Tablebase::embedded()), form);
/// assert_eq!(bulk.to_vec(1, b"867254301\n")?, b"31\t40\n");
/// # Ok::<(), tilebase::bulk::BulkError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    list: [Question; Question::NAMES.len()],
    count: u8,
}

impl FromIterator<Question> for Questions {
    /// Each question is there once.
    fn from_iter<I: IntoIterator<Item = Question>>(asked: I) -> Questions {
        let mut questions = Questions::default();
        for question in asked {
            if !questions.contains(&question) {
                questions.list[usize::from(questions.count)] = question;
                questions.count += 1;
            }
        }
        questions
    }
}

impl From<Question> for Questions {
    fn from(question: Question) -> Questions {
        Questions::from_iter([question])
    }
}

impl std::ops::Deref for Questions {
    type Target = [Question];

    fn deref(&self) -> &[Question] {
        &self.list[..usize::from(self.count)]
    }
}
