// Why a board cannot reach the goal, in words: what is counted, two examples, and the cure.

import { plural } from "./words.mjs";

/** The pairs of tiles whose order is not that of the goal, as they stand on the board. */
function wrongPairs(cells, goal) {
  const place = new Map(goal.map((tile, cell) => [tile, cell]));
  const tiles = cells.filter((tile) => tile > 0);
  const pairs = [];
  tiles.forEach((first, at) => {
    for (const later of tiles.slice(at + 1))
      if (place.get(first) > place.get(later)) pairs.push([first, later]);
  });
  return pairs;
}

/** Two pairs without a tile in common if there are such, or else the first. */
function examplesOf(pairs) {
  const [first] = pairs;
  const other = pairs.find((pair) => !pair.some((tile) => first.includes(tile))) ?? pairs[1];
  return [first, other].filter(Boolean).map(([a, b]) => `${a} before ${b}`);
}

/** Why no moves lead to the goal, though they would after two tiles are swapped. */
export function whyUnsolvable({ cells, goal, rows, cols }, [a, b]) {
  const pairs = wrongPairs(cells, goal);
  const examples = pairs.length ? `: ${pairs.length > 2 ? "for instance " : ""}${examplesOf(pairs).join(" and ")}` : "";
  const counted = `Read row by row, ${plural(pairs.length, "pair")} of tiles ${pairs.length === 1 ? "is" : "are"} in the wrong order${examples}.`;
  const swap = `Swapping two tiles does: swap ${a} and ${b}.`;
  // Sideways, no tile passes another. Up or down, it passes all others of a row.
  if (cols % 2 === 1)
    return `${counted} That is an odd number. A tile that slides sideways passes no other, and one that slides up or down passes ${cols - 1}, so a move never changes odd to even, and at the goal it is 0. ${swap}`;
  const rowOf = (board) => Math.floor(board.indexOf(0) / cols);
  const apart = Math.abs(rowOf(cells) - rowOf(goal));
  const sum = `${pairs.length} + ${apart} = ${pairs.length + apart}`;
  const counts = apart
    ? `The gap is ${plural(apart, "row")} from that of its goal: ${sum}, which is odd.`
    : "That is an odd number, and the gap is in the row of its goal.";
  return `${counted} ${counts} A tile that slides up or down passes ${cols - 1} others, and the gap goes one row: together, a move never changes odd to even, and at the goal both are 0. ${swap}`;
}
