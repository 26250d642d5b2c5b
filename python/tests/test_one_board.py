"""One board at a time."""

import copy
import itertools
import os
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import tilebase
from conftest import neighbours, search

BOARD = "2 3 4 1 5 x 7 6 8"
CELLS = [2, 3, 4, 1, 5, 0, 7, 6, 8]
UNSOLVABLE = "1 2 3 4 5 6 8 7 x"


@pytest.mark.parametrize(
    ("goal", "error", "message"),
    [
        (9, ValueError, 'goal, a board, a name or a shape such as "3x3": '),
        (1.5, TypeError, "goal, a board, a name or a shape .*: expected a board .* found float"),
        ({1, 2, 3}, TypeError, "goal, .* found set"),
        ("second", ValueError, "goal, .*: expected a board, .* first, last, centre or snail, found `second`"),
        ("9", ValueError, "goal, .*: goal cell 9 of 3x3: expected 0 to 8"),
        ("1000", ValueError, "goal, .*: goal cell 1000 of 3x3: expected 0 to 8"),
    ],
)
def test_goals_that_are_none(goal: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tilebase.Oracle(goal)


def test_goals_have_names() -> None:
    for goal, size, cells in [
        ("snail", None, "1 2 3 8 x 4 7 6 5"),
        ("first", "2x3", "x 1 2 / 3 4 5"),
        ("last", "4x2", "1 2 / 3 4 / 5 6 / 7 x"),
        ("4", "3x3", "1 2 3 4 x 5 6 7 8"),
    ]:
        assert tilebase.Oracle(goal, size=size).goal == cells
        assert tilebase.Oracle(goal, size=size, metric="multi").goal == cells
    assert tilebase.Oracle("snail", size="6x6").goal.split()[-5:] == ["15", "14", "13", "12", "11"]
    assert (tilebase.all_boards("2x2", goal="snail")[:, 0] == 1).sum() == 3


def test_oracles_are_compared() -> None:
    oracle = tilebase.Oracle("4x4", max_nodes=1000, timeout=2.5)
    assert repr(oracle).endswith('size="4x4", max_nodes=1000, timeout=2.5)')
    assert oracle == tilebase.Oracle(size="4x4", max_nodes=1000, timeout=2.5) == pickle.loads(pickle.dumps(oracle))
    assert hash(oracle) == hash(tilebase.Oracle(size="4x4", max_nodes=1000, timeout=2.5))
    assert tilebase.Oracle(" 4 x 4") == tilebase.Oracle("4x4")
    assert tilebase.Oracle(timeout=-0.0) == tilebase.Oracle(timeout=0.0)
    assert len({oracle, tilebase.Oracle("4x4"), tilebase.Oracle("4x4", max_nodes=1000), oracle.goal}) == 4
    assert oracle != "4x4"


def test_importing_is_light() -> None:
    """`import tilebase` brings in neither NumPy nor anything else that is optional."""
    heavy = ("numpy", "gymnasium", "pyarrow")
    code = f"import sys, tilebase; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_answers() -> None:
    oracle = tilebase.Oracle()
    assert (oracle.goal, oracle.size, oracle.shape) == ("1 2 3 4 5 6 7 8 x", "3x3", (3, 3))
    assert oracle.distance(BOARD) == 19
    assert oracle.solution(BOARD) == "dlurullddrurdllurdr"
    assert oracle.optimal_moves(BOARD) == "dlu"
    assert oracle.legal(BOARD) == {"d": 18, "l": 18, "u": 18}
    assert (oracle.distance(oracle.goal), oracle.solution(oracle.goal)) == (0, "")
    assert oracle.optimal_moves(oracle.goal) == ""
    assert oracle.counts is not None and sum(oracle.counts) == 181440
    assert repr(oracle) == 'Oracle("1 2 3 4 5 6 7 8 x", size="3x3")'


@pytest.mark.parametrize(
    "board",
    [
        BOARD,
        "234/15x/768",
        "[[2,3,4],[1,5,0],[7,6,8]]",
        "23415x768",
        CELLS,
        tuple(CELLS),
        bytes(CELLS),
        [[2, 3, 4], [1, 5, 0], [7, 6, 8]],
        numpy.array(CELLS),
        numpy.array(CELLS, numpy.uint8),
        numpy.array(CELLS, numpy.int8).reshape(3, 3),
        numpy.array(CELLS * 2, numpy.uint16)[:9],
        numpy.array([CELLS] * 2).T[:, 0],
    ],
)
def test_every_form_of_a_board(board: object) -> None:
    assert tilebase.Oracle().distance(board) == 19  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        ("", ValueError, "no board"),
        ("1 2 3 4 5 6 7 7 x", ValueError, "tile 7 is already in row 3, column 1"),
        ("1 2 3", ValueError, "3 cells: expected 9 for 3x3"),
        ("12/3x", ValueError, "a board of 2 rows and 2 columns: expected 3x3"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], ValueError, "no blank"),
        ([1, 2, 3, 4, 5, 6, 7, 0, 0], ValueError, "a second blank"),
        ([1, 2, 3, 4, 5, 6, 7, 300, 0], ValueError, "found 300"),
        ([1, 2, 3, 4, 5, 6, 7, 9, 0], ValueError, "expected a tile from 1 to 8"),
        ([1, 2, 3, 4, 5, 6, 7, -8, 0], ValueError, "row 3, column 2: expected a tile from 1 to 8 or a blank, found -8"),
        ([1, 2, 3, 4, 5, 6, 7, 2**70, 0], ValueError, "the 8th cell"),
        ([1, 2, 3, 4, 5, 6, 7, 8.0, 0], TypeError, "the 8th cell: .* found 8.0"),
        ([1, 2, 3, 4, 5, 6, 7, None, 0], TypeError, "found None"),
        ([[1, 2, 3], [4, 5, 6], [7, 8]], ValueError, "row 3 has 2 cells"),
        ([[1, 2, 3], [4, 5, 6], 7, 8, 0], TypeError, "found both"),
        ([[1, 2], [3, 0]], ValueError, "a board of 2 rows and 2 columns: expected 3x3"),
        (["1", "2"], ValueError, "2 cells: expected 9 for 3x3"),
        ([1, 2, 3, 4, 5, 6, 7, 8, "x"], TypeError, "the 9th cell: expected a tile's number .* found 'x'"),
        (["12345678x"], ValueError, r"one board, found many \(list\); for many, use `distances`"),
        ({*range(9)}, TypeError, "found set, whose items are in no order"),
        (frozenset(range(9)), TypeError, "found frozenset, whose items are in no order"),
        (dict.fromkeys(range(9)), TypeError, "found dict, whose items are in no order"),
        (numpy.array([CELLS] * 5), ValueError, r"found many \(ndarray\); for many, use `distances`"),
        ([], ValueError, "0 cells"),
        (12345678, TypeError, "found int"),
        (None, TypeError, "found NoneType"),
        (numpy.array(CELLS, float), TypeError, "the 1st cell"),
        (numpy.zeros((3, 3, 3), numpy.uint8), ValueError, "for many, use `distances`"),
        (numpy.array(5), TypeError, "expected a board"),
    ],
)
def test_what_is_no_board(board: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tilebase.Oracle().distance(board)  # type: ignore[arg-type]


def test_squares_are_recognized() -> None:
    """Cells without rows are a square if their number is one, as in text."""
    for side in (2, 3, 4):
        goal = [*range(1, side**2), 0]
        text = " ".join(map(str, goal))
        boards: list[Any] = [goal, tuple(goal), bytes(goal), numpy.array(goal), text]
        for board in boards:
            assert tilebase.Oracle(board).shape == (side, side)
    assert tilebase.apply((*range(1, 16), 0), "u")[-5:] == (0, 13, 14, 15, 12)
    assert tilebase.is_solvable([*range(1, 100), 0])
    # A shape that is given counts more.
    assert tilebase.Oracle([1, 2, 3, 4, 5, 6, 7, 0], size="2x4").shape == (2, 4)
    for cells in (0, 1, 8, 12):
        with pytest.raises(ValueError, match=f"{cells} cells?: expected 9 for 3x3"):
            tilebase.Oracle([*range(cells)])
    with pytest.raises(ValueError, match="16 cells: expected 8 for 2x4"):
        tilebase.Oracle([*range(16)], size="2x4")
    assert tilebase.Oracle([*range(36)]).shape == (6, 6)


def test_unsolvable() -> None:
    oracle = tilebase.Oracle()
    for ask in (oracle.distance, oracle.solution, oracle.optimal_moves, oracle.legal):
        assert ask(UNSOLVABLE) is None
    assert oracle.count_solutions(UNSOLVABLE) == 0
    assert list(oracle.all_solutions(UNSOLVABLE)) == []
    why = oracle.explain(UNSOLVABLE)
    assert why is not None and "swap tiles" in why
    assert oracle.explain(BOARD) is None


def test_every_board_of_small_shapes() -> None:
    """All answers for every board, for goals that are not the default, against a plain search."""
    random.seed(1)
    for size, rows, cols in (("2x2", 2, 2), ("2x3", 2, 3), ("3x2", 3, 2)):
        cells = list(range(rows * cols))
        random.shuffle(cells)
        goal = tuple(cells)
        oracle = tilebase.Oracle(goal, size=size)
        found = search(goal, cols)
        for board, distance in found.items():
            after = {letter: found[next] for letter, next in neighbours(board, cols)}
            nearer = [letter for letter, left in after.items() if left == distance - 1]
            assert oracle.distance(board) == distance
            assert oracle.legal(board) == after
            assert oracle.optimal_moves(board) == "".join(nearer)
            all_solutions = list(oracle.all_solutions(board))
            assert oracle.count_solutions(board) == len(all_solutions)
            assert sorted(set(all_solutions)) == all_solutions
            assert oracle.solution(board) == all_solutions[0]
            for solution in all_solutions:
                assert len(solution) == distance
                assert tilebase.apply(board, solution, size=size) == goal


@pytest.mark.parametrize("goal", ["1 2 3 8 x 4 7 6 5", "x 1 2 3 4 5 6 7 8", "724/5x6/831"])
def test_3x3_is_as_the_command_says(command: Callable[..., list[str]], goal: str) -> None:
    oracle = tilebase.Oracle(goal)
    boards = tilebase.sample(200, goal=goal, seed=5).tolist()
    text = "".join(" ".join(map(str, board)) + "\n" for board in boards)
    for answer, ask in (
        ("moves", oracle.solution),
        ("distance", oracle.distance),
        ("next", oracle.optimal_moves),
        ("count", oracle.count_solutions),
    ):
        lines = command("lookup", "--goal", goal, "--answer", answer, input=text)
        assert lines == [str(ask(board)) for board in boards]


def test_generated_tables(command: Callable[..., list[str]], table_2x5: Path) -> None:
    """A table made in Python serves the command, and the answers are the same."""
    oracle = tilebase.Oracle(size="2x5")
    boards = tilebase.sample(200, size="2x5", seed=6).tolist()
    text = "".join(" ".join(map(str, board)) + "\n" for board in boards)
    lines = command("lookup", "--size", "2x5", input=text)
    assert lines == [oracle.solution(board) for board in boards]
    named = tilebase.Oracle(size="2x5", table=table_2x5)
    assert [named.solution(board) for board in boards] == lines


@pytest.mark.parametrize("goal", ["2x5", "1 x 2 3 4 / 5 6 7 8 9"])
def test_without_a_table(goal: str, tmp_path: Path) -> None:
    """Boards are searched for, and the answers are those of the table."""
    (tmp_path / "none").mkdir()
    searching = tilebase.Oracle(goal, data=tmp_path / "none")
    blank = None if goal == "2x5" else 1
    tilebase.generate("2x5", goal_blank=blank, data=tmp_path)
    table = tilebase.Oracle(goal, data=tmp_path)
    boards = tilebase.sample(30, seed=5, goal=searching.goal)
    boards[:3, :2] = boards[:3, 1::-1]
    assert searching.counts == (table.counts if blank is None else None)
    for row in boards:
        for name in ("distance", "solution", "optimal_moves", "legal", "count_solutions"):
            assert getattr(searching, name)(row) == getattr(table, name)(row), name
        assert list(searching.all_solutions(row)) == list(table.all_solutions(row))
    for name in ("distances", "optimal_move_masks", "move_distances"):
        found, expected = getattr(searching, name)(boards), getattr(table, name)(boards)
        assert numpy.array_equal(found, expected), name
    for i in (0, 1):
        found, expected = searching.solutions(boards)[i], table.solutions(boards)[i]
        assert numpy.array_equal(found, expected)


def test_lower_bounds(tmp_path: Path, table_2x5: Path) -> None:
    searching, table = tilebase.Oracle("2x5", data=tmp_path), tilebase.Oracle("2x5")
    boards = tilebase.sample(3000, "2x5", seed=5)
    boards[::5, :2] = boards[::5, 1::-1]
    bounds, distances = searching.lower_bounds(boards), table.distances(boards)
    assert (table.lower_bounds(boards) == distances).all()
    reached = distances < 255
    assert (bounds[~reached] == 255).all()
    assert (bounds <= distances).all()
    assert ((distances - bounds)[reached] % 2 == 0).all()
    assert bounds[reached].mean() > 0.8 * distances[reached].mean()
    for row, bound, distance in zip(boards[:100], bounds.tolist(), distances.tolist()):
        assert searching.lower_bound(row) == (None if bound == 255 else bound)
        assert table.lower_bound(row) == (None if distance == 255 else distance)
    boards[7, 0] = boards[7, 1]
    with pytest.raises(ValueError, match=r"boards\[7\]: "):
        searching.lower_bounds(boards)


# One of the hardest boards of the 15-puzzle: 80 moves.
HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"


@pytest.mark.parametrize("limits", [{"max_nodes": 20_000}, {"timeout": 1e-9}])
def test_limits(limits: dict[str, Any], tmp_path: Path) -> None:
    oracle = tilebase.Oracle("4x4", data=tmp_path, **limits)
    asked: list[Callable[[str], object]] = [
        oracle.distance,
        oracle.solution,
        oracle.optimal_moves,
        oracle.legal,
        oracle.count_solutions,
        oracle.all_solutions,
    ]
    for ask in asked:
        with pytest.raises(tilebase.Stopped, match=r"(at least|shorter than) \d\d") as raised:
            ask(HARD)
        why = raised.value
        bound = oracle.lower_bound(HARD)
        assert bound is not None and bound <= why.lower <= 80 and why.lower % 2 == 0
        # So short a time may be over before the first board.
        assert why.generated > 0 or "timeout" in limits
        assert why.best is None or tilebase.apply(HARD, why.best) == oracle.goal
    # Each board has its own limit.
    goal = numpy.array([*range(1, 16), 0], numpy.uint8)
    near = numpy.array(tilebase.apply(goal, "ullu", size="4x4"), numpy.uint8)
    unsolvable = numpy.array([2, 1, *range(3, 16), 0], numpy.uint8)
    hard = numpy.array(HARD.replace("/", "").split(), numpy.uint8)
    boards = numpy.array([hard, near, unsolvable, hard, goal])
    assert oracle.distances(boards).tolist() == [255, 4, 255, 255, 0]
    assert tilebase.solvable(boards).tolist() == [True, True, False, True, True]
    # A distance is proved without a search, but moves need one.
    searched = "max_nodes" in limits
    assert oracle.optimal_move_masks(boards).tolist() == [0, int(searched), 0, 0, 0]
    assert oracle.move_distances(boards)[:4].tolist()[::3] == [[255] * 4] * 2
    lengths = numpy.diff(oracle.solutions(boards)[1]).tolist()
    assert lengths == [0, 4 * searched, 0, 0, 0]
    # How each ended.
    ended = tilebase.Ended
    rows = boards.astype(int)
    rows[4, 0] = -1
    answers = oracle.answers(rows)
    expected = [ended.STOPPED, ended.SOLVED, ended.UNSOLVABLE, ended.STOPPED, ended.INVALID]
    assert answers.ended.tolist() == expected and str(answers.generated.dtype) == "uint64"
    assert answers.lower[1:3].tolist() == [4, 255] and 50 <= answers.lower[0] <= 80
    assert answers.upper[[1, 2, 4]].tolist() == [4, 255, 255]
    # A search that was stopped leaves a solution, which reaches the goal.
    assert 80 <= answers.upper[0] < 255 and answers.upper[3] == answers.upper[0]
    assert (answers.generated > 0).tolist() == [True, True, False, True, False]
    offsets = answers.offsets.tolist()
    [best, found] = [answers.letters[offsets[i] : offsets[i + 1]].tobytes().decode() for i in (0, 1)]
    assert len(best) == answers.upper[0] and tilebase.apply(HARD, best) == oracle.goal
    assert found == "drrd" and offsets[2] == offsets[3] and offsets[4] == offsets[5]
    verdicts = tilebase.check([HARD, near, unsolvable], ["unsolvable", "drrd", "unsolvable"], oracle=oracle)
    assert verdicts == ["wrong: it can be solved", "optimal", "optimal"]
    # Tables and pickles.
    assert tilebase.Oracle(**limits).distance(BOARD) == 19
    with pytest.raises(tilebase.Stopped):
        pickle.loads(pickle.dumps(oracle)).distance(HARD)


def test_verdicts_on_unproved_answers() -> None:
    oracle = tilebase.Oracle("5x5", max_nodes=1_000_000)
    [board] = tilebase.sample(1, "5x5", seed=1)
    answers = oracle.answers(board[None])
    best, lower = answers.letters.tobytes().decode(), int(answers.lower[0])
    back = {"d": "u", "u": "d", "l": "r", "r": "l"}[best[-1]]
    [good, longer] = tilebase.check([board] * 2, [best, best + back + best[-1]], oracle=oracle)
    assert good == f"unknown: reaches the goal in {len(best)} moves; no solution is shorter than {lower}"
    most = len(best) + 2 - lower
    assert longer == f"valid: reaches the goal in {len(best) + 2} moves, 2 to {most} too many"


@pytest.mark.slow
def test_5x5() -> None:
    """An easy board is solved, and for a hard one there is a good solution within a second."""
    oracle = tilebase.Oracle("5x5")
    goal = (*range(1, 25), 0)
    easy = tilebase.apply(goal, "uulldr")
    assert oracle.distance(easy) == 6 and oracle.solution(easy, notation="tiles") is not None
    analysis = oracle.analyze(easy, oracle.solution(easy) or "")
    assert analysis is not None and analysis.reaches_goal and analysis.lost == 0
    hard = tilebase.sample(1, "5x5", seed=1)
    with pytest.raises(tilebase.Stopped) as raised:
        oracle.solution(hard[0])
    best = raised.value.best
    assert best is not None and tuple(tilebase.apply(hard[0], best)) == goal
    assert raised.value.lower <= len(best)
    answers = oracle.answers(hard, notation="tile")
    found = answers.letters.tobytes().decode()
    assert tuple(tilebase.apply(hard[0], found, notation="tile")) == goal
    assert answers.ended.tolist() == [tilebase.Ended.STOPPED]
    assert raised.value.lower <= answers.lower[0] <= answers.upper[0] <= len(best)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.args, again.best, again.lower) == (raised.value.args, best, raised.value.lower)
    assert oracle.distances(numpy.array([easy, goal], numpy.uint8)).tolist() == [6, 0]
    with pytest.raises(ValueError, match="shape 5x5: expected at most 16 cells"):
        tilebase.rank(hard)
    with pytest.raises(ValueError, match="shape 5x5: expected at most 16 cells"):
        tilebase.unrank(numpy.zeros(1, int), "5x5")
    with pytest.raises((ValueError, MemoryError)):
        tilebase.all_boards("5x5")


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_what_is_no_timeout(timeout: float) -> None:
    with pytest.raises(ValueError, match="timeout: expected seconds from 0, found"):
        tilebase.Oracle(timeout=timeout)


def test_progress_of_a_search(tmp_path: Path) -> None:
    told: list[tilebase.Progress] = []
    caller = threading.get_ident()

    def progress(progress: tilebase.Progress) -> None:
        assert threading.get_ident() == caller
        told.append(progress)
        if len(told) == 4:
            raise RuntimeError("enough")

    oracle = tilebase.Oracle("4x4", data=tmp_path, progress=progress)
    hard = numpy.array([HARD.replace("/", "").split()] * 3, numpy.uint8)
    asked = ((lambda: oracle.distance(HARD), 1), (lambda: oracle.distances(hard), 3))
    for ask, boards in asked:
        told.clear()
        with pytest.raises(RuntimeError, match="enough"):
            ask()
        assert len(told) == 4
        assert all(50 <= one.lower <= 80 and one.generated > 0 for one in told)
        assert {one[3:] for one in told} == {(0, boards)}


def test_tables_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tilebase.Oracle(table=tmp_path / "none.tbl")
    [path] = tilebase.generate("3x2", goal_blank=1, data=tmp_path)
    found = "found a table for 3x2 and 2x3 with the goal's blank in .*, expected one for 3x3 with"
    with pytest.raises(tilebase.TableError, match=found + " the goal's blank in a corner; name"):
        tilebase.Oracle(table=path)
    (tmp_path / "no.tbl").write_bytes(b"no table" * 1000)
    with pytest.raises(tilebase.TableError, match="not a table"):
        tilebase.Oracle(table=tmp_path / "no.tbl")


def test_tables_are_made_as_errors_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEBASE_DATA", str(tmp_path))
    boards = tilebase.sample(3, size="2x5", seed=1)
    with pytest.raises(tilebase.TableError, match="no table for .* in the multi-tile") as missing:
        tilebase.Oracle("2x5", metric="multi").distance(boards[0])
    again, once = "make it again with: ", "make it once with: "
    [path] = eval(str(missing.value).split(once)[1].removesuffix(", and data if you name it"))
    assert path.parent == tmp_path
    distance = tilebase.Oracle("2x5", metric="multi").distance(boards[0])
    # Not the file that was opened: it is mapped.
    (cut,) = tilebase.generate("2x5", metric="multi", data=tmp_path / "cut")
    cut.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(tilebase.TableError, match=again) as damaged:
        tilebase.Oracle("2x5", data=cut.parent, metric="multi").distance(boards[0])
    assert eval(str(damaged.value).split(again)[1]) == [cut]
    assert tilebase.Oracle("2x5", data=cut.parent, metric="multi").distance(boards[0]) == distance
    # `generate` would not overwrite this one.
    other = tmp_path / "other.tbl"
    other.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(tilebase.TableError) as unnamed:
        tilebase.verify(other)
    assert again not in str(unnamed.value)
    # Nor is a file that is no table.
    cut.unlink()
    cut.write_text("my diary " * 1000)
    with pytest.raises(tilebase.TableError, match="not a table: it begins with") as foreign:
        tilebase.verify(cut)
    assert again not in str(foreign.value)
    # A table under the name of another.
    [path] = tilebase.generate("2x5", goal_blank=1, data=tmp_path)
    path.rename(tmp_path / "5x2-9.tbl")
    with pytest.raises(tilebase.TableError, match=f"give the file its own name, {path.name}$"):
        tilebase.Oracle("5x2", data=tmp_path).distance(boards[0])


def test_a_damaged_table(damaged_2x5: Path) -> None:
    oracle = tilebase.Oracle(size="2x5", table=damaged_2x5)
    boards = tilebase.sample(50, size="2x5", seed=6)
    for ask in (oracle.distances, oracle.optimal_move_masks, oracle.solutions):
        with pytest.raises(tilebase.TableError, match="damaged"):
            ask(boards)
    with pytest.raises(tilebase.TableError, match="damaged"):
        oracle.distance(boards[0])
    with pytest.raises(tilebase.TableError):
        tilebase.verify(damaged_2x5)


@pytest.mark.parametrize("size", ["3", "1x9", "6x101", "three", "3x3x3"])
def test_what_is_no_size(size: str) -> None:
    with pytest.raises(ValueError, match="shape"):
        tilebase.Oracle(size=size)


@pytest.mark.parametrize("shape", ["4x4", "4X4", " 4x4 ", (4, 4), [4, 4], numpy.array([4, 4])])
def test_a_shape_for_a_goal(shape: Any) -> None:
    oracle = tilebase.Oracle(shape)
    assert (oracle.size, oracle.goal) == ("4x4", tilebase.Oracle(size=(4, 4)).goal)
    with pytest.raises(ValueError, match="goal names the shape 4x4, and size 3x3"):
        tilebase.Oracle(shape, size="3x3")


def test_what_looks_like_a_shape() -> None:
    """A text that names a shape is one, whatever board its letters could be."""
    for text in ("2x13", "2x31", "3x12", "3x21", "12x3", "13x2", "21x3", "31x2"):
        assert tilebase.Oracle(text).size == text
        with pytest.raises(ValueError, match=f"shape {text}: expected"):
            tilebase.all_boards(text)
    # Where only a board can be meant, it is one.
    assert tilebase.Oracle("2x2").distance("12x3") == 1
    assert tilebase.Oracle("12x3", size="2x2").distance("123x") == 1
    assert tilebase.Oracle("1x23").goal == "1 x / 2 3"
    assert tilebase.is_solvable("12345678x", "1234567x8")
    assert tilebase.Oracle("123x4567", size="2x4").goal == "1 2 3 x / 4 5 6 7"
    with pytest.raises(ValueError, match="shape 9x101: expected"):
        tilebase.Oracle("9x101")
    with pytest.raises(ValueError, match="shape 1x2: expected"):
        tilebase.Oracle((1, 2))


def test_sequences_without_end() -> None:
    """Only as much is read as a board can hold."""
    oracle = tilebase.Oracle()
    endless: list[Any] = [
        range(10**12),
        itertools.count(),
        itertools.repeat(()),
        itertools.repeat([1, 2, 3]),
        [itertools.count()],
        numpy.broadcast_to(numpy.uint8(0), (10**12,)),
        numpy.broadcast_to(numpy.uint8(0), (10**6, 10**6)),
    ]
    for board in endless:
        with pytest.raises(ValueError, match="more than 1000 cells"):
            oracle.distance(board)
        with pytest.raises(ValueError, match="more than 10000 cells"):
            tilebase.Oracle(board)
    with pytest.raises(ValueError, match="more than 67108864 cells"):
        tilebase.is_solvable(range(10**12))


def test_pickle() -> None:
    oracle = tilebase.Oracle("1 2 3 8 x 4 7 6 5")
    again = pickle.loads(pickle.dumps(oracle))
    assert again.goal == oracle.goal
    assert again.distance("2 8 3 1 x 4 7 6 5") == oracle.distance("2 8 3 1 x 4 7 6 5") == 4


@pytest.mark.parametrize(
    "copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy]
)
def test_results_are_copied(copied: Callable[[Any], Any]) -> None:
    oracle = tilebase.Oracle()
    solution = oracle.solution(BOARD)
    assert solution is not None
    analysis = oracle.analyze(BOARD, solution[:-2] + "lr")
    assert analysis is not None and copied(analysis) == analysis
    assert repr(copied(analysis)) == repr(analysis) and type(copied(analysis)) is tilebase.Analysis
    assert copied(analysis.steps[0]) == analysis.steps[0]
    answers = oracle.answers(numpy.array([CELLS, [*range(9)]]))
    assert all((a == b).all() for a, b in zip(answers, copied(answers)))
    assert str(copied(oracle)) == str(oracle)
    board = tilebase.sample(1, "2x5", seed=1)[0]
    drawing = tilebase.draw(board, "U D" if board[-5:].min() else "D U", size="2x5", notation="tile")
    assert str(copied(drawing)) == str(drawing) and "1/2" in str(drawing)
    solutions = oracle.all_solutions("8 6 7 2 5 4 3 x 1", notation="tiles")
    first = [next(solutions), next(solutions)]
    rest, again = copied(solutions), copied(copied(solutions))
    left = list(solutions)
    assert list(rest) == left == list(again) and len(left) > 2 and first[0] not in left
    assert list(copied(solutions)) == []


def test_4x4() -> None:
    """Korf's first boards ("Depth-first iterative-deepening", 1985), by their published lengths."""
    oracle = tilebase.Oracle("x 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15")
    corner = tilebase.Oracle(size="4x4").counts
    assert corner is not None and (len(corner), corner[-1]) == (81, 17)
    board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
    assert oracle.distance(board) == 57
    solution = oracle.solution(board)
    assert solution is not None and len(solution) == 57
    assert tilebase.apply(board, solution, size="4x4") == oracle.goal
    moves = oracle.optimal_moves(board)
    assert moves is not None and solution[0] in moves
    assert oracle.distance(tilebase.apply(oracle.goal, "drdr")) == 4
    assert oracle.count_solutions(tilebase.apply(oracle.goal, "drdr")) == 1
    assert oracle.distance("x 2 1 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15") is None


def test_4x4_is_as_the_command_says(command: Callable[..., list[str]]) -> None:
    oracle = tilebase.Oracle(size="4x4")
    random.seed(3)
    board, boards = (*range(1, 16), 0), []
    for step in range(200):
        _, board = random.choice(list(neighbours(board, 4)))
        if step % 20 == 19:
            boards.append(board)
    text = "".join(" ".join(map(str, board)) + "\n" for board in boards)
    lines = command("lookup", "--size", "4x4", input=text)
    assert lines == [oracle.solution(board) for board in boards]
    assert max(map(len, lines)) > 20


def test_errors_have_the_words_of_the_command(damaged_2x5: Path, tmp_path: Path) -> None:
    board = " ".join(map(str, tilebase.sample(1, size="2x5", seed=6)[0]))
    program = os.environ.get("TILEBASE_COMMAND", Path(__file__).parents[2] / "target/debug/tilebase")

    def says(*arguments: object) -> str:
        command = [str(part) for part in (program, "solve", *arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr

    with pytest.raises(tilebase.TableError) as table:
        tilebase.Oracle(size="2x5", table=damaged_2x5).distance(board)
    # The cure is a call.
    why = str(table.value).split("; make it")[0]
    assert why in says("--size", "2x5", "--table", damaged_2x5, board)
    with pytest.raises(tilebase.Stopped) as stopped:
        tilebase.Oracle("4x4", data=tmp_path, max_nodes=1000).distance(HARD)
    assert str(stopped.value) in says("--data", tmp_path, "--max-nodes", 1000, HARD)
    with pytest.raises(ValueError, match="9 cells") as cells:
        tilebase.Oracle("4x4").distance(BOARD)
    why = str(cells.value).removesuffix("; name another shape with size, or give rows")
    assert why in says("--size", "4x4", BOARD)
    with pytest.raises(ValueError, match="2 rows and 2 columns") as shape:
        tilebase.Oracle().distance("12/3x")
    assert str(shape.value) in says("--size", "3x3", "12/3x")
    unsolvable = tilebase.Oracle().explain(UNSOLVABLE)
    assert unsolvable is not None and unsolvable in says(UNSOLVABLE)


def test_a_distance_may_be_known_before_the_solution() -> None:
    board = "8 1 17 4 2 3 / 11 6 12 10 16 5 / 14 x 7 13 9 15"
    oracle = tilebase.Oracle("3x6", max_nodes=400_000)
    assert oracle.distance(board) == 60
    with pytest.raises(tilebase.Stopped) as stopped:
        oracle.solution(board)
    best = stopped.value.best
    assert best is not None and len(best) == stopped.value.lower == 60
    rows = tilebase.parse(board)
    assert oracle.distances(rows).tolist() == [60]
    answers = oracle.answers(rows)
    assert tilebase.Ended(answers.ended[0]) == tilebase.Ended.SOLVED
    assert answers.letters.tobytes().decode() == best


def test_parts_of_a_proof() -> None:
    oracle = tilebase.Oracle("4x4")
    board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12"
    parts = [f"{number}/3" for number in range(1, 4)]
    assert [oracle.first_within(board, 7, part) for part in parts] == [None] * 3
    found = [oracle.first_within(board, 9, part) for part in parts]
    assert next(filter(None, found)) == oracle.solution(board) == "uuurrddrd"
    assert oracle.first_within(board, 10**12, notation="tile") is not None
    assert oracle.first_within("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", 9) is None
    hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
    with pytest.raises(tilebase.Stopped):
        tilebase.Oracle("4x4", max_nodes=1).first_within(hard, 78)
    with pytest.raises(ValueError, match="looked up in a table"):
        tilebase.Oracle("3x3").first_within("123456x78", 2)
    for part in ["0/3", "4/3", "3", "1/100000", ""]:
        with pytest.raises(ValueError, match="^part: expected part and number of parts"):
            oracle.first_within(board, 9, part)
    with pytest.raises(TypeError, match="within"):
        oracle.first_within(board, None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="within"):
        oracle.first_within(board, -1)
