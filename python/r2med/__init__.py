"""The R2MED benchmark from Python: score an embedding model, compare two runs. Standard library only; the program r2med does the work."""

import json
import os
import tempfile

from .program import R2medError, call
from .serving import Served
from .table import Table

__all__ = ["R2medError", "Table", "compare", "evaluate"]


def evaluate(
    model, tasks="sample", *, measure="nDCG@10", similarity="cosine", name=None, version=None, out=None, quiet=True
):
    """Scores a model (anything with .encode) on tasks: a suite, "suite/Task", a task of suite r2med, a folder, or a list of these."""
    rows = []
    with Served(model, name, version, similarity) as served, tempfile.TemporaryDirectory() as folder:
        for flags in _choices([tasks] if isinstance(tasks, str) else list(tasks)):
            words = ["run", *flags, "--retriever", served.command, "--measure", measure, "--out", out or folder]
            printed = json.loads(call([*words, "--json"], quiet, served.environment))
            rows += [_row(record, measure) for record in printed["records"]]
    return Table(rows, model=served.name, measure=measure)


def _row(record, measure):
    low, high = map(float, record["intervals"][measure])
    task = record["task"]
    score = float(record["scores"][measure])
    return {"task": task["name"], "score": score, "low": low, "high": high, "queries": task["queries"]}


def _choices(tasks):
    """The flags of each call: one suite at a time, and folders."""
    if not tasks:
        raise R2medError("no tasks", 'name some, as "sample"')
    suites, folders = {}, []
    known = None
    for task in tasks:
        if os.path.isdir(task):
            folders.append(task)
            continue
        known = known or {suite["name"] for suite in json.loads(call(["tasks", "--json"]))}
        suite, slash, name = task.partition("/")
        if not slash:
            suite, name = (task, "All") if task in known else ("r2med", task)
        suites.setdefault(suite, []).append(name)
    for suite, names in suites.items():
        yield ["--suite", suite, *(word for name in names for word in ("--task", name))]
    if folders:
        yield [word for folder in folders for word in ("--data", folder)]


def compare(a_run, b_run, judgements, *, measure="nDCG@10", quiet=True):
    """Run B against run A on judgements: files in any format, or {query: {document: number}}."""
    with tempfile.TemporaryDirectory() as folder:

        def file(name, given):
            if not isinstance(given, dict):
                return os.fspath(given)
            path = os.path.join(folder, name + ".json")
            with open(path, "w", encoding="utf-8") as written:
                json.dump(given, written, allow_nan=False)
            return path

        runs = [file("a", a_run), file("b", b_run)]
        words = ["compare", *runs, "--judgements", file("judgements", judgements), "--measure", measure, "--json"]
        compared = json.loads(call(words, quiet))
    (row,) = compared["systems"][0]["rows"]
    figures = {key: float(row[key]) for key in ("a", "b", "difference")}
    figures.update({key: float(row["interval"][key]) for key in ("low", "high")}, p=float(row["randomisation"]["p"]))
    figures.update({key: row[key] for key in ("queries", "wins", "ties", "losses")})
    return Table([figures], measure=measure)
