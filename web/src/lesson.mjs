// Learning from mistakes: after a game, each move that cost something is shown as a board, on which
// the player looks for a better one. The game stays as it is.

import { moved, tileOf } from "./grid.mjs";
import { inWords } from "./notation.mjs";
import { betterMoves, judged, mistakesOf } from "./way.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** The mistakes of which a better move is known. */
export const lessonsOf = (game) =>
  mistakesOf(judged(game)).filter(({ at }) => betterMoves(game, at).length > 0);

export class Lesson {
  /** The board after the move that was right; null before it is found. */
  cells = null;
  #game;
  #onchange;
  #mistakes = [];
  #number = -1;
  /** Where the game ended. */
  #end = 0;
  #isGoing = false;

  constructor(game, onchange) {
    this.#game = game;
    this.#onchange = onchange;
    $("lesson-show").onclick = () => this.#show();
    $("lesson-next").onclick = () => this.#next();
    $("lesson-end").onclick = () => this.#leave(true);
    // Whatever else happens to the game ends the lesson.
    game.addEventListener("change", () => this.#isGoing || (this.isOn && this.#leave(false)));
  }

  get isOn() {
    return this.#number >= 0;
  }

  /** What is asked, or how good the answer was. */
  get text() {
    return $("lesson-text").textContent;
  }

  begin() {
    this.#mistakes = lessonsOf(this.#game);
    this.#end = this.#game.at;
    this.#next();
  }

  get #mistake() {
    return this.#mistakes[this.#number];
  }

  #next() {
    this.#number += 1;
    const mistake = this.#mistake;
    if (!mistake) {
      this.#leave(true);
      return;
    }
    this.cells = null;
    this.#go(mistake.at - 1);
    const { move, tile, cost } = mistake;
    const which = `${this.#number + 1} of ${this.#mistakes.length}`;
    this.#say(`Mistake ${which}: ${inWords(move, tile)} wasted ${plural(cost, "move")}. Find a better move.`);
  }

  /** Judges the moves that the player tries: the first counts. */
  answer([move]) {
    const { cells, cols } = this.#game;
    const next = moved(cells, cols, move);
    if (!next || this.cells) return;
    const name = inWords(move, tileOf(cells, next));
    if (!betterMoves(this.#game, this.#mistake.at).includes(move)) {
      this.#say(`${name[0].toUpperCase()}${name.slice(1)} wastes moves, too. Try another.`);
      return;
    }
    this.cells = next;
    this.#say(`Right: ${name} is best here.`);
    $("lesson-next").focus({ preventScroll: true });
  }

  #show() {
    this.answer(betterMoves(this.#game, this.#mistake.at));
  }

  #say(text) {
    $("lesson-text").textContent = text;
    const isLast = this.#number === this.#mistakes.length - 1;
    $("lesson-next").textContent = isLast ? "Back to the result" : "Next mistake";
    $("lesson-next").classList.toggle("primary", this.cells !== null);
    $("lesson-end").hidden = isLast;
    $("lesson-show").disabled = this.cells !== null;
    this.#update();
  }

  #leave(isBack) {
    this.#number = -1;
    this.cells = null;
    this.#update();
    if (isBack) this.#go(this.#end);
  }

  #go(at) {
    this.#isGoing = true;
    this.#game.go(at);
    this.#isGoing = false;
  }

  #update() {
    $("lesson").hidden = !this.isOn;
    document.querySelector(".play").classList.toggle("in-lesson", this.isOn);
    this.#onchange();
  }
}
