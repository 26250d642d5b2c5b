"""The examples that write labels: many boards, and problems for planners."""

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy
import pyarrow.parquet
import pytest
from pyperplan import grounding
from pyperplan.pddl.parser import Parser
from pyperplan.search import breadth_first_search

import tilebase

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))

import label_many  # noqa: E402
import pddl  # noqa: E402


@pytest.mark.parametrize("stratified", [False, True])
def test_many_labels_are_resumed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    distances_3x3: dict[tuple[int, ...], int],
    stratified: bool,
) -> None:
    monkeypatch.setattr(label_many, "ROWS", 4000)

    def write() -> None:
        label_many.write(tmp_path, 9000, stratified, "3x3", 7)

    write()
    parts = sorted(tmp_path.glob("*.parquet"))
    assert [part.name for part in parts] == [f"part-0000{n}.parquet" for n in range(3)]
    whole = [part.read_bytes() for part in parts]
    parts[1].unlink()
    times = [parts[0].stat().st_mtime_ns, parts[2].stat().st_mtime_ns]
    write()
    assert [part.read_bytes() for part in parts] == whole
    assert times == [parts[0].stat().st_mtime_ns, parts[2].stat().st_mtime_ns]
    assert sorted(tmp_path.iterdir()) == [tmp_path / "_settings.json", *parts]

    table = pyarrow.parquet.read_table(tmp_path)
    assert len(table) == 9000
    rows = zip(*(table[name].to_pylist() for name in ("board", "distance", "move")), strict=True)
    steps = [3, -1, 1, -3]
    for board, distance, move in rows:
        assert distances_3x3[tuple(board)] == distance
        if distance > 0:
            blank = board.index(0)
            to = blank + steps[move]
            board[blank], board[to] = board[to], 0
            assert distances_3x3[tuple(board)] == distance - 1
        else:
            assert move == 255
    near = numpy.count_nonzero(table["distance"].to_numpy() <= 10)
    assert (near > 2250) if stratified else (near < 75)

    with pytest.raises(SystemExit, match="name another folder"):
        label_many.write(tmp_path, 9000, stratified, "3x3", 8)


@pytest.mark.slow
@pytest.mark.parametrize("stratified", [False, True])
def test_labels_of_5x5_are_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stratified: bool
) -> None:
    label_many.write(tmp_path, 3, stratified, "5x5", 1)
    assert capsys.readouterr().err.splitlines()[-1].startswith("3 of 3 boards, ")
    table = pyarrow.parquet.read_table(tmp_path)
    assert table.column_names == ["board", "lower", "upper", "move"] and len(table) == 3
    oracle = tilebase.Oracle("5x5", max_nodes=1)
    for board, lower, upper, move in zip(*(table[name].to_pylist() for name in table.column_names)):
        bound = oracle.lower_bound(board)
        assert bound is not None and bound <= lower <= upper <= 208
        assert (upper - lower) % 2 == 0 and (move == 255) == (upper == 0)
        if not stratified:
            assert 60 < lower and upper < 160
        if upper:
            assert tilebase.apply(board, "dlru"[move]) != tuple(board)
    # More boards than before: the last file is made again.
    label_many.write(tmp_path, 4, stratified, "5x5", 1)
    assert len(pyarrow.parquet.read_table(tmp_path)) == 4


@pytest.mark.parametrize("size", ["2x3", "3x2"])
def test_planner_agrees(tmp_path: Path, size: str) -> None:
    """An independent planner reads the problems and accepts the plans; its own are as long."""
    pddl.write(tmp_path, size, (1, 15), 2, seed=3)
    names = sorted(path.stem for path in tmp_path.glob("tiles-*.pddl"))
    assert len(names) == 30
    for name in names:
        parser = Parser(str(tmp_path / "domain.pddl"), str(tmp_path / f"{name}.pddl"))
        task = grounding.ground(parser.parse_problem(parser.parse_domain()))
        actions = (tmp_path / f"{name}.plan").read_text().splitlines()
        *actions, comment = actions
        distance = int(name.split("-")[2])
        assert comment == f"; cost = {distance} (unit cost)" and len(actions) == distance
        every: list[Any] = task.operators
        operators = {operator.name: operator for operator in every}
        state = task.initial_state
        for action in actions:
            assert not task.goal_reached(state)
            assert operators[action].applicable(state)
            state = operators[action].apply(state)
        assert task.goal_reached(state)
        if distance <= 9:
            found: Any = breadth_first_search(task)
            assert len(found) == distance


def test_deepxube(capsys: pytest.CaptureFixture[str]) -> None:
    """Skipped unless DeepXube is installed, which takes 6 GB with what it needs."""
    pytest.importorskip("deepxube")
    runpy.run_path(str(ROOT.parent / "examples" / "labels_deepxube.py"), run_name="__main__")
    assert capsys.readouterr().out.count("moves from the goal") == 5
