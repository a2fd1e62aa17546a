"""The reranker of own-reranker.mjs as a program that reads and writes JSON lines: python3 and nothing else.

r2med run --suite sample --retriever bm25 --reranker 'command:"python3 examples/own-reranker.py"'
"""

import json
import re
import sys


def words_of(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def rerank(query, documents):
    wanted = words_of(query["text"])
    return [len(wanted & words_of(document["text"])) / (len(wanted) or 1) for document in documents]


def write(message):
    print(json.dumps(message), flush=True)


write({"r2med": 1, "name": "covered-words", "version": "1", "pairwise": True})
for line in sys.stdin:
    request = json.loads(line)
    try:
        write({"id": request["id"], "scores": rerank(request["query"], request["documents"])})
    except Exception as error:
        write({"id": request["id"], "error": str(error)})
