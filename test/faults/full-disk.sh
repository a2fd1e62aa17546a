#!/usr/bin/env bash
# A disk that is really full: each verb that writes must end with 1, a sentence and a fix, and leave nothing half.
# Mounts a small disk, so it needs root; it fails where it cannot.
set -euo pipefail
cd "$(dirname "$0")/../.."

disk=$(mktemp -d)
mount -t tmpfs -o size=256k tmpfs "$disk"
trap 'umount "$disk"; rmdir "$disk"' EXIT
work=$(mktemp -d)
export R2MED_HOME=$work/home

wrong() { printf 'full-disk: %s\n' "$*" >&2; exit 1; }

# expect CODE what command…: the exit code, and on stderr a fix and no stack
expect() {
  local code=$1 what=$2 status=0
  shift 2
  node bin/r2med.js "$@" >/dev/null 2>"$work/said" || status=$?
  [ "$status" = "$code" ] || { cat "$work/said" >&2; wrong "$what: exit $status, not $code"; }
  ! grep -qE '^ +at ' "$work/said" || { cat "$work/said" >&2; wrong "$what: a stack"; }
  if [ "$code" != 0 ]; then
    grep -q 'no space left' "$work/said" || { cat "$work/said" >&2; wrong "$what: no reason"; }
    grep -q '^  Fix: ' "$work/said" || { cat "$work/said" >&2; wrong "$what: no fix"; }
  fi
  if find "$disk" -name '*.unfinished*' | grep -q .; then wrong "$what: something half is left"; fi
}

# fill: all but FREE bytes of the disk
fill() {
  dd if=/dev/zero of="$disk/filler" bs=4k 2>/dev/null || true
  truncate -s "-${1:-0}" "$disk/filler"
}

run=(run --suite sample --task Biology --retriever bm25)
for free in 0 4096 12288 20480; do
  fill "$free"
  expect 1 "run with $free bytes free" "${run[@]}" --out "$disk/results" --overwrite
  ! find "$disk" -name record.json | grep -q . || wrong "run with $free bytes free: a record"
  expect 1 "nano build with $free bytes free" nano build --from data/sample/Biology --out "$disk/nano"
  [ ! -e "$disk/nano" ] || wrong "nano build with $free bytes free: a folder"
  rm -rf "$disk"/*
done

fill 0
expect 1 'nano profile --html' nano profile --data data/sample/Biology --html "$disk/page.html"
[ ! -e "$disk/page.html" ] || wrong 'nano profile --html: a page'
expect 1 'run --save-vectors' run --suite sample --task Biology --retriever module:examples/own-model.mjs \
  --save-vectors "$disk/vectors" --out "$work/results"
rm -rf "$disk"/*

# With room again, the same commands work; a full disk under the cache is a note.
expect 0 'run with room' "${run[@]}" --out "$disk/results"
fill 0
R2MED_HOME=$disk/home expect 0 'a full cache' "${run[@]}" --out "$work/elsewhere"
rm -rf "$disk"/*

# Answers that are paid for: the first that cannot be stored ends the work, and it is the only one that is paid for twice.
cat >"$work/llm.mjs" <<'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const [at, asked] = process.argv.slice(2);
let calls = 0;
createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => (body += bytes));
  request.on('end', () => {
    const { messages = [] } = JSON.parse(body || '{}');
    if (messages.length === 0) return response.writeHead(400).end('{}');
    appendFileSync(asked, 'x\n');
    calls += 1;
    // Not one text for all queries, which would be no answer to any of them.
    const content = `${calls}. ${'The cause is a lack of iron. '.repeat(200)}`;
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices, usage: { prompt_tokens: 10, completion_tokens: 10 } }));
  });
}).listen(0, '127.0.0.1', function () {
  writeFileSync(at, String(this.address().port));
});
END
: >"$work/asked"
node "$work/llm.mjs" "$work/port" "$work/asked" &
server=$!
trap 'kill "$server"; umount "$disk"; rmdir "$disk"' EXIT
until [ -s "$work/port" ]; do sleep 0.1; done
generate=(generate --suite sample --task Biology --method hyde --concurrency 1 --out "$work/texts"
  --llm "served:http://127.0.0.1:$(cat "$work/port")/v1#m")
fill 49152
R2MED_HOME=$disk/home expect 1 'generate with 49152 bytes free' "${generate[@]}"
stored=$(wc -l <"$work/texts/Biology/hyde/m/query_with_hydoc.jsonl")
[ "$stored" -gt 0 ] || wrong 'generate: nothing was stored before the disk was full'
[ "$(wc -l <"$work/asked")" = $((stored + 1)) ] || wrong 'generate: called on with a full disk'
rm "$disk/filler"
R2MED_HOME=$disk/home expect 0 'generate with room' "${generate[@]}"
[ "$(wc -l <"$work/asked")" = 10 ] || wrong "generate: $(wc -l <"$work/asked") calls for 9 answers, one of them lost"
rm -rf "$work"
echo 'full disk: all as it should be'
