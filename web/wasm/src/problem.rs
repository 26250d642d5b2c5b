//! The problem of a request: a board and a goal, as text and as boards.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilebase::puzzle::{
    self, Class, Metric, Orbit, Puzzle, Shape, ShapeError, SmallBoard, SmallShape,
};
use tilebase::text::{MoveError, Reading};
use tilebase::{Board, Error, Table, any, embedded};

/// A board and a goal, as typed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TypedProblem {
    /// The board, in any notation that the library reads. If empty, the goal itself.
    pub board: String,
    /// The goal, or its name, or the cell of its blank. If empty, the tiles in order and the blank
    /// last.
    pub goal: String,
    /// The shape as ROWSxCOLUMNS. If empty, the shape that the board shows.
    pub size: String,
    /// The metric: `single` or `multi`. If empty, `single`.
    pub metric: String,
    /// The sign of the blank, which is then the only one.
    pub blank: Option<String>,
}

/// A board and a goal of one size.
#[derive(Clone, Debug)]
pub struct PageProblem {
    /// The start board.
    pub start: Board,
    /// The goal board.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
}

impl TypedProblem {
    /// Reads both boards.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board, the goal, the metric or the sign
    /// of the blank.
    pub fn problem(&self) -> Result<PageProblem, String> {
        if let Some(why) = self.blank.as_deref().and_then(Reading::refuse_blank) {
            return Err(format!("blank: {why}"));
        }
        let reading = Reading::new(self.blank.as_deref(), false);
        let size = given(&self.size).map(size_of).transpose()?;
        // Boards for a goal with equal tiles have them, too.
        let reading = reading.for_own_goal(Some(self.goal.as_bytes()), size);
        let start = given(&self.board).map(|text| reading.board(text.as_bytes(), size));
        let start = start.transpose().map_err(error_of)?;
        let size = start.as_ref().map(Board::shape).or(size);
        let usual = size.unwrap_or(SmallShape::default().into());
        any::check(usual).map_err(error_of)?;
        let goal = given(&self.goal).map(|text| reading.goal(text.as_bytes(), size));
        let goal = goal.unwrap_or_else(|| Board::goal(usual));
        let goal = goal.map_err(|why| format!("goal: {}", error_of(why)))?;
        let metric = named("metric", &self.metric)?.unwrap_or_default();
        if goal.small().is_none() {
            Class::of(goal.shape(), metric).map_err(error_of)?;
        }
        if let Some(start) = &start {
            start.expect_tiles_of(&goal).map_err(error_of)?;
        }
        // A goal with free cells is no board to begin with.
        if start.is_none() && goal.is_several() {
            return Err("goal: without a board, expected no `*` and no equal tiles".to_owned());
        }
        let start = start.unwrap_or_else(|| goal.clone());
        Ok(PageProblem { start, goal, metric })
    }
}

impl PageProblem {
    /// The goal, for a question that takes boards of at most 25 cells.
    ///
    /// # Errors
    ///
    /// A message with the question, if it has more.
    pub fn small_goal(&self, what: &'static str) -> Result<&SmallBoard, String> {
        self.goal.expect_small(what).map_err(error_of)
    }

    /// The puzzle of the table that has the answers, if one can have them.
    pub fn puzzle(&self) -> Option<Puzzle> {
        Some(Puzzle::of_all_boards(Orbit::from(self.goal.small()?), self.metric))
    }

    /// The table that has the answers, if it is in the program.
    pub fn table(&self) -> Option<Arc<Table>> {
        embedded::table(self.puzzle()?)
    }

    /// The search that finds the answers, if no table has them.
    pub fn search(&self) -> Option<SearchKind> {
        match self.goal.class() {
            Class::AnySize => Some(SearchKind::Best),
            Class::Bounded => Some(SearchKind::Parts),
            _ => self.table().is_none().then_some(SearchKind::Whole),
        }
    }
}

/// What a search can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SearchKind {
    /// The whole answer.
    Whole,
    /// The answer in parts, each after a longer search, because the proof may take days.
    Parts,
    /// The best solution within limits, without a proof.
    Best,
}

impl SearchKind {
    /// The reply to a request that may not search.
    pub fn needed(self) -> Value {
        json!({ "search": self })
    }
}

/// What was typed, if anything was.
fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Reads a name, if it is not empty.
///
/// # Errors
///
/// A message that begins with what it is the name of.
pub fn named<T: FromStr<Err: Display>>(what: &str, name: &str) -> Result<Option<T>, String> {
    let value = given(name).map(str::parse);
    value.transpose().map_err(|error| format!("{what}: {error}"))
}

/// Reads a size, before a board is held against it.
fn size_of(text: &str) -> Result<Shape, String> {
    let size = text.parse().map_err(|why: ShapeError| error_of(why))?;
    any::check(size).map_err(error_of)?;
    Ok(size)
}

/// The one of several with this name.
///
/// # Errors
///
/// A message that lists the names, and begins with what they are the names of.
pub fn one_of<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> Result<T, String> {
    puzzle::named(name, known).map_err(|error| format!("{what}: {error}"))
}

/// An error as a message.
pub fn error_of(error: impl Into<Error>) -> String {
    error.into().to_string()
}

/// An error as a reply: its message, and for some kinds of error a `kind` with details.
pub fn error_reply(error: impl Into<Error>) -> Value {
    let error = error.into();
    let text = error.to_string();
    match error {
        Error::Unsolvable(why) => json!({ "error": text, "kind": "unsolvable", "why": {
            "orderIsOdd": why.order_is_odd, "blankRowsApart": why.blank_rows_apart,
            "cols": why.cols, "exchange": why.exchange, "reason": why.reason().to_string(),
            "reachesFirst": why.reaches_first,
        } }),
        _ => json!({ "error": text }),
    }
}

/// What is wrong with a move, for JavaScript.
pub fn move_reply(why: &MoveError) -> Value {
    let text = why.to_string();
    match why.illegal() {
        Some(mv) => json!({ "error": text, "kind": "illegal", "number": why.number, "move": mv }),
        None => json!({ "error": text }),
    }
}

/// Adds the fields of one object to another.
pub fn add(to: &mut Value, more: Value) {
    if let (Value::Object(to), Value::Object(more)) = (to, more) {
        to.extend(more);
    }
}

/// What is in each cell, for JavaScript: a number, 0 for the blank, and text where a goal has a
/// letter or `*`.
pub fn cells(board: &Board) -> Vec<Value> {
    if !board.is_several() {
        return board.cells().into_iter().map(Value::from).collect();
    }
    let cell = |name: String| match name.parse::<u32>() {
        Ok(tile) => tile.into(),
        Err(_) if name == "x" => 0.into(),
        Err(_) => name.into(),
    };
    board.written_cells().into_iter().map(cell).collect()
}

/// A board for JavaScript.
pub fn read(board: &Board) -> Value {
    let (shape, cells) = (board.shape(), cells(board));
    json!({ "size": shape.to_string(), "rows": shape.rows, "cols": shape.cols, "cells": cells })
}
