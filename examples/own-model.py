"""The embedder of own-model.mjs as a program that reads and writes JSON lines: python3 and nothing else.

r2med run --retriever command:"python3 examples/own-model.py"
"""

import json
import re
import sys

DIMENSIONS = 256


def fnv1a(word):
    value = 0x811C9DC5
    for byte in word.encode("ascii"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def embed(texts, role):
    vectors = []
    for text in texts:
        vector = [0] * DIMENSIONS
        for word in re.findall(r"[a-z0-9]+", text.lower()):
            value = fnv1a(word)
            vector[value % DIMENSIONS] += 1 if value >= 2**31 else -1
        vectors.append(vector)
    return vectors


def write(message):
    print(json.dumps(message), flush=True)


write({"r2med": 1, "name": "hashing", "version": "1", "dimensions": DIMENSIONS, "similarity": "cosine"})
for line in sys.stdin:
    request = json.loads(line)
    try:
        write({"id": request["id"], "vectors": embed(request["texts"], request["role"])})
    except Exception as error:
        write({"id": request["id"], "error": str(error)})
