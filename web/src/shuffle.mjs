// Boards at an exact distance from the goal.

import { manhattan, moved, same, standardGoal } from "./grid.mjs";
import { movesIn } from "./metric.mjs";
import { pick, walked, walkedApart } from "./random.mjs";

/** Shapes of more cells have no search that ends soon, and no proof at all. */
const [SEARCHED_WHOLE, PROVED] = [16, 25];
/** Up to this distance, boards of up to 25 cells are proved soon. */
const NEAR = 30;
/** The distance of a large board, as a part of how far its tiles are from home in all, about. */
const RATIO = 1.3;
/** The largest number of boards to solve. */
const DRAWS = 6;
/** The largest number of walks for each. */
const WALKS = 300;
/** The largest number of moves away from the farthest of them. */
const CLIMBS = 60;
/**
 * Of the boards at a distance, the tiles are so far from home in all, as parts of the distance. A
 * board between these is likely to be at least as far, and is solved soon.
 */
const APART = { single: [0.62, 0.78], multi: [1.0, 1.3] };
/** How many steps of the blank a move has, about. */
const STEPS = { single: 1, multi: 1.6 };
/** The largest distance that a search reaches soon. */
const SOON = { single: 60, multi: 30 };

/** A board that is likely to be at least at a distance, and not much farther. */
function drawn({ goal, cols, metric }, distance) {
  if (goal.length > SEARCHED_WHOLE) return walked(goal, cols, distance);
  let cells = goal;
  for (let walk = 0; walk < WALKS; walk += 1) {
    cells = walked(goal, cols, Math.round(STEPS[metric] * distance * (1.3 + 3 * Math.random())));
    const apart = manhattan(cells, goal, cols) / distance;
    if (apart > APART[metric][0] && apart < APART[metric][1]) break;
  }
  return cells;
}

/**
 * A board at a distance. On shapes with a table, every such board is equally likely. On others,
 * this takes a board that is at least as far and follows its solution; or, if it finds none, makes
 * moves away from the goal, from the farthest board found. On shapes of more than sixteen cells,
 * where no search says how far a random board is, a hard one is any board, and of an easier one the
 * tiles are as far from home in all as those of boards at about the distance.
 */
export async function atDistance(tilebase, game, distance, signal) {
  const { goal, rows, cols, metric } = game;
  const size = `${rows}x${cols}`;
  const { search } = tilebase.search({ goal, size, metric });
  const { board } = search ? {} : await tilebase.sample(distance, { goal, size, metric });
  if (board) return board.cells;
  if (distance === 0) return goal;
  if (isAny(game, distance)) {
    const random = await tilebase.sample(null, { goal, size, metric });
    if (random.error) throw new Error(random.error);
    return random.board.cells;
  }
  if (isAbout(game, distance)) return walkedApart(goal, cols, distance / RATIO);
  let farthest = { cells: goal, distance: -1, answer: null };
  for (let draw = 0; draw < DRAWS && farthest.distance < distance; draw += 1) {
    const cells = drawn(game, distance);
    const answer = await tilebase.answer(cells, goal, { size, metric, signal });
    if (answer.error) throw new Error(answer.error);
    if (answer.next === null) return cells;
    if (answer.distance > farthest.distance)
      farthest = { cells, distance: answer.distance, answer };
  }
  let { cells, answer } = farthest;
  if (farthest.distance >= distance) {
    for (const move of movesIn(answer.moves).slice(0, farthest.distance - distance))
      cells = moved(cells, cols, move);
    return cells;
  }
  for (let climb = 0; climb < CLIMBS && answer.distance < distance; climb += 1) {
    const away = answer.legal.filter((legal) => legal.distance > answer.distance);
    const way = pick(away.length ? away : answer.legal);
    cells = moved(cells, cols, way.move);
    answer = await tilebase.answer(cells, goal, { size, metric, signal });
    if (answer.next === null) return cells;
  }
  return answer.distance >= distance ? cells : farthest.cells;
}

/**
 * The largest distance that is offered: the diameter for shapes of up to 12 cells, for those of up
 * to 16 at most what a search reaches soon, and for larger ones about that of a random board.
 */
export function farthestOffered({ rows, cols }, diameter, metric) {
  const cells = rows * cols;
  if (cells <= 12) return diameter;
  if (cells <= SEARCHED_WHOLE) return Math.min(diameter, SOON[metric]);
  const apart = (side) => (side * side - 1) / (3 * side);
  return Math.round(RATIO * (cells - 1) * (apart(rows) + apart(cols)));
}

/** The levels, as parts of the greatest distance that is offered: where each is, and ends. */
const LEVELS = { easy: [0.35, 0.5], medium: [0.65, 0.75], hard: [0.87, Infinity] };

/** The distance of new boards for a level. */
export const distanceOf = (level, most) => Math.round(most * LEVELS[level][0]);

/** The level of a distance. */
export const levelOf = (distance, most) =>
  Object.keys(LEVELS).find((level) => distance < most * LEVELS[level][1]);

/** The greatest distances of an easy and of a medium board. */
export const levelEnds = (most) =>
  [LEVELS.easy, LEVELS.medium].map(([, end]) => Math.ceil(most * end) - 1);

/** Whether a new board may be at any distance. */
export const isAny = ({ rows, cols }, distance) =>
  rows * cols > SEARCHED_WHOLE &&
  levelOf(distance, farthestOffered({ rows, cols }, Infinity, "single")) === "hard";

/** Whether a new board is only about at a distance. */
export const isAbout = ({ rows, cols }, distance) =>
  rows * cols > PROVED || (rows * cols > SEARCHED_WHOLE && distance > NEAR);

/** One of the 17 boards of 4x4 that need the most moves, to watch the search and to stop it. */
const HARD_4X4 = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];

export function hardBoard({ goal, size, metric }) {
  return size === "4x4" && metric === "single" && same(goal, standardGoal(16)) ? HARD_4X4 : null;
}
