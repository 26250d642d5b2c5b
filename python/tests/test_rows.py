"""Functions of arrays of boards that need no oracle."""

from collections import UserList
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import tilebase
from conftest import neighbours


@pytest.mark.parametrize("size", ["2x3", "3x3", "3x4", "4x4", "2x8"])
def test_step(size: str) -> None:
    rows, cols = map(int, size.split("x"))
    boards = tilebase.sample(9000, size, seed=1)
    actions = numpy.random.default_rng(1).integers(0, 4, len(boards))
    after = tilebase.step(boards, actions, size=size)
    assert (after.shape, str(after.dtype)) == (boards.shape, "uint8")
    for board, action, found in zip(boards.tolist(), actions.tolist(), after.tolist()):
        moves = dict(neighbours(tuple(board), cols))
        assert tuple(found) == moves.get("dlru"[action], tuple(board))
    grid = boards.reshape(-1, rows, cols)
    again = tilebase.step(grid, actions.astype(numpy.uint8))
    assert again.shape == grid.shape and (again.reshape(after.shape) == after).all()
    assert tilebase.step(boards[:0], actions[:0], size=size).shape == (0, rows * cols)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (numpy.full(5000, 4), ValueError, r"moves\[0\]: expected 0 \(down\), .* found 4"),
        (numpy.repeat([3, -1], [4999, 1]), ValueError, r"moves\[4999\]: .* found -1"),
        (numpy.zeros(4999, int), ValueError, r"moves: expected shape \(5000,\), found \(4999,\)"),
        (numpy.zeros(5000), TypeError, "moves: expected an array of integers, found dtype float64"),
    ],
)
def test_what_are_no_actions(actions: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tilebase.step(tilebase.sample(5000, seed=1), actions)


def test_a_goal_that_is_named_is_one_of_the_shape_of_the_array() -> None:
    for goal in ("last", "7", "first", "snail"):
        boards = tilebase.all_boards("2x4", goal=goal).reshape(-1, 2, 4)
        assert tilebase.rank(boards, goal).tolist() == list(range(20_160))
        assert tilebase.solvable(boards, goal).all()
    assert not tilebase.solvable(numpy.arange(16)[None], "last").any()
    with pytest.raises(ValueError, match="goal, .*: goal cell 8 of 2x4"):
        tilebase.rank(boards, "8")


@pytest.mark.parametrize("goal", ["3x3", "2x4", "1 2 3 8 x 4 7 6 5", "2 1 0 / 3 4 5"])
def test_rank_and_unrank_of_all_boards(goal: str) -> None:
    boards = tilebase.all_boards(goal=goal)
    ranks = tilebase.rank(boards, goal)
    assert str(ranks.dtype) == "uint64" and (ranks == numpy.arange(len(boards))).all()
    assert tilebase.unrank([]).shape == (0, 9)
    # Any sequence of ints, but none that does not fit into memory.
    assert (tilebase.unrank(range(3), goal=goal) == boards[:3]).all()
    assert (tilebase.unrank(UserList([2, 1]), goal=goal) == boards[[2, 1]]).all()
    wrong: Any
    for wrong in (range(2**40), "1", [2**70]):
        with pytest.raises(TypeError, match="^indices: expected an array of integers, found"):
            tilebase.unrank(wrong)
    assert (tilebase.unrank(ranks, goal=goal) == boards).all()
    some = numpy.array([len(boards) - 1, 0, 5])
    assert (tilebase.unrank(some, goal=goal) == boards[some]).all()
    assert tilebase.solvable(boards, goal).all()
    boards[:, :2] = boards[:, 1::-1]
    solvable = tilebase.solvable(boards, goal)
    assert str(solvable.dtype) == "bool"
    assert solvable.tolist() == [tilebase.is_solvable(board, goal) for board in boards]
    first = int(numpy.flatnonzero(~solvable)[0])
    with pytest.raises(ValueError, match=rf"boards\[{first}\]: unsolvable"):
        tilebase.rank(boards, goal)


def test_ranks_of_4x4(command: Callable[..., list[str]]) -> None:
    boards = tilebase.sample(20, "4x4", seed=1)
    ranks = tilebase.rank(boards)
    assert ranks.tolist() == [
        int(command("rank", "--size", "4x4", line)[0]) for line in tilebase.format(boards)
    ]
    assert (tilebase.unrank(ranks, "4x4") == boards).all()
    for index in (181440, -1, 2**64 - 1):
        with pytest.raises(ValueError, match=rf"indices\[1\]: expected 0 to 181439 .* {index}"):
            tilebase.unrank(numpy.array([3, index], "u8" if index > 0 else "i8"))


def test_text(command: Callable[..., list[str]]) -> None:
    for size in ("3x3", "2x4", "4x4"):
        lines = command("sample", "--count", "5000", "--size", size, "--seed", "1")
        boards = tilebase.sample(5000, size, seed=1)
        text = "\n".join(lines) + "\n"
        for form in (text, text.encode(), lines, iter(lines), [line.encode() for line in lines]):
            assert (tilebase.parse(form, size) == boards).all()
        assert tilebase.format(boards, size=size) == lines
    # The first board says the shape of all.
    assert tilebase.parse(["12/3x", "1 2 3 0"]).tolist() == [[1, 2, 3, 0]] * 2
    assert tilebase.parse("").shape == (0, 9)
    with pytest.raises(ValueError, match="line 2: no blank"):
        tilebase.parse("12345678x\n123456788")
    assert tilebase.parse("12345678x\n\n12345678x").tolist() == [[1, 2, 3, 4, 5, 6, 7, 8, 0]] * 2
    with pytest.raises(ValueError, match=r"boards\[1\]: no board"):
        tilebase.parse(["12345678x", "", "12345678x"])
    # Files in every layout that the command reads.
    rows = [[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 0, 6, 7, 5, 8]]
    for text in (
        "2\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 0 6\n7 5 8\n",
        "Initial State:\n1 2 3\n4 5 6\n7 0 8\nGoal State:\n1 2 3\n4 0 6\n7 5 8\n",
        "id,board\n1,1 2 3 4 5 6 7 x 8\n2,1 2 3 4 x 6 7 5 8\n",
        '{"board": "1 2 3 4 5 6 7 x 8"}\n{"board": "1 2 3 4 x 6 7 5 8"}\n',
        "[[1,2,3,4,5,6,7,0,8],[1,2,3,4,0,6,7,5,8]]",
        "# two boards\n1 2 3 4 5 6 7 x 8\n1 2 3 4 x 6 7 5 8 # the second\n",
    ):
        assert tilebase.parse(text).tolist() == rows, text
    with pytest.raises(TypeError):
        tilebase.parse([5])  # type: ignore[list-item]


def test_the_shape_of_rows() -> None:
    with pytest.raises(ValueError, match=r"boards: expected shape \(n, rows, cols\), or .* size="):
        tilebase.format(tilebase.sample(3, "2x4", seed=1))
    with pytest.raises(ValueError, match=r"expected shape \(n, 8\) or \(n, 4, 2\), found \(3, 2, 4\)"):
        tilebase.format(tilebase.sample(3, "2x4").reshape(3, 2, 4), size="4x2")
    with pytest.raises(ValueError, match="boards: shape 6x6"):
        tilebase.format(numpy.zeros((3, 36), numpy.uint8))
    with pytest.raises(ValueError, match=r"boards\[5000\]: row 1, column 2: a second blank"):
        boards = tilebase.sample(6000, seed=1)
        boards[5000] = 0
        tilebase.solvable(boards)


def test_a_file_is_parsed(tmp_path: Path) -> None:
    boards = tilebase.sample(50, seed=1)
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(tilebase.format(boards)))
    assert (tilebase.parse(path) == boards).all()


def test_moves_and_verdicts_as_numbers() -> None:
    oracle, boards = tilebase.Oracle(), tilebase.sample(200, seed=1)
    letters, offsets = oracle.solutions(boards)
    actions = tilebase.actions(letters)
    for step in range(31):
        going = offsets[:-1] + step < offsets[1:]
        boards[going] = tilebase.step(boards[going], actions[offsets[:-1][going] + step])
    assert (boards == [1, 2, 3, 4, 5, 6, 7, 8, 0]).all()
    assert tilebase.actions("dlru").tolist() == tilebase.actions(b"DLRU").tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError, match=r"moves\[1\]: expected one of d, l, r, u, found 'x'"):
        tilebase.actions("dx")
    with pytest.raises(ValueError, match=r"moves\[1\]: expected one of d, l, r, u, found 'é'"):
        tilebase.actions("dé")
    for wrong in (numpy.array([-156]), numpy.array([100.0])):
        with pytest.raises(TypeError, match="^moves: expected letters as str, bytes or uint8, found dtype"):
            tilebase.actions(wrong)
    board = "1 2 3 x 4 6 7 5 8"
    answers = ["rdr", "rlrdr", "r", "x", "unsolvable"]
    found = tilebase.excess([board] * 5, answers)
    assert found.tolist() == [0, 2, -1, -4, -1] and found.dtype == numpy.int32
    hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
    limited = tilebase.Oracle("4x4", max_nodes=10_000)
    assert tilebase.excess([hard], ["lr"], oracle=limited).tolist() == [-1]
