// Every button and key of the view Play.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import {
  START,
  boardOf,
  focused,
  frames,
  headline,
  hidden,
  paste,
  setting,
  shows,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

const GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const at = (cells) => `#board=${cells}`;
/** One move from the goal: tile 8 slides left, the blank goes right. */
const NEAR = [1, 2, 3, 4, 5, 6, 7, 0, 8];

describe("the answer", () => {
  it("stands there at once", () =>
    withPage({}, async (page) => {
      assert.equal(await text(page, "headline"), "19 moves to go");
      assert.equal(
        await page.locator("#solution").getAttribute("data-moves"),
        "dlurullddrurdllurdr",
      );
      assert.match(await text(page, "explain"), /^Best: slide 8, 5 or 4\. 8 makes room for 6\.$/);
      assert.match(await text(page, "count"), /There are 4 solutions of this length/);
      assert.deepEqual(
        await page
          .locator(".tile.best")
          .evaluateAll((all) => all.map(({ dataset }) => dataset.tile)),
        ["4", "5", "8"],
      );
      assert.match(await text(page, "standing"), /^19 moves: medium \(13 to 20\)\. Farther than 14 in 100 boards/);
      assert.equal(await page.locator("#distribution rect").count(), 32);
      assert.equal(await page.locator("#distribution rect.here title").textContent(), "19: 10,878");
      assert.ok(Number(await page.locator("html").getAttribute("data-ready")) < 3000);
    }));

  it("compares with all boards, on one scale", () =>
    withPage({ hash: at([8, 6, 7, 2, 5, 4, 3, 0, 1]) }, async (page) => {
      await headline(page, "31 moves to go");
      assert.match(
        await text(page, "standing"),
        /^31 moves: hard \(21 or more\)\. Farther than 99 in 100 boards; none is farther than 31\.$/,
      );
      assert.match(await text(page, "story"), /^One of the two hardest boards of its size: they need 31 moves/);
      await page.locator("#step").click();
      await headline(page, "30 moves to go");
      assert.match(await text(page, "standing"), /^30 moves: hard \(21 or more\)\./);
      assert.equal(await text(page, "story"), "");
      await page.locator("#scrubber").fill("30");
      await headline(page, "1 move to go");
      assert.match(await text(page, "standing"), /^1 move: easy \(12 or less\)\. Nearer than 99 in 100 boards/);
    }));

  it("lists each legal move once, and makes it", () =>
    withPage({ hash: at(NEAR) }, async (page) => {
      const moves = await page.locator("#moves button").allTextContents();
      assert.equal(moves.length, 3);
      assert.match(moves[0], /Tile 8 left.*0 to go/);
      assert.match(moves[1], /2 to go/);
      assert.equal(await page.locator("#moves .best").count(), 1);
      await page.locator("#moves button").nth(1).press("Enter");
      await headline(page, "2 moves to go");
      // The way back is the best one, and has the focus.
      assert.match(await page.locator("#moves button:focus").textContent(), /1 to go/);
      await page.keyboard.press("Enter");
      await headline(page, "1 move to go");
      await page.locator("#first").click();
      await page.locator("#moves button").first().click();
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^You took 1 move: nobody can do it in fewer/);
      assert.deepEqual(await boardOf(page), GOAL);
    }));

  it("says why a board cannot be solved, and mends it", () =>
    withPage({ hash: at([1, 2, 3, 4, 5, 6, 8, 7, 0]) }, async (page) => {
      await headline(page, "No solution");
      assert.equal(
        await text(page, "explain"),
        "It cannot be solved. Swap 8 and 7, and it can.",
      );
      assert.deepEqual(await page.locator("#board .wrong").allTextContents(), ["7", "8"]);
      await page.locator("#why summary").click();
      assert.match(
        await text(page, "why-text"),
        /^Read row by row, 1 pair of tiles is in the wrong order: 8 before 7\. .* never changes odd to even.*Swapping two tiles does: swap 8 and 7\.$/,
      );
      assert.ok(await hidden(page, "curve"));
      await page.locator("#mend").click();
      await headline(page, "Solved");
    }));

  it("offers the goal with the blank first, if the board can reach that one", () =>
    withPage({ hash: at([4, 1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) }, async (page) => {
      await headline(page, "No solution");
      await page.locator("#mend-goal").click();
      await headline(page, "1 move to go");
      assert.ok(await hidden(page, "mend-goal"));
      // The address follows a little later.
      await page.waitForFunction(() => location.hash.includes("&goal=0,1,2,3,4,"));
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,8,7,0"));
      await headline(page, "No solution");
      assert.ok(await hidden(page, "mend-goal"));
    }));

  it("comes in three hints, which are offered below the board", () =>
    withPage({ settings: {} }, async (page) => {
      const hint = (stage) => page.locator(`#hints [data-stage="${stage}"]`);
      const pressed = () =>
        page.locator("#hints button").evaluateAll((all) => all.map((one) => one.ariaPressed));
      await headline(page, "Slide 1 to 8 into order");
      assert.ok(!(await page.locator("#answers").isChecked()));
      assert.equal(await page.locator(".tile.best").count(), 0);
      assert.ok(await hidden(page, "moves"));
      await hint(1).click();
      await headline(page, "19 moves to go");
      assert.equal(await page.locator(".tile.best").count(), 0);
      await hint(2).click();
      assert.equal(await page.locator(".tile.best").count(), 3);
      assert.ok(await hidden(page, "solution-box"));
      await page.keyboard.press("h");
      assert.ok(!(await hidden(page, "solution-box")));
      assert.deepEqual(await pressed(), ["true", "true", "true"]);
      // The whole way stays as long as it is followed.
      await page.keyboard.press("ArrowDown");
      await headline(page, "18 moves to go");
      assert.ok(!(await hidden(page, "solution-box")));
      // It can be taken back.
      await hint(3).click();
      await headline(page, "Slide 1 to 8 into order");
      assert.equal(await page.locator(".tile.best").count(), 0);
      assert.deepEqual(await pressed(), ["false", "false", "false"]);
      await hint(1).click();
      await headline(page, "18 moves to go");
      await page.locator("#shuffle").click();
      await headline(page, "Slide 1 to 8 into order");
    }));

  it("can be hidden, and does not tell the way then", () =>
    withPage({}, async (page) => {
      await page.locator("#step").click();
      await headline(page, "18 moves to go");
      assert.equal(await page.locator("#scrubber").getAttribute("max"), "19");
      await setting(page, "answers").uncheck();
      await headline(page, "Slide 1 to 8 into order");
      // What was laid ahead is gone.
      assert.ok(await page.locator("#last").isDisabled());
      assert.equal(await page.locator("#scrubber").getAttribute("max"), "1");
      await setting(page, "distance").fill("20");
      await page.locator("#shuffle").click();
      await until(page, () => document.getElementById("scrubber").max === "0");
      // Play does not give the solution away; it plays again what was played.
      assert.ok(await page.locator("#play").isDisabled());
      await page.locator("#board").press("ArrowDown");
      await page.locator("#board").press("ArrowUp");
      await page.locator("#first").click();
      assert.equal(await page.locator("#play").getAttribute("aria-label"), "Play the moves again");
      await setting(page, "answers").check();
      await headline(page, "20 moves to go");
    }));

  it("can be copied", () =>
    withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.locator("#copy-solution").click();
      await until(page, () => /copied|dlur/.test(document.getElementById("status").textContent));
      await page.locator("#share").click();
      await until(page, () =>
        /Link copied|#board/.test(document.getElementById("status").textContent),
      );
    }));
});

describe("the board", () => {
  it("is one tab stop, with the roles of a grid", () =>
    withPage({}, async (page) => {
      assert.equal(await page.locator("#board[role=grid]").getAttribute("tabindex"), "0");
      assert.equal(await page.locator("#board [tabindex='0']").count(), 0);
      assert.equal(await page.locator("#board [role=row] [role=gridcell]").count(), 9);
      assert.equal(
        await page.locator("#board .cell").nth(2).textContent(),
        "4, optimal: slides down",
      );
    }));

  it("moves by arrow keys, the tile or the blank", () =>
    withPage({}, async (page) => {
      await page.locator("#board").focus();
      for (const [key, blank] of [
        ["ArrowDown", 2],
        ["ArrowUp", 5],
        ["ArrowRight", 4],
        ["ArrowLeft", 5],
      ]) {
        await page.keyboard.press(key);
        assert.equal((await boardOf(page)).indexOf(0), blank, key);
      }
      // No tile is to the right of the blank.
      await page.keyboard.press("ArrowLeft");
      assert.deepEqual(await boardOf(page), START);
      await setting(page, "convention").selectOption("blank");
      await page.locator("#board").focus();
      for (const [key, blank] of [
        ["ArrowDown", 8],
        ["ArrowUp", 5],
        ["ArrowLeft", 4],
        ["ArrowRight", 5],
      ]) {
        await page.keyboard.press(key);
        assert.equal((await boardOf(page)).indexOf(0), blank, key);
      }
    }));

  it("announces a move and what is left", () =>
    withPage({}, async (page) => {
      await page.locator("#board").focus();
      await page.keyboard.press("ArrowRight");
      await until(
        page,
        () => document.getElementById("status").textContent === "5 moved right; 18 moves to go",
      );
    }));

  it("moves by a click, several tiles at once", () =>
    withPage({}, async (page) => {
      await page.locator("[data-tile='1']").click();
      assert.deepEqual(await boardOf(page), [2, 3, 4, 0, 1, 5, 7, 6, 8]);
      assert.match(await text(page, "counter"), /2 moves/);
      // Not in line with the blank.
      await page.locator("[data-tile='8']").click();
      assert.deepEqual(await boardOf(page), [2, 3, 4, 0, 1, 5, 7, 6, 8]);
    }));

  it("moves by dragging, and not by a drag that is too short", () =>
    withPage({}, async (page) => {
      const drag = async (tile, dx, dy) => {
        const { x, y, width, height } = await page.locator(`[data-tile='${tile}']`).boundingBox();
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width * (0.5 + dx / 2), y + height * (0.5 + dy / 2), {
          steps: 3,
        });
        await page.mouse.move(x + width * (0.5 + dx), y + height * (0.5 + dy), { steps: 3 });
        await page.mouse.up();
      };
      await drag(5, 0.2, 0);
      assert.deepEqual(await boardOf(page), START);
      await drag(5, 0.8, 0);
      assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 0, 5, 7, 6, 8]);
      // A swipe on a tile that cannot move: as the arrow key.
      await drag(2, 0, 0.6);
      assert.deepEqual(await boardOf(page), [2, 0, 4, 1, 3, 5, 7, 6, 8]);
    }));

  it("moves by arrow keys after loading and after a shuffle", () =>
    withPage({}, async (page) => {
      await page.keyboard.press("ArrowDown");
      assert.equal((await boardOf(page)).indexOf(0), 2);
      await setting(page, "distance").fill("20");
      await page.locator("#shuffle").focus();
      await page.keyboard.press("Enter");
      await headline(page, "20 moves to go");
      for (const key of ["ArrowDown", "ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
      assert.doesNotMatch(await text(page, "counter"), /^0/);
      const before = await boardOf(page);
      // In the slider, they change its value.
      await setting(page, "distance").press("ArrowRight");
      assert.equal(await page.locator("#distance").inputValue(), "21");
      assert.deepEqual(await boardOf(page), before);
    }));

  it("gets the focus when a button that has it is disabled or hidden", () =>
    withPage({}, async (page) => {
      const press = async (id) => {
        await page.locator(`#${id}`).focus();
        await page.keyboard.press("Enter");
        await frames(page);
      };
      await press("last");
      assert.equal(await focused(page), "board");
      await press("first");
      assert.equal(await focused(page), "board");
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,8,7,0"));
      await headline(page, "No solution");
      await press("mend");
      assert.equal(await focused(page), "board");
      await press("shuffle");
      assert.equal(await focused(page), "shuffle");
    }));

  it("comes back after a shuffle, by the browser's Back", () =>
    withPage({}, async (page) => {
      const shuffled = async () => {
        const hash = await page.evaluate(() => location.hash);
        await page.locator("#shuffle").click();
        await headline(page, "20 moves to go");
        await until(page, (before) => location.hash !== before, hash);
        return boardOf(page);
      };
      await setting(page, "distance").fill("20");
      await page.keyboard.press("ArrowDown");
      const first = await boardOf(page);
      await until(page, () => location.hash.endsWith("&moves=u"));
      const second = await shuffled();
      // Nothing was moved yet, so there is nothing to undo.
      assert.ok(await page.locator("#back").isDisabled());
      const third = await shuffled();
      assert.notDeepEqual(third, second);
      await page.goBack();
      await shows(page, second);
      await page.goBack();
      await shows(page, first);
      assert.match(await text(page, "counter"), /^1 move/);
      await page.goForward();
      await shows(page, second);
    }));

  it("is moved by a click on its cells, as screen readers and voice control do", () =>
    withPage({}, async (page) => {
      const names = await page.getByRole("grid", { name: "Board" }).getByRole("button").count();
      assert.equal(names, 8);
      await page.evaluate(() => document.querySelectorAll("#board .cell button")[4].click());
      assert.deepEqual(await boardOf(page), [2, 3, 4, 1, 0, 5, 7, 6, 8]);
      await page.locator("#setup-open").click();
      for (const cell of [0, 1])
        await page.evaluate(
          (at) => document.querySelectorAll("#board .cell")[at].firstChild.click(),
          cell,
        );
      assert.deepEqual(await boardOf(page), [3, 2, 4, 1, 0, 5, 7, 6, 8]);
    }));

  it("undoes, redoes, restarts, by button and key", () =>
    withPage({}, async (page) => {
      const counter = async (expected) => assert.match(await text(page, "counter"), expected);
      await page.locator("#board").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await counter(/^2 moves/);
      await page.locator("#back").click();
      await counter(/^1 move/);
      await page.locator("#step").click();
      await counter(/^2 moves/);
      await page.locator("#first").click();
      assert.deepEqual(await boardOf(page), START);
      assert.ok(await page.locator("#back").isDisabled());
      await page.locator("#board").focus();
      for (const [key, count] of [
        ["y", 1],
        ["Control+y", 2],
        ["z", 1],
        ["Control+z", 0],
        ["End", 2],
        ["Home", 0],
        ["Shift+Z", 1],
      ]) {
        await page.keyboard.press(key);
        await counter(new RegExp(`^${count} move`));
      }
    }));
});

describe("the player", () => {
  it("plays the solution to its end, and back", () =>
    withPage({ hash: at([1, 2, 3, 4, 5, 6, 0, 7, 8]) }, async (page) => {
      await setting(page, "pace").fill("12");
      await page.locator("#play").click();
      await headline(page, "Solved");
      await until(
        page,
        () => document.getElementById("play").getAttribute("aria-label") !== "Pause",
      );
      await page.locator("#first").click();
      await headline(page, "2 moves to go");
    }));

  it("plays the solution after an undo, and not the move that was undone", () =>
    withPage({}, async (page) => {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("z");
      await headline(page, "18 moves to go");
      await setting(page, "pace").fill("12");
      await page.locator("#play").click();
      await headline(page, "Solved");
      assert.match(await text(page, "counter"), /^19 moves/);
    }));

  it("goes step by step, by buttons and by the scrubber", () =>
    withPage({}, async (page) => {
      await page.locator("#step").click();
      await headline(page, "18 moves to go");
      assert.equal(await page.locator("#scrubber").getAttribute("max"), "19");
      await page.locator("#back").click();
      await headline(page, "19 moves to go");
      await page.locator("#last").click();
      await headline(page, "Solved");
      await page.locator("#first").click();
      await headline(page, "19 moves to go");
      await page.locator("#scrubber").fill("7");
      await headline(page, "12 moves to go");
      assert.equal(await page.locator("#scrubber").getAttribute("aria-valuetext"), "move 7 of 19");
      assert.match(
        await page.locator("#curve svg").getAttribute("aria-label"),
        /7 moves made; the distance now is 12/,
      );
    }));

  it("plays and pauses by the space bar", () =>
    withPage({ clock: true }, async (page) => {
      await setting(page, "pace").fill("12");
      await page.locator("#board").focus();
      await page.keyboard.press("Space");
      await headline(page, "15 moves to go");
      await page.keyboard.press("Space");
      const paused = await text(page, "counter");
      await page.clock.runFor(300);
      assert.equal(await text(page, "counter"), paused);
    }));
});

describe("shuffling", () => {
  it("gives boards at the exact distance, of every small size", () =>
    withPage({}, async (page) => {
      for (const size of ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"]) {
        await page.locator("#size").selectOption(size);
        const most = Number(await page.locator("#distance").getAttribute("max"));
        for (const distance of [1, Math.floor(most / 2), most]) {
          await setting(page, "distance").fill(String(distance));
          await page.locator("#shuffle").click();
          await headline(page, `${distance} ${distance === 1 ? "move" : "moves"} to go`);
        }
      }
      await page.locator("#board").focus();
      const before = await boardOf(page);
      await setting(page, "distance").fill("22");
      await page.locator("#board").focus();
      await page.keyboard.press("n");
      await headline(page, "22 moves to go");
      assert.notDeepEqual(await boardOf(page), before);
    }));
});

describe("what was said of the board before", () => {
  const status = (page) => text(page, "status");
  const shuffled = async (page) => {
    const before = await page.evaluate(() => location.hash);
    await page.locator("#shuffle").click();
    await until(page, (before) => location.hash !== before, before);
  };

  it("is gone with it, as that one is looked for", () =>
    withPage({ settings: { answers: "no" } }, async (page) => {
      await page.locator("#size").selectOption("4x4");
      await headline(page, "Slide 1 to 15 into order");
      for (let more = 0; more < 3; more += 1) {
        await shuffled(page);
        assert.doesNotMatch(await status(page), /Looking/);
        // The new one is announced, in the same words.
        await until(page, () => document.getElementById("status").textContent !== "");
        assert.ok(await page.locator("#status.sr").count());
      }
    }));

  it("is gone with it, be it about moves or links", () =>
    withPage(
      {
        hash: "#board=1,2,3,4,0,5,7,8,6",
        settings: { answers: "no" },
        permissions: ["clipboard-read", "clipboard-write"],
      },
      async (page) => {
        await paste(page, "rd");
        assert.equal(await page.locator("#status button").count(), 2);
        await shuffled(page);
        assert.equal(await page.locator("#status button").count(), 0);
        await page.locator("#share").click();
        await until(page, () => /copied/.test(document.getElementById("status").textContent));
        await shuffled(page);
        assert.doesNotMatch(await status(page), /copied/);
      },
    ));
});

describe("the slider of distances", () => {
  it("fits the shape on show", () =>
    withPage({}, async (page) => {
      const slider = () =>
        page.evaluate(() => {
          const { max, value } = document.getElementById("distance");
          return [max, value, document.getElementById("distance-value").textContent];
        });
      assert.deepEqual(await slider(), ["31", "17", "13 to 20 moves"]);
      await page.locator("#size").selectOption("2x2");
      assert.deepEqual(await slider(), ["6", "4", "3 to 4 moves"]);
      await page.locator("#size").selectOption("4x4");
      assert.deepEqual(await slider(), ["60", "33", "21 to 44 moves"]);
      await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,0&size=2x3"));
      await until(page, () => document.getElementById("size").value === "2x3");
      assert.deepEqual(await slider(), ["21", "12", "9 to 14 moves"]);
      // The shuffle of 4x4, which was still under way, replaces nothing.
      await page.evaluate(
        (near) => window.tilebase.answer(near),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15],
      );
      await frames(page);
      assert.equal(await page.locator("#size").inputValue(), "2x3");
    }));
});

describe("setting up", () => {
  it("reads what is typed, and says what is wrong with it", () =>
    withPage({}, async (page) => {
      await page.locator("#setup-open").click();
      const field = page.locator("#setup-text");
      assert.equal(await field.inputValue(), "2 3 4 / 1 5 x / 7 6 8");
      await field.fill("8 6 7 2 5 4 3 x 1");
      await headline(page, "31 moves to go");
      await field.fill("8 6 7 2 5 4 3 x x");
      await field.press("Enter");
      assert.match(
        await text(page, "setup-error"),
        /^Row 3, column 3: a second blank, the first is in row 3, column 2;.*\.$/,
      );
      await field.fill("1 2 3 4 / 5 6 x 7");
      await headline(page, "1 move to go");
      assert.equal(await page.locator("#size").inputValue(), "2x4");
      assert.equal(await text(page, "setup-error"), "");
      await page.locator("#setup-done").click();
      assert.ok(await hidden(page, "setup"));
    }));

  it("sets the goal", () =>
    withPage({}, async (page) => {
      await page.locator("#setup-open").click();
      await page.locator('[name=edit][value="goal"]').check();
      await page.locator("#setup-text").fill("1 2 3 8 x 4 7 6 5");
      await page.locator('[name=edit][value="board"]').check();
      await page.locator("#setup-text").fill("2 8 3 1 x 4 7 6 5");
      await headline(page, "4 moves to go");
      await page.locator("#swap-ends").click();
      assert.deepEqual(await boardOf(page), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
      await headline(page, "4 moves to go");
      await page.locator("#goal-here").click();
      await headline(page, "Solved");
      await page.locator("#goal-snail").click();
      await until(page, () => location.hash.includes("goal=1,2,3,8,0,4,7,6,5"));
      await headline(page, "Solved");
      await page.locator("#goal-standard").click();
      await until(page, () => document.getElementById("headline").textContent !== "Solved");
      await until(page, () => location.hash.includes("goal=1,2,3,4,5,6,7,8,0"));
    }));

  it("shows the goal while it is set up, and no other board than typed", () =>
    withPage({}, async (page) => {
      await page.locator("#setup-open").click();
      await page.locator('[name=edit][value="goal"]').check();
      assert.deepEqual(await boardOf(page), GOAL);
      assert.equal(await page.locator("#board").getAttribute("aria-label"), "Goal");
      await page.locator("[data-tile='1']").click();
      await page.locator("[data-tile='2']").click();
      assert.deepEqual(await boardOf(page), [2, 1, 3, 4, 5, 6, 7, 8, 0]);
      await page.locator('[name=edit][value="board"]').check();
      assert.deepEqual(await boardOf(page), START);
      await page.locator("#setup-text").fill(" ");
      await page.locator("#setup-text").press("Enter");
      assert.match(await text(page, "setup-error"), /Type the tiles/);
      assert.deepEqual(await boardOf(page), START);
    }));

  it("exchanges tiles by dragging and by two clicks", () =>
    withPage({}, async (page) => {
      await page.locator("#setup-open").click();
      await page.locator("[data-tile='2']").dragTo(page.locator("[data-tile='8']"));
      assert.deepEqual(await boardOf(page), [8, 3, 4, 1, 5, 0, 7, 6, 2]);
      await page.locator("[data-tile='3']").click();
      await page.locator("[data-tile='7']").click();
      assert.deepEqual(await boardOf(page), [8, 7, 4, 1, 5, 0, 3, 6, 2]);
      assert.equal(await page.locator("#setup-text").inputValue(), "8 7 4 / 1 5 x / 3 6 2");
    }));

  it("takes a pasted board anywhere on the page", () =>
    withPage({}, async (page) => {
      await paste(page, "[[1,2,3],[4,5,6],[7,0,8]]");
      await headline(page, "1 move to go");
      // Two sizes have these tiles, which are no moves.
      for (const board of ["1 2 3 4 5 0", "1 2 3 4 5 6 7 8 9 10 11 0", "5,1,2,4,3,0"]) {
        await paste(page, board);
        assert.match(await text(page, "setup-error"), /^\d+ numbers make no square: is the board .* or \dx\d\?$/);
        await page.locator("#setup-done").click();
      }
      await paste(page, "no board");
      assert.match(await text(page, "setup-error"), /no/);
      assert.equal(await page.locator("#setup-text").inputValue(), "no board");
    }));
});
