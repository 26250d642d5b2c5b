// What is shared, copied and saved: the solution, links to the board and to the game, and the result.

import { challengeOf, gameLinkOf } from "./address.mjs";
import { notation } from "./notation.mjs";
import { resultPicture, resultText } from "./result.mjs";
import { save } from "./save.mjs";
import { plural } from "./words.mjs";

const $ = (id) => document.getElementById(id);

export function offerSharing(tilebase, game, say) {
  const copy = async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      // Whoever may not write to the clipboard can copy it by hand.
      say(text, { isHeld: true });
    }
  };
  /** Gives a text or a link to the system's menu for sharing, or copies it where there is none. */
  const share = async (shared, done) => {
    try {
      if (canShare) await navigator.share(shared);
      else await copy(shared.text ?? shared.url, done);
    } catch (error) {
      // Whoever closes the menu does not want to share.
      if (error.name !== "AbortError") await copy(shared.text ?? shared.url, done);
    }
  };
  const canShare = typeof navigator.share === "function";
  if (canShare) {
    $("share").textContent = "Share";
    $("copy-result").textContent = "Share result";
  }
  $("copy-solution").onclick = () => {
    const { cells, size, metric } = game;
    const how = { to: notation(), size, metric };
    copy(tilebase.moves($("solution").dataset.moves, cells, how).moves, "Solution copied");
  };
  $("share").onclick = () => {
    const link = challengeOf(game);
    const [, beat] = /&beat=(\d+)/.exec(link) ?? [];
    const what = beat ? `, with ${plural(Number(beat), "move")} to beat` : "";
    share({ url: link }, `Link copied: this board from its start${what}`);
  };
  $("share-game").onclick = () =>
    share({ url: gameLinkOf(game) }, "Link copied: your game beside the best");
  $("copy-result").onclick = () => share({ text: resultText(game) }, "Result copied");
  $("save-result").onclick = async () => save("tilebase.png", await resultPicture(game));
}
