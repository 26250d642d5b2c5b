// The address holds the board that the game began with, the goal and the moves made:
// #board=1,2,...&goal=1,2,...&size=2x4&moves=dlu, with &metric=multi where rows slide. Whoever opens
// it sees a game to watch, or plays the board from its start. For a daily board it holds the date
// and no move, for a challenge the number of moves to beat, and for the view Learn the scene.
//
// All of it may stand after a question mark instead. It is written where it was read.

import { isOwn } from "./ending.mjs";
import { movesIn } from "./metric.mjs";

/** The fields that say nothing about the board. */
const OTHER = ["learn", "embed", "origin"];
/** The fields of a game, which come together. */
const OF_GAME = ["board", "goal", "size", "daily", "metric", "beat", "moves", "scramble"];
/** More moves than this are neither written nor read: not every browser takes so long an address. */
export const MOST_MOVES = 1000;
/** The greatest number of moves that a challenge may have. */
const MOST_TO_BEAT = 1_000_000;

/** What says which board is played, and how it is counted. */
export function startOf({ record, line, goal, rows, cols, size, metric }) {
  const { daily } = record;
  const shape = rows === cols && !daily ? "" : `&size=${size}`;
  const counted = metric === "single" ? "" : `&metric=${metric}`;
  const board = daily ? `daily=${daily}` : `board=${line[0].cells}&goal=${goal}`;
  return board + shape + counted;
}

/** The game as the fields of an address, without the moves. */
function placeOf(game) {
  const { beat } = game.record;
  return startOf(game) + (beat ? `&beat=${beat}` : "");
}

/** The game as the fields of an address. A game of a link keeps all of its moves. */
export function addressOf(game) {
  const { at, line, shown, record } = game;
  const count = shown ? line.length - 1 : at;
  const made = record.daily && !shown ? "" : movesOf(line.slice(1, count + 1));
  return placeOf(game) + (made && count <= MOST_MOVES ? `&moves=${made}` : "");
}

const movesOf = (boards) => boards.map(({ move }) => move).join("");
const pageOf = () => location.href.replace(/[?#].*/, "");

/**
 * A link to the board, without the moves. Once it is solved, the player's number of moves is the
 * one to beat; before that, the one that the player has to beat. The fewest moves of a daily board
 * are for everybody to find.
 */
export function challengeOf(game) {
  const { record, at } = game;
  const beat = isOwn(game) ? at : record.beat;
  return `${pageOf()}?${startOf(game)}${beat && !record.daily ? `&beat=${beat}` : ""}`;
}

/** A link to the game, with all moves made: whoever opens it can watch it beside the best. */
export const gameLinkOf = (game) => `${pageOf()}?${startOf(game)}&moves=${game.moves}`;

const nameOf = (part) => part.split("=")[0];
const partsOf = (text) => text.slice(1).split("&").filter(Boolean);
const isOfGame = (part) => OF_GAME.includes(nameOf(part));
/** Whether the game is read from what stands after the question mark. */
const isInQuery = () =>
  partsOf(location.search).some(isOfGame) &&
  partsOf(location.hash).every((part) => OTHER.includes(nameOf(part)));

/** The game in the address as text, without what says nothing about the board. */
export const gameText = () =>
  partsOf(isInQuery() ? location.search : location.hash)
    .filter((part) => !OTHER.includes(nameOf(part)))
    .join("&");

/** The whole address with other fields of the game. */
function withGame(text) {
  const others = partsOf(location.search).filter((part) => !isOfGame(part) && nameOf(part) !== "learn");
  const query = isInQuery() ? [...others, text] : others;
  return (query.length ? `?${query.join("&")}` : location.pathname) + (isInQuery() ? "" : `#${text}`);
}

/**
 * A scramble as slidysim writes it, whose signs between tiles and rows may be replaced:
 * `5_1_2_..._0` or `5 1 2 3/4 0 ...`. Here as text that the library reads.
 */
const unscrambled = (text) => text.replaceAll("_", " ").trim();

/** The number of moves to beat; null if the text is no such number. */
export const toBeat = (text) =>
  /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= MOST_TO_BEAT ? Number(text) : null;

/**
 * What the address asks for, as text. The fields after the question mark count where those after #
 * say nothing.
 */
export function readAddress() {
  const fields = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  // A new board comes with a goal and a size of its own.
  if (!isInQuery()) for (const name of OF_GAME) fields.delete(name);
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
    beat: field("beat").trim(),
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
 * Updates the address when the game or the view changes, and lets the browser's Back lead to the
 * game before, or from Learn to the game that was there. Browsers limit how often an address may
 * change, so within a game this waits for a pause. An address that cannot be read, or that somebody
 * enters meanwhile, is left alone.
 */
export function keepAddress(game, learn) {
  let timer = 0;
  // After a reload, the number of a game that is gone.
  history.replaceState(null, "");
  const whole = () => location.search + location.hash;
  const write = (how) =>
    history[how]({ game: game.number, learn: learn.address }, "", withGame(addressOf(game) + learn.address));
  learn.onaddress = () => {
    const { state } = history;
    const isTurned = Boolean(state?.learn) !== (learn.address !== "");
    // An address that somebody entered has no state yet, nor has the page while it starts.
    if (state ? isTurned || state.learn !== learn.address : game.number > 0)
      write(state && isTurned ? "pushState" : "replaceState");
  };
  let before = "";
  let isInRun = false;
  const update = () => {
    timer = 0;
    if (whole() === before) write("replaceState");
  };
  game.addEventListener("change", ({ why }) => {
    clearTimeout(timer);
    timer = 0;
    if (why === "instead") return;
    before = whole();
    const kept = history.state?.game;
    // Of the boards of a run, Back leads to the one before the run.
    const isNext = isInRun && Boolean(game.record.isRun);
    isInRun = Boolean(game.record.isRun);
    if (kept === game.number || game.isEdited || isNext) {
      timer = setTimeout(update, 120);
    } else {
      write(kept ? "pushState" : "replaceState");
    }
  });
}
