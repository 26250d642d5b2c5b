"""Arrays of integers, what is wrong with arrays and what to do."""

import sys
from collections.abc import Sequence
from typing import Any

from tilebase._native import _numpy


def indices(given: Any, states: int, size: str) -> bytes:
    """The argument `indices`, one word for each."""
    found = copied(given, "indices")
    if found.ndim != 1:
        raise ValueError(f"indices: expected shape (n,), found {found.shape}")
    wrong = (found < 0) | (found >= states)
    if wrong.any():
        row = int(wrong.argmax())
        expected = f"expected 0 to {states - 1} for {size}"
        raise ValueError(f"indices[{row}]: {expected}, found {found[row]}")
    return found.astype("uint64", copy=False).tobytes()  # type: ignore[no-any-return]


def copied(given: Any, name: str) -> Any:
    """A copy of an array of integers. Another thread may change what is given."""
    return _numpy().array(numbers(given, name))


def numbers(given: Any, name: str, one: str = "") -> Any:
    """An array of integers as NumPy has it."""
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


def _cure(given: Any, name: str, one: str) -> str:
    """How to make an array of integers of something else. It must change no number."""
    if name == "boards":
        shape = getattr(given, "shape", None)
        is_shape = isinstance(shape, Sequence) and all(isinstance(it, int) for it in shape)
        of_planes = _planes(shape, None) if is_shape and shape else None
        if of_planes or isinstance(given, str):
            return of_planes or _one_board(one)
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
