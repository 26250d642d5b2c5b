// The examples of the README, in Node and in a browser. Each expression with a value in a comment
// must have this value.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, it } from "node:test";
import { start, stop } from "./browser.mjs";

const WEB = new URL("../", import.meta.url);
const readme = await readFile(new URL("README.md", WEB), "utf8");
const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const own = blocks.filter((code) => !code.includes("node:"));
const [framed, examples] = [
  own.filter((code) => code.includes("contentWindow")),
  own.filter((code) => !code.includes("contentWindow")),
];

/** An example that calls `same` with each value and the one that the README says. */
const checked = (code) =>
  code
    .replace(/^import .*$/gm, "")
    .replace(/^((?!const |let ).*?); \/\/ (.*)$/gm, "same($1, $2, String.raw`$1`);");

/** All examples as the body of a function. Those after the first have its `tilebase`. */
const all = (codes) => {
  const [first, ...others] = codes.map(checked);
  return `${first}\n${others.map((code) => `{\n${code}\n}`).join("\n")}\ntilebase.close();`;
};

let server;
let origin;

before(async () => {
  const types = { html: "text/html", mjs: "text/javascript", wasm: "application/wasm" };
  server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
    const type = { "Content-Type": types[path.split(".").at(-1)] ?? "text/plain" };
    const empty = "<!doctype html><title>A game</title>";
    try {
      const body = path === "index.html" ? empty : await readFile(new URL(path, WEB));
      response.writeHead(200, type).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://localhost:${server.address().port}`;
});

after(async () => {
  await stop();
  server.close();
});

it("has examples", () => {
  assert.ok(examples.length >= 8, `${examples.length}`);
  assert.equal(framed.length, 1);
  assert.ok(all(examples).split("same(").length > 20);
});

it("says what happens in Node", async () => {
  const { Tilebase } = await import("../tilebase.mjs");
  const same = (found, expected, code) => assert.deepEqual(found, expected, code);
  const run = Object.getPrototypeOf(async () => {}).constructor;
  await run("Tilebase", "same", all(examples))(Tilebase, same);
  // What only Node has, by the name of the package.
  const [code, ...more] = blocks.filter((block) => block.includes("node:"));
  assert.deepEqual(more, []);
  const named = checked(code).replace(
    'import.meta.resolve("tilebase/tilebase.wasm")',
    JSON.stringify(new URL("dist/tilebase.wasm", WEB).href),
  );
  await run("Tilebase", "same", `${named}\nbundled.close();`)(Tilebase, same);
});

it("says what happens in a browser", async () => {
  const page = await (await start()).newPage();
  await page.goto(origin);
  const found = await page.evaluate(
    async ([code, module]) => {
      const { Tilebase } = await import(module);
      const values = [];
      const same = (...value) => values.push(JSON.parse(JSON.stringify(value)));
      const run = Object.getPrototypeOf(async () => {}).constructor;
      await run("Tilebase", "same", code)(Tilebase, same);
      return values;
    },
    [all(examples), `${origin}/tilebase.mjs`],
  );
  assert.equal(found.length, all(examples).split("same(").length - 1);
  for (const [value, expected, code] of found) assert.deepEqual(value, expected, code);
  await page.close();
});

it("rejects what is pending when it is closed, in a browser", async () => {
  const page = await (await start()).newPage();
  await page.goto(origin);
  const names = await page.evaluate(async (module) => {
    const { Tilebase } = await import(module);
    const tilebase = await Tilebase.load();
    const hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    const large = "17 1 20 9 16 2 22 19 14 5 15 21 x 3 24 23 18 13 12 7 10 8 6 4 11";
    const ended = (promise) => promise.then(() => "answered", ({ name }) => name);
    const pending = [tilebase.answer(hard), tilebase.hint(hard), tilebase.trace(hard)].map(ended);
    tilebase.close();
    const closed = await Promise.all(pending);
    for (const field of ["best", "boards"]) {
      const onprogress = (progress) => progress[field] && tilebase.close();
      closed.push(await ended(tilebase.answer(large, null, { optimal: true, onprogress })));
    }
    const failed = [];
    for (const options of [{ wasm: new Uint8Array(9) }, { wsm: 1 }])
      failed.push(await ended(Tilebase.load(options)));
    return { closed, failed };
  }, `${origin}/tilebase.mjs`);
  assert.deepEqual(names, {
    closed: new Array(5).fill("AbortError"),
    failed: new Array(2).fill("EngineError"),
  });
  await page.close();
});

it("says what a page in a frame answers", async () => {
  const page = await (await start()).newPage();
  await page.goto(origin);
  const [code] = framed;
  const replies = await page.evaluate(
    async ([example, from]) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const replies = [];
      const next = () =>
        new Promise((resolve) => addEventListener("message", resolve, { once: true }));
      const ready = next();
      frame.src = "dist/tilebase.html?embed=1";
      await ready;
      const addressed = example.replace("https://the.origin.of.the.frame", from);
      const own = { addEventListener: (_, listener) => addEventListener("message", listener) };
      new Function("frame", "window", addressed)(frame, own);
      replies.push((await next()).data);
      const board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 x 23 24";
      for (const question of [
        { board: [1, 2, 3, 4, 8, 5, 6, 7, 7] },
        { board: [0, 1, 2, 3, 8, 5, 6, 4, 7], blank: 8 },
        { board: "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15", larger: true },
        { board, optimal: true },
        { board: "1 2 3 x", sise: "2x2" },
        { board: "1 2 3 x", optimal: "yes" },
      ]) {
        frame.contentWindow.postMessage({ tilebase: 1, id: 1, ask: "answer", ...question }, from);
        replies.push((await next()).data);
      }
      return replies;
    },
    [code, origin],
  );
  assert.equal(replies[0].id, 7);
  assert.equal(replies[0].answer.distance, 19);
  const answers = replies.slice(1).map(({ answer }) => answer.error ?? answer.distance);
  assert.match(answers[0], /^no blank/);
  assert.deepEqual(answers.slice(1, 4), [2, 1, 2]);
  assert.match(answers[4], /found "sise"$/);
  assert.match(answers[5], /^optimal: expected true or false/);
  await page.close();
});

it("is bundled as the README says, and names a worker that it does not find", async () => {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: { app: "app", worker: new URL("worker.mjs", WEB).pathname },
    bundle: true,
    format: "esm",
    outdir: "public",
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "app",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^app$/ }, () => ({ path: "app", namespace: "app" }));
          onLoad({ filter: /./, namespace: "app" }, () => ({
            contents: `export { Tilebase } from ${JSON.stringify(new URL("tilebase.mjs", WEB).pathname)};`,
            resolveDir: "/",
          }));
        },
      },
    ],
  });
  const [code] = readme.match(/(?<=startWorker: ).*(?=,$)/m);
  const page = await (await start()).newPage();
  for (const { path, contents } of outputFiles)
    await page.route(`${origin}/${path.split("/").at(-1)}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: Buffer.from(contents) }),
    );
  await page.route(`${origin}/worker.mjs`, (route) => route.fulfill({ status: 404 }));
  await page.goto(origin);
  const found = await page.evaluate(async (startWorker) => {
    const { Tilebase } = await import("/app.js");
    const wasm = await (await fetch("dist/tilebase.wasm")).arrayBuffer();
    const start = new Function(`return ${startWorker}`)();
    const hard = "2 5 1 4 / 6 7 3 8 / 9 x 11 12 / 13 10 15 14";
    const bundled = await Tilebase.load({ wasm, startWorker: start });
    const { distance } = await bundled.answer(hard);
    bundled.close();
    // Its own address for the worker is beside the bundle, where the worker has another name.
    const lost = await Tilebase.load({ wasm });
    return { distance, error: await lost.answer(hard).catch(({ message }) => message) };
  }, code);
  assert.ok(found.distance > 1, JSON.stringify(found));
  assert.equal(found.error, `${origin}/worker.mjs cannot be started`);
  await page.close();
});
