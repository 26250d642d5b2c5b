// The board: tiles to click, drag, swipe or move with the arrow keys. The grid under them is for
// screen readers.

import { OPPOSITE, WORDS, cellsOf, same, slides, wayOf } from "./grid.mjs";

const ARROW_KEYS = { ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r", ArrowUp: "u" };
const ARROW = "M8 2l6 11H2z";

/** A drag shorter than this, in pixels, is a click. */
const CLICK = 6;
const SWIPE = 24;

/** Where the part of a picture lies that belongs to a cell. */
export function partAt(cell, rows, cols) {
  const part = (at, of) => `${of > 1 ? (at / (of - 1)) * 100 : 0}%`;
  return `${part(cell % cols, cols)} ${part(Math.floor(cell / cols), rows)}`;
}

export class BoardView {
  /** Called with the steps of the blank that the user made, all in one direction. */
  onmoves = () => {};
  /** Called with a tile that the user wanted to slide, and that cannot. */
  onrefused = () => {};
  /** Called with two tiles that the user exchanged while editing. */
  onexchange = () => {};
  /** What an arrow key moves: the "tile" or the "blank". */
  convention = "tile";
  #root;
  #layer;
  #tiles = new Map();
  /** The piece of the picture where the blank is, which the end brings. */
  #piece;
  /** The cells, row by row. */
  #grid = [];
  #shown = { cells: [], goal: [], rows: 0, cols: 0 };
  #editing = false;
  #picked = null;
  #drag = null;

  constructor(root) {
    this.#root = root;
    Object.assign(root, { tabIndex: 0 });
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", "Board");
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("pointerdown", (event) => this.#grab(event));
    root.addEventListener("pointermove", (event) => this.#pull(event));
    root.addEventListener("pointerup", (event) => this.#drop(event));
    root.addEventListener("pointercancel", () => this.#letGo());
  }

  set editing(editing) {
    this.#editing = editing;
    this.#pick(null);
    this.#root.classList.toggle("editing", editing);
  }

  /**
   * Shows a board and marks the moves in `best`, which are optimal if they are `proved`, and the
   * two tiles of an `exchange` that makes the board solvable.
   */
  show({ cells, goal, rows, cols, best = [], proved = true, exchange = [] }) {
    if (rows !== this.#shown.rows || cols !== this.#shown.cols) this.#layOut(rows, cols);
    // Who holds a tile of a board that is gone lets go of it.
    const isOther = !same(cells, this.#shown.cells);
    this.#shown = { cells, goal, rows, cols };
    if (isOther) this.#letGo();
    this.#root.classList.remove("looking");
    this.#root.classList.toggle("unproved", !proved);
    const isWhole = same(cells, goal) && !this.#editing;
    this.#root.classList.toggle("whole", isWhole);
    if (!isWhole) this.#root.classList.remove("won");
    this.#place(this.#piece, goal.indexOf(0), goal.indexOf(0));
    const marks = new Map(best.map((move) => [cells[this.#clicked(move)], wayOf(move)]));
    cells.forEach((tile, cell) => {
      const can = slides(cells, cols, cell) !== "";
      const mark = marks.get(tile);
      const how = proved ? "optimal" : "best so far";
      const isWrong = exchange.includes(tile);
      const isHome = goal[cell] === tile;
      const note = mark ? `, ${how}: slides ${WORDS[mark]}` : isWrong ? ", to swap" : "";
      this.#name(cell, tile, (isHome ? ", in its place" : "") + note);
      if (tile === 0) return;
      const element = this.#tiles.get(tile);
      element.classList.toggle("can", can && !this.#editing);
      element.classList.toggle("best", Boolean(mark));
      element.classList.toggle("wrong", isWrong);
      element.classList.toggle("home", isHome);
      element.querySelector("svg").setAttribute("class", `arrow ${mark ?? ""}`);
      this.#place(element, cell, goal.indexOf(tile));
    });
  }

  /** Puts a tile into a cell, with the part of the picture of its home. */
  #place(element, cell, home) {
    const { rows, cols } = this.#shown;
    element.style.setProperty("--x", cell % cols);
    element.style.setProperty("--y", Math.floor(cell / cols));
    element.firstChild.style.backgroundPosition = partAt(home, rows, cols);
  }

  /** A wave through the tiles, at the end of a game. */
  celebrate() {
    this.#root.classList.add("won");
  }

  /** Shows that a tile cannot slide, or without one, that none can. */
  refuse(tile) {
    const element = this.#tiles.get(tile) ?? this.#layer;
    element.classList.remove("refused");
    // Otherwise an animation that has run does not run again.
    void element.offsetWidth;
    element.classList.add("refused");
  }

  /** Shows an empty board, while one is looked for. */
  look(rows, cols) {
    if (rows !== this.#shown.rows || cols !== this.#shown.cols) this.#layOut(rows, cols);
    this.#letGo();
    this.#shown = { cells: [], goal: [], rows, cols };
    this.#root.classList.add("looking");
    for (const cell of this.#grid) cell.replaceChildren();
  }

  /**
   * Names a cell: a button with its tile, for screen readers and voice control, which click it.
   * Pointers reach the tiles above it.
   */
  #name(cell, tile, note) {
    const element = this.#grid[cell];
    const text = tile === 0 ? "blank" : `${tile}${note}`;
    if (element.textContent === text && Boolean(element.firstElementChild) === tile > 0) return;
    if (tile === 0) {
      element.textContent = text;
      return;
    }
    let button = element.firstElementChild;
    if (!button) {
      button = document.createElement("button");
      button.tabIndex = -1;
      element.replaceChildren(button);
    }
    button.textContent = text;
  }

  #click({ target }) {
    const element = target.closest(".cell button");
    if (!element) return;
    const { cells, cols } = this.#shown;
    const cell = [...this.#grid].indexOf(element.parentElement);
    if (this.#editing) {
      this.#take(cells[cell]);
      return;
    }
    const moves = slides(cells, cols, cell);
    if (moves) this.onmoves(moves);
    else this.onrefused(cells[cell]);
  }

  #layOut(rows, cols) {
    this.#root.style.setProperty("--rows", rows);
    this.#root.style.setProperty("--cols", cols);
    this.#root.style.setProperty("--digits", rows * cols > 10 ? 0.36 : 0.42);
    this.#root.setAttribute("aria-rowcount", rows);
    this.#root.setAttribute("aria-colcount", cols);
    const element = (name, parent, role) => {
      const made = document.createElement("div");
      made.className = name;
      if (role) made.setAttribute("role", role);
      parent.append(made);
      return made;
    };
    this.#root.replaceChildren();
    const grid = element("grid", this.#root, "presentation");
    for (let row = 0; row < rows; row += 1) {
      const line = element("row", grid, "row");
      for (let col = 0; col < cols; col += 1) element("cell", line, "gridcell");
    }
    this.#grid = [...this.#root.querySelectorAll(".cell")];
    this.#layer = element("layer", this.#root);
    this.#layer.setAttribute("aria-hidden", "true");
    this.#piece = element("piece", this.#layer);
    this.#piece.innerHTML = `<div class="face"></div>`;
    this.#tiles.clear();
    for (let tile = 1; tile < rows * cols; tile += 1) {
      const made = element("tile", this.#layer);
      made.dataset.tile = tile;
      made.innerHTML = `<div class="face"><span>${tile}</span><svg viewBox="0 0 16 16"><path d="${ARROW}"/></svg></div>`;
      this.#tiles.set(tile, made);
    }
  }

  /** The width of a cell in pixels. */
  get #unit() {
    return this.#layer.clientWidth / this.#shown.cols;
  }

  /** The cell of the tile that a player clicks to make a move. */
  #clicked(move) {
    const { cells, cols } = this.#shown;
    return cells.indexOf(0) + cellsOf(move) * { d: cols, l: -1, r: 1, u: -cols }[move[0]];
  }

  /** Moves by an arrow key. Returns whether it was one. */
  pressArrow(event) {
    const arrow = ARROW_KEYS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    if (!this.#editing) this.onmoves(this.convention === "tile" ? OPPOSITE[arrow] : arrow);
    return true;
  }

  #grab(event) {
    if (event.button !== 0 || this.#shown.cells.length === 0) return;
    const element = event.target.closest(".tile");
    const tile = element ? Number(element.dataset.tile) : 0;
    const { cells, cols } = this.#shown;
    const moves = slides(cells, cols, cells.indexOf(tile));
    const [x, y] = [event.clientX, event.clientY];
    this.#drag = {
      id: event.pointerId,
      x,
      y,
      dx: 0,
      dy: 0,
      tile,
      element,
      moves: this.#editing ? "" : moves,
      far: false,
    };
    this.#root.setPointerCapture(event.pointerId);
  }

  #pull(event) {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId) return;
    drag.dx = event.clientX - drag.x;
    drag.dy = event.clientY - drag.y;
    drag.far ||= Math.hypot(drag.dx, drag.dy) > CLICK;
    if (!drag.far) return;
    if (this.#editing && drag.tile)
      this.#hold(drag.tile, drag.dx / this.#unit, drag.dy / this.#unit);
    if (!drag.moves) return;
    // All tiles between this one and the blank move with it, up to one cell.
    const along = this.#along(drag);
    for (const tile of this.#train(drag)) {
      const way = OPPOSITE[drag.moves[0]];
      const [dx, dy] = { d: [0, along], l: [-along, 0], r: [along, 0], u: [0, -along] }[way];
      this.#hold(tile, dx, dy);
    }
  }

  #drop(event) {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId) return;
    this.#letGo();
    if (this.#editing) {
      this.#exchange(drag, event);
    } else if (drag.moves && (!drag.far || this.#along(drag) > 0.35)) {
      this.onmoves(drag.moves);
    } else if (!drag.moves && Math.max(Math.abs(drag.dx), Math.abs(drag.dy)) > SWIPE) {
      const isAcross = Math.abs(drag.dx) > Math.abs(drag.dy);
      const way = isAcross ? (drag.dx < 0 ? "l" : "r") : drag.dy < 0 ? "u" : "d";
      this.onmoves(OPPOSITE[way]);
    } else if (!drag.far && drag.tile) {
      this.onrefused(drag.tile);
    }
  }

  #exchange(drag, event) {
    if (drag.far) {
      const box = this.#root.getBoundingClientRect();
      const { cells, rows, cols } = this.#shown;
      const col = Math.floor(((event.clientX - box.left) / box.width) * cols);
      const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
      const other =
        row >= 0 && row < rows && col >= 0 && col < cols ? cells[row * cols + col] : undefined;
      if (other !== undefined && other !== drag.tile && drag.element)
        this.onexchange(drag.tile, other);
    } else this.#take(drag.tile);
  }

  /** Picks a tile, or exchanges it with the one picked before. */
  #take(tile) {
    if (this.#picked === null) {
      this.#pick(tile);
      return;
    }
    const picked = this.#picked;
    this.#pick(null);
    if (picked !== tile) this.onexchange(picked, tile);
  }

  #pick(tile) {
    this.#picked = tile;
    for (const [other, element] of this.#tiles) element.classList.toggle("picked", other === tile);
  }

  /** The tiles that a drag moves. */
  #train({ tile, moves }) {
    const { cells, cols } = this.#shown;
    const step = { d: cols, l: -1, r: 1, u: -cols }[moves[0]];
    const train = [];
    for (let cell = cells.indexOf(0) + step; train.length < moves.length; cell += step)
      train.push(cells[cell]);
    return train.includes(tile) ? train : [];
  }

  /** How far a drag is, in cells, from 0 to 1. */
  #along({ dx, dy, moves }) {
    const pixels = { d: -dy, l: dx, r: -dx, u: dy }[moves[0]];
    return Math.max(0, Math.min(1, pixels / this.#unit));
  }

  #hold(tile, dx, dy) {
    const { cells, cols } = this.#shown;
    const cell = cells.indexOf(tile);
    const element = this.#tiles.get(tile);
    element.classList.add("held");
    element.style.setProperty("--x", (cell % cols) + dx);
    element.style.setProperty("--y", Math.floor(cell / cols) + dy);
  }

  #letGo() {
    this.#drag = null;
    const { cells, cols } = this.#shown;
    for (const [tile, element] of this.#tiles) {
      if (!element.classList.contains("held")) continue;
      element.classList.remove("held");
      const cell = cells.indexOf(tile);
      element.style.setProperty("--x", cell % cols);
      element.style.setProperty("--y", Math.floor(cell / cols));
    }
  }
}
