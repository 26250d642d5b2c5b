// Boards at an exact distance from the goal.

import { MOVES, OPPOSITE, exchanged, moved, same, standardGoal } from "./grid.mjs";

/** Shapes of more cells have no search that ends soon. */
const SEARCHED_WHOLE = 16;
/** The largest number of random boards to try. */
const DRAWS = 4;
/** The largest number of moves away from the farthest of them. */
const CLIMBS = 60;

const pick = (list) => list[Math.floor(Math.random() * list.length)];

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
function random(goal, cols) {
  const cells = goal.slice();
  for (let last = cells.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  return canReach(cells, goal, cols) ? cells : exchanged(cells, 1, 2);
}

/** A board so many random moves away from the goal, none of which takes back the one before. */
function walked(goal, cols, moves) {
  let [cells, last] = [goal, ""];
  for (let made = 0; made < moves; made += 1) {
    const onward = ({ move, next }) => next && move !== OPPOSITE[last];
    const all = Object.keys(MOVES).map((move) => ({ move, next: moved(cells, cols, move) }));
    ({ move: last, next: cells } = pick(all.filter(onward)));
  }
  return cells;
}

/**
 * A board at a distance. On shapes with a table, every such board is equally likely. On others,
 * this takes a random board that is at least as far and follows its solution; or, if it finds none,
 * makes moves away from the goal, from the farthest board found. On shapes of more than sixteen
 * cells, where no search says how far a random board is, a hard one is any board.
 */
export async function atDistance(tilebase, { goal, rows, cols }, distance, signal) {
  const size = `${rows}x${cols}`;
  const sample = tilebase.sample(distance, { goal, size });
  if (sample.board) return sample.board.cells;
  if (distance === 0) return goal;
  if (isAny(goal.length, distance)) return random(goal, cols);
  let farthest = { cells: goal, distance: -1, answer: null };
  for (let draw = 0; draw < DRAWS && farthest.distance < distance; draw += 1) {
    const isLarge = goal.length > SEARCHED_WHOLE;
    const cells = isLarge ? walked(goal, cols, distance) : random(goal, cols);
    const answer = await tilebase.answer(cells, goal, { size, signal });
    if (answer.error) throw new Error(answer.error);
    if (answer.next === null) return cells;
    if (answer.distance > farthest.distance)
      farthest = { cells, distance: answer.distance, answer };
  }
  let { cells, answer } = farthest;
  if (farthest.distance >= distance) {
    for (const move of answer.moves.slice(0, farthest.distance - distance))
      cells = moved(cells, cols, move);
    return cells;
  }
  for (let climb = 0; climb < CLIMBS && answer.distance < distance; climb += 1) {
    const away = answer.legal.filter((legal) => legal.distance > answer.distance);
    const way = pick(away.length ? away : answer.legal);
    cells = moved(cells, cols, way.move);
    answer = await tilebase.answer(cells, goal, { size, signal });
    if (answer.next === null) return cells;
  }
  return answer.distance >= distance ? cells : farthest.cells;
}

/**
 * The largest distance that the slider offers: the diameter for shapes of up to 12 cells, and for
 * larger ones at most what a search reaches soon.
 */
export function farthestOffered(cells, diameter) {
  return cells <= 12 ? diameter : Math.min(diameter, 60);
}

/** The levels, as parts of the greatest distance that the slider offers: where each is, and ends. */
const LEVELS = { easy: [0.35, 0.5], medium: [0.65, 0.75], hard: [0.87, Infinity] };

/** The distance to shuffle to for a level. */
export const distanceOf = (level, most) => Math.round(most * LEVELS[level][0]);

/** The level of a distance. */
export const levelOf = (distance, most) =>
  Object.keys(LEVELS).find((level) => distance < most * LEVELS[level][1]);

/** Whether a board to shuffle to may be at any distance. */
export const isAny = (cells, distance) =>
  cells > SEARCHED_WHOLE && levelOf(distance, farthestOffered(cells, Infinity)) === "hard";

/** Today's date, where the player is. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** The daily board of a date, the same for everybody: a 3x3 board, 18 to 29 moves from the goal. */
export function dailyBoard(tilebase, date) {
  // FNV-1a, and a mixing step, so that one day is not like the next.
  let hash = 0x811c9dc5;
  for (const sign of `tilebase ${date}`)
    hash = Math.imul(hash ^ sign.codePointAt(0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  return tilebase.sample(18 + (hash % 12), { size: "3x3", seed: hash }).board.cells;
}

/** A 4x4 board whose search takes long, to watch it work and to stop it. */
const HARD_4X4 = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];

export function hardBoard({ goal, size }) {
  return size === "4x4" && same(goal, standardGoal(16)) ? HARD_4X4 : null;
}
