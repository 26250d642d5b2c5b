"""Tables of boards with their answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

from tilebase._arrow import numbers
from tilebase._native import Oracle, _numpy

if TYPE_CHECKING:
    from tilebase._native import _Notation

# Boards answered between two reports of progress.
_CHUNK = 1 << 20

# The moves of each mask.
_MOVES = [
    "".join(letter for at, letter in enumerate("dlru") if mask >> at & 1) for mask in range(16)
]


def label(
    boards: Any,
    *,
    oracle: Oracle | None = None,
    column: str | None = None,
    notation: "_Notation" = "blank",
    blank: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Boards with their distances, optimal moves and solutions, as a table of the library they are of.

    boards: a table of PyArrow, or a DataFrame of Polars or pandas, with a column of boards, or one
        for each cell; it is returned with the columns "distance", "optimal" and "solution" behind
        its own. Or a column of these libraries, or an array or a list of boards: the three columns
        alone, of NumPy's as a dict. Boards that cannot reach the goal have no distance and no
        solution, where the library can say so; else 255 and "".
    oracle: the oracle for the goal [that of 3x3].
    column: the name of the column of boards, if there are others, too.
    notation: how the solutions are written; "optimal" has letters of the blank.
    blank: the number that stands for the blank [the oracle's, else 0].
    progress: called with (boards answered, all boards) after each million.

    Fixed-size lists and 8-bit columns of Arrow are read where they lie.
    """
    oracle = oracle or Oracle()
    data = boards if column is None else boards[column]
    library = type(boards).__module__.partition(".")[0]
    rows, numpy = _rows(data), _numpy()
    parts = []
    for first in range(0, max(len(rows), 1), _CHUNK):
        part = rows[first : first + _CHUNK]
        distances = oracle.distances(part, blank=blank)
        masks = oracle.optimal_move_masks(part, blank=blank)
        letters, offsets = oracle.solutions_array(part, notation=notation, blank=blank)
        parts.append(_table(library, distances, masks, letters, offsets))
        if progress is not None:
            progress(first + len(part), len(rows))
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
        return boards.join(table) if isinstance(boards, pandas.DataFrame) else table
    return {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0]}


def _rows(data: Any) -> Any:
    """Boards as an array, whose parts are no copies."""
    numpy = _numpy()
    if type(data).__module__.startswith("pandas"):
        array = data.to_numpy()
        if array.dtype == object and len(array) and array.ndim == 1:
            array = numpy.stack([numpy.asarray(row) for row in array])
        return array
    if hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__"):
        array = numbers(data)
        return data if array is None else array
    return numpy.asarray(data) if isinstance(data, list | tuple) else data


def _table(library: str, distances: Any, masks: Any, letters: Any, offsets: Any) -> Any:
    """The answers to some boards as columns."""
    numpy, none = _numpy(), distances == 255
    if library == "pyarrow":
        import pyarrow

        known = numpy.packbits(~none, bitorder="little")
        buffers = (pyarrow.py_buffer(array) for array in (offsets, letters, known))
        texts = pyarrow.LargeStringArray.from_buffers(len(none), *buffers)
        names = pyarrow.array(_MOVES).take(pyarrow.array(masks))
        columns = [pyarrow.array(distances, mask=none), names, texts]
        return pyarrow.table(columns, names=["distance", "optimal", "solution"])
    text, ends = letters.tobytes().decode(), offsets.tolist()
    optimal = [_MOVES[mask] for mask in masks.tolist()]
    texts = [text[first:last] for first, last in zip(ends, ends[1:])]
    if library not in ("polars", "pandas"):
        return {
            "distance": distances,
            "optimal": numpy.array(optimal),
            "solution": numpy.array(texts),
        }
    solutions = [None if is_none else text for is_none, text in zip(none.tolist(), texts)]
    if library == "polars":
        import polars

        return polars.DataFrame(
            {
                "distance": polars.Series(distances).set(polars.Series(none), None),
                "optimal": optimal,
                "solution": polars.Series(solutions, dtype=polars.String),
            }
        )
    import pandas

    counts = pandas.array(distances, dtype="UInt8")
    counts[none] = pandas.NA
    return pandas.DataFrame({"distance": counts, "optimal": optimal, "solution": solutions})
