// What twenty visitors met: keys after a choice, hints that stayed, links that told all, and so on.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import {
  CLIPBOARD,
  NEAR,
  PHONE,
  PLAIN,
  START,
  boardOf,
  copied,
  focused,
  frames,
  headline,
  hidden,
  keysOf,
  open,
  paste,
  press,
  reload,
  says,
  shows,
  solved,
  stop,
  text,
  until,
  wasteful,
  withPage,
} from "./browser.mjs";

after(stop);

const WAY = "dlurullddrurdllurdr";
/** The board of 3x3 after keys. What is on show may be a frame behind. */
const afterKeys = (cells, keys) =>
  keys.reduce((board, key) => {
    const from = board.indexOf(0);
    const to = from + { ArrowUp: 3, ArrowDown: -3, ArrowLeft: 1, ArrowRight: -1 }[key];
    return board.with(from, board[to]).with(to, 0);
  }, cells);
/** Whether an element is on the screen as a whole. */
const inView = async (page, selector) => {
  const { y, height } = await page.locator(selector).boundingBox();
  return y >= 0 && y + height <= page.viewportSize().height;
};

describe("after a choice, keys belong to the board", () => {
  for (const [id, value] of [["size", "2x3"], ["level", "easy"], ["faces", "rings"]])
    it(`of ${id}`, () =>
      withPage(PLAIN, async (page) => {
        await page.locator(`#${id}`).focus();
        await page.locator(`#${id}`).selectOption(value);
        await headline(page, id === "size" ? "Slide 1 to 5 into order" : "Slide 1 to 8 into order");
        assert.equal(await focused(page), "board");
        const count = (await boardOf(page)).length;
        await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight");
        assert.equal(await page.locator(`#${id}`).inputValue(), value);
        assert.equal((await boardOf(page)).length, count);
        assert.doesNotMatch(await text(page, "counter"), /^0/);
      }));
});

describe("a hint", () => {
  it("ends with the move, and is one", () =>
    withPage({ ...PLAIN, ...CLIPBOARD, hash: `#board=${NEAR}` }, async (page) => {
      await page.locator('[data-stage="2"]').click();
      assert.equal(await page.locator(".tile.best").count(), 1);
      await press(page, "ArrowLeft");
      assert.equal(await page.locator(".tile.best").count(), 0);
      await headline(page, "Slide 1 to 8 into order");
      await press(page, "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#copy-result").click();
      await says(page, "^Result copied$");
      assert.match(await copied(page), /, 1 hint\n/);
    }));

  it("of the whole way stays as long as it is followed", () =>
    withPage(PLAIN, async (page) => {
      await page.locator('[data-stage="3"]').click();
      await press(page, "ArrowUp");
      await headline(page, "18 moves to go");
      assert.ok(!(await hidden(page, "solution-box")));
      await press(page, "ArrowDown");
      await headline(page, "Slide 1 to 8 into order");
    }));
});

describe("an address with moves", () => {
  it("is a game to watch or a board to try, and counts for nothing", () =>
    withPage({ ...PLAIN, hash: `#board=${START}&moves=${WAY}`, reducedMotion: "reduce" }, async (page) => {
      await headline(page, "A game of 19 moves");
      assert.equal(await text(page, "explain"), "Watch it, or try the board yourself.");
      assert.equal(await page.locator(".tile.best").count(), 0);
      assert.ok(await hidden(page, "solution-box"));
      await page.locator("#watch-play").click();
      await until(page, () => document.getElementById("watch-play").textContent === "Play again");
      assert.ok(await hidden(page, "result"));
      assert.ok(await hidden(page, "stats-card"));
      assert.equal(await page.locator(".play.perfect").count(), 0);
      await page.locator("#watch-end").click();
      assert.deepEqual(await boardOf(page), START);
      // Whoever has watched it has had help.
      await press(page, ...(await keysOf(page)));
      await headline(page, "Solved");
      assert.equal(await page.locator(".play.perfect").count(), 0);
    }));

  it("is tried without help by who does not watch", () =>
    withPage({ ...PLAIN, hash: `#board=${NEAR}&moves=rr` }, async (page) => {
      await page.locator("#watch-end").click();
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.equal(await page.locator(".play.perfect").count(), 1);
    }));

  it("is not that of a daily board", () =>
    withPage({ ...PLAIN, hash: "#daily=2026-11-22&size=3x3" }, async (page) => {
      await press(page, ...(await keysOf(page)));
      await solved(page);
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => location.hash), "#daily=2026-11-22&size=3x3");
    }));
});

it("a pasted solution is looked at: no star, no streak, no time", () =>
  withPage(PLAIN, async (page) => {
    await page.locator("#daily").click();
    await headline(page, "Slide 1 to 8 into order");
    const { moves } = await page.evaluate((it) => window.tilebase.answer(it), await boardOf(page));
    await paste(page, moves);
    await solved(page);
    assert.match(await text(page, "explain"), /^A game of \d+ moves: nobody can do it in fewer\.$/);
    for (const id of ["result", "copy-result", "stats-card"]) assert.ok(await hidden(page, id), id);
    assert.equal(await page.locator(".play.perfect").count(), 0);
    assert.equal(await page.locator("#daily.new").count(), 1);
    assert.equal(await page.evaluate(() => localStorage.getItem("tilebase-daily")), null);
    // It was judged: all moves are best.
    assert.match(await text(page, "way-summary"), /, all best$/);
    // Nor does the solution count that was copied from it.
    await press(page, "Home");
    await press(page, ...(await keysOf(page)));
    await solved(page);
    assert.equal(await page.locator(".play.perfect").count(), 0);
  }));

it("setting up selects the text, counts quietly, and says what is wrong after a pause", () =>
  withPage({ ...PLAIN, clock: true }, async (page) => {
    await page.locator("#setup-open").click();
    const selected = () =>
      page.evaluate(() => {
        const { selectionStart, selectionEnd, value } = document.getElementById("setup-text");
        return selectionEnd - selectionStart === value.length;
      });
    assert.ok(await selected());
    assert.equal(await page.locator("#setup [role=alert], #setup [aria-live]").count(), 0);
    await page.keyboard.type("1 2");
    await page.keyboard.press("Enter");
    assert.equal(await text(page, "setup-error"), "2 of 9 numbers: 7 are missing.");
    await page.keyboard.type(" 3 4 5 6 7");
    assert.equal(await text(page, "setup-count"), "7 of 9");
    assert.equal(await text(page, "setup-error"), "");
    const field = page.locator("#setup-text");
    assert.equal(await field.getAttribute("aria-invalid"), "false");
    await page.clock.runFor(2000);
    assert.equal(await text(page, "setup-error"), "7 of 9 numbers: 2 are missing.");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.match(await field.getAttribute("aria-describedby"), /\bsetup-error\b/);
    await page.keyboard.type(" x");
    assert.equal(await text(page, "setup-error"), "");
    assert.equal(await text(page, "setup-count"), "8 of 9");
    await page.keyboard.type(" 8");
    await shows(page, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    await field.fill("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0");
    await page.keyboard.press("Enter");
    assert.equal(
      await text(page, "setup-error"),
      "15 numbers make no square: is the board 3x5 or 5x3?",
    );
  }));

describe("the first finish of a daily board", () => {
  const day = "#daily=2026-11-22&size=3x3";
  const marks = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tilebase-marks")));
  const games = (page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem("tilebase-played") ?? "[]"));

  it("stands, however it is played again", () =>
    withPage({ ...PLAIN, hash: day }, async (page) => {
      await press(page, ...(await wasteful(page)));
      await headline(page, "Solved: +2");
      const [first] = await games(page);
      assert.deepEqual(await marks(page), { 22: { "3x3": 1 } });
      for (const again of ["#retry", "#first"]) {
        await page.locator(again).click();
        await press(page, ...(await keysOf(page)));
        await headline(page, "Solved");
        assert.match(await text(page, "explain"), /The first finish counts: 28 moves\.$/);
        assert.equal(await page.locator(".play.perfect").count(), 0);
        assert.deepEqual(await marks(page), { 22: { "3x3": 1 } });
        assert.deepEqual(await games(page), [first]);
      }
      // Nor in another game, when that one is gone.
      await page.evaluate(() => localStorage.removeItem("tilebase-game:daily=2026-11-22&size=3x3"));
      const other = await open(page, day);
      await press(other, ...(await keysOf(other)));
      await headline(other, "Solved");
      assert.deepEqual(await marks(other), { 22: { "3x3": 1 } });
      assert.deepEqual(await games(other), [first]);
    }));

  it("is shown to who comes back", () =>
    withPage({ ...PLAIN, hash: day }, async (page) => {
      await press(page, ...(await wasteful(page)));
      await headline(page, "Solved: +2");
      await until(page, () => /"taken":28/.test(localStorage.getItem("tilebase-game:daily=2026-11-22&size=3x3")));
      const other = await open(page, day);
      await headline(other, "Solved: +2");
    }));

  it("in two tabs is one game", () =>
    withPage({ ...PLAIN, hash: day }, async (page) => {
      const other = await open(page, day);
      const [keys, cells] = [await keysOf(page), await boardOf(page)];
      // Keys go to the tab in front.
      await page.bringToFront();
      await press(page, ...keys.slice(0, 3));
      await shows(other, afterKeys(cells, keys.slice(0, 3)));
      await other.bringToFront();
      await press(other, keys[3]);
      await shows(page, afterKeys(cells, keys.slice(0, 4)));
      await page.bringToFront();
      await press(page, ...keys.slice(4));
      await headline(page, "Solved: par");
      await headline(other, "Solved: par");
      assert.equal((await games(page)).length, 1);
    }));

  it("counts for the day on which it was begun", () =>
    withPage(PLAIN, async (page) => {
      await page.clock.setFixedTime(new Date("2026-11-22T23:58:00"));
      await page.locator("#daily").click();
      await until(page, () => location.hash.includes("2026-11-22"));
      // The first move comes after midnight.
      await page.clock.setFixedTime(new Date("2026-11-23T00:01:00"));
      await press(page, ...(await keysOf(page)));
      await solved(page);
      const kept = await page.evaluate(() => localStorage.getItem("tilebase-daily"));
      assert.deepEqual(JSON.parse(kept), { 22: ["3x3"] });
    }));
});

describe("Learn", () => {
  const run = async (page, scene) => {
    await page.locator(`[data-scene="${scene}"]`).click();
    await page.locator("#run").click();
    await until(page, () => document.getElementById("learn-status").textContent.includes("looked at"));
  };

  it("tells the limit and the rounds of IDA*, and why the limit rises by two", () =>
    withPage({ ...PLAIN, reducedMotion: "reduce" }, async (page) => {
      await page.locator("#tab-learn").click();
      await run(page, 5);
      const rounds = page.locator(".lane").nth(1).locator(".rounds");
      assert.equal(
        await rounds.textContent(),
        "Limit 9: 5 boards; limit 11: 19; limit 13: 59; limit 15: 152; limit 17: 403; limit 19: 123.",
      );
      assert.match(await text(page, "learn-intro"), /rises by two, since a move changes the estimate by one/);
      // The rounds so far add up to the boards expanded.
      for (const step of [1, 5, 6, 24, 25, 300]) {
        await page.locator("#clock").fill(String(step));
        const told = (await rounds.textContent()).replace(/^L/, "l").match(/limit \d+: (\d+)/g);
        const sum = told.reduce((all, one) => all + Number(one.split(": ")[1]), 0);
        assert.equal(sum, step);
      }
    }));

  it("names what it compares, and has a scene of breadth-first search against A*", () =>
    withPage({ ...PLAIN, reducedMotion: "reduce" }, async (page) => {
      await page.locator("#tab-learn").click();
      await run(page, 4);
      assert.match(await text(page, "learn-status"), /^Breadth-first looked at [\d,]+ boards, A\* with Manhattan at 314\./);
      await page.locator('[data-scene="7"]').click();
      const lane = (at, name) => page.locator(".lane").nth(at).locator(name);
      await lane(0, ".method").selectOption("astar");
      await lane(1, ".heuristic").selectOption("linear-conflict");
      await page.locator("#run").click();
      await until(page, () => document.getElementById("learn-status").textContent.includes("looked at"));
      assert.match(
        await text(page, "learn-status"),
        /^A\* with Manhattan looked at \d+ boards, with linear conflict at \d+\.$/,
      );
      assert.match(await lane(0, ".facts").textContent(), /^Boards expanded /);
    }));

  it("shows the board of a dot, and how g and h add up", () =>
    withPage({ ...PLAIN, reducedMotion: "reduce" }, async (page) => {
      await page.locator("#tab-learn").click();
      await run(page, 3);
      const lane = page.locator(".lane").nth(1);
      const mini = async () => (await lane.locator(".mini span").allTextContents()).map(Number);
      const distance = (tiles) =>
        tiles.reduce((sum, tile, cell) => {
          const home = tile - 1;
          return tile ? sum + Math.abs((cell % 3) - (home % 3)) + Math.abs(Math.floor(cell / 3) - Math.floor(home / 3)) : sum;
        }, 0);
      assert.deepEqual(await mini(), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
      const { width, height } = await lane.locator("canvas").boundingBox();
      let seen = 0;
      for (let at = 1; at < 12; at += 1) {
        await lane.locator("canvas").hover({ position: { x: (width * at) / 12, y: height / 2 } });
        await frames(page);
        if (await lane.locator(".dot").isHidden()) continue;
        const [, g, h, f] = /^g (\d+) \+ h (\d+) = f (\d+)$/.exec(await lane.locator(".sum").textContent());
        assert.equal(Number(h), distance(await mini()));
        assert.equal(Number(g) + Number(h), Number(f));
        seen += 1;
      }
      assert.ok(seen > 4, `${seen}`);
      // Without a pointer, the slider does the same.
      await page.mouse.move(0, 0);
      await page.locator("#clock").fill("1");
      assert.equal(await lane.locator(".sum").textContent(), "g 0 + h 9 = f 9");
    }));

  for (const [how, enter] of Object.entries({
    "its tab": (page) => page.locator("#tab-learn").click(),
    "a key": async (page) => {
      await page.locator("#tab-play").focus();
      await page.keyboard.press("ArrowRight");
    },
    "an address": (page) => page.evaluate(() => (location.hash = "#learn=3")),
  }))
    it(`gives the game back to who entered by ${how}`, () =>
      withPage({ ...PLAIN, hash: `#board=${START}` }, async (page) => {
        await press(page, "ArrowDown", "ArrowRight", "ArrowUp");
        const board = await boardOf(page);
        await enter(page);
        await until(page, () => !document.getElementById("view-learn").hidden);
        await page.locator('[data-scene="2"]').click();
        await page.goBack();
        await until(page, () => !document.getElementById("view-play").hidden);
        assert.deepEqual(await boardOf(page), board);
        assert.match(await text(page, "counter"), /^3 moves/);
        await press(page, "z");
        assert.match(await text(page, "counter"), /^2 moves/);
      }));

  it("gives the game back by the tab, too, after a reload", () =>
    withPage({ ...PLAIN, hash: `#board=${START}` }, async (page) => {
      await press(page, "ArrowDown", "ArrowRight");
      const board = await boardOf(page);
      await page.locator("#tab-learn").click();
      await page.waitForTimeout(400);
      await reload(page);
      assert.ok(await page.locator("#view-learn").isVisible());
      await page.locator("#tab-play").click();
      assert.deepEqual(await boardOf(page), board);
    }));
});

it("how hard a board is, is told after the game and on request, and nowhere that nobody knows it", () =>
  withPage({ ...PLAIN, hash: `#board=${START}` }, async (page) => {
    assert.ok(await hidden(page, "all-card"));
    await page.locator('[data-stage="1"]').click();
    assert.match(await text(page, "standing"), /^19 moves: medium \(13 to 20\)\. Farther than 14 in 100 boards/);
    await press(page, ...(await keysOf(page)));
    await headline(page, "Solved");
    // After the game, it is about the board that was played.
    assert.match(await text(page, "standing"), /^19 moves: /);
    await page.locator("#size").selectOption("6x6");
    await headline(page, "Slide 1 to 35 into order");
    await page.locator('[data-stage="1"]').click();
    assert.ok(await hidden(page, "all-card"));
  }));

describe("on 390 pixels", () => {
  it("the task, the board, the challenge and the hints are in view", () =>
    withPage({ ...PLAIN, ...PHONE, hash: `?board=${START}&beat=25` }, async (page) => {
      for (const id of ["board", "hints", "headline", "challenge"])
        assert.ok(await inView(page, `#${id}`), id);
    }));

  it("the picture of a search is in view when it is drawn", () =>
    withPage({ ...PLAIN, ...PHONE, reducedMotion: "reduce" }, async (page) => {
      await page.locator("#tab-learn").click();
      const canvas = page.locator("canvas").first();
      assert.ok((await canvas.boundingBox()).y < 700);
      await page.locator("#run").click();
      await until(page, () => document.getElementById("learn-status").textContent.includes("looked at"));
      assert.ok(await inView(page, "canvas >> nth=0"));
    }));

  it("sharing opens the menu of the system, where there is one", () =>
    withPage({ ...PLAIN, ...PHONE, hash: `#board=${NEAR}` }, async (page) => {
      await page.addInitScript(() => {
        window.shared = [];
        navigator.share = async (what) => window.shared.push(what);
      });
      await reload(page);
      assert.equal(await text(page, "share"), "Share");
      await page.locator("#share").click();
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      await page.locator("#copy-result").click();
      await page.locator("#share-game").click();
      const shared = await page.evaluate(() => window.shared);
      assert.match(shared[0].url, /\?board=1,2,3,4,5,6,0,7,8&goal=[\d,]+$/);
      assert.match(shared[1].text, /^tilebase 3×3\n2 moves/);
      assert.match(shared[2].url, /&moves=rr$/);
    }));
});

it("why a board cannot be solved is counted, with two examples", () =>
  withPage({ ...PLAIN, hash: "#board=3,2,1,4,5,6,7,8,0" }, async (page) => {
    await headline(page, "No solution");
    assert.equal(await text(page, "explain"), "It cannot be solved. Swap 7 and 8, and it can.");
    await page.locator("#why summary").click();
    assert.equal(
      await text(page, "why-text"),
      "Read row by row, 3 pairs of tiles are in the wrong order: for instance 3 before 2 and 3 before 1. That is an odd number. A tile that slides sideways passes no other, and one that slides up or down passes 2, so a move never changes odd to even, and at the goal it is 0. Swapping two tiles does: swap 7 and 8.",
    );
    await page.evaluate(() => (location.hash = "#board=2,1,3,4,5,6,7,8,9,10,0,12,13,14,11,15"));
    await until(page, () => document.getElementById("why-text").textContent.includes("The gap"));
    assert.match(
      await text(page, "why-text"),
      /^Read row by row, (\d) pairs .* The gap is 1 row from that of its goal: \1 \+ 1 = \d, which is odd\. .* never changes odd to even/,
    );
    // What it says is so: a move keeps the sum odd, and the swap ends it.
    await page.locator("#mend").click();
    await until(page, () => document.getElementById("headline").textContent !== "No solution");
  }));

it("developers are told in one folded line how to embed, npm, and where the source is", () =>
  withPage(PLAIN, async (page) => {
    const line = page.locator(".developers");
    assert.ok(!(await line.locator("p").isVisible()));
    await line.locator("summary").click();
    const told = await line.textContent();
    for (const part of ["npm install tilebase", "?embed=1&board=", "messages"]) assert.ok(told.includes(part), part);
    const links = await line.locator("a").evaluateAll((all) => all.map(({ href }) => href));
    assert.ok(links.every((link) => /^https:\/\/\S+\/tilebase/.test(link)), `${links}`);
  }));

describe("marks and answers", () => {
  for (const colorScheme of ["light", "dark"])
    it(`a tile in its place has a mark with contrast, ${colorScheme}`, () =>
      withPage({ ...PLAIN, colorScheme, hash: `#board=${NEAR}` }, async (page) => {
        const contrast = await page.locator('[data-tile="1"] .face').evaluate((face) => {
          const channel = (one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
          const light = (colour) => {
            const [r, g, b] = colour.match(/[\d.]+/g).map((part) => channel(Number(part) / 255));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const mark = light(getComputedStyle(face, "::after").backgroundColor);
          const tile = light(getComputedStyle(face).backgroundColor);
          return Math.max(mark, tile) / Math.min(mark, tile);
        });
        assert.ok(contrast >= 3, `${contrast}`);
        assert.equal(await page.locator("#board .cell").first().textContent(), "1, in its place");
        assert.equal(await page.locator("#board .cell").nth(7).textContent(), "7");
      }));

  it("a key at the wall and a tap on a tile that cannot slide are answered", () =>
    withPage({ ...PLAIN, hash: `#board=${START}` }, async (page) => {
      await press(page, "ArrowLeft");
      await says(page, "^No tile can slide left: the gap is in the right column$");
      assert.equal(await page.locator(".layer.refused").count(), 1);
      await page.locator('[data-tile="2"]').click();
      await says(page, "^2 cannot slide: it is not in line with the gap$");
      assert.equal(await page.locator('[data-tile="2"].refused').count(), 1);
      await press(page, "ArrowDown");
      await says(page, "^4 moved down$");
    }));

  it("a challenge that nobody can win says so", () =>
    withPage({ ...PLAIN, hash: `?board=${START}&beat=3` }, async (page) => {
      assert.match(await text(page, "challenge"), /^A challenge: 3 moves\. Nobody can/);
      await headline(page, "Slide 1 to 8 into order");
    }));

  it("of pasted moves, the one is named that cannot be made", () =>
    withPage({ ...PLAIN, hash: "#board=1,2,3,0,4,5,6,7,8" }, async (page) => {
      await paste(page, "rrr");
      await says(page, "^Move 3, “r”, cannot be made here\\.$");
    }));

  it("pictures are beside the board, on the goal, and whole in the end", () =>
    withPage({ ...PLAIN, hash: `#board=${NEAR}` }, async (page) => {
      assert.ok(await inView(page, "#faces"));
      await page.locator("#faces").selectOption("hills");
      const image = (selector) =>
        page.locator(selector).first().evaluate((one) => getComputedStyle(one).backgroundImage);
      assert.match(await image("#goal span"), /^url\("data:image/);
      assert.equal(await image("#goal span"), await image(".tile .face"));
      assert.ok(!(await page.locator(".piece").isVisible()));
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.ok(await page.locator(".piece").isVisible());
    }));
});

it("has half as many controls in sight at the start as it had, and playback where there are moves", async () => {
  // There were 28 on the first visit.
  await withPage({ ...PLAIN, isFirst: true, viewport: { width: 1280, height: 800 } }, async (page) => {
    const controls = () =>
      page.locator("button, input, select, summary, a").evaluateAll(
        (all) =>
          all.filter((one) => {
            const { top, width } = one.getBoundingClientRect();
            return !one.closest("#board") && one.checkVisibility() && width > 1 && top < innerHeight;
          }).length,
      );
    await headline(page, "Slide 1 to 8 into order");
    assert.ok((await controls()) <= 14, `${await controls()}`);
    for (const id of ["player", "answers", "pace", "convention", "timed"]) assert.ok(await hidden(page, id), id);
    await press(page, ...(await keysOf(page)).slice(0, 1));
    assert.ok(!(await hidden(page, "player")));
    await page.locator("#gear").click();
    for (const id of ["answers", "pace", "convention", "timed"]) assert.ok(!(await hidden(page, id)), id);
  });
});

it("the hardest board is a level", () =>
  withPage(PLAIN, async (page) => {
    await page.locator("#level").selectOption("hardest");
    await page.locator('[data-stage="1"]').click();
    await headline(page, "31 moves to go");
    await page.locator("#size").selectOption("4x4");
    await shows(page, [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1]);
  }));
