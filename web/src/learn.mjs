// Two searches side by side: the boards that each expands, drawn as a tree that grows.

import { moved, rowsOf, same } from "./grid.mjs";
import { SearchPicture, pngOf, svgOf } from "./picture.mjs";
import { save } from "./save.mjs";

const METHODS = [
  ["bfs", "Breadth-first", false],
  ["bibfs", "Bidirectional", false],
  ["astar", "A*", true],
  ["ida", "IDA*", true],
  ["iddfs", "Iterative deepening", true],
];
const HEURISTICS = [
  ["manhattan", "Manhattan distance"],
  ["linear-conflict", "Linear conflict"],
  ["misplaced", "Misplaced tiles"],
  ["table", "The true distance"],
  ["none", "None"],
];
/** The methods and heuristics of the two lanes at first. */
const FIRST = [
  ["bibfs", "none"],
  ["astar", "manhattan"],
];
/** On shapes without a table, searches start by themselves for boards that are at most so far. */
const NEAR = 30;
const MAX_NODES = 4_000_000;
const MAX_STEPS = 150_000;
/** How many seconds the longer search takes to play, unless a pace is chosen. */
const SECONDS = 8;
/** The time of a search is the median of some runs: at most so many, within so many milliseconds. */
const RUNS = 9;
const TIMING = 600;

const $ = (id) => document.getElementById(id);
const count = (number) => number.toLocaleString("en");

class Lane {
  trace = null;
  /** Called when another method or estimate is chosen. */
  onchoice = () => {};
  #tilebase;
  #root;
  #picture;
  #times = [];

  constructor(tilebase, [method, heuristic], number) {
    this.#tilebase = tilebase;
    const options = (list, chosen) =>
      list
        .map(
          ([value, name]) =>
            `<option value="${value}"${value === chosen ? " selected" : ""}>${name}</option>`,
        )
        .join("");
    this.#root = document.createElement("section");
    this.#root.className = "card lane";
    this.#root.setAttribute("aria-label", `Search ${number}`);
    this.#root.innerHTML =
      `<div class="bar"><label class="field">Method <select class="method">${options(METHODS, method)}</select></label>` +
      `<label class="field">Estimate <select class="heuristic">${options(HEURISTICS, heuristic)}</select></label></div>` +
      `<div class="screen"><canvas role="img" aria-label="The search"></canvas>` +
      `<p class="note" aria-hidden="true">The search will be drawn here.</p></div>` +
      `<div class="lane-facts"><dl class="facts"></dl><div class="mini" aria-hidden="true"></div></div>` +
      `<p class="error"></p>` +
      `<div class="bar saves"><span class="note">Save the picture</span>` +
      `<button class="quiet" data-kind="png">PNG</button><button class="quiet" data-kind="svg">SVG</button></div>`;
    $("lanes").append(this.#root);
    this.#picture = new SearchPicture(this.#find("canvas"));
    this.#find(".method").onchange = () => this.#choose();
    this.#find(".heuristic").onchange = () => this.onchoice();
    this.#find(".saves").onclick = ({ target }) => this.#save(target.dataset.kind);
    this.#choose();
  }

  /** The method, and the estimate if it has one, as in the address. */
  get choice() {
    const heuristic = this.#find(".heuristic");
    const method = this.#find(".method").value;
    return heuristic.disabled ? method : `${method}-${heuristic.value}`;
  }

  set choice(text) {
    const [, method, heuristic] = /^(\w+)-?(.*)$/.exec(text) ?? [];
    const choose = (select, value) => {
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    };
    choose(this.#find(".method"), method);
    choose(this.#find(".heuristic"), heuristic);
    this.#choose();
  }

  async #save(kind) {
    if (!kind || !this.trace) return;
    const { cells, cols } = this.start;
    const { expanded, moves } = this.trace;
    const caption = `${this.name} from ${rowsOf(cells, cols)}: ${count(expanded)} boards, ${moves?.length ?? "no"} moves`;
    const svg = svgOf(this.trace, this.start, this.depth, caption);
    const picture = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
    save(`tilebase-${this.choice}.${kind}`, picture);
  }

  #find(selector) {
    return this.#root.querySelector(selector);
  }

  #choose() {
    const [, , estimates] = METHODS.find(([name]) => name === this.#find(".method").value);
    this.#find(".heuristic").disabled = !estimates;
    this.onchoice();
  }

  get name() {
    return this.#find(".method").selectedOptions[0].text;
  }

  get length() {
    return this.trace?.steps.parents.length ?? 0;
  }

  clear() {
    this.trace = this.start = null;
    this.#find(".error").textContent = "";
    this.#picture.clear();
  }

  /** Runs the search once to record its steps, and then to measure its time. */
  async run(game, signal) {
    const { cells, goal, size, cols } = game;
    const method = this.#find(".method").value;
    const heuristic = this.#find(".heuristic").disabled ? "none" : this.#find(".heuristic").value;
    const search = { size, signal, method, heuristic, maxNodes: MAX_NODES };
    this.clear();
    const trace = await this.#tilebase.trace(cells, goal, { ...search, maxSteps: MAX_STEPS });
    if (trace.error) {
      this.#find(".error").textContent = trace.error;
      return;
    }
    this.#times = [];
    for (let spent = 0; this.#times.length < RUNS && spent < TIMING; spent += this.#times.at(-1)) {
      const begin = performance.now();
      await this.#tilebase.trace(cells, goal, { ...search, maxSteps: 0 });
      this.#times.push(performance.now() - begin);
    }
    this.trace = trace;
    this.start = {
      cells,
      goal,
      cols,
      isBidirectional: method === "bibfs",
      isDepthFirst: method.startsWith("id"),
    };
  }

  /** Whether the picture is of a search from another board than the one in the game. */
  isOld({ cells, goal }) {
    return Boolean(this.start) && !(same(this.start.cells, cells) && same(this.start.goal, goal));
  }

  /** The width of the picture, in moves. */
  get depth() {
    return this.trace ? this.#picture.measure(this.trace, this.start) : 0;
  }

  layOut(depth) {
    if (this.trace) this.#picture.layOut(this.trace, this.start, depth);
  }

  /** Draws the picture anew, in the colours of now. */
  repaint() {
    this.#picture.forget();
  }

  show(step, game) {
    this.#root.classList.toggle("empty", !this.trace);
    for (const button of this.#root.querySelectorAll(".saves button"))
      button.disabled = !this.trace;
    const { expanded, frontier, moves, steps, stopped } = this.trace ?? {};
    const at = Math.min(Math.floor(step), this.length);
    const isOver = Boolean(this.trace) && at === this.length;
    const now = Math.max(0, at - 1);
    const inTheEnd = (text) => (isOver ? text() : "…");
    const facts = [
      ["Expanded", this.trace ? count(isOver ? expanded : at) : "…"],
      [
        this.start?.isDepthFirst ? "Path" : "Frontier",
        isOver ? `${count(frontier)} at most` : steps ? count(steps.waiting[now] ?? 0) : "…",
      ],
      ["Time", inTheEnd(() => this.#time)],
      ["Solution", inTheEnd(() => (moves === null ? "none yet" : `${moves.length} moves`))],
    ];
    this.#find(".facts").innerHTML = facts
      .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
      .join("");
    if (!this.trace) {
      this.#showTiles(game.cells, game.cols);
      return;
    }
    this.#picture.show(at, isOver);
    this.#showBoard(now, isOver && moves !== null);
    const notDrawn = expanded > this.length ? `The first ${count(this.length)} are drawn.` : "";
    this.#find(".error").textContent =
      isOver && stopped ? `${stopped}: no solution yet.` : isOver ? notDrawn : "";
  }

  get #time() {
    const times = this.#times.toSorted((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    const text = median < 1 ? "under 1 ms" : `${median.toFixed(0)} ms`;
    return times.length > 2 ? `${text}, median of ${times.length}` : text;
  }

  /** Shows the board that is being expanded, which follows from its moves from the root. */
  #showBoard(step, isOver) {
    const { cells, goal, cols, isBidirectional } = this.start;
    const { parents, moves } = this.trace.steps;
    const way = [];
    let at = step;
    for (; parents[at] >= 0; at = parents[at]) way.push(moves[at]);
    let board = isBidirectional && at !== 0 ? goal : cells;
    for (const move of way.reverse()) board = moved(board, cols, move);
    this.#showTiles(isOver ? goal : board, cols);
  }

  #showTiles(board, cols) {
    const mini = this.#find(".mini");
    mini.style.setProperty("--cols", cols);
    mini.innerHTML = board.map((tile) => `<span>${tile || ""}</span>`).join("");
  }
}

export class Learn {
  #game;
  #lanes;
  #step = 0;
  #playing = false;
  #last = 0;
  #controller = null;
  #shown = false;
  /** What the race told, which is said at its end. */
  #result = "";
  /** Called when the address changes. */
  onaddress = () => {};

  constructor(tilebase, game) {
    this.#game = game;
    this.#lanes = FIRST.map((choice, at) => new Lane(tilebase, choice, at + 1));
    for (const lane of this.#lanes) lane.onchoice = () => this.onaddress();
    $("run").onclick = () => (this.#controller ? this.#controller.abort() : this.run());
    $("clock").oninput = () => this.go(Number($("clock").value));
    $("clock-first").onclick = () => this.go(0);
    $("clock-last").onclick = () => this.go(this.#length);
    $("clock-back").onclick = () => this.go(Math.ceil(this.#step) - 1);
    $("clock-step").onclick = () => this.go(Math.floor(this.#step) + 1);
    $("clock-play").onclick = () => (this.#playing ? this.#pause() : this.#play());
    $("clock-pace").oninput = () => this.#showPace();
    new ResizeObserver(() => this.#layOut()).observe($("lanes"));
    game.addEventListener("change", () => this.#introduce());
    this.show();
  }

  set shown(shown) {
    this.#shown = shown;
    this.#pause();
    this.#introduce();
    this.onaddress();
    if (!shown) return;
    this.#layOut();
    const { cells, here } = this.#game;
    const isSoon = cells.length <= 9 || (here.distance !== null && here.distance <= NEAR);
    if (isSoon && this.#length === 0 && !this.#controller) this.run();
  }

  /** What the address says of this view. */
  get address() {
    return this.#shown ? `&learn=${this.#lanes.map(({ choice }) => choice)}` : "";
  }

  /** Chooses the methods that an address names. */
  choose(text) {
    text.split(",").forEach((choice, at) => {
      if (this.#lanes[at]) this.#lanes[at].choice = choice;
    });
  }

  get #length() {
    return Math.max(...this.#lanes.map((lane) => lane.length));
  }

  /** The pace in boards per second. The slider is logarithmic. */
  get #pace() {
    return Math.round(10 ** (Number($("clock-pace").value) / 200));
  }

  #showPace() {
    $("clock-pace-value").textContent = count(this.#pace);
  }

  #introduce() {
    if (!this.#shown) return;
    if (this.#lanes.some((lane) => lane.isOld(this.#game))) this.#clear();
    const { cells, cols, here } = this.#game;
    const far = here.distance === null ? "" : `, ${here.distance} moves from the goal`;
    $("learn-intro").textContent =
      `Two searches from the board in Play: ${rowsOf(cells, cols)}${far}.`;
  }

  #clear() {
    this.#controller?.abort();
    for (const lane of this.#lanes) lane.clear();
    $("learn-status").textContent = "";
    this.go(0);
  }

  /** Draws the pictures anew, in the colours of now. */
  repaint() {
    for (const lane of this.#lanes) lane.repaint();
    this.show();
  }

  async run() {
    this.#pause();
    this.#controller = new AbortController();
    $("run").textContent = "Stop";
    $("learn-status").textContent = "Searching…";
    this.#result = "";
    const { signal } = this.#controller;
    try {
      for (const lane of this.#lanes) await lane.run(this.#game, signal);
    } catch (error) {
      this.#result = signal.aborted ? "Stopped." : `${error.message}.`;
    }
    this.#controller = null;
    $("run").textContent = "Run both";
    $("clock-pace").value = 200 * Math.log10(Math.max(2, this.#length / SECONDS));
    this.#step = 0;
    this.#layOut();
    const told = this.#lanes
      .filter(({ trace }) => trace)
      .map(({ name, trace }) => `${name} expanded ${count(trace.expanded)} boards`);
    this.#result ||= told.length ? `${told.join("; ")}.` : "";
    $("learn-status").textContent = this.#length > 0 ? "" : this.#result;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.go(this.#length);
    else if (this.#length > 0) this.#play();
  }

  go(step) {
    this.#pause();
    this.#step = Math.max(0, Math.min(step, this.#length));
    this.show();
  }

  #play() {
    if (this.#step >= this.#length) this.#step = 0;
    this.#playing = this.#length > 0;
    this.#last = performance.now();
    if (this.#playing) requestAnimationFrame((now) => this.#frame(now));
    this.show();
  }

  #pause() {
    this.#playing = false;
    this.show();
  }

  #frame(now) {
    if (!this.#playing) return;
    // The time of the first frame may be before the click that asked for it.
    const seconds = Math.max(0, now - this.#last) / 1000;
    this.#step = Math.min(this.#length, this.#step + seconds * this.#pace);
    this.#last = now;
    if (this.#step >= this.#length) this.#playing = false;
    this.show();
    if (this.#playing) requestAnimationFrame((later) => this.#frame(later));
  }

  #layOut() {
    if (!this.#shown) return;
    const depth = Math.max(...this.#lanes.map((lane) => lane.depth));
    for (const lane of this.#lanes) lane.layOut(depth);
    this.show();
  }

  show() {
    this.#showPace();
    const length = this.#length;
    $("clock").max = length;
    $("clock").value = this.#step;
    for (const id of ["clock", "clock-play"]) $(id).disabled = length === 0;
    for (const id of ["clock-first", "clock-back"]) $(id).disabled = this.#step === 0;
    for (const id of ["clock-last", "clock-step"]) $(id).disabled = this.#step >= length;
    $("clock-play").setAttribute("aria-label", this.#playing ? "Pause" : "Play the searches");
    $("clock-play")
      .querySelector("path")
      .setAttribute("d", this.#playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 3v10l8-5z");
    if (!this.#shown) return;
    for (const lane of this.#lanes) lane.show(this.#step, this.#game);
    if (length > 0 && this.#step >= length) $("learn-status").textContent = this.#result;
  }
}
