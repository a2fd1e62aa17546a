"""A part of a task: `small_task.py TASK TARGET QUERIES OTHERS`, the first queries, their relevant documents and the first of the others."""

import json
import sys
from pathlib import Path


def lines(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def main(task, target, count, others):
    queries = lines(task / "query.jsonl")[:count]
    ids = {query["id"] for query in queries}
    grades = [grade for grade in lines(task / "qrels.jsonl") if grade["q_id"] in ids]
    relevant = {grade["p_id"] for grade in grades}
    corpus = lines(task / "corpus.jsonl")
    more = [document["id"] for document in corpus if document["id"] not in relevant][:others]
    documents = [document for document in corpus if document["id"] in relevant or document["id"] in more]
    target.mkdir()
    for name, rows in [("query", queries), ("qrels", grades), ("corpus", documents)]:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (target / f"{name}.jsonl").write_text(text, encoding="utf-8")


main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
