#!/usr/bin/env bash
# BM25 on the sample suite by Bun and Deno: every ranking and every score of a query is that of Node, byte by byte. Their packages hold the programs, so that
# they install with scripts off.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node scripts/build.js

case $(node -p process.arch) in
  x64) bun=@oven/bun-linux-x64 deno=@deno/linux-x64-glibc ;;
  arm64) bun=@oven/bun-linux-aarch64 deno=@deno/linux-arm64-glibc ;;
  *) echo 'Bun and Deno have no package for this machine' && exit 1 ;;
esac
npm install --prefix "$work" --ignore-scripts --no-audit --no-fund --no-save "$bun@1.4.4" "$deno@2.9.6"
# npm keeps no permission that a package does not declare.
chmod +x "$work/node_modules/$bun/bin/bun" "$work/node_modules/$deno/deno"

# results NAME PROGRAM…: what a runtime makes of the sample, with caches of its own.
results() {
  local name=$1
  shift
  R2MED_HOME="$work/home-$name" "$@" "$root/bin/r2med.js" run --suite sample --system bm25 --out "$work/$name" --quiet
}
results node node
results bun "$work/node_modules/$bun/bin/bun"
results deno "$work/node_modules/$deno/deno" run --allow-all

for name in bun deno; do
  files=0
  for file in "$work"/node/bm25/*/{run.trec,queries.jsonl}; do
    cmp "$file" "$work/$name/${file#"$work/node/"}"
    files=$((files + 1))
  done
  [ "$files" = 16 ]
  echo "$name: $files files as Node writes them"
done
