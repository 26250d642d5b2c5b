// The page in a browser: from its file, with the network off, and any error a failure.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const PAGE = new URL("../dist/tilebase.html", import.meta.url).href;
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The same boards each time: a test does not fail by chance. `SEED` gives others.
  `--js-flags=--random-seed=${process.env.SEED ?? 1}`,
];

let browser;

/** The browser, started once for each test file. */
export async function start() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGUMENTS });
  return browser;
}

export async function stop() {
  await browser?.close();
  browser = undefined;
}

/**
 * Opens the page, does something with it, and asserts that nothing went wrong on it and nothing was
 * fetched. Answers are on show unless the settings say otherwise; a first visit has none. It is not
 * the first visit of the day, which begins with the daily board and has the ladder for new ones,
 * unless `isFirst`. With `clock` the page has a clock that `page.clock` puts forward.
 */
export async function withPage(options, use) {
  const {
    hash = "",
    settings = { answers: "yes" },
    clock = false,
    isFirst = false,
    ...context
  } = options;
  const opened = await (
    await start()
  ).newContext({ offline: true, viewport: { width: 1280, height: 900 }, ...context });
  const page = await opened.newPage();
  waitAfterActions(page);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on(
    "request",
    (request) => /^https?:|^ws/.test(request.url()) && wrong.push(`asked for ${request.url()}`),
  );
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 120_000));
  try {
    await page.addInitScript(([kept, isFirst]) => {
      // Not on an empty page, and not again when the page is loaded again.
      const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
      if (location.protocol === "about:" || isReload || sessionStorage.getItem("set")) return;
      sessionStorage.setItem("set", "yes");
      const now = new Date();
      const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
      const visited = parts.map((part) => String(part).padStart(2, "0")).join("-");
      for (const [name, value] of Object.entries(isFirst ? kept : { visited, level: "medium", ...kept }))
        localStorage.setItem(`tilebase-${name}`, value);
    }, [settings, isFirst]);
    if (clock) await page.clock.install();
    await page.goto(PAGE + hash);
    await page.locator("html[data-ready]").waitFor();
    await use(page);
    assert.deepEqual(wrong, []);
  } catch (error) {
    throw wrong.length > 0
      ? new Error(`on the page: ${wrong.join("\n")}`, { cause: error })
      : error;
  } finally {
    await opened.close();
  }
}

/**
 * Makes clicks and keys wait until the page has drawn what follows from them: the board in the next
 * frame, and everything else right after it.
 */
function waitAfterActions(page) {
  const drawn = () =>
    page
      .evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      // The page was left.
      .catch(() => {});
  const wait = (owner, names) => {
    for (const name of names) {
      const action = owner[name];
      owner[name] = async (...given) => {
        await action.apply(owner, given);
        await drawn();
      };
    }
    return owner;
  };
  wait(page.keyboard, ["press", "type"]);
  wait(page.mouse, ["click"]);
  const locator = page.locator;
  page.locator = (...given) => wait(locator.apply(page, given), ["click", "press", "fill"]);
}

/**
 * Loads the page again. Under load, Chromium sometimes opens a page with an empty storage, and what
 * was saved is there the next time. So the page is loaded until it has a word that is saved here.
 */
export async function reload(page) {
  await page.evaluate(() => localStorage.setItem("saved", "yes"));
  for (let time = 0; time < 5; time += 1) {
    await page.reload();
    await page.locator("html[data-ready]").waitFor();
    if (await page.evaluate(() => localStorage.getItem("saved"))) break;
  }
  await page.evaluate(() => localStorage.removeItem("saved"));
}

/** Waits until the page has drawn some frames. */
export const frames = (page, count = 2) =>
  page.evaluate(async (most) => {
    for (let drawn = 0; drawn < most; drawn += 1) await new Promise(requestAnimationFrame);
  }, count);

/** The board as it is shown: of each cell, its tile. */
export const boardOf = (page) =>
  page
    .locator("#board .cell")
    .evaluateAll((cells) => cells.map(({ textContent }) => Number.parseInt(textContent, 10) || 0));

/** The keys of a solution of the board on show. */
export async function keysOf(page) {
  const keys = { d: "ArrowUp", l: "ArrowRight", r: "ArrowLeft", u: "ArrowDown" };
  const { moves } = await page.evaluate(
    (board) => window.tilebase.answer(board),
    await boardOf(page),
  );
  return [...moves].map((move) => keys[move]);
}

/** Waits until a function of the page gives something true. */
export const until = (page, condition, argument, options) =>
  page.waitForFunction(condition, argument, options);

/** Pastes text on the page, outside its fields. */
export const paste = (page, pasted) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", copied);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pasted);

/** What the element with this id says, and whether it is hidden. */
export const text = (page, id) => page.locator(`#${id}`).textContent();
export const hidden = (page, id) => page.locator(`#${id}`).isHidden();

export const headline = (page, text) =>
  until(page, (expected) => document.getElementById("headline").textContent === expected, text);

/** Waits until the board is solved; a daily board is with a score. */
export const solved = (page) =>
  until(page, () => document.getElementById("headline").textContent.startsWith("Solved"));

/** Waits until a board is on show. */
export const shows = (page, cells) =>
  until(
    page,
    (expected) =>
      [...document.querySelectorAll("#board .cell")].every(
        ({ textContent }, cell) => (Number.parseInt(textContent, 10) || 0) === expected[cell],
      ),
    cells,
  );

/** A control of the settings, which are opened to use it and closed again. */
export function setting(page, id) {
  const using = (name) => async (...given) => {
    const isHidden = await page.locator("#look").isHidden();
    if (isHidden) await page.locator("#gear").click();
    await page.locator(`#${id}`)[name](...given);
    if (isHidden) await page.locator("#gear").click();
  };
  return Object.fromEntries(
    ["check", "uncheck", "fill", "selectOption", "press"].map((name) => [name, using(name)]),
  );
}

/** A board 19 moves away from the goal, and one two moves away. */
export const START = [2, 3, 4, 1, 5, 0, 7, 6, 8];
export const NEAR = [1, 2, 3, 4, 5, 6, 0, 7, 8];

/** For `withPage`: without answers on show, a telephone, and leave to read what was copied. */
export const PLAIN = { settings: {} };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Presses keys, one after another. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Solves the board on show with keys. */
export async function solve(page) {
  await press(page, ...(await keysOf(page)));
  await solved(page);
}

export const BACK = {
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** The keys of a solution that wastes two moves. */
export async function wasteful(page) {
  const [first, ...rest] = await keysOf(page);
  return [first, BACK[first], first, ...rest];
}

/** Opens an address in a tab of its own, as a friend does. */
export async function open(page, address) {
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/[?#].*/, address));
  await other.locator("html[data-ready]").waitFor();
  return other;
}

/** Waits until what is announced is like this. */
export const says = (page, pattern) =>
  until(
    page,
    (source) => new RegExp(source).test(document.getElementById("status").textContent),
    pattern,
  );

export const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
export const focused = (page) => page.evaluate(() => document.activeElement.id);

/** Waits until another board is on show. */
export const another = (page, board) =>
  until(
    page,
    (old) => {
      const cells = [...document.querySelectorAll("#board .cell")];
      return cells.map(({ textContent }) => Number.parseInt(textContent, 10) || 0).join() !== old;
    },
    board.join(),
  );
