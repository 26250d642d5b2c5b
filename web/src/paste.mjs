// Pasting anywhere on the page: a board to play, or moves in any notation to make them.

import { NOTATIONS } from "./notation.mjs";
import { sentence, whichMove } from "./words.mjs";

/**
 * Moves that are legal on a board, in all notations in which the text is legal there: of each, its
 * name and the moves as letters of the blank. If it is legal in none but can be read in some, `why`
 * tells the move that cannot be made, in the one in which the most can.
 */
function movesOf(tilebase, text, { cells, size, metric }) {
  const found = [];
  let wrong = null;
  for (const from of [...Object.keys(NOTATIONS), "cells"]) {
    const read = tilebase.moves(text, cells, { from, size, metric });
    const { moves } = read;
    if (moves && !found.some((other) => other.moves === moves)) found.push({ from, moves });
    if (read.kind === "illegal" && !(wrong?.number >= read.number)) wrong = read;
  }
  const isWrong = wrong && found.length === 0;
  return { found, why: isWrong ? sentence(`${whichMove(wrong)}, cannot be made here`) : "" };
}

/** The text of the board that JSON has in a field, or null. */
function boardOfJson(json) {
  if (typeof json === "string") return json;
  if (Array.isArray(json)) return JSON.stringify(json);
  return json && typeof json === "object" ? boardOfJson(json.cells ?? json.board ?? null) : null;
}

/** The text of the board in JSON, or in a result that the page copied; otherwise the text. */
function boardIn(text) {
  if (!text.trim().startsWith("{")) return /^Board (.+)$/m.exec(text)?.[1] ?? text;
  try {
    return boardOfJson(JSON.parse(text)) ?? text;
  } catch {
    return text;
  }
}

/** The game that a copied link names, as the fields of an address, or null. */
const linked = (text) => /^\S+?[?#](\S*\b(?:board|daily|scramble)=\S+)$/.exec(text.trim())?.[1] ?? null;

/** Text with more numbers than this that stand alone looks like a board, rather than moves. */
const MOST_OF_MOVES = 3;
const looksLikeBoard = (text) => (text.match(/\b\d+\b/g)?.length ?? 0) > MOST_OF_MOVES;

/**
 * Listens for what is pasted. `onpaste` is called first, then `onmoves` gets moves, `onask` two or
 * more readings of them, or `onerror` a message.
 */
export function listenForPaste(game, tilebase, setup, { onpaste, onmoves, onask, onerror }) {
  document.addEventListener("paste", (event) => {
    const field = event.target.closest?.("input, textarea");
    const text = boardIn(event.clipboardData.getData("text"));
    // A field would join the rows of a board, and lose which of their cells are empty.
    if (field && !(field.id === "setup-text" && /[\n\t]/.test(text.trim()))) return;
    if (field) {
      event.preventDefault();
      if (setup.type(text)) setup.write();
      else {
        field.value = text;
        setup.complain();
      }
      return;
    }
    onpaste();
    if (!text.trim()) {
      onerror("The clipboard has no text: copy a board or moves.");
      return;
    }
    // Otherwise the browser inserts the text once more, where the focus is by then.
    event.preventDefault();
    const link = linked(text);
    if (link) {
      location.hash = link.replace("#", "&");
      return;
    }
    const isBoard =
      !tilebase.read(text).error ||
      !tilebase.read(text, { size: game.size }).error ||
      setup.sizesOf(text).length > 0;
    if (!isBoard && game.isHidden) {
      onerror("A board is being looked for: paste moves when it is there.");
      return;
    }
    const { found, why } = isBoard ? { found: [], why: "" } : movesOf(tilebase, text, game);
    if (found.length > 1) onask(found);
    else if (found.length === 1) onmoves(found[0].moves);
    else if (why && !looksLikeBoard(text)) onerror(why);
    else if (!setup.type(text)) {
      setup.open(text);
      if (why) onerror(`As moves: ${why}`);
    }
  });
}
