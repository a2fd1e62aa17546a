"""Writes cases.json: pairs of lists with their extrapolated rank-biased overlap, as the package rbo computes it.

    python3 make.py

Lists of equal and of different length, with all, some and no documents in common. Everything is drawn from one seed, so a second
run writes the same bytes.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import venv

PACKAGES = ["rbo==0.1.3", "numpy==1.26.4"]
OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.json")


def pairs():
    draw = random.Random(20261116)
    for _ in range(60):
        documents = [f"d{number}" for number in range(draw.choice([3, 8, 12, 40]))]
        lengths = [draw.randrange(1, len(documents) + 1) for _ in range(2)]
        yield [draw.sample(documents, length) for length in lengths]
    for length in [1, 2, 10, 100]:
        documents = [f"d{number}" for number in range(2 * length)]
        yield [documents[:length], documents[:length]]
        yield [documents[:length], documents[:length][::-1]]
        yield [documents[:length], documents[length:]]


def write():
    import rbo

    cases = [{"a": a, "b": b, "p": p, "rbo": float(rbo.RankingSimilarity(a, b).rbo_ext(p=p))}
             for a, b in pairs() for p in [0.5, 0.9]]
    with open(OUTPUT, "w", encoding="utf-8") as file:
        file.write('{"made": ' + json.dumps(", ".join(PACKAGES)) + ',\n"cases": [\n')
        file.write(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
        file.write("\n]}\n")


if "--write" in sys.argv:
    write()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
        subprocess.run([python, os.path.abspath(__file__), "--write"], check=True)
