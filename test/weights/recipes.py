"""What the records of the recipes for laptops say: `recipes.py RESULTS TASK PLAN TEXTS`. PLAN is what `generate --dry-run --json` says
after the run, and TEXTS are the texts that it then takes from the cache of the run."""

import json
import sys
from pathlib import Path

results, task, plan, texts = map(Path, sys.argv[1:])


def rows(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


queries = {row["id"] for row in rows(task / "query.jsonl")}
documents = len(rows(task / "corpus.jsonl"))


def records(recipe):
    found = [json.loads(file.read_text()) for file in (results / recipe).glob("*/task/record.json")]
    return {record["name"]: record for record in found}


def parts(record):
    """The facts of both fused systems: nothing failed, and nothing came from the cache of an earlier step."""
    assert "incomplete" not in record, record["incomplete"]
    assert record["task"]["queries"] == record["evaluation"]["judgedQueries"] == len(queries), record["task"]
    assert record["evaluation"]["missingQueries"] == 0, record["evaluation"]
    assert all(0 <= score <= 1 for score in record["scores"].values()), record["scores"]
    # Of so few documents, all are among the top 100.
    assert record["scores"]["Recall@100"] == 1 and record["scores"]["nDCG@10"] > 0, record["scores"]
    terms, vectors = (part["facts"] for part in record["facts"]["fused"])
    assert terms["indexRows"] == documents and terms["indexTerms"] > 0, terms
    assert vectors["embedded"] == documents and vectors["notEmbedded"] == 0 and vectors["dimensions"] == 384, vectors
    assert vectors["embedder"]["calls"] > 0 and vectors["embedder"]["tokens"] > 0, vectors
    return terms, vectors


laptop = records("laptop")
assert set(laptop) == {"rrf(bm25, bge-small-en-v1.5)", "rrf(rm3 > bm25-lucene, bge-small-en-v1.5)"}, list(laptop)
for record in laptop.values():
    parts(record)

(llm,) = records("laptop-llm").values()
for part in parts(llm):
    writing = part["writing"]
    assert writing["calls"] == len(queries) and writing["tokensOut"] >= 10 * len(queries), writing
    assert writing["failures"] == writing["unanswered"] == 0, writing

(planned,) = (row["plan"] for row in json.loads(plan.read_text()))
assert planned["kept"] == len(queries) and planned["atMost"]["calls"] == 0, planned
written = {row["id"]: row["hy_doc"].strip() for file in texts.glob("*/hyde/*/query_with_hydoc.jsonl") for row in rows(file)}
assert set(written) == queries and all(len(text) > 20 for text in written.values()), written

for record in [*laptop.values(), llm]:
    print(f"{record['name']}: nDCG@10 {100 * record['scores']['nDCG@10']:.2f}, {documents} documents embedded")
print(f"{len(written)} texts by the small model, the shortest of {min(map(len, written.values()))} characters")
