// The game that is being played, kept so that it survives a reload.

import { addressOf } from "./address.mjs";
import { remember, remembered } from "./settings.mjs";

/** The pause after a change until the game is kept, in milliseconds. */
const PAUSE = 250;

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

/** The game that was kept, if the address is empty or shows the same; otherwise null. */
export function keptGame({ isEmpty }) {
  let kept;
  try {
    kept = JSON.parse(remembered("game", "null"));
  } catch {
    return null;
  }
  if (!kept?.address) return null;
  const [hash] = location.hash.split("&learn=");
  const startOf = (address) => address.split("&moves=")[0];
  // When the page is loaded again, the address may be some moves behind.
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  const isSame = type === "reload" && startOf(kept.address) === startOf(hash);
  if (!isEmpty && !isSame && kept.address !== hash) return null;
  const { spent, ...record } = kept.record;
  if (spent !== undefined) record.began = Date.now() - spent;
  return { ...kept, record };
}
