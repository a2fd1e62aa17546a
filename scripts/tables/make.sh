#!/usr/bin/env bash
# Writes src/search/retrieval/analysis/*.json. Needs JDK 17, Maven and Python 3.11 (whose Unicode tables are version 14.0).
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ICU4J 64.2 carries Unicode 12.1, which Lucene 9's tokenizer is compiled against.
mvn -q -B dependency:copy -Dartifact=com.ibm.icu:icu4j:64.2 -DoutputDirectory="$work"
java -cp "$work/icu4j-64.2.jar" WordBreak.java >"$work/word-break.json"
"${PYTHON:-python3.11}" python_text.py >"$work/python-text.json"
mv "$work"/*.json ../../src/search/retrieval/analysis/
