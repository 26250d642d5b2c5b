// Small boards: the goal, and those of searches and replays.

import { partAt } from "./board.mjs";

/** Shows a board in an element. The tiles of a goal have their parts of the picture. */
export function showMini(element, cells, cols, goal = null) {
  element.style.setProperty("--cols", cols);
  const rows = cells.length / cols;
  element.style.setProperty("--rows", rows);
  const look = (tile) => (goal && tile ? ` style="background-position:${partAt(goal.indexOf(tile), rows, cols)}"` : "");
  element.innerHTML = cells.map((tile) => `<span${look(tile)}>${tile || ""}</span>`).join("");
}
