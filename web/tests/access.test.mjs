// axe over the main states of the page, in both themes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { headline, keysOf, setting, stop, until, withPage } from "./browser.mjs";

after(stop);

const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
}

const STATES = {
  "the first board": async () => {},
  "a move later": async (page) => {
    await page.locator("#step").click();
    await headline(page, "18 moves to go");
  },
  solved: async (page) => {
    await page.locator("#last").click();
    await headline(page, "Solved");
  },
  "without answers": async (page) => setting(page, "answers").uncheck(),
  "setting up": async (page) => {
    // On a phone it comes with the settings.
    if (await page.locator("#setup-open").isHidden()) await page.locator("#gear").click();
    await page.locator("#setup-open").click();
  },
  unsolvable: async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,8,7,0"));
    await headline(page, "No solution");
  },
  "a picture": async (page) => page.locator("#faces").selectOption("hills"),
  keys: async (page) => {
    await page.locator("#gear").click();
    await page.locator("#look summary").click();
  },
  "a game of a link": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,0,7,8&moves=rr"));
    await headline(page, "A game of 2 moves");
    await until(page, () => document.querySelectorAll("#replay figure").length === 2);
  },
  "a game of a link that was watched": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,0,7,8&moves=udrr"));
    await headline(page, "A game of 4 moves");
    await page.locator("#watch-play").click();
    await page.locator("#curve svg").waitFor();
  },
  "the ladder": async (page) => {
    await page.locator("#level").selectOption("ladder");
    await page.locator("#rungs").waitFor();
  },
  "a run": async (page) => {
    await page.locator("#level").selectOption("run");
    await headline(page, "3:00 0 boards");
  },
  "a challenge that nobody wins": async (page) => {
    await page.goto(page.url().replace(/[?#].*/, `?board=2,3,4,1,5,0,7,6,8&beat=3`));
    await page.locator("html[data-ready]").waitFor();
  },
  "a picture, whole": async (page) => {
    await page.locator("#faces").selectOption("hills");
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,7,0,8"));
    await headline(page, "1 move to go");
    await page.keyboard.press("ArrowLeft");
    await headline(page, "Solved");
  },
  "a daily board that is over": async (page) => {
    await page.evaluate(() => (location.hash = "#daily=2026-11-22&size=3x3"));
    await headline(page, "Slide 1 to 8 into order");
    for (const key of await keysOf(page)) await page.keyboard.press(key);
    await headline(page, "Solved: par");
  },
  "the line for developers": async (page) => page.locator(".developers summary").click(),
  "a key at the wall": async (page) => page.keyboard.press("ArrowLeft"),
  "rounds of IDA*": async (page) => {
    await page.locator("#tab-learn").click();
    await page.locator('[data-scene="5"]').click();
    await page.locator("#run").click();
    await until(page, () => document.getElementById("learn-status").textContent.includes("looked at"));
    await page.locator(".lane canvas").first().hover({ position: { x: 40, y: 90 } });
  },
  "a way with mistakes": async (page) => {
    for (const key of ["ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
    await page.locator("#mistakes button").waitFor();
  },
  "a result": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,7,0,8"));
    await headline(page, "1 move to go");
    await page.keyboard.press("ArrowLeft");
    await headline(page, "Solved");
  },
  "a lesson": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,7,0,8"));
    await headline(page, "1 move to go");
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    await headline(page, "Solved");
    await page.locator("#stats-card summary").click();
    await page.locator("#mend-mistakes").click();
  },
  "a challenge": async (page) => {
    await page.goto(page.url().replace(/[?#].*/, "?board=1,2,3,4,5,6,7,0,8&beat=3"));
    await page.locator("html[data-ready]").waitFor();
  },
  "past days": async (page) => {
    await page.locator("#daily").click();
    await page.locator("#day summary").click();
  },
  "a replay": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,7,0,8"));
    await headline(page, "1 move to go");
    await page.keyboard.press("ArrowLeft");
    await page.locator("#compare").click();
    await page.locator("#replay figure").first().waitFor();
  },
  hints: async (page) => {
    await setting(page, "answers").uncheck();
    await page.locator('#hints [data-stage="2"]').click();
    await headline(page, "19 moves to go");
  },
  "why there is no solution": async (page) => {
    await page.evaluate(() => (location.hash = "#board=1,2,3,4,5,6,8,7,0"));
    await headline(page, "No solution");
    await page.locator("#why summary").click();
  },
  "text of no board": async (page) => {
    await page.locator("#setup-open").click();
    await page.locator("#setup-text").fill("1 2 3 4 5 0");
    await page.locator("#setup-text").press("Enter");
    await page.locator("#setup-sizes button").first().waitFor();
  },
  "looking for a board": async (page) => {
    await page.locator("#size").selectOption("5x5");
  },
  "a board of 5x5": async (page) => {
    const board = "17,1,20,9,16,2,22,19,14,5,15,21,0,3,24,23,18,13,12,7,10,8,6,4,11";
    await page.evaluate((to) => (location.hash = `#board=${to}`), board);
    await until(page, () => /–/.test(document.getElementById("headline").textContent));
  },
  "a daily board": async (page) => page.locator("#daily").click(),
  "a story": async (page) => {
    await page.evaluate(() => (location.hash = "#board=8,6,7,2,5,4,3,0,1"));
    await headline(page, "31 moves to go");
  },
  "a search": async (page) => {
    await page.locator("#tab-learn").click();
    await page.locator('[data-scene="3"]').click();
    await page.locator("#run").click();
    await until(
      page,
      () =>
        document.getElementById("clock-last").disabled && document.getElementById("clock").max > 1,
    );
  },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [name, reach] of Object.entries(STATES)) {
    it(`${name}, ${colorScheme}`, () =>
      withPage({ colorScheme, reducedMotion: "reduce" }, async (page) => {
        await reach(page);
        assert.deepEqual(await findings(page), []);
      }));
  }
}

for (const width of [390, 768, 1920])
  for (const name of ["the first board", "past days", "a result", "a lesson", "hints", "setting up", "a search"])
    it(`${name}, ${width} wide`, () =>
      withPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" }, async (page) => {
        await STATES[name](page);
        assert.deepEqual(await findings(page), []);
      }));

for (const hash of ["?embed=1", "?embed=1&board=1,2,3,4,5,6,8,7,0", "?embed=1&board=1,2,3"])
  it(`in a frame: ${hash}`, () =>
    withPage({ hash, viewport: { width: 800, height: 480 } }, async (page) => {
      assert.deepEqual(await findings(page), []);
      // The board and the answer are within the frame.
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(over <= 0, `${over}`);
      const box = await page.locator("#verdict").boundingBox();
      assert.ok(box.x + box.width <= 800);
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
    }));

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  it(`everything is reached by Tab, in order, on ${width} x ${height}`, () =>
    withPage({ viewport: { width, height }, reducedMotion: "reduce" }, async (page) => {
      for (const key of ["ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
      await page.locator("#mistakes button").waitFor();
      const expected = await page.evaluate(() => {
        const all = [...document.querySelectorAll("button, input, select, summary, [tabindex]")];
        const isReached = (element) =>
          element.tabIndex >= 0 && !element.disabled && element.checkVisibility();
        return all.filter(isReached).map((element, number) => {
          element.dataset.number = number;
          return number;
        });
      });
      const reached = [];
      await page.evaluate(() => document.activeElement.blur());
      // The first Tab goes on from the board. Between the last element and the first is the browser.
      while (reached.length < expected.length) {
        await page.keyboard.press("Tab");
        const number = await page.evaluate(() => document.activeElement.dataset.number);
        if (number !== undefined) reached.push(Number(number));
      }
      const begin = reached.indexOf(0);
      assert.deepEqual(reached.slice(begin).concat(reached.slice(0, begin)), expected);
      assert.ok(expected.length > 20);
    }));
}
