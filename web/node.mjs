// What Node, Deno and Bun do otherwise than a browser: they read the module from its file, and
// their workers are threads.

import { readFile } from "node:fs/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";

const NAME = "tilebase";

export const read = readFile;

/**
 * Starts this file as a worker. It looks like one of a browser. Options of Node are for the program:
 * with `--input-type` no file can be started.
 */
export function startWorker() {
  const worker = new Worker(new URL(import.meta.url), { workerData: NAME, execArgv: [] });
  worker.on("message", (data) => worker.onmessage({ data }));
  worker.on("error", (error) => worker.onerror(error));
  return worker;
}

if (workerData === NAME) {
  const { serve } = await import("./engine.mjs");
  const receive = serve((message) => parentPort.postMessage(message));
  parentPort.on("message", receive);
}
