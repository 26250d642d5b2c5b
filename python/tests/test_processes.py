"""Forked processes, other interpreters in the same process, and threads that change arrays."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy
import pytest

import tilebase
from conftest import wait_until

BOARDS = tilebase.sample(4000, seed=1)
DISTANCES = tilebase.Oracle().distances(BOARDS)
HARD = tilebase.sample(20, "4x4", seed=1)
ORACLES = tilebase.Oracle(), tilebase.Oracle("4x4", max_nodes=20_000)


def in_a_process(part: int) -> int:
    return int(ORACLES[0].distances(BOARDS[part * 1000 : (part + 1) * 1000]).sum())


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
warns = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@needs_fork
@warns
def test_a_pool_of_forked_processes() -> None:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        sums = pool.map(in_a_process, range(4))
    assert sums == DISTANCES.reshape(4, 1000).sum(axis=1).tolist()


@needs_fork
@warns
def test_a_fork_during_the_work_of_other_threads() -> None:
    expected = ORACLES[1].distances(HARD)
    stop, calls = threading.Event(), [0, 0]

    def work(number: int, oracle: tilebase.Oracle, boards: Any) -> None:
        while not stop.is_set():
            oracle.distances(boards, threads=2)
            calls[number] += 1

    threads = [
        threading.Thread(target=work, args=arguments)
        for arguments in ((0, ORACLES[0], BOARDS), (1, ORACLES[1], HARD))
    ]
    for thread in threads:
        thread.start()
    try:
        for _ in range(5):
            before = list(calls)

            def are_at_work(before: list[int] = before) -> bool:
                return all(now > then for now, then in zip(calls, before))

            wait_until("both are at work", are_at_work)
            child = os.fork()
            if child == 0:
                right = (ORACLES[0].distances(BOARDS) == DISTANCES).all()
                os._exit(0 if right and (ORACLES[1].distances(HARD) == expected).all() else 7)
            ended: list[int] = []

            def has_ended(child: int = child, ended: list[int] = ended) -> bool:
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    ended.append(status)
                return bool(done)

            try:
                wait_until("the child ends", has_ended)
            finally:
                if not ended:
                    os.kill(child, 9)
                    os.waitpid(child, 0)
            assert ended == [0]
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("imports", ["", "import tilebase"])
def test_other_interpreters_answer_or_refuse(imports: str) -> None:
    """The package either works in an interpreter or cannot be imported there. It never crashes."""
    code = """
try:
    import tilebase
    oracle = tilebase.Oracle('4x4', max_nodes=1000, progress=lambda _: 0)
    print(tilebase.Oracle().distance('2 3 4 1 5 x 7 6 8') == 19, end=' ')
    print(oracle.distance('1 2 3 4 / 5 6 7 8 / 9 10 11 12 / x 13 14 15') == 3)
except ImportError:
    print('refused')
"""
    program = f"""
import sys
{imports}
try:
    import _interpreters as interpreters
    kinds = ["isolated", "legacy"]
except ImportError:
    import _xxsubinterpreters as interpreters
    kinds = []
for interpreter in [interpreters.create(*kind) for kind in ([[kind] for kind in kinds] or [[]]) * 2]:
    sys.stdout.flush()
    assert interpreters.run_string(interpreter, {code!r} + "import sys; sys.stdout.flush()") is None
import tilebase
print(tilebase.Oracle().distance("2 3 4 1 5 x 7 6 8") == 19, "in the first")
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *others, first = done.stdout.splitlines()
    assert first == "True in the first" and len(others) in (2, 4)
    assert set(others) <= {"True True", "refused"}


@pytest.mark.parametrize("dtype", ["u1", "i8", ">i4"])
def test_arrays_that_another_thread_changes(dtype: str) -> None:
    """Each row is answered as it was when it was copied, or refused."""
    boards = numpy.repeat(BOARDS[:2], 60_000, axis=0).astype(dtype)
    two = [BOARDS[0].astype(dtype), BOARDS[1].astype(dtype)]
    actions = numpy.zeros(len(boards), numpy.int64)
    stop = threading.Event()

    def change() -> None:
        at = 0
        while not stop.is_set():
            boards[:] = two[at % 2]
            # The last is neither a move nor the index of a board of 2x2.
            actions[:] = (0, 1, 2, 3, 12)[at % 5]
            at += 1

    thread = threading.Thread(target=change)
    thread.start()
    answered = 0
    steps: tuple[Any, ...] = (tilebase.step, boards, actions)
    indices: tuple[Any, ...] = (tilebase.unrank, actions, "2x2")
    try:
        for _ in range(10):
            for ask in (tilebase.rank, tilebase.solvable, tilebase.format, ORACLES[0].distances):
                try:
                    found = ask(boards)
                except ValueError:
                    continue
                answered += 1
                assert len(found) == len(boards)
            for function, *given in (steps, indices):
                try:
                    function(*given)
                except ValueError:
                    pass
    finally:
        stop.set()
        thread.join()
    assert answered > 0


HARD_BOARD = """
import numpy, sys, tilebase
board = numpy.array([[0, 15, 8, 3, 12, 11, 7, 4, 14, 10, 6, 5, 9, 13, 2, 1]], numpy.uint8)
oracle = tilebase.Oracle("4x4", max_nodes=40_000_000)
print(flush=True)
sys.stdin.read()
threads = int(sys.argv[1])
if threads:
    oracle.distances(board, threads=threads)
else:
    oracle.distance(board[0])
"""


def threads_of(process: "subprocess.Popen[bytes]") -> dict[str, int]:
    """The time of each thread, in hundredths of a second."""
    times = {}
    for task in os.listdir(f"/proc/{process.pid}/task"):
        try:
            with open(f"/proc/{process.pid}/task/{task}/stat") as stat:
                times[task] = int(stat.read().rpartition(")")[2].split()[11])
        except OSError:
            pass
    return times


@pytest.mark.skipif(sys.platform != "linux", reason="counts the threads of a process")
@pytest.mark.parametrize("threads", [0, 1, 2, 4])
def test_all_threads_work_for_one_board(threads: int) -> None:
    """0 is the number of processors."""
    command = [sys.executable, "-P", "-c", HARD_BOARD, str(threads)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()
        before, most = threads_of(process), 0
        process.stdin.close()
        while process.poll() is None:
            times = threads_of(process)
            worked = [used - before.setdefault(task, used) for task, used in times.items()]
            most = max(most, sum(used >= 2 for used in worked))
            time.sleep(0.001)
    assert most == (threads or len(os.sched_getaffinity(0)))
