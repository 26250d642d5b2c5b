// How far new boards are from the goal: a level, the player's place on the ladder, or a distance.

import { rungOf } from "./ladder.mjs";
import { distanceOf, farthestOffered, isAbout, isAny, levelOf } from "./shuffle.mjs";
import { remember, rememberedWord } from "./settings.mjs";
import { rowsAndCols } from "./sizes.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);
/** The ladder needs boards at an exact distance, which larger shapes do not have soon. */
const MOST_CELLS = 16;

export class Levels {
  /** The numbers of boards at each distance, as far as they are known. */
  reply = {};
  #tilebase;
  #key = "";
  #size = "";
  #metric = "";
  /** What was chosen: a level, the ladder, or empty after a distance was. */
  #wanted = rememberedWord("level", ["ladder", "easy", "medium", "hard"]);

  /** `onlevel` is called when another level is chosen. */
  constructor(tilebase, onlevel) {
    this.#tilebase = tilebase;
    $("level").value = this.#wanted;
    $("distance").oninput = () => {
      this.#wanted = "";
      this.show();
    };
    $("level").onchange = () => {
      this.#wanted = $("level").value;
      remember("level", this.#wanted);
      this.#take();
      this.show();
      onlevel();
    };
  }

  /** The distance of new boards. */
  get distance() {
    return Number($("distance").value);
  }

  get isLadder() {
    return this.#wanted === "ladder" && this.#hasLadder;
  }

  get #hasLadder() {
    return rowsAndCols(this.#size).reduce((a, b) => a * b) <= MOST_CELLS;
  }

  get #most() {
    return Number($("distance").max);
  }

  /** Fits the distances to a shape and a goal. */
  fit(size, goal, metric) {
    const key = `${size} ${metric} ${goal.indexOf(0)}`;
    if (this.#key === key) return;
    const isNewSize = this.#size !== size || this.#metric !== metric;
    this.reply = this.#tilebase.counts({ goal, size, metric });
    [this.#key, this.#size, this.#metric] = [key, size, metric];
    const { counts } = this.reply;
    const [rows, cols] = rowsAndCols(size);
    const diameter = counts ? counts.length - 1 : Infinity;
    $("distance").max = farthestOffered({ rows, cols }, diameter, metric);
    if (isNewSize) this.#take();
    this.show();
  }

  get #rung() {
    return rungOf({ size: this.#size, metric: this.#metric }, this.#most);
  }

  #take() {
    // Where there is no ladder, a board in the middle.
    const level = this.#wanted === "ladder" ? "medium" : $("level").value;
    $("distance").value = this.isLadder ? this.#rung : distanceOf(level, this.#most);
  }

  /** Shows how far new boards are, as a number and in words. */
  show() {
    if (this.isLadder) this.#take();
    const { distance } = this;
    const [rows, cols] = rowsAndCols(this.#size);
    const about = isAbout({ rows, cols }, distance) ? "about " : "";
    $("distance-value").textContent = isAny({ rows, cols }, distance)
      ? "any distance"
      : `${about}${plural(distance, "move")} away`;
    const [ladder] = $("level").options;
    ladder.disabled = !this.#hasLadder;
    ladder.text = ladder.disabled ? "Ladder" : `Ladder: ${this.#rung}`;
    $("level").value = this.isLadder ? "ladder" : levelOf(distance, this.#most);
  }
}
