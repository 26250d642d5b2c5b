// Keys go to the board: it gets the focus when a control that has it is disabled or hidden, and
// after a choice whose keys are those of the board.

const $ = (id) => document.getElementById(id);

/** Moves the focus to the board with `focusBoard` from now on. */
export function keepFocus(focusBoard) {
  let focused = null;
  document.addEventListener("pointerdown", () => (focused = null));
  document.addEventListener("focusin", ({ target }) => (focused = target));
  new MutationObserver(() => {
    const isGone = focused?.matches(":disabled") || focused?.closest("[hidden]");
    if (isGone && [document.body, focused].includes(document.activeElement)) focusBoard();
  }).observe($("view-play"), { subtree: true, attributeFilter: ["disabled", "hidden"] });
}
