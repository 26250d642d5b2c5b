// Which scenes of Learn were seen to their end, and the points of the best guess in each.

import { isObject, remember, rememberedObject } from "./settings.mjs";

/** A guess has points if it is wrong by at most these factors. */
const POINTS = [1.25, 2, 5];

/** The points of a guess that is so many times too few or too many. */
export const pointsOf = (times) => POINTS.filter((most) => times <= most).length;

const seen = () => rememberedObject("scenes", isObject) ?? {};

export function keepSeen(scene, points) {
  const all = seen();
  remember("scenes", JSON.stringify({ ...all, [scene]: Math.max(all[scene] ?? 0, points) }));
}

/** The mark of a scene, in HTML: that it was seen, and a star for each point. */
export function markOf(scene) {
  const points = seen()[scene];
  if (!Number.isInteger(points)) return "";
  const stars = Math.min(points, POINTS.length);
  const name = stars ? ` seen, ${stars} of ${POINTS.length} points` : " seen";
  return ` <span class="tick" aria-hidden="true">✓${"★".repeat(stars)}</span><span class="sr">${name}</span>`;
}
