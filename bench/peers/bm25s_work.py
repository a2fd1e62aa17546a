"""bm25s with its numba backend and Snowball stemmer, on a task folder. JIT compilation happens before the clock starts."""

import json
import resource
import sys
import time
from pathlib import Path

import bm25s
import Stemmer


def run(documents, queries, k):
    stemmer = Stemmer.Stemmer("english")
    corpus = bm25s.tokenize(documents, stopwords="en", stemmer=stemmer, show_progress=False)
    retriever = bm25s.BM25(backend="numba")
    retriever.compile()
    retriever.index(corpus, show_progress=False)
    asked = bm25s.tokenize(queries, stopwords="en", stemmer=stemmer, show_progress=False)
    return retriever.retrieve(asked, k=k, n_threads=-1, show_progress=False)


run(["fever and gout", "gout and tremor"], ["gout"], 1)
began = time.perf_counter()
spent = time.process_time()
folder = Path(sys.argv[1])


def texts(name):
    with open(folder / name, encoding="utf-8") as file:
        return [json.loads(line)["text"] for line in file]


hits = run(texts("corpus.jsonl"), texts("query.jsonl"), 100)
measured = {
    "work": time.perf_counter() - began,
    "cpu": time.process_time() - spent,
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "kept": int(hits.scores.size),
}
print(json.dumps(measured), file=sys.stderr)
