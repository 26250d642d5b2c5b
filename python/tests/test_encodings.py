"""Boards and moves in the encodings of other libraries, against the plain one."""

import pickle
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

import tilebase

# Blank, and whether tiles begin at 0. 8 of 3x3 is the blank of most games and environments.
ENCODINGS = [
    (8, True),
    (9, False),
    (9, True),
    (-1, False),
    (-1, True),
    (255, False),
    (999, True),
    (-9, False),
]
ORDERS = ["dlru", "urdl", "UDLR", "LURD", "ruld"]


def encoded(boards: NDArray[Any], blank: int, from_0: bool) -> NDArray[numpy.int64]:
    """Boards in another encoding, found without tilebase."""
    written = boards.astype(numpy.int64)
    return numpy.where(written == 0, blank, written - from_0)


@pytest.fixture(scope="module")
def everything() -> NDArray[numpy.uint8]:
    """All 362,880 arrangements of 3x3."""
    solvable = tilebase.all_boards("3x3")
    others = solvable.copy()
    others[solvable == 1], others[solvable == 2] = 2, 1
    return numpy.concatenate([solvable, others])


@pytest.mark.parametrize(("blank", "from_0"), ENCODINGS)
@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int32", "int64", ">i4", "uint64"])
def test_every_encoding_of_all_of_3x3(
    everything: NDArray[numpy.uint8], blank: int, from_0: bool, dtype: str
) -> None:
    numbers = encoded(everything, blank, from_0)
    boards = numbers.astype(dtype)
    if (boards.astype(object) != numbers).any():
        pytest.skip("such numbers do not fit")
    oracle, plain = tilebase.Oracle(), tilebase.Oracle().distances(everything)
    assert (oracle.distances(boards, blank=blank) == plain).all()
    assert (oracle.distances(boards.reshape(-1, 3, 3)[::-1], blank=blank) == plain[::-1]).all()
    # Said once, for the goal and all boards.
    goal = boards[plain == 0][0]
    own = tilebase.Oracle(goal, blank=blank)
    assert own.goal == oracle.goal and (own.distances(boards) == plain).all()
    masks = own.optimal_move_masks(boards[:999])
    assert (masks == oracle.optimal_move_masks(everything[:999])).all()
    letters, offsets = own.solutions(boards[:999])
    assert letters.tobytes() == oracle.solutions(everything[:999])[0].tobytes()
    solvable = tilebase.solvable(boards, goal, blank=blank)
    assert (solvable == (plain < 255)).all()
    assert tilebase.rank(boards[:999], goal, blank=blank).tolist() == list(range(999))
    assert tilebase.format(boards[:99], blank=blank) == tilebase.format(everything[:99])
    moves = numpy.arange(len(boards)) % 4
    after = tilebase.step(boards, moves, blank=blank)
    assert (after == encoded(tilebase.step(everything, moves), blank, from_0)).all()
    assert str(after.dtype) == ("uint8" if 0 <= blank < 256 else "int16")
    answers = oracle.answers(boards[-999:], blank=blank)
    assert (answers.ended == 2).all()
    assert (
        oracle.move_distances(boards[:99], blank=blank) == oracle.move_distances(everything[:99])
    ).all()
    assert (oracle.lower_bounds(boards, blank=blank) == plain).all()
    for row, board in zip(boards[:99], everything[:99]):
        assert (
            own.distance(row)
            == oracle.distance(row.tolist(), blank=blank)
            == oracle.distance(board)
        )
        assert own.solution(row.reshape(3, 3)) == oracle.solution(board)
        assert own.legal(row) == oracle.legal(row, blank=blank) == oracle.legal(board)
        assert own.analyze(row, "") == oracle.analyze(board, "")
        assert tilebase.is_solvable(row, goal, blank=blank)
        move = (oracle.optimal_moves(board) or "")[:1]
        expected = encoded(tilebase.apply(board, move), blank, from_0).tolist()
        assert tilebase.apply(row.tolist(), move, blank=blank) == expected
    solutions = [own.solution(row) for row in boards[:99]]
    assert tilebase.check(boards[:99], solutions, oracle=own) == ["optimal"] * 99
    assert tilebase.check(boards[:99], solutions, blank=blank) == ["optimal"] * 99


@pytest.mark.parametrize("size", ["2x3", "3x3", "4x4", "5x5"])
@pytest.mark.parametrize("blank", ["largest", "cells", "-1"])
def test_boards_come_out_as_they_go_in(size: str, blank: str) -> None:
    cells = len(tilebase.sample(1, size)[0])
    number = {"largest": cells - 1, "cells": cells, "-1": -1}[blank]
    goal = [*range(1, cells), 0]
    written = encoded(numpy.array(goal), number, blank == "largest")
    drawn = tilebase.sample(50, size, goal=written, blank=number, seed=1)
    assert (drawn == encoded(tilebase.sample(50, size, seed=1), number, blank == "largest")).all()
    oracle = tilebase.Oracle(written, blank=number, size=size, max_nodes=100)
    assert oracle == pickle.loads(pickle.dumps(oracle)) and f"blank={number}" in repr(oracle)
    assert tilebase.solvable(drawn, written, size=size, blank=number).all()
    rows = tilebase.sample(3, size, goal=written, blank=number, seed=1)
    assert (
        rows
        == encoded(tilebase.sample(3, size, seed=1), number, blank == "largest")
    ).all()
    assert all(oracle.answer(row) is not None for row in rows)
    if cells <= 9:
        listed = tilebase.all_boards(size, goal=written, blank=number)
        plain = tilebase.all_boards(size)
        assert (listed == encoded(plain, number, blank == "largest")).all()
        ranks = tilebase.rank(listed, written, size=size, blank=number)
        assert (tilebase.unrank(ranks, size, goal=written, blank=number) == listed).all()


GOAL = [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("board", "blank", "message"),
    [
        ([*GOAL, 9], None, "no blank: .*; if 9 is the blank, say so with blank=9"),
        ([*GOAL, -1], None, "no blank: .*; if -1 is the blank, say so with blank=-1"),
        ([*range(8), -1], None, "found -1; if -1 is the blank, say so with blank=-1"),
        ([*GOAL, 99], None, "no blank: .*; if 99 is the blank, say so with blank=99"),
        ([*GOAL, 10**12], None, "no blank: expected one cell to be 0, x, X, _ or .$"),
        ([*GOAL, 0], -1, "no blank: expected one cell to be -1; if 0 is the blank"),
        ([1, 2, 3, 4, 5, 6, 7, 7, 9], 9, "row 3, column 2: tile 7 is already in row 3, column 1"),
        ([0, 1, 2, 3, 4, 5, 6, 6, 8], 8, "row 3, column 2: tile 6 is already in row 3, column 1"),
        (
            [0, 1, 2, 3, 4, 5, 6, 9, 8],
            8,
            "row 3, column 2: expected a tile from 0 to 7 or 8 for the blank, found 9",
        ),
        (
            [0, 1, 2, 3, 4, 5, 6, 254, -1],
            -1,
            "expected a tile from 0 to 7 or -1 for the blank, found 254",
        ),
        ([*GOAL[:7], 254, 999], 999, "expected a tile from 1 to 8 or 999 for the blank, found 254"),
        ([*GOAL[:7], 9, 9], 9, "row 3, column 3: a second blank"),
        ([*GOAL, 0], 4, "blank: 4 is the number of a tile: expected 8 if the tiles begin at 0"),
    ],
)
def test_what_is_no_board_in_an_encoding(board: list[int], blank: int | None, message: str) -> None:
    oracle = tilebase.Oracle()
    with pytest.raises(ValueError, match=message):
        oracle.distance(board, blank=blank)
    if blank == 4:
        message = message.removeprefix("boards")
    for rows in (numpy.array([board] * 3), [board] * 3):
        for ask in (oracle.distances, oracle.optimal_move_masks, tilebase.solvable, tilebase.rank):
            with pytest.raises(
                ValueError, match=message if blank == 4 else rf"boards\[0\]: .*{message}"
            ):
                ask(rows, blank=blank)
    if "already" in message:
        # A goal may have equal tiles.
        assert tilebase.Oracle(board, blank=blank).distance(board) == 0
        return
    with pytest.raises(ValueError, match=f"goal, .*: .*{message}"):
        tilebase.Oracle(board, blank=blank)


def test_what_is_no_blank() -> None:
    board = [*range(9)]
    wrong: Any
    for wrong in (10**9, -40_000, 2**80):
        with pytest.raises(ValueError, match="^blank: expected an int from -32768 to 32767, found"):
            tilebase.Oracle().distances([board], blank=wrong)
    for wrong in ("8", 8.0, None.__class__):
        with pytest.raises(TypeError, match="blank: expected an int from"):
            tilebase.Oracle().distance(board, blank=wrong)
    # A text may have a sign of its own.
    assert tilebase.Oracle().distance("1 2 3 4 5 6 7 x 8", blank=8) == 1
    assert tilebase.Oracle("first", blank=8).goal == "x 1 2 3 4 5 6 7 8"
    for text in ("0_1_2_3_4_5_6_7_8", "1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 0.0"):
        with pytest.raises(ValueError, match="; write x for the blank of a board as str"):
            tilebase.Oracle().distance(text, blank=8)
    with pytest.raises(ValueError, match="^no blank: expected one cell to be `9`; write x for the"):
        tilebase.Oracle().distance("1 2 3 4 5 6 7 8 0", blank=9)
    with pytest.raises(ValueError, match="found `f`"):
        tilebase.Oracle().distance("foo", blank=8)


@pytest.mark.parametrize(
    ("text", "blank"),
    [
        ("0 1 2 3 8 5 6 4 7", 8),
        ("012385647", 8),
        ("x = [0, 1, 2, 3, 8, 5, 6, 4, 7]", 8),
        ("1 2 3 / 4 9 6 / 7 5 8", 9),
        ("1,2,3/4,-1,6/7,5,8", -1),
        ("1 2 3 4 x 6 7 5 8", -1),
    ],
)
def test_blanks_of_text(text: str, blank: int) -> None:
    oracle = tilebase.Oracle()
    assert oracle.solution(text, blank=blank) == "dr"
    assert tilebase.check([text], ["dr"], blank=blank, oracle=oracle) == ["optimal"]
    own = tilebase.Oracle(text, blank=blank)
    assert (own.goal, own.distance(text)) == ("1 2 3 4 x 6 7 5 8", 0)
    after = tilebase.apply(text, "dr", blank=blank)
    assert tilebase.is_solvable(text, blank=blank) and after == tilebase.apply(after, "")


@pytest.mark.parametrize("actions", ORDERS)
def test_every_order_of_actions(actions: str) -> None:
    tile = {"U": "d", "D": "u", "L": "r", "R": "l"}
    letters = "".join(tile.get(letter, letter) for letter in actions)
    oracle, boards = tilebase.Oracle(), tilebase.sample(2000, seed=1)
    assert tilebase.letters(range(4), actions=actions) == letters
    assert tilebase.actions(letters, actions=actions).tolist() == [0, 1, 2, 3]
    moves = numpy.arange(2000) % 4
    after = tilebase.step(boards, moves, actions=actions)
    assert (after == tilebase.step(boards, tilebase.actions(letters)[moves])).all()
    masks, plain = (
        oracle.optimal_move_masks(boards, actions=actions),
        oracle.optimal_move_masks(boards),
    )
    distances = oracle.move_distances(boards, actions=actions)
    multi = tilebase.Oracle(metric="multi")
    of_multi = multi.move_distances(boards, actions=actions)
    for place, letter in enumerate(letters):
        at = "dlru".index(letter)
        assert ((masks >> place & 1) == (plain >> at & 1)).all()
        assert (distances[:, place] == oracle.move_distances(boards)[:, at]).all()
        assert (of_multi[:, place] == multi.move_distances(boards)[:, at]).all()
    text, offsets = oracle.solutions(boards)
    numbers = tilebase.actions(text, actions=actions)
    each = [numbers[first:last] for first, last in zip(offsets, offsets[1:])]
    assert set(tilebase.check(boards, each, actions=actions, oracle=oracle)) == {"optimal"}
    assert set(tilebase.excess(boards, each, actions=actions).tolist()) == {0}
    assert set(tilebase.check(boards, each, actions=actions, notation="tile")) == {"optimal"}
    along = oracle.distances_along(boards, (numbers, offsets), actions=actions)
    for other in (
        oracle.distances_along(boards, (text, offsets)),
        oracle.distances_along(boards, each, actions=actions),
    ):
        assert (along[0] == other[0]).all() and (along[1] == other[1]).all()
    for board, way in zip(boards[:50], each):
        assert tilebase.apply(board, way, actions=actions).tolist() == [*range(1, 9), 0]
        analysis = oracle.analyze(board, way.tolist(), actions=actions)
        assert analysis is not None and analysis.reaches_goal and not analysis.lost
        assert tilebase.letters(way, actions=actions) == oracle.solution(board)
        assert len(tilebase.draw(board, way, actions=actions).svg()) == len(way) + 1


@pytest.mark.parametrize("wrong", ["", "dlr", "dlrr", "dlru ", "DLru", "dlrx", "d,lru", 5, ["d"]])
def test_what_is_no_order_of_actions(wrong: Any) -> None:
    board = [1, 2, 3, 4, 0, 6, 7, 5, 8]
    for ask in (
        lambda: tilebase.step([board], [2], actions=wrong),
        lambda: tilebase.apply(board, [2], actions=wrong),
        lambda: tilebase.Oracle().optimal_move_masks([board], actions=wrong),
        lambda: tilebase.letters([1], actions=wrong),
    ):
        with pytest.raises(ValueError, match='^actions: expected the letters .* "dlru", .* "UDLR"'):
            ask()


def test_integers_that_are_no_moves() -> None:
    oracle, board = tilebase.Oracle(), [1, 2, 3, 4, 0, 6, 7, 5, 8]
    expected = r"\[1\]: expected 0 \(up\), 1 \(right\), 2 \(down\) or 3 \(left\), found 4"
    for name, ask in (
        ("moves", lambda: tilebase.step([board] * 2, [2, 4], actions="urdl")),
        ("moves", lambda: tilebase.apply(board, [2, 4], actions="urdl")),
        ("moves", lambda: oracle.analyze(board, numpy.array([2, 4]), actions="urdl")),
        (r"moves\[0\]", lambda: oracle.distances_along([board], [[2, 4]], actions="urdl")),
    ):
        with pytest.raises(ValueError, match=f"^{name}{expected}"):
            ask()
    with pytest.raises(ValueError, match='actions: in the notation "tiles", integers are tiles'):
        tilebase.apply(board, [5, 8], notation="tiles", actions="dlru")
    assert tilebase.apply(board, [5, 8], notation="tiles") == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert tilebase.apply(board, [(5, "up"), (8, "left")], notation="tiles") == [*range(1, 9), 0]


def test_illegal_integers_are_named_as_integers() -> None:
    oracle, board = tilebase.Oracle(), [1, 2, 3, 0, 4, 6, 7, 5, 8]
    for moves, actions, notation, expected in (
        ([2, 1, 1, 1], None, "blank", "move 3: 1, which is `l`, leaves the board: the blank is in"),
        ([1, 3, 3], "urdl", "blank", "move 3: 3, which is `l`, leaves the board: the blank is in"),
        ([2, 1, 1, 1], "LRUD", "tile", "move 2: 1, which is `R`, moves no tile: the blank is in"),
        ([4, 4, 8], None, "tiles", "move 3, column 5: tile 8 is not beside the blank, which is in"),
    ):
        how: Any = {"actions": actions, "notation": notation}
        with pytest.raises(ValueError, match=f"^{expected} row"):
            tilebase.apply(board, moves, **how)
        with pytest.raises(ValueError, match=f"^{expected} row"):
            tilebase.draw(board, moves, **how)
        analysis = oracle.analyze(board, moves, **how)
        assert analysis is not None and analysis.error is not None
        assert analysis.error.startswith(expected)
        [verdict] = tilebase.check([board], [moves], **how, oracle=oracle)
        assert verdict.startswith(f"wrong: {expected}")
        assert tilebase.excess([board], [moves], **how, oracle=oracle).tolist() == [-1]
    # Letters are named as letters.
    with pytest.raises(ValueError, match="^move 3, column 3: `l` leaves"):
        tilebase.apply(board, "rll")


def test_environments_of_others(tmp_path: Path) -> None:
    """The encodings and orders of actions of libraries that people convert from."""
    oracle = tilebase.Oracle("4x4")
    boards = tilebase.sample(4, "4x4", distance=(1, 12), along_solutions=True, seed=1)
    plain = oracle.distances(boards)
    # Jumanji: int32 of shape (n, 4, 4), 0 for the blank; its actions are up, right, down and left,
    # of the blank. DeepCubeA: moves U, D, L, R of the tile, the goal 1 to 15 and then 0.
    grids = boards.reshape(-1, 4, 4).astype(numpy.int32)
    assert (oracle.distances(grids) == plain).all()
    for actions in ("urdl", "UDLR"):
        state = boards.copy()
        masks = oracle.optimal_move_masks(state, actions=actions)
        for _ in range(int(plain.max())):
            going = masks > 0
            best = numpy.array(
                [[*range(4)][int(mask & -mask).bit_length() - 1] for mask in masks.astype(int)]
            )
            state[going] = tilebase.step(state[going], best[going], actions=actions)
            masks = oracle.optimal_move_masks(state, actions=actions)
        assert (oracle.distances(state) == 0).all()
    # 16 and 15 as the blank, and -1.
    for blank, from_0 in ((16, False), (15, True), (-1, False), (-1, True)):
        assert (oracle.distances(encoded(grids, blank, from_0), blank=blank) == plain).all()
    # A pickle of objects that have tiles.
    path = tmp_path / "boards.pkl"
    path.write_bytes(
        pickle.dumps([{"tiles": encoded(board, 15, True).tolist()} for board in boards])
    )
    tiles = [one["tiles"] for one in pickle.loads(path.read_bytes())]
    assert (oracle.distances(tiles, blank=15) == plain).all()


def test_masked_arrays() -> None:
    """Never the numbers below the mask."""
    boards = numpy.ma.masked_array(tilebase.sample(3, seed=1), mask=False)
    oracle = tilebase.Oracle()
    plain = oracle.distances(boards)
    assert (plain == oracle.distances(boards.data)).all()
    boards[1, 2] = numpy.ma.masked
    asks: Any = [
        lambda: oracle.distances(boards),
        lambda: oracle.answers(boards),
        lambda: oracle.distances([*boards]),
        lambda: tilebase.solvable(boards),
        lambda: tilebase.step(boards, [0, 0, 0]),
        lambda: tilebase.check(boards, ["", "", ""], oracle=oracle),
        lambda: oracle.distance(boards[1]),
        lambda: oracle.distance(boards[1].reshape(3, 3)),
        lambda: tilebase.apply(boards[1], ""),
        lambda: tilebase.Oracle(boards[1]),
        lambda: tilebase.step([[*range(9)]], numpy.ma.masked_array([1], mask=True)),
        lambda: oracle.analyze(boards[0], numpy.ma.masked_array([1, 2], mask=[False, True])),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="expected no masked cells, found some"):
            ask()
    assert oracle.distance(boards[0]) == plain[0]
