// Answers for a page that shows this one in a frame. The messages are described in ../README.md.

/** The version of the messages. */
const VERSION = 1;

/**
 * Answers the page around this one, if it is of the origin that the address names, or of this
 * page's own if it names none. Nobody else is answered.
 */
export function answerParent(tilebase, named) {
  const { parent } = window;
  if (parent === window) return;
  const allowed = URL.canParse(named) ? new URL(named).origin : location.origin;
  if (!/^https?:/.test(allowed)) return;
  const post = (fields) => parent.postMessage({ tilebase: VERSION, ...fields }, allowed);
  window.addEventListener("message", async ({ source, origin, data }) => {
    if (source !== parent || origin !== allowed || data?.tilebase === undefined) return;
    const { id = null, ask, board, goal, size, count } = data;
    if (data.tilebase !== VERSION) {
      post({ id, error: `expected messages of version ${VERSION}` });
    } else if (ask !== "answer") {
      post({ id, error: "expected `answer` in the field `ask`" });
    } else {
      try {
        post({ id, answer: await tilebase.answer(board, goal, { size, count }) });
      } catch (error) {
        post({ id, error: error.message });
      }
    }
  });
  post({ ready: true });
}
