"""Label ten million boards of the 15-puzzle: board, distance, and the first move of a solution.

    python label_many.py FOLDER [--count N] [--stratified] [--size RxC] [--seed S]

The answer is a folder of Parquet files, which every reader takes as one table. It can be stopped at
any time: started again, it goes on with the next file. Make the large tables of 4x4 first, with
`tilebase.generate("4x4")`: then two processors label two thousand random boards a second.

Random boards are all equally likely, so that few are near the goal. With --stratified, eight boards
are taken from the solution of each random board, at random distances up to its own. Such boards
are not equally likely among those at their distance, and eight of them are related, but there are
many at every distance, and they need an eighth of the time.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet
from numpy.typing import NDArray

import tilebase

ROWS = 100_000
"""The number of boards in a file. There are only whole files."""
TAKEN = 8
"""The number of boards taken from each solution, if stratified."""
MOVE = numpy.full(256, 255, numpy.uint8)
MOVE[[*b"dlru"]] = range(4)


def label(
    oracle: tilebase.Oracle, boards: NDArray[numpy.uint8], taken: int, seed: int
) -> pyarrow.Table:
    """The boards themselves, or `taken` boards from the solution of each, with their labels."""
    letters, offsets = oracle.solutions_array(boards)
    lengths = numpy.diff(offsets)
    moves = numpy.append(MOVE[letters], numpy.uint8(255))
    random = numpy.random.default_rng(seed)
    made = random.integers(0, lengths + 1, (taken, len(boards))) if taken else lengths[None, :] * 0
    labelled = numpy.empty((*made.shape, boards.shape[1]), numpy.uint8)
    for step in range(int(made.max()) + 1):
        labelled[made == step] = numpy.broadcast_to(boards, labelled.shape)[made == step]
        rows = lengths > step
        moved = moves[offsets[:-1][rows] + step]
        boards[rows] = tilebase.step(boards[rows], moved, size=oracle.size)
    distances = (lengths - made).ravel()
    first = moves[(offsets[:-1] + made).ravel()]
    cells = pyarrow.array(labelled.ravel())
    return pyarrow.table(
        {
            "board": pyarrow.FixedSizeListArray.from_arrays(cells, boards.shape[1]),
            "distance": distances.astype(numpy.uint8),
            # As in tilebase.step: 0 d, 1 l, 2 r, 3 u; 255 at the goal.
            "move": numpy.where(distances > 0, first, numpy.uint8(255)),
        }
    )


def write(folder: Path, count: int, stratified: bool, size: str, seed: int) -> None:
    """Write the files that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"stratified": stratified, "size": size, "seed": seed, "rows": ROWS}
    file = folder / "_settings.json"
    if file.exists() and json.loads(file.read_text()) != settings:
        raise SystemExit(f"{file}: expected {settings}; name another folder")
    file.write_text(json.dumps(settings))
    oracle = tilebase.Oracle(size=size)
    start, done = time.monotonic(), 0
    for part, first in enumerate(range(0, count, ROWS)):
        path = folder / f"part-{part:05}.parquet"
        if path.exists():
            continue
        taken = TAKEN if stratified else 0
        rows = ROWS // TAKEN if stratified else ROWS
        boards = tilebase.sample(rows, size, seed=seed * 2**32 + part)
        table = label(oracle, boards, taken, seed * 2**32 + part)
        # The file appears when it is complete. Readers leave out what begins with an underscore.
        unfinished = folder / "_unfinished"
        pyarrow.parquet.write_table(table, unfinished)
        unfinished.replace(path)
        done += ROWS
        rate = done / (time.monotonic() - start)
        left = max(0, count - first - ROWS) / rate
        progress = f"{first + ROWS:,} of {count:,} boards, {rate:,.0f}/s, {left:,.0f} s left"
        print(progress, file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--stratified", action="store_true")
    parser.add_argument("--size", default="4x4")
    parser.add_argument("--seed", type=int, default=1)
    write(**vars(parser.parse_args()))
