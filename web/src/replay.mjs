// A replay of the player's moves beside the best solution, both at one pace.

import { moved } from "./grid.mjs";
import { movesIn } from "./metric.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

/** How long the longer of the two takes, in seconds, but never more than so long a move. */
const [WHOLE, A_MOVE] = [8, 0.45];

/** The boards on a way. */
function boardsOf(cells, cols, moves) {
  const boards = [cells];
  for (const move of moves) boards.push(moved(boards.at(-1), cols, move));
  return boards;
}

export class Replay {
  #game;
  #tilebase;
  #timer = null;
  /** The two ways: what each is called, and its boards. */
  #ways = [];
  #at = 0;

  constructor(game, tilebase) {
    this.#game = game;
    this.#tilebase = tilebase;
    game.addEventListener("change", () => this.close());
    $("compare").onclick = () => this.open();
  }

  close() {
    clearInterval(this.#timer);
    $("replay").hidden = true;
  }

  async open() {
    const { line, cols, goal, size, metric, moves } = this.#game;
    const { cells, rest } = line[0];
    const answer = rest ? null : await this.#tilebase.answer(cells, goal, { size, metric });
    const best = rest ?? movesIn(answer.moves);
    if (!best || cells !== this.#game.line[0].cells) return;
    const isProved = line[0].distance === best.length;
    this.#ways = [
      ["You", boardsOf(cells, cols, movesIn(moves))],
      [isProved ? "Best" : "Best known", boardsOf(cells, cols, best)],
    ];
    $("replay").innerHTML = this.#ways
      .map(
        ([name, boards]) =>
          `<figure><div class="mini" style="--cols:${cols}" role="img"></div>` +
          `<figcaption><b>${name}</b> <span></span> of ${plural(boards.length - 1, "move")}</figcaption></figure>`,
      )
      .join("");
    $("replay").hidden = false;
    this.#at = 0;
    clearInterval(this.#timer);
    const length = Math.max(...this.#ways.map(([, boards]) => boards.length - 1));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.#at = length;
    else this.#timer = setInterval(() => this.#next(length), 1000 * Math.min(A_MOVE, WHOLE / length));
    this.#show();
  }

  #next(length) {
    this.#at += 1;
    if (this.#at >= length) clearInterval(this.#timer);
    this.#show();
  }

  #show() {
    this.#ways.forEach(([name, boards], way) => {
      const at = Math.min(this.#at, boards.length - 1);
      const figure = $("replay").children[way];
      const [mini] = figure.children;
      mini.innerHTML = boards[at].map((tile) => `<span>${tile || ""}</span>`).join("");
      mini.setAttribute("aria-label", `${name}: move ${at} of ${boards.length - 1}`);
      figure.querySelector("span:not(.mini span)").textContent = at;
      figure.classList.toggle("over", at === boards.length - 1);
    });
  }
}
