"""Writes cases.json: generated judgements of aspects and runs, with the scores of ndeval for every query.

    python3 make.py

alpha-nDCG and subtopic recall as ir_measures has them, by pyndeval, which is TREC's ndeval. Everything is drawn from one seed, so a second
run writes the same bytes. Of equal scores pyndeval puts the lower id first.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import venv

PACKAGES = ["ir_measures==0.4.3", "pyndeval==0.0.8", "numpy==2.4.6"]
OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.json")
CUTS = [1, 3, 5, 10, 20]

draw = random.Random(20261117)


def one_query(grades, scores, found=20, unseen=8, aspects=4, share=0.5):
    """Grades by document and aspect, and a ranking of most of the documents in an order that says nothing."""
    documents = [f"d{number}" for number in draw.sample(range(90), found + unseen)]
    judgements = {document: {str(aspect): draw.choice(grades) for aspect in range(1, aspects + 1) if draw.random() < share}
                  for document in documents}
    judgements = {document: graded for document, graded in judgements.items() if graded}
    return judgements, {document: scores() for document in draw.sample(documents[:found], found)}


def apart():
    return draw.randrange(-1000, 4000) / 16


def tied():
    return draw.randrange(4) / 2


KINDS = {
    "two grades": (10, lambda: one_query([0, 1], apart)),
    "graded": (10, lambda: one_query([0, 1, 2, 3], apart)),
    "negative grades": (6, lambda: one_query([-2, 0, 1], apart)),
    "tied": (8, lambda: one_query([0, 1], tied)),
    "all relevant": (4, lambda: one_query([1], apart)),
    "many aspects": (4, lambda: one_query([0, 1], apart, 30, 10, 12, 0.2)),
    "few judged": (6, lambda: one_query([0, 1], apart, 40, 4, 3, 0.1)),
    "short ranking": (4, lambda: one_query([0, 1, 2], apart, 3, 20)),
    "nothing found": (2, lambda: ({f"x{n}": {"1": 1, "2": 0} for n in range(3)}, one_query([1], apart)[1])),
}


def write():
    import ir_measures
    from ir_measures import StRecall, alpha_nDCG

    wanted = {f"AspectRecall@{k}": StRecall @ k for k in CUTS}
    wanted |= {f"alpha_nDCG@{k}": alpha_nDCG @ k for k in CUTS}
    wanted |= {f"alpha_nDCG(alpha={alpha})@{k}": alpha_nDCG(alpha=alpha) @ k for alpha in [0.2, 0.9] for k in CUTS}
    wanted |= {f"alpha_nDCG(rel=2)@{k}": alpha_nDCG(rel=2) @ k for k in CUTS}
    wanted |= {f"AspectRecall(rel=2)@{k}": StRecall(rel=2) @ k for k in CUTS}
    cases = []
    for kind, (count, make) in KINDS.items():
        for number in range(1, count + 1):
            judgements, run = make()
            qrels = [ir_measures.Qrel("1", document, grade, aspect)
                     for document, graded in judgements.items() for aspect, grade in graded.items()]
            hits = [ir_measures.ScoredDoc("1", document, score) for document, score in run.items()]
            # One by one: of measures with different parameters ir_measures 0.4.3 gives the run to the first alone.
            scored = {metric.measure: metric.value for measure in wanted.values()
                      for metric in ir_measures.pyndeval.iter_calc([measure], qrels, hits)}
            cases.append({
                "name": f"{kind} {number}",
                "judgements": judgements,
                "run": run,
                "ndeval": {name: float(scored[measure]) for name, measure in wanted.items() if measure in scored},
            })
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
