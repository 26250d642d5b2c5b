"""Label ten million boards of the 15-puzzle: board, distance, and the first move of a solution.

    python label_many.py FOLDER [--count N] [--stratified] [--size RxC] [--seed S]

The answer is a folder of Parquet files, which every reader takes as one table. It can be stopped at
any time: started again, it goes on with the next file. Make the large tables of 4x4 first, with
`tilebase.generate("4x4")`: then two processors label two thousand random boards a second.

Random boards are all equally likely, so that few are near the goal. With --stratified, eight boards
are taken from the solution of each random board, at random distances up to its own. Such boards
are not equally likely among those at their distance, and eight of them are related, but there are
many at every distance, and they need an eighth of the time.

The distances of shapes of more than sixteen cells are not known. There, the label is an interval,
`lower` and `upper`, and the move is the first one of a solution of `upper` moves. Each
random board takes a processor about a second.
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
"""The number of boards in a file; the last one may have fewer."""
ROWS_OF_LARGE = 1_000
"""The same for shapes of more than sixteen cells."""
TAKEN = 8
"""The number of boards taken from each solution, if stratified."""
MOVE = numpy.full(256, 255, numpy.uint8)
MOVE[[*b"dlru"]] = range(4)


def label(
    oracle: tilebase.Oracle, boards: NDArray[numpy.uint8], taken: int, seed: int
) -> pyarrow.Table:
    """The boards themselves, or `taken` boards from the solution of each, with their labels."""
    answers = oracle.answers(boards)
    offsets, lengths = answers.offsets, numpy.diff(answers.offsets)
    moves = numpy.append(MOVE[answers.letters], numpy.uint8(255))
    random = numpy.random.default_rng(seed)
    made = random.integers(0, lengths + 1, (taken, len(boards))) if taken else lengths[None, :] * 0
    labelled = numpy.empty((*made.shape, boards.shape[1]), numpy.uint8)
    boards = boards.copy()
    for step in range(int(made.max()) + 1):
        labelled[made == step] = numpy.broadcast_to(boards, labelled.shape)[made == step]
        rows = lengths > step
        moved = moves[offsets[:-1][rows] + step]
        boards[rows] = tilebase.step(boards[rows], moved, size=oracle.size)
    labelled = labelled.reshape(-1, boards.shape[1])
    left = (lengths - made).ravel()
    first = moves[(offsets[:-1] + made).ravel()]
    columns = {"distance": left}
    if not is_exact(oracle):
        # What is proved of a board holds, less the moves made, of the boards on its solution.
        proved = (answers.lower - made).ravel()
        lower = numpy.maximum(proved, oracle.lower_bounds(labelled))
        columns = {"lower": lower, "upper": left}
    cells = pyarrow.array(labelled.ravel())
    return pyarrow.table(
        {
            "board": pyarrow.FixedSizeListArray.from_arrays(cells, boards.shape[1]),
            **{name: column.astype(numpy.uint8) for name, column in columns.items()},
            # As in tilebase.step: 0 d, 1 l, 2 r, 3 u; 255 at the goal.
            "move": numpy.where(left > 0, first, numpy.uint8(255)),
        }
    )


def is_exact(oracle: tilebase.Oracle) -> bool:
    """Whether every distance is found."""
    rows, cols = oracle.shape
    return rows * cols <= 16


def write(folder: Path, count: int, stratified: bool, size: str, seed: int) -> None:
    """Write the files that are not there yet."""
    taken = TAKEN if stratified else 1
    start = last = time.monotonic()
    first = done = 0

    def tell(answered: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 1 or answered == count:
            last, rate = now, (done + answered - first) / (now - start)
            left = f", {rate:,.0f}/s, {(count - answered) / rate:,.0f} s left" if rate else ""
            print(f"{answered:,} of {count:,} boards{left}", file=sys.stderr)

    oracle = tilebase.Oracle(
        size=size, progress=lambda found: tell(min(count, first + found.answered * taken))
    )
    in_file = ROWS if is_exact(oracle) else ROWS_OF_LARGE
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"stratified": stratified, "size": size, "seed": seed, "rows": in_file}
    file = folder / "_settings.json"
    if file.exists() and json.loads(file.read_text()) != settings:
        raise SystemExit(f"{file}: expected {settings}; name another folder")
    file.write_text(json.dumps(settings))
    for part, first in enumerate(range(0, count, in_file)):
        path, rows = folder / f"part-{part:05}.parquet", min(in_file, count - first)
        # The last file of a smaller number of boards is made again.
        if path.exists() and pyarrow.parquet.read_metadata(path).num_rows >= rows:
            continue
        boards = tilebase.sample(-(-rows // taken), size, seed=seed * 2**32 + part)
        table = label(oracle, boards, TAKEN if stratified else 0, seed * 2**32 + part)
        # The file appears when it is complete. Readers leave out what begins with an underscore.
        unfinished = folder / "_unfinished"
        pyarrow.parquet.write_table(table.slice(0, rows), unfinished)
        unfinished.replace(path)
        tell(first + rows)
        done += rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--stratified", action="store_true")
    parser.add_argument("--size", default="4x4")
    parser.add_argument("--seed", type=int, default=1)
    write(**vars(parser.parse_args()))
