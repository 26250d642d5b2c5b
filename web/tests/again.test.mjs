// What somebody comes back for: today's board, the calendar, statistics, lessons, the ladder.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import {
  NEAR,
  PHONE,
  another,
  boardOf,
  focused,
  frames,
  headline,
  hidden,
  keysOf,
  press,
  reload,
  shows,
  solve,
  solved,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

const DAILY = [5, 7, 6, 8, 4, 3, 1, 2, 0];
const at = (page, time) => page.clock.setFixedTime(new Date(time));
const again = async (page, address) => {
  await page.goto(address);
  await page.locator("html[data-ready]").waitFor();
};

describe("the first visit of a day", () => {
  it("shows today’s board with the time until the next, and Back the game before", () =>
    withPage({ settings: {}, isFirst: true }, async (page) => {
      const address = page.url().replace(/[?#].*/, "");
      assert.match(await text(page, "day-name"), /^Today’s 3×3\. Par \d+\.$/);
      assert.match(await text(page, "day-next"), /^No\. \d+\. The next board comes in \d+ /);
      assert.match(await page.evaluate(() => location.hash), /^#daily=\d{4}-\d\d-\d\d&size=3x3$/);
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,0,7,8"));
      await shows(page, NEAR);
      await press(page, "ArrowLeft");
      await until(page, () => Object.values(localStorage).some((kept) => /"moves":"r"/.test(kept)));
      // A second visit of the same day goes on.
      const other = await page.context().newPage();
      await again(other, address);
      assert.deepEqual(await boardOf(other), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
      await other.evaluate(() => localStorage.setItem("tilebase-visited", "2026-11-02"));
      const next = await page.context().newPage();
      await again(next, address);
      assert.match(await text(next, "day-name"), /^Today’s 3×3\./);
      await next.goBack();
      await shows(next, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    }));
});

describe("the calendar", () => {
  it("marks the days that were solved, past ones too, and keeps the marks", () =>
    withPage({ settings: {} }, async (page) => {
      await at(page, "2026-12-20T12:00:00");
      await page.locator("#daily").click();
      await page.locator("#day summary").click();
      const day = (date) => page.locator(`#calendar [data-date="${date}"]`);
      assert.equal(await page.locator("#calendar [data-date]").count(), 28);
      await page.locator('#calendar [data-by="-1"]').click();
      await day("2026-11-22").click();
      await shows(page, DAILY);
      await solve(page);
      assert.match(await day("2026-11-22").getAttribute("title"), /^2026-11-22, 3 × 3 perfect$/);
      await reload(page);
      await page.locator("#day summary").click();
      await page.locator('#calendar [data-by="-1"]').click();
      assert.match(await day("2026-11-22").textContent(), /★ perfect/);
      // With two moves too many it is solved.
      await day("2026-11-21").click();
      await until(page, () => location.hash.startsWith("#daily=2026-11-21"));
      const [first, ...rest] = await keysOf(page);
      const back = { ArrowUp: "ArrowDown", ArrowDown: "ArrowUp", ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
      await press(page, first, back[first], first, ...rest);
      await headline(page, "Solved: +2");
      assert.match(await day("2026-11-21").getAttribute("title"), /solved$/);
      // Neither counts for days in a row.
      assert.equal(await page.evaluate(() => localStorage.getItem("tilebase-daily")), null);
    }));
});

describe("statistics", () => {
  it("count the games, and are saved and deleted", () =>
    withPage({ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
      assert.ok(await hidden(page, "stats-card"));
      for (let game = 0; game < 6; game += 1) {
        await page.evaluate((board) => (location.hash = `#board=${board}`), NEAR);
        await shows(page, NEAR);
        if (game === 0) await press(page, "ArrowDown", "ArrowUp");
        await press(page, "ArrowLeft", "ArrowLeft");
        await headline(page, "Solved");
        await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,0,7,8,6"));
        await shows(page, [1, 2, 3, 4, 5, 0, 7, 8, 6]);
      }
      assert.equal(await text(page, "stats-line"), "6 games, 5 perfect.");
      await page.locator("#stats-card summary").click();
      const cells = await page.locator("#stats tr").nth(1).locator("td, th").allTextContents();
      assert.deepEqual(cells.slice(0, 4), ["3 × 3", "6", "5", "0.3"]);
      assert.match(cells.slice(4).join(" "), /^0:0\d\.\d 0:0\d\.\d –$/);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#stats-save").click(),
      ]);
      const games = JSON.parse(await readFile(await download.path(), "utf8"));
      assert.deepEqual(games.map(({ moves, least }) => [moves, least]), [[4, 2], ...Array(5).fill([2, 2])]);
      await page.locator("#stats-delete").click();
      await page.locator("#stats-sure").click();
      assert.ok(await hidden(page, "stats-card"));
    }));

  it("do not count what the page played, nor a link", () =>
    withPage({ hash: `#board=${NEAR}&moves=rr` }, async (page) => {
      await headline(page, "A game of 2 moves");
      await page.locator("#watch-end").click();
      await page.locator("#answers").evaluate((it) => it.click());
      await page.locator("#last").click();
      await headline(page, "Solved");
      assert.ok(await hidden(page, "stats-card"));
    }));
});

describe("a lesson", () => {
  it("asks for a better move of each mistake, and leaves the game as it was", () =>
    withPage({ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#mend-mistakes").click();
      assert.equal(await text(page, "lesson-text"), "Mistake 1 of 2: 4 down wasted 2 moves. Find a better move.");
      assert.deepEqual(await boardOf(page), NEAR);
      assert.equal(await page.locator(".tile.best").count(), 0);
      await press(page, "ArrowDown", "h", "z", "Home", " ");
      assert.equal(await text(page, "lesson-text"), "4 down wastes moves, too. Try another.");
      await press(page, "ArrowLeft");
      assert.equal(await text(page, "lesson-text"), "Right: 7 left is best here.");
      assert.deepEqual(await boardOf(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
      assert.equal(await focused(page), "lesson-next");
      await until(page, () => /^Right/.test(document.getElementById("status").textContent));
      await page.keyboard.press("Enter");
      assert.match(await text(page, "lesson-text"), /^Mistake 2 of 2: 7 right wasted 2 moves/);
      await page.locator("#lesson-show").click();
      assert.match(await text(page, "lesson-text"), /^Right: 8 left/);
      await page.locator("#lesson-next").click();
      assert.ok(await hidden(page, "lesson"));
      await headline(page, "Solved");
      assert.match(await text(page, "counter"), /^6 moves/);
    }));

  it("ends when the game is left", () =>
    withPage({ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#mend-mistakes").click();
      await press(page, "n");
      await until(page, () => document.getElementById("lesson").hidden);
      assert.ok(!(await hidden(page, "verdict")));
    }));
});

describe("the ladder", () => {
  it("rises by a perfect game, and stays", () =>
    withPage({ settings: {} }, async (page) => {
      const rung = () => page.locator("#level option").first().textContent();
      assert.equal(await rung(), "Ladder: 8");
      const before = await boardOf(page);
      await page.locator("#level").selectOption("ladder");
      await until(page, (old) => !location.hash.includes(`board=${old}`), before.join());
      await solve(page);
      assert.equal(await rung(), "Ladder: 9");
      await until(page, () => /You are at 9 moves now\.$/.test(document.getElementById("explain").textContent));
      await reload(page);
      assert.equal(await page.locator("#level").inputValue(), "ladder");
      await page.locator("#shuffle").click();
      await headline(page, "Slide 1 to 8 into order");
      await page.locator('#hints [data-stage="1"]').click();
      await headline(page, "9 moves to go");
      // With help, it does not rise.
      await solve(page);
      assert.equal(await rung(), "Ladder: 9");
    }));

  it("is what new boards of a first visit are on, where it is", () =>
    withPage({ settings: {}, isFirst: true }, async (page) => {
      const level = () => page.locator("#level").inputValue();
      assert.equal(await level(), "ladder");
      await page.locator("#size").selectOption("5x5");
      await headline(page, "Slide 1 to 24 into order");
      assert.equal(await level(), "medium");
      await page.locator("#size").selectOption("3x3");
      await headline(page, "Slide 1 to 8 into order");
      assert.equal(await level(), "ladder");
      await page.locator('#hints [data-stage="1"]').click();
      await headline(page, "8 moves to go");
    }));
});

describe("the levels", () => {
  it("are easy on large boards, too, and drawn anew; and squares come first", () =>
    withPage({ settings: { level: "easy" } }, async (page) => {
      const sizes = await page.locator("#size > option").evaluateAll((all) => all.map(({ value }) => value));
      assert.deepEqual(sizes.slice(0, 4), ["3x3", "4x4", "5x5", "6x6"]);
      assert.ok(sizes.every((size) => size[0] === size.at(-1) || size === "10x10"));
      assert.equal(await page.locator("#size optgroup").getAttribute("label"), "More sizes");
      for (const size of ["6x6", "8x8"]) {
        const seen = new Set();
        await page.locator("#size").selectOption(size);
        for (let draw = 0; draw < 4; draw += 1) {
          await headline(page, `Slide 1 to ${size.split("x")[0] ** 2 - 1} into order`);
          const board = await boardOf(page);
          seen.add(board.join());
          const { best } = await page.evaluate((it) => window.tilebase.hint(it), board);
          assert.ok(best.length <= 20, `${size}: ${best.length}`);
          await page.locator("#shuffle").click();
          await another(page, board);
        }
        assert.equal(seen.size, 4);
      }
      await page.locator("#level").selectOption("hard");
      assert.equal(await text(page, "distance-value"), "any difficulty");
    }));
});

it("a perfect game is celebrated, and no other", () =>
  withPage({ settings: {}, hash: `#board=${NEAR}` }, async (page) => {
    const isPerfect = () => page.locator(".play.perfect").count();
    await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
    await headline(page, "Solved");
    assert.equal(await isPerfect(), 0);
    await page.locator("#first").click();
    await press(page, "ArrowLeft", "ArrowLeft");
    await headline(page, "Solved");
    assert.equal(await isPerfect(), 1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const moves = await page.locator("#board").evaluate((board) => getComputedStyle(board).animationName);
    assert.equal(moves, "none");
  }));

describe("on a phone", () => {
  it("has the board, hints and the link on the first screen, and settings behind a gear", () =>
    withPage({ ...PHONE, settings: {} }, async (page) => {
      for (const id of ["board", "hints", "share", "counter", "headline"]) {
        const { y, height } = await page.locator(`#${id}`).boundingBox();
        assert.ok(y >= 0 && y + height <= 844, `${id} ${y} ${height}`);
      }
      assert.ok(await hidden(page, "look"));
      await page.locator("#gear").click();
      assert.ok(!(await hidden(page, "look")));
      assert.ok(await hidden(page, "convention"));
      await page.locator("#gear").click();
      assert.ok(await hidden(page, "look"));
    }));

  it("moves tiles under the finger, several at once", () =>
    withPage({ ...PHONE, hash: "#board=2,3,4,1,5,0,7,6,8&metric=multi" }, async (page) => {
      const client = await page.context().newCDPSession(page);
      const { x, y, width, height } = await page.locator("[data-tile='1']").boundingBox();
      const touch = (type, dx) =>
        client.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2 + dx, y: y + height / 2 }],
        });
      await touch("touchStart", 0);
      await touch("touchMove", width / 4);
      await touch("touchMove", width / 2);
      await frames(page);
      const moved = (tile) =>
        page.locator(`[data-tile='${tile}']`).evaluate((one) => Number(one.style.getPropertyValue("--x")));
      // Both follow, half a cell.
      assert.ok(Math.abs((await moved(1)) - 0.5) < 0.1 && Math.abs((await moved(5)) - 1.5) < 0.1);
      await touch("touchMove", width);
      await touch("touchEnd", 0);
      await until(page, () => /^1 move/.test(document.getElementById("counter").textContent));
      assert.deepEqual(await boardOf(page), [2, 3, 4, 0, 1, 5, 7, 6, 8]);
    }));
});
