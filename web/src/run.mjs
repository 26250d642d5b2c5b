// A run of three minutes: boards of eight moves, one after another. A wasted move costs five seconds.

import { isObject, remember, rememberedObject } from "./settings.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** How long it is, and what a wasted move costs, in seconds. */
const [WHOLE, COST] = [180, 5];
/** How far each board is from its goal. */
export const RUN_DISTANCE = 8;
/** How often the time is shown, in milliseconds. */
const TICK = 100;

const bests = () => rememberedObject("run", isObject) ?? {};

export class Run {
  #play;
  #timer = 0;
  #solved = 0;
  /** The time of the first move; null before it. */
  #began = null;
  /** The moves wasted on boards before, and on this one. */
  #wasted = 0;
  #here = 0;
  /** How many boards were solved, when the time is over. */
  #result = null;

  constructor(play) {
    this.#play = play;
    const { game, asker } = play;
    game.addEventListener("change", ({ why }) => {
      if (!game.record.isRun) clearInterval(this.#timer);
      if (!this.isOn) return;
      if (why === "move") this.#follow();
      this.#judge();
    });
    asker.addEventListener("change", () => this.isOn && this.#judge());
  }

  /** Whether the time runs, or will with the first move. */
  get isOn() {
    return Boolean(this.#play.game.record.isRun) && this.#result === null;
  }

  get isOver() {
    return Boolean(this.#play.game.record.isRun) && this.#result !== null;
  }

  get #key() {
    const { size, metric } = this.#play.game;
    return `${size} ${metric}`;
  }

  /** Begins anew; the time runs from the first move. */
  begin() {
    clearInterval(this.#timer);
    [this.#solved, this.#wasted, this.#here, this.#began, this.#result] = [0, 0, 0, null, null];
  }

  #follow() {
    const { game } = this.#play;
    if (this.#began === null) {
      this.#began = performance.now();
      this.#timer = setInterval(() => this.#tick(), TICK);
    }
    if (!game.isSolved) return;
    this.#judge();
    this.#solved += 1;
    this.#wasted += this.#here;
    this.#here = 0;
    this.#play.finder.shuffle();
  }

  /** Counts the moves that were wasted on this board. What was taken back was wasted, too. */
  #judge() {
    const { at, here } = this.#play.game;
    if (here.distance !== null) this.#here = Math.max(this.#here, at + here.distance - RUN_DISTANCE);
  }

  get #left() {
    const spent = this.#began === null ? 0 : (performance.now() - this.#began) / 1000;
    return Math.max(0, WHOLE - spent - COST * (this.#wasted + this.#here));
  }

  #tick() {
    if (this.#left > 0) {
      this.show();
      return;
    }
    clearInterval(this.#timer);
    this.#result = this.#solved;
    const best = bests()[this.#key];
    if (!(best >= this.#result)) remember("run", JSON.stringify({ ...bests(), [this.#key]: this.#result }));
    this.#play.show();
    this.#play.speaker.act();
  }

  /** Shows the time that is left. */
  show() {
    if (this.isOn) $("headline").innerHTML = this.headline;
  }

  get headline() {
    if (this.isOver) return `${plural(this.#result, "board")} <small>in three minutes</small>`;
    const seconds = Math.ceil(this.#left);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return `<span>${time}</span> <small>${plural(this.#solved, "board")}</small>`;
  }

  get explanation() {
    const best = bests()[this.#key];
    if (this.isOver) return best === this.#result ? "Your best so far." : `Your best: ${best}.`;
    const lost = COST * (this.#wasted + this.#here);
    return lost
      ? `Wasted moves have cost ${plural(lost, "second")}.`
      : `Boards of ${RUN_DISTANCE} moves, as many as you can. A wasted move costs ${COST} seconds. The time runs from your first move.`;
  }
}
