// Boards in the encodings of others, and random boards by the seeds of the command and Python.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import { Tilebase } from "../tilebase.mjs";

const tilebase = await Tilebase.load();

/** Every order of the numbers from 0 to 8, in an array that is used again. */
function* boards(cells = [], left = [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
  if (left.length === 0) yield cells;
  for (const [at, tile] of left.entries()) {
    cells.push(tile);
    yield* boards(cells, left.toSpliced?.(at, 1) ?? left.filter((other) => other !== tile));
    cells.pop();
  }
}

const rows = (cells) => [0, 3, 6].map((at) => Array.prototype.slice.call(cells, at, at + 3));
/** With the tiles from 0, and this for the blank. */
const from0 = (blank) => (cells) => cells.map((tile) => (tile === 0 ? blank : tile - 1));
const from1 = (blank) => (cells) => cells.map((tile) => (tile === 0 ? blank : tile));

/** Ways to write a board, and the option that says what its blank is. */
const ENCODINGS = {
  text: [(cells) => cells.join(" ")],
  rows: [rows],
  bytes: [(cells) => Uint8Array.from(cells)],
  "rows of bytes": [(cells) => rows(Int16Array.from(cells))],
  floats: [(cells) => Float32Array.from(cells)],
  bigints: [(cells) => BigInt64Array.from(cells.map(BigInt))],
  strings: [(cells) => cells.map(String)],
  "rows of strings": [(cells) => rows(cells.map((tile) => (tile === 0 ? "" : `${tile}`)))],
  null: [from1(null)],
  undefined: [from1(undefined)],
  '""': [from1("")],
  "null, tiles from 0": [from0(null)],
  "8, tiles from 0": [from0(8), 8],
  "-1, tiles from 0": [from0(-1), -1],
  "-1, tiles from 1": [(cells) => Int8Array.from(from1(-1)(cells)), -1],
  9: [(cells) => rows(from1(9)(cells)), 9],
  "text with 9": [(cells) => from1(9)(cells).join(","), "9"],
};

it("reads every board of 3x3 in every encoding", () => {
  const encodings = Object.entries(ENCODINGS);
  let count = 0;
  for (const cells of boards()) {
    for (const [name, [written, blank]] of encodings) {
      const read = tilebase.read(written(cells), { blank });
      if (read.board?.cells.join() !== cells.join())
        assert.fail(`${cells}, ${name}: ${JSON.stringify(read)}`);
      count += 1;
    }
  }
  assert.equal(count, 362_880 * encodings.length);
});

it("answers, gives hints, judges and traces in every encoding", async () => {
  const plain = "2 3 4 1 5 x 7 6 8";
  const { cells } = tilebase.read(plain).board;
  const goal = [1, 2, 3, 8, 0, 4, 7, 6, 5];
  const asked = async (board, end, blank) => [
    await tilebase.answer(board, end, { blank }),
    await tilebase.hint(board, { goal: end, blank }),
    await tilebase.judge(board, "dlu", end, { blank }),
    await tilebase.trace(board, end, { blank }),
    tilebase.moves("dlu", board, { blank, to: "tiles" }),
    tilebase.read(board, { goal: end, blank }),
    tilebase.counts({ goal: end, blank }),
    tilebase.search({ goal: end, blank }),
    tilebase.larger({ goal: end, blank }),
    await tilebase.sample(20, { goal: end, blank, seed: 1 }),
  ];
  const [expected, ofGoal] = [await asked(plain, null), await asked(plain, goal)];
  assert.notDeepEqual(expected, ofGoal);
  for (const [name, [written, blank]] of Object.entries(ENCODINGS)) {
    assert.deepEqual(await asked(written(cells), null, blank), expected, name);
    assert.deepEqual(await asked(written(cells), written(goal), blank), ofGoal, name);
  }
  const middle = await tilebase.answer(plain, 4);
  assert.equal(middle.error, null);
  assert.deepEqual(middle, await tilebase.answer(plain, "4"));
  assert.match((await tilebase.answer(plain, 9)).error, /^goal: /);
  // What `indexOf` returns if it finds nothing.
  const none = await tilebase.answer(plain, ["a"].indexOf("b"));
  assert.equal(none.error, "goal: expected a cell from 0, found -1");
});

it("draws the boards of the command", async () => {
  const lines = (await readFile(new URL("../../data/samples.jsonl", import.meta.url), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const { boards: expected, distance, ...options } of lines) {
    const drawn = await tilebase.sample(distance, options);
    const wrong = JSON.stringify({ distance, ...options, drawn });
    const cells = expected.map((text) => tilebase.read(text, { size: options.size }).board.cells);
    assert.deepEqual(drawn.boards?.map((board) => board.cells), cells, wrong);
    assert.deepEqual(drawn.board, drawn.boards[0]);
    const named = ["size", "goal", "metric"].filter((name) => options[name]);
    const flags = [
      options.unique && "--unique",
      options.unsolvable && "--unsolvable",
      options.alongSolutions && "--along-solutions",
      distance && `--distance=${distance.join("..")}`,
      ...named.map((name) => `--${name}=${options[name]}`),
    ].filter(Boolean);
    const ours = ["sample", "-q", `--count=${options.n}`, `--seed=${options.seed}`, ...flags];
    const text = execFileSync(process.env.TILEBASE, ours, { encoding: "utf8" });
    assert.deepEqual(text.trim().split("\n"), expected, ours.join(" "));
  }
  // A level has the distances and the way of drawing of the command, on every size.
  for (const [level, size, metric] of [
    ["easy", "3x3", "single"],
    ["Medium", "4x4", "single"],
    ["hard", "4x4", "single"],
    ["easy", "5x5", "single"],
    ["medium", "8x8", "single"],
    ["hard", "8x8", "single"],
    ["hard", "3x3", "multi"],
  ]) {
    const ours = ["sample", "-q", "--seed=a", `--size=${size}`, `--difficulty=${level}`];
    const text = execFileSync(process.env.TILEBASE, [...ours, `--metric=${metric}`], { encoding: "utf8" });
    const { board } = await tilebase.sample(level, { size, metric, seed: "a" });
    assert.deepEqual(board, tilebase.read(text).board, `${level} ${size}`);
    const distance = tilebase.levels({ size, metric })[level.toLowerCase()];
    if (size === "5x5" || (size === "8x8" && distance)) continue;
    const alongSolutions = size === "4x4";
    const same = await tilebase.sample(distance, { size, metric, seed: "a", alongSolutions });
    assert.deepEqual(same.board, board, `${level} ${size}`);
  }
  assert.deepEqual(tilebase.levels({ size: "4x4" }), { easy: [8, 20], medium: [21, 44], hard: [45, 60] });
  // Numbers are seeds as their text is; without a distance, any board is drawn.
  for (const seed of [7, 7n, "7"])
    assert.deepEqual((await tilebase.sample(null, { seed })).board.cells, [8, 1, 2, 6, 4, 3, 0, 7, 5]);
  assert.notDeepEqual(await tilebase.sample(), await tilebase.sample());
  assert.equal((await tilebase.sample([30, Infinity], { n: 20, seed: 1 })).boards.length, 20);
  tilebase.close();
});
