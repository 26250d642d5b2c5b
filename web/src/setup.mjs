// Setting up a board or a goal: by typing, pasting, or exchanging tiles on the board.

import { countedFromOne, exchanged, rowsOf, standardGoal } from "./grid.mjs";
import { notation } from "./notation.mjs";

const $ = (id) => document.getElementById(id);

export class Setup {
  #game;
  #tilebase;
  #view;
  #onchange;
  /** Called with moves that were pasted. */
  onmoves = () => {};

  constructor(game, tilebase, view, onchange) {
    this.#game = game;
    this.#tilebase = tilebase;
    this.#view = view;
    this.#onchange = onchange;
    $("setup-open").onclick = () => this.toggle(true);
    $("setup-done").onclick = () => this.toggle(false);
    for (const radio of document.getElementsByName("edit"))
      radio.onchange = () => {
        this.show();
        this.#onchange();
      };
    $("setup-text").oninput = () => this.type($("setup-text").value);
    $("goal-standard").onclick = () => this.#begin(game.cells, standardGoal(game.cells.length));
    $("goal-here").onclick = () => this.#begin(game.cells, game.cells);
    $("swap-ends").onclick = () => this.#begin(game.goal, game.cells);
    view.onexchange = (a, b) => this.exchange(a, b);
    document.addEventListener("paste", (event) => this.#paste(event));
  }

  get isOpen() {
    return !$("setup").hidden;
  }

  get editsGoal() {
    return this.isOpen && document.querySelector('[name="edit"]:checked').value === "goal";
  }

  toggle(isOpen) {
    $("setup").hidden = !isOpen;
    $("edit-note").hidden = !isOpen;
    document.querySelector(".play").classList.toggle("set-up", isOpen);
    $("setup-open").setAttribute("aria-expanded", isOpen);
    this.#view.editing = isOpen;
    if (isOpen) {
      document.querySelector('[name="edit"][value="board"]').checked = true;
      this.#write();
      // The board stays in sight, and on a phone no keyboard comes up over it.
      const isTouch = matchMedia("(pointer: coarse)").matches;
      const first = isTouch ? document.querySelector('[name="edit"]') : $("setup-text");
      first.focus({ preventScroll: true });
      for (const id of ["setup", "board"]) $(id).scrollIntoView({ block: "nearest" });
    }
    this.show();
    this.#onchange();
    if (!isOpen) $("setup-open").focus({ preventScroll: true });
  }

  /** Shows the board or goal being edited. While the user types, the text stays as it is. */
  show() {
    $("setup-error").textContent = "";
    if (this.isOpen && document.activeElement !== $("setup-text")) this.#write();
  }

  #write() {
    const { cells, goal, cols } = this.#game;
    $("setup-text").value = rowsOf(this.editsGoal ? goal : cells, cols);
  }

  /** Reads text as the board or the goal, and shows what is wrong with it. */
  type(text) {
    const { size, goal, cells } = this.#game;
    if (text.trim() === "") {
      $("setup-error").textContent = "Type the tiles, row by row.";
      return false;
    }
    let read = this.#tilebase.read(text, { size });
    // The user may mean another shape than the one shown.
    if (read.error) {
      const other = this.#tilebase.read(text);
      if (!other.error) read = other;
    }
    if (read.error) {
      $("setup-error").textContent = countedFromOne(read.error);
      return false;
    }
    const { board } = read;
    const isSame = board.size === size;
    if (this.editsGoal) {
      this.#game.begin(board.rows, board.cols, isSame ? cells : board.cells, board.cells, "edit");
    } else {
      const kept = isSame ? goal : standardGoal(board.cells.length);
      this.#game.begin(board.rows, board.cols, board.cells, kept, "edit");
    }
    return true;
  }

  exchange(a, b) {
    const { cells, goal } = this.#game;
    if (this.editsGoal) this.#begin(cells, exchanged(goal, a, b));
    else this.#begin(exchanged(cells, a, b), goal);
  }

  #begin(cells, goal) {
    this.#game.begin(this.#game.rows, this.#game.cols, cells, goal, "edit");
    if (this.isOpen) this.#write();
  }

  #paste(event) {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text");
    if (!text.trim()) return;
    const { cells, size } = this.#game;
    const { moves } = this.#tilebase.moves(text, cells, { from: notation(), size });
    if (moves && this.#tilebase.read(text).error) {
      this.onmoves(moves);
      event.preventDefault();
    } else if (this.type(text)) event.preventDefault();
    else if (!this.isOpen) {
      const error = $("setup-error").textContent;
      this.toggle(true);
      $("setup-text").value = text;
      $("setup-error").textContent = error;
    }
  }
}
