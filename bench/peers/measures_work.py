"""python measures_work.py PROGRAM FOLDER CUTS LATER: reads a run and its judgements into dictionaries, then scores them by
pytrec_eval, ranx or ir_measures; what the first call takes, and the best of LATER more. Imports come before the clock starts."""

import json
import resource
import sys
import time
from pathlib import Path

program, folder, cuts = sys.argv[1], Path(sys.argv[2]), [int(cut) for cut in sys.argv[3].split(",")]


def table(name, column, kind):
    rows = {}
    with open(folder / name, encoding="utf-8") as file:
        for line in file:
            fields = line.split()
            rows.setdefault(fields[0], {})[fields[2]] = kind(fields[column])
    return rows


def pytrec_eval_work():
    import pytrec_eval

    listed = ",".join(map(str, cuts))
    names = {f"{name}.{listed}" for name in ["ndcg_cut", "map_cut", "recall", "P", "success"]}
    names |= {"ndcg", "map", "recip_rank"}

    def work():
        scores = pytrec_eval.RelevanceEvaluator(judgements, names).evaluate(run)
        # It has no reciprocal rank within k.
        for row in scores.values():
            first = row["recip_rank"]
            for cut in cuts:
                row[f"recip_rank_{cut}"] = first if first * cut > 0.999999 else 0.0
        columns = next(iter(scores.values()))
        return {name: sum(row[name] for row in scores.values()) / len(scores) for name in columns}

    return work


def ranx_work():
    from ranx import Qrels, Run, evaluate

    names = [f"{name}@{cut}" for name in ["ndcg", "map", "recall", "precision", "hit_rate", "mrr"] for cut in cuts]
    return lambda: evaluate(Qrels(judgements), Run(run), [*names, "ndcg", "map", "mrr"])


def ir_measures_work():
    import ir_measures
    from ir_measures import AP, RR, P, R, Success, nDCG

    names = [measure @ cut for measure in (nDCG, AP, R, P, Success, RR) for cut in cuts] + [nDCG, AP, RR]

    def work():
        means, scores = ir_measures.calc(names, judgements, run)
        list(scores)
        return means

    return work


def timed():
    began, spent = time.perf_counter(), time.process_time()
    means = work()
    return time.perf_counter() - began, time.process_time() - spent, means


judgements, run = table("qrels.trec", 3, int), table("run.trec", 4, float)
work = {"pytrec_eval": pytrec_eval_work, "ranx": ranx_work, "ir_measures": ir_measures_work}[program]()
first, first_cpu, means = timed()
measured = {
    "first": first,
    "firstCpu": first_cpu,
    "later": min((timed()[0] for _ in range(int(sys.argv[4]))), default=None),
    "measures": len(means),
    "total": float(sum(means.values())),
    "cpu": time.process_time(),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}
print(json.dumps(measured), file=sys.stderr)
