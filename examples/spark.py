"""Lookups on a Spark cluster: each partition is piped through its own `tilebase` process.

    python3 spark.py INPUT OUTPUT [PARTITIONS]

INPUT is a file of boards, one per line, at any place that Spark can read. OUTPUT is a folder that
does not exist yet; its parts, in order, are the answers. `tilebase` must be on the path of every
worker. Without a cluster, Spark uses the processors of this machine.
"""

import os
import sys

from pyspark.sql import SparkSession

source, target = sys.argv[1:3]
partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 8

spark = SparkSession.builder.appName("tilebase").getOrCreate()
boards = spark.sparkContext.textFile(source, partitions)
# Exit status 1 means that some lines were invalid; their answers say so. Any other failure must
# fail the job. One thread is enough, because Spark runs one process per partition.
lookup = "sh -c 'tilebase lookup - --threads 1 || test $? -eq 1'"
# By default, a piped command has an empty environment.
boards.pipe(lookup, env=dict(os.environ), checkCode=True).saveAsTextFile(target)
spark.stop()
