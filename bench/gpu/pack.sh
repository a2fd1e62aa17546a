#!/usr/bin/env bash
# Packs r2med as users install it, without onnxruntime, and this Node into dist-gpu/r2med.tgz (45 MB): all that a GPU machine of the same kind without a
# network needs beside PyTorch and sentence-transformers. There:
#   mkdir -p /tmp/r2med && tar -xzf dist-gpu/r2med.tgz -C /tmp/r2med
#   python3 bench/gpu/measure.py --r2med /tmp/r2med/node_modules/r2med --node /tmp/r2med/node --out results.json
# or rounds.py for the two smaller models alone, several times.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node scripts/build.js
tarball=$(npm pack --silent --ignore-scripts --pack-destination "$work")
npm install --prefix "$work/app" --silent --ignore-scripts --no-audit --no-fund --omit=optional --omit=peer --legacy-peer-deps "$work/$tarball"
cp "$(node -p process.execPath)" "$work/app/node"
rm -rf dist-gpu && mkdir dist-gpu
tar -czf dist-gpu/r2med.tgz -C "$work/app" node_modules node
ls -l dist-gpu/r2med.tgz
