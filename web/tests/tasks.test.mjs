// Twenty visits, each by somebody who comes for the first time with one task, and who finds the way
// by what stands on the screen: names of buttons and lists that are in sight, and nothing else.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import {
  CLIPBOARD,
  NEAR,
  PHONE,
  boardOf,
  copied,
  headline,
  paste,
  shows,
  solve,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

const NEW = { settings: {}, isFirst: true };

const button = (page, name) => page.getByRole("button", { name, exact: typeof name === "string" });
/** Presses a button that is in sight without scrolling. */
const press = async (page, name) => {
  const found = button(page, name);
  const { y, height } = await found.boundingBox();
  const { height: screen } = page.viewportSize();
  assert.ok(y >= 0 && y + height <= screen, `${name} is not on the screen: ${y}`);
  await found.click();
};

/** A tile beside the gap. */
const beside = async (page) => {
  const board = await boardOf(page);
  const gap = board.indexOf(0);
  const tile = board[gap % 3 === 0 ? gap + 1 : gap - 1];
  return page.locator(`[data-tile="${tile}"]`);
};

const TASKS = {
  "make a first move": [NEW, async (page) => {
    const before = await boardOf(page);
    await (await beside(page)).click();
    assert.notDeepEqual(await boardOf(page), before);
    assert.match(await text(page, "counter"), /^1 move/);
  }],
  "see how far it is": [NEW, async (page) => {
    await press(page, "How far?");
    assert.match(await text(page, "headline"), /^\d+ moves to go$/);
  }],
  "see which tile to slide": [NEW, async (page) => {
    await press(page, "Which tile?");
    assert.match(await text(page, "explain"), /^Best: slide \d/);
  }],
  "watch the solution, and then try": [NEW, async (page) => {
    await press(page, "Show solution");
    await press(page, "To the end");
    await headline(page, "Solved");
    await press(page, "Try it yourself");
    await headline(page, "Slide 1 to 8 into order");
  }],
  "take back a move": [NEW, async (page) => {
    const before = await boardOf(page);
    await (await beside(page)).click();
    await press(page, "Undo");
    assert.deepEqual(await boardOf(page), before);
  }],
  "play the classic size": [NEW, async (page) => {
    await page.getByRole("combobox", { name: "Size" }).selectOption({ label: "4 × 4" });
    await headline(page, "Slide 1 to 15 into order");
  }],
  "have an easier board": [NEW, async (page) => {
    await page.getByRole("combobox", { name: "Level" }).selectOption({ label: "Easy" });
    await until(page, () => document.getElementById("day").hidden);
    await press(page, "How far?");
    await until(page, () => /easy \(12 or less\)/.test(document.getElementById("standing").textContent));
  }],
  "play the daily board on a phone": [{ ...NEW, ...PHONE }, async (page) => {
    assert.match(await text(page, "day-name"), /^Today’s 3×3\. Par \d+\.$/);
    await (await beside(page)).tap();
    await until(page, () => /^1 move/.test(document.getElementById("counter").textContent));
  }],
  "play yesterday’s board": [NEW, async (page) => {
    await page.getByText("Other sizes and days").click();
    const days = page.locator("#calendar [data-date]");
    await days.nth((await days.count()) - 2).click();
    await until(page, () => /^The 3×3 of /.test(document.getElementById("day-name").textContent));
  }],
  "boast of a daily board, and give nothing away": [{ ...NEW, ...CLIPBOARD }, async (page) => {
    await solve(page);
    await press(page, "Copy result");
    const told = await copied(page);
    assert.match(told, /^tilebase daily \d{4}-\d\d-\d\d, 3×3: par ★\n\d+ moves, the fewest possible\n.*\n🟩+$/u);
  }],
  "take up a friend’s challenge": [{ settings: {}, hash: `?board=${NEAR}&beat=4` }, async (page) => {
    assert.match(await text(page, "challenge"), /^A challenge: 4 moves or fewer/);
    await solve(page);
    assert.match(await text(page, "challenge"), /2 fewer than the 4 to beat/);
  }],
  "send a board to a friend": [{ ...NEW, ...CLIPBOARD, ...PHONE }, async (page) => {
    await press(page, "Copy link");
    await until(page, () => /^Link copied/.test(document.getElementById("status").textContent));
    assert.match(await copied(page), /\?daily=\d{4}-\d\d-\d\d&size=3x3$/);
  }],
  "learn what was wrong": [{ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
    for (const key of ["ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await solve(page);
    await press(page, "Learn from your mistakes");
    await page.keyboard.press("ArrowLeft");
    assert.match(await text(page, "lesson-text"), /^Right/);
    await press(page, "Back to the result");
    await headline(page, "Solved");
  }],
  "show a class A*, within four seconds": [NEW, async (page) => {
    await page.getByRole("tab", { name: "Learn" }).click();
    await press(page, "4 A* with Manhattan");
    await press(page, "Run both");
    await until(page, () => document.getElementById("clock-last").disabled && document.getElementById("clock").max > 1);
    assert.match(await text(page, "learn-status"), /^A\* with misplaced tiles looked at [\d,]+ boards, with Manhattan at [\d,]+\./);
  }],
  "hear the page in order": [{ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
    const tree = await page.locator("body").ariaSnapshot();
    const order = ["tilebase", "Size", "Level", "grid", "How far?", "Copy link", "Slide 1 to 8", "For developers"];
    const places = order.map((name) => tree.indexOf(name));
    assert.ok(places.every((place, at) => place > (places[at - 1] ?? -1)), `${places}`);
    await page.getByRole("button", { name: "7", exact: true }).dispatchEvent("click");
    await until(page, () => document.getElementById("status").textContent === "7 moved left");
  }],
  "play a board of a spreadsheet": [NEW, async (page) => {
    await paste(page, "1\t2\t3\n4\t5\t6\n7\t\t8");
    await shows(page, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
  }],
  "have it dark": [NEW, async (page) => {
    await press(page, "Settings");
    await page.getByRole("combobox", { name: "Colours" }).selectOption({ label: "dark" });
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  }],
  "have a picture on the tiles, on a phone": [{ ...NEW, ...PHONE }, async (page) => {
    await press(page, "Settings");
    await page.getByRole("combobox", { name: "Tiles" }).selectOption({ label: "Picture: hills" });
    assert.ok(await page.locator(".pictured #board").count());
  }],
  "see how good one is": [{ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
    await solve(page);
    assert.equal(await text(page, "stats-line"), "1 game, 1 perfect.");
  }],
  "put a board into another page": [{ settings: {}, hash: `?embed=1&board=${NEAR}`, viewport: { width: 800, height: 480 } }, async (page) => {
    await headline(page, "2 moves to go");
    assert.ok(!(await button(page, "How far?").isVisible()));
  }],
};

for (const [task, [options, go]] of Object.entries(TASKS)) it(task, () => withPage(options, go));
