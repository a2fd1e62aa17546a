#!/usr/bin/env bash
# Writes src/retrieval/analysis/*-table.ts. Needs a JDK, Maven and Python 3.11 (its Unicode tables are version 14.0).
set -euo pipefail
cd "$(dirname "$0")"
tables=../../src/retrieval/analysis
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ICU4J 64.2 carries Unicode 12.1, which Lucene 9's tokenizer is compiled against.
mvn -q -B dependency:copy -Dartifact=com.ibm.icu:icu4j:64.2 -DoutputDirectory="$work"
java -cp "$work/icu4j-64.2.jar" WordBreak.java >"$tables/word-break-table.ts"

python=${PYTHON:-python3.11}
"$python" python_text.py >"$tables/python-text-table.ts"
