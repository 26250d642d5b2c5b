// Moves as people write them. The setting is the same everywhere on the page.

import { WORDS, cellsOf, wayOf } from "./grid.mjs";
import { remember, rememberedWord } from "./settings.mjs";
import { plural } from "./words.mjs";

/** What the notations show. */
export const NOTATIONS = {
  tile: "where the tile goes",
  blank: "where the gap goes",
  tiles: "the tile’s number",
};
const ARROW =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path transform="rotate(TURN 8 8)" d="M8 2l6 11H2z"/></svg>';
const TURNS = { u: 0, r: 90, d: 180, l: 270 };

export const arrow = (way) => ARROW.replace("TURN", TURNS[way]);

let chosen = rememberedWord("notation", Object.keys(NOTATIONS));

export const notation = () => chosen;

export function chooseNotation(name) {
  chosen = name;
  remember("notation", name);
}

/** The sign for a move: an arrow, or the number of the tile. */
export function sign(move, tile) {
  if (chosen === "tiles") return `<span>${tile}</span>`;
  const count = cellsOf(move);
  return arrow(chosen === "blank" ? move[0] : wayOf(move)) + (count > 1 ? `<sub>${count}</sub>` : "");
}

/** A move in words. */
export function inWords(move, tile) {
  const others = cellsOf(move) - 1;
  return `${tile} ${WORDS[wayOf(move)]}${others ? ` with ${plural(others, "other")}` : ""}`;
}
