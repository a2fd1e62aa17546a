"""Writes mteb.jsonl and hakari.jsonl: what MTEB's baseline-bm25s and HAKARI-Bench's BM25 answer on ../bm25-collection.

Run: python3 make.py. Installs bm25s and the stemmers into a temporary environment and runs itself there.

bm25s picks its hits with argpartition, which leaves open who stays among equal scores at the cut-off. Here the scores
are bm25s', the choice among equals is by corpus order, and every list is checked against what bm25s itself returns.
"""

import json
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
COLLECTION = HERE.parent / "bm25-collection"
PACKAGES = ["bm25s==0.3.6", "numpy==2.4.6", "nltk==3.9.2", "PyStemmer==3.1.0"]
DEPTH = 100
# HAKARI-Bench's own list of 74 words.
HAKARI_STOP_WORDS = frozenset(
    "a an and are as at be been being but by for from had has have he her hers him his i if in into is it its itself "
    "me my myself of on or our ours ourselves she so than that the their theirs them themselves then there these they "
    "this those to too up very was we were what when where which who whom why will with you your yours yourself "
    "yourselves".split()
)


def read(name):
    with open(COLLECTION / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def full_text(document):
    return document["title"] + "\n" + document["text"] if document.get("title") else document["text"]


def top(retriever, asked):
    """Rows and scores by descending score, equal ones in corpus order; as bm25s has them but for the equal ones."""
    import numpy

    size = retriever.scores["num_docs"]
    scores = retriever.get_scores(asked) if asked else numpy.zeros(size, dtype="float32")
    best = sorted(range(size), key=lambda row: -scores[row])[:DEPTH]
    rows, own_scores = retriever.retrieve([asked], k=min(DEPTH, size), show_progress=False)
    assert own_scores[0].tolist() == [scores[row] for row in best]
    cut = scores[best[-1]]
    assert {row for row in rows[0] if scores[row] > cut} == {row for row in best if scores[row] > cut}
    return best, scores


def write(name, rankings):
    with open(HERE / name, "w", encoding="utf-8") as file:
        for query, hits in rankings:
            listed = ",".join(f"[{json.dumps(id)},{score!s}]" for id, score in hits)
            file.write(f'{{"query":{json.dumps(query["id"])},"hits":[{listed}]}}\n')


def mteb(documents, queries):
    import bm25s
    import Stemmer

    def encode(texts):
        return bm25s.tokenize(texts, stopwords="en", stemmer=Stemmer.Stemmer("english"), show_progress=False)

    retriever = bm25s.BM25()
    retriever.index(encode([full_text(row) for row in documents]), show_progress=False)
    asked = encode([row["text"] for row in queries])
    words = {number: word for word, number in asked.vocab.items()}
    for query, numbers in zip(queries, asked.ids):
        rows, scores = top(retriever, [words[number] for number in numbers])
        hits = {}
        for row in rows:
            hits[documents[row]["id"]] = scores[row]
        yield query, hits.items()


def hakari(documents, queries):
    import bm25s
    from nltk.stem import PorterStemmer

    stemmer = PorterStemmer()

    def tokens(text):
        words = [word.lower() for word in re.findall(r"[A-Za-z0-9]+", text)]
        return [stemmer.stem(word) for word in words if word not in HAKARI_STOP_WORDS]

    corpus = {row["id"]: full_text(row) for row in documents}
    ids = list(corpus)
    retriever = bm25s.BM25(k1=1.5, b=0.75, method="robertson")
    retriever.index([tokens(text) for text in corpus.values()], show_progress=False)
    for query in queries:
        rows, scores = top(retriever, tokens(query["text"]))
        yield query, [(ids[row], scores[row]) for row in rows]


def main():
    documents, queries = read("corpus.jsonl"), read("query.jsonl")
    write("mteb.jsonl", mteb(documents, queries))
    write("hakari.jsonl", hakari(documents, queries))


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
