"""The functions of the module."""

import functools
import itertools
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pytest

import tilebase
from conftest import interrupt, neighbours, search, wait_until

# Published: boards of the 8-puzzle at each distance from the default goal (Reinefeld 1993).
COUNTS = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
    10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip


# For calls that type checkers refuse.
UNTYPED: Any = tilebase


def text_of(boards: Any) -> list[str]:
    """The boards of a 3x3 array as the command writes them."""
    return [" ".join(str(cell or "x") for cell in board) for board in boards.tolist()]


def test_all_boards(distances_3x3: dict[tuple[int, ...], int]) -> None:
    boards = tilebase.all_boards("3x3")
    assert (boards.shape, str(boards.dtype)) == ((181440, 9), "uint8")
    assert set(map(tuple, boards.tolist())) == set(distances_3x3)
    goal = (2, 1, 0, 3, 5, 4)
    boards = tilebase.all_boards("2x3", goal=goal)
    assert set(map(tuple, boards.tolist())) == set(search(goal, 3))


def test_boards_without_an_index() -> None:
    for size in ("5x5", "3x7", "2x11"):
        with pytest.raises(ValueError, match=f"{size}: .*too many boards for an index"):
            tilebase.all_boards(size)


@pytest.mark.parametrize("why", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_what_a_board_raises_is_passed_on(why: type[BaseException]) -> None:
    class Lazy:
        def __len__(self) -> int:
            return 9

        def __getitem__(self, at: int) -> int:
            raise why

    lazy: Any = Lazy()
    board = "1 2 3 4 5 6 7 8 x"
    array = tilebase.parse(board)
    for call in (
        lambda: tilebase.Oracle(lazy),
        lambda: tilebase.Oracle(lazy, metric="multi"),
        lambda: tilebase.Oracle().distance(lazy),
        lambda: tilebase.check([lazy], ["r"]),
        lambda: tilebase.is_solvable(lazy),
        lambda: tilebase.is_solvable(board, lazy),
        lambda: tilebase.solvable(array, lazy),
        lambda: tilebase.rank(array, lazy),
        lambda: tilebase.sample(1, goal=lazy),
        lambda: tilebase.all_boards(goal=lazy),
    ):
        with pytest.raises(why):
            call()


def test_all_boards_by_index(command: Callable[..., list[str]]) -> None:
    boards = text_of(tilebase.all_boards("3x3"))
    for index in (0, 1, 99_999, 181_439):
        assert command("unrank", str(index)) == [boards[index]]


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({}, ()),
        ({"distance": 31}, ("--distance", "31")),
        ({"distance": (5, 7)}, ("--distance", "5..7")),
        ({"unique": True}, ("--unique",)),
        ({"distance": (3, 30), "unique": True}, ("--distance", "3..30", "--unique")),
        ({"unsolvable": True}, ("--unsolvable",)),
        ({"goal": "1 2 3 8 x 4 7 6 5"}, ("--goal", "1 2 3 8 x 4 7 6 5")),
    ],
)
def test_samples_are_the_commands(
    command: Callable[..., list[str]], arguments: dict[str, Any], options: tuple[str, ...]
) -> None:
    for seed in (1, 2**64 - 1, -1, "2026-01-01"):
        boards = tilebase.sample(1500, seed=seed, **arguments)
        lines = command("sample", "--count", "1500", "--seed", str(seed), *options)
        assert text_of(boards) == lines


def test_samples_are_those_on_record() -> None:
    """The boards that the command drew, which the npm module draws, too."""
    for line in (Path(__file__).parents[2] / "data" / "samples.jsonl").read_text("utf-8").splitlines():
        drawn = json.loads(line)
        texts, options = drawn.pop("boards"), {"along_solutions": drawn.pop("alongSolutions", False)}
        if "distance" in drawn:
            options["distance"] = tuple(drawn.pop("distance"))
        found = tilebase.sample(**drawn, **options)
        cells = [text.replace("x", "0").replace("/", " ").split() for text in texts]
        assert found.tolist() == [[*map(int, board)] for board in cells], line


def test_sample_of_larger_shapes(command: Callable[..., list[str]], table_2x5: Path) -> None:
    for size in ("4x4", "2x5"):
        boards = tilebase.sample(20, size=size, seed=1).tolist()
        lines = command("sample", "--count", "20", "--size", size, "--seed", "1")
        read = [[0 if c == "x" else int(c) for c in l.replace("/", " ").split()] for l in lines]
        assert boards == read
    near = tilebase.sample(50, size="2x5", seed=1, distance=(20, 21))
    assert set(tilebase.Oracle(size="2x5").distances(near).tolist()) <= {20, 21}


def test_progress_of_a_sample(tmp_path: Path) -> None:
    told: list[tuple[int, float]] = []
    tilebase.sample(30, "4x4", distance=28, seed=1, data=tmp_path, progress=lambda *p: told.append(p))
    draws, expected = told[-1]
    assert told[0] == (0, expected) and expected > 10_000
    assert 0 < draws < 5 * expected and told == sorted(told)

    def enough(draws: int, _: float) -> None:
        if draws:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tilebase.sample(60, "4x4", distance=28, seed=2, data=tmp_path, progress=enough)


def test_sample_per_distance_is_the_commands(command: Callable[..., list[str]]) -> None:
    boards = tilebase.sample(per_distance=40, seed=3, distance=(2, 30))
    lines = command("sample", "--per-distance", "40", "--seed", "3", "--distance", "2..30")
    assert text_of(boards) == lines


def test_sample_per_distance() -> None:
    boards = tilebase.sample(per_distance=100, seed=1)
    distances = tilebase.Oracle().distances(boards)
    assert (numpy.diff(distances.astype(int)) >= 0).all(), "nearest first"
    assert numpy.bincount(distances).tolist() == [min(count, 100) for count in COUNTS]
    assert len(set(map(tuple, boards.tolist()))) == len(boards), "none twice"
    at_20 = tilebase.sample(100, distance=20, unique=True, seed=1)
    assert (boards[distances == 20] == at_20).all()
    some = tilebase.sample(per_distance=3, seed=1, distance=(30, 31))
    assert tilebase.Oracle().distances(some).tolist() == [30, 30, 30, 31, 31]


def test_sample_along_solutions(command: Callable[..., list[str]], tmp_path: Path) -> None:
    oracle = tilebase.Oracle("4x4", data=tmp_path)
    draw = functools.partial(
        tilebase.sample, size="4x4", seed=1, along_solutions=True, data=tmp_path
    )
    options = ("sample", "--size", "4x4", "--seed", "1", "--along-solutions")
    boards = draw(20, distance=25)
    drawn = command(*options, "--count", "20", "--distance", "25")
    assert tilebase.format(boards) == drawn
    assert oracle.distances(boards).tolist() == [25] * 20
    boards = draw(per_distance=2, distance=(0, 25))
    drawn = command(*options, "--per-distance", "2", "--distance", "0..25")
    assert tilebase.format(boards) == drawn
    assert oracle.distances(boards).tolist() == sorted([0, *range(1, 26), *range(1, 26)])


def test_seeds() -> None:
    signed = [tilebase.sample(9, seed=seed).tolist() for seed in (-1, -(2**63))]
    assert signed == [tilebase.sample(9, seed=seed).tolist() for seed in (2**64 - 1, 2**63)]
    assert tilebase.sample(9, seed=numpy.int64(7)).tolist() == tilebase.sample(9, seed=7).tolist()
    # As for the command.
    with pytest.raises(ValueError, match="^seed: expected a number or any other text"):
        tilebase.sample(9, seed="")
    # A generator gives another seed each time, and the same ones if it starts with the same seed.
    first, second = numpy.random.default_rng(1), numpy.random.default_rng(1)
    runs = [tilebase.sample(9, seed=first).tolist() for _ in range(3)]
    assert runs == [tilebase.sample(9, seed=second).tolist() for _ in range(3)]
    assert runs[0] != runs[1] != runs[2]


MEMORY = """
import resource, numpy, tilebase
tilebase.sample(1)
resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
for n in (10**9, 10**18):
    for ask in (lambda: tilebase.sample(n), lambda: tilebase.sample(n, unsolvable=True),
                lambda: tilebase.sample(n, distance=(5, 9)), lambda: tilebase.all_boards("4x4")):
        try:
            ask()
        except MemoryError:
            continue
        raise SystemExit("no MemoryError")
assert tilebase.sample(10**6, seed=1).shape == (10**6, 9)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be limited")
def test_no_memory_for_a_sample() -> None:
    """In a process of its own, which must not end but raise MemoryError."""
    done = subprocess.run([sys.executable, "-P", "-c", MEMORY], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_shapes_in_every_form() -> None:
    expected = tilebase.sample(5, size="2x3", seed=1).tolist()
    for size in ("2x3", "2X3", (2, 3), [2, 3], numpy.array([2, 3])):
        assert tilebase.sample(5, size, seed=1).tolist() == expected
        assert tilebase.sample(5, goal=size, seed=1).tolist() == expected
        assert len(tilebase.all_boards(size)) == 360
    assert len(tilebase.all_boards(goal="2 1 3 / 4 5 x")) == 360
    assert tilebase.apply((1, 2, 3, 0, 4, 5), "r", size=(2, 3)) == (1, 2, 3, 4, 0, 5)
    assert tilebase.is_solvable([1, 2, 3, 4, 5, 0], "2x3")
    assert tilebase.is_solvable([1, 2, 3, 4, 5, 0], (2, 3))
    assert not tilebase.is_solvable([2, 1, 3, 4, 5, 0], size=(2, 3))


def mappings(path: Path) -> int:
    """How often a file is mapped into this process."""
    return Path("/proc/self/maps").read_text().count(str(path))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere mappings are not listed so")
def test_a_table_is_opened_once(
    tmp_path: Path, damaged_2x5: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    # The first one searches.
    oracles = [tilebase.Oracle("2x5", data=folder)]
    # A table that is made later is found.
    [path] = tilebase.generate("2x5", data=folder)
    assert mappings(path) == 0
    oracles += [tilebase.Oracle("2x5", data=folder) for _ in range(20)]
    monkeypatch.chdir(tmp_path)
    oracles.append(tilebase.Oracle("2x5", data="tables"))
    tilebase.sample(3, "2x5", distance=9, data=folder)
    assert mappings(path) == 1
    # A table that is made again replaces a damaged one, as the error advises.
    [path] = tilebase.generate("2x5", data=tmp_path / "other")
    path.write_bytes(damaged_2x5.read_bytes())
    board = tilebase.sample(1, "2x5", seed=1)[0]
    with pytest.raises(tilebase.TableError, match="damaged"):
        tilebase.Oracle("2x5", data=path.parent).distance(board)
    tilebase.generate("2x5", data=path.parent)
    answer = tilebase.Oracle("2x5", data=path.parent).distance(board)
    assert answer == oracles[0].distance(board)


def test_samples_without_a_seed_differ() -> None:
    assert tilebase.sample(20).tolist() != tilebase.sample(20).tolist()
    assert tilebase.sample(0).shape == (0, 9)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, TypeError, "expected n or per_distance"),
        ({"n": 1, "per_distance": 1}, TypeError, "found both"),
        ({"n": -1}, ValueError, "n: expected an int from 0 to 18446744073709551615, found -1"),
        ({"per_distance": 2**70}, ValueError, "per_distance: .* found 1180591620717411303424"),
        ({"n": "many"}, TypeError, "n: expected an int from 0 to .* found 'many'"),
        ({"n": 1e6}, TypeError, r"n: expected an int from 0 to .* found 1000000\.0"),
        ({"n": 1, "seed": 2**64}, ValueError, "seed: expected an int of 64 bits, a str or a numpy"),
        ({"n": 1, "seed": -(2**63) - 1}, ValueError, "seed: expected an int of 64 bits"),
        ({"n": 1, "seed": 1.5}, TypeError, r"seed: expected an int of 64 bits, .* found 1\.5"),
        ({"n": 1, "size": 3}, TypeError, r'size: expected "RxC" or \(rows, cols\), found 3'),
        ({"n": 1, "distance": 32}, ValueError, r"no 3x3 board is at distance 32 \(maximum 31\)"),
        ({"n": 1, "distance": (5, 3)}, ValueError, r"the smaller one first, found \(5, 3\)"),
        ({"n": 1, "distance": "far"}, TypeError, "distance: expected an int from 0, .* 'far'"),
        ({"n": 1, "distance": -1}, ValueError, "distance: expected an int from 0, .* found -1"),
        ({"n": 1, "distance": 2**40}, ValueError, "distance: .* found 1099511627776"),
        ({"n": 1, "distance": (-3, 4)}, ValueError, r"distance: .* found \(-3, 4\)"),
        ({"n": 1, "distance": (1, 2, 3)}, TypeError, r"distance: .* found \(1, 2, 3\)"),
        ({"n": 1, "distance": {1, -2}}, ValueError, r"distance: .* found \{1, -2\}"),
        ({"n": 1, "distance": set()}, ValueError, "distance: expected at least one, found none"),
        ({"n": 3, "distance": 31, "unique": True}, ValueError, "only 2 boards to draw from"),
        ({"per_distance": 3, "distance": 32}, ValueError, r"no 3x3 board is at distance 32"),
        ({"n": 1, "size": "9x101"}, ValueError, "shape 9x101"),
        ({"n": 1, "size": "4x4", "distance": 80}, ValueError, "too rare"),
        ({"n": 1, "unsolvable": True, "distance": 3}, TypeError, "have no distance"),
    ],
)
def test_what_cannot_be_drawn(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tilebase.sample(**arguments)


def test_sample_at_each_distance_of_a_set() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(7, distance={31, 5, 20}, seed=1)
    assert oracle.distances(boards).tolist() == [5] * 3 + [20] * 2 + [31] * 2
    assert oracle.distances(tilebase.sample(6, distance=range(4, 13, 4))).tolist() == [4, 4, 8, 8, 12, 12]
    each = tilebase.sample(per_distance=2, distance=frozenset([0, 2]), seed=1)
    assert oracle.distances(each).tolist() == [0, 2, 2]
    told: list[tuple[int, float]] = []
    along = tilebase.sample(
        4, "4x4", distance={20, 30}, along_solutions=True, seed=1, progress=lambda *it: told.append(it)
    )
    assert tilebase.Oracle("4x4").distances(along).tolist() == [20, 20, 30, 30] and told[0] == (0, 4.0)


FRAME = polars.DataFrame({"board": ["12/3x"]})


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: UNTYPED.Oracle(max_nodes=-1), ValueError, "max_nodes: expected an int from 0 to"),
        (lambda: UNTYPED.Oracle(max_nodes=1e6), TypeError, "max_nodes: expected an int from 0 to"),
        (lambda: UNTYPED.Oracle(progress=3), TypeError, "progress: expected a function, found 3"),
        (lambda: UNTYPED.generate("2x3", progress=3), TypeError, "progress: expected a function"),
        (lambda: UNTYPED.generate("2x3", goal_blank=-1), ValueError, "goal_blank: expected an "),
        (lambda: UNTYPED.generate("2x3", goal_blank=99), ValueError, "cell 99 of 2x3: expected 0"),
        (lambda: UNTYPED.generate("2x3", threads=-1), ValueError, "threads: expected an int"),
        (lambda: UNTYPED.verify("none", threads="2"), TypeError, "threads: .* found '2'"),
        (lambda: UNTYPED.parse(5), TypeError, "text: expected an iterable of boards, found int"),
        (lambda: UNTYPED.parse([5]), TypeError, r"boards\[0\]: expected a board as str, .* found int"),
        (lambda: UNTYPED.check(5, [""]), TypeError, "boards: expected an iterable of boards"),
        (lambda: UNTYPED.check("12/3x", ""), TypeError, "boards: .* of boards, found str"),
        (lambda: UNTYPED.check([], "dd"), TypeError, "answers: expected an iterable of moves"),
        (lambda: UNTYPED.Oracle(timeout="1"), TypeError, "timeout: expected seconds .* found '1'"),
        (lambda: UNTYPED.search("12/3x", depth_limit=-1), ValueError, "depth_limit: expected an int"),
        (lambda: UNTYPED.search("12/3x", width=-1), ValueError, "width: expected an int from 0"),
        (lambda: UNTYPED.search("12/3x", width="2"), TypeError, "width: .* found '2'"),
        (lambda: UNTYPED.audit(None), TypeError, "heuristic: expected a function of a board"),
        (lambda: UNTYPED.audit(len, "3x3"), TypeError, "oracle: expected an Oracle, found '3x3'"),
        (lambda: UNTYPED.random_solution("12/3x", oracle="2x2"), TypeError, "oracle: expected an"),
        (lambda: UNTYPED.label("12/3x"), TypeError, "a list of boards, found str"),
        (lambda: UNTYPED.label(None), TypeError, "boards: expected a table, .* found NoneType"),
        (lambda: UNTYPED.parse(FRAME), TypeError, "boards, found DataFrame; pass one of its columns"),
        (lambda: UNTYPED.parse(FRAME.lazy()), TypeError, "found LazyFrame; pass one of its columns"),
        (lambda: UNTYPED.parse({"board": ["12/3x"]}), TypeError, "found dict; pass one of its"),
        (lambda: UNTYPED.check(FRAME, [""]), TypeError, "boards, found DataFrame; pass one"),
        (lambda: UNTYPED.Oracle().answers(FRAME.lazy()), TypeError, "LazyFrame; .* .collect"),
    ],
)
def test_what_is_no_argument(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()


def test_distances_in_every_form() -> None:
    expected = tilebase.sample(9, seed=1, distance=(3, 5)).tolist()
    for distance in ([3, 5], range(3, 6), numpy.array([3, 5]), (numpy.int64(3), numpy.uint8(5))):
        assert tilebase.sample(9, seed=1, distance=distance).tolist() == expected
    assert set(tilebase.Oracle().distances(tilebase.sample(9, distance=numpy.int8(7)))) == {7}
    # A range takes no memory, however long it is, and must not go beyond the largest distance.
    with pytest.raises(ValueError, match="no 3x3 board is at distance 32..999999999 .maximum 31"):
        tilebase.sample(9, seed=1, distance=range(10**9))
    for wrong in (range(2**59), range(0, 10**9, 2), range(2**70), range(0, 2**100, 2**90)):
        with pytest.raises(ValueError, match="^distance: expected"):
            tilebase.sample(9, distance=wrong)


def test_apply() -> None:
    assert tilebase.apply("1 2 3 x 4 6 7 5 8", "rdr") == "1 2 3 4 5 6 7 8 x"
    # The kind of a board stays.
    assert tilebase.apply("1 2 3 / x 4 6 / 7 5 8", "rdr") == "1 2 3 / 4 5 6 / 7 8 x"
    assert tilebase.apply("12/x3", "r") == "1 2 / 3 x"
    assert tilebase.apply("1 2\nx 3", "r") == "1 2\n3 x"
    assert tilebase.apply([1, 2, 3, 0, 4, 6, 7, 5, 8], "RDR") == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert tilebase.apply((1, 2, 3, 0, 4, 6, 7, 5, 8), "RDR") == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert tilebase.apply([[1, 2], [0, 3]], "r") == [[1, 2], [3, 0]]
    assert tilebase.apply(bytes([1, 2, 0, 3]), "r") == bytes([1, 2, 3, 0])
    for kind in (numpy.uint8, numpy.int64):
        for shape in ((4,), (2, 2)):
            array = tilebase.apply(numpy.array([1, 2, 0, 3], kind).reshape(shape), "r")
            assert isinstance(array, numpy.ndarray)
            assert array.dtype == kind and array.shape == shape and array.ravel().tolist() == [1, 2, 3, 0]
    # Spaces between moves are ignored, as the command ignores them.
    assert tilebase.apply("1 2 3 x 4 6 7 5 8", " r d\tr\n") == "1 2 3 4 5 6 7 8 x"
    assert tilebase.apply("12/x3", "r") == "1 2 / 3 x"
    random.seed(1)
    board = tuple(range(12))
    for _ in range(300):
        letter, after = random.choice(list(neighbours(board, 4)))
        assert tilebase.apply(board, letter, size="3x4") == after
        board = after
    with pytest.raises(ValueError, match="move 2, column 2: `d` leaves the board: the blank is"):
        tilebase.apply("1 2 3 4 5 6 7 x 8", "rdl")
    with pytest.raises(ValueError, match="move 2, column 3: `d` leaves the board: the blank is"):
        tilebase.apply("1 2 3 4 5 6 7 x 8", "r d l")
    with pytest.raises(ValueError, match="move 1, column 1: expected one of d, l, r, u, found `x`"):
        tilebase.apply("1 2 3 4 5 6 7 8 x", "x")


def test_is_solvable() -> None:
    goal = (1, 2, 3, 0)
    reached = search(goal, 2)
    for board in itertools.permutations(range(4)):
        assert tilebase.is_solvable(board, goal, size="2x2") == (board in reached)
    assert tilebase.is_solvable("1 2 3 4 5 6 7 8 x")
    assert not tilebase.is_solvable("1 2 3 4 5 6 8 7 x")
    # A goal that is only named is one of the board's size.
    assert tilebase.is_solvable("1 2 3 4 / 12 13 14 5 / 11 15 x 6 / 10 9 8 7", "snail")
    assert tilebase.is_solvable("1 2 / x 3", "2") and tilebase.is_solvable("x 1 2 / 3 4 5", "first")
    assert not tilebase.is_solvable("1 2 3 / 8 x 4 / 7 5 6", "snail", size="3x3")
    with pytest.raises(ValueError, match="goal, a board, .*: expected a board, .* or snail, found `up`"):
        tilebase.is_solvable("12/3x", "up")
    # Boards of any size.
    cells = [*range(1, 10_000), 0]
    assert tilebase.is_solvable(cells, size="100x100")
    cells[0], cells[1] = cells[1], cells[0]
    assert not tilebase.is_solvable(cells, size="100x100")
    assert not tilebase.is_solvable(numpy.array(cells).reshape(100, 100))
    with pytest.raises(ValueError, match="a board of 2 rows and 2 columns: expected 2x3"):
        tilebase.is_solvable("12/3x", "1 2 3 / 4 5 x")


def test_check(command: Callable[..., list[str]], tmp_path: Path) -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(500, seed=9)
    boards[::5, :2] = boards[::5, 1::-1]
    random.seed(2)
    answers = []
    for board in boards:
        solution = oracle.solution(board)
        answer = "unsolvable" if solution is None else solution
        noise = "".join(random.choices("dlrux", k=9))
        answers.append(random.choice([answer, answer, answer + "ud", answer[:-1], noise]))
    verdicts = tilebase.check(boards, answers)
    assert {verdict.split()[0] for verdict in verdicts} == {"optimal", "valid", "wrong:"}
    (tmp_path / "boards").write_text("".join(line + "\n" for line in text_of(boards)))
    (tmp_path / "answers").write_text("".join(answer + "\n" for answer in answers))
    done = subprocess.run(
        [os.environ.get("TILEBASE_COMMAND", Path(__file__).parents[2] / "target/debug/tilebase"),
         "check", tmp_path / "boards", tmp_path / "answers"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == verdicts
    assert tilebase.check(["12/x3"], ["r"], oracle=tilebase.Oracle(size="2x2")) == ["optimal"]
    assert tilebase.check([], []) == []
    with pytest.raises(ValueError, match="boards has more items than answers, which has 1"):
        tilebase.check(["12345678x"] * 2, [""])
    with pytest.raises(ValueError, match="answers has more items than boards, which has 1"):
        tilebase.check(["12345678x"], ["", ""])


def test_check_answers_every_row() -> None:
    board, unsolvable = "1 2 3 4 5 6 7 x 8", [1, 2, 3, 4, 5, 6, 8, 7, 0]
    rows: list[tuple[Any, Any, str, int]] = [
        (board, "r", "optimal", 0),
        ([1, 2, 0], "r", "invalid: 3 cells: expected 9 for 3x3", -3),
        ("1 1 3 4 5 6 7 x 8", "r", "invalid: row 1, column 2: tile 1 is already in", -3),
        *((wrong, "r", "invalid: expected a board as str", -3) for wrong in (5, None, numpy.nan)),
        (5, 5, "invalid: expected a board as str", -3),
        *((board, wrong, "wrong: moves: expected moves as str", -4) for wrong in (5, 2.5, [None])),
        (board, [9], r"wrong: moves[0]: expected 0 (down)", -4),
        *((board, none, "wrong: no answer: `null`", -4) for none in (None, numpy.nan)),
        *((unsolvable, none, "wrong: no answer", -4) for none in (numpy.nan, pandas.NA, pandas.NaT)),
        (unsolvable, "no solution", "optimal", 0),
        (board, "no solution", "wrong: it can be solved, in 1 move", -1),
        *((board, unread, "wrong: move 1, column 1", -4) for unread in ("q", "tile", "->")),
        (board, "rlr", "valid +2", 2),
    ]
    boards, answers, expected, numbers = zip(*rows)
    for oracle in (tilebase.Oracle(), tilebase.Oracle(metric="multi")):
        verdicts = tilebase.check(boards, answers, oracle=oracle)
        assert all(map(str.startswith, verdicts, expected)), verdicts
        assert tilebase.excess(boards, answers, oracle=oracle).tolist() == list(numbers)
    assert tilebase.check(pandas.Series(boards), pandas.Series(answers)) == verdicts


def test_generate_and_verify(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    [path] = tilebase.generate(
        "2x5", goal_blank=2, data=tmp_path / "new", progress=lambda *p: told.append(p), threads=2
    )
    assert path.exists() and path.parent == tmp_path / "new"
    assert told[0][0] < 10 and told[-1] == (1814400, 1814400)
    assert sorted(told) == told
    counts = tilebase.verify(path)
    assert (sum(counts), counts[0]) == (1814400, 1)
    oracle = tilebase.Oracle("1 2 x 3 4 / 5 6 7 8 9", data=tmp_path / "new")
    assert oracle.counts == counts
    # A table that is there, whole, is kept unless it is to be made again.
    kept, told = path.stat().st_ino, []
    for force in (False, True):
        tilebase.generate(
            "2x5", goal_blank=2, data=path.parent, progress=lambda *p: told.append(p), force=force
        )
        assert (path.stat().st_ino == kept) != force
        assert told[-1] == (1814400, 1814400) and (len(told) == 1) != force
    # The table of another puzzle is not lost.
    other = tmp_path / "5x2-9.tbl"
    other.write_bytes(path.read_bytes())
    with pytest.raises(tilebase.TableError, match="give the file its own name, 5x2-"):
        tilebase.generate("2x5", data=tmp_path)
    assert other.read_bytes() == path.read_bytes()
    other.unlink()
    # What is not a file is refused at once, and nothing is written into a pipe.
    for make in (os.mkdir, os.mkfifo):
        other = tmp_path / make.__name__
        other.mkdir()
        make(other / path.name)
        told = []
        with pytest.raises(OSError, match="5x2-.*: it is not a regular file; remove it"):
            tilebase.generate(
                "2x5", goal_blank=2, data=other, progress=lambda *p: told.append(p)
            )
        assert told == []
    with pytest.raises(OSError, match="cannot make the folder .*below a file"):
        tilebase.generate("2x5", data=path / "below a file")
    # A shape with an embedded table can be generated too. Its counts are published.
    [path] = tilebase.generate("3x3", data=tmp_path)
    assert tilebase.verify(path) == COUNTS
    with pytest.raises(ValueError, match="from 0 to .*, found -1"):
        tilebase.generate("3x3", goal_blank=-1, data=tmp_path)
    with pytest.raises(ValueError, match="cell 99 of 3x3"):
        tilebase.generate("3x3", goal_blank=99, data=tmp_path)
    with pytest.raises(OSError):
        tilebase.generate("3x3", data=path / "below a file")
    with pytest.raises(FileNotFoundError):
        tilebase.verify(tmp_path / "none.tbl")


def threads() -> int:
    """The number of threads of this process, if the system tells; otherwise 0."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.exists() else 0


def wait_for_threads(before: int) -> None:
    """Waits until the threads of an abandoned call have ended."""
    wait_until(f"only {before} threads are left", lambda: threads() <= before)


def test_an_exception_in_progress_ends_generating(tmp_path: Path) -> None:
    def enough(states: int, all_states: int) -> None:
        if states > 1000:
            raise RuntimeError("enough")

    before = threads()
    with pytest.raises(RuntimeError, match="enough"):
        tilebase.generate("3x4", data=tmp_path, progress=enough)
    assert list(tmp_path.iterdir()) == []
    wait_for_threads(before)


def test_tables_of_the_multi_tile_metric(tmp_path: Path) -> None:
    [path] = tilebase.generate("2x5", data=tmp_path, metric="multi")
    assert path.parent == tmp_path
    oracle = tilebase.Oracle(size="2x5", data=tmp_path, metric="multi")
    assert oracle.counts is not None
    assert sum(oracle.counts) == 1_814_400
    assert oracle.solution("1 2 3 x 4 / 6 7 8 9 5") == "rd"
    assert oracle.solution("1 x 2 3 4 / 6 7 8 9 5") == "r3d"
    with pytest.raises(ValueError, match="5x5"):
        tilebase.generate("5x5", data=tmp_path, metric="multi")
    with pytest.raises(ValueError, match="^metric: "):
        tilebase.generate("2x5", data=tmp_path, metric="rows")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^tables for proofs are of 5x5 in the metric single"):
        tilebase.generate("2x5", data=tmp_path, metric="multi", proofs=True)


def test_tables_for_proofs(tmp_path: Path) -> None:
    sums = []

    def enough(states: int, all_states: int) -> None:
        sums.append(all_states)
        raise RuntimeError("enough")

    for proofs in (False, True):
        with pytest.raises(RuntimeError, match="enough"):
            tilebase.generate("5x5", data=tmp_path, progress=enough, proofs=proofs)
    assert sums[1] > sums[0] > 0
    with pytest.raises(ValueError, match="^tables for proofs .*; found 4x4 .* in cell 15$"):
        tilebase.generate("4x4", data=tmp_path / "none", proofs=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to oneself there")
def test_ctrl_c_ends_a_long_call(tmp_path: Path) -> None:
    before = threads()
    oracle = tilebase.Oracle()
    boards = numpy.tile(tilebase.all_boards("3x3"), (400, 1))
    # 72 million boards, whose answers go unused.
    out = bytearray(len(boards))
    # The hardest boards of the 15-puzzle are 80 moves from the goal.
    hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
    array = numpy.array([hard.replace("/", "").split()] * 50, numpy.uint8)
    search = tilebase.Oracle(size="4x4", data=tmp_path)
    easy = tilebase.apply([*range(1, 16), 0], "ul" * 3, size="4x4")
    calls: list[Callable[[], object]] = [
        lambda: oracle.solutions(boards, threads=1),
        lambda: oracle.optimal_move_masks(boards, out, threads=1),
        lambda: tilebase.generate("3x4", data=tmp_path),
        lambda: search.solution(hard),
        lambda: search.legal(hard),
        lambda: search.count_solutions(hard),
        lambda: list(search.all_solutions(hard)),
        lambda: search.distances(array),
        lambda: search.optimal_move_masks(array, threads=1),
        lambda: search.move_distances(array),
        lambda: search.solutions(array),
        lambda: tilebase.check([easy, *[hard] * 50], ["", *["d"] * 50], oracle=search),
        lambda: tilebase.check(itertools.repeat("12345678x"), itertools.repeat("")),
        lambda: tilebase.sample(2000, "4x4", distance=45, seed=1, data=tmp_path),
    ]
    for call in calls:
        interrupt(call)
    assert list(tmp_path.iterdir()) == []
    wait_for_threads(before)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to oneself there")
def test_a_proof_does_not_go_on_after_ctrl_c(tmp_path: Path) -> None:
    [table] = tilebase.generate("3x4", data=tmp_path)
    before, begin = threads(), time.process_time()
    tilebase.verify(table)
    whole = time.process_time() - begin
    interrupt(lambda: tilebase.verify(table))
    begin = time.process_time()
    wait_for_threads(before)
    # It works no longer: an amount of work, however long that takes on a busy machine.
    assert time.process_time() - begin < whole / 2


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to oneself there")
def test_ctrl_c_while_solutions_are_listed(tmp_path: Path) -> None:
    search = tilebase.Oracle(size="4x4", data=tmp_path)
    board = [14, 9, 13, 15, 12, 11, 0, 10, 8, 7, 1, 4, 3, 5, 6, 2]
    assert len(list(search.all_solutions(board))) == 15
    solutions = search.all_solutions(board)
    # A list runs no Python, which would check for signals between two solutions.
    interrupt(lambda: list(solutions))


@pytest.mark.slow
def test_samples_of_5x5_near_the_goal() -> None:
    oracle = tilebase.Oracle(size="5x5")
    boards = tilebase.sample(6, "5x5", distance=(9, 12), seed=1)
    far = oracle.distances(boards)
    assert far.min() >= 9 and far.max() <= 12
    assert len(tilebase.sample(10, "5x5", distance=3, unique=True, seed=1)) == 10
    with pytest.raises(ValueError, match="at most 15"):
        tilebase.sample(1, "5x5", distance=16)
