// Rows of chips, one for each move. A row is one tab stop; arrow keys go from chip to chip.

import { inWords, sign } from "./notation.mjs";

export class Chips {
  /** Called with the `to` of the chip that was pressed. */
  onpick = () => {};
  #root;
  #shown = "";

  constructor(root) {
    this.#root = root;
    root.setAttribute("role", "toolbar");
    root.addEventListener("click", ({ target }) => {
      const chip = target.closest("button");
      if (chip) this.onpick(Number(chip.dataset.to));
    });
    root.addEventListener("scroll", () => this.#tellMore());
    root.addEventListener("keydown", (event) => this.#keydown(event));
  }

  get #all() {
    return [...this.#root.children];
  }

  /**
   * Shows moves. Each has a `move`, its `tile`, its number `at` and `kind`, the names of its class;
   * the chip of the move `now` is the current one.
   */
  show(moves, now, note = () => "") {
    const hadFocus = this.#root.contains(document.activeElement);
    const shown = moves
      .map((entry) => {
        const { move, tile, at, kind } = entry;
        const label = `${at}: ${inWords(move, tile)}${note(entry)}`;
        const current = at === now ? ' aria-current="step"' : "";
        return `<button data-to="${at}" class="chip ${kind}" tabindex="-1" aria-label="${label}" title="${label}"${current}>${sign(move, tile)}</button>`;
      })
      .join("");
    if (shown === this.#shown) return;
    this.#root.innerHTML = this.#shown = shown;
    const chip = this.#root.querySelector("[aria-current]") ?? this.#root.firstChild;
    if (!chip) {
      this.#tellMore();
      return;
    }
    chip.tabIndex = 0;
    if (hadFocus) chip.focus({ preventScroll: true });
    // Only within the row, never the page.
    const middle = chip.offsetTop - (this.#root.clientHeight - chip.offsetHeight) / 2;
    this.#root.scrollTop = middle;
    this.#tellMore();
  }

  /** Shows whether the row goes on below. */
  #tellMore() {
    const { scrollTop, scrollHeight, clientHeight } = this.#root;
    this.#root.classList.toggle("goes-on", scrollTop + clientHeight < scrollHeight - 4);
  }

  #keydown(event) {
    const all = this.#all;
    const at = all.indexOf(document.activeElement);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!all[to]) return;
    all[at].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  }
}
