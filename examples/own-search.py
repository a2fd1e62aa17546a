"""The search system of own-search.mjs as a program that reads and writes JSON lines: python3 and nothing else.

r2med run --data my-folder --retriever 'command:"python3 examples/own-search.py my-folder/corpus.jsonl"'
"""

import hashlib
import json
import re
import sys

with open(sys.argv[1], "rb") as file:
    corpus = file.read()


def words_of(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


rows = [json.loads(line) for line in corpus.decode("utf-8").split("\n") if line.strip()]
index = [(row["id"], words_of(row["text"])) for row in rows]


def ranking(text, k):
    query = words_of(text)
    hits = []
    for id, words in index:
        shared = len(query & words)
        if shared > 0:
            hits.append({"id": id, "score": shared**2 / len(words)})
    hits.sort(key=lambda hit: -hit["score"])
    return hits[:k]


def write(message):
    print(json.dumps(message), flush=True)


version = hashlib.sha256(corpus).hexdigest()[:12]
write({"r2med": 1, "name": "shared-words", "version": version, "search": True})
for line in sys.stdin:
    request = json.loads(line)
    try:
        rankings = [ranking(query["text"], request["k"]) for query in request["queries"]]
        write({"id": request["id"], "rankings": rankings})
    except Exception as error:
        write({"id": request["id"], "error": str(error)})
