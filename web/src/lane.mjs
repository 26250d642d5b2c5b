// One search of the view Learn: its method, its picture, and what is counted.

import { moved, rowsOf, same } from "./grid.mjs";
import { showMini } from "./mini.mjs";
import { SearchPicture, pngOf, svgOf } from "./picture.mjs";
import { save } from "./save.mjs";
import { DEPTH_FIRST, HEURISTICS, METHODS, ORDERS } from "./scenes.mjs";
import { depthsOf, roundsOf } from "./rounds.mjs";
import { amount, count, plural, sentence } from "./words.mjs";

const MAX_NODES = 4_000_000;
const MAX_STEPS = 150_000;
/** The time of a search is the median of some runs: at most so many, within so many milliseconds. */
const RUNS = 9;
const TIMING = 300;
/** The most rounds of IDA* that are listed. */
const MOST_ROUNDS = 8;

const $ = (id) => document.getElementById(id);

const waitingAt = (steps, now) => (steps ? count(steps.waiting[now] ?? 0) : "…");

export class Lane {
  trace = null;
  /** Called when another method or estimate is chosen. */
  onchoice = () => {};
  #isFree = true;
  #tilebase;
  #root;
  #picture;
  #times = [];
  /** The number of moves that led to the board of each step, and what they cost. */
  #depths = [];
  #made = [];
  /** The rounds of IDA*: where each began, its limit, and its boards. */
  #rounds = [];
  /** The step on show, or that of the dot that the pointer is on. */
  #now = 0;
  #pointed = null;
  #isOver = false;

  constructor(tilebase, number) {
    this.#tilebase = tilebase;
    const options = (list) =>
      list.map(([value, name]) => `<option value="${value}">${name}</option>`).join("");
    this.#root = document.createElement("section");
    this.#root.className = "card lane";
    this.#root.setAttribute("aria-label", `Search ${number}`);
    this.#root.innerHTML =
      `<h3></h3>` +
      `<div class="bar wrap choices"><label class="field">Method <select class="method">${options(METHODS)}</select></label>` +
      `<label class="field guided">Estimate <select class="heuristic">${options(HEURISTICS)}</select></label>` +
      `<label class="field numbered"><span></span> <input type="text" inputmode="decimal" class="number"></label>` +
      `<label class="field">Order of moves <select class="order">${options(ORDERS)}</select></label></div>` +
      `<div class="screen"><canvas role="img" aria-label="The search"></canvas><i class="dot" hidden></i>` +
      `<p class="note" aria-hidden="true">The search will be drawn here.</p></div>` +
      `<div class="lane-facts"><dl class="facts"></dl><div class="mini" aria-hidden="true"></div></div>` +
      `<p class="note rounds"></p>` +
      `<p class="error"></p>` +
      `<div class="bar saves"><span class="note">Save the picture</span>` +
      `<button class="quiet" data-kind="png">PNG</button><button class="quiet" data-kind="svg">SVG</button></div>`;
    $("lanes").append(this.#root);
    this.#picture = new SearchPicture(this.#find("canvas"));
    this.#find(".method").onchange = () => {
      this.#find(".number").value = this.#taken[2] ?? "";
      this.#choose();
    };
    this.#find(".heuristic").onchange = () => this.onchoice();
    this.#find(".order").onchange = () => this.onchoice();
    this.#find(".number").onchange = () => this.onchoice();
    const canvas = this.#find("canvas");
    canvas.onpointermove = canvas.onpointerdown = ({ offsetX, offsetY }) => this.#point(offsetX, offsetY);
    canvas.onpointerleave = () => this.#point(-1, -1);
    this.#find(".saves").onclick = ({ target }) => this.#save(target.dataset.kind);
    this.#choose();
  }

  /** The method and its number, the estimate if it has one, and the order if it is not the usual one. */
  get choice() {
    const [method, heuristic, order, number] = this.#chosen;
    const own = Number(number) === this.#taken[2] || !number ? "" : `~${number}`;
    return method + own + (this.#isGuided ? `-${heuristic}` : "") + (order === "dlru" ? "" : `.${order}`);
  }

  get #chosen() {
    return ["method", "heuristic", "order", "number"].map((name) => this.#find(`.${name}`).value);
  }

  get #method() {
    return METHODS.find(([name]) => name === this.#find(".method").value);
  }

  /** Whether the method uses an estimate. */
  get #isGuided() {
    return this.#method[2];
  }

  /** The number that the method takes: its name in the library and here, and the usual one. */
  get #taken() {
    return this.#method[3] ?? [];
  }

  /** Whether the method may be chosen. */
  set isFree(isFree) {
    this.#isFree = isFree;
    this.#choose();
  }

  set isShown(isShown) {
    this.#root.hidden = !isShown;
    if (!isShown) this.clear();
  }

  get isShown() {
    return !this.#root.hidden;
  }

  set choice(text) {
    const [, method, number, heuristic, order] =
      /^(\w+)(?:~(\d+(?:\.\d+)?))?-?([^.]*)\.?(.*)$/.exec(text) ?? [];
    const choose = (select, value) => {
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    };
    choose(this.#find(".method"), method);
    choose(this.#find(".heuristic"), heuristic);
    choose(this.#find(".order"), order || "dlru");
    this.#find(".number").value = number ?? this.#taken[2] ?? "";
    this.#choose();
  }

  async #save(kind) {
    if (!kind || !this.trace) return;
    const { cells, cols } = this.start;
    const { expanded, moves, cost } = this.trace;
    const way = `${moves?.length ?? "no"} moves${cost === null ? "" : `, cost ${amount(cost)}`}`;
    const caption = `${this.name} from ${rowsOf(cells, cols)}: ${count(expanded)} boards, ${way}`;
    const svg = svgOf(this.trace, this.start, this.depth, caption);
    const picture = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
    save(`tilebase-${this.choice}.${kind}`, picture);
  }

  #find(selector) {
    return this.#root.querySelector(selector);
  }

  #choose() {
    this.#find(".guided").hidden = !this.#isGuided;
    this.#find(".numbered").hidden = !this.#taken[0];
    this.#find(".numbered span").textContent = this.#taken[1] ?? "";
    this.#find(".choices").hidden = !this.#isFree;
    this.#find("h3").hidden = this.#isFree;
    const estimate = this.#find(".heuristic").selectedOptions[0]?.text;
    this.#find("h3").textContent = this.#isGuided ? `${this.name}: ${estimate}` : this.name;
    this.onchoice();
  }

  get name() {
    return this.#find(".method").selectedOptions[0].text;
  }

  /** The estimate in short, as `with Manhattan`; empty for a method that has none. */
  get estimate() {
    if (!this.#isGuided) return "";
    const [method, , order] = this.#chosen;
    const [name] = this.#find(".heuristic").selectedOptions[0].text.split(":");
    const ordered = order === "dlru" || !method ? "" : `, moves in the order ${order}`;
    return (name === "none" ? "without an estimate" : `with ${name}`) + ordered;
  }

  get length() {
    return this.trace?.steps.parents.length ?? 0;
  }

  /** What is guessed. */
  get found() {
    return this.trace.expanded;
  }

  clear() {
    this.trace = this.start = this.#pointed = null;
    this.#find(".dot").hidden = true;
    this.#find(".rounds").textContent = "";
    this.#find(".error").textContent = "";
    this.#picture.clear();
  }

  /** Runs the search once to record its steps, and then to measure its time. */
  async run(game, signal) {
    const { cells, goal, size, cols, cost } = game;
    const [method, estimate, order, number] = this.#chosen;
    const heuristic = this.#isGuided ? estimate : "none";
    const search = { size, signal, method, heuristic, order, cost, maxNodes: MAX_NODES };
    const [taken] = this.#taken;
    if (taken && number) search[taken] = Number(number);
    this.clear();
    const trace = await this.#tilebase.trace(cells, goal, { ...search, maxSteps: MAX_STEPS });
    if (trace.error) {
      this.#find(".error").textContent = sentence(trace.why?.reason ?? trace.error);
      return;
    }
    this.#times = [];
    for (let spent = 0; this.#times.length < RUNS && spent < TIMING; spent += this.#times.at(-1)) {
      const begin = performance.now();
      await this.#tilebase.trace(cells, goal, { ...search, maxSteps: 0 });
      this.#times.push(performance.now() - begin);
    }
    this.trace = trace;
    this.#depths = depthsOf(trace.steps);
    this.#made = trace.steps.costs.length ? trace.steps.costs : this.#depths;
    this.#rounds = method === "ida" ? roundsOf(trace, this.#made) : [];
    this.start = {
      cells,
      goal,
      cols,
      cost,
      isBidirectional: method === "bibfs",
      isDepthFirst: DEPTH_FIRST.includes(method),
      isGuided: this.#isGuided,
      isGreedy: ["greedy", "beam", "hill"].includes(method),
      weight: search.weight ?? 1,
    };
  }

  /** Whether the picture is of a search from another board than the one in the game. */
  isOld({ cells, goal, cost }) {
    const { start } = this;
    return Boolean(start) && !(same(start.cells, cells) && same(start.goal, goal) && start.cost === cost);
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
    this.#now = now;
    this.#isOver = isOver && moves !== null;
    const facts = [
      ["Boards expanded", "", this.trace ? count(isOver ? expanded : at) : "…"],
      this.start?.isDepthFirst
        ? ["Remembered", "the path it is on", isOver ? `${count(frontier)} at most` : waitingAt(steps, now)]
        : ["Waiting", "found, not yet expanded", isOver ? `${count(frontier)} at most` : waitingAt(steps, now)],
      ["Time", "not drawn, median", inTheEnd(() => this.#time)],
      ...this.#solution(isOver),
    ];
    this.#find(".facts").innerHTML =
      facts
        .map(([name, means, value]) => `<dt>${name} <small>${means}</small></dt><dd>${value}</dd>`)
        .join("") + `<dt>This board</dt><dd class="sum">…</dd>`;
    if (!this.trace) {
      showMini(this.#find(".mini"), game.cells, game.cols);
      return;
    }
    this.#picture.show(at, isOver);
    this.#showBoard();
    this.#showRounds(now);
    const notDrawn = expanded > this.length ? `The first ${count(this.length)} are drawn.` : "";
    this.#find(".error").textContent =
      isOver && stopped ? sentence(stopped) : isOver ? notDrawn : "";
  }

  /** The solution, and what it costs, with what is proved of them. */
  #solution(isOver) {
    const { moves, cost, proved, atLeast, steps } = this.trace ?? {};
    const isOfCosts = steps?.costs.length > 0;
    const unproved = (what, least) =>
      isOver && moves !== null && proved !== what
        ? `not known to be the ${what}${least && atLeast !== null ? `; at least ${amount(atLeast)}` : ""}`
        : "";
    const length = moves === null ? "none" : plural(moves?.length ?? 0, "move");
    const priced = ["Cost", unproved("cheapest", isOfCosts), isOver ? amount(cost ?? 0) : "…"];
    return [
      ...((cost ?? null) === null ? [] : [priced]),
      ["Solution", isOfCosts ? "" : unproved("shortest", true), isOver ? length : "…"],
    ];
  }

  get #time() {
    const times = this.#times.toSorted((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    return median < 1 ? "under 1 ms" : `${median.toFixed(0)} ms`;
  }

  /** Shows the rounds of IDA* so far, the last as far as it is. */
  #showRounds(now) {
    const begun = this.#rounds.filter(({ from }) => from <= now);
    const told = begun.map(({ from, limit, boards }, at) => {
      const seen = at === begun.length - 1 ? Math.min(boards, now - from + 1) : boards;
      const told = `limit ${amount(limit)}: `;
      return at === 0 ? sentence(told + plural(seen, "board")).slice(0, -1) : told + count(seen);
    });
    const last = told.slice(-MOST_ROUNDS);
    this.#find(".rounds").textContent = told.length
      ? `${told.length > MOST_ROUNDS ? "… " : ""}${last.join("; ")}.`
      : "";
  }

  /** Shows the board of the dot that the pointer is on. */
  #point(x, y) {
    if (!this.trace) return;
    const found = x < 0 ? null : this.#picture.stepAt(x, y);
    const dot = this.#find(".dot");
    dot.hidden = !found;
    if (found) Object.assign(dot.style, { left: `${found.x}px`, top: `${found.y}px` });
    this.#pointed = found?.step ?? null;
    this.#showBoard();
  }

  /**
   * Shows the board that is being expanded, or that of the dot that the pointer is on, which follows
   * from its moves from the root, and what A* adds up for it.
   */
  #showBoard() {
    const { cells, goal, cols, isBidirectional } = this.start;
    const { parents, moves, estimates } = this.trace.steps;
    const isEnd = this.#isOver && this.#pointed === null;
    const step = this.#pointed ?? this.#now;
    const way = [];
    let at = step;
    for (; parents[at] >= 0; at = parents[at]) way.push(moves[at]);
    const isBack = isBidirectional && at !== 0;
    let board = isBack ? goal : cells;
    for (const move of way.reverse()) board = moved(board, cols, move);
    showMini(this.#find(".mini"), isEnd ? goal : board, cols);
    const { isGuided, isGreedy, weight } = this.start;
    const [made, left] = [this.#made[step], estimates[step]];
    const from = `${plural(this.#depths[step], "move")} ${isBack ? "from the goal" : "from the start"}`;
    const priced = this.#made === this.#depths ? "" : `, cost ${amount(made)}`;
    const estimate = `${weight === 1 ? "" : `${weight} × `}h ${amount(left)}`;
    this.#find(".sum").textContent = isEnd
      ? "the goal"
      : isGreedy
        ? estimate
        : isGuided
          ? `g ${amount(made)} + ${estimate} = f ${amount(made + weight * left)}`
          : from + priced;
  }
}
