//! Writing answers, in either metric: text in one file, and named fields in another.

mod named_fields;
mod text;

pub(super) use named_fields::AnswerRow;

use super::{Bulk, Form, GoalOracle, NoteKind};
use crate::board::Board;
use crate::costs::{CostSum, TileCosts};
use crate::limits::{Cost, Interval};
use crate::oracle::Answer;
use crate::outcome::Ask;
use crate::puzzle::{Class, Metric, Move, MoveSet, Shape, Unsolvable};
pub(super) use crate::text::notation::write_number;
use crate::text::{Format, rows};

/// A board with its answer.
pub(super) struct Record<'b> {
    pub board: &'b Board,
    /// The board's own goal, if it has one.
    pub goal: Option<&'b Board>,
    /// The answer. If a limit was reached first, only the part that is proved.
    pub answer: &'b Answer,
    pub state: AnswerState<'b>,
    /// What found it, if not parity alone.
    pub oracle: Option<&'b GoalOracle>,
    pub bulk: &'b Bulk,
}

/// The cost of an answer, or why there is none.
#[derive(Clone, Copy)]
pub(super) enum AnswerState<'b> {
    Known(Cost),
    /// The best solution is the answer, although it is not known to be canonical.
    Best(&'b Interval),
    Stopped(&'b Interval),
    Unsolvable(&'b Unsolvable),
}

/// What a stopped search leaves: bounds, and perhaps a solution that serves as the answer.
pub(super) fn answer_of_stopped<'b>(
    stopped: &'b Interval,
    board: &Board,
    form: Form,
) -> (Answer, AnswerState<'b>) {
    let known = AnswerState::Known(stopped.cost());
    let (distance, best) = (stopped.distance(), stopped.best.clone());
    let takes_any = form.takes_any_solution();
    let (moves, state) = match best {
        _ if distance.is_some() && form.ask_of_oracle() == Ask::DISTANCE => (None, known),
        // Boards of these sizes are answered with any solution, so this one will do, even if its
        // other optimal moves are not known.
        Some(_) if stopped.is_canonical && takes_any && board.class() >= Class::Bounded => {
            (best, known)
        }
        Some(_) if stopped.is_canonical => (best, AnswerState::Stopped(stopped)),
        Some(_) if takes_any => (best, AnswerState::Best(stopped)),
        _ => (None, AnswerState::Stopped(stopped)),
    };
    (Answer { distance, moves, ..Answer::default() }, state)
}

impl<'b> Record<'b> {
    /// The form of the answer.
    pub fn form(&self) -> &'b Form {
        &self.bulk.form
    }

    /// What moves cost, if not all cost the same.
    pub fn costs(&self) -> Option<&'b TileCosts> {
        self.bulk.costs.as_deref()
    }

    /// True if a note says what is proved of the best solution.
    pub fn has_note(&self) -> bool {
        self.bulk.explains(NoteKind::Bounds)
    }

    pub fn metric(&self) -> Metric {
        self.oracle.map_or(Metric::default(), |oracle| oracle.oracle.metric())
    }

    /// The difficulty as written, if the board has a distance and the counts are known.
    pub fn difficulty(&self) -> Option<&DifficultyText> {
        self.oracle?.difficulty.as_ref()?.get(self.answer.distance? as usize)
    }

    /// What was proved by a search that was stopped.
    fn stopped(&self) -> Option<&'b Interval> {
        match self.state {
            AnswerState::Best(stopped) | AnswerState::Stopped(stopped) => Some(stopped),
            AnswerState::Known(_) | AnswerState::Unsolvable(_) => None,
        }
    }

    /// Explains why there is no answer.
    pub fn error(&self) -> Option<String> {
        match self.state {
            AnswerState::Unsolvable(why) => Some(why.to_string()),
            _ => self.stopped().map(Interval::to_string),
        }
    }

    /// The factor of the best within which the solution is proved to be.
    pub fn factor(&self) -> Option<f64> {
        match self.state {
            AnswerState::Known(_) => self.answer.moves.as_ref().map(|_| 1.0),
            _ => self.stopped()?.factor(),
        }
    }

    /// The cost of the answer, or of the search that was stopped.
    pub fn cost(&self) -> Option<Cost> {
        match self.state {
            AnswerState::Known(cost) => Some(cost),
            _ => self.stopped().map(Interval::cost),
        }
    }

    /// The lower bound that was proved, if the search was stopped.
    pub fn lower_bound(&self) -> Option<u32> {
        Some(self.stopped()?.at_least).filter(|&bound| bound > 0)
    }

    /// The cost of the solution.
    pub fn cost_of_moves(&self) -> Option<CostSum> {
        Some(self.costs()?.of_moves(self.board, self.answer.moves.as_ref()?))
    }

    /// The lower bound on the cost that was proved, if one was. A method that looks at costs says
    /// nothing of the distance.
    pub fn least_cost(&self) -> Option<CostSum> {
        match self.stopped() {
            Some(stopped) => Some(stopped.costs.as_ref()?.at_least),
            None => self.cost_of_moves().filter(|_| self.answer.distance.is_none()),
        }
    }

    /// The cost of an answer.
    pub fn cost_in_words(&self, cost: Cost) -> String {
        let is_looked_up = self.oracle.is_some_and(|oracle| oracle.oracle.is_looking_up());
        if is_looked_up { "looked up".to_owned() } else { cost.to_string() }
    }

    /// Writes moves of this board, one after the other.
    #[inline]
    pub fn write_moves(&self, moves: &[Move], text: &mut Vec<u8>) {
        let notation = self.form().notation;
        let written = notation.write(moves, self.metric(), Some(self.board), text);
        written.expect("moves of a solution, which are legal");
    }

    /// Writes the first move of a solution, if it has one.
    pub fn write_hint(&self, moves: &[Move], text: &mut Vec<u8>) {
        self.write_moves(&moves[..moves.len().min(1)], text);
    }

    /// The separator of solutions on a line.
    pub fn between_solutions(&self) -> u8 {
        if self.form().notation.has_spaces() { b';' } else { b' ' }
    }

    /// Writes moves to choose from, each made on this board.
    #[inline]
    pub fn write_choice(&self, moves: MoveSet, text: &mut Vec<u8>) {
        let written = self.form().notation.write_set(moves, Some(self.board), text);
        written.expect("legal moves of this board");
    }

    /// Writes moves with the distances after them: `d:18 l:18 r:20`.
    pub fn write_legal(&self, legal: &[(Move, u32)], text: &mut Vec<u8>) {
        for (i, &(mv, distance)) in legal.iter().enumerate() {
            if i > 0 {
                text.push(b' ');
            }
            self.write_moves(&[mv], text);
            text.push(b':');
            write_number(distance, text);
        }
    }
}

/// Writes a board as its `Display` does, so that it can be read again.
fn write_board(board: &Board, text: &mut Vec<u8>) {
    match board.small() {
        _ if board.is_several() => text.extend_from_slice(board.to_string().as_bytes()),
        Some(small) => write_rows(small.cells(), small.shape().into(), text),
        None => write_rows(board.large().cells(), board.shape(), text),
    }
}

/// Each number of at most two digits as it is written in a board, and how many bytes it has.
const CELLS: [([u8; 2], u8); 100] = {
    let mut cells = [(*b"x ", 1); 100];
    let mut tile = 1;
    while tile < cells.len() {
        let (tens, ones) = (b'0' + tile as u8 / 10, b'0' + tile as u8 % 10);
        cells[tile] = if tile < 10 { ([ones, b' '], 1) } else { ([tens, ones], 2) };
        tile += 1;
    }
    cells
};

/// Writes the rows of a board. A whole line of CSV takes 1.03 times as long if this asks of each
/// cell whether it is the blank, and whether there is room for it.
fn write_rows<T: Copy + Into<u32>>(cells: &[T], size: Shape, text: &mut Vec<u8>) {
    let digits = cells.len().checked_ilog10().unwrap_or(0) as usize + 1;
    let mut end = text.len();
    // Spaces between cells are there already.
    text.resize(end + cells.len() * (digits + " / ".len()), b' ');
    for (row, cells) in cells.chunks_exact(size.cols).enumerate() {
        if row > 0 {
            // Its first byte, a space, is already after the last cell.
            let between_rows = size.separator(row * size.cols, false).as_bytes();
            text[end - 1..][..between_rows.len()].copy_from_slice(between_rows);
            end += between_rows.len() - 1;
        }
        for &tile in cells {
            let tile = tile.into();
            if let Some(&(written, len)) = CELLS.get(tile as usize) {
                text[end..][..2].copy_from_slice(&written);
                end += usize::from(len) + 1;
            } else {
                let mut number = itoa::Buffer::new();
                let number = number.format(tile).as_bytes();
                text[end..][..number.len()].copy_from_slice(number);
                end += number.len() + 1;
            }
        }
    }
    text.truncate(end - 1);
}

impl Form {
    /// The names of the fields that formats with named fields have.
    pub fn field_names(self) -> Vec<String> {
        rows::names(&AnswerRow::without_values(&self))
    }
}

/// Writes the answer for a board.
pub(super) fn write_record(record: &Record<'_>, seconds: Option<f64>, text: &mut Vec<u8>) {
    let form = record.form();
    if form.format == Format::Text {
        return text::write_record(record, text);
    }
    // The lower bound says what is proved of a solution that is not known to be canonical.
    let error = record.error().filter(|_| !matches!(record.state, AnswerState::Best(_)));
    let (record, error) = (Some(record), error.as_deref());
    rows::write(form.format, &AnswerRow { form, line: "", record, seconds, error }, text);
}

/// Writes the answer for a line that has none: a word that says so, and the reason.
pub(super) fn write_reject(form: &Form, word: &str, line: &[u8], why: &str, text: &mut Vec<u8>) {
    if form.format == Format::Text {
        return text::write_reject(form, word, text);
    }
    let (line, error) = (String::from_utf8_lossy(line), format!("{word}: {why}"));
    let row = AnswerRow { form, line: &line, record: None, seconds: None, error: Some(&error) };
    rows::write(form.format, &row, text);
}

/// Puts fields before those of the row that begins here.
#[cold]
pub(super) fn insert(format: Format, fields: &[u8], row: usize, text: &mut Vec<u8>) {
    let begin = match format {
        Format::Text => return,
        Format::Csv => row,
        // After the brace.
        Format::Jsonl => row + 1,
    };
    text.splice(begin..begin, fields.iter().copied());
}

/// The difficulty of a board: the share of all boards that are nearer to the goal, as text.
pub(super) struct DifficultyText {
    /// From 0 to 1, for named fields.
    pub share: String,
    /// As a percentage, rounded down so that it never reaches 100 % by rounding.
    pub percent: String,
}

/// The difficulty at each distance, by the numbers of boards at each.
pub(super) fn difficulties(counts: &[u64]) -> Vec<DifficultyText> {
    let all: u64 = counts.iter().sum();
    let mut nearer = 0;
    let written = counts.iter().map(|count| {
        let hundredths = u128::from(nearer) * 10_000 / u128::from(all);
        let share = nearer as f64 / all as f64;
        nearer += count;
        let percent = format!("{}.{:02}%", hundredths / 100, hundredths % 100);
        DifficultyText { share: share.to_string(), percent }
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tablebase;

    #[test]
    fn shares_are_those_of_the_counts() {
        let oracle = Tablebase::embedded()
            .oracle("12345678x".parse::<crate::puzzle::SmallBoard>().unwrap())
            .unwrap();
        let difficulty = difficulties(&oracle.counts().unwrap());
        // 1, 2, 4 boards at the distances 0, 1, 2; two at 31, of 181,440 (OEIS A089473).
        for (distance, nearer, percent) in
            [(0, 0u32, "0.00%"), (1, 1, "0.00%"), (3, 7, "0.00%"), (31, 181_438, "99.99%")]
        {
            let written = &difficulty[distance];
            let share: f64 = written.share.parse().unwrap();
            assert!((share - f64::from(nearer) / 181_440.0).abs() < 1e-12, "{distance}");
            assert_eq!(written.percent, percent, "{distance}");
        }
        assert!(difficulty.get(32).is_none());
    }
}
