// What is worth sharing: notations, the player's way, the daily board, the page in a frame.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, describe, it } from "node:test";
import {
  CLIPBOARD,
  START,
  boardOf,
  frames,
  headline,
  hidden,
  keysOf,
  paste,
  press,
  reload,
  setting,
  solved,
  start,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

// Those of 22 November 2026, a Sunday, with their pars. They must never change.
const DAILY = [5, 7, 6, 8, 4, 3, 1, 2, 0];
const LARGER = {
  "4x4": [55, [8, 3, 2, 6, 13, 1, 9, 10, 15, 12, 14, 7, 4, 11, 0, 5]],
  "5x5": [
    40,
    [6, 3, 7, 4, 5, 2, 0, 8, 9, 10, 1, 18, 23, 19, 14, 11, 12, 22, 13, 20, 16, 21, 17, 15, 24],
  ],
};
const chips = (page, id) => page.locator(`#${id} .chip`);
/** Waits until a game of this many moves is kept. */
const isKept = (page, moves) =>
  until(
    page,
    (count) =>
      Object.entries(localStorage).some(
        ([name, kept]) => name.startsWith("tilebase-game:") && JSON.parse(kept).moves.length === count,
      ),
    moves,
  );
const copied = async (page, id, said) => {
  await page.locator(`#${id}`).click();
  await until(page, (done) => document.getElementById("status").textContent === done, said);
  return page.evaluate(() => navigator.clipboard.readText());
};

const tilesOf = (page, moves) =>
  page.evaluate(
    ([way, board]) => window.tilebase.moves(way, board, { to: "tiles" }).moves,
    [moves, START],
  );

describe("the solution", () => {
  it("is written in the notation that was chosen, and stays so", () =>
    withPage(CLIPBOARD, async (page) => {
      assert.equal(await chips(page, "solution").count(), 19);
      const said = "Solution copied";
      assert.equal(await copied(page, "copy-solution", said), "URDLDR2U2LDLUR2DLUL");
      await page.locator("#notation").selectOption("blank");
      assert.equal(await copied(page, "copy-solution", said), "dlurullddrurdllurdr");
      await page.locator("#notation").selectOption("tiles");
      const tiles = "8 6 5 4 3 2 1 7 6 5 2 3 4 2 5 6 3 5 6";
      const found = (await copied(page, "copy-solution", said)).split(" ");
      assert.equal(found.length, tiles.split(" ").length);
      assert.deepEqual(await chips(page, "solution").allTextContents(), found);
      await reload(page);
      assert.equal(await page.locator("#notation").inputValue(), "tiles");
      assert.deepEqual(await chips(page, "solution").allTextContents(), found);
    }));

  it("has chips that lead to their boards, by mouse and by keyboard", () =>
    withPage({}, async (page) => {
      await chips(page, "solution").nth(4).click();
      await headline(page, "14 moves to go");
      // The chips stay where they are.
      assert.equal(await chips(page, "solution").count(), 19);
      assert.equal(await page.locator("#solution .chip.done").count(), 5);
      assert.equal(await page.locator("#solution [tabindex='0']").count(), 1);
      await page.locator("#solution [tabindex='0']").focus();
      await press(page, "ArrowRight", "ArrowRight", "Enter");
      await headline(page, "12 moves to go");
      await press(page, "Home", "Enter");
      await headline(page, "18 moves to go");
      assert.equal(await page.evaluate(() => document.activeElement.dataset.to), "1");
    }));
});

describe("the player’s way", () => {
  it("says what each move cost, and leads back to the mistakes", () =>
    withPage({}, async (page) => {
      // 8 up is best; down again, a mistake.
      await press(page, "ArrowUp", "ArrowDown");
      await headline(page, "19 moves to go");
      assert.equal(await text(page, "way-summary"), "2 moves, 1 mistake");
      assert.deepEqual(
        await chips(page, "way").evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)),
        ["1: 8 up, best", "2: 8 down, a mistake that costs 2"],
      );
      const mistake = page.locator("#mistakes button");
      assert.equal(await mistake.textContent(), "Move 2: 8 down +2");
      assert.match(await mistake.getAttribute("title"), /^Move 2: 8 down was a mistake\. Better: \d/);
      await mistake.click();
      await headline(page, "18 moves to go");
      await until(page, () => /Better:/.test(document.getElementById("status").textContent));
    }));

  it("judges several tiles at once", () =>
    withPage({}, async (page) => {
      await page.locator("[data-tile='1']").click();
      await until(page, () => document.querySelectorAll("#way .good, #way .mistake").length === 2);
    }));

  it("does not credit what the page plays", () =>
    withPage({ hash: "#board=1,2,3,4,5,6,0,7,8" }, async (page) => {
      await page.locator("#last").click();
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^Played for you in 2 moves/);
      assert.match(await text(page, "counter"), /^2 moves\s+2 played for you/);
      assert.ok(await hidden(page, "copy-result"));
      await page.locator("#first").click();
      await press(page, "ArrowLeft");
      await page.locator("#last").click();
      await until(page, () =>
        /^You took 2 moves, 1 of them played for you/.test(
          document.getElementById("explain").textContent,
        ),
      );
      assert.match(await text(page, "way-summary"), /^1 move, all best; 1 played for you/);
      await page.locator("#retry").click();
      await press(page, "ArrowLeft", "ArrowLeft");
      await until(page, () =>
        /^You took 2 moves: nobody can do it in fewer/.test(
          document.getElementById("explain").textContent,
        ),
      );
    }));

  it("ends with a result to copy and to save", () =>
    withPage({ ...CLIPBOARD, hash: "#board=1,2,3,4,5,6,0,7,8" }, async (page) => {
      assert.ok(await hidden(page, "copy-result"));
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^You took 4 moves\. 2 is the fewest\./);
      const lines = (await copied(page, "copy-result", "Result copied")).split("\n");
      assert.equal(lines[0], "tilebase 3×3");
      assert.equal(lines[1], "4 moves; 2 is the fewest");
      assert.match(lines[2], /^0:0\d\.\d, solution shown, 1 mistake$/);
      assert.equal(lines[3], "🟧🟩🟩🟩");
      assert.equal(lines[4], "Board 1 2 3 / 4 5 6 / x 7 8");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#save-result").click(),
      ]);
      assert.equal(download.suggestedFilename(), "tilebase.png");
      const png = await readFile(await download.path());
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
    }));

  it("is judged on 4x4, too", () =>
    withPage({ hash: "#board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15" }, async (page) => {
      // Fast, so that some boards are never searched.
      await press(page, "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowLeft");
      await headline(page, "Solved");
      await until(
        page,
        () => document.getElementById("way-summary").textContent === "5 moves, 2 mistakes",
      );
      assert.equal(await page.locator("#mistakes button").count(), 2);
    }));

  it("takes moves that are pasted, in any notation", () =>
    withPage({}, async (page) => {
      const way = "dlurullddrurdllurdr";
      for (const copied of [way, "URDLDR2U2LDLUR2DLUL", "8 ..."]) {
        await press(page, "Home");
        await paste(page, copied.startsWith("8") ? await tilesOf(page, way) : copied);
        await headline(page, "Solved");
        assert.match(await text(page, "way-summary"), /^19 moves, all best/);
        assert.ok(await hidden(page, "setup"));
      }
    }));

  it("asks which moves are meant, if they can be read in two ways", () =>
    withPage({}, async (page) => {
      await paste(page, "du");
      await until(page, () => /in two ways/.test(document.getElementById("status").textContent));
      const readings = page.locator("#status button");
      assert.deepEqual(await readings.allTextContents(), [
        "where the tile goes",
        "where the gap goes",
      ]);
      await readings.nth(1).click();
      await until(page, () => document.querySelectorAll("#way .chip").length === 2);
      assert.match(await chips(page, "way").first().getAttribute("aria-label"), /^1: 8 up/);
    }));

  it("tells the one move that cannot be made, and opens nothing", () =>
    withPage({}, async (page) => {
      await paste(page, "uu");
      await until(page, () => /cannot be made/.test(document.getElementById("status").textContent));
      assert.equal(await text(page, "status"), "Move 2, “U”, cannot be made here.");
      assert.ok(await hidden(page, "setup"));
    }));

  it("shows text that cannot be read once, with the focus on the board, too", () =>
    withPage(CLIPBOARD, async (page) => {
      await page.evaluate(() => navigator.clipboard.writeText("no board at all"));
      await page.locator("#board").focus();
      await page.keyboard.press("Control+v");
      assert.equal(await page.locator("#setup-text").inputValue(), "no board at all");
      assert.match(await text(page, "setup-error"), /^The 1st cell: expected .* \(0, x, X, _ or a dot\), found “no”\.$/);
    }));
});

describe("a board to play", () => {
  it("is the same for everybody on a day, without answers, at three sizes", () =>
    withPage({ hash: "#daily=2026-11-22" }, async (page) => {
      await headline(page, "Slide 1 to 8 into order");
      assert.deepEqual(await boardOf(page), DAILY);
      assert.equal(await text(page, "day-name"), "The 3×3 of 22 November. Par 26.");
      assert.ok(!(await page.locator("#answers").isChecked()));
      await press(page, "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown");
      await page.locator("#day summary").click();
      for (const [size, [par, board]] of Object.entries(LARGER)) {
        await page.locator(`#day [data-size="${size}"]`).click();
        await until(page, (wanted) => location.hash === `#daily=2026-11-22&size=${wanted}`, size);
        assert.deepEqual(await boardOf(page), board);
        assert.match(await text(page, "day-name"), new RegExp(`\\. Par ${par}\\.$`));
      }
      // The next game has the answers that were there before.
      await page.locator("#size").selectOption("3x3");
      await until(page, () => /moves to go$/.test(document.getElementById("headline").textContent));
      assert.ok(await hidden(page, "day"));
      await page.locator("#daily").click();
      await headline(page, "Slide 1 to 8 into order");
      assert.match(await text(page, "day-name"), /^Today’s 3×3\. Par \d+\.$/);
    }));

  it("has a result to paste, with its number, and counts the days in a row", () =>
    withPage(CLIPBOARD, async (page) => {
      await page.clock.setFixedTime(new Date("2026-11-22T12:00:00"));
      const solve = async () => {
        await page.locator("#daily").click();
        await headline(page, "Slide 1 to 8 into order");
        const keys = await keysOf(page);
        await press(page, ...keys);
        await headline(page, "Solved: par");
        return keys;
      };
      const moves = await solve();
      const lines = (await copied(page, "copy-result", "Result copied")).split("\n");
      assert.equal(lines[0], "tilebase daily 2026-11-22, 3×3: par ★");
      assert.equal(lines[1], `${moves.length} moves, the fewest possible`);
      assert.match(lines[2], /, no hints$/);
      assert.equal(lines[3], "🟩".repeat(10));
      assert.equal(lines.length, 4);
      await page.clock.setFixedTime(new Date("2026-11-23T12:00:00"));
      await solve();
      assert.equal(await text(page, "day-name"), "Today’s 3×3. Par 15. 2 days in a row.");
      assert.match(await text(page, "day"), /3 × 3 ★ perfect/);
    }));

  it("goes on when it is asked for again, and is marked until it is solved", () =>
    withPage({}, async (page) => {
      const isMarked = () => page.locator("#daily.new").count();
      await page.clock.setFixedTime(new Date("2026-11-22T12:00:00"));
      await page.locator("#daily").click();
      await headline(page, "Slide 1 to 8 into order");
      await press(page, "ArrowDown", "ArrowRight");
      const board = await boardOf(page);
      await isKept(page, 2);
      await reload(page);
      await page.locator("#daily").click();
      await until(page, () => document.getElementById("status").textContent === "This is today’s board");
      assert.deepEqual(await boardOf(page), board);
      assert.equal(await isMarked(), 1);
      await press(page, ...(await keysOf(page)));
      await solved(page);
      assert.equal(await isMarked(), 0);
      // Who wants to play it again may.
      await page.locator("#retry").click();
      await until(page, () => location.hash === "#daily=2026-11-22&size=3x3");
      assert.deepEqual(await boardOf(page), DAILY);
      // The next day, with the page still open.
      await page.clock.setFixedTime(new Date("2026-11-23T12:00:00"));
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      assert.equal(await isMarked(), 1);
      // Another size is looked for, and taken.
      await page.locator("#size").selectOption("5x5");
      await page.locator("#daily").click();
      await until(page, () => location.hash === "#daily=2026-11-23&size=5x5");
    }));

  describe("counts for its day", () => {
    const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tilebase-daily")));
    const open = (page, date) => page.evaluate((to) => (location.hash = `#daily=${to}`), date);
    const at = (page, time) => page.clock.setFixedTime(new Date(time));

    it("if it was begun before midnight, also after a reload", () =>
      withPage(CLIPBOARD, async (page) => {
        await at(page, "2026-11-22T23:59:00");
        await page.locator("#daily").click();
        const [first, ...others] = await keysOf(page);
        await press(page, first);
        await at(page, "2026-11-23T00:02:00");
        await press(page, ...others.slice(0, 3));
        await isKept(page, 4);
        await reload(page);
        await press(page, ...others.slice(3));
        await headline(page, "Solved: par");
        assert.match(await text(page, "day"), /^\s*The 3×3 of 22 November\..*3 × 3 ★ perfect/s);
        assert.deepEqual(await kept(page), { 22: ["3x3"] });
        await page.locator("#daily").click();
        await press(page, ...(await keysOf(page)));
        await solved(page);
        assert.match(await text(page, "day-name"), /^Today’s 3×3\. .* 2 days in a row\./);
        const result = await copied(page, "copy-result", "Result copied");
        assert.match(result, /, 2 days in a row/);
      }));

    it("unless it was begun on another, or a link has all of its moves", () =>
      withPage({}, async (page) => {
        await at(page, "2026-11-23T12:00:00");
        await open(page, "2026-11-22");
        await until(page, () => /22 November/.test(document.getElementById("day").textContent));
        await press(page, ...(await keysOf(page)));
        await solved(page);
        assert.equal(await kept(page), null);
        await open(page, "2026-11-23");
        await until(page, () => /^Today/.test(document.getElementById("day-name").textContent));
        const { moves } = await page.evaluate(
          (board) => window.tilebase.answer(board),
          await boardOf(page),
        );
        await open(page, `2026-11-23&moves=${moves}`);
        await headline(page, `A game of ${moves.length} moves`);
        await page.locator("#watch-play").click();
        await until(page, () => document.getElementById("watch-play").textContent === "Play again");
        assert.equal(await kept(page), null);
        assert.ok(await hidden(page, "result"));
      }));
  });

  it("is easy, medium or hard", () =>
    withPage({}, async (page) => {
      for (const level of ["easy", "hard", "medium", "easy"]) {
        await page.locator("#level").selectOption(level);
        await until(page, (name) => document.getElementById("standing").textContent.includes(name), level);
        const [first, last] = await page.evaluate((name) => window.tilebase.levels()[name], level);
        const { distance } = await page.evaluate((it) => window.tilebase.answer(it), await boardOf(page));
        assert.ok(distance >= first && distance <= last, `${level}: ${distance}`);
      }
      // The word follows the number.
      await setting(page, "distance").fill("30");
      assert.equal(await page.locator("#level").inputValue(), "hard");
    }));

  it("may have a story", () =>
    withPage({ hash: "#board=1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0" }, async (page) => {
      await headline(page, "No solution");
      assert.match(await text(page, "story"), /Sam Loyd/);
      await page.locator("#mend").click();
      await headline(page, "Solved");
      assert.equal(await text(page, "story"), "");
    }));

  it("has a timer, if one is wanted", () =>
    withPage({}, async (page) => {
      assert.ok(await hidden(page, "timer"));
      await setting(page, "timed").check();
      assert.equal(await text(page, "timer"), "0:00.0 · 0.0/s");
      await press(page, "ArrowDown");
      await until(page, () => /^0:00\.[3-9]/.test(document.getElementById("timer").textContent));
      await reload(page);
      assert.ok(await page.locator("#timer").isVisible());
    }));
});

describe("the address", () => {
  it("may have the board after a question mark", () =>
    withPage({ hash: "?board=1,2,3,4,5,6,7,0,8&goal=1,2,3,4,5,6,0,7,8" }, async (page) => {
      await headline(page, "1 move to go");
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,0,7,8"));
      await headline(page, "2 moves to go");
    }));

  it("keeps a game that is loaded again at once after a move", () =>
    withPage({ settings: {} }, async (page) => {
      await press(page, "ArrowDown", "ArrowRight", "z");
      await reload(page);
      assert.match(await text(page, "counter"), /^1 move/);
      assert.deepEqual(await boardOf(page), [2, 3, 0, 1, 5, 4, 7, 6, 8]);
      await press(page, "ArrowRight");
      await until(page, () => location.hash.endsWith("&moves=ul"));
    }));

  it("may have moves, and those of a link are shown", () =>
    withPage({ hash: "#board=2,3,4,1,5,0,7,6,8&moves=dlu", reducedMotion: "reduce" }, async (page) => {
      await headline(page, "A game of 3 moves");
      assert.equal(await text(page, "explain"), "Watch it, or try the board yourself.");
      await page.locator("#watch-play").click();
      await until(page, () => document.getElementById("way-summary").textContent === "3 moves, all best");
      await page.locator("#watch-end").click();
      assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
      assert.match(await text(page, "counter"), /^0 moves/);
      await until(page, () => !location.hash.includes("moves"));
    }));

  it("holds the methods of Learn", () =>
    withPage({ hash: "#board=1,2,3,0,4,6,7,5,8&learn=ida-misplaced,bfs" }, async (page) => {
      assert.ok(await page.locator("#view-learn").isVisible());
      assert.deepEqual(
        await page.locator(".method").evaluateAll((all) => all.map(({ value }) => value)),
        ["ida", "bfs"],
      );
      assert.equal(await page.locator(".heuristic").first().inputValue(), "misplaced");
      await page.locator(".method").first().selectOption("astar");
      await until(page, () => location.hash.endsWith("&learn=astar-misplaced,bfs"));
      await page.locator(".order").first().selectOption("udlr");
      await until(page, () => location.hash.endsWith("&learn=astar-misplaced.udlr,bfs"));
      await reload(page);
      assert.equal(await page.locator(".order").first().inputValue(), "udlr");
      await page.locator("#tab-play").click();
      await until(page, () => !location.hash.includes("learn"));
    }));
});

describe("a hostile link", () => {
  const parts = [
    "<img src=x onerror=alert(1)>",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "%",
    "%E0%A4%A",
    "__proto__",
    "constructor",
    "1e9",
    "-1,".repeat(9),
    "0,".repeat(20000),
    "9".repeat(400),
    "1,2,3,4,5,6,7,8,0,",
    "\u0000\u202e",
  ];
  const names = ["board", "goal", "size", "moves", "start", "notation", "scramble", "__proto__"];

  it("changes nothing but the complaint", { timeout: 120_000 }, () =>
    withPage({ hash: "#board=2,3,4,1,5,0,7,6,8" }, async (page) => {
      let dialogs = 0;
      page.on("dialog", (dialog) => (dialogs++, dialog.dismiss()));
      await headline(page, "19 moves to go");
      const count = () => page.evaluate(() => document.querySelectorAll("script, img, iframe").length);
      const before = await count();
      for (const name of names)
        for (const part of parts)
          for (const hash of [`#${name}=${part}`, `#board=1,2,3,4,5,6,7,0,8&${name}=${part}`]) {
            await page.evaluate((to) => (location.hash = to), hash);
            const cells = await boardOf(page);
            assert.deepEqual([...cells].sort((a, b) => a - b), cells.map((_, cell) => cell), hash);
          }
      assert.deepEqual([await count(), dialogs], [before, 0]);
      await page.evaluate(() => (location.hash = "#board=2,3,4,1,5,0,7,6,8&size=3x3"));
      await headline(page, "19 moves to go");
    }));

  for (const query of ["?embed=1", "?scramble=", "?size=", "?embed=1&origin=", "?"])
    it(`is no harm in the query: ${query}`, () =>
      withPage({}, async (page) => {
        const url = page.url().replace(/[?#].*/, "");
        for (const part of parts.slice(0, 8)) {
          await page.goto(url + query + part + "&board=" + part);
          await page.locator("html[data-ready]").waitFor();
          const cells = await boardOf(page);
          assert.deepEqual([...cells].sort((a, b) => a - b), cells.map((_, cell) => cell), part);
        }
      }));
});

describe("in a frame", () => {
  it("shows the board and the answer alone", () =>
    withPage(
      { hash: "?embed=1&board=2,3,4,1,5,0,7,6,8", settings: { answers: "no" } },
      async (page) => {
        await headline(page, "19 moves to go");
        assert.deepEqual(await boardOf(page), START);
        for (const id of ["shuffle", "play", "tab-play", "standing", "share", "answers", "hints"])
          assert.ok(await hidden(page, id), id);
        await press(page, "ArrowDown");
        await headline(page, "18 moves to go");
      },
    ));

  it("says what is wrong with its address, and shows nothing else", () =>
    withPage({ hash: "?embed=1&board=zz" }, async (page) => {
      await headline(page, "19 moves to go");
      assert.match(await text(page, "complaint"), /^This link cannot be read\./);
      assert.ok(!(await hidden(page, "complaint")));
      await page.goto(page.url().replace(/\?.*/, "?embed=1&board=1,2,3,0&learn=x"));
      await headline(page, "Solved");
      assert.ok(!(await hidden(page, "board")));
    }));

  it("answers the page that its address names, and no other", async () => {
    const html = await readFile(new URL("../dist/tilebase.html", import.meta.url));
    const asking = (frame) => `<!doctype html><title>around</title><script>
      window.told = [];
      addEventListener("message", ({ origin, data }) => {
        told.push(data);
        if (!data.ready) return;
        const ask = (message) => document.querySelector("iframe").contentWindow.postMessage(message, origin);
        ask("no question");
        ask({ tilebase: 2, id: 1, ask: "answer", board: "1 2 3 4 5 6 7 x 8" });
        ask({ tilebase: 1, id: 2, ask: "nothing" });
        ask({ tilebase: 1, id: "3", ask: "answer", board: "1 2 3 4 5 6 7 x 8" });
        ask({ tilebase: 1, id: 4, ask: "answer", board: "rubbish" });
        ask(null);
        ask({ tilebase: 1, id: [{}], ask: "answer", board: { length: 1e9 } });
        ask({ tilebase: 1, id: 5, ask: "answer", board: "1 ".repeat(1e6) });
        ask({ tilebase: 1, id: 6, ask: "answer", board: "12345678x", goal: 7, size: "99999999999x3" });
        ask({ tilebase: 1, id: 7, ask: "answer", board: "12345678x", goal: "<img src=x>", count: {} });
        ask({ tilebase: 1, id: 8, ask: "answer", board: new Array(1e6).fill(-1), __proto__: { a: 1 } });
      });
    </script><iframe src="${frame}"></iframe>`;
    const serve = (body) =>
      new Promise((done) => {
        const server = createServer((request, response) => {
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(body(request.url));
        });
        server.listen(0, "127.0.0.1", () => done(server));
      });
    const inner = await serve(() => html);
    const at = (server) => `http://127.0.0.1:${server.address().port}`;
    const outer = await serve((url) =>
      asking(
        `${at(inner)}/?embed=1&origin=${url === "/named" ? at(outer) : "https://example.org"}`,
      ),
    );
    const context = await (await start()).newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${at(outer)}/named`);
      await until(page, () => window.told.length === 10);
      const [ready, ...replies] = await page.evaluate(() => window.told);
      assert.deepEqual(ready, { tilebase: 1, ready: true });
      const of = (id) => replies.find((reply) => reply.id === id);
      assert.match(of(1).error, /version 1/);
      assert.match(of(2).error, /ask/);
      assert.deepEqual(
        [of("3").tilebase, of("3").answer.distance, of("3").answer.moves],
        [1, 1, "r"],
      );
      assert.match(of(4).answer.error, /rubbish|found|expected/);
      for (const reply of replies.filter(({ id }) => id !== "3")) {
        const why = reply.error ?? reply.answer.error;
        assert.ok(typeof why === "string" && why.length < 500, JSON.stringify(reply).slice(0, 500));
      }
      await page.goto(`${at(outer)}/other`);
      await page.frameLocator("iframe").locator("html[data-ready]").waitFor();
      await page.evaluate(() => {
        const message = { tilebase: 1, id: 5, ask: "answer", board: "1 2 3 4 5 6 7 x 8" };
        document.querySelector("iframe").contentWindow.postMessage(message, "*");
      });
      // An answer to it would be there as soon as one that may be asked for.
      const framed = page.frames().find((frame) => frame !== page.mainFrame());
      await framed.evaluate(() => window.tilebase.answer("1 2 3 4 5 6 7 x 8"));
      await frames(page);
      assert.deepEqual(await page.evaluate(() => window.told), []);
    } finally {
      await context.close();
      for (const server of [inner, outer]) server.close();
    }
  });
});
