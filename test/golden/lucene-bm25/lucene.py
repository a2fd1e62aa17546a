"""Lucene's English analyzer and its BM25 by way of Bm25.java. Needs java and javac (17 or later) and mvn."""

import base64
import json
import subprocess
import tempfile
from pathlib import Path

from jars import copy_jars

HERE = Path(__file__).parent
COLLECTION = HERE.parent / "bm25-collection"
VERSION = "9.9.1"


def read(name):
    with open(COLLECTION / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def full_text(document):
    """Title and text as one, where there is a title."""
    return document["title"] + "\n" + document["text"] if document.get("title") else document["text"]


def lucene(arguments, *inputs):
    """What Bm25.java prints: a command and its arguments, then rows of (id, text), which it gets as files."""
    with tempfile.TemporaryDirectory() as folder:
        copy_jars([f"org.apache.lucene:{artifact}:{VERSION}" for artifact in ["lucene-core", "lucene-analysis-common"]], folder)
        subprocess.run(["javac", "-cp", f"{folder}/*", "-d", folder, str(HERE / "Bm25.java")], check=True)
        files = []
        for number, rows in enumerate(inputs):
            path = Path(folder, f"rows-{number}")
            lines = (f"{id}\t{base64.b64encode(text.encode()).decode()}\n" for id, text in rows)
            path.write_text("".join(lines), encoding="utf-8")
            files.append(str(path))
        command = ["java", "-cp", f"{folder}/*:{folder}", "Bm25", arguments[0], *files, *arguments[1:]]
        return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def tokens(texts):
    rows = [(str(number), text) for number, text in enumerate(texts)]
    return [json.loads(line) for line in lucene(["tokens"], rows).rstrip("\n").split("\n")]
