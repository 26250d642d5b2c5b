from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex, TypeAlias, TypeVar, overload

from numpy import bool_, dtype, int64, integer, ndarray, uint8, uint64
from numpy.random import Generator
from typing_extensions import Buffer

_Path: TypeAlias = str | PathLike[str]
_Array: TypeAlias = ndarray[Any, dtype[Any]]
# Before Python 3.12, type checkers do not know that an ndarray is a buffer.
_Buffer: TypeAlias = Buffer | ndarray[Any, dtype[integer[Any]]]
_Out = TypeVar("_Out", bound=Buffer | ndarray[Any, dtype[uint8]])
_Int: TypeAlias = SupportsIndex
_Cells: TypeAlias = Sequence[_Int] | Sequence[Sequence[_Int]] | _Array
_Board: TypeAlias = str | _Cells
_Size: TypeAlias = str | Sequence[_Int] | _Array
_Goal: TypeAlias = _Board | _Size
_Rows: TypeAlias = ndarray[tuple[int, ...], dtype[uint8]]
_Bytes: TypeAlias = ndarray[tuple[int], dtype[uint8]]
_Boards: TypeAlias = ndarray[tuple[int, int], dtype[uint8]]

__version__: str

class TableError(Exception): ...

class Oracle:
    def __new__(
        cls,
        goal: _Goal | None = None,
        *,
        size: _Size | None = None,
        data: _Path | None = None,
        table: _Path | None = None,
    ) -> Oracle: ...
    @property
    def goal(self) -> str: ...
    @property
    def size(self) -> str: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def counts(self) -> list[int] | None: ...
    def distance(self, board: _Board) -> int | None: ...
    def solution(self, board: _Board) -> str | None: ...
    def optimal_moves(self, board: _Board) -> str | None: ...
    def legal(self, board: _Board) -> dict[str, int] | None: ...
    def count_solutions(self, board: _Board) -> int | None: ...
    def solutions(self, board: _Board) -> Solutions: ...
    def explain(self, board: _Board) -> str | None: ...
    @overload
    def distances(
        self, boards: _Buffer, out: None = None, *, threads: _Int | None = None
    ) -> _Bytes: ...
    @overload
    def distances(
        self, boards: _Buffer, out: _Out, *, threads: _Int | None = None
    ) -> _Out: ...
    @overload
    def optimal_move_masks(
        self, boards: _Buffer, out: None = None, *, threads: _Int | None = None
    ) -> _Bytes: ...
    @overload
    def optimal_move_masks(
        self, boards: _Buffer, out: _Out, *, threads: _Int | None = None
    ) -> _Out: ...
    def move_distances(self, boards: _Buffer, *, threads: _Int | None = None) -> _Boards: ...
    def solutions_array(
        self, boards: _Buffer, *, threads: _Int | None = None
    ) -> tuple[_Bytes, ndarray[tuple[int], dtype[int64]]]: ...

class Solutions(Iterator[str]):
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> str: ...

def all_boards(size: _Size | None = None, *, goal: _Goal | None = None) -> _Boards: ...
def sample(
    n: _Int | None = None,
    size: _Size | None = None,
    *,
    seed: _Int | Generator | None = None,
    distance: _Int | tuple[_Int, _Int] | None = None,
    unique: bool = False,
    per_distance: _Int | None = None,
    unsolvable: bool = False,
    goal: _Goal | None = None,
    data: _Path | None = None,
    table: _Path | None = None,
) -> _Boards: ...
@overload
def apply(board: str, moves: str, *, size: _Size | None = None) -> str: ...
@overload
def apply(
    board: _Cells,
    moves: str,
    *,
    size: _Size | None = None,
) -> tuple[int, ...]: ...
def is_solvable(
    board: _Board, goal: _Goal | None = None, *, size: _Size | None = None
) -> bool: ...
def generate(
    size: _Size,
    *,
    goal_blank: _Int | None = None,
    data: _Path | None = None,
    threads: _Int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Path]: ...
def verify(table: _Path, *, threads: _Int | None = None) -> list[int]: ...
def check(
    boards: Iterable[_Board], answers: Iterable[str], *, oracle: Oracle | None = None
) -> list[str]: ...
def step(boards: _Buffer, actions: _Buffer, *, size: _Size | None = None) -> _Rows: ...
def rank(
    boards: _Buffer, goal: _Goal | None = None, *, size: _Size | None = None
) -> ndarray[tuple[int], dtype[uint64]]: ...
def unrank(
    indices: _Buffer, size: _Size | None = None, *, goal: _Goal | None = None
) -> _Boards: ...
def solvable(
    boards: _Buffer, goal: _Goal | None = None, *, size: _Size | None = None
) -> ndarray[tuple[int], dtype[bool_]]: ...
def parse(
    text: str | bytes | Iterable[str | bytes], size: _Size | None = None
) -> _Boards: ...
def format(boards: _Buffer, *, size: _Size | None = None) -> list[str]: ...
