// Reading of arguments: boards as text for the engine, and options.

/** No board needs a longer text. What is longer would only fill the memory. */
const LONGEST_TEXT = 100_000;
/** The solutions of boards of more than 25 cells are longer: as long as a line of the command. */
export const LONGEST_MOVES = 2 ** 24;
/** The most boards that are drawn at once. */
const MOST_DRAWN = 100_000;
/** The largest distance that the engine reads. */
const FARTHEST = 2 ** 32 - 1;

/** A value that somebody passed, for messages. */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value))
    return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Why a value is not text that the engine can read, or null if it is. */
function wrongText(value, longest = LONGEST_TEXT) {
  if (typeof value !== "string") return `expected text, found ${shown(value)}`;
  if (value.length > longest)
    return `expected at most ${longest} characters, found ${value.length}`;
  const half = value.match(/\p{Surrogate}/u)?.[0];
  return half ? `expected whole characters, found the half ${shown(half)}` : null;
}

const isArray = (value) =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** A cell as a word of the text of an array, or null if it is none. `null` is a blank. */
function word(cell) {
  if (cell == null) return "null";
  if (typeof cell === "bigint" || Number.isFinite(cell)) return String(cell);
  const text = typeof cell === "string" ? cell.trim() : " ";
  return /^[\w.*-]*$/.test(text) ? text || "null" : null;
}

/** The text of an array of cells, with or without rows, or an error. */
function ofArray(cells, name, isRow = false) {
  const isGrid = !isRow && isArray(cells[0]);
  const expected = isGrid ? "an array" : "a tile's number, or 0 for the blank";
  const parts = [];
  let length = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    const place = `${name}[${at}]`;
    const isRight = isGrid ? isArray(cell) : word(cell) !== null;
    if (!isRight) return { error: `${place}: expected ${expected}, found ${shown(cell)}` };
    const part = isGrid ? ofArray(cell, place, true) : { text: word(cell) };
    if (part.error) return part;
    parts.push(part.text);
    length += part.text.length + 1;
    if (length > LONGEST_TEXT)
      return { error: `${name}: expected at most ${LONGEST_TEXT} characters as text` };
  }
  return { text: `[${parts}]` };
}

/** The cells of a board of a reply, in rows: these show its size. An error if they do not fill them. */
function inRows({ cells, cols, rows = cells.length / cols }, name) {
  if (!(Number.isInteger(rows) && rows > 0 && rows * cols === cells.length))
    return { error: `${name}: expected rows and cols that fit ${cells.length} cells` };
  const row = (_, at) => cells.slice(at * cols, (at + 1) * cols);
  return ofArray(Array.from({ length: rows }, row), name);
}

/**
 * The text of a board or goal, or an error if it has none. A goal may be left out, and be the
 * number of a cell.
 */
function text(board, name) {
  if (name === "goal") {
    if (board == null) return { text: "" };
    if (Number.isInteger(board) && board < 0)
      return { error: `goal: expected a cell from 0, found ${board}` };
    if (Number.isInteger(board)) return { text: String(board) };
  }
  if (typeof board === "string") {
    if (board.trim() === "" && name === "board") return { error: "the board is empty" };
    const wrong = wrongText(board);
    return wrong ? { error: `${name}: ${wrong}` } : { text: board };
  }
  try {
    if (Number.isInteger(board?.cols) && isArray(board.cells)) return inRows(board, name);
    return isArray(board) && board.length > 0
      ? ofArray(board, name)
      : { error: `${name}: expected text or an array of numbers` };
  } catch {
    return { error: `${name}: reading it failed` };
  }
}

/** A function that says why a value is wrong, or null if it is right. */
const wrongUnless = (expected, isRight) => (value) =>
  isRight(value) ? null : `expected ${expected}, found ${shown(value)}`;

const wrongFlag = wrongUnless("true or false", (value) => typeof value === "boolean");
/** Infinity is a limit, too. The engine reads whole numbers. */
const wrongLimit = wrongUnless(
  "a number from 0",
  (value) => typeof value === "number" && value >= 0,
);
const wrongFunction = wrongUnless("a function", (value) => typeof value === "function");
const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;

const wrongWhole = wrongUnless(
  `a whole number from 0 to ${FARTHEST}`,
  (value) => isCount(value, FARTHEST),
);

/** The options, and why a value of one is wrong. */
const OPTIONS = {
  goal: () => null, // It is read as boards are.
  size: wrongText,
  metric: wrongText,
  from: wrongText,
  to: wrongText,
  notation: wrongText,
  method: wrongText,
  heuristic: wrongText,
  order: wrongText,
  goalTest: wrongText,
  weight: wrongLimit,
  depthLimit: wrongWhole,
  width: wrongWhole,
  cost: wrongText,
  blank: (value) => (Number.isInteger(value) ? null : wrongText(value)),
  count: wrongFlag,
  larger: wrongFlag,
  optimal: wrongFlag,
  unique: wrongFlag,
  unsolvable: wrongFlag,
  alongSolutions: wrongFlag,
  n: wrongUnless(
    `a whole number from 1 to ${MOST_DRAWN}`,
    (value) => value > 0 && isCount(value, MOST_DRAWN),
  ),
  seed: wrongUnless(
    `text, or a whole number to ${Number.MAX_SAFE_INTEGER}`,
    (value) =>
      Number.isSafeInteger(value) ||
      typeof value === "bigint" ||
      (value !== "" && !wrongText(value)),
  ),
  maxNodes: wrongLimit,
  maxSteps: wrongLimit,
  timeout: wrongLimit,
  signal: wrongUnless("an AbortSignal", (value) => value instanceof AbortSignal),
  onprogress: wrongFunction,
  startWorker: wrongFunction,
  wasm: () => null, // Starting the engine says what is wrong.
};

/** The options of each function. */
const QUESTION = ["size", "metric", "blank"];
const TAKEN = {
  load: ["wasm", "startWorker"],
  answer: [...QUESTION, "count", "larger", "optimal", "signal", "onprogress"],
  hint: ["goal", ...QUESTION, "timeout", "signal"],
  ready: ["goal", ...QUESTION],
  apply: [...QUESTION, "notation"],
  isSolved: ["size", "blank"],
  judge: [...QUESTION, "notation", "larger", "signal", "onprogress"],
  moves: [...QUESTION, "from", "to"],
  search: ["goal", ...QUESTION],
  larger: ["goal", "size", "blank"],
  read: ["goal", "size", "blank"],
  counts: ["goal", ...QUESTION],
  levels: ["goal", ...QUESTION],
  sample: [
    ...["goal", ...QUESTION, "n", "seed"],
    ...["unique", "unsolvable", "alongSolutions", "signal"],
  ],
  stages: [...QUESTION, "signal"],
  trace: [
    ...[...QUESTION, "method", "heuristic", "order", "goalTest"],
    ...["weight", "depthLimit", "width", "cost", "maxNodes", "maxSteps", "signal"],
  ],
};

/**
 * The options of a function without those that are null, or an error if one is wrong. Options that
 * an object inherits count, too.
 */
export function checked(options, asked) {
  if (options != null && typeof options !== "object")
    return { error: "options: expected an object" };
  const names = TAKEN[asked];
  const known = {};
  let place = "options";
  try {
    for (const name in options)
      if (!names.includes(name) && options[name] != null)
        return { error: `options: expected ${names.join(", ")}, found ${shown(name)}` };
    for (const name of names) {
      place = name;
      const value = options?.[name];
      if (value == null) continue;
      const wrong = OPTIONS[name](value);
      if (wrong) return { error: `${name}: ${wrong}` };
      known[name] = value;
    }
  } catch {
    return { error: `${place}: reading it failed` };
  }
  return known;
}

/** What else is said of boards. */
function how({ size = "", metric = "", blank }) {
  return { size, metric, ...(blank === undefined ? {} : { blank: String(blank) }) };
}

/** The fields of a request that every question has, or an error. */
export function question(board, goal, options) {
  const [start, end] = [text(board, "board"), text(goal, "goal")];
  const error = options.error ?? start.error ?? end.error;
  return error ? { error } : { board: start.text, goal: end.text, ...how(options) };
}

/** The fields of a request that is about a goal alone. */
export function ofGoal(options) {
  const { error, text: goal } = text(options.goal, "goal");
  const wrong = options.error ?? error;
  return wrong ? { error: wrong } : { goal, ...how(options) };
}

/** The fields of a request that has moves of a board, too. */
export function withMoves(moves, asked, longest = LONGEST_TEXT) {
  if (asked.error) return asked;
  if (isArray(moves)) return ofMoves(moves, asked, longest);
  const wrong = wrongText(moves, longest);
  return wrong ? { error: `moves: ${wrong}` } : { ...asked, moves };
}

/** The same for an array of moves, or of the numbers of the tiles that slide. */
function ofMoves(moves, asked, longest) {
  try {
    const words = Array.from(moves);
    const areTiles = words.every((word) => Number.isInteger(word) && word > 0);
    const at = areTiles ? -1 : words.findIndex((word) => typeof word !== "string");
    if (at >= 0) {
      const expected = "the words of moves, or the numbers of tiles alone";
      return { error: `moves[${at}]: expected ${expected}, found ${shown(words[at])}` };
    }
    const text = withMoves(words.join(", "), asked, longest);
    return areTiles && words.length > 0 ? { notation: "tiles", ...text } : text;
  } catch {
    return { error: "moves: reading it failed" };
  }
}

/** The fields of a request for boards at a distance, or an error. */
export function atDistance(distance, asked) {
  if (asked.error || distance == null) return asked;
  if (typeof distance === "string" && distance !== "" && !wrongText(distance))
    return { ...asked, difficulty: distance };
  try {
    const [first, end, ...more] = Array.isArray(distance) ? distance : [distance, distance];
    const last = typeof end === "number" ? Math.min(end, FARTHEST) : -1;
    const areDistances = isCount(last, FARTHEST) && isCount(first, last) && more.length === 0;
    if (areDistances) return { ...asked, distances: [first, last] };
  } catch {
    return { error: "distance: reading it failed" };
  }
  const expected = `a whole number from 0 to ${FARTHEST}, [first, last], easy, medium or hard`;
  return { error: `distance: expected ${expected}, found ${shown(distance)}` };
}
