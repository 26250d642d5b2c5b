"""The named sets: what their sources say of them, and what can be checked without them."""

import doctest
from math import isqrt

import numpy
import pytest

import tilebase
import tilebase.benchmarks


def test_docstrings() -> None:
    found = doctest.testmod(tilebase.benchmarks)
    assert found.failed == 0 and found.attempted > 2


@pytest.mark.parametrize(
    ("name", "count", "mean", "least", "most"),
    [
        # The means that both papers state.
        ("korf-100", 100, 53.05, 41, 66),
        ("hardest-17", 17, 80, 80, 80),
        ("korf-felner-50", 50, 100.78, 81, 114),
        ("clausecker-193", 193, None, 78, 116),
        ("deepcubea-248", 248, None, 64, 109),
    ],
)
def test_published_figures(
    name: tilebase.benchmarks.Name,
    count: int,
    mean: float | None,
    least: int,
    most: int,
) -> None:
    found = tilebase.benchmarks.load(name)
    assert len(found.boards) == len(found.best_lengths) == len(found.lower_bounds) == count
    assert found.proved.all()
    assert len(numpy.unique(found.boards, axis=0)) == count
    assert (found.best_lengths.min(), found.best_lengths.max()) == (least, most)
    if mean is not None:
        assert found.best_lengths.mean() == pytest.approx(mean)


def manhattan(boards: numpy.typing.NDArray[numpy.uint8], goal: list[int]) -> list[int]:
    """The sum of the tiles' distances from their cells in the goal."""
    side = isqrt(len(goal))

    def steps(cell: int, home: int) -> int:
        return abs(cell // side - home // side) + abs(cell % side - home % side)

    return [
        sum(steps(cell, goal.index(tile)) for cell, tile in enumerate(board) if tile)
        for board in boards.tolist()
    ]


@pytest.mark.parametrize("name", tilebase.benchmarks.NAMES)
def test_boards_and_figures_fit_the_goal(name: tilebase.benchmarks.Name) -> None:
    """A wrong goal, tile or length would show: half of all boards are solvable, half of all
    lengths are even."""
    found = tilebase.benchmarks.load(name)
    assert all(tilebase.is_solvable(board, found.goal) for board in found.boards)
    goal = list(map(int, found.goal.split()))
    bounds = manhattan(found.boards, goal)
    figures = zip(bounds, found.lower_bounds.tolist(), found.best_lengths.tolist(), strict=True)
    for bound, lower, best in figures:
        assert bound <= lower and bound % 2 == lower % 2
        assert best == -1 or (lower <= best and best % 2 == lower % 2)


def test_distances_of_easy_boards() -> None:
    korf = tilebase.benchmarks.load("korf-100")
    easy = korf.best_lengths <= 46
    assert easy.sum() == 14
    answers = tilebase.Oracle(korf.goal).distances(korf.boards[easy])
    assert (answers == korf.best_lengths[easy]).all()


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="expected one of korf-100, .*, found 'korf'"):
        tilebase.benchmarks.load("korf")  # type: ignore[arg-type]
