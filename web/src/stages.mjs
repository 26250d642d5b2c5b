// The way that people go: row by row, each stage with as few moves as possible, step by step.

import { boardsOf, same } from "./grid.mjs";
import { showMini } from "./mini.mjs";
import { intervalOf, plural, sentence } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** The cells of a goal that stand once it is reached. */
const standing = (goal) =>
  goal.split(/[\s/]+/).flatMap((name, cell) => (name === "*" || name === "x" ? [] : [cell]));

export class Stages {
  /** The stages of the board that was solved: each with its goal's cells and the moves up to its end. */
  trace = null;
  /** Nothing of it is laid out by depth. */
  depth = 0;
  #tilebase;
  #root = $("stages");
  #start = null;
  #boards = [];
  /** The fewest moves of all, as far as they are known, in words. */
  #fewest = "";
  #error = "";

  constructor(tilebase) {
    this.#tilebase = tilebase;
  }

  set isShown(isShown) {
    this.#root.hidden = !isShown;
    if (!isShown) this.clear();
  }

  get isShown() {
    return !this.#root.hidden;
  }

  get length() {
    return Math.max(0, this.#boards.length - 1);
  }

  /** What is guessed, and told at the end. */
  get found() {
    return this.length;
  }

  get told() {
    const rest = this.#fewest && `; the fewest is ${this.#fewest}`;
    return `${plural(this.length, "move")} in ${plural(this.trace.length, "stage")}${rest}`;
  }

  clear() {
    this.trace = this.#start = null;
    this.#boards = [];
    this.#error = "";
  }

  isOld({ cells, goal }) {
    return this.#start !== null && !(same(this.#start.cells, cells) && same(this.#start.goal, goal));
  }

  layOut() {}

  async run(board, signal) {
    const { cells, goal, cols, size, metric } = board;
    this.clear();
    const how = { size, metric, signal };
    const { stages, error, why } = await this.#tilebase.stages(cells, goal, how);
    if (error) {
      this.#error = sentence(why?.reason ?? error);
      return;
    }
    const { distance, atLeast, best } = await this.#tilebase.answer(cells, goal, how);
    const rest = best?.match(/[dlru]\d*/g);
    this.#fewest = intervalOf({ distance, bound: atLeast, rest }).replace("–", " to ");
    let end = 0;
    this.trace = stages.map(({ goal, moves }) => {
      const words = moves.match(/[dlru]\d*/g) ?? [];
      end += words.length;
      return { words, end, cells: standing(goal) };
    });
    this.#boards = boardsOf(cells, cols, this.trace.flatMap(({ words }) => words));
    this.#start = { cells, goal };
  }

  show(step, { cells, goal, cols }) {
    $("stages-error").textContent = this.#error;
    const at = Math.min(Math.floor(step), this.length);
    const stages = this.trace ?? [];
    // A stage without moves is over at once.
    const now = stages.findIndex(({ end }) => at < end);
    const locked = new Set(now < 0 ? stages.at(-1)?.cells : stages[now - 1]?.cells);
    const wanted = new Set((stages[now]?.cells ?? []).filter((cell) => !locked.has(cell)).map((cell) => goal[cell]));
    const board = this.#boards[at] ?? cells;
    const mini = $("stages-board");
    showMini(mini, board, cols);
    [...mini.children].forEach((cell, place) => {
      const isLocked = locked.has(place);
      cell.classList.toggle("locked", isLocked && board[place] !== 0);
      cell.classList.toggle("wanted", wanted.has(board[place]));
    });
    $("stages-list").innerHTML = stages
      .map(({ words, end, cells }, number) => {
        const before = new Set(stages[number - 1]?.cells);
        const tiles = cells.filter((cell) => !before.has(cell)).map((cell) => goal[cell]);
        const state = number === now ? ' aria-current="step"' : "";
        const made = Math.max(0, Math.min(words.length, words.length - end + at));
        const length = number === now ? `${made} of ${plural(words.length, "move")}` : plural(words.length, "move");
        return `<li${state}><span>${tiles.join(" ")}</span> <b>${length}</b></li>`;
      })
      .join("");
    const isOver = this.trace !== null && at === this.length;
    $("stages-sum").textContent = this.trace ? `${at} of ${plural(this.length, "move")}` : "…";
    $("stages-fewest").textContent = isOver ? this.#fewest || "unknown" : "…";
  }
}
