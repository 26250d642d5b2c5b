// A visit of thirty jobs, from the first look to the link that is sent to a friend.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, it } from "node:test";
import {
  boardOf,
  headline,
  keysOf,
  paste,
  reload,
  setting,
  shows,
  solved,
  start,
  stop,
  until,
} from "./browser.mjs";

const PAGE = new URL("../dist/tilebase.html", import.meta.url);
const DAY = "2026-11-22";
const FIVE = [
  17, 1, 20, 9, 16, 2, 22, 19, 14, 5, 15, 21, 0, 3, 24, 23, 18, 13, 12, 7, 10, 8, 6, 4, 11,
];

let page;
const wrong = [];
const text = (id) => page.locator(`#${id}`).textContent();
const click = (selector) => page.locator(selector).click();
const isShown = (id) => page.locator(`#${id}`).isVisible();
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const says = (pattern) =>
  until(
    page,
    (source) => new RegExp(source).test(document.getElementById("status").textContent),
    pattern,
  );
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const solve = async () => {
  await press(...(await keysOf(page)));
  await solved(page);
};
const goTo = (hash) => page.evaluate((address) => (location.hash = address), hash);

before(async () => {
  const context = await (
    await start()
  ).newContext({
    offline: true,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await page.goto(PAGE.href);
  await page.locator("html[data-ready]").waitFor();
});
after(async () => {
  await stop();
  assert.deepEqual(wrong, []);
});

it("1. reads in one sentence what this is", async () => {
  const tagline = await page.locator(".tagline").textContent();
  assert.equal(tagline, "The sliding puzzle that knows the shortest way.");
});
it("2. knows what to do, and is told no answer", async () => {
  await headline(page, "Slide 1 to 8 into order");
  assert.ok(!(await page.locator("#answers").isChecked()));
  assert.equal(await page.locator(".tile.best").count(), 0);
});
it("3. sees a board that is the largest thing, and all controls", async () => {
  const box = await page.locator("#board").boundingBox();
  const card = await page.locator("#verdict").boundingBox();
  assert.ok(box.width * box.height > 1.5 * card.width * card.height);
  assert.ok(box.height > 480);
  for (const id of ["hints", "counter", "shuffle"]) {
    const { y, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(y + height <= 800, id);
  }
});
it("4. moves a tile by key, wherever the focus is", async () => {
  // The first visit of a day begins with its board.
  assert.match(await text("day-name"), /^Today’s 3×3\. Par \d+\.$/);
  await goTo("#board=2,3,4,1,5,0,7,6,8");
  await shows(page, [2, 3, 4, 1, 5, 0, 7, 6, 8]);
  await page.locator("#share").focus();
  await press("ArrowUp");
  assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 5, 8, 7, 6, 0]);
});
it("5. undoes it, and then nothing is left to undo", async () => {
  await press("z");
  assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
  assert.ok(await page.locator("#back").isDisabled());
});
it("6. asks how far it is", async () => {
  await click('[data-stage="1"]');
  await headline(page, "19 moves to go");
  assert.equal(await page.locator(".tile.best").count(), 0);
});
it("7. asks which tile, and then for the whole way, by key", async () => {
  await press("h");
  assert.equal(await page.locator(".tile.best").count(), 3);
  await press("h");
  assert.ok(await isShown("solution-box"));
});
it("8. reads the standing on one scale", async () => {
  assert.match(await text("standing"), /^19 moves: medium \(13 to 20\)\./);
});
it("9. lets the page play after an undo", async () => {
  await press("ArrowUp", "ArrowDown", "z");
  // The hint ended with the move that was not best.
  assert.ok(!(await isShown("solution-box")));
  await click('[data-stage="3"]');
  await setting(page, "pace").fill("12");
  await click("#play");
  await headline(page, "Solved");
  assert.match(await text("counter"), /^19 moves/);
});
it("10. copies a solution, and pastes it in that notation", async () => {
  await press("Home");
  await headline(page, "19 moves to go");
  await click("#copy-solution");
  await says("Solution copied");
  const copied = await clipboard();
  assert.match(copied, /^[ULDR\d]+$/);
  await paste(page, copied);
  await headline(page, "Solved");
  assert.ok(!(await isShown("setup")));
});
it("11. is told which pasted move cannot be made", async () => {
  await press("Home");
  await until(page, () => document.getElementById("headline").textContent !== "Solved");
  await paste(page, "uu");
  await says("^Move 2, “U”, cannot be made here\\.$");
});
it("12. pastes a board, and gets it", async () => {
  await paste(page, "1 2 3 / 4 5 6 / x 7 8");
  assert.deepEqual(await boardOf(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
});
it("13. pastes nonsense with the focus on the board: once, with its own error", async () => {
  await page.evaluate(() => navigator.clipboard.writeText("nonsense"));
  await page.locator("#board").focus();
  await press("Control+v");
  assert.equal(await page.locator("#setup-text").inputValue(), "nonsense");
  assert.match(await text("setup-error"), /“nonsense”|“n”/);
  assert.ok(!(await isShown("verdict")));
});
it("14. types six tiles, and chooses their size", async () => {
  await page.locator("#setup-text").fill("1 2 3 4 0 5");
  await page.locator("#setup-sizes button").first().waitFor();
  assert.deepEqual(await page.locator("#setup-sizes button").allTextContents(), [
    "As 2 × 3",
    "As 3 × 2",
  ]);
  await page.locator("#setup-sizes button").first().click();
  await until(page, () => document.getElementById("size").value === "2x3");
  await click("#setup-done");
});
it("15. meets a board without solution, and mends it", async () => {
  await goTo("#board=1,2,3,4,5,6,8,7,0");
  await headline(page, "No solution");
  assert.equal(await text("explain"), "It cannot be solved. Swap 8 and 7, and it can.");
  assert.equal(await page.locator(".tile.wrong").count(), 2);
  await click("#mend");
  await headline(page, "Solved");
});
it("16. changes the size: first a look, then the board", async () => {
  const first = await page.evaluate(() => {
    const size = document.getElementById("size");
    size.value = "4x4";
    size.dispatchEvent(new Event("change"));
    return document.getElementById("headline").textContent;
  });
  assert.equal(first, "Looking for a board …");
  await headline(page, "Slide 1 to 15 into order");
  await click('[data-stage="1"]');
  // On the ladder, one begins with a near one.
  await headline(page, "15 moves to go");
});
it("17. takes an easy one", async () => {
  await page.locator("#level").selectOption("easy");
  await until(page, () => document.getElementById("headline").textContent.startsWith("Slide"));
  await click('[data-stage="1"]');
  await until(page, () => /easy \(20 or less\)/.test(document.getElementById("standing").textContent));
});
it("18. plays the daily board without hints, and solves it", async () => {
  await page.clock.setFixedTime(new Date(`${DAY}T12:00:00`));
  await page.locator("#size").selectOption("3x3");
  await until(page, () => document.getElementById("board").ariaRowCount === "3");
  await click("#daily");
  await until(page, () => /No\. 22/.test(document.getElementById("day").textContent));
  await solve();
});
it("19. sees the ending: moves, the least, what was wasted, the time", async () => {
  const names = await page.locator("#result dt").allTextContents();
  assert.deepEqual(names, ["moves", "par", "wasted", "time"]);
  const [moves, least, wasted] = await page.locator("#result dd").allTextContents();
  assert.deepEqual([least, wasted], [moves, "0"]);
});
it("20. copies the result", async () => {
  await click("#copy-result");
  await says("Result copied");
  assert.match(await clipboard(), /^tilebase daily 2026-11-22, 3×3: par ★\n\d+ moves, the fewest possible/);
});
it("21. saves it as a picture with a curve", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), click("#save-result")]);
  const png = await readFile(await download.path());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  assert.ok(png.length > 20_000);
});
it("22. watches the own moves beside the best", async () => {
  await click("#compare");
  await until(page, () => document.querySelectorAll("#replay figure").length === 2);
  const captions = await page.locator("#replay figcaption").allTextContents();
  assert.match(captions[0], /^You \d+ of \d+$/);
  assert.match(captions[1], /^Best \d+ of \d+$/);
});
it("23. comes back the next day, and has two days in a row", async () => {
  await page.clock.setFixedTime(new Date("2026-11-23T12:00:00"));
  await click("#daily");
  await until(page, () => /No\. 23/.test(document.getElementById("day").textContent));
  await solve();
  assert.match(await text("day"), /2 days in a row/);
});
it("24. goes on to the next board", async () => {
  await click("#next-board");
  await headline(page, "Slide 1 to 8 into order");
  assert.match(await text("counter"), /^0 moves/);
});
it("25. loads the page again in the middle of a game", async () => {
  await goTo("#board=2,3,4,1,5,0,7,6,8");
  await shows(page, [2, 3, 4, 1, 5, 0, 7, 6, 8]);
  await press("ArrowDown", "ArrowUp", "ArrowRight", "z");
  await until(page, () => location.hash.endsWith("&moves=ud"));
  const before = await boardOf(page);
  await reload(page);
  assert.deepEqual(await boardOf(page), before);
  assert.match(await text("counter"), /^2 moves/);
  await press("y");
  assert.match(await text("counter"), /^3 moves/);
});
it("26. sends a link to the board, without the moves", async () => {
  await click("#share");
  await says("^Link copied: this board from its start$");
  const link = await clipboard();
  assert.match(link, /\?board=2,3,4,1,5,0,7,6,8&goal=[\d,]+$/);
  const theirs = await (await start()).newContext();
  const friend = await theirs.newPage();
  await friend.goto(link);
  await friend.locator("html[data-ready]").waitFor();
  assert.deepEqual(await boardOf(friend), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
  await theirs.close();
});
it("27. asks for everything of a board of 5x5, and gets two bounds and a band", async () => {
  await goTo(`#board=${FIVE}`);
  await headline(page, "Slide 1 to 24 into order");
  await setting(page, "answers").check();
  await until(page, () => /^\d+–\d+ moves/.test(document.getElementById("headline").textContent));
  await click("#step");
  await page.locator("#curve .curve-band").waitFor({ state: "attached" });
  await setting(page, "answers").uncheck();
});
it("28. learns: guesses, runs, and is told how good the guess was", async () => {
  await click("#tab-learn");
  await page.locator("#guess-number").fill("500");
  await click("#run");
  await until(page, () =>
    /You guessed 500: 64 times too few, 0 points of 3\.$/.test(document.getElementById("learn-status").textContent),
  );
  await click("#tab-play");
});
it("29. moves tiles by name, as voice control does", async () => {
  await goTo("#board=1,2,3,4,5,6,7,0,8");
  await until(page, () => location.hash.startsWith("#board=1,2,3,4,5,6,7,0,8"));
  await page.getByRole("button", { name: "8", exact: true }).dispatchEvent("click");
  await headline(page, "Solved");
});
it("30. puts the page into another, which asks as slidysim does", async () => {
  const files = { "/tilebase.html": PAGE, "/": new URL("../example.html", import.meta.url) };
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(await readFile(files[request.url.split("?")[0]] ?? files["/"]));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const context = await (await start()).newContext();
  try {
    const host = await context.newPage();
    await host.goto(`http://127.0.0.1:${server.address().port}/`);
    await host.frameLocator("iframe").locator("html[data-ready]").waitFor();
    await until(host, () => {
      document.getElementById("slidysim").click();
      return /^[ULDR]{20,}$/.test(document.getElementById("reply").textContent);
    });
    const way = await host.locator("#reply").textContent();
    const shown = await host.frameLocator("iframe").locator("#headline").textContent();
    assert.equal(shown, `${way.length} moves to go`);
    await host.locator("#ask").click();
    await until(host, () => /^19 moves/.test(document.getElementById("reply").textContent));
  } finally {
    await context.close();
    server.close();
  }
});
