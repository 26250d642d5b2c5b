"""Numbers of Arrow's arrays and tables, through its C interface: of PyArrow, Polars, pandas and others,
none of which is imported. They are not copied if they lie side by side.
"""

import ctypes
from typing import Any

from tilebase._native import _numpy

# Arrow's letters for integers.
_DTYPES = {
    b"c": "int8", b"C": "uint8", b"s": "int16", b"S": "uint16",
    b"i": "int32", b"I": "uint32", b"l": "int64", b"L": "uint64",
}  # fmt: skip


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
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
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
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]
_GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.c_void_p)
_Stream._fields_ = [
    ("get_schema", _GET),
    ("get_next", _GET),
    ("get_last_error", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
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
    if hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        found = _pointer(array, b"arrow_array", _Array)
        return _values(_pointer(schema, b"arrow_schema", _Schema), found, array)
    try:
        capsule = data.__arrow_c_stream__()
    except ImportError:
        # pandas needs PyArrow for it.
        return None
    stream = _pointer(capsule, b"arrow_array_stream", _Stream)
    owner = _Owned(_Schema)
    _get(stream, stream.get_schema, owner)
    parts = []
    while True:
        part = _Owned(_Array)
        _get(stream, stream.get_next, part)
        if not part.it.release:
            break
        values = _values(owner.it, part.it, part)
        if values is None:
            return None
        if len(values):
            parts.append(values)
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return None
    if len({part.shape[1:] for part in parts}) > 1:
        raise ValueError("expected as many cells in each row, found others in another chunk")
    return _numpy().concatenate(parts)


def _pointer(capsule: object, name: bytes, kind: Any) -> Any:
    """The structure of a capsule."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return kind.from_address(get(capsule, name))


def _get(stream: Any, function: Any, owner: _Owned) -> None:
    if function(ctypes.byref(stream), ctypes.addressof(owner.it)):
        raise ValueError("the stream of Arrow ended with an error")


def _values(schema: Any, array: Any, owner: object) -> Any:
    """The integers of an array, from its first item on; None if it has others."""
    first, count, kind = array.offset, array.length, schema.format
    if array.null_count and array.n_buffers and array.buffers[0]:
        valid = _view(array.buffers[0], "uint8", (first + count + 7) // 8, owner)
        bits = _numpy().unpackbits(valid, bitorder="little")[first : first + count]
        if not bits.all():
            raise ValueError(f"expected no missing values, found one in row {int(bits.argmin())}")
    if schema.dictionary:
        return None
    if kind in _DTYPES:
        return _view(array.buffers[1], _DTYPES[kind], first + count, owner)[first:]
    places = range(array.n_children)
    children = [(schema.children[at].contents, array.children[at].contents) for at in places]
    if kind == b"+s":
        columns = [_values(*child, owner) for child in children]
        if any(column is None for column in columns) or not columns:
            return None
        columns = [column[first : first + count] for column in columns]
        if len(columns) == 1 and columns[0].ndim == 2:
            return columns[0]
        is_plain = all(column.ndim == 1 for column in columns)
        return _numpy().column_stack(columns) if is_plain else None
    if kind.startswith(b"+w:"):
        cells, begin = int(kind[3:]), 0
    elif kind in (b"+l", b"+L"):
        dtype = "int32" if kind == b"+l" else "int64"
        offsets = _view(array.buffers[1], dtype, first + count + 1, owner)[first:]
        lengths = _numpy().diff(offsets)
        cells, begin = int(lengths[0]) if count else 0, int(offsets[0])
        if (lengths != cells).any():
            row = int((lengths != cells).argmax())
            raise ValueError(f"row {row}: expected {cells} cells as in row 0, found {lengths[row]}")
    else:
        return None
    child = _values(*children[0], owner)
    if child is None or child.ndim > 2:
        return None
    if kind.startswith(b"+w:"):
        begin = first * cells
    return child[begin : begin + count * cells].reshape(count, cells, *child.shape[1:])


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
