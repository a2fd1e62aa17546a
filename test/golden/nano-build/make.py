"""Writes source.json and sets.json: a hostile little task, and the Nano sets that Python makes of it with the libraries
HAKARI-Bench uses: bm25s, NLTK's stemmer, pyarrow, random.Random.

Run: python3 make.py. Installs them into a temporary environment and runs itself there.

The rules are those of HAKARI-Bench's builder, read and told in our own words. The documents are ../bm25-collection's with
some before and after them (source.json), the queries and judgements are in source.json.

bm25s leaves open who comes first among equal scores; here the id decides, ascending, and every list is checked against the
scores that bm25s itself returns. Vectors are whole numbers, so that dot products are exact.
"""

import hashlib
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import venv
from itertools import zip_longest
from pathlib import Path

HERE = Path(__file__).parent
COLLECTION = HERE.parent / "bm25-collection"
PACKAGES = ["bm25s==0.3.6", "numpy==2.4.6", "nltk==3.9.2", "pyarrow==26.0.1"]
SEED = 20260524
# HAKARI-Bench's own list of 74 words.
STOP_WORDS = frozenset(
    "a an and are as at be been being but by for from had has have he her hers him his i if in into is it its itself "
    "me my myself of on or our ours ourselves she so than that the their theirs them themselves then there these they "
    "this those to too up very was we were what when where which who whom why will with you your yours yourself "
    "yourselves".split()
)
CASES = [
    {"split": "NanoSmall", "sampler": "head", "queries": 6, "documents": 40, "depth": 10, "hybridDepth": 5},
    {"split": "NanoTight", "sampler": "head", "queries": 20, "documents": 12, "depth": 8, "hybridDepth": 3},
    {"split": "NanoPool", "sampler": "head", "queries": 4, "documents": 30, "depth": 20, "hybridDepth": 6},
    {"split": "NanoCapped", "sampler": "head", "queries": 8, "documents": 90, "depth": 2, "hybridDepth": 2},
    {"split": "NanoDeep", "sampler": "head", "queries": 5, "documents": 10000, "depth": 500, "hybridDepth": 100},
    {"split": "NanoWide", "sampler": "head", "queries": 200, "documents": 10000, "depth": 30, "hybridDepth": 12},
    {"split": "NanoDrawn", "sampler": "uniform", "queries": 10, "documents": 60, "depth": 10, "hybridDepth": 5},
    {"split": "NanoDrawnAgain", "sampler": "uniform", "queries": 10, "documents": 60, "depth": 10, "hybridDepth": 5},
    {"split": "NanoAll", "sampler": "uniform", "queries": 200, "documents": 10000, "depth": 5, "hybridDepth": 5},
]


def collection(name):
    with open(COLLECTION / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def source():
    """What stands around the collection, and who judged what."""
    draw = random.Random("nano-build")
    # Many ids, one text: more rows than the pool of a small set looks at.
    before = [{"id": f"head-{number}", "text": "See the previous note."} for number in range(95)]
    before += [{"id": "head-other", "text": "Nothing to add to the previous note."}]
    after = [
        {"id": "spaces", "text": "\x1c \u00a0Trimmed as Python trims: fever.\u2003\x85\n"},
        {"id": "no-break", "text": "\ufeffA byte order mark is not a space: fever.\u200b"},
        {"id": "titled", "title": " Gout ", "text": "\tUrate crystals in the joint.\n"},
        {"id": "same-title", "title": "Scurvy", "text": " Scurvy "},
        {"id": "title-only", "title": "Brucellosis without a text", "text": " "},
        {"id": "blank", "text": " \n"},
        {"id": "blank", "text": "The first row of this id had no text."},
        {"id": "again", "text": "See the previous note."},
        {"id": "again", "text": "The first row of this id repeated another's text."},
        {"id": "twin-a", "text": "Twins share a text, and one of them is left."},
        {"id": "twin-b", "text": " Twins share a text, and one of them is left. "},
        {"id": "twice", "text": "The first row wins."},
        {"id": "twice", "text": "The second row loses."},
        {"id": "\U0001f9ec", "text": "Beyond the basic plane, for the order of ids: tremor at rest."},
        {"id": "\ufb01", "text": "Before it by code point, behind it by UTF-16 unit: tremor at rest."},
    ]
    asked = collection("query.jsonl")
    queries = [{"id": "none", "text": "A query that nobody judged"}]
    queries += [{"id": row["id"], "text": f"  {row['text']}\u3000"} for row in asked[5:30]]
    queries += [{"id": "again", "text": asked[6]["text"]}, {"id": "only-lost", "text": "Where are my documents?"}]
    queries += [{"id": "only-zero", "text": "Judged, and nothing relevant"}, {"id": "many", "text": "gout scurvy fever"}]
    queries += [{"id": "\U0001f9ec", "text": "tremor"}, {"id": "\ufb01", "text": "tremor at rest"}]
    queries += [{"id": row["id"], "text": row["text"]} for row in asked[30:46]] + asked[:2]
    documents = [row["id"] for row in collection("corpus.jsonl")] + [row["id"] for row in after]
    judgements = []
    for query in queries[1:]:
        if query["id"] in ("only-lost", "only-zero"):
            continue
        for document in draw.sample(sorted(set(documents)), 14 if query["id"] == "many" else draw.randrange(1, 6)):
            judgements.append([query["id"], document, draw.choice([2, 1, 1, 1, 0, 0, -1])])
    for query in ("q7", "q9", "many"):
        for document in ("twin-b", "twin-a", "twice", "again", "blank", "spaces", "titled", "same-title", "title-only"):
            if [query, document] not in [row[:2] for row in judgements]:
                judgements.append([query, document, 1])
    judgements += [["only-lost", "nowhere", 1], ["only-lost", "odd 1", 1], ["only-zero", "n1", 0], ["nobody", "n2", 1]]
    # Not query by query, and some of it said again.
    draw.shuffle(judgements)
    judgements += judgements[:3]
    return {"before": before, "after": after, "queries": queries, "judgements": judgements}


def document_text(row):
    title, body = row.get("title", "").strip(), row["text"].strip()
    return f"{title}\n\n{body}" if title and body and title != body else body or title


def select(case, rows, source):
    positives, negatives = {}, {}
    for query, document, grade in source["judgements"]:
        (positives if grade > 0 else negatives)[query, document] = True
    answerable = {query for query, _ in positives}
    queries, texts = {}, set()
    for row in source["queries"]:
        text = row["text"].strip()
        if len(queries) == case["queries"]:
            break
        if text and row["id"] in answerable and row["id"] not in queries and text not in texts:
            queries[row["id"]] = text
            texts.add(text)
    positives = [pair for pair in positives if pair[0] in queries]
    by_query = {}
    for query, document in negatives:
        if query in queries:
            by_query.setdefault(query, []).append(document)
    turns = zip_longest(*(by_query[query] for query in sorted(by_query)))
    negatives = [document for turn in turns for document in turn if document is not None]

    rows = [(place, row["id"], document_text(row)) for place, row in enumerate(rows)]
    rows = [row for row in rows if row[2]]
    first = {}
    for row in rows:
        first.setdefault(row[1], row)
    kept, kept_texts = {}, set()

    def keep(row):
        if row and len(kept) < case["documents"] and row[1] not in kept and row[2] not in kept_texts:
            kept[row[1]] = row
            kept_texts.add(row[2])

    for _, document in positives:
        keep(first.get(document))
    if case["sampler"] == "head":
        for document in negatives:
            keep(first.get(document))
        wanted = {document for _, document in positives} | set(negatives)
        for row in rows[: max(3 * case["documents"], case["documents"] + len(wanted))]:
            keep(row)
        documents = list(kept.values())
    else:
        for row in drawn(case, rows, kept, kept_texts):
            keep(row)
        documents = sorted(kept.values())
    positives = [pair for pair in positives if pair[1] in kept]
    counts, capped = {}, []
    for query, document in positives:
        counts[query] = counts.get(query, 0) + 1
        if counts[query] <= case["depth"]:
            capped.append((query, document))
    queries = {query: text for query, text in queries.items() if query in counts}
    return queries, {row[1]: row[2] for row in documents}, capped


def drawn(case, rows, kept, kept_texts):
    """A uniform draw with a reservoir, as our own sampler makes it."""
    draw = random.Random(f"{SEED}\0{case['split']}\0uniform")
    size = case["documents"] - len(kept)
    reservoir, ids, texts, seen = [], set(), set(), 0
    for row in rows:
        repeated = row[1] in ids or row[2] in texts
        ids.add(row[1])
        texts.add(row[2])
        if repeated or row[1] in kept or row[2] in kept_texts:
            continue
        seen += 1
        if len(reservoir) < size:
            reservoir.append(row)
        else:
            at = draw.randrange(seen)
            if at < size:
                reservoir[at] = row
    return reservoir


def bm25_lists(queries, documents, depth):
    import bm25s
    from nltk.stem import PorterStemmer

    stemmer = PorterStemmer()

    def tokens(text):
        words = [word.lower() for word in re.findall(r"[A-Za-z0-9]+", text)]
        return [stemmer.stem(word) for word in words if word not in STOP_WORDS]

    ids = list(documents)
    retriever = bm25s.BM25(k1=1.5, b=0.75, method="robertson")
    retriever.index([tokens(text) for text in documents.values()], show_progress=False)
    lists = {}
    for query, text in queries.items():
        asked = tokens(text)
        scores = retriever.get_scores(asked) if asked else [0.0] * len(ids)
        best = sorted(range(len(ids)), key=lambda row: (-scores[row], ids[row]))[:depth]
        _, own = retriever.retrieve([asked], k=len(best), show_progress=False)
        assert own[0].tolist() == [scores[row] for row in best]
        lists[query] = [[ids[row], float(scores[row])] for row in best]
    return lists


def vector(side, id):
    """Small whole numbers, so that many products are equal and all are exact."""
    draw = random.Random(f"{side}\0{id}")
    return [draw.randrange(-2, 3) for _ in range(4)]


def dense_lists(queries, documents, depth):
    lists = {}
    vectors = {id: vector("document", id) for id in documents}
    for query in queries:
        own = vector("query", query)
        scores = {id: sum(a * b for a, b in zip(own, other)) for id, other in vectors.items()}
        lists[query] = sorted(documents, key=lambda id: (-scores[id], id))[:depth]
    return lists


def hybrid_lists(case, lexical, dense, positives):
    lists, scored, safeguards = {}, {}, {}
    for query in lexical:
        scores, best = {}, {}
        for ids in ([id for id, _ in lexical[query]], dense[query]):
            for rank, id in enumerate(ids, start=1):
                scores[id] = scores.get(id, 0.0) + 1.0 / (100 + rank)
                best[id] = min(best.get(id, rank), rank)
        ids = sorted(scores, key=lambda id: (-scores[id], best[id], id))[: case["hybridDepth"]]
        scored[query] = [scores[id] for id in ids]
        own = sorted(document for asked, document in positives if asked == query)
        if not set(ids) & set(own):
            safeguards[query] = random.Random(f"{SEED}\0{case['split']}\0{query}\0positive_safeguard").choice(own)
            ids = [*ids, safeguards[query]]
        lists[query] = ids
    return lists, scored, safeguards


def measures(lists, positives, depth=None):
    relevant = {}
    for query, document in positives:
        relevant.setdefault(query, set()).add(document)
    gain, hit, found = 0.0, 0, 0
    for query, own in relevant.items():
        ids = lists[query][:depth]
        gains = sum(1 / math.log2(rank + 1) for rank, id in enumerate(ids[:10], 1) if id in own)
        gain += gains / sum(1 / math.log2(rank + 1) for rank in range(1, min(len(own), 10) + 1))
        hit += any(id in own for id in ids[:10])
        found += len(own.intersection(ids[:100]))
    return {"nDCG@10": gain / len(relevant), "Hit@10": hit / len(relevant), "MicroRecall@100": found / len(positives)}


def through_parquet(tables):
    """What pyarrow reads of what it wrote, and the schemas it gave the tables."""
    import pyarrow
    import pyarrow.parquet

    back, schemas = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for name, columns in tables.items():
            pyarrow.parquet.write_table(pyarrow.table(columns), Path(folder, name))
            table = pyarrow.parquet.read_table(Path(folder, name))
            back[name], schemas[name] = table.to_pydict(), str(table.schema)
    return back, schemas


def build(case, rows, source):
    queries, documents, positives = select(case, rows, source)
    lexical = bm25_lists(queries, documents, case["depth"])
    dense = dense_lists(queries, documents, case["depth"])
    hybrid, fused, safeguards = hybrid_lists(case, lexical, dense, positives)
    bm25 = {query: [id for id, _ in hits] for query, hits in lexical.items()}
    tables, schemas = through_parquet(
        {
            "corpus": {"_id": list(documents), "text": list(documents.values())},
            "queries": {"_id": list(queries), "text": list(queries.values())},
            "qrels": {"query-id": [query for query, _ in positives], "corpus-id": [id for _, id in positives]},
            "bm25": {"query-id": list(bm25), "corpus-ids": list(bm25.values())},
            "vectors": {"query-id": list(dense), "corpus-ids": list(dense.values())},
            "reranking_hybrid": {"query-id": list(hybrid), "corpus-ids": list(hybrid.values())},
        }
    )
    # The texts are long, and of the corpus' source: their hash says as much.
    texts = tables["corpus"].pop("text")
    return {
        **case,
        "tables": tables,
        "schemas": schemas,
        "textsSha256": hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode()).hexdigest(),
        "bm25Scores": {query: [score for _, score in hits] for query, hits in lexical.items()},
        "fusedScores": fused,
        "safeguards": safeguards,
        "figures": {
            "bm25": measures(bm25, positives),
            "vectors": measures(dense, positives),
            "reranking_hybrid": measures(hybrid, positives, case["hybridDepth"]),
        },
    }


def write(name, text):
    with open(HERE / name, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def main():
    made = source()
    rows = [*made["before"], *collection("corpus.jsonl"), *made["after"]]
    made["vectors"] = {
        "document": {row["id"]: vector("document", row["id"]) for row in rows},
        "query": {row["id"]: vector("query", row["id"]) for row in made["queries"]},
    }
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in made.items()]
    write("source.json", "{\n" + ",\n".join(parts) + "\n}")
    write("sets.json", "[\n" + ",\n".join(json.dumps(build(case, rows, made)) for case in CASES) + "\n]")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
