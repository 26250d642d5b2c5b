// What is copied and saved: the solution, a link to the board, and the result.

import { challengeOf } from "./address.mjs";
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
  $("copy-solution").onclick = () => {
    const { cells, size, metric } = game;
    const how = { to: notation(), size, metric };
    copy(tilebase.moves($("solution").dataset.moves, cells, how).moves, "Solution copied");
  };
  $("copy-link").onclick = () => {
    const link = challengeOf(game);
    const [, beat] = /&beat=(\d+)/.exec(link) ?? [];
    const what = beat ? `, with ${plural(Number(beat), "move")} to beat` : "";
    copy(link, `Link copied: this board from its start${what}`);
  };
  $("copy-result").onclick = () => copy(resultText(game), "Result copied");
  $("save-result").onclick = async () => save("tilebase.png", await resultPicture(game));
}
