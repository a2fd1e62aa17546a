"""Writes run.jsonl: what R2MED's reference answers on ../bm25-collection.

Run: python3 make.py. Installs gensim into a temporary environment and runs itself there; the tokens come from Lucene,
so java, javac and mvn are needed too (see ../lucene-bm25).
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "lucene-bm25"))
PACKAGES = ["gensim==4.3.3", "numpy==1.26.4", "scipy==1.13.1"]
K1, B, DEPTH = 0.9, 0.4, 100


def main():
    from gensim.corpora import Dictionary
    from gensim.models import LuceneBM25Model
    from gensim.similarities import SparseMatrixSimilarity
    from lucene import full_text, read, tokens

    documents, queries = read("corpus.jsonl"), read("query.jsonl")
    texts = [full_text(row) for row in documents] + [row["text"] for row in queries]
    analysed = tokens(texts)
    bags, asked = analysed[: len(documents)], analysed[len(documents) :]

    dictionary = Dictionary(bags)
    model = LuceneBM25Model(dictionary=dictionary, k1=K1, b=B)
    index = SparseMatrixSimilarity(
        model[[dictionary.doc2bow(bag) for bag in bags]], num_docs=len(bags), num_terms=len(dictionary),
        normalize_queries=False, normalize_documents=False)

    with open(HERE / "run.jsonl", "w", encoding="utf-8") as file:
        for query, words in zip(queries, asked):
            scores = index[model[dictionary.doc2bow(words)]]
            by_id = {}
            for document, score in zip(documents, scores):
                by_id[document["id"]] = score  # a repeated id keeps its place and takes the new score
            best = sorted(by_id.items(), key=lambda item: item[1], reverse=True)[:DEPTH]
            hits = ",".join(f"[{json.dumps(id)},{score!s}]" for id, score in best)
            file.write(f'{{"query":{json.dumps(query["id"])},"hits":[{hits}]}}\n')


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
