// Keeps the page, so that it opens without a network. The browser looks for another version of this
// file with each visit; what it keeps is taken from the visit after that.

const NAME = "tilebase-VERSION";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(["./", "manifest.webmanifest", "icon.svg"])));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("tilebase-") && name !== NAME);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // The board stands in the address, and the page is the same for all boards.
  const isPage = request.mode === "navigate" && url.pathname === new URL("./", location).pathname;
  event.respondWith(
    caches.open(NAME).then(async (kept) => (await kept.match(isPage ? "./" : request)) ?? fetch(request)),
  );
});
