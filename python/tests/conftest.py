"""What the tests share: the command, a plain search, and a folder of tables."""

import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tilebase

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of tables while the tests run."""
    folder = tmp_path_factory.mktemp("data")
    os.environ["TILEBASE_DATA"] = str(folder)
    yield folder


@pytest.fixture(scope="session")
def table_2x5(data: Path) -> Path:
    """A generated table, of a shape without an embedded one."""
    [path] = tilebase.generate("2x5")
    assert path.parent == data
    return path


@pytest.fixture(scope="session")
def damaged_2x5(table_2x5: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with a wrong entry in every block."""
    damaged = bytearray(table_2x5.read_bytes())
    for at in range(5000, len(damaged) - 4000, 4096):
        damaged[at] ^= 1
    path = tmp_path_factory.mktemp("damaged") / "damaged.tbl"
    path.write_bytes(damaged)
    return path


@pytest.fixture(scope="session")
def command() -> Callable[..., list[str]]:
    """Runs the command `tilebase` and returns the lines that it writes."""
    program = os.environ.get("TILEBASE_COMMAND", ROOT / "target" / "debug" / "tilebase")

    def run(*arguments: str, input: str = "") -> list[str]:
        done = subprocess.run(
            [program, *arguments], input=input, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


def wait_until(what: str, happened: Callable[[], bool]) -> None:
    """Waits for what happens soon, if not on the busiest machine."""
    end = time.monotonic() + 120
    while not happened():
        if time.monotonic() > end:
            pytest.fail(f"waited in vain until {what}")
        time.sleep(0.002)


def interrupt(call: Callable[[], object], calls: int = 1) -> None:
    """Sends Ctrl-C to a call at work, twice: the first time the handler goes on, the second time it
    raises. Both must run during one call, and another thread between them. The call is repeated
    until then, at most this often."""
    handled: list[int] = []
    done, is_over = 0, False

    def handler(number: int, frame: object) -> None:
        nonlocal is_over
        handled.append(done)
        if not is_over and len(handled) > 1 and handled[-1] == handled[-2]:
            is_over = True
            raise KeyboardInterrupt

    def send() -> None:
        begin = time.process_time()
        wait_until("it is at work", lambda: is_over or time.process_time() - begin > 0.1)
        while not is_over:
            before = len(handled)
            os.kill(os.getpid(), signal.SIGINT)
            wait_until("it is handled", lambda: is_over or len(handled) > before)

    sender = threading.Thread(target=send)
    # A process started in the background by a shell ignores Ctrl-C.
    previous = signal.signal(signal.SIGINT, handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            sender.start()
            while done < calls:
                call()
                done += 1
    finally:
        is_over = True
        sender.join()
        signal.signal(signal.SIGINT, previous)


def neighbours(board: tuple[int, ...], cols: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The legal moves of a board and the boards after them, found without tilebase."""
    blank = board.index(0)
    row, col = divmod(blank, cols)
    for letter, down, right in (("d", 1, 0), ("l", 0, -1), ("r", 0, 1), ("u", -1, 0)):
        if 0 <= row + down < len(board) // cols and 0 <= col + right < cols:
            to = blank + down * cols + right
            cells = list(board)
            cells[blank], cells[to] = cells[to], 0
            yield letter, tuple(cells)


def search(goal: tuple[int, ...], cols: int) -> dict[tuple[int, ...], int]:
    """The distance of every board that reaches the goal, by breadth-first search."""
    found = {goal: 0}
    open_boards = deque([goal])
    while open_boards:
        board = open_boards.popleft()
        for _, after in neighbours(board, cols):
            if after not in found:
                found[after] = found[board] + 1
                open_boards.append(after)
    return found


@pytest.fixture(scope="session")
def distances_3x3() -> dict[tuple[int, ...], int]:
    """The distances of all 181,440 boards of 3x3, found by `search`."""
    return search((1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
