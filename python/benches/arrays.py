"""Time per board of the array functions, and of the Rust `Batch` on the same boards, in turns.

    python benches/arrays.py [SIZE [BOARDS]]

Each uses one thread. The times are processor time, which other programs hardly affect (Linux).
Build the Rust side first: cargo build --release -p tilebase-batch-speed
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import tilebase

ROOT = Path(__file__).parents[2]
RUST = ROOT / "target" / "release" / "tilebase-batch-speed"


def nanoseconds(call: Callable[[], object], boards: int) -> float:
    # The second of two calls, as in Rust: the first one also waits for memory.
    call()
    begin = time.thread_time_ns()
    call()
    return (time.thread_time_ns() - begin) / boards


def main(size: str = "3x3", count: str = "10000000") -> None:
    boards = tilebase.sample(int(count), size=size, seed=1)
    oracle = tilebase.Oracle(size=size)
    oracle.distances(boards[: len(boards) // 10])
    times: dict[str, list[float]] = {}
    with tempfile.NamedTemporaryFile() as file:
        boards.tofile(file.name)
        for _ in range(5):
            done = subprocess.run([RUST, file.name, size], capture_output=True, check=True)
            # The second of two times.
            for line in done.stdout.decode().splitlines()[1::2]:
                name, time_of_rust = line.split()
                times.setdefault(f"Rust {name}", []).append(float(time_of_rust))
            for name, call in (
                ("Python distances", lambda: oracle.distances(boards, threads=1)),
                ("Python solutions_array", lambda: oracle.solutions_array(boards, threads=1)),
            ):
                times.setdefault(name, []).append(nanoseconds(call, len(boards)))
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, value in median.items():
        print(f"{name:24} {value:6.2f} ns per board")
    for name, other in (
        ("distances", "distances"),
        ("solutions_array", "solutions"),
        ("solutions_array", "letters"),
    ):
        pairs = zip(times[f"Python {name}"], times[f"Rust {other}"])
        ratio = statistics.median(python / rust for python, rust in pairs)
        print(f"{name} / Rust {other}: {ratio:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
