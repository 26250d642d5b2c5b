#!/usr/bin/env python3
"""Makes the scoreboard, and searches for shorter solutions and higher bounds.

docs/scoreboard.py > docs/scoreboard.md
docs/scoreboard.py PROGRAM SET MILLIONS [SECONDS]    searches, and changes data/known/SET.csv

A search asks PROGRAM for each board of the set that is not proved, with a limit of MILLIONS of
boards generated: so the answers are the same on every machine. It uses the tables in $TILEBASE_DATA
and one thread. It begins no more boards after SECONDS, and goes on there when it is run again: its
answers are kept in target/scoreboard.
"""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).parent.parent
KNOWN = ROOT / "data/known"
AT_ONCE = 5
Row = dict[str, str]
SCORES = ROOT / "docs/scoreboard.csv"
FIELDS = ("set", "millions", "answered", "mean_length", "mean_lower_bound", "proved")

# What is published, and what our documents say and how it was measured: boards, program, mean
# length, seconds a board.
STATED = (
    ("4x4, DeepCubeA's", "EfficientCube 2023", "52.078", "39.6 s, a GPU"),
    ("4x4, DeepCubeA's", "EfficientCube 2023, a wider beam", "optimal", "314 s, a GPU"),
    ("5x5, DeepCubeA's 500", "DeepCubeA 2019", "89.415, optimal is 89.411", "22.9 s, a GPU"),
    ("6x6, DeepCubeA's 500", "DeepCubeA 2019", "124.652", "45 s, a GPU"),
    ("7x7, DeepCubeA's 500", "DeepCubeA 2019", "255.67", "144 s, a GPU"),
    ("korf-felner-50", "24puzzle 2017", "optimal, proved", "6.8 h of a processor"),
    ("clausecker-193, every eighth", "tilebase, default limit", "1.0 above optimal", "1 s, a core"),
    ("clausecker-193, every eighth", "tilebase, 150 million", "0.3 above optimal", "10 s, a core"),
)

TEXT = """\
# Scoreboard

Public sets of boards that solvers are compared on, with the best that is known of each. This page
is made by `docs/scoreboard.py` from `data/known`; [data](../data/README.md) has the sources and the
licences.

```console
$ tilebase sample --set                                # the list
$ tilebase sample --set korf-100 --format csv > set.csv  # number, board, goal, best_length, ...
$ tilebase check --set korf-100 ANSWERS                # your row, if ANSWERS has your moves
```

## The sets

A length is *proved* if no solution is shorter. Means are of all boards of which it is known.

| set | size | goal | boards | with a length | mean best length | mean lower bound | proved | best lengths by |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{sets}

## What programs reach

As published, and for tilebase as in [5x5](5x5.md). Not all of these boards are in the sets.

| boards | by | mean length | time a board |
| --- | --- | --- | --- |
{stated}

`tilebase check --set NAME ANSWERS` follows the moves of your answers and prints your row. An answer
is *proved optimal* if it has the length of the lower bound, and *new* if it is shorter than all
that were known. The time is yours to fill in.

tilebase's own answers, with limits on boards generated, so that they are the same everywhere; on
5x5 a million takes about 0.06 s on one core. [scoreboard.csv](scoreboard.csv) has these rows.

| set | millions of boards | answered | mean length | mean lower bound | proved |
| --- | --- | --- | --- | --- | --- |
{ours}

## Records

`docs/scoreboard.py PROGRAM SET MILLIONS` searches with a limit on boards generated, so everybody
can repeat it, and changes the file of the set where it finds a shorter solution or proves a higher
bound. If you find one with another program, change the row, and put your name in its `source`.
"""


def read(name: str) -> list[Row]:
    with open(KNOWN / f"{name}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def sets() -> list[Row]:
    with open(KNOWN / "sets.tsv", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def row_of(known: Row) -> str:
    rows = read(known["name"])
    solved = [row for row in rows if row["best_length"]]
    best = f"{mean(int(row['best_length']) for row in solved):.3f}" if solved else ""
    bound = mean(int(row["lower_bound"]) for row in rows)
    proved = sum(row["best_length"] == row["lower_bound"] for row in rows)
    finders: dict[str, int] = {}
    for row in solved:
        finder = row["source"] or known["by"]
        finders[finder] = finders.get(finder, 0) + 1
    several = len(finders) > 1
    by = ", ".join(f"{who} ({count})" if several else who for who, count in finders.items())
    fields = (known["name"], known["size"], known["goal"], len(rows), len(solved), best)
    return "| " + " | ".join(map(str, (*fields, f"{bound:.3f}", proved, by))) + " |"


def scoreboard() -> None:
    stated = ("| " + " | ".join(row) + " |" for row in STATED)
    ours = ("| " + " | ".join(row.values()) + " |" for row in scores())
    lines = {"sets": map(row_of, sets()), "stated": stated, "ours": ours}
    print(TEXT.format_map({name: "\n".join(rows) for name, rows in lines.items()}), end="")


def search(program: str, name: str, millions: int, seconds: float) -> None:
    known = next(known for known in sets() if known["name"] == name)
    rows = read(name)
    journal = ROOT / f"target/scoreboard/{name}-{millions}.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    journal.touch()
    end, limit = time.monotonic() + seconds, f"--max-nodes={millions}000000"
    command = [program, "lookup", "--json", "--threads=1", limit, "--size", known["size"]]
    while time.monotonic() < end:
        done = {json.loads(line)["number"] for line in journal.read_text().splitlines()}
        open_rows = (row for row in rows if row["best_length"] != row["lower_bound"])
        asked = [row for row in open_rows if row["number"] not in done][:AT_ONCE]
        if not asked:
            break
        text = "".join(row["board"] + "\n" for row in asked)
        # The status is 1 if a solution is not proved.
        found = subprocess.run(
            [*command, "--goal", known["goal"], "--layout", "lines", "-"],
            input=text,
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        answers = [json.loads(line) for line in found.stdout.splitlines()]
        with open(journal, "a", encoding="utf-8") as file:
            for row, answer in zip(asked, answers, strict=True):
                file.write(json.dumps({"number": row["number"], **answer}) + "\n")
    answers = [json.loads(line) for line in journal.read_text().splitlines()]
    improve(known, rows, answers)
    keep_score(name, millions, answers)


def improve(known: Row, rows: list[Row], answers: list[dict[str, Any]]) -> None:
    """Writes the set with what is shorter or higher in these answers."""
    by_number = {row["number"]: row for row in rows}
    shorter = higher = 0
    for answer in answers:
        row = by_number[answer["number"]]
        if (bound := answer["lower_bound"]) and bound > int(row["lower_bound"]):
            row["lower_bound"] = str(bound)
            higher += 1
        if answer["moves"] and len(answer["moves"]) < int(row["best_length"] or 10**9):
            row["best_length"], row["source"] = str(len(answer["moves"])), "tilebase"
            shorter += 1
    with open(KNOWN / f"{known['name']}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(answers)} answers: {shorter} shorter solutions, {higher} higher bounds")


def scores() -> list[Row]:
    """The rows of our own answers."""
    with open(SCORES, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def keep_score(name: str, millions: int, answers: list[dict[str, Any]]) -> None:
    """Writes the row of a set and a limit."""
    lengths = [len(answer["moves"]) for answer in answers]
    bounds = [answer["lower_bound"] for answer in answers]
    fields = (name, millions, len(answers), f"{mean(lengths):.3f}", f"{mean(bounds):.3f}")
    proved = sum(length == bound for length, bound in zip(lengths, bounds, strict=True))
    new = dict(zip(FIELDS, map(str, (*fields, proved)), strict=True))
    others = [row for row in scores() if (row["set"], row["millions"]) != (name, str(millions))]
    with open(SCORES, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*others, new], key=lambda row: (row["set"], int(row["millions"]))))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        scoreboard()
    else:
        program, name, millions, *seconds = sys.argv[1:]
        search(program, name, int(millions), float(seconds[0]) if seconds else 1e9)
