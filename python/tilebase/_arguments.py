"""Arguments that are read slowly, and what to do with wrong ones."""

from operator import index
from typing import Any

# The most distances that are named one by one: more than any shape has.
_MOST = 10_000


def distances(given: Any) -> list[tuple[int, int]]:
    """The argument `distance`: the first and the last of each range."""

    def number(item: Any) -> int:
        expected = "an int from 0, (first, last), or a set or range of ints"
        text = f"distance: expected {expected}, found {given!r}"
        try:
            value = index(item)
        except TypeError:
            raise TypeError(text) from None
        if not 0 <= value < 1 << 32:
            raise ValueError(text)
        return value

    if isinstance(given, set | frozenset | range):
        if not given:
            raise ValueError("distance: expected at least one, found none")
        if isinstance(given, range) and abs(given.step) == 1:
            ends = number(given[0]), number(given[-1])
            return [(min(ends), max(ends))]
        number(max(given) if isinstance(given, range) else 0)
        if len(given) > _MOST:
            raise ValueError(f"distance: expected at most {_MOST}, found {len(given)}")
        return [(at, at) for at in sorted(map(number, given))]
    first, last = given if hasattr(given, "__len__") and len(given) == 2 else (given, given)
    if number(first) > number(last):
        raise ValueError(f"distance: expected the smaller one first, found ({first}, {last})")
    return [(number(first), number(last))]


def cure(given: Any, name: str) -> str:
    """How to make an array of integers of something else. It must change no number."""
    first: Any = None
    try:
        first = next(iter(given), None)
    except TypeError:
        pass
    kind = getattr(getattr(given, "dtype", None), "kind", None)
    is_text = isinstance(first.as_py() if hasattr(first, "as_py") else first, str)
    if hasattr(given, "collect"):
        return "convert it with .collect()"
    if hasattr(given, "columns"):
        return "convert it with .to_numpy()"
    if is_text and name in ("boards", "moves"):
        is_board = name == "boards"
        what, function = ("text", "parse") if is_board else ("letters", "actions")
        return f"convert {what} with tilebase.{function}(...)"
    if first is not None and hasattr(given, "to_pylist"):
        return "convert it with .to_pylist()"
    is_rows = hasattr(first, "__iter__") and kind in ("O", None) and getattr(given, "ndim", 1) < 2
    if first is not None and hasattr(given, "astype") and not is_rows:
        return "convert it with .astype(numpy.int64)"
    if hasattr(first, "__iter__"):
        return "convert it with numpy.stack(list(...))"
    return "make one with numpy.array(...)"
