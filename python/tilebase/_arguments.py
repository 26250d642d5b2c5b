"""Arguments that need not be read fast. The Rust part of the package calls these functions."""

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import index
from typing import Any, TypeAlias

from tilebase._arrays import (
    _array_of,
    _expect_unmasked,
    _is_buffer,
    _is_missing,
    _is_tensor,
    _kind,
    copied,
)
from tilebase._arrays import expect_unmasked as expect_unmasked
from tilebase._arrays import indices as indices
from tilebase._arrays import numbers as numbers
from tilebase._arrays import wrong_out as wrong_out
from tilebase._arrays import wrong_shape as wrong_shape
from tilebase._native import _numpy

# The most distances that are named one by one: more than any shape has.
_MOST = 10_000


def distances(given: Any) -> list[tuple[int, int]] | None:
    """The argument `distance`: the first and the last of each range."""
    if given is None:
        return None

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


def new_data(given: Any) -> str | None:
    """The argument `data`, a folder that is there or will be made."""
    if given is None:
        return None
    text = f"data: expected the path of a folder, found {given!r}"
    try:
        path = os.fsdecode(given) if not isinstance(given, bytes) else None
    except TypeError:
        path = None
    if path is None:
        raise TypeError(text)
    if "\0" in path or os.path.exists(path) and not os.path.isdir(path):
        raise ValueError(text)
    return path


def data(given: Any) -> str | None:
    """The argument `data`, a folder of tables that is there."""
    path = new_data(given)
    if path is not None and not os.path.exists(path):
        raise ValueError(f"data: there is no folder {given!r}; tilebase.generate makes it")
    return path


def seed(given: Any) -> int:
    """The argument `seed`, unless it is text."""
    if hasattr(given, "integers"):
        return int(given.integers(0, (1 << 64) - 1, None, "uint64", True))
    if given == "":
        raise ValueError("seed: expected a number or any other text, found ''")
    expected = "seed: expected an int of 64 bits, a str or a numpy.random.Generator"
    text = f"{expected}, found {given!r}"
    try:
        number = index(given)
    except TypeError:
        raise TypeError(text) from None
    if not -(1 << 63) <= number < 1 << 64:
        raise ValueError(text)
    return number % (1 << 64)


# Where the blank goes, in the library's order.
_WORDS = ("down", "left", "right", "up")


def order(given: Any) -> list[int]:
    """The argument `actions`: the directions of the blank for which 0 to 3 stand."""
    # The tile goes the other way.
    for letters in ("dlru", "URLD"):
        if isinstance(given, str) and sorted(given) == sorted(letters):
            return [letters.index(letter) for letter in given]
    raise ValueError(
        "actions: expected the letters of the moves 0 to 3, where the blank goes as \"dlru\", "
        f"or where the tile goes as \"UDLR\", found {given!r}"
    )


def no_move(order: Sequence[int], name: str, row: int, found: object) -> ValueError:
    """The error for an integer that stands for no move."""
    *ways, last = (f"{number} ({_WORDS[way]})" for number, way in enumerate(order))
    return ValueError(f"{name}[{row}]: expected {', '.join(ways)} or {last}, found {found}")


def steps(given: Any, count: int, order: list[int]) -> bytes:
    """The argument `moves` of `step`: where the blank goes, one byte for each board."""
    found = copied(given, "moves")
    if found.shape != (count,):
        raise ValueError(f"moves: expected shape ({count},), found {found.shape}")
    if count and not 0 <= found.min() <= found.max() <= 3:
        row = int(((found < 0) | (found > 3)).argmax())
        raise no_move(order, "moves", row, found[row])
    return _numpy().array(order, "uint8").take(found).tobytes()  # type: ignore[no-any-return]


# The letters of the moves that integers stand for, and the order of these moves; None for tiles.
_Integers: TypeAlias = tuple[list[str], list[int]] | None


def moves(given: Any, name: str, integers: _Integers) -> tuple[str, list[int]]:
    """Moves as text: words, letters, arrows or integers, or tiles each with a direction; and the
    integers among them.
    """

    def wrong(found: Any) -> TypeError:
        expected = "expected moves as str, or a sequence of words or integers"
        return TypeError(f"{name}: {expected}, found {type(found).__name__}")

    _expect_unmasked(given, name)
    items, text = _sequence(given), ""
    numbers: list[int] = []
    if items is None:
        raise wrong(given)
    for row, item in enumerate(items):
        between = ", "
        if isinstance(item, str):
            written = item
        elif (pair := _sequence(item)) is not None:
            written = " ".join(map(str, pair))
        else:
            try:
                number = index(item)
            except TypeError:
                raise wrong(item) from None
            if not -(1 << 63) <= number < 1 << 63:
                raise wrong(item)
            numbers.append(number)
            if integers is None:
                written, between = str(number), " "
            else:
                letters, order = integers
                if not letters:
                    expected = 'in the notation "cells", a move is a row and a column, as r3c2'
                    raise TypeError(f"{name}: {expected}, found {number}")
                if not 0 <= number < 4:
                    raise no_move(order, name, row, str(number))
                written, between = letters[number], ""
        text += (between if row else "") + written
    return text, numbers


def moves_of_many(given: Any, boards: int, integers: _Integers) -> tuple[bytes, bytes]:
    """The moves of many boards: all as bytes, and where those of each begin and the end, as words."""
    numpy = _numpy()
    if isinstance(given, tuple) and len(given) == 2 and not isinstance(given[0], str):
        return _joined_moves(*given, boards, integers)
    if isinstance(given, str | bytes) or not (hasattr(given, "__iter__") or hasattr(given, "__getitem__")):
        expected = "expected an iterable of str, or (letters, offsets)"
        raise TypeError(f"moves: {expected}, found {type(given).__name__}")
    texts: list[bytes] = []
    to_list: Any = getattr(given, "to_pylist", None)
    for row, item in enumerate(to_list() if to_list else given):
        text = item if isinstance(item, str) else moves(item, f"moves[{row}]", integers)[0]
        if row == boards:
            raise ValueError(f"moves has more items than boards, which has {boards} rows")
        texts.append(text.encode())
    if len(texts) < boards:
        raise ValueError(f"boards has more rows than moves, which has {len(texts)}")
    offsets = numpy.zeros(boards + 1, numpy.uintp)
    offsets[1:] = numpy.fromiter(map(len, texts), numpy.uintp, boards).cumsum()
    return b"".join(texts), offsets.tobytes()


def _joined_moves(letters: Any, offsets: Any, boards: int, integers: _Integers) -> tuple[bytes, bytes]:
    """The same of letters and offsets."""
    numpy = _numpy()
    letters, offsets = copied(letters, "letters"), copied(offsets, "offsets")
    if letters.ndim != 1:
        raise ValueError(f"letters: expected shape (n,), found {letters.shape}")
    if offsets.shape != (boards + 1,):
        raise ValueError(f"offsets: expected shape ({boards + 1},), found {offsets.shape}")
    before = numpy.concatenate([offsets[:1] * 0, offsets[:-1]])
    wrong = (offsets < before) | (offsets > len(letters))
    if wrong.any():
        row = int(wrong.argmax())
        expected = f"expected a number from the one before it to {len(letters)}"
        raise ValueError(f"offsets[{row}]: {expected}, found {offsets[row]}")
    begin = int(offsets[0])
    letters, places = letters[begin : int(offsets[-1])], offsets - offsets[0]
    if letters.dtype != numpy.uint8:
        wrong = (letters < 0) | (letters > 255)
        if wrong.any():
            place = int(wrong.argmax())
            raise ValueError(f"letters[{begin + place}]: expected a byte, found {letters[place]}")
    found = letters.astype(numpy.uint8, copy=False)
    if integers is not None:
        # A letter is none of these numbers.
        of_number = numpy.arange(256, dtype=numpy.uint8)
        of_number[: len(integers[0])] = [*"".join(integers[0]).encode()]
        found = of_number[found]
    return found.tobytes(), places.astype(numpy.uintp, copy=False).tobytes()


def _sequence(given: Any) -> Any:
    """The items of a sequence or an array, in order. An array of Arrow has an object for each, which
    only it knows to convert, and so has one of NumPy.
    """
    if isinstance(given, list | tuple):
        return given
    for name in ("tolist", "to_pylist"):
        if hasattr(given, name):
            items = getattr(given, name)()
            return items if isinstance(items, list) else None
    return given if isinstance(given, Sequence) and not isinstance(given, str | bytes) else None


def joined(given: Sequence[Any]) -> str | None:
    """The text of a board that is a list of its cells as text, such as a row of `csv.reader`, or of
    its rows. A list of one text is a list of boards.
    """
    if len(given) < 2 or not all(isinstance(item, str) for item in given):
        return None
    has_rows = any(" " in item.strip() or "," in item for item in given)
    return ("\n" if has_rows else ",").join(item if item.strip() else "x" for item in given)


def cells(given: Any, most: int) -> tuple[list[int], list[int]]:
    """The numbers of a board, and how many each row has if it is a sequence of rows."""

    def no_board(why: str = "") -> TypeError:
        expected = "expected a board as str, a sequence of ints or an array"
        return TypeError(f"{expected}, found {type(given).__name__}{why}")

    def add(item: Any) -> None:
        if len(found) >= most:
            raise too_many
        try:
            tile = index(item)
        except TypeError:
            raise TypeError(no_tile(item)) from None
        if not -(1 << 63) <= tile < 1 << 63:
            raise ValueError(no_tile(item))
        found.append(tile)

    def no_tile(item: Any) -> str:
        number = len(found) + 1
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        suffix = "th" if number % 100 in (11, 12, 13) else suffix
        expected = "expected a tile's number or 0 for the blank"
        return f"the {number}{suffix} cell: {expected}, found {item!r}"

    too_many = ValueError(f"more than {most} cells: expected at most {most}")
    if isinstance(given, dict | set | frozenset):
        raise no_board(", whose items are in no order that a board has")
    expect_unmasked(given)
    if _is_tensor(given):
        given = _array_of(given)
    is_list, items = isinstance(given, list | tuple), given
    size = None if is_list else getattr(given, "size", None)
    if not isinstance(size, int) and hasattr(given, "__len__"):
        size = len(given)
    # Before taking any memory.
    if isinstance(size, int) and size > most:
        raise too_many
    # Arrays of all libraries have this method, whatever their dtype.
    if not is_list and hasattr(given, "tolist"):
        items = given.tolist()
    if not hasattr(items, "__iter__") and not hasattr(items, "__getitem__"):
        raise no_board()
    found: list[int] = []
    rows: list[int] = []
    for item in items:
        if len(rows) >= most:
            raise too_many
        if isinstance(item, int | str) or not hasattr(item, "__iter__"):
            add(item)
            continue
        begin = len(found)
        for tile in item:
            add(tile)
        rows.append(len(found) - begin)
    if rows and len(found) != sum(rows):
        raise TypeError("expected a board of ints or of rows, found both")
    return rows, found


def like(given: Any, cells: list[int], texts: tuple[str, str] | None) -> Any:
    """A board of the same kind as another one, which is no list: a str with rows if that has them, an
    array of the same shape, or else a tuple. Of a str, `texts` are the board in a line and in rows.
    """
    if hasattr(given, "flat"):
        # An array of NumPy.
        after = given.copy()
        after.flat = cells
        return after
    if hasattr(given, "shape") and _kind(given) is not None:
        return _numpy().array(cells, given.dtype).reshape(given.shape)
    if texts is not None:
        line, rows = texts
        if "\n" in given.strip():
            return rows
        return " / ".join(" ".join(row.split()) for row in rows.splitlines()) if "/" in given else line
    return bytes(it for it in cells if 0 <= it < 256) if isinstance(given, bytes) else tuple(cells)


def _is_table(given: Any) -> bool:
    """Whether an object has columns. The class is asked, because LazyFrame warns of looking there."""
    return isinstance(given, Mapping) or hasattr(type(given), "columns")


def items(given: Any, name: str, items: str) -> Iterator[Any]:
    """The items of an argument, an iterable of them and neither a single str nor a table."""
    is_table, is_text = _is_table(given), isinstance(given, str | bytes)
    is_iterable = hasattr(given, "__iter__") or hasattr(given, "__getitem__")
    if is_table or is_text or not is_iterable:
        cure = "; pass one of its columns" if is_table else ""
        found = type(given).__name__
        raise TypeError(f"{name}: expected an iterable of {items}, found {found}{cure}")
    return iter(given.to_pylist() if hasattr(given, "to_pylist") else given)


def has_items(given: Any) -> bool:
    """Whether an object is a sequence of boards in any form, and no array of numbers."""
    kind = _kind(given)
    if kind is not None:
        is_array = kind not in "OUT"
    else:
        is_array = _is_table(given) or _is_buffer(given) or _is_tensor(given)
    if is_array or isinstance(given, str | bytes) or not hasattr(given, "__len__"):
        return False
    return any(
        _is_missing(it) or hasattr(it, "__len__") or hasattr(it, "as_py") for it in _first(given)
    )


def _first(given: Any) -> list[Any]:
    """The first item of an object, if it has one."""
    try:
        return list(islice(given, 1))
    except Exception:
        return []


def is_many(given: Any, cells: int | None) -> bool:
    """Whether an object that is no board is many boards."""
    from tilebase._native import apply

    if isinstance(given, str):
        return False
    for board in _first(given):
        length = len(board) if hasattr(board, "__len__") else None
        if isinstance(board, str):
            return len(board) > 3
        if any(hasattr(row, "__len__") for row in _first(board)):
            return True
        if cells is not None or length is None:
            return length is not None and length == cells
        # Without a shape, each row may be a board.
        try:
            apply(board, "")
        except (TypeError, ValueError):
            return False
        return True
    return False
