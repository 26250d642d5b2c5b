//! Checking answers to boards: files of both in, verdicts, lengths and a summary out.

mod pairs;
mod verdict_row;

use std::borrow::Cow;
use std::io::Write as _;

use anyhow::Context;
use tilebase::Board;
use tilebase::bulk::in_order;
use tilebase::check::Verdict;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, plural};
use tilebase::text::{Answers, Format, Notation};

use pairs::{Chunk, GivenAnswer, Pairs};
pub use verdict_row::VerdictRow;
use verdict_row::{RowCosts, Summary, VerdictKind, WrongKind};

use crate::Ending;
use crate::arguments::BoardsAndAnswers;
use crate::boards::{AnswerPlace, Expected, ExpectedAnswers, GOAL_CURE, InputBoard, MOVES_NAMES};
use crate::cures;
use crate::distances::nothing_known;
use crate::options::BoardRowsArgs;
use crate::output::{RowWriter, write_row};
use crate::report::{InputPosition, Invalid, note};
use crate::session::Session;
use crate::tables::Tables;

/// Checks a file of answers.
pub struct Checking<'a> {
    pub given: BoardsAndAnswers<'a>,
    pub read: &'a AnswersArgs,
    pub io: &'a BoardRowsArgs,
    pub tables: Tables,
    /// True if the answers are moves or distances, and whether only to follow them.
    pub kind: AnswerKind,
    pub notation: Notation,
    /// True if to print the lengths, and how many answers were how much too long.
    pub lengths: bool,
}

/// The options for reading answers.
#[derive(clap::Args)]
pub struct AnswersArgs {
    /// The column of CSV or field of JSON lines with the answers [default: moves, solution or
    /// answer; with --answers distance, distance or answer]
    #[arg(long, value_name = "NAME")]
    answer_column: Option<String>,

    /// The column or field of the goals [default: goal]
    #[arg(long, value_name = "NAME", conflicts_with = "goal")]
    goal_column: Option<String>,

    /// An answer that means `unsolvable`
    #[arg(long, value_name = "TEXT")]
    unsolvable_as: Option<String>,

    /// Print the summary on standard error with csv and jsonl, too
    #[arg(long)]
    pub stats: bool,
}

impl AnswersArgs {
    /// Refuses what is for files of answers, and words for a claim where none is read.
    pub fn expect_input(&self, reads_claims: bool) -> anyhow::Result<()> {
        if self.answer_column.is_some() || self.goal_column.is_some() {
            anyhow::bail!("--answer-column and --goal-column: expected a FILE of answers");
        }
        if self.unsolvable_as.is_some() && !reads_claims {
            anyhow::bail!("--unsolvable-as: an analysis is of moves; expected `check` with it");
        }
        Ok(())
    }

    /// The column of answers of this kind.
    fn column(&self, kind: AnswerKind, notation: Notation) -> ExpectedAnswers {
        let names: &[&str] = match kind {
            AnswerKind::Distance => &["distance", "answer"],
            AnswerKind::Moves | AnswerKind::Valid => MOVES_NAMES,
        };
        let column = self.answer_column.clone();
        let are_distances = kind == AnswerKind::Distance;
        let lines = Answers { boards: None, notation, are_distances };
        ExpectedAnswers { column, names, place: AnswerPlace::Beside, lines }
    }

    /// An answer in our words.
    fn in_our_words<'l>(&self, answer: Cow<'l, str>) -> Cow<'l, str> {
        let none = self.unsolvable_as.as_ref();
        if none.is_some_and(|none| answer.trim() == none.trim()) {
            "unsolvable".into()
        } else {
            answer
        }
    }
}

impl Checking<'_> {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let (size, format) = (self.tables.problems.size, self.io.rows.format());
        if !matches!(self.given, BoardsAndAnswers::Inputs(..)) {
            self.io.layout.expect_input(false)?;
        }
        if let BoardsAndAnswers::Words(..) = self.given {
            self.read.expect_input(true)?;
        }
        let expected = self.io.layout.expected(&self.tables.problems.reading, size);
        let unnamed_goal = self.tables.problems.unnamed_goal(GOAL_CURE);
        let mut pairs = Pairs::open(
            &self.given,
            Expected { goals: self.read.goal_column.clone(), unnamed_goal, ..expected },
            &self.read.column(self.kind, self.notation),
            (&self.tables.problems, session),
        )?;
        if self.tables.costs.is_some() && self.kind == AnswerKind::Distance {
            anyhow::bail!("--answers distance: a cost is no distance; leave out --cost");
        }
        let out = self.io.rows.create(session)?;
        let mut out = RowWriter::like(&self.row(), out, format)?.out;
        let (mut invalid, mut summary) = (Invalid::default(), Summary::default());
        in_order(
            self.tables.threads.or_processors(),
            |chunk: &mut Chunk| Ok(pairs.next(chunk)?),
            |chunk, verdicts: &mut Verdicts| *verdicts = Verdicts::new(chunk, self),
            |verdicts| {
                for (place, why) in verdicts.invalid.drain(..) {
                    invalid.report(place, why);
                }
                summary.add(&verdicts.summary);
                out.write_all(&verdicts.text)?;
                // A program that writes an answer may be waiting for its verdict.
                out.flush()?;
                if let Some((place, error)) = verdicts.failure.take() {
                    return Err(error).with_context(|| place.to_string());
                }
                Ok(())
            },
        )?;
        out.finish()?;
        let outcome = invalid.finish();
        let missing = pairs.missing;
        if format == Format::Text || self.read.stats {
            note!("{}: {summary}", plural(summary.of(|_| true), "line"));
            if self.lengths {
                summary.report_lengths();
            }
        }
        if missing > 0 {
            anyhow::bail!(
                "{} without an answer at the end; expected one answer for each board",
                plural(missing, "board")
            );
        }
        let is_failed = |kind| {
            use VerdictKind::{TooLong, Unknown, Wrong};
            matches!(kind, Wrong(_) | TooLong | Unknown)
        };
        Ok(if summary.of(is_failed) > 0 { Ending::Failed } else { outcome })
    }
}

/// The kind of the answers.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AnswerKind {
    /// Moves
    Moves,
    /// Distances
    Distance,
    /// Moves that are only followed
    #[value(skip)]
    Valid,
}

/// The verdicts on a block of lines.
#[derive(Default)]
struct Verdicts {
    text: Vec<u8>,
    summary: Summary,
    /// The invalid boards, and why they are.
    invalid: Vec<(InputPosition, String)>,
    /// The board at which a table failed, and the error. All before it have a verdict.
    failure: Option<(InputPosition, anyhow::Error)>,
}

impl Verdicts {
    /// Checks all lines of a chunk.
    fn new(chunk: &Chunk, check: &Checking<'_>) -> Verdicts {
        let tables = &check.tables;
        let mut verdicts = Verdicts::default();
        let boards: Vec<anyhow::Result<Asked>> =
            chunk.pairs().map(|(_, board, _)| check.board(board)).collect();
        let read = boards.iter().flatten();
        let (found, mut failed) = if check.kind == AnswerKind::Valid {
            let found = read.map(|it| nothing_known(&it.board, &it.goal));
            (found.map(FoundOfBoard::Distance).collect(), None)
        } else {
            let (boards, goals): (Vec<_>, Vec<_>) = read.map(Asked::to_look_up).unzip();
            let boards: Vec<Board> = boards.into_iter().cloned().collect();
            if tables.costs.is_some() {
                tables.answers(&boards, &goals, Ask::SOLUTION, FoundOfBoard::Cheapest)
            } else {
                let (distances, failed) = tables.distances(&boards, &goals);
                (distances.into_iter().map(FoundOfBoard::Distance).collect(), failed)
            }
        };
        let mut found = found.into_iter();
        for (board, (place, text, answer)) in boards.into_iter().zip(chunk.pairs()) {
            let found = board.and_then(|board| match found.next() {
                Some(found) => Ok((board, found)),
                None => Err(failed.take().expect("why nothing more was found").into()),
            });
            match verdicts.row(check, place, text.text, found, answer) {
                Ok(row) => verdicts.write(&row, check),
                Err(error) => {
                    verdicts.failure = Some((place, error));
                    break;
                }
            }
        }
        verdicts
    }

    /// The verdict on the answer to a board, with what was found of it. A board that is wrong
    /// has a verdict, too: only the error of a table is returned.
    fn row<'l>(
        &mut self,
        check: &Checking<'_>,
        place: InputPosition,
        text: &'l [u8],
        found: anyhow::Result<(Asked, FoundOfBoard)>,
        answer: Option<GivenAnswer<'l>>,
    ) -> anyhow::Result<VerdictRow<'l>> {
        let answer_text = match &answer {
            Some(GivenAnswer::Text(text)) => Some(String::from_utf8_lossy(text)),
            _ => None,
        };
        let board = String::from_utf8_lossy(text);
        let mut row = VerdictRow { board, answer: answer_text.clone(), ..check.row() };
        let (board, found) = match found {
            Err(why) if cures::is_of_input(&why) => {
                let kind = VerdictKind::Invalid(cures::word(&why));
                let why = cures::with_cure(&why, &check.tables.session);
                self.invalid.push((place, why.clone()));
                return Ok(VerdictRow { kind, error: Some(why), ..row });
            }
            found => found?,
        };
        if let FoundOfBoard::Distance(distance) = &found {
            row.optimal_length = distance.distance();
        }
        Ok(match answer {
            None => row.wrong(WrongKind::NoAnswer, None, None),
            Some(GivenAnswer::Long(why)) => {
                VerdictRow { kind: VerdictKind::TooLong, error: Some(why), ..row }
            }
            Some(GivenAnswer::Flawed(why)) => {
                let row = row.wrong(WrongKind::NoAnswer, None, None);
                VerdictRow { error: Some(format!("no answer: {why}")), ..row }
            }
            Some(GivenAnswer::Text(_)) => {
                let answer = check.read.in_our_words(answer_text.unwrap_or_default());
                check.judge(row, &board, &found, &answer)
            }
        })
    }

    /// Writes a verdict, and counts it.
    fn write(&mut self, row: &VerdictRow<'_>, check: &Checking<'_>) {
        let format = check.io.rows.format();
        self.summary.count(row);
        if check.lengths && format == Format::Text {
            row.write_lengths(&mut self.text);
        } else {
            write_row(format, row, row, &mut self.text);
        }
    }
}

impl Checking<'_> {
    /// Reads a board whose distance can be found, if it is needed.
    fn board(&self, input: InputBoard<'_>) -> anyhow::Result<Asked> {
        let (board, goal) = self.tables.problems.read_with_goal(input)?;
        // With its own goal it is renumbered, so that one oracle answers for many goals.
        // Costs are of its own tiles.
        let usual = input.goal.filter(|_| self.tables.costs.is_none() && !goal.is_several());
        let usual = usual.map(|_| board.relabelled(&goal).context("a goal of another size"));
        let asked = Asked { board, goal, usual: usual.transpose()? };
        if self.kind != AnswerKind::Valid {
            self.tables.oracle(asked.to_look_up().1)?;
        }
        Ok(asked)
    }

    /// A row without values.
    fn row<'l>(&self) -> VerdictRow<'l> {
        let costs = self.tables.costs.filter(|_| self.kind == AnswerKind::Moves);
        VerdictRow { costs: costs.map(|_| RowCosts::default()), ..VerdictRow::default() }
    }

    /// Judges an answer.
    fn judge<'l>(
        &self,
        mut row: VerdictRow<'l>,
        asked: &Asked,
        found: &FoundOfBoard,
        answer: &str,
    ) -> VerdictRow<'l> {
        let distance = match (found, &self.tables.costs) {
            (FoundOfBoard::Distance(distance), _) => distance,
            (FoundOfBoard::Cheapest(found), Some(costs)) => {
                let Asked { board, goal, .. } = asked;
                let verdict = Verdict::of_costs(board, goal, costs, found, answer, self.notation);
                let moves = self.notation.parse_on(answer, Metric::Single, board).ok();
                return row.costing(&verdict, board, costs, moves).judged(&verdict);
            }
            (FoundOfBoard::Cheapest(_), None) => return row,
        };
        let metric = self.tables.problems.metric;
        let verdict = match self.kind {
            AnswerKind::Distance => Verdict::of_distance(distance, answer),
            _ => {
                let Asked { board, goal, .. } = asked;
                Verdict::of_moves(board, goal, metric, distance, answer, self.notation)
            }
        };
        // An answer may be as short as what was proved before the limit.
        if let (Verdict::Optimal, Outcome::Bounded(stopped)) = (&verdict, distance) {
            row.optimal_length = Some(stopped.at_least);
        }
        match verdict {
            // The goal without moves, or `unsolvable`.
            Verdict::Optimal if self.kind == AnswerKind::Valid => {
                let solvable = !matches!(distance, Outcome::Unsolvable(_));
                row.valid(solvable.then_some(0))
            }
            Verdict::Unknown { length, .. } if self.kind == AnswerKind::Valid => row.valid(length),
            verdict => row.judged(&verdict),
        }
    }
}

/// What was found of a board.
enum FoundOfBoard {
    Distance(Outcome<u32>),
    /// Its cheapest solution.
    Cheapest(Outcome),
}

/// A board whose answer is checked.
struct Asked {
    board: Board,
    goal: Board,
    /// The two with the goal's tiles in order, if the goal is the board's own.
    usual: Option<(Board, Board)>,
}

impl Asked {
    /// The board and the goal to find the distance of.
    fn to_look_up(&self) -> (&Board, &Board) {
        self.usual.as_ref().map_or((&self.board, &self.goal), |(board, goal)| (board, goal))
    }
}
