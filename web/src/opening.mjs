// Which game the page begins with: that of the address, today's board, the one that was kept, or a
// known board.

import { MOST_MOVES, readAddress, startOf, toBeat } from "./address.mjs";
import { DAILY_SIZES, dailyBoard, numberOf, today } from "./daily.mjs";
import { shapeOf } from "./finder.mjs";
import { standardGoal } from "./grid.mjs";
import { keptAt, keptGame } from "./kept.mjs";
import { metricFor, movesIn } from "./metric.mjs";
import { readBoard } from "./read.mjs";
import { remember, remembered } from "./settings.mjs";
import { showView } from "./tabs.mjs";
import { sentence, whichMove } from "./words.mjs";

/** A board that many know from books. */
const KNOWN = { board: "2 3 4 1 5 x 7 6 8", goal: "", size: "", beat: "", moves: "" };

export class Opening {
  #tilebase;
  #play;
  #learn;
  #isEmbedded;

  constructor(tilebase, play, learn, isEmbedded) {
    this.#tilebase = tilebase;
    this.#play = play;
    this.#learn = learn;
    this.#isEmbedded = isEmbedded;
    // Back leads to a game that is still known, or else to the board in the address. This event is
    // also sent when somebody enters another address.
    addEventListener("popstate", ({ state }) => {
      if (!state || !play.game.enter(state.game)) this.load();
      else if (state.learn) this.#showLearn(state.learn.replace("&learn=", ""));
      else showView("play");
    });
  }

  /** Shows a scene, or the methods that an address names. */
  #showLearn(scene) {
    showView("learn");
    this.#learn.choose(scene);
  }

  /** Starts with the game that the address asks for. */
  load() {
    const wanted = readAddress();
    // The address of a scene alone leaves the game as it is.
    if (!wanted.isEmpty || this.#play.game.number === 0) this.#begin(wanted);
    // A search of the player's own board begins with that board.
    if (wanted.learn && !this.#isEmbedded) this.#showLearn(wanted.learn);
  }

  /** Begins the game of an address, or the one to begin with. */
  #begin(wanted) {
    const isEmbedded = this.#isEmbedded;
    const kept = isEmbedded ? null : keptGame(wanted);
    const isFirstToday = !isEmbedded && remembered("visited", "", () => true) !== today();
    if (isFirstToday && wanted.isEmpty) remember("visited", today());
    if (kept) this.#goOn(kept);
    else if (!wanted.isEmpty) this.#loadGame(wanted);
    else if (!isFirstToday) this.#loadBoard(KNOWN);
    // The first visit of a day shows its board; Back leads to the game before.
    if (wanted.isEmpty && isFirstToday && kept?.record.daily !== today()) {
      const size = DAILY_SIZES.find((one) => one === `${kept?.rows}x${kept?.cols}`);
      this.beginDaily(today(), size ?? DAILY_SIZES[0]);
    }
  }

  /** Goes on with a game that was kept. */
  #goOn({ rows, cols, cells, goal, record, metric, ...made }) {
    const { game } = this.#play;
    this.#play.begin(rows, cols, cells, goal, record, made, metric);
    // What a link has shown is still to be watched, or tried.
    if (game.shown === game.line.length - 1 && game.shown > 0 && game.at === 0) this.#play.watch();
  }

  /** Starts with the game of an address, or says what is wrong with it. */
  #loadGame(wanted) {
    const wrong = this.#whyNot(wanted);
    // A link to a game says how it is counted.
    const metric = wanted.metric === "multi" ? "multi" : "single";
    if (wrong) this.#loadOther(wrong);
    else if (wanted.daily)
      this.beginDaily(wanted.daily, wanted.size || DAILY_SIZES[0], metric, wanted);
    else this.#loadBoard(wanted, metric);
  }

  /** Starts with a board as text. */
  #loadBoard(wanted, metric) {
    const { board, goal, size } = wanted;
    const read = readBoard(this.#tilebase, board, { goal, size });
    if (read.error) {
      this.#loadOther(sentence(read.error));
      return;
    }
    const { rows, cols, cells } = read.board;
    const beat = toBeat(wanted.beat);
    const made = madeOf(wanted);
    const record = beat ? { beat } : {};
    const illegal = this.#play.begin(rows, cols, cells, read.goal.cells, record, made, metric);
    this.#loaded(wanted, illegal);
  }

  /** Leaves the board that is there, or shows one, and says what is wrong with the address. */
  #loadOther(wrong) {
    const { game } = this.#play;
    const { cells } = this.#tilebase.read(KNOWN.board).board;
    if (game.number === 0) game.begin(3, 3, cells, standardGoal(9), "instead");
    this.#play.complain(`This link cannot be read. ${wrong} Here is another board.`);
  }

  /** Says what is wrong with the moves of an address, and shows those that are right. */
  #loaded({ isLong }, illegal) {
    const most = MOST_MOVES.toLocaleString("en");
    const before = illegal?.number > 1 ? "are the moves" : "is the board";
    if (illegal)
      this.#play.complain(
        `This link has a move that cannot be made: ${whichMove(illegal)}. Here ${before} before it.`,
      );
    else if (isLong) this.#play.complain(`This link has too many moves. Here are the first ${most}.`);
    if (this.#play.game.shown) this.#play.watch();
  }

  /** What is wrong with an address before its board is read; empty if nothing is. */
  #whyNot({ hasBoard, daily, size, metric, beat }) {
    if (!hasBoard) return "The address has no board.";
    if (daily && !numberOf(daily)) return "There is no daily board of that date.";
    if (daily && size && !DAILY_SIZES.includes(size)) return "There is no daily board of that size.";
    if (beat && !toBeat(beat)) return `The number of moves to beat is “${beat.slice(0, 20)}”.`;
    return this.#tilebase.counts({ metric }).error ?? "";
  }

  /** Starts the daily board of a date, with the moves of a link if it has some, or goes on with it. */
  beginDaily(date, size, metric = this.#play.game.wanted, wanted = { moves: "" }) {
    const { finder } = this.#play;
    const shape = shapeOf(size);
    const { rows, cols, goal } = shape;
    const counted = metricFor(metric, goal.length);
    const start = startOf({ record: { daily: date }, size, metric: counted });
    const kept = wanted.moves ? null : keptAt(start);
    if (kept?.moves) {
      this.#goOn(kept);
      return;
    }
    const draw = (_, signal) => dailyBoard(this.#tilebase, date, size, signal);
    const record = date === today() ? { daily: date, isOnDay: true } : { daily: date };
    finder.find(shape, draw, (cells) =>
      this.#loaded(wanted, this.#play.begin(rows, cols, cells, goal, record, madeOf(wanted), metric)),
    );
  }
}

/** The moves of a link, which are shown from their start. */
const madeOf = ({ moves }) => ({ moves, own: "2".repeat(movesIn(moves)?.length ?? 0), at: 0 });
