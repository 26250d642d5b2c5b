//! What is asked about: a board and a goal, as text and as boards.

use serde::Deserialize;
use serde_json::{Value, json};
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
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The start board.
    pub start: Board,
    /// The goal board.
    pub goal: Board,
}

impl Question {
    /// Reads both boards.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the size, the board or the goal.
    pub fn problem(&self) -> Result<Problem, String> {
        let shape = match self.size.as_str() {
            "" => None,
            size => Some(size.parse::<Shape>().map_err(|error| error.to_string())?),
        };
        let start = match self.board.as_str() {
            "" => None,
            text => Some(Board::parse(text, shape).map_err(|error| error.to_string())?),
        };
        let shape = start.map(|start| start.shape()).or(shape);
        let goal = match self.goal.as_str() {
            "" => Board::goal(shape.unwrap_or_default()),
            text => Board::parse(text, shape).map_err(|error| format!("goal: {error}"))?,
        };
        let start = start.unwrap_or(goal);
        Ok(Problem { start, goal })
    }
}

/// A board for JavaScript.
pub fn read(board: &Board) -> Value {
    let shape = board.shape();
    json!({
        "size": shape.to_string(),
        "rows": shape.rows(),
        "cols": shape.cols(),
        "cells": board.cells(),
    })
}
