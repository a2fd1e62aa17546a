#!/usr/bin/env bash
# Checks that pyarrow reads the Nano sets that r2med writes as what they are: the rows and column types of the sets that
# Python made of the same task. Needs python3 only.
set -euo pipefail
cd "$(dirname "$0")/../.."
venv="${PARITY_VENVS:-$(mktemp -d)}/pyarrow-26.0.1"
[ -d "$venv" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet pyarrow==26.0.1; }
node --import tsx test/parity/nano-build.ts "$venv/bin/python"
