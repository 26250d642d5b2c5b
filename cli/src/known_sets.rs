//! The public sets of boards: listed, printed, and somebody's answers to one of them compared with
//! the best that is known.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;
use tilebase::Board;
use tilebase::check::Verdict;
use tilebase::limits::Interval;
use tilebase::puzzle::{Metric, Shape, plural};
use tilebase::sets::{Set, SetBoard};
use tilebase::text::{Answers, Format, Notation, Reading};

use crate::Ending;
use crate::boards::{
    AnswerPlace, BoardBlock, Expected, ExpectedAnswers, LayoutArgs, MOVES_NAMES, open,
};
use crate::fields::fields;
use crate::input::Input;
use crate::options::RowsArgs;
use crate::report::note;
use crate::session::Session;

/// The value of `sample --set`: without a set, the list of all.
pub type AskedSet = Option<Set>;

/// The set with this name, or the list without one.
pub fn asked(name: &str) -> Result<AskedSet, String> {
    if name.is_empty() { Ok(None) } else { named(name).map(Some) }
}

/// The set with this name.
pub fn named(name: &str) -> Result<Set, String> {
    Set::named(name).map_err(|error| error.to_string())
}

fields! {
    /// A set in the list.
    struct SetRow {
        name: &'static str,
        size: &'static str,
        boards: usize,
        goal: &'static str,
        by: &'static str,
        licence: &'static str,
        source: &'static str,
    }
}

/// Lists the sets.
pub fn list(rows: &RowsArgs, session: &Session) -> anyhow::Result<Ending> {
    let mut out = rows.begin::<SetRow>(session)?;
    for set in Set::all() {
        let Set { name, size, goal, by, licence, source, .. } = set;
        let boards = set.boards().len();
        out.row(&SetRow { name, size, boards, goal, by, licence, source })?;
    }
    out.finish()?;
    Ok(Ending::Answered)
}

fields! {
    /// A board of a set.
    struct BoardRow<'l> {
        number: u32,
        board: &'static str,
        goal: &'l str,
        best_length: Option<u32>,
        lower_bound: u32,
        source: &'static str,
    }
}

/// Prints the first boards of a set.
pub fn boards(
    set: Set,
    count: Option<u64>,
    rows: &RowsArgs,
    session: &Session,
) -> anyhow::Result<Ending> {
    let goal = goal_of(set)?.1.to_string().replace('x', "0");
    let mut out = rows.begin::<BoardRow<'_>>(session)?;
    let most = count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    for SetBoard { number, board, best_length, lower_bound, source, .. } in set.boards().take(most)
    {
        let row = BoardRow { number, board, goal: &goal, best_length, lower_bound, source };
        out.line(&row, board)?;
    }
    out.finish()?;
    if rows.format() == Format::Text {
        note!("{}: {} of {}, for --goal {}", set.name, set.by, set.size, set.goal);
    }
    Ok(Ending::Answered)
}

fn goal_of(set: Set) -> anyhow::Result<(Shape, Board)> {
    let size = set.size.parse()?;
    Ok((size, Board::parse_goal(set.goal.as_bytes(), Some(size))?))
}

/// Answers to a set beside the best lengths known: a row of `docs/scoreboard.md`.
#[derive(Default)]
struct Score<'l> {
    name: &'l str,
    boards: usize,
    solved: usize,
    moves: u64,
    /// The best lengths known of the boards that are solved, and the moves of these answers.
    best: u64,
    compared: u64,
    proved: usize,
    shorter: usize,
}

impl Score<'_> {
    fn add(&mut self, board: SetBoard, length: u32) {
        self.solved += 1;
        self.moves += u64::from(length);
        self.proved += usize::from(length == board.lower_bound);
        if let Some(best) = board.best_length {
            self.best += u64::from(best);
            self.compared += u64::from(length);
        }
        self.shorter += usize::from(board.best_length.is_none_or(|best| length < best));
    }
}

impl fmt::Display for Score<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Score { name, boards, solved, moves, best, compared, proved, shorter } = self;
        let mean = moves as f64 / solved.max(1) as f64;
        let above = (compared as f64 - best as f64) / solved.max(1) as f64;
        write!(
            f,
            "| {name} | {solved} of {boards} | {mean:.3} | {above:+.3} | {proved} | {shorter} | |"
        )
    }
}

/// The head of the table whose rows are scores.
const HEAD: &str = "\
| by | solved | mean length | above the best known | proved optimal | new | time a board |
| --- | --- | --- | --- | --- | --- | --- |";

/// Checks that answers reach the goal, and prints their score.
pub fn score(
    set: Set,
    answers: &Path,
    notation: Notation,
    rows: &RowsArgs,
    session: &Session,
) -> anyhow::Result<Ending> {
    let (size, goal) = goal_of(set)?;
    let input = Input::open(answers, session)?;
    let boards = Some(set.boards().len() as u64);
    let lines = Answers { boards, notation, are_distances: false };
    let place = AnswerPlace::Alone;
    let alone = ExpectedAnswers { column: None, names: MOVES_NAMES, place, lines };
    let expected = LayoutArgs::default().expected(&Reading::default(), None);
    let mut reader = open(input, Expected { answers: Some(alone), most_cells: 0, ..expected })?;
    let mut out = rows.create(session)?;
    let (mut boards, mut block) = (set.boards(), BoardBlock::default());
    let name = answers.display().to_string();
    let mut score = Score { name: &name, boards: boards.len(), ..Score::default() };
    let unknown = Interval::default().into();
    while reader.read_boards(usize::MAX, &mut block)? {
        for answer in block.boards() {
            let board = boards.next().with_context(|| {
                format!("line {}: an answer without a board of {}", answer.line, set.name)
            })?;
            let text = String::from_utf8_lossy(answer.with_answer().text).into_owned();
            let at = Board::parse(board.board, Some(size))?;
            let single = Metric::default();
            match Verdict::of_moves(&at, &goal, single, &unknown, &text, notation) {
                Verdict::Unknown { length: Some(length), .. } => score.add(board, length as u32),
                _ if text.is_empty() => {}
                verdict => note!("board {}: {verdict}", board.number),
            }
        }
    }
    writeln!(out, "{HEAD}\n{score}")?;
    out.finish()?;
    if score.shorter > 0 {
        let new = plural(score.shorter as u64, "answer");
        note!("{new} shorter than any known; `sample --set {} --format csv` has those", set.name);
    }
    Ok(if score.solved == score.boards { Ending::Answered } else { Ending::Failed })
}
