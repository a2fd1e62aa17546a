"""Writes cases.json: generated judgements and runs with trec_eval 9.0.8's score of every query.

    python3 make.py

Installs pytrec_eval-terrier, whose extension module is trec_eval 9.0.8 compiled, into a temporary environment and
runs itself there. Everything is drawn from one seed, so a second run writes the same bytes.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import venv

PACKAGES = ["pytrec_eval-terrier==0.5.11", "numpy==2.4.6", "scipy==1.17.1"]
CUTS = [1, 3, 5, 10, 25, 50, 100, 1000]
AT_CUTS = ["ndcg_cut", "map_cut", "recall", "P", "success"]
UNCUT = ["ndcg", "map", "recip_rank"]
COLUMNS = [f"{name}_{k}" for name in AT_CUTS for k in CUTS] + UNCUT
OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.json")

draw = random.Random(20250613)


def ids(count, prefix="d"):
    """Ids whose byte order is not their number's order."""
    return [f"{prefix}{number}" for number in draw.sample(range(count * 3), count)]


def judge(documents, grades, share=0.5):
    """Grades for some of the documents, at least one."""
    judged = [document for document in documents if draw.random() < share] or [documents[0]]
    return {document: draw.choice(grades) for document in judged}


def rank(documents, score):
    """Scores in an order that says nothing about the ranking."""
    shuffled = draw.sample(documents, len(documents))
    return {document: float(score(place)) for place, document in enumerate(shuffled)}


def any_score(_place):
    return draw.uniform(-5, 30)


def one_query(grades, score, found=20, unseen=10, share=0.5):
    documents = ids(found + unseen)
    return judge(documents, grades, share), rank(documents[:found], score)


def several(make, count):
    """A case of several queries."""
    pairs = {f"q{number}": make() for number in range(count)}
    return {q: pair[0] for q, pair in pairs.items()}, {q: pair[1] for q, pair in pairs.items()}


# Byte order, UTF-16 order and locale order all differ among these: astral characters against U+E000 to U+FFFF, case,
# accents in both normal forms, digits, signs, look-alikes, ids that begin with one another.
TRAPS = ["a", "A", "aa", "a-", "a b", "ä", "a\u0308", "z", "Z", "é", "e\u0301", "ß", "ss", "10", "9", "09", "-1",
         "\uffee", "\ue000", "\ufffd", "\U0001f9ec", "\U00010348", "\U0010fffd", "中文", "ﬁ", "fi", "İ", "i", "ı",
         "\u00a0x", "\u200bx", "ſ", "K", "\u212a", "%20", "a/b", "a\\b", "\"q\"", "'", "#1", "_", "~", "\u0378"]


def traps():
    documents = draw.sample(TRAPS, 24)
    return judge(documents, [0, 1, 2], 0.6), rank(documents[:20], lambda _: draw.choice([0.5, 0.5, 1.0]))


def near_float32(_place):
    """Scores that differ as doubles and are often equal as 32-bit floats."""
    return draw.choice([1.0, 7.25, 1234.5]) * (1 + draw.randrange(6) * 2.0 ** -26)


def beyond_float32(_place):
    """Scores that overflow, underflow or lose their sign as 32-bit floats."""
    return draw.choice([1e39, 2e300, -1e39, 1e-46, 1e-50, 0.0, -0.0, -1e-46, 1e-44, 3.5e38, 3.4e38])


def missing():
    judgements, run = several(lambda: one_query([0, 1, 2], any_score), 4)
    del run["q1"]
    del judgements["q2"]
    run["q3"] = {}
    return judgements, run


def single(make):
    return lambda: several(make, 1)


KINDS = {
    "graded": (20, lambda: several(lambda: one_query([0, 1, 2, 3], any_score), 2)),
    "binary": (10, lambda: several(lambda: one_query([1], any_score, 40, 20, 0.3), 2)),
    "all tied": (15, single(lambda: one_query([0, 1, 2], lambda _: 1.0))),
    "few scores": (15, lambda: several(lambda: one_query([0, 1, 2], lambda _: draw.randrange(4)), 2)),
    "tied as 32-bit floats": (20, single(lambda: one_query([0, 1, 3], near_float32, 40))),
    "beyond 32-bit floats": (15, single(lambda: one_query([0, 1, 3], beyond_float32, 40))),
    "negative grades": (20, single(lambda: one_query([-2, -1, 0, 1, 2], any_score))),
    # A query with negative grades only is left out: trec_eval 9.0.8 reads counts of an earlier query and may not end.
    "only grade 0": (10, lambda: several(lambda: one_query([0], any_score, 12, 3), 2)),
    "huge grades": (12, single(lambda: one_query([0, 1, 7, 255, 1000, 4999], any_score))),
    "missing queries": (15, missing),
    "nothing judged found": (8, single(lambda: (judge(ids(9, "x"), [1, 2]), rank(ids(9, "y"), any_score)))),
    "unjudged documents": (10, single(lambda: one_query([1, 2], any_score, 60, 0, 0.1))),
    "hostile ids": (25, single(traps)),
    "one document": (10, single(lambda: one_query([0, 1, 2], any_score, 1, draw.randrange(1, 4), 0.9))),
    "empty rankings": (5, single(lambda: (judge(ids(5), [0, 1]), {}))),
    "more relevant than k": (10, single(lambda: one_query([1, 2], any_score, 30, 90, 0.9))),
    "long": (4, single(lambda: one_query([0, 1, 2], any_score, 1200, 50, 0.08))),
    "long and tied": (4, single(lambda: one_query([0, 1], lambda _: draw.randrange(60), 1050, 20, 0.05))),
}


def write():
    import pytrec_eval

    def scores(judgements, run):
        wanted = {f"{name}.{','.join(map(str, CUTS))}" for name in AT_CUTS} | set(UNCUT)
        return pytrec_eval.RelevanceEvaluator(judgements, wanted).evaluate(run)

    # trec_eval 10 keeps doubles and would answer 1 here: a different program.
    assert scores({"q": {"a": 1}}, {"q": {"a": 1 + 2.0 ** -30, "b": 1.0}})["q"]["recip_rank"] == 0.5

    cases = []
    for kind, (count, make) in KINDS.items():
        for number in range(1, count + 1):
            judgements, run = make()
            expected = {q: [row[name] for name in COLUMNS] for q, row in scores(judgements, run).items()}
            cases.append({"name": f"{kind} {number}", "judgements": judgements, "run": run, "expected": expected})
    with open(OUTPUT, "w", encoding="utf-8") as file:
        head = json.dumps({"made": "pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8)", "columns": COLUMNS})
        file.write(head[:-1] + ',\n"cases": [\n')
        file.write(",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases))
        file.write("\n]}\n")


if "--write" in sys.argv:
    write()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
        subprocess.run([python, os.path.abspath(__file__), "--write"], check=True)
