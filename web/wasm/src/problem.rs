//! What is asked about: a board and a goal, as text and as boards.

use std::fmt::Display;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::{Value, json};
use tilebase::any;
use tilebase::puzzle::{self, Extent, Metric, Orbit, Puzzle, Rectangle, ShapeError};
use tilebase::{Board, Error, Shape};

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
}

/// A board and a goal of one shape.
#[derive(Clone, Debug)]
pub struct PageProblem<B = Board> {
    /// The start board.
    pub start: B,
    /// The goal board.
    pub goal: B,
    /// What counts as one move.
    pub metric: Metric,
}

impl TypedProblem {
    /// Reads both boards, of any size.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board or the goal.
    pub fn of_any_size(&self) -> Result<PageProblem<Rectangle>, String> {
        let size = match self.size.as_str() {
            "" => None,
            size => Some(size_of(size)?),
        };
        let start = match self.board.as_str() {
            "" => None,
            text => Some(Rectangle::parse(text, size).map_err(error_of)?),
        };
        let size = start.as_ref().map(Rectangle::extent).or(size);
        let usual = size.unwrap_or(Shape::default().into());
        any::check(usual).map_err(error_of)?;
        let goal = match self.goal.as_str() {
            "" => Rectangle::goal(usual),
            text => Rectangle::parse_goal(text, size),
        };
        let goal = goal.map_err(|why| format!("goal: {}", error_of(why)))?;
        let metric = named("metric", &self.metric)?;
        let problem = PageProblem { start: start.unwrap_or_else(|| goal.clone()), goal, metric };
        if metric == Metric::Multi {
            let most = puzzle::MAX_NUMBERED_CELLS;
            let refused = Error::MultiTooLarge { size: usual, most };
            problem.small().map_err(|_| error_of(refused))?;
        }
        Ok(problem)
    }

    /// Reads both boards, of at most 25 cells.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board or the goal.
    pub fn problem(&self) -> Result<PageProblem, String> {
        self.of_any_size()?.small()
    }
}

impl PageProblem<Rectangle> {
    /// The same boards as those that oracles answer.
    ///
    /// # Errors
    ///
    /// A message, if they have more than 25 cells.
    pub fn small(&self) -> Result<PageProblem, String> {
        let small = |board: &Rectangle| board.try_into().map_err(error_of);
        Ok(PageProblem {
            start: small(&self.start)?,
            goal: small(&self.goal)?,
            metric: self.metric,
        })
    }
}

impl PageProblem {
    /// The table that has the answers.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::of_all_boards(Orbit::from(&self.goal), self.metric)
    }
}

/// Reads the name of one of several, of which one is the usual one.
///
/// # Errors
///
/// A message that begins with what it is the name of.
pub fn named<T>(what: &str, name: &str) -> Result<T, String>
where
    T: Default + FromStr<Err: Display>,
{
    match name {
        "" => Ok(T::default()),
        name => name.parse().map_err(|error| format!("{what}: {error}")),
    }
}

/// Reads a size, before a board is held against it.
fn size_of(text: &str) -> Result<Extent, String> {
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
pub fn error_of(error: impl Into<tilebase::Error>) -> String {
    error.into().to_string()
}

/// An error as a reply: its message, and of kinds that the page tells apart, what belongs to them.
pub fn told(error: impl Into<Error>) -> Value {
    let error = error.into();
    let text = error.to_string();
    match error {
        Error::Unsolvable(why) => json!({ "error": text, "kind": "unsolvable", "why": {
            "orderIsOdd": why.order_is_odd, "blankRowsApart": why.blank_rows_apart,
            "cols": why.cols, "exchange": why.exchange, "reason": why.reason().to_string(),
        } }),
        Error::Move(why) if why.illegal().is_some() => json!({
            "error": text, "kind": "illegal", "number": why.number, "move": why.illegal(),
        }),
        _ => json!({ "error": text }),
    }
}

/// A board for JavaScript.
pub fn read(board: &Rectangle) -> Value {
    let extent = board.extent();
    json!({
        "size": extent.to_string(),
        "rows": extent.rows,
        "cols": extent.cols,
        "cells": board.cells(),
    })
}
