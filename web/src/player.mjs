// Playing moves: one at a time or automatically, forwards or backwards, and with a scrubber.

const $ = (id) => document.getElementById(id);

export class Player {
  #game;
  #asker;
  /** Whether the solution may be shown. */
  #isTold;
  #timer = null;
  #direction = 0;

  constructor(game, asker, isTold) {
    this.#game = game;
    this.#asker = asker;
    this.#isTold = isTold;
    $("first").onclick = () => this.jump(0);
    $("last").onclick = () => this.last();
    $("back").onclick = () => this.undo();
    $("step").onclick = () => this.step();
    $("play").onclick = () => this.toggle(1);
    $("backwards").onclick = () => this.toggle(-1);
    $("scrubber").oninput = () => this.jump(Number($("scrubber").value));
    $("pace").oninput = () => this.#direction && this.#run(this.#direction);
  }

  get isPlaying() {
    return this.#direction !== 0;
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
    return Boolean(moves) && isLaid && ahead.map(({ move }) => move).join("") !== moves;
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

  toggle(direction) {
    if (this.#direction === direction) {
      this.pause();
    } else if (direction < 0 ? this.#game.at > 0 : this.#prepare()) {
      this.#run(direction);
    }
  }

  pause() {
    clearInterval(this.#timer);
    this.#direction = 0;
    this.show();
  }

  #run(direction) {
    clearInterval(this.#timer);
    this.#direction = direction;
    this.#timer = setInterval(
      () => {
        if (!this.#game.go(this.#game.at + direction, "play")) this.pause();
        const { at, line } = this.#game;
        if (direction < 0 ? at === 0 : at === line.length - 1) this.pause();
      },
      1000 / Number($("pace").value),
    );
    this.show();
  }

  show() {
    const { at, line } = this.#game;
    const canGo = at < line.length - 1 || Boolean(this.#solution);
    $("scrubber").max = line.length - 1;
    $("scrubber").value = at;
    $("scrubber").disabled = line.length === 1;
    $("scrubber").setAttribute("aria-valuetext", `move ${at} of ${line.length - 1}`);
    for (const id of ["first", "backwards"]) $(id).disabled = at === 0;
    $("back").disabled = !this.#game.canUndo;
    for (const id of ["last", "step", "play"]) $(id).disabled = !canGo;
    const icon = (id, name, isOn, path) => {
      $(id).title = isOn ? "Pause" : name;
      $(id).setAttribute("aria-label", $(id).title);
      $(id)
        .querySelector("path")
        .setAttribute("d", isOn ? "M4 3h3v10H4zM9 3h3v10H9z" : path);
    };
    icon("play", "Play the solution", this.#direction > 0, "M4 3v10l8-5z");
    icon("backwards", "Play backwards", this.#direction < 0, "M12 3v10L4 8z");
    // A button that is on stays enabled, so that it can be turned off.
    if (this.#direction > 0) $("play").disabled = false;
    if (this.#direction < 0) $("backwards").disabled = false;
  }
}
