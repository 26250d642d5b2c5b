// The answer for the board shown: distance, optimal moves and solution, all at once or as hints.

import { Chips } from "./chips.mjs";
import { MOVES, OPPOSITE, WORDS, moved } from "./grid.mjs";
import { arrow } from "./notation.mjs";
import { resultFigures } from "./result.mjs";
import { intervalOf, plural } from "./words.mjs";

/** While answers are hidden, the button for each next hint, and then for none. */
const STAGES = [
  ["Hint", ": how far"],
  ["Hint", ": which tile"],
  ["Hint", ": the whole way"],
  ["Hide", " hints"],
];
/** A search that takes longer than this, in boards, offers to make larger tables. */
const LONG = 20_000_000;

const $ = (id) => document.getElementById(id);

export class Verdict {
  /** The number of hints given for this board. */
  stage = 0;
  #game;
  #asker;
  #chips = new Chips($("solution"));

  /**
   * Makes a move with `onmoves`, and with `ongo` goes to a place in the line, where the solution
   * was laid ahead first.
   */
  constructor(game, asker, { onmoves, ongo }) {
    this.#game = game;
    this.#asker = asker;
    this.#chips.onpick = ongo;
    game.addEventListener("change", ({ why }) => {
      if (["move", "go", "play", "ahead"].includes(why)) return;
      this.stage = 0;
      this.relax();
    });
    $("moves").addEventListener("click", (event) => {
      const move = event.target.closest("button")?.dataset.move;
      if (move) onmoves(move);
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
    return this.showsAll || this.stage >= 3;
  }

  /** Whether the solution that is known is proved to be a shortest one. */
  get isProved() {
    return this.#game.here.distance !== null;
  }

  /** The moves to mark on the board. */
  get best() {
    if (!this.showsMoves) return "";
    return this.#asker.answer?.next ?? this.#game.here.rest?.[0] ?? "";
  }

  /** Gives the next hint, or takes all back after the last. They stay from move to move. */
  hint() {
    const { isSolved, record } = this.#game;
    if (this.showsAll || isSolved) return;
    this.stage = (this.stage + 1) % STAGES.length;
    if (this.stage > 0) record.hints = (record.hints ?? 0) + 1;
    this.relax();
    this.show();
  }

  /** The headline as one line, for screen readers. */
  get spoken() {
    return $("headline").textContent;
  }

  /** Lets the card shrink again. Within a game it only grows, so that what is below stays still. */
  relax() {
    $("verdict").style.minHeight = "";
  }

  show() {
    const { answer, progress, stopped } = this.#asker;
    const game = this.#game;
    // The player's last move may move what is below: nobody is reading it.
    if (game.isSolved && game.here.isOwn) this.relax();
    const distance = answer ? answer.distance : game.here.distance;
    const solution = answer ? answer.moves : game.here.rest;
    const isUnsolvable = Boolean(answer?.why);
    // What comes later has its room from the start.
    $("verdict").classList.toggle("late", this.#asker.isApproached && !game.isSolved);
    $("headline").innerHTML = this.#headline(answer, distance, isUnsolvable);
    $("explain").textContent = this.#explain(answer, distance);
    this.#showSearch(progress, stopped);

    $("hint").hidden = this.showsAll || game.isSolved || isUnsolvable;
    const [hint, which] = STAGES[this.stage];
    $("hint").innerHTML = `${hint}<span class="wide">${which}</span>`;
    $("mend").hidden = !isUnsolvable;
    if (isUnsolvable) {
      const [a, b] = answer.why.exchange;
      $("mend").textContent = `Exchange ${a} and ${b}`;
      $("mend").dataset.tiles = `${a} ${b}`;
    }
    this.#showMoves(answer);
    const way = this.showsWay && solution ? solution : "";
    this.#showWay(way);
    const count = answer?.count;
    $("count-all").hidden = !way || !answer || answer.count !== null || Boolean(progress);
    $("count").textContent =
      count == null || !way
        ? ""
        : count === 1
          ? "There is no other as short."
          : `${plural(count, "solution")} are this short.`;
    const isOwn = game.isSolved && game.own > 0;
    $("copy-result").hidden = $("save-result").hidden = !isOwn;
    $("result").hidden = !isOwn;
    $("result").innerHTML = isOwn ? resultFigures(game) : "";
    const { height } = $("verdict").getBoundingClientRect();
    $("verdict").style.minHeight = `${Math.ceil(height)}px`;
  }

  #headline(answer, distance, isUnsolvable) {
    if (isUnsolvable) return "No solution";
    if (answer?.error) return "No answer";
    if (this.#game.isSolved) return "Solved";
    if (!this.showsDistance) return "? <small>moves to go</small>";
    if (distance === null)
      return `<span>${intervalOf(this.#game.here) || "…"}</span> <small>moves to go</small>`;
    return `${distance} <small>${distance === 1 ? "move" : "moves"} to go</small>`;
  }

  #explain(answer, distance) {
    if (answer?.error) return answer.error;
    if (this.#game.isSolved) {
      const { at, line } = this.#game;
      const least = line[0].distance;
      if (at === 0) return "";
      const { own } = this.#game;
      const made = `${own === 0 ? "Played for you in" : "In"} ${plural(at, "move")}`;
      const others = own === 0 || own === at ? "" : `, ${at - own} of them played for you`;
      if (least === null && line[0].rest)
        return `${made}${others}; the least possible is ${intervalOf(line[0])}.`;
      if (least === null)
        return `${made}${others}.${this.#asker.isJudging ? " They are being judged." : ""}`;
      return at === least
        ? `${made}${others}, the least possible.`
        : `${made}${others}; ${least} would do.`;
    }
    if (!answer || !this.showsMoves) return "";
    const tiles = answer.legal
      .filter(({ move }) => answer.next.includes(move))
      .map(({ tile }) => tile);
    const named =
      tiles.length === 1
        ? `tile ${tiles[0]}`
        : `tiles ${tiles.slice(0, -1).join(", ")} or ${tiles.at(-1)}`;
    return `Nearest to the goal: slide ${named}.`;
  }

  /** Shows the solution from here, after the part of it that was already played. */
  #showWay(way) {
    const { line, at, laid, cells, cols } = this.#game;
    const isComing = this.showsWay && this.#asker.isApproached && Boolean(this.#asker.progress);
    $("solution-box").hidden = way === "" && !isComing;
    $("copy-solution").hidden = way === "";
    $("solution").dataset.moves = way;
    const name = this.isProved ? "Shortest solution" : "Best solution so far";
    $("solution-title").textContent = name;
    $("solution").setAttribute("aria-label", name);
    const from = laid !== null && laid <= at ? laid : at;
    const chips = way && line.slice(from + 1, at + 1);
    if (!way) return this.#chips.show([], 0);
    let board = cells;
    for (const move of way) {
      const next = moved(board, cols, move);
      chips.push({ move, tile: next[board.indexOf(0)] });
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

  #showSearch(progress, stopped) {
    const isSearching = Boolean(progress);
    $("search-bar").hidden = $("stop").hidden = !isSearching;
    $("again").hidden = !stopped;
    const { bound } = this.#asker;
    const { rest } = this.#game.here;
    const isShort = !this.isProved && this.showsDistance && rest;
    const found = isShort ? `The best solution found has ${plural(rest.length, "move")}. ` : "";
    const proved = bound ? `${found}No solution is shorter than ${bound} moves` : "";
    if (stopped) $("explain").textContent = `The search was stopped.${proved && ` ${proved}.`}`;
    const isLong = isSearching && (progress.boards > LONG || isShort);
    const larger = isLong || stopped ? this.#asker.larger : "";
    $("enlarge").hidden = larger === "";
    $("enlarge").textContent = `Use larger tables (${larger})`;
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
        ? "Finding out which other moves are optimal."
        : !proved
          ? "Searching."
          : `${proved}${boards ? `; ${plural(boards, "board")} searched` : ""}.`;
    }
  }

  /** The legal moves while a search is still finding their distances. */
  #guessed() {
    const { cells, cols, here } = this.#game;
    const [best] = here.rest ?? [];
    const move = (name) => ({
      move: name,
      tile: cells[moved(cells, cols, name)?.indexOf(0)],
      distance: name === best && this.isProved ? here.distance - 1 : null,
      most: name === best ? here.rest.length - 1 : null,
    });
    const legal = Object.keys(MOVES)
      .map(move)
      .filter(({ tile }) => tile !== undefined);
    return legal.sort((a, b) => (b.move === best) - (a.move === best));
  }

  #showMoves(answer) {
    const legal = answer?.legal ?? this.#guessed();
    const isShown = this.showsMoves && !answer?.why && !this.#game.isSolved;
    // The buttons are replaced. If one had the focus, the first new one gets it, or the board.
    const hadFocus = $("moves").contains(document.activeElement);
    $("moves").hidden = !isShown || legal.length === 0;
    if ($("moves").hidden) {
      if (hadFocus) $("board").focus();
      return;
    }
    $("moves").replaceChildren(
      ...legal.map(({ move, tile, distance, most }) => {
        const isBest = answer ? answer.next?.includes(move) : distance !== null;
        const button = document.createElement("button");
        button.dataset.move = move;
        button.className = isBest ? "best" : "";
        const way = OPPOSITE[move];
        const after =
          distance !== null ? `${distance} to go` : most ? `at most ${most}` : "…";
        button.innerHTML =
          arrow(way) +
          `<b><span class="sr">Tile </span>${tile} ${WORDS[way]}</b><small>${isBest ? '<span class="tick">✓<span class="sr"> optimal,</span></span> ' : ""}${after}</small>`;
        return button;
      }),
    );
    if (hadFocus) $("moves").firstChild.focus();
  }
}
