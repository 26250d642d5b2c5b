// What the steps of a search add up to: how deep each is, and the rounds of IDA*.

/** The number of moves from its root to the board of each step. */
export function depthsOf({ parents }) {
  const depths = new Int32Array(parents.length);
  // A parent comes before its children.
  parents.forEach((parent, step) => (depths[step] = parent < 0 ? 0 : depths[parent] + 1));
  return depths;
}

/**
 * The rounds of IDA*, each from a root to the next: where it begins, its limit, and the number of
 * boards that it expanded. The limit of a round is the least sum that was too much for the one
 * before, so the round has a board with that sum; the last ends with a solution of that length, or
 * of that cost. `made` is what led to the board of each step.
 */
export function roundsOf({ steps, moves, cost }, made) {
  const starts = [...steps.parents.keys()].filter((step) => steps.parents[step] < 0);
  return starts.map((from, round) => {
    const end = starts[round + 1] ?? steps.parents.length;
    let limit = 0;
    for (let step = from; step < end; step += 1)
      limit = Math.max(limit, made[step] + steps.estimates[step]);
    const isLast = round === starts.length - 1 && moves !== null;
    const found = isLast ? (steps.costs.length ? cost : moves.length) : 0;
    return { from, limit: Math.max(limit, found), boards: end - from };
  });
}
