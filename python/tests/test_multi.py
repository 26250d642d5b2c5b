"""The multi-tile metric, against a plain breadth-first search."""

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
    oracle = tilebase.MultiOracle("2x3")
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
        assert oracle.optimal_moves(board) == nearer
        solution = oracle.solution(board)
        assert solution is not None
        assert solution.startswith(nearer[0] if nearer else "")
        assert len([letter for letter in solution if letter.isalpha()]) == distance


def test_notations_and_boards_that_cannot_be_solved() -> None:
    oracle = tilebase.MultiOracle()
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
        tilebase.MultiOracle("5x5")
    with pytest.raises(ValueError, match="notation"):
        tilebase.MultiOracle().solution("1 2 3 4 5 6 x 7 8", notation="other")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="timeout"):
        tilebase.MultiOracle(timeout=-1.0)


def test_4x4_within_a_limit() -> None:
    oracle = tilebase.MultiOracle("4x4", limit=1000)
    assert oracle.solution("1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15") == "r3"
    with pytest.raises(tilebase.Stopped) as stopped:
        oracle.distance("1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 x")
    assert 20 < stopped.value.at_least <= 43
