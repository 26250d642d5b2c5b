// The game: a board, a goal, the moves made and those that can be redone. It sends "change" events.

import { cellsOf, moved, same, standardGoal, tileOf } from "./grid.mjs";
import { metricFor, movesIn, runOf } from "./metric.mjs";

/** What begins with another board. */
export const OTHER_BOARD = ["begin", "edit", "enter", "instead"];

/** The number of games that are kept, to go back to. */
const KEPT = 100;

export class Game extends EventTarget {
  rows = 3;
  cols = 3;
  goal = standardGoal(9);
  /** What counts as one move: `single` or `multi`. */
  metric = "single";
  /** The same for new games, as far as the page has answers for their size. */
  wanted = "single";
  /**
   * All boards of the game, each with the move that led to it, whether it `isOwn`, made by the
   * player here, or `isShown`, of a link or pasted. All others are played by the page. Once known,
   * each also has its `distance`, the distance after each `legal` move, and the `rest`: the moves of
   * a solution. While the distance is not known, `bound` is what is proved of it, and the solution
   * may be longer.
   */
  line = [{ cells: standardGoal(9), move: null, tile: null, distance: null }];
  at = 0;
  /** Where in the line a solution begins that was laid ahead; null if none was. */
  laid = null;
  /** What the player did, for the result. The first finish stands: its moves and its time. */
  record = {};
  /** The number of this game, and whether it began as an edit of the one before it. */
  number = 0;
  isEdited = false;
  /** Whether another board is looked for in its place. Until then, nothing moves. */
  isHidden = false;
  /** All games that can be returned to, this one among them. */
  #games = [];
  // The browser's history may hold numbers from before the page was loaded again.
  #last = Date.now();

  get here() {
    return this.line[this.at];
  }

  get cells() {
    return this.here.cells;
  }

  get size() {
    return `${this.rows}x${this.cols}`;
  }

  /** The moves made, as letters of the blank. */
  get moves() {
    return this.line
      .slice(1, this.at + 1)
      .map(({ move }) => move)
      .join("");
  }

  /** How many of the moves made are the player's own. */
  get own() {
    return this.line.slice(1, this.at + 1).filter(({ isOwn }) => isOwn).length;
  }

  /** How many moves of the game, made or ahead, are of a link or were pasted. */
  get shown() {
    return this.line.filter(({ isShown }) => isShown).length;
  }

  get isSolved() {
    return same(this.cells, this.goal);
  }

  /** The place of this game among all. */
  get #place() {
    return this.#games.findIndex(({ number }) => number === this.number);
  }

  /**
   * Starts a new game, with moves that were made before, for a game that goes on. In `made.own`, the
   * sign of each is 1 for the player's own, 2 for one that is shown, and 0 for one of the page.
   * Returns the first of them that is illegal, before which the game stands, or null.
   */
  begin(rows, cols, cells, goal, why = "begin", record = {}, made = {}, metric = this.wanted) {
    this.#leave();
    this.isHidden = false;
    this.#games.splice(this.#place + 1);
    if (this.#games.length === KEPT) this.#games.shift();
    const counted = metricFor(metric, cells.length);
    const { line, illegal } = this.#lineOf(cells, cols, made, counted);
    const { at = line.length - 1 } = made;
    this.#last += 1;
    const game = {
      rows,
      cols,
      goal: goal.slice(),
      metric: counted,
      line,
      at: Math.max(0, Math.min(at, line.length - 1)),
      laid: null,
      record,
      number: this.#last,
      isEdited: why === "edit",
    };
    this.#games.push(game);
    Object.assign(this, game);
    this.#changed(why);
    return illegal;
  }

  /** The line of moves that were made before, up to the first that is illegal. */
  #lineOf(cells, cols, { moves, own = "" }, metric) {
    const line = [{ cells: cells.slice(), move: null, tile: null, distance: null }];
    for (const [number, run] of (movesIn(moves) ?? []).entries()) {
      if (!moved(line.at(-1).cells, cols, run)) return { line, illegal: { number: number + 1, move: run } };
      const [isOwn, isShown] = [own[number] === "1", own[number] === "2"];
      // A link may have counted runs for a game in which each tile counts.
      for (const move of runOf(run[0].repeat(cellsOf(run)), metric)) {
        const before = line.at(-1).cells;
        const next = moved(before, cols, move);
        line.push({ cells: next, move, tile: tileOf(before, next), distance: null, isOwn, isShown });
      }
    }
    return { line, illegal: null };
  }

  undo() {
    this.go(this.at - 1);
  }

  redo() {
    this.go(this.at + 1);
  }

  /** Goes to the game with this number. Returns whether it is still known. */
  enter(wanted) {
    return this.#enter(this.#games.find(({ number }) => number === wanted));
  }

  #enter(game) {
    if (!game) return false;
    this.#leave();
    this.isHidden = false;
    Object.assign(this, game);
    this.#changed("enter");
    return true;
  }

  #leave() {
    const { line, at, laid, record } = this;
    const game = this.#games[this.#place];
    if (game) Object.assign(game, { line, at, laid, record });
  }

  /**
   * Makes moves of the blank, up to the first that is illegal. They are the player's own, or only
   * shown.
   */
  make(moves, isOwn = true) {
    if (this.isHidden) return false;
    const kept = this.line.length;
    let { at } = this;
    for (const move of moves) {
      const before = this.line[at];
      const cells = moved(before.cells, this.cols, move);
      if (!cells) break;
      at += 1;
      if (this.line[at]?.move === move) {
        Object.assign(this.line[at], { isOwn, isShown: !isOwn });
        continue;
      }
      this.line.length = at;
      const tile = tileOf(before.cells, cells);
      const distance = before.legal?.find((legal) => legal.move === move)?.distance ?? null;
      this.line.push({ cells, move, tile, distance, isOwn, isShown: !isOwn });
      this.laid = null;
    }
    if (at === this.at && kept === this.line.length) return false;
    this.at = at;
    if (isOwn) this.record.began ??= Date.now();
    if (this.isSolved && this.own === at) {
      this.record.seconds ??= (Date.now() - this.record.began) / 1000;
      this.record.taken ??= at;
    }
    this.#changed("move");
    return true;
  }

  /**
   * Appends the solution of the board, to be played move by move. A shortest one gives the
   * distances on the way.
   */
  layAhead(moves) {
    if (this.isHidden) return;
    const isShortest = this.here.distance !== null;
    this.line.length = this.at + 1;
    this.laid = this.at;
    let { cells } = this;
    moves.forEach((move, made) => {
      const next = moved(cells, this.cols, move);
      const tile = tileOf(cells, next);
      cells = next;
      this.line.push({
        cells,
        move,
        tile,
        distance: isShortest ? moves.length - made - 1 : null,
        rest: moves.slice(made + 1),
      });
    });
    this.#changed("ahead");
  }

  /** Goes on as another tab did in the same game. */
  follow({ moves, own, at, record }) {
    const { line } = this.#lineOf(this.line[0].cells, this.cols, { moves, own }, this.metric);
    Object.assign(this, { line, record, laid: null, at: Math.min(at, line.length - 1) });
    this.#changed("enter");
  }

  /** Goes back to the start, and forgets the moves. */
  restart() {
    Object.assign(this, { line: this.line.slice(0, 1), at: 0, laid: null });
    this.#changed("go");
  }

  /** Drops what was laid ahead, so that it does not tell the solution. */
  dropAhead() {
    const from = this.line.findIndex((board, at) => at > this.at && !board.isOwn);
    if (from < 0) return;
    this.line.length = from;
    this.laid = null;
    this.#changed("ahead");
  }

  go(at, why = "go") {
    const next = Math.max(0, Math.min(at, this.line.length - 1));
    if (next === this.at || this.isHidden) return false;
    this.at = next;
    this.#changed(why);
    return true;
  }

  #changed(why) {
    this.dispatchEvent(Object.assign(new Event("change"), { why }));
  }
}
