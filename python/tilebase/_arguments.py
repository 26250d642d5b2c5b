"""Arguments that need not be read fast, and what is wrong with them and what to do."""

import os
import sys
from collections.abc import Sequence
from itertools import islice
from operator import index
from typing import Any, TypeAlias

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
    from tilebase._native import _numpy

    found = numbers(given, "moves")
    if found.shape != (count,):
        raise ValueError(f"moves: expected shape ({count},), found {found.shape}")
    wrong = (found < 0) | (found > 3)
    if wrong.any():
        row = int(wrong.argmax())
        raise no_move(order, "moves", row, found[row])
    return _numpy().array(order, "uint8")[found].tobytes()  # type: ignore[no-any-return]


def indices(given: Any, states: int, size: str) -> bytes:
    """The argument `indices`, one word for each."""
    found = numbers(given, "indices")
    if found.ndim != 1:
        raise ValueError(f"indices: expected shape (n,), found {found.shape}")
    wrong = (found < 0) | (found >= states)
    if wrong.any():
        row = int(wrong.argmax())
        expected = f"expected 0 to {states - 1} for {size}"
        raise ValueError(f"indices[{row}]: {expected}, found {found[row]}")
    return found.astype("uint64").tobytes()  # type: ignore[no-any-return]


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
    from tilebase._native import _numpy

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
    from tilebase._native import _numpy

    numpy = _numpy()
    letters, offsets = numbers(letters, "letters"), numbers(offsets, "offsets")
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
    found = letters.astype(numpy.uint8)
    if integers is not None:
        # A letter is none of these numbers.
        of_number = numpy.arange(256, dtype=numpy.uint8)
        of_number[: len(integers[0])] = [*"".join(integers[0]).encode()]
        found = of_number[found]
    return found.tobytes(), places.astype(numpy.uintp).tobytes()


def numbers(given: Any, name: str, one: str = "") -> Any:
    """An array of integers as NumPy has it."""
    from tilebase._native import _numpy

    _expect_unmasked(given, name)
    found = array(given, name, one)
    if hasattr(found, "dtype"):
        return _numpy().asarray(found)
    buffer = memoryview(found)
    if buffer.format.lstrip("@=<>!") not in {*"bBhHiIlLqQnN"}:
        raise TypeError(f"{name}: expected an array of integers, found format {buffer.format}")
    return _numpy().asarray(buffer)


def expect_unmasked(given: Any) -> None:
    """Refuses arrays with masked cells, which have no number, and lists of them."""
    # Where nobody has imported it, there are none.
    masked = sys.modules.get("numpy.ma")
    if masked is None:
        return
    if isinstance(given, list | tuple):
        for item in given:
            # Others in a list have no masks, or are no board.
            if not isinstance(item, int | list | str):
                expect_unmasked(item)
    elif isinstance(given, masked.MaskedArray) and given.mask.any():
        raise ValueError("expected no masked cells, found some; leave these boards out")


def _expect_unmasked(given: Any, name: str) -> None:
    """The same for an argument with this name."""
    try:
        expect_unmasked(given)
    except ValueError as why:
        raise ValueError(f"{name}: {why}") from None


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


def like(given: Any, cells: list[int], cols: int, texts: tuple[str, str]) -> Any:
    """A board of the same kind as another one: a str with rows if that has them, an array or a list of
    the same shape, or else a tuple. `texts` are the board in a line and in rows.
    """
    from tilebase._native import _numpy

    if isinstance(given, str):
        line, rows = texts
        if "\n" in given.strip():
            return rows
        return " / ".join(" ".join(row.split()) for row in rows.splitlines()) if "/" in given else line
    if isinstance(given, bytes):
        return bytes(cell for cell in cells if 0 <= cell < 256)
    if _kind(given) is not None and hasattr(given, "shape"):
        return _numpy().array(cells, given.dtype).reshape(given.shape)
    if not isinstance(given, list):
        return tuple(cells)
    if isinstance(given[0], list):
        return [cells[at : at + cols] for at in range(0, len(cells), cols)]
    return cells


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


# The longest sequence of which an array is made, if it is neither a list nor a tuple.
_MOST_ITEMS = 1 << 24


def array(given: Any, name: str, one: str) -> Any:
    """An array of integers of what is none, or an error that says how to make one. `one` is the
    function for a single board.
    """
    from tilebase import _arrow

    def wrong(found: str) -> TypeError:
        return TypeError(f"{name}: expected an array of integers, found {found}")

    def expect_none_missing(rows: Any) -> None:
        # Its numbers are no integers because one is missing.
        row = _missing_row(rows, 3)
        if row is not None:
            raise ValueError(f"{name}: expected no missing values, found one in row {row}") from None

    found, is_made = given, False
    try:
        if _is_arrow(given):
            numbers = _arrow.numbers(given)
            if numbers is not None:
                return numbers
        is_tensor = _is_tensor(found)
        if is_tensor:
            found = _array_of(found)
    except (TypeError, ValueError) as why:
        kind: Any = TypeError if isinstance(why, TypeError) else ValueError
        raise kind(f"{name}: {why}") from None
    if not is_tensor and _is_numbers(found):
        is_made, items = True, found
        try:
            found = _array_of(items)
        except Exception:
            expect_none_missing(items)
            raise
        if not len(items):
            # NumPy takes nothing for floats.
            found = found.astype("uint8")
    dtype, kind = getattr(found, "dtype", None), _kind(found)
    if dtype is not None and kind not in ("i", "u"):
        if kind in ("O", "f"):
            expect_none_missing(found)
        if kind == "O" and is_made:
            # Python's own integers have no limit.
            raise wrong("items that are no integers of 64 bits")
        # The name that the user knows.
        raise wrong(f"dtype {dtype}; {_cure(found, name, one)}")
    if getattr(found, "ndim", None) == 0:
        raise wrong("one of no dimensions, which holds one number")
    if not _is_buffer(found):
        if not hasattr(found, "collect") and hasattr(found, "columns"):
            try:
                rows = _array_of(found)
            except Exception:
                rows = ()
            expect_none_missing(rows)
        raise wrong(f"{type(found).__name__}; {_cure(found, name, one)}")
    return found


def _array_of(given: Any) -> Any:
    """The array that NumPy makes of an object, which it does not copy if it is an array."""
    from tilebase._native import _numpy

    is_tensor = not hasattr(given, "__array__") and hasattr(given, "__dlpack__")
    return _numpy().from_dlpack(given) if is_tensor else _numpy().asarray(given)


def _is_arrow(given: Any) -> bool:
    return hasattr(given, "__arrow_c_array__") or hasattr(given, "__arrow_c_stream__")


def _is_buffer(given: Any) -> bool:
    try:
        memoryview(given)
    except Exception:
        return False
    return True


def _is_tensor(given: Any) -> bool:
    """Whether an object is an array of a library whose types NumPy does not have, such as PyTorch."""
    is_array = hasattr(given, "__array__") or hasattr(given, "__dlpack__")
    return is_array and _kind(given) is None and not _is_arrow(given) and not _is_buffer(given)


def _is_numbers(given: Any) -> bool:
    """Whether an object is a sequence of which NumPy makes an array, and not one of text. No more
    numbers are taken of a range than fit into memory.
    """
    if isinstance(given, list | tuple):
        return True
    is_sequence = isinstance(given, Sequence) and not isinstance(given, str | bytes)
    if not is_sequence or hasattr(given, "dtype") or _is_buffer(given):
        return False
    try:
        return len(given) <= _MOST_ITEMS
    except OverflowError:
        return False


def _kind(given: Any) -> str | None:
    """The kind of numbers in an array, as NumPy names it."""
    kind = getattr(getattr(given, "dtype", None), "kind", None)
    return kind if isinstance(kind, str) else None


def _is_missing(item: Any) -> bool:
    """Whether an object stands for a missing value."""
    try:
        return item is None or bool(item != item)
    except Exception:
        # pandas.NA refuses to be compared.
        return type(item).__name__ == "NAType"


def _missing_row(rows: Any, dims: int) -> int | None:
    """The first row in which a value is missing, of lists and arrays with at most these dimensions."""

    def has_one(row: Any) -> bool:
        is_row = isinstance(row, list | tuple) or hasattr(row, "tolist")
        return _is_missing(row) or dims > 1 and is_row and _missing_row(row, dims - 1) is not None

    try:
        return next((at for at, row in enumerate(rows) if has_one(row)), None)
    except TypeError:
        return None


def has_items(given: Any) -> bool:
    """Whether an object is a sequence of boards in any form, and no array of numbers."""
    kind = _kind(given)
    if kind is not None:
        is_array = kind not in "OUT"
    else:
        has_names = hasattr(given, "columns") or hasattr(given, "keys")
        is_array = has_names or _is_buffer(given) or _is_tensor(given)
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


def wrong_shape(dims: list[int], expected: tuple[int, int] | None, one: str) -> str:
    """What is wrong with an array of boards of this shape. `one` is the function for one board."""
    if expected is None:
        cells, is_one = None, len(dims) == 1 or len(dims) == 2 and dims[0] == dims[1]
        text = '(n, rows, cols), or (n, cells) with size="RxC"'
    else:
        cells = expected[0] * expected[1]
        is_one = dims in ([cells], [*expected])
        text = f"(n, {cells}) or (n, {expected[0]}, {expected[1]})"
    cure = _planes(dims, cells) or (_one_board(one) if is_one else None)
    return f"boards: expected shape {text}, found {tuple(dims)}" + (f"; {cure}" if cure else "")


def _planes(dims: Sequence[int], expected: int | None) -> str | None:
    """How to make boards of planes, one for each tile, if this can be their shape."""
    if len(dims) == 4 and dims[1] == dims[2] * dims[3]:
        axis = "1"
    elif len(dims) == 4 and dims[3] == dims[1] * dims[2]:
        axis = "-1"
    elif len(dims) == 3 and dims[1] == dims[2] == expected:
        axis = "-1"
    else:
        return None
    return f"make boards of planes for the blank and each tile with .argmax(axis={axis})"


def _one_board(function: str) -> str:
    """What to do with one board where many are expected."""
    return f"for one board, use `{function}`" if function else "put one board into brackets: [board]"


def _cure(given: Any, name: str, one: str) -> str:
    """How to make an array of integers of something else. It must change no number."""
    shape = getattr(given, "shape", None)
    is_shape = isinstance(shape, Sequence) and all(isinstance(it, int) for it in shape)
    of_planes = _planes(shape, None) if name == "boards" and is_shape and shape else None
    if of_planes:
        return of_planes
    return _one_board(one) if name == "boards" and isinstance(given, str) else cure(given, name)


def wrong_out(out: Any, count: int) -> Exception:
    """What is wrong with an array for answers."""
    expected = "out: expected an array of uint8, found"
    dtype = getattr(out, "dtype", None)
    if dtype is not None and str(dtype) != "uint8":
        return TypeError(f"{expected} dtype {dtype}")
    try:
        view = memoryview(out)
    except Exception:
        return TypeError(f"{expected} {type(out).__name__}")
    if view.format != "B":
        return TypeError(f"{expected} format {view.format}")
    if not view.c_contiguous:
        found = f"shape {view.shape} with strides {view.strides}"
        return ValueError(f"out: expected a C-contiguous array, found {found}")
    if view.shape != (count,):
        return ValueError(f"out: expected shape ({count},), found {view.shape}")
    if view.readonly:
        return ValueError("out: expected an array to write to, found a read-only one")
    return ValueError("out: expected an array of its own, found one in the memory of boards")
