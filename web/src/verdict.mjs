// The answer for the board shown: distance, optimal moves and solution, all at once or as hints.

import { Chips } from "./chips.mjs";
import { WORDS, moved, same, standardGoal, tileOf, wayOf } from "./grid.mjs";
import { legalMoves } from "./metric.mjs";
import { arrow } from "./notation.mjs";
import { doesCount, isPerfect } from "./ending.mjs";
import { hasClimbed } from "./ladder.mjs";
import { lessonsOf } from "./lesson.mjs";
import { reasonFor } from "./reasons.mjs";
import { resultFigures } from "./result.mjs";
import { whyUnsolvable } from "./unsolvable.mjs";
import { fewest, intervalOf, listed, plural, sentence } from "./words.mjs";

/** A search that takes longer than this, in boards, offers to make larger tables. */
const LONG = 20_000_000;
/** The last hint: the whole way. */
const LAST = 3;
/** The most moves of a way that are announced. The others are in the list. */
const MOST_SPOKEN = 100;

const $ = (id) => document.getElementById(id);

/** Shows or hides an element. */
const toggle = (id, isShown) => ($(id).hidden = !isShown);

/** Hints end with the move, but for the whole way, which is shown as long as moves are best. */
const FOLLOWED = ["go", "play", "ahead"];

export class Verdict {
  /** The last hint given for this board: 1 how far, 2 which tile, 3 the whole way; 0 for none. */
  stage = 0;
  /** What is looked for, in words, while there is no board; empty otherwise. */
  looking = "";
  #game;
  #asker;
  #isWatching;
  #run;
  /** Whether the whole way was asked for, and has not been announced since. */
  #isWayDue = false;
  #chips = new Chips($("solution"));

  /**
   * Makes a move with `onmoves`, and with `ongo` goes to a place in the line, where the solution
   * was laid ahead first. `isWatching` says whether the game of a link is shown, and `run` is the
   * run of three minutes.
   */
  constructor(game, asker, { onmoves, ongo, isWatching, run }) {
    this.#game = game;
    this.#asker = asker;
    this.#isWatching = isWatching;
    this.#run = run;
    this.#chips.onpick = ongo;
    game.addEventListener("change", ({ why }) => {
      const before = game.line[game.at - 1]?.distance ?? 0;
      const isBest = game.laid !== null || game.here.distance === before - 1;
      const isOnTheWay = FOLLOWED.includes(why) || (why === "move" && isBest);
      if (why === "ahead" || (this.stage === LAST && isOnTheWay)) return;
      this.stage = 0;
      if (!["move", "go", "play"].includes(why)) this.relax();
    });
    $("moves").addEventListener("click", (event) => {
      const move = event.target.closest("button")?.dataset.move;
      if (move) onmoves([move]);
    });
  }

  get showsAll() {
    return $("answers").checked;
  }

  get showsDistance() {
    return this.showsAll || this.stage >= 1;
  }

  get showsMoves() {
    return this.showsAll || this.stage >= 2;
  }

  get showsWay() {
    return this.showsAll || this.stage >= LAST;
  }

  /** Whether the solution that is known is proved to be a shortest one. */
  get isProved() {
    return this.#game.here.distance !== null;
  }

  /** The moves to mark on the board. */
  get best() {
    if (!this.showsMoves) return [];
    return this.#asker.answer?.next ?? this.#game.here.rest?.slice(0, 1) ?? [];
  }

  /** The tiles to exchange to make the board solvable. */
  get exchange() {
    return this.#asker.answer?.why?.exchange ?? [];
  }

  /** Gives a hint, or takes it back if it is given already. */
  hint(stage) {
    const { isSolved, record } = this.#game;
    if (isSolved || this.exchange.length) return;
    // With answers on show, all hints are given.
    if (this.showsAll) this.stage = LAST;
    $("answers").checked = false;
    const isGiven = this.stage === stage;
    if (stage > this.stage) record.hints = (record.hints ?? 0) + 1;
    this.stage = isGiven ? 0 : stage;
    this.relax();
    this.show();
  }

  /** Gives the next hint, or takes all back after the last. */
  nextHint() {
    this.hint(this.stage === LAST ? LAST : this.stage + 1);
  }

  /** What is on show in one line, for screen readers. */
  get spoken() {
    const headline = $("headline").textContent;
    const explain = $("explain").textContent;
    const { answer } = this.#asker;
    if (headline.startsWith("…")) return explain || "Searching";
    const isExplained = explain && (this.#isWatching() || this.#game.isSolved || this.#asker.stopped || answer?.error);
    const text = isExplained ? `${headline}. ${explain}` : headline;
    if (!this.#isWayDue || !this.showsWay) return text;
    const way = [...$("solution").querySelectorAll(".chip:not(.done)")];
    if (way.length === 0) return text;
    this.#isWayDue = false;
    const moves = way.slice(0, MOST_SPOKEN).map(({ ariaLabel }) => ariaLabel.replace(/^\d+: /, ""));
    const rest = way.length > MOST_SPOKEN ? `, and ${way.length - MOST_SPOKEN} more` : "";
    return `${text}. ${$("solution-title").textContent}: ${moves.join(", ")}${rest}`;
  }

  /** What the hint that was asked for gives, for screen readers. */
  get spokenHint() {
    if (!this.showsDistance) return "Hints hidden";
    this.#isWayDue = this.showsWay;
    const { spoken } = this;
    const which = this.showsMoves && !this.showsWay ? $("explain").textContent : "";
    return which && !spoken.includes(which) ? `${spoken}. ${which}` : spoken;
  }

  /** Lets the card shrink again. Within a game it only grows, so that what is below stays still. */
  relax() {
    $("verdict").style.minHeight = "";
  }

  show() {
    const game = this.#game;
    const isLooking = this.looking !== "";
    const { classList } = document.querySelector(".play");
    classList.toggle("is-looking", isLooking);
    const answer = isLooking ? null : this.#asker.answer;
    const { progress, stopped } = this.#asker;
    // The player's last move may move what is below: nobody is reading it.
    if (game.isSolved && game.here.isOwn) this.relax();
    const { distance, rest: solution } = game.here;
    const { why } = answer ?? {};
    // What comes later has its room from the start.
    const isLate = this.#asker.isApproached && !game.isSolved && this.showsWay;
    $("verdict").classList.toggle("late", isLate && !isLooking);
    $("headline").innerHTML = this.#headline(answer, distance);
    $("explain").textContent = isLooking ? "" : this.#explain(answer, distance);
    this.#showSearch(isLooking ? null : progress, stopped && !isLooking);
    const isRunning = Boolean(game.record.isRun);
    classList.toggle("running", isRunning);
    const isOpen = !game.isSolved && !why && !isLooking && !isRunning;
    for (const button of $("hints").querySelectorAll("button")) {
      button.disabled = !isOpen;
      button.setAttribute("aria-pressed", this.showsAll || button.dataset.stage <= this.stage);
    }
    this.#showWhy(why);
    this.#showMoves(answer, isOpen);
    const isOver = game.isSolved && game.at > 0 && !isLooking && !isRunning;
    const way = this.showsWay && isOpen ? (solution ?? []) : [];
    this.#showWay(way, isOver && game.own < game.at);
    const count = answer?.count;
    toggle("count-all", way.length && answer?.next && answer.count === null && !progress);
    $("count").textContent =
      count == null || !way.length
        ? ""
        : count === 1
          ? "It is the only one of this length."
          : `There are ${plural(count, "solution")} of this length.`;
    const isOwn = isOver && game.own > 0 && game.shown === 0;
    toggle("next-board", isOver || this.#run.isOver || (game.isSolved && !isLooking && !isRunning));
    $("next-board").textContent = this.#run.isOver ? "Another run" : "Next board";
    // A daily board that is over can be played again, for nothing.
    toggle("retry", isOver && (game.own < game.at || Boolean(game.record.daily)));
    $("retry").textContent = isOwn ? "Play again" : "Try it yourself";
    $("retry").classList.toggle("primary", !isOwn);
    $("next-board").classList.toggle("primary", isOwn || $("retry").hidden);
    for (const id of ["copy-result", "share-game", "save-result", "result"]) toggle(id, isOwn);
    classList.toggle("over", isOwn);
    classList.toggle("perfect", isOver && isPerfect(game));
    toggle("mend-mistakes", isOwn && lessonsOf(game).length > 0);
    toggle("compare", isOwn && Boolean(game.line[0].rest ?? game.line[0].distance));
    $("result").innerHTML = isOwn ? resultFigures(game) : "";
    const { height } = $("verdict").getBoundingClientRect();
    if (!isLooking) $("verdict").style.minHeight = `${Math.ceil(height)}px`;
  }

  #headline(answer, distance) {
    const { goal, isSolved, here } = this.#game;
    if (this.looking) return this.looking;
    if (this.#game.record.isRun) return this.#run.headline;
    if (this.#isWatching()) return `A game of ${plural(this.#game.shown, "move")}`;
    if (answer?.why) return "No solution";
    if (answer?.error) return "No answer";
    if (isSolved) return `Solved${this.#score}`;
    if (!this.showsDistance)
      return same(goal, standardGoal(goal.length))
        ? `<em>Slide 1 to ${goal.length - 1} into order</em>`
        : "<em>Slide the tiles as shown here</em>";
    if (distance === null)
      return `<span>${intervalOf(here) || "…"}</span> <small>moves to go</small>`;
    return `${distance} <small>${distance === 1 ? "move" : "moves"} to go</small>`;
  }

  #explain(answer, distance) {
    const { isSolved, at, line, own } = this.#game;
    if (this.#game.record.isRun) return this.#run.explanation;
    if (this.#isWatching()) return at === 0 ? "Watch it, or try the board yourself." : this.#best;
    if (answer?.why) {
      const [a, b] = answer.why.exchange;
      return `It cannot be solved. Swap ${a} and ${b}, and it can.`;
    }
    if (answer?.error) return sentence(answer.error);
    if (isSolved) {
      if (at === 0) return "";
      const { rung, taken } = this.#game.record;
      const next = rung ? ` You are at ${plural(rung, "move")} now.` : "";
      const isLeast = line[0].distance === at;
      const best = isLeast ? ": nobody can do it in fewer." : `. ${this.#best}`;
      const judging = !fewest(line[0]) && this.#asker.isJudging ? "They are being judged." : "";
      const isAgain = own === at && !doesCount(this.#game);
      const counts = isAgain ? ` The first finish counts${taken ? `: ${plural(taken, "move")}` : ""}.` : "";
      return `${this.#made}${best}${judging}${next}${counts}`;
    }
    if (!this.showsDistance) {
      if (at > 0 || this.stage) return "";
      return this.#game.record.isOnLadder && !hasClimbed(this.#game)
        ? "The ladder: a board that you solve in the fewest moves, without help, leads to one a move farther."
        : "A tile in its place has a green bar. Stuck? Ask below the board.";
    }
    if (answer?.best && distance === null) return `${this.#proved}.`;
    const next = answer?.next ?? answer?.moves?.slice(0, 1);
    if (!next || !this.showsMoves) return "";
    const best = answer.legal.filter(({ move }) => next.includes(move));
    const reason = this.#reason(answer.moves, best);
    return `Best: slide ${listed(best.map(({ tile }) => tile))}.${reason && ` ${reason}.`}`;
  }

  /** Why one of the best moves is good, first of all that of the solution. */
  #reason(rest, best) {
    const of = ({ move }) => reasonFor(this.#game, move, move === rest?.[0] ? rest : null);
    const first = best.find(({ move }) => move === rest?.[0]);
    return [first, ...best].filter(Boolean).map(of).find(Boolean) ?? "";
  }

  /** How few moves the board can be solved in, as far as it is known. */
  get #best() {
    const least = fewest(this.#game.line[0]);
    return least && `${least}.`;
  }

  /** Who made the moves, and how many. */
  get #made() {
    const { at, own, shown } = this.#game;
    const count = plural(at, "move");
    if (shown) return own ? `${count}, ${own} of them yours` : `A game of ${count}`;
    if (own === 0) return `Played for you in ${count}`;
    return `You took ${count}${own === at ? "" : `, ${at - own} of them played for you`}`;
  }

  /** How a daily board ended against its par. */
  get #score() {
    const { record, line, at } = this.#game;
    const par = line[0].distance;
    if (!record.daily || par === null || !doesCount(this.#game)) return "";
    return at === par ? ": par" : `: +${at - par}`;
  }

  /** Why a board has no solution, and the way out. */
  #showWhy(why) {
    toggle("mend", why);
    toggle("mend-goal", why?.reachesFirst);
    toggle("why", why);
    if (!why) return;
    const [a, b] = why.exchange;
    $("mend").textContent = `Swap ${a} and ${b}`;
    $("mend").dataset.tiles = `${a} ${b}`;
    $("why-text").textContent = whyUnsolvable(this.#game, [a, b]);
  }

  /**
   * Shows the solution from here, after the part of it that was already played. What the page
   * played to the end `stays`.
   */
  #showWay(way, stays) {
    const { line, at, laid, cells, cols } = this.#game;
    const isSought = this.showsWay && this.#asker.isApproached && Boolean(this.#asker.progress);
    const from = laid !== null && laid <= at ? laid : at;
    const hasPlayed = stays && laid !== null && laid < at;
    toggle("solution-box", way.length > 0 || hasPlayed || (isSought && !this.looking));
    toggle("copy-solution", way.length > 0);
    $("solution").dataset.moves = way.join("");
    const isShortest = hasPlayed ? line[from].distance === at - from : this.isProved;
    const name = isShortest ? "Shortest solution" : "Best solution so far";
    $("solution-title").textContent = name;
    $("solution").setAttribute("aria-label", name);
    const chips = line.slice(from + 1, at + 1);
    if (way.length === 0 && !hasPlayed) {
      this.#chips.show([], 0);
      return;
    }
    let board = cells;
    for (const move of way) {
      const next = moved(board, cols, move);
      chips.push({ move, tile: tileOf(board, next) });
      board = next;
    }
    this.#chips.show(
      chips.map(({ move, tile }, number) => {
        const to = from + number + 1;
        return { move, tile, at: to, kind: to <= at ? "done" : "" };
      }),
      at,
    );
  }

  /** What a search has found and proved so far. */
  get #proved() {
    const { bound } = this.#asker;
    const { rest } = this.#game.here;
    const isShort = !this.isProved && rest;
    const found = isShort ? `The best solution found has ${plural(rest.length, "move")}. ` : "";
    return bound ? `${found}No solution is shorter than ${bound} moves` : "";
  }

  #showSearch(progress, stopped) {
    const isTold = this.showsDistance && !this.#game.isSolved;
    const isSearching = Boolean(progress) && isTold;
    toggle("search-bar", isSearching);
    toggle("stop", isSearching);
    toggle("again", stopped && isTold);
    const proved = this.#proved;
    const isShort = !this.isProved && this.#game.here.rest;
    if (stopped && isTold)
      $("explain").textContent = `The search was stopped.${proved && ` ${proved}.`}`;
    const isLong = isSearching && (progress.boards > LONG || isShort);
    const larger = isLong || (stopped && isTold) ? this.#asker.larger : "";
    toggle("enlarge", larger !== "");
    if (larger) $("enlarge").textContent = `Use larger tables (${larger})`;
    if (!isSearching) return;
    const bar = $("search-bar");
    if (progress.table && (!proved || progress.of > 1)) {
      bar.max = progress.of;
      bar.value = progress.table - 0.5;
      const which = progress.of > 1 ? `table ${progress.table} of ${progress.of}` : "tables";
      $("explain").textContent = `Making ${which}, once for this size.`;
    } else {
      bar.removeAttribute("value");
      const { distance, boards } = progress;
      $("explain").textContent = distance
        ? "Finding out which other moves are as good."
        : !proved
          ? "Searching."
          : `${proved}${boards ? `; ${plural(boards, "board")} searched` : ""}.`;
    }
  }

  /** The legal moves while a search is still finding their distances. */
  #guessed() {
    const { cells, cols, metric, here } = this.#game;
    const [best] = here.rest ?? [];
    const move = (name) => ({
      move: name,
      tile: tileOf(cells, moved(cells, cols, name)),
      distance: name === best && this.isProved ? here.distance - 1 : null,
      most: name === best ? here.rest.length - 1 : null,
    });
    const legal = legalMoves(cells, cols, metric).map(move);
    return legal.sort((a, b) => (b.move === best) - (a.move === best));
  }

  #showMoves(answer, isOpen) {
    const isKnown = Boolean(answer?.next ?? answer?.error);
    const legal = isKnown ? answer.legal : this.#guessed();
    const isShown = this.showsMoves && isOpen;
    // The buttons are replaced. If one had the focus, the first new one gets it, or the board.
    const hadFocus = $("moves").contains(document.activeElement);
    toggle("moves", isShown && legal.length > 0);
    if ($("moves").hidden) {
      if (hadFocus) $("board").focus();
      return;
    }
    $("moves").replaceChildren(
      ...legal.map(({ move, tile, distance, most }) => {
        const isBest = isKnown ? answer.next?.includes(move) : distance !== null;
        const button = document.createElement("button");
        button.dataset.move = move;
        button.className = isBest ? "best" : "";
        const after =
          distance !== null ? `${distance} to go` : most ? `at most ${most}` : "…";
        button.innerHTML =
          arrow(wayOf(move)) +
          `<b><span class="sr">Tile </span>${tile} ${WORDS[wayOf(move)]}</b><small>${isBest ? '<span class="tick">✓<span class="sr"> optimal,</span></span> ' : ""}${after}</small>`;
        return button;
      }),
    );
    if (hadFocus) $("moves").firstChild.focus();
  }
}
