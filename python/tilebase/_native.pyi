from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from os import PathLike
from pathlib import Path
from typing import IO, Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

from numpy import bool_, dtype, int16, int64, integer, ndarray, uint8, uint64
from numpy.random import Generator
from typing_extensions import Buffer, TypeVar

from tilebase._results import Analysis, Answer, Answers, Progress, Searched

_Path: TypeAlias = str | PathLike[str]
_Array: TypeAlias = ndarray[Any, dtype[Any]]
_Same = TypeVar("_Same", bound=str | bytes | list[int] | list[list[int]] | ndarray[Any, Any])
_Int: TypeAlias = SupportsIndex
_Cells: TypeAlias = Sequence[_Int] | Sequence[Sequence[_Int]] | Sequence[str] | _Array
_Board: TypeAlias = str | _Cells

class _Arrow(Protocol):
    """A column or a table of a library that knows Arrow."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Tensor(Protocol):
    """A tensor of PyTorch."""

    def detach(self) -> Any: ...

# Before Python 3.12, type checkers do not know that an ndarray is a buffer.
_Buffer: TypeAlias = (
    Buffer
    | ndarray[Any, dtype[integer[Any]]]
    | Sequence[_Int]
    | Sequence[Sequence[_Int]]
    | Sequence[Sequence[Sequence[_Int]]]
    | Sequence[_Array]
    | _Arrow
    | _Tensor
)
_Size: TypeAlias = str | Sequence[_Int] | _Array
_Goal: TypeAlias = _Board | _Size | _Int
_Metric: TypeAlias = Literal["single", "multi"]
_Notation: TypeAlias = Literal["blank", "tile", "tiles", "cells", "words", "arrows"]
# The moves for which 0, 1, 2 and 3 stand: "dlru", "UDLR" and all other orders.
_Actions: TypeAlias = str
_Method: TypeAlias = Literal[
    "bfs", "bibfs", "astar", "ida", "iddfs", "dfs", "ucs", "greedy", "wastar", "dls", "beam", "hill",
    "cheapest",
]
_HeuristicName: TypeAlias = Literal[
    "none", "misplaced", "euclidean", "manhattan", "linear-conflict", "patterns", "table",
    "h1", "hamming", "h2",
]
_Heuristic: TypeAlias = _HeuristicName | Callable[[tuple[int, ...]], _Int]
_Moves: TypeAlias = str | Sequence[str] | Sequence[_Int] | Sequence[Sequence[str | _Int]] | _Array
_Rows: TypeAlias = ndarray[tuple[int, ...], dtype[uint8]]
_Bytes: TypeAlias = ndarray[tuple[int], dtype[uint8]]
# What answers are written to, by default a new array.
_Out = TypeVar("_Out", bound=Buffer | ndarray[Any, dtype[uint8]], default=_Bytes)
# uint8, or uint16 of more than 25 cells, or int16 if the blank is no such number.
_Boards: TypeAlias = ndarray[tuple[int, int], dtype[Any]]
_Parsed: TypeAlias = ndarray[tuple[int, int], dtype[uint8]]

__all__ = [
    "Oracle",
    "Solutions",
    "__version__",
    "_along",
    "_claims",
    "_curve",
    "_numpy",
    "_read",
    "_releasers",
    "_spoken",
    "_verdicts",
    "all_boards",
    "apply",
    "draw_counts",
    "format",
    "generate",
    "is_solvable",
    "letters",
    "parse",
    "rank",
    "sample",
    "search",
    "solvable",
    "step",
    "unrank",
    "verify",
]

__version__: str

@final
class Oracle:
    """Answers for one goal: optimal up to 25 cells, and for larger boards with sides of up to 100 a
    good solution and a lower bound, which are optimal where they meet.

    Oracle(goal=None, *, size=None, metric="single", data=None, table=None, max_nodes=None,
        timeout=None, progress=None, blank=None)

    goal: the board to reach, in any form; by default the tiles in order with the blank in the last
        cell. Or a name, "first", "last", "centre" (where the blank is) or "snail", or the blank's
        cell, such as 0. Or just a shape: Oracle("4x4") is Oracle(size="4x4"). It may have cells
        that hold anything, `*` or -1 unless that is the blank, and equal tiles: see below.
    size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
    metric: "single", or "multi", where one move slides any number of tiles of a row or column, as
        in most games, up to 4x4. A move is then a letter and a number of cells: "d2l" are two
        moves. In the notation "tiles" it is the tile that a player clicks, the farthest of those
        that slide.
    data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
        data folder.
    table: the only table file to use.
    max_nodes: the number of boards after which the search for a board stops, or soon after: a
        search of some thousand boards may end first, and one board and an array differ in that.
        Without max_nodes and timeout, 20,000,000 on shapes of 17 to 25 cells and 10,000,000 on
        larger ones, which takes about a second.
    timeout: the seconds that the search for a board may take.
    progress: called with a Progress from time to time, and when all boards of an array are
        answered. An exception from it ends the call, also in a thread that gets no signals.
    blank: the number that stands for the blank in goals and boards [0]: the number of cells, -1 or
        another that is no tile; or the largest number, with tiles from 0, such as 8 on 3x3. It
        holds for the goal and all boards, unless a call names another. A str may have x instead.

    With a table, boards are looked up. All shapes of up to nine cells have one, and others once it
    has been generated. Without a table, boards are searched for, which max_nodes, timeout and
    progress apply to. On shapes of more than sixteen cells, few searches end within a second;
    Stopped then has a good solution, and `answer` and `answers` say what is known. Every board of
    more than 25 cells that can reach the goal has a solution, whatever the limit. Arrays have at
    most 25 cells.

    A board is a str in any form that the command reads ("2 3 4 1 5 x 7 6 8", "12/3x"), a sequence
    of ints (row by row, with 0 for the blank), a sequence of rows, or an array of shape (cells,) or
    (rows, cols). Numbers are the tiles in the cells. Positions, which are the cells of the tiles,
    look no different: make boards of them with numpy.argsort(positions, axis=-1).

    A goal with free cells or equal tiles is several boards: "1 2 3 * * * * * *", "a a b / b c x",
    [1, 1, 1, 2, 2, 2, 3, 3, 0]. Answers are for the nearest of them. If it has equal tiles, boards
    have them, too; in an array they are numbers. A table of all boards that it tells apart is made
    in memory, of up to 20,000,000. If there are more, an Oracle searches for boards of up to 25
    cells.

    Moves are in one of four notations: "blank" ("ddl": where the blank goes), "tile" ("U2R": where
    the tile goes, with runs counted, as speed-solvers write), "tiles" ("5 8 7": the tile that
    slides, as games do) and "cells" ("r3c2": the row and the column of the tile, from 1).

    Raises TableError if a table is damaged or belongs to another goal. A question about one board
    raises Stopped if a limit ends its search.
    """

    def __new__(
        cls,
        goal: _Goal | None = None,
        *,
        size: _Size | None = None,
        metric: _Metric = "single",
        data: _Path | None = None,
        table: _Path | None = None,
        max_nodes: _Int | None = None,
        timeout: float | None = None,
        progress: Callable[[Progress], object] | None = None,
        blank: _Int | None = None,
    ) -> Oracle: ...
    @property
    def goal(self) -> str:
        """The goal, as text."""
    @property
    def size(self) -> str:
        """The shape, "RxC"."""
    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
    @property
    def metric(self) -> _Metric:
        """The metric, "single" or "multi"."""
    @property
    def counts(self) -> list[int] | None:
        """The number of boards at distance 0, 1, 2, ...; None if it is not known."""
    def distance(self, board: _Board, *, blank: _Int | None = None) -> int | None:
        """The least number of moves to the goal; None if the board cannot reach it."""
    def solution(
        self, board: _Board, *, notation: _Notation = "blank", blank: _Int | None = None
    ) -> str | None:
        """
        The canonical solution: of the shortest ones, the first under d < l < r < u, which is the
        alphabetical order of the notation "blank"; in the metric "multi", then with fewer cells
        first. None if the board cannot reach the goal.
        """
    def legal(
        self, board: _Board, *, notation: _Notation = "blank", blank: _Int | None = None
    ) -> dict[str, int] | None:
        """
        The distance after each legal move, best moves first: {"d": 18, "u": 18, "r": 20}, and in
        the metric "multi" {"d2": 13, "l": 14}. None if the board cannot reach the goal.
        """
    def optimal_moves(
        self, board: _Board, *, notation: _Notation = "blank", blank: _Int | None = None
    ) -> str | None:
        """The optimal moves, which lower the distance: "dlu", in the metric "multi" "dl2". Empty at
        the goal, None if the board cannot reach it.
        """
    def count_solutions(self, board: _Board, *, blank: _Int | None = None) -> int:
        """The number of shortest solutions; 0 if the board cannot reach the goal."""
    def all_solutions(
        self, board: _Board, *, notation: _Notation = "blank", blank: _Int | None = None
    ) -> Solutions:
        """
        An iterator over all shortest solutions, in the order in which the canonical one is the
        first. It is empty if the board cannot reach the goal.
        """
    def answer(
        self, board: _Board, *, notation: _Notation = "blank", blank: _Int | None = None
    ) -> Answer | None:
        """
        All that is known of a board, as an Answer: within which bounds its distance is, and the
        best solution found. None if the board cannot reach the goal.
        """
    def analyze(
        self,
        board: _Board,
        moves: _Moves,
        *,
        notation: _Notation = "blank",
        blank: _Int | None = None,
        actions: _Actions | None = None,
    ) -> Analysis | None:
        """
        What is right and wrong with a solution, move by move. None if the board cannot reach the
        goal. If a move is illegal or cannot be read, the analysis ends before it, and its `error`
        says why. A mistake costs two moves; in the metric "multi" one or two.

        moves, actions: as for `tilebase.apply`.

        The oracle's limits apply to the whole analysis. What cannot be proved within them is None.
        """
    def explain(self, board: _Board, *, blank: _Int | None = None) -> str | None:
        """Why the board cannot reach the goal, and two tiles to swap so that it can. None if it
        can reach the goal already.
        """
    def lower_bound(self, board: _Board, *, blank: _Int | None = None) -> int | None:
        """A lower bound on the distance, found without a search; None if the board cannot reach the
        goal. With a table it is the distance. In the metric "single" it is even if and only if the
        distance is.
        """
    def first_within(
        self,
        board: _Board,
        within: _Int,
        part: str = "1/1",
        *,
        notation: _Notation = "blank",
        blank: _Int | None = None,
    ) -> str | None:
        """Searches one part of a proof for its first solution of at most `within` moves, in the
        alphabetical order of the notation "blank". None if it has none. If no part has one, the
        distance is greater. If `within` is the distance, the first part that has one has the
        canonical solution. So many machines can share a proof, whatever tables they have.

        part: "3/64" is the third of 64 parts.

        The oracle's limits apply to each part. Raises ValueError if the oracle looks boards up in a
        table, and in the metric "multi".
        """
    def lower_bounds(
        self, boards: _Buffer, out: _Out | None = None, *, blank: _Int | None = None
    ) -> _Out:
        """
        Lower bounds on the distances of many boards, found without searches: uint8 of shape (n,).
        255 means that the board cannot reach the goal.

        The arguments are those of `distances`.
        """
    def distances(
        self,
        boards: _Buffer,
        out: _Out | None = None,
        *,
        threads: _Int | None = None,
        blank: _Int | None = None,
    ) -> _Out:
        """
        The distances of many boards, in moves: uint8 of shape (n,). 255 means that the board cannot
        reach the goal, or that a limit ended its search: then tilebase.solvable says that it can.

        boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank. It is
            never copied as a whole. uint8 in C order is fastest. If another thread changes a row
            during the call, the row is answered as it was when it was read, or refused.
        blank: the number that stands for the blank, if it is not 0 [the oracle's]: the number of
            cells, -1 or another that is no tile; or the largest number, with tiles from 0, such as
            8 on 3x3. The tiles of all boards begin where those of the first do.
        out: a C-contiguous uint8 array of shape (n,) for the answers, which is then returned. It
            must not share memory with boards. With out, NumPy is not needed.
        threads: the number of threads [one per processor].

        Raises TypeError for an array of anything but integers, and ValueError for another shape and
        for rows that are not boards.
        """
    def move_distances(
        self,
        boards: _Buffer,
        *,
        threads: _Int | None = None,
        blank: _Int | None = None,
        actions: _Actions | None = None,
    ) -> _Rows:
        """The distance after each move: uint8 of shape (n, 4), for the moves d, l, r and u. 255 for a
        move that would leave the board, and for boards that cannot reach the goal or whose search
        a limit ended. In the metric "multi", of shape (n, 4, k) for the moves of 1 to k cells,
        where k is the longest: 2 on 3x3. A move is optimal if it lowers the distance.

        actions: the moves of the columns: letters of the blank's moves [in the
            order "dlru"], or of the tile's, such as "UDLR".
        The other arguments are those of `distances`.
        """
    def solution_counts(
        self, boards: _Buffer, *, threads: _Int | None = None, blank: _Int | None = None
    ) -> ndarray[tuple[int], dtype[uint64]]:
        """
        The number of shortest solutions of many boards: uint64 of shape (n,). 0 for boards that
        cannot reach the goal or whose search a limit ended.

        The arguments are those of `distances`.
        """
    def answers(
        self,
        boards: _Buffer | Sequence[_Board | None],
        *,
        threads: _Int | None = None,
        notation: _Notation = "blank",
        blank: _Int | None = None,
    ) -> Answers:
        """
        All that is known of many boards, as an Answers, for shapes whose boards are searched for:
        how each ended, within which bounds the distance is, the best solution, the number of boards
        generated, and what is wrong with rows that are not boards, which do not end the call.

        boards: an array, as for `distances`, or a sequence of boards in any form, also as text.
        The other arguments are those of `distances` and `solutions`.
        """
    def solutions(
        self,
        boards: _Buffer,
        *,
        threads: _Int | None = None,
        notation: _Notation = "blank",
        blank: _Int | None = None,
    ) -> tuple[_Bytes, ndarray[tuple[int], dtype[int64]]]:
        """
        The canonical solutions of many boards: (letters, offsets). letters is uint8 and holds all
        solutions, one after the other. offsets is int64 of shape (n + 1,). The solution of row i is
        letters[offsets[i]:offsets[i + 1]]. It is empty at the goal, and for boards that cannot
        reach it or whose search a limit ended. In the notation "tile", runs are counted; in
        "tiles", spaces are between numbers. In the metric "multi" a move is a letter and a number
        of cells, if there are several.

        This is Arrow's layout. To make an Arrow array without copying:

            pyarrow.LargeStringArray.from_buffers(
                len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters))

        The arguments are those of `distances`.
        """
    def distances_along(
        self,
        boards: _Buffer,
        moves: Iterable[_Moves] | tuple[_Buffer, _Buffer],
        *,
        notation: _Notation = "blank",
        threads: _Int | None = None,
        blank: _Int | None = None,
        actions: _Actions | None = None,
    ) -> tuple[ndarray[tuple[int], dtype[int16]], ndarray[tuple[int], dtype[int64]]]:
        """
        The distances along the solutions of many boards: (distances, offsets). distances is int16
        and holds those of all boards, one after the other. offsets is int64 of shape (n + 1,).
        distances[offsets[i]:offsets[i + 1]] has the distance of row i, and then that after each of
        its moves. So a move that raises it is a mistake. The distances of a row end before a move
        that is illegal or cannot be read. 255 means that the board cannot reach the goal, or that
        a limit ended the search.

        moves: an iterable with the moves of each board as `tilebase.apply` takes them; or (letters,
            offsets) as from solutions, or with actions, integers in place of letters.
        actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
            order "dlru"], or of the tile's, such as "UDLR".
        The other arguments are those of `distances`.
        """
    def optimal_move_masks(
        self,
        boards: _Buffer,
        out: _Out | None = None,
        *,
        threads: _Int | None = None,
        blank: _Int | None = None,
        actions: _Actions | None = None,
    ) -> _Out:
        """
        The optimal moves of many boards: uint8 of shape (n,), one bit per move: 1 d, 2 l, 4 r, 8 u.
        0 at the goal, and for boards that cannot reach it or whose search a limit ended. For the
        metric "single" alone; `move_distances` has the others.

        actions: the moves of the bits 1, 2, 4 and 8: letters of the blank's moves [in the
            order "dlru"], or of the tile's, such as "UDLR".
        The other arguments are those of `distances`.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...

@final
class Solutions(Iterator[str]):
    """An iterator over all shortest solutions of a board."""

    def __iter__(self) -> Solutions: ...
    def __next__(self) -> str: ...

def _along(
    board: _Board,
    moves: _Moves,
    *,
    size: _Size | None = None,
    notation: _Notation = "blank",
    blank: _Int | None = None,
    actions: _Actions | None = None,
    metric: _Metric = "single",
) -> tuple[list[tuple[str, list[list[int]], str, str]], str]:
    """The boards along some moves, and all as one picture."""

def _curve(along: Sequence[_Int | None]) -> str:
    """The distances along moves as a picture, in which moves that lead away are marked."""

def draw_counts(counts: Sequence[_Int]) -> str:
    """A picture of the numbers of boards at distance 0, 1, 2, ..., such as an oracle's counts, as SVG."""

def all_boards(
    size: _Size | None = None, *, goal: _Goal | None = None, blank: _Int | None = None
) -> _Boards:
    """
    Every board that can reach the goal: uint8 of shape (states, cells), one board per row, 0 for
    the blank, ordered by index as in `tilebase unrank`.

    size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
    blank: the number that stands for the blank in the goal and in these boards [0]. If it is the
        largest number, the tiles begin at 0. If it is no byte, the boards are int16.

    3x3 has 181,440 boards, 3x4 has 239,500,800.
    """

def sample(
    n: _Int | None = None,
    size: _Size | None = None,
    *,
    seed: _Int | str | Generator | None = None,
    distance: _Int | Sequence[_Int] | AbstractSet[_Int] | _Array | None = None,
    unique: bool = False,
    per_distance: _Int | None = None,
    along_solutions: bool = False,
    unsolvable: bool = False,
    goal: _Goal | None = None,
    data: _Path | None = None,
    table: _Path | None = None,
    metric: _Metric = "single",
    progress: Callable[[int, float], object] | None = None,
    blank: _Int | None = None,
) -> _Boards:
    """
    Random boards that can reach the goal, all equally likely: uint8 of shape (n, cells), one board
    per row, 0 for the blank. Of more than 25 cells they are uint16.

    n: the number of boards.
    size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
    seed: any int of 64 bits, or any text, such as a date; for the same seed the command draws the
        same boards. Or a numpy.random.Generator, which gives one [a different one each time].
    distance: only boards at this distance from the goal; or (first, last), both included, or a
        range; or a set, or a range with a step: then equally many at each distance, nearest first.
        Of more than 16 cells, up to the distance of which all boards are listed, 15 on 5x5.
    unique: draw no board twice.
    per_distance: instead of n, the number of different boards at each distance, nearest first. If a
        distance has fewer boards, all of them. They are the boards that distance= and unique= draw
        for the same seed.
    along_solutions: draw boards on the solutions of boards farther away, thousands a second. All
        are at the distances asked for, but not all such boards are equally likely: those on many
        solutions are drawn more often. Without it, far boards of shapes that are searched for take
        long.
    unsolvable: draw boards that cannot reach the goal.
    goal, data, table: as for Oracle.
    metric: "single", or "multi" for distances in that metric.
    progress: called first and then from time to time with (random boards drawn so far, how many are
        drawn on average until enough are at the right distances). An exception from it ends the
        call.
    blank: the number that stands for the blank in the goal and in these boards, as for all_boards.

    Raises ValueError if there are no such boards, or if they are too rare to be drawn.
    """

def search(
    board: _Board,
    goal: _Goal | None = None,
    *,
    method: _Method = "astar",
    heuristic: _Heuristic | None = None,
    order: str = "dlru",
    goal_test: Literal["reached", "expanded"] | None = None,
    weight: float = 1.5,
    depth_limit: _Int = 31,
    width: _Int = 100,
    cost: str | None = None,
    size: _Size | None = None,
    blank: _Int | None = None,
    max_nodes: _Int | None = None,
    timeout: float | None = None,
) -> Searched | None:
    """Solves a board of at most 25 cells by a search method, without a table, and counts its work.
    None if the board cannot reach the goal.

    goal, size, blank: as for Oracle; the size is that of the board if it shows its rows.
    method: "bfs", "bibfs" (bidirectional), "astar", "ida", "iddfs", "dfs", for up to six cells, or
        "ucs", which find a shortest solution; "greedy", "wastar", "dls", "beam" or "hill", which
        find any.
    heuristic: for all but "bfs", "bibfs", "ucs" and "dls": "none", "misplaced" (also "h1" or
        "hamming"), "euclidean", "manhattan" (also "h2"), "linear-conflict", "patterns" or "table",
        which is the true distance; or a function of a board, a tuple of numbers row by row, that
        returns an int from 0 [it is "manhattan", for "iddfs" "none"].
    order: the order in which the blank's moves are tried.
    goal_test: when a board is tested for the goal: "reached" or "expanded". "bfs" has both [its
        default is "expanded", as that of "astar", "ucs", "greedy", "wastar" and "hill"; the others
        have "reached"].
    weight, depth_limit, width: how often "wastar" counts estimates, the most moves that "dls"
        tries, and the boards of a level that "beam" keeps.
    cost: what a move costs: its tile's number ("tile"), 1 / number ("inverse"), its root ("sqrt"),
        or as in "1:30,2:1,5", where 5 is for the other tiles. "ucs", "astar", "wastar", "greedy"
        and "ida" look at it. The method "cheapest" finds cheapest solutions, up to ten cells in
        microseconds.
    max_nodes: the number of boards to generate [10,000,000 for methods that remember them].
    timeout: the seconds that the search may take.

    A shortest solution is the first of all of them in this order, except by "astar". Raises Stopped
    if a limit ends the search, or if the method finds nothing.
    """

@overload
def apply(
    board: _Same,
    moves: _Moves,
    *,
    size: _Size | None = None,
    notation: _Notation = "blank",
    blank: _Int | None = None,
    actions: _Actions | None = None,
    metric: _Metric = "single",
) -> _Same:
    """
    The board of any size after some moves.

    moves: a str in any form that the command reads: letters, words or arrows; a number behind a
        letter repeats it: "d2l" is "ddl". Or a sequence of words, letters or arrows, or integers.
    notation: "blank" ("ddl": where the blank goes), "tile" ("U2R": where the tile goes), "tiles"
        ("5 8 7": the tile that slides; integers are tiles, too) or "cells" ("r3c2": the row and the
        column of the tile, from 1).
    blank: the number that stands for the blank, such as -1 or 9 [0].
    actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
        order "dlru"], or of the tile's, such as "UDLR".
    metric: "single", or "multi" for moves that slide several tiles at once: in "tiles" and "cells",
        the farthest is named.

    Returns a board of the same kind: a str, with rows if the board has them, an array or list of
    the same shape, or else a tuple.

    Raises ValueError if a move is illegal or cannot be read. It says which one, and in which other
    notation all moves would be legal.
    """

@overload
def apply(
    board: tuple[_Int, ...],
    moves: _Moves,
    *,
    size: _Size | None = None,
    notation: _Notation = "blank",
    blank: _Int | None = None,
    actions: _Actions | None = None,
    metric: _Metric = "single",
) -> tuple[int, ...]: ...
def is_solvable(
    board: _Board,
    goal: _Goal | None = None,
    *,
    size: _Size | None = None,
    blank: _Int | None = None,
) -> bool:
    """
    Whether a board of any size can reach the goal.

    goal: the board to reach, or its name, as for Oracle, or just a shape [the tiles in order, the
        blank in the last cell].
    size: the shape, "RxC" or (rows, cols), for boards that do not show their rows [the goal's, else
        a square if the number of cells is one, else "3x3"].
    blank: the number that stands for the blank in boards and goals of numbers [0].
    """

def generate(
    size: _Size,
    *,
    goal_blank: _Int | None = None,
    data: _Path | None = None,
    threads: _Int | None = None,
    progress: Callable[[int, int], object] | None = None,
    proofs: bool = False,
    metric: _Metric = "single",
    force: bool = False,
) -> list[Path]:
    """
    Makes the tables of a shape and returns the paths of their files. This is needed once. 3x4 has
    one table (about 2 s, 120 MB), 4x4 has two (196 MB). Shapes of up to nine cells need none.

    size: the shape, "RxC" or (rows, cols).
    goal_blank: the cell of the goal's blank, numbered row by row from 0 [the last].
    data: the folder for the tables, created if necessary [$TILEBASE_DATA, else `tilebase` in the
        user's data folder].
    threads: the number of threads [one per processor].
    progress: called from time to time with (states found, all states).
    proofs: make the tables that make proofs shorter, too: those of further partitions, which 5x5
        with the goal's blank in a corner has (113 MB more).
    metric: "single", or "multi" for the tables of that metric, of up to sixteen cells (4x4 has two,
        152 MB).
    force: make the tables even if they are there already. Otherwise those whose checksums are right
        are kept.

    Ctrl-C or an exception from progress ends the call. An unfinished table leaves no file behind.
    """

def verify(table: _Path, *, threads: _Int | None = None) -> list[int]:
    """
    Proves that every entry of a table file is right, without trusting anything in it. Returns the
    number of states at distance 0, 1, 2, ..., as counted by the proof.

    Raises TableError if anything in the file is wrong.
    """

def letters(
    moves: _Moves | range,
    *,
    actions: _Actions | None = None,
    metric: _Metric = "single",
) -> str:
    """
    Moves as the letters of the blank's moves: "dlu".

    moves: a sequence or an array of integers, as `actions` gives them; or of words, letters or
        arrows, or a str of them.
    actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
        order "dlru"], or of the tile's, such as "UDLR".
    metric: "single", or "multi", where a letter with a count is one move, and stays one: "d2l".
    """

def _verdicts(
    oracle: Oracle,
    boards: Iterable[_Board],
    answers: Iterable[_Moves | None],
    notation: _Notation,
    blank: _Int | None,
    actions: _Actions | None,
    unsolvable_as: str | None,
) -> list[tuple[str, int]]:
    """The verdicts on answers to boards as text and as numbers, found a block at a time."""

def _numpy() -> Any:
    """NumPy, which only functions that make arrays need."""

def _read(board: str, moves: str, notation: str) -> str:
    """Moves as letters of the blank, all of which must be legal on a board."""

def _releasers(functions: Sequence[Callable[[int], object]]) -> list[int] | None:
    """The addresses of functions of C that call these. None if another interpreter has them."""

def _spoken(answer: str, notation: str) -> str:
    """The notation of an answer, where another one may have been asked for."""

def _claims(answer: str) -> bool:
    """Whether an answer says that there is no solution."""

def step(
    boards: _Buffer,
    moves: _Buffer,
    *,
    size: _Size | None = None,
    blank: _Int | None = None,
    actions: _Actions | None = None,
) -> _Rows:
    """
    The boards after one move each: of the same shape as boards, and written as they are; uint8, or
    int16 if blank is no byte.

    boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank.
    moves: an array of n integers, which say where the blank goes: 0 d, 1 l, 2 r, 3 u. A move that
        would leave the board changes nothing.
    size: the shape, "RxC" or (rows, cols) [the rows and columns of the array, else a square].
    blank: the number that stands for the blank [0], such as -1 or 9; or 8 on 3x3, with tiles from
        0.
    actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
        order "dlru"], or of the tile's, such as "UDLR".
    """

def rank(
    boards: _Buffer,
    goal: _Goal | None = None,
    *,
    size: _Size | None = None,
    blank: _Int | None = None,
) -> ndarray[tuple[int], dtype[uint64]]:
    """
    The index of each board among those that can reach the goal: uint64 of shape (n,), as in
    `tilebase rank`. Row i of `all_boards` has the index i.

    goal: the board to reach [the tiles in order, the blank in the last cell].
    boards, size, blank: as for step.

    Raises ValueError for a board that cannot reach the goal.
    """

def unrank(
    indices: _Buffer,
    size: _Size | None = None,
    *,
    goal: _Goal | None = None,
    blank: _Int | None = None,
) -> _Boards:
    """
    The boards with these indices: uint8 of shape (n, cells). The inverse of rank.

    indices: an array of n integers.
    size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
    goal: the board to reach [the tiles in order, the blank in the last cell].
    blank: the number that stands for the blank in the goal and in the boards, as for `all_boards`.
    """

def solvable(
    boards: _Buffer,
    goal: _Goal | None = None,
    *,
    size: _Size | None = None,
    blank: _Int | None = None,
) -> ndarray[tuple[int], dtype[bool_]]:
    """
    Whether each board can reach the goal: bool of shape (n,).

    boards, goal, size, blank: as for rank.
    """

def parse(
    text: str | bytes | Path | IO[str] | IO[bytes] | Iterable[_Board | bytes | None],
    size: _Size | None = None,
    *,
    blank: _Int | None = None,
    errors: Literal["raise", "coerce"] = "raise",
) -> _Parsed:
    """An array of the boards in a text: uint8 of shape (n, cells).

    text: a str or bytes in any layout of files that the command reads, such as lines, grids, CSV
        or JSON lines, without empty lines; the pathlib.Path of such a file, or an open one; or an
        iterable of boards, such as a column of pandas, Polars or Arrow, as str, bytes or lists of
        numbers.
    size: the shape, "RxC" or (rows, cols) [that of the first board].
    blank: the number that stands for the blank [0].
    errors: "raise" a ValueError for what is not a board, which says in which line or item; or
        "coerce" it to a row of zeros, which is no board either.
    """

def format(boards: _Buffer, *, size: _Size | None = None, blank: _Int | None = None) -> list[str]:
    """
    The boards of an array as text, as the command writes them: a list of str.

    boards, size, blank: as for step.
    """
