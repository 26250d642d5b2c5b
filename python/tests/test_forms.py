"""The forms of boards and moves that people have, wherever Python reads them. The forms are those of
the library's tests."""

import json
import re
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pytest

import tilebase
from tilebase.tasks import Tasks

BOARD = "1 2 3 4 x 6 7 5 8"

BOARDS = [
    "1/2/3/4/0/6/7/5/8",
    "1-2-3-4-0-6-7-5-8",
    "1_2_3_4_0_6_7_5_8",
    "1:2:3:4:0:6:7:5:8",
    "1.2.3.4.0.6.7.5.8",
    "1-2-3\n4-x-6\n7-5-8\n",
    "1,2,3,4,,6,7,5,8",
    "1\t2\t3\t4\t\t6\t7\t5\t8",
    "1,2,3\n4,,6\n7,5,8",
    "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
    "+---+---+---+\n| 1 | 2 | 3 |\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n+---+---+---+",
    "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n│ 4 │   │ 6 │\n│ 7 │ 5 │ 8 │\n└───┴───┴───┘",
    "01 02 03 04 00 06 07 05 08",
    '[["1","2","3"],["4","","6"],["7","5","8"]]',
    "[[1,2,3],[4,null,6],[7,5,8]]",
    "board = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]",
    "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])",
    "tensor([[1, 2, 3],\n        [4, 0, 6],\n        [7, 5, 8]], dtype=torch.uint8)",
    "int[][] board = {{1,2,3},{4,0,6},{7,5,8}};",
    "vector<vector<int>> b = {{1, 2, 3}, {4, 0, 6}, {7, 5, 8}};",
    "[[1. 2. 3.]\n [4. 0. 6.]\n [7. 5. 8.]]",
    "1.0 2.0 3.0 4.0 0.0 6.0 7.0 5.0 8.0",
]


@pytest.mark.parametrize("text", BOARDS)
def test_every_form_of_a_board(text: str) -> None:
    oracle = tilebase.Oracle()
    assert oracle.distance(text) == 2 and oracle.solution(text) == "dr"
    assert (
        tilebase.apply(text, "dr").split() == "1 2 3 4 5 6 7 8 x".replace(" ", " ").split()
        or "/" in text
        or "\n" in text
    )
    assert tilebase.is_solvable(text) and tilebase.check([text], ["dr"], oracle=oracle) == ["optimal"]
    assert tilebase.Oracle(text).distance(BOARD) == 0
    assert (
        tilebase.Oracle(text, metric="multi").distance(BOARD) == 0 == tilebase.Oracle(text).lower_bound(BOARD)
    )
    assert oracle.analyze(text, "dr") == oracle.analyze(BOARD, "dr")
    assert tilebase.draw(text).svg() == tilebase.draw(BOARD).svg()
    assert Tasks(boards=[text])[0] == Tasks(boards=[BOARD])[0]
    assert tilebase.parse([text]).tolist() == [[1, 2, 3, 4, 0, 6, 7, 5, 8]]


MOVES: list[Any] = [
    "right, down, right",
    "Right Down Right",
    "rightdownright",
    "→↓→",
    "→ ↓ →",
    ">v>",
    "> v >",
    "['right', 'down', 'right']",
    '["RIGHT","DOWN","RIGHT"]',
    "right -> down -> right",
    "r -> d -> r",
    "r;d;r",
    "r | d | r",
    "r-d-r",
    "⇒⇓⇒",
    "➡️⬇️➡️",
    "➡⬇➡",
    "👉👇👉",
    "▶️🔽▶️",
    "￫￬￫",
    "right\ndown\nright\n",
    "{right, down, right}",
    "moves: right, down, right",
    "1 right, 1 down, 1 right",
    ["right", "down", "right"],
    ("Right", "Down", "Right"),
    ["r", "d", "r"],
    ["→", "↓", "→"],
    numpy.array(["right", "down", "right"]),
    numpy.array(["r", "d", "r"], object),
    pyarrow.array(["right", "down", "right"]),
    [2, 0, 2],
    (2, 0, 2),
    numpy.array([2, 0, 2]),
    numpy.array([2, 0, 2], numpy.uint8),
    pyarrow.array([2, 0, 2]),
    range(2, 2),
]


@pytest.mark.parametrize("moves", MOVES, ids=repr)
def test_every_form_of_moves(moves: Any) -> None:
    oracle, board, expected = tilebase.Oracle(), "1 2 3 x 4 6 7 5 8", "rdr"
    if len(moves) == 0:
        board, expected = oracle.goal, ""
    assert tilebase.letters(moves) == expected
    assert tilebase.apply(board, moves) == oracle.goal
    assert tilebase.check([board], [moves], oracle=oracle) == tilebase.check([board], [moves]) == ["optimal"]
    assert tilebase.excess([board], [moves]).tolist() == [0]
    assert oracle.analyze(board, moves) == oracle.analyze(board, expected)
    assert tilebase.check([board], [moves], oracle=tilebase.Oracle(metric="multi"))[0] == "optimal"
    along = oracle.distances_along(tilebase.parse(board), [moves])
    assert along[0].tolist() == [*range(len(expected), -1, -1)]
    assert len(tilebase.draw(board, moves).svg()) == len(expected) + 1
    # There a direction is the tile's.
    opposite = {"r": "l", "d": "u"}
    other = tilebase.Oracle().solution(board, notation="tile")
    assert other == "".join(opposite[move].upper() for move in expected)
    if isinstance(moves, str):
        [task] = Tasks(boards=[board], notation="blank")
        assert task.grade(moves).moves == expected


@pytest.mark.parametrize(
    "text",
    [
        "2 down, right",
        "down 2, right",
        "D2R",
        "↓2 →",
        "2↓, →",
        "down x2, right",
        "2x down, right",
        "2 down 1 right",
        "d 2, r",
    ],
)
def test_counts(text: str) -> None:
    board = "1 2 x / 4 5 3 / 7 8 6"
    assert tilebase.apply(board.replace("2 x", "x 2"), text.replace("R", "r")) is not None
    assert tilebase.letters(text) == "ddr"
    assert tilebase.check(["1 x 3 / 4 2 6 / 7 5 8"], [text], oracle=tilebase.Oracle(metric="multi")) == ["optimal"]
    [task] = Tasks(boards=["1 x 3 / 4 2 6 / 7 5 8"], notation="blank")
    assert task.score(text) == 1.0


@pytest.mark.parametrize(
    "moves",
    [
        "5 8",
        "5 up, 8 left",
        "5U 8L",
        "U5 L8",
        "5↑ 8←",
        "up 5\nleft 8",
        "5 -> 8",
        "5/8",
        [5, 8],
        ["5", "8"],
        [(5, "up"), (8, "left")],
    ],
    ids=repr,
)
def test_every_form_of_tiles(moves: Any) -> None:
    oracle = tilebase.Oracle()
    assert tilebase.apply(BOARD, moves, notation="tiles") == oracle.goal
    assert tilebase.check([BOARD], [moves], notation="tiles", oracle=oracle) == ["optimal"]
    assert oracle.analyze(BOARD, moves, notation="tiles") == oracle.analyze(
        BOARD, "5 8", notation="tiles"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rvd", "`v` is an arrow of .* beside letters"),
        ("right, d", "`d` is a letter beside words"),
        ("->v->", "`->` separates moves"),
        ("1 right 2 down 3 left", "counts or the numbers of steps"),
        ("2 down right", "a number beside some of these moves"),
        ("E S E", "expected one of d, l, r, u, found `E`"),
    ],
)
def test_what_could_mean_two_things(text: str, why: str) -> None:
    oracle = tilebase.Oracle()
    with pytest.raises(ValueError, match=why):
        tilebase.apply(BOARD, text)
    with pytest.raises(ValueError, match=f"moves: .*{why}"):
        tilebase.letters(text)
    [verdict] = tilebase.check([BOARD], [text], oracle=oracle)
    analysis = oracle.analyze(BOARD, text)
    assert verdict.startswith("wrong: move") and analysis is not None
    assert analysis.error is not None and verdict.endswith(analysis.error)
    # An analysis that ends too soon says so.
    assert f"error={analysis.error!r}" in repr(analysis)


@pytest.mark.parametrize(
    "claim",
    [
        *("unsolvable", "no solution", "Impossible!", "None", "-1", -1, "**unsolvable**"),
        *("the board cannot be solved.", "It is unsolvable because of parity"),
        '{"solvable": false}',
    ],
)
def test_claims(claim: Any) -> None:
    boards = ["1 2 3 4 5 6 8 7 x", BOARD]
    expected = ["optimal", "wrong: it can be solved, in 2 moves"]
    assert (
        tilebase.check(boards, [claim] * 2)
        == tilebase.check(boards, [claim] * 2)
        == expected
    )
    assert tilebase.excess(boards, [claim] * 2).tolist() == [0, -1]


@pytest.mark.parametrize("answer", [None, float("nan"), "null", "NaN"])
def test_what_is_missing_claims_nothing_unless_you_say_so(answer: Any) -> None:
    board = ["1 2 3 4 5 6 8 7 x"]
    assert tilebase.check(board, [answer])[0].startswith("wrong: no answer: `")
    assert tilebase.excess(board, [answer]).tolist() == [-4]
    text = answer if isinstance(answer, str) else "null"
    assert tilebase.check(board, [answer], unsolvable_as=text) == ["optimal"]
    assert tilebase.excess(board, [answer], unsolvable_as=text).tolist() == [0]


def test_forms_of_every_door() -> None:
    """The forms that the library and the module are tested with, too."""
    path = Path(__file__).parents[2] / "tests/common/move_forms.json"
    for group in json.loads(path.read_text()):
        board, notation = group["board"], group["notation"]
        for text in group["texts"]:
            [verdict] = tilebase.check([board], [text], notation=notation)
            if "moves" in group:
                after = tilebase.apply(board, group["moves"])
                assert tilebase.apply(board, text, notation=notation) == after, text
                assert "move 1, column" not in verdict
            else:
                with pytest.raises(ValueError, match=re.escape(group["wrong"]) or None):
                    tilebase.apply(board, text, notation=notation)
                assert group["wrong"] in verdict


def test_boards_of_every_door() -> None:
    """The texts that the library, the command and the module are tested with, too."""
    assert tilebase.Oracle().solution("1 2 3 4 5 6 7 0 8  # mine") == "r"
    path = Path(__file__).parents[2] / "tests/common/board_texts.json"
    for text, board in json.loads(path.read_text()):
        if board is None:
            with pytest.raises(ValueError):
                tilebase.parse([text])
        else:
            assert tilebase.parse([text]).tolist() == tilebase.parse([board]).tolist(), text


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (5, "int"),
        (b"rdr", "bytes"),
        ({"r"}, "set"),
        ({"r": 1}, "dict"),
        ([["r"], [[1]], 2.5], "float"),
        ([None], "NoneType"),
        (2.5, "float"),
    ],
)
def test_what_are_no_moves(moves: Any, found: str) -> None:
    expected = f"expected moves as str, or a sequence of words or integers, found {found}"
    with pytest.raises(TypeError, match=f"^moves: {expected}"):
        tilebase.apply(BOARD, moves)
    assert tilebase.check([BOARD], [moves]) == [f"wrong: moves: {expected}"]


BOARD_OF_MANY = [[1, 2, 3, 4, 0, 6, 7, 5, 8]] * 2


@pytest.mark.parametrize(
    "many",
    [
        BOARD_OF_MANY,
        numpy.array(BOARD_OF_MANY),
        numpy.array(BOARD_OF_MANY).reshape(2, 3, 3),
        [BOARD, BOARD],
    ],
    ids=["list", "array", "grids", "texts"],
)
def test_many_boards_for_a_function_of_one(many: Any) -> None:
    oracle = tilebase.Oracle()
    for ask, other in (
        (oracle.distance, "distances"),
        (oracle.solution, "solutions"),
        (oracle.optimal_moves, "optimal_move_masks"),
        (oracle.legal, "move_distances"),
        (oracle.count_solutions, "solution_counts"),
        (oracle.lower_bound, "lower_bounds"),
        (tilebase.is_solvable, "solvable"),
    ):
        with pytest.raises(
            ValueError, match=rf"one board, found many \(\w+\); for many, use `{other}`"
        ):
            ask(many)


def test_one_board_for_a_function_of_many() -> None:
    board, oracle = numpy.array([1, 2, 3, 4, 0, 6, 7, 5, 8]), tilebase.Oracle()
    asks: Any = (
        (oracle.distances, "for one board, use `distance`"),
        (oracle.solutions, "for one board, use `solution`"),
        (oracle.optimal_move_masks, "for one board, use `optimal_moves`"),
        (oracle.move_distances, "for one board, use `legal`"),
        (oracle.solution_counts, "for one board, use `count_solutions`"),
        (oracle.lower_bounds, "for one board, use `lower_bound`"),
        (tilebase.solvable, "for one board, use `is_solvable`"),
        (tilebase.rank, r"put one board into brackets: \[board\]"),
        (tilebase.format, r"put one board into brackets: \[board\]"),
        (lambda boards: tilebase.step(boards, [1]), r"put one board into brackets: \[board\]"),
    )
    for ask, cure in asks:
        for one in (board, board.tolist(), board.reshape(3, 3)):
            with pytest.raises(ValueError, match=f"^boards: .*{cure}"):
                ask(one)
        with pytest.raises(TypeError, match=f"^boards: .*{cure}"):
            ask(BOARD)


def test_advice_fits_what_was_passed() -> None:
    board, oracle = [1, 2, 3, 4, 0, 6, 7, 5, 8], tilebase.Oracle()
    objects = numpy.array([board, board], object)
    cases: Any = (
        (objects, "astype", objects.astype(numpy.int64)),
        (pyarrow.array(["12345678x"]), "tilebase.parse", None),
    )
    for wrong, advice, right in cases:
        with pytest.raises(TypeError, match=advice):
            oracle.distances(wrong)
        if right is not None:
            assert oracle.distances(right).tolist() == [2, 2]
    for letters in ("dr", ["d", "r"], pyarrow.array(["d", "r"])):
        with pytest.raises(TypeError, match=r"^moves: .*convert letters with tilebase.actions\("):
            tilebase.step([board] * 2, letters)  # type: ignore[arg-type]
    assert tilebase.step([board] * 2, tilebase.actions("dr")).shape == (2, 9)
