"""Named sets of boards with published optimal distances, to compare solvers on.

>>> import tilebase.benchmarks
>>> korf = tilebase.benchmarks.load("korf-100")
>>> korf.size, korf.boards.shape, korf.distances[:5]
('4x4', (100, 16), array([57, 55, 59, 56, 56], dtype=uint8))
>>> tilebase.Oracle(korf.goal).distance(korf.boards[78])
42

| name | shape | boards | by |
| --- | --- | --- | --- |
| `korf-100` | 4x4 | 100 | Korf 1985 |
| `korf-felner-50` | 5x5 | 50 | Korf and Felner 2002 |
| `clausecker-193` | 5x5 | 193 | Clausecker 2017 |
| `deepcubea-248` | 5x5 | 248 | Agostinelli, McAleer, Shmakov and Baldi 2019 |

Look at the goal: Korf's, Korf and Felner's and Clausecker's have their blank in the first cell. The
boards were drawn at random, but for DeepCubeA's, which are the ends of random walks and easier. So
the sets say little about boards near the goal; `tilebase.sample` draws boards at exact distances.
"""

import csv
from importlib import resources
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tilebase._native import _numpy

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

__all__ = ["NAMES", "Benchmark", "Name", "load"]

Name: TypeAlias = Literal["korf-100", "korf-felner-50", "clausecker-193", "deepcubea-248"]

NAMES: tuple[Name, ...] = ("korf-100", "korf-felner-50", "clausecker-193", "deepcubea-248")
"""The names of all sets."""


class Benchmark(NamedTuple):
    """Boards with their distances from a goal."""

    size: str
    """The shape, "RxC"."""
    goal: str
    """The board to reach, as `tilebase.Oracle` takes it."""
    boards: "NDArray[uint8]"
    """The boards in the order of their source: uint8 of shape (n, cells), 0 for the blank."""
    distances: "NDArray[uint8]"
    """The least number of moves from each board to the goal: uint8 of shape (n,)."""
    source: str
    """Where they were published, and under which licence."""


# The file, the source that its rows name, and what is said of it here.
_SETS = {
    "korf-100": (
        "korf_100.csv",
        None,
        "Korf, Depth-first iterative-deepening, Artificial Intelligence 27, 1985; facts, without a "
        "licence",
    ),
    "korf-felner-50": (
        "optimal_5x5.csv",
        "korf-felner",
        "Korf and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002; "
        "facts, without a licence",
    ),
    "clausecker-193": (
        "optimal_5x5.csv",
        "clausecker",
        "Clausecker, clausecker/24puzzle, doc/400-random, every second of the solved boards, easy "
        "ones first; BSD-2-Clause, Copyright (c) 2017--2021 Robert Clausecker",
    ),
    "deepcubea-248": (
        "optimal_5x5.csv",
        "deepcubea",
        "Agostinelli, McAleer, Shmakov and Baldi, Solving the Rubik's cube with deep reinforcement "
        "learning and search, Nature Machine Intelligence 1, 2019; forestagostinelli/DeepCubeA, "
        "data/puzzle24/test; MIT, Copyright (c) 2024 Forest Agostinelli",
    ),
}


def load(name: Name) -> Benchmark:
    """The set with this name.

    Raises ValueError for another name, and ModuleNotFoundError without NumPy.
    """
    if name not in NAMES:
        raise ValueError(f"name: expected one of {', '.join(NAMES)}, found {name!r}")
    numpy = _numpy()
    file, wanted, source = _SETS[name]
    text = (resources.files("tilebase") / "known" / file).read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    rows = [row for row in csv.DictReader(lines) if wanted in (None, row["source"])]
    boards = numpy.array([row["board"].split() for row in rows], numpy.uint8)
    distances = [row.get("distance") or row["optimal"] for row in rows]
    side = {16: 4, 25: 5}[boards.shape[1]]
    tiles = " ".join(map(str, range(1, side * side)))
    blank_is_first = rows[0].get("goal_blank", "first") == "first"
    return Benchmark(
        size=f"{side}x{side}",
        goal=f"0 {tiles}" if blank_is_first else f"{tiles} 0",
        boards=boards,
        distances=numpy.array(distances, numpy.uint8),
        source=source,
    )
