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

/**
 * One of all boards that can reach the goal, for the daily boards, which must stay the same. Other
 * boards are drawn by the module's `sample`.
 */
export function anyBoard(goal, cols, random) {
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

/** The largest number of random moves. */
const MOST_MOVES = 4e6;

/**
 * A board whose tiles are at least so far from home in all, by random moves away from the goal,
 * none of which takes back the one before.
 */
export function walkedApart(goal, cols, apart, random = Math.random) {
  const cells = goal.slice();
  const rows = cells.length / cols;
  const homes = [];
  goal.forEach((tile, cell) => (homes[tile] = cell));
  const far = (tile, cell) =>
    Math.abs(Math.floor(cell / cols) - Math.floor(homes[tile] / cols)) +
    Math.abs((cell % cols) - (homes[tile] % cols));
  let [blank, before, sum] = [cells.indexOf(0), -1, 0];
  for (let made = 0; made < MOST_MOVES && sum < apart; made += 1) {
    const col = blank % cols;
    const row = (blank - col) / cols;
    const near = [];
    if (row > 0) near.push(blank - cols);
    if (row < rows - 1) near.push(blank + cols);
    if (col > 0) near.push(blank - 1);
    if (col < cols - 1) near.push(blank + 1);
    const next = pick(near.filter((cell) => cell !== before), random);
    const tile = cells[next];
    sum += far(tile, blank) - far(tile, next);
    [cells[blank], cells[next]] = [tile, 0];
    [before, blank] = [blank, next];
  }
  return cells;
}
