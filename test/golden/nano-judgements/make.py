"""Writes cases.json: judgements as people have them, and what HAKARI-Bench's builder makes of them.

Run: python3 make.py. Python's own library is all it needs; everything is drawn from one seed.

The rule, told in our own words: a score above 0 is a positive, and so is a row without a score; every other row is a hard negative. Of
either kind a pair is there once, at its first row. So a pair graded 1 and 0 is of both kinds.
"""

import json
import random
from pathlib import Path

draw = random.Random("nano-judgements")
SCORES = [None, None, 1, 1, 2, 0, 0, -1, 0.5, 0.25, -0.5, 1.5]


def by_sign(rows):
    positives, negatives = {}, {}
    for query, document, score in rows:
        kind = positives if score is None or score > 0 else negatives
        kind[query, document] = True
    return [list(pair) for pair in positives], [list(pair) for pair in negatives]


cases = []
for _ in range(30):
    rows = [
        [draw.choice(["q1", "q2", "q3"]), f"d{draw.randrange(6)}", draw.choice(SCORES)]
        for _ in range(draw.randrange(1, 16))
    ]
    positives, negatives = by_sign(rows)
    cases.append({"rows": rows, "positives": positives, "hardNegatives": negatives})

with open(Path(__file__).parent / "cases.json", "w", encoding="utf-8") as file:
    file.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
