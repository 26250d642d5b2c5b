// The games that were solved on this device, and what they add up to.

import { remember, rememberedValue } from "./settings.mjs";

/** The number of games that are kept. */
const KEPT = 1000;

const isCount = (value) => Number.isInteger(value) && value >= 0;
const isGame = (game) =>
  [game?.id, game?.moves, game?.hints].every(isCount) &&
  /^\d+x\d+$/.test(game.size) &&
  ["single", "multi"].includes(game.metric) &&
  (game.least === null || isCount(game.least)) &&
  Number.isFinite(game.seconds);

/** All games that are kept, the oldest first. */
export const played = () => (rememberedValue("played", Array.isArray) ?? []).filter(isGame);

/** Keeps a game, in place of what was kept of it before. */
export function keepPlayed(game) {
  const others = played().filter(({ id }) => id !== game.id);
  remember("played", JSON.stringify([...others, game].slice(-KEPT)));
}

export const forgetPlayed = () => remember("played", "[]");

const isPerfect = ({ moves, least, hints, isHelped }) => moves === least && !hints && !isHelped;
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The mean of the last times but the best and the worst; null if there are too few. */
function averageOf(times, count) {
  if (times.length < count) return null;
  return mean(times.slice(-count).sort((a, b) => a - b).slice(1, -1));
}

/** What some games add up to. Times count only without help. */
export function summaryOf(games) {
  const judged = games.filter(({ least }) => least !== null);
  const times = games.filter(({ isHelped }) => !isHelped).map(({ seconds }) => seconds);
  return {
    games: games.length,
    perfect: games.filter(isPerfect).length,
    wasted: judged.length ? mean(judged.map(({ moves, least }) => moves - least)) : null,
    best: times.length ? Math.min(...times) : null,
    five: averageOf(times, 5),
    twelve: averageOf(times, 12),
    lastPerfect: games.slice(-10).filter(isPerfect).length,
  };
}
