//! Boards of more than 25 cells: the best solution found, and what is proved of its length. What
//! needs a proof is an error.

use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use serde::Serialize;
use tilebase::any::{self, Finder};
use tilebase::bulk::{Answer, Form, Format, in_order};
use tilebase::limits::Stopped;
use tilebase::puzzle::{Extent, MAX_CELLS, Metric, MoveError, Notation, Rectangle};
use tilebase::{Error, Limits, Move, Moves};

use crate::Ending;
use crate::arguments as inputs_of;
use crate::boards::{BoardBlock, BoardText, Boards, LayoutArgs};
use crate::goals;
use crate::input::Input;
use crate::interrupt;
use crate::limits::SearchLimits;
use crate::output::{self, Output, write_rows};
use crate::report::{self, InputPosition, Invalid, note};
use crate::session::Session;

/// The longest board or answer accepted, in bytes. A solution of 100x100 has about 2.6 million
/// moves.
pub const LONGEST: usize = 1 << 24;

/// Answers boards of one size, more than 25 cells, for one goal.
#[derive(Clone)]
pub struct AnySize {
    finder: Finder,
}

impl AnySize {
    /// What answers boards of this size, else of the goal's, else of the first board's. `None` if
    /// that has no more than 25 cells, or is not known.
    pub fn new(
        size: Option<Extent>,
        goal: Option<&[u8]>,
        board: Option<&[u8]>,
    ) -> anyhow::Result<Option<AnySize>> {
        let is_large = |extent: &Extent| extent.rows.saturating_mul(extent.cols) > MAX_CELLS;
        let shown = |text: &&[u8]| Some(Rectangle::parse(text, None).ok()?.extent());
        let of_goal = || goal.as_ref().and_then(shown).filter(is_large);
        let of_board = || board.as_ref().and_then(shown).filter(is_large);
        let size = size.or_else(of_goal).or_else(of_board).filter(is_large);
        let Some(size) = size else { return Ok(None) };
        any::check(size)?;
        let goal = match goal {
            Some(goal) => goals::read_any_size(goal, Some(size)).context("--goal")?,
            None => Rectangle::goal(size)?,
        };
        Ok(Some(AnySize { finder: Finder::new(&goal)? }))
    }

    /// The same within limits.
    pub fn limited(self, limits: &SearchLimits) -> anyhow::Result<AnySize> {
        if limits.optimal {
            bail!("--optimal: {}", self.no_proof());
        }
        let mut found = if limits.is_some() { limits.limits() } else { Limits::of_any_size() };
        if limits.interruptible {
            let interrupted = interrupt::interrupted();
            found = found.progress(move |_| {
                if interrupted.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        }
        Ok(AnySize { finder: self.finder.limited(found) })
    }

    /// The same for a metric. There is only one.
    pub fn only_single(self, metric: Metric) -> anyhow::Result<AnySize> {
        if metric != Metric::Single {
            bail!("--metric {metric}: boards of {} have only single", self.size());
        }
        Ok(self)
    }

    /// Why a question has no answer.
    pub fn no_proof(&self) -> String {
        format!(
            "a proof that a solution is optimal is not possible on {}; expected a shape of at most \
             {MAX_CELLS} cells",
            self.size()
        )
    }

    /// The rows and columns.
    pub const fn size(&self) -> Extent {
        self.finder.goal().extent()
    }

    /// The goal.
    pub const fn goal(&self) -> &Rectangle {
        self.finder.goal()
    }

    /// The boards of an input.
    pub fn boards(&self, layout: &LayoutArgs, input: Input) -> anyhow::Result<Boards> {
        let size = self.size();
        let is_board = move |text: &[u8]| Rectangle::parse(text, Some(size)).is_ok();
        let cells = size.rows * size.cols;
        layout.expecting(input, Box::new(is_board), (Some(cells), usize::MAX), LONGEST)
    }

    /// Reads a board of this size.
    pub fn board(&self, text: &[u8]) -> Result<Rectangle, Error> {
        Ok(Rectangle::parse(text, Some(self.size()))?)
    }

    /// The best solution of a board, and what is proved.
    pub fn find(&self, board: &Rectangle) -> Result<Stopped, Error> {
        self.finder.find(board)
    }

    /// Checks that a board can reach the goal.
    pub fn reaches(&self, board: &Rectangle) -> Result<(), Error> {
        self.finder.lower_bound(board).map(|_| ())
    }

    /// Between which bounds the distance is of a board and after each of some moves. Those of the
    /// board itself are known better. Each move changes a distance by one, so that each bound holds
    /// for the neighbours as well.
    pub fn along(
        &self,
        board: &Rectangle,
        moves: &[Move],
        first: (u32, u32),
    ) -> Result<Vec<(u32, u32)>, Error> {
        /// Of so many cells at most the bounds are found.
        const MOST_LOOKED_AT: usize = 100_000_000;
        let every = moves.len() * board.cells().len() / MOST_LOOKED_AT + 1;
        let mut board = board.clone();
        let mut bounds = vec![first];
        for (number, &mv) in (1..).zip(moves) {
            board.make(mv);
            let (least, most) = bounds[number - 1];
            let is_looked_at = number % every == 0 || number == moves.len();
            let found = if is_looked_at { self.finder.lower_bound(&board)? } else { 0 };
            bounds.push((found.max(least.saturating_sub(1)), most + 1));
        }
        if let Some(last) = bounds.last_mut()
            && board == *self.goal()
        {
            *last = (0, 0);
        }
        for at in (0..moves.len()).rev() {
            let (least, most) = bounds[at + 1];
            bounds[at] = (bounds[at].0.max(least.saturating_sub(1)), bounds[at].1.min(most + 1));
        }
        Ok(bounds)
    }

    /// Checks that an answer needs no proof.
    pub fn check_form(&self, form: Form) -> anyhow::Result<()> {
        let (name, _) =
            Answer::NAMES.iter().find(|(_, answer)| *answer == form.answer).context("")?;
        match form.answer {
            Answer::Moves | Answer::Distance => Ok(()),
            _ => bail!("--answer {name}: {}", self.no_proof()),
        }
    }

    /// Answers a board in a form. `told` says that a note says what is proved.
    fn answer(&self, text: BoardText<'_>, form: Form, told: bool) -> Row {
        let answered = || {
            let board = self.board(text.checked().map_err(anyhow::Error::msg)?)?;
            let found = self.find(&board);
            anyhow::Ok((board, found))
        };
        let input = || String::from_utf8_lossy(text.text).into_owned();
        match answered() {
            Ok((board, Ok(found))) => Row::found(&board, &found, form, told),
            Ok((board, Err(Error::Unsolvable(why)))) => Row {
                board: cells(&board),
                error: Some(why.to_string()),
                text: "unsolvable".to_owned(),
                note: Some(why.to_string()).filter(|_| told),
                ..Row::default()
            },
            Ok((_, Err(error))) => Row::invalid(input(), &error.to_string()),
            Err(error) => Row::invalid(input(), &format!("{error:#}")),
        }
    }

    /// The row of a board in a format with named fields.
    pub fn row(&self, board: &Rectangle, form: Form) -> anyhow::Result<Vec<u8>> {
        let text = board.to_string();
        let board = BoardText { line: 1, text: text.as_bytes(), goal: None, flaw: None };
        let mut row = Vec::new();
        write_rows(form.format, &[self.answer(board, form, false)], &mut row)?;
        Ok(row)
    }

    /// Answers boards that are arguments, or else those of the inputs, and notes what is proved if
    /// `told` is set.
    pub fn run(
        &self,
        arguments: &[Vec<u8>],
        inputs: Vec<(String, Boards)>,
        mut out: Output,
        (form, told, threads): (Form, bool, usize),
    ) -> anyhow::Result<Ending> {
        self.check_form(form)?;
        out.write_all(head(form.format).as_bytes())?;
        let mut invalid = Invalid::default();
        let mut write = |place: String, row: &Row| {
            if let Some(why) = &row.invalid {
                invalid.tell(&place, why);
            }
            if let Some(text) = &row.note {
                note!("{place}: {text}");
            }
            let mut text = Vec::new();
            write_rows(form.format, std::slice::from_ref(row), &mut text)?;
            if form.format == Format::Text && form.apart && form.show {
                text.push(b'\n');
            }
            out.write_all(&text)?;
            // A program that writes a board may be waiting for its answer.
            anyhow::Ok(out.flush()?)
        };
        for (line, text) in (1..).zip(arguments) {
            let board = BoardText { line, text, goal: None, flaw: None };
            write(InputPosition::Argument(line).to_string(), &self.answer(board, form, told))?;
        }
        for (file, mut boards) in inputs {
            in_order(
                threads,
                |block: &mut BoardBlock| Ok(boards.read_boards(1, block)?),
                |block, rows: &mut Vec<(u64, Row)>| {
                    rows.clear();
                    for board in block.boards() {
                        rows.push((board.line, self.answer(board, form, told)));
                    }
                },
                |rows| {
                    rows.iter().try_for_each(|(line, row)| {
                        write(format!("{file}{}", InputPosition::Line(*line)), row)
                    })
                },
            )?;
        }
        out.finish()?;
        Ok(invalid.finish())
    }

    /// Prints the first move of the best solution of a board, and notes what is proved. The exit
    /// status is 1 if there is none.
    pub fn hint(
        &self,
        text: &[u8],
        (notation, json): (Notation, bool),
        session: &Session,
    ) -> anyhow::Result<Ending> {
        let mut row =
            HintRow { board: String::from_utf8_lossy(text).into_owned(), ..HintRow::default() };
        let found = self.board(text).and_then(|board| Ok((self.find(&board)?, board)));
        match found {
            Ok((found, board)) => {
                row.distance = found.distance();
                let best = found.best.clone().unwrap_or_default();
                match best.first() {
                    Some(&mv) => {
                        row.next = Some(written(notation, &[mv], &board));
                        note!("{}: {found}", InputPosition::Argument(1));
                    }
                    None => row.error = Some("the board is the goal".to_owned()),
                }
            }
            Err(why) => row.error = Some(report::with_cure_of(&why, session)),
        }
        let mut out = Output::stdout(session);
        if json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else if let Some(next) = &row.next {
            writeln!(out, "{next}")?;
        }
        out.finish()?;
        let Some(why) = row.error else { return Ok(Ending::Answered) };
        report::error!("{}: {why}", InputPosition::Argument(1));
        Ok(Ending::Failed)
    }
}

/// What `hint --json` writes.
#[derive(Default, Serialize)]
struct HintRow {
    board: String,
    next: Option<String>,
    distance: Option<u32>,
    error: Option<String>,
}

/// An answer. The fields are those of `lookup`; those that need a proof are empty.
#[derive(Default, Serialize)]
struct Row {
    board: String,
    distance: Option<u32>,
    moves: Option<String>,
    next: Option<String>,
    harder_than: Option<f64>,
    lower_bound: Option<u32>,
    error: Option<String>,
    /// The answer as text, a note on it, and why there is none.
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    note: Option<String>,
    #[serde(skip)]
    invalid: Option<String>,
}

impl Row {
    fn found(board: &Rectangle, found: &Stopped, form: Form, told: bool) -> Row {
        let best = found.best.clone().unwrap_or_default();
        let moves = written(form.notation, &best, board);
        let interval = match found.distance() {
            Some(distance) => distance.to_string(),
            None => format!("{}..{}", found.at_least, best.len()),
        };
        let text = match (form.show, form.answer, told) {
            (false, Answer::Distance, _) => interval,
            (false, _, true) => moves.clone(),
            (false, _, false) => format!("{}..{} {moves}", found.at_least, best.len()),
            (true, _, true) => drawn(board, &best, form.notation),
            (true, _, false) => {
                let drawing = drawn(board, &best, form.notation);
                format!("{}..{}\n{drawing}", found.at_least, best.len())
            }
        };
        Row {
            board: cells(board),
            distance: found.distance(),
            moves: Some(moves),
            lower_bound: Some(found.at_least),
            text,
            note: told.then(|| found.to_string()),
            ..Row::default()
        }
    }

    fn invalid(board: String, why: &str) -> Row {
        Row {
            board,
            error: Some(format!("invalid: {why}")),
            text: "invalid".to_owned(),
            invalid: Some(why.to_owned()),
            ..Row::default()
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What comes before the first row in a format.
pub fn head(format: Format) -> String {
    output::head::<Row>(format)
}

/// The cells, without marking the rows.
fn cells(board: &Rectangle) -> String {
    board.to_string().replace(" / ", " ")
}

/// Writes moves that are legal on a board.
pub fn written(notation: Notation, moves: &[Move], board: &Rectangle) -> String {
    notation.format_on(moves, board).unwrap_or_default()
}

/// Reads moves, all of which must be legal on a board. Returns the board after them, too.
pub fn read(
    notation: Notation,
    text: &[u8],
    board: &Rectangle,
) -> Result<(Moves, Rectangle), MoveError> {
    let mut reader = notation.read_on(text, board);
    let moves = reader.by_ref().collect::<Result<Moves, _>>()?;
    Ok((moves, reader.board().unwrap_or(board).clone()))
}

/// Draws a board, and again after each move.
pub fn drawn(board: &Rectangle, moves: &[Move], notation: Notation) -> String {
    let mut text = format!("{board:#}");
    let mut board = board.clone();
    for (number, &mv) in (1..).zip(moves) {
        let name = written(notation, &[mv], &board);
        board.make(mv);
        let _ = write!(text, "\n\n{number}/{}: {name}\n{board:#}", moves.len());
    }
    text
}

/// The arguments of a command that are boards. If a board was not quoted, so that each cell is an
/// argument, the cells are joined. None, or just `-`, means standard input.
pub fn arguments(words: &[OsString]) -> Vec<Vec<u8>> {
    let words = inputs_of::arguments(words);
    let is_cell = |word: &Vec<u8>| matches!(word.len(), 1..=4);
    if words.len() > MAX_CELLS && words.iter().all(is_cell) {
        return vec![words.join(&b' ')];
    }
    words
}

/// The first of these boards.
pub fn first(words: &[OsString]) -> Option<Vec<u8>> {
    arguments(words).into_iter().next()
}
