//! The functions of `tilebase.h`, which is made of this file, `types.rs` and `oracle.rs`. `cargo
//! test -p tilebase-c header` compares them; with `RECORDING=overwrite` before it, it writes the
//! header.
//!
//! They convert and call. `types.rs` has the types of the header, `oracle.rs` the handle, and
//! `border.rs` what reads and writes through C's pointers.
//!
//! # The promise
//!
//! In comments, *the promise* is what the head of the header asks of its users: a pointer that is
//! not null points to what its parameter says, for as long as the call lasts, and what is written
//! overlaps nothing that is read.

#![allow(
    rustdoc::broken_intra_doc_links,
    rustdoc::private_intra_doc_links,
    reason = "comments become those of the header"
)]
#![expect(
    unsafe_code,
    reason = "SAFETY: no other library has names that begin with `tilebase_`; \
          each block names what the promise is needed for"
)]
#![expect(clippy::missing_safety_doc, reason = "the head of the header says it for all functions")]

mod border;
mod oracle;
mod types;

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::path::Path;

use border::{Failure, Room, array, guard, needed_text, not_null, status, text, writable};
pub use oracle::TilebaseOracle;
use oracle::{Found, named, numbers};
use tilebase::oracle::{Ask, Boards, Outcome, expect_answers};
use tilebase::puzzle::{Metric, Shape};
use tilebase::sample::Population;
use tilebase::text::Notation;
use tilebase::{Board, Tablebase};
pub use types::*;

/// The version of the library, such as "0.1.0". Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The message of the last call on this thread that did not return `TILEBASE_STATUS_OK`, or that
/// returned null; empty before there is one. It is there until the next such call on this thread.
/// Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_last_error() -> *const c_char {
    border::last_error()
}

/// Opens what answers boards of one size and goal. Returns null if it fails. Close it with
/// `tilebase_close`. For the same question many times, open it once: it keeps what it needs.
///
/// * `size`: rows and columns, "3x4"; to 100x100. Null: that of the goal, or else "3x3".
/// * `goal`: the board to reach, in any form that is read, or "first", "last", "centre", "snail".
///   Null: the tiles in order, the blank in the last cell. It may have cells that hold anything,
///   `*`, which are `TILEBASE_UNKNOWN` among cells, and equal tiles, which its boards have, too.
///   No random boards are drawn for such a goal.
/// * `metric`: "single", a move slides one tile; or "multi", any number of tiles of a row or a
///   column, for up to 16 cells; 10 to 12 need a table in the folder. Null: "single".
/// * `folder`: a folder with tables that the command `tilebase generate` made. They are mapped into
///   memory, so nobody may change them while they are used. Null: only what is in the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_open(
    size: *const c_char,
    goal: *const c_char,
    metric: *const c_char,
    folder: *const c_char,
) -> Option<Box<TilebaseOracle>> {
    guard(|| {
        // SAFETY: the promise, for these texts.
        let [size, goal, metric, folder] = unsafe {
            [
                text("size", size)?,
                text("goal", goal)?,
                text("metric", metric)?,
                text("folder", folder)?,
            ]
        };
        let size: Option<Shape> = size.map(str::parse).transpose()?;
        let metric: Metric = named("metric", metric)?;
        if let Some(size) = size {
            expect_answers(size, metric, Ask::DISTANCE)?;
        }
        let goal = match (goal, size) {
            (Some(goal), size) => Board::parse_goal(goal.as_bytes(), size),
            (None, size) => Board::goal(size.unwrap_or_default()),
        }?;
        numbers(&goal).map_err(|why| why.of("goal"))?;
        let size = goal.shape();
        expect_answers(size, metric, Ask::DISTANCE)?;
        let tables = match folder {
            None => Tablebase::embedded(),
            Some(folder) if Path::new(folder).is_dir() => Tablebase::in_folder(folder),
            Some(folder) => {
                return Err(Failure::argument(
                    "folder",
                    format!("expected a folder, found {folder}"),
                ));
            }
        };
        let oracle = tables.oracle_in(&goal, metric)?;
        Ok(Box::new(TilebaseOracle(oracle.limited(tilebase::Limits::of_size(size)))))
    })
    .ok()
}

/// Frees a handle, or does nothing if it is null. No thread may use it any more.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_close(oracle: Option<Box<TilebaseOracle>>) {
    drop(oracle);
}

/// The number of rows, or 0 if the handle is null.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_rows(oracle: Option<&TilebaseOracle>) -> u32 {
    oracle.map_or(0, |oracle| oracle.size().rows as u32)
}

/// The number of columns, or 0 if the handle is null.
#[unsafe(no_mangle)]
pub extern "C" fn tilebase_cols(oracle: Option<&TilebaseOracle>) -> u32 {
    oracle.map_or(0, |oracle| oracle.size().cols as u32)
}

/// Stores the goal in `cells`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_goal(
    oracle: Option<&TilebaseOracle>,
    cells: *mut u32,
    count: usize,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the array.
        unsafe { oracle.write(oracle.0.goal(), cells, count) }
    })
}

/// Reads a board of the handle's size from text, in any form that the command reads: "2 3 4 1 5 x 7
/// 6 8", "234/15x/768", "[[2,3,4],[1,5,0],[7,6,8]]", ...
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_parse(
    oracle: Option<&TilebaseOracle>,
    board: *const c_char,
    cells: *mut u32,
    count: usize,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the text and the array.
        unsafe {
            let board = oracle.parse(needed_text("board", board)?)?;
            oracle.write(&board, cells, count)
        }
    })
}

/// Writes a board as text: "2 3 4 1 5 x 7 6 8".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_write(
    oracle: Option<&TilebaseOracle>,
    cells: *const u32,
    count: usize,
    out: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for both arrays.
        unsafe {
            let board = oracle.read(cells, count)?;
            Room { at: out, capacity, length }.text(board.to_string().as_bytes())
        }
    })
}

/// Whether the board can reach the goal: `TILEBASE_STATUS_OK` or `TILEBASE_STATUS_UNSOLVABLE`. Then
/// `tilebase_last_error` says why it cannot, and which two tiles to exchange so that it can.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_solvable(
    oracle: Option<&TilebaseOracle>,
    cells: *const u32,
    count: usize,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the array.
        Ok(unsafe { oracle.read(cells, count) }?.expect_solvable(oracle.0.goal())?)
    })
}

/// The distance of a board, in moves, as an interval. With `TILEBASE_STATUS_STOPPED` its ends
/// differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_distance(
    oracle: Option<&TilebaseOracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&TilebaseLimits>,
    interval: Option<&mut MaybeUninit<TilebaseInterval>>,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        let interval = not_null("interval", interval)?;
        // SAFETY: the promise, for the array.
        let board = unsafe { oracle.read(cells, count) }?;
        let found = oracle.ask(board, limits, Ask::DISTANCE, Some(interval))?;
        let is_known = found.interval.at_least == found.interval.at_most;
        found.stopped.filter(|_| !is_known).map_or(Ok(()), Err)
    })
}

/// A shortest solution, the canonical one, as text. With `TILEBASE_STATUS_STOPPED` it is the best
/// one found, or empty if there is none: then `interval.at_most` is `TILEBASE_UNKNOWN`.
///
/// `notation` is "blank" (null, too): the way of the blank, "dlu"; "tile": the way of the tile,
/// "URD"; "tiles": the numbers of the tiles that slide, "8 7 4"; or "cells": their rows and
/// columns. `interval` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_solution(
    oracle: Option<&TilebaseOracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&TilebaseLimits>,
    notation: *const c_char,
    out: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    interval: Option<&mut MaybeUninit<TilebaseInterval>>,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the array and the text.
        let (board, notation) =
            unsafe { (oracle.read(cells, count)?, text("notation", notation)?) };
        let notation: Notation = named("notation", notation)?;
        let found = oracle.ask(board, limits, Ask::SOLUTION, interval)?;
        let mut text = Vec::new();
        let moves = found.answer.moves.unwrap_or_default();
        notation
            .write(&moves, oracle.0.metric(), Some(&found.board), &mut text)
            .map_err(|why| Failure::of_moves(&why))?;
        // SAFETY: the promise, for the place.
        unsafe { Room { at: out, capacity, length }.text(&text) }?;
        found.stopped.map_or(Ok(()), Err)
    })
}

/// Every legal move, the best first, with the distance after each: those with the least are
/// optimal. With `TILEBASE_STATUS_STOPPED` no distance is known, and the first move is that of the
/// best solution found, if there is one. `length` is their number: at most rows + columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_moves(
    oracle: Option<&TilebaseOracle>,
    cells: *const u32,
    count: usize,
    limits: Option<&TilebaseLimits>,
    out: *mut TilebaseMove,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the array.
        let board = unsafe { oracle.read(cells, count) }?;
        let Found { board, answer, stopped, .. } =
            oracle.ask(board, limits, Ask::LEGAL_MOVES, None)?;
        let legal = answer.legal.unwrap_or_else(|| {
            let mut legal: Vec<_> = board.legal_moves(oracle.0.metric()).into_iter().collect();
            let first = answer.moves.and_then(|moves| moves.first().copied());
            legal.sort_by_key(|&mv| Some(mv) != first);
            legal.into_iter().map(|mv| (mv, TILEBASE_UNKNOWN)).collect()
        });
        let tiles = numbers(&board)?;
        let moves = legal.into_iter().map(|(mv, distance)| {
            let mut text = [0; 8];
            for (place, byte) in text[..7].iter_mut().zip(mv.to_string().bytes()) {
                *place = c_char::from_ne_bytes([byte]);
            }
            let to = board.moved(mv).map_or(0, |after| after.blank_cell());
            TilebaseMove { text, tile: tiles[to], distance }
        });
        // SAFETY: the promise, for the place.
        unsafe { Room { at: out, capacity, length }.put(moves.collect(), None) }?;
        stopped.map_or(Ok(()), Err)
    })
}

/// Makes moves on a board. If one cannot be read or is illegal, the board stays as it was. They may
/// be written in any form that the command reads; for `notation` see `tilebase_solution`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_apply(
    oracle: Option<&TilebaseOracle>,
    cells: *mut u32,
    count: usize,
    moves: *const c_char,
    notation: *const c_char,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        // SAFETY: the promise, for the array and the texts.
        unsafe {
            let board = oracle.read(cells, count)?;
            let moves = needed_text("moves", moves)?.as_bytes();
            let notation: Notation = named("notation", text("notation", notation)?)?;
            let moves = notation
                .parse_on(moves, oracle.0.metric(), &board)
                .map_err(|why| Failure::of_moves(&why))?;
            let after = board.after(&moves).unwrap_or(board);
            oracle.write(&after, cells, count)
        }
    })
}

/// A random board that can reach the goal, all of them equally likely.
///
/// `seed` is any text, such as "2026-11-29" or "7". It gives the same board on every machine, the
/// one that the command `tilebase sample --seed` draws first. Null: another board each time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_random(
    oracle: Option<&TilebaseOracle>,
    seed: *const c_char,
    cells: *mut u32,
    count: usize,
) -> TilebaseStatus {
    // SAFETY: the promise, for the text and the array.
    status(oracle, |it| unsafe { it.draw(Population::Solvable, seed, cells, count) })
}

/// A random board at a distance from `first` to `last`, for boards of up to 25 cells.
///
/// If `quick` is 0, all such boards are equally likely, which takes long where they are rare and
/// have to be searched for. Otherwise it takes milliseconds: each distance is equally likely, and
/// the board lies on a solution of a random one, so some are more likely than others. The limits
/// are those of each search. For `seed` see `tilebase_random`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_random_at(
    oracle: Option<&TilebaseOracle>,
    first: u32,
    last: u32,
    quick: i32,
    seed: *const c_char,
    limits: Option<&TilebaseLimits>,
    cells: *mut u32,
    count: usize,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        let (source, distances) = (oracle.limited(limits), first..=last);
        let population =
            Population::Distances { source, distances, each: false, along: quick != 0 };
        // SAFETY: the promise, for the text and the array.
        unsafe { oracle.draw(population, seed, cells, count) }
    })
}

/// The distances of many boards of up to 25 cells. `boards` has a byte for each cell, 0 for the
/// blank, one board after another: `count` times rows times columns. `distances` has `count`
/// numbers; `TILEBASE_NO_DISTANCE` and `TILEBASE_NOT_PROVED` are none. If this fails, `distances`
/// holds nothing of use; if a row is no board, the message says which.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilebase_distances(
    oracle: Option<&TilebaseOracle>,
    boards: *const u8,
    count: usize,
    limits: Option<&TilebaseLimits>,
    distances: *mut u16,
) -> TilebaseStatus {
    status(oracle, |oracle| {
        let bytes = count.saturating_mul(oracle.size().cells());
        // SAFETY: the promise, for both arrays.
        let (boards, distances) =
            unsafe { (array("boards", boards, bytes)?, writable("distances", distances, count)?) };
        let convert = |found: Outcome<u32>| {
            MaybeUninit::new(match found {
                // No distance on 25 cells is near that.
                Outcome::Known(distance) => distance as u16,
                Outcome::Bounded(bounds) => {
                    bounds.distance().map_or(TILEBASE_NOT_PROVED, |it| it as u16)
                }
                Outcome::Unsolvable(_) => TILEBASE_NO_DISTANCE,
            })
        };
        let found = oracle.limited(limits).distances_into(Boards::Rows(boards), distances, convert);
        found.map_err(|why| Failure::from(why.error).of(&format!("board {}", why.index)))
    })
}
