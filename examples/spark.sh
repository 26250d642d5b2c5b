#!/usr/bin/env bash
# Runs spark.py on every board of 3x3, right and wrong lines mixed, and compares its answers with
# those of a single run. Needs Java 17 and Python 3.10; PySpark comes from the Python registry into
# a folder that is thrown away.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo install --quiet --locked --path . --root "$folder/cargo"
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
