// What is worth sharing: notations, the player's way, the daily board, the page in a frame.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, describe, it } from "node:test";
import { boardOf, headline, start, stop, until, withPage } from "./browser.mjs";

after(stop);

const START = [2, 3, 4, 1, 5, 0, 7, 6, 8];
const DAILY = [6, 4, 5, 7, 8, 0, 2, 1, 3];
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const text = (page, id) => page.locator(`#${id}`).textContent();
const hidden = (page, id) => page.locator(`#${id}`).isHidden();
const chips = (page, id) => page.locator(`#${id} .chip`);
const copied = async (page, id, said) => {
  await page.locator(`#${id}`).click();
  await until(page, (done) => document.getElementById("status").textContent === done, said);
  return page.evaluate(() => navigator.clipboard.readText());
};
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

describe("the solution", () => {
  it("is written in the notation that was chosen, and stays so", () =>
    withPage(CLIPBOARD, async (page) => {
      assert.equal(await chips(page, "solution").count(), 19);
      const said = "Solution copied";
      assert.equal(await copied(page, "copy-solution", said), "dlurullddrurdllurdr");
      await page.locator("#notation").selectOption("tile");
      assert.equal(await copied(page, "copy-solution", said), "URDLDR2U2LDLUR2DLUL");
      await page.locator("#notation").selectOption("tiles");
      const tiles = "8 6 5 4 3 2 1 7 6 5 2 3 4 2 5 6 3 5 6";
      const found = (await copied(page, "copy-solution", said)).split(" ");
      assert.equal(found.length, tiles.split(" ").length);
      assert.deepEqual(await chips(page, "solution").allTextContents(), found);
      await page.reload();
      await page.locator("html[data-ready]").waitFor();
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
      assert.equal(await text(page, "way-summary"), "2 moves, 2 lost");
      assert.deepEqual(
        await chips(page, "way").evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)),
        ["1: 8 up, best", "2: 8 down, cost 2"],
      );
      const mistake = page.locator("#mistakes button");
      assert.equal(await mistake.textContent(), "Move 2: 8 down +2");
      assert.match(await mistake.getAttribute("title"), /^Move 2: 8 down cost 2; better: \d/);
      await mistake.click();
      await headline(page, "18 moves to go");
      await until(page, () => /better:/.test(document.getElementById("status").textContent));
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
      assert.match(await text(page, "explain"), /^Played for you in 2 moves, the least possible/);
      assert.match(await text(page, "counter"), /^0 yours\s+2 played/);
      assert.ok(await hidden(page, "copy-result"));
      await page.locator("#first").click();
      await press(page, "ArrowLeft");
      await page.locator("#last").click();
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^In 2 moves, 1 of them played for you, the least/);
      assert.match(await text(page, "way-summary"), /^1 move, none lost; 1 played for you/);
      await page.locator("#first").click();
      await press(page, "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^In 2 moves, the least possible/);
    }));

  it("ends with a result to copy and to save", () =>
    withPage({ ...CLIPBOARD, hash: "#board=1,2,3,4,5,6,0,7,8" }, async (page) => {
      assert.ok(await hidden(page, "copy-result"));
      await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
      await headline(page, "Solved");
      assert.match(await text(page, "explain"), /^In 4 moves; 2 would do/);
      const lines = (await copied(page, "copy-result", "Result copied")).split("\n");
      assert.equal(lines[0], "tilebase 3×3");
      assert.equal(lines[1], "4 moves; 2 at best, 2 lost");
      assert.match(lines[2], /^0:0\d\.\d, with the answers on show$/);
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
        () => document.getElementById("way-summary").textContent === "5 moves, 4 lost",
      );
      assert.equal(await page.locator("#mistakes button").count(), 2);
    }));

  it("takes moves that are pasted, in the notation that was chosen", () =>
    withPage({}, async (page) => {
      const paste = (pasted) =>
        page.evaluate((moves) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", moves);
          document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
          );
        }, pasted);
      await paste("dlu");
      await headline(page, "16 moves to go");
      assert.equal(await text(page, "way-summary"), "3 moves, none lost");
      await page.locator("#notation").selectOption("tile");
      await paste("D");
      await until(page, () => document.querySelectorAll("#way .chip").length === 4);
    }));
});

describe("a board to play", () => {
  it("is the same for everybody on a day, without answers", () =>
    withPage({ hash: "#daily=2026-11-22" }, async (page) => {
      await headline(page, "? moves to go");
      assert.deepEqual(await boardOf(page), DAILY);
      assert.equal(await text(page, "day"), "Daily board of 2026-11-22");
      assert.ok(!(await page.locator("#answers").isChecked()));
      await press(page, "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown");
      await page.waitForTimeout(200);
      assert.equal(await page.evaluate(() => location.hash), "#daily=2026-11-22");
      // The next game has the answers that were there before.
      await page.locator("#shuffle").click();
      await headline(page, "20 moves to go");
      await page.locator("#daily").click();
      await headline(page, "? moves to go");
      assert.match(await text(page, "day"), /^Daily board of \d{4}-\d\d-\d\d$/);
    }));

  it("has a result to paste, with its date", () =>
    withPage({ ...CLIPBOARD, hash: "#daily=2026-11-22" }, async (page) => {
      await page.locator("#hint").click();
      const { moves } = await page.evaluate((board) => window.tilebase.answer(board), DAILY);
      const keys = { d: "ArrowUp", l: "ArrowRight", r: "ArrowLeft", u: "ArrowDown" };
      await press(page, ...[...moves].map((move) => keys[move]));
      await headline(page, "Solved");
      const lines = (await copied(page, "copy-result", "Result copied")).split("\n");
      assert.equal(lines[0], "tilebase 3×3, daily board of 2026-11-22");
      assert.equal(lines[1], `${moves.length} moves; ${moves.length} at best`);
      assert.match(lines[2], /, with 1 hint$/);
      assert.equal([...lines.slice(3).join("")].length, moves.length);
    }));

  it("is easy, medium or hard", () =>
    withPage({}, async (page) => {
      for (const [level, distance] of [
        ["easy", 11],
        ["hard", 27],
        ["medium", 20],
      ]) {
        await page.locator("#level").selectOption(level);
        await page.locator("#shuffle").click();
        await headline(page, `${distance} moves to go`);
        assert.match(await text(page, "standing"), new RegExp(`^${level}:`, "i"));
      }
      // The word follows the number.
      await page.locator("#distance").fill("30");
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
      await page.locator("#timed").check();
      assert.equal(await text(page, "timer"), "0:00.0 · 0.0/s");
      await press(page, "ArrowDown");
      await until(page, () => /^0:00\.[3-9]/.test(document.getElementById("timer").textContent));
      await page.reload();
      await page.locator("html[data-ready]").waitFor();
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
      await page.locator("#tab-play").click();
      await until(page, () => !location.hash.includes("learn"));
    }));
});

describe("in a frame", () => {
  it("shows the board and the answer alone", () =>
    withPage(
      { hash: "?embed=1&board=2,3,4,1,5,0,7,6,8", settings: { answers: "no" } },
      async (page) => {
        await headline(page, "19 moves to go");
        assert.deepEqual(await boardOf(page), START);
        for (const id of ["shuffle", "play", "tab-play", "standing", "copy-link", "answers"])
          assert.ok(await hidden(page, id), id);
        await press(page, "ArrowDown");
        await headline(page, "18 moves to go");
      },
    ));

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
      await until(page, () => window.told.length === 5);
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
      await page.goto(`${at(outer)}/other`);
      await page.frameLocator("iframe").locator("html[data-ready]").waitFor();
      await page.evaluate(() => {
        const message = { tilebase: 1, id: 5, ask: "answer", board: "1 2 3 4 5 6 7 x 8" };
        document.querySelector("iframe").contentWindow.postMessage(message, "*");
      });
      await page.waitForTimeout(500);
      assert.deepEqual(await page.evaluate(() => window.told), []);
    } finally {
      await context.close();
      for (const server of [inner, outer]) server.close();
    }
  });
});
