// Requests to an engine in a worker.

import { EngineError } from "./engine.mjs";

/**
 * How long a cancelled request may still run, in milliseconds. Most end sooner, and a worker that
 * has to be started again makes its tables again.
 */
const GRACE = 250;
/** The same with larger tables, which take seconds to make again. */
const GRACE_WITH_LARGER = 4000;

/** Requests to a worker, which answers them in order. They can be cancelled. */
export class Jobs {
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

  /** With `isShort`, a request that is cancelled runs to its end, unless it is waiting. */
  ask(request, { signal, onprogress, isShort = false } = {}) {
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
        isShort,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      signal?.addEventListener("abort", giveUp);
      this.#waiting.push(job);
      this.#send();
    });
  }

  /** Ends the worker. The next request starts another. */
  close(reason) {
    const jobs = this.#waiting.splice(0);
    if (this.#running) jobs.unshift(this.#running);
    this.#end();
    for (const job of jobs) job.reject(reason);
  }

  #end() {
    clearTimeout(this.#grace);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = null;
  }

  #send() {
    // In Node, a worker keeps the program alive while it has something to do.
    if (!this.#running && this.#waiting.length === 0) this.#worker?.unref?.();
    if (this.#running || this.#waiting.length === 0) return;
    const job = (this.#running = this.#waiting.shift());
    try {
      this.#worker ??= this.#start();
      this.#worker.ref?.();
      this.#worker.postMessage({ id: job.id, request: job.request });
    } catch (cause) {
      this.#fail(new EngineError(`a worker cannot be started: ${cause?.message ?? cause}`, { cause }));
    }
  }

  #start() {
    const worker = this.#startWorker();
    worker.onmessage = ({ data }) => this.#receive(data);
    const place = worker.address ? `${worker.address} cannot be started` : "the worker failed";
    worker.onerror = ({ message }) => this.#fail(new EngineError(message || place));
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
      const at = this.#waiting.indexOf(job);
      if (at >= 0) this.#waiting.splice(at, 1);
    } else if (!job.isShort) {
      // Terminating the worker is the only way to stop a search.
      const end = () => {
        this.#end();
        this.#send();
      };
      this.#grace = setTimeout(end, job.request.larger ? GRACE_WITH_LARGER : GRACE);
    }
  }
}

/** An engine on the calling thread, where there are no workers. It looks like one. */
export function sameThread(engine) {
  let timer;
  const answer = ({ id, request }) => {
    try {
      return { id, reply: engine.ask(request) };
    } catch ({ message }) {
      return { id, failure: message };
    }
  };
  return {
    postMessage(data) {
      // Others have their turn before each request.
      if (data.request) timer = setTimeout(() => this.onmessage({ data: answer(data) }));
    },
    terminate: () => clearTimeout(timer),
  };
}
