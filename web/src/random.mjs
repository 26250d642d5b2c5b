// Random boards. With a seed, the same ones for everybody.

import { MOVES, OPPOSITE, exchanged, moved } from "./grid.mjs";

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

export const pick = (list, random = Math.random) => list[Math.floor(random() * list.length)];

/** Whether moves lead from one board to another: each of the blank's steps is an exchange. */
function canReach(cells, goal, cols) {
  const [from, to] = [cells.indexOf(0), goal.indexOf(0)];
  let steps = Math.abs((from % cols) - (to % cols));
  steps += Math.abs(Math.floor(from / cols) - Math.floor(to / cols));
  const places = cells.map((tile) => goal.indexOf(tile));
  for (let at = 0; at < places.length; at += 1)
    for (; places[at] !== at; steps += 1) {
      const place = places[at];
      [places[at], places[place]] = [places[place], place];
    }
  return steps % 2 === 0;
}

/** One of all boards that can reach the goal. */
export function anyBoard(goal, cols, random = Math.random) {
  const cells = goal.slice();
  for (let last = cells.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  return canReach(cells, goal, cols) ? cells : exchanged(cells, 1, 2);
}

/** A board so many random moves away from the goal, none of which takes back the one before. */
export function walked(goal, cols, moves, random = Math.random) {
  let [cells, last] = [goal, ""];
  for (let made = 0; made < moves; made += 1) {
    const onward = ({ move, next }) => next && move !== OPPOSITE[last];
    const all = Object.keys(MOVES).map((move) => ({ move, next: moved(cells, cols, move) }));
    ({ move: last, next: cells } = pick(all.filter(onward), random));
  }
  return cells;
}
