"""The multi-tile metric, against a plain breadth-first search."""

import math
import pickle

import numpy as np
import pytest

import tilebase
from conftest import neighbours


def slides(board: tuple[int, ...], cols: int) -> dict[str, tuple[int, ...]]:
    """Every move of any number of tiles, and the board after it, in the canonical order."""
    found = {}
    for move in "dlru":
        after, cells = dict(neighbours(board, cols)).get(move), 1
        while after is not None:
            found[move + (str(cells) if cells > 1 else "")] = after
            after, cells = dict(neighbours(after, cols)).get(move), cells + 1
    return found


def test_every_board_of_2x3() -> None:
    oracle = tilebase.Oracle("2x3", metric="multi")
    goal: tuple[int, ...] = (1, 2, 3, 4, 5, 0)
    distances: dict[tuple[int, ...], int] = {goal: 0}
    level = list(distances)
    while level:
        following = []
        for board in level:
            for after in slides(board, 3).values():
                if after not in distances:
                    distances[after] = distances[board] + 1
                    following.append(after)
        level = following
    assert len(distances) == 360
    assert oracle.counts is not None and oracle.counts[20] == list(distances.values()).count(20)
    for board, distance in distances.items():
        assert oracle.distance(board) == distance
        expected = {move: distances[after] for move, after in slides(board, 3).items()}
        assert oracle.legal(board) == expected
        nearer = [move for move, after in expected.items() if after < distance]
        assert oracle.optimal_moves(board) == "".join(nearer)
        solution = oracle.solution(board)
        assert solution is not None
        assert solution.startswith(nearer[0] if nearer else "")
        assert len([letter for letter in solution if letter.isalpha()]) == distance


@pytest.mark.slow
def test_boards_are_drawn_by_their_distance_in_the_metric() -> None:
    oracle = tilebase.Oracle(metric="multi")
    boards = tilebase.sample(50, seed=1, distance=(20, 22), metric="multi")
    assert set(oracle.distances(boards)) <= {20, 21, 22}
    each = tilebase.sample(per_distance=2, seed=1, metric="multi", along_solutions=True)
    assert oracle.counts is not None
    expected = [d for d, count in enumerate(oracle.counts) for _ in range(min(count, 2))]
    assert list(oracle.distances(each)) == expected
    # Without a distance they are those of the other metric.
    any_board = tilebase.sample(5, seed=1, metric="multi")
    assert (any_board == tilebase.sample(5, seed=1)).all()
    with pytest.raises(ValueError, match="no 3x3 board is at distance 25"):
        tilebase.sample(1, distance=25, metric="multi")


def test_notations_and_boards_that_cannot_be_solved() -> None:
    oracle = tilebase.Oracle(metric="multi")
    assert oracle.goal == "1 2 3 4 5 6 7 8 x"
    assert oracle.solution("1 2 3 4 5 6 x 7 8") == "r2"
    assert oracle.solution("1 2 3 4 5 6 x 7 8", notation="tile") == "L2"
    assert oracle.solution("1 2 3 4 5 6 x 7 8", notation="tiles") == "8"
    assert oracle.count_solutions("1 2 3 4 5 6 x 7 8") == 1
    unsolvable = "2 1 3 4 5 6 7 8 x"
    assert oracle.solution(unsolvable) is None
    assert oracle.distance(unsolvable) is None
    assert oracle.legal(unsolvable) is None
    assert oracle.optimal_moves(unsolvable) is None


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="multi-tile metric"):
        tilebase.Oracle("5x5", metric="multi")
    with pytest.raises(ValueError, match="notation"):
        tilebase.Oracle(metric="multi").solution("1 2 3 4 5 6 x 7 8", notation="other")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="timeout"):
        tilebase.Oracle(timeout=-1.0, metric="multi")
    with pytest.raises(ValueError, match="row 1"):
        tilebase.Oracle("2x2", metric="multi").distances(np.array([[1, 2, 3, 0], [1, 2, 2, 0]]))


def test_an_infinite_timeout_is_no_limit() -> None:
    oracle = tilebase.Oracle("4x4", timeout=math.inf, metric="multi")
    assert oracle.distance("1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15") == 1


@pytest.mark.parametrize("size", ["2x3", "3x3"])
def test_arrays_have_the_answers_of_single_boards(size: str) -> None:
    oracle = tilebase.Oracle(size, metric="multi")
    boards = tilebase.all_boards(size)[::7]
    unsolvable = boards[:1].copy()
    cells = np.flatnonzero(unsolvable[0])[:2]
    unsolvable[0, cells] = unsolvable[0, cells[::-1]]
    boards = np.concatenate([boards, unsolvable])
    distances = oracle.distances(boards)
    assert distances.dtype == np.uint8
    assert distances[-1] == 255
    letters, offsets = oracle.solutions(boards)
    assert len(offsets) == len(boards) + 1
    for row in range(0, len(boards), 1 if size == "2x3" else 97):
        board = boards[row]
        assert oracle.distance(board) == (None if distances[row] == 255 else distances[row])
        solution = letters[offsets[row] : offsets[row + 1]].tobytes().decode()
        assert solution == (oracle.solution(board) or "")
    out = np.zeros(len(boards), np.uint8)
    assert oracle.distances(boards, out, threads=2) is out
    assert (out == distances).all()
    letters, offsets = oracle.solutions(boards[:3], notation="tiles")
    text = letters[offsets[2] : offsets[3]].tobytes().decode()
    assert text == oracle.solution(boards[2], notation="tiles")


def test_every_move_of_many_boards_has_the_distance_of_the_plain_search() -> None:
    oracle = tilebase.Oracle("2x3", metric="multi")
    assert pickle.loads(pickle.dumps(oracle)) == oracle != tilebase.Oracle("2x3")
    boards = tilebase.all_boards("2x3")
    after = oracle.move_distances(boards)
    assert after.shape == (360, 4, 2)
    for board, found in zip(boards, after, strict=True):
        expected = np.full((4, 2), 255)
        for move, neighbour in slides(tuple(map(int, board)), 3).items():
            place = "dlru".index(move[0]), int(move[1:] or 1) - 1
            expected[place] = oracle.distance(neighbour)
        assert (found == expected).all()
    # A move is optimal if it is nearer, and every board but the goal has one.
    nearer = (after < oracle.distances(boards)[:, None, None]).any((1, 2))
    assert np.count_nonzero(~nearer) == 1


def test_an_array_is_searched_within_a_limit() -> None:
    boards = np.array([[1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0], [*range(1, 16), 0]])
    oracle = tilebase.Oracle("4x4", max_nodes=1000, metric="multi")
    assert list(oracle.distances(boards)) == [255, 0]
    letters, offsets = oracle.solutions(boards)
    assert len(letters) == 0
    assert list(offsets) == [0, 0, 0]


def test_bounds_and_all_that_is_known_of_many_boards() -> None:
    oracle = tilebase.Oracle("4x4", max_nodes=1000, metric="multi")
    far = [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0]
    near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15]
    swapped = [2, 1, *range(3, 16), 0]
    boards = np.array([far, near, swapped])
    bounds = oracle.lower_bounds(boards)
    # No 4x4 board takes more than 43 moves.
    assert 10 < bounds[0] <= 43 and list(bounds[1:]) == [1, 255]
    assert [oracle.lower_bound(board) for board in boards] == [bounds[0], 1, None]
    assert oracle.explain(near) is None
    assert oracle.explain(swapped) == tilebase.Oracle("4x4").explain(swapped)
    answers = oracle.answers(boards)
    assert list(answers.ended) == [1, 0, 2]
    assert bounds[0] <= answers.lower[0] <= 43 and answers.upper[1] == 1
    # The best solution of the first board is before it.
    assert answers.letters.tobytes().endswith(b"r3")
    table = tilebase.Oracle("2x3", metric="multi")
    boards = tilebase.all_boards("2x3")
    assert (table.lower_bounds(boards) == table.distances(boards)).all()


def test_oracles_can_be_pickled() -> None:
    oracle = tilebase.Oracle("1 2 3 8 x 4 7 6 5", max_nodes=7, metric="multi")
    same = pickle.loads(pickle.dumps(oracle))
    assert (same.goal, same.size) == (oracle.goal, "3x3")
    assert same == oracle and hash(same) == hash(oracle) and same != tilebase.Oracle(metric="multi")
    assert repr(same) == 'Oracle("1 2 3 8 x 4 7 6 5", size="3x3", metric="multi", max_nodes=7)'
    assert same.distance("1 2 3 x 8 4 7 6 5") == 1


def test_4x4_within_a_limit() -> None:
    oracle = tilebase.Oracle("4x4", max_nodes=1000, metric="multi")
    assert oracle.solution("1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15") == "r3"
    with pytest.raises(tilebase.Stopped) as stopped:
        oracle.distance("1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 x")
    assert 20 < stopped.value.lower <= 43


def test_solutions_analyses_and_verdicts() -> None:
    oracle = tilebase.Oracle(metric="multi")
    boards = tilebase.sample(40, seed=3, distance=(10, 14), metric="multi")
    counts = oracle.solution_counts(boards)
    assert counts.dtype == np.uint64
    answers, distances = [], oracle.distances(boards).tolist()
    for row, count, distance in zip(boards, counts, distances, strict=True):
        solutions = list(oracle.all_solutions(row))
        assert len(solutions) == len(set(solutions)) == count == oracle.count_solutions(row)
        assert solutions[0] == oracle.solution(row)
        for solution in solutions:
            found = oracle.analyze(row, solution)
            assert found is not None and found.reaches_goal and found.lost == 0
            assert found.optimal_length == distance == len(found.steps)
        answers.append(solutions[-1])
    assert tilebase.check(boards, answers, oracle=oracle) == ["optimal"] * len(boards)
    assert not tilebase.excess(boards, answers, oracle=oracle).any()
    # They reach the goal in single moves too, which are never fewer.
    single = [tilebase.Oracle().solution(row) or "" for row in boards]
    verdicts = tilebase.check(boards, single, oracle=oracle)
    assert all(verdict.startswith(("optimal", "valid +")) for verdict in verdicts)
    assert any(verdict.startswith("valid +") for verdict in verdicts)
    # A mistake may cost one move or two.
    found = oracle.analyze("1 2 3 x 4 5 7 8 6", "rdlr2")
    assert found is not None and [step.cost for step in found.steps] == [1, 2, 2, 1]
    assert (found.ending, found.steps[0].better) == ("r2d", "r2")
    rows = [[1, 2, 3, 0, 4, 5, 7, 8, 6], boards[0].tolist()]
    along, ends = oracle.distances_along(rows, ["rdlr2", answers[0]])
    assert along[: ends[1]].tolist() == [2, *(step.after for step in found.steps)]
    assert along[ends[1] :].tolist() == [*range(distances[0], -1, -1)]
    with pytest.raises(ValueError, match='the metric "single"; use move_distances'):
        oracle.optimal_move_masks(rows)
    with pytest.raises(ValueError, match="it is for the metric of single tiles"):
        tilebase.Oracle("4x4", metric="multi").first_within([*range(16)], 9)
    wrong = ["l", "q", "unsolvable", "r"]
    board = "1 2 3 4 5 6 x 7 8"
    verdicts = tilebase.check([board] * 4, wrong, oracle=oracle)
    assert all(verdict.startswith("wrong: ") for verdict in verdicts)
    assert verdicts[2:] == [
        "wrong: it can be solved, in 1 move",
        "wrong: not at the goal after 1 move",
    ]
    tiles = tilebase.check([board], ["8"], oracle=oracle, notation="tiles")
    assert tiles == ["optimal"]
    unsolvable = "2 1 3 4 5 6 7 8 x"
    assert list(oracle.all_solutions(unsolvable)) == []
    assert tilebase.check([unsolvable], ["unsolvable"], oracle=oracle) == ["optimal"]
    # An iterator goes on where it was.
    iterator = oracle.all_solutions(boards[int(counts.argmax())])
    next(iterator)
    assert list(pickle.loads(pickle.dumps(iterator))) == list(iterator)
    told: list[tilebase.Progress] = []
    assert tilebase.Oracle(progress=told.append, metric="multi").distances(boards).max() == 14
    assert told[-1].answered == told[-1].boards == 40


def test_solutions_in_every_notation_are_applied_and_drawn() -> None:
    oracle = tilebase.Oracle(metric="multi")
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    for board in tilebase.sample(200, seed=3).tolist():
        letters = oracle.solution(board)
        assert letters is not None and tilebase.letters(letters, metric="multi") == letters
        for notation in ("blank", "tile", "tiles", "cells"):
            moves = oracle.solution(board, notation=notation)
            assert moves is not None
            after = tilebase.apply(tuple(board), moves, notation=notation, metric="multi")
            assert after == goal, (board, notation, moves)
            drawn = tilebase.draw(board, moves, notation=notation, metric="multi")
            assert len(drawn.svg()) == oracle.distance(board) + 1  # type: ignore[operator]
            assert tilebase.draw(board, letters).svg()[-1].startswith("<svg ")
    # One move of two cells, or two moves.
    assert tilebase.letters(["right 2", "down"], metric="multi") == "r2d"
    assert tilebase.letters(["right 2", "down"]) == "rrd"
    with pytest.raises(ValueError, match="tile 8 is not beside the blank"):
        tilebase.apply("1 2 3 4 5 6 x 7 8", "8", notation="tiles")
    with pytest.raises(ValueError, match="metric: "):
        tilebase.apply("1 2 3 4 5 6 x 7 8", "8", notation="tiles", metric="three")  # type: ignore[call-overload]
