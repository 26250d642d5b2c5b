"""Time per board of the array functions, and of the Rust `Oracle` on the same bytes, in turns.

    python benches/arrays.py [SIZE [BOARDS]]

Each uses one thread. The times are processor time, which other programs hardly affect (Linux).
Build the Rust side first, as the wheel is built: cargo build --release -p tilebase-batch-speed
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
from numpy.typing import NDArray

import tilebase

ROOT = Path(__file__).parents[2]
RUST = ROOT / "target" / "release" / "tilebase-batch-speed"
NAMES = ("distances", "move_distances", "solutions")


def nanoseconds(name: str, oracle: tilebase.Oracle, boards: NDArray[numpy.uint8]) -> float:
    # The second of two calls, as in Rust: the first one also waits for memory.
    getattr(oracle, name)(boards, threads=1)
    begin = time.thread_time_ns()
    getattr(oracle, name)(boards, threads=1)
    return (time.thread_time_ns() - begin) / len(boards)


def main(size: str = "3x3", count: str = "10000000") -> None:
    boards = tilebase.sample(int(count), size=size, seed=1)
    oracle = tilebase.Oracle(size=size)
    rust: dict[str, list[float]] = {name: [] for name in NAMES}
    python: dict[str, list[float]] = {name: [] for name in NAMES}
    with tempfile.NamedTemporaryFile() as file:
        boards.tofile(file.name)
        for _ in range(5):
            done = subprocess.run([RUST, file.name, size], capture_output=True, check=True)
            for line in done.stdout.decode().splitlines():
                name, time_of_rust = line.split()
                rust[name].append(float(time_of_rust))
            for name in NAMES:
                python[name].append(nanoseconds(name, oracle, boards))
    print(f"{'ns per board':16}{'Python':>8}{'Rust':>8}{'ratio':>8}")
    for name in NAMES:
        ratio = statistics.median(a / b for a, b in zip(python[name], rust[name]))
        medians = statistics.median(python[name]), statistics.median(rust[name])
        print(f"{name:16}{medians[0]:8.2f}{medians[1]:8.2f}{ratio:8.2f}")
    pairs = zip(python["move_distances"], python["distances"])
    print(f"move_distances / distances: {statistics.median(a / b for a, b in pairs):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
