// Optimal answers for sliding-tile puzzles. Types and documentation are in tilebase.d.mts and
// README.md.

import { atDistance, checked, LONGEST_MOVES, ofGoal, question, withMoves } from "./arguments.mjs";
import { Engine, EngineError } from "./engine.mjs";
import { Jobs, sameThread } from "./jobs.mjs";

export { EngineError };

/** What two searches have learned of a board: the higher bound, and the shorter solution. */
function joined(one, other) {
  if (other.error !== null || other.moves !== null) return other;
  if (one.moves !== null) return one;
  const lengthOf = ({ best }) => best?.length ?? Infinity;
  const { best } = lengthOf(one) <= lengthOf(other) ? one : other;
  const atLeast = Math.max(one.atLeast, other.atLeast);
  return { ...other, distance: best?.length === atLeast ? atLeast : null, atLeast, best };
}

/**
 * How many boards the searches for more than sixteen cells generate, one after the other: in about
 * 0.1 s, in one or two seconds, and in six. Then nothing limits the search for a proof, which
 * boards of more than 25 cells do not have.
 */
const [FIRST, USUAL, LONG] = [2 ** 20, 14e6, 2 ** 26];

/** The most boards and steps that a traced search may remember, which takes up to 1 GB. */
const MOST_NODES = 10_000_000;
const MOST_STEPS = 1_000_000;
/** The methods that remember no boards, so that any number of them fits into the memory. */
const FORGETFUL = ["ida", "iddfs", "dfs", "dls", "hill"];

/** How many boards the first search for a hint generates: in a few milliseconds. */
const FIRST_HINT = 2 ** 14;
/** How long a hint takes without a limit, in milliseconds, if it has a move by then. */
const USUAL_HINT = 1000;

/** How long many answers may hold the page, in milliseconds. */
const TURN = 8;
/** A worker draws boards that have more cells together. */
const MANY_CELLS = 18_000;

/** What is known of a board, with the fields of which nothing is. */
const whole = (known) => ({
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
  error: null,
  kind: null,
  why: null,
  ...known,
});

/** What is known of a board as a hint. */
function hinted({ error, kind, why, distance = null, atLeast = null, legal = [], ...known }) {
  if (error) return kind ? { error, kind, why } : { error };
  const best = known.moves ?? known.best ?? null;
  const [move] = best?.match(/^[dlru]\d*/) ?? [null];
  const tile = legal.find((other) => other.move === move)?.tile ?? null;
  return { move, tile, distance, atLeast, best };
}

/** The bytes of a file of this package in a browser. */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** How files are read here, and workers started, if there are any. */
async function platform() {
  if (globalThis.process?.versions?.node) {
    // Bundlers leave this to Node.
    const own = new URL("./node.mjs", import.meta.url).href;
    try {
      return await import(/* webpackIgnore: true */ /* @vite-ignore */ own);
    } catch {
      // It was left out of a bundle.
      return { read: fetched };
    }
  }
  const start = () => {
    const address = new URL("./worker.mjs", import.meta.url);
    // Its errors name it.
    return Object.assign(new Worker(address, { type: "module" }), { address: address.href });
  };
  return { read: fetched, startWorker: typeof Worker === "function" ? start : undefined };
}

/** The bytes of tilebase.wasm in the package. */
async function packaged(read) {
  const file = new URL("./dist/tilebase.wasm", import.meta.url);
  const unread = (cause) => {
    throw new EngineError(`${file.href} cannot be read: ${cause.message}`, { cause });
  };
  return read(file).catch(unread);
}

export class Tilebase {
  #engine;
  #searches;
  /** Searches that are likely to be cancelled, which ends their worker. */
  #proofs;
  #traces;
  /** Short searches, which should not wait for long ones. */
  #hints;
  /** Aborted by `close`. */
  #open = new AbortController();

  constructor(engine, [searches, proofs, traces, hints]) {
    this.#engine = engine;
    this.#searches = searches;
    this.#proofs = proofs;
    this.#traces = traces;
    this.#hints = hints;
  }

  static async load(options) {
    const { wasm, startWorker, error } = checked(options, "load");
    if (error) throw new EngineError(error);
    const { read, startWorker: usual } = await platform();
    const engine = await Engine.start(wasm ?? (await packaged(read)));
    const start = startWorker ?? usual ?? (() => sameThread(engine));
    return new Tilebase(
      engine,
      Array.from({ length: 4 }, () => new Jobs(start, engine.module)),
    );
  }

  async answer(board, goal, options) {
    const found = checked(options, "answer");
    const { count = false, larger = false, optimal, signal, onprogress } = found;
    const asked = question(board, goal, found);
    if (asked.error) return whole(asked);
    signal?.throwIfAborted();
    const request = { ask: "answer", ...asked, count, larger };
    const answer = this.#engine.ask(request);
    // If no table has the answer, a worker searches for it.
    request.search = true;
    if (answer.search === "parts" || answer.search === "best") {
      const longer = answer.search === "best" ? [USUAL, LONG] : [USUAL, LONG, null];
      return this.#approach(request, optimal ? longer : [USUAL], { signal, onprogress });
    }
    return whole(
      answer.search ? await this.#searches.ask(request, { signal, onprogress }) : answer,
    );
  }

  async answers(boards, goal, options) {
    const isList = typeof boards !== "string" && typeof boards?.[Symbol.iterator] === "function";
    if (!isList) return [whole({ error: "boards: expected an array of boards" })];
    const answers = [];
    let turn = performance.now();
    for (const board of boards) {
      answers.push(await this.answer(board, goal, options));
      if (performance.now() - turn < TURN) continue;
      // The page has its turn.
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    return answers;
  }

  async ready(size, options) {
    const found = { ...checked(options, "ready"), ...checked({ size }, "ready") };
    const asked = ofGoal(found);
    if (asked.error) return asked;
    const request = { ask: "ready", ...asked };
    const reply = this.#engine.ask({ ...request, ask: "search" });
    if (reply.error) return { error: reply.error };
    const all = reply.search ? [this.#searches, this.#hints] : [];
    const replies = await Promise.all(all.map((jobs) => jobs.ask(request)));
    return replies.find(({ error }) => error) ?? { ready: true };
  }

  /** Searches again and again, each time for longer, until everything is known, or long enough. */
  async #approach(request, longer, { signal, onprogress }) {
    const open = this.#open.signal;
    const isWhole = ({ error, next, count }) =>
      error !== null || (next !== null && (count !== null || !request.count));
    // The first search ends soon, so its worker and its tables are kept.
    const first = { ...request, larger: false, boards: FIRST };
    let known = whole(await this.#searches.ask(first, { signal, onprogress }));
    for (const boards of longer) {
      if (isWhole(known)) break;
      const { atLeast, best } = known;
      if (best) onprogress?.({ bound: atLeast, best });
      open.throwIfAborted();
      const tell = (progress) => {
        const bound = Math.max(progress.bound, atLeast);
        onprogress?.(progress.bound ? { ...progress, bound } : progress);
      };
      const next = await this.#proofs.ask({ ...request, boards }, { signal, onprogress: tell });
      known = joined(known, whole(next));
    }
    return known;
  }

  async judge(board, moves, goal, options) {
    const found = checked(options, "judge");
    const asked = withMoves(moves, question(board, goal, found));
    const { larger = false, notation = asked.notation ?? "" } = found;
    return this.#searched({ ask: "judge", ...asked, notation, larger }, found);
  }

  /** Asks here, and if no table has the answer, a worker. */
  async #searched(request, { signal, onprogress }) {
    const { error } = request;
    if (error) return { error };
    signal?.throwIfAborted();
    const reply = this.#engine.ask(request);
    return reply.search
      ? this.#searches.ask({ ...request, search: true }, { signal, onprogress })
      : reply;
  }

  async hint(board, options) {
    const found = checked(options, "hint");
    const { timeout, signal } = found;
    const asked = question(board, found.goal, found);
    if (asked.error) return { error: asked.error };
    signal?.throwIfAborted();
    const request = { ask: "answer", ...asked, count: false, larger: false };
    const [begin, late] = [performance.now(), new AbortController()];
    const left = () => begin + (timeout ?? USUAL_HINT) - performance.now();
    const timer =
      timeout < Infinity && setTimeout(() => late.abort(), Math.min(timeout, 2 ** 31 - 1));
    signal?.addEventListener("abort", () => late.abort(), { signal: late.signal });
    let known = this.#engine.ask(request);
    try {
      const how = { signal: late.signal, isShort: true };
      for (let boards = FIRST_HINT; !known.error && known.moves == null; boards *= 2) {
        const before = left();
        known = await this.#hints.ask({ ...request, search: true, boards }, how);
        const isProved = known.distance != null || boards > USUAL;
        // The next one takes about twice the time.
        if (known.error || (known.best && (isProved || 2 * (before - left()) > left()))) break;
      }
    } catch (error) {
      if (!late.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      late.abort();
    }
    signal?.throwIfAborted();
    return hinted(known);
  }

  moves(moves, board, options) {
    const found = checked(options, "moves");
    return this.#written(moves, board, found, ({ moves }) => ({ moves }));
  }

  apply(board, moves, options) {
    const found = checked(options, "apply");
    const { notation: from, ...how } = found;
    return this.#written(moves, board, { ...how, from }, ({ board }) => ({ board }));
  }

  /** Moves in another notation and the board after them, of which `taken` takes some. */
  #written(moves, board, found, taken) {
    const asked = withMoves(moves, question(board, null, found), LONGEST_MOVES);
    const { from = asked.notation ?? "", to = "" } = found;
    const reply = this.#ask("moves", asked, { from, to });
    return reply.error ? reply : taken(reply);
  }

  isSolved(board, goal, options) {
    const found = checked(options, "isSolved");
    const { error, solved } = this.#ask("board", question(board, goal, found));
    return error ? { error } : { solved };
  }

  search(options) {
    return this.#ask("search", ofGoal(checked(options, "search")));
  }

  larger(options) {
    return this.#ask("larger", ofGoal(checked(options, "larger")));
  }

  read(board, options) {
    const found = checked(options, "read");
    const { error, board: start, goal } = this.#ask("board", question(board, found.goal, found));
    return error ? { error } : { board: start, goal };
  }

  counts(options) {
    return this.#ask("counts", ofGoal(checked(options, "counts")));
  }

  levels(options) {
    return this.#ask("levels", ofGoal(checked(options, "levels")));
  }

  async sample(distance, options) {
    const found = checked(options, "sample");
    const { seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER), n = 1 } = found;
    const { unique, unsolvable, alongSolutions } = found;
    const asked = atDistance(distance, ofGoal(found));
    const how = { n, seed: String(seed), unique, unsolvable, alongSolutions };
    const request = { ask: "sample", ...asked, ...how };
    const { error, goal } = this.#ask("board", asked);
    if (error) return { error };
    // Many boards would hold the page.
    if (n * goal.cells.length <= MANY_CELLS) return this.#searched(request, found);
    return this.#searches.ask({ ...request, search: true }, { signal: found.signal });
  }

  async stages(board, goal, options) {
    const found = checked(options, "stages");
    const asked = question(board, goal, found);
    if (asked.error) return asked;
    return this.#traces.ask({ ask: "stages", ...asked }, { signal: found.signal });
  }

  async trace(board, goal, options) {
    const found = checked(options, "trace");
    const asked = question(board, goal, found);
    if (asked.error) return asked;
    const {
      method = "astar",
      heuristic = method.toLowerCase() === "iddfs" ? "none" : "manhattan",
      order = "",
      goalTest = "",
      weight = "",
      depthLimit,
      width,
      cost = "",
      maxNodes = 5_000_000,
      maxSteps = 200_000,
      signal,
    } = found;
    const mostNodes = FORGETFUL.includes(method.toLowerCase()) ? Number.MAX_SAFE_INTEGER : MOST_NODES;
    const limits = {
      maxNodes: Math.floor(Math.min(maxNodes, mostNodes)),
      maxSteps: Math.floor(Math.min(maxSteps, MOST_STEPS)),
    };
    const numbers = { weight: String(weight), depthLimit, width };
    const how = { method, heuristic, order, goalTest, cost, ...numbers, ...limits };
    return this.#traces.ask({ ask: "trace", ...asked, ...how }, { signal });
  }

  close() {
    const reason = new DOMException("close() was called before the answer", "AbortError");
    this.#open.abort(reason);
    this.#open = new AbortController();
    for (const jobs of [this.#searches, this.#proofs, this.#traces, this.#hints])
      jobs.close(reason);
  }

  #ask(what, asked, more) {
    return asked.error ? asked : this.#engine.ask({ ask: what, ...asked, ...more });
  }
}
