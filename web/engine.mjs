// The library in WebAssembly: JSON in, JSON out. The boundary is described in wasm/src/lib.rs.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the module exports, and of which type. */
const EXPORTS = { memory: "object", request: "function", run: "function", reply: "function" };

/**
 * The engine could not be started, or it failed, most likely for lack of memory. Then the next
 * request starts it again.
 */
export class EngineError extends Error {
  name = "EngineError";
}

export class Engine {
  module;
  #imports;
  /** Undefined after a request that failed. */
  #exports;

  /**
   * @param {BufferSource | WebAssembly.Module} wasm the bytes of tilebase.wasm, or their module
   * @param {(progress: object) => void} [onprogress] called with the progress of long requests
   */
  static async start(wasm, onprogress = () => {}) {
    const engine = new Engine();
    const progress = (at, length) => onprogress(engine.#read(at, length));
    engine.#imports = { tile: { progress } };
    try {
      engine.module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
      engine.#exports = (await WebAssembly.instantiate(engine.module, engine.#imports)).exports;
    } catch (cause) {
      throw new EngineError(`wasm: these are not the bytes of tilebase.wasm: ${cause.message}`, {
        cause,
      });
    }
    for (const [name, type] of Object.entries(EXPORTS))
      if (typeof engine.#exports[name] !== type)
        throw new EngineError(`wasm: this is another module than tilebase.wasm: no ${name} in it`);
    return engine;
  }

  #read(at, length) {
    return JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
  }

  /** Sends a request and waits for the reply. */
  ask(request) {
    const bytes = encoder.encode(JSON.stringify(request));
    try {
      this.#exports ??= new WebAssembly.Instance(this.module, this.#imports).exports;
      const { memory, request: room, run, reply } = this.#exports;
      // This may grow the memory, which replaces its buffer, so `memory.buffer` is read afterwards.
      const at = room(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = run();
      return this.#read(reply(), length);
    } catch (cause) {
      // What failed halfway cannot be trusted with another request.
      const used = (this.#exports?.memory.buffer.byteLength ?? 0) / 1e6;
      this.#exports = undefined;
      const why = `the engine failed, most likely for lack of memory; it had ${used.toFixed(0)} MB`;
      throw new EngineError(why, { cause });
    }
  }
}

/**
 * Answers messages with an engine, as `post` sends them. The first message holds the module of
 * tilebase.wasm, and every other one is a request.
 */
export function serve(post) {
  let engine;
  let current;
  return async ({ wasm, id, request }) => {
    if (wasm) {
      engine = Engine.start(wasm, (progress) => post({ id: current, progress }));
      return;
    }
    try {
      const started = await engine;
      current = id;
      post({ id, reply: started.ask(request) });
    } catch (error) {
      post({ id, failure: error.message });
    }
  };
}
