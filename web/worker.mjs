// An engine on its own thread. The first message holds the module of tilebase.wasm, and every other
// one is a request.

import { Engine } from "./engine.mjs";

let engine;
let current;

self.onmessage = async ({ data }) => {
  if (data.wasm) {
    engine = Engine.start(data.wasm, (progress) => self.postMessage({ id: current, progress }));
    return;
  }
  try {
    const started = await engine;
    current = data.id;
    self.postMessage({ id: data.id, reply: started.ask(data.request) });
  } catch (error) {
    self.postMessage({ id: data.id, failure: error.message });
  }
};
