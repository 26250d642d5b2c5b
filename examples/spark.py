"""Lookups on a Spark cluster: every partition goes through a `tilebase` of its own, lines in, lines out.

    python3 spark.py INPUT OUTPUT [PARTITIONS]

INPUT is a file of boards, one a line, wherever Spark can read; OUTPUT a folder that does not exist, whose parts in order are the answers. `tilebase` must be
on the path of every worker. Without a cluster it runs on this machine's processors.
"""

import os
import sys

from pyspark.sql import SparkSession

source, target = sys.argv[1:3]
partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 8

spark = SparkSession.builder.appName("tilebase").getOrCreate()
boards = spark.sparkContext.textFile(source, partitions)
# Status 1 means that lines were invalid, which they say themselves; above that the job must fail.
# Spark has the threads already.
lookup = "sh -c 'tilebase lookup - --threads 1 || test $? -eq 1'"
# A piped command has an empty environment unless it is given one.
boards.pipe(lookup, env=dict(os.environ), checkCode=True).saveAsTextFile(target)
spark.stop()
