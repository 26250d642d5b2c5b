// The ladder: for each size and metric the distance at which the player is. A perfect game raises
// it.

import { isObject, remember, rememberedObject } from "./settings.mjs";

/** Where it begins, as a part of the farthest distance. */
const FIRST = 0.25;

const rungs = () => rememberedObject("ladder", isObject) ?? {};
const keyOf = ({ size, metric }) => (metric === "multi" ? `${size} rows` : size);

/** The distance at which the player is. */
export function rungOf(game, most) {
  const rung = rungs()[keyOf(game)];
  const first = Math.max(1, Math.round(most * FIRST));
  return Number.isInteger(rung) && rung > 0 ? Math.min(rung, most) : Math.min(first, most);
}

/** Raises the ladder after a perfect game at its distance. */
export function raise(game, distance) {
  remember("ladder", JSON.stringify({ ...rungs(), [keyOf(game)]: distance + 1 }));
}
