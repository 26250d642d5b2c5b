#!/usr/bin/env bash
# Runs spark.py on every board of 3x3, right and wrong lines mixed, and compares its answers with
# those of a single run. Then proves a board of 5x5 with prove_spark.py, and compares that with
# `solve --optimal`. Needs Java 17 and Python 3.10; PySpark comes from the Python registry into a
# folder that is thrown away.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo install --quiet --locked --path cli --root "$folder/cargo"
PATH="$folder/cargo/bin:$PATH"

python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet pyspark==4.3.0

# All boards that reach the goal, the same with their last two cells exchanged, and a line that is
# no board after each thousand.
seq 0 181439 | tilebase unrank > "$folder/solvable"
sed 's/\(.\) \(.\)$/\2 \1/' "$folder/solvable" | cat "$folder/solvable" - |
    awk '{ print } NR % 1000 == 0 { print "rubbish" }' > "$folder/boards"

"$folder/python/bin/python" examples/spark.py "$folder/boards" "$folder/answers" 7
tilebase lookup "$folder/boards" -o "$folder/expected" || test $? -eq 1
cat "$folder"/answers/part-* | cmp - "$folder/expected"
echo "$(wc -l < "$folder/expected") lines, the same from $(ls "$folder"/answers/part-* | wc -l) partitions as from one run"

board="2 1 4 5 12 14 19 20 17 22 3 23 21 11 15 6 24 18 7 9 10 16 13 0 8"
"$folder/python/bin/python" examples/prove_spark.py "$board" "$folder/proof" 16 > "$folder/proved"
tilebase solve --optimal "$board" | cmp - "$folder/proved"
echo "$(wc -l < "$folder/proof") parts of a proof make the same solution as one run"
