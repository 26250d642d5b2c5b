"""Verdicts and moves as numbers, for arrays."""

from collections.abc import Iterable
from operator import index
from random import Random
from typing import TYPE_CHECKING, SupportsIndex

import numpy
from numpy.typing import NDArray

from tilebase._native import MultiOracle, Oracle, check

if TYPE_CHECKING:
    from numpy.random import Generator

    from tilebase._native import _Board, _Notation

_ACTIONS = numpy.full(256, 255, numpy.uint8)
_ACTIONS[[*b"dlruDLRU"]] = [0, 1, 2, 3] * 2


def excess(
    boards: "Iterable[_Board]",
    answers: Iterable[str],
    *,
    oracle: Oracle | MultiOracle | None = None,
    notation: "_Notation" = "blank",
) -> NDArray[numpy.int32]:
    """How many moves more than the least each answer has: int32 of shape (n,). 0 is optimal, -1
    wrong, and -2 not known exactly, because a limit of the oracle ended the search.

    The arguments are those of `check`.
    """
    numbers = {"optimal": 0, "wrong:": -1, "unknown:": -2, "valid:": -2}
    verdicts = check(boards, answers, oracle=oracle, notation=notation)
    words = (verdict.split(" ", 2) for verdict in verdicts)
    found = (int(word[1]) if word[0] == "valid" else numbers[word[0]] for word in words)
    return numpy.fromiter(found, numpy.int32)


def random_solution(
    board: "_Board",
    *,
    oracle: Oracle | None = None,
    seed: "SupportsIndex | Generator | None" = None,
    notation: "_Notation" = "blank",
) -> str | None:
    """One of the shortest solutions, each equally likely; None if the board cannot reach the goal.

    oracle: the oracle for the goal [the default goal of 3x3].
    seed: for the same seed the same solution: an int, or a numpy.random.Generator, which gives one
        [a different one each time].
    """
    solutions = (oracle or Oracle()).solutions(board, notation=notation)
    number: int | None = None
    if isinstance(seed, SupportsIndex):
        number = index(seed)
    elif seed is not None:
        number = int(seed.integers(1 << 63))
    random, chosen = Random(number), None
    for count, solution in enumerate(solutions, 1):
        if random.randrange(count) == 0:
            chosen = solution
    return chosen


def actions(moves: str | bytes | NDArray[numpy.uint8]) -> NDArray[numpy.uint8]:
    """Moves in the notation "blank" as the numbers that `step` and the environments take: 0 d, 1 l,
    2 r, 3 u. Letters of `solutions_array` need no copy, and their offsets hold for the numbers.

    Raises ValueError for other letters.
    """
    # One byte for each letter, so that places are the same.
    text = moves.encode("latin-1", "replace") if isinstance(moves, str) else moves
    letters = text if isinstance(text, numpy.ndarray) else numpy.frombuffer(text, numpy.uint8)
    if letters.dtype != numpy.uint8:
        raise TypeError(f"moves: expected letters as uint8, found dtype {letters.dtype}")
    found = _ACTIONS[letters]
    if (found == 255).any():
        wrong = int((found == 255).argmax())
        letter = moves[wrong] if isinstance(moves, str) else chr(letters.flat[wrong])
        raise ValueError(f"moves[{wrong}]: expected one of d, l, r, u, found {letter!r}")
    return found
