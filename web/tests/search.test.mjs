// 4x4 and the other shapes that are searched, in a worker.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { moved, standardGoal } from "../src/grid.mjs";
import { boardOf, headline, setting, stop, text, until, withPage } from "./browser.mjs";

after(stop);

const GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
/** Korf's 100 boards, number 79: 42 moves, the least of them. His goal has the blank first. */
const KORF_79 = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15];
const KORF_GOAL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

it("answers a board of 4x4, and plays it", () =>
  withPage({ hash: `#board=${KORF_79}&goal=${KORF_GOAL}` }, async (page) => {
    await headline(page, "42 moves to go");
    await until(page, () => document.getElementById("stop").hidden);
    assert.ok((await page.locator("#moves .best").count()) >= 1);
    assert.equal((await page.locator("#solution").getAttribute("data-moves")).length, 42);
    assert.match(
      await page.locator("#standing").textContent(),
      /^42 moves: medium \(21 to 44\)\. Farther than 2 in 100 boards; none is farther than 80\.$/,
    );
    await page.locator("#step").click();
    await headline(page, "41 moves to go");
    await page.locator("#last").click();
    await headline(page, "Solved");
    assert.deepEqual(await boardOf(page), KORF_GOAL);
    await page.locator("#scrubber").fill("40");
    await headline(page, "2 moves to go");
  }));

it("tells the bound it is at, stops, and searches again", () =>
  withPage({ hash: `#board=${GOAL}` }, async (page) => {
    await headline(page, "Solved");
    await page.locator("#level").selectOption("hardest");
    await until(page, () =>
      /No solution is shorter than \d+ moves; [\d,]+ boards searched/.test(
        document.getElementById("explain").textContent,
      ),
    );
    assert.match(await page.locator("#headline").textContent(), /^\d\d or more/);
    await page.locator("#stop").click();
    // What was proved stays.
    await until(page, () => document.getElementById("stop").hidden);
    const proved = /^The search was stopped\. No solution is shorter than (\d\d) moves\.$/;
    const [, bound] = proved.exec(await page.locator("#explain").textContent());
    const told = await page.locator("#headline").textContent();
    assert.equal(told, `${bound} or more moves to go`);
    await until(page, () =>
      /search was stopped/i.test(document.getElementById("status").textContent),
    );
    // Not even a stopped search stands in the way of playing.
    await page.locator("#again").click();
    await until(page, () => /or more/.test(document.getElementById("headline").textContent));
    await page.locator("#board").focus();
    await page.keyboard.press("ArrowLeft");
    await until(page, () => /^1 move/.test(document.getElementById("counter").textContent));
    await until(page, () => /moved left; (searching|\d+ or more)/.test(document.getElementById("status").textContent));
  }));

it("tells how far the tables are, and the solution before the other optimal moves", () =>
  withPage({}, async (page) => {
    const told = await page.evaluate(
      async (board) => {
        const all = [];
        await window.tilebase.answer(board, null, { onprogress: (progress) => all.push(progress) });
        return all;
      },
      GOAL.with(13, 0).with(14, 14).with(15, 15),
    );
    const tables = told.filter(({ table }) => table);
    assert.deepEqual(tables, [{ table: 1, of: 1 }]);
    assert.deepEqual(told.at(-1), { distance: 2, moves: "rr" });
  }));

it("makes larger tables when asked, and is fast from then on", { timeout: 300_000 }, () =>
  withPage({ hash: "#board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1" }, async (page) => {
    page.setDefaultTimeout(240_000);
    await until(page, () => /or more/.test(document.getElementById("headline").textContent));
    assert.ok(await page.locator("#enlarge").isHidden());
    await page.locator("#stop").click();
    // What they need is said before.
    await page.locator("#enlarge").waitFor();
    const offer = await page.locator("#enlarge").textContent();
    assert.match(offer, /^Use larger tables \(35 MB, about \d+ s\)$/);
    await page.locator("#enlarge").click();
    await until(page, () =>
      /^Making table \d of 3/.test(document.getElementById("explain").textContent),
    );
    await until(page, () => /searched/.test(document.getElementById("explain").textContent));
    await headline(page, "80 moves to go");
    assert.match(await page.locator("#story").textContent(), /^One of the 17 hardest boards of its size: they need 80 moves/);
    await until(page, () => document.getElementById("stop").hidden);
    assert.ok(await page.locator("#enlarge").isHidden());
  }),
);

it("counts the solutions when asked", () =>
  withPage({ hash: "#board=1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15" }, async (page) => {
    await headline(page, "3 moves to go");
    await page.locator("#count-all").click();
    await until(page, () => /only one of this length/.test(document.getElementById("count").textContent));
  }));

it("answers every size, and shuffles it", { timeout: 240_000 }, () =>
  withPage({}, async (page) => {
    for (const [size, distance] of [
      ["2x5", 30],
      ["5x2", 30],
      ["2x6", 40],
      ["6x2", 40],
      ["3x4", 30],
      ["4x3", 30],
      ["4x4", 30],
    ]) {
      await page.locator("#size").selectOption(size);
      await setting(page, "distance").fill(String(distance));
      await until(page, () => !document.getElementById("shuffle").disabled);
      await page.locator("#shuffle").click();
      await until(
        page,
        (far) => document.getElementById("headline").textContent === `${far} moves to go`,
        distance,
      );
      await until(page, () => document.getElementById("stop").hidden);
    }
  }),
);

const FIVE = [
  17, 1, 20, 9, 16, 2, 22, 19, 14, 5, 15, 21, 0, 3, 24, 23, 18, 13, 12, 7, 10, 8, 6, 4, 11,
];
/** The bounds on show, once there are two. */
async function bounds(page) {
  const handle = await until(page, () =>
    /^(\d+)–(\d+) moves to go$/.exec(document.getElementById("headline").textContent),
  );
  const [, least, most] = await handle.jsonValue();
  return [Number(least), Number(most)];
}
/** What a cell says whose tile slides on the best solution so far. */
const ONE_SLIDE = /^\d+(, in its place)?, best so far: slides [a-z]+$/;
const said = async (cells) => (await cells.allTextContents()).join();
const wayOf = (page) => page.locator("#solution").getAttribute("data-moves");

it("has a solution of a board of 5x5 at once, and says that it is not proved", () =>
  withPage({ hash: `#board=${FIVE}` }, async (page) => {
    const [least, most] = await bounds(page);
    assert.ok(least >= 80 && least < most && most <= 140 && (most - least) % 2 === 0);
    assert.match(await page.locator("#explain").textContent(), /No solution is shorter than \d+/);
    assert.equal(await page.locator("#solution-title").textContent(), "Best solution so far");
    assert.equal((await wayOf(page)).length, most);
    assert.equal(await page.locator("#moves .best").count(), 0);
    const marks = page.locator("#board .cell", { hasText: "slides" });
    assert.match(await said(marks), ONE_SLIDE);
    assert.doesNotMatch(await page.locator("main").innerText(), /optimal|shortest/i);
    // Both bounds close in.
    const isNearer = ([low, high]) => {
      const now = /^(\d+)–(\d+)/.exec(document.getElementById("headline").textContent);
      return now && Number(now[1]) >= low && Number(now[2]) < high;
    };
    await until(page, isNearer, [least, most]);
    // What is known holds after a move, and the search can be stopped and goes on.
    const rest = await wayOf(page);
    await page.locator("#step").click();
    await page.locator("#stop").click();
    const [bound, length] = await bounds(page);
    assert.ok(bound >= least - 1 && length <= rest.length - 1, `${bound} to ${length}`);
    assert.match(await page.locator("#explain").textContent(), /^The search was stopped\. The best/);
    // The offer of larger tables fits the smallest screen.
    await page.setViewportSize({ width: 320, height: 568 });
    const offer = await page.locator("#enlarge").boundingBox();
    const card = await page.locator(".card:has(#enlarge)").boundingBox();
    assert.ok(offer.x + offer.width < card.x + card.width, JSON.stringify({ offer, card }));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator("#again").click();
    await until(page, () => !document.getElementById("stop").hidden);
    // The solution found leads to the goal, though its boards have no proved distance.
    await page.locator("#last").click();
    await headline(page, "Solved");
  }));

it("says that a solution is proved before it is known which of the shortest is canonical", () => {
  const cells = [16, 12, 15, 7, 8, 14, 9, 2, 13, 5, 0, 1, 11, 10, 6, 4, 17, 3];
  return withPage({ hash: `#board=${cells}&size=3x6` }, async (page) => {
    const isProved = (isSearching) =>
      document.getElementById("headline").textContent === "78 moves to go" &&
      document.getElementById("solution-title").textContent === "Shortest solution" &&
      document.getElementById("stop").hidden !== isSearching;
    await until(page, isProved, true);
    assert.equal((await wayOf(page)).length, 78);
    assert.equal(await page.locator("#moves .best").count(), 1);
    await until(page, isProved, false);
    // After a detour the way back is known, and no longer solution takes its place.
    await page.evaluate(() => {
      window.ways = new Set();
      window.said = new Set();
      const look = () => {
        const { moves } = document.getElementById("solution").dataset;
        window.said.add(document.getElementById("explain").textContent);
        window.ways.add(`${document.getElementById("headline").textContent} ${moves.length}`);
        requestAnimationFrame(look);
      };
      look();
      document.querySelector("#moves button:not(.best)").click();
    });
    await until(page, () => /^79/.test(document.getElementById("headline").textContent));
    await until(page, () => document.getElementById("stop").hidden === false);
    await until(page, () => window.said.size > 10);
    const ways = await page.evaluate(() => [...window.ways]);
    assert.deepEqual(ways, ["78 moves to go 78", "79 moves to go 79"]);
  });
});

it("proves the boards of 5x5 that are near, and has three levels", () =>
  withPage({ hash: `#board=${FIVE.map((_, cell) => (cell + 1) % 25)}` }, async (page) => {
    await headline(page, "Solved");
    for (const [level, shown] of [
      ["easy", "8 to 20 moves"],
      ["medium", "21 to 40 moves"],
      ["hard", "any difficulty"],
    ]) {
      await page.locator("#level").selectOption(level);
      assert.equal(await text(page, "distance-value"), shown);
      if (level === "hard") {
        await bounds(page);
        continue;
      }
      await until(page, () => /^\d+ moves? to go/.test(document.getElementById("headline").textContent));
      const distance = Number.parseInt(await text(page, "headline"), 10);
      assert.ok(distance <= (level === "easy" ? 20 : 40), `${level}: ${distance}`);
    }
    await page.locator("#size").selectOption("4x5");
    await until(page, () => /\d/.test(document.getElementById("headline").textContent));
    assert.match(await page.evaluate(() => location.hash), /size=4x5/);
  }));

it("answers a program with two bounds, or with the proof if it waits", () =>
  withPage({}, async (page) => {
    const ask = (board, options) =>
      page.evaluate(
        async ([asked, how]) => {
          const told = [];
          const onprogress = (progress) => told.push(progress);
          return [await window.tilebase.answer(asked, null, { ...how, onprogress }), told];
        },
        [board, options],
      );
    const [answer, told] = await ask(FIVE, {});
    for (const name of ["distance", "moves", "next", "error"]) assert.equal(answer[name], null);
    assert.ok(answer.atLeast >= 90 && answer.atLeast < answer.best.length);
    assert.ok(told.some(({ best, bound }) => bound > 80 && best?.length >= answer.best.length));
    const near = Array.from({ length: 20 }, (_, tile) => tile + 1).concat(0, 21, 22, 23, 24);
    const [proved] = await ask(near, { optimal: true });
    assert.deepEqual([proved.distance, proved.moves, proved.best], [4, "rrrr", null]);
    // Boards of more than 25 cells have no proof, so that nothing waits for one.
    const six = Array.from({ length: 36 }, (_, cell) => (cell * 5 + 3) % 36);
    const [large] = await ask(six, { optimal: true });
    assert.deepEqual([large.size, large.distance, large.next], ["6x6", null, null]);
    assert.ok(large.atLeast < large.best.length && large.best.length < 250);
    const end = [...large.best].reduce((cells, move) => moved(cells, 6, move), six);
    assert.deepEqual(end, standardGoal(36));
    // What the program's own function throws is its own, and the next question is answered.
    const thrown = await page.evaluate(async (asked) => {
      const onprogress = () => {
        throw new RangeError("mine");
      };
      return window.tilebase.answer(asked, null, { onprogress }).catch(({ message }) => message);
    }, FIVE);
    assert.equal(thrown, "mine");
    const [huge] = await ask(standardGoal(202), { size: "101x2" });
    assert.match(huge.error, /100/);
  }));

it("plays 10x10: an interval, hints, and the best solution to its end", () =>
  withPage({ viewport: { width: 320, height: 568 } }, async (page) => {
    await page.locator("#level").selectOption("hard");
    await page.locator("#size").selectOption("10x10");
    await until(page, () => document.getElementById("board").ariaRowCount === "10");
    await until(page, () => !document.querySelector(".is-looking"));
    // The digits fit their tiles.
    const tall = await page.locator(".tile .face").evaluateAll((faces) =>
      faces.filter(({ firstChild: digits, clientWidth, clientHeight }) => {
        const { width, height } = digits.getBoundingClientRect();
        return width > clientWidth - 4 || height > clientHeight;
      }).length,
    );
    assert.equal(tall, 0);
    await setting(page, "answers").uncheck();
    await page.locator('#hints [data-stage="2"]').click();
    const [least, most] = await bounds(page);
    assert.ok(least > 500 && least < most && most < 2000 && (most - least) % 2 === 0);
    const marks = page.locator("#board .cell", { hasText: "slides" });
    assert.match(await said(marks), ONE_SLIDE);
    await page.locator('#hints [data-stage="3"]').click();
    await until(page, () => document.getElementById("stop").hidden, null, { timeout: 120_000 });
    const [, last] = await bounds(page);
    assert.ok(last < most && (await wayOf(page)).length === last);
    assert.match(await page.locator("#explain").textContent(), /^The best solution found has/);
    await page.locator("#play").click();
    await until(page, () => Number(document.getElementById("scrubber").value) > 1);
    await page.locator("#board").press("End");
    await headline(page, "Solved");
    assert.match(await page.locator("#explain").textContent(), /The fewest is \d+ to \d+\./);
    // A game of this size has an address, and begins with it.
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /^#board=(\d+,){99}\d+&goal=/);
  }));

it("gives up when a program says so", () =>
  withPage({}, async (page) => {
    const name = await page.evaluate(async () => {
      const controller = new AbortController();
      const asked = window.tilebase.answer("x 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", null, {
        signal: controller.signal,
        onprogress: () => controller.abort(),
      });
      return asked.then(
        () => "answered",
        (error) => error.name,
      );
    });
    assert.equal(name, "AbortError");
    assert.equal(
      await page.evaluate(
        async () =>
          (await window.tilebase.answer([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15]))
            .distance,
      ),
      1,
    );
  }));

it("settles every promise when it is closed, and works afterwards", () =>
  withPage({}, async (page) => {
    const names = await page.evaluate(async () => {
      const hard = "x 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
      const tracing = { method: "ida", maxNodes: 1e12, maxSteps: 0 };
      let begun;
      const isAtWork = new Promise((done) => (begun = done));
      const asked = [
        window.tilebase.answer(hard, null, { onprogress: begun }),
        window.tilebase.answer(hard),
        window.tilebase.trace(hard, null, tracing),
      ];
      await isAtWork;
      window.tilebase.close();
      return Promise.all(asked.map((one) => one.then(() => "answered").catch(({ name }) => name)));
    });
    assert.deepEqual(names, ["AbortError", "AbortError", "AbortError"]);
    const distances = await page.evaluate(async () => {
      const near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15];
      const { distance } = await window.tilebase.answer(near);
      const { moves } = await window.tilebase.trace(near);
      return [distance, moves];
    });
    assert.deepEqual(distances, [1, "r"]);
  }));

it("keeps its answer on show until a short search has the next", () =>
  withPage({ hash: "#board=1,2,3,4,5,6,7,8,9,10,0,12,13,14,11,15" }, async (page) => {
    const url = page.url();
    const shown = async () => {
      await page.goto("about:blank");
      await page.goto(url);
      await headline(page, "2 moves to go");
      await until(page, () => document.getElementById("stop").hidden);
      await page.evaluate(() => {
        window.seen = [];
        const look = () => {
          const stop = document.getElementById("stop").hidden ? "" : "searching: ";
          window.seen.push(stop + document.getElementById("headline").textContent);
        };
        new MutationObserver(look).observe(document.querySelector(".verdict"), {
          subtree: true,
          childList: true,
          attributes: true,
        });
      });
      for (const [key, distance] of [
        ["ArrowRight", 3],
        ["ArrowDown", 4],
        ["ArrowRight", 5],
      ]) {
        await page.keyboard.press(key);
        await headline(page, `${distance} moves to go`);
      }
      return [...new Set(await page.evaluate(() => window.seen))];
    };
    // Neither a search at work nor a board without its distance.
    const isOther = (text) => !/^\d moves to go$/.test(text);
    let seen = await shown();
    // On a busy machine a short search may be one that is shown.
    for (let more = 0; more < 3 && seen.some(isOther); more += 1) seen = await shown();
    assert.ok(seen.includes("4 moves to go"));
    assert.deepEqual(seen.filter(isOther), []);
  }));

it("records a search while another one works", () =>
  withPage({}, async (page) => {
    const moves = await page.evaluate(async () => {
      const controller = new AbortController();
      const { signal } = controller;
      // It takes minutes.
      const hard = window.tilebase.answer(
        "x 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
        null,
        { signal },
      );
      const late = hard.then(() => ({ moves: "late" }));
      const traced = await Promise.race([window.tilebase.trace("1 2 x 3"), late]);
      controller.abort();
      const { name } = await hard.catch((error) => error);
      return [traced.moves, name];
    });
    assert.deepEqual(moves, ["r", "AbortError"]);
  }));

it("shows that it looks for a board, and nothing else, from the first frame", () =>
  withPage({}, async (page) => {
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const isOn = (id) => document.getElementById(id).checkVisibility();
        const cards = ["way-card", "all-card", "moves", "solution-box"].filter(isOn);
        window.seen.push(`${document.getElementById("headline").textContent} ${cards}`);
        requestAnimationFrame(look);
      };
      document.getElementById("size").addEventListener("change", () => requestAnimationFrame(look));
    });
    await page.locator("#size").selectOption("4x4");
    await until(page, () => /^\d+ moves to go/.test(document.getElementById("headline").textContent) && document.querySelectorAll("#board .cell").length === 16);
    const seen = new Set(await page.evaluate(() => window.seen));
    const [first] = seen;
    assert.equal(first, "Looking for a board … ");
    assert.ok(![...seen].some((text) => /^(19|Solved)/.test(text)), [...seen].join("; "));
  }));

it("moves nothing while a board is looked for", () =>
  withPage({ hash: "#board=2,3,4,1,5,0,7,6,8" }, async (page) => {
    await page.keyboard.press("ArrowRight");
    await headline(page, "18 moves to go");
    const shown = await page.evaluate(() => {
      const [size, board] = ["size", "board"].map((id) => document.getElementById(id));
      size.value = "4x4";
      size.dispatchEvent(new Event("change"));
      for (const key of ["ArrowUp", "z", "Home", "End", "h", " "])
        board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return board.innerText.trim() + document.getElementById("headline").textContent;
    });
    assert.match(shown, /^[\d\s]*Looking for a board …$/);
    await until(page, () => document.querySelectorAll("#board .cell").length === 16);
    await until(page, () => !document.querySelector(".is-looking"));
    await page.goBack();
    await headline(page, "18 moves to go");
    assert.match(await page.locator("#counter").textContent(), /^1 move/);
  }));

for (const [name, change, wanted] of [
  ["the setting of what a move is", { id: "metric", value: "multi" }, /&metric=multi/],
  ["the level", { id: "level", value: "hard" }, /^#board/],
])
  it(`goes on looking for a board of the size that was chosen after a change of ${name}`, () =>
    withPage({ hash: "#board=2,3,4,1,5,0,7,6,8" }, async (page) => {
      await page.keyboard.press("ArrowRight");
      await headline(page, "18 moves to go");
      const shown = await page.evaluate(({ id, value }) => {
        const choose = (name, chosen) => {
          const field = document.getElementById(name);
          field.value = chosen;
          field.dispatchEvent(new Event("change"));
        };
        choose("size", "4x4");
        choose(id, value);
        return document.getElementById("headline").textContent;
      }, change);
      assert.equal(shown, "Looking for a board …");
      await until(page, () => !document.querySelector(".is-looking"));
      assert.equal((await boardOf(page)).length, 16);
      assert.match(await page.evaluate(() => location.hash), wanted);
      assert.equal(await page.locator(`#${change.id}`).inputValue(), change.value);
      await page.goBack();
      await headline(page, "18 moves to go");
      assert.match(await page.locator("#counter").textContent(), /^1 move/);
    }));

it("keeps its layout while a board of 5x5 is searched", () => {
  const board = "17,1,20,9,16,2,22,19,14,5,15,21,0,3,24,23,18,13,12,7,10,8,6,4,11";
  return withPage({ hash: `#board=${board}` }, async (page) => {
    await page.evaluate(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await until(page, () =>
      /[2-6]\d,\d+,\d+ boards/.test(document.getElementById("explain").textContent),
    );
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift <= 0.05, `${shift}`);
  });
});

// What follows is measured and printed: the first answer should come within half a second on 3x3
// and within one on 4x4, and a key should show within a tenth of a second on a slow processor.

it("prints how soon the first answer is there", () =>
  withPage({}, async (page) => {
    for (const hash of ["", "#board=6,13,10,4,2,1,8,11,3,14,7,5,9,12,15,0"]) {
      const times = [];
      for (let run = 0; run < 3; run += 1) {
        await page.goto("about:blank");
        await page.goto(new URL("../dist/tilebase.html", import.meta.url).href + hash);
        await until(page, () => /^\d+ moves to go/.test(document.getElementById("headline")?.textContent));
        times.push(await page.evaluate(() => performance.now()));
      }
      const best = Math.min(...times);
      console.log(`first answer ${hash || "3x3"}: ${best.toFixed(0)} ms`);
    }
  }));

it("prints how soon a key is shown on a processor four times slower", () =>
  withPage({}, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    // The browser measures from the key to the end of the frame that shows it.
    await page.evaluate(() => {
      window.times = [];
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          if (name === "keydown") window.times.push(duration);
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
    for (const key of ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
      const before = await text(page, "headline");
      await page.keyboard.press(key);
      await until(page, (shown) => document.getElementById("headline").textContent !== shown, before);
    }
    // Frames that were faster than the threshold have no entry.
    const times = [...(await page.evaluate(() => window.times)), 0, 0, 0, 0, 0, 0].slice(0, 6);
    times.sort((a, b) => a - b);
    console.log(`from a key to its frame: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  }));
