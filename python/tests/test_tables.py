"""Boards in tables and columns of Arrow, Polars and pandas, and their answers as tables."""

import gc
import pickle
import subprocess
import sys
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

import tilebase
import tilebase._arrow

BOARDS = tilebase.sample(1000, seed=1)
ADDED = ["distance", "optimal", "solution", "lower", "upper", "ended", "error"]
CELLS = {f"c{cell}": BOARDS[:, cell] for cell in range(9)}


def fixed(boards: Any) -> pyarrow.FixedSizeListArray:
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(boards.ravel()), boards.shape[1])


FORMS: Any = {
    "fixed-size lists": fixed(BOARDS),
    "a slice": fixed(numpy.concatenate([BOARDS[:7], BOARDS]))[7:],
    "lists": pyarrow.array(BOARDS.tolist()),
    "large lists": pyarrow.array(BOARDS.tolist(), pyarrow.large_list(pyarrow.int16())),
    "a slice of lists": pyarrow.array(BOARDS[:3].tolist() + BOARDS.tolist())[3:],
    "rows": pyarrow.array(BOARDS.reshape(-1, 3, 3).tolist()),
    "chunks": pyarrow.chunked_array([fixed(BOARDS[:400]), fixed(BOARDS[400:])]),
    "a table": pyarrow.table({"board": fixed(BOARDS)}),
    "a table of cells": pyarrow.table(CELLS),
    "a slice of a table": pyarrow.table(
        {"board": fixed(numpy.concatenate([BOARDS[:7], BOARDS]))}
    ).slice(7),
    "a record batch": pyarrow.table(CELLS).to_batches()[0],
    "polars": polars.DataFrame({"board": BOARDS.tolist()}),
    "polars of cells": polars.DataFrame(CELLS),
    "polars arrays": polars.Series(BOARDS),
    "polars lists": polars.Series(BOARDS.tolist()),
}


@pytest.mark.parametrize("boards", FORMS.values(), ids=FORMS)
def test_every_form_of_a_column(boards: Any) -> None:
    oracle = tilebase.Oracle()
    assert (oracle.distances(boards) == oracle.distances(BOARDS)).all()
    assert (tilebase.solvable(boards) if not hasattr(boards, "columns") else True) is not None
    letters, offsets = oracle.solutions(boards)
    labelled = tilebase.label(boards)
    is_dict = isinstance(labelled, dict)
    column = labelled["distance"]
    assert (column if is_dict else column.to_numpy()).tolist() == oracle.distances(BOARDS).tolist()
    texts = (
        labelled["solution"].to_pylist()
        if hasattr(labelled["solution"], "to_pylist")
        else [*labelled["solution"]]
    )
    assert texts == [oracle.solution(board) for board in BOARDS]
    assert len(offsets) == len(letters) - len(letters) + 1001


def test_nothing_is_copied() -> None:
    from tilebase._arrow import numbers

    for column in (
        fixed(BOARDS),
        pyarrow.table({"board": fixed(BOARDS)}),
        pyarrow.array(BOARDS.tolist(), pyarrow.list_(pyarrow.uint8())),
    ):
        view = numbers(column)
        array = column["board"].chunk(0) if isinstance(column, pyarrow.Table) else column
        assert view.ctypes.data == array.values.buffers()[1].address
        del column, array
        assert (view == BOARDS).all() and not view.flags.writeable


def test_answers_are_a_table() -> None:
    """The columns are those of the arrays, and outlive what they came from."""
    rows = numpy.concatenate([BOARDS[:3], [[1, 2, 3, 4, 5, 6, 8, 7, 0]], [[0] * 9]])
    oracle = tilebase.Oracle()
    expected = [
        {
            **{"ended": ended, "lower": distance, "upper": distance, "generated": 0},
            "solution": None if distance is None else oracle.solution(board),
            "error": oracle.answers([board]).errors.get(0),
        }
        for board, ended in zip(rows, [0, 0, 0, 2, 3], strict=True)
        for distance in [None if ended else oracle.distance(board)]
    ]
    for table in (
        pyarrow.table(oracle.answers(rows)),
        pyarrow.record_batch(oracle.answers(rows)),
        pyarrow.RecordBatchReader.from_stream(oracle.answers(rows)).read_all(),
        polars.DataFrame(oracle.answers(rows)).to_arrow(),
    ):
        gc.collect()
        assert table.to_pylist() == expected
    answers = oracle.answers(rows)
    ended, *_, offsets = answers
    assert ended is answers.ended is answers[0] and offsets is answers[-1] and len(answers) == 6
    assert (pickle.loads(pickle.dumps(answers)).offsets == offsets).all()
    # Whether they are taken or not, nothing is kept in the end.
    capsules = answers.__arrow_c_array__(), answers.__arrow_c_stream__()
    assert tilebase._arrow._HELD
    del capsules, table
    gc.collect()
    assert not tilebase._arrow._HELD


def test_an_exception_stays_while_a_table_is_dropped() -> None:
    answers, boards = tilebase.Oracle().answers(BOARDS), pyarrow.table({"board": fixed(BOARDS)})
    with pytest.raises(KeyError, match="none"):
        pyarrow.table(answers)["none"]
    with pytest.raises(KeyError, match="none"):
        tilebase.label(boards)["none"]
    table: Any = None
    with pytest.raises(ZeroDivisionError):
        for table in (pyarrow.record_batch(answers), polars.DataFrame(answers)):
            assert 1 / (len(table) - len(BOARDS))
    with pytest.raises(ZeroDivisionError):
        len([answers.__arrow_c_array__(), answers.__arrow_c_stream__(), 1 / 0])
    del table
    gc.collect()
    assert not tilebase._arrow._HELD


def test_tables_may_outlive_the_package() -> None:
    code = """
import sys, polars, pyarrow, tilebase
answers = tilebase.Oracle().answers(tilebase.sample(3, seed=1))
sys.kept = pyarrow.table(answers), polars.DataFrame(answers), answers.__arrow_c_array__()
"""
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


def test_labels_of_arrays_are_a_table() -> None:
    boards = numpy.concatenate([BOARDS, [[1, 2, 3, 4, 5, 6, 8, 7, 0]]])
    expected = tilebase.label(fixed(boards))
    assert pyarrow.table(tilebase.label(boards)).to_pylist() != expected.to_pylist()
    assert pyarrow.RecordBatchReader.from_stream(tilebase.label(boards)).read_all() == expected
    assert polars.from_arrow(tilebase.label(boards)).to_arrow().to_pylist() == expected.to_pylist()


def test_labels_by_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many boards are read at a time, the labels are the same."""
    forms = [form for form in FORMS.values()]
    whole = [tilebase.label(form) for form in forms]
    reader = pyarrow.table(FORMS["a table"]).to_reader(max_chunksize=300)
    labelled = tilebase.label(reader)
    assert labelled.schema.names == ["board", *ADDED]
    batches = [*labelled]
    assert [len(batch) for batch in batches] == [300, 300, 300, 100]
    [expected] = [one for one, form in zip(whole, forms, strict=True) if form is FORMS["a table"]]
    assert pyarrow.Table.from_batches(batches).to_pylist() == expected.to_pylist()
    monkeypatch.setattr("tilebase._label._CHUNK", 7)
    for form, expected in zip(forms, whole, strict=True):
        told: list[tuple[int, int]] = []
        found = tilebase.label(form, progress=lambda *done: told.append(done))
        as_rows = "to_pylist" if hasattr(found, "to_pylist") else "to_dicts"
        assert getattr(found, as_rows)() == getattr(expected, as_rows)()
        assert told[-1] == (1000, 1000) and len(told) >= 143
    found, expected = tilebase.label(BOARDS), tilebase.label(fixed(BOARDS))
    assert found["solution"].tolist() == expected["solution"].to_pylist()


def test_columns_beside_others() -> None:
    ids = [f"b{number}" for number in range(1000)]
    distances = tilebase.Oracle().distances(BOARDS).tolist()
    table = tilebase.label(pyarrow.table({"id": ids, "board": fixed(BOARDS)}), column="board")
    assert table.column_names == ["id", "board", *ADDED]
    assert table["distance"].to_pylist() == distances and table["id"].to_pylist() == ids
    frame = tilebase.label(polars.DataFrame({"id": ids, "board": BOARDS.tolist()}), column="board")
    assert frame.columns == table.column_names and frame["distance"].to_list() == distances
    assert frame["optimal"].to_list() == [
        tilebase.Oracle().optimal_moves(board) for board in BOARDS
    ]
    assert isinstance(tilebase.label(BOARDS)["distance"], numpy.ndarray)


def test_what_cannot_be_solved_has_no_distance() -> None:
    boards = numpy.array([[1, 2, 3, 4, 5, 6, 8, 7, 0], [1, 2, 3, 4, 5, 6, 7, 0, 8]])
    told: list[tuple[int, int]] = []
    table = tilebase.label(fixed(boards), progress=lambda done, all: told.append((done, all)))
    unsolvable, solved = tilebase.Ended.UNSOLVABLE, tilebase.Ended.SOLVED
    assert table.to_pylist() == [
        dict(zip(ADDED, [None, "", None, None, None, unsolvable, None], strict=True)),
        dict(zip(ADDED, [1, "r", "r", 1, 1, solved, None], strict=True)),
    ]
    assert told == [(2, 2)]
    assert tilebase.label(polars.DataFrame({"board": boards.tolist()}))["distance"].to_list() == [
        None,
        1,
    ]
    assert tilebase.label(boards)["distance"].tolist() == [255, 1]
    # In the encoding of a game, and another notation.
    games = fixed((boards + 8) % 9)
    assert tilebase.label(games, blank=8, notation="tiles")["solution"].to_pylist() == [None, "8"]
    assert len(tilebase.label(fixed(boards[:0]))) == 0


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    distances = tilebase.Oracle().distances(BOARDS).tolist()
    cells = pandas.DataFrame(CELLS)
    lists = pandas.DataFrame({"id": range(1000), "board": BOARDS.tolist()}, index=range(5, 1005))
    for frame, column in ((cells, None), (lists, "board")):
        labelled = tilebase.label(frame, column=column)
        assert [*labelled.columns] == [*frame.columns, *ADDED]
        assert labelled["distance"].tolist() == distances and (labelled.index == frame.index).all()
    assert tilebase.Oracle().distances(cells).tolist() == distances
    # An index may have a value twice, integers may be of kinds that can be missing.
    twice = pandas.concat([cells, cells]).set_axis([7] * 2000)
    assert tilebase.label(twice)["distance"].tolist() == distances * 2
    for kind in ("Int16", "uint8[pyarrow]"):
        assert tilebase.label(cells.astype(kind))["distance"].tolist() == distances
    assert tilebase.label(lists.iloc[:0], column="board").shape == (0, 2 + len(ADDED))
    assert tilebase.label(numpy.zeros((0, 9), int))["solution"].dtype.kind == "U"
    for name in ADDED:
        for frame in (cells, polars.DataFrame(CELLS), pyarrow.table(CELLS)):
            with pytest.raises(ValueError, match=f"there is a column '{name}' already"):
                tilebase.label(with_column(frame, name))


def values(column: Any) -> list[Any]:
    """The values of a column."""
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def with_column(frame: Any, name: str) -> Any:
    """A table with another column."""
    if isinstance(frame, pyarrow.Table):
        return frame.append_column(name, [[1] * len(frame)])
    if isinstance(frame, polars.DataFrame):
        return frame.with_columns(polars.lit(1).alias(name))
    return frame.assign(**{name: 1})


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (
            pyarrow.array([[1, 2, 3], [4, 5]]),
            "boards: row 1: expected 3 cells as in row 0, found 2",
        ),
        (
            pyarrow.array([[*range(9)], None]),
            "boards: expected no missing values, found one in row 1",
        ),
        *((pyarrow.array([[*range(9)], [*range(8), None]], kind), "missing values, .* in row 1$")
          for kind in (None, pyarrow.list_(pyarrow.uint8(), 9), pyarrow.large_list(pyarrow.int16()))),
        (pyarrow.array([[[0, 1], [2, 3]], [[0, 1], [2, None]]]), "missing values, .* in row 1$"),
        (
            pyarrow.chunked_array([[[*range(9)]] * 2, [[*range(9)], [*range(8), None]]]),
            "missing values, found one in row 3$",
        ),
        (polars.DataFrame({"a": [1, 2, None]}), "missing values, found one in row 2$"),
        (polars.DataFrame({"a": [1.0, None]}), "missing values, found one in row 1$"),
        (pandas.DataFrame([[*range(9)], [*range(8), None]]), "missing values, .* in row 1$"),
        (pandas.Series([[*range(9)], None]), "missing values, found one in row 1$"),
        (numpy.array([[*range(9)], [*range(8), numpy.nan]]), "missing values, .* in row 1$"),
        ([[*range(9)], [*range(8), None]], "boards: expected no missing values, .* in row 1$"),
        ([[*range(9)], [*range(8), float("nan")]], "missing values, found one in row 1$"),
        ([[*range(9)], None], "boards: expected no missing values, found one in row 1$"),
        (
            pyarrow.chunked_array([[[*range(9)]], [[*range(4)]]]),
            "boards: expected as many cells in each row",
        ),
        (fixed(BOARDS[:, :8]), r"boards: expected shape \(n, 9\) .*, found \(1000, 8\)"),
    ],
)
def test_what_are_no_boards(boards: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tilebase.Oracle().distances(boards)


def test_missing_values_elsewhere() -> None:
    boards = pyarrow.array([[*range(8), None], *BOARDS.tolist()])
    assert (tilebase.Oracle().distances(boards[1:]) == tilebase.Oracle().distances(BOARDS)).all()


@pytest.mark.parametrize("form", [pyarrow.table, polars.DataFrame, pandas.DataFrame])
def test_labels_of_a_table_name_the_row_and_the_column(
    form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilebase._label._CHUNK", 300)
    boards: list[Any] = BOARDS.tolist()
    for name in ([1] * 1000, ["a"] * 999 + [None]):
        with pytest.raises(TypeError, match='name the column of boards, as in column="board"$'):
            tilebase.label(form({"name": name, "board": boards}))
    assert [*values(tilebase.label(form({"board": ["1 2 3 4 5 6 7 8 x"]}))["distance"])] == [0]
    with pytest.raises(ValueError, match="no column 'bord', there are 'board'; did you mean"):
        tilebase.label(form({"board": boards}), column="bord")
    with pytest.raises(TypeError, match="expected boards as text or lists, found int"):
        tilebase.label(form({"id": [*range(1000)], "board": boards}), column="id")
    distances = values(tilebase.label(form({"board": boards}))["distance"])
    boards[700] = None
    for column in ("board", None):
        labels = tilebase.label(form({"board": boards}), column=column)
        errors = values(labels["error"])
        assert [row for row, error in enumerate(errors) if not pandas.isna(error)] == [700]
        assert errors[700] == "expected a board, found a missing value"
        found = values(labels["distance"])
        assert found[:700] + found[701:] == distances[:700] + distances[701:]


def test_labels_with_missing_solutions_are_right_answers() -> None:
    frame = pandas.DataFrame({"board": [[1, 2, 3, 4, 5, 6, 8, 7, 0], *BOARDS[:3].tolist()]})
    labelled = tilebase.label(frame)
    verdicts = tilebase.check(labelled["board"], labelled["solution"], unsolvable_as="null")
    assert verdicts == ["optimal"] * 4


def test_labels_say_how_each_search_ended() -> None:
    """A board whose search was stopped is not labelled like one that cannot be solved."""
    near, swapped = [*range(1, 16), 0], [*range(1, 14), 15, 14, 0]
    far = [0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    oracle = tilebase.Oracle(size="4x4", max_nodes=1000)
    table = tilebase.label(pyarrow.array([near, swapped, far]), oracle=oracle)
    names = [tilebase.Ended(ended).name for ended in table["ended"].to_pylist()]
    assert names == ["SOLVED", "UNSOLVABLE", "STOPPED"]
    # The solution is the best one found, and the distance lies between the bounds.
    *solved, found = table["solution"].to_pylist()
    assert solved == ["", None] and table["distance"].to_pylist() == [0, None, None]
    lower, upper = table["lower"].to_pylist(), table["upper"].to_pylist()
    assert lower[:2] == upper[:2] == [0, None] and lower[2] < upper[2] == len(found)
    assert tilebase.apply(far, found) == near


def test_labels_of_the_multi_tile_metric() -> None:
    oracle = tilebase.Oracle(metric="multi")
    labels = tilebase.label(BOARDS[:100], oracle=oracle)
    for board, optimal, solution in zip(BOARDS, labels["optimal"], labels["solution"]):
        assert (optimal, solution) == (oracle.optimal_moves(board), oracle.solution(board))


@pytest.mark.parametrize(
    "form", [pandas.DataFrame, polars.DataFrame, pyarrow.table, dict, "stream"]
)
@pytest.mark.parametrize("are_texts", [False, True])
@pytest.mark.parametrize("metric", ["single", "multi"])
def test_each_row_may_have_its_goal(form: Any, are_texts: bool, metric: Any) -> None:
    boards = BOARDS[:60].tolist()
    goals = [BOARDS[900 + row % 7].tolist() for row in range(60)]
    table: Any = {"id": [*range(60)], "board": boards, "goal": goals}
    if are_texts:
        table["goal"] = [" ".join(map(str, goal)) for goal in goals]
    if form == "stream":
        labelled = tilebase.label(
            pyarrow.table(table).to_reader(max_chunksize=9),
            oracle=tilebase.Oracle(metric=metric),
            column="board",
        ).read_all()
    else:
        labelled = tilebase.label(form(table), oracle=tilebase.Oracle(metric=metric), column="board")
    texts = labelled["solution"]
    texts = texts.to_pylist() if hasattr(texts, "to_pylist") else [*texts]
    reached = 0
    for board, goal, text in zip(boards, goals, texts, strict=True):
        oracle = tilebase.Oracle(goal, metric=metric)
        expected = oracle.solution(board)
        assert (text if isinstance(text, str) and text else None) == (expected or None)
        reached += expected is not None
    assert reached > 20


def test_goals_of_rows_are_not_ignored() -> None:
    rows = {"board": BOARDS[:3].tolist()}
    goals = [BOARDS[5].tolist()] * 3
    expected = tilebase.label(BOARDS[:3], oracle=tilebase.Oracle(goals[0]))["distance"].tolist()
    given = tilebase.Oracle(BOARDS[6])
    for goal in (goals, ["hard", "easy 2", "hard"]):
        oracle = given if goal is goals else None
        with pytest.warns(UserWarning, match="the column 'goal' is not used"):
            labels = tilebase.label({**rows, "goal": goal}, oracle=oracle, column="board")
        found = labels["distance"].tolist()
        assert found == (oracle or tilebase.Oracle()).distances(BOARDS[:3]).tolist()
    assert tilebase.label({**rows, "goal": goals}, column="board")["distance"].tolist() == expected
    for name in (3, "first", "centre"):
        labels = tilebase.label({**rows, "goal": [name] * 3}, column="board")
        expected = tilebase.Oracle(name).distances(BOARDS[:3]).tolist()
        assert labels["distance"].tolist() == expected
    for goal in ([""] * 3, [None] * 3, ["1 2 3"] * 3):
        labels = tilebase.label({**rows, "goal": goal}, column="board")
        assert all(error.startswith("goal") for error in labels["error"])
        assert set(labels["ended"]) == {tilebase.Ended.INVALID}


def test_without_numpy() -> None:
    """What needs NumPy says how to install it, and what does not works."""
    script = """
import sys
sys.modules["numpy"] = None
import tilebase, tilebase.tasks, tilebase.benchmarks
board = "1 2 3 x 4 6 7 5 8"
assert tilebase.random_solution(board, seed=1) == "rdr"
assert tilebase.letters([2, 0, 2]) == "rdr"
tasks = tilebase.tasks.Tasks(boards=[board, [1, 2, 3, 4, 5, 6, 8, 7, 0]])
assert [task.score(task.answer) for task in tasks] == [1.0, 1.0]
assert tilebase.tasks.read("4 5 8", board) == "rdr"
assert tilebase.check([board, board], ["rdr", None])[0] == "optimal"
for ask in (
    lambda: tilebase.tasks.Tasks(),
    lambda: tilebase.benchmarks.load("korf-100"),
    lambda: tilebase.sample(1),
    lambda: tilebase.actions("rdr"),
    lambda: tilebase.excess([board], ["rdr"]),
    lambda: tilebase.Oracle().distances([[*range(9)]]),
):
    try:
        ask()
    except ModuleNotFoundError as why:
        assert 'pip install "tilebase[numpy]"' in str(why), why
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-P", "-c", script], check=True)
