"""The examples, and those in the README."""

import doctest
import importlib
import sys
import types
from pathlib import Path
from typing import Any

import numpy
import polars
import pyarrow
import pyarrow.parquet
import pytest

import tilebase
import tilebase.gym

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))

import benchmark  # noqa: E402
import label  # noqa: E402
import spark  # noqa: E402


def test_readme_and_docstrings() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.failed == 0 and found.attempted > 10
    for module in (tilebase, tilebase.gym):
        found = doctest.testmod(module)
        assert found.failed == 0 and found.attempted > 2


def test_label(tmp_path: Path, distances_3x3: dict[tuple[int, ...], int]) -> None:
    path = tmp_path / "labels.parquet"
    pyarrow.parquet.write_table(label.label(), path)
    frame = polars.read_parquet(path)
    assert frame.height == 181440
    assert frame["distance"].max() == 31
    boards = map(tuple, frame["board"].to_list())
    assert {board: d for board, d in zip(boards, frame["distance"])} == distances_3x3
    assert (frame["solution"].str.len_bytes() == frame["distance"]).all()
    row = frame.row(12345, named=True)
    oracle = tilebase.Oracle()
    assert row["solution"] == oracle.solution(row["board"])
    assert row["solutions"] == oracle.count_solutions(row["board"])


def test_benchmark() -> None:
    oracle = tilebase.Oracle()

    def perfect(board: list[int]) -> str:
        solution = oracle.solution(board)
        assert solution is not None
        return solution

    grades = benchmark.grade(perfect, per_distance=10)
    assert sorted(grades) == list(range(32))
    assert all(set(counts) == {"optimal"} for counts in grades.values())
    poor = benchmark.grade(benchmark.greedy, per_distance=5)
    assert poor[1]["optimal"] == 2
    assert poor[31]["optimal"] == 0 and sum(poor[31].values()) == 2


def test_spark() -> None:
    """What Spark calls, with batches as Spark gives them: lists of signed bytes."""
    boards = tilebase.sample(100, seed=1)
    boards[3, [7, 8]] = boards[3, [8, 7]]
    if tilebase.is_solvable(boards[3]):
        boards[3, [0, 1]] = boards[3, [1, 0]]
    column = pyarrow.array(boards.astype(numpy.int8).tolist(), pyarrow.list_(pyarrow.int8()))
    batch = pyarrow.record_batch({"board": column})
    solved = pyarrow.Table.from_batches(spark.solve(iter([batch.slice(0, 60), batch.slice(60)])))
    oracle = tilebase.Oracle()
    assert solved["distance"].to_pylist() == [oracle.distance(board) for board in boards]
    assert solved["solution"].to_pylist() == [oracle.solution(board) for board in boards]
    assert solved["solution"].null_count == sum(not tilebase.is_solvable(b) for b in boards) > 0
    assert solved["board"].to_pylist() == boards.tolist()


def test_spark_with_null_rows_and_another_shape() -> None:
    boards: list[list[int] | None] = list(tilebase.sample(40, "2x4", seed=1).tolist())
    boards[0] = boards[7] = boards[39] = None
    boards[5] = [2, 1, 3, 4, 5, 6, 7, 0]
    oracle = tilebase.Oracle("2x4")
    column = pyarrow.array(boards, pyarrow.list_(pyarrow.int8()))
    batch = pyarrow.record_batch({"board": column})
    empty = pyarrow.record_batch({"board": pyarrow.array([None], column.type)})
    parts = [batch.slice(0, 20), batch.slice(20), batch.slice(0, 0), empty]
    solved = pyarrow.Table.from_batches(spark.solve(iter(parts), "2x4"))
    solved.validate(full=True)
    expected = [None if board is None else oracle.distance(board) for board in boards]
    assert solved["distance"].to_pylist() == [*expected, None]
    solutions = [None if board is None else oracle.solution(board) for board in boards]
    assert solved["solution"].to_pylist() == [*solutions, None]
    assert solved["board"].to_pylist() == [*boards, None] and expected[5] is None


def test_mcp_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools of the server, without the package that calls them over a pipe."""

    class Server:
        def __init__(self, name: str, *, instructions: str | None) -> None:
            self.tools: dict[str, Any] = {}

        def add_tool(self, tool: Any) -> None:
            self.tools[tool.__name__] = tool

    class ToolError(Exception):
        pass

    parts: list[tuple[str, dict[str, Any]]] = [
        ("mcp", {}),
        ("mcp.server", {"MCPServer": Server}),
        ("mcp.server.mcpserver", {}),
        ("mcp.server.mcpserver.exceptions", {"ToolError": ToolError}),
    ]
    for name, part in parts:
        module = types.ModuleType(name)
        vars(module).update(part)
        monkeypatch.setitem(sys.modules, name, module)
    tools = importlib.import_module("mcp_server").server.tools
    assert sorted(tools) == ["check", "hint", "sample", "solve"]
    board = "2 3 4 / 1 5 x / 7 6 8"
    solved = tools["solve"](board)
    expected = {"moves": "dlurullddrurdllurdr", "distance": 19, "best_moves": ["d", "l", "u"]}
    assert {**solved, "best_moves": list(solved["best_moves"])} == expected
    assert tools["hint"]("1 2 3 / 4 5 6 / 7 x 8")["after"] == {"r": 0, "u": 2, "l": 2}
    checked = tools["check"](board, "dlurullddrurdllurdr")
    assert (checked["solves"], checked["lost"], checked["mistakes"]) == (True, 0, [])
    assert tilebase.Oracle(size="4x4").distance(tools["sample"]("4x4", 7, 1)) == 7
    for wrong in ["1 2 3 / 4 5 6 / 8 7 x", "1 2 3", "nothing"]:
        with pytest.raises(ToolError, match="."):
            tools["solve"](wrong)
