// Reading boards to play, from an address or from text that somebody types or pastes.

import { MOST_CELLS, MOST_ROWS, isPlayed } from "./grid.mjs";

/** What the library reads, or an error also for sizes that would keep the page busy for too long. */
export function readBoard(tilebase, board, options) {
  const read = tilebase.read(board, options);
  const { size, rows, cols } = read.board ?? {};
  return read.error || isPlayed(rows, cols)
    ? read
    : { error: `size ${size}: the page plays up to ${MOST_ROWS}x${MOST_ROWS}, or ${MOST_CELLS} cells` };
}
