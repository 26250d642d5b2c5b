//! The problems of a command: how its boards are read, and the goal of each.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{Context as _, bail};
use tilebase::oracle::{Ask, expect_answers};
use tilebase::puzzle::{BoardError, GoalName, Metric, Shape, SmallBoard, SmallShape};
use tilebase::text::{Notation, Reading, goal_name};
use tilebase::{Board, Error};

use crate::arguments::{BoardsAndAnswers, board_and_moves, is_input, is_input_of_answers, joined};
use crate::boards::{
    BoardBlock, BoardReader, Expected, InputBoard, LayoutArgs, ONE_GOAL_CURE, Sources, UnnamedGoal,
    open,
};
use crate::cures;
use crate::input::Input;
use crate::options::{ReadingArgs, shape};
use crate::report::note;
use crate::session::Session;

/// The goal, and how boards are read.
#[derive(Clone, Default, clap::Args)]
pub struct GoalArgs {
    /// A board (`*`: any tile), its blank's cell, first, last, centre or snail [default: last]
    #[arg(long, value_name = "GOAL", alias = "goal-blank", allow_negative_numbers = true)]
    pub goal: Option<String>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// The shape of boards that do not show it [default: square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    pub size: Option<Shape>,
}

impl GoalArgs {
    /// Refuses to read boards in another way where the goal could be the only one, and is none.
    pub fn expect_goal_to_read(&self) -> anyhow::Result<()> {
        self.reading.expect_small(self.goal.is_some(), "--goal BOARD")
    }
}

/// Reads boards, and finds the goal of each.
pub struct Problems {
    pub metric: Metric,
    /// The goal, if one was named.
    pub named_goal: Option<Goal>,
    /// The way in which boards are written.
    pub reading: Reading,
    /// The size of boards that do not show it, if one was given.
    pub size: Option<Shape>,
    session: Session,
}

impl Problems {
    /// Reads the goal, if one was named.
    pub fn new(args: &GoalArgs, metric: Metric, session: &Session) -> anyhow::Result<Problems> {
        let GoalArgs { goal, reading, size } = args;
        if goal.as_ref().is_some_and(|goal| goal.len() <= 2) {
            let words: Vec<_> =
                std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
            if let Some(goal) = unquoted_goal_hint(&words) {
                let goal = cures::quoted(&goal);
                bail!("--goal: expected one argument; quote the board: --goal {goal}");
            }
        }
        let mut reading = reading.reading();
        let mut read = |goal: &String| {
            let goal = goal.as_bytes();
            Goal::read(goal, &reading, *size).or_else(|why| {
                // Its tiles may have other numbers, which the boards then have, too.
                let other = reading.with_numbers_of(goal).ok_or(why)?;
                let goal = Goal::read(goal, &other, *size)?;
                note!("the goal's tiles are not 1, 2, 3, ...: they are counted in their order");
                reading = other;
                Ok::<_, BoardError>(goal)
            })
        };
        let named_goal = goal.as_ref().map(&mut read).transpose().context("--goal")?;
        if let Some(Goal::Board(goal)) = &named_goal {
            reading = reading.for_goal(goal);
        }
        let of_goal = named_goal.as_ref().and_then(Goal::size);
        if let (None, Some(size)) = (size, of_goal) {
            session.take_size_of_goal(size);
        }
        let (size, session) = (size.or(of_goal), session.clone());
        Ok(Problems { metric, named_goal, reading, size, session })
    }

    /// Refuses what can never be answered for boards of the size, if one was given.
    pub fn expect(&self, ask: Ask) -> Result<(), Error> {
        self.size.map_or(Ok(()), |size| expect_answers(size, self.metric, ask))
    }

    /// Whether the goal that was named is several boards.
    pub fn has_several_goals(&self) -> bool {
        matches!(&self.named_goal, Some(Goal::Board(goal)) if goal.is_several())
    }

    /// Refuses a goal that is several boards.
    pub fn expect_one_goal(&self, what: &'static str) -> Result<(), Error> {
        if self.has_several_goals() { Err(Error::SeveralGoals { what }) } else { Ok(()) }
    }

    /// Refuses to write or read the numbers of tiles where some are equal.
    pub fn expect_notation(&self, notation: Notation) -> anyhow::Result<()> {
        let has_equal = |goal: &Goal| matches!(goal, Goal::Board(goal) if goal.has_equal_tiles());
        if notation == Notation::Tiles && self.named_goal.as_ref().is_some_and(has_equal) {
            bail!("--notation tiles: the goal has equal tiles; expected another notation");
        }
        Ok(())
    }

    /// The goal for boards of this size.
    pub fn goal(&self, size: Shape) -> Result<Board, Error> {
        let named = self.named_goal.as_ref();
        Ok(named.map_or_else(|| Board::goal(size), |goal| goal.on(size))?)
    }

    /// The goal for boards of the size that was given, or 3x3, of at most 25 cells.
    pub fn small_goal(&self, what: &'static str) -> Result<SmallBoard, Error> {
        let goal = self.goal(self.size.unwrap_or(SmallShape::default().into()))?;
        Ok(*goal.expect_small(what)?)
    }

    /// Reads a board of the given size.
    pub fn board(&self, text: &[u8]) -> Result<Board, Error> {
        Ok(self.reading.board(text, self.size)?)
    }

    /// The treatment of the goals of rows, with the advice of its error.
    pub fn unnamed_goal(&self, cure: &'static str) -> UnnamedGoal {
        UnnamedGoal::unless(self.named_goal.is_some(), cure)
    }

    /// The boards of an input, which may have goals of their own.
    pub fn boards(&self, layout: &LayoutArgs, input: Input) -> anyhow::Result<BoardReader> {
        let expected = layout.expected(&self.reading, self.size);
        open(input, Expected { unnamed_goal: self.unnamed_goal(ONE_GOAL_CURE), ..expected })
    }

    /// The boards that words stand for: a word that reads as a board is one, else the file with
    /// this name, or `-` for standard input, which it also is without words.
    ///
    /// # Errors
    ///
    /// A word that is neither, unless it is all cells: then it is an invalid board.
    pub fn sources(
        &self,
        words: &[OsString],
        reader: impl Fn(Input) -> anyhow::Result<BoardReader>,
    ) -> anyhow::Result<Sources> {
        let is_board = |word: &[u8]| self.board(word).is_ok();
        let words = joined(words, &is_board);
        Sources::open(words, |word| is_input(word, &is_board), &self.session, reader)
    }

    /// The same for inputs in this layout, which is refused where none is read.
    pub fn sources_in(&self, words: &[OsString], layout: &LayoutArgs) -> anyhow::Result<Sources> {
        let sources = self.sources(words, |input| self.boards(layout, input))?;
        layout.expect_input(sources.kinds()[1])?;
        Ok(sources)
    }

    /// Reads the only board that these words stand for, and its goal.
    pub fn one_board(&self, words: &[OsString]) -> anyhow::Result<(Board, Board)> {
        let sources = self.sources_in(words, &LayoutArgs::default())?;
        sources.one(|board| self.read_with_goal(board))
    }

    /// Boards and the answers to them. If the first word is a board, the others are its answer, or
    /// name an input of it. Otherwise two words name inputs.
    pub fn boards_and_answers<'w>(
        &self,
        words: &'w [OsString],
    ) -> anyhow::Result<BoardsAndAnswers<'w>> {
        let (board, answer) = board_and_moves(words, &self.reading, self.size);
        let is_board = |word: &[u8]| self.board(word).is_ok();
        let is_input = is_input(OsStr::new(&board), &is_board)?;
        match (answer, words) {
            (Some(answer), [.., word])
                if !is_input && *answer == **word && is_input_of_answers(word) =>
            {
                Ok(BoardsAndAnswers::BoardAndInput(board, Path::new(word)))
            }
            (Some(answer), _) if !is_input => Ok(BoardsAndAnswers::Words(board, answer)),
            (None, _) if !is_input => bail!("no moves: expected them behind the board"),
            (_, [boards]) => Ok(BoardsAndAnswers::Inputs(Path::new(boards), None)),
            (_, [boards, answers]) => {
                Ok(BoardsAndAnswers::Inputs(Path::new(boards), Some(Path::new(answers))))
            }
            _ => bail!("{} files: expected boards, and answers", words.len()),
        }
    }

    /// Reads a board of the given size from an input, and its own goal or the usual one.
    pub fn read_with_goal(&self, input: InputBoard<'_>) -> anyhow::Result<(Board, Board)> {
        self.read_by(&self.reading, input)
    }

    /// The same for boards that are written in another way.
    pub fn read_by(
        &self,
        reading: &Reading,
        input: InputBoard<'_>,
    ) -> anyhow::Result<(Board, Board)> {
        let text = input.checked().map_err(anyhow::Error::msg)?;
        let board = reading.for_own_goal(input.goal, self.size).board(text, self.size)?;
        let own = input.goal.map(|goal| self.reading.goal(goal, Some(board.shape())));
        let goal = match own.transpose().context("its goal")? {
            Some(goal) => goal,
            None => self.goal(board.shape())?,
        };
        board.expect_tiles_of(&goal)?;
        Ok((board, goal))
    }

    /// The boards of a block with their goals, of at most 25 cells, as `take` takes them. The
    /// others are rejected.
    pub fn small_boards<T>(
        &self,
        block: &BoardBlock,
        take: impl Fn(Board, Board) -> Result<T, Error>,
        mut reject: impl FnMut(u64, String),
    ) -> Vec<T> {
        let boards = block.boards().filter_map(|board| {
            let read = self.read_with_goal(board);
            let read = read.and_then(|(start, goal)| Ok(take(start, goal)?));
            read.map_err(|why| reject(board.line, cures::with_cure(&why, &self.session))).ok()
        });
        boards.collect()
    }
}

/// A goal: a board, or what names one on each size.
#[derive(Clone)]
pub enum Goal {
    /// A board.
    Board(Board),
    /// A name, or the cell of the blank.
    Named(GoalName),
}

impl Goal {
    /// Reads a goal. Without a size, a name stays one.
    pub fn read(text: &[u8], reading: &Reading, size: Option<Shape>) -> Result<Goal, BoardError> {
        match goal_name(text) {
            Some(name) if size.is_none() => Ok(Goal::Named(name)),
            _ => reading.goal(text, size).map(Goal::Board),
        }
    }

    /// The goal for boards of this size.
    pub fn on(&self, size: Shape) -> Result<Board, BoardError> {
        match self {
            Goal::Board(goal) => Ok(goal.clone()),
            Goal::Named(name) => Board::named_goal(*name, size),
        }
    }

    /// The size, if the goal shows it.
    pub fn size(&self) -> Option<Shape> {
        match self {
            Goal::Board(goal) => Some(goal.shape()),
            Goal::Named(_) => None,
        }
    }
}

/// The goal that should have been quoted in a command line with `--goal 1 2 3 ...`, of which only
/// the first cell is a value. A board may follow it.
pub fn unquoted_goal_hint(words: &[String]) -> Option<String> {
    let behind = words.iter().position(|word| word == "--goal")? + 1;
    let cells = words[behind..].iter().map(String::as_str);
    let cells: Vec<_> =
        cells.take_while(|cell| cell.len() <= 2 && !cell.starts_with('-')).collect();
    let (goal, board) = cells.split_at(cells.len() / 2);
    if is_board(&cells) {
        Some(cells.join(" "))
    } else {
        (is_board(goal) && is_board(board)).then(|| goal.join(" "))
    }
}

fn is_board(cells: &[&str]) -> bool {
    Board::parse(cells.join(" "), None).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_without_quotes_is_seen() {
        let snail = Some("1 2 3 8 x 4 7 6 5");
        for (line, goal) in [
            ("solve 23415x768 --goal 1 2 3 8 x 4 7 6 5", snail),
            ("solve --goal 1 2 3 8 x 4 7 6 5 --json", snail),
            ("solve --goal 1 2 3 8 x 4 7 6 5 2 3 4 1 5 x 7 6 8", snail),
            // Three cells after a goal are no board, so all four are the goal.
            ("solve --goal 3 1 2 x", Some("3 1 2 x")),
            ("solve --goal 4 2 3 4 1 5 x 7 6 8", None),
            ("solve --goal", None),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(unquoted_goal_hint(&words).as_deref(), goal, "{line}");
        }
    }
}
