// What was wrong once: two meanings of one link, announcements, endings, pastes, tabs, held tiles.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import {
  CLIPBOARD,
  NEAR,
  START,
  boardOf,
  copied,
  frames,
  headline,
  hidden,
  keysOf,
  open,
  paste,
  press,
  reload,
  says,
  setting,
  shows,
  solved,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

/** One of the hardest boards of 4x4: its search takes long. */
const HARD = "#board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";
const FIVE = "#board=17,1,20,9,16,2,22,19,14,5,15,21,0,3,24,23,18,13,12,7,10,8,6,4,11";
const where = (page) => page.evaluate(() => location.search + location.hash);
/** Everything that is announced from now on. */
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    const status = document.getElementById("status");
    new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {
      childList: true,
    });
  });
const heard = (page) => page.evaluate(() => window.heard.filter(Boolean));

describe("a link that is shared", () => {
  it("has no move of a daily board", () =>
    withPage({ ...CLIPBOARD, hash: "#daily=2026-11-22" }, async (page) => {
      await press(page, ...(await keysOf(page)));
      await solved(page);
      await page.locator("#share").click();
      await says(page, "^Link copied: this board from its start$");
      assert.match(await copied(page), /tilebase\.html\?daily=2026-11-22&size=3x3$/);
    }));

  it("is a challenge, which is played against its number", () =>
    withPage({ ...CLIPBOARD, hash: `?board=${NEAR}` }, async (page) => {
      assert.ok(await hidden(page, "challenge"));
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#share").click();
      await says(page, "with 4 moves to beat$");
      await page.goto(await copied(page));
      await page.locator("html[data-ready]").waitFor();
      assert.deepEqual(await boardOf(page), NEAR);
      // Nothing is given away.
      assert.match(await text(page, "challenge"), /4 moves or fewer/);
      await headline(page, "Slide 1 to 8 into order");
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.match(await text(page, "challenge"), /you took 2 fewer than the 4 to beat/);
      // The address goes on to say so.
      await until(page, () => /&beat=4&moves=rr$/.test(location.search));
    }));

  for (const beat of ["0", "-1", "x", "1e9", "99999999"])
    it(`is refused with the number ${beat}`, () =>
      withPage({ hash: `?board=${NEAR}&beat=${beat}` }, async (page) => {
        assert.match(await text(page, "complaint"), /The number of moves to beat is “/);
      }));
});

describe("the address", () => {
  for (const [from, to] of [
    ["?board=2,3,4,1,5,0,7,6,8", "?board=2,3,4,1,5,0,7,6,8&goal=1,2,3,4,5,6,7,8,0&moves=u"],
    ["?origin=x&board=2,3,4,1,5,0,7,6,8", "?origin=x&board=2,3,4,1,5,0,7,6,8&goal=1,2,3,4,5,6,7,8,0&moves=u"],
    ["?daily=2026-11-22", "?daily=2026-11-22&size=3x3"],
    ["#board=2,3,4,1,5,0,7,6,8", "#board=2,3,4,1,5,0,7,6,8&goal=1,2,3,4,5,6,7,8,0&moves=u"],
    ["?origin=x", "?origin=x#board=2,3,4,1,5,0,7,6,8&goal=1,2,3,4,5,6,7,8,0&moves=u"],
  ])
    it(`is written where it was read: ${from}`, () =>
      withPage({ hash: from }, async (page) => {
        await press(page, "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "ArrowDown", "z", "z");
        await press(page, ...(from.includes("daily") ? [] : ["Home", "ArrowDown"]));
        await until(page, (wanted) => location.search + location.hash === wanted, to);
        // A new board is named alone.
        await page.locator("#shuffle").click();
        await until(page, (old) => location.search + location.hash !== old, to);
        const address = await where(page);
        assert.equal(address.split("board=").length, 2);
        assert.ok(!address.includes("daily"));
        assert.equal(address.includes("#"), from.includes("#") || from === "?origin=x");
        const board = await boardOf(page);
        await reload(page);
        assert.deepEqual(await boardOf(page), board);
      }));

  it("names one board after another was entered", () =>
    withPage({ hash: "?board=2,3,4,1,5,0,7,6,8" }, async (page) => {
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,0,7,8"));
      await shows(page, NEAR);
      await until(page, () => location.search === "" && location.hash.startsWith("#board=1,2,3"));
    }));
});

describe("what is announced", () => {
  it("follows a search, and begins with no ellipsis", () =>
    withPage({ hash: HARD, settings: {} }, async (page) => {
      await listen(page);
      await page.locator('#hints [data-stage="1"]').click();
      await until(page, () => window.heard.some((one) => /^7\d or more moves to go/.test(one)));
      const all = await heard(page);
      assert.ok(all.every((one) => !one.startsWith("…")), all.join("|"));
      // What it says in the end is what is shown.
      await page.locator("#stop").click();
      await says(page, "The search was stopped");
    }));

  it("waits between two announcements of a search", () =>
    withPage({ hash: FIVE }, async (page) => {
      await page.evaluate(() => {
        window.times = [];
        new MutationObserver(() => window.times.push(performance.now())).observe(
          document.getElementById("status"),
          { childList: true },
        );
      });
      await until(page, () => window.times.length >= 2);
      const times = await page.evaluate(() => window.times);
      for (let at = 1; at < times.length; at += 1) assert.ok(times[at] - times[at - 1] > 3000, `${times}`);
    }));

  it("is something else for each hint, and the whole way for the last", () =>
    withPage({ settings: {} }, async (page) => {
      const after = async (stage) => {
        await page.locator(`#hints [data-stage="${stage}"]`).click();
        return text(page, "status");
      };
      assert.equal(await after(1), "19 moves to go");
      assert.equal(await after(2), "19 moves to go. Best: slide 8, 5 or 4. 8 makes room for 6.");
      const way = await after(3);
      assert.match(way, /^19 moves to go\. Shortest solution: 8 up, 6 right, /);
      assert.equal(way.split(", ").length, 19);
      assert.equal(await after(3), "Hints hidden");
    }));

  it("has no move that nobody made", () =>
    withPage({ hash: "#board=2,3,4,1,5,0,7,6,8&moves=dlu", reducedMotion: "reduce" }, async (page) => {
      await says(page, "^A game of 3 moves\\. Watch it, or try the board yourself\\.$");
      await page.locator("#watch-play").click();
      await says(page, "^Move 3 of 3; a game of 3 moves");
    }));
});

describe("an ending", () => {
  it("goes on after a solution that was played", () =>
    withPage({ hash: `#board=${NEAR}` }, async (page) => {
      await page.locator("#last").click();
      await headline(page, "Solved");
      assert.ok(await page.locator("#next-board").isVisible());
      // The card ends where its last part does.
      const room = await page.locator("#verdict").evaluate((card) => {
        const parts = [...card.children].filter((part) => part.checkVisibility());
        return card.getBoundingClientRect().bottom - Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
      });
      assert.ok(room < 90, `${room}`);
      await page.locator("#retry").click();
      await headline(page, "Slide 1 to 8 into order");
      assert.deepEqual(await boardOf(page), NEAR);
      assert.ok(await page.locator("#last").isDisabled());
    }));

  it("of setting up comes with Enter, once the text is right", () =>
    withPage({}, async (page) => {
      await page.locator("#setup-open").click();
      await page.locator("#setup-text").fill("1 2 3");
      await page.keyboard.press("Enter");
      assert.ok(!(await hidden(page, "setup")));
      await page.locator("#setup-text").fill("1 2 3 4 5 6 7 x 8");
      await page.keyboard.press("Enter");
      assert.ok(await hidden(page, "setup"));
      assert.deepEqual(await boardOf(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    }));

  it("of a search that found nothing has no chart", () =>
    withPage({ hash: HARD }, async (page) => {
      await page.locator("#stop").click();
      await says(page, "stopped");
      assert.ok(await hidden(page, "curve"));
      assert.ok(await hidden(page, "way-card"));
    }));

  it("of one search says nothing of two", () =>
    withPage({}, async (page) => {
      await page.locator("#tab-learn").click();
      assert.ok(await hidden(page, "race"));
      await page.locator('[data-scene="1"]').click();
      assert.ok(!(await hidden(page, "race")));
    }));
});

describe("what is pasted", () => {
  const BOARD = [1, 2, 3, 4, 5, 6, 7, 0, 8];
  for (const [what, board] of Object.entries({
    "a spreadsheet with an empty cell": "1\t2\t3\n4\t5\t6\n7\t\t8",
    "a drawn frame": "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n| 7 |   | 8 |\n+---+---+---+",
    "nested lists": "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]",
    code: "board = [[1, 2, 3],\n         [4, 5, 6],\n         [7, 0, 8]]",
  }))
    it(`may be ${what}, on the page and in its field`, () =>
      withPage(CLIPBOARD, async (page) => {
        await paste(page, board);
        assert.deepEqual(await boardOf(page), BOARD);
        await page.evaluate((to) => navigator.clipboard.writeText(to), board);
        await page.evaluate(() => (location.hash = "#board=2,3,4,1,5,0,7,6,8"));
        await shows(page, START);
        await page.locator("#setup-open").click();
        await page.locator("#setup-text").press("Control+a");
        await page.keyboard.press("Control+v");
        await shows(page, BOARD);
      }));

  for (const moves of ["left, up", "← ↑", '["L", "U"]', "⬅️⬆️"])
    it(`may be moves: ${moves}`, () =>
      withPage({}, async (page) => {
        await paste(page, moves);
        assert.deepEqual(await boardOf(page), [2, 0, 4, 1, 3, 5, 7, 6, 8]);
      }));

  for (const [what, copied] of Object.entries({
    "JSON with other fields": '{"distance": 1, "board": "1 2 3 4 5 6 7 x 8"}',
    "a reply of the module": '{\n  "board": { "size": "3x3", "cells": [1, 2, 3, 4, 5, 6, 7, 0, 8] }\n}',
    "a link": "https://example.org/tilebase.html?embed=1&board=1,2,3,4,5,6,7,0,8&beat=1",
    "a result": "tilebase 3×3\n1 move, the fewest possible\n🟩\nBoard 1 2 3 / 4 5 6 / 7 x 8",
    "a table of LaTeX": "1 & 2 & 3 \\\\\n4 & 5 & 6 \\\\\n7 & 0 & 8 \\\\",
    "keycaps": "1️⃣2️⃣3️⃣\n4️⃣5️⃣6️⃣\n7️⃣⬛8️⃣",
    "semicolons": "1;2;3\n4;5;6\n7;0;8",
  }))
    it(`may be ${what}`, () =>
      withPage({}, async (page) => {
        await paste(page, copied);
        await shows(page, BOARD);
      }));

  // The first may be what a path of boards leads to, so nothing is said of it as moves.
  for (const [board, why, asMoves] of [
    ["1 2 3 4 5 6 7 -1 8", "seems to be the blank", null],
    ["5 2 3 4 5 6 7 0 8", "tile 5 is already in", "^As moves: Move \\d, .* cannot be made here"],
  ])
    it(`is a board rather than moves: ${board}`, () =>
      withPage({}, async (page) => {
        await paste(page, board);
        assert.match(await text(page, "setup-error"), new RegExp(why));
        if (asMoves) await says(page, asMoves);
      }));

  it("is never ignored", () =>
    withPage({}, async (page) => {
      await paste(page, "  \n");
      await says(page, "^The clipboard has no text");
      await paste(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
      await says(page, "cannot be made here");
      for (const json of ['{"cells": 5}', '{"board": true}', '{"board": 0}']) await paste(page, json);
      await paste(page, "x".repeat(200_000));
      assert.match(await text(page, "setup-error"), /at most 100000 characters/);
      await page.locator("#setup-done").click();
      await page.evaluate(() => {
        const size = document.getElementById("size");
        size.value = "4x4";
        size.dispatchEvent(new Event("change"));
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", "left, up");
        document.body.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      });
      await says(page, "^A board is being looked for");
    }));

  it("is seen, in Learn, too", () =>
    withPage({}, async (page) => {
      await page.locator("#tab-learn").click();
      await paste(page, "1 2 3 4 5 6 7 0 8");
      assert.ok(await page.locator("#view-play").isVisible());
      assert.deepEqual(await boardOf(page), BOARD);
    }));

  it("takes back what was said of the paste before", () =>
    withPage({}, async (page) => {
      await paste(page, "1 2 3 4 5 0");
      assert.match(await text(page, "setup-error"), /make no square/);
      await page.locator("#setup-text").blur();
      await paste(page, "uu");
      await says(page, "cannot be made here");
      assert.equal(await text(page, "setup-error"), "");
      assert.equal(await page.locator("#setup-sizes button").count(), 0);
      await paste(page, "du");
      assert.equal(await page.locator("#status button").count(), 2);
      await paste(page, "no board");
      assert.equal(await page.locator("#status button").count(), 0);
      assert.match(await text(page, "setup-error"), /no/);
    }));
});

it("two tabs keep what both did", () =>
  withPage({ hash: "#daily=2026-11-22" }, async (page) => {
    const other = await open(page, "#board=1,2,3,4,5,6,0,7,8");
    const marks = (tab) => tab.evaluate(() => localStorage.getItem("tilebase-marks"));
    await press(page, ...(await keysOf(page)));
    await solved(page);
    await press(other, "ArrowLeft", "ArrowLeft");
    await headline(other, "Solved");
    // Both games are kept and counted, and the daily board is marked in the other tab at once.
    assert.deepEqual(JSON.parse(await marks(other)), { 22: { "3x3": 2 } });
    await other.waitForFunction(() => {
      const kept = (start) => localStorage.getItem(`tilebase-game:${start}`) ?? "";
      const daily = kept("daily=2026-11-22&size=3x3");
      const near = kept("board=1,2,3,4,5,6,0,7,8&goal=1,2,3,4,5,6,7,8,0");
      return daily.includes('"seconds"') && near.includes('"moves":"rr"');
    });
    await other.waitForFunction(() => /^2 games/.test(document.getElementById("stats-line").textContent));
    await page.waitForFunction(() => /^2 games/.test(document.getElementById("stats-line").textContent));
    // A tab in which nothing happens overwrites nothing when it is closed.
    await press(other, "n");
    await other.close();
    await reload(page);
    await solved(page);
  }));

it("keeps twelve games, and first those that were played", () =>
  withPage({ settings: {}, hash: "#board=2,3,4,1,5,0,7,6,8" }, async (page) => {
    await press(page, "ArrowDown");
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("tilebase-game:")));
    const isKept = (board) =>
      until(
        page,
        (start) => Object.keys(localStorage).some((name) => name.startsWith(`tilebase-game:board=${start}&`)),
        board.join(),
      );
    await isKept(START);
    for (let game = 0; game < 13; game += 1) {
      const before = await where(page);
      await page.locator("#shuffle").click();
      await until(page, (old) => location.search + location.hash !== old, before);
      await isKept(await boardOf(page));
    }
    const names = await kept();
    assert.equal(names.length, 12);
    assert.ok(names.some((name) => name.startsWith(`tilebase-game:board=${START}&`)));
  }));

describe("the metric of a daily board", () => {
  it("makes another game of it", () =>
    withPage({ hash: "#daily=2026-11-22" }, async (page) => {
      await press(page, "ArrowDown");
      await setting(page, "answers").check();
      await page.locator("#step").click();
      await setting(page, "metric").selectOption("multi");
      assert.ok(await hidden(page, "day"));
      await until(page, () => location.hash.startsWith("#board="));
    }));

  it("may be chosen before it is played", () =>
    withPage({ hash: "#daily=2026-11-22" }, async (page) => {
      await setting(page, "metric").selectOption("multi");
      await until(page, () => location.hash === "#daily=2026-11-22&size=3x3&metric=multi");
      assert.ok(!(await hidden(page, "day")));
    }));
});

describe("a tile that is held", () => {
  for (const [how, replace] of Object.entries({
    "a new board": (page) => page.keyboard.press("n"),
    "another size": (page) => page.evaluate(() => {
      const size = document.getElementById("size");
      size.value = "2x3";
      size.dispatchEvent(new Event("change"));
    }),
    "a pasted board": (page) => paste(page, "1 2 3 / 4 5 6 / x 7 8"),
  }))
    it(`moves nothing of ${how}`, () =>
      withPage({}, async (page) => {
        for (const tile of [8, 5, 4]) {
          await page.evaluate(() => (location.hash = "#board=2,3,4,1,5,0,7,6,8"));
          await shows(page, START);
          const { x, y, width, height } = await page.locator(`[data-tile='${tile}']`).boundingBox();
          await page.mouse.move(x + width / 2, y + height / 2);
          await page.mouse.down();
          await page.mouse.move(x + width / 2 + 9, y + height / 2 - 9);
          await replace(page);
          await until(page, () => !document.querySelector(".is-looking"));
          await until(page, (old) => document.querySelector("#board").ariaRowCount !== "3" || [...document.querySelectorAll("#board .cell")].some(({ textContent }, at) => (Number.parseInt(textContent, 10) || 0) !== old[at]), START);
          const board = await boardOf(page);
          await page.mouse.up();
          await frames(page);
          assert.deepEqual(await boardOf(page), board);
          assert.match(await text(page, "counter"), /^0 moves/);
          assert.equal(await page.locator(".tile.held").count(), 0);
          await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,7,0,8"));
          await shows(page, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
        }
      }));
});

it("a clock before the first daily board has the first one", () =>
  withPage({ clock: true }, async (page) => {
    await page.clock.setFixedTime(new Date("2019-01-01T12:00:00"));
    await page.locator("#daily").click();
    await until(page, () => /^No\. 1\b/.test(document.getElementById("day-next").textContent));
    await reload(page);
    assert.equal(await text(page, "complaint"), "");
    assert.match(await text(page, "day-next"), /^No\. 1\b/);
  }));
