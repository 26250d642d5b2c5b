"""Solve a column of boards in Spark, with the Python package and `mapInArrow`.

    spark-submit spark.py boards.parquet solved.parquet [SIZE]

`solve` itself needs only pyarrow, and works on any iterator of record batches.
"""

import sys
from collections.abc import Iterator

import numpy
import pyarrow

import tilebase

SCHEMA = "board array<tinyint>, distance smallint, solution string"


def solve(
    batches: Iterator[pyarrow.RecordBatch], size: str = "3x3"
) -> Iterator[pyarrow.RecordBatch]:
    """Add distance and solution to the boards of a partition; null for unsolvable boards, for rows
    that are no boards, and where the board is null."""
    oracle = tilebase.Oracle(size)
    rows, cols = oracle.shape
    for batch in batches:
        column = batch.column("board")
        # The tiles of the boards that are not null.
        tiles = numpy.asarray(column.drop_null().flatten())
        boards = tiles.reshape(-1, rows * cols)
        there = numpy.flatnonzero(column.is_valid())
        # Spark runs one task per processor, so each task uses one thread.
        answers = oracle.answers(boards, threads=1)
        distances = numpy.full(len(batch), 255, numpy.uint8)
        distances[there] = numpy.where(answers.ended == tilebase.Ended.SOLVED, answers.upper, 255)
        lengths = numpy.zeros(len(batch) + 1, numpy.int32)
        lengths[there + 1] = numpy.diff(answers.offsets)
        none = distances == 255
        solutions = pyarrow.StringArray.from_buffers(
            len(batch),
            pyarrow.py_buffer(numpy.cumsum(lengths, dtype=numpy.int32)),
            pyarrow.py_buffer(answers.letters),
            pyarrow.py_buffer(numpy.packbits(~none, bitorder="little")),
        )
        yield pyarrow.record_batch(
            {
                "board": column,
                "distance": pyarrow.array(distances.astype(numpy.int16), mask=none),
                "solution": solutions,
            }
        )


if __name__ == "__main__":
    from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]

    spark = SparkSession.builder.getOrCreate()
    frame = spark.read.parquet(sys.argv[1]).select("board")
    size = sys.argv[3] if len(sys.argv) > 3 else "3x3"
    frame.mapInArrow(lambda batches: solve(batches, size), SCHEMA).write.parquet(sys.argv[2])
