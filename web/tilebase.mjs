// Optimal answers for sliding-tile puzzles. Types and documentation are in tilebase.d.ts and
// README.md.

import { Engine, EngineError } from "./engine.mjs";

export { EngineError };

/**
 * How long a cancelled request may still run, in milliseconds. Most end sooner, and a worker that
 * has to be started again makes its tables again.
 */
const GRACE = 250;
/** The same with larger tables, which take seconds to make again. */
const GRACE_WITH_LARGER = 4000;

/** Requests to a worker, which answers them in order. They can be cancelled. */
class Jobs {
  #startWorker;
  #wasm;
  #worker;
  #running = null;
  #waiting = [];
  #last = 0;
  #grace;

  constructor(startWorker, wasm) {
    this.#startWorker = startWorker;
    this.#wasm = wasm;
  }

  ask(request, { signal, onprogress } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = () => this.#giveUp(job, signal.reason);
      const settle = (how) => (value) => {
        signal?.removeEventListener("abort", giveUp);
        how(value);
      };
      this.#last += 1;
      const job = {
        id: this.#last,
        request,
        onprogress,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      signal?.addEventListener("abort", giveUp);
      this.#waiting.push(job);
      this.#send();
    });
  }

  /** Ends the worker. The next request starts another. */
  close() {
    const jobs = this.#waiting.splice(0);
    if (this.#running) jobs.unshift(this.#running);
    this.#end();
    for (const job of jobs)
      job.reject(new DOMException("close() was called before the answer", "AbortError"));
  }

  #end() {
    clearTimeout(this.#grace);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = null;
  }

  #send() {
    if (this.#running || this.#waiting.length === 0) return;
    const job = (this.#running = this.#waiting.shift());
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id: job.id, request: job.request });
    } catch (error) {
      this.#fail(error);
    }
  }

  #start() {
    const worker = this.#startWorker();
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = ({ message }) => this.#fail(new EngineError(message ?? "the worker failed"));
    worker.postMessage({ wasm: this.#wasm });
    return worker;
  }

  #receive({ id, progress, reply, failure }) {
    const job = this.#running;
    if (job?.id !== id) return;
    if (progress) {
      try {
        job.onprogress?.(progress);
      } catch (error) {
        this.#giveUp(job, error);
      }
      return;
    }
    clearTimeout(this.#grace);
    this.#running = null;
    if (failure) job.reject(new EngineError(failure));
    else job.resolve(reply);
    this.#send();
  }

  #fail(error) {
    const job = this.#running;
    this.#end();
    job?.reject(error);
    this.#send();
  }

  #giveUp(job, reason) {
    job.onprogress = undefined;
    job.reject(reason);
    if (job !== this.#running) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      return;
    }
    // Terminating the worker is the only way to stop a search.
    this.#grace = setTimeout(
      () => {
        this.#end();
        this.#send();
      },
      job.request.larger ? GRACE_WITH_LARGER : GRACE,
    );
  }
}

/** What two searches have learned of a board: the higher bound, and the shorter solution. */
function joined(one, other) {
  if (other.error !== null || other.moves !== null) return other;
  if (one.moves !== null) return one;
  const lengthOf = ({ best }) => best?.length ?? Infinity;
  const { best } = lengthOf(one) <= lengthOf(other) ? one : other;
  const atLeast = Math.max(one.atLeast, other.atLeast);
  return { ...other, distance: best?.length === atLeast ? atLeast : null, atLeast, best };
}

/** Without workers, the page's own engine answers, and a running request cannot be cancelled. */
class SameThread {
  constructor(engine) {
    this.engine = engine;
  }

  async ask(request, { signal } = {}) {
    signal?.throwIfAborted();
    return this.engine.ask(request);
  }

  close() {}
}

/**
 * How many boards the searches for more than sixteen cells generate, one after the other: in about
 * 0.1 s, in one or two seconds, and in six. Then nothing limits the search for a proof, which
 * boards of more than 25 cells do not have.
 */
const [FIRST, USUAL, LONG] = [2 ** 20, 14e6, 2 ** 26];

/** No board needs a longer text. What is longer would only fill the memory. */
const LONGEST_TEXT = 100_000;
/** The solutions of boards of more than 25 cells are longer: as long as a line of the command. */
const LONGEST_MOVES = 2 ** 24;
/** The most boards and steps that a traced search may remember, which takes up to 1 GB. */
const MOST_NODES = 10_000_000;
const MOST_STEPS = 1_000_000;
/** The methods that remember no boards, so that any number of them fits into the memory. */
const FORGETFUL = ["ida", "iddfs", "dfs"];

/** A value that somebody passed, for messages. */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value))
    return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Why a value is not text that the engine can read, or null if it is. */
function wrongText(value, longest = LONGEST_TEXT) {
  if (typeof value !== "string") return `expected text, found ${shown(value)}`;
  if (value.length > longest)
    return `expected at most ${longest} characters, found ${value.length}`;
  const half = value.match(/\p{Surrogate}/u)?.[0];
  return half ? `expected whole characters, found the half ${shown(half)}` : null;
}

/**
 * The JSON of an array of tiles, with or without rows, or an error. `JSON.stringify` would write
 * null for NaN and for a hole, and null is a blank.
 */
function json(cells, name, isRow = false) {
  const isGrid = !isRow && Array.isArray(cells[0]);
  const parts = [];
  let length = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    const place = `${name}[${at}]`;
    const isRight = isGrid ? Array.isArray(cell) : Number.isFinite(cell) || cell === null;
    const expected = isGrid ? "an array" : "a tile's number, or 0 for the blank";
    if (!isRight) return { error: `${place}: expected ${expected}, found ${shown(cell)}` };
    const part = isGrid ? json(cell, place, true) : { text: String(cell) };
    if (part.error) return part;
    parts.push(part.text);
    length += part.text.length + 1;
    if (length > LONGEST_TEXT)
      return { error: `${name}: expected at most ${LONGEST_TEXT} characters as text` };
  }
  return { text: `[${parts}]` };
}

/** The text of a board or goal, or an error if it has none. A goal may be left out. */
function text(board, name) {
  if (board == null && name === "goal") return { text: "" };
  if (typeof board === "string") {
    if (board.trim() === "" && name === "board") return { error: "the board is empty" };
    const wrong = wrongText(board);
    return wrong ? { error: `${name}: ${wrong}` } : { text: board };
  }
  try {
    return Array.isArray(board) && board.length > 0
      ? json(board, name)
      : { error: `${name}: expected text or an array of numbers` };
  } catch {
    return { error: `${name}: reading it failed` };
  }
}

/** A function that tells why a value is wrong, or null if it is right. */
const wrongUnless = (expected, isRight) => (value) =>
  isRight(value) ? null : `expected ${expected}, found ${shown(value)}`;

const wrongFlag = wrongUnless("true or false", (value) => typeof value === "boolean");
/** Infinity is a limit, too. The engine reads whole numbers. */
const wrongLimit = wrongUnless(
  "a number from 0",
  (value) => typeof value === "number" && value >= 0,
);
const wrongSeed = wrongUnless(
  `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  (value) => Number.isSafeInteger(value) && value >= 0,
);
const wrongDistance = wrongUnless(
  `a whole number from 0 to ${2 ** 32 - 1}`,
  (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
);

/** The options, and why a value of one is wrong. */
const OPTIONS = {
  goal: () => null, // It is read as boards are.
  size: wrongText,
  metric: wrongText,
  from: wrongText,
  to: wrongText,
  method: wrongText,
  heuristic: wrongText,
  order: wrongText,
  goalTest: wrongText,
  count: wrongFlag,
  larger: wrongFlag,
  optimal: wrongFlag,
  seed: wrongSeed,
  maxNodes: wrongLimit,
  maxSteps: wrongLimit,
  signal: wrongUnless("an AbortSignal", (value) => value instanceof AbortSignal),
  onprogress: wrongUnless("a function", (value) => typeof value === "function"),
};

/** The options of each function. */
const TAKEN = {
  answer: ["size", "metric", "count", "larger", "optimal", "signal", "onprogress"],
  judge: ["size", "metric", "larger", "signal", "onprogress"],
  moves: ["from", "to", "size", "metric"],
  search: ["goal", "size", "metric"],
  larger: ["goal", "size"],
  read: ["goal", "size"],
  counts: ["goal", "size", "metric"],
  sample: ["goal", "size", "metric", "seed"],
  trace: [
    "size",
    "metric",
    "method",
    "heuristic",
    "order",
    "goalTest",
    "maxNodes",
    "maxSteps",
    "signal",
  ],
};

/** The options of a function without those that are null, or an error if one is wrong. */
function checked(options, asked) {
  if (options != null && typeof options !== "object")
    return { error: "options: expected an object" };
  const names = TAKEN[asked];
  const known = {};
  let place = "options";
  try {
    for (const name of Object.keys(options ?? {})) {
      const isKnown = names.includes(name);
      place = isKnown ? name : "options";
      const value = options[name];
      if (value == null) continue;
      if (!isKnown)
        return { error: `options: expected ${names.join(", ")}, found ${shown(name)}` };
      const wrong = OPTIONS[name](value);
      if (wrong) return { error: `${name}: ${wrong}` };
      known[name] = value;
    }
  } catch {
    return { error: `${place}: reading it failed` };
  }
  return known;
}

/** The fields of a request that every question has, or an error. */
function question(board, goal, { size = "", metric = "", error: wrong }) {
  const [start, end] = [text(board, "board"), text(goal, "goal")];
  const error = wrong ?? start.error ?? end.error;
  return error ? { error } : { board: start.text, goal: end.text, size, metric };
}

/** The fields of a request that is about a goal alone. */
function ofGoal({ goal, size = "", metric = "", error: wrong }) {
  const { error, text: found } = text(goal, "goal");
  return (wrong ?? error) ? { error: wrong ?? error } : { goal: found, size, metric };
}

/** The fields of a request that has moves of a board, too. */
function withMoves(moves, longest, asked) {
  if (asked.error) return asked;
  const wrong = wrongText(moves, longest);
  return wrong ? { error: `moves: ${wrong}` } : { ...asked, moves };
}

/** The answer for what is not a board. */
const unanswered = (error) => ({
  board: "",
  goal: "",
  size: "",
  distance: null,
  moves: null,
  next: null,
  legal: [],
  count: null,
  atLeast: null,
  best: null,
  error,
  kind: null,
  why: null,
});

export class Tilebase {
  #engine;
  #searches;
  /** Searches that are likely to be cancelled, which ends their worker. */
  #proofs;
  #traces;

  constructor(engine, [searches, proofs, traces]) {
    this.#engine = engine;
    this.#searches = searches;
    this.#proofs = proofs;
    this.#traces = traces;
  }

  static async load(options) {
    const { wasm, startWorker } = options ?? {};
    const bytes =
      wasm ?? (await (await fetch(new URL("./dist/tilebase.wasm", import.meta.url))).arrayBuffer());
    const engine = await Engine.start(bytes);
    const start =
      startWorker ??
      (() => new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" }));
    const hasWorkers = typeof Worker === "function";
    const jobs = () => (hasWorkers ? new Jobs(start, engine.module) : new SameThread(engine));
    return new Tilebase(engine, [jobs(), jobs(), jobs()]);
  }

  async answer(board, goal, options) {
    const found = checked(options, "answer");
    const { count = false, larger = false, optimal, signal, onprogress } = found;
    const asked = question(board, goal, found);
    if (asked.error) return unanswered(asked.error);
    signal?.throwIfAborted();
    const request = { ask: "answer", ...asked, count, larger };
    const answer = this.#engine.ask(request);
    // If no table has the answer, a worker searches for it.
    request.search = true;
    if (answer.search === "parts" || answer.search === "best") {
      const longer = answer.search === "best" ? [USUAL, LONG] : [USUAL, LONG, null];
      return this.#approach(request, optimal ? longer : [USUAL], { signal, onprogress });
    }
    return answer.search ? this.#searches.ask(request, { signal, onprogress }) : answer;
  }

  /** Searches again and again, each time for longer, until everything is known, or long enough. */
  async #approach(request, longer, { signal, onprogress }) {
    const isWhole = ({ error, next, count }) =>
      error !== null || (next !== null && (count !== null || !request.count));
    // The first search ends soon, so its worker and its tables are kept.
    const first = { ...request, larger: false, boards: FIRST };
    let known = await this.#searches.ask(first, { signal, onprogress });
    for (const boards of longer) {
      if (isWhole(known)) break;
      const { atLeast, best } = known;
      if (best) onprogress?.({ bound: atLeast, best });
      const tell = (progress) => {
        const bound = Math.max(progress.bound, atLeast);
        onprogress?.(progress.bound ? { ...progress, bound } : progress);
      };
      const next = await this.#proofs.ask({ ...request, boards }, { signal, onprogress: tell });
      known = joined(known, next);
    }
    return known;
  }

  async judge(board, moves, goal, options) {
    const found = checked(options, "judge");
    const { larger = false, signal, onprogress } = found;
    const asked = withMoves(moves, LONGEST_TEXT, question(board, goal, found));
    if (asked.error) return asked;
    signal?.throwIfAborted();
    const request = { ask: "judge", ...asked, larger };
    const judged = this.#engine.ask(request);
    return judged.search
      ? this.#searches.ask({ ...request, search: true }, { signal, onprogress })
      : judged;
  }

  moves(moves, board, options) {
    const found = checked(options, "moves");
    const { from = "", to = "" } = found;
    const asked = withMoves(moves, LONGEST_MOVES, question(board, null, found));
    return this.#ask("moves", asked, { from, to });
  }

  search(options) {
    return this.#ask("search", ofGoal(checked(options, "search")));
  }

  larger(options) {
    return this.#ask("larger", ofGoal(checked(options, "larger")));
  }

  read(board, options) {
    const found = checked(options, "read");
    return this.#ask("board", question(board, found.goal, found));
  }

  counts(options) {
    return this.#ask("counts", ofGoal(checked(options, "counts")));
  }

  sample(distance, options) {
    const found = checked(options, "sample");
    const { seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) } = found;
    const wrong = wrongDistance(distance);
    const asked = wrong ? { error: `distance: ${wrong}` } : ofGoal(found);
    return this.#ask("sample", asked, { distance, seed });
  }

  async trace(board, goal, options) {
    const found = checked(options, "trace");
    const asked = question(board, goal, found);
    if (asked.error) return asked;
    const {
      method = "astar",
      heuristic = "manhattan",
      order = "",
      goalTest = "",
      maxNodes = 5_000_000,
      maxSteps = 200_000,
      signal,
    } = found;
    const mostNodes = FORGETFUL.includes(method.toLowerCase()) ? Number.MAX_SAFE_INTEGER : MOST_NODES;
    const limits = {
      maxNodes: Math.floor(Math.min(maxNodes, mostNodes)),
      maxSteps: Math.floor(Math.min(maxSteps, MOST_STEPS)),
    };
    const how = { method, heuristic, order, goalTest, ...limits };
    return this.#traces.ask({ ask: "trace", ...asked, ...how }, { signal });
  }

  close() {
    for (const jobs of [this.#searches, this.#proofs, this.#traces]) jobs.close();
  }

  #ask(what, asked, more) {
    return asked.error ? asked : this.#engine.ask({ ask: what, ...asked, ...more });
  }
}
