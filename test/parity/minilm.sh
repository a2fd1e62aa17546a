#!/usr/bin/env bash
# Checks a real model end to end: all-MiniLM-L6-v2, exported to ONNX outside the repository, must give the sample suite the
# vectors and the top 10 that sentence-transformers gives it. Needs python3 and 6 GB of disk for PyTorch; where the packages
# cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
source test/parity/torch-venv.sh
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
"$venv/bin/python" -W ignore test/parity/minilm.py "$folder" data/sample/*/
node --import tsx test/parity/minilm.ts "$folder" data/sample/*/
