// Puts the page, its compressed scripts and library into one file, dist/tilebase.html, and into
// dist/site with what a server needs beside it. `build` calls this
// after it has made dist/tilebase.wasm.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";

const at = (path) => new URL(path, import.meta.url);
const read = (path) => readFile(at(path), "utf8");

async function bundled(entry, format) {
  const options = {
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    charset: "utf8",
    // The page has nothing of Node.
    define: { "globalThis.process": "undefined" },
  };
  const { outputFiles } = await build({ ...options, entryPoints: [at(entry).pathname] });
  // A literal `</script` would end the script element.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

/**
 * Bytes as text: five digits to the base 85 for each four, which is shorter than base 64. The
 * digits are the printable signs from `!` on without `<`, which means something in a page.
 */
function encoded(bytes) {
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  const text = Buffer.alloc((padded.length / 4) * 5);
  for (let at = 0, end = 5; at < padded.length; at += 4, end += 5) {
    let number = padded.readUInt32BE(at);
    for (let digit = end - 1; digit >= end - 5; digit -= 1) {
      const sign = 33 + (number % 85);
      text[digit] = sign < 60 ? sign : sign + 1;
      number = Math.floor(number / 85);
    }
  }
  return text.toString("latin1");
}

const style = await build({
  entryPoints: [at("src/style/style.css").pathname],
  bundle: true,
  minify: true,
  write: false,
});
const wasm = await readFile(at("dist/tilebase.wasm"));
let [all, compressed] = [0, 0];
/** Bytes in an element with this id, compressed. */
async function packed(id, bytes) {
  // It takes a quarter of a minute, and is 6 % smaller than what Node makes. 0 is any number of
  // blocks.
  const small = Buffer.from(await zopfli.deflateAsync(Buffer.from(bytes), { blocksplittingmax: 0 }));
  all += bytes.length;
  compressed += small.length;
  return `<script type="text/plain" id="${id}" data-bytes="${small.length}">${encoded(small)}</script>`;
}
const script = [
  await packed("wasm", wasm),
  await packed("worker", await bundled("worker.mjs", "iife")),
  await packed("main", await bundled("src/main.mjs", "esm")),
  `<script type="module">${await bundled("src/start.mjs", "esm")}</script>`,
].join("\n");

// A picture that links show needs a whole address, which only the one who publishes it knows.
const address = process.env.PAGE;
const image = address
  ? `<meta property="og:image" content="${new URL("page.png", address)}" />`
  : "";

// Where the source is, which the page links to.
const [, repository] = /^repository = "(.*)"$/m.exec(await read("../Cargo.toml"));

// Functions, because dollar signs in a replacement text have a special meaning.
const page = (head) =>
  source
    .replace(/\s*\n\s*/g, "\n")
    .replace("<!-- style -->", () => `<style>${style.outputFiles[0].text}</style>`)
    .replace("<!-- image -->", () => image + head)
    .replaceAll("REPOSITORY", () => repository)
    .replace("<!-- script -->", () => script);
const source = await read("src/index.html");
const file = page("");
await writeFile(at("dist/tilebase.html"), file);

// The same for a server, where it can be installed and then opens without a network. A page from a
// disk can have neither a manifest nor a service worker.
const site = page(
  `<link rel="manifest" href="manifest.webmanifest" />` +
    `<script>navigator.serviceWorker?.register("service-worker.js")</script>`,
);
const version = createHash("sha256").update(site).digest("hex").slice(0, 16);
await mkdir(at("dist/site"), { recursive: true });
await writeFile(at("dist/site/index.html"), site);
for (const name of ["icon.svg", "manifest.webmanifest", "service-worker.js"])
  await writeFile(at(`dist/site/${name}`), (await read(`site/${name}`)).replace("VERSION", version));

const size = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(
  `dist/tilebase.html: ${size(Buffer.byteLength(file))} (library and scripts ${size(all)}, compressed ${size(compressed)})`,
);
