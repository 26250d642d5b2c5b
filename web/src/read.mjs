// Reading boards to play, from an address or from text that somebody types or pastes.

import { MOST_CELLS, MOST_ROWS, isPlayed } from "./grid.mjs";

/** Whether a goal is one board: no cell of it is free, and no two tiles are equal. */
const isOne = ({ cells }) => !cells.includes("*") && new Set(cells).size === cells.length;

/**
 * What the library reads, or an error also for sizes that would keep the page busy for too long, and
 * for goals that are several boards.
 */
export function readBoard(tilebase, board, options) {
  const read = tilebase.read(board, options);
  if (read.error) return read;
  const { size, rows, cols } = read.board;
  if (!isPlayed(rows, cols))
    return { error: `size ${size}: the page plays up to ${MOST_ROWS}x${MOST_ROWS}, or ${MOST_CELLS} cells` };
  return isOne(read.goal) ? read : { error: "goal: the page has none with `*` or equal tiles" };
}
