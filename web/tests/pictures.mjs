// Pictures of the page. See ../pictures.

import { headline, setting, start, stop, until } from "./browser.mjs";

const PAGE = new URL("../dist/tilebase.html", import.meta.url).href;
const SCREENS = {
  large: { viewport: { width: 1920, height: 1080 } },
  wide: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  small: { viewport: { width: 320, height: 568 }, hasTouch: true },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true },
};
const THEMES = ["light", "dark"];

const FIFTEEN = "#board=1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15";
const HARD = "#board=0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";
const FIVE = "#board=17,1,20,9,16,2,22,19,14,5,15,21,0,3,24,23,18,13,12,7,10,8,6,4,11";
const LONG = "#board=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,0,22,23&size=2x12";
const interval = (page) =>
  until(page, () => /–\d+ moves to go/.test(document.getElementById("headline").textContent));
const click = (id) => (page) => page.locator(`#${id}`).click();
const hint = (stage) => (page) => page.locator(`#hints [data-stage="${stage}"]`).click();
const answered = (page) => setting(page, "answers").check();
const scene = (number) => async (page) => {
  await page.locator("#tab-learn").click();
  await page.locator(`[data-scene="${number}"]`).click();
  if (number < 5) await page.locator("#guess-number").fill("500");
  await page.locator("#run").click();
  await until(
    page,
    () =>
      document.getElementById("clock-last").disabled && document.getElementById("clock").max > 1,
  );
};

/** A game with mistakes. */
const judged = async (page) => {
  await answered(page);
  for (const key of ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"])
    await page.keyboard.press(key);
  await page.waitForTimeout(200);
};
const won = async (page) => {
  for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"])
    await page.keyboard.press(key);
  await headline(page, "Solved");
};

/** A board on which something was wasted, and the first lesson. */
const lesson = async (page) => {
  await won(page);
  await page.locator("#mend-mistakes").click();
};
const calendar = async (page) => {
  await page.locator("#day summary").click();
};
const gear = async (page) => {
  if (await page.locator("#gear").isVisible()) await page.locator("#gear").click();
};

/** For each state: its address, and how to reach it. */
const STATES = {
  first: ["", async () => {}],
  far: ["", hint(1)],
  tile: ["", hint(2)],
  way: ["", hint(3)],
  answers: ["", answered],
  looking: ["", (page) => page.locator("#size").selectOption("5x5")],
  size: [
    "",
    async (page) => {
      await page.locator("#size").selectOption("4x4");
      await headline(page, "Slide 1 to 15 into order");
    },
  ],
  moved: [
    "",
    async (page) => {
      await answered(page);
      await page.locator("#step").click();
    },
  ],
  unsolvable: [
    "#board=1,2,3,4,5,6,8,7,0",
    async (page) => {
      await headline(page, "No solution");
      await page.locator("#why summary").click();
    },
  ],
  broken: ["#board=1,2,3", async () => {}],
  setup: ["", click("setup-open")],
  "setup-wrong": [
    "",
    async (page) => {
      await page.locator("#setup-open").click();
      await page.locator("#setup-text").fill("1 2 3 4 5 0");
    },
  ],
  goal: [
    "",
    async (page) => {
      await page.locator("#setup-open").click();
      await page.locator('[name="edit"][value="goal"]').check();
    },
  ],
  fifteen: [FIFTEEN, answered],
  search: [
    HARD,
    async (page) => {
      await answered(page);
      await until(page, () => /or more/.test(document.getElementById("headline").textContent));
    },
  ],
  stopped: [
    HARD,
    async (page) => {
      await answered(page);
      await until(page, () => /or more/.test(document.getElementById("headline").textContent));
      await page.locator("#stop").click();
    },
  ],
  ten: [
    "",
    async (page) => {
      await page.locator("#level").selectOption("hard");
      await page.locator("#size").selectOption("10x10");
      await answered(page);
      await interval(page);
    },
  ],
  five: [
    FIVE,
    async (page) => {
      await answered(page);
      await interval(page);
    },
  ],
  "five-stopped": [
    FIVE,
    async (page) => {
      await answered(page);
      await interval(page);
      await page.waitForTimeout(6000);
      await page.locator("#stop").click();
    },
  ],
  "five-moved": [
    FIVE,
    async (page) => {
      await answered(page);
      await interval(page);
      for (let move = 0; move < 6; move += 1) await page.locator("#step").click();
    },
  ],
  long: [LONG, answered],
  picture: [
    "",
    async (page) => {
      await gear(page);
      await page.locator("#faces").selectOption("hills");
      await page.evaluate(() => scrollTo(0, 0));
    },
  ],
  judged: ["", judged],
  won: ["#board=1,2,3,4,5,6,0,7,8", won],
  replay: [
    "#board=1,2,3,4,5,6,0,7,8",
    async (page) => {
      await won(page);
      await page.locator("#compare").click();
    },
  ],
  lesson: ["#board=1,2,3,4,5,6,0,7,8", lesson],
  perfect: [
    "#board=1,2,3,4,5,6,0,7,8",
    async (page) => {
      for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
      await headline(page, "Solved");
    },
  ],
  played: [
    "#board=1,2,3,4,5,6,0,7,8",
    async (page) => {
      await answered(page);
      await page.locator("#last").click();
      await headline(page, "Solved");
    },
  ],
  challenge: ["?board=1,2,3,4,5,6,0,7,8&beat=4", async () => {}],
  calendar: ["#daily=2026-11-22&size=3x3", calendar],
  settings: ["", gear],
  statistics: [
    "#board=1,2,3,4,5,6,0,7,8",
    async (page) => {
      await won(page);
      await page.locator("#stats-card summary").click();
      await page.locator("#stats-card").scrollIntoViewIfNeeded();
    },
  ],
  daily: ["#daily=2026-11-22&size=4x4", async () => {}],
  tiles: [
    "",
    async (page) => {
      await answered(page);
      await page.locator("#notation").selectOption("tiles");
    },
  ],
  hardest: ["#board=8,6,7,2,5,4,3,0,1", answered],
  loyd: ["#board=1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0", (page) => headline(page, "No solution")],
  timed: [
    "",
    async (page) => {
      await gear(page);
      await setting(page, "timed").check();
      await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(700);
      await page.evaluate(() => scrollTo(0, 0));
    },
  ],
  embed: ["?embed=1", async () => {}],
  "scene-before": ["", click("tab-learn")],
  "scene-1": ["", scene(0)],
  "scene-4": ["", scene(3)],
  own: ["", scene(5)],
  contrast: [
    "",
    async (page) => {
      await answered(page);
      await page.emulateMedia({ forcedColors: "active" });
    },
  ],
  print: [
    "",
    async (page) => {
      await answered(page);
      await page.emulateMedia({ media: "print" });
    },
  ],
};

const [folder, pattern] = process.argv.slice(2);
const browser = await start();
for (const [screen, options] of Object.entries(SCREENS)) {
  for (const colorScheme of THEMES) {
    for (const [state, [hash, reach]] of Object.entries(STATES)) {
      const name = `${state}-${screen}-${colorScheme}`;
      if (!new RegExp(pattern).test(name)) continue;
      const context = await browser.newContext({
        offline: true,
        reducedMotion: "reduce",
        colorScheme,
        ...options,
      });
      const page = await context.newPage();
      await page.goto(PAGE + hash);
      await page.locator("html[data-ready]").waitFor();
      await reach(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${folder}/${name}.png` });
      await context.close();
    }
  }
}
await stop();
