"""Verdicts and moves as numbers, for arrays."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from tilebase._native import Oracle, check

if TYPE_CHECKING:
    from tilebase._native import _Board, _Notation

_ACTIONS = numpy.full(256, 255, numpy.uint8)
_ACTIONS[[*b"dlruDLRU"]] = [0, 1, 2, 3] * 2


def excess(
    boards: "Iterable[_Board]",
    answers: Iterable[str],
    *,
    oracle: Oracle | None = None,
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


def actions(moves: str | bytes | NDArray[numpy.uint8]) -> NDArray[numpy.uint8]:
    """Moves in the notation "blank" as the numbers that `step` and the environments take: 0 d, 1 l,
    2 r, 3 u. Letters of `solutions_array` need no copy, and their offsets hold for the numbers.

    Raises ValueError for anything else.
    """
    text = moves.encode() if isinstance(moves, str) else moves
    letters = text if isinstance(text, numpy.ndarray) else numpy.frombuffer(text, numpy.uint8)
    found = _ACTIONS[letters]
    if (found == 255).any():
        wrong = int((found == 255).argmax())
        raise ValueError(f"moves[{wrong}]: expected one of d, l, r, u, found {chr(letters[wrong])!r}")
    return found
