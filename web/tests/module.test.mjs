// The ES module for others, without a browser; and what a package of it would hold.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import { Tilebase } from "../tilebase.mjs";

const wasm = await readFile(new URL("../dist/tilebase.wasm", import.meta.url));

it("answers", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const answer = await tilebase.answer([
    [2, 3, 4],
    [1, 5, 0],
    [7, 6, 8],
  ]);
  assert.deepEqual(Object.keys(answer).sort(), [
    "board",
    "count",
    "distance",
    "error",
    "goal",
    "legal",
    "moves",
    "next",
    "size",
    "why",
  ]);
  assert.equal(answer.distance, 19);
  assert.equal(answer.moves, "dlurullddrurdllurdr");
  assert.equal(answer.next, "dlu");
  assert.equal(answer.count, 4);
  assert.deepEqual(
    answer.legal.map(({ distance }) => distance),
    [18, 18, 18],
  );
  assert.equal(
    (await tilebase.answer("1 2 3 8 x 4 7 6 5", [1, 2, 3, 8, 0, 4, 7, 6, 5])).distance,
    0,
  );
  assert.match((await tilebase.answer("1 2 3")).error, /3 cells/);
  assert.deepEqual((await tilebase.answer("1 2 3 4 5 6 8 7 x")).why.exchange, [8, 7]);
  assert.equal(tilebase.counts({ size: "3x3" }).counts.at(-1), 2);
  const { board } = tilebase.sample(31, { part: 0.7 });
  assert.equal((await tilebase.answer(board.cells)).distance, 31);
  assert.equal((await tilebase.trace("2 3 4 1 5 x 7 6 8")).moves.length, 19);
  tilebase.close();
});

it("gives up when it is told to", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const signal = AbortSignal.abort();
  await assert.rejects(tilebase.trace("2 3 4 1 5 x 7 6 8", null, { signal }), {
    name: "AbortError",
  });
});

it("packs what it needs", () => {
  const cwd = new URL("..", import.meta.url);
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const names = files.map(({ path }) => path).sort();
  const expected = [
    "README.md",
    "dist/tilebase.wasm",
    "engine.mjs",
    "package.json",
    "tilebase.d.ts",
    "tilebase.mjs",
    "worker.mjs",
  ];
  assert.deepEqual(names, expected);
});
