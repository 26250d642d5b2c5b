// Solves boards with a table, in browsers and in Node. The format of tables is in docs/format.md,
// from which this was written; it uses nothing else of tilebase.
//
//     import { Table } from "./reader.mjs";
//     const bytes = new Uint8Array(await (await fetch("3x3-8.tbl")).arrayBuffer());
//     const table = new Table(bytes, [[1, 2, 3], [4, 5, 6], [7, 8, 0]]);
//     table.solve([8, 1, 3, 4, 0, 2, 7, 6, 5]); // "rdlluurdldrurd"; null if it is unsolvable
//
//     node reader.mjs 3x3-8.tbl "1 2 3/4 5 6/7 8 0" < boards

const START = 4096;
const BLOCK = 4096;
// The directions d, l, r, u.
const DOWN = [1, 0, 0, -1];
const RIGHT = [0, -1, 1, 0];

const CRC = Uint32Array.from({ length: 256 }, (_, crc) => {
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

/** The cell that a symmetry (bits: mirror rows, mirror columns, transpose) makes of a cell. */
function turned(symmetry, rows, cols, cell) {
  let [row, col] = [Math.floor(cell / cols), cell % cols];
  if (symmetry & 1) row = rows - 1 - row;
  if (symmetry & 2) col = cols - 1 - col;
  return symmetry & 4 ? col * rows + row : row * cols + col;
}

function expect(condition, what) {
  if (!condition) throw new Error(`no table that this program reads: ${what}`);
}

export class Table {
  #bytes;
  #checked = new Set();

  /** Opens a table, given as its bytes, for a goal, given as its rows. */
  constructor(bytes, goal) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const word = (offset) => view.getUint32(offset, true);
    const long = (offset) => word(offset) + 2 ** 32 * word(offset + 4);
    expect(bytes.length >= START, "length");
    expect(String.fromCharCode(...bytes.subarray(0, 8)) === "TILEBASE", "magic");
    expect(word(8) === 1 && word(12) === 1112, "version");
    expect(crc32(bytes.subarray(20, 1132)) === word(16), "checksum of the header");
    const fields = [20, 24, 28, 32, 36, 40, 44].map(word);
    const [metric, rows, cols, blank, pattern, bits, diameter] = fields;
    expect(pattern === 0, "pattern");
    expect(metric === 1 ? bits === 4 || bits === 1 : metric === 2 && bits === 2, "entries");
    const most = metric === 1 ? 14 : 12;
    expect(cols >= 2 && rows >= cols && rows * cols <= most && blank < rows * cols, "shape");
    for (let s = 0; s < (rows === cols ? 8 : 4); s++)
      expect(turned(s, rows, cols, blank) <= blank, "goal");
    const cells = rows * cols;
    let orders = 1;
    for (let i = 3; i < cells; i++) orders *= i;
    const length = Math.ceil((orders * cells * bits) / 8);
    const [blocks, end] = [Math.ceil(length / BLOCK), START + length];
    const lengths = [orders * cells, START, length, end, 4 * blocks];
    const found = [48, 1080, 1088, 1096, 1104].map(long);
    expect(lengths.every((value, i) => value === found[i]) && word(1112) === BLOCK, "lengths");
    expect(bytes.length === end + 4 * blocks, "length");
    expect(bytes.subarray(1132, START).every((byte) => byte === 0), "padding");
    expect(crc32(bytes.subarray(end)) === word(1116), "checksum of the checksums");
    this.#bytes = bytes;
    Object.assign(this, { metric, rows, cols, cells, blank, bits, diameter, orders, end, word });
    this.#setGoal(goal);
  }

  /** Finds out what becomes of the user's cells and tiles in the table. */
  #setGoal(goal) {
    const [rows, cols, flat] = [goal.length, goal[0].length, goal.flat()];
    const isOfTable = (s) =>
      (s & 4 ? cols : rows) === this.rows &&
      turned(s, rows, cols, flat.indexOf(0)) === this.blank;
    const symmetry = [0, 1, 2, 3, 4, 5, 6, 7].find(isOfTable);
    expect(flat.length === this.cells && symmetry !== undefined, "another goal");
    this.userRows = rows;
    this.userCols = cols;
    this.cell = flat.map((_, cell) => turned(symmetry, rows, cols, cell));
    const image = [];
    flat.forEach((tile, cell) => (image[this.cell[cell]] = tile));
    this.tile = [0];
    let number = 0;
    for (const tile of image) if (tile > 0) this.tile[tile] = ++number;
  }

  /** What the table says of a board; the residue is the distance modulo 4 or 3. */
  #lookUp(board) {
    const image = [];
    board.forEach((tile, cell) => (image[this.cell[cell]] = this.tile[tile]));
    const blank = image.indexOf(0);
    image.splice(blank, 1);
    let [rank, sum] = [0, 0];
    for (let i = 0; i < image.length; i++) {
      let digit = 0;
      for (let j = i + 1; j < image.length; j++) if (image[j] < image[i]) digit++;
      rank = rank * (image.length - i) + digit;
      sum += digit;
    }
    const rows = Math.floor(blank / this.cols) + Math.floor(this.blank / this.cols);
    const state = blank * this.orders + Math.floor(rank / 2);
    const byte = Math.floor((state * this.bits) / 8);
    const block = Math.floor(byte / BLOCK);
    if (!this.#checked.has(block)) {
      const first = START + block * BLOCK;
      const crc = crc32(this.#bytes.subarray(first, Math.min(first + BLOCK, this.end)));
      expect(crc === this.word(this.end + 4 * block), `block ${block} is damaged`);
      this.#checked.add(block);
    }
    const mask = (1 << this.bits) - 1;
    const entry = (this.#bytes[START + byte] >> ((state * this.bits) % 8)) & mask;
    const colour = (rows + (blank % this.cols) + (this.blank % this.cols)) % 2;
    const odd = (this.cols % 2 ? sum : sum + rows) % 2 === 1;
    return { state, entry, odd, residue: this.bits === 1 ? 2 * entry + colour : entry };
  }

  /** The canonical solution of a board in one row, or null if it is unsolvable. */
  solve(board) {
    let [here, moves] = [this.#lookUp(board), ""];
    if (here.odd) return null;
    for (let step = 0; here.state !== this.blank * this.orders; step++) {
      const found = step < this.diameter && this.#optimal(board, here);
      expect(found, "entries that lead nowhere");
      ({ board, here } = found);
      moves += found.move;
    }
    return moves;
  }

  /** The first optimal move, and where it leads to. */
  #optimal(board, here) {
    const [blank, modulus] = [board.indexOf(0), this.bits === 1 ? 4 : 3];
    for (let d = 0; d < 4; d++) {
      const after = [...board];
      let [at, row, col] = [blank, Math.floor(blank / this.userCols), blank % this.userCols];
      for (let count = 1; count === 1 || this.metric === 2; count++) {
        row += DOWN[d];
        col += RIGHT[d];
        if (row < 0 || row >= this.userRows || col < 0 || col >= this.userCols) break;
        const cell = row * this.userCols + col;
        const bit = [this.cols, -1, 1, -this.cols].indexOf(this.cell[cell] - this.cell[at]);
        if (this.bits === 4 && !((here.entry >> bit) & 1)) break;
        [after[at], after[cell], at] = [after[cell], 0, cell];
        const there = this.#lookUp(after);
        if (this.bits === 4 || (there.residue + 1) % modulus === here.residue)
          return { board: after, here: there, move: "dlru"[d] + (count > 1 ? count : "") };
      }
    }
    return undefined;
  }
}

if (globalThis.process?.argv[1]?.endsWith("reader.mjs")) {
  const { readFileSync } = await import("node:fs");
  const numbers = (text) => text.trim().split(/\s+/).map(Number);
  const [file, goal] = process.argv.slice(2);
  const table = new Table(new Uint8Array(readFileSync(file)), goal.split("/").map(numbers));
  const solution = (line) => {
    const board = numbers(line.replaceAll("/", " "));
    const isBoard = [...board].sort((a, b) => a - b).every((tile, i) => tile === i);
    if (isBoard && board.length === table.cells) return table.solve(board) ?? "unsolvable";
    process.exitCode = 1;
    return "invalid";
  };
  const lines = readFileSync(0, "utf8").replace(/\n$/, "").split("\n");
  console.log(lines.map(solution).join("\n"));
}
