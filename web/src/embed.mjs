// Answers for a page that shows this one in a frame. The messages are described in ../README.md.

/** The version of the messages. */
const VERSION = 1;
/** What slidysim's replay page sends to the solver in its frame. */
const GET_CONTENT = "GetContent";
/** The beginning of a reply that there is no answer yet, and the reply that there is none. */
const [NOT_YET, NONE] = ["\n", "-1"];

/**
 * Answers the page around this one, if it is of the origin that the address names, or of this
 * page's own if it names none. Nobody else is answered, except with the solution of the scramble
 * that its address gave.
 */
export function answerParent(tilebase, { origin: named, scramble, board, size }) {
  const { parent } = window;
  if (parent === window) return;
  if (scramble) answerScramble(tilebase, board, size);
  const allowed = URL.canParse(named) ? new URL(named).origin : location.origin;
  if (!/^https?:/.test(allowed)) return;
  const post = (fields) => parent.postMessage({ tilebase: VERSION, ...fields }, allowed);
  window.addEventListener("message", async ({ source, origin, data }) => {
    if (source !== parent || origin !== allowed || data?.tilebase === undefined) return;
    const { tilebase: version, id = null, ask, board: asked, goal, ...options } = data;
    if (version !== VERSION) {
      post({ id, error: `expected messages of version ${VERSION}` });
    } else if (ask !== "answer") {
      post({ id, error: "expected `answer` in the field `ask`" });
    } else {
      try {
        post({ id, answer: await tilebase.answer(asked, goal, options) });
      } catch (error) {
        post({ id, error: error.message });
      }
    }
  });
  post({ ready: true });
}

/**
 * Solves the scramble in the address, and replies to slidysim's message: a list with the solution,
 * one capital for each move of a tile.
 */
function answerScramble(tilebase, board, size) {
  let reply = NOT_YET;
  const tell = (moves) => (reply = moves.replace(/[dlru]/g, (move) => TILE[move]));
  tilebase.answer(board, null, { size }).then(
    ({ moves, best }) => (moves ?? best) === null ? (reply = NONE) : tell(moves ?? best),
    () => (reply = NONE),
  );
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && data === GET_CONTENT)
      // It holds nothing but the answer to the address, so anybody may read it.
      source.postMessage([reply], "*");
  });
}

/** The way a tile goes when the blank goes the other. */
const TILE = { d: "U", l: "R", r: "L", u: "D" };
