"""Writes cases.json: passages of the recursive character splitter of langchain-text-splitters, which MedRAG cuts its textbooks with.

Run: python3 make.py. Installs a pinned version into a temporary folder. The texts are made here, without characters outside the basic
plane: Python counts code points, and JavaScript UTF-16 units.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "1.1.3"

WORDS = "fever cough toe urate gout rash (see p.) 3.5 mg/l, Ménière's p<.05 syndrome; and the of in a".split()


def made(seed):
    rng = random.Random(seed)
    parts = []
    for _ in range(rng.randint(1, 400)):
        parts.append(rng.choice(WORDS))
        parts.append(rng.choice([" "] * 30 + ["\n"] * 3 + ["\n\n", "  ", " \n", "\n\n\n", ". "]))
        if rng.random() < 0.01:
            parts.append("x" * rng.randint(50, 300))
    return "".join(parts)


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--target", folder, f"langchain-text-splitters=={VERSION}"],
            check=True,
        )
        sys.path.insert(0, folder)
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        texts = [made(seed) for seed in range(40)] + ["", " ", "\n\n", "a", "a" * 2500, "one two", " lead and trail \n"]
        cases = []
        for i, text in enumerate(texts):
            size, overlap = [(1000, 200), (100, 20), (40, 0), (60, 50)][i % 4]
            splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
            cases.append({"size": size, "overlap": overlap, "text": text, "passages": splitter.split_text(text)})
    out = Path(__file__).parent / "cases.json"
    out.write_text(json.dumps(cases, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


main()
