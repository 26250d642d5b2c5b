//! What is asked about: a board and a goal, as text and as boards.

use serde::Deserialize;
use serde_json::{Value, json};
use tilebase::any;
use tilebase::puzzle::{Extent, Rectangle};
use tilebase::{Board, Shape};

/// A board and a goal, as typed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Question {
    /// The board, in any notation that the library reads. If empty, the goal itself.
    pub board: String,
    /// The goal. If empty, the tiles in order and the blank last.
    pub goal: String,
    /// The shape as ROWSxCOLUMNS. If empty, the shape that the board shows.
    pub size: String,
}

/// A board and a goal of one shape.
#[derive(Clone, Debug)]
pub struct Problem<B = Board> {
    /// The start board.
    pub start: B,
    /// The goal board.
    pub goal: B,
}

impl Question {
    /// Reads both boards, of any size.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board or the goal.
    pub fn of_any_size(&self) -> Result<Problem<Rectangle>, String> {
        let size = match self.size.as_str() {
            "" => None,
            size => Some(size.parse::<Extent>().map_err(error_of)?),
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
            text => Rectangle::parse(text, size),
        };
        let goal = goal.map_err(|why| format!("goal: {}", error_of(why)))?;
        Ok(Problem { start: start.unwrap_or_else(|| goal.clone()), goal })
    }

    /// Reads both boards, of at most 25 cells.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board or the goal.
    pub fn problem(&self) -> Result<Problem, String> {
        self.of_any_size()?.small()
    }
}

impl Problem<Rectangle> {
    /// The same boards as those that oracles answer.
    ///
    /// # Errors
    ///
    /// A message, if they have more than 25 cells.
    pub fn small(&self) -> Result<Problem, String> {
        let small = |board: &Rectangle| board.try_into().map_err(error_of);
        Ok(Problem { start: small(&self.start)?, goal: small(&self.goal)? })
    }
}

/// An error as a message.
fn error_of(error: impl Into<tilebase::Error>) -> String {
    error.into().to_string()
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
