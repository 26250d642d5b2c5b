// Pictures of the page. See ../pictures.

import { headline, start, stop, until } from "./browser.mjs";

const PAGE = new URL("../dist/tilebase.html", import.meta.url).href;
const SCREENS = {
  wide: { viewport: { width: 1280, height: 800 } },
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
const race = async (page) => {
  await page.locator("#tab-learn").click();
  await until(
    page,
    () =>
      document.getElementById("clock-last").disabled && document.getElementById("clock").max > 1,
  );
};

/** A game with mistakes. */
const judged = async (page) => {
  for (const key of ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"])
    await page.keyboard.press(key);
  await page.waitForTimeout(200);
};
const won = async (page) => {
  for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"])
    await page.keyboard.press(key);
  await headline(page, "Solved");
};

/** For each state: its address, and how to reach it. */
const STATES = {
  start: ["", async () => {}],
  size: ["", (page) => page.locator("#size").selectOption("4x4")],
  moved: ["", click("step")],
  solved: ["", click("last")],
  hidden: ["", click("answers")],
  unsolvable: ["#board=1,2,3,4,5,6,8,7,0", (page) => headline(page, "No solution")],
  broken: ["#board=1,2,3", async () => {}],
  setup: ["", click("setup-open")],
  goal: [
    "",
    async (page) => {
      await page.locator("#setup-open").click();
      await page.locator('[name="edit"][value="goal"]').check();
    },
  ],
  fifteen: [FIFTEEN, (page) => headline(page, "2 moves to go")],
  search: [
    HARD,
    (page) => until(page, () => /or more/.test(document.getElementById("headline").textContent)),
  ],
  stopped: [
    HARD,
    async (page) => {
      await until(page, () => /or more/.test(document.getElementById("headline").textContent));
      await page.locator("#stop").click();
    },
  ],
  five: [FIVE, interval],
  "five-stopped": [
    FIVE,
    async (page) => {
      await interval(page);
      await page.waitForTimeout(6000);
      await page.locator("#stop").click();
    },
  ],
  "five-moved": [
    FIVE,
    async (page) => {
      await interval(page);
      await page.locator("#step").click();
      await page.keyboard.press("ArrowDown");
    },
  ],
  "five-hidden": [
    FIVE,
    async (page) => {
      await interval(page);
      await page.locator("#answers").click();
      for (let hint = 0; hint < 2; hint += 1) await page.locator("#hint").click();
    },
  ],
  long: [LONG, (page) => headline(page, "2 moves to go")],
  playing: [
    "",
    async (page) => {
      await page.locator("#play").click();
      await page.waitForTimeout(900);
    },
  ],
  picture: ["", (page) => page.locator("#faces").selectOption("hills")],
  judged: ["", judged],
  won: ["#board=1,2,3,4,5,6,0,7,8", won],
  daily: ["#daily=2026-11-22", async () => {}],
  tiles: ["", (page) => page.locator("#notation").selectOption("tiles")],
  hardest: ["#board=8,6,7,2,5,4,3,0,1", (page) => headline(page, "31 moves to go")],
  loyd: ["#board=1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0", (page) => headline(page, "No solution")],
  timed: [
    "",
    async (page) => {
      await page.locator("#timed").check();
      await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(700);
      await page.evaluate(() => scrollTo(0, 0));
    },
  ],
  embed: ["?embed=1", async () => {}],
  race: ["", race],
  contrast: ["", (page) => page.emulateMedia({ forcedColors: "active" })],
  print: ["", (page) => page.emulateMedia({ media: "print" })],
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
