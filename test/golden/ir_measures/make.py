"""Writes cases.json: generated judgements and runs with the scores of trec_eval and ir_measures for every query.

    OPENBLAS_CORETYPE=Haswell NPY_DISABLE_CPU_FEATURES='X86_V4 AVX512_ICL AVX512_SPR' python3 make.py

Sums and exponentials are then the same on every processor.

Rprec, bpref, infAP, set_*, num_* and iprec_at_recall are trec_eval 9.0.8's (pytrec_eval-terrier), also with its relevance
level at 2 and with judged documents only; ERR and nDCG with exponential gains are gdeval's; Judged, RBP and INST are
ir_measures' own (the last two by cwl-eval), DCG is scikit-learn's. "together" has trec_eval's values for all queries of a kind:
sums of counts, geometric means. Needs perl for gdeval. Everything is drawn from one seed, so a
second run writes the same bytes.

Each program has its own order of equal scores. gdeval and trec_eval put the higher id first; ir_measures' Judged the lower
id; cwl-eval keeps the order of the file, which here is trec_eval's.
"""

import json
import logging
import math
import os
import random
import subprocess
import sys
import tempfile
import venv

PACKAGES = ["ir_measures==0.4.3", "pytrec_eval-terrier==0.5.11", "cwl-eval==1.0.12", "numpy==2.4.6", "scipy==1.17.1",
            "scikit-learn==1.9.1"]
OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.json")
CUTS = [1, 3, 10, 20, 1000]

draw = random.Random(20261115)


def one_query(grades, scores, found=20, unseen=8, share=0.6):
    """Judgements of some documents, and a ranking of most of them in an order that says nothing."""
    documents = [f"d{number}" for number in draw.sample(range(90), found + unseen)]
    judged = [document for document in documents if draw.random() < share] or documents[:1]
    judgements = {document: draw.choice(grades) for document in judged}
    return judgements, {document: scores() for document in draw.sample(documents[:found], found)}


def apart():
    # A sixteenth is the same in text, in 32 and in 64 bits.
    return draw.randrange(-1000, 4000) / 16


def tied():
    return draw.randrange(4) / 2


KINDS = {
    "graded": (12, lambda: one_query([0, 1, 2, 3], apart)),
    "graded up to 4": (8, lambda: one_query([0, 1, 2, 3, 4], apart)),
    "with negative grades": (16, lambda: one_query([-1, 0, 1, 2, 3], apart)),
    "with more negative grades": (8, lambda: one_query([-3, -2, -1, 0, 1, 2], apart)),
    "tied": (12, lambda: one_query([-1, 0, 1, 2, 3], tied)),
    "all tied": (6, lambda: one_query([0, 1, 2], lambda: 1.0)),
    "few judged": (10, lambda: one_query([0, 1, 2, 3], apart, 60, 4, 0.1)),
    "no grade 0": (6, lambda: one_query([1, 2], apart)),
    "only grade 0": (4, lambda: one_query([0], apart)),
    "more relevant than found": (6, lambda: one_query([1, 2, 3], apart, 5, 30, 0.9)),
    "nothing judged found": (4, lambda: ({f"x{n}": draw.choice([0, 1, 2]) for n in range(5)}, one_query([1], apart)[1])),
    "one hit": (4, lambda: one_query([0, 1], apart, 1, 3, 0.9)),
    "empty ranking": (3, lambda: one_query([-1, 0, 1, 2], apart, 0, 6)),
    "long": (2, lambda: one_query([0, 1, 2], apart, 80, 5, 0.3)),
}


def write():
    import pytrec_eval
    import ir_measures
    from ir_measures import ERR, INST, RBP, Judged, nDCG
    from sklearn.metrics import dcg_score

    # ir_measures warns of each query whose grades do not fill the scale, which is meant here.
    logging.disable(logging.WARNING)
    levels = [1, 2]
    gdeval = {f"ERR@{k}": ERR @ k for k in CUTS} | {f"nDCG(dcg='exp-log2')@{k}": nDCG(dcg="exp-log2") @ k for k in CUTS}
    judged = {f"Judged@{k}": Judged @ k for k in CUTS} | {"Judged": Judged}
    rbp = {name: RBP(p=p, rel=rel) for name, p, rel in [
        ("RBP", 0.8, 1), ("RBP(p=0.5)", 0.5, 1), ("RBP(p=0.95)", 0.95, 1), ("RBP(rel=2)", 0.8, 2), ("RBP(p=0.5, rel=2)", 0.5, 2)]}
    inst = {f"INST(t={T}, max={highest})": INST(T=T, min_rel=0, max_rel=highest) for T in [1, 2.5] for highest in [1, 3]}
    names = {"Rprec", "bpref", "infAP", "map", "recip_rank", "P.5,10", "recall.5,10", "success.5", "set_P", "set_relative_P",
             "set_recall", "set_map", "set_F", "num_q", "num_ret", "num_rel", "num_rel_ret", "iprec_at_recall"}
    judged_names = {"Rprec", "map", "recip_rank", "P.5", "recall.5", "success.5", "set_P", "set_F", "ndcg", "ndcg_cut.5", "num_ret",
                    "iprec_at_recall"}

    def trec_eval(judgements, run):
        rows = {}
        for level in levels:
            scored = pytrec_eval.RelevanceEvaluator(
                {"1": judgements}, names, relevance_level=level).evaluate({"1": run})["1"]
            rows |= {name if level == 1 else f"{name} level {level}": value for name, value in scored.items()}
        only_judged = pytrec_eval.RelevanceEvaluator(
            {"1": judgements}, judged_names, judged_docs_only_flag=True).evaluate({"1": run})["1"]
        rows |= {f"{name} judged": value for name, value in only_judged.items()}
        weighed = pytrec_eval.RelevanceEvaluator({"1": judgements}, {"set_F.2.0"}).evaluate({"1": run})["1"]
        # Where no hit is left, trec_eval's iprec_at_recall is 0 / 0.
        return {name: value for name, value in rows.items() if not math.isnan(value)} | {"SetF(beta=2)": weighed["set_F"]}

    def dcg(judgements, in_order):
        """scikit-learn needs two documents, and none with a negative gain."""
        grades = [max(judgements.get(document, 0), 0) for document, _ in in_order] + [0, 0]
        places = list(range(len(grades), 0, -1))
        return {f"DCG{gains}{cut}": float(dcg_score([gain], [places], k=k))
                for gains, gain in [("", grades), ("(gains=exponential)", [2 ** grade - 1 for grade in grades])]
                for cut, k in [("", None), ("@3", 3), ("@10", 10)]}

    def together(rows):
        scored = pytrec_eval.RelevanceEvaluator(
            {str(q): row["judgements"] for q, row in enumerate(rows)}, {"gm_map", "gm_bpref", "num_q", "num_ret", "num_rel", "num_rel_ret"},
        ).evaluate({str(q): row["run"] for q, row in enumerate(rows)}).values()
        return {name: float(pytrec_eval.compute_aggregated_measure(name, [values[name] for values in scored]))
                for name in ["gm_map", "gm_bpref", "num_q", "num_ret", "num_rel", "num_rel_ret"]}

    def by_ir_measures(provider, wanted, judgements, run):
        qrels = [ir_measures.Qrel("1", document, grade) for document, grade in judgements.items()]
        hits = [ir_measures.ScoredDoc("1", document, score) for document, score in run]
        scored = {metric.measure: metric.value for metric in provider.iter_calc(list(wanted.values()), qrels, hits)}
        return {name: float(scored[measure]) for name, measure in wanted.items()}

    cases = []
    for kind, (count, make) in KINDS.items():
        for number in range(1, count + 1):
            judgements, run = make()
            # trec_eval 9.0.8 reads counts of an earlier query where all grades are negative, and may not end.
            if all(grade < 0 for grade in judgements.values()):
                judgements["d0"] = 0
            in_order = sorted(run.items(), key=lambda hit: (hit[1], hit[0]), reverse=True)
            cases.append({
                "name": f"{kind} {number}",
                "judgements": judgements,
                "run": run,
                "trec_eval": trec_eval(judgements, run),
                "gdeval": by_ir_measures(ir_measures.gdeval, gdeval, judgements, in_order),
                "judged": by_ir_measures(ir_measures.judged, judged, judgements, in_order),
                "cwl": by_ir_measures(ir_measures.cwl_eval, rbp | inst, judgements, in_order),
                "sklearn": dcg(judgements, in_order),
            })
    of_kind = {kind: [case for case in cases if case["name"].rsplit(" ", 1)[0] == kind] for kind in KINDS}
    all_queries = {kind: together(rows) for kind, rows in of_kind.items()}
    with open(OUTPUT, "w", encoding="utf-8") as file:
        file.write('{"made": ' + json.dumps(", ".join(PACKAGES)) + ',\n"cases": [\n')
        file.write(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
        file.write('\n],\n"together": ' + json.dumps(all_queries) + "}\n")


if "--write" in sys.argv:
    write()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
        subprocess.run([python, os.path.abspath(__file__), "--write"], check=True)
