// What is announced to screen readers: what the user changed at once, and what a search finds at a
// pace that can be listened to.

/** How soon after what the user did, in milliseconds, and how long after the last announcement. */
const [SOON, PACE] = [100, 4000];

export class Speaker {
  #wording;
  #say;
  #last = "";
  #when = -PACE;
  #timer = 0;
  #isHeld = false;

  /**
   * `wording` returns in words the `move` that was made since the last announcement, if one was,
   * and the `state` that is on show. `say` announces a text.
   */
  constructor(wording, say) {
    this.#wording = wording;
    this.#say = say;
  }

  /** Announces what the user changed, after a pause in which more may change. */
  act(pause = SOON) {
    this.hush();
    this.#timer = setTimeout(() => this.#speak(), pause);
  }

  /** Announces what changed by itself, if it is still something else by then. */
  follow() {
    if (this.#timer || this.#isHeld) return;
    const pause = Math.max(SOON, this.#when + PACE - performance.now());
    this.#timer = setTimeout(() => this.#speak(), pause);
  }

  /** Announces a text that says what is on show, too. */
  tell(text) {
    this.hush();
    this.#last = this.#wording().state;
    this.#say(text);
  }

  /**
   * Leaves out what was to be announced, since something else is said. If that is held, it stands
   * until the user does something.
   */
  hush(isHeld = false) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#isHeld = isHeld;
    this.#when = performance.now();
  }

  /** Announces the next state even in the words of the last. */
  forget() {
    this.#last = "";
  }

  #speak() {
    this.#timer = 0;
    const { move, state } = this.#wording();
    if (!move && state === this.#last) return;
    this.#last = state;
    this.#when = performance.now();
    this.#say([move, move ? state.toLowerCase() : state].filter(Boolean).join("; "));
  }
}
