"""Verdicts, random solutions, and moves as numbers."""

from collections.abc import Iterable
from operator import index
from random import Random
from typing import TYPE_CHECKING, SupportsIndex

from tilebase._native import Oracle, _numpy, _verdicts, letters

if TYPE_CHECKING:
    from numpy import int32, uint8
    from numpy.random import Generator
    from numpy.typing import NDArray

    from tilebase._native import _Actions, _Board, _Moves, _Notation


def check(
    boards: "Iterable[_Board]",
    answers: "Iterable[_Moves | None]",
    *,
    oracle: Oracle | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    actions: "_Actions | None" = None,
    unsolvable_as: str | None = None,
) -> list[str]:
    """Checks answers to boards. Returns a verdict for each, as the command prints it: "optimal",
    "valid +K" (K moves too many) or "wrong: ...", or "unknown: ..." if a limit of the oracle ended
    the search, or "invalid: ..." if the item is no board, which does not end the call.

    boards: an iterable of boards, or an array of shape (n, cells).
    answers: an iterable with as many items, each moves in a form that `apply` takes; or a claim
        that there is no solution: "unsolvable", "no solution", -1 and the like. An empty str
        has no moves; pandas.read_csv makes NaN of it, unless keep_default_na is False.
    oracle: the oracle for the goal, in either metric [Oracle("3x3")].
    notation: how the moves are written: "blank", "tile", "tiles" or "cells".
    blank: the number that stands for the blank [the oracle's, else 0].
    actions: the moves for which the integers 0, 1, 2 and 3 stand, as for `apply`.
    unsolvable_as: another str that means "unsolvable"; "null" for None and NaN, which are no
        answers otherwise, since programs also write them where a search was stopped.
    """
    asked = (of(oracle), boards, answers, notation, blank, actions, unsolvable_as)
    return [text for text, _ in _verdicts(*asked)]


def excess(
    boards: "Iterable[_Board]",
    answers: "Iterable[_Moves | None]",
    *,
    oracle: Oracle | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    actions: "_Actions | None" = None,
    unsolvable_as: str | None = None,
) -> "NDArray[int32]":
    """How many moves more than the least each answer has: int32 of shape (n,). 0 is optimal, -1
    wrong, -2 not known exactly, because a limit of the oracle ended the search, -3 invalid, and -4
    an answer that cannot be read, or none.

    The arguments are those of `check`.
    """
    asked = (of(oracle), boards, answers, notation, blank, actions, unsolvable_as)
    return _numpy().array([excess for _, excess in _verdicts(*asked)], "int32")  # type: ignore[no-any-return]


def of(oracle: Oracle | None) -> Oracle:
    """The argument `oracle`, or that of 3x3."""
    if oracle is None:
        return Oracle()
    if not isinstance(oracle, Oracle):
        raise TypeError(f"oracle: expected an Oracle, found {oracle!r}")
    return oracle


def random_solution(
    board: "_Board",
    *,
    oracle: Oracle | None = None,
    seed: "SupportsIndex | str | Generator | None" = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
) -> str | None:
    """One of the shortest solutions, each equally likely; None if the board cannot reach the goal.

    oracle: the oracle for the goal [the default goal of 3x3].
    seed: for the same seed the same solution: an int, or any text, such as a date; or a
        numpy.random.Generator, which gives one [a different one each time].
    blank: the number that stands for the blank [the oracle's, else 0].
    """
    solutions = of(oracle).all_solutions(board, notation=notation, blank=blank)
    number: int | str | None = None
    if isinstance(seed, str):
        number = seed
    elif isinstance(seed, SupportsIndex):
        number = index(seed)
    elif seed is not None:
        try:
            number = int(seed.integers(1 << 63))
        except AttributeError:
            expected = "an int, a str or a numpy.random.Generator"
            raise TypeError(f"seed: expected {expected}, found {seed!r}") from None
    random, chosen = Random(number), None
    for count, solution in enumerate(solutions, 1):
        if random.randrange(count) == 0:
            chosen = solution
    return chosen


def actions(
    moves: "str | bytes | NDArray[uint8]", *, actions: "_Actions | None" = None
) -> "NDArray[uint8]":
    """Moves in the notation "blank" as the numbers that `step` and the environments take: 0 d, 1 l,
    2 r, 3 u. Letters of `solutions` need no copy, and their offsets hold for the numbers.
    `letters` is the way back.

    actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
        order "dlru"], or of the tile's, such as "UDLR".

    Raises ValueError for other letters.
    """
    numpy = _numpy()
    number_of = numpy.full(256, 255, numpy.uint8)
    order = letters(range(4), actions=actions)
    number_of[[*f"{order}{order.upper()}".encode()]] = [0, 1, 2, 3] * 2
    # One byte for each letter, so that places are the same.
    text = moves.encode("latin-1", "replace") if isinstance(moves, str) else moves
    codes = numpy.frombuffer(text, numpy.uint8) if isinstance(text, bytes) else text
    if getattr(codes, "dtype", None) != numpy.uint8:
        found = f"dtype {codes.dtype}" if hasattr(codes, "dtype") else type(codes).__name__
        raise TypeError(f"moves: expected letters as str, bytes or uint8, found {found}")
    found = number_of[codes]
    if (found == 255).any():
        wrong = int((found == 255).argmax())
        letter = moves[wrong] if isinstance(moves, str) else chr(codes.flat[wrong])
        raise ValueError(f"moves[{wrong}]: expected one of d, l, r, u, found {letter!r}")
    return found  # type: ignore[no-any-return]
