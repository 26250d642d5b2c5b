// Optimal answers for sliding-tile puzzles. Types and documentation are in tilebase.d.ts and
// README.md.

import { Engine } from "./engine.mjs";

/** Requests to a worker, which answers them in order. They can be cancelled. */
class Jobs {
  #startWorker;
  #wasm;
  #worker;
  #queue = [];
  #next = 0;

  constructor(startWorker, wasm) {
    this.#startWorker = startWorker;
    this.#wasm = wasm;
  }

  ask(request, { signal, onprogress } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const job = { id: this.#next++, request, resolve, reject, onprogress };
      signal?.addEventListener("abort", () => this.#giveUp(job, signal.reason), { once: true });
      this.#queue.push(job);
      if (this.#queue.length === 1) this.#send();
    });
  }

  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #send() {
    const job = this.#queue[0];
    if (!job) return;
    if (!this.#worker) {
      this.#worker = this.#startWorker();
      this.#worker.onmessage = ({ data }) => this.#receive(data);
      this.#worker.onerror = (event) => this.#fail(event.message ?? "the worker failed");
      this.#worker.postMessage({ wasm: this.#wasm });
    }
    this.#worker.postMessage({ id: job.id, request: job.request });
  }

  #receive({ id, progress, reply }) {
    const job = this.#queue[0];
    if (job?.id !== id) return;
    if (progress) {
      job.onprogress?.(progress);
      return;
    }
    this.#queue.shift();
    job.resolve(reply);
    this.#send();
  }

  #fail(message) {
    this.close();
    this.#queue.shift()?.reject(new Error(message));
    this.#send();
  }

  // Terminating the worker is the only way to stop a search.
  #giveUp(job, reason) {
    const at = this.#queue.indexOf(job);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    if (at === 0) {
      this.close();
      this.#send();
    }
    job.reject(reason);
  }
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

const text = (board) =>
  board == null ? "" : typeof board === "string" ? board : JSON.stringify(board);

export class Tilebase {
  #engine;
  #jobs;

  constructor(engine, jobs) {
    this.#engine = engine;
    this.#jobs = jobs;
  }

  static async load({ wasm, startWorker } = {}) {
    const bytes =
      wasm ?? (await (await fetch(new URL("./dist/tilebase.wasm", import.meta.url))).arrayBuffer());
    const engine = await Engine.start(bytes);
    const start =
      startWorker ??
      (() => new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" }));
    const hasWorkers = typeof Worker === "function";
    return new Tilebase(engine, hasWorkers ? new Jobs(start, bytes) : new SameThread(engine));
  }

  async answer(board, goal, { size = "", count = false, signal, onprogress } = {}) {
    const request = { ask: "answer", board: text(board), goal: text(goal), size, count };
    const answer = this.#engine.ask(request);
    // If no table has the answer, the worker searches for it.
    return answer.search
      ? this.#jobs.ask({ ...request, search: true }, { signal, onprogress })
      : answer;
  }

  read(board, { goal, size = "" } = {}) {
    return this.#engine.ask({ ask: "board", board: text(board), goal: text(goal), size });
  }

  counts({ goal, size = "" } = {}) {
    return this.#engine.ask({ ask: "counts", goal: text(goal), size });
  }

  sample(distance, { goal, size = "", part = Math.random() } = {}) {
    return this.#engine.ask({ ask: "sample", distance, part, goal: text(goal), size });
  }

  trace(board, goal, { size = "", signal, ...search } = {}) {
    const {
      method = "astar",
      heuristic = "manhattan",
      maxNodes = 5_000_000,
      maxSteps = 200_000,
    } = search;
    const question = { board: text(board), goal: text(goal), size };
    return this.#jobs.ask(
      { ask: "trace", ...question, method, heuristic, maxNodes, maxSteps },
      { signal },
    );
  }

  close() {
    this.#jobs.close();
  }
}
