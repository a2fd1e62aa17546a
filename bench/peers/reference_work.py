"""R2MED's BM25 by the parts it is made of: Lucene's analyzer called through pyjnius, as Pyserini calls it, and gensim's
model on both sides. Arguments: a class path with Lucene and Lucene.class, and a task folder."""

import json
import resource
import sys
import time
from pathlib import Path

import jnius_config

jnius_config.set_classpath(*sys.argv[1].split(":"))

from gensim.corpora import Dictionary  # noqa: E402
from gensim.models import LuceneBM25Model  # noqa: E402
from gensim.similarities import SparseMatrixSimilarity  # noqa: E402
from jnius import autoclass  # noqa: E402

LUCENE = autoclass("Lucene")


def analyze(text):
    return [token for token in LUCENE.tokens(text).toArray()]


def rows(name):
    with open(Path(sys.argv[2], name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


began = time.perf_counter()
documents, queries = rows("corpus.jsonl"), rows("query.jsonl")
corpus = [analyze(document["text"]) for document in documents]
dictionary = Dictionary(corpus)
model = LuceneBM25Model(dictionary=dictionary, k1=0.9, b=0.4)
weighted = model[list(map(dictionary.doc2bow, corpus))]
index = SparseMatrixSimilarity(
    weighted, num_docs=len(corpus), num_terms=len(dictionary), normalize_queries=False, normalize_documents=False)
kept = 0
for query in queries:
    scores = index[model[dictionary.doc2bow(analyze(query["text"]))]].tolist()
    by_id = {document["id"]: score for document, score in zip(documents, scores)}
    kept += len(sorted(by_id.items(), key=lambda item: item[1], reverse=True)[:100])
measured = {
    "work": time.perf_counter() - began,
    "cpu": time.process_time(),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "kept": kept,
}
print(json.dumps(measured), file=sys.stderr)
