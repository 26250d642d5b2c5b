#!/usr/bin/env python3
"""Measures and draws how the length of solutions falls with the limit, by size.

docs/any-size.py PROGRAM > docs/any-size.csv    lets it answer some boards, with some limits
docs/any-size.py < docs/any-size.csv > docs/any-size.svg

The boards are the first of `sample --seed 1`. The limits are numbers of boards, so that the answers
are the same on every machine.
"""

import csv
import math
import subprocess
import sys

MILLIONS = (1, 2, 5, 10, 20)
# Sides of squares, with the numbers of boards.
SIZES = {6: 5, 7: 5, 8: 5, 10: 5, 14: 5, 20: 3}
COLOURS = ("#1a7f37", "#57ab5a", "#b08800", "#e8873a", "#b62324", "#6e40c9")
# In pixels; times Manhattan at the top and at the bottom.
WIDTH, HEIGHT, LEFT, TOP, MOST, LEAST = 480, 280, 44, 16, 1.8, 1.2


def steps(cells: list[int], side: int) -> int:
    """The Manhattan distance to the goal with the tiles in order and the blank last."""
    apart = 0
    for cell, tile in enumerate(cells):
        if tile:
            apart += abs(cell // side - (tile - 1) // side) + abs(cell % side - (tile - 1) % side)
    return apart


def run(program: str, *arguments: str, text: str = "") -> list[str]:
    found = subprocess.run(
        [program, *arguments], input=text, check=False, capture_output=True, text=True
    )
    return found.stdout.splitlines()


def measure(program: str) -> None:
    print("side,millions,boards,moves,manhattan")
    for side, count in SIZES.items():
        size = f"--size={side}x{side}"
        lines = run(program, "sample", size, f"--count={count}", "--seed=1")
        cells = [
            [0 if cell == "x" else int(cell) for cell in line.replace("/", " ").split()]
            for line in lines
        ]
        manhattan = sum(steps(board, side) for board in cells) / count
        for millions in MILLIONS:
            limit = f"--max-nodes={millions}000000"
            form, text = "--format=csv", "\n".join(lines) + "\n"
            found = run(program, "lookup", size, limit, form, text=text)
            moves = sum(len(row["moves"]) for row in csv.DictReader(found)) / count
            print(f"{side},{millions},{count},{moves:.1f},{manhattan:.1f}", flush=True)


def place(millions: int, times: float) -> tuple[float, float]:
    x = LEFT + WIDTH * math.log(millions) / math.log(MILLIONS[-1])
    return x, TOP + HEIGHT * (MOST - times) / (MOST - LEAST)


def draw() -> None:
    sizes: dict[str, list[tuple[int, float]]] = {}
    for row in csv.DictReader(sys.stdin):
        times = float(row["moves"]) / float(row["manhattan"])
        sizes.setdefault(row["side"], []).append((int(row["millions"]), times))
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 70} '
        f'{TOP + HEIGHT + 44}" font-family="sans-serif" font-size="12" fill="#57606a">'
        "<title>Moves as a multiple of the Manhattan distance, by boards generated</title>"
    )
    for tenths in range(round(10 * LEAST), round(10 * MOST) + 1, 2):
        _, y = place(1, tenths / 10)
        print(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenths / 10:.1f}</text>')
        print(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#d0d7de"/>')
    for millions in MILLIONS:
        x, _ = place(millions, MOST)
        print(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{millions}</text>')
    middle = LEFT + WIDTH // 2
    print(f'<text x="{middle}" y="{TOP + HEIGHT + 36}" text-anchor="middle">million boards</text>')
    ends: list[tuple[float, str]] = []
    for (side, points), colour in zip(sizes.items(), COLOURS, strict=True):
        shown = [place(millions, times) for millions, times in points if times <= MOST]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in shown)
        print(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in shown:
            print(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        ends.append((shown[-1][1], f'fill="{colour}">{side}x{side}</text>'))
    # Names of lines that end side by side stand one above the other.
    below = float(TOP + HEIGHT)
    for y, name in sorted(ends, reverse=True):
        below = min(y, below - 14)
        print(f'<text x="{LEFT + WIDTH + 8}" y="{below + 4:.1f}" {name}')
    print("</svg>")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else draw()
