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
    oracle = tilebase.Oracle("6x6", max_nodes=20_000)
    found = oracle.answer(BOARD, notation=notation)
    assert found is not None and found == oracle.answer(BOARD, notation=notation)
    assert found.upper is not None and found.best is not None
    assert tilebase.apply(BOARD, found.best, notation=notation) == GOAL
    bound = oracle.lower_bound(BOARD)
    assert bound is not None and bound <= found.lower <= found.upper < 400
    assert 20_000 <= found.generated < 30_000
    if notation == "blank":
        assert len(found.best) == found.upper


def test_goals_and_sizes() -> None:
    goal = numpy.roll(numpy.arange(28), 5).reshape(4, 7)
    oracle = tilebase.Oracle(goal, max_nodes=1000)
    assert (oracle.size, oracle.goal[:12]) == ("4x7", "23 24 25 26 ")
    assert repr(oracle).startswith('Oracle("23 24 25 26 27 x 1 / 2')
    assert repr(oracle).endswith(', size="4x7", max_nodes=1000)')
    found = oracle.answer(numpy.arange(28).reshape(4, 7))
    if found is not None:
        assert found.best is not None
        assert (tilebase.apply(numpy.arange(28).reshape(4, 7), found.best) == goal).all()
    swapped = goal.copy()
    swapped[0, 0], swapped[0, 1] = goal[0, 1], goal[0, 0]
    assert oracle.answer(swapped) is None and oracle.lower_bound(swapped) is None
    assert tilebase.Oracle(size=(100, 100)).size == "100x100"
    same = pickle.loads(pickle.dumps(tilebase.Oracle(goal, max_nodes=1000)))
    assert (same.goal, same.size) == (oracle.goal, "4x7")
    assert same == oracle != tilebase.Oracle(goal) and hash(same) == hash(oracle)
    assert same.answer(numpy.arange(28).reshape(4, 7)) == found
    with pytest.raises(ValueError, match="goal names the shape 6x6, and size 5x5"):
        tilebase.Oracle("6x6", size="5x5")
    with pytest.raises(ValueError, match="goal names the shape 4x4, and size 3x3"):
        tilebase.is_solvable("12345678x", "4x4", size="3x3")


def test_random_boards_are_those_of_the_command() -> None:
    # `tilebase sample --size 6x6 --count 3 --seed 1`, the first row of each board.
    first = [[10, 35, 16, 2, 26, 8], [19, 5, 21, 4, 12, 2], [31, 11, 4, 8, 34, 6]]
    oracle = tilebase.Oracle("6x6", max_nodes=1000)
    boards = tilebase.sample(3, "6x6", seed=1)
    assert (boards.shape, boards.dtype.name) == ((3, 36), "uint16")
    assert boards[:, :6].tolist() == first
    assert all(tilebase.is_solvable(board.tolist()) for board in boards)
    assert not any(map(tilebase.is_solvable, tilebase.sample(5, "6x6", seed=1, unsolvable=True).tolist()))
    found = oracle.answer(boards[0])
    assert found is not None and found.best is not None
    assert tilebase.apply(boards[0].tolist(), found.best) == GOAL
    large = tilebase.sample(2, "100x100")
    assert (numpy.sort(large) == numpy.arange(10_000)).all()
    assert (large[0] != large[1]).any() and tilebase.sample(0, "6x6").shape == (0, 36)
    again = [tilebase.sample(1500, "6x6", seed=-1) for _ in range(2)]
    assert (again[0] == again[1]).all()
    assert tilebase.sample(1, "6x6", blank=-1).dtype.name == "int16"
    for n in (-1, 2**63):
        with pytest.raises((ValueError, OverflowError, MemoryError)):
            tilebase.sample(n, "6x6")
    unknown: Any
    for unknown in ({"distance": 3}, {"along_solutions": True}, {"unique": True}):
        with pytest.raises(ValueError, match="25"):
            tilebase.sample(1, "6x6", **unknown)


def test_what_is_wrong_is_told() -> None:
    no_goal = "goal, a board, a name or a shape such as .*: 3 cells"
    for goal, message in [("101x2", "100"), ("1x9", "1x9"), ("1 2 3", no_goal)]:
        with pytest.raises(ValueError, match=message):
            tilebase.Oracle(goal)
    with pytest.raises(ValueError, match="timeout: expected seconds from 0"):
        tilebase.Oracle(timeout=-1.0)
    with pytest.raises(ValueError, match="expected 36"):
        tilebase.Oracle("6x6").answer([1, 2, 0])
    with pytest.raises(ValueError, match="move 1"):
        tilebase.apply(GOAL, "d")


def test_large_boards_near_the_goal_have_distances() -> None:
    oracle, near = tilebase.Oracle("6x6"), tilebase.apply(GOAL, "uull")
    assert (oracle.metric, oracle.shape, oracle.counts) == ("single", (6, 6), None)
    assert (oracle.distance(near), oracle.solution(near)) == (4, "rrdd")
    with pytest.raises(tilebase.Stopped) as stopped:
        tilebase.Oracle("6x6", max_nodes=1000).distance(BOARD)
    assert stopped.value.best is not None
    for ask in (oracle.legal, oracle.optimal_moves, oracle.count_solutions, oracle.all_solutions):
        with pytest.raises(ValueError, match="expected at most 25 cells"):
            ask(near)
    with pytest.raises(ValueError, match="6x6: .* at most 25 cells; ask for larger boards one by one"):
        oracle.distances([near])
    with pytest.raises(ValueError, match="multi-tile metric"):
        tilebase.Oracle("6x6", metric="multi")
    with pytest.raises(ValueError, match="metric: expected single or multi"):
        tilebase.Oracle(metric="many")  # type: ignore[arg-type]


def test_an_answer_has_what_is_known() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(200, seed=1)
    for board, distance in zip(boards, oracle.distances(boards).tolist()):
        found = oracle.answer(board)
        assert found is not None and found.lower == found.upper == distance
        assert found.best == oracle.solution(board) and oracle.lower_bound(board) == distance
    assert oracle.answer("1 2 3 4 5 6 8 7 x") is None
    multi = tilebase.Oracle(metric="multi").answer("1 2 3 4 5 6 x 7 8", notation="tiles")
    assert multi == tilebase.Answer(lower=1, upper=1, best="8", generated=0)
    limited = tilebase.Oracle("4x4", max_nodes=10).answer("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")
    assert limited is not None and limited.lower > 50


def test_answers_are_shown_briefly() -> None:
    boards = tilebase.sample(2000, seed=1)
    boards[7], boards[8] = [1, 2, 3, 4, 5, 6, 8, 7, 0], 0
    answers = tilebase.Oracle().answers(boards)
    assert repr(answers) == "Answers(n=2000, SOLVED=1998, UNSOLVABLE=1, INVALID=1)"


def test_data_that_is_not_there(tmp_path: Path) -> None:
    asks: Any = (tilebase.Oracle, lambda data: tilebase.sample(1, data=data))
    for ask in asks:
        with pytest.raises(ValueError, match="^data: there is no folder .*; tilebase.generate makes"):
            ask(data=tmp_path / "none")


@pytest.mark.parametrize("data", [b"/tmp", 5, "/dev/null", "a\0b", Path("/dev/null"), ["x"]])
def test_data_that_is_no_folder(data: Any) -> None:
    asks: Any = (
        lambda: tilebase.Oracle(data=data),
        lambda: tilebase.sample(1, data=data),
        lambda: tilebase.generate("2x5", data=data),
    )
    for ask in asks:
        with pytest.raises((TypeError, ValueError), match="^data: expected the path of a folder, found"):
            ask()
