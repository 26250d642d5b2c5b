"""Many boards at once."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import polars
import pyarrow
import pytest
from numpy.typing import NDArray

import tilebase
from conftest import interrupt

Boards = NDArray[numpy.uint8]


@pytest.fixture(scope="module")
def everything() -> Boards:
    """All 362,880 arrangements of 3x3: those that reach the goal, and the others."""
    solvable = tilebase.all_boards("3x3")
    others = solvable.copy()
    tiles = numpy.where(others == 1, 2, numpy.where(others == 2, 1, others))
    return numpy.concatenate([solvable, tiles.astype(numpy.uint8)])


def test_all_181440_against_a_plain_search(
    everything: Boards, distances_3x3: dict[tuple[int, ...], int]
) -> None:
    oracle = tilebase.Oracle()
    distances = oracle.distances(everything)
    masks = oracle.optimal_move_masks(everything)
    letters, offsets = oracle.solutions(everything)
    types = [str(array.dtype) for array in (distances, masks, letters, offsets)]
    assert types == ["uint8", "uint8", "uint8", "int64"]
    assert len(distances_3x3) == 181440
    text = letters.tobytes().decode()
    for row, distance, mask, begin, end in zip(
        map(tuple, everything.tolist()),
        distances.tolist(),
        masks.tolist(),
        offsets[:-1].tolist(),
        offsets[1:].tolist(),
    ):
        expected = distances_3x3.get(row)
        if expected is None:
            assert (distance, mask, begin) == (255, 0, end)
            continue
        assert (distance, end - begin) == (expected, expected)
        # The first letter of the solution is the first of the optimal moves.
        assert (mask == 0) == (expected == 0)
        if mask:
            assert text[begin] == "dlru"[(mask & -mask).bit_length() - 1]
    assert (distances < 255).sum() == 181440


def test_solutions_lead_to_the_goal() -> None:
    """All solutions at once, walked with NumPy: a step for all boards at a time."""
    boards = tilebase.all_boards("3x3")
    letters, offsets = tilebase.Oracle().solutions(boards)
    rows = numpy.arange(len(boards))
    cells, lengths = boards.copy(), numpy.diff(offsets)
    steps = {ord("d"): 3, ord("l"): -1, ord("r"): 1, ord("u"): -3}
    step_of = numpy.zeros(256, int)
    for letter, step in steps.items():
        step_of[letter] = step
    for place in range(31):
        going = rows[lengths > place]
        blank = (cells[going] == 0).argmax(axis=1)
        to = blank + step_of[letters[offsets[going] + place]]
        cells[going, blank], cells[going, to] = cells[going, to], 0
    assert (cells == numpy.array([1, 2, 3, 4, 5, 6, 7, 8, 0])).all()


def test_masks_against_one_board_at_a_time() -> None:
    oracle = tilebase.Oracle("1 2 3 8 x 4 7 6 5")
    boards = tilebase.sample(3000, seed=1, goal=oracle.goal)
    for row, mask in zip(boards, oracle.optimal_move_masks(boards).tolist()):
        moves = "".join(letter for bit, letter in enumerate("dlru") if mask >> bit & 1)
        assert moves == oracle.optimal_moves(row)


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 1000])
def test_threads_do_not_matter(everything: Boards, threads: int) -> None:
    oracle = tilebase.Oracle()
    assert (oracle.distances(everything, threads=threads) == oracle.distances(everything)).all()
    letters, offsets = oracle.solutions(everything)
    found_letters, found_offsets = oracle.solutions(everything, threads=threads)
    assert numpy.array_equal(letters, found_letters)
    assert numpy.array_equal(offsets, found_offsets)


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x2", "2x4", "4x2", "2x5"])
def test_other_shapes_as_one_by_one(size: str, table_2x5: Path) -> None:
    oracle = tilebase.Oracle(size=size)
    boards = tilebase.sample(2000, size=size, seed=2)
    boards[::2, :2] = boards[::2, 1::-1]
    letters, offsets = oracle.solutions(boards)
    text = letters.tobytes().decode()
    for i, (row, distance) in enumerate(zip(boards, oracle.distances(boards).tolist())):
        assert oracle.distance(row) == (None if distance == 255 else distance)
        assert (oracle.solution(row) or "") == text[offsets[i] : offsets[i + 1]]


def test_4x4() -> None:
    oracle = tilebase.Oracle(size="4x4")
    moves = ["", "u", "ull", "ulul", "uuldlurdr"]
    cells = numpy.array([*range(1, 16), 0])
    boards = numpy.array([tilebase.apply(cells, m, size="4x4") for m in moves], numpy.uint8)
    boards = numpy.concatenate([boards, boards])
    boards[5:, :2] = boards[5:, 1::-1]
    expected = [oracle.distance(board) for board in boards]
    assert expected[:4] == [0, 1, 3, 4]
    distances = oracle.distances(boards).tolist()
    assert distances == [255 if distance is None else distance for distance in expected]
    letters, offsets = oracle.solutions(boards)
    assert numpy.diff(offsets)[:5].tolist() == distances[:5]
    assert oracle.optimal_move_masks(boards[:2]).tolist() == [0, 1]


def test_arrow_takes_the_solutions_as_they_are() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(100, seed=3)
    letters, offsets = oracle.solutions(boards)
    strings = pyarrow.LargeStringArray.from_buffers(
        len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters)
    )
    strings.validate(full=True)
    assert strings.to_pylist() == [oracle.solution(board) for board in boards]
    # Not a copy: the address is the same.
    assert strings.buffers()[2].address == letters.ctypes.data


def test_out() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(5000, seed=4)
    out = numpy.zeros(5000, numpy.uint8)
    assert oracle.distances(boards, out) is out
    assert (out == oracle.distances(boards)).all()
    assert oracle.optimal_move_masks(boards, out=out) is out
    assert (out == oracle.optimal_move_masks(boards)).all()
    # Anything that holds bytes will do.
    plain = bytearray(5000)
    assert oracle.distances(boards, out=plain) is plain
    assert plain == oracle.distances(boards).tobytes()
    view = memoryview(boards.tobytes()).cast("B", (5000, 9))
    assert oracle.distances(view, out=plain) == oracle.distances(boards).tobytes()


@pytest.mark.parametrize("first", [0, 1, 500_000, 900_000 - 100_000])
def test_out_in_the_memory_of_boards(first: int) -> None:
    """Refused before anything is written, whichever rows it overlaps."""
    oracle = tilebase.Oracle()
    boards = tilebase.sample(100_000, seed=4)
    before = boards.copy()
    for ask in (oracle.distances, oracle.optimal_move_masks):
        with pytest.raises(ValueError, match="out: expected an array of its own"):
            ask(boards, out=boards.reshape(-1)[first : first + 100_000])
        with pytest.raises(ValueError, match="out: expected an array of its own"):
            ask(boards[::-1], out=boards.reshape(-1)[first : first + 100_000])
    assert (boards == before).all()
    # Beside one another in one array.
    both = numpy.zeros(100_000 * 10, numpy.uint8)
    rows, out = both[:900_000].reshape(-1, 9), both[900_000:]
    rows[:] = boards
    assert (oracle.distances(rows, out=out) == oracle.distances(boards)).all()


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (numpy.zeros(9, numpy.uint8), ValueError, r"out: expected shape \(10,\), found \(9,\)"),
        (numpy.zeros((10, 1), numpy.uint8), ValueError, r"found \(10, 1\)"),
        (numpy.zeros(10, numpy.int64), TypeError, "out: expected .* uint8, found dtype int64"),
        (numpy.zeros(20, numpy.uint8)[::2], ValueError, "out: expected a C-contiguous array"),
        (bytes(10), ValueError, "read-only"),
        (numpy.frombuffer(bytes(10), numpy.uint8), ValueError, "read-only"),
        ([0] * 10, TypeError, "found list"),
    ],
)
def test_what_is_no_out(out: Any, error: type[Exception], message: str) -> None:
    boards = tilebase.sample(10, seed=1)
    for ask in (tilebase.Oracle().distances, tilebase.Oracle().optimal_move_masks):
        with pytest.raises(error, match=message):
            ask(boards, out=out)


def view(array: Any) -> memoryview:
    # Before Python 3.12, type checkers do not know that an ndarray is a buffer.
    return memoryview(array)


def goal_rows(count: int, dtype: Any = numpy.uint8) -> NDArray[Any]:
    return numpy.array([[1, 2, 3, 4, 5, 6, 7, 8, 0]] * count, dtype)


def objects(boards: Boards) -> NDArray[numpy.object_]:
    """An array of arrays, as pandas makes them."""
    rows = numpy.empty(len(boards), object)
    rows[:] = list(boards)
    return rows


@pytest.mark.parametrize(
    ("boards", "error", "message"),
    [
        (goal_rows(4, float), TypeError, r"found dtype float64; convert it with .astype\(numpy.int64\)"),
        (goal_rows(4, bool), TypeError, "found dtype bool"),
        (goal_rows(4, object), TypeError, "found dtype object"),
        (numpy.zeros((4, 9), "datetime64[s]"), TypeError, "found dtype datetime64"),
        (numpy.zeros((4, 9), "u1,u1"), TypeError, "found dtype"),
        (view(goal_rows(4, float)), TypeError, "found format d"),
        (goal_rows(4, float).tolist(), TypeError, "found dtype float64"),
        ([[1, 2, 3]], ValueError, r"found \(1, 3\)"),
        ({}, TypeError, r"found dict; make one with numpy.array\("),
        (None, TypeError, "found NoneType"),
        (
            goal_rows(1)[0],
            ValueError,
            r"expected shape \(n, 9\) or \(n, 3, 3\), found \(9,\); for one board, use `",
        ),
        (goal_rows(1).reshape(3, 3), ValueError, r"found \(3, 3\); for one board, use `"),
        ("12345678x", TypeError, "found str; for one board, use `"),
        (["12345678x"], TypeError, r"convert text with tilebase.parse\("),
        (numpy.array(["12345678x"], object), TypeError, r"convert text with tilebase.parse\("),
        (polars.Series(["12345678x"]), TypeError, r"convert text with tilebase.parse\("),
        (pyarrow.array(["12345678x"]), TypeError, r"convert text with tilebase.parse\("),
        (polars.DataFrame({"a": [1, 2]}), ValueError, r"found \(2, 1\)"),
        (polars.DataFrame({"a": [1.5, 2]}), TypeError, r"convert it with .to_numpy\("),
        (objects(goal_rows(4)), TypeError, r"convert it with numpy.stack\(list\("),
        (bytes(9), ValueError, r"found \(9,\)"),
        (numpy.array(0, numpy.uint8), TypeError, "found one of no dimensions, which holds one number"),
        (goal_rows(9).reshape(9, 1, 9), ValueError, r"found \(9, 1, 9\)"),
        (goal_rows(9).reshape(9, 3, 3, 1), ValueError, r"found \(9, 3, 3, 1\)"),
        (goal_rows(16).reshape(9, 16), ValueError, r"found \(9, 16\)"),
        (numpy.zeros((0, 8), numpy.uint8), ValueError, r"found \(0, 8\)"),
        (goal_rows(4, numpy.int64) - 1, ValueError, r"boards\[0\]: row 3, column 3: .* found -1"),
        (goal_rows(4, numpy.uint16) * 99, ValueError, r"boards\[0\]: row 1, column 1: .* 1 to 8 .* found 99"),
        (goal_rows(4, ">i4") + 2**24, ValueError, r"boards\[0\]: no blank"),
    ],
)
def test_what_is_no_array_of_boards(boards: Any, error: type[Exception], message: str) -> None:
    oracle = tilebase.Oracle()
    for ask in (oracle.distances, oracle.optimal_move_masks, oracle.solutions):
        with pytest.raises(error, match=message):
            ask(boards)


def test_the_advice_works() -> None:
    oracle, boards = tilebase.Oracle(), tilebase.sample(50, seed=1)
    distances = oracle.distances(boards)
    texts = tilebase.format(boards)
    # Floats that are no tiles stay wrong: as uint8, 257 would be 1.
    with pytest.raises(ValueError, match=r"boards\[0\]: no blank"):
        oracle.distances((boards + 256.0).astype(numpy.int64))
    for same in (
        boards.astype(float).astype(numpy.int64),
        numpy.stack(list(objects(boards))),
        numpy.stack(list(polars.Series(boards.tolist()))),
        tilebase.parse(texts),
        tilebase.parse(polars.Series(texts)),
        tilebase.parse(pyarrow.array(texts)),
        tilebase.parse(pyarrow.chunked_array([texts[:20], texts[20:]])),
        tilebase.parse(numpy.array(texts)),
        polars.DataFrame(boards).to_numpy(),
    ):
        assert (oracle.distances(same) == distances).all()
    solutions = [oracle.solution(text) for text in texts]
    assert set(tilebase.check(pyarrow.array(texts), pyarrow.array(solutions))) == {"optimal"}
    along, offsets = oracle.distances_along(boards, pyarrow.array(solutions))
    assert (along[offsets[1:] - 1] == 0).all() and (numpy.diff(along[: offsets[1]]) == -1).all()


def test_no_boards() -> None:
    oracle = tilebase.Oracle()
    assert oracle.distances([]).shape == (0,) and oracle.move_distances([]).shape == (0, 4)
    assert oracle.solutions([])[1].tolist() == [0] and tilebase.format([], size="3x3") == []


def test_differences_do_not_wrap() -> None:
    """What is subtracted most is signed: the distances along moves."""
    oracle = tilebase.Oracle()
    along, _ = oracle.distances_along([[1, 2, 3, 0, 4, 6, 7, 5, 8]], ["rlrdr"])
    assert (numpy.diff(along) > 0).tolist() == [False, True, False, False, False]


@pytest.mark.parametrize("size", ["3x3", "4x4", "5x5"])
def test_progress_ends_with_all_boards(size: str) -> None:
    told: list[tuple[int, int]] = []
    oracle = tilebase.Oracle(
        size=size, max_nodes=20_000, progress=lambda it: told.append((it.answered, it.boards))
    )
    boards = tilebase.sample(30, size, seed=1)
    for ask in (oracle.distances, oracle.answers, oracle.solutions):
        told.clear()
        ask(boards)
        assert told[-1] == (30, 30) and told == sorted(told)
    told.clear()
    oracle.distances_along(boards, [""] * 30)
    assert told[-1] == (30, 30)
    told.clear()
    tilebase.check(boards, [""] * 30, oracle=oracle)
    assert told[-1] == (30, 30)


def test_progress_of_5x5_is_told_while_boards_are_answered() -> None:
    told: list[int] = []
    oracle = tilebase.Oracle("5x5", max_nodes=5_000_000, progress=lambda it: told.append(it.answered))
    oracle.answers(tilebase.sample(5, "5x5", seed=1), threads=1)
    assert set(range(6)) <= set(told)


def test_a_call_in_another_thread_is_stopped_by_its_progress() -> None:
    begun, stop, errors = threading.Event(), threading.Event(), []

    def progress(_: tilebase.Progress) -> None:
        begun.set()
        if stop.is_set():
            raise InterruptedError

    def work(size: str, count: int) -> None:
        try:
            oracle = tilebase.Oracle(size=size, progress=progress)
            boards = numpy.repeat(tilebase.sample(1000, size, seed=1), count, axis=0)
            oracle.distances(boards, threads=1)
        except InterruptedError as why:
            errors.append(why)

    for size, count in (("3x3", 60_000), ("5x5", 10)):
        begun.clear()
        stop.clear()
        errors.clear()
        thread = threading.Thread(target=work, args=(size, count))
        thread.start()
        assert begun.wait(120)
        stop.set()
        thread.join(120)
        assert not thread.is_alive() and len(errors) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to oneself there")
@pytest.mark.parametrize("name", ["rank", "unrank", "step", "solvable", "format", "parse"])
def test_long_functions_can_be_interrupted(name: str) -> None:
    """Ctrl-C ends a call, and other threads run during it."""
    count = 2000 if name == "format" else 6000
    boards = numpy.repeat(tilebase.sample(1000, seed=1), count, axis=0)
    functions: dict[str, Callable[[], object]] = {
        "rank": lambda: tilebase.rank(boards),
        "unrank": lambda: tilebase.unrank(numpy.arange(len(boards)) % 181440, "3x3"),
        "step": lambda: tilebase.step(boards, boards[:, 0] % 4),
        "solvable": lambda: tilebase.solvable(boards),
        "format": lambda: tilebase.format(boards),
        "parse": lambda: tilebase.parse(["1 2 3 4 5 6 7 8 x"] * len(boards)),
    }
    interrupt(functions[name], 1000)


def layouts(boards: Boards) -> dict[str, Any]:
    """The same boards in every layout that NumPy has."""
    kinds = ("i1", "u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "u4", "<i8", ">i8", "<u8", ">u8")
    spread = numpy.zeros((2 * len(boards), 18), numpy.int16)
    spread[::2, ::2] = boards
    records = numpy.zeros(len(boards), "u1, (9,)i4")
    records["f1"] = boards
    return {kind: boards.astype(kind) for kind in kinds} | {
        "Fortran": numpy.asfortranarray(boards),
        "every other": spread[::2, ::2],
        "list": boards.tolist(),
        "backwards": boards[::-1].copy()[::-1],
        "unaligned": records["f1"],
        "rows": boards.reshape(-1, 3, 3),
        "rows, Fortran": numpy.asfortranarray(boards.reshape(-1, 3, 3)),
        "rows, wide": boards.reshape(-1, 3, 3).astype(numpy.int64),
        "memoryview": view(boards),
        "memoryview, wide": view(boards.astype(numpy.int64)),
        "memoryview, Fortran": view(numpy.asfortranarray(boards)),
    }


def test_every_layout_is_answered_alike() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(300_000, seed=6)
    distances, masks = oracle.distances(boards), oracle.optimal_move_masks(boards)
    for name, other in layouts(boards).items():
        assert (oracle.distances(other) == distances).all(), name
        assert (oracle.optimal_move_masks(other) == masks).all(), name
    one = numpy.broadcast_to(boards[0], (1000, 9))
    assert (oracle.distances(one) == distances[0]).all()


def test_a_number_that_fits_no_board_in_a_later_row() -> None:
    boards = goal_rows(300_000, numpy.int64)
    boards[299_999, 3] = 2**40
    for layout in (boards, numpy.asfortranarray(boards), boards.reshape(-1, 3, 3)):
        with pytest.raises(ValueError, match=r"boards\[299999\]: row 2, column 1: .* found 1099511627776"):
            tilebase.Oracle().distances(layout)


@pytest.mark.parametrize("row", [0, 1, 511, 512, 700, 99_999])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_row_that_is_no_board(row: int, threads: int) -> None:
    boards = goal_rows(100_000)
    oracle = tilebase.Oracle()
    for cells, message in (
        ([1, 2, 3, 4, 5, 6, 7, 8, 8], "no blank"),
        ([1, 2, 3, 4, 5, 6, 0, 8, 0], "a second blank"),
        ([1, 2, 3, 4, 5, 6, 7, 9, 0], "row 3, column 2: expected a tile from 1 to 8 .* found 9"),
        ([1, 2, 3, 4, 5, 6, 7, 40, 0], "found 40"),
        ([1, 2, 3, 4, 5, 6, 7, 255, 0], "found 255"),
        ([1, 1, 3, 4, 5, 6, 7, 8, 0], "tile 1 is already in row 1, column 1"),
    ):
        boards[row] = cells
        for ask in (oracle.distances, oracle.optimal_move_masks, oracle.solutions):
            with pytest.raises(ValueError, match=rf"boards\[{row}\]: .*{message}"):
                ask(boards, threads=threads)


def test_any_bytes_are_boards_or_refused() -> None:
    """Rows of noise: what one board at a time takes, rows take, and nothing else."""
    oracle = tilebase.Oracle(size="2x2")
    random = numpy.random.default_rng(1)
    rows = random.integers(0, 5, (3000, 4), numpy.uint8)
    rows[random.random(3000) < 0.2, 0] += 32
    taken = 0
    for row in rows:
        try:
            expected = oracle.distance(row)
        except ValueError:
            with pytest.raises(ValueError, match=r"boards\[0\]"):
                oracle.distances(row.reshape(1, 4))
        else:
            taken += 1
            assert oracle.distances(row.reshape(1, 4))[0] == (255 if expected is None else expected)
    assert taken > 50


def test_no_rows() -> None:
    oracle = tilebase.Oracle()
    boards = numpy.zeros((0, 9), numpy.uint8)
    assert oracle.distances(boards).shape == (0,)
    assert oracle.optimal_move_masks(boards).shape == (0,)
    letters, offsets = oracle.solutions(boards)
    assert (letters.shape, offsets.tolist()) == ((0,), [0])
    letters, offsets = oracle.solutions(goal_rows(3))
    assert (letters.shape, offsets.tolist()) == ((0,), [0, 0, 0, 0])


def test_read_only_boards() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(1000, seed=1)
    boards.flags.writeable = False
    assert (oracle.distances(boards) == oracle.distances(boards.copy())).all()


def test_changed_by_another_thread_while_it_runs() -> None:
    """Each row is answered as it was at some time, or refused; nothing crashes."""
    oracle = tilebase.Oracle()
    boards = numpy.tile(tilebase.sample(1000, seed=1), (2000, 1))
    other = numpy.tile(tilebase.sample(1000, seed=2), (2000, 1))
    one, two = oracle.distances(boards), oracle.distances(other)
    stop = threading.Event()

    def change() -> None:
        mine = boards.copy()
        while not stop.is_set():
            boards[:] = other
            boards[:] = mine

    changer = threading.Thread(target=change)
    changer.start()
    refused = 0
    try:
        for _ in range(10):
            try:
                found = oracle.distances(boards)
                # A row copied in the middle of a change may still be a board, so most, not all.
                assert ((found == one) | (found == two)).mean() > 0.99
                oracle.solutions(boards)
            except ValueError as why:
                assert "boards[" in str(why)
                refused += 1
    finally:
        stop.set()
        changer.join()
    assert (oracle.distances(boards) == one).all()


RESIZED = """
import threading, numpy, tilebase
oracle = tilebase.Oracle()
boards = numpy.tile(tilebase.sample(1000, seed=1), (2000, 1))
wide = boards.astype("i8")
out = numpy.zeros(len(boards), numpy.uint8)
refused = 0
for _ in range(50):
    if refused >= 6:
        break
    for array, into in ((boards.copy(), None), (wide.copy(), None), (boards, out.copy())):
        resized = array if into is None else into
        shape = resized.shape
        begun = threading.Event()
        def shrink():
            # From then on, until the call gives other threads their turn.
            begun.wait()
            resized.resize((1, *shape[1:]), refcheck=False)
        changer = threading.Thread(target=shrink)
        changer.start()
        begun.set()
        try:
            oracle.distances(array, into, threads=1)
        except ValueError as why:
            # Resized before the call began, or while it ran.
            assert "expected shape" in str(why) or "resized" in str(why), why
            refused += "resized" in str(why)
        changer.join()
print(refused)
"""


def test_resized_by_another_thread_while_it_runs() -> None:
    """In a process of its own, which must not crash."""
    done = subprocess.run([sys.executable, "-P", "-c", RESIZED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 6


def test_no_memory_is_lost() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(2000, seed=1)
    wide = numpy.asfortranarray(boards.astype(numpy.int64))
    out = numpy.zeros(2000, numpy.uint8)
    calls: list[Callable[[], object]] = [
        lambda: oracle.distances(boards),
        lambda: oracle.distances(wide, out),
        lambda: oracle.optimal_move_masks(boards, out),
        lambda: oracle.solutions(boards),
        lambda: oracle.move_distances(boards),
    ]
    for call in calls:
        lost = 0
        # The first time, Python's own stores fill up.
        for _ in range(2):
            before = sys.getallocatedblocks()
            for _ in range(1000):
                call()
            lost = sys.getallocatedblocks() - before
        # A block lost in each call would be a thousand. Python itself keeps some, now and then.
        assert lost < 500


def test_move_distances() -> None:
    """For all boards, solvable or not: the distances after each move, made with NumPy."""
    for size, goal in (("3x3", None), ("2x4", None), ("3x3", "1 2 3 8 x 4 7 6 5")):
        oracle = tilebase.Oracle(goal, size=size)
        boards = tilebase.all_boards(size)
        boards[::7, :2] = boards[::7, 1::-1]
        boards[3::7, -2:] = boards[3::7, :-3:-1]
        found = oracle.move_distances(boards)
        assert (found.shape, str(found.dtype)) == ((len(boards), 4), "uint8")
        (rows, cols), blank = oracle.shape, (boards == 0).argmax(axis=1)
        for move, (down, right) in enumerate(((1, 0), (0, -1), (0, 1), (-1, 0))):
            row, col = blank // cols + down, blank % cols + right
            legal = (0 <= row) & (row < rows) & (0 <= col) & (col < cols)
            after, to = boards[legal].copy(), (row * cols + col)[legal]
            places = numpy.arange(len(after))
            after[places, blank[legal]], after[places, to] = after[places, to], 0
            assert (found[legal, move] == oracle.distances(after)).all()
            assert (found[~legal, move] == 255).all()


def test_the_gil_is_released() -> None:
    """Another thread runs during a long call."""
    oracle = tilebase.Oracle()
    boards = numpy.tile(tilebase.all_boards("3x3"), (3, 1))
    begun, ran = threading.Event(), threading.Event()

    def run() -> None:
        begun.wait()
        ran.set()

    # From here on a thread runs only if another one lets it.
    before = sys.getswitchinterval()
    other = threading.Thread(target=run)
    other.start()
    sys.setswitchinterval(1000)
    try:
        begun.set()
        # On a busy machine the other thread may miss its turn.
        for _ in range(100):
            oracle.solutions(boards, threads=1)
            if ran.is_set():
                break
        assert ran.is_set()
    finally:
        sys.setswitchinterval(before)
        other.join()


def test_one_oracle_in_many_threads(everything: Boards) -> None:
    oracle = tilebase.Oracle("1 2 3 8 x 4 7 6 5")
    expected = tilebase.Oracle("1 2 3 8 x 4 7 6 5").distances(everything)
    answers: list[Any] = [None] * 6

    def ask(number: int) -> None:
        answers[number] = oracle.distances(everything)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((answer == expected).all() for answer in answers)


def test_as_the_command_says(command: Callable[..., list[str]]) -> None:
    for goal in ("12345678x", "x12345678", "123804765"):
        oracle = tilebase.Oracle(goal)
        boards = tilebase.sample(2000, seed=8, goal=goal)
        text = "".join("".join(map(str, board)) + "\n" for board in boards.tolist())
        lines = command("lookup", "--goal", goal, "--distance", input=text)
        assert lines == list(map(str, oracle.distances(boards).tolist()))


def test_numbers_of_solutions() -> None:
    oracle = tilebase.Oracle()
    boards = tilebase.sample(500, seed=4)
    counts = oracle.solution_counts(boards)
    assert counts.dtype == numpy.uint64
    assert counts.tolist() == [oracle.count_solutions(board) for board in boards]
    assert oracle.solution_counts([[1, 2, 3, 4, 5, 6, 8, 7, 0], [*range(1, 9), 0]]).tolist() == [0, 1]
    searched = tilebase.Oracle("4x4")
    near = tilebase.sample(5, "4x4", distance=20, along_solutions=True, seed=2)
    found = searched.solution_counts(near, threads=1).tolist()
    assert found == [len(list(searched.all_solutions(board))) for board in near]
    assert tilebase.Oracle("4x4", max_nodes=0).solution_counts(near).tolist() == [0] * 5


def test_many_lower_bounds() -> None:
    oracle = tilebase.Oracle("4x4")
    boards = tilebase.sample(60_000, "4x4", seed=3)

    bounds = oracle.lower_bounds(boards)
    # From many boards on, a bound is read, and no longer found step by step.
    assert (oracle.lower_bounds(boards[:10_000]) == bounds[:10_000]).all()
    for row in (0, 100, 20_000, 49_152, 59_999):
        assert bounds[row] == oracle.lower_bound(boards[row])


def test_random_solutions() -> None:
    board = "8 6 7 2 5 4 3 x 1"
    every = list(tilebase.Oracle().all_solutions(board))
    drawn = [tilebase.random_solution(board, seed=seed) for seed in range(30 * len(every))]
    assert {*drawn} == {*every}
    assert all(10 < drawn.count(solution) < 60 for solution in every)
    assert tilebase.random_solution(board, seed=5) == tilebase.random_solution(board, seed=5)
    assert tilebase.random_solution(board, seed=numpy.int8(5)) == tilebase.random_solution(board, seed=5)
    one = tilebase.random_solution(board, seed=numpy.random.default_rng(1), notation="tile")
    assert one in list(tilebase.Oracle().all_solutions(board, notation="tile"))
    assert tilebase.random_solution("1 2 3 4 5 6 8 7 x") is None
    assert tilebase.random_solution("1 2 3 4 5 6 7 8 x", oracle=tilebase.Oracle()) == ""
