// Looking for a board to play: while it is looked for, an empty one of its shape is on show.

import { OTHER_BOARD } from "./game.mjs";
import { standardGoal } from "./grid.mjs";
import { metricFor } from "./metric.mjs";
import { showMini } from "./mini.mjs";
import { rowsAndCols } from "./sizes.mjs";
import { sentence } from "./words.mjs";

const LOOKING = "Looking for a board …";

const $ = (id) => document.getElementById(id);

/** A shape of a size with its usual goal. */
export function shapeOf(size) {
  const [rows, cols] = rowsAndCols(size);
  return { rows, cols, goal: standardGoal(rows * cols) };
}

export class Finder {
  #play;
  /** The board that is looked for: its shape, its goal and what stops it. Null if none is. */
  #sought = null;

  constructor(play) {
    this.#play = play;
    // A board that is looked for would replace what the player chose meanwhile.
    play.game.addEventListener("change", ({ why }) => {
      if (OTHER_BOARD.includes(why)) this.#stop();
    });
  }

  get isOn() {
    return this.#sought !== null;
  }

  /** The shape on show, or of the board that is looked for. */
  get shape() {
    const { rows, cols, goal } = this.#sought ?? this.#play.game;
    return { rows, cols, goal };
  }

  get size() {
    const { rows, cols } = this.shape;
    return `${rows}x${cols}`;
  }

  #stop() {
    this.#sought?.controller.abort();
    this.#sought = null;
    this.#play.verdict.looking = "";
  }

  /** Looks for a new board at the player's level, of a shape or of the one on show. */
  shuffle(shape = this.shape) {
    const { levels } = this.#play;
    const { rows, cols, goal } = shape;
    const draw = (whole, signal) => levels.draw(whole, signal);
    return this.find(shape, draw, (cells) =>
      this.#play.begin(rows, cols, cells, goal, levels.record),
    );
  }

  /** Calls `begin` with the board that `draw` finds for a shape, unless another is chosen before. */
  async find(shape, draw, begin) {
    const { game, speaker } = this.#play;
    this.#stop();
    const { rows, cols, goal } = shape;
    const controller = new AbortController();
    const sought = { ...shape, controller };
    this.#sought = sought;
    const metric = metricFor(game.wanted, goal.length);
    const isOther = rows !== game.rows || cols !== game.cols || game.number === 0;
    if (isOther) this.#look(shape, metric);
    else if (goal.length > 9) speaker.say(LOOKING);
    try {
      const cells = await draw({ ...shape, metric }, controller.signal);
      if (this.#sought === sought) begin(cells);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isOther) this.#play.begin(rows, cols, goal, goal);
      speaker.say(sentence(error.message));
    } finally {
      if (this.#sought === sought) this.#sought = null;
    }
  }

  /** Shows an empty board of a shape, and that one is looked for. */
  #look({ rows, cols, goal }, metric) {
    const { setup, player, asker, game, verdict, view, levels, speaker } = this.#play;
    if (setup.isOpen) setup.toggle(false);
    player.pause();
    asker.stop();
    game.isHidden = true;
    verdict.looking = LOOKING;
    verdict.relax();
    view.look(rows, cols);
    levels.fit(`${rows}x${cols}`, goal, metric);
    showMini($("goal"), goal, cols);
    verdict.show();
    speaker.say(LOOKING, { isSeen: false });
  }
}
