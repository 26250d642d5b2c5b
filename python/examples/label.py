"""Label every board of the 8-puzzle: board, distance, optimal moves, solution, number of solutions.

    python label.py labels.parquet
"""

import sys

import numpy
import pyarrow
import pyarrow.parquet

import tilebase


def label(size: str = "3x3") -> pyarrow.Table:
    """All boards of a shape that has a table, one per row."""
    oracle = tilebase.Oracle(size=size)
    boards = tilebase.all_boards(size)
    letters, offsets = oracle.solutions(boards)
    # The arrays have Arrow's layout, so this copies nothing.
    solutions = pyarrow.LargeStringArray.from_buffers(
        len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters)
    )
    cells = boards.shape[1]
    return pyarrow.table(
        {
            "board": pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(boards.ravel()), cells),
            "distance": oracle.distances(boards),
            "optimal_moves": oracle.optimal_move_masks(boards),
            "solution": solutions,
            "solutions": numpy.array([oracle.count_solutions(row) for row in boards], numpy.uint32),
        }
    )


if __name__ == "__main__":
    pyarrow.parquet.write_table(label(), sys.argv[1])
