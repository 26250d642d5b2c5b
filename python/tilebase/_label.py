"""Tables of boards with their answers."""

import difflib
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar, overload

from tilebase._arrays import _array_of, _is_missing, _is_tensor
from tilebase._arrow import Columns, chunks, has_no_solution, packed
from tilebase._native import Oracle, _numpy, parse
from tilebase._numbers import of
from tilebase._results import Answers, Ended

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilebase._native import _Notation

# Boards answered between two reports of progress.
_CHUNK = 1 << 20

# The moves of each mask.
_MOVES = [
    "".join(letter for at, letter in enumerate("dlru") if mask >> at & 1) for mask in range(16)
]

# The columns that are added.
_ADDED = ("distance", "optimal", "solution", "lower", "upper", "ended", "error")


class _Frame(Protocol):
    """A table of pandas or Polars."""

    @property
    def columns(self) -> Any: ...


_Table = TypeVar("_Table", bound=_Frame)


class Labels(dict[str, Any]):
    """Columns as arrays of NumPy, which Arrow takes as a table."""

    columns: Columns

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.columns.__arrow_c_array__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.columns.__arrow_c_stream__()


@overload
def label(
    boards: _Table,
    oracle: Oracle | None = None,
    *,
    column: str | Sequence[str] | None = None,
    goal: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> _Table: ...
@overload
def label(
    boards: "Sequence[Any] | NDArray[Any] | dict[str, Any]",
    oracle: Oracle | None = None,
    *,
    column: str | Sequence[str] | None = None,
    goal: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Labels: ...
@overload
def label(
    boards: Any,
    oracle: Oracle | None = None,
    *,
    column: str | Sequence[str] | None = None,
    goal: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any: ...
def label(
    boards: Any,
    oracle: Oracle | None = None,
    *,
    column: str | Sequence[str] | None = None,
    goal: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Boards with their distances, optimal moves and solutions, as a table of their library.

    boards: a table of PyArrow, or a DataFrame of Polars or pandas, or a dict of columns, with a
        column of boards, or one for each cell. It is returned with the columns below behind its
        own; of a dict, these alone. A RecordBatchReader of PyArrow becomes another, which labels
        each batch when it is read. Or a column of these libraries, or an array or a list of boards:
        these columns alone, of NumPy's as a dict, which libraries that know Arrow take as a table,
        too. Boards are numbers, or text in any form that the command reads.
    oracle: the oracle for the goal, in either metric [that of 3x3].
    column: the name of the column of boards, if there are others, too; or the names of those of the
        cells, as a list, or from the first to the last: "c0..c8".
    goal: the name of a column with the goal of each board: a board, or a name such as "first". If
        the column of boards is named, this is a column called "goal", unless the oracle has another
        goal than the usual one, or it has words. Then it is not used, with a warning.
    notation: how the solutions are written; "optimal" has letters of the blank.
    blank: the number that stands for the blank [the oracle's, else 0].
    progress: called with (boards answered, all boards) after each million.

    The columns: "distance", null unless it is known; "optimal", all optimal moves; "solution", the
    best one found, which is shortest if the distance is known; "lower" and "upper", between which
    the distance is; "ended", an Ended: whether the board is solved, a limit of the oracle stopped
    its search, it cannot reach the goal, or the row is not a board; and "error", which says what is
    wrong with such a row. Where a library cannot say null, numbers are 255 and texts are empty.

    Boards are read a million at a time, so that no more of them are copied at once. Fixed-size lists
    of bytes are read where they lie.
    """
    if type(boards).__name__ == "LazyFrame":
        boards = boards.collect()
    library = type(boards).__module__.partition(".")[0]
    if library == "pyarrow" and hasattr(boards, "read_next_batch"):
        how: dict[str, Any] = {"column": column, "goal": goal, "notation": notation, "blank": blank}
        return _stream(boards, lambda part: label(part, oracle, **how))
    own = of(oracle)
    boards = _array_of(boards) if _is_tensor(boards) else boards
    if isinstance(boards, str | bytes) or not hasattr(boards, "__len__"):
        found = type(boards).__name__
        raise TypeError(f"boards: expected a table, an array or a list of boards, found {found}")
    names = _names(boards)
    for name in names:
        if name in _ADDED:
            raise ValueError(f"boards: there is a column {name!r} already; rename it, or drop it")
    data, goals = boards, None
    if names:
        chosen = _chosen([name for name in names if name != goal], column)
        goals = _goals(boards, names, goal, oracle, chosen if column is not None else None)
        data = _columns(boards, chosen)
    elif column is not None or goal is not None:
        raise TypeError(f"column: expected a table, found {type(boards).__name__}")
    parts, answered, all_rows = [], 0, _length(data)
    for part in _parts(data, needs_column=column is None and bool(_names(data))):
        if goals is None:
            answers = _answers(own, part, notation, blank)
        else:
            some = goals[answered : answered + len(part)]
            answers = _answers_of_goals(oracle, part, some, notation, blank)
        parts.append(_table(library, answers))
        answered += len(part)
        if progress is not None:
            progress(answered, all_rows)
    if library == "pyarrow":
        import pyarrow

        table = pyarrow.concat_tables(parts)
        if isinstance(boards, pyarrow.RecordBatch):
            boards = pyarrow.Table.from_batches([boards])
        for name in table.column_names if isinstance(boards, pyarrow.Table) else ():
            boards = boards.append_column(name, table[name])
        return boards if isinstance(boards, pyarrow.Table) else table
    if library == "polars":
        import polars

        table = polars.concat(parts)
        return boards.hstack(table) if isinstance(boards, polars.DataFrame) else table
    if library == "pandas":
        import pandas

        table = pandas.concat(parts, ignore_index=True).set_index(boards.index)
        # By position: an index may have a value twice.
        is_frame = isinstance(boards, pandas.DataFrame)
        return boards.assign(**{name: table[name].array for name in table}) if is_frame else table
    return _joined(parts)


def _names(boards: Any) -> list[Any]:
    """The names of the columns of a table."""
    if isinstance(boards, dict):
        return list(boards)
    names = getattr(boards, "column_names", None)
    return list(getattr(boards, "columns", ()) if names is None else names)


def _named(names: list[Any], name: object, argument: str = "column") -> Any:
    """The name of a column, which must be there."""
    if name in names:
        return name
    near = difflib.get_close_matches(str(name), map(str, names), 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    found = ", ".join(map(repr, names[:20]))
    raise ValueError(f"{argument}: there is no column {name!r}, there are {found}{meant}")


def _chosen(names: list[Any], column: str | Sequence[str] | None) -> list[Any]:
    """The columns with the boards, one or one for each cell."""
    if column is None:
        return names
    if column in names:
        return [column]
    if not isinstance(column, str):
        return [_named(names, name) for name in column]
    first, dots, last = column.partition("..")
    if not dots:
        return [_named(names, column)]
    ends = [re.fullmatch(r"(.*?)(\d+)", end) for end in (first, last)]
    if ends[0] and ends[1] and ends[0][1] == ends[1][1]:
        numbers = range(int(ends[0][2]), int(ends[1][2]) + 1)
        width = len(ends[0][2]) if ends[0][2].startswith("0") else 0
        return [_named(names, f"{ends[0][1]}{number:0{width}}") for number in numbers]
    places = [names.index(_named(names, end)) for end in (first, last)]
    return names[places[0] : places[1] + 1]


def _columns(boards: Any, names: list[Any]) -> Any:
    """Some columns of a table: one alone, or a table of several."""
    if len(names) == 1:
        return boards[names[0]]
    if isinstance(boards, dict):
        return {name: boards[name] for name in names}
    return boards.select(names) if hasattr(boards, "select") else boards[names]


def _stream(reader: Any, label: Callable[[Any], Any]) -> Any:
    """A reader of the batches of another with their labels."""
    import pyarrow

    def batches() -> Iterator[Any]:
        for batch in reader:
            yield from label(pyarrow.Table.from_batches([batch])).to_batches()

    schema = label(reader.schema.empty_table()).schema
    return pyarrow.RecordBatchReader.from_batches(schema, batches())


def _length(data: Any) -> int:
    """The number of rows."""
    if isinstance(data, dict):
        return len(next(iter(data.values())))
    return int(getattr(data, "num_rows", None) or len(data))


def _parts(data: Any, *, needs_column: bool) -> Iterator[Any]:
    """Boards a chunk at a time, at least one, which may be empty: as arrays, or as lists of items if
    not all of them are numbers.
    """
    done = 0
    try:
        for part in _arrays(data):
            yield part
            done += len(part)
        if done:
            return
    except (TypeError, ValueError):
        pass
    items = _items(data, needs_column)
    for first in range(done, max(len(items), 1), _CHUNK):
        yield items[first : first + _CHUNK]


def _arrays(data: Any) -> Iterator[Any]:
    """Boards as arrays of integers, a chunk at a time. TypeError or ValueError if there are others."""
    numpy, library = _numpy(), type(data).__module__.partition(".")[0]
    if library == "pandas":
        array = data.to_numpy()
        # Integers that may be missing are objects.
        if array.ndim == 2 and array.dtype == object and not data.isna().to_numpy().any():
            if all(getattr(it, "kind", "") in "iu" for it in data.dtypes):
                array = data.to_numpy(dtype=numpy.int64)
    elif hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        for part in chunks(data, _CHUNK):
            if part.ndim == 1:
                raise TypeError
            yield part
        return
    elif isinstance(data, dict):
        array = numpy.column_stack([numpy.asarray(column) for column in data.values()])
    else:
        array = numpy.asarray(data)
    is_given = isinstance(data, numpy.ndarray) and array.dtype.kind not in "OTU"
    is_column = library == "pandas" and array.ndim == 1
    if array.dtype.kind not in "iu" and not is_given or is_column:
        raise TypeError
    for first in range(0, len(array), _CHUNK):
        yield array[first : first + _CHUNK]


def _items(data: Any, needs_column: bool) -> list[Any]:
    """The items of a column, or the rows of a table."""
    names = _names(data)
    if not names:
        items = _values(data)
        if not hasattr(_first(items), "__len__"):
            found = type(_first(items)).__name__
            raise TypeError(f"boards: expected boards as text or lists, found {found}")
        return items
    columns = [_values(_columns(data, [name])) for name in names]
    if needs_column and not all(isinstance(_first(column), int | float) for column in columns):
        cure = 'name the column of boards, as in column="board"'
        raise TypeError(f"boards: expected columns of integers, or one of boards; {cure}")
    return [[_whole(cell) for cell in row] for row in zip(*columns, strict=True)]


def _first(items: list[Any]) -> Any:
    """The first item that is not missing, or else a text."""
    return next((item for item in items if not _is_missing(item)), "")


def _whole(cell: Any) -> Any:
    """A cell of a column whose integers became floats, because one is missing."""
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _values(column: Any) -> list[Any]:
    """The values of a column."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


def _goals(
    boards: Any, names: list[Any], goal: str | None, oracle: Any, chosen: list[Any] | None
) -> list[Any] | None:
    """The goal of each row, if there is a column of goals that are read."""
    if goal is not None:
        return _values(_columns(boards, [_named(names, goal, "goal")]))
    if chosen is None:
        return None
    name = next((it for it in names if str(it).lower() == "goal" and it not in chosen), None)
    values = [] if name is None else _values(_columns(boards, [name]))
    if not values:
        return None
    if oracle is not None and oracle.goal != Oracle(size=oracle.size).goal:
        warnings.warn(f"the column {name!r} is not used: the oracle has a goal", stacklevel=3)
        return None
    first = values[0]
    if isinstance(first, str) and first.strip().lower() not in _NAMED:
        if re.search(r"[^\W\d_]{2}", first) and len(re.findall(r"\d", first)) < 4:
            warnings.warn(f"the column {name!r} is not used: it has no boards", stacklevel=3)
            return None
    return values


# Texts that name a goal, or say that there is none.
_NAMED = ("first", "last", "centre", "center", "snail", "none", "null", "nan", "na")


def _texts(letters: Any, offsets: Any) -> list[str]:
    if not len(letters):
        return [""] * (len(offsets) - 1)
    text, ends = letters.tobytes(), offsets.tolist()
    if not text.isascii():
        return [text[first:last].decode() for first, last in zip(ends, ends[1:])]
    letters = text.decode()
    return [letters[first:last] for first, last in zip(ends, ends[1:])]


def _packed_rows(letters: Any) -> tuple[Any, Any]:
    """The texts of rows of letters, where 0 is none, as letters and offsets."""
    numpy = _numpy()
    offsets = numpy.zeros(len(letters) + 1, numpy.int64)
    (letters != 0).sum(axis=1).cumsum(out=offsets[1:])
    return letters[letters != 0], offsets


def _optimal(oracle: Any, boards: Any, distances: Any, blank: Any) -> tuple[Any, Any]:
    """The optimal moves of some boards; none where the distance is not known."""
    numpy, is_known = _numpy(), distances != 255
    if isinstance(boards, list):
        # The goal has free cells or equal tiles, which an array may not have.
        rows = zip(boards, is_known.tolist())
        return packed(["".join(oracle.optimal_moves(it, blank=blank)) if ok else "" for it, ok in rows])
    if not is_known.all():
        # No board is searched for again whose search was stopped.
        rows = numpy.asarray(boards)[is_known]
        found = iter(_texts(*_optimal(oracle, rows, distances[is_known], blank)))
        return packed([next(found) if it else "" for it in is_known.tolist()])
    if oracle.metric == "single":
        masks = oracle.optimal_move_masks(boards, blank=blank)
        return _packed_rows(numpy.array(_MOVES, "S4")[masks].view(numpy.uint8).reshape(-1, 4))
    after = oracle.move_distances(boards, blank=blank)
    counts = ["", *map(str, range(2, after.shape[2] + 1))]
    names = numpy.array([way + count for way in "dlru" for count in counts], "S2")
    before = distances.astype(numpy.int16)[:, None, None] - 1
    is_optimal = ((after == before) & (before != 254)).reshape(len(after), len(names), 1)
    letters = numpy.where(is_optimal, names.view(numpy.uint8).reshape(-1, 2), 0)
    return _packed_rows(letters.reshape(len(after), 2 * len(names)))


def _known(oracle: Oracle, boards: Any, notation: Any, blank: Any) -> Answers:
    """What is known of some boards, which is looked up in the tables of the package if it can be."""
    numpy, (rows, cols) = _numpy(), map(int, oracle.size.split("x"))
    if rows * cols <= 9 and not isinstance(boards, list):
        try:
            bounds = oracle.distances(boards, blank=blank)
        except ValueError:
            # Not all rows are boards.
            return oracle.answers(boards, notation=notation, blank=blank)
        letters, offsets = oracle.solutions(boards, notation=notation, blank=blank)
        ended = numpy.where(bounds == 255, numpy.uint8(Ended.UNSOLVABLE), numpy.uint8(Ended.SOLVED))
        return Answers(ended, bounds, bounds, numpy.zeros(len(bounds), numpy.uint64), letters, offsets, {})
    return oracle.answers(boards, notation=notation, blank=blank)


def _answers(oracle: Any, boards: Any, notation: Any, blank: Any) -> dict[str, Any]:
    """The answers to some boards as columns."""
    numpy = _numpy()
    known = _known(oracle, boards, notation, blank)
    cells = oracle.goal.replace("/", " ").split()
    if isinstance(boards, list) and len(set(cells)) == len(cells):
        blank = oracle.__getnewargs_ex__()[1].get("blank") if blank is None else blank
        boards = parse(boards, size=oracle.size, blank=blank, errors="coerce")
        blank = 0
    distances = numpy.where(known.ended == Ended.SOLVED, known.lower, numpy.uint8(255))
    return {
        "distance": distances,
        "optimal": _optimal(oracle, boards, distances, blank),
        "solution": (known.letters, known.offsets),
        "lower": known.lower,
        "upper": known.upper,
        "ended": known.ended,
        "error": known._packed_errors(),
    }


def _answers_of_goals(
    oracle: Any, boards: Any, goals: list[Any], notation: Any, blank: Any
) -> dict[str, Any]:
    """The same for boards of which each has its goal."""
    numpy = _numpy()
    how = {} if oracle is None else oracle.__getnewargs_ex__()[1]
    if blank is not None:
        how["blank"] = blank
    rows_of: dict[Any, list[int]] = {}
    for row, goal in enumerate(goals):
        rows_of.setdefault(goal if isinstance(goal, str) else str(_plain(goal)), []).append(row)
    found: dict[str, Any] = {}
    for rows in rows_of.values():
        goal, error = _plain(goals[rows[0]]), None
        try:
            if _is_missing(goal):
                raise ValueError("expected a board, found a missing value")
            own = Oracle(goal, **how)
        except (TypeError, ValueError) as why:
            own, error = oracle or Oracle(), f"goal: {str(why).removeprefix('goal: ')}"
        some = [boards[row] for row in rows] if isinstance(boards, list) else boards[rows]
        answers = _answers(own, [None] * len(rows) if error else some, notation, None)
        if error:
            answers["error"] = packed([error] * len(rows))
        for name, column in answers.items():
            column = numpy.array(_texts(*column), object) if isinstance(column, tuple) else column
            found.setdefault(name, numpy.empty(len(boards), column.dtype))[rows] = column
    if not found:
        return _answers(oracle or Oracle(), boards, notation, blank)
    return {
        name: packed(column) if column.dtype == object else column for name, column in found.items()
    }


def _plain(goal: Any) -> Any:
    """A goal as text or a list."""
    return goal.tolist() if hasattr(goal, "tolist") else goal


def _missing(columns: dict[str, Any]) -> dict[str, Any]:
    """Where the columns have no value."""
    return {
        **{name: columns[name] == 255 for name in ("distance", "lower", "upper")},
        "solution": has_no_solution(columns["upper"], columns["solution"][1]),
        "error": columns["ended"] != Ended.INVALID,
    }


def _table(library: str, columns: dict[str, Any]) -> Any:
    """The answers to some boards as a table."""
    missing = _missing(columns)
    table = Columns(columns, missing)
    if library == "pyarrow":
        import pyarrow

        return pyarrow.table(table)
    if library == "polars":
        import polars

        return polars.DataFrame(table)
    if library != "pandas":
        return table
    import pandas

    def of_pandas(name: str, column: Any) -> Any:
        none = missing.get(name)
        if isinstance(column, tuple):
            texts = _texts(*column)
            if none is None:
                return texts
            return [None if is_none else text for is_none, text in zip(none.tolist(), texts)]
        if none is None:
            return column
        numbers = pandas.array(column, dtype="UInt8")
        numbers[none] = pandas.NA
        return numbers

    return pandas.DataFrame({name: of_pandas(name, column) for name, column in columns.items()})


def _joined(parts: list[Columns]) -> Labels:
    """All columns as arrays of NumPy."""
    numpy = _numpy()

    def joined(columns: list[Any]) -> Any:
        if not isinstance(columns[0], tuple):
            return numpy.concatenate(columns)
        offsets, end = [numpy.zeros(1, numpy.int64)], 0
        for _, more in columns:
            offsets.append(more[1:] + end)
            end += int(more[-1])
        return numpy.concatenate([letters for letters, _ in columns]), numpy.concatenate(offsets)

    def all_of(name: str) -> Any:
        return [part.columns[name] for part in parts]

    columns = {name: joined(all_of(name)) for name in parts[0].columns}
    found = Labels()
    for name, column in columns.items():
        is_text = isinstance(column, tuple)
        found[name] = numpy.array(_texts(*column), str) if is_text else column
    found.columns = Columns(columns, _missing(columns))
    return found
