#!/usr/bin/env bash
# Checks that a release is what its users need: mlcroissant validates its metadata and reads every table by it, datasets and MTEB's loader
# open it, and all see the rows of R2MED's layout. Needs python3; of MTEB its loader alone is taken, so PyTorch is not.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/release"
[ -d "$venv" ] || {
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet mlcroissant==1.1.1 datasets==5.2.0 polars==1.44.0
  "$venv/bin/pip" install --quiet --no-deps mteb==2.26.24
}
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
node --import tsx test/parity/release.ts "$folder"
HF_HOME="$folder/hf" HF_HUB_OFFLINE=1 HF_DATASETS_DISABLE_PROGRESS_BARS=1 "$venv/bin/python" -W ignore test/parity/release_load.py "$folder/release/1.0.1"
