"""Moves in all notations, wherever they go in or out."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import numpy
import pytest

import tilebase
from conftest import neighbours

Notation = Literal["blank", "tile", "tiles"]
NOTATIONS: tuple[Notation, ...] = ("blank", "tile", "tiles")
BOARD = "2 3 4 1 5 x 7 6 8"


def written(board: tuple[int, ...], cols: int, moves: str, notation: str) -> str:
    """Moves of the blank in another notation, found without tilebase."""
    if notation == "blank":
        return moves
    if notation == "tile":
        opposite = moves.translate(str.maketrans("dlru", "URLD"))
        runs = re.findall(r"((.)\2*)", opposite)
        return "".join(letter + (str(len(run)) if len(run) > 1 else "") for run, letter in runs)
    tiles = []
    for move in moves:
        after = dict(neighbours(board, cols))[move]
        tiles.append(str(after[board.index(0)]))
        board = after
    return " ".join(tiles)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_board_of_2x3(notation: Notation) -> None:
    oracle = tilebase.Oracle("2x3")
    boards = tilebase.all_boards("2x3")
    letters, offsets = oracle.solutions(boards, notation=notation)
    expected = []
    for number, cells in enumerate(boards.tolist()):
        board = tuple(cells)
        in_letters = list(oracle.all_solutions(board))
        everything = [written(board, 3, moves, notation) for moves in in_letters]
        assert list(oracle.all_solutions(board, notation=notation)) == everything
        solution = oracle.solution(board, notation=notation)
        assert solution is not None and solution == everything[0]
        assert letters[offsets[number] : offsets[number + 1]].tobytes().decode() == solution
        after = tilebase.apply(board, solution, size="2x3", notation=notation)
        assert after == (1, 2, 3, 4, 5, 0)
        legal, best = oracle.legal(board), oracle.optimal_moves(board)
        assert legal is not None and best is not None
        named = {written(board, 3, move, notation): left for move, left in legal.items()}
        assert oracle.legal(board, notation=notation) == named
        between = " " if notation == "tiles" else ""
        moves = between.join(written(board, 3, move, notation) for move in best)
        assert oracle.optimal_moves(board, notation=notation) == moves
        expected.append(solution)
    verdicts = tilebase.check(boards, expected, oracle=oracle, notation=notation)
    assert set(verdicts) == {"optimal"}


def test_4x4() -> None:
    """Tiles of two digits, and room for them."""
    oracle = tilebase.Oracle("4x4")
    goal = (*range(1, 16), 0)
    rng = numpy.random.default_rng(1)
    boards = []
    for _ in range(20):
        board = goal
        for _ in range(20):
            _, board = list(neighbours(board, 4))[rng.integers(2)]
        boards.append(board)
    array = numpy.array(boards, numpy.uint8)
    for notation in NOTATIONS:
        letters, offsets = oracle.solutions(array, notation=notation)
        text = letters.tobytes().decode()
        for number, board in enumerate(boards):
            solution = text[offsets[number] : offsets[number + 1]]
            assert solution == oracle.solution(board, notation=notation)
            assert tilebase.apply(board, solution, notation=notation) == goal


def test_solutions_of_unsolvable_boards() -> None:
    boards = tilebase.sample(5, unsolvable=True, seed=1)
    for notation in NOTATIONS:
        letters, offsets = tilebase.Oracle().solutions(boards, notation=notation)
        assert len(letters) == 0 and offsets.tolist() == [0] * 6
        assert tilebase.Oracle().solution(boards[0], notation=notation) is None


def test_texts_that_mean_the_same() -> None:
    board = "1 2 3 x 4 5 6 7 8"
    every: dict[Notation, list[str]] = {
        "blank": ["rru", "RRU", "r2u", " r\tr u\n", "r02 u1"],
        "tile": ["LLD", "lld", "L2D", " l l\nd"],
        "tiles": ["4 5 3", "4,5,3", " 04  5 , 3\n"],
    }
    for notation, texts in every.items():
        for text in texts:
            after = tilebase.apply(board, text, notation=notation)
            assert after == "1 2 x 4 5 3 6 7 8", text


@pytest.mark.parametrize(
    ("board", "moves", "notation", "message"),
    [
        (
            "1 2 3 4 5 6 7 x 8",
            "rd",
            "blank",
            "move 2, column 2: `d` leaves the board: the blank is in row 3, column 3; "
            "all moves would be legal in the notation `tile`",
        ),
        (
            "1 2 3 4 5 6 7 8 x",
            "l u9",
            "blank",
            "move 4, column 3: `u` leaves the board: the blank is in row 1, column 2",
        ),
        (
            "1 2 3 4 5 6 7 8 x",
            "ul",
            "tile",
            "move 1, column 1: `U` moves no tile: the blank is in row 3, column 3; "
            "all moves would be legal in the notation `blank`",
        ),
        (
            "1 2 3 4 5 6 7 8 x",
            "8 1",
            "tiles",
            "move 2, column 3: tile 1 is not beside the blank, which is in row 3, column 2",
        ),
    ],
)
def test_illegal_moves(board: str, moves: str, notation: Notation, message: str) -> None:
    for ask in (tilebase.apply, tilebase.draw):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            ask(board, moves, notation=notation)
    analysis = tilebase.Oracle().analyze(board, moves, notation=notation)
    assert analysis is not None and analysis.error == message
    [verdict] = tilebase.check([board], [moves], notation=notation)
    assert verdict.startswith("wrong: ")
    if notation != "blank":
        assert verdict == f"wrong: {message}"


def test_verdicts() -> None:
    board = "1 2 3 x 4 6 7 5 8"
    every: dict[Notation, list[str]] = {
        "blank": ["rdr", "r1 d r", "rlrdr", "rd", "unsolvable"],
        "tile": ["LUL", "l u l", "LRLUL", "LU", "unsolvable"],
        "tiles": ["4 5 8", "4,5,8", "4 4 4 5 8", "4 5", "Unsolvable"],
    }
    for notation, answers in every.items():
        assert tilebase.check([board] * 5, answers, notation=notation) == [
            "optimal",
            "optimal",
            "valid +2",
            "wrong: not at the goal after 2 moves",
            "wrong: it can be solved, in 3 moves",
        ]


def test_what_is_no_notation() -> None:
    oracle = tilebase.Oracle()
    methods: list[Callable[..., object]] = [
        oracle.solution,
        oracle.all_solutions,
        oracle.optimal_moves,
        oracle.legal,
    ]
    for ask in methods:
        with pytest.raises(ValueError, match="expected blank, tile, tiles, cells, words or arrows, found `htm`"):
            ask(BOARD, notation="htm")
    with pytest.raises(TypeError, match="notation"):
        oracle.solution(BOARD, notation=3)  # type: ignore[arg-type]


def test_drawings(command: Callable[..., list[str]], tmp_path: Path) -> None:
    drawing = tilebase.draw("1 2 3 x 4 6 7 5 8", "L U", notation="tile")
    assert repr(drawing) == str(drawing) == (
        " 1 2 3\n x 4 6\n 7 5 8\n\n1/2: L\n 1 2 3\n[4]x 6\n 7 5 8\n\n"
        "2/2: U\n 1 2 3\n 4[5]6\n 7 x 8"
    )
    html = drawing._repr_html_()
    assert html.count("<table") == html.count("</table>") == 3
    assert re.findall(r"<caption>(.*?)</caption>", html) == ["L", "U"]
    assert re.findall(r"<td[^>]*>(\d*)</td>", html)[:9] == list("123") + [""] + list("46758")
    assert str(tilebase.draw([*range(12)], size="3x4")) == (
        "  x  1  2  3\n  4  5  6  7\n  8  9 10 11"
    )
    frames, moved = drawing.svg(), []
    svg = "{http://www.w3.org/2000/svg}"
    for frame, cells in zip(frames, ("123x46758", "1234x6758", "1234567x8")):
        root = ElementTree.fromstring(frame)
        assert root.attrib["viewBox"] == "0 0 148 148"
        texts = root.findall(f".//{svg}text")
        tiles = {(int(it.attrib["x"]) // 48, int(it.attrib["y"]) // 48): it.text for it in texts}
        assert [tiles.get((at % 3, at // 3), "x") for at in range(9)] == list(cells)
        classes = [rect.attrib["class"] for rect in root.findall(f".//{svg}rect")]
        moved.append(classes.count("moved"))
    assert moved == [0, 1, 1]
    # The command draws the same.
    command("draw", "1 2 3 x 4 6 7 5 8", "LU", "--notation", "tile", "-o", str(tmp_path / "strip"))
    assert drawing.strip() == (tmp_path / "strip").read_text()
    analysis = tilebase.Oracle().analyze("1 2 3 x 4 6 7 5 8", "rlrdr")
    assert analysis is not None and analysis.svg().count('class="bad"') == 1
    assert tilebase.draw_counts(tilebase.Oracle().counts or []).count('class="bar"') == 32
    with pytest.raises(ValueError, match="^counts: expected at most 10000 numbers, found"):
        tilebase.draw_counts(range(2**62))


def test_an_integer_is_no_cell() -> None:
    with pytest.raises(TypeError, match='^moves: in the notation "cells", a move is a row and .* found 1'):
        tilebase.apply("1 2 3 x 4 6 7 5 8", [1, 2, 1], notation="cells")
