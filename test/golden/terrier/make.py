"""Writes run.jsonl: how Terrier's Bo1 and KL expand the queries of ../bm25-collection. Run: python3 make.py.

Needs Maven and a JDK of 17 or later. Terrier gets the tokens of Lucene's English analyzer, so that its terms are ours.
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
from lucene import full_text, read, tokens  # noqa: E402

JARS = [
    "org.terrier:terrier-core:5.11", "org.terrier:terrier-retrieval-api:5.11", "org.terrier:terrier-index-api:5.11",
    "org.terrier:terrier-batch-indexers:5.11", "net.sf.trove4j:trove4j:2.0.2", "it.unimi.dsi:fastutil:8.2.2",
    "org.slf4j:slf4j-api:1.7.32", "com.google.guava:guava:32.0.0-jre", "org.apache.commons:commons-lang3:3.5",
    "com.jakewharton.byteunits:byteunits:0.9.1", "com.github.luben:zstd-jni:1.4.9-5",
    "commons-collections:commons-collections:3.2.2", "commons-logging:commons-logging:1.2",
    "org.apache.hadoop:hadoop-common:2.8.2", "org.utgenome.thirdparty:picard:1.86.0",
]
SYSTEMS = {
    "bo1": ["Bo1", "3", "10"],
    "bo1(fbDocs=8, fbTerms=40)": ["Bo1", "8", "40"],
    "kl": ["KL", "3", "10"],
    "kl(fbDocs=8, fbTerms=40)": ["KL", "8", "40"],
    "bo1(fbDocs=1)": ["Bo1", "1", "10"],
    "kl(fbDocs=1)": ["KL", "1", "10"],
}


def rows(texts):
    """Lines of an id and its tokens, for every text that has some."""
    analysed = zip(texts, tokens(list(texts.values())))
    return "".join(f"{id}\t{' '.join(words)}\n" for id, words in analysed if words)


documents = {}
for row in read("corpus.jsonl"):
    if row["id"] not in documents and not re.search(r"\s", row["id"]):
        documents[row["id"]] = full_text(row)
queries = {row["id"]: row["text"] for row in read("query.jsonl")}

with tempfile.TemporaryDirectory() as folder, open(HERE / "run.jsonl", "w", encoding="utf-8") as out:
    copy_jars(JARS, f"{folder}/jars")
    subprocess.run(["javac", "-cp", f"{folder}/jars/*", "-d", folder, str(HERE / "Expand.java")], check=True)
    Path(folder, "corpus").write_text(rows(documents), encoding="utf-8")
    Path(folder, "queries").write_text(rows(queries), encoding="utf-8")
    for number, (system, arguments) in enumerate(SYSTEMS.items()):
        index = Path(folder, f"index-{number}")
        index.mkdir()
        command = ["java", "-Dterrier.plugins=", f"-Dterrier.home={folder}", "-cp", f"{folder}/jars/*:{folder}", "Expand", str(index),
                   f"{folder}/corpus", f"{folder}/queries", *arguments]
        printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
        for line in printed.splitlines():
            if line.startswith("{"):
                row = json.loads(line)
                terms = dict(sorted(row["terms"].items(), key=lambda term: (-term[1], term[0])))
                out.write(json.dumps({"system": system, **row, "terms": terms}, ensure_ascii=False) + "\n")
