#!/usr/bin/env python3
"""Measures and draws how good answers on 5x5 are.

docs/5x5.py PROGRAM > docs/5x5.csv    lets it answer some boards, with some limits
docs/5x5.py < docs/5x5.csv > docs/5x5.svg

The program uses the tables in $TILEBASE_DATA. The boards are every eighth of the uniformly random
ones in data/known/clausecker-193.csv. The limits are numbers of boards, so that the answers are the
same on every machine.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

MILLIONS = (5, 10, 20, 40, 150)
COLOURS = ("#1a7f37", "#57ab5a", "#b4d88b", "#f2cc60", "#e8873a", "#b62324")
# In pixels.
BAR, GAP, HEIGHT, LEFT, TOP = 56, 16, 200, 44, 30


def measure(program: str) -> None:
    text = Path(__file__).parent.parent.joinpath("data/known/clausecker-193.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))[::8]
    print("millions,excess,boards")
    for millions in MILLIONS:
        found = subprocess.run(
            [program, "lookup", "--json", "--max-nodes", f"{millions}000000", "--layout", "csv"]
            + ["--goal", "first"],
            input="board\n" + "".join(f"{row['board']}\n" for row in rows),
            # It is not 0 if a solution is optimal but there was no time for all optimal moves.
            check=False,
            capture_output=True,
            text=True,
        )
        lengths = [len(json.loads(line)["moves"]) for line in found.stdout.splitlines()]
        excess = [length - int(row["best_length"]) for length, row in zip(lengths, rows, strict=True)]
        for moves in sorted(set(excess)):
            print(f"{millions},{moves},{excess.count(moves)}", flush=True)


def draw() -> None:
    limits: dict[str, dict[int, int]] = {}
    for row in csv.DictReader(sys.stdin):
        limits.setdefault(row["millions"], {})[int(row["excess"])] = int(row["boards"])
    width = LEFT + len(limits) * (BAR + GAP) + 110
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + 44}" '
        'font-family="sans-serif" font-size="12" fill="#57606a">'
        f"<title>Boards by moves above optimal, for limits of boards generated</title>"
    )
    for part in (0, 50, 100):
        y = TOP + HEIGHT * (100 - part) // 100
        print(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{part}%</text>')
    for number, (millions, boards) in enumerate(limits.items()):
        x, y, total = LEFT + number * (BAR + GAP), float(TOP + HEIGHT), sum(boards.values())
        for step, colour in enumerate(COLOURS):
            steps = {moves: min(moves // 2, len(COLOURS) - 1) for moves in boards}
            count = sum(n for moves, n in boards.items() if steps[moves] == step)
            height = HEIGHT * count / total
            y -= height
            place = f'x="{x}" y="{y:.1f}" width="{BAR}" height="{height:.1f}"'
            print(f'<rect {place} fill="{colour}"/>')
        mean = sum(moves * n for moves, n in boards.items()) / total
        middle = x + BAR // 2
        print(f'<text x="{middle}" y="{TOP - 10}" text-anchor="middle">{mean:.1f}</text>')
        y = TOP + HEIGHT + 18
        print(f'<text x="{middle}" y="{y}" text-anchor="middle">{millions} million</text>')
    x = LEFT + len(limits) * (BAR + GAP)
    print(f'<text x="{x}" y="{TOP - 10}">on average</text>')
    for step, colour in enumerate(COLOURS):
        y = TOP + HEIGHT - 18 * step
        more = " or more" if step == len(COLOURS) - 1 else ""
        name = f"+{2 * step}{more}" if step else "optimal"
        print(f'<rect x="{x}" y="{y - 11}" width="11" height="11" fill="{colour}"/>')
        print(f'<text x="{x + 17}" y="{y - 1}">{name}</text>')
    print("</svg>")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else draw()
