"""What type checkers know of small scripts: mypy and pyright check this file, too."""

from collections.abc import Sequence
from typing import Any, assert_type

import numpy
import polars
import pytest
from numpy.typing import NDArray

import tilebase
from tilebase.tasks import Task, Tasks

BOARD = "1 2 3 x 4 6 7 5 8"


def test_moves_keep_the_kind_of_board() -> None:
    assert_type(tilebase.apply(BOARD, "rdr"), str)
    assert_type(tilebase.apply([1, 2, 3, 0, 4, 6, 7, 5, 8], "rdr"), list[int])
    assert_type(tilebase.apply([[1, 2, 3], [0, 4, 6], [7, 5, 8]], "rdr"), list[list[int]])
    assert_type(tilebase.apply((1, 2, 3, 0, 4, 6, 7, 5, 8), "rdr"), tuple[int, ...])
    array: NDArray[numpy.uint8] = numpy.array([1, 2, 3, 0, 4, 6, 7, 5, 8], numpy.uint8)
    assert_type(tilebase.apply(array, "rdr"), NDArray[numpy.uint8])


def test_labels_are_tables() -> None:
    boards = tilebase.sample(3, seed=1)
    labels = assert_type(tilebase.label(boards), tilebase.Labels)
    distances: NDArray[numpy.uint8] = labels["distance"]
    assert_type(tilebase.label([BOARD], tilebase.Oracle()), tilebase.Labels)
    frame = polars.DataFrame({"board": [BOARD]})
    assert_type(tilebase.label(frame, column="board"), polars.DataFrame)
    assert len(distances) == 3


def test_boards_have_as_many_bits_as_their_tiles_need() -> None:
    small: NDArray[numpy.uint8] = tilebase.sample(2, "5x5", seed=1)
    large: NDArray[numpy.uint16] = tilebase.sample(2, "6x6", seed=1)
    signed: NDArray[numpy.int16] = tilebase.all_boards("2x2", blank=-1)
    found = [boards.dtype.name for boards in (small, large, signed)]
    assert found == ["uint8", "uint16", "int16"]


def test_tasks_have_answers() -> None:
    tasks = Tasks(count=2, seed=1)
    assert_type(tasks[0], Task)
    assert_type(tasks[0].answer, str)
    assert_type(tasks[:1], list[Task])
    assert_type([task.answer for task in tasks], list[str])


def test_oracles_know_their_metric() -> None:
    assert_type(tilebase.Oracle(), tilebase.Oracle)
    assert_type(tilebase.Oracle("4x4").distance([*range(1, 16), 0]), int | None)
    assert_type(tilebase.Oracle(metric="multi").optimal_moves(BOARD), str | None)
    assert_type(tilebase.check([BOARD], ["rdr"]), list[str])
    assert_type(tilebase.check([BOARD], [["right", "down", "right"]]), list[str])
    answers = tilebase.Oracle().answers([BOARD, None])
    assert_type(answers.errors, dict[int, str])


def test_answers_go_where_they_are_told() -> None:
    boards, out = tilebase.sample(3, seed=1), bytearray(3)
    assert_type(tilebase.Oracle().distances(boards, out), bytearray)
    assert_type(tilebase.Oracle().distances(boards), numpy.ndarray[tuple[int], numpy.dtype[numpy.uint8]])
    assert list(out) == tilebase.Oracle().distances(boards).tolist()


def test_searches() -> None:
    def misplaced(board: tuple[int, ...]) -> int:
        return sum(tile not in (0, cell) for cell, tile in enumerate(board, 1))

    found = assert_type(tilebase.search(BOARD, method="greedy"), tilebase.Searched | None)
    assert found is not None
    assert_type(found.solution, str)
    assert_type(tilebase.search(BOARD, heuristic=misplaced), tilebase.Searched | None)
    assert_type(tilebase.audit(misplaced, boards=[BOARD]).highest, tilebase.Estimate | None)


def test_what_is_no_type() -> None:
    """Each of these is an error of types, or mypy would say that its comment is not needed."""
    wrong: Sequence[Any] = [
        lambda: tilebase.search(BOARD, method="gready"),  # type: ignore[arg-type] # pyright: ignore
        lambda: tilebase.search(BOARD, heuristic="none at all"),  # type: ignore[arg-type] # pyright: ignore
        lambda: tilebase.Oracle().solution(BOARD, notation="tile!"),  # type: ignore[arg-type] # pyright: ignore
        lambda: tilebase.parse([BOARD], errors="ignore"),  # type: ignore[arg-type] # pyright: ignore
        lambda: tilebase.label([BOARD], "3x3"),  # type: ignore[call-overload] # pyright: ignore
    ]
    for call in wrong:
        with pytest.raises((TypeError, ValueError)):
            call()
