// The list of sizes: squares first, then all others.

import { MOST_CELLS, MOST_ROWS, isPlayed, shapesOf } from "./grid.mjs";

/** The shortest side of other sizes of more than 25 cells. */
const SHORTEST_SIDE = 5;
const SQUARES = [3, 4, 5, 6, 7, 8, 9, 10, 2].map((side) => `${side}x${side}`);

export const rowsAndCols = (size) => size.split("x").map(Number);

export const sizeOption = (size) => new Option(size.replace("x", " × "), size);

export function offerSizes(select) {
  const others = Object.assign(document.createElement("optgroup"), { label: "More sizes" });
  for (let cells = 6; cells <= MOST_ROWS ** 2; cells += 1) {
    const isOffered = (size) => {
      const sides = rowsAndCols(size);
      const isWide = cells <= MOST_CELLS || Math.min(...sides) >= SHORTEST_SIDE;
      return isPlayed(...sides) && isWide && !SQUARES.includes(size);
    };
    others.append(...shapesOf(cells).filter(isOffered).map(sizeOption));
  }
  select.append(...SQUARES.map(sizeOption), others);
}
