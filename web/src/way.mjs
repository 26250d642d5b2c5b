// The player's way, judged: each move best or what it cost, and the mistakes to go back to.

import { Chips } from "./chips.mjs";
import { moved, tileOf } from "./grid.mjs";
import { inWords } from "./notation.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/**
 * The moves made, each with what it cost: 0, 2 (or 1 where rows slide), or null if that is not known.
 * Those of the page are not `isOwn`, which are judged.
 */
export function judged({ line, at }) {
  return line.slice(1, at + 1).map(({ move, tile, distance, isOwn, isShown }, number) => {
    const before = line[number].distance;
    const isKnown = distance !== null && before !== null;
    const cost = isKnown ? distance + 1 - before : null;
    return { move, tile, at: number + 1, isOwn: Boolean(isOwn || isShown), cost };
  });
}

/** The mistakes of the player, or of a game that is shown. */
export const mistakesOf = (moves) => moves.filter(({ isOwn, cost }) => isOwn && cost > 0);

/** The moves that would have been better than the move `at`, as far as they are known. */
export function betterMoves({ line }, at) {
  const { legal, better, distance } = line[at - 1];
  return better ?? (legal ?? []).filter((one) => one.distance < distance).map(({ move }) => move);
}

/** The same in words; empty if none is known. */
function better(game, at) {
  const { line, cols } = game;
  const { cells } = line[at - 1];
  const best = betterMoves(game, at);
  const tile = (move) => tileOf(cells, moved(cells, cols, move));
  return best.map((move) => inWords(move, tile(move))).join(" or ");
}

export class Way {
  #game;
  #chips = new Chips($("way"));

  constructor(game, ongo) {
    this.#game = game;
    this.#chips.onpick = ongo;
    $("mistakes").addEventListener("click", ({ target }) => {
      const mistake = target.closest("button");
      if (mistake) ongo(Number(mistake.dataset.to), mistake.title);
    });
  }

  /** Shows the moves made, and if `isTold`, what each cost. */
  show(isTold) {
    const game = this.#game;
    const known = judged(game);
    const moves = isTold ? known : known.map((move) => ({ ...move, cost: null }));
    const kind = ({ isOwn, cost }) =>
      isOwn ? (cost === null ? "" : cost > 0 ? "mistake" : "good") : "done";
    const note = ({ isOwn, cost }) =>
      isOwn
        ? cost === null
          ? ""
          : cost > 0
            ? `, a mistake that costs ${cost}`
            : ", best"
        : ", played for you";
    this.#chips.show(
      moves.map((entry) => ({ ...entry, kind: kind(entry) })),
      game.at,
      note,
    );
    $("way-card").classList.toggle("empty", moves.length === 0);
    $("way-title").textContent = game.shown ? "The moves" : "Your moves";
    const mistakes = mistakesOf(moves);
    const hadFocus = $("mistakes").contains(document.activeElement);
    $("mistakes").hidden = mistakes.length === 0;
    $("mistakes").innerHTML = mistakes
      .map(({ move, tile, at, cost }) => {
        const would = better(game, at);
        const title = `Move ${at}: ${inWords(move, tile)} was a mistake${would && `. Better: ${would}`}.`;
        return `<button data-to="${at - 1}" title="${title}"><small>Move ${at}:</small> ${inWords(move, tile)} <small>+${cost}</small></button>`;
      })
      .join("");
    if (hadFocus) ($("mistakes").firstChild ?? $("board")).focus({ preventScroll: true });
    $("way-summary").textContent = summary(game, moves, mistakes);
  }
}

function summary({ at }, moves, mistakes) {
  if (at === 0) return "";
  const own = moves.filter(({ isOwn }) => isOwn).length;
  const theirs = at > own ? `${at - own} played for you` : "";
  const isKnown = moves.every(({ cost }) => cost !== null);
  const wrong = mistakes.length === 0 ? "all best" : plural(mistakes.length, "mistake");
  const yours = own === 0 ? "" : `${plural(own, "move")}${isKnown ? `, ${wrong}` : ""}`;
  return [yours, theirs].filter(Boolean).join("; ");
}
