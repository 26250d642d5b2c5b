// The page on a server: it can be installed, and opens without a network.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, it } from "node:test";
import { boardOf, start, stop } from "./browser.mjs";

after(stop);

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

it("opens without a network once it was there, with any board", async () => {
  const server = createServer(async (request, response) => {
    const name = request.url.split("?")[0].slice(1) || "index.html";
    try {
      const file = await readFile(new URL(`../dist/site/${name}`, import.meta.url));
      response.setHeader("content-type", TYPES[name.split(".").at(-1)]);
      response.end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const context = await (await start()).newContext();
  try {
    const page = await context.newPage();
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error.stack));
    const address = `http://127.0.0.1:${server.address().port}/`;
    await page.goto(address);
    await page.locator("html[data-ready]").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector("link[rel=manifest]");
      return (await fetch(href)).json();
    });
    assert.deepEqual([manifest.short_name, manifest.start_url, manifest.display], ["tilebase", "./", "standalone"]);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await page.goto(`${address}?board=1,2,3,4,5,6,7,0,8`);
    await page.locator("html[data-ready]").waitFor();
    assert.deepEqual(await boardOf(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
    server.close();
  }
});
