// Saved settings. Some browsers save nothing for pages opened from disk. Then the settings last as
// long as the page.
//
// What was saved may be anything: by another version of the page, by another page of the same
// folder, or by hand. So each reader names what it can use, and gets its default instead of the rest.

const here = new Map();

export function remember(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(`tilebase-${name}`, value);
  } catch {
    // Kept in `here` alone.
  }
}

/** What was saved as text, if `isRight` accepts it. */
export function remembered(name, otherwise, isRight) {
  const kept = here.get(name) ?? saved(name);
  return typeof kept === "string" && isRight(kept) ? kept : otherwise;
}

function saved(name) {
  try {
    return localStorage.getItem(`tilebase-${name}`);
  } catch {
    return null;
  }
}

/** The word that was saved for a setting, or the first if it was none of these. */
export const rememberedWord = (name, words) =>
  remembered(name, words[0], (kept) => words.includes(kept));

/** What was saved as JSON, if it is an object and `isRight` accepts it; null otherwise. */
export function rememberedObject(name, isRight) {
  try {
    const kept = JSON.parse(remembered(name, "null", () => true));
    return isObject(kept) && isRight(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
