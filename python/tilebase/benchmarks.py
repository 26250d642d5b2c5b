"""Public sets of boards to compare solvers on, with the best that is known of each board.

>>> import tilebase.benchmarks
>>> korf = tilebase.benchmarks.load("korf-100")
>>> korf.size, korf.boards.shape, korf.best_lengths[:5]
('4x4', (100, 16), array([57, 55, 59, 56, 56], dtype=int16))
>>> tilebase.Oracle(korf.goal).distance(korf.boards[78])
42

| name | shape | boards | by |
| --- | --- | --- | --- |
| `korf-100` | 4x4 | 100 | Korf 1985 |
| `hardest-17` | 4x4 | 17 | all boards of 80 moves, counted by Korf and Schultze 2005 |
| `korf-felner-50` | 5x5 | 50 | Korf and Felner 2002 |
| `clausecker-193` | 5x5 | 193 | Clausecker 2017 |
| `deepcubea-248` | 5x5 | 248 | Agostinelli, McAleer, Shmakov and Baldi 2019 |
| `phs-1000` | 5x5 | 1000 | Orseau and Lelis 2021 |
| `deepcubea-6x6-400` | 6x6 | 400 | Agostinelli, McAleer, Shmakov and Baldi 2019 |
| `deepcubea-7x7-400` | 7x7 | 400 | Agostinelli, McAleer, Shmakov and Baldi 2019 |

Look at the goal: Korf's, Korf and Felner's, Clausecker's and PHS*'s have their blank in the first
cell. The boards were drawn at random, but for DeepCubeA's, which are the ends of random walks and
easier. So the sets say little about boards near the goal; `tilebase.sample` draws boards at exact
distances.
"""

import csv
from importlib import resources
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from tilebase._native import _numpy

if TYPE_CHECKING:
    from numpy import bool_, int16, uint8
    from numpy.typing import NDArray

__all__ = ["NAMES", "Benchmark", "Name", "load"]

Name: TypeAlias = Literal[
    "korf-100",
    "hardest-17",
    "korf-felner-50",
    "clausecker-193",
    "deepcubea-248",
    "phs-1000",
    "deepcubea-6x6-400",
    "deepcubea-7x7-400",
]

NAMES: tuple[Name, ...] = get_args(Name)
"""The names of all sets."""


class Benchmark(NamedTuple):
    """Boards with the best that is known of each."""

    size: str
    """The shape, "RxC"."""
    goal: str
    """The board to reach, as `tilebase.Oracle` takes it."""
    boards: "NDArray[uint8]"
    """The boards in the order of their source: uint8 of shape (n, cells), 0 for the blank."""
    best_lengths: "NDArray[int16]"
    """The length of the shortest solution known of each board: int16 of shape (n,), -1 if none is
    known."""
    lower_bounds: "NDArray[int16]"
    """What is proved: no solution is shorter than this. int16 of shape (n,)."""
    source: str
    """Where the boards and the lengths were published."""
    licence: str
    """The licence of the boards."""

    @property
    def proved(self) -> "NDArray[bool_]":
        """Of which boards the best length is proved to be the distance: bool of shape (n,)."""
        proved: NDArray[bool_] = self.best_lengths == self.lower_bounds
        return proved


def _read(file: str, delimiter: str = ",") -> list[dict[str, str]]:
    text = (resources.files("tilebase") / "known" / file).read_text("utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter=delimiter))


def load(name: Name) -> Benchmark:
    """The set with this name.

    Raises ValueError for another name, and ModuleNotFoundError without NumPy.
    """
    if name not in NAMES:
        raise ValueError(f"name: expected one of {', '.join(NAMES)}, found {name!r}")
    numpy = _numpy()
    known = next(row for row in _read("sets.tsv", "\t") if row["name"] == name)
    rows = _read(f"{name}.csv")
    boards = numpy.array([row["board"].split() for row in rows], numpy.uint8)
    tiles = " ".join(map(str, range(1, boards.shape[1])))
    return Benchmark(
        size=known["size"],
        goal=f"0 {tiles}" if known["goal"] == "first" else f"{tiles} 0",
        boards=boards,
        best_lengths=numpy.array([row["best_length"] or -1 for row in rows], numpy.int16),
        lower_bounds=numpy.array([row["lower_bound"] for row in rows], numpy.int16),
        source=known["source"],
        licence=known["licence"],
    )
