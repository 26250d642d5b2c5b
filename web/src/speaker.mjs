// What is said below the board, and announced to screen readers: what the user changed at once, and
// what a search finds at a pace that can be listened to.

const $ = (id) => document.getElementById(id);

/** How soon after what the user did, in milliseconds, and how long after the last announcement. */
const [SOON, PACE] = [100, 4000];

export class Speaker {
  #wording;
  #onspoken;
  #last = "";
  #when = -PACE;
  #timer = 0;
  #isHeld = false;

  /**
   * `wording` returns in words the `move` that was made since the last announcement, if one was,
   * and the `state` that is on show. `onspoken` is called when that was announced.
   */
  constructor(wording, onspoken) {
    this.#wording = wording;
    this.#onspoken = onspoken;
  }

  /**
   * Says something below the board, or only to screen readers what stands elsewhere already. What
   * is held stands until the user does something.
   */
  say(text, { isSeen = true, isHeld = false } = {}) {
    $("status").textContent = text;
    $("status").classList.toggle("sr", !isSeen);
    // What is announced next would take its place.
    if (isSeen) this.hush(isHeld);
  }

  #announce(text) {
    this.#onspoken();
    this.say(text, { isSeen: false });
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
    this.#announce(text);
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
    this.#announce([move, move ? state.toLowerCase() : state].filter(Boolean).join("; "));
  }
}
