"""Boards of any size."""

import pickle
from pathlib import Path
from typing import Any, Literal

import numpy
import pytest

import tilebase

BOARD = [(5 * cell + 3) % 36 for cell in range(36)]
GOAL = [*range(1, 36), 0]


@pytest.mark.parametrize("notation", ["blank", "tile", "tiles"])
def test_solutions_lead_to_the_goal(notation: Literal["blank", "tile", "tiles"]) -> None:
    finder = tilebase.Finder("6x6", max_nodes=20_000)
    found = finder.find(BOARD, notation=notation)
    assert found is not None and found == finder.find(BOARD, notation=notation)
    assert tilebase.apply(BOARD, found.best, notation=notation) == GOAL
    bound = finder.lower_bound(BOARD)
    assert bound is not None and bound <= found.lower <= found.upper < 400
    assert 20_000 <= found.generated < 30_000
    if notation == "blank":
        assert len(found.best) == found.upper


def test_goals_and_sizes() -> None:
    goal = numpy.roll(numpy.arange(28), 5).reshape(4, 7)
    finder = tilebase.Finder(goal, max_nodes=1000)
    assert (finder.size, finder.goal[:12]) == ("4x7", "23 24 25 26 ")
    assert repr(finder).startswith('Finder("23 24 25 26 27 x 1 / 2')
    assert repr(finder).endswith(', size="4x7", max_nodes=1000)')
    found = finder.find(numpy.arange(28).reshape(4, 7))
    if found is not None:
        assert (tilebase.apply(numpy.arange(28).reshape(4, 7), found.best) == goal).all()
    swapped = goal.copy()
    swapped[0, 0], swapped[0, 1] = goal[0, 1], goal[0, 0]
    assert finder.find(swapped) is None and finder.lower_bound(swapped) is None
    assert tilebase.Finder().find("2 3 4 1 5 x 7 6 8").lower <= 19  # type: ignore[union-attr]
    assert tilebase.Finder(size=(100, 100)).size == "100x100"
    same = pickle.loads(pickle.dumps(tilebase.Finder(goal, max_nodes=1000)))
    assert (same.goal, same.size) == (finder.goal, "4x7")
    assert same == finder != tilebase.Finder(goal) and hash(same) == hash(finder)
    assert same.find(numpy.arange(28).reshape(4, 7)) == found
    with pytest.raises(ValueError, match="goal names the shape 6x6, and size 5x5"):
        tilebase.Finder("6x6", size="5x5")
    with pytest.raises(ValueError, match="goal names the shape 4x4, and size 3x3"):
        tilebase.is_solvable("12345678x", "4x4", size="3x3")


def test_random_boards_are_those_of_the_command() -> None:
    # `tilebase sample --size 6x6 --count 3 --seed 1`, the first row of each board.
    first = [[10, 35, 16, 2, 26, 8], [19, 5, 21, 4, 12, 2], [31, 11, 4, 8, 34, 6]]
    finder = tilebase.Finder("6x6", max_nodes=1000)
    boards = finder.sample(3, seed=1)
    assert (boards.shape, boards.dtype.name) == ((3, 36), "uint16")
    assert boards[:, :6].tolist() == first
    assert all(tilebase.is_solvable(board.tolist()) for board in boards)
    assert not any(map(tilebase.is_solvable, finder.sample(5, seed=1, unsolvable=True).tolist()))
    found = finder.find(boards[0])
    assert found is not None and tilebase.apply(boards[0].tolist(), found.best) == GOAL
    large = tilebase.Finder("100x100").sample(2)
    assert (numpy.sort(large) == numpy.arange(10_000)).all()
    assert (large[0] != large[1]).any() and finder.sample(0).shape == (0, 36)
    assert (finder.sample(1500, seed=-1) == finder.sample(1500, seed=-1)).all()
    for n in (-1, 2**63):
        with pytest.raises((ValueError, OverflowError, MemoryError)):
            finder.sample(n)


def test_what_is_wrong_is_told() -> None:
    no_goal = "goal, a board, a name or a shape such as .*: 3 cells"
    for goal, message in [("101x2", "100"), ("1x9", "1x9"), ("1 2 3", no_goal)]:
        with pytest.raises(ValueError, match=message):
            tilebase.Finder(goal)
    with pytest.raises(ValueError, match="timeout: expected seconds from 0"):
        tilebase.Finder(timeout=-1.0)
    with pytest.raises(ValueError, match="expected 36"):
        tilebase.Finder("6x6").find([1, 2, 0])
    with pytest.raises(ValueError, match="move 1"):
        tilebase.apply(GOAL, "d")


def test_a_finder_knows_what_a_table_knows() -> None:
    finder, oracle = tilebase.Finder("3x3"), tilebase.Oracle()
    boards = tilebase.sample(200, seed=1)
    for board, distance in zip(boards, oracle.distances(boards).tolist()):
        found = finder.find(board)
        assert found is not None and found.lower == found.upper == distance
        assert found.best == oracle.solution(board) and finder.lower_bound(board) == distance
    assert finder.find("1 2 3 4 5 6 8 7 x") is None


def test_answers_are_shown_briefly() -> None:
    boards = tilebase.sample(2000, seed=1)
    boards[7], boards[8] = [1, 2, 3, 4, 5, 6, 8, 7, 0], 0
    answers = tilebase.Oracle().answers(boards)
    assert repr(answers) == "Answers(n=2000, SOLVED=1998, UNSOLVABLE=1, INVALID=1)"


def test_data_that_is_not_there(tmp_path: Path) -> None:
    asks: Any = (tilebase.Oracle, tilebase.MultiOracle)
    asks += (lambda data: tilebase.sample(1, data=data),)
    for ask in asks:
        with pytest.raises(ValueError, match="^data: there is no folder .*; tilebase.generate makes"):
            ask(data=tmp_path / "none")


@pytest.mark.parametrize("data", [b"/tmp", 5, "/dev/null", "a\0b", Path("/dev/null"), ["x"]])
def test_data_that_is_no_folder(data: Any) -> None:
    asks: Any = (
        lambda: tilebase.Oracle(data=data),
        lambda: tilebase.MultiOracle(data=data),
        lambda: tilebase.sample(1, data=data),
        lambda: tilebase.generate("2x5", data=data),
    )
    for ask in asks:
        with pytest.raises((TypeError, ValueError), match="^data: expected the path of a folder, found"):
            ask()
