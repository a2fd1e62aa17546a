"""Writes *.json: the terms of HAKARI-Bench's `english_porter_stop` in ../text, and digests of those of made-up words.

Run: python3 make.py. Installs NLTK into a temporary environment and runs itself there.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
TEXT = HERE.parent / "text"
PACKAGES = ["nltk==3.9.2"]
# HAKARI-Bench's own list of 74 words.
STOP_WORDS = frozenset(
    "a an and are as at be been being but by for from had has have he her hers him his i if in into is it its itself "
    "me my myself of on or our ours ourselves she so than that the their theirs them themselves then there these they "
    "this those to too up very was we were what when where which who whom why will with you your yours yourself "
    "yourselves".split()
)


def made_up(beginning, endings):
    """Words that try every pair of endings, as one text."""
    return " ".join(beginning + first + second for first in endings for second in endings)


def hashed(terms):
    return hashlib.sha256("\t".join(terms).encode("utf-16-be")).hexdigest()[:16]


def write(name, rows):
    (HERE / name).write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")


def main():
    from nltk.stem import PorterStemmer

    stemmer = PorterStemmer()

    def terms(text):
        tokens = [match.group(0).lower() for match in re.finditer(r"[A-Za-z0-9]+", text)]
        return [stemmer.stem(token) for token in tokens if token not in STOP_WORDS]

    write("medical.json", map(terms, (TEXT / "medical.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")))
    write("hostile.json", map(terms, json.loads((TEXT / "hostile.json").read_text())))
    parts = json.loads((TEXT / "word-parts.json").read_text())
    texts = [made_up(beginning, parts["endings"]) for beginning in parts["beginnings"]]
    write("made-up-words.json", (hashed(terms(text)) for text in texts))


if len(sys.argv) > 1:
    main()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "-q", *PACKAGES], check=True)
        subprocess.run([python, __file__, "inside"], check=True)
