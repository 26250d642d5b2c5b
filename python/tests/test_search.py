"""Search methods, in every order of moves."""

from itertools import permutations
from typing import Any, Literal

import pytest

import tilebase

# For calls that type checkers refuse.
UNTYPED: Any = tilebase

COURSE = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12"


@pytest.mark.parametrize("method", ["bfs", "bibfs", "astar", "ida", "iddfs", "dfs"])
def test_every_order_finds_a_shortest_solution(method: Any) -> None:
    for goal in ["12345678x", "123/45x"]:
        if method == "dfs" and len(goal) == 9:
            continue
        oracle = tilebase.Oracle(goal)
        [board] = tilebase.sample(1, goal=goal, distance=15, seed=69)
        solutions = list(oracle.all_solutions(board))
        for order in map("".join, permutations("dlru")):
            found = tilebase.search(board, goal, method=method, order=order)
            assert found is not None
            assert found.solution in solutions
            if method != "astar":
                assert found.solution == min(solutions, key=lambda way: [*map(order.index, way)])


@pytest.mark.parametrize(
    ("order", "reached", "taken"),
    [("rdul", (19, 8), (41, 19)), ("DRLU", (18, 7), (38, 18)), ("ulrd", (33, 14), (69, 33))],
)
def test_counts_of_a_course(
    order: str, reached: tuple[int, int], taken: tuple[int, int]
) -> None:
    def count(goal_test: Literal["reached", "expanded"] | None) -> tuple[int, int]:
        found = tilebase.search(COURSE, method="bfs", order=order, goal_test=goal_test)
        assert found is not None
        assert found.solution == "drd"
        return found.visited, found.closed

    assert count("reached") == reached
    assert count("expanded") == count(None) == taken


def test_counts_of_a_paper() -> None:
    """Korf (1985): one order of the 24 generates as many boards, with the start."""
    board = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15]
    found = tilebase.search(board, "first", method="ida", order="ulrd")
    assert found is not None
    assert (len(found.solution), found.visited) == (42, 540_860)


def test_what_is_not_proved() -> None:
    def search(method: str, **arguments: Any) -> tilebase.Searched:
        found: tilebase.Searched | None = UNTYPED.search("23415x768", method=method, **arguments)
        assert found is not None
        return found

    shortest = search("ucs")
    assert (len(shortest.solution), shortest.lower_bound) == (19, 19)
    for found in (search("greedy"), search("dls", depth_limit=25), search("wastar", weight=5)):
        assert (found.lower_bound or 0) <= 19 < len(found.solution)
    with pytest.raises(tilebase.Stopped, match="no solution within 12 moves"):
        search("dls", depth_limit=12)
    with pytest.raises(ValueError, match="weight: expected a number from 1 to 1000"):
        search("wastar", weight=0.5)


def test_costs() -> None:
    board = "2 3 6 1 0 7 4 8 5"
    methods: list[Literal["cheapest", "ucs", "astar", "ida"]] = ["cheapest", "ucs", "astar", "ida"]
    for method in methods:
        found = tilebase.search(board, method=method, cost="tile")
        assert found is not None
        assert (len(found.solution), found.cost, found.least_cost) == (12, 63, 63)
        assert found.lower_bound is None
    found = tilebase.search(board, method="bfs", cost="1/2")
    assert found is not None
    assert (found.least_cost, found.cost, len(found.solution)) == (None, 6, 12)
    with pytest.raises(ValueError, match="cost: expected tile, inverse, sqrt, or a list"):
        tilebase.search(board, cost="tiles")
    with pytest.raises(ValueError, match="method"):
        tilebase.search(board, method="cheapest")


def test_what_has_no_answer() -> None:
    assert tilebase.search("12345687x") is None
    with pytest.raises(tilebase.Stopped):
        tilebase.search("8672543x1", method="bfs", max_nodes=1000)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"method": "dijkstra"}, "method: expected bfs, bibfs, astar, ida, iddfs, dfs, ucs, "),
        ({"heuristic": "none at all"}, "heuristic: expected none, misplaced, euclidean, manhattan"),
        ({"order": "udl"}, "order: expected each of d, l, r and u once, as in udlr, found `udl`"),
        ({"goal_test": "late"}, "goal_test: expected reached or expanded, found `late`"),
        ({"goal_test": "reached"}, "astar on 3x3: it does not test boards for the goal at this"),
        ({"method": "dfs"}, "dfs on 3x3: it is limited to six cells"),
        ({"timeout": -1}, "timeout: expected seconds from 0"),
    ]
    for arguments, text in refused:
        with pytest.raises(ValueError, match=text):
            UNTYPED.search("8672543x1", **arguments)
    with pytest.raises(ValueError):
        tilebase.search([*range(36)])


def test_limits_are_numbers_from_0() -> None:
    with pytest.raises(ValueError, match="^max_nodes: expected an int from 0 to .*, found -1"):
        tilebase.search("1 2 3 x 4 6 7 5 8", max_nodes=-1)
