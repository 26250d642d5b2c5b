"""Random files, which `tilebase.parse` and the command have to read alike."""

import json
import os
import random
import subprocess
from pathlib import Path

import numpy

import tilebase

PROGRAM = os.environ.get("TILEBASE_COMMAND", Path(__file__).parents[2] / "target/debug/tilebase")
FILES = int(os.environ.get("TILEBASE_FILES", "300"))


def by_command(text: bytes) -> "list[list[int]] | None":
    """The boards that are read, or None if the file cannot be read."""
    done = subprocess.run(
        [PROGRAM, "solvable", "--json", "-"], input=text, capture_output=True, check=False
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode == 2 and not any(row["error"] for row in rows):
        return None
    boards = [row["board"].replace("/", " ") for row in rows if row["solvable"] is not None]
    return [[int(cell) for cell in board.replace("x", "0").split()] for board in boards]


def by_parse(text: bytes) -> "list[list[int]] | None":
    try:
        boards = tilebase.parse(text, errors="coerce")
    except ValueError:
        return None
    return [row for row in boards.tolist() if any(row)]


def grid(board: "list[int]", between: str, sign: str) -> "list[str]":
    words = [sign if tile == 0 else str(tile) for tile in board]
    return [between.join(words[at : at + 3]) for at in range(0, 9, 3)]


def file(chance: random.Random) -> bytes:
    """Boards of 3x3 in one of the forms that files have, perhaps damaged or cut."""
    boards = [chance.sample(range(9), 9) for _ in range(chance.randint(1, 5))]
    sign = chance.choice(["0", "x", "_"])
    title = chance.choice(["Puzzle {}:", "State {}", "--- {} ---", "# {}", "case {}"])
    lines: list[str] = []
    form = chance.randrange(6)
    if form < 2 and chance.random() < 0.4:
        lines.append(chance.choice([str(len(boards)), "Boards:", "# boards", "board"]))
    if form == 0:
        lines += [" ".join(grid(board, " ", sign)) for board in boards]
    elif form == 1:
        lines += ["/".join(grid(board, chance.choice(["", " ", ","]), sign)) for board in boards]
    elif form == 2:
        for number, board in enumerate(boards):
            lines += [title.format(number)] * (chance.random() < 0.5)
            lines += grid(board, chance.choice([" ", ",", "\t"]), sign)
            lines += [""] * (chance.random() < 0.7)
    elif form == 3:
        lines.append("id,board")
        lines += [f"{number},{' '.join(map(str, board))}" for number, board in enumerate(boards)]
    elif form == 4:
        lines += [json.dumps({"id": number, "board": board}) for number, board in enumerate(boards)]
    else:
        lines.append(json.dumps([[board[at : at + 3] for at in (0, 3, 6)] for board in boards]))
    text = (chance.choice(["\n", "\r\n"]).join(lines) + "\n").encode()
    if chance.random() < 0.3:
        text = text[: chance.randrange(len(text))]
    if chance.random() < 0.3 and text:
        at = chance.randrange(len(text))
        text = text[:at] + bytes([chance.choice(b"0189x,;/#\n \t-[]{}\"\xff")]) + text[at + 1 :]
    return text


def test_random_files_are_read_as_by_the_command() -> None:
    for seed in range(FILES):
        text = file(random.Random(seed))
        expected, found = by_command(text), by_parse(text)
        if found is None:
            # An array has boards of one size, and a file may have others, or none.
            sizes = {len(board) for board in expected or []}
            assert len(sizes) != 1, (seed, text, expected)
            continue
        numpy.testing.assert_equal(found, expected or [], err_msg=f"seed {seed}: {text!r}")
