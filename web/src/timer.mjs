// The time of a game and moves a second, for those who race. Off unless it is turned on.

import { clockTime } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** The seconds from the player's first move to the last, or to now. */
export const secondsOf = ({ record: { began, seconds } }) =>
  seconds ?? (began ? (Date.now() - began) / 1000 : 0);

export class Timer {
  #game;
  #ticking;

  constructor(game) {
    this.#game = game;
  }

  set isOn(isOn) {
    clearInterval(this.#ticking);
    this.#ticking = isOn ? setInterval(() => this.show(), 100) : undefined;
    $("timer").hidden = !isOn;
    this.show();
  }

  show() {
    const seconds = secondsOf(this.#game);
    const pace = seconds > 0 ? this.#game.own / seconds : 0;
    $("timer").textContent = `${clockTime(seconds)} · ${pace.toFixed(1)}/s`;
  }
}
