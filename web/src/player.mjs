// Playing moves: one at a time or automatically, forwards or backwards, and with a scrubber.

const $ = (id) => document.getElementById(id);

export class Player {
  #game;
  #asker;
  #timer = null;
  #direction = 0;

  constructor(game, asker) {
    this.#game = game;
    this.#asker = asker;
    $("first").onclick = () => this.jump(0);
    $("last").onclick = () => this.last();
    $("back").onclick = () => this.jump(game.at - 1);
    $("step").onclick = () => this.step();
    $("play").onclick = () => this.toggle(1);
    $("backwards").onclick = () => this.toggle(-1);
    $("scrubber").oninput = () => this.jump(Number($("scrubber").value));
    $("pace").oninput = () => this.#direction && this.#run(this.#direction);
  }

  get isPlaying() {
    return this.#direction !== 0;
  }

  /**
   * Appends the solution if the board is unsolved and no moves are ahead of it. Returns whether any
   * moves are ahead then.
   */
  #prepare() {
    const { here, at, line, isSolved } = this.#game;
    const moves = this.#asker.answer?.moves ?? here.rest;
    if (at === line.length - 1 && !isSolved && moves) this.#game.layAhead(moves);
    return this.#game.at < this.#game.line.length - 1;
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
    const { at, line, isSolved } = this.#game;
    const canGo =
      at < line.length - 1 ||
      (!isSolved && Boolean(this.#asker.answer?.moves ?? this.#game.here.rest));
    $("scrubber").max = line.length - 1;
    $("scrubber").value = at;
    $("scrubber").disabled = line.length === 1;
    $("scrubber").setAttribute("aria-valuetext", `move ${at} of ${line.length - 1}`);
    for (const id of ["first", "back", "backwards"]) $(id).disabled = at === 0;
    for (const id of ["last", "step", "play"]) $(id).disabled = !canGo;
    const icon = (id, name, isOn, path) => {
      $(id).setAttribute("aria-label", isOn ? "Pause" : name);
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
