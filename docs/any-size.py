#!/usr/bin/env python3
"""Measures and draws how long solutions are for the proved bound, by size and limit.

docs/any-size.py PROGRAM > docs/any-size.csv    lets it answer some boards, with some limits
docs/any-size.py < docs/any-size.csv > docs/any-size.svg

The boards are the first of `sample --seed 1`. The limits are numbers of boards, so that the answers
are the same on every machine: 10, 100 and 500 million take about 1, 10 and 60 seconds.
"""

import csv
import subprocess
import sys

SIDES = (6, 10, 14, 20, 28, 40, 50, 60, 80, 100)
# Millions of boards, how long they take, the number of boards of each size to answer, and the sides.
LIMITS = {
    10: ("1 s", 5, SIDES),
    100: ("10 s", 2, SIDES),
    500: ("60 s", 1, (10, 20, 40, 60, 100)),
}
COLOURS = ("#b62324", "#b08800", "#1a7f37")
# In pixels; times the bound at the top and at the bottom.
WIDTH, HEIGHT, LEFT, TOP, MOST, LEAST = 480, 280, 44, 16, 2.4, 1.2


def run(program: str, *arguments: str, text: str = "") -> list[str]:
    found = subprocess.run(
        [program, *arguments], input=text, check=False, capture_output=True, text=True
    )
    return found.stdout.splitlines()


def measure(program: str) -> None:
    print("side,millions,boards,moves,bound")
    for millions, (_, count, sides) in LIMITS.items():
        for side in sides:
            size = f"--size={side}x{side}"
            lines = run(program, "sample", size, f"--count={count}", "--seed=1")
            limit, text = f"--max-nodes={millions}000000", "\n".join(lines) + "\n"
            found = run(program, "lookup", size, limit, "--answer=distance", text=text)
            ends = [[int(end) for end in line.split("..")] for line in found]
            moves = sum(interval[-1] for interval in ends) / count
            bound = sum(interval[0] for interval in ends) / count
            print(f"{side},{millions},{count},{moves:.1f},{bound:.1f}", flush=True)


def place(side: int, times: float) -> tuple[float, float]:
    x = LEFT + WIDTH * (side - SIDES[0]) / (SIDES[-1] - SIDES[0])
    return x, TOP + HEIGHT * (MOST - times) / (MOST - LEAST)


def draw() -> None:
    limits: dict[int, list[tuple[int, float]]] = {}
    for row in csv.DictReader(sys.stdin):
        times = float(row["moves"]) / float(row["bound"])
        limits.setdefault(int(row["millions"]), []).append((int(row["side"]), times))
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 70} '
        f'{TOP + HEIGHT + 44}" font-family="sans-serif" font-size="12" fill="#57606a">'
        "<title>Moves as a multiple of the proved bound, by the side of the board</title>"
    )
    for tenths in range(round(10 * LEAST), round(10 * MOST) + 1, 2):
        _, y = place(SIDES[0], tenths / 10)
        print(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenths / 10:.1f}</text>')
        print(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#d0d7de"/>')
    for side in (10, 20, 40, 60, 80, 100):
        x, _ = place(side, MOST)
        print(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{side}</text>')
    middle = LEFT + WIDTH // 2
    print(f'<text x="{middle}" y="{TOP + HEIGHT + 36}" text-anchor="middle">cells in a row</text>')
    ends: list[tuple[float, str]] = []
    for (millions, points), colour in zip(limits.items(), COLOURS, strict=True):
        shown = [place(side, times) for side, times in points if times <= MOST]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in shown)
        print(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in shown:
            print(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        name = f'x="{shown[-1][0] + 8:.1f}" fill="{colour}">{LIMITS[millions][0]}</text>'
        ends.append((shown[-1][1], name))
    # Names of lines that end side by side stand one above the other.
    below = float(TOP + HEIGHT)
    for y, name in sorted(ends, reverse=True):
        below = min(y, below - 14)
        print(f'<text y="{below + 4:.1f}" {name}')
    print("</svg>")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else draw()
