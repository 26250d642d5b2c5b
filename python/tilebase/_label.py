"""Tables of boards with their answers."""

import re
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from tilebase._arrow import NO_INTEGERS, Columns, chunks
from tilebase._native import MultiOracle, Oracle, _numpy, parse
from tilebase._results import Ended

if TYPE_CHECKING:
    from tilebase._native import _Notation

# Boards answered between two reports of progress.
_CHUNK = 1 << 20

# The moves of each mask.
_MOVES = [
    "".join(letter for at, letter in enumerate("dlru") if mask >> at & 1) for mask in range(16)
]

# The columns that are added.
_ADDED = ("distance", "optimal", "solution", "ended")


class _Labels(dict[str, Any]):
    """Columns as arrays of NumPy, which Arrow takes as a table."""

    columns: Columns

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.columns.__arrow_c_array__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.columns.__arrow_c_stream__()


def label(
    boards: Any,
    *,
    oracle: Oracle | MultiOracle | None = None,
    column: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Boards with their distances, optimal moves and solutions, as a table of their library.

    boards: a table of PyArrow, or a DataFrame of Polars or pandas, with a column of boards, or one
        for each cell; it is returned with the columns "distance", "optimal", "solution" and "ended"
        behind its own. A RecordBatchReader of PyArrow becomes another, which labels each batch when
        it is read. Or a column of these libraries, or an array or a list of boards: the four
        columns alone, of NumPy's as a dict, which libraries that know Arrow take as a table, too.
        "ended" is an Ended: whether the board is solved, cannot reach the goal, or a limit of the
        oracle stopped its search. Boards that are not solved have no distance and no solution,
        where the library can say so; else 255 and "".
    oracle: the oracle for the goal [that of 3x3].
    column: the name of the column of boards, if there are others, too. Then a column called "goal"
        with boards has the goal of each board, unless the oracle has another goal than the usual
        one. A column "goal" with words is not used, with a warning; anything else there, such as
        a number, raises ValueError.
    notation: how the solutions are written; "optimal" has letters of the blank.
    blank: the number that stands for the blank [the oracle's, else 0].
    progress: called with (boards answered, all boards) after each million.

    Boards are read a million at a time, so that no more of them are copied at once. Fixed-size lists
    of bytes are read where they lie.
    """
    named, oracle = oracle, oracle or Oracle()
    library = type(boards).__module__.partition(".")[0]
    if library == "pyarrow" and hasattr(boards, "read_next_batch"):
        how: dict[str, Any] = {"column": column, "notation": notation, "blank": blank}
        return _stream(boards, lambda part: label(part, oracle=named, **how))
    names = _names(boards)
    for name in names:
        if name in _ADDED:
            raise ValueError(f"boards: there is a column {name!r} already; rename it, or drop it")
    data = boards if column is None else boards[column]
    goals = None if column is None else _goals(boards, names, column, named)
    parts, answered = [], 0
    for part in _parts(data, needs_column=column is None and len(names) > 1):
        if goals is None:
            answers = _answers(oracle, part, notation, blank)
        else:
            own, are_texts = goals[0][answered : answered + len(part)], goals[1]
            answers = _answers_of_goals(named, part, own, are_texts, notation, blank)
        parts.append(_table(library, answers))
        answered += len(part)
        if progress is not None:
            progress(answered, len(data))
    if library == "pyarrow":
        import pyarrow

        table = pyarrow.concat_tables(parts)
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


def _stream(reader: Any, label: Callable[[Any], Any]) -> Any:
    """A reader of the batches of another with their labels."""
    import pyarrow

    def batches() -> Iterator[Any]:
        for batch in reader:
            yield from label(pyarrow.Table.from_batches([batch])).to_batches()

    schema = label(reader.schema.empty_table()).schema
    return pyarrow.RecordBatchReader.from_batches(schema, batches())


def _parts(data: Any, *, needs_column: bool) -> Iterator[Any]:
    """Boards as arrays, a chunk at a time; at least one, which may be empty."""
    try:
        yield from _chunks(data)
    except TypeError as why:
        if not needs_column:
            raise
        raise TypeError(f'{why}; name the column of boards, as in column="board"') from None


def _chunks(data: Any) -> Iterator[Any]:
    numpy, count = _numpy(), 0
    if type(data).__module__.startswith("pandas"):
        array, missing = data.to_numpy(), numpy.asarray(data.isna())
        if array.ndim == 2 and array.dtype == object and array.shape[1] == 1:
            array = array[:, 0]
        # Integers that may be missing are objects.
        are_objects = array.ndim == 2 and array.dtype == object
        if are_objects and any(getattr(dtype, "kind", "") not in "iu" for dtype in data.dtypes):
            raise TypeError(NO_INTEGERS)
        if missing.any():
            row = missing.any(axis=tuple(range(1, missing.ndim))).argmax()
            raise ValueError(f"boards: expected no missing values, found one in row {row}")
        if are_objects:
            array = data.to_numpy(dtype=numpy.int64)
    elif hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        for count, part in enumerate(chunks(data, _CHUNK), 1):
            yield part
        if count == 0:
            yield []
        return
    else:
        array = numpy.asarray(data) if isinstance(data, list | tuple) else data
    for first in range(0, max(len(array), 1), _CHUNK):
        part = array[first : first + _CHUNK]
        if getattr(part, "dtype", None) == object and part.ndim == 1:
            part = numpy.stack([numpy.asarray(row) for row in part]) if len(part) else []
        yield part


def _values(column: Any) -> list[Any]:
    """The values of a column."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


def _goals(boards: Any, names: list[Any], column: str, oracle: Any) -> tuple[Any, bool] | None:
    """The goal of each row as an array, if there is a column of goals that are read; and whether
    they were texts.
    """
    numpy = _numpy()
    name = next((it for it in names if str(it).lower() == "goal" and it != column), None)
    values = [] if name is None else _values(boards[name])
    if not values:
        return None
    first = values[0]
    if oracle is not None and oracle.goal != type(oracle)(size=oracle.size).goal:
        warnings.warn(f"the column {name!r} is not used: the oracle has a goal", stacklevel=3)
        return None
    if isinstance(first, str):
        try:
            return parse(values, size=None if oracle is None else oracle.size), True
        except ValueError as why:
            if not str(why).startswith("boards[0]"):
                raise ValueError(f"column {name!r}: {why}") from None
        has_words = re.search(r"[^\W\d_]{2}", first) and len(re.findall(r"\d", first)) < 4
        if has_words and first.strip().lower() not in _NAMED:
            warnings.warn(f"the column {name!r} is not used: it has no boards", stacklevel=3)
            return None
    elif hasattr(first, "__len__"):
        try:
            parts = _parts(boards[name], needs_column=False)
            return numpy.concatenate([numpy.asarray(part) for part in parts]), False
        except (TypeError, ValueError) as why:
            raise ValueError(f"column {name!r}: {why}") from None
    raise ValueError(
        f"the rows have a goal in column {name!r}, and the first is no board; drop the column, or"
        " write its goals as boards"
    )


# Texts that name a goal, or say that there is none.
_NAMED = ("first", "last", "centre", "center", "snail", "none", "null", "nan", "na")


def _texts(letters: Any, offsets: Any) -> list[str]:
    text, ends = letters.tobytes().decode(), offsets.tolist()
    return [text[first:last] for first, last in zip(ends, ends[1:])]


def _packed(letters: Any) -> tuple[Any, Any]:
    """The texts of rows of letters, where 0 is none, as letters and offsets."""
    numpy = _numpy()
    offsets = numpy.zeros(len(letters) + 1, numpy.int64)
    (letters != 0).sum(axis=1).cumsum(out=offsets[1:])
    return letters[letters != 0], offsets


def _optimal(oracle: Any, boards: Any, distances: Any, blank: Any) -> tuple[Any, Any]:
    """The optimal moves of some boards."""
    numpy = _numpy()
    if not isinstance(oracle, MultiOracle):
        masks = oracle.optimal_move_masks(boards, blank=blank)
        return _packed(numpy.array(_MOVES, "S4")[masks].view(numpy.uint8).reshape(-1, 4))
    after = oracle.move_distances(boards, blank=blank)
    counts = ["", *map(str, range(2, after.shape[2] + 1))]
    names = numpy.array([way + count for way in "dlru" for count in counts], "S2")
    before = distances.astype(numpy.int16)[:, None, None] - 1
    is_optimal = ((after == before) & (before != 254)).reshape(len(after), len(names), 1)
    letters = numpy.where(is_optimal, names.view(numpy.uint8).reshape(-1, 2), 0)
    return _packed(letters.reshape(len(after), 2 * len(names)))


def _answers(oracle: Any, boards: Any, notation: Any, blank: Any) -> dict[str, Any]:
    """The answers to some boards as columns."""
    numpy, distances = _numpy(), oracle.distances(boards, blank=blank)
    ended, none = numpy.zeros(len(distances), numpy.uint8), distances == 255
    if none.any():
        ended[none] = oracle.answers(numpy.asarray(boards)[none], blank=blank).ended
    return {
        "distance": distances,
        "optimal": _optimal(oracle, boards, distances, blank),
        "solution": oracle.solutions_array(boards, notation=notation, blank=blank),
        "ended": ended,
    }


def _answers_of_goals(
    oracle: Any, boards: Any, goals: Any, are_texts: bool, notation: Any, blank: Any
) -> dict[str, Any]:
    """The same for boards of which each has its goal."""
    numpy = _numpy()
    boards = numpy.asarray(boards)
    kind = Oracle if oracle is None else type(oracle)
    how = {} if oracle is None else oracle.__getnewargs_ex__()[1]
    blank = how.get("blank") if blank is None else blank
    how["blank"] = None if are_texts else blank
    distinct, of_row = numpy.unique(goals.reshape(len(goals), -1), axis=0, return_inverse=True)
    order = numpy.argsort(of_row.reshape(-1), kind="stable")
    ends = numpy.searchsorted(of_row.reshape(-1)[order], numpy.arange(len(distinct) + 1))
    found: dict[str, Any] = {}
    for goal, first, last in zip(distinct, ends, ends[1:]):
        rows = order[first:last]
        own = kind(goal.reshape(goals.shape[1:]), **how)
        for name, column in _answers(own, boards[rows], notation, blank or 0).items():
            column = numpy.array(_texts(*column), object) if isinstance(column, tuple) else column
            found.setdefault(name, numpy.empty(len(boards), column.dtype))[rows] = column
    for name, column in found.items():
        if column.dtype == object:
            ends = numpy.zeros(len(column) + 1, numpy.int64)
            numpy.cumsum([len(text) for text in column], out=ends[1:])
            found[name] = (numpy.frombuffer("".join(column).encode(), numpy.uint8), ends)
    return found


def _table(library: str, columns: dict[str, Any]) -> Any:
    """The answers to some boards as a table."""
    distances, none = columns["distance"], columns["distance"] == 255
    table = Columns(columns, {"distance": none, "solution": none})
    if library == "pyarrow":
        import pyarrow

        return pyarrow.table(table)
    if library == "polars":
        import polars

        return polars.DataFrame(table)
    if library != "pandas":
        return table
    import pandas

    texts, counts = _texts(*columns["solution"]), pandas.array(distances, dtype="UInt8")
    counts[none] = pandas.NA
    solution = [None if is_none else text for is_none, text in zip(none.tolist(), texts)]
    optimal = _texts(*columns["optimal"])
    answers = {"distance": counts, "optimal": optimal, "solution": solution}
    return pandas.DataFrame({**answers, "ended": columns["ended"]})


def _joined(parts: list[Columns]) -> _Labels:
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
    none = columns["distance"] == 255
    found = _Labels(
        (name, numpy.array(_texts(*column), str) if isinstance(column, tuple) else column)
        for name, column in columns.items()
    )
    found.columns = Columns(columns, {"distance": none, "solution": none})
    return found
