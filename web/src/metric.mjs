// What counts as one move: one tile that slides, or all tiles between a tile and the blank. A move
// is text: the way the blank goes and, if it is more than one, the number of cells, as in `d2`.

import { MOVES, cellsOf, moved } from "./grid.mjs";

/** The sizes for which the page has answers when rows slide, as numbers of cells. */
const isOffered = (cells) => cells <= 9 || (cells >= 13 && cells <= 16);

/** The metric of a game of this many cells, if `wanted` is the setting. */
export const metricFor = (wanted, cells) =>
  wanted === "multi" && isOffered(cells) ? "multi" : "single";

/** Moves as a list, each whatever it is: a link may have anything in it. Null for none. */
export const movesIn = (text) => text?.match(/[^\s,]\d*/gu) ?? (text === "" ? [] : null);

/** Steps of the blank in one direction, as moves. */
export const runOf = (steps, metric) =>
  metric === "multi" && steps.length > 1 ? [steps[0] + steps.length] : [...steps];

/** Moves in the other metric: each run is one move, or none is. */
export function inMetric(moves, metric) {
  const steps = moves.map((move) => move[0].repeat(cellsOf(move))).join("");
  return (steps.match(/(.)\1*/g) ?? []).flatMap((run) => runOf(run, metric));
}

/** All legal moves. */
export function legalMoves(cells, cols, metric) {
  const all = [];
  for (const way of Object.keys(MOVES))
    for (let count = 1; count === 1 || metric === "multi"; count += 1) {
      const move = count === 1 ? way : way + count;
      if (!moved(cells, cols, move)) break;
      all.push(move);
    }
  return all;
}
