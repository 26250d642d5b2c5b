// Boards at an exact distance from the goal.

import { exchanged, moved, same, standardGoal } from "./grid.mjs";

/** The largest number of random boards to try. */
const DRAWS = 4;
/** The largest number of moves away from the farthest of them. */
const CLIMBS = 60;

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function shuffled(goal) {
  const cells = goal.slice();
  for (let last = cells.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  return cells;
}

/**
 * A board at a distance. On shapes with a table, every such board is equally likely. On others, this
 * takes a random board that is at least as far and follows its solution; or, if it finds none, makes
 * moves away from the goal, from the farthest board found.
 */
export async function atDistance(tilebase, { goal, rows, cols }, distance, signal) {
  const size = `${rows}x${cols}`;
  const sample = tilebase.sample(distance, { goal, size });
  if (sample.board) return sample.board.cells;
  if (distance === 0) return goal;
  let farthest = { cells: goal, distance: 0, answer: null };
  for (let draw = 0; draw < DRAWS && farthest.distance < distance; draw += 1) {
    let cells = shuffled(goal);
    let answer = await tilebase.answer(cells, goal, { size, signal });
    if (answer.why) {
      cells = exchanged(cells, ...answer.why.exchange);
      answer = await tilebase.answer(cells, goal, { size, signal });
    }
    if (answer.error) throw new Error(answer.error);
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
  const part = ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  return tilebase.sample(18 + (hash % 12), { size: "3x3", part }).board.cells;
}

/** A 4x4 board whose search takes long, to watch it work and to stop it. */
const HARD_4X4 = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];

export function hardBoard({ goal, size }) {
  return size === "4x4" && same(goal, standardGoal(16)) ? HARD_4X4 : null;
}
