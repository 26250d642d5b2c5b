"""Numbers of Arrow's arrays and tables, and answers as such tables, through Arrow's C interface: of
PyArrow, Polars, pandas and others, none of which is imported. Numbers are not copied if they lie side by
side, and answers never are.
"""

import ctypes
from collections.abc import Iterator
from itertools import count as counter
from typing import Any

from tilebase._native import _numpy, _releasers

# Arrow's letters for integers.
_DTYPES = {
    b"c": "int8", b"C": "uint8", b"s": "int16", b"S": "uint16",
    b"i": "int32", b"I": "uint32", b"l": "int64", b"L": "uint64",
}  # fmt: skip

NO_INTEGERS = "boards: expected columns of integers, or one of lists of integers"

_CALLED = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Schema._fields_ = [
    *((name, ctypes.c_char_p) for name in ("format", "name", "metadata")),
    *((name, ctypes.c_int64) for name in ("flags", "n_children")),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.c_void_p),
    ("release", _CALLED),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    *(
        (name, ctypes.c_int64)
        for name in ("length", "null_count", "offset", "n_buffers", "n_children")
    ),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.c_void_p),
    ("release", _CALLED),
    ("private_data", ctypes.c_void_p),
]
_GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.c_void_p)
_Stream._fields_ = [
    ("get_schema", _GET),
    ("get_next", _GET),
    ("get_last_error", _ERROR),
    ("release", _CALLED),
    ("private_data", ctypes.c_void_p),
]


class _Owned:
    """A structure that is released when nothing refers to it any more."""

    def __init__(self, kind: Any) -> None:
        self.it = kind()

    def __del__(self) -> None:
        if self.it.release:
            self.it.release(ctypes.addressof(self.it))


def numbers(data: Any) -> Any:
    """The integers of an array or a table of Arrow as an array of NumPy: a row for each list, or a
    column for each column. None if there are others.
    """
    try:
        parts = list(chunks(data))
    except TypeError:
        return None
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return None
    if len({part.shape[1:] for part in parts}) > 1:
        raise ValueError("expected as many cells in each row, found others in another chunk")
    return _numpy().concatenate(parts)


def chunks(data: Any, most: int | None = None) -> Iterator[Any]:
    """The same, a chunk at a time, of at most this many rows. TypeError if there are others."""
    if hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        found = _pointer(array, b"arrow_array", _Array)
        yield from _rows(_pointer(schema, b"arrow_schema", _Schema), found, array, most, 0)
        return
    try:
        capsule = data.__arrow_c_stream__()
    except ImportError as why:
        # pandas needs PyArrow for it.
        raise TypeError(str(why)) from why
    stream = _pointer(capsule, b"arrow_array_stream", _Stream)
    owner = _Owned(_Schema)
    _get(stream, stream.get_schema, owner)
    before = 0
    while True:
        part = _Owned(_Array)
        _get(stream, stream.get_next, part)
        if not part.it.release:
            break
        yield from _rows(owner.it, part.it, part, most, before)
        before += part.it.length


def _rows(schema: Any, array: Any, owner: object, most: int | None, before: int) -> Iterator[Any]:
    """The integers of an array, at most this many rows at a time, behind others."""
    step = most or max(array.length, 1)
    for begin in range(0, array.length, step):
        count = min(step, array.length - begin)
        rows = range(before + begin, before + begin + count)
        values = _values(schema, array, owner, begin, count, rows)
        if values is None:
            raise TypeError(NO_INTEGERS)
        yield values


def _pointer(capsule: object, name: bytes, kind: Any) -> Any:
    """The structure of a capsule."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return kind.from_address(get(capsule, name))


def _get(stream: Any, function: Any, owner: _Owned) -> None:
    if function(ctypes.byref(stream), ctypes.addressof(owner.it)):
        raise ValueError("the stream of Arrow ended with an error")


def _values(
    schema: Any, array: Any, owner: object, begin: int, count: int, rows: range
) -> Any:
    """The integers of some items of an array, which lie in these rows; None if it has others."""
    first, kind = array.offset + begin, schema.format
    is_list = kind in (b"+l", b"+L") or kind.startswith(b"+w:")
    if schema.dictionary or not (kind in _DTYPES or kind == b"+s" or is_list):
        return None
    if array.null_count and array.n_buffers and array.buffers[0]:
        valid = _view(array.buffers[0], "uint8", (first + count + 7) // 8, owner)
        bits = _numpy().unpackbits(valid, bitorder="little")[first : first + count]
        if not bits.all():
            row = rows[int(bits.argmin()) * len(rows) // count]
            raise ValueError(f"expected no missing values, found one in row {row}")
    if kind in _DTYPES:
        return _view(array.buffers[1], _DTYPES[kind], first + count, owner)[first:]
    places = range(array.n_children)
    children = [(schema.children[at].contents, array.children[at].contents) for at in places]
    if kind == b"+s":
        columns = [_values(*child, owner, first, count, rows) for child in children]
        if any(column is None for column in columns) or not columns:
            return None
        if len(columns) == 1 and columns[0].ndim > 1:
            return columns[0]
        is_plain = all(column.ndim == 1 for column in columns)
        return _numpy().column_stack(columns) if is_plain else None
    if kind.startswith(b"+w:"):
        cells = int(kind[3:])
        begin = first * cells
    else:
        dtype = "int32" if kind == b"+l" else "int64"
        offsets = _view(array.buffers[1], dtype, first + count + 1, owner)[first:]
        lengths = _numpy().diff(offsets)
        cells, begin = int(lengths[0]) if count else 0, int(offsets[0])
        if (lengths != cells).any():
            at = int((lengths != cells).argmax())
            row, found = rows[at * len(rows) // count], f"as in row {rows[0]}, found {lengths[at]}"
            raise ValueError(f"row {row}: expected {cells} cells {found}")
    child = _values(*children[0], owner, begin, count * cells, rows)
    if child is None or child.ndim > 2:
        return None
    return child.reshape(count, cells, *child.shape[1:])


def _view(address: int | None, dtype: str, count: int, owner: object) -> Any:
    """Memory as an array, which keeps its owner."""
    numpy = _numpy()
    if not count or address is None:
        return numpy.empty(0, dtype)
    memory = (ctypes.c_uint8 * (count * numpy.dtype(dtype).itemsize)).from_address(address)
    memory.owner = owner
    view = numpy.frombuffer(memory, dtype)
    view.flags.writeable = False
    return view


# What exported structures hold, until whoever has them releases them. When Python ends, the names of
# this module are gone, so functions have what they need as arguments.
_HELD: dict[int, Any] = {}
_NULL, _ADDRESS = _CALLED(), ctypes.addressof
_KEYS = counter(1)
_NUMBERS = {dtype: letter for letter, dtype in _DTYPES.items()}


def _releaser(kind: Any) -> Any:
    """The function that releases a structure of a kind, with all that belongs to it."""

    def release(address: int, held: Any = _HELD, null: Any = _NULL, of: Any = _ADDRESS) -> None:
        it = kind.from_address(address)
        # It may itself lie in what is held.
        kept = held.pop(it.private_data, None)
        for at in range(getattr(it, "n_children", 0)):
            child = it.children[at].contents
            if child.release:
                child.release(of(child))
        it.release = null
        del kept

    return release


def _release(capsule: int, held: Any = _HELD, of: Any = _ADDRESS) -> None:
    """Releases what nobody took out of a capsule."""
    it = held.pop(-capsule)
    if it.release:
        it.release(of(it))


_KINDS = _Schema, _Array, _Stream
_FUNCTIONS = (*map(_releaser, _KINDS), _release)
# Those of ctypes lose an exception that is raised while they are called.
*_RELEASERS, _DROP = map(_CALLED, _releasers(_FUNCTIONS) or _FUNCTIONS)
_RELEASE = dict(zip(_KINDS, _RELEASERS))


def _capsule(it: Any, name: bytes) -> object:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _CALLED]
    capsule = new(ctypes.addressof(it), name, _DROP)
    _HELD[-id(capsule)] = it
    return capsule


def _fill(it: Any, children: list[Any], *held: Any, **fields: Any) -> Any:
    """A structure with these fields and children, which holds other objects until its release."""
    kind, key = type(it), next(_KEYS)
    pointers = (ctypes.POINTER(kind) * len(children))(*map(ctypes.pointer, children))
    for name, value in fields.items():
        setattr(it, name, value)
    if kind is not _Stream:
        it.n_children, it.children = len(children), pointers
    it.release, it.private_data = _RELEASE[kind], key
    _HELD[key] = it, children, pointers, held
    return it


def has_no_solution(upper: Any, offsets: Any) -> Any:
    """Where there is no solution. The length of a long one does not fit, and is 255 as well."""
    return (upper == 255) & (offsets[1:] == offsets[:-1])


def packed(texts: list[str]) -> tuple[Any, Any]:
    """Texts as letters and offsets."""
    numpy, encoded = _numpy(), [text.encode() for text in texts]
    offsets = numpy.zeros(len(texts) + 1, numpy.int64)
    numpy.cumsum([len(text) for text in encoded], out=offsets[1:])
    return numpy.frombuffer(b"".join(encoded), numpy.uint8), offsets


class Columns:
    """Columns of the same length by their names, which libraries that know Arrow take as a table
    without a copy: arrays of integers, and texts as pairs of letters and offsets. `missing` says of
    some columns where they have no value.
    """

    def __init__(self, columns: dict[str, Any], missing: dict[str, Any]) -> None:
        self.columns, self.missing = columns, missing

    def _schema(self) -> Any:
        def field(name: str, column: Any) -> Any:
            kind = b"U" if isinstance(column, tuple) else _NUMBERS[str(column.dtype)]
            return _fill(_Schema(), [], format=kind, name=name.encode(), flags=2)

        children = [field(name, column) for name, column in self.columns.items()]
        return _fill(_Schema(), children, format=b"+s", name=b"")

    def _array(self) -> Any:
        numpy = _numpy()

        def child(name: str, column: Any) -> Any:
            missing = self.missing.get(name)
            nulls = 0 if missing is None else int(missing.sum())
            bits = None if missing is None else numpy.packbits(~missing, bitorder="little")
            valid = bits if nulls else None
            is_text = isinstance(column, tuple)
            held = [valid, *map(numpy.ascontiguousarray, column[::-1] if is_text else (column,))]
            places = [None if it is None else it.ctypes.data for it in held]
            return _fill(
                *(_Array(), [], held),
                length=len(held[1]) - is_text,
                null_count=nulls,
                n_buffers=len(places),
                buffers=(ctypes.c_void_p * len(places))(*places),
            )

        children = [child(*column) for column in self.columns.items()]
        buffers = (ctypes.c_void_p * 1)(None)
        return _fill(_Array(), children, length=children[0].length, n_buffers=1, buffers=buffers)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema, array = self._schema(), self._array()
        return _capsule(schema, b"arrow_schema"), _capsule(array, b"arrow_array")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        left = [self]

        def move(it: Any, to: int) -> int:
            ctypes.memmove(to, ctypes.addressof(it), ctypes.sizeof(it))
            return 0

        def schema(_: Any, to: int) -> int:
            return move(self._schema(), to)

        def array(_: Any, to: int) -> int:
            # After the last array comes one that is released already.
            return move(left.pop()._array() if left else _Array(), to)

        error = _ERROR(lambda _: None)
        calls = {"get_schema": _GET(schema), "get_next": _GET(array), "get_last_error": error}
        return _capsule(_fill(_Stream(), [], calls, **calls), b"arrow_array_stream")
