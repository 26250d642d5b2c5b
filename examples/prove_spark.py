"""A proof on a Spark cluster: each part of a search is a task.

    python3 prove_spark.py BOARD STATE [PARTS]

STATE is a file that keeps what is proved; if it exists, the proof goes on. `tilebase` must be on
the path of every worker. Without a cluster, Spark uses the processors of this machine.
"""

import os
import subprocess
import sys

from pyspark.sql import SparkSession

board, state = sys.argv[1:3]
parts = sys.argv[3] if len(sys.argv) > 3 else "64"


def prove(*arguments: str) -> str:
    """What `tilebase prove` prints."""
    command = ["tilebase", "prove", *arguments, board]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def search(part: str) -> str:
    """Search a part, planned as `--within 98 --part 3/64`. Spark runs one task per processor."""
    return prove(*part.split(), "--threads", "1")


spark = SparkSession.builder.appName("tilebase").getOrCreate()
# Each round is a bound: it proves that there is no solution of so many moves, or finds one.
while plan := prove("--state", state, "--plan", parts).splitlines():
    proved = spark.sparkContext.parallelize(plan, len(plan)).map(search).collect()
    with open(state, "a") as file:
        file.writelines(proved)
        file.flush()
        os.fsync(file.fileno())
spark.stop()
print(prove("--state", state), end="")
