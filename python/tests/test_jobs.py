"""Jobs of people who study boards, each in the few calls that it should take."""

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

import tilebase

# For calls that type checkers refuse.
UNTYPED: Any = tilebase

BOARDS = tilebase.sample(30, seed=3)
TEXTS = tilebase.format(BOARDS)
DISTANCES: list[int] = tilebase.Oracle().distances(BOARDS).tolist()
BAD = [TEXTS[0], "1 1 3 4 5 6 7 8 x", None, "hello", TEXTS[1]]


def values(column: Any) -> list[Any]:
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


@pytest.mark.parametrize("form", [pandas.Series, polars.Series, pyarrow.array, list, numpy.array])
def test_label_a_column_of_strings(form: Any) -> None:
    assert values(tilebase.label(form(TEXTS))["distance"]) == DISTANCES
    oracle = tilebase.Oracle(metric="multi")
    expected = oracle.distances(BOARDS).tolist()
    assert values(tilebase.label(form(TEXTS), oracle)["distance"]) == expected


@pytest.mark.parametrize("form", [pandas.Series, polars.Series, pyarrow.array, list])
def test_label_a_column_with_bad_rows(form: Any) -> None:
    labels = tilebase.label(form(BAD))
    invalid = tilebase.Ended.INVALID
    assert values(labels["ended"]) == [0, invalid, invalid, invalid, 0]
    distances, errors = values(labels["distance"]), values(labels["error"])
    assert distances[0] == DISTANCES[0] and distances[4] == DISTANCES[1]
    assert "tile 1 is already in row 1" in errors[1] and "missing" in errors[2] and "found `h`" in errors[3]
    assert pandas.isna(errors[0]) or errors[0] == ""
    if form is not list:
        assert [*map(pandas.isna, distances)] == [False, True, True, True, False]
    # As the verdicts say it.
    verdicts = tilebase.check([text or "" for text in BAD], [""] * 5)
    assert verdicts[1] == f"invalid: {errors[1]}" and verdicts[3] == f"invalid: {errors[3]}"


@pytest.mark.parametrize("form", [pandas.DataFrame, polars.DataFrame, pyarrow.table, dict])
@pytest.mark.parametrize("names", ["c0..c8", [f"c{cell}" for cell in range(9)]])
def test_label_columns_of_cells_beside_others(form: Any, names: str | list[str]) -> None:
    columns: Any = {"id": [f"b{row}" for row in range(30)]}
    # In another order than that of the cells.
    columns |= {f"c{cell}": BOARDS[:, cell].tolist() for cell in reversed(range(9))}
    assert values(tilebase.label(form(columns), column=names)["distance"]) == DISTANCES
    columns["c4"][7] = None
    labels = tilebase.label(form(columns), column=names)
    distances, errors = values(labels["distance"]), values(labels["error"])
    assert distances[:7] + distances[8:] == DISTANCES[:7] + DISTANCES[8:]
    assert "5th cell" in errors[7]
    assert [pandas.isna(error) or not error for error in errors].count(True) == 29


@pytest.mark.parametrize("form", [pandas.DataFrame, polars.DataFrame, pyarrow.table, dict])
def test_label_a_column_with_another_name_of_goals(form: Any) -> None:
    rows = {"start": TEXTS[:4], "target": ["12345678x", "first", "snail", "nonsense"]}
    labels = tilebase.label(form(rows), column="start", goal="target")
    names: Any = [None, "first", "snail"]
    expected = [tilebase.Oracle(name).distance(TEXTS[row]) for row, name in enumerate(names)]
    found = [None if pandas.isna(it) or it == 255 else it for it in values(labels["distance"])]
    assert found == [*expected, None]
    assert values(labels["error"])[3].startswith("goal")
    with pytest.raises(ValueError, match="goal: there is no column 'targets', .* mean 'target'"):
        tilebase.label(form(rows), column="start", goal="targets")


def test_label_boards_that_nobody_can_solve_optimally_yet() -> None:
    """Of 5x5, a distance is an interval unless it is proved."""
    near = [*range(1, 25), 0]
    near[22:] = [0, 23, 24]
    far = tilebase.sample(1, "5x5", seed=1)[0].tolist()
    labels = tilebase.label([near, far], tilebase.Oracle("5x5", max_nodes=1_000_000))
    assert labels["distance"].tolist() == [2, 255] and labels["optimal"].tolist() == ["r", ""]
    ended = [tilebase.Ended.SOLVED, tilebase.Ended.STOPPED]
    assert labels["ended"].tolist() == ended
    lower, upper = labels["lower"].tolist(), labels["upper"].tolist()
    assert lower[0] == upper[0] == 2 and 60 < lower[1] < upper[1] == len(labels["solution"][1])
    assert tilebase.apply(far, str(labels["solution"][1])) == [*range(1, 25), 0]


def test_solutions_whose_length_does_not_fit() -> None:
    oracle = tilebase.Oracle("2x12", max_nodes=200_000)
    board = tilebase.sample(21, "2x12", seed=1)[20:]
    answers, one = oracle.answers(board), oracle.answer(board[0].tolist())
    assert one is not None and one.best is not None and len(one.best) > 255
    assert answers.upper.tolist() == [255] and values(pyarrow.table(answers)["upper"]) == [None]
    for table in (pyarrow.table(answers), tilebase.label(pyarrow.table({"board": board.tolist()}), oracle)):
        assert values(table["solution"]) == [one.best]


def test_answers_of_text_with_bad_rows() -> None:
    oracle = tilebase.Oracle()
    for form in (list, pandas.Series, polars.Series, pyarrow.array):
        answers = oracle.answers(form(BAD))
        assert sorted(answers.errors) == [1, 2, 3]
        assert answers.lower[[0, 4]].tolist() == DISTANCES[:2]
        assert answers.ended.tolist() == [0, 3, 3, 3, 0]
        assert values(pyarrow.table(answers)["error"])[1] == answers.errors[1]
    rows = numpy.array([BOARDS[0], [0] * 9, BOARDS[1]])
    assert [*oracle.answers(rows).errors] == [1]
    # Games count otherwise.
    games = tilebase.Oracle(blank=8).answers([[8, 0, 1, 2, 3, 4, 5, 6, 7], [8] * 9])
    assert games.ended.tolist()[1] == 3 and [*games.errors] == [1]
    for wrong in (BOARDS[0].tolist(), BOARDS[:, :8], BOARDS / 2, "12345678x"):
        with pytest.raises((TypeError, ValueError), match="boards: expected"):
            UNTYPED.Oracle().answers(wrong)


def test_parse_a_column_with_bad_rows() -> None:
    boards = tilebase.parse(BAD, errors="coerce")
    assert boards.shape == (5, 9) and boards.any(axis=1).tolist() == [True, False, False, False, True]
    assert (boards[[0, 4]] == BOARDS[:2]).all()
    # The size may be known only later.
    assert tilebase.parse(["?", "123/456/78x"], errors="coerce").tolist()[0] == [0] * 9
    assert tilebase.parse("1 2 3 4 5 6 7 8 x\n1 1 2 3 4 5 6 7 x", errors="coerce").any(axis=1).tolist() == [
        True,
        False,
    ]
    with pytest.raises(ValueError, match=r"boards\[1\]: "):
        tilebase.parse(BAD)
    with pytest.raises(ValueError, match='errors: expected "raise" or "coerce", found "ignore"'):
        UNTYPED.parse(BAD, errors="ignore")


def test_parse_what_the_command_reads(tmp_path: Path) -> None:
    text = "# two boards\n\n1 2 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 x 8 # one move\n"
    expected = [[1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 4, 5, 6, 7, 0, 8]]
    path = tmp_path / "boards.txt"
    path.write_text(text)
    assert tilebase.parse(text).tolist() == tilebase.parse(path).tolist() == expected
    with open(path) as lines, open(path, "rb") as in_bytes:
        assert tilebase.parse(lines).tolist() == tilebase.parse(in_bytes).tolist() == expected
    assert tilebase.parse("0 1 2 3 4 5 6 8 7", blank=8).tolist() == [[1, 2, 3, 4, 5, 6, 7, 0, 8]]
    assert tilebase.parse(["1 2 3 4 5 6 7 9 8"], blank=9).tolist() == [[1, 2, 3, 4, 5, 6, 7, 0, 8]]
    assert tilebase.parse("1 2 3 4 5 6 7 -1 8", blank=-1).tolist() == [[1, 2, 3, 4, 5, 6, 7, 0, 8]]


class Tensor:
    """An array as PyTorch has it: no buffer, and a type that NumPy does not know."""

    def __init__(self, array: Any) -> None:
        self.array, self.dtype, self.shape, self.ndim = array, "torch.int64", array.shape, array.ndim
        self.taken: list[Any] = []

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> "Tensor":
        return Tensor(self.array[at])

    def tolist(self) -> Any:
        return self.array.tolist()


class ArrayTensor(Tensor):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array


class DlpackTensor(Tensor):
    def __dlpack__(self, **how: Any) -> Any:
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("kind", [ArrayTensor, DlpackTensor])
def test_answer_tensors(kind: Any) -> None:
    oracle = tilebase.Oracle()
    for boards in (BOARDS, BOARDS.astype(numpy.int64), BOARDS.reshape(-1, 3, 3)):
        assert oracle.distances(kind(boards)).tolist() == DISTANCES
        assert tilebase.label(kind(boards))["distance"].tolist() == DISTANCES
    assert oracle.distance(kind(BOARDS[0])) == DISTANCES[0]
    moves = kind(numpy.zeros(30, numpy.int64))
    assert tilebase.step(kind(BOARDS), moves).shape == (30, 9)
    with pytest.raises(TypeError, match="found dtype torch.int64|float64"):
        oracle.distances(kind(BOARDS / 1.0))


def test_planes_of_a_network() -> None:
    planes = numpy.eye(9, dtype=numpy.float32)[BOARDS]
    of_channels = planes.transpose(0, 2, 1).reshape(-1, 9, 3, 3)
    for boards, axis in ((of_channels, 1), (of_channels.transpose(0, 2, 3, 1), -1), (planes, -1)):
        with pytest.raises(ValueError, match=rf"with \.argmax\(axis={axis}\)"):
            tilebase.Oracle().distances(boards.astype(numpy.uint8))
        assert tilebase.Oracle().distances(boards.argmax(axis=axis)).tolist() == DISTANCES
    with pytest.raises(TypeError, match=r"with \.argmax\(axis=1\)"):
        UNTYPED.Oracle().distances(of_channels)


def test_rows_of_a_csv_file() -> None:
    text = io.StringIO("1,2,3,4,5,6,7,x,8\n1,2,3,4,5,6,,7,8\n")
    oracle = tilebase.Oracle()
    rows = [*csv.reader(text)]
    assert [oracle.distance(row) for row in rows] == [1, 2]
    assert tilebase.parse(rows).tolist()[0] == [1, 2, 3, 4, 5, 6, 7, 0, 8]
    assert tilebase.label(rows)["distance"].tolist() == [1, 2]
    assert tilebase.check(rows, ["r", "rr"], oracle=oracle) == ["optimal", "optimal"]
    with pytest.raises(ValueError, match="expected one board, found many"):
        oracle.distance(TEXTS)


def test_frames_of_polars() -> None:
    frame = polars.DataFrame({"board": polars.Series(BOARDS.reshape(-1, 3, 3))})
    assert tilebase.label(frame)["distance"].to_list() == DISTANCES
    assert tilebase.label(frame["board"])["distance"].to_list() == DISTANCES
    assert tilebase.Oracle().distances(frame).tolist() == DISTANCES
    lazy = polars.LazyFrame({"id": [*range(30)], "board": BOARDS.tolist()})
    assert UNTYPED.label(lazy, column="board")["distance"].to_list() == DISTANCES
    with pytest.raises(TypeError, match=r"found LazyFrame; convert it with \.collect\(\)"):
        UNTYPED.Oracle().distances(lazy)


def test_the_puzzle_of_a_day() -> None:
    board = "8 6 7 2 5 4 3 x 1"
    first = tilebase.random_solution(board, seed="2026-11-27")
    assert first == tilebase.random_solution(board, seed="2026-11-27")
    assert len({tilebase.random_solution(board, seed=f"2026-11-{day}") for day in range(10, 30)}) > 5
    for seed in (1.5, [1]):
        with pytest.raises(TypeError, match="seed: expected an int, a str or a numpy.random.Gen"):
            UNTYPED.random_solution(board, seed=seed)


def test_a_goal_is_a_cell() -> None:
    assert tilebase.Oracle(0) == tilebase.Oracle("0") == tilebase.Oracle("first")
    assert tilebase.Oracle(numpy.int64(4)) == tilebase.Oracle("centre")
    assert tilebase.is_solvable("x 1 2 3 4 5 6 7 8", 0)
    with pytest.raises(ValueError, match="goal, a board, a name or a shape"):
        tilebase.Oracle(9)


def test_modules_are_there() -> None:
    import subprocess
    import sys

    script = """
import sys, tilebase
assert not {"tilebase.tasks", "gymnasium"} & set(sys.modules)
assert tilebase.tasks.Tasks(count=1)[0].answer
assert tilebase.benchmarks.load("korf-100") is not None
assert tilebase.gym.Sliding("3x3")
assert {"tasks", "gym", "benchmarks"} <= set(dir(tilebase))
"""
    subprocess.run([sys.executable, "-P", "-c", script], check=True)


def test_grade_answers_of_a_language_model_with_check() -> None:
    board = "1 2 3 4 5 6 7 x 8"
    answers = ["<answer>r</answer>", "I think the best answer is right", "q"]
    verdicts = tilebase.check([board] * 3, answers)
    assert all(verdict.endswith("use tilebase.tasks.read") for verdict in verdicts[:2])
    assert "tilebase.tasks" not in verdicts[2]
    assert tilebase.tasks.read(answers[0], board, "blank") == "r"


def home(tile: int) -> tuple[int, int]:
    return divmod(tile - 1, 3)


def manhattan(board: tuple[int, ...]) -> int:
    cells = ((divmod(cell, 3), home(tile)) for cell, tile in enumerate(board) if tile)
    return sum(abs(row - own[0]) + abs(col - own[1]) for (row, col), own in cells)


def test_search_with_a_heuristic_of_my_own() -> None:
    board = "8 6 7 2 5 4 3 x 1"
    for method in ("astar", "ida", "greedy"):
        expected = UNTYPED.search(board, method=method, heuristic="manhattan")
        assert UNTYPED.search(board, method=method, heuristic=manhattan) == expected
    # It gets the numbers that I use.
    seen: list[tuple[int, ...]] = []

    def none(board: tuple[int, ...]) -> int:
        seen.append(board)
        return 0

    tilebase.search([0, 1, 2, 3, 4, 5, 6, 8, 7], blank=8, heuristic=none)
    assert (0, 1, 2, 3, 4, 5, 6, 8, 7) in seen and (0, 1, 2, 3, 4, 5, 6, 7, 8) in seen
    with pytest.raises(ZeroDivisionError):
        tilebase.search(board, heuristic=lambda board: 1 // 0)
    for value in (-1, 0.5, None, Fraction(1, 2), "3"):
        with pytest.raises((TypeError, ValueError), match="heuristic: expected an int from 0, found"):
            UNTYPED.search(board, heuristic=lambda board, value=value: value)
    with pytest.raises(ValueError, match="heuristic: bfs does not use one; leave it out"):
        tilebase.search(board, method="bfs", heuristic="manhattan")
    with pytest.raises(TypeError, match="heuristic: expected a name or a function"):
        UNTYPED.search(board, heuristic=3)


def test_audit_a_heuristic_of_my_own() -> None:
    distances = tilebase.Oracle().distances(tilebase.all_boards("3x3"))
    found = tilebase.audit(manhattan)
    assert found.is_admissible and found.is_consistent and found.boards == 181_440
    assert found.highest is None and found.highest_jump is None
    assert found.mean_distance == pytest.approx(distances.mean())
    # One with a fault: it counts a tile twice.
    found = tilebase.audit(lambda board: manhattan(board) + 2 * (board[0] != 1))
    assert not found.is_admissible and not found.is_consistent
    high, jump = found.highest, found.highest_jump
    assert high is not None and jump is not None and found.too_high > 0 < found.jumps
    assert high.estimate > high.distance == tilebase.Oracle().distance(high.board)
    after = tilebase.apply(jump.board, jump.move)

    def estimate(board: str) -> int:
        cells: tuple[int, ...] = tuple(tilebase.parse(board)[0].tolist())
        return manhattan(cells) + 2 * (cells[0] != 1)

    assert (estimate(jump.board), estimate(after)) == (jump.before, jump.after)
    fifteen = tilebase.Oracle("4x4")
    some = tilebase.audit(sum, fifteen, boards=tilebase.sample(3, "4x4", distance=20))
    assert some.boards == 3 and some.mean_distance == 20 and some.jumps == 0
    with pytest.raises(ValueError, match="boards: 4x4 has too many; expected some"):
        tilebase.audit(manhattan, fifteen)
    with pytest.raises(ValueError, match=r"boards\[0\]: expected a board that can reach the goal"):
        tilebase.audit(manhattan, boards=[[1, 2, 3, 4, 5, 6, 8, 7, 0]])
    with pytest.raises(TypeError, match="heuristic: expected an int from 0, found 0.5 for"):
        UNTYPED.audit(lambda board: 0.5)
    # What is admissible for single tiles is not where one move slides several.
    multi = tilebase.audit(manhattan, tilebase.Oracle(metric="multi"))
    assert not multi.is_admissible and not multi.is_consistent
    jump = multi.highest_jump
    assert jump is not None and len(jump.move) == 2


def test_distances_that_no_board_has() -> None:
    for distance in ((0, 32), (32, 40), 32, {31, 32}, range(0, 100)):
        with pytest.raises(ValueError, match=r"no 3x3 board is at distance 32.*\(maximum 31\)"):
            tilebase.sample(5, distance=distance)
    assert len(tilebase.sample(5, distance=(0, 31))) == 5


FILES = [
    "2\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
    "2\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n",
    "Initial State:\n1 2 3\n4 0 6\n7 5 8\n\nGoal State:\n1 2 3\n4 5 6\n7 8 0\n",
    "board:\n  - [1, 2, 3]\n  - [4, 5, 6]\n  - [7, 0, 8]\n",
    "id,board\n7,1 2 3 4 5 6 7 x 8\n9,1 2 3 4 5 6 x 7 8\n",
    '{"board": [1, 2, 3, 4, 5, 6, 7, 0, 8]}\n{"board": [1, 2, 3, 4, 5, 6, 0, 7, 8]}\n',
    "3\n1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n1 2 3 4 x 6 7 5 8\n",
    "# comments\n1 2 3 4 5 6 7 x 8 # one move\n---\n1 2 3 4 5 6 x 7 8\nEOF\n",
    "1;2;3\n4;;6\n7;5;8\n",
]


@pytest.mark.parametrize("text", FILES)
def test_files_are_read_as_the_command_reads_them(text: str, command: Any, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(text)
    expected = command("lookup", "-q", "--answer", "distance", str(path))
    boards = tilebase.parse(path)
    size = f"{int(boards.shape[1] ** 0.5)}x{int(boards.shape[1] ** 0.5)}"
    found = tilebase.Oracle(size=size).distances(boards).tolist()
    assert [*map(str, found)] == expected
