// Boards as arrays of tiles, row by row with 0 for the blank, and the four moves of the blank.

/** The rows and columns by which each move changes the blank's place. */
export const MOVES = { d: [1, 0], l: [0, -1], r: [0, 1], u: [-1, 0] };

export const OPPOSITE = { d: "u", l: "r", r: "l", u: "d" };

/** The number of cells that the blank goes. */
export const cellsOf = (move) => Number(move.slice(1) || 1);

/** The way that tiles slide when the blank makes a move. */
export const wayOf = (move) => OPPOSITE[move[0]];

/** The move that takes one back. */
export const inverse = (move) => OPPOSITE[move[0]] + move.slice(1);

export const WORDS = { d: "down", l: "left", r: "right", u: "up" };

/**
 * The board after a move of the blank, which may have a number of cells, or null if the move leaves
 * the board.
 */
export function moved(cells, cols, move) {
  const [way, count] = [move[0], cellsOf(move)];
  // A link may have anything where a move should be.
  if (!Object.hasOwn(MOVES, way) || !(count > 0)) return null;
  const [down, right] = MOVES[way];
  const next = cells.slice();
  let blank = cells.indexOf(0);
  for (let step = 0; step < count; step += 1) {
    const row = Math.floor(blank / cols) + down;
    const col = (blank % cols) + right;
    if (row < 0 || col < 0 || col >= cols || row >= cells.length / cols) return null;
    next[blank] = next[row * cols + col];
    blank = row * cols + col;
    next[blank] = 0;
  }
  return next;
}

/** The boards on a way. */
export function boardsOf(cells, cols, moves) {
  const boards = [cells];
  for (const move of moves) boards.push(moved(boards.at(-1), cols, move));
  return boards;
}

/** The tile that a move slides; of several the farthest, which a player clicks. */
export const tileOf = (before, after) => before[after.indexOf(0)];

/**
 * The moves of the blank that slide the tile in a cell, and all tiles between, towards the blank.
 * Empty if the tile cannot move.
 */
export function slides(cells, cols, cell) {
  const blank = cells.indexOf(0);
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const [blankRow, blankCol] = [Math.floor(blank / cols), blank % cols];
  if (row === blankRow && col !== blankCol)
    return (col < blankCol ? "l" : "r").repeat(Math.abs(col - blankCol));
  if (col === blankCol && row !== blankRow)
    return (row < blankRow ? "u" : "d").repeat(Math.abs(row - blankRow));
  return "";
}

export function exchanged(cells, a, b) {
  return cells.map((tile) => (tile === a ? b : tile === b ? a : tile));
}

export const standardGoal = (count) =>
  Array.from({ length: count }, (_, cell) => (cell + 1) % count);

/** The greatest number of cells of any shape, and the most rows and columns of larger boards. */
export const [MOST_CELLS, MOST_ROWS] = [25, 10];

/** Whether boards of a shape are played on the page. */
export const isPlayed = (rows, cols) =>
  [rows, cols].every((side) => Number.isInteger(side) && side >= 2) &&
  (rows * cols <= MOST_CELLS || Math.max(rows, cols) <= MOST_ROWS);

/** Whether this is a list with each of so many tiles once. */
export const isBoard = (cells, count) =>
  Array.isArray(cells) &&
  cells.length === count &&
  same(cells.toSorted((a, b) => a - b), [...Array(count).keys()]);

export const same = (a, b) => a.length === b.length && a.every((tile, cell) => tile === b[cell]);

/** A board as text, in rows that show its shape. */
export function rowsOf(cells, cols) {
  const rows = [];
  for (let at = 0; at < cells.length; at += cols)
    rows.push(
      cells
        .slice(at, at + cols)
        .map((tile) => tile || "x")
        .join(" "),
    );
  return rows.join(" / ");
}

/** The shapes that a number of cells can have, as ROWSxCOLUMNS, squares first. */
export function shapesOf(cells) {
  const shapes = [];
  for (let rows = 2; rows <= cells / 2; rows += 1)
    if (Number.isInteger(cells / rows)) shapes.push([rows, cells / rows]);
  const isSquare = ([rows, cols]) => Number(rows === cols);
  shapes.sort((a, b) => isSquare(b) - isSquare(a));
  return shapes.map(([rows, cols]) => `${rows}x${cols}`);
}
