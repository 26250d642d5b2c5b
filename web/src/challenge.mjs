// A challenge: a board with the number of moves that somebody took, to play against.

import { isOwn } from "./ending.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** Shows the number to beat, and once the player solved the board, how near it was. */
export function showChallenge(game) {
  const { beat } = game.record;
  $("challenge").hidden = !beat;
  if (!beat) return;
  const { distance } = game.line[0];
  const isTooFew = distance !== null && beat < distance;
  const apart = Math.abs(game.at - beat);
  const than = game.at < beat ? "fewer" : "more";
  const told = !isOwn(game)
    ? isTooFew
      ? `${plural(beat, "move")}. Nobody can: every solution is longer. How near can you come?`
      : `${plural(beat, "move")} or fewer, without hints.`
    : apart
      ? `you took ${apart} ${than} than the ${beat} to beat.`
      : `you took ${plural(beat, "move")}, too.`;
  $("challenge").innerHTML = `<span><b>A challenge:</b> ${told}</span>`;
}
