#!/usr/bin/env bash
# Checks that r2med and Python's huggingface_hub share one cache: the same files from the same hub make the same folders,
# Python accepts what r2med wrote, and r2med asks for nothing that Python brought. Needs python3 and a local hub only.
set -euo pipefail
cd "$(dirname "$0")/../.."
venvs="${PARITY_VENVS:-$(mktemp -d)}"
for version in 0.36.0 2.4.0; do
  venv="$venvs/huggingface_hub-$version"
  [ -d "$venv" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "huggingface_hub==$version"; }
  node --import tsx test/parity/hub-cache.ts "$venv/bin/python"
done
