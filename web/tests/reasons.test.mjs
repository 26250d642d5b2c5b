// The reasons for hints, each checked against the boards before and after on 10,000 boards.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { Tilebase } from "../tilebase.mjs";
import { reasonFor } from "../src/reasons.mjs";

const tilebase = await Tilebase.load();
after(() => tilebase.close());

/** The board after a move of the blank by one cell, in other words than the page's. */
function slid(cells, cols, move) {
  const from = cells.indexOf(0);
  const to = from + { u: -cols, d: cols, l: -1, r: 1 }[move];
  return cells.map((tile, cell) => (cell === from ? cells[to] : cell === to ? 0 : tile));
}
const steps = (tile, cells, goal, cols) => {
  const [a, b] = [cells, goal].map((board) => board.indexOf(tile));
  return Math.abs((a % cols) - (b % cols)) + Math.abs(Math.trunc(a / cols) - Math.trunc(b / cols));
};

/** What each kind of reason claims. */
const CLAIMS = [
  [/^That solves the board$/, (_, { after, goal }) => after.join() === goal.join()],
  [
    /^(\d+) finishes (row|column) (\d+)$/,
    ([, tile, kind, number], { before, after, goal, cols }) => {
      const isIn = (cell) => (kind === "row" ? Math.trunc(cell / cols) : cell % cols) === number - 1;
      const line = goal.map((_, cell) => cell).filter(isIn);
      const isDone = (cells) => line.every((cell) => cells[cell] === goal[cell]);
      return isDone(after) && !isDone(before) && line.some((cell) => after[cell] === Number(tile));
    },
  ],
  [
    /^(\d+) goes to its place$/,
    ([, tile], { before, after, goal }) =>
      after.indexOf(Number(tile)) === goal.indexOf(Number(tile)) && after.join() !== before.join(),
  ],
  [
    /^(\d+) makes room for (\d+)$/,
    async ([, tile, next], { before, after, goal, cols, size, distance }) => {
      // The tile left a cell into which the other slides, nearer to its place and to the goal.
      const gap = after.indexOf(0);
      if (before[gap] !== Number(tile)) return false;
      const from = after.indexOf(Number(next));
      const move = { [-cols]: "u", [cols]: "d", [-1]: "l", 1: "r" }[from - gap];
      const then = slid(after, cols, move);
      const answer = await tilebase.answer(then, goal, { size });
      return then.indexOf(Number(next)) === gap && answer.distance === distance - 2 &&
        steps(Number(next), then, goal, cols) < steps(Number(next), after, goal, cols);
    },
  ],
  [
    /^(Row|Column) (\d+) is done, leave it$/,
    ([, kind, number], { before, goal, cols, moves }) => {
      const isIn = (cell) => (kind === "Row" ? Math.trunc(cell / cols) : cell % cols) === number - 1;
      let board = before;
      const isDone = () => goal.every((tile, cell) => !isIn(cell) || board[cell] === tile);
      if (!isDone()) return false;
      for (const move of moves) {
        board = slid(board, cols, move);
        if (!isDone()) return false;
      }
      return true;
    },
  ],
  [
    /^(\d+) comes nearer to its place$/,
    ([, tile], { before, after, goal, cols }) =>
      steps(Number(tile), after, goal, cols) < steps(Number(tile), before, goal, cols),
  ],
];

async function check(boards, size, goal, kinds) {
  const cols = Number(size.split("x")[1]);
  let [given, best] = [0, 0];
  for (const before of boards) {
    const { moves, next, distance } = await tilebase.answer(before, goal, { size });
    for (const move of next ?? "") {
      const isCanonical = move === moves[0];
      const reason = reasonFor({ cells: before, goal, cols }, move, isCanonical ? [...moves] : null);
      best += 1;
      if (!reason) continue;
      const [pattern, isTrue] = CLAIMS.find(([known]) => known.test(reason)) ?? [];
      assert.ok(pattern, `no test knows the reason “${reason}”`);
      const after = slid(before, cols, move);
      const known = { before, after, goal, cols, size, moves, distance };
      assert.ok(await isTrue(pattern.exec(reason), known), `${before.join(" ")}, ${move}: ${reason}`);
      kinds.set(pattern.source, (kinds.get(pattern.source) ?? 0) + 1);
      given += 1;
    }
  }
  return [given, best];
}

it("are true on 10,000 boards, of every kind, and there for most", async () => {
  const kinds = new Map();
  const boardsOf = async (distance, options) =>
    (await tilebase.sample(distance, { seed: "reasons", ...options })).boards.map(({ cells }) => cells);
  const usual = [1, 2, 3, 4, 5, 6, 7, 8, 0];
  const [given, best] = await check(await boardsOf(null, { n: 7000 }), "3x3", usual, kinds);
  await check(await boardsOf([1, 12], { n: 1500 }), "3x3", usual, kinds);
  const snail = [1, 2, 3, 8, 0, 4, 7, 6, 5];
  await check(await boardsOf(null, { n: 1000, goal: snail }), "3x3", snail, kinds);
  const four = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
  const near = await boardsOf([4, 24], { n: 500, size: "4x4", alongSolutions: true });
  await check(near, "4x4", four, kinds);
  assert.equal(kinds.size, CLAIMS.length, [...kinds.keys()].join(", "));
  assert.ok(given / best > 0.6, `${given} of ${best}`);
});

it("are not there where no rule fits", () => {
  const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
  // 6 leaves its place, and nothing is known of what follows.
  assert.equal(reasonFor({ cells: [1, 2, 3, 4, 5, 6, 7, 8, 0], goal, cols: 3 }, "u"), "");
});
