// The game: a board, a goal, the moves made and those that can be redone. It sends "change" events.

import { moved, same, standardGoal } from "./grid.mjs";

export class Game extends EventTarget {
  rows = 3;
  cols = 3;
  goal = standardGoal(9);
  /**
   * All boards of the game, each with the move that led to it. Once known, each also has its
   * distance, the distance after each legal move, and a solution.
   */
  line = [{ cells: standardGoal(9), move: null, tile: null, distance: null }];
  at = 0;

  get here() {
    return this.line[this.at];
  }

  get cells() {
    return this.here.cells;
  }

  get size() {
    return `${this.rows}x${this.cols}`;
  }

  get isSolved() {
    return same(this.cells, this.goal);
  }

  /** Starts a new game. */
  begin(rows, cols, cells, goal, why = "begin") {
    Object.assign(this, { rows, cols, goal: goal.slice(), at: 0 });
    this.line = [{ cells: cells.slice(), move: null, tile: null, distance: null }];
    this.#changed(why);
  }

  /** Makes moves of the blank, up to the first that is illegal. */
  make(moves, why = "move") {
    const kept = this.line.length;
    let { at } = this;
    for (const move of moves) {
      const before = this.line[at];
      const cells = moved(before.cells, this.cols, move);
      if (!cells) break;
      at += 1;
      if (this.line[at]?.move === move) continue;
      this.line.length = at;
      const tile = cells[before.cells.indexOf(0)];
      const distance = before.legal?.find((legal) => legal.move === move)?.distance ?? null;
      this.line.push({ cells, move, tile, distance });
    }
    if (at === this.at && kept === this.line.length) return false;
    this.at = at;
    this.#changed(why);
    return true;
  }

  /** Appends a shortest solution, to be played move by move. It gives the distances on the way. */
  layAhead(moves) {
    this.line.length = this.at + 1;
    let { cells } = this;
    [...moves].forEach((move, made) => {
      const next = moved(cells, this.cols, move);
      const tile = next[cells.indexOf(0)];
      cells = next;
      this.line.push({
        cells,
        move,
        tile,
        distance: moves.length - made - 1,
        rest: moves.slice(made + 1),
      });
    });
    this.#changed("ahead");
  }

  go(at, why = "go") {
    const next = Math.max(0, Math.min(at, this.line.length - 1));
    if (next === this.at) return false;
    this.at = next;
    this.#changed(why);
    return true;
  }

  #changed(why) {
    this.dispatchEvent(Object.assign(new Event("change"), { why }));
  }
}
