// Random numbers. With a seed, the same ones for everybody.

import { MOVES, OPPOSITE, moved } from "./grid.mjs";

/** A function that returns numbers from 0 to 1, as `Math.random` does, the same for each text. */
export function seeded(text) {
  // FNV-1a for the seed, and Mulberry32 for the numbers.
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A board so many random moves away from the goal, none of which takes back the one before. */
export function walked(goal, cols, moves, random) {
  let [cells, last] = [goal, ""];
  for (let made = 0; made < moves; made += 1) {
    const onward = ({ move, next }) => next && move !== OPPOSITE[last];
    const all = Object.keys(MOVES).map((move) => ({ move, next: moved(cells, cols, move) }));
    const open = all.filter(onward);
    ({ move: last, next: cells } = open[Math.floor(random() * open.length)]);
  }
  return cells;
}
