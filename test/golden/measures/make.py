"""Writes capped-map.json: generated judgements and rankings with HAKARI-Bench's MAP@k, which no package computes without PyTorch.

    python3 make.py

By its definition, in fractions: the sum over relevant hits in the first k of the precision at each, over min(R, k). A measure of
another program has a file of its own here, made by that program: every file of the folder is compared, whatever its name.
"""

import json
import os
import random
from fractions import Fraction

OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "capped-map.json")
CUTS = [1, 2, 3, 5, 10, 100]

draw = random.Random(20261117)


def capped_map(ranked, relevant, k):
    found, total = 0, Fraction(0)
    for rank, document in enumerate(ranked[:k], start=1):
        if document in relevant:
            found += 1
            total += Fraction(found, rank)
    return float(total / min(len(relevant), k)) if relevant else 0.0


cases = []
for _ in range(60):
    documents = [f"d{number:02}" for number in draw.sample(range(90), 24)]
    judgements = {document: draw.choice([0, 1, 1, 2]) for document in documents if draw.random() < 0.5}
    # All scores differ: how equal ones are ordered is another question.
    run = {document: 40 - place for place, document in enumerate(draw.sample(documents, 18))}
    relevant = {document for document, grade in judgements.items() if grade > 0}
    ranked = sorted(run, key=run.get, reverse=True)
    scores = {f"CappedMAP@{k}": capped_map(ranked, relevant, k) for k in CUTS}
    cases.append({"judgements": judgements, "run": run, "scores": scores})

with open(OUTPUT, "w") as file:
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    file.write('{"made": "by its definition, in fractions",\n"cases": [\n' + lines + "\n]}\n")
