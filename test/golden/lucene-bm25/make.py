"""Writes run.jsonl: what Lucene 9.9.1 answers on ../bm25-collection. Run: python3 make.py."""

from lucene import HERE, full_text, lucene, read

K1, B, DEPTH = 0.9, 0.4, 100

documents = [(row["id"], full_text(row)) for row in read("corpus.jsonl")]
queries = [(row["id"], row["text"]) for row in read("query.jsonl")]
run = lucene(["search", str(K1), str(B), str(DEPTH)], documents, queries)
(HERE / "run.jsonl").write_text(run, encoding="utf-8")
