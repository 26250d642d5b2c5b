// How far new boards are from the goal: a level, the player's place on the ladder, or a distance.
// What is easy, medium or hard on each size, the library says.

import { same, standardGoal } from "./grid.mjs";
import { rungOf } from "./ladder.mjs";
import { RUN_DISTANCE } from "./run.mjs";
import { remember, rememberedWord } from "./settings.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** What the library names, and what it does not. */
const NAMED = ["easy", "medium", "hard"];
const LEVELS = ["ladder", ...NAMED, "hardest", "run"];
/** Up to so many cells, a table has all boards; more have none at every distance soon. */
const [TABLED, EXACT] = [9, 16];
/** Of a shape without a table, hardly any board is farther than this part of the farthest. */
const MOST = 0.85;

/** Of the 17 boards of 4x4 that need 80 moves, one to watch the search and to stop it. */
const HARDEST_4X4 = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];

export class Levels {
  /** The numbers of boards at each distance, as far as they are known. */
  reply = {};
  /** The first and the last distance of each level; null where it is any. */
  ranges = { easy: null, medium: null, hard: null };
  #tilebase;
  #key = "";
  #shape = { size: "", goal: [], metric: "" };
  /** What was chosen: a level, the ladder, or empty after a distance was. */
  #wanted = rememberedWord("level", LEVELS);

  /** `onlevel` is called when another level is chosen. */
  constructor(tilebase, onlevel) {
    this.#tilebase = tilebase;
    $("distance").oninput = () => {
      this.#wanted = "";
      this.show();
    };
    $("level").onchange = () => {
      this.#wanted = $("level").value;
      remember("level", this.#wanted);
      this.show();
      onlevel();
    };
  }

  /** What is chosen for this shape, where not every one has all. */
  get #level() {
    const isOffered =
      this.#wanted === "hardest" ? this.#hasHardest : this.#hasExact || NAMED.includes(this.#wanted);
    return isOffered ? this.#wanted : "medium";
  }

  /** What a new board is for: the ladder, a run, or neither. */
  get record() {
    const level = this.#level;
    return level === "ladder" ? { isOnLadder: true } : level === "run" ? { isRun: true } : {};
  }

  get #cells() {
    return this.#shape.goal.length;
  }

  /** Whether boards at an exact distance are found soon. */
  get #hasExact() {
    return this.#cells <= EXACT;
  }

  get #hasHardest() {
    const { size, goal, metric } = this.#shape;
    const isUsual = size === "4x4" && metric === "single" && same(goal, standardGoal(16));
    return this.#cells <= TABLED || isUsual;
  }

  /** The farthest distance at which boards are found soon. */
  get most() {
    const { counts } = this.reply;
    const [, hard] = this.ranges.hard ?? [0, 0];
    if (!counts) return hard;
    const diameter = counts.length - 1;
    if (this.#cells <= TABLED) return diameter;
    return this.#cells <= 12 ? Math.floor(MOST * diameter) : Math.min(diameter, hard);
  }

  get #rung() {
    const { size, metric } = this.#shape;
    return rungOf({ size, metric }, this.most);
  }

  /** Fits the levels to a shape and a goal. */
  fit(size, goal, metric) {
    const key = `${size} ${metric} ${goal.indexOf(0)}`;
    if (this.#key === key) return;
    this.#key = key;
    this.#shape = { size, goal, metric };
    this.reply = this.#tilebase.counts({ goal, size, metric });
    this.ranges = this.#tilebase.levels({ goal, size, metric });
    $("distance").max = this.most;
    this.show();
  }

  /** A new board of a shape, at the level. */
  async draw({ rows, cols, goal, metric }, signal) {
    const size = `${rows}x${cols}`;
    this.fit(size, goal, metric);
    const level = this.#level;
    if (level === "hardest" && this.#cells > TABLED) return HARDEST_4X4;
    const distance = NAMED.includes(level) ? level : this.#distance;
    const alongSolutions = typeof distance === "number" && this.#cells > TABLED;
    const how = { goal, size, metric, alongSolutions, signal };
    const { board, error } = await this.#tilebase.sample(distance, how);
    if (error) throw new Error(error);
    return board.cells;
  }

  /** The distance of new boards, where it is one. */
  get #distance() {
    const level = this.#level;
    if (level === "ladder") return this.#rung;
    if (level === "run") return Math.min(RUN_DISTANCE, this.most);
    return level === "hardest" ? this.most : Number($("distance").value);
  }

  /** The level of a distance: its name, and its range in words. */
  levelOf(distance) {
    const { easy, medium } = this.ranges;
    if (distance <= easy[1]) return `easy (${easy[1]} or less)`;
    if (distance <= medium[1]) return `medium (${easy[1] + 1} to ${medium[1]})`;
    return `hard (${medium[1] + 1} or more)`;
  }

  /** Shows how far new boards are, as a number and in words. */
  show() {
    const level = this.#level;
    $("distance-field").hidden = !this.#hasExact;
    const range = this.ranges[level];
    const middle = range ? Math.round((range[0] + range[1]) / 2) : 0;
    if (level) $("distance").value = NAMED.includes(level) ? middle : this.#distance;
    const exactly = plural(Number($("distance").value), "move");
    const words = range === null ? "any difficulty" : range ? `${range[0]} to ${range[1]} moves` : exactly;
    $("distance-value").textContent = words;
    for (const option of $("level").options) {
      const { value } = option;
      if (value === "hardest") option.hidden = option.disabled = !this.#hasHardest;
      if (value === "ladder" || value === "run") option.disabled = !this.#hasExact;
      if (value === "ladder") option.text = this.#hasExact ? `Ladder: ${this.#rung}` : "Ladder";
    }
    const ofDistance = /^\w+/.exec(this.levelOf(this.#distance))[0];
    $("level").value = level || ofDistance;
  }
}
