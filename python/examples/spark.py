"""Solve a column of boards in Spark, with the Python package and `mapInArrow`.

    spark-submit spark.py boards.parquet solved.parquet

`solve` itself needs only pyarrow, and works on any iterator of record batches.
"""

import sys
from collections.abc import Iterator

import numpy
import pyarrow

import tilebase

SCHEMA = "board array<tinyint>, distance smallint, solution string"


def solve(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Add distance and solution to the boards of a partition; null for unsolvable boards."""
    oracle = tilebase.Oracle()
    for batch in batches:
        column = batch.column("board")
        cells = numpy.asarray(column.flatten()).astype(numpy.uint8)
        boards = cells.reshape(len(batch), -1)
        # Spark runs one task per processor, so each task uses one thread.
        distances = oracle.distances(boards, threads=1)
        letters, offsets = oracle.solutions_array(boards, threads=1)
        none = distances == 255
        solutions = pyarrow.StringArray.from_buffers(
            len(batch),
            pyarrow.py_buffer(offsets.astype(numpy.int32)),
            pyarrow.py_buffer(letters),
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
    frame.mapInArrow(solve, SCHEMA).write.parquet(sys.argv[2])
