// How the page looks and what it keeps: colours, pictures, settings, and its layout at every size.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import {
  frames,
  headline,
  hidden,
  reload,
  setting,
  shows,
  stop,
  text,
  until,
  withPage,
} from "./browser.mjs";

after(stop);

it("changes colours and keeps them", () =>
  withPage({}, async (page) => {
    const theme = () => page.locator("html").getAttribute("data-theme");
    assert.equal(await page.locator("#theme").inputValue(), "auto");
    for (const chosen of ["light", "dark", "auto", "light"]) {
      await setting(page, "theme").selectOption(chosen);
      assert.equal(await theme(), chosen === "auto" ? null : chosen);
    }
    await reload(page);
    assert.equal(await theme(), "light");
    assert.equal(await page.locator("#theme").inputValue(), "light");
  }));

it("shows numbers, pictures, or a file", () =>
  withPage({}, async (page) => {
    const image = () =>
      page
        .locator("[data-tile='1'] .face")
        .evaluate((face) => getComputedStyle(face).backgroundImage.slice(0, 9));
    for (const name of ["hills", "rings", "weave"]) {
      await page.locator("#faces").selectOption(name);
      assert.equal(await image(), 'url("data');
    }
    await page.locator("#faces").selectOption("numbers");
    assert.equal(await image(), "none");
    const image64 = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 90, height: 30 });
      return canvas.toDataURL("image/png").split(",")[1];
    });
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.locator("#faces").selectOption("own"),
    ]);
    await chooser.setFiles({
      name: "tile.png",
      mimeType: "image/png",
      buffer: Buffer.from(image64, "base64"),
    });
    /** The width of the picture on the tiles, divided by its height. */
    const aspect = () =>
      page.evaluate(async () => {
        const { backgroundImage } = getComputedStyle(document.querySelector(".face"));
        const shown = Object.assign(new Image(), { src: backgroundImage.slice(5, -2) });
        await shown.decode();
        return shown.naturalWidth / shown.naturalHeight;
      });
    const isOwn = () =>
      getComputedStyle(document.querySelector(".face")).backgroundImage.includes("image/jpeg");
    await until(page, isOwn);
    assert.equal(await aspect(), 1);
    // It is kept, and cut to each shape.
    await reload(page);
    assert.equal(await page.locator("#faces").inputValue(), "own");
    await page.locator("#size").selectOption("2x4");
    await page.waitForFunction(async () => {
      const { backgroundImage } = getComputedStyle(document.querySelector(".face"));
      const shown = Object.assign(new Image(), { src: backgroundImage.slice(5, -2) });
      await shown.decode();
      return shown.naturalWidth === 2 * shown.naturalHeight;
    });
    await page.locator("#faces").selectOption("rings");
    assert.equal(await aspect(), 2);
  }));

const GAME = {
  ...{ address: "#board=1", rows: 3, cols: 3, metric: "single", at: 1, moves: "l", own: "1" },
  ...{ cells: [2, 3, 4, 1, 5, 0, 7, 6, 8], goal: [1, 2, 3, 4, 5, 6, 7, 8, 0], record: {} },
};
const bad = (change) => ({ game: JSON.stringify({ ...GAME, ...change }) });
const rubbish = {
  "a word that every object has": Object.fromEntries(
    ["theme", "faces", "convention", "notation", "metric", "timer"].map((name) => [name, "toString"]),
  ),
  "no picture": { faces: "own", picture: "data:image/jpeg;base64,AAAA" },
  "no JSON": { game: "{", daily: "[" },
  "other JSON": { game: "7", daily: '{"25":7,"24":{"length":1},"x":["3x3"]}' },
  "too many rows": bad({ rows: 1e9, cols: 1e9 }),
  "no tiles": bad({ cells: null }),
  "a tile twice": bad({ goal: Array(9).fill(1) }),
  "no moves": bad({ moves: { length: 1e9 } }),
  "no record": bad({ record: null }),
  "a record of rubbish": bad({ record: { daily: "x", seconds: "y" } }),
  "a time that is text": bad({ record: { seconds: "5" } }),
  "a time that is null": bad({ record: { began: null } }),
  "a time without end": bad({ record: { began: 1e308, seconds: 1e308 } }),
};
for (const [what, settings] of Object.entries(rubbish))
  it(`starts whatever was saved: ${what}`, () =>
    withPage({ settings: { answers: "yes", ...settings } }, async (page) => {
      await headline(page, "19 moves to go");
      assert.match(await text(page, "counter"), /^0 moves/);
      assert.equal(await page.locator("#theme").inputValue(), "auto");
      await until(page, () => document.getElementById("faces").value === "numbers");
      for (const id of ["convention", "notation"])
        assert.equal(await page.locator(`#${id}`).inputValue(), "tile");
      await page.locator("#daily").click();
      await until(page, () => location.hash.startsWith("#daily="));
    }));

it("takes what was saved as it should be", () =>
  withPage({ settings: { answers: "yes", notation: "blank", ...bad({}) } }, async (page) => {
    await headline(page, "18 moves to go");
    assert.match(await text(page, "counter"), /^1 move/);
    assert.equal(await page.locator("#notation").inputValue(), "blank");
  }));

it("is printed dark on white, without controls", () =>
  withPage({ colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    assert.deepEqual(colours, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    assert.ok(await hidden(page, "shuffle"));
    assert.ok(await page.locator("#solution").isVisible());
  }));

it("has edges in forced colours", () =>
  withPage({ forcedColors: "active" }, async (page) => {
    const edge = (selector) =>
      page.locator(selector).evaluate((face) => getComputedStyle(face).borderTopWidth);
    assert.equal(await edge("[data-tile='1'] .face"), "1px");
    assert.equal(await edge("[data-tile='5'] .face"), "3px");
  }));

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [1280, 800],
]) {
  it(`keeps its layout while it plays, on ${width} x ${height}`, () =>
    withPage({ viewport: { width, height } }, async (page) => {
      await page.evaluate(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.evaluate(() => (document.getElementById("pace").value = 6));
      await page.locator("#play").click();
      await headline(page, "Solved");
      await frames(page);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift <= 0.05, `${shift}`);
    }));
}

it("stays where it is when the first move brings the curve", () =>
  withPage({}, async (page) => {
    const top = () => page.locator("#all-title").evaluate((title) => title.offsetTop);
    const before = await top();
    await page.keyboard.press("ArrowDown");
    await headline(page, "18 moves to go");
    assert.equal(await page.locator("#curve svg").count(), 1);
    assert.equal(await top(), before);
  }));

it("has every digit within its tile, on every shape, in three fonts, at every width", () =>
  withPage({ reducedMotion: "reduce" }, async (page) => {
    /** Of the tiles whose digits are cut off or too small, the shape and number. */
    const wrong = () =>
      page.locator("#board .tile").evaluateAll((tiles) =>
        tiles
          .filter((tile) => {
            const face = tile.firstChild.getBoundingClientRect();
            const digits = tile.querySelector("span").getBoundingClientRect();
            const isIn = digits.left >= face.left && digits.right <= face.right;
            return !isIn || digits.height > face.height || digits.height < face.height / 4;
          })
          .map((tile) => `${document.getElementById("size").value}: ${tile.textContent}`),
      );
    const sizes = await page
      .locator("#size option")
      .evaluateAll((options) => options.map(({ value }) => value));
    // The board is as large on 4x4 as on 2x2.
    for (const size of sizes.flatMap((size) => ["2x2", size])) {
      await page.locator("#size").selectOption(size);
      await until(
        page,
        (text) => document.getElementById("board").ariaRowCount === text,
        size.split("x")[0],
      );
      assert.deepEqual(await wrong(), []);
    }
    for (const width of [320, 390, 700, 860, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      for (const font of ["serif", "sans-serif", "monospace"]) {
        await page.evaluate((family) => (document.body.style.fontFamily = family), font);
        assert.deepEqual(await wrong(), [], `${width} ${font}`);
      }
    }
  }));

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [640, 400],
  [1280, 800],
]) {
  it(`fits ${width} x ${height}`, () =>
    withPage({ viewport: { width, height }, reducedMotion: "reduce" }, async (page) => {
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const isSeen = async (...ids) => {
        for (const id of ids) {
          const box = await page.locator(`#${id}`).boundingBox();
          const isIn = box && box.y >= -1 && box.y + box.height <= height;
          assert.ok(isIn, `${id}: ${JSON.stringify(box)}`);
        }
      };
      const wide = width > 860 ? ["first", "last"] : [];
      const controls = ["back", "step", "play", "scrubber", ...wide];
      for (const size of ["2x6", "6x2", "2x12", "12x2", "10x10", "5x10", "5x5", "4x4", "3x3"]) {
        await page.locator("#size").selectOption(size);
        await until(
          page,
          (rows) =>
            document.getElementById("board").ariaRowCount === rows &&
            !document.querySelector(".is-looking"),
          size.split("x")[0],
        );
        assert.equal(await over(), 0, size);
        await isSeen("shuffle", "board");
        // Where a search has found a solution, it can be played.
        await page.locator("#play").waitFor();
        if (!size.endsWith("x2")) await isSeen(...controls);
      }
      if (width === 1280) {
        const answers = ["headline", "goal", "moves", "solution", "notation"];
        await isSeen(...answers, "setup-open", "daily", "share", "status");
      }
      await page.locator("#board").press("End");
      await headline(page, "Solved");
      assert.equal(await over(), 0);
      await setting(page, "answers").uncheck();
      await page.locator("#shuffle").click();
      await headline(page, "Slide 1 to 8 into order");
      await page.evaluate(() => scrollTo(0, 0));
      await isSeen("hints");
      assert.equal(await over(), 0);
      // The words of the lists are not cut.
      const cut = await page.locator(".choose select").evaluateAll((all) => {
        const context = document.createElement("canvas").getContext("2d");
        return all.filter((select) => {
          context.font = getComputedStyle(select).font;
          const { width } = context.measureText(select.selectedOptions[0].text);
          return width + 18 > select.clientWidth;
        }).length;
      });
      assert.equal(cut, 0);
      // On a phone it comes with the settings.
      const isFolded = await page.locator("#setup-open").isHidden();
      if (isFolded) await page.locator("#gear").click();
      await page.locator("#setup-open").click();
      assert.equal(await over(), 0);
      if (!isFolded) await isSeen("board", "setup-title");
      await page.locator("#setup-done").click();
      await page.locator("#tab-learn").click();
      assert.equal(await over(), 0);
    }));
}

it("has nothing cut off at text twice as large on a phone", () =>
  withPage({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" }, async (page) => {
    await page.evaluate(() => (document.documentElement.style.fontSize = "32px"));
    await frames(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(over, 0);
  }));

it("has no text over buttons while it plays", () =>
  withPage({ viewport: { width: 320, height: 568 }, reducedMotion: "reduce" }, async (page) => {
    await page.locator("#step").click();
    await page.locator("#scrubber").fill("12");
    await headline(page, "7 moves to go");
    const covered = await page.locator("#counter").evaluate((counter) => {
      const text = document.createRange();
      text.selectNodeContents(counter);
      const a = text.getBoundingClientRect();
      return [...document.querySelectorAll("#view-play button, #view-play input")]
        .filter((control) => {
          const b = control.getBoundingClientRect();
          const isBeside = a.right <= b.left || b.right <= a.left;
          return b.width > 0 && !isBeside && a.top < b.bottom && b.top < a.bottom;
        })
        .map(({ id }) => id);
    });
    assert.deepEqual(covered, []);
  }));

it("shows the goal beside the distance", () =>
  withPage({ hash: "#board=2,8,3,1,0,4,7,6,5&goal=1,2,3,8,0,4,7,6,5" }, async (page) => {
    const goal = page.locator("#goal");
    assert.deepEqual(await goal.locator("span").allTextContents(), [..."1238", "", ..."4765"]);
    assert.equal(await goal.getAttribute("aria-label"), "The goal: 1 2 3 / 8 x 4 / 7 6 5");
  }));

it("keeps still for those who ask for it", () =>
  withPage({ reducedMotion: "reduce" }, async (page) => {
    const duration = await page
      .locator(".tile")
      .first()
      .evaluate((tile) => getComputedStyle(tile).transitionDuration);
    assert.equal(duration, "0s");
  }));

it("tells the keys", () =>
  withPage({}, async (page) => {
    await page.locator("#gear").click();
    await page.locator("#look summary").click();
    assert.ok(await page.locator(".keys").isVisible());
  }));
