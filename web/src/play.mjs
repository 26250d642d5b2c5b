// The view Play: the game on the board, and everything that is shown of it.

import { Asker } from "./asker.mjs";
import { BoardView } from "./board.mjs";
import { showChallenge } from "./challenge.mjs";
import { today } from "./daily.mjs";
import { DayPanel } from "./day.mjs";
import { Ending, doesCount } from "./ending.mjs";
import { boundsOf, curve, distribution, standing, story } from "./figures.mjs";
import { Finder } from "./finder.mjs";
import { OTHER_BOARD } from "./game.mjs";
import { WORDS, rowsOf, wayOf } from "./grid.mjs";
import { Lesson } from "./lesson.mjs";
import { showLadder } from "./ladder.mjs";
import { Levels } from "./levels.mjs";
import { offerFaces } from "./looks.mjs";
import { runOf } from "./metric.mjs";
import { showMini } from "./mini.mjs";
import { Player } from "./player.mjs";
import { Replay } from "./replay.mjs";
import { Run } from "./run.mjs";
import { Setup } from "./setup.mjs";
import { sizeOption } from "./sizes.mjs";
import { Speaker } from "./speaker.mjs";
import { showStats } from "./stats.mjs";
import { Timer } from "./timer.mjs";
import { Verdict } from "./verdict.mjs";
import { Way } from "./way.mjs";

const $ = (id) => document.getElementById(id);

/** The width of a figure in pixels, so that its text has the right size. */
const widthOf = (id) => Math.max(200, $(id).clientWidth || 520);

export class Play {
  /** Called when there is another board, before it is shown. */
  onother = () => {};
  /** How the board on show was reached since something was announced: `move`, `go`, or empty. */
  #movedBy = "";
  #isShowing = false;
  /** The size that the picture on the tiles is cut to. */
  #pictured = "";
  #width = 0;
  /** The number of the game whose best solution the player has watched. */
  #watched = 0;

  constructor(tilebase, game) {
    this.game = game;
    this.asker = new Asker(tilebase, game);
    this.view = new BoardView($("board"));
    this.run = new Run(this);
    this.verdict = new Verdict(game, this.asker, {
      onmoves: (moves) => this.make(moves),
      ongo: (to) => this.player.follow(to),
      isWatching: () => this.replay.isOpen && game.shown > 0,
      run: this.run,
    });
    this.player = new Player(game, this.asker, () => this.verdict.showsWay);
    this.way = new Way(game, (to, why = "") => {
      this.replay.close();
      this.player.jump(to);
      if (why) this.speaker.say(why, { isHeld: true });
    });
    this.timer = new Timer(game);
    this.setup = new Setup(game, tilebase, this.view, () => this.show());
    this.replay = new Replay(game, tilebase, () => this.#endReplay());
    this.lesson = new Lesson(game, () => {
      this.show();
      if (this.lesson.isOn) this.speaker.act();
    });
    this.speaker = new Speaker(
      () => this.#wording(),
      () => (this.#movedBy = ""),
    );
    this.levels = new Levels(tilebase, () => {
      this.shuffle();
      this.focusBoard();
    });
    this.finder = new Finder(this);
    this.day = new DayPanel(game);
    this.ending = new Ending(game);
    this.ending.onkept = () => {
      this.day.show();
      showStats();
      this.levels.show();
    };
    this.showFaces = offerFaces(
      game,
      (text) => this.speaker.say(text),
      () => this.focusBoard(),
    );
    this.view.onmoves = (steps) => this.make(runOf(steps, game.metric));
    this.view.onrefused = (tile) => this.#refuse(tile);
    game.addEventListener("change", ({ why }) => this.#change(why));
    this.asker.addEventListener("change", () => this.#hear());
    new ResizeObserver(() => this.#fit()).observe($("verdict"));
  }

  /** Begins a game, with moves that were made before. Returns the first that is illegal, or null. */
  begin(rows, cols, cells, goal, record, made, metric) {
    if (this.setup.isOpen) this.setup.toggle(false);
    return this.game.begin(rows, cols, cells, goal, "begin", record, made, metric);
  }

  /** Looks for a new board at the player's level, of a shape or of the one on show. */
  shuffle(shape) {
    this.run.begin();
    this.finder.shuffle(shape);
  }

  /** Makes the player's moves, or in a lesson has them judged. */
  make(moves) {
    const { game, lesson, view } = this;
    if (this.replay.isOpen) return;
    if (lesson.isOn) {
      lesson.answer(moves);
      return;
    }
    this.player.pause();
    game.record.isHelped ||= this.verdict.showsAll || game.shown > 0 || this.#watched === game.number;
    // Whoever moves before midnight may solve the board after it.
    game.record.isOnDay ||= game.record.daily === today();
    const { at } = game;
    const isMade = game.make(moves);
    if (!isMade && !game.isHidden) this.#refuse(null, moves[0]);
    if (isMade && game.isSolved && game.at > at && doesCount(game) && !game.record.isRun) {
      view.celebrate();
      $("curve").classList.add("drawing");
    }
  }

  /** Shows moves that somebody pasted: they are looked at, and count for nothing. */
  look(moves) {
    if (this.lesson.isOn || this.replay.isOpen) return;
    this.player.pause();
    this.game.make(moves, false);
  }

  /** Answers a tap or a key that cannot move anything. */
  #refuse(tile, move = "d") {
    this.view.refuse(tile);
    const edge = { d: "bottom row", l: "left column", r: "right column", u: "top row" };
    const why = tile
      ? `${tile} cannot slide: it is not in line with the gap`
      : `No tile can slide ${WORDS[wayOf(move)]}: the gap is in the ${edge[move[0]]}`;
    this.speaker.say(why);
  }

  /** Gives a hint, or takes it back. */
  hint(give) {
    const { game, verdict } = this;
    const isBusy = this.lesson.isOn || this.replay.isOpen || game.record.isRun;
    if (verdict.looking || game.isSolved || isBusy) return;
    give();
    if (!verdict.showsWay) game.dropAhead();
    this.show();
    this.speaker.tell(verdict.spokenHint);
  }

  /** Shows the moves of a link beside the best. */
  watch() {
    const { game } = this;
    this.replay.open({
      name: "This game",
      end: "Try it yourself",
      onend: () => {
        game.record.isHelped = true;
        game.go(game.line.length - 1);
      },
    });
    this.show();
  }

  /** Shows the player's game beside the best. */
  compare() {
    this.#watched = this.game.number;
    this.replay.open({ name: "You", end: "Back to the result" });
    this.replay.play();
  }

  #endReplay() {
    if (this.game.shown) this.retry();
    else this.focusBoard();
  }

  /** Goes back to the start, for the player to try. */
  retry() {
    this.replay.close();
    this.player.pause();
    $("answers").checked = false;
    this.verdict.stage = 0;
    this.game.restart();
    this.show();
    this.focusBoard();
  }

  focusBoard() {
    $("board").focus({ preventScroll: true });
  }

  /** Says what is wrong with the address, until the board changes. */
  complain(why) {
    $("complaint").textContent = why;
  }

  #change(why) {
    const { game } = this;
    this.complain("");
    this.#movedBy = { move: "move", play: "move", go: "go" }[why] ?? "";
    if (OTHER_BOARD.includes(why)) {
      // What was said is about the board before. The new one is announced even in the same words.
      this.speaker.say("");
      this.speaker.forget();
      this.player.pause();
      this.replay.close();
      this.onother();
      this.#showGame();
    } else if (why === "move") this.speaker.say("");
    this.levels.fit(game.size, game.goal, game.metric);
    this.ending.keep();
    this.setup.show();
    this.#showBoard();
    if (this.asker.isReady) this.#showSoon();
    this.speaker.act(this.player.isPlaying ? 400 : undefined);
  }

  /** Shows what a search found. */
  #hear() {
    this.ending.keep();
    const { dataset } = document.documentElement;
    // The first answer is shown with the page. Where moves are, the distance alone is not all of it.
    if ("ready" in dataset) {
      this.#showSoon();
    } else if (this.finder.isOn || this.asker.isReady || !this.verdict.showsMoves) {
      this.show();
      dataset.ready = Math.round(performance.now());
    }
    this.speaker.follow();
  }

  /** Redraws everything: the board and what is known about it. */
  show() {
    const { game, asker, verdict } = this;
    verdict.show();
    if (verdict.looking) return;
    this.#showBoard();
    showChallenge(game);
    this.day.showPar();
    const isTold = verdict.showsDistance || game.isSolved;
    const isDrawn = isTold && game.line.some((board) => boundsOf(board) !== null);
    const isOver = Boolean(asker.answer?.why);
    const isNothing = game.at === 0 && (!verdict.showsAll || (asker.stopped && !isDrawn));
    $("way-card").hidden = isOver || isNothing;
    this.way.show(isTold);
    // What a search is about to find has its room already.
    $("curve").hidden = !isDrawn && !(isTold && asker.progress);
    $("curve").innerHTML = isDrawn ? curve(game.line, game.at, widthOf("curve")) : "";
    if (!game.isSolved) $("curve").classList.remove("drawing");
    showLadder(game, this.levels.most);
    this.#showStanding();
  }

  /**
   * Redraws everything after the next frame, which shows the board: on a slow processor the rest
   * takes longer than a key may.
   */
  #showSoon() {
    if (this.#isShowing) return;
    this.#isShowing = true;
    const later = () =>
      setTimeout(() => {
        this.#isShowing = false;
        this.show();
      });
    if (document.hidden) later();
    else requestAnimationFrame(later);
  }

  #showBoard() {
    const { game, setup, lesson, verdict } = this;
    const { rows, cols, goal, cells, at, own, shown } = game;
    const board = setup.editsGoal ? goal : (lesson.cells ?? cells);
    const best = setup.isOpen || lesson.isOn ? [] : verdict.best;
    const exchange = setup.editsGoal ? [] : verdict.exchange;
    this.view.show({ cells: board, goal, rows, cols, best, proved: verdict.isProved, exchange });
    $("board").setAttribute("aria-label", setup.editsGoal ? "Goal" : "Board");
    this.player.show();
    const count = (number, word) => `<span><b>${number}</b> ${word}</span> `;
    const others = own === at || shown ? "" : count(at - own, "played for you");
    $("counter").innerHTML = count(at, at === 1 ? "move" : "moves") + others;
    this.timer.show();
  }

  /** What depends on the game but not on the board. */
  #showGame() {
    const { goal, cols, size } = this.game;
    showMini($("goal"), goal, cols, goal);
    $("goal").setAttribute("aria-label", `The goal: ${rowsOf(goal, cols)}`);
    $("size").value = size;
    if (!$("size").value) {
      // A link may have a size that is not offered.
      $("size").add(sizeOption(size));
      $("size").value = size;
    }
    // A picture is cut to each shape.
    if (this.#pictured !== size) this.showFaces();
    this.#pictured = size;
    this.day.show();
  }

  /** How hard the board is, once its distance is told. After the game, this is the board of its start. */
  #showStanding() {
    const { game, asker, verdict, levels } = this;
    const { counts, states } = levels.reply;
    const [start] = game.line;
    const isOver = game.isSolved && game.at > 0;
    const here = isOver ? start.distance : (asker.answer?.distance ?? game.here.distance);
    const isTold = (isOver || verdict.showsDistance) && here !== null && here !== undefined;
    const cells = isOver ? start.cells : game.cells;
    const { goal, size } = game;
    $("story").textContent = story({ cells, goal, size }, isTold ? here : null, counts);
    $("all-card").hidden = !counts || !isTold || here === 0;
    if ($("all-card").hidden) return;
    $("distribution").innerHTML = distribution(counts, here, widthOf("distribution"), levels.ranges);
    $("standing").textContent = standing(counts, states, here, levels.levelOf(here));
  }

  /** Draws the figures anew at another width. */
  #fit() {
    const now = $("verdict").clientWidth;
    if (this.#width === now) return;
    this.#width = now;
    this.verdict.relax();
    this.show();
  }

  /** The move that was made and what is on show, in words for screen readers. */
  #wording() {
    const { game, lesson, verdict } = this;
    if (lesson.isOn) return { move: "", state: lesson.text };
    const { here, at, line } = game;
    const isMade = this.#movedBy && !this.setup.isOpen && !this.finder.isOn;
    const made =
      this.#movedBy === "go" ? `Move ${at} of ${line.length - 1}` : `${here.tile} moved ${WORDS[wayOf(here.move ?? "d")]}`;
    const isTold = verdict.showsDistance || game.isSolved || !isMade;
    return { move: isMade ? made : "", state: isTold && !this.finder.isOn ? verdict.spoken : "" };
  }
}
