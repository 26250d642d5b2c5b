// What an address may have, and what is said of one that cannot be read.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { boardOf, headline, stop, text, until, withPage } from "./browser.mjs";

after(stop);

describe("the address", () => {
  it("follows the board, and leads back to it", () =>
    withPage({ hash: "#board=8,6,7,2,5,4,3,0,1&goal=1,2,3,4,5,6,7,8,0", clock: true }, async (page) => {
      await headline(page, "31 moves to go");
      await page.locator("#step").click();
      await until(
        page,
        () =>
          location.hash === "#board=8,6,7,2,5,4,0,3,1&goal=1,2,3,4,5,6,7,8,0" ||
          /board=8,6,7/.test(location.hash),
      );
      await page.evaluate(() => (location.hash = "#board=0,1,2,3,4,5&goal=1,2,3,4,5,0&size=2x3"));
      await until(page, () => document.getElementById("size").value === "2x3");
      assert.deepEqual(await boardOf(page), [0, 1, 2, 3, 4, 5]);
      await page.evaluate(() => (location.hash = "#board=1,2,3"));
      await until(page, () => /3 cells/.test(document.getElementById("complaint").textContent));
      // The complaint and the address stay until the board changes.
      await page.clock.runFor(500);
      assert.match(await text(page, "complaint"), /3 cells/);
      assert.equal(await page.evaluate(() => location.hash), "#board=1,2,3");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowDown");
      await until(page, () => location.hash.includes("size=2x3"));
      assert.equal(await text(page, "complaint"), "");
    }));

  const upTo = (count) => Array.from({ length: count }, (_, tile) => (tile + 1) % count);
  const REFUSED = [
    [`#board=${upTo(121)}`, /Size 11x11: the page plays up to 10x10, or 25 cells\./],
    [`#board=${upTo(26)}&size=2x13`, /Size 2x13: /],
    ["#daily=2026-11-31", /There is no daily board of that date\./],
    ["#daily=9999-01-01", /There is no daily board of that date\./],
    ["#moves=dlu", /The address has no board\./],
    ["#size=4x4", /The address has no board\./],
    ["?size=4x4", /The address has no board\./],
    ["?moves=dlu", /The address has no board\./],
    ["#daily=", /The address has no board\./],
    ["#daily=2026-11-22&size=7x7", /There is no daily board of that size\./],
    ["#board=1,2,3,4,5,6,7,0,8&metric=htm", /htm/],
  ];
  for (const [hash, why] of REFUSED)
    it(`is refused: ${hash.slice(0, 40)}`, () =>
      withPage({ hash }, async (page) => {
        await headline(page, "19 moves to go");
        assert.match(await text(page, "complaint"), why);
      }));

  it("has at most as many moves as the page writes", () =>
    withPage({ hash: `#board=2,3,4,1,5,0,7,6,8&moves=${"lr".repeat(501)}` }, async (page) => {
      await headline(page, "A game of 1,000 moves");
      const cut = "This link has too many moves. Here are the first 1,000.";
      assert.equal(await text(page, "complaint"), cut);
    }));

  for (const [hash, which, made] of [
    ["#board=2,3,4,1,5,0,7,6,8&moves=dlrr", "move 4, “r”", 3],
    ["#board=2,3,4,1,5,0,7,6,8&moves=dlq", "move 3, “q”", 2],
    ["#board=2,3,4,1,5,0,7,6,8&moves=DLU", "move 1, “D”", 0],
    ["#board=2,3,4,1,5,0,7,6,8&moves=l9&metric=multi", "move 1, “l9”", 0],
    ["#daily=2026-11-22&size=3x3&moves=uur", "move 3, “r”", 2],
    ["#board=2,3,4,1,5,0,7,6,8&moves=7", "move 1, “7”", 0],
    [`#board=2,3,4,1,5,0,7,6,8&moves=dd${"lr".repeat(501)}`, "move 2, “d”", 1],
  ])
    it(`ends before the first move that cannot be made: ${hash.slice(0, 60)}`, () =>
      withPage({ hash }, async (page) => {
        const before = made ? "are the moves" : "is the board";
        const why = `This link has a move that cannot be made: ${which}. Here ${before} before it.`;
        assert.equal(await text(page, "complaint"), why);
        const game = `A game of ${made} ${made === 1 ? "move" : "moves"}`;
        if (made) await headline(page, game);
        else assert.ok(await page.locator("#board").isVisible());
      }));

  it("may have spaces between its moves", () =>
    withPage({ hash: "#board=2,3,4,1,5,0,7,6,8&moves=d+l,u%20r" }, async (page) => {
      assert.equal(await text(page, "complaint"), "");
      await headline(page, "A game of 4 moves");
    }));

  it("may name the goal", () =>
    withPage({ hash: "#board=2,8,3,1,0,4,7,6,5&goal=snail" }, async (page) => {
      await headline(page, "4 moves to go");
    }));

  it("may have a size that is not offered", () =>
    withPage({ hash: `#board=${upTo(28)}&size=4x7` }, async (page) => {
      await headline(page, "Solved");
      assert.equal(await page.locator("#size").inputValue(), "4x7");
      // Nobody knows how far such boards are.
      await page.locator("#gear").click();
      assert.ok(await page.locator("#distance-field").isHidden());
    }));

  for (const hash of [
    ...["#board=1,2,3", "#bord=1,2,3", "#board=1,2,x,3&goal=9"],
    ...["#board=1,2,3,8,7,6,5,4,0&goal=1,2,3,*,*,*,*,*,*", "#goal=1,1,2,2,3,3,4,4,0"],
    "#board=1,1,2,2,3,3,4,4,0&goal=1,1,2,2,3,3,4,4,0",
  ]) {
    it(`may have no board: ${hash}`, () =>
      withPage({ hash, viewport: { width: 320, height: 568 }, clock: true }, async (page) => {
        await headline(page, "19 moves to go");
        const complaint = page.locator("#complaint");
        assert.match(await complaint.textContent(), /^This link cannot be read\. [^.]+\. Here is another board\.$/);
        const { y, height } = await complaint.boundingBox();
        assert.ok(y + height < 568);
        await page.clock.runFor(300);
        assert.equal(await page.evaluate(() => location.hash), hash);
      }));
  }
});
