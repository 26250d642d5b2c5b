// The address holds the board and the goal, so that a link shows a position:
// #board=1,2,...&goal=1,2,...&size=2x4

const SQUARES = [4, 9, 16];

export function addressOf(game) {
  const size =
    SQUARES.includes(game.cells.length) && game.rows === game.cols ? "" : `&size=${game.size}`;
  return `#board=${game.cells}&goal=${game.goal}${size}`;
}

/** The board, goal and size in the address, as text; null if it has nothing of the kind. */
export function readAddress() {
  if (location.hash.length <= 1) return null;
  const fields = new URLSearchParams(location.hash.slice(1));
  return {
    board: fields.get("board") ?? "",
    goal: fields.get("goal") ?? "",
    size: fields.get("size") ?? "",
  };
}

/**
 * Updates the address when the board changes, and lets the browser's Back lead to the game before.
 * Browsers limit how often an address may change, so within a game this waits for a pause. An
 * address that cannot be read, or that somebody enters meanwhile, is left alone.
 */
export function keepAddress(game) {
  let timer;
  // After a reload, the number of a game that is gone.
  history.replaceState(null, "");
  const write = (how) => history[how]({ game: game.number }, "", addressOf(game));
  game.addEventListener("change", ({ why }) => {
    if (why === "instead") return;
    clearTimeout(timer);
    const { hash } = location;
    const kept = history.state?.game;
    if (kept === game.number || game.isEdited) {
      timer = setTimeout(() => location.hash === hash && write("replaceState"), 120);
    } else {
      write(kept ? "pushState" : "replaceState");
    }
  });
}
