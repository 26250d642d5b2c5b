// What brings people back: par, the ladder, a run of three minutes, a game beside the best, reasons
// for hints, and the moment at the end.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import {
  BACK,
  CLIPBOARD,
  NEAR,
  PLAIN,
  another,
  boardOf,
  copied,
  headline,
  hidden,
  keysOf,
  press,
  shows,
  solved,
  stop,
  text,
  until,
  wasteful,
  withPage,
} from "./browser.mjs";

after(stop);

describe("par", () => {
  it("is said from the start, is the fewest moves, and climbs through the week", () =>
    withPage(PLAIN, async (page) => {
      const ends = { "3x3": [14, 28], "4x4": [34, 56] };
      await page.clock.setFixedTime(new Date("2026-11-30T12:00:00"));
      for (const size of ["3x3", "4x4"]) {
        let last = 0;
        // From a Monday on.
        for (let day = 23; day < 30; day += 1) {
          await page.evaluate((to) => (location.hash = to), `#daily=2026-11-${day}&size=${size}`);
          await until(
            page,
            ([name, cells]) =>
              document.getElementById("day-name").textContent.includes(name) &&
              document.querySelectorAll("#board .cell").length === cells,
            [`${day} November`, size === "3x3" ? 9 : 16],
          );
          const par = Number(/Par (\d+)\./.exec(await text(page, "day-name"))[1]);
          const { distance } = await page.evaluate((it) => window.tilebase.answer(it), await boardOf(page));
          assert.equal(par, distance, `${size}, ${day}`);
          assert.ok(par > last, `${size}, ${day}: ${par} after ${last}`);
          if (day === 23) assert.ok(par >= ends[size][0]);
          last = par;
        }
        assert.ok(last <= ends[size][1]);
      }
    }));

  it("is what the result counts from: +2, or par with a star", () =>
    withPage({ ...PLAIN, ...CLIPBOARD, hash: "#daily=2026-11-23&size=3x3" }, async (page) => {
      await press(page, ...(await wasteful(page)));
      await headline(page, "Solved: +2");
      const result = async () => {
        await page.locator("#copy-result").click();
        return (await copied(page)).split("\n")[0];
      };
      assert.equal(await result(), "tilebase daily 2026-11-23, 3×3: +2");
      await page.evaluate(() => (location.hash = "#daily=2026-11-24&size=3x3"));
      await headline(page, "Slide 1 to 8 into order");
      await press(page, ...(await keysOf(page)));
      await headline(page, "Solved: par");
      assert.equal(await page.locator(".play.perfect").count(), 1);
      assert.equal(await result(), "tilebase daily 2026-11-24, 3×3: par ★");
    }));
});

describe("a game beside the best", () => {
  it("is one link away: watched with one large button, then tried", async () => {
    let link;
    await withPage({ ...PLAIN, ...CLIPBOARD, hash: `#board=${NEAR}` }, async (page) => {
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#share-game").click();
      await until(page, () => /^Link copied: your game beside the best$/.test(document.getElementById("status").textContent));
      link = await copied(page);
      // Who made it sees what a friend will see.
      const other = await page.context().newPage();
      await other.goto(link);
      await headline(other, "A game of 4 moves");
    });
    await withPage({ ...PLAIN, hash: link.replace(/^[^?]*/, ""), clock: true }, async (page) => {
      await headline(page, "A game of 4 moves");
      assert.ok(await hidden(page, "board"));
      const captions = page.locator("#replay figcaption");
      await until(page, () => document.querySelectorAll("#replay figcaption").length === 2);
      assert.deepEqual(await captions.allTextContents(), ["This game 0 of 4", "Best 0 of 2"]);
      const play = await page.locator("#watch-play").boundingBox();
      assert.ok(play.height >= 48 && play.width >= 120);
      await page.locator("#watch-play").click();
      await page.clock.runFor(1000);
      assert.deepEqual(await captions.allTextContents(), ["This game 2 of 4", "Best 2 of 2"]);
      await page.clock.runFor(2000);
      assert.equal(await text(page, "explain"), "2 is the fewest.");
      await page.locator("#watch-end").click();
      await shows(page, NEAR);
      await headline(page, "Slide 1 to 8 into order");
    });
  });

  it("leaves the board alone while it plays", () =>
    withPage({ ...PLAIN, hash: `#board=${NEAR}&moves=rr` }, async (page) => {
      await headline(page, "A game of 2 moves");
      await press(page, "ArrowLeft", "z", "h", " ");
      await headline(page, "A game of 2 moves");
      await page.locator("#shuffle").click();
      await headline(page, "Slide 1 to 8 into order");
      assert.ok(!(await hidden(page, "board")));
    }));
});

describe("the ladder", () => {
  it("stands at the board's edge, is explained before the first win, and remembers its rung", () =>
    withPage({ settings: { level: "ladder" } }, async (page) => {
      assert.ok(await hidden(page, "rungs"));
      await page.locator("#shuffle").click();
      await page.locator("#rungs").waitFor();
      assert.match(await text(page, "explain"), /^The ladder: a board that you solve in the fewest moves/);
      assert.equal(await page.locator("#rungs .now").textContent(), "8");
      const [board, rungs] = await Promise.all(["board", "rungs"].map((id) => page.locator(`#${id}`).boundingBox()));
      assert.ok(Math.abs(rungs.x - board.x - board.width) < 12);
      await press(page, ...(await keysOf(page)));
      await headline(page, "Solved");
      assert.equal(await page.locator("#rungs .now").textContent(), "9");
      assert.match(await text(page, "explain"), /You are at 9 moves now\.$/);
      assert.equal(await page.locator("#rungs").getAttribute("aria-label"), "The ladder: you are at 9 of 31 moves");
      await page.locator("#shuffle").click();
      await headline(page, "Slide 1 to 8 into order");
      assert.doesNotMatch(await text(page, "explain"), /ladder/);
      await page.locator("#size").selectOption("5x5");
      await headline(page, "Slide 1 to 24 into order");
      assert.ok(await hidden(page, "rungs"));
    }));
});

describe("a run of three minutes", () => {
  const seconds = async (page) => {
    const [, minutes, rest] = /^(\d):(\d\d)/.exec(await text(page, "headline"));
    return 60 * Number(minutes) + Number(rest);
  };

  for (const size of ["3x3", "4x4"])
    it(`has boards of eight moves, and wasted moves cost five seconds, on ${size}`, () =>
      withPage({ ...PLAIN, clock: true, isFirst: false }, async (page) => {
        await page.locator("#size").selectOption(size);
        await headline(page, `Slide 1 to ${size === "3x3" ? 8 : 15} into order`);
        const before = await boardOf(page);
        await page.locator("#level").selectOption("run");
        await another(page, before);
        await headline(page, "3:00 0 boards");
        assert.ok(await hidden(page, "hints"));
        // The time stands still until the first move.
        await page.clock.runFor(5000);
        assert.equal(await seconds(page), 180);
        for (let count = 1; count <= 3; count += 1) {
          const board = await boardOf(page);
          const keys = await keysOf(page);
          assert.equal(keys.length, 8);
          await press(page, ...keys);
          await until(page, (of) => document.getElementById("headline").textContent.endsWith(` ${of} board${of > 1 ? "s" : ""}`), count);
          assert.notDeepEqual(await boardOf(page), board);
        }
        const left = await seconds(page);
        const [first] = await keysOf(page);
        await press(page, first);
        await press(page, BACK[first]);
        await page.clock.runFor(200);
        await until(page, () => /^Wasted moves have cost 10 seconds\.$/.test(document.getElementById("explain").textContent));
        assert.ok(Math.abs(left - (await seconds(page)) - 10) <= 2);
        // To take the moves back does not bring the seconds back.
        await press(page, "z", "z");
        await page.clock.runFor(200);
        assert.ok(left - (await seconds(page)) >= 9);
        await page.clock.runFor(200_000);
        await headline(page, "3 boards in three minutes");
        assert.equal(await text(page, "explain"), "Your best so far.");
        assert.ok(await hidden(page, "stats-card"));
        assert.equal(await text(page, "next-board"), "Another run");
        await page.locator("#next-board").click();
        await headline(page, "3:00 0 boards");
        await press(page, ...(await keysOf(page)));
        await until(page, () => / 1 board$/.test(document.getElementById("headline").textContent));
        await page.clock.runFor(200_000);
        await headline(page, "1 board in three minutes");
        assert.equal(await text(page, "explain"), "Your best: 3.");
      }));

  it("ends with another choice, and Back leads to the game before", () =>
    withPage({ ...PLAIN, hash: `#board=${NEAR}` }, async (page) => {
      await page.locator("#level").selectOption("run");
      await headline(page, "3:00 0 boards");
      for (let board = 0; board < 2; board += 1) await press(page, ...(await keysOf(page)));
      await until(page, () => / 2 boards$/.test(document.getElementById("headline").textContent));
      await page.goBack();
      await shows(page, NEAR);
      await headline(page, "Slide 1 to 8 into order");
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
    }));
});

it("a hint has a reason that is true of the board", () =>
  withPage({ ...PLAIN, hash: `#board=${NEAR}` }, async (page) => {
    await page.locator('[data-stage="2"]').click();
    assert.equal(await text(page, "explain"), "Best: slide 7. 7 finishes column 1.");
    await press(page, "ArrowLeft");
    await page.locator('[data-stage="2"]').click();
    assert.equal(await text(page, "explain"), "Best: slide 8. That solves the board.");
    await page.evaluate(() => (location.hash = "#board=2,3,4,1,5,0,7,6,8"));
    await shows(page, [2, 3, 4, 1, 5, 0, 7, 6, 8]);
    await page.locator('[data-stage="2"]').click();
    assert.equal(await text(page, "explain"), "Best: slide 8, 5 or 4. 8 makes room for 6.");
  }));

describe("the moment at the end", () => {
  const animations = (page) =>
    page.evaluate(() => {
      const name = (selector) => {
        const one = document.querySelector(selector);
        return one && getComputedStyle(one).animationName;
      };
      return [name(".tile .face"), name("#curve .curve-made"), name(".tile.refused .face")];
    });
  for (const reducedMotion of ["no-preference", "reduce"])
    it(`has a wave, a curve that draws itself, and taps that shake: ${reducedMotion}`, () =>
      withPage({ ...PLAIN, reducedMotion, hash: `#board=${NEAR}` }, async (page) => {
        const isStill = reducedMotion === "reduce";
        await page.locator('[data-tile="2"]').click();
        assert.equal((await animations(page))[2], isStill ? "none" : "shake");
        await press(page, "ArrowLeft", "ArrowLeft");
        await solved(page);
        await page.locator("#curve svg").waitFor();
        assert.deepEqual((await animations(page)).slice(0, 2), isStill ? ["none", "none"] : ["wave", "draw"]);
      }));
});
