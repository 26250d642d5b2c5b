// Why a move is a good one, in words that are true of the board: found by rule from what the move
// does. Where no rule fits, there is no reason.

import { OPPOSITE, boardsOf, cellsOf, moved, same, tileOf } from "./grid.mjs";

/** How far a tile is from its cell of the goal. */
function apart(tile, cells, { goal, cols }) {
  const [from, to] = [cells.indexOf(tile), goal.indexOf(tile)];
  const rows = Math.abs(Math.floor(from / cols) - Math.floor(to / cols));
  return rows + Math.abs((from % cols) - (to % cols));
}

/** The rows and columns of a board, as lists of cells, without that of the goal's blank. */
function linesOf({ goal, cols }) {
  const rows = goal.length / cols;
  const blank = goal.indexOf(0);
  const line = (name, count, cellAt) => ({ name, cells: Array.from({ length: count }, (_, at) => cellAt(at)) });
  const all = [
    ...Array.from({ length: rows }, (_, row) => line(`row ${row + 1}`, cols, (at) => row * cols + at)),
    ...Array.from({ length: cols }, (_, col) => line(`column ${col + 1}`, rows, (at) => at * cols + col)),
  ];
  return all.filter(({ cells }) => !cells.includes(blank));
}

const isDone = ({ cells: line }, cells, { goal }) => line.every((cell) => cells[cell] === goal[cell]);

/**
 * The reason for a move on a board, which has `cells`, `goal` and `cols`; empty if there is none.
 * `rest` is the solution that begins with the move, where it is known.
 */
export function reasonFor(board, move, rest = null) {
  const { cells, goal, cols } = board;
  const after = moved(cells, cols, move);
  if (same(after, goal)) return "That solves the board";
  if (cellsOf(move) > 1) return "";
  const tile = tileOf(cells, after);
  const lines = linesOf(board);
  const finished = lines.find((line) => isDone(line, after, board) && !isDone(line, cells, board));
  if (finished) return `${tile} finishes ${finished.name}`;
  if (goal[after.indexOf(tile)] === tile) return `${tile} goes to its place`;
  const boards = rest && boardsOf(cells, cols, rest);
  if (boards?.length > 2) {
    const next = tileOf(boards[1], boards[2]);
    const isSimple = cellsOf(rest[1]) === 1 && rest[1] !== OPPOSITE[move];
    if (isSimple && apart(next, boards[2], board) < apart(next, boards[1], board))
      return `${tile} makes room for ${next}`;
  }
  const left = boards && lines.find((line) => isLeft(line, boards, board));
  if (left) return `${left.name[0].toUpperCase()}${left.name.slice(1)} is done, leave it`;
  return apart(tile, after, board) < apart(tile, cells, board) ? `${tile} comes nearer to its place` : "";
}

/** Whether a line is done, the gap is beside it, and no move of the solution touches it. */
function isLeft(line, boards, board) {
  const [blank, { cols }] = [boards[0].indexOf(0), board];
  const isBeside = line.cells.some((cell) => {
    const rows = Math.abs(Math.floor(cell / cols) - Math.floor(blank / cols));
    return rows + Math.abs((cell % cols) - (blank % cols)) === 1;
  });
  return isBeside && boards.every((cells) => isDone(line, cells, board));
}
