// Searches side by side: the boards that each looks at, drawn as a tree that grows.

import { MOST_CELLS, rowsOf, standardGoal } from "./grid.mjs";
import { Lane } from "./lane.mjs";
import { seeded, walked } from "./random.mjs";
import { BOARDS, COSTS, SCENES } from "./scenes.mjs";
import { Stages } from "./stages.mjs";
import { keepSeen, markOf, pointsOf } from "./seen.mjs";
import { count, plural, sentence } from "./words.mjs";

/** The searches of the last scene, in which both are chosen by hand. */
const OWN = ["bibfs", "astar-manhattan"];
/**
 * On shapes of more cells than this, a search of a board that is farther than `NEAR` moves may not
 * end. Then one is searched that is `NEARER` moves from the same goal.
 */
const TABLED = 9;
const [NEAR, NEARER] = [30, 14];
/** How many seconds the longer search takes to play, and how many moves a second stages, unless a pace is chosen. */
const SECONDS = 2.5;
const MOVES_A_SECOND = 3;
/** The size of boards that are solved in stages, unless another is chosen. */
const STAGED = "4x4";

const $ = (id) => document.getElementById(id);

/** A search in words: the method and its estimate. */
const named = ({ name, estimate }) => `${name}${estimate && ` ${estimate}`}`;

/** The board of a size that the scenes offer. */
function boardOf(size, boards = BOARDS) {
  const cells = boards[size];
  return { cells, goal: standardGoal(cells.length), cols: Number(size.split("x")[1]), size };
}

export class Learn {
  #game;
  #searches;
  #stages;
  /** The number of the scene; that of `SCENES` is free. */
  #scene = 0;
  /** The board searched: its cells, goal, columns and size. */
  #board = boardOf("3x3");
  #step = 0;
  #playing = false;
  #last = 0;
  #controller = null;
  #shown = false;
  /** The points of the guess. */
  #points = 0;
  /** What the race told, which is said at its end. */
  #result = "";
  /** Called when the address changes. */
  onaddress = () => {};

  constructor(tilebase, game) {
    this.#game = game;
    this.#stages = new Stages(tilebase);
    this.#searches = [1, 2].map((number) => new Lane(tilebase, number));
    this.#searches.forEach((lane, at) => {
      lane.choice = OWN[at];
      lane.onchoice = () => this.onaddress();
    });
    $("scenes").innerHTML = [...SCENES.keys(), SCENES.length]
      .map((at) => `<button data-scene="${at}"></button>`)
      .join("");
    this.#nameScenes();
    $("scenes").onclick = ({ target }) => {
      const { scene } = target.closest("button")?.dataset ?? {};
      if (scene) this.#choose(Number(scene));
    };
    $("learn-size").onchange = () => this.#choose(this.#scene);
    for (const [value, name] of COSTS) $("learn-cost").append(new Option(name, value));
    $("learn-cost").onchange = () => this.#priced($("learn-cost").value);
    $("learn-costs").onchange = () => this.#priced($("learn-costs").value.trim());
    $("guess").onsubmit = (event) => {
      event.preventDefault();
      if (this.#controller) this.#controller.abort();
      else this.run();
    };
    $("clock").oninput = () => this.go(Number($("clock").value));
    $("clock-first").onclick = () => this.go(0);
    $("clock-last").onclick = () => this.go(this.#length);
    $("clock-back").onclick = () => this.go(Math.ceil(this.#step) - 1);
    $("clock-step").onclick = () => this.go(Math.floor(this.#step) + 1);
    $("clock-play").onclick = () => (this.#playing ? this.#pause() : this.#play());
    $("clock-pace").oninput = () => this.#showPace();
    new ResizeObserver(() => this.#layOut()).observe($("lanes"));
    game.addEventListener("change", () => this.#introduce());
    this.#choose(0);
  }

  /** Whether the searches are of the board in Play. */
  get isFree() {
    return this.#scene === SCENES.length;
  }

  /** What the scene shows: searches, or stages. */
  get #lanes() {
    return this.#isStaged ? [this.#stages] : this.#searches;
  }

  get #isStaged() {
    return Boolean(SCENES[this.#scene]?.boards);
  }

  /** Offers the sizes of the scene's boards. */
  #offerSizes() {
    const sizes = Object.keys(SCENES[this.#scene]?.boards ?? BOARDS);
    const options = sizes.map((size) => new Option(size.replace("x", " × "), size));
    if (this.#isStaged) options.push(new Option("the board in Play", "own"));
    const { value } = $("learn-size");
    $("learn-size").replaceChildren(...options);
    $("learn-size").value = options.some((option) => option.value === value) ? value : this.#isStaged ? STAGED : sizes[0];
  }

  /** Goes to a scene. */
  #choose(scene) {
    this.#controller?.abort();
    this.#scene = scene;
    const { lanes, name, text, ask } = SCENES[scene] ?? { lanes: null, name: "Your own board" };
    for (const button of $("scenes").children)
      button.setAttribute("aria-pressed", Number(button.dataset.scene) === scene);
    this.#offerSizes();
    this.#stages.isShown = this.#isStaged;
    this.#searches.forEach((lane, at) => {
      lane.isShown = !lanes || at < lanes.length;
      if (lanes?.[at]) lane.choice = lanes[at];
      lane.isFree = !lanes;
    });
    // Of one search, nothing is fair or not.
    $("race").hidden = lanes?.length < 2;
    $("dots").hidden = $("lanes").hidden = this.#isStaged;
    $("scene-title").textContent = name;
    $("learn-intro").textContent = text ?? "";
    $("guess-label").hidden = $("learn-size").parentElement.hidden = this.isFree;
    $("learn-price").hidden = !this.isFree;
    $("guess-ask").textContent = ask ?? "";
    $("guess-number").value = "";
    this.#nameRun();
    this.#introduce();
    this.#clear();
    this.onaddress();
    this.#layOut();
  }

  /** What moves cost on the player's own board; empty if each costs 1. */
  get #cost() {
    return this.isFree ? $("learn-costs").value.trim() : "";
  }

  #priced(cost) {
    $("learn-costs").value = cost;
    const named = COSTS.find(([name]) => name === cost) ?? COSTS.at(-1);
    $("learn-cost").value = named[0];
    $("learn-costs").hidden = named !== COSTS.at(-1);
    this.#introduce();
    this.onaddress();
  }

  /** Names the scenes, with a mark on each that was seen. */
  #nameScenes() {
    [...$("scenes").children].forEach((button, at) => {
      const name = SCENES[at] ? `${at + 1} ${SCENES[at].name}${markOf(at)}` : "Your own board";
      if (button.innerHTML !== name) button.innerHTML = name;
    });
  }

  #nameRun() {
    const both = this.#lanes[1]?.isShown ? "Run both" : "Run";
    $("run").textContent = this.#controller ? "Stop" : both;
  }

  set shown(shown) {
    this.#shown = shown;
    this.#pause();
    this.#introduce();
    this.onaddress();
    if (!shown) return;
    this.#layOut();
    this.#runOwn();
  }

  /** Searches of the player's own board begin by themselves, when they are on show. */
  #runOwn() {
    if (this.#shown && this.isFree && this.#length === 0 && !this.#controller) this.run();
  }

  /** What the address says of this view. */
  get address() {
    if (!this.#shown) return "";
    const own = () => [...this.#lanes.map(({ choice }) => choice), ...(this.#cost ? [this.#cost] : [])];
    return `&learn=${this.isFree ? own() : this.#scene + 1}`;
  }

  /** Goes to the scene, or chooses the methods, that an address names. */
  choose(text) {
    if (SCENES[Number(text) - 1]) {
      this.#choose(Number(text) - 1);
      return;
    }
    this.#choose(SCENES.length);
    const [one, other, ...cost] = text.split(",");
    [one, other].forEach((choice, at) => {
      if (choice !== undefined) this.#lanes[at].choice = choice;
    });
    this.#priced(cost.join(","));
    this.#runOwn();
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

  /** Chooses the board: the scene's, or the one in Play, or one near its goal if that is far. */
  #introduce() {
    const { value } = $("learn-size");
    if (value === "own") {
      const { cells, goal, cols, size, metric } = this.#game;
      this.#board = { cells, goal, cols, size, metric };
    } else if (!this.isFree) {
      this.#board = boardOf(value, SCENES[this.#scene].boards);
    } else if (this.#shown && this.#game.goal.length > MOST_CELLS) {
      this.#board = boardOf("5x5");
      $("learn-intro").textContent =
        `Searches are shown for boards of up to ${MOST_CELLS} cells. Here is one in place of the board in Play: ` +
        `${rowsOf(this.#board.cells, this.#board.cols)}.`;
    } else if (this.#shown) {
      const { cells, goal, cols, size, metric, here } = this.#game;
      const isCounted = metric === "single";
      const isNear = isCounted && here.distance !== null && here.distance <= NEAR;
      const isFar = cells.length > TABLED && !isNear;
      const random = seeded(`${goal}`);
      this.#board = { cells: isFar ? walked(goal, cols, NEARER, random) : cells, goal, cols, size };
      const board = rowsOf(this.#board.cells, cols);
      $("learn-intro").textContent = isFar
        ? `The board in Play is too far away to watch. This one has the same goal, and is near it: ${board}.`
        : `The board in Play: ${board}.`;
      if (!isCounted) $("learn-intro").append(" Here one move slides one tile.");
    }
    this.#board.cost = this.#cost;
    if (this.#lanes.some((lane) => lane.isOld(this.#board))) this.#clear();
  }

  #clear() {
    this.#controller?.abort();
    this.#controller = null;
    this.#nameRun();
    for (const lane of this.#lanes) lane.clear();
    $("learn-status").textContent = "";
    this.go(0);
  }

  /** Draws the pictures anew, in the colours of now. */
  repaint() {
    for (const lane of this.#searches) lane.repaint();
    this.show();
  }

  async run() {
    this.#pause();
    this.#controller = new AbortController();
    this.#nameRun();
    $("learn-status").textContent = "Searching …";
    this.#result = "";
    this.#points = 0;
    const { signal } = this.#controller;
    try {
      for (const lane of this.#lanes.filter((lane) => lane.isShown))
        await lane.run(this.#board, signal);
    } catch (error) {
      this.#result = signal.aborted ? "Stopped." : sentence(error.message);
    }
    // Another scene was chosen meanwhile.
    if (this.#controller?.signal !== signal) return;
    this.#controller = null;
    this.#nameRun();
    const pace = this.#isStaged ? MOVES_A_SECOND : Math.max(2, this.#length / SECONDS);
    $("clock-pace").value = 200 * Math.log10(pace);
    this.#step = 0;
    this.#layOut();
    const told = this.#told;
    this.#result ||= told ? `${told}.${this.#guessed}` : "";
    $("learn-status").textContent = this.#length > 0 ? "" : this.#result;
    // On a small screen the pictures are below what was asked.
    if (this.#length > 0 && matchMedia("(max-width: 860px)").matches)
      $("lanes").scrollIntoView({ block: "nearest" });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.go(this.#length);
    else if (this.#length > 0) this.#play();
  }

  /** How many boards each search looked at, and what they differ in; empty if none did. */
  get #told() {
    const [one, other] = this.#lanes.filter(({ trace }) => trace);
    if (!one || this.#isStaged) return one?.told ?? "";
    const first = `${named(one)} looked at ${plural(one.trace.expanded, "board")}`;
    if (!other) return first;
    const isAlike = one.name === other.name && one.estimate && one.estimate !== other.estimate;
    return `${first}, ${isAlike ? other.estimate : named(other)} at ${count(other.trace.expanded)}`;
  }

  /** How good the guess was, in words; empty if there was none. */
  get #guessed() {
    const guess = Number.parseInt($("guess-number").value.replace(/[,.\s]/g, ""), 10);
    const real = this.#lanes.filter(({ trace }) => trace).at(-1).found;
    if (this.isFree || !(guess > 0)) return "";
    const times = Math.max(guess, real) / Math.min(guess, real);
    this.#points = pointsOf(times);
    const points = `${plural(this.#points, "point")} of 3`;
    if (guess === real) return ` You guessed ${count(guess)}: exactly, ${points}.`;
    const factor = times < 10 ? times.toFixed(1) : count(Math.round(times));
    return ` You guessed ${count(guess)}: ${factor} times too ${guess < real ? "few" : "many"}, ${points}.`;
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
    for (const lane of this.#lanes) lane.show(this.#step, this.#board);
    if (length === 0 || this.#step < length) return;
    $("learn-status").textContent = this.#result;
    if (!this.isFree) keepSeen(this.#scene, this.#points);
    this.#nameScenes();
  }
}
