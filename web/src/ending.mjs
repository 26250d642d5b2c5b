// What is kept of a game that the player solved: the mark and the day of a daily board, an entry of
// the statistics, and the next place on the ladder. The first finish stands. What a search finds
// later is added.

import { PERFECT, SOLVED, keepMark, keepSolved, markOf } from "./daily.mjs";
import { raise } from "./ladder.mjs";
import { keepPlayed } from "./played.mjs";

/** Whether the player solved the board, without a move of the page or of somebody else. */
export const isOwn = ({ isSolved, own, at }) => isSolved && own > 0 && own === at;

/** Whether this is a finish that counts: of a daily board, only the first does. */
export function doesCount(game) {
  const { daily, taken, isReplay } = game.record;
  return isOwn(game) && (!daily || (taken === game.at && !isReplay));
}

/** Whether it was solved in the fewest moves, without help. */
export const isPerfect = (game) =>
  doesCount(game) && game.line[0].distance === game.at && !game.record.hints && !game.record.isHelped;

export class Ending {
  /** Called when something was kept. */
  onkept = () => {};
  #game;
  /** What was kept last. */
  #kept = "";

  constructor(game) {
    this.#game = game;
  }

  keep() {
    const game = this.#game;
    const { record, size, metric, at, line, number } = game;
    if (!doesCount(game) || !record.began || record.isRun) return;
    const now = `${number} ${at} ${line[0].distance}`;
    if (this.#kept === now) return;
    this.#kept = now;
    const { daily, hints = 0, isHelped = false, seconds } = record;
    if (daily && !record.id && markOf(daily, size)) {
      // Solved before, in a game that is gone.
      record.isReplay = true;
      return;
    }
    if (record.isOnDay) keepSolved(daily, size);
    if (daily) keepMark(daily, size, isPerfect(game) ? PERFECT : SOLVED);
    if (record.isOnLadder && isPerfect(game)) {
      raise(game, at);
      // Once for each board.
      record.isOnLadder = false;
      record.rung = at + 1;
    }
    record.id ??= Date.now();
    const moves = { size, metric, moves: at, least: line[0].distance };
    keepPlayed({ id: record.id, ...moves, seconds, hints, isHelped, ...(daily && { daily }) });
    this.onkept();
  }
}
