#!/usr/bin/env bash
# Checks examples/embed.py against sentence-transformers and plain transformers, on real and on small made models. Needs
# python3 and 6 GB of disk for PyTorch; where the packages cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
source test/parity/torch-venv.sh
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
"$venv/bin/python" -W ignore test/parity/embed_oracle.py "$folder"
node --import tsx test/parity/embed.ts "$folder" "$venv/bin/python"
