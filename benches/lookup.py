#!/usr/bin/env python3
"""Measures bulk lookups of 3x3 and compares them with copying, all in one run.

    cargo build --release && python3 benches/lookup.py [BOARDS [ROUNDS]]

Copying is `cat` of the boards to /dev/null and `cat` of the answers to a new file, so it reads the
same input and writes as much output. Prints medians, and ratios to copying in the same round.
`rows marked` are the same boards as `1 2 3 / 4 5 6 / 7 8 x`, which the fast readers of plain lines
leave to the general one.

Needs only Python 3.9 and 64 bytes of disk for each board.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

BOARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 9
TILEBASE = os.path.join(os.path.dirname(__file__), "..", "target", "release", "tilebase")


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, shell=True, check=True)
    return time.perf_counter() - start


def mark_rows(boards, marked):
    with open(boards) as lines, open(marked, "w") as file:
        file.writelines(f"{line[:5]} / {line[6:11]} / {line[12:]}" for line in lines)


def main():
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        boards, marked, answers, out = (
            os.path.join(folder, name) for name in ("boards", "marked", "answers", "out")
        )
        seconds(f"{TILEBASE} sample -q -n {BOARDS} --seed 1 -o {boards}")
        mark_rows(boards, marked)
        lookup = f"{TILEBASE} lookup -q {boards} -o"
        lookup_marked = f"{TILEBASE} lookup -q {marked} -o"
        seconds(f"{lookup} {answers}")
        commands = {
            "copying with cat": f"cat {boards} > /dev/null; cat {answers} > {out}",
            "--threads 1": f"{lookup} {out} --threads 1",
            "--threads 2": f"{lookup} {out} --threads 2",
            "--threads 1 --answer distance": f"{lookup} {out} --threads 1 --answer distance",
            "--threads 2 --answer distance": f"{lookup} {out} --threads 2 --answer distance",
            "--threads 1 --answer next": f"{lookup} {out} --threads 1 --answer next",
            "--threads 1, rows marked": f"{lookup_marked} {out} --threads 1",
            "--threads 2, rows marked": f"{lookup_marked} {out} --threads 2",
            "--threads 1 --format csv": f"{lookup} {out} --threads 1 --format csv",
            "--threads 1 --format jsonl": f"{lookup} {out} --threads 1 --format jsonl",
        }
        times = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                if os.path.exists(out):
                    os.remove(out)
                times[name].append(seconds(command))
        copying = times["copying with cat"]
        print(
            f"{BOARDS} boards, {os.path.getsize(boards)} bytes in, "
            f"{os.path.getsize(answers)} bytes of solutions out; medians of {ROUNDS}"
        )
        for name, measured in times.items():
            ratio = statistics.median(one / copy for one, copy in zip(measured, copying))
            median = statistics.median(measured)
            nanoseconds = median / BOARDS * 1e9
            print(
                f"{name:32} {median:7.3f} s {nanoseconds:7.1f} ns a board "
                f"{ratio:6.2f} times copying"
            )


main()
