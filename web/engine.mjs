// The library in WebAssembly: JSON in, JSON out. The boundary is described in wasm/src/lib.rs.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  /**
   * @param {BufferSource} wasm the bytes of tilebase.wasm
   * @param {(progress: object) => void} [onprogress] called with the progress of long requests
   */
  static async start(wasm, onprogress = () => {}) {
    let memory;
    const progress = (at, length) => {
      onprogress(JSON.parse(decoder.decode(new Uint8Array(memory.buffer, at, length))));
    };
    const { instance } = await WebAssembly.instantiate(wasm, { tile: { progress } });
    memory = instance.exports.memory;
    return new Engine(instance.exports);
  }

  /** Sends a request and waits for the reply. */
  ask(request) {
    const { memory, request: room, run, reply } = this.#exports;
    const bytes = encoder.encode(JSON.stringify(request));
    // This may grow the memory, which replaces its buffer, so `memory.buffer` is read afterwards.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = run();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, reply(), length)));
  }
}
