#!/usr/bin/env python3
"""Measures bulk lookups of 3x3 against copying: the same files, in turn, in one run.

    cargo build --release && python3 benches/lookup.py [BOARDS [ROUNDS]]

Copying is `cat` of the boards to /dev/null and `cat` of the answers into a new file: reading the same input, writing as much output. Medians,
and the ratios to copying of the same round. Needs nothing but Python 3.9 and some disk: 41 bytes a board.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

BOARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 9
TILEBASE = os.path.join(os.path.dirname(__file__), "..", "target", "release", "tilebase")


def write_boards(path):
    """Solvable boards, uniformly: random indices, of which `unrank` makes boards."""
    every = subprocess.run([TILEBASE, "unrank"], input="\n".join(map(str, range(181_440))) + "\n", capture_output=True, text=True, check=True)
    every = every.stdout.splitlines(keepends=True)
    generator = random.Random(1)
    with open(path, "w") as file:
        for first in range(0, BOARDS, 100_000):
            file.write("".join(generator.choices(every, k=min(100_000, BOARDS - first))))


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, shell=True, check=True)
    return time.perf_counter() - start


def main():
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        boards, answers, out = (os.path.join(folder, name) for name in ("boards", "answers", "out"))
        write_boards(boards)
        lookup = f"{TILEBASE} lookup -q {boards} -o"
        seconds(f"{lookup} {answers}")
        commands = {
            "copying with cat": f"cat {boards} > /dev/null; cat {answers} > {out}",
            "lookup --threads 1": f"{lookup} {out} --threads 1",
            "lookup --threads 2": f"{lookup} {out} --threads 2",
            "lookup --threads 1 --answer distance": f"{lookup} {out} --threads 1 --answer distance",
            "lookup --threads 1 --format csv": f"{lookup} {out} --threads 1 --format csv",
            "lookup --threads 1 --format jsonl": f"{lookup} {out} --threads 1 --format jsonl",
        }
        times = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                if os.path.exists(out):
                    os.remove(out)
                times[name].append(seconds(command))
        copying = times["copying with cat"]
        print(f"{BOARDS} boards, {os.path.getsize(boards)} bytes in, {os.path.getsize(answers)} bytes of solutions out; medians of {ROUNDS}")
        for name, measured in times.items():
            ratio = statistics.median(one / copy for one, copy in zip(measured, copying))
            median = statistics.median(measured)
            print(f"{name:40} {median:7.3f} s {median / BOARDS * 1e9:7.1f} ns a board {ratio:6.2f} times copying")


main()
