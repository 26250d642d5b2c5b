// The setting of what counts as one move: that rows slide.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, describe, it } from "node:test";
import {
  boardOf,
  headline,
  paste,
  reload,
  setting,
  shows,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

const KNOWN = "2,3,4,1,5,0,7,6,8";
const ROWS = { answers: "yes", metric: "multi" };
/** What the command prints, in the multi-tile metric. */
const command = (...words) =>
  execFileSync(process.env.TILEBASE, [...words, "--metric", "multi"], { encoding: "utf8" }).trim();

describe("a row that slides", () => {
  it("is one move, with the answers that the command gives", () =>
    withPage({ settings: ROWS }, async (page) => {
      const solution = command("solve", "2 3 4 1 5 x 7 6 8");
      await headline(page, "14 moves to go");
      assert.equal(await page.locator("#solution").getAttribute("data-moves"), solution);
      assert.equal(await page.locator("#solution .chip").count(), 14);
      assert.equal(await page.locator("#solution .chip").nth(4).getAttribute("title"), "5: 2 right with 1 other");
      assert.equal(await page.locator("#distribution rect").count(), 25);
      assert.match(await text(page, "standing"), /^14 moves: .* none is farther than 24\.$/);
      const legal = await page.locator("#moves button").allTextContents();
      const wanted = [/5 right.*13 to go/, /1 right.*14 to go/, /4 down.*14 to go/, /8 up.*15 to go/];
      assert.equal(legal.length, wanted.length);
      wanted.forEach((name, at) => assert.match(legal[at], name));
      assert.equal(await page.locator(".tile.best").getAttribute("data-tile"), "5");

      // The farthest tile of the row: two slide, and one move is counted.
      await page.locator('.tile[data-tile="1"]').click();
      await shows(page, [2, 3, 4, 0, 1, 5, 7, 6, 8]);
      assert.match(await text(page, "counter"), /^1 move/);
      await headline(page, "14 moves to go");
      assert.match(await text(page, "way-summary"), /^1 move, 1 mistake$/);
      assert.match(await page.locator("#mistakes button").textContent(), /1 right with 1 other \+1$/);
      await until(page, () => location.hash.endsWith("&metric=multi&moves=l2"));
      await page.keyboard.press("z");
      await headline(page, "14 moves to go");
      assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
    }));

  it("is played, marked and solved", () =>
    withPage({ settings: ROWS, hash: "#board=1,2,3,0,4,5,7,8,6&metric=multi" }, async (page) => {
      await headline(page, "2 moves to go");
      assert.equal(await page.locator(".tile.best").getAttribute("data-tile"), "5");
      await page.locator("#step").click();
      await shows(page, [1, 2, 3, 4, 5, 0, 7, 8, 6]);
      await page.locator("#last").click();
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^Played for you in 2 moves/);
      await page.locator("#first").click();
      await page.locator("#moves button", { hasText: "5 left" }).click();
      await page.locator("#moves button", { hasText: "6 up" }).click();
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^You took 2 moves: nobody can do it in fewer/);
    }));

  it("is in a link, pasted and copied in every notation", () =>
    withPage({ hash: `#board=${KNOWN}&metric=multi&moves=l2u` }, async (page) => {
      assert.equal(await page.locator("#metric").inputValue(), "multi");
      await headline(page, "A game of 2 moves");
      await page.locator("#watch-end").click();
      await paste(page, "l2u");
      assert.match(await text(page, "counter"), /^2 moves/);
      await shows(page, [0, 3, 4, 2, 1, 5, 7, 6, 8]);
      await paste(page, "7 8");
      await shows(page, [2, 3, 4, 7, 1, 5, 6, 8, 0]);
      assert.match(await text(page, "counter"), /^4 moves/);
    }));
});

describe("a run of moves in a link", () => {
  const HASH = "#board=1,2,3,4,5,6,7,8,0&goal=1,2,0,4,5,3,7,8,6&moves=u2";

  it("is many moves where each tile counts", () =>
    withPage({ hash: HASH, reducedMotion: "reduce" }, async (page) => {
      await headline(page, "A game of 2 moves");
      await page.locator("#watch-play").click();
      await until(page, () => document.getElementById("explain").textContent === "2 is the fewest.");
    }));

  it("is one move where rows slide, however the metric is written", () =>
    withPage({ hash: `${HASH}&metric=Multi%20`, reducedMotion: "reduce" }, async (page) => {
      await headline(page, "A game of 1 move");
      assert.equal(await page.locator("#metric").inputValue(), "multi");
      await page.locator("#watch-play").click();
      await until(page, () => document.getElementById("explain").textContent === "1 is the fewest.");
    }));
});

describe("the setting", () => {
  it("counts the same game anew, and stays", () =>
    withPage({ hash: `#board=${KNOWN}` }, async (page) => {
      for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      assert.match(await text(page, "counter"), /^2 moves/);
      await setting(page, "metric").selectOption("multi");
      await headline(page, "14 moves to go");
      assert.match(await text(page, "counter"), /^1 move/);
      await until(page, () => location.hash.endsWith("&metric=multi&moves=l2"));
      await reload(page);
      await headline(page, "14 moves to go");
      await setting(page, "metric").selectOption("single");
      assert.match(await text(page, "counter"), /^2 moves/);
      await setting(page, "metric").selectOption("multi");
      await page.locator("#shuffle").click();
      await until(page, (before) => !location.hash.includes(before), KNOWN);
      assert.match(await page.evaluate(() => location.hash), /&metric=multi$/);
    }));

  it("is that of a board that is being looked for", () =>
    withPage({ hash: "#board=1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15" }, async (page) => {
      await headline(page, "3 moves to go");
      await page.evaluate(() => {
        document.getElementById("shuffle").click();
        const metric = document.getElementById("metric");
        metric.value = "multi";
        metric.dispatchEvent(new Event("change"));
      });
      await until(page, () => /^#board=(?!1,2,3,4,5,6,7,8,9,).*&metric=multi$/.test(location.hash));
      assert.equal(await page.locator("#distance").getAttribute("max"), "30");
    }));

  it("says for which sizes it is not", () =>
    withPage({ settings: ROWS }, async (page) => {
      await page.locator("#size").selectOption("5x5");
      await until(page, () => !document.getElementById("metric-note").hidden);
      assert.match(await text(page, "metric-note"), /^At 5 × 5 one move slides one tile:/);
      await page.locator("#size").selectOption("2x4");
      await until(page, () => document.getElementById("metric-note").hidden);
      await until(page, () => location.hash.includes("metric=multi"));
    }));

  it("has answers for 4x4, by a search", () =>
    withPage(
      { settings: ROWS, hash: "#board=1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15&metric=multi" },
      async (page) => {
        await headline(page, "1 move to go");
        assert.equal(await page.locator("#solution").getAttribute("data-moves"), "r3");
        await page.locator("#size").selectOption("3x3");
        await page.locator("#size").selectOption("4x4");
        await until(page, () => /^#board=(\d+,){15}\d+&.*metric=multi/.test(location.hash));
        await until(page, () => /^\d+ moves to go/.test(document.getElementById("headline").textContent));
        const cells = (await boardOf(page)).join(" ");
        assert.equal(await page.locator("#solution").getAttribute("data-moves"), command("solve", cells));
      },
    ));
});
