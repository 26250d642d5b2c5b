// The ladder: for each size and metric the distance at which the player is. A perfect game raises
// it. Its rungs stand at the board's edge.

import { isObject, remember, rememberedObject } from "./settings.mjs";

const $ = (id) => document.getElementById(id);

/** Where it begins, as a part of the farthest distance. */
const FIRST = 0.25;
/** How many rungs are shown above and below the player. */
const AROUND = 4;

const rungs = () => rememberedObject("ladder", isObject) ?? {};
const keyOf = ({ size, metric }) => (metric === "multi" ? `${size} rows` : size);
const isRung = (rung) => Number.isInteger(rung) && rung > 0;

/** The distance at which the player is. */
export function rungOf(game, most) {
  const rung = rungs()[keyOf(game)];
  const first = Math.max(1, Math.round(most * FIRST));
  return Math.min(isRung(rung) ? rung : first, most);
}

/** Whether the player has won a game on it. */
export const hasClimbed = (game) => isRung(rungs()[keyOf(game)]);

/** Raises the ladder after a perfect game at its distance. */
export function raise(game, distance) {
  remember("ladder", JSON.stringify({ ...rungs(), [keyOf(game)]: distance + 1 }));
}

/** Shows the rungs around the player, the highest first; nothing for a board that is not on it. */
export function showLadder(game, most) {
  const isShown = "isOnLadder" in game.record;
  $("rungs").hidden = !isShown;
  if (!isShown) return;
  const now = rungOf(game, most);
  const top = Math.min(most, Math.max(now, AROUND + 1) + AROUND);
  const bottom = Math.max(1, top - 2 * AROUND);
  const all = Array.from({ length: top - bottom + 1 }, (_, at) => top - at);
  $("rungs").setAttribute("aria-label", `The ladder: you are at ${now} of ${most} moves`);
  $("rungs").innerHTML = all
    .map((rung) => `<span class="${rung === now ? "now" : rung < now ? "below" : ""}">${rung}</span>`)
    .join("");
}
