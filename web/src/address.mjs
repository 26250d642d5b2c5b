// The address holds the board and the goal, so that a link shows a position:
// #board=1,2,...&goal=1,2,...&size=2x4
//
// Other pages may put the same after a question mark. For a daily board it holds the date, and for
// the view Learn the methods.

const SQUARES = [4, 9, 16, 25];
/** The fields that say nothing about the board. */
const OTHER = ["learn", "embed", "origin"];

export function addressOf(game) {
  const size =
    SQUARES.includes(game.cells.length) && game.rows === game.cols ? "" : `&size=${game.size}`;
  const { daily } = game.record;
  return daily ? `#daily=${daily}` : `#board=${game.cells}&goal=${game.goal}${size}`;
}

/**
 * What the address asks for, as text. The fields after the question mark count where those after #
 * say nothing. Null if there are none of a board.
 */
export function readAddress() {
  const fields = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  // A new board comes with a goal and a size of its own.
  if (hash.size > 0) for (const name of ["board", "goal", "size", "daily"]) fields.delete(name);
  for (const [name, value] of hash) fields.set(name, value);
  const field = (name) => fields.get(name) ?? "";
  return {
    isEmpty: !fields.has("board") && [...hash.keys()].every((name) => OTHER.includes(name)),
    board: field("board"),
    goal: field("goal"),
    size: field("size"),
    daily: field("daily"),
    learn: field("learn"),
    origin: field("origin"),
    isEmbedded: field("embed") === "1",
  };
}

/**
 * Updates the address when the board changes, and lets the browser's Back lead to the game before.
 * Browsers limit how often an address may change, so within a game this waits for a pause. An
 * address that cannot be read, or that somebody enters meanwhile, is left alone.
 */
export function keepAddress(game, learn) {
  let timer;
  // After a reload, the number of a game that is gone.
  history.replaceState(null, "");
  const write = (how) => history[how]({ game: game.number }, "", addressOf(game) + learn.address);
  learn.onaddress = () => write("replaceState");
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
