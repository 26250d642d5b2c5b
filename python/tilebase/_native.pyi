from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, overload

from numpy import dtype, int64, integer, ndarray, uint8
from typing_extensions import Buffer

_Path: TypeAlias = str | PathLike[str]
_Array: TypeAlias = ndarray[Any, dtype[Any]]
# Before Python 3.12, type checkers do not know that an ndarray is a buffer.
_Buffer: TypeAlias = Buffer | ndarray[Any, dtype[integer[Any]]]
_Out = TypeVar("_Out", bound=Buffer | ndarray[Any, dtype[uint8]])
_Board: TypeAlias = str | Sequence[int] | Sequence[Sequence[int]] | _Array
_Bytes: TypeAlias = ndarray[tuple[int], dtype[uint8]]
_Boards: TypeAlias = ndarray[tuple[int, int], dtype[uint8]]

class TableError(Exception): ...

class Oracle:
    def __new__(
        cls,
        goal: _Board | None = None,
        *,
        size: str | None = None,
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
        self, boards: _Buffer, out: None = None, *, threads: int | None = None
    ) -> _Bytes: ...
    @overload
    def distances(
        self, boards: _Buffer, out: _Out, *, threads: int | None = None
    ) -> _Out: ...
    @overload
    def optimal_move_masks(
        self, boards: _Buffer, out: None = None, *, threads: int | None = None
    ) -> _Bytes: ...
    @overload
    def optimal_move_masks(
        self, boards: _Buffer, out: _Out, *, threads: int | None = None
    ) -> _Out: ...
    def move_distances(self, boards: _Buffer, *, threads: int | None = None) -> _Boards: ...
    def solutions_array(
        self, boards: _Buffer, *, threads: int | None = None
    ) -> tuple[_Bytes, ndarray[tuple[int], dtype[int64]]]: ...

class Solutions(Iterator[str]):
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> str: ...

def all_boards(size: str = "3x3", *, goal: _Board | None = None) -> _Boards: ...
def sample(
    n: int | None = None,
    *,
    size: str | None = None,
    seed: int | None = None,
    distance: int | tuple[int, int] | None = None,
    unique: bool = False,
    per_distance: int | None = None,
    unsolvable: bool = False,
    goal: _Board | None = None,
    data: _Path | None = None,
    table: _Path | None = None,
) -> _Boards: ...
@overload
def apply(board: str, moves: str, *, size: str | None = None) -> str: ...
@overload
def apply(
    board: Sequence[int] | Sequence[Sequence[int]] | _Array,
    moves: str,
    *,
    size: str | None = None,
) -> tuple[int, ...]: ...
def is_solvable(
    board: _Board, goal: _Board | None = None, *, size: str | None = None
) -> bool: ...
def generate(
    size: str,
    *,
    goal_blank: int | None = None,
    data: _Path | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Path]: ...
def verify(table: _Path, *, threads: int | None = None) -> list[int]: ...
def check(
    boards: Iterable[_Board], answers: Iterable[str], *, oracle: Oracle | None = None
) -> list[str]: ...
