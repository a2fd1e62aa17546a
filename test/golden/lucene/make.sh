#!/usr/bin/env bash
# Writes *.json here with Lucene 9.9.1 (Anserini's). Needs JDK 17, whose Unicode tables the lower case follows, and Maven.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for artifact in lucene-core lucene-analysis-common; do
  mvn -q -B dependency:copy -Dartifact="org.apache.lucene:$artifact:9.9.1" -DoutputDirectory="$work"
done
java -cp "$work/*" Make.java
