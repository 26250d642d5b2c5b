//! Verdicts on answers to boards of more than 25 cells.

use anyhow::Context;
use tilebase::Error;
use tilebase::check::Verdict;
use tilebase::limits::Stopped;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{MoveError, Notation, Rectangle};

use super::{Checking, Chunk, Kind, Row, Verdicts, WrongKind};
use crate::any_size::{self, AnySize};
use crate::report;

impl Verdicts {
    /// Checks all lines of a chunk.
    pub(super) fn of_any_size(chunk: &Chunk, check: &Checking<'_>, any: &AnySize) -> Verdicts {
        let (mut verdicts, mut rows) = (Verdicts::default(), Vec::new());
        for (place, text, answer) in chunk.pairs() {
            let answer = answer.map(|answer| answer.map(String::from_utf8_lossy));
            let row = Row {
                board: String::from_utf8_lossy(text.map_or(b"", |board| board.text)),
                answer: answer.clone().and_then(Result::ok),
                ..Row::default()
            };
            let board = text
                .context("an answer without a board")
                .and_then(|board| Ok(any.board(board.checked().map_err(anyhow::Error::msg)?)?));
            let summary = &mut verdicts.summary;
            rows.push(match (board, answer) {
                (Err(why), _) => {
                    let why = report::with_cure(&why, &check.tables.session);
                    summary.invalid += 1;
                    verdicts.invalid.push((place, why.clone()));
                    Row { verdict: "invalid", error: Some(why), ..row }
                }
                (Ok(_), None) => row.wrong(WrongKind::NoAnswer, None, None, summary),
                (Ok(_), Some(Err(why))) => {
                    summary.long += 1;
                    Row { verdict: "too long", error: Some(why.to_string()), ..row }
                }
                (Ok(board), Some(Ok(answer))) => match any.verdict(&board, check, &answer) {
                    Ok(Verdict::Unknown { length, .. }) if check.kind == Kind::Valid => {
                        row.valid(length, summary)
                    }
                    verdict => row.judged(verdict, summary),
                },
            });
        }
        verdicts.write(&rows, check);
        verdicts
    }
}

impl AnySize {
    /// The verdict on an answer to a board.
    fn verdict(
        &self,
        board: &Rectangle,
        check: &Checking<'_>,
        answer: &str,
    ) -> Result<Verdict, MoveError> {
        let distance: Outcome<u32> = match check.kind {
            Kind::Valid => self.reaches(board).map(|()| Stopped::default().into()),
            _ => self.find(board).map(|found| match found.distance() {
                Some(distance) => Outcome::Known(distance),
                None => found.into(),
            }),
        }
        .unwrap_or_else(|error| match error {
            Error::Unsolvable(why) => Outcome::Unsolvable(why),
            _ => Stopped::default().into(),
        });
        if check.kind == Kind::Distance {
            return Ok(Verdict::check_distance(&distance, answer));
        }
        let is_unsolvable = answer.trim().eq_ignore_ascii_case("unsolvable");
        if is_unsolvable || check.notation == Notation::Blank {
            return Ok(Verdict::on_moves_of(board, self.goal(), &distance, answer));
        }
        let (moves, _) = any_size::read(check.notation, answer.as_bytes(), board)?;
        Ok(Verdict::on_moves_of(board, self.goal(), &distance, &moves.to_string()))
    }
}
