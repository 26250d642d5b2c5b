//! Where commands read boards from, and how these are laid out.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use tilebase::puzzle::Shape;
use tilebase::text::{self, Answers, InputLayout, Reading, longest_answer, longest_line};
pub use tilebase::text::{
    AnswerPlace, BoardBlock, Expected, ExpectedAnswers, InputBoard, Keep, Pairing, UnnamedGoal,
};

use crate::fields::one_of;
use crate::input::Input;
use crate::report::{InputPosition, note};
use crate::session::Session;

/// The advice for rows with goals that may be anything, for commands with `--goal-column`.
pub const GOAL_CURE: &str = "--goal-column goal, or --goal GOAL for all";

/// The same for commands without it.
pub const ONE_GOAL_CURE: &str = "--goal GOAL for all";

/// The boards of an input.
pub type BoardReader = text::BoardReader<Input>;

/// The layout of boards in an input.
#[derive(Default, clap::Args)]
pub struct LayoutArgs {
    /// The column or field with the boards, also `a.b` or `p0..p15`
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// lines, grids, csv or jsonl [default: guessed from the first lines]
    #[arg(long, value_parser = one_of(InputLayout::NAMES))]
    layout: Option<InputLayout>,
}

impl LayoutArgs {
    /// Refuses these options unless an input is read.
    pub fn expect_input(&self, is_read: bool) -> anyhow::Result<()> {
        if !is_read && (self.column.is_some() || self.layout.is_some()) {
            bail!("--column and --layout: boards are arguments; expected them in a file");
        }
        Ok(())
    }

    /// The expectations of an input that has only boards. Commands that read more with them change
    /// this.
    pub fn expected(&self, reading: &Reading, size: Option<Shape>) -> Expected {
        Expected {
            layout: self.layout,
            column: self.column.clone(),
            reading: reading.clone(),
            size,
            longest: longest_line(size),
            note: |text| note!("{text}"),
            ..Expected::default()
        }
    }
}

/// The boards of an input. Refuses options for columns where there are none.
pub fn open(input: Input, expected: Expected) -> anyhow::Result<BoardReader> {
    let option = match (&expected.column, &expected.goals, &expected.keep) {
        (Some(_), ..) => Some("--column"),
        (_, Some(_), _) => Some("--goal-column"),
        (.., Some(_)) => Some("--keep"),
        _ => None,
    };
    if let Some(option) = option
        && matches!(expected.layout, Some(InputLayout::Lines | InputLayout::Grids))
    {
        bail!("{option}: only --layout csv and jsonl have columns");
    }
    let is_whole = input.len.is_some();
    Ok(BoardReader::new(input, Expected { is_whole, ..expected }))
}

/// Where boards come from, in the order of the words of a command line: boards, and inputs.
pub struct Sources {
    /// The sources that are left.
    pub each: VecDeque<BoardSource>,
    /// The length of all inputs in bytes, if it is known.
    pub len: Option<u64>,
    /// The bytes read of inputs that have ended, and of the one that is being read.
    read: [u64; 2],
    /// The source that is being read.
    now: Option<BoardSource>,
}

/// A board among the words, or an input.
pub enum BoardSource {
    /// A word, and its place among all, counted from 1.
    Word(Vec<u8>, u64),
    /// An input. Its name begins messages on it, if there are several sources. From a terminal each
    /// line is to be answered before the next.
    Input { reader: Box<BoardReader>, name: String, is_typed: bool },
}

impl Sources {
    /// Opens the inputs among words; the others are boards. Without words it is standard input.
    pub fn open(
        mut words: Vec<OsString>,
        is_input: impl Fn(&OsStr) -> anyhow::Result<bool>,
        session: &Session,
        reader: impl Fn(Input) -> anyhow::Result<BoardReader>,
    ) -> anyhow::Result<Sources> {
        if words.is_empty() {
            words.push("-".into());
        }
        let several = words.len() > 1;
        let mut sources = Sources { each: VecDeque::new(), len: Some(0), read: [0; 2], now: None };
        for (number, word) in (1..).zip(words) {
            if !is_input(&word)? {
                sources.each.push_back(BoardSource::Word(word.into_encoded_bytes(), number));
                continue;
            }
            let path = Path::new(&word);
            let input = Input::open(path, session)?;
            sources.len = sources.len.and_then(|len| Some(len + input.len?));
            let name = if several { format!("{}: ", path.display()) } else { String::new() };
            let is_typed = word == "-" && io::stdin().is_terminal();
            let reader = Box::new(reader(input)?);
            sources.each.push_back(BoardSource::Input { reader, name, is_typed });
        }
        Ok(sources)
    }

    /// The inputs that are left.
    pub fn inputs(&mut self) -> impl Iterator<Item = &mut BoardReader> {
        self.each.iter_mut().filter_map(|source| match source {
            BoardSource::Word(..) => None,
            BoardSource::Input { reader, .. } => Some(&mut **reader),
        })
    }

    /// True if a board is a word, and whether one is read from an input.
    pub fn kinds(&self) -> [bool; 2] {
        let is_word = |source: &BoardSource| matches!(source, BoardSource::Word(..));
        [self.each.iter().any(is_word), !self.each.iter().all(is_word)]
    }

    /// Reads the next boards into `block`. Returns false at the end.
    pub fn read_boards(&mut self, block: &mut BoardBlock) -> io::Result<bool> {
        loop {
            match &mut self.now {
                Some(BoardSource::Input { reader, .. }) => {
                    if reader.read_boards(usize::MAX, block)? {
                        self.read[1] = block.position;
                        return Ok(true);
                    }
                    self.read = [self.read.iter().sum(), 0];
                }
                _ if self.each.is_empty() => return Ok(false),
                _ => {}
            }
            self.now = self.each.pop_front();
            if let Some(BoardSource::Word(text, number)) = &self.now {
                *block = BoardBlock::default();
                block.push(of_word(text, *number));
                return Ok(true);
            }
        }
    }

    /// The number of bytes read of all inputs.
    pub fn position(&self) -> u64 {
        self.read.iter().sum()
    }

    /// True if the boards read last are a word.
    pub fn is_word(&self) -> bool {
        matches!(self.now, Some(BoardSource::Word(..)))
    }

    /// The place of a board of the block that was read last, for messages.
    pub fn place(&self, line: u64) -> String {
        match &self.now {
            Some(BoardSource::Word(_, number)) => InputPosition::Argument(*number).to_string(),
            Some(BoardSource::Input { name, .. }) => format!("{name}{}", InputPosition::Line(line)),
            None => InputPosition::Line(line).to_string(),
        }
    }

    /// The result of `read` for the only board of these sources.
    pub fn one<T>(
        mut self,
        read: impl Fn(InputBoard<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let (mut block, mut one) = (BoardBlock::default(), None);
        while self.read_boards(&mut block)? {
            for board in block.boards() {
                let place = || self.place(board.line);
                if one.is_some() {
                    bail!("{}: a second board; expected one", place());
                }
                let read = read(board);
                one = Some(if self.is_word() { read? } else { read.with_context(place)? });
            }
        }
        one.context("no board in the input; expected one")
    }
}

/// A word that is a board.
pub const fn of_word(text: &[u8], number: u64) -> InputBoard<'_> {
    InputBoard { line: number, text, goal: None, flaw: None, parts: None }
}

/// The names of columns that have moves, unless one is named.
pub const MOVES_NAMES: &[&str] = &["moves", "solution", "answer"];

/// True if a word of a command that takes no files is standard input.
#[expect(clippy::unnecessary_wraps, reason = "words of other commands may be neither")]
fn is_stdin(word: &OsStr) -> anyhow::Result<bool> {
    Ok(word == "-")
}

/// Boards that are words, or standard input in this layout, which is refused where it is not read.
pub fn words_or_stdin(
    words: Vec<OsString>,
    expected: &Expected,
    layout: &LayoutArgs,
    session: &Session,
) -> anyhow::Result<Sources> {
    let sources = Sources::open(words, is_stdin, session, |input| open(input, expected.clone()))?;
    layout.expect_input(sources.kinds()[1])?;
    Ok(sources)
}

/// Texts that are no boards: words, or those of standard input in a column of one of these names,
/// unless one is given, or else its lines.
pub fn texts(
    words: Vec<OsString>,
    column: Option<&String>,
    names: &'static [&'static str],
    lines: Answers,
    session: &Session,
) -> anyhow::Result<Sources> {
    let place = AnswerPlace::Only;
    let answers = ExpectedAnswers { column: column.cloned(), names, place, lines };
    let expected = LayoutArgs::default().expected(&Reading::default(), None);
    let expected = Expected { answers: Some(answers), longest: longest_answer(None), ..expected };
    let sources = Sources::open(words, is_stdin, session, |input| open(input, expected.clone()))?;
    if sources.kinds()[0] && column.is_some() {
        bail!("--column: the input is an argument; expected a file on standard input");
    }
    Ok(sources)
}
