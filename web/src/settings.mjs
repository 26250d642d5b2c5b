// Saved settings. Some browsers save nothing for pages opened from disk. Then the settings last as
// long as the page.

const here = new Map();

export function remember(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(`tilebase-${name}`, value);
  } catch {
    // Kept in `here` alone.
  }
}

export function remembered(name, otherwise) {
  if (here.has(name)) return here.get(name);
  try {
    return localStorage.getItem(`tilebase-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}
