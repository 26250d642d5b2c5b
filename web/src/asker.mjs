// Asks for the answer to the board shown. A "change" event reports the answer or the progress of a
// search.

import { inverse } from "./grid.mjs";
import { movesIn } from "./metric.mjs";

/**
 * A search that is over within this time, in milliseconds, is not shown at work: what is on show
 * stays until it has an answer.
 */
const PATIENCE = 150;
const KEPT = 4000;
/** How often the number of boards searched is shown, in milliseconds. */
const BETWEEN = 250;
/** How long larger tables take to make, in seconds for each byte. */
const SECONDS_A_BYTE = 1e-7;
/** The answer if the engine failed. */
const NOTHING = { distance: null, moves: null, next: null, legal: [], count: null, why: null };

/** An answer with its moves as lists. */
function listed(answer) {
  const { moves, next, best } = answer;
  return { ...answer, moves: movesIn(moves), next: movesIn(next), best: movesIn(best) };
}

/**
 * Takes a solution of a board if it is better than the one known. If no other can be shorter, its
 * length is the distance. That is proved before it is known which of the shortest is canonical.
 */
function improve(here, found) {
  const isBetter =
    Boolean(found) &&
    found.length < (here.rest?.length ?? Infinity) &&
    (here.distance === null || found.length === here.distance);
  if (isBetter) here.rest = found;
  const { distance, bound, rest } = here;
  if (distance === null && rest && bound === rest.length) here.distance = bound;
  return isBetter;
}

export class Asker extends EventTarget {
  /** The answer for the board shown; null while it is being found. */
  answer = null;
  /** The progress of the search; null if there is none. */
  progress = null;
  stopped = false;
  #tilebase;
  #game;
  #known = new Map();
  #controller = null;
  /** The progress of the search, while it is not shown yet. */
  #latest = {};
  /** For which shape and cell of the goal's blank to search with larger tables. */
  #enlarged = "";
  #timer;

  constructor(tilebase, game) {
    super();
    this.#tilebase = tilebase;
    this.#game = game;
    game.addEventListener("change", () => this.ask());
  }

  /** Whether there is something to show. Tables answer before the next frame is drawn. */
  get isReady() {
    return Boolean(this.answer ?? this.progress) || this.stopped;
  }

  /** The number of moves that a solution has at least, as far as a search has proved it. */
  get bound() {
    return this.#game.here.bound ?? 0;
  }

  /** What finds the answers; null for a table. */
  get #search() {
    const { goal, size, metric } = this.#game;
    return this.#tilebase.search({ goal, size, metric }).search;
  }

  get isSearched() {
    return this.#search !== null;
  }

  /** Whether a good solution comes first, because the proof may take too long to wait for. */
  get isApproached() {
    return ["parts", "best"].includes(this.#search);
  }

  ask() {
    clearTimeout(this.#timer);
    const key = this.#key;
    const known = this.#known.get(key);
    if (this.#controller?.key !== key) this.#giveUp();
    this.stopped = false;
    if (!this.isSearched) this.#judge();
    if (known) {
      this.#settle(known);
    } else if (this.#controller?.key !== key) {
      this.#inherit();
      this.answer = this.progress = null;
      this.#latest = {};
      if (this.isSearched)
        this.#timer = setTimeout(() => this.#showProgress(this.#latest), PATIENCE);
      this.#start(key);
    }
  }

  /** A move changes a distance by one at most, so much that is proved of a board holds after the move. */
  #inherit() {
    const { line, at, here } = this.#game;
    const before = line[at - 1];
    if (!before?.rest || (here.distance !== null && !this.isApproached)) return;
    here.bound = Math.max(this.bound, (before.distance ?? before.bound ?? 0) - 1);
    const isOnTheWay = before.rest[0] === here.move;
    improve(here, isOnTheWay ? before.rest.slice(1) : [inverse(here.move), ...before.rest]);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#giveUp();
    this.stopped = true;
    this.progress = null;
    this.#changed();
  }

  #giveUp() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /** Finds the distances of all boards of the line, where they are not known, as after a jump. */
  async #judge(options) {
    const { goal, size, metric, line } = this.#game;
    if (line.every(({ distance }) => distance !== null)) return;
    const made = line.slice(1);
    const moves = made.map(({ move }) => move).join("");
    const how = { size, metric, ...options };
    const judged = await this.#tilebase.judge(line[0].cells, moves, goal, how);
    if (judged.error || judged.steps.length !== made.length) return;
    line[0].distance = judged.optimal;
    judged.steps.forEach(({ distance, better }, at) => {
      made[at].distance = distance;
      line[at].better = better ? movesIn(better) : undefined;
    });
    this.#changed();
  }

  /**
   * Finds the distances that searches did not find on the way, because they know only those beside
   * the boards that they were asked for.
   */
  async #judgeSearched() {
    if (this.#game.line.every(({ distance }) => distance !== null)) return;
    const controller = Object.assign(new AbortController(), { key: "judge" });
    this.#controller = controller;
    this.#changed();
    try {
      await this.#judge({ signal: controller.signal, larger: this.#isLarger });
    } catch {
      // The game went on, or there is no memory: then some moves are not judged.
    }
    if (this.#controller !== controller) return;
    this.#controller = null;
    this.#changed();
  }

  /** Whether the moves of a game that is over are being judged. */
  get isJudging() {
    return this.#controller?.key === "judge";
  }

  /** What larger tables need, in words; empty if they are in use, or if there are none. */
  get larger() {
    const { goal, size, metric } = this.#game;
    const { bytes } =
      this.isSearched && !this.#isLarger && metric === "single" ? this.#tilebase.larger({ goal, size }) : {};
    return bytes
      ? `${Math.round(bytes / 1e6)} MB, about ${Math.ceil(bytes * SECONDS_A_BYTE)} s`
      : "";
  }

  /** Asks again, with larger tables from now on. */
  enlarge() {
    this.#giveUp();
    this.#enlarged = this.#tables;
    this.stopped = false;
    this.#showProgress({});
    this.#start(this.#key);
  }

  /** Asks again, this time with the number of shortest solutions. */
  count() {
    this.#giveUp();
    this.#showProgress({});
    this.#start(this.#key, true);
  }

  /** What tables depend on. */
  get #tables() {
    return `${this.#game.size} ${this.#game.goal.indexOf(0)}`;
  }

  get #isLarger() {
    return this.#enlarged === this.#tables;
  }

  get #key() {
    const { size, metric, cells, goal } = this.#game;
    return `${size} ${metric} ${cells} ${goal}`;
  }

  async #start(key, count = false) {
    const controller = Object.assign(new AbortController(), { key });
    this.#controller = controller;
    const { cells, goal, size, metric } = this.#game;
    let shown = 0;
    const onprogress = (progress) => {
      if (this.#controller !== controller) return;
      const { here } = this.#game;
      const { bound, moves, best, distance } = listed(progress);
      const isHigher = bound > this.bound;
      if (isHigher) here.bound = bound;
      if (moves) Object.assign(here, { distance, rest: moves });
      const isShorter = improve(here, best);
      this.#latest = progress;
      const now = performance.now();
      const isNews = !bound || isHigher || isShorter || now > shown + BETWEEN;
      if (!this.progress || !isNews) return;
      shown = now;
      this.#showProgress(progress);
    };
    try {
      const answer = await this.#tilebase.answer(cells, goal, {
        size,
        metric,
        count,
        larger: this.#isLarger,
        optimal: true,
        signal: controller.signal,
        onprogress,
      });
      const found = listed(answer);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, found);
      if (this.#controller !== controller) return;
      this.#controller = null;
      this.#settle(found);
    } catch (error) {
      if (this.#controller !== controller) return;
      this.#controller = null;
      this.#settle({ ...NOTHING, error: error.message });
    }
  }

  #showProgress(progress) {
    this.progress = progress;
    this.#changed();
  }

  #settle(answer) {
    clearTimeout(this.#timer);
    this.answer = answer;
    this.progress = null;
    const { here } = this.#game;
    const { distance, legal, next, moves, best, atLeast } = answer;
    // Of a large board near its goal, one solution is proved, but not what is after other moves.
    const known = best ? {} : next ? { legal, rest: moves } : { rest: moves };
    Object.assign(here, { distance, ...known });
    if (best) {
      here.bound = Math.max(this.bound, atLeast);
      improve(here, best);
    }
    this.#changed();
    // A search knows only the distances beside the boards that it was asked for.
    const { isSolved, own, shown } = this.#game;
    const isSoon = this.isSearched && !this.isApproached;
    if (isSoon && isSolved && own + shown > 0) this.#judgeSearched();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
