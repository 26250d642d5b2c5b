// The page's answers match the command's, for every board of 3x3 and a hundred of 4x4.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, it } from "node:test";
import { stop, withPage } from "./browser.mjs";

after(stop);

function command(input, ...given) {
  const { stdout, stderr, status } = spawnSync(process.env.TILEBASE, given, {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { stdout, stderr, status };
}

/** The command's answers, one JSON object per board. */
function lookup(boards, ...given) {
  const { stdout, stderr, status } = command(
    boards.join("\n") + "\n",
    "lookup",
    "--quiet",
    "--format",
    "jsonl",
    "--answer",
    "distance,moves,next",
    ...given,
  );
  assert.equal(status, 0, stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { distance, moves, next, error } = JSON.parse(line);
      return [distance, moves, next, error];
    });
}

/** The page's answers. */
const ask = (page, boards) =>
  page.evaluate(async (asked) => {
    const answers = [];
    for (const board of asked) {
      const { distance, moves, next, error } = await window.tilebase.answer(board);
      answers.push([distance, moves, next, error]);
    }
    return answers;
  }, boards);

function* arrangements(tiles) {
  if (tiles.length === 0) yield [];
  for (const tile of tiles) {
    for (const rest of arrangements(tiles.filter((other) => other !== tile))) yield [tile, ...rest];
  }
}

it("one in seven of all boards of 3x3", { timeout: 120_000 }, () =>
  withPage({}, async (page) => {
    const all = [...arrangements([0, 1, 2, 3, 4, 5, 6, 7, 8])].map((tiles) => tiles.join(" "));
    assert.equal(all.length, 362_880);
    const boards = all.filter((_, at) => at % 7 === 0);
    const expected = lookup(boards);
    const distances = new Set();
    for (let from = 0; from < boards.length; from += 17_280) {
      const found = await ask(page, boards.slice(from, from + 17_280));
      assert.deepEqual(found, expected.slice(from, from + 17_280));
      for (const [distance] of found) distances.add(distance);
    }
    // Boards at all distances but 0, 1 and 31, of which there are only five, and unsolvable ones.
    assert.equal(distances.size, 30);
  }),
);

it("boards of all other small sizes, with other goals", () =>
  withPage({}, async (page) => {
    for (const [size, goal] of [
      ["2x2", "x 1 2 3"],
      ["3x2", "5 4 3 x 2 1"],
      ["2x4", "1 2 3 x 4 5 6 7"],
      ["3x3", "1 2 3 8 x 4 7 6 5"],
    ]) {
      const cells = goal.split(" ").map((tile) => (tile === "x" ? 0 : Number(tile)));
      const boards = [...arrangements(cells)].filter(
        (_, at) => at % (cells.length > 8 ? 997 : cells.length > 6 ? 53 : 1) === 0,
      );
      const texts = boards.map((board) => board.join(" "));
      const expected = lookup(texts, "--size", size, "--goal", goal);
      const found = await page.evaluate(
        async ([asked, options, to]) => {
          const answers = await Promise.all(
            asked.map((board) => window.tilebase.answer(board, to, options)),
          );
          return answers.map(({ distance, moves, next, error }) => [distance, moves, next, error]);
        },
        [texts, { size }, goal],
      );
      assert.deepEqual(found, expected, size);
    }
  }));

/** Random boards of 4x4 that can be solved, the same each time. */
function fifteens(count) {
  let state = 15;
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    const tiles = Array.from({ length: 16 }, (_, tile) => tile);
    for (let last = 15; last > 0; last -= 1) {
      const other = random(last + 1);
      [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
    }
    const order = tiles.filter((tile) => tile > 0);
    const inversions = order.flatMap((tile, at) =>
      order.slice(at).filter((later) => later < tile),
    ).length;
    const rowsUp = 3 - Math.floor(tiles.indexOf(0) / 4);
    if ((inversions + rowsUp) % 2 === 1) {
      const [a, b] = [tiles.indexOf(1), tiles.indexOf(2)];
      [tiles[a], tiles[b]] = [2, 1];
    }
    return tiles.join(" ");
  });
}

const solvesFifteen =
  command("", "solve", "--size", "4x4", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15").status === 0;

it(
  "a hundred boards of 4x4",
  { skip: !solvesFifteen && "the command does not solve 4x4 yet", timeout: 900_000 },
  () =>
    withPage({}, async (page) => {
      const boards = fifteens(100);
      const begin = Date.now();
      const found = await ask(page, boards);
      console.log(`100 boards of 4x4 on the page: ${Date.now() - begin} ms`);
      assert.ok(found.every(([distance]) => distance > 20));
      assert.deepEqual(found, lookup(boards, "--size", "4x4"));
    }),
);
