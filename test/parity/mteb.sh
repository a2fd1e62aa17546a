#!/usr/bin/env bash
# Checks that MTEB itself loads what `r2med export mteb` writes: the sample suite is run and exported, mteb of the package index reads
# result files and model metadata through its own cache, and every score is that of the record. Needs python3 and 6 GB of disk for
# PyTorch, which mteb imports; where the packages cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/mteb"
packages=(torch==2.6.0 mteb==2.26.24)
if [ ! -d "$venv" ]; then
  python3 -m venv "$venv"
  if ! "$venv/bin/pip" install --quiet "${packages[@]}"; then
    rm -rf "$venv"
    echo "skipped: ${packages[*]} cannot be installed here"
    exit 0
  fi
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
node scripts/build.js
export R2MED_HOME="$folder/home"
node bin/r2med.js run --suite sample --offline --quiet --out "$folder/results" --system bm25 --system lsa --system 'hyde(sample-writer) > bm25' >/dev/null
node bin/r2med.js export mteb --quiet --results "$folder/results" --out "$folder/mteb" >/dev/null
"$venv/bin/python" -W ignore test/parity/mteb_load.py "$folder/mteb" >"$folder/read.json"
node --import tsx test/parity/mteb.ts "$folder/results" "$folder/read.json"
