// The address holds board and goal, so that a link shows a position:
// #board=1,2,...&goal=1,2,...&size=2x4

const SQUARES = [4, 9, 16];

export function addressOf(game) {
  const size =
    SQUARES.includes(game.cells.length) && game.rows === game.cols ? "" : `&size=${game.size}`;
  return `#board=${game.cells}&goal=${game.goal}${size}`;
}

/** Board, goal and size as they stand in the address, unread; null if no board does. */
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
 * Keeps the address as the game goes. Browsers refuse many changes a second, so it waits for a
 * pause.
 */
export function keepAddress(game) {
  let timer;
  game.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", addressOf(game)), 120);
  });
}
