//! The formats with named fields: one row for each board. Which fields there are follows from what
//! is asked, and from nothing else.

use super::{Record, write_board};
use crate::board::Board;
use crate::bulk::Form;
use crate::puzzle::Move;
use crate::text::rows::{Fields, Row};

/// A row: a board with its answer, or a line that has none.
pub(in crate::bulk) struct AnswerRow<'r> {
    pub form: &'r Form,
    /// The line. With an answer, the board is written instead.
    pub line: &'r str,
    pub record: Option<&'r Record<'r>>,
    /// The time that the answer took, if it is written.
    pub seconds: Option<f64>,
    pub error: Option<&'r str>,
}

impl<'r> AnswerRow<'r> {
    /// A row without values, for the names of its fields.
    pub const fn without_values(form: &'r Form) -> Self {
        AnswerRow { form, line: "", record: None, seconds: None, error: None }
    }
}

impl Fields for AnswerRow<'_> {
    /// The cells, the answers that are asked for, and the error.
    #[inline]
    fn fields(&self, row: &mut Row<'_>) {
        let AnswerRow { form, record, .. } = *self;
        row.field_with("board", |row| match record {
            Some(record) => row.word(|text| write_board(record.board, text)),
            None => row.value(self.line),
        });
        if form.goal {
            row.field_with("goal", |row| {
                if let Some(goal) = record.and_then(|record| record.goal) {
                    row.word(|text| write_board(goal, text));
                }
            });
        }
        for question in form.asked() {
            question.add_field(record, row);
        }
        if form.show {
            row.field_with("boards", |row| {
                if let Some(record) = record
                    && let Some(moves) = &record.answer.moves
                {
                    row.list(&boards_along(record.board, moves), b';', |board, row| {
                        row.word(|text| write_board(board, text));
                    });
                }
            });
        }
        let costs = record.filter(|record| record.costs().is_some());
        if let Some(record) = costs.filter(|_| form.has_bound()) {
            row.field("lower_bound", &record.least_cost());
        } else if form.has_bound() {
            let distance = record.and_then(|record| record.answer.distance);
            let lower_bound = distance.or_else(|| record.and_then(Record::lower_bound));
            row.field("lower_bound", &lower_bound);
        }
        if form.within {
            row.field("within", &record.and_then(Record::factor));
        }
        if form.cost {
            let cost = record.and_then(Record::cost);
            row.field("generated", &cost.map(|cost| cost.generated));
            // Only the methods that people learn count these.
            let counted = cost.filter(|cost| cost.visited > 0);
            row.field("expanded", &counted.map(|cost| cost.expanded));
            row.field("frontier", &counted.map(|cost| cost.frontier));
            row.field("visited", &counted.map(|cost| cost.visited));
            row.field("closed", &counted.map(|cost| cost.closed));
            row.field("depth", &counted.map(|cost| cost.depth));
            row.field("seconds", &self.seconds);
        }
        row.field("error", &self.error);
    }
}

/// The board, and the one after each move.
fn boards_along(start: &Board, moves: &[Move]) -> Vec<Board> {
    let mut boards = vec![start.clone()];
    for &mv in moves {
        boards.extend(boards.last().and_then(|board| board.moved(mv)));
    }
    boards
}
