// The address holds the board and the goal, so that a link shows a position:
// #board=1,2,...&goal=1,2,...&size=2x4

const SQUARES = [4, 9, 16];

export function addressOf(game) {
  const size =
    SQUARES.includes(game.cells.length) && game.rows === game.cols ? "" : `&size=${game.size}`;
  return `#board=${game.cells}&goal=${game.goal}${size}`;
}

/** The board, goal and size in the address, as text; null if it has no board. */
export function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (!fields.get("board")) return null;
  return {
    board: fields.get("board"),
    goal: fields.get("goal") ?? "",
    size: fields.get("size") ?? "",
  };
}

/**
 * Updates the address when the board changes. Browsers limit how often an address may change, so
 * this waits for a pause. An address that somebody enters meanwhile is left alone.
 */
export function keepAddress(game) {
  let timer;
  game.addEventListener("change", () => {
    clearTimeout(timer);
    const { hash } = location;
    timer = setTimeout(() => {
      if (location.hash === hash) history.replaceState(null, "", addressOf(game));
    }, 120);
  });
}
