// The library in WebAssembly: JSON in, JSON out. The boundary is described in wasm/src/lib.rs.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine failed, most likely for lack of memory. The next request starts it anew. */
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
    engine.module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    engine.#exports = (await WebAssembly.instantiate(engine.module, engine.#imports)).exports;
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
