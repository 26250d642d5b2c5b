"""A stratified benchmark: grade a solver's answers to a hundred boards at each distance.

    python benchmark.py
"""

from collections import Counter
from collections.abc import Callable

import tilebase


def grade(
    solver: Callable[[list[int]], str], per_distance: int = 100, seed: int = 1
) -> dict[int, Counter[str]]:
    """Count a solver's optimal, valid and wrong answers at each distance."""
    oracle = tilebase.Oracle()
    boards = tilebase.sample(per_distance=per_distance, seed=seed)
    distances = oracle.distances(boards)
    verdicts = tilebase.check(boards, [solver(board.tolist()) for board in boards])
    grades: dict[int, Counter[str]] = {}
    for distance, verdict in zip(distances.tolist(), verdicts):
        kind = verdict.split()[0].rstrip(":")
        grades.setdefault(distance, Counter())[kind] += 1
    return grades


def greedy(board: list[int], most: int = 200) -> str:
    """A poor solver: it always makes the move that leaves the fewest tiles out of place."""
    goal = [*range(1, len(board)), 0]
    moves, last = "", ""
    while board != goal and len(moves) < most:
        best: tuple[int, str, list[int]] | None = None
        for letter in "dlru":
            if letter + last in ("du", "ud", "lr", "rl"):
                continue
            try:
                after = tilebase.apply(board, letter)
            except ValueError:
                continue
            wrong = sum(a != b for a, b in zip(after, goal))
            if best is None or wrong < best[0]:
                best = (wrong, letter, after)
        assert best is not None
        _, last, board = best
        moves += last
    return moves


if __name__ == "__main__":
    for distance, counts in grade(greedy).items():
        print(f"{distance:2}", dict(counts))
