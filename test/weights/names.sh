#!/usr/bin/env bash
# How well personal data is found in sentences of others: by the rules alone, and with a real recogniser of names besides them (--ner command:…). Sentences and model come from
# package registries and stay outside the repository; test/weights/names.json keeps counts, of which docs/background/personal-data.md is written. Differing counts are a failure;
# where rules changed: bash test/weights/names.sh --update && npm run write -- personal-data. Needs what `npm run build` makes, python3, a JDK and Maven.
set -euo pipefail
cd "$(dirname "$0")/../.."

cache=${XDG_CACHE_HOME:-$HOME/.cache}/r2med-weights
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$cache"

stanford() { mvn -q -B dependency:copy "-Dartifact=edu.stanford.nlp:stanford-corenlp:4.5.10:$1" "-DoutputDirectory=$work"; }
same() { sha256sum --check --status <<<"$1  $2"; }

python3 -m pip download --quiet --no-deps --dest "$work" presidio-evaluator==0.3.2
wheel=$(echo "$work"/presidio_evaluator-*.whl)
same 57614fe604e52b78e6de25b767c59265886b93bbcdc6c7e43ab2657d3f6302be "$wheel"
python3 -m zipfile -e "$wheel" "$work/texts"

# One of the files of an archive of 474 MB: it alone stays in the cache.
model=$cache/english.all.3class.crf.gz
sum=b474b216183022f4d24f6006e4b8e084642f645525337378e5582f0e8768a9fe
if ! same $sum "$model" 2>/dev/null; then
  stanford jar:models
  python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' \
    "$work/stanford-corenlp-4.5.10-models.jar" edu/stanford/nlp/models/ner/english.all.3class.distsim.crf.ser.gz >"$model.$$"
  same $sum "$model.$$"
  mv "$model.$$" "$model"
  rm "$work/stanford-corenlp-4.5.10-models.jar"
fi
stanford jar
same f813ce4ed7319d79225f2a520d40733075c6b3500dd0b81ee069229e461aab43 "$work/stanford-corenlp-4.5.10.jar"

python3 test/weights/names.py draw "$work/texts" "$work/sentences.jsonl"
cat >"$work/sentences.yaml" <<'YAML'
family: source
files: sentences.jsonl
source: presidio-evaluator 0.3.2
licence: MIT
fields: { id: id, text: text }
YAML
collect() { R2MED_HOME=$work/home node bin/r2med.js build collect --mapping "$work/sentences.yaml" --work "$work/$1" --quiet "${@:2}"; }
collect rules
collect both --ner "command:python3 test/weights/names.py entities $work/stanford-corenlp-4.5.10.jar $model"

python3 test/weights/names.py count "$work/sentences.jsonl" "$work/rules" "$work/both" "$work/names.json"
if [ "${1:-}" = --update ]; then cp "$work/names.json" test/weights/names.json; else diff test/weights/names.json "$work/names.json"; fi
