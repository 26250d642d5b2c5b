// A game beside the best solution, both played at one pace: one of a link, or the player's own.

import { boardsOf } from "./grid.mjs";
import { movesIn } from "./metric.mjs";
import { showMini } from "./mini.mjs";

const $ = (id) => document.getElementById(id);

/** How long the longer of the two takes, in seconds, but never more than so long a move. */
const [WHOLE, A_MOVE] = [8, 0.45];

export class Replay {
  #game;
  #tilebase;
  #timer = null;
  /** The two ways: what each is called, and its boards. The best comes when it is known. */
  #ways = [];
  #at = 0;
  #onend = () => {};

  /** `onclose` is called when what was shown is closed. */
  constructor(game, tilebase, onclose) {
    this.#game = game;
    this.#tilebase = tilebase;
    $("watch-play").onclick = () => (this.#timer ? this.#pause() : this.play());
    $("watch-end").onclick = () => {
      this.close();
      onclose();
    };
  }

  get isOpen() {
    return !$("watch").hidden;
  }

  close() {
    this.#pause();
    this.#turn(false);
  }

  #turn(isOpen) {
    $("watch").hidden = !isOpen;
    document.querySelector(".play").classList.toggle("watching", isOpen);
  }

  /**
   * Shows the whole game under a name, beside the best. `end` names the button that closes it, and
   * `onend` is called when the game has been played to its end.
   */
  async open({ name, end, onend }) {
    const { line, cols, goal, size, metric } = this.#game;
    const { cells, rest, distance } = line[0];
    $("watch-end").textContent = end;
    this.#onend = onend ?? (() => {});
    this.#ways = [[name, line.map((board) => board.cells)]];
    this.#at = 0;
    this.#turn(true);
    this.#layOut();
    const answer = rest ? null : await this.#tilebase.answer(cells, goal, { size, metric });
    const best = rest ?? movesIn(answer.moves ?? answer.best);
    if (!best || cells !== this.#game.line[0].cells || !this.isOpen) return;
    const isProved = (answer?.distance ?? distance) === best.length;
    this.#ways.push([isProved ? "Best" : "Best known", boardsOf(cells, cols, best)]);
    this.#layOut();
  }

  get #length() {
    return Math.max(...this.#ways.map(([, boards]) => boards.length - 1));
  }

  #layOut() {
    $("replay").innerHTML = this.#ways
      .map(
        ([name, boards]) =>
          `<figure><div class="mini" role="img"></div>` +
          `<figcaption><b>${name}</b> <span></span> of ${boards.length - 1}</figcaption></figure>`,
      )
      .join("");
    this.#show();
  }

  /** Plays both, from the start if they are at their end. */
  play() {
    if (this.#at >= this.#length) this.#at = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#at = this.#length - 1;
      this.#next();
      return;
    }
    this.#timer = setInterval(() => this.#next(), 1000 * Math.min(A_MOVE, WHOLE / this.#length));
    this.#show();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#show();
  }

  #next() {
    this.#at += 1;
    const isOver = this.#at >= this.#length;
    if (!isOver) {
      this.#show();
      return;
    }
    this.#pause();
    this.#onend();
  }

  #show() {
    const isOver = this.#ways.length > 0 && this.#at >= this.#length;
    $("watch-play").textContent = this.#timer ? "Pause" : isOver ? "Play again" : "Play";
    $("watch-play").classList.toggle("primary", !isOver);
    $("watch-end").classList.toggle("primary", isOver);
    this.#ways.forEach(([name, boards], way) => {
      const at = Math.min(this.#at, boards.length - 1);
      const figure = $("replay").children[way];
      const [mini] = figure.children;
      showMini(mini, boards[at], this.#game.cols);
      mini.setAttribute("aria-label", `${name}: move ${at} of ${boards.length - 1}`);
      figure.querySelector("span:not(.mini span)").textContent = at;
      figure.classList.toggle("over", at === boards.length - 1);
    });
  }
}
