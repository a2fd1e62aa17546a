"""R2MED's reference after its analyzer: gensim's BM25 on both sides, tokens from stdin (documents, then queries)."""

import json
import resource
import sys
import time

from gensim.corpora import Dictionary
from gensim.models import LuceneBM25Model
from gensim.similarities import SparseMatrixSimilarity

began = time.perf_counter()
documents = int(sys.argv[1])
analysed = [line.split() for line in sys.stdin]
corpus, queries = analysed[:documents], analysed[documents:]
dictionary = Dictionary(corpus)
model = LuceneBM25Model(dictionary=dictionary, k1=0.9, b=0.4)
weighted = model[list(map(dictionary.doc2bow, corpus))]
index = SparseMatrixSimilarity(
    weighted, num_docs=len(corpus), num_terms=len(dictionary), normalize_queries=False, normalize_documents=False)
ids = [f"doc-{number}" for number in range(documents)]
kept = 0
for query in queries:
    scores = index[model[dictionary.doc2bow(query)]].tolist()
    by_id = dict(zip(ids, scores))
    kept += len(sorted(by_id.items(), key=lambda item: item[1], reverse=True)[:100])
measured = {
    "work": time.perf_counter() - began,
    "cpu": time.process_time(),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "kept": kept,
}
print(json.dumps(measured), file=sys.stderr)
