"""Goals with free cells and equal tiles, against a plain search written here."""

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import numpy
import pandas
import pytest

import tilebase

Cells = tuple[int, ...]
Metric = Literal["single", "multi"]

# The blank, a cell that may hold anything, and a tile that the goal does not name.
BLANK, FREE, OTHER = 0, -1, 99


def moves(board: Cells, cols: int, metric: Metric) -> Iterator[tuple[str, Cells]]:
    """The moves of a board in order, and the boards after them."""
    row, col = divmod(board.index(BLANK), cols)
    for letter, down, right in (("d", 1, 0), ("l", 0, -1), ("r", 0, 1), ("u", -1, 0)):
        cells, at, steps = list(board), board.index(BLANK), 1
        while 0 <= row + steps * down < len(board) // cols and 0 <= col + steps * right < cols:
            to = at + down * cols + right
            cells[at], cells[to], at = cells[to], BLANK, to
            yield letter + (str(steps) if steps > 1 else ""), tuple(cells)
            if metric == "single":
                break
            steps += 1


def reached(goal: Cells) -> list[Cells]:
    """The boards that fit a goal."""
    boards = [tuple(OTHER if cell == FREE else cell for cell in goal)]
    if BLANK in goal:
        return boards
    blanks = [at for at, cell in enumerate(goal) if cell == FREE]
    return [(*boards[0][:at], BLANK, *boards[0][at + 1 :]) for at in blanks]


def search(goal: Cells, cols: int, metric: Metric) -> tuple[dict[Cells, int], dict[Cells, int]]:
    """The distance of every board, and the number of its shortest solutions."""
    distances = dict.fromkeys(reached(goal), 0)
    counts = dict.fromkeys(distances, 1)
    waiting = deque(distances)
    while waiting:
        board = waiting.popleft()
        for _, after in moves(board, cols, metric):
            if after not in distances:
                distances[after] = distances[board] + 1
                waiting.append(after)
            if distances[after] == distances[board] + 1:
                counts[after] = counts.get(after, 0) + counts[board]
    return distances, counts


def solution(board: Cells, cols: int, metric: Metric, distances: dict[Cells, int]) -> str:
    """The first of the shortest solutions."""
    found = ""
    while distances[board]:
        found, board = next(
            (found + name, after)
            for name, after in moves(board, cols, metric)
            if distances[after] < distances[board]
        )
    return found


def whole(board: Cells) -> Cells:
    """A board in which tiles that the goal does not name are the numbers that are left."""
    left = iter(sorted(set(range(1, len(board))) - set(board)))
    return tuple(next(left) if cell == OTHER else cell for cell in board)


GOALS: list[tuple[Cells, int]] = [
    ((1, 2, 3, FREE, FREE, FREE), 3),
    ((1, 2, FREE, 3, FREE, BLANK), 3),
    ((1, 2, 3, 5, FREE, BLANK), 3),
    ((1, 1, 2, 2, 3, BLANK), 3),
    ((1, 1, 2, 3, FREE, FREE), 2),
    ((1, 2, 2, 2, 2, BLANK, 2, 2), 4),
    ((1, 2, 3, FREE, FREE, FREE, FREE, FREE, FREE), 3),
    ((1, 1, 1, 2, 2, 2, 2, 2, BLANK), 3),
]


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize(("goal", "cols"), GOALS)
def test_answers_are_those_of_a_plain_search(goal: Cells, cols: int, metric: Metric) -> None:
    distances, counts = search(goal, cols, metric)
    size = f"{len(goal) // cols}x{cols}"
    oracle = tilebase.Oracle(goal, size=size, metric=metric)
    named = [cell for cell in goal if cell > 0]
    is_equal = len(set(named)) < len(named)
    chosen = sorted(distances)[:: max(1, len(distances) // 60)]
    boards = numpy.array([board if is_equal else whole(board) for board in chosen])
    numbers = [distances[board] for board in chosen]
    levels = [0] * (max(distances.values()) + 1)
    for distance in distances.values():
        levels[distance] += 1
    assert oracle.counts == levels
    assert oracle.distances(boards).tolist() == numbers
    assert oracle.lower_bounds(boards).tolist() == numbers
    assert oracle.solution_counts(boards).tolist() == [counts[board] for board in chosen]
    assert tilebase.solvable(boards, goal, size=size).all()
    solutions = [solution(board, cols, metric, distances) for board in chosen]
    letters, offsets = oracle.solutions(boards)
    ends = offsets.tolist()
    text = letters.tobytes().decode()
    assert [text[first:last] for first, last in zip(ends, ends[1:])] == solutions
    assert tilebase.check(boards, solutions, oracle=oracle) == ["optimal"] * len(boards)
    after = oracle.move_distances(boards)
    answers = oracle.answers([board.tolist() for board in boards])
    assert answers.lower.tolist() == answers.upper.tolist() == numbers
    labels = tilebase.label(boards, oracle)
    assert labels["solution"].tolist() == solutions
    for row, (board, cells) in enumerate(zip(chosen, boards.tolist())):
        legal = {name: distances[to] for name, to in moves(board, cols, metric)}
        assert oracle.legal(cells) == legal
        best = [name for name, distance in legal.items() if distance < distances[board]]
        assert oracle.optimal_moves(cells) == "".join(best)
        assert labels["optimal"][row] == "".join(best)
        for name, distance in legal.items():
            place = ("dlru".index(name[0]), int(name[1:] or 1) - 1)
            assert after[row][place if metric == "multi" else place[0]] == distance
        found = list(oracle.all_solutions(cells))
        assert len(found) == counts[board] == oracle.count_solutions(cells)
        assert found[0] == solutions[row] == oracle.solution(cells)
        assert tilebase.is_solvable(cells, goal, size=size)
        assert oracle.explain(cells) is None


def test_goals_are_texts_lists_and_arrays() -> None:
    text = tilebase.Oracle("1 1 2 / 2 3 x")
    for goal in ([1, 1, 2, 2, 3, 0], numpy.array([[1, 1, 2], [2, 3, 0]]), ["1 1 2", "2 3 x"]):
        assert tilebase.Oracle(goal, size="2x3") == text
    assert (text.goal, text.size, text.counts and sum(text.counts)) == ("1 1 2 / 2 3 x", "2x3", 180)
    assert pickle.loads(pickle.dumps(text)) == text
    free = tilebase.Oracle([1, 2, 3, -1, -1, -1, -1, -1, -1])
    assert free == tilebase.Oracle("1 2 3 * * * * * *")
    assert repr(free) == 'Oracle("1 2 3 * * * * * *", size="3x3")'
    assert pickle.loads(pickle.dumps(free)).distance("8 6 7 2 5 4 3 x 1") == 21
    # Tiles that the goal does not name need no numbers.
    assert free.distance("* * * 2 * * 3 x 1") == free.distance([-1, -1, -1, 2, -1, -1, 3, 0, 1]) == 21
    # The tiles are counted from 0, and 5 is the blank.
    from_0 = tilebase.Oracle([0, 0, 1, 1, 2, 5], size="2x3", blank=5)
    assert from_0.goal == text.goal and from_0.distance([0, 0, 1, 1, 5, 2]) == 1
    assert from_0.distances(numpy.array([[0, 0, 1, 1, 5, 2]])).tolist() == [1]
    row = tilebase.Oracle("1 2 3 4 " + 12 * "* ", size="4x4")
    assert row.distance([1, 2, 3, 0, 5, 6, 7, 4, *range(8, 16)]) == 1


def test_letters_are_tiles() -> None:
    oracle = tilebase.Oracle("a a b / b c c / d d x", metric="multi")
    boards = ["d a b / c a c / b d x", "a a b / b c c / d d x", "a a a / b c c / d d x"]
    answers = oracle.answers(boards)
    assert answers.lower.tolist() == [9, 0, 255] and oracle.distance(boards[0]) == 9
    assert answers.errors == {2: "tiles `a`: expected 2, as the goal has, found 3"}
    table = tilebase.label(pandas.DataFrame({"board": boards}), oracle)
    assert table["distance"].tolist()[:2] == [9, 0]
    assert table["optimal"].tolist() == [oracle.optimal_moves(boards[0]), "", ""]
    [verdict, wrong, invalid] = tilebase.check(boards, [oracle.solution(boards[0]), "u", "d"], oracle=oracle)
    assert (verdict, wrong) == ("optimal", "wrong: not at the goal after 1 move")
    assert invalid == "invalid: tiles `a`: expected 2, as the goal has, found 3"
    analysis = oracle.analyze(boards[1], "ud")
    assert analysis is not None and analysis.end == boards[1].replace("/ ", "")
    assert [step.tile for step in analysis.steps] == [None, None]


def test_moves_are_judged() -> None:
    oracle = tilebase.Oracle("1 1 1 2 2 2 3 3 x")
    board, best = "3 3 1 1 1 2 2 2 x", "llurulddruulddrurd"
    analysis = oracle.analyze(board, "u" + "d" + best)
    assert analysis is not None and (analysis.lost, analysis.reaches_goal) == (2, True)
    assert [step.tile for step in analysis.steps[:3]] == [2, 2, 2]
    assert tilebase.excess([board, board, board], [best, "ud" + best, "u"], oracle=oracle).tolist() == [0, 2, -1]
    distances, offsets = oracle.distances_along([[3, 3, 1, 1, 1, 2, 2, 2, 0]], ["ud" + best])
    assert distances.tolist() == [18, 17, 18, *range(17, -1, -1)] and offsets.tolist() == [0, 21]
    # Where the blank is free, a move may leave the distance as it is.
    free = tilebase.Oracle("1 2 3 * * * * * *")
    assert tilebase.check(["1 2 3 4 5 6 7 8 x"], ["u"], oracle=free) == ["valid +1"]


def test_answers_and_samples() -> None:
    goal = "1 2 3 * * * * * *"
    found = tilebase.Oracle(goal).answer("8 6 7 2 5 4 3 x 1")
    assert found is not None and (found.lower, found.upper) == (21, 21)
    boards = tilebase.sample(20, goal=goal, distance=(3, 5), seed=1)
    distances = tilebase.Oracle(goal).distances(boards)
    assert ((distances >= 3) & (distances <= 5)).all()
    # No two tiles of this goal are alike, and it has the blank.
    assert not tilebase.is_solvable("2 1 3 4 5 6 7 8 x", "1 2 3 4 5 6 7 * x")
    assert not tilebase.solvable([[2, 1, 3, 4, 5, 6, 7, 8, 0]], "1 2 3 4 5 6 7 * x").any()


GOAL = "1 1 1 2 2 2 3 3 x"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda it: it.distance("1 2 3 4 5 6 7 8 x"), "tiles `1`: expected 3, as the goal has, found 1"),
        (lambda it: it.distances([[1, 2, 3, 4, 5, 6, 7, 8, 0]]), r"boards\[0\]: tiles `1`: expected 3"),
        (lambda it: it.solution(GOAL, notation="tiles"), "notation: the goal has equal tiles"),
        (lambda it: it.solutions([[0] * 9], notation="tiles"), "notation: the goal has equal"),
        (lambda it: tilebase.Oracle([1, 2, 3, 0, 0, 0, 0, 0, 0]), "-1 is a cell that may hold any"),
        (lambda it: tilebase.Oracle([1, 2, 3, -2, 4, 5, 6, 7, 0]), "found -2"),
        (lambda it: tilebase.search(GOAL, GOAL), "a search method is for a goal without"),
        (lambda it: tilebase.all_boards(goal=GOAL), "is for a goal without `\\*` and equal tiles"),
        (lambda it: tilebase.rank([[0] * 9], GOAL), "is for a goal without"),
        (lambda it: tilebase.sample(3, goal=GOAL), "goal: expected one without equal tiles"),
        (lambda it: tilebase.sample(3, goal="1 2 3 * * * * * *"), "a draw without distances is for"),
        (
            lambda it: tilebase.Oracle("1 2 3 4 5 6 7 8 * * * * * * * *", metric="multi"),
            "boards apart: expected at most",
        ),
    ],
)
def test_errors(call: Callable[[Any], Sequence[object]], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call(tilebase.Oracle(GOAL))
