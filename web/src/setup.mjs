// Setting up a board or a goal: by typing, pasting, or exchanging tiles on the board.

import { exchanged, rowsOf, shapesOf, standardGoal } from "./grid.mjs";
import { readBoard } from "./read.mjs";
import { listed, plural, sentence } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** The number of tiles and blanks in text. */
const countOf = (text) => text.match(/\d+|[xX_.]/g)?.length ?? 0;
/** Whether text is numbers that differ, of a board that is not whole yet. */
function isSimple(text) {
  const numbers = text.trim().split(/[\s,/]+/);
  return numbers.every((one) => /^(\d+|x)$/i.test(one)) && new Set(numbers).size === numbers.length;
}
/** How long nothing is typed until it is said what is wrong, in milliseconds. */
const PAUSE = 1500;

export class Setup {
  #game;
  #tilebase;
  #view;
  #onchange;
  /** What is wrong with the text, and the sizes that it might have; shown after a pause. */
  #wrong = { error: "", sizes: [] };
  #timer = 0;

  constructor(game, tilebase, view, onchange) {
    this.#game = game;
    this.#tilebase = tilebase;
    this.#view = view;
    this.#onchange = onchange;
    $("setup-open").onclick = () => this.toggle(!this.isOpen);
    // Whoever was told what is wrong may leave it.
    $("setup-done").onclick = () => (this.isWrong ? this.toggle(false) : this.#finish());
    for (const radio of document.getElementsByName("edit"))
      radio.onchange = () => {
        this.show();
        this.#onchange();
      };
    $("setup-text").oninput = () => this.#follow($("setup-text").value);
    $("setup-text").onkeydown = (event) => {
      if (event.key !== "Enter") return;
      // Otherwise the key also presses the button that gets the focus.
      event.preventDefault();
      this.#finish();
    };
    $("setup-sizes").onclick = ({ target }) => {
      if (target.dataset.size) this.type($("setup-text").value, target.dataset.size);
    };
    $("goal-standard").onclick = () => this.#begin(game.cells, standardGoal(game.cells.length));
    for (const name of ["first", "snail"])
      $(`goal-${name}`).onclick = () => {
        const { goal } = tilebase.read(game.cells, { goal: name, size: game.size });
        this.#begin(game.cells, goal.cells);
      };
    $("goal-here").onclick = () => this.#begin(game.cells, game.cells);
    $("swap-ends").onclick = () => this.#begin(game.goal, game.cells);
    view.onexchange = (a, b) => this.exchange(a, b);
  }

  get isOpen() {
    return !$("setup").hidden;
  }

  get editsGoal() {
    return this.isOpen && document.querySelector('[name="edit"]:checked').value === "goal";
  }

  /** Whether the text is not that of the board on show. */
  get isWrong() {
    return this.isOpen && $("setup-error").textContent !== "";
  }

  toggle(isOpen) {
    $("setup").hidden = !isOpen;
    $("edit-note").hidden = !isOpen;
    document.querySelector(".play").classList.toggle("set-up", isOpen);
    $("setup-open").setAttribute("aria-expanded", isOpen);
    this.#view.editing = isOpen;
    if (isOpen) {
      document.querySelector('[name="edit"][value="board"]').checked = true;
      this.write();
      // The board stays in sight, and on a phone no keyboard comes up over it.
      const isTouch = matchMedia("(pointer: coarse)").matches;
      const first = isTouch ? document.querySelector('[name="edit"]') : $("setup-text");
      first.focus({ preventScroll: true });
      if (!isTouch) $("setup-text").select();
      for (const id of ["setup", "board"]) $(id).scrollIntoView({ block: "nearest" });
    }
    this.show();
    this.#onchange();
    if (!isOpen) $("setup-open").focus({ preventScroll: true });
  }

  /** Closes, or says what is wrong with the text, which would be lost. */
  #finish() {
    if (this.#wrong.error) this.complain();
    else this.toggle(false);
  }

  /** Reads what is being typed. What is wrong with it is said when it seems to be all. */
  #follow(text) {
    this.type(text);
    this.#settle();
    const found = countOf(text);
    const isShort = this.#wrong.error && found < this.#cells;
    $("setup-count").textContent = isShort ? `${found} of ${this.#cells}` : "";
    if (this.#wrong.error) this.#timer = setTimeout(() => this.complain(), PAUSE);
  }

  /** The number of cells of the board on show. */
  get #cells() {
    return this.#game.goal.length;
  }

  /** Takes back what was said, while the text changes. */
  #settle() {
    clearTimeout(this.#timer);
    this.#say("", []);
  }

  /** Opens with text that cannot be read. */
  open(text) {
    this.toggle(true);
    $("setup-text").value = text;
    if (!this.type(text)) this.complain();
  }

  /** Takes back what was said of text that could not be read. */
  forget() {
    if (!this.#wrong.error) return;
    this.show();
    this.write();
    this.#onchange();
  }

  /** Shows the board or goal being edited. While the user types, the text stays as it is. */
  show() {
    this.#wrong = { error: "", sizes: [] };
    this.#settle();
    $("setup-count").textContent = "";
    if (this.isOpen && document.activeElement !== $("setup-text")) this.write();
  }

  write() {
    const { cells, goal, cols } = this.#game;
    $("setup-text").value = rowsOf(this.editsGoal ? goal : cells, cols);
  }

  /** Says what is wrong with the text, and which sizes it might have. */
  complain() {
    clearTimeout(this.#timer);
    $("setup-count").textContent = "";
    this.#say(this.#wrong.error, this.#wrong.sizes);
    this.#onchange();
  }

  #say(error, sizes) {
    $("setup-error").textContent = error;
    $("setup-text").setAttribute("aria-invalid", error !== "");
    document.querySelector(".play").classList.toggle("wrong-text", this.isWrong);
    $("setup-sizes").replaceChildren(
      ...sizes.map((size) => {
        const button = document.createElement("button");
        button.dataset.size = size;
        button.textContent = `As ${size.replace("x", " × ")}`;
        return button;
      }),
    );
  }

  /** Reads text as the board or the goal. Returns whether it is one. */
  type(text, asSize = "") {
    const { size, goal, cells } = this.#game;
    if (text.trim() === "") {
      this.#wrong = { error: "Type the tiles, row by row.", sizes: [] };
      return false;
    }
    let read = readBoard(this.#tilebase, text, { size: asSize || size });
    // The user may mean another shape than the one shown.
    if (read.error && !asSize) {
      const other = readBoard(this.#tilebase, text);
      if (!other.error) read = other;
    }
    if (read.error) {
      const sizes = this.sizesOf(text);
      const missing = isSimple(text) ? this.#cells - countOf(text) : 0;
      const few = `${countOf(text)} of ${plural(this.#cells, "number")}: ${missing} ${missing === 1 ? "is" : "are"} missing.`;
      const error = this.#whichSize(text, sizes) || (missing > 0 ? few : sentence(read.error));
      this.#wrong = { error, sizes };
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

  /** Asks which size numbers have that make no square; empty if no size fits. */
  #whichSize(text, sizes) {
    if (sizes.length === 0) return "";
    return `${countOf(text)} numbers make no square: is the board ${listed(sizes)}?`;
  }

  /** The sizes of which flat text is a board. */
  sizesOf(text) {
    const isFlat = !/[\n/;[\]]/.test(text.trim());
    return isFlat ? shapesOf(countOf(text)).filter((size) => this.#fits(text, size)) : [];
  }

  #fits(text, size) {
    return !readBoard(this.#tilebase, text, { size }).error;
  }

  exchange(a, b) {
    const { cells, goal } = this.#game;
    if (this.editsGoal) this.#begin(cells, exchanged(goal, a, b));
    else this.#begin(exchanged(cells, a, b), goal);
  }

  #begin(cells, goal) {
    this.#game.begin(this.#game.rows, this.#game.cols, cells, goal, "edit");
    if (this.isOpen) this.write();
  }
}
