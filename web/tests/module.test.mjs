// The ES module for others, without a browser; and what a package of it would hold.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import { EngineError, Tilebase } from "../tilebase.mjs";

const wasm = await readFile(new URL("../dist/tilebase.wasm", import.meta.url));

it("searches in a program that Node has no file of", () => {
  const module = JSON.stringify(new URL("../tilebase.mjs", import.meta.url).href);
  const code = `import { Tilebase } from ${module}; const tilebase = await Tilebase.load();
    console.log((await tilebase.answer("1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15")).distance);`;
  const run = execFileSync(process.execPath, ["--input-type=module", "-e", code]);
  assert.equal(run.toString(), "3\n");
});

it("fails with its own error if no worker starts", async () => {
  for (const startWorker of [
    () => undefined,
    () => {
      throw new DOMException("of another origin", "SecurityError");
    },
  ]) {
    const tilebase = await Tilebase.load({ wasm, startWorker });
    const asked = tilebase.answer("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x", "first");
    await assert.rejects(asked, (error) => error instanceof EngineError && error.cause !== undefined);
  }
});

it("is a page of at most 1.08 MB", async () => {
  const page = await readFile(new URL("../dist/tilebase.html", import.meta.url));
  assert.ok(page.length <= 1_080_000, `${page.length} bytes`);
});

it("answers", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const answer = await tilebase.answer([
    [2, 3, 4],
    [1, 5, 0],
    [7, 6, 8],
  ]);
  assert.deepEqual(Object.keys(answer).sort(), [
    "atLeast",
    "best",
    "board",
    "count",
    "distance",
    "error",
    "goal",
    "kind",
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
  const { board } = await tilebase.sample(31, { seed: 7 });
  assert.equal((await tilebase.answer(board.cells)).distance, 31);
  assert.equal((await tilebase.trace("2 3 4 1 5 x 7 6 8")).moves.length, 19);
  tilebase.close();
});

it("judges moves, and writes them in three notations", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const judged = await tilebase.judge("1 2 3 x 4 6 7 5 8", "rlrdr");
  assert.deepEqual(
    judged.steps.map(({ cost }) => cost),
    [0, 2, 0, 0, 0],
  );
  assert.deepEqual([judged.optimal, judged.lost, judged.left], [3, 2, 0]);
  const searched = await tilebase.judge("1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15", "lrr");
  assert.deepEqual([searched.optimal, searched.lost, searched.left], [1, 2, 0]);
  assert.match((await tilebase.judge("1 2 3", "l")).error, /3 cells/);
  assert.match((await tilebase.judge("1 2 x 3", "q")).error, /found `q`/);
  assert.equal(tilebase.moves("drlu", "1 2 3 4 x 6 7 5 8", { to: "tiles" }).moves, "5 8 8 5");
  assert.equal(tilebase.moves("5 8", "1 2 3 4 x 6 7 5 8", { from: "tiles" }).moves, "dr");
  const { error, ...illegal } = tilebase.moves("uuu", "1 2 3 4 x 6 7 5 8");
  assert.match(error, /leaves the board/);
  assert.deepEqual(illegal, { kind: "illegal", number: 2, move: "u" });
  const unsolvable = "1 2 3 4 5 6 8 7 x";
  for (const reply of [
    await tilebase.answer(unsolvable),
    await tilebase.judge(unsolvable, "l"),
    await tilebase.trace(unsolvable),
  ]) {
    assert.equal(reply.kind, "unsolvable");
    assert.ok(reply.error.includes(`: ${reply.why.reason}; swap`), reply.error);
  }
  assert.equal((await tilebase.answer("1 2 3")).kind, null);
  for (const reply of [tilebase.moves("u", null), await tilebase.judge(null, "u")])
    assert.deepEqual(Object.keys(reply), ["error"]);
  for (const [side, refused] of [
    [5, /^5x5 is too large for the multi-tile metric: expected at most 16 cells$/],
    [6, /^6x6 is too large for the multi-tile metric: expected at most 16 cells$/],
  ]) {
    const cells = Array.from({ length: side * side }, (_, cell) => (cell + 1) % (side * side));
    assert.match((await tilebase.answer(cells, null, { metric: "multi" })).error, refused);
  }
  for (const [size, search, metric] of [
    ["3x3", null],
    ["3x3", null, "multi"],
    ["2x5", "whole"],
    ["4x4", "whole"],
    ["4x4", "whole", "multi"],
    ["3x6", "parts"],
    ["5x5", "parts"],
    ["3x9", "best"],
  ])
    assert.deepEqual(tilebase.search({ size, metric }), { search });
  assert.equal(tilebase.larger({ size: "3x3" }).bytes, null);
  assert.ok(tilebase.larger({ size: "4x4" }).bytes < 40e6);
});

it("reads boards and moves in the forms that people have", async () => {
  const tilebase = await Tilebase.load({ wasm });
  for (const text of [
    "1-2-3-4-0-6-7-5-8",
    "1,2,3,4,,6,7,5,8",
    "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |",
    "board = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]",
    "int[][] b = {{1,2,3},{4,0,6},{7,5,8}};",
    "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])",
    "1. 2. 3. 4. 0. 6. 7. 5. 8.",
    "- 1 2 3\n- 4 . 6\n- 7 5 8",
    "1 | 1 2 3\n2 | 4 0 6\n3 | 7 5 8",
    "A B C D _ F G E H",
    "3x3:1,2,3,4,0,6,7,5,8",
  ]) {
    assert.deepEqual(tilebase.read(text).board?.cells, [1, 2, 3, 4, 0, 6, 7, 5, 8], text);
  }
  assert.match(tilebase.read("1 2 3 4 9 6 7 5 8").error, /`9` seems to be the blank/);
  const board = "1 2 3 4 x 6 7 5 8";
  for (const [text, from] of [
    ["down, right", "blank"],
    ["↓→", "blank"],
    ["['Down', 'Right']", "blank"],
    ["down -> right", "blank"],
    ["⬇️➡️", "blank"],
    ["up, left", "tile"],
    ["5 up, 8 left", "tiles"],
    ["(3,2) (3,3)", "cells"],
  ]) {
    assert.equal(tilebase.moves(text, board, { from }).moves, "dr", text);
  }
  assert.match(tilebase.moves("dv", board).error, /write all moves in one way/);
});

it("knows at once what needs no tables", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const tiles = Array.from({ length: 16 }, (_, cell) => (cell + 1) % 16);
  const oneAway = [...tiles.slice(0, 14), 0, 15];
  const swapped = [2, 1, ...tiles.slice(2)];
  for (const metric of ["single", "multi"]) {
    const hint = (board) => tilebase.hint(board, { timeout: 0, metric });
    const { move, tile, distance } = await hint(oneAway);
    assert.deepEqual([move, tile, distance], ["r", 15, 1]);
    const { move: none, distance: solved } = await hint(tiles);
    assert.deepEqual([none, solved], [null, 0]);
    assert.equal((await hint(swapped)).kind, "unsolvable");
    // The same as a search says.
    for (const board of [tiles, oneAway]) {
      const { legal, next, moves, count } = await tilebase.answer(board, null, { metric });
      assert.deepEqual([next, moves, count], board === tiles ? ["", "", 1] : ["r", "r", 1]);
      for (const { move, distance } of legal) {
        const after = tilebase.apply(board, move, { metric }).board;
        assert.equal((await tilebase.answer(after, null, { metric })).distance, distance);
      }
    }
  }
  const six = Array.from({ length: 36 }, (_, cell) => (cell + 1) % 36);
  assert.equal((await tilebase.hint([...six.slice(0, 34), 0, 35], { timeout: 0 })).distance, 1);
  tilebase.close();
});

it("makes tables before they are needed", async () => {
  const tilebase = await Tilebase.load({ wasm });
  for (const [size, options] of [
    ["3x3"],
    ["4x4"],
    ["4x4", { metric: "multi" }],
    [null, { goal: "x 1 2 / 3 4 5" }],
    ["6x6"],
  ])
    assert.deepEqual(await tilebase.ready(size, options), { ready: true });
  const began = performance.now();
  const board = "2 5 1 4 / 6 7 3 8 / 9 x 11 12 / 13 10 15 14";
  const hint = await tilebase.hint(board, { timeout: 5000 });
  assert.ok(hint.move, JSON.stringify(hint));
  assert.ok(performance.now() - began < 5000);
  assert.match((await tilebase.ready("1x9")).error, /sides from 2/);
  assert.match((await tilebase.ready("5x5", { metric: "multi" })).error, /too large/);
  assert.match((await tilebase.ready("4x4", { larger: true })).error, /larger/);
  tilebase.close();
});

it("takes arrays of moves and of tiles", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const board = "1 2 3 4 x 6 7 5 8";
  for (const [moves, options] of [
    [[5, 8]],
    [Uint8Array.from([5, 8])],
    [["d", "r"]],
    [["Down", "Right"]],
    [["U", "L"], "tile"],
    [["click 5", "click 8"], "tiles"],
    [["tap 5", "press 8"], "tiles"],
  ]) {
    assert.equal(tilebase.moves(moves, board, { from: options }).moves, "dr", moves);
    assert.deepEqual(tilebase.apply(board, moves, { notation: options }).board.cells.at(-1), 0);
    const { optimal, lost, error } = await tilebase.judge(board, moves, null, { notation: options });
    assert.deepEqual([optimal, lost, error], [2, 0, undefined]);
  }
  const { kind, number, move, error, steps } = await tilebase.judge(board, [5, 4]);
  assert.deepEqual([kind, number, move, steps.length], ["illegal", 2, "4", 1]);
  assert.match(error, /^move 2, column 4: tile 4 is not beside the blank/);
  assert.equal(tilebase.apply(board, [5, 4]).kind, "illegal");
  for (const moves of [[5, "d"], [null], [[5]], [1.5]])
    assert.match(tilebase.moves(moves, board).error, /^moves\[\d\]: expected/);
  assert.equal(tilebase.moves([], board).moves, "");
});

it("answers many boards, and knows what is solved", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const { boards } = await tilebase.sample(null, { n: 500, seed: 89 });
  boards.push("1 2 3", "1 2 3 4 5 6 8 7 x", "1 2 3 4 5 6 7 x 8");
  const answers = await tilebase.answers(boards);
  assert.equal(answers.length, 503);
  for (const [at, board] of boards.entries())
    assert.deepEqual(answers[at], await tilebase.answer(board));
  assert.deepEqual(
    answers.slice(-3).map(({ error, distance }) => [error !== null, distance]),
    [
      [true, null],
      [true, null],
      [false, 1],
    ],
  );
  assert.deepEqual(tilebase.isSolved("1 2 3 4 5 6 7 8 x"), { solved: true });
  assert.deepEqual(tilebase.isSolved([8, 1, 2, 3, 4, 5, 6, 7, 0], null, { blank: 8 }), {
    solved: false,
  });
  assert.deepEqual(tilebase.isSolved("x 1 2 3 4 5 6 7 8", "first"), { solved: true });
  assert.match(tilebase.isSolved("1 2 3").error, /3 cells/);
  for (const wrong of [null, undefined, 5, "1 2 3 x", {}])
    assert.match((await tilebase.answers(wrong))[0].error, /^boards: expected an array/);
});

it("knows goals that are several boards", async () => {
  const tilebase = await Tilebase.load({ wasm });
  for (const [board, goal] of [
    ["1 2 3 8 6 7 5 4 x", "1 2 3 * * * * * *"],
    ["2 3 4 1 5 x 7 6 8", [1, 2, 3, "*", "*", "*", "*", "*", "*"]],
    ["2 2 1 1 3 3 4 4 x", "1 1 2 2 3 3 4 4 x"],
    ["b a a x", "a a b x"],
  ]) {
    const { distance, moves, legal } = await tilebase.answer(board, goal);
    assert.deepEqual(tilebase.isSolved(board, goal), { solved: distance === 0 });
    const read = tilebase.read(board, { goal });
    const [start, end] = [read.board.cells, read.goal];
    assert.ok(legal.every(({ tile }) => start.includes(tile)), goal);
    assert.equal((await tilebase.answer(start, end)).distance, distance);
    assert.deepEqual(tilebase.read(read.board, { goal: end }), read);
    assert.equal(moves.length, distance);
  }
  const board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12";
  let start = board;
  for (const { goal, moves } of (await tilebase.stages(board)).stages) {
    ({ board: start } = tilebase.apply(start, moves));
    assert.deepEqual(tilebase.isSolved(start, goal), { solved: true });
  }
  assert.match(tilebase.counts({ goal: "1 2 3 * * * * * *" }).error, /^goal: without a board/);
});

it("draws many boards without holding the page, and by any seed", async () => {
  const tilebase = await Tilebase.load({ wasm });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const { boards } = await tilebase.sample(null, { n: 20_000, seed: -1 });
  clearInterval(timer);
  assert.ok(turns > 2, `${turns}`);
  const again = await tilebase.sample(null, { n: 3, seed: "-1" });
  assert.deepEqual(boards.slice(0, 3), again.boards);
  tilebase.close();
});

it("gives up when it is told to", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const signal = AbortSignal.abort();
  const tabled = "2 3 4 1 5 x 7 6 8";
  const searched = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15";
  for (const asked of [
    tilebase.trace(tabled, null, { signal }),
    tilebase.answer(tabled, null, { signal }),
    tilebase.answer(searched, null, { signal }),
    tilebase.judge(tabled, "l", null, { signal }),
    tilebase.judge(searched, "r", null, { signal }),
  ])
    await assert.rejects(asked, { name: "AbortError" });
});

/**
 * A library that replies `{}`, but fails at a request that begins `{"ask":"t`, as `trace` does, and
 * then at every other one. The real one does that when its memory is used up.
 */
const failing = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 10, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f], // (i32) -> i32; () -> i32
  ...[3, 4, 3, 0, 1, 1], // three functions
  ...[5, 3, 1, 0, 1], // one page of memory
  ...[7, 34, 4, ...name("memory"), 2, 0, ...name("request"), 0, 0],
  ...[...name("run"), 0, 1, ...name("reply"), 0, 2],
  ...[10, 43, 3],
  ...[5, 0, 0x41, 0xc0, 0, 0x0b], // request: the buffer is at 64
  ...[30, 0, 0x41, 0, 0x2d, 0, 0], // run: if byte 0 is not 0,
  ...[0x41, 0, 0x2d, 0, 72, 0x41, 0xf4, 0, 0x46, 0x72], // or byte 72 is a `t`,
  ...[0x04, 0x40, 0x41, 0, 0x41, 1, 0x3a, 0, 0, 0, 0x0b], // set byte 0, and fail
  ...[0x41, 2, 0x0b], // the reply has two bytes
  ...[4, 0, 0x41, 16, 0x0b], // reply: at 16
  ...[11, 8, 1, 0, 0x41, 16, 0x0b, 2, 0x7b, 0x7d], // `{}` at 16
]);

function name(text) {
  return [text.length, ...Buffer.from(text)];
}

it("answers again after a failure", async () => {
  const tilebase = await Tilebase.load({ wasm: failing });
  assert.deepEqual(tilebase.counts(), {});
  await assert.rejects(
    tilebase.trace("2 3 4 1 5 x 7 6 8"),
    (error) => error instanceof EngineError && /memory/.test(error.message),
  );
  assert.deepEqual(tilebase.counts(), {});
});

it("says what is wrong with anything that is not a board", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const answer = await tilebase.answer("2 3 4 1 5 x 7 6 8");
  const cyclic = [];
  cyclic.push(cyclic);
  for (const [rows, cells] of [
    [2, [1, 2, 3, 0, 9]],
    [2, [1, 2, 3, 4, 5, 6, 7, 8, 0]],
    [undefined, [1, 2, 3]],
  ])
    assert.match((await tilebase.answer({ rows, cols: 2, cells })).error, /^board: expected rows and cols/);
  for (const distance of ["", [1, 2.5], [0, null], [0, "3"], [0, true]])
    assert.match((await tilebase.sample(distance)).error, /^distance: expected/);
  assert.match((await tilebase.ready(5)).error, /^size: expected text/);
  const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000));
  let deeper = [];
  for (let depth = 0; depth < 100_000; depth += 1) deeper = [deeper];
  const others = [
    ...[[1n], cyclic, deep, deeper, [], [[]], {}, 5, true, Symbol("x"), () => "1 2 3 x"],
    ...["", " ", "x".repeat(10_000_000), new Array(1e6).fill(1), [1, , 0], [1.5, 0], ["1", 0]],
  ];
  for (const other of [...others, null, undefined]) {
    const found = await tilebase.answer(other);
    assert.deepEqual(Object.keys(found).sort(), Object.keys(answer).sort());
    assert.equal(typeof found.error, "string", typeof other);
    assert.equal(found.distance, null);
    assert.equal(typeof tilebase.read(other).error, "string");
    assert.equal(typeof (await tilebase.trace(other)).error, "string");
  }
  const noGoals = others.filter((other) => other !== "" && other !== " " && other !== 5);
  for (const other of noGoals) {
    assert.equal(typeof (await tilebase.answer("1 2 3 x", other)).error, "string");
    assert.equal(typeof tilebase.read("1 2 3 x", { goal: other }).error, "string");
    assert.equal(typeof tilebase.counts({ goal: other }).error, "string");
    assert.equal(typeof (await tilebase.sample(1, { goal: other })).error, "string");
  }
  // Functions that take text or a number reply with an error, too.
  for (const other of [1n, cyclic, deep, deeper, {}, Symbol("x"), () => "d", Object.create(null)]) {
    const replies = [
      await tilebase.sample(typeof other === "bigint" ? {} : other),
      await tilebase.sample(1, { seed: typeof other === "bigint" ? {} : other }),
      tilebase.moves(other, "1 2 x 3"),
      tilebase.moves("r", "1 2 x 3", { to: other }),
      tilebase.counts({ size: other }),
      tilebase.larger({ size: other }),
      tilebase.read("1 2 x 3", { size: other }),
      await tilebase.judge("1 2 x 3", other),
      await tilebase.answer("1 2 x 3", null, { size: other }),
      await tilebase.answer("1 2 x 3", null, { signal: other }),
      await tilebase.trace("1 2 x 3", null, { method: other }),
      await tilebase.trace("1 2 x 3", null, { maxNodes: other }),
    ];
    for (const [at, reply] of replies.entries())
      assert.equal(typeof reply.error, "string", `${at} ${typeof other}`);
  }
  for (const options of [5, "3x3", 1n])
    assert.match(tilebase.counts(options).error, /^options: expected an object$/);
  assert.equal((await tilebase.answer("1 2 x 3")).distance, 1);
});

it("says which cell of an array is not a number", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const getter = Object.defineProperty([1, 2, 3], 3, {
    get() {
      throw null;
    },
  });
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const many = new Array(60_000).fill(10);
  const number = "expected a tile's number, or 0 for the blank, found";
  const wrong = [
    [[1, 2, 3, NaN], `[3]: ${number} NaN`],
    [[1, 2, -Infinity, 0], `[2]: ${number} -Infinity`],
    [[1, 2, 3, true], `[3]: ${number} true`],
    [[1, 2, 3, "0 1"], `[3]: ${number} "0 1"`],
    [[1, 2, 3, "]"], `[3]: ${number} "]"`],
    [[[1, 2], [3, NaN]], `[1][1]: ${number} NaN`],
    [[[1, 2], , [3, 0]], "[1]: expected an array, found undefined"],
    [[1, 2, [3, 0]], `[2]: ${number} an object`],
    [[[[1, 2], [3, 0]]], `[0][0]: ${number} an object`],
    [many, ": expected at most 100000 characters as text"],
    [new Array(1e5).fill(many), "[0]: expected at most 100000 characters as text"],
    [getter, ": reading it failed"],
    [revoked.proxy, ": reading it failed"],
  ];
  for (const [cells, error] of wrong) {
    assert.equal((await tilebase.answer(cells)).error, `board${error}`);
    assert.equal((await tilebase.answer("1 2 x 3", cells)).error, `goal${error}`);
    assert.equal(tilebase.counts({ goal: cells }).error, `goal${error}`);
    assert.equal(tilebase.read(cells).error, `board${error}`);
  }
  for (const cells of [
    [1, , 3, 0],
    [1, 2, null, undefined],
  ])
    assert.match((await tilebase.answer(cells)).error, /a second blank/);
});

it("says which option is not one of a function, or is wrong", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const board = "1 2 x 3";
  const fails = () => {
    throw Symbol("no text");
  };
  const getter = { get: fails, enumerable: true };
  const names = "size, metric, blank, count, larger, optimal, signal, onprogress";
  const ofAnswer = `options: expected ${names}, found`;
  const seeds = "seed: expected text, or a whole number to 9007199254740991, found";
  const wrong = [
    [{ sise: "2x3" }, `${ofAnswer} "sise"`],
    [{ Metric: "multi" }, `${ofAnswer} "Metric"`],
    [{ goal: board }, `${ofAnswer} "goal"`],
    [{ error: "mine" }, `${ofAnswer} "error"`],
    [{ constructor: 1 }, `${ofAnswer} "constructor"`],
    [{ toString: 1 }, `${ofAnswer} "toString"`],
    [JSON.parse('{"__proto__": 1}'), `${ofAnswer} "__proto__"`],
    [Object.defineProperty({}, "size", getter), "size: reading it failed"],
    [Object.defineProperty({ size: "2x2" }, "x", getter), "options: reading it failed"],
    [new Proxy({}, { ownKeys: fails }), "options: reading it failed"],
    [{ count: "no" }, 'count: expected true or false, found "no"'],
    [{ larger: 1 }, "larger: expected true or false, found 1"],
    [{ optimal: {} }, "optimal: expected true or false, found an object"],
    [{ size: 3 }, "size: expected text, found 3"],
    [{ size: "\ud800" }, 'size: expected whole characters, found the half "\\ud800"'],
    [{ onprogress: "log" }, 'onprogress: expected a function, found "log"'],
  ];
  for (const [options, error] of wrong)
    assert.equal((await tilebase.answer(board, null, options)).error, error);
  const half = 'expected whole characters, found the half "\\udc00"';
  const trace = (options) => tilebase.trace(board, null, options);
  const distances = "a whole number from 0 to 4294967295, [first, last], easy, medium or hard";
  const whole = `distance: expected ${distances}, found`;
  const replies = [
    [
      tilebase.counts({ toString: 1 }),
      'options: expected goal, size, metric, blank, found "toString"',
    ],
    [tilebase.larger({ seed: 1 }), 'options: expected goal, size, blank, found "seed"'],
    [tilebase.read(board, { blank: "" }), "blank: `#` begins a comment, and an empty cell is the blank without an option"],
    [tilebase.read(board, { blank: 1.5 }), "blank: expected text, found 1.5"],
    [await tilebase.sample(1, { seed: 1e300 }), `${seeds} 1e+300`],
    [await tilebase.sample(1, { seed: 2 ** 53 }), `${seeds} 9007199254740992`],
    [await tilebase.sample(1, { seed: 1.5 }), `${seeds} 1.5`],
    [await tilebase.sample(1, { seed: NaN }), `${seeds} NaN`],
    [await tilebase.sample(1, { seed: "" }), `${seeds} ""`],
    [await tilebase.sample(1, { n: 0 }), "n: expected a whole number from 1 to 100000, found 0"],
    [await tilebase.sample(-1), `${whole} -1`],
    [await tilebase.sample([3, 2]), `${whole} an object`],
    [await tilebase.sample([3]), `${whole} an object`],
    [await tilebase.sample("7"), "distance: expected easy, medium or hard, found `7`"],
    [await tilebase.sample(1, { unsolvable: true }), "unsolvable boards have no distance"],
    [await tilebase.hint(board, { timeout: -1 }), "timeout: expected a number from 0, found -1"],
    [await tilebase.hint(board, { larger: true }), 'options: expected goal, size, metric, blank, timeout, signal, found "larger"'],
    [await trace({ width: 1.5 }), "width: expected a whole number from 0 to 4294967295, found 1.5"],
    [await trace({ weight: 0.5 }), "weight: expected a number from 1 to 1000 with up to three decimals, as in 1.5"],
    [await trace({ maxNodes: -1 }), "maxNodes: expected a number from 0, found -1"],
    [await trace({ maxSteps: NaN }), "maxSteps: expected a number from 0, found NaN"],
    [tilebase.read("1 2 x \udc00"), `board: ${half}`],
    [tilebase.read(board, { goal: "\udc00" }), `goal: ${half}`],
    [tilebase.moves("\udc00", board), `moves: ${half}`],
    [await tilebase.judge(board, "\udc00"), `moves: ${half}`],
  ];
  for (const [reply, error] of replies) assert.equal(reply.error, error);
  assert.equal(tilebase.read("1 2 x \u{1f9e9}").error.includes("\u{1f9e9}"), true);

  // What is more than the engine counts to is no limit.
  for (const limit of [1e300, 2 ** 64, Infinity, 9.5])
    for (const method of ["bfs", "ida"]) {
      const how = { method, maxNodes: limit, maxSteps: limit };
      assert.equal((await trace(how)).moves, "r", `${method} ${limit}`);
    }
});

it("lists the names and sizes that there are", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const trace = (options) => tilebase.trace("1 2 x 3", null, options);
  const methods =
    "bfs, bibfs, astar, ida, iddfs, dfs, ucs, greedy, wastar, dls, beam or hill";
  const { error } = await trace({ method: "bsf" });
  assert.equal(error, `method: expected ${methods}, found \`bsf\``);
  const { error: none } = await trace({ heuristic: "patterns" });
  assert.match(none, /, linear-conflict, table, h1, hamming or h2, found/);
  const how = { method: "IDA", heuristic: "Manhattan" };
  assert.equal((await trace(how)).moves, "r");
  for (const size of ["0x0", "101x2"])
    assert.equal(
      (await tilebase.answer("1 2 x 3", null, { size })).error,
      `shape ${size}: expected sides from 2 to 100`,
    );
  const size = "99999999999999999999x2";
  assert.match(tilebase.read("1 2 x 3", { size }).error, /^shape `9{20}x2`: expected ROWSxCOLUMNS/);
});

it("writes the moves of a large board", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const size = { size: "6x6" };
  const board = tilebase.read([...Array(36).keys()], size).board.cells;
  const moves = "rl".repeat(250_000);
  const { moves: tiles } = tilebase.moves(moves, board, { to: "tile", ...size });
  assert.equal(tiles, "LR".repeat(250_000));
  assert.equal(
    tilebase.moves("r".repeat(2 ** 24 + 1), board, size).error,
    "moves: expected at most 16777216 characters, found 16777217",
  );
});

it("takes options that an object inherits, and refuses what is none of a function", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const board = "2 3 4 1 5 x 7 6 8";
  const answer = (options) => tilebase.answer(board, null, options);
  assert.equal((await answer(Object.create({ metric: "multi" }))).distance, 14);
  class Own {
    get metric() {
      return "multi";
    }
  }
  assert.equal((await answer(new Own())).distance, 14);
  assert.match((await answer(Object.create({ metrik: "multi" }))).error, /found "metrik"$/);
  for (const options of [{ wsm: wasm }, Object.create({ wsm: wasm }), 5, { startWorker: "w" }])
    await assert.rejects(Tilebase.load(options), { name: "EngineError" });
});

it("says that bytes are none of the module", async () => {
  const empty = Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  for (const [bytes, why] of [
    [Buffer.from("nothing"), /^wasm: these are not the bytes of tilebase.wasm: /],
    [5, /^wasm: these are not the bytes/],
    [empty, /^wasm: this is another module than tilebase.wasm/],
    [wasm.subarray(0, 1000), /^wasm: these are not the bytes/],
  ])
    await assert.rejects(
      Tilebase.load({ wasm: bytes }),
      (error) => error instanceof EngineError && why.test(error.message),
    );
});

const HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
const LARGE = "17 1 20 9 16 2 22 19 14 5 15 21 x 3 24 23 18 13 12 7 10 8 6 4 11";

it("loads without arguments, and searches in threads that can be stopped", async () => {
  const tilebase = await Tilebase.load();
  const stopping = new AbortController();
  const onprogress = ({ bound }) => bound > 64 && stopping.abort(new Error("mine"));
  const { signal } = stopping;
  await assert.rejects(tilebase.answer(HARD, null, { signal, onprogress }), { message: "mine" });
  const fails = () => {
    throw new Error("of a listener");
  };
  const listened = tilebase.answer(HARD, null, { onprogress: fails });
  await assert.rejects(listened, { message: "of a listener" });
  tilebase.close();
});

it("rejects what is pending when it is closed", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const closed = { name: "AbortError", message: "close() was called before the answer" };
  const pending = [
    tilebase.answer(HARD),
    tilebase.answer(HARD),
    tilebase.judge(HARD, "r"),
    tilebase.hint(HARD),
    tilebase.sample(40, { size: "4x4" }),
    tilebase.trace(HARD),
  ].map((asked) => assert.rejects(asked, closed));
  tilebase.close();
  await Promise.all(pending);
  // Also between two searches, and while one runs.
  for (const isBetween of [true, false]) {
    const onprogress = ({ best, boards }) => (isBetween ? best : boards) && tilebase.close();
    const asked = tilebase.answer(LARGE, null, { optimal: true, onprogress });
    await assert.rejects(asked, closed);
  }
  assert.equal((await tilebase.answer("1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15")).distance, 1);
  tilebase.close();
});

it("closes also where there are no workers", async () => {
  const { Engine } = await import("../engine.mjs");
  const { sameThread } = await import("../jobs.mjs");
  const engine = await Engine.start(wasm);
  const tilebase = await Tilebase.load({ wasm, startWorker: () => sameThread(engine) });
  const closed = { name: "AbortError" };
  const onprogress = ({ best }) => best && tilebase.close();
  await assert.rejects(tilebase.answer(LARGE, null, { optimal: true, onprogress }), closed);
  const pending = assert.rejects(tilebase.answer(HARD), closed);
  tilebase.close();
  await pending;
  assert.equal((await tilebase.answer("1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15")).distance, 1);
});

it("gives hints in limited time", async () => {
  const tilebase = await Tilebase.load({ wasm });
  assert.deepEqual(await tilebase.hint("2 3 4 1 5 x 7 6 8"), {
    ...{ move: "d", tile: 8, distance: 19, atLeast: 19 },
    best: "dlurullddrurdllurdr",
  });
  const goal = { move: null, tile: null, distance: 0, atLeast: 0, best: "" };
  assert.deepEqual(await tilebase.hint("12345678x"), goal);
  const rows = await tilebase.hint([[1, 2, 3], [4, 5, 6], [0, 7, 8]], { metric: "multi" });
  assert.deepEqual([rows.move, rows.tile], ["r2", 8]);
  assert.equal((await tilebase.hint("123456 87x")).kind, undefined);
  assert.equal((await tilebase.hint("1 2 3 4 5 6 8 7 x")).kind, "unsolvable");
  // Without time there is no solution, but the tables are made in the end.
  assert.deepEqual(await tilebase.hint(HARD, { timeout: 0 }), { ...goal, distance: null, atLeast: null, best: null });
  for (const size of ["4x4", "5x5", "6x6"]) {
    const distance = size === "6x6" ? null : "medium";
    const { cells } = (await tilebase.sample(distance, { size, seed: 1 })).board;
    const found = await tilebase.hint(cells, { timeout: 60_000 });
    const { moves } = tilebase.moves(found.best, cells);
    assert.equal(found.move, moves[0]);
    assert.ok(found.atLeast <= moves.length);
  }
  const near = await tilebase.hint("1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15");
  assert.deepEqual(near, { move: "r", tile: 15, distance: 1, atLeast: 1, best: "r" });
  const signal = AbortSignal.abort();
  await assert.rejects(tilebase.hint(HARD, { signal }), { name: "AbortError" });
  tilebase.close();
});

it("takes the boards of its replies, whose size is known", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const { board } = await tilebase.sample(9, { size: "2x4", seed: 1 });
  assert.equal((await tilebase.answer(board)).distance, 9);
  assert.equal((await tilebase.hint(board, { goal: tilebase.read("1234/567x").goal })).distance, 9);
  for (const wrong of [{ cells: [1, 0], cols: 0 }, { cells: [], cols: 2 }, { cells: [1, 0] }, { get cols() { throw 1; } }])
    assert.match((await tilebase.answer(wrong)).error, /^board: /);
});

it("deepens without an estimate, as the command does", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const of = (method, how) => tilebase.trace("2 3 4 1 5 x 7 6 8", null, { method, maxSteps: 0, ...how });
  assert.equal((await of("IDDFS")).expanded, 124_858);
  assert.equal((await of("iddfs", { heuristic: "manhattan" })).expanded, 1399);
  assert.equal((await of("ida")).expanded, 761);
  tilebase.close();
});

it("judges moves in every notation", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const board = "1 2 3 x 4 6 7 5 8";
  const expected = await tilebase.judge(board, "rlrdr");
  for (const [moves, notation] of [
    ["LRLUL", "tile"],
    ["4 4 4 5 8", "tiles"],
    ["right, left, right, down, right", "blank"],
    ["(2,2) (2,1) (2,2) (3,2) (3,3)", "cells"],
  ])
    assert.deepEqual(await tilebase.judge(board, moves, null, { notation }), expected, notation);
  // An illegal move is an error beside what is right with the moves before it.
  const illegal = await tilebase.judge(board, "4 4 8", null, { notation: "tiles" });
  const { error, kind, number, move, ...legal } = illegal;
  assert.deepEqual([kind, number, move], ["illegal", 3, "8"]);
  assert.match(error, /tile 8 is not beside the blank/);
  assert.deepEqual(legal, await tilebase.judge(board, "rl"));
  const perfect = await tilebase.judge(board, "rdrr");
  assert.deepEqual([perfect.lost, perfect.left, perfect.kind], [0, 0, "illegal"]);
  assert.match(perfect.error, /^move 4, column 4: `r` leaves the board/);
  assert.match((await tilebase.judge(board, "4 q", null, { notation: "tiles" })).error, /`q`/);
});

it("reads moves in the forms of every door", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const forms = await readFile(new URL("../../tests/common/move_forms.json", import.meta.url));
  for (const { board, notation, moves, wrong, texts } of JSON.parse(forms))
    for (const text of texts) {
      const reply = tilebase.moves(text, board, { from: notation });
      const judged = await tilebase.judge(board, text, null, { notation });
      if (wrong === undefined) {
        assert.equal(reply.moves, moves, text);
        assert.equal(judged.steps.map(({ move }) => move).join(""), moves, text);
      } else {
        assert.ok(reply.error.includes(wrong), `${text}: ${reply.error}`);
        assert.ok(judged.error.includes(wrong), text);
      }
    }
});

it("reads boards as every door does", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const texts = await readFile(new URL("../../tests/common/board_texts.json", import.meta.url));
  for (const [text, meaning] of JSON.parse(texts)) {
    const { board } = tilebase.read(text);
    assert.deepEqual(board ?? null, meaning && tilebase.read(meaning).board, text);
  }
});

it("takes null for options that are left out", async () => {
  const tilebase = await Tilebase.load({ wasm });
  assert.equal((await tilebase.answer("1 2 x 3", null, null)).distance, 1);
  assert.equal((await tilebase.judge("1 2 x 3", "r", null, null)).lost, 0);
  assert.equal((await tilebase.trace("1 2 x 3", null, null)).moves, "r");
  assert.equal(tilebase.moves("r", "1 2 x 3", null).moves, "r");
  assert.equal(tilebase.read("1 2 x 3", null).board.size, "2x2");
  assert.equal((await tilebase.sample(1, { seed: null, size: null })).board.size, "3x3");
  assert.equal(tilebase.counts(null).states, 181_440);
  assert.equal(tilebase.larger(null).bytes, null);
});

it("stops a search before it fills the memory", async () => {
  const tilebase = await Tilebase.load({ wasm });
  const hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
  const found = await tilebase.trace(hard, null, { method: "bfs", maxNodes: 1e9, maxSteps: 0 });
  assert.match(found.stopped, /^stopped after 1000000\d boards without a solution$/);
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
    "arguments.mjs",
    "dist/tilebase.wasm",
    "engine.mjs",
    "jobs.mjs",
    "node.mjs",
    "package.json",
    "tilebase.d.mts",
    "tilebase.mjs",
    "worker.mjs",
  ];
  assert.deepEqual(names, expected);
});

it("has types that TypeScript takes, as the README writes its calls", async () => {
  const { default: ts } = await import("typescript");
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  const asked = blocks.filter((code) => /tilebase\.\w+\(/.test(code));
  assert.ok(asked.length >= 8, `${asked.length} examples`);
  const start = `import { Tilebase } from "../tilebase.mjs";
    const tilebase = await Tilebase.load();`;
  const own = (code) => code.replace(/^import.*$/gm, "").replace(/^const tilebase =.*$/m, "");
  const text = [start, ...asked.map((code) => `{\n${own(code)}\n}`), "export {};"].join("\n");
  // The README does not ask whether there was an error.
  assert.deepEqual(typed(ts, text, { strictNullChecks: false }), []);
  const careful = `${start}
    const drawn = await tilebase.sample([20, 25], { seed: "a", n: 2 });
    const cells: number[] = drawn.error === undefined ? drawn.boards[0]!.cells : [];
    const { move, error } = await tilebase.hint(Int8Array.from(cells), { goal: 4, timeout: 16 });
    const why: string | undefined = error;
    const letter: string | null | undefined = move;
    const legal = tilebase.moves("d", [["1", null], [undefined, 2n]], { blank: -1 });
    if (drawn.board) await tilebase.answer(drawn.board, drawn.board);
    const [first] = await tilebase.answers([cells], 4);
    const after = tilebase.apply(cells, [5, 8], { notation: "tiles" }).board?.cells;
    const solved: boolean | undefined = tilebase.isSolved("1 2 3 x").solved;
    await tilebase.ready("4x4", { metric: "multi" });
    if (legal.error && legal.kind === "illegal") legal.number.toFixed();
    export { why, letter, first, after, solved };`;
  assert.deepEqual(typed(ts, careful, {}), []);
  const wrong = `${start}\ntilebase.hint("", { larger: true }); tilebase.sample("harsh"); export {};`;
  assert.equal(typed(ts, wrong, {}).length, 2);
});

/** What TypeScript says of a text beside these tests. */
function typed(ts, text, how) {
  const options = {
    strict: true,
    ...how,
    noEmit: true,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: [],
    allowArbitraryExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const folder = new URL("./", import.meta.url).pathname;
  const name = `${folder}readme.ts`;
  const { readFile: fromDisk, fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.readFile = (path) => (path === name ? text : fromDisk(path));
  host.getSourceFile = (path, ...rest) =>
    path === name ? ts.createSourceFile(path, text, ...rest) : getSourceFile(path, ...rest);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
