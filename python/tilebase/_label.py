"""Tables of boards with their answers."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex

from tilebase._arrow import NO_INTEGERS, Columns, chunks
from tilebase._native import Oracle, _numpy

if TYPE_CHECKING:
    from tilebase._native import _Notation

# Boards answered between two reports of progress.
_CHUNK = 1 << 20

# The moves of each mask.
_MOVES = [
    "".join(letter for at, letter in enumerate("dlru") if mask >> at & 1) for mask in range(16)
]


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
    oracle: Oracle | None = None,
    column: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Boards with their distances, optimal moves and solutions, as a table of their library.

    boards: a table of PyArrow, or a DataFrame of Polars or pandas, with a column of boards, or one
        for each cell; it is returned with the columns "distance", "optimal" and "solution" behind
        its own. A RecordBatchReader of PyArrow becomes another, which labels each batch when it is
        read. Or a column of these libraries, or an array or a list of boards: the three columns
        alone, of NumPy's as a dict, which libraries that know Arrow take as a table, too. Boards
        that cannot reach the goal have no distance and no solution, where the library can say so;
        else 255 and "".
    oracle: the oracle for the goal [that of 3x3].
    column: the name of the column of boards, if there are others, too.
    notation: how the solutions are written; "optimal" has letters of the blank.
    blank: the number that stands for the blank [the oracle's, else 0].
    progress: called with (boards answered, all boards) after each million.

    Boards are read a million at a time, so that no more of them are copied at once. Fixed-size lists
    of bytes are read where they lie.
    """
    oracle = oracle or Oracle()
    library = type(boards).__module__.partition(".")[0]
    if library == "pyarrow" and hasattr(boards, "read_next_batch"):
        how: dict[str, Any] = {"column": column, "notation": notation, "blank": blank}
        return _stream(boards, lambda part: label(part, oracle=oracle, **how))
    names = _names(boards)
    for name in names:
        if name in ("distance", "optimal", "solution"):
            raise ValueError(f"boards: there is a column {name!r} already; rename it, or drop it")
    data = boards if column is None else boards[column]
    parts, answered = [], 0
    for part in _parts(data, needs_column=column is None and len(names) > 1):
        distances = oracle.distances(part, blank=blank)
        masks = oracle.optimal_move_masks(part, blank=blank)
        solutions = oracle.solutions_array(part, notation=notation, blank=blank)
        parts.append(_table(library, distances, masks, solutions))
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


def _texts(letters: Any, offsets: Any) -> list[str]:
    text, ends = letters.tobytes().decode(), offsets.tolist()
    return [text[first:last] for first, last in zip(ends, ends[1:])]


def _table(library: str, distances: Any, masks: Any, solutions: Any) -> Any:
    """The answers to some boards as columns."""
    numpy, none = _numpy(), distances == 255
    letters = numpy.array(_MOVES, "S4")[masks].view(numpy.uint8).reshape(-1, 4)
    offsets = numpy.zeros(len(masks) + 1, numpy.int64)
    (letters != 0).sum(axis=1).cumsum(out=offsets[1:])
    columns = {"distance": distances, "optimal": (letters[letters != 0], offsets), "solution": solutions}
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

    texts, counts = _texts(*solutions), pandas.array(distances, dtype="UInt8")
    counts[none] = pandas.NA
    solution = [None if is_none else text for is_none, text in zip(none.tolist(), texts)]
    optimal = [_MOVES[mask] for mask in masks.tolist()]
    return pandas.DataFrame({"distance": counts, "optimal": optimal, "solution": solution})


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
