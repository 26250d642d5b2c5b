// The games that were played last, kept so that they survive a reload. Each has a name of its own,
// so that no tab overwrites what another one writes.

import { addressOf, gameText } from "./address.mjs";
import { numberOf } from "./daily.mjs";
import { isBoard, isPlayed } from "./grid.mjs";
import {
  forget,
  isObject,
  listenForOthers,
  remember,
  rememberedNames,
  rememberedObject,
} from "./settings.mjs";

/** The pause after a change until the game is kept, in milliseconds. */
const PAUSE = 250;
/** The number of games that are kept. */
const KEPT = 12;
/** What the name of each begins with. The fields of its address follow. */
const NAME = "game:";
/** A longer text in what was kept is none of ours. */
const LONGEST_TEXT = 100_000;

const startOf = (address) => address.replace(/^#/, "").split("&moves=")[0];

/** Keeps the game from now on. A daily board that another tab plays, too, is one game with it. */
export function keepGame(game) {
  let timer = 0;
  let isFollowing = false;
  const write = () => {
    // Where nothing happened, another tab may know more.
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    const { rows, cols, goal, metric, line, at, record } = game;
    // A run goes on only as long as the page is there.
    if (record.isRun) return;
    const began = record.began && !record.seconds ? Date.now() - record.began : undefined;
    const address = addressOf(game);
    const kept = {
      address: `#${address}`,
      when: Date.now(),
      ...{ rows, cols, goal, metric, at, cells: line[0].cells },
      moves: line.slice(1).map(({ move }) => move).join(""),
      own: line.slice(1).map(({ isOwn, isShown }) => (isOwn ? 1 : isShown ? 2 : 0)).join(""),
      record: { ...record, began, spent: began },
    };
    remember(NAME + startOf(address), JSON.stringify(kept));
    // The oldest goes first, and before all others those that nobody moved in.
    const worth = ({ moves, when = 0 }) => when + (moves ? Date.now() : 0);
    const byWorth = Object.entries(keptGames()).sort(([, a], [, b]) => worth(b) - worth(a));
    for (const [oldest] of byWorth.slice(KEPT)) forget(NAME + oldest);
  };
  const start = () => startOf(addressOf(game));
  game.addEventListener("change", ({ why }) => {
    clearTimeout(timer);
    // A daily board that begins is the one that was kept, and another tab may be moving in it.
    const isKept = why === "begin" && game.record.daily && keptAt(start())?.moves;
    timer = isFollowing || isKept ? 0 : setTimeout(write, PAUSE);
  });
  listenForOthers(() => (game.record.daily ? [NAME + start()] : []), () => {
    const kept = keptAt(start());
    // A tab where nobody has moved yet takes no moves away.
    if (!kept || (!kept.moves && game.line.length > 1)) return;
    isFollowing = true;
    game.follow(kept);
    isFollowing = false;
  });
  addEventListener("pagehide", write);
}

const isCount = (value) => Number.isInteger(value) && value >= 0;
const isTime = (value) => Number.isFinite(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
const isFlag = (value) => typeof value === "boolean";
const isText = (value) => typeof value === "string" && value.length <= LONGEST_TEXT;

/** Of a record, what each field must be. */
const RECORD = {
  daily: (value) => isText(value) && numberOf(value) !== null,
  beat: isCount,
  id: isTime,
  hints: isCount,
  isHelped: isFlag,
  isOnDay: isFlag,
  isReplay: isFlag,
  isOnLadder: isFlag,
  taken: isCount,
  rung: isCount,
  began: isTime,
  seconds: isTime,
  spent: isTime,
};

const isRecord = (record) =>
  isObject(record) &&
  Object.entries(record).every(([name, value]) => Object.hasOwn(RECORD, name) && RECORD[name](value));

/** Whether an object that was saved is a game, as `keepGame` writes it. */
function isGame({ address, rows, cols, cells, goal, metric, at, moves, own, record, when = 0 }) {
  return (
    [address, metric, moves, own].every(isText) &&
    address.startsWith("#") &&
    isPlayed(rows, cols) &&
    [cells, goal].every((board) => isBoard(board, rows * cols)) &&
    [at, when].every(isCount) &&
    isRecord(record)
  );
}

/** The games that were kept, by what their addresses begin with. */
function keptGames() {
  const games = {};
  // Earlier versions kept one.
  for (const name of ["game", ...rememberedNames(NAME)]) {
    const game = rememberedObject(name, isGame);
    if (game) games[startOf(game.address)] = game;
  }
  return games;
}

/** A game as it was when it was kept. */
function returned(kept) {
  const { spent, ...record } = kept.record;
  if (spent !== undefined) record.began = Date.now() - spent;
  return { ...kept, record };
}

/** The game of today's or another board that was kept, by the fields of its address; else null. */
export function keptAt(start) {
  const kept = keptGames()[start];
  return kept ? returned(kept) : null;
}

/** The game that was kept last, if the address is empty, or the one that it shows; else null. */
export function keptGame({ isEmpty }) {
  const games = keptGames();
  const text = gameText();
  const last = Object.values(games).sort((a, b) => (b.when ?? 0) - (a.when ?? 0))[0];
  const kept = isEmpty ? last : games[startOf(text)];
  if (!kept) return null;
  // When the page is loaded again, the address may be some moves behind. So it may be where nothing
  // says how the page was loaded, as with a clock that tests set.
  const [{ type = "reload" } = {}] = performance.getEntriesByType("navigation");
  // A link to a game that is over shows it, as it does to a friend.
  const isOpen = kept.record.daily || kept.record.taken === undefined;
  const isHere = isOpen && kept.address === `#${text}`;
  return isEmpty || type === "reload" || isHere ? returned(kept) : null;
}
