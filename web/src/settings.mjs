// Saved settings. Some browsers save nothing for pages opened from disk, and a full store takes
// nothing more. Then the settings last as long as the page.
//
// What was saved may be anything: by another version of the page, by another page of the same
// folder, or by hand. So each reader names what it can use, and gets its default instead of the
// rest. Another tab may write at any time, so everything is read when it is needed.

/** What could not be saved. */
const here = new Map();
const keyOf = (name) => `tilebase-${name}`;

export function remember(name, value) {
  try {
    localStorage.setItem(keyOf(name), value);
    here.delete(name);
  } catch {
    here.set(name, value);
  }
}

export function forget(name) {
  here.delete(name);
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // It was not there.
  }
}

/** All names that begin like this, under which something was saved. */
export function rememberedNames(prefix) {
  let keys = [];
  try {
    keys = Object.keys(localStorage);
  } catch {
    // What is kept in `here` alone is all.
  }
  const names = keys.filter((key) => key.startsWith(keyOf(""))).map((key) => key.slice(keyOf("").length));
  return [...new Set([...names, ...here.keys()])].filter((name) => name.startsWith(prefix));
}

/** What was saved as text, if `isRight` accepts it. */
export function remembered(name, otherwise, isRight) {
  const kept = here.get(name) ?? saved(name);
  return typeof kept === "string" && isRight(kept) ? kept : otherwise;
}

function saved(name) {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** The word that was saved for a setting, or the first if it was none of these. */
export const rememberedWord = (name, words) =>
  remembered(name, words[0], (kept) => words.includes(kept));

/** What was saved as JSON, if `isRight` accepts it; null otherwise. */
export function rememberedValue(name, isRight) {
  try {
    const kept = JSON.parse(remembered(name, "null", () => true));
    return isRight(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The same for an object. */
export const rememberedObject = (name, isRight) =>
  rememberedValue(name, (kept) => isObject(kept) && isRight(kept));

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Calls `heard` when another tab has saved something under one of the names that `names` gives. */
export function listenForOthers(names, heard) {
  addEventListener("storage", ({ key }) => {
    if (key === null || names().some((name) => keyOf(name) === key)) heard();
  });
}
