// Playing moves: one at a time or automatically, forwards or backwards, and with a scrubber.

const $ = (id) => document.getElementById(id);

export class Player {
  #game;
  #asker;
  /** Whether the solution may be shown. */
  #isTold;
  #timer = null;

  constructor(game, asker, isTold) {
    this.#game = game;
    this.#asker = asker;
    this.#isTold = isTold;
    $("first").onclick = () => this.jump(0);
    $("last").onclick = () => this.last();
    $("back").onclick = () => this.undo();
    $("step").onclick = () => this.step();
    $("play").onclick = () => this.toggle();
    $("scrubber").oninput = () => this.jump(Number($("scrubber").value));
    $("pace").oninput = () => this.isPlaying && this.#run();
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  /** The solution of the board shown, if it is known and may be shown. */
  get #solution() {
    const { isSolved, here } = this.#game;
    const moves = this.#asker.answer?.moves ?? here.rest;
    return isSolved || !this.#isTold() ? null : moves;
  }

  /** Whether the moves ahead are a solution that was laid, and that a search has replaced since. */
  get #isReplaced() {
    const { at, line, laid } = this.#game;
    const ahead = line.slice(at + 1);
    const moves = this.#solution;
    const isLaid = laid !== null && laid <= at && !ahead.some(({ isOwn }) => isOwn);
    return Boolean(moves) && isLaid && ahead.map(({ move }) => move).join("") !== moves.join("");
  }

  /**
   * Appends the solution if the board is unsolved and no moves are ahead of it. Returns whether any
   * moves are ahead then.
   */
  #prepare() {
    const { at, line } = this.#game;
    const moves = this.#solution;
    if (moves && (at === line.length - 1 || this.#isReplaced)) this.#game.layAhead(moves);
    return this.#game.at < this.#game.line.length - 1;
  }

  /** Goes to a place in the line or on the solution, which is laid ahead if it has not been. */
  follow(to) {
    this.pause();
    const { at, line, laid } = this.#game;
    const isLaid = laid !== null && laid <= at && line.length > at + 1 && !this.#isReplaced;
    if (to > at && !isLaid && this.#solution) this.#game.layAhead(this.#solution);
    this.#game.go(to);
  }

  jump(at) {
    this.pause();
    this.#game.go(at);
  }

  undo() {
    this.pause();
    this.#game.undo();
  }

  redo() {
    this.pause();
    this.#game.redo();
  }

  step() {
    this.pause();
    if (this.#prepare()) this.#game.go(this.#game.at + 1);
  }

  last() {
    this.pause();
    if (this.#prepare()) this.#game.go(this.#game.line.length - 1);
  }

  /** Plays the solution, in place of moves that were taken back, or pauses. */
  toggle() {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    const { at, line } = this.#game;
    const wasUndone = line.slice(at + 1).some(({ isOwn }) => isOwn);
    if (wasUndone && this.#solution) this.#game.layAhead(this.#solution);
    if (this.#prepare()) this.#run();
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.show();
  }

  #run() {
    clearInterval(this.#timer);
    this.#timer = setInterval(
      () => {
        if (!this.#game.go(this.#game.at + 1, "play")) this.pause();
        const { at, line } = this.#game;
        if (at === line.length - 1) this.pause();
      },
      1000 / Number($("pace").value),
    );
    this.show();
  }

  show() {
    const { at, line } = this.#game;
    const canGo = at < line.length - 1 || Boolean(this.#solution);
    $("player").hidden = line.length === 1 && !canGo && !this.isPlaying;
    $("scrubber").max = line.length - 1;
    $("scrubber").value = at;
    $("scrubber").disabled = line.length === 1;
    $("scrubber").setAttribute("aria-valuetext", `move ${at} of ${line.length - 1}`);
    for (const id of ["first", "back"]) $(id).disabled = at === 0;
    for (const id of ["last", "step"]) $(id).disabled = !canGo;
    // While it plays it stays enabled, so that it can be paused.
    $("play").disabled = !canGo && !this.isPlaying;
    const name = this.#solution ? "Play the solution" : "Play the moves again";
    const label = this.isPlaying ? "Pause" : name;
    if ($("play").title === label) return;
    $("play").title = label;
    $("play").setAttribute("aria-label", label);
    const path = this.isPlaying ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 3v10l8-5z";
    $("play").querySelector("path").setAttribute("d", path);
  }
}
