// The game that is being played, kept so that it survives a reload.

import { addressOf } from "./address.mjs";
import { numberOf } from "./daily.mjs";
import { isBoard, isPlayed } from "./grid.mjs";
import { isObject, remember, rememberedObject } from "./settings.mjs";

/** The pause after a change until the game is kept, in milliseconds. */
const PAUSE = 250;
/** A longer text in what was kept is none of ours. */
const LONGEST_TEXT = 100_000;

/** Keeps the game from now on. */
export function keepGame(game) {
  let timer;
  const write = () => {
    clearTimeout(timer);
    const { rows, cols, goal, metric, line, at, record } = game;
    const began = record.began && !record.seconds ? Date.now() - record.began : undefined;
    const kept = {
      address: addressOf(game),
      ...{ rows, cols, goal, metric, at, cells: line[0].cells },
      moves: line.slice(1).map(({ move }) => move).join(""),
      own: line.slice(1).map(({ isOwn }) => (isOwn ? 1 : 0)).join(""),
      record: { ...record, began, spent: began },
    };
    remember("game", JSON.stringify(kept));
  };
  game.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE);
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
  hints: isCount,
  isHelped: isFlag,
  isOnDay: isFlag,
  began: isTime,
  seconds: isTime,
  spent: isTime,
};

const isRecord = (record) =>
  isObject(record) &&
  Object.entries(record).every(([name, value]) => Object.hasOwn(RECORD, name) && RECORD[name](value));

/** Whether an object that was saved is a game, as `keepGame` writes it. */
function isGame({ address, rows, cols, cells, goal, metric, at, moves, own, record }) {
  return (
    [address, metric, moves, own].every(isText) &&
    address.startsWith("#") &&
    isPlayed(rows, cols) &&
    [cells, goal].every((board) => isBoard(board, rows * cols)) &&
    isCount(at) &&
    isRecord(record)
  );
}

/** The game that was kept, if the address is empty or shows the same; otherwise null. */
export function keptGame({ isEmpty }) {
  const kept = rememberedObject("game", isGame);
  if (!kept) return null;
  const [hash] = location.hash.split("&learn=");
  const startOf = (address) => address.split("&moves=")[0];
  // When the page is loaded again, the address may be some moves behind. So it may be where nothing
  // says how the page was loaded, as with a clock that tests set.
  const [{ type = "reload" } = {}] = performance.getEntriesByType("navigation");
  const isSame = type === "reload" && startOf(kept.address) === startOf(hash);
  if (!isEmpty && !isSame && kept.address !== hash) return null;
  const { spent, ...record } = kept.record;
  if (spent !== undefined) record.began = Date.now() - spent;
  return { ...kept, record };
}
