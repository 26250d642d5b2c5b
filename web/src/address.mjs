// The address holds the board that the game began with, the goal and the moves made, so that a link
// shows a game: #board=1,2,...&goal=1,2,...&size=2x4&moves=dlu, or with &metric=multi where rows slide
//
// Other pages may put the same after a question mark. For a daily board it holds the date, and for
// the view Learn the scene.

import { movesIn } from "./metric.mjs";

/** The fields that say nothing about the board. */
const OTHER = ["learn", "embed", "origin"];
/** The fields of a game, which come together. */
const OF_GAME = ["board", "goal", "size", "daily", "metric", "moves", "scramble"];
/** More moves than this are neither written nor read: not every browser takes so long an address. */
export const MOST_MOVES = 1000;

/** The address of a game. */
export function addressOf(game) {
  const { daily } = game.record;
  const { cells } = game.line[0];
  const size = game.rows === game.cols && !daily ? "" : `&size=${game.size}`;
  const made = game.at <= MOST_MOVES && game.moves;
  const metric = game.metric === "single" ? "" : `&metric=${game.metric}`;
  const moves = metric + (made ? `&moves=${made}` : "");
  return daily
    ? `#daily=${daily}${size}${moves}`
    : `#board=${cells}&goal=${game.goal}${size}${moves}`;
}

/**
 * A scramble as slidysim writes it, whose signs between tiles and rows may be replaced:
 * `5_1_2_..._0` or `5 1 2 3/4 0 ...`. Here as text that the library reads.
 */
const unscrambled = (text) => text.replaceAll("_", " ").trim();

/**
 * What the address asks for, as text. The fields after the question mark count where those after #
 * say nothing.
 */
export function readAddress() {
  const fields = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  // A new board comes with a goal and a size of its own.
  if (hash.size > 0) for (const name of OF_GAME) fields.delete(name);
  for (const [name, value] of hash) fields.set(name, value);
  const field = (name) => fields.get(name) ?? "";
  const moves = movesIn(field("moves")) ?? [];
  const hasBoard = ["board", "scramble"].some((name) => fields.has(name)) || field("daily") !== "";
  // Of those behind the question mark, some are not for us.
  const isNamed = OF_GAME.some((name) => fields.has(name));
  return {
    hasBoard,
    isEmpty: !isNamed && [...hash.keys()].every((name) => OTHER.includes(name)),
    board: fields.has("scramble") ? unscrambled(field("scramble")) : field("board"),
    goal: field("goal"),
    size: field("size").trim().toLowerCase(),
    daily: field("daily"),
    metric: field("metric").trim().toLowerCase(),
    moves: moves.slice(0, MOST_MOVES).join(" "),
    isLong: moves.length > MOST_MOVES,
    learn: field("learn"),
    origin: field("origin"),
    scramble: field("scramble"),
    isEmbedded: field("embed") === "1",
  };
}

/**
 * Updates the address when the game changes, and lets the browser's Back lead to the game before.
 * Browsers limit how often an address may change, so within a game this waits for a pause. An
 * address that cannot be read, or that somebody enters meanwhile, is left alone. Returns a function
 * that updates it at once.
 */
export function keepAddress(game, learn) {
  let timer = 0;
  // After a reload, the number of a game that is gone.
  history.replaceState(null, "");
  const write = (how) => history[how]({ game: game.number }, "", addressOf(game) + learn.address);
  learn.onaddress = () => write("replaceState");
  let before = "";
  const update = () => {
    timer = 0;
    if (location.hash === before) write("replaceState");
  };
  const updateNow = () => {
    clearTimeout(timer);
    if (timer) update();
  };
  game.addEventListener("change", ({ why }) => {
    clearTimeout(timer);
    timer = 0;
    if (why === "instead") return;
    before = location.hash;
    const kept = history.state?.game;
    if (kept === game.number || game.isEdited) {
      timer = setTimeout(update, 120);
    } else {
      write(kept ? "pushState" : "replaceState");
    }
  });
  return updateNow;
}
