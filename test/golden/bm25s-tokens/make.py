"""Writes *.json: the terms that MTEB's baseline-bm25s finds in ../text, and digests of those of many more texts.

Run: python3.11 make.py (the version decides what `\\w` and `lower()` know of Unicode). Installs bm25s and PyStemmer into
a temporary environment and runs itself there.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
TEXT = HERE.parent / "text"
PACKAGES = ["bm25s==0.3.6", "numpy==2.4.6", "PyStemmer==3.1.0"]


def terms(texts):
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)


def made_up(beginning, endings):
    """Words that try every pair of endings, as one text."""
    return " ".join(beginning + first + second for first in endings for second in endings)


def hashed(terms):
    return hashlib.sha256("\t".join(terms).encode("utf-16-be")).hexdigest()[:16]


def write(name, rows):
    (HERE / name).write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")


def around(point):
    c = chr(point)
    return f"{c} {c}{c} a{c}b {c}\u03a3 a\u03a3{c} a\u03a3{c}b a{c}\u03a3 x{c}ied"


def digest(first):
    """Of the terms of 4,096 code points, each alone, between letters and around a sigma."""
    rows = terms([around(point) for point in range(first, first + 0x1000)])
    return hashlib.sha256("".join("\t".join(row) + "\n" for row in rows).encode("utf-16-be")).hexdigest()[:16]


def main():
    write("medical.json", terms((TEXT / "medical.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")))
    write("hostile.json", terms(json.loads((TEXT / "hostile.json").read_text())))
    parts = json.loads((TEXT / "word-parts.json").read_text())
    texts = [made_up(beginning, parts["endings"]) for beginning in parts["beginnings"]]
    write("made-up-words.json", map(hashed, terms(texts)))
    write("every-code-point.json", [digest(first) for first in range(0, 0x110000, 0x1000)])


if len(sys.argv) > 1:
    main()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "-q", *PACKAGES], check=True)
        subprocess.run([python, __file__, "inside"], check=True)
