"""What is right and wrong with solutions, move by move."""

import itertools
import random
from pathlib import Path
from typing import Any

import numpy
import pytest

import tilebase
from conftest import neighbours, search

BOARD = "1 2 3 x 4 6 7 5 8"


def along(board: tuple[int, ...], cols: int, moves: str) -> list[tuple[int, ...]]:
    """The boards along the legal moves, found without tilebase."""
    boards = [board]
    for move in moves:
        after = dict(neighbours(boards[-1], cols))
        if move not in after:
            break
        boards.append(after[move])
    return boards


def test_one_solution() -> None:
    analysis = tilebase.Oracle().analyze(BOARD, "rlrdr")
    assert analysis is not None
    assert repr(analysis) == "Analysis(length=5, optimal_length=3, lost=2, reaches_goal=True)"
    assert (analysis.length, analysis.optimal_length, analysis.lost) == (5, 3, 2)
    assert (analysis.reaches_goal, analysis.distance_left, analysis.error) == (True, 0, None)
    assert (analysis.end, analysis.lower, analysis.generated) == ("1 2 3 4 5 6 7 8 x", 3, 0)
    assert (analysis.ending_after, analysis.ending) == (1, "dr")
    [mistake] = analysis.mistakes
    assert (mistake.number, mistake.move, mistake.tile) == (2, "l", 4)
    assert (mistake.before, mistake.after, mistake.cost) == (2, 3, 2)
    assert (mistake.optimal, mistake.better) == (False, "d")
    assert mistake.board == "1 2 3 4 x 6 7 5 8"
    assert repr(mistake).startswith("Step(number=2, board='1 2 3 4 x 6 7 5 8', move='l', tile=4, ")
    assert analysis.steps[1] is mistake and analysis.steps[0].better == ""
    assert [step.optimal for step in analysis.steps] == [True, False, True, True, True]
    html = analysis._repr_html_()
    assert html.count("<tr>") == 6 and "<strong>+2</strong>" in html and "ends at the goal" in html


def test_what_does_not_end_at_the_goal() -> None:
    oracle = tilebase.Oracle()
    analysis = oracle.analyze(BOARD, "4 5 <b>", notation="tiles")
    assert analysis is not None and not analysis.reaches_goal
    assert (analysis.length, analysis.distance_left, analysis.ending) == (2, 1, "8")
    assert analysis.error == "move 3, column 5: expected a tile from 1 to 8, found `<b>`"
    assert "&lt;b&gt;" in analysis._repr_html_() and "<b>" not in analysis._repr_html_()
    analysis = oracle.analyze(BOARD, "")
    assert analysis is not None and (analysis.steps, analysis.distance_left) == ((), 3)
    assert oracle.analyze("1 2 3 4 5 6 8 7 x", "l") is None


def test_every_string_of_moves_on_2x3() -> None:
    """Up to six moves, some of them illegal, against a plain search, also as arrays."""
    oracle, found = tilebase.Oracle("2x3"), search((1, 2, 3, 4, 5, 0), 3)
    boards: list[tuple[int, ...]] = []
    answers, expected = [], []
    random.seed(1)
    starts = random.sample(sorted(found), 3)
    for length in range(7):
        for letters in itertools.product("dlru", repeat=length):
            moves = "".join(letters)
            start = starts[len(boards) % 3]
            boards.append(start)
            answers.append(moves)
            expected.append([found[board] for board in along(start, 3, moves)])
    array = numpy.array(boards, numpy.uint8)
    distances, offsets = oracle.distances_along(array, answers)
    assert (str(distances.dtype), str(offsets.dtype)) == ("int16", "int64")
    rows = [distances[a:b].tolist() for a, b in itertools.pairwise(offsets)]
    assert rows == expected
    for board, moves, row in list(zip(boards, answers, expected))[::7]:
        analysis = oracle.analyze(board, moves)
        assert analysis is not None
        assert [analysis.optimal_length] + [step.after for step in analysis.steps] == row
        assert [step.before for step in analysis.steps] == row[:-1]
        assert (analysis.error is None) == (analysis.length == len(moves))
        for step, (before, after) in zip(analysis.steps, itertools.pairwise(row)):
            assert step.optimal == (after < before) and step.cost == after - before + 1
        lost = sum(step.cost or 0 for step in analysis.steps)
        assert analysis.lost == lost == 2 * len(analysis.mistakes)
        if analysis.reaches_goal:
            assert analysis.length == row[0] + lost


@pytest.mark.parametrize("notation", ["blank", "tile", "tiles"])
def test_arrays_of_solutions(notation: Any) -> None:
    """As solutions gives them: each move lowers the distance by one, down to 0."""
    oracle = tilebase.Oracle()
    boards = tilebase.sample(10_000, seed=1)
    solutions = oracle.solutions(boards, notation=notation)
    for threads in (1, 3):
        distances, offsets = oracle.distances_along(
            boards, solutions, notation=notation, threads=threads
        )
        starts = oracle.distances(boards)
        assert (distances[offsets[:-1]] == starts).all()
        assert (numpy.diff(offsets) == starts + 1).all()
        assert (distances[offsets[1:] - 1] == 0).all()
        inside = numpy.delete(numpy.diff(distances.astype(int)), offsets[1:-1] - 1)
        assert (inside == -1).all()
    unsolvable = tilebase.sample(2, unsolvable=True, seed=1)
    legal = [dict(neighbours(tuple(board), 3)) for board in unsolvable.tolist()]
    moves = [next(iter(after)) for after in legal]
    distances, offsets = oracle.distances_along(unsolvable, moves)
    assert distances.tolist() == [255] * 4 and offsets.tolist() == [0, 2, 4]
    distances, offsets = oracle.distances_along(boards[:0], [])
    assert distances.tolist() == [] and offsets.tolist() == [0]


def test_4x4(tmp_path: Path) -> None:
    """Shapes that are searched, with limits and without."""
    goal = (*range(1, 16), 0)
    near = search_near(goal, 9)
    random.seed(2)
    boards, answers, expected = [], [], []
    for start in random.sample(sorted(near), 20):
        board, moves = start, ""
        for _ in range(12):
            inside = [(move, after) for move, after in neighbours(board, 4) if after in near]
            move, board = random.choice(inside)
            moves += move
        boards.append(start)
        answers.append(moves)
        expected.append([near[after] for after in along(start, 4, moves)])
    oracle = tilebase.Oracle("4x4", data=tmp_path)
    distances, offsets = oracle.distances_along(numpy.array(boards), answers)
    assert [distances[a:b].tolist() for a, b in itertools.pairwise(offsets)] == expected
    analysis = oracle.analyze(boards[0], answers[0])
    assert analysis is not None and analysis.generated > 0
    assert [step.after for step in analysis.steps] == expected[0][1:]
    # One of the hardest boards: 80 moves.
    hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
    limited = tilebase.Oracle("4x4", data=tmp_path, max_nodes=10_000)
    analysis = limited.analyze(hard, "dru")
    assert analysis is not None and 40 < analysis.lower <= 80
    assert (analysis.optimal_length, analysis.lost, analysis.ending) == (None, None, None)
    [step, _, _] = analysis.steps
    assert (step.before, step.optimal, step.better) == (None, None, None)
    assert "?" in analysis._repr_html_()
    row = numpy.array([hard.replace("/", "").split()] * 2, numpy.uint8)
    assert limited.distances_along(row, ["dru", ""])[0].tolist() == [255] * 5


def search_near(goal: tuple[int, ...], most: int) -> dict[tuple[int, ...], int]:
    """The boards of 4x4 that are at most so many moves from the goal."""
    found, level = {goal: 0}, [goal]
    for distance in range(1, most + 1):
        after = {next for board in level for _, next in neighbours(board, 4)}
        level = [board for board in after if board not in found]
        found.update((board, distance) for board in level)
    return found


@pytest.mark.parametrize(
    ("moves", "error", "message"),
    [
        (["l"] * 4, ValueError, "boards has more rows than moves, which has 4"),
        (["l"] * 6, ValueError, "moves has more items than boards, which has 5 rows"),
        (["l", "l", 3, "l", "l"], TypeError, r"moves\[2\]: expected moves as str, or a sequence .*, found int"),
        ("lllll", TypeError, r"moves: .* of str, or \(letters, offsets\), found str"),
        (3, TypeError, "moves: expected an iterable of str"),
        ((numpy.zeros(3, "u1"), numpy.arange(5)), ValueError, r"offsets: expected shape \(6,\)"),
        ((numpy.zeros(3, "u1"), numpy.arange(6)), ValueError, r"offsets\[4\]: .* to 3, found 4"),
        ((numpy.zeros(9, "u1"), -numpy.arange(6)), ValueError, r"offsets\[1\]: .* found -1"),
        ((numpy.zeros(9, "u1"), numpy.arange(6)[::-1]), ValueError, r"offsets\[1\]: .* found 4"),
        ((numpy.zeros(9, "f4"), numpy.arange(6)), TypeError, "letters: expected an array of int"),
    ],
)
def test_what_are_no_answers(moves: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tilebase.Oracle().distances_along(tilebase.sample(5, seed=1), moves)


def test_a_row_that_is_no_board() -> None:
    boards = tilebase.sample(5000, seed=1)
    boards[4500] = 0
    with pytest.raises(ValueError, match=r"boards\[4500\]: row 1, column 2: a second blank"):
        tilebase.Oracle().distances_along(boards, [""] * 5000)
