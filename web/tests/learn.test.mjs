// Every button of the view Learn.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { stop, until, withPage } from "./browser.mjs";

after(stop);

const status = (page, pattern) =>
  until(
    page,
    (source) => new RegExp(source).test(document.getElementById("learn-status").textContent),
    pattern,
  );
const facts = (page, lane) =>
  page.locator(".lane").nth(lane).locator(".facts dd").allTextContents();
/** How many pixels of a lane's picture are drawn. */
const drawn = (page, lane) =>
  page
    .locator("canvas")
    .nth(lane)
    .evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });

it("runs every method, with every estimate", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=1,2,3,0,4,6,7,5,8" }, async (page) => {
    await page.locator("#tab-learn").click();
    await status(page, "expanded .*; .* expanded");
    const [left, right] = [page.locator(".lane").nth(0), page.locator(".lane").nth(1)];
    for (const method of ["bfs", "bibfs", "astar", "ida", "iddfs"]) {
      await left.locator(".method").selectOption(method);
      assert.equal(await left.locator(".heuristic").isDisabled(), method.includes("bfs"), method);
      await page.locator("#run").click();
      await status(page, "expanded .*; .* expanded");
      assert.equal((await facts(page, 0)).at(-1), "3 moves", method);
      assert.ok((await drawn(page, 0)) > 50, method);
    }
    for (const heuristic of ["manhattan", "linear-conflict", "misplaced", "table", "none"]) {
      await right.locator(".heuristic").selectOption(heuristic);
      await page.locator("#run").click();
      await status(page, "expanded .*; .* expanded");
      assert.equal((await facts(page, 1)).at(-1), "3 moves", heuristic);
    }
  }));

it("plays, pauses, steps and scrubs", () =>
  withPage({ hash: "#learn=bfs,astar-manhattan" }, async (page) => {
    // It starts by itself.
    await until(page, () => !document.getElementById("clock-play").disabled);
    // The end is not told before it is reached.
    assert.equal(await page.locator("#learn-status").textContent(), "");
    assert.ok((await facts(page, 0)).every((fact) => !/31,760|median|moves/.test(fact)));
    await page.locator("#clock-play").click();
    const paused = await page.locator("#clock").inputValue();
    await page.waitForTimeout(200);
    assert.equal(await page.locator("#clock").inputValue(), paused);
    await page.locator("#clock-first").click();
    assert.match((await facts(page, 1))[0], /^0$/);
    await page.locator("#clock-step").click();
    await page.locator("#clock-step").click();
    assert.match((await facts(page, 1))[0], /^2$/);
    await page.locator("#clock-back").click();
    assert.match((await facts(page, 1))[0], /^1$/);
    await page.locator("#clock").fill("100");
    assert.match((await facts(page, 0))[0], /^100$/);
    const before = await drawn(page, 0);
    await page.locator("#clock-pace").fill("900");
    assert.equal(await page.locator("#clock-pace-value").textContent(), "31,623");
    await page.locator("#clock-play").click();
    await until(page, () => document.getElementById("clock-last").disabled);
    assert.deepEqual([(await facts(page, 0))[0], (await facts(page, 1))[0]], ["31,760", "314"]);
    await status(page, "^Breadth-first expanded 31,760 boards; A\\* expanded 314 boards");
    assert.match((await facts(page, 1))[2], /median of \d/);
    assert.ok((await drawn(page, 0)) > before);
    await page.locator("#clock-first").click();
    await page.locator("#clock-last").click();
    assert.equal((await facts(page, 0)).at(-1), "19 moves");
  }));

it("says what it will not do, and goes on", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=1,2,3,4,5,6,8,7,0" }, async (page) => {
    await page.locator("#tab-learn").click();
    await until(page, () => /unsolvable/.test(document.querySelector(".lane .error").textContent));
  }));

it("goes between the views by click and by arrow key", () =>
  withPage({}, async (page) => {
    await page.locator("#tab-play").focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator("#view-learn").isVisible());
    await page.keyboard.press("ArrowLeft");
    assert.ok(await page.locator("#view-play").isVisible());
  }));

it("is of the board in Play, in the colours of now", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=1,2,3,0,4,6,7,5,8" }, async (page) => {
    const tiles = () => page.locator(".lane .mini").first().locator("span").allTextContents();
    const ink = () =>
      page
        .locator("canvas")
        .first()
        .evaluate((canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let light = 0;
          for (let at = 0; at < data.length; at += 4) light += data[at + 3] > 200 ? data[at] : 0;
          return light;
        });
    await page.locator("#tab-learn").click();
    await status(page, "expanded");
    assert.equal((await facts(page, 0)).at(-1), "3 moves");
    const dark = await ink();
    await page.locator("#theme").click();
    await page.locator("#theme").click();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    assert.ok((await ink()) > dark);
    await page.locator("#tab-play").click();
    await page.locator("#board").press("ArrowUp");
    await page.locator("#tab-learn").click();
    await status(page, "expanded");
    // The searches of the new board, not those of the old one.
    assert.equal((await facts(page, 0)).at(-1), "4 moves");
    assert.match(await page.locator("#learn-intro").textContent(), /1 2 3 \/ 7 4 6 \/ x 5 8/);
    await page.locator("#clock-first").click();
    assert.deepEqual(await tiles(), ["1", "2", "3", "7", "4", "6", "", "5", "8"]);
  }));

it("does not start by itself on a board that is far away, and waits for the button", () =>
  withPage({ hash: "#board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1" }, async (page) => {
    await page.locator("#tab-learn").click();
    await page.waitForTimeout(300);
    assert.equal(await page.locator("#learn-status").textContent(), "");
    assert.deepEqual([await drawn(page, 0), await drawn(page, 1)], [0, 0]);
    assert.ok(await page.locator("#clock-play").isDisabled());
    assert.ok(await page.locator(".saves button").first().isDisabled());
  }));

it("saves its pictures", () =>
  withPage({ reducedMotion: "reduce", hash: "#learn=bibfs,astar-manhattan" }, async (page) => {
    await status(page, "expanded .*; .* expanded");
    const save = async (lane, kind) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".lane").nth(lane).locator(`[data-kind=${kind}]`).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [name, svg] = await save(0, "svg");
    assert.equal(name, "tilebase-bibfs.svg");
    // Two trees, in two colours.
    assert.equal(svg.toString().match(/<path [^>]*d="M/g).length, 2);
    assert.match(svg.toString(), />Bidirectional from 2 3 4 \/ 1 5 x \/ 7 6 8: [\d,]+ boards, 19/);
    const [other, png] = await save(1, "png");
    assert.equal(other, "tilebase-astar-manhattan.png");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1280]);
  }));
