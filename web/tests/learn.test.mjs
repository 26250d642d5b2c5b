// Every button of the view Learn.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { frames, reload, setting, stop, until, withPage } from "./browser.mjs";

after(stop);

/** A board three moves from its goal, with the scene of the reader's own board. */
const OWN = "#board=1,2,3,0,4,6,7,5,8&learn=bibfs,astar-manhattan";
const HARD = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1";
const status = (page, pattern) =>
  until(
    page,
    (source) => new RegExp(source).test(document.getElementById("learn-status").textContent),
    pattern,
  );
const facts = (page, lane) =>
  page.locator(".lane").nth(lane).locator(".facts dd:not(.sum)").allTextContents();
/** How many pixels of a lane's picture are drawn. */
const drawn = (page, lane) =>
  page
    .locator("canvas")
    .nth(lane)
    .evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });

it("runs every method, with every estimate", () =>
  withPage({ reducedMotion: "reduce", hash: OWN }, async (page) => {
    await status(page, "looked at .*, .* at ");
    const [left, right] = [page.locator(".lane").nth(0), page.locator(".lane").nth(1)];
    const methods = left.locator(".method option").evaluateAll((all) => all.map(({ value }) => value));
    // Those of the library, in its order.
    const { error } = await page.evaluate(() => window.tilebase.trace("1 2 3 x", null, { method: "?" }));
    assert.equal(error, `method: expected ${(await methods).join(", ").replace(/, (\w+)$/, " or $1")}, found \`?\``);
    for (const method of await methods) {
      await left.locator(".method").selectOption(method);
      // A search without an estimate offers none.
      const isBlind = ["bfs", "bibfs", "ucs", "dls"].includes(method);
      assert.equal(await left.locator(".heuristic").isHidden(), isBlind, method);
      await page.locator("#run").click();
      await status(page, method === "dfs" ? "^A\\* with Manhattan" : "looked at .*, .* at ");
      if (method === "dfs") {
        const why = await left.locator(".error").textContent();
        assert.match(why, /^Dfs on 3x3: it is limited to six cells/);
        continue;
      }
      assert.equal((await facts(page, 0)).at(-1), method === "dls" ? "29 moves" : "3 moves", method);
      assert.ok((await drawn(page, 0)) > 50, method);
    }
    for (const heuristic of ["manhattan", "linear-conflict", "misplaced", "euclidean", "table", "none"]) {
      await right.locator(".heuristic").selectOption(heuristic);
      await page.locator("#run").click();
      await status(page, "looked at .*, .* at ");
      assert.equal((await facts(page, 1)).at(-1), "3 moves", heuristic);
    }
    // Another order of moves looks at other boards, and finds as short a way.
    const looked = [];
    for (const order of ["dlru", "urdl"]) {
      await left.locator(".method").selectOption("bfs");
      await left.locator(".order").selectOption(order);
      await page.locator("#run").click();
      await status(page, "looked at .*, .* at ");
      assert.equal((await facts(page, 0)).at(-1), "3 moves", order);
      looked.push((await facts(page, 0))[0]);
    }
    assert.notEqual(looked[0], looked[1]);
  }));

it("says what is proved of solutions that may not be the shortest", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=2,3,4,1,5,0,7,6,8&learn=greedy-manhattan,hill-manhattan" }, async (page) => {
    await status(page, "looked at .*, .* at ");
    const [left, right] = [page.locator(".lane").nth(0), page.locator(".lane").nth(1)];
    const proved = (lane) => lane.locator(".facts dt:nth-last-of-type(2) small").textContent();
    // The same as those of the command.
    assert.equal((await facts(page, 0)).at(-1), "21 moves");
    assert.equal(await proved(left), "not known to be the shortest; at least 9");
    assert.match(await left.locator(".sum").textContent(), /goal/);
    assert.equal((await facts(page, 1)).at(-1), "none");
    assert.equal(
      await right.locator(".error").textContent(),
      "Stuck after 4 moves: no move from 1 2 3 x 5 4 7 6 8 lowers 5.",
    );
    // The numbers of methods are part of the address.
    await left.locator(".method").selectOption("dls");
    await left.locator(".number").fill("18");
    await left.locator(".number").blur();
    await right.locator(".method").selectOption("wastar");
    assert.equal(await right.locator(".number").inputValue(), "1.5");
    await page.locator("#run").click();
    await status(page, "looked at .*, .* at ");
    assert.equal(await left.locator(".error").textContent(), "No solution within 18 moves.");
    assert.equal(await proved(right), "not known to be the shortest; at least 15");
    await until(page, () => location.hash.endsWith("&learn=dls~18,wastar-manhattan"));
    await reload(page);
    await status(page, "looked at .*, .* at ");
    assert.equal(await page.locator(".lane .number").first().inputValue(), "18");
  }));

it("counts what moves cost", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=2,3,6,1,0,7,4,8,5&learn=ucs,bfs,tile" }, async (page) => {
    await status(page, "looked at .*, .* at ");
    // Known: 12 moves that cost 63.
    assert.deepEqual((await facts(page, 0)).slice(-2), ["63", "12 moves"]);
    assert.equal(await page.locator(".lane").nth(1).locator(".facts small").allTextContents().then((all) => all.includes("not known to be the cheapest")), true);
    await page.locator("#learn-cost").selectOption("1:30,2:1,5");
    assert.ok(await page.locator("#learn-costs").isVisible());
    await page.locator("#learn-costs").fill("5");
    await page.locator("#learn-costs").blur();
    await page.locator("#run").click();
    await status(page, "looked at .*, .* at ");
    assert.deepEqual((await facts(page, 0)).slice(-2), ["60", "12 moves"]);
    await page.locator("#learn-costs").fill("1:x");
    await page.locator("#learn-costs").blur();
    await page.locator("#run").click();
    await until(page, () => /^Cost: /.test(document.querySelector(".lane .error").textContent));
    // What one method adds up, it compares with its estimate.
    await page.locator("#learn-cost").selectOption("inverse");
    await page.locator(".lane .method").first().selectOption("astar");
    await page.locator("#run").click();
    await status(page, "looked at .*, .* at ");
    await page.locator("#clock-first").click();
    await page.locator("#clock-step").click();
    assert.match(await page.locator(".lane .sum").first().textContent(), /^g 0 \+ h ([\d.]+) = f \1$/);
    await until(page, () => location.hash.endsWith("&learn=astar-manhattan,bfs,inverse"));
  }));

it("solves in stages, step by step", { timeout: 120_000 }, () =>
  withPage({ hash: "#learn=7" }, async (page) => {
    await page.locator("#run").waitFor();
    assert.equal(await page.locator(".lane:visible").count(), 0);
    await page.locator("#guess-number").fill("73");
    await page.locator("#run").click();
    await until(page, () => !document.getElementById("clock-play").disabled);
    await page.locator("#clock-last").click();
    await status(page, "^73 moves in 3 stages; the fewest is 53\\. You guessed 73: exactly, 3 points of 3\\.");
    const classed = (name) =>
      page.locator(`#stages-board .${name}`).evaluateAll((all) => all.map(({ textContent }) => Number(textContent)));
    assert.deepEqual(await classed("locked"), Array.from({ length: 15 }, (_, at) => at + 1));
    assert.equal(await page.locator("#stages-fewest").textContent(), "53");
    // The lengths of the stages are those of the command.
    const lengths = await page.locator("#stages-list b").allTextContents();
    const board = "2 9 13 7 / 8 5 x 15 / 14 6 4 1 / 3 10 12 11";
    const { stages } = await page.evaluate((text) => window.tilebase.stages(text), board);
    assert.deepEqual(lengths, stages.map(({ moves }) => `${moves.length} moves`));
    assert.equal(stages[0].goal, "1 2 3 4 / * * * * / * * * * / * * * *");
    await page.locator("#clock").fill(`${stages[0].moves.length}`);
    assert.deepEqual(await classed("locked"), [1, 2, 3, 4]);
    assert.deepEqual((await classed("wanted")).sort((a, b) => a - b), [5, 9, 13]);
    await page.locator("#clock-back").click();
    assert.deepEqual(await classed("locked"), []);
    assert.equal(await page.locator("#stages-list li").first().getAttribute("aria-current"), "step");
    // Longer ways have bounds.
    await page.locator("#learn-size").selectOption("5x5");
    await page.locator("#run").click();
    await until(page, () => !document.getElementById("clock-play").disabled);
    await page.locator("#clock-last").click();
    await status(page, "^149 moves in 6 stages; the fewest is \\d+ to \\d+\\.");
    // The board in Play.
    await page.locator("#learn-size").selectOption("own");
    await page.locator("#run").click();
    await until(page, () => !document.getElementById("clock-play").disabled);
    await page.locator("#clock-last").click();
    await status(page, " moves in \\d+ stages?; the fewest is ");
  }));

it("plays, pauses, steps and scrubs", () =>
  withPage({ hash: "#learn=bfs,astar-manhattan" }, async (page) => {
    // It starts by itself.
    await until(page, () => !document.getElementById("clock-play").disabled);
    // The end is not told before it is reached.
    assert.equal(await page.locator("#learn-status").textContent(), "");
    assert.ok((await facts(page, 0)).every((fact) => !/31,760|ms|moves/.test(fact)));
    await page.locator("#clock-play").click();
    const paused = await page.locator("#clock").inputValue();
    await frames(page, 10);
    assert.equal(await page.locator("#clock").inputValue(), paused);
    await page.locator("#clock-first").click();
    assert.match((await facts(page, 1))[0], /^0$/);
    await page.locator("#clock-step").click();
    await page.locator("#clock-step").click();
    assert.match((await facts(page, 1))[0], /^2$/);
    await page.locator("#clock-back").click();
    assert.match((await facts(page, 1))[0], /^1$/);
    await page.locator("#clock").fill("100");
    assert.match((await facts(page, 0))[0], /^100$/);
    const before = await drawn(page, 0);
    await page.locator("#clock-pace").fill("900");
    assert.equal(await page.locator("#clock-pace-value").textContent(), "31,623");
    await page.locator("#clock-play").click();
    await until(page, () => document.getElementById("clock-last").disabled);
    assert.deepEqual([(await facts(page, 0))[0], (await facts(page, 1))[0]], ["31,760", "314"]);
    await status(page, "^Breadth-first looked at 31,760 boards, A\\* with Manhattan at 314\\.");
    assert.match((await facts(page, 1))[2], /ms$/);
    assert.ok((await drawn(page, 0)) > before);
    await page.locator("#clock-first").click();
    await page.locator("#clock-last").click();
    assert.equal((await facts(page, 0)).at(-1), "19 moves");
  }));

it("says what it will not do, and goes on", () =>
  withPage({ reducedMotion: "reduce", hash: "#board=1,2,3,4,5,6,8,7,0&learn=bfs,astar" }, async (page) => {
    await until(page, () => document.querySelector(".lane .error").textContent);
    const why = await page.locator(".lane .error").first().textContent();
    assert.match(why, /^The number of inversions .* with 3 columns\.$/);
  }));

it("goes between the views by click and by arrow key", () =>
  withPage({}, async (page) => {
    await page.locator("#tab-play").focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator("#view-learn").isVisible());
    await page.keyboard.press("ArrowLeft");
    assert.ok(await page.locator("#view-play").isVisible());
  }));

it("is of the board in Play, in the colours of now", () =>
  withPage({ reducedMotion: "reduce", hash: OWN }, async (page) => {
    const tiles = () => page.locator(".lane .mini").first().locator("span").allTextContents();
    const ink = () =>
      page
        .locator("canvas")
        .first()
        .evaluate((canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let light = 0;
          for (let at = 0; at < data.length; at += 4) light += data[at + 3] > 200 ? data[at] : 0;
          return light;
        });
    await status(page, "looked at");
    assert.equal((await facts(page, 0)).at(-1), "3 moves");
    const dark = await ink();
    // The settings are in the view Play.
    await setting(page, "theme").selectOption("dark");
    await page.locator("#tab-learn").click();
    await frames(page);
    assert.ok((await ink()) > dark);
    await page.locator("#tab-play").click();
    await page.locator("#board").press("ArrowUp");
    await page.locator("#tab-learn").click();
    await status(page, "looked at");
    // The searches of the new board, not those of the old one.
    assert.equal((await facts(page, 0)).at(-1), "4 moves");
    assert.match(await page.locator("#learn-intro").textContent(), /1 2 3 \/ 7 4 6 \/ x 5 8/);
    await page.locator("#clock-first").click();
    assert.deepEqual(await tiles(), ["1", "2", "3", "7", "4", "6", "", "5", "8"]);
  }));

it("searches a board near the goal if the one in Play is too far away to watch", () =>
  withPage(
    { reducedMotion: "reduce", hash: `#board=${HARD}&learn=bfs,ida-manhattan` },
    async (page) => {
      await status(page, "looked at .*, .* at ");
      assert.match(await page.locator("#learn-intro").textContent(), /^The board in Play is too far/);
      assert.match((await facts(page, 1)).at(-1), /^\d+ moves$/);
    },
  ));

it("searches another board if the one in Play is larger than 5x5", () => {
  const six = Array.from({ length: 36 }, (_, tile) => (tile + 1) % 36);
  const hash = `#board=${six}&learn=bfs,ida-manhattan`;
  return withPage({ reducedMotion: "reduce", hash }, async (page) => {
    await status(page, "looked at .*, .* at ");
    assert.match(await page.locator("#learn-intro").textContent(), /^Searches are shown for boards of up to 25/);
    assert.equal((await facts(page, 1)).at(-1), "12 moves");
  });
});

it("shows its small board inside its card at every shape", async () => {
  for (const [rows, cols] of [[2, 12], [3, 8], [5, 5], [12, 2]]) {
    const cells = Array.from({ length: rows * cols }, (_, tile) => (tile + 1) % (rows * cols));
    const hash = `#board=${cells}&size=${rows}x${cols}&learn=bfs,bibfs`;
    await withPage({ reducedMotion: "reduce", hash }, async (page) => {
      await status(page, "looked at .*, .* at ");
      const over = await page.locator(".lane .mini").first().evaluate((mini) => {
        const inner = mini.getBoundingClientRect();
        const outer = mini.closest(".lane").getBoundingClientRect();
        const isOver = (cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.clientHeight < cell.clientWidth - 1;
        const isIn = inner.left >= outer.left && inner.right <= outer.right;
        return [isIn && mini.scrollWidth <= mini.clientWidth, [...mini.children].filter(isOver).length];
      });
      assert.deepEqual(over, [true, 0], hash);
    });
  }
});

it("has six scenes with a number to guess, which end at every size", { timeout: 120_000 }, () =>
  withPage({ reducedMotion: "reduce" }, async (page) => {
    await page.locator("#tab-learn").click();
    const sizes = await page
      .locator("#learn-size option")
      .evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(sizes, ["3x3", "3x4", "4x4", "5x5"]);
    const lengths = { "3x3": 19, "3x4": 16, "4x4": 14, "5x5": 12 };
    for (let scene = 0; scene < 6; scene += 1) {
      await page.locator(`[data-scene="${scene}"]`).click();
      const lanes = scene === 0 ? 1 : 2;
      assert.equal(await page.locator(".lane:visible").count(), lanes);
      // Nothing runs before the guess.
      assert.equal(await page.locator("#learn-status").textContent(), "");
      for (const size of sizes) {
        await page.locator("#learn-size").selectOption(size);
        await page.locator("#guess-number").fill("1,000");
        await page.locator("#guess-number").press("Enter");
        await status(page, "You guessed 1,000: (exactly|[\\d.,]+ times too (few|many)), \\d points? of 3\\.$");
        for (let lane = 0; lane < lanes; lane += 1) {
          const told = `${scene} ${size}`;
          assert.equal((await facts(page, lane)).at(-1), `${lengths[size]} moves`, told);
          assert.ok((await drawn(page, lane)) > 50, told);
        }
      }
    }
    await until(page, () => location.hash.endsWith("&learn=6"));
  }));

it("saves its pictures", () =>
  withPage({ reducedMotion: "reduce", hash: "#learn=bibfs,astar-manhattan" }, async (page) => {
    await status(page, "looked at .*, .* at ");
    const save = async (lane, kind) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".lane").nth(lane).locator(`[data-kind=${kind}]`).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [name, svg] = await save(0, "svg");
    assert.equal(name, "tilebase-bibfs.svg");
    // Two trees, in two colours.
    assert.equal(svg.toString().match(/<path [^>]*d="M/g).length, 2);
    assert.match(svg.toString(), />Bidirectional from 2 3 4 \/ 1 5 x \/ 7 6 8: [\d,]+ boards, 19/);
    const [other, png] = await save(1, "png");
    assert.equal(other, "tilebase-astar-manhattan.png");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2400, 1280]);
  }));

it("marks the scenes that were seen, with the points of the best guess", () =>
  withPage({ reducedMotion: "reduce" }, async (page) => {
    const name = () => page.locator('[data-scene="0"]').textContent();
    await page.locator("#tab-learn").click();
    assert.equal(await name(), "1 Breadth-first");
    await page.locator("#run").click();
    await until(page, () => /✓ seen$/.test(document.querySelector('[data-scene="0"]').textContent));
    const { expanded } = await page.evaluate(() =>
      window.tilebase.trace("2 3 4 1 5 x 7 6 8", null, { method: "bfs", maxNodes: 4e6 }),
    );
    await page.locator("#guess-number").fill(`${Math.round(expanded / 1.9)}`);
    await page.locator("#run").click();
    await status(page, "1\\.9 times too few, 2 points of 3\\.$");
    await until(page, () => /✓★★ seen, 2 of 3 points$/.test(document.querySelector('[data-scene="0"]').textContent));
    // A worse guess takes nothing away, nor does a reload.
    await page.locator("#guess-number").fill("1");
    await page.locator("#run").click();
    await status(page, "0 points of 3\\.$");
    await reload(page);
    assert.match(await name(), /^1 Breadth-first ✓★★/);
  }));
