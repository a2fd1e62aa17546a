"""r2med on one GPU against sentence-transformers at its best batch, and the GPU's matrix rate: the whole table in one run.

    python3 bench/gpu/measure.py --r2med FOLDER_OF_THE_PACKAGE --out results.json

`--only PART` measures one part alone (repeatable). The file is written after each way, so that a run that is stopped keeps what it has.
Needs no network: models have random weights and the real sizes, texts are invented. `--weights NAME=FOLDER` adds an entry with its
real weights to the part `rankings`, on the sample suite.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from importlib import metadata

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
# What is measured: texts and their mean length in words, or queries with 100 documents each.
WORK = {"bge-reranker": (200, 95), "bge": (16000, 205), "e5": (2048, 370), "rankllama": (20, 95)}
QUERY_WORDS = 45
# The peer's batches, the likely best first: a later one is stopped when it is slower.
BATCHES = {"bge": (512, 256, 128, 32), "e5": (128, 32), "bge-reranker": (512, 256, 128, 32), "rankllama": (64, 32)}
WANTED = {"bge": (2.5, 0.48), "e5": (1.45, 0.64), "bge-reranker": (1.8, 0.45), "rankllama": (1.4, None)}
# In the order of their worth, if time is short. `where` is the time of the worker's steps, without r2med around it.
PARTS = ("bge-reranker", "bge", "e5", "rankllama", "rankings", "where")
# Of `rankings`: documents and queries; hits that are compared.
RANKED, ASKED, TOP = 4000, 300, 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("--node", default="node")
    parser.add_argument("--r2med", required=True, help="folder of the package")
    parser.add_argument("--out", required=True, help="file of results, as JSON")
    parser.add_argument("--minutes", type=float, default=9, help="time for all of it; what does not fit is left out, and said")
    parser.add_argument("--weights", action="append", default=[], help="NAME=FOLDER, for the part rankings")
    parser.add_argument("--scale", type=float, default=1, help="share of the work, to try the program out")
    parser.add_argument("--tiny", action="store_true", help="models of two small layers, to try the program out")
    arguments = parser.parse_args()
    home = tempfile.mkdtemp()
    os.environ.update(HF_HOME=home, HF_HUB_OFFLINE="1", R2MED_HOME=os.path.join(home, "r2med"), PYTHONUNBUFFERED="1")
    bench = Bench(arguments, home)
    try:
        for part in arguments.only or PARTS:
            bench.part(part)
    finally:
        shutil.rmtree(home, ignore_errors=True)
        print(bench.table())


def write_json(file, value):
    with open(f"{file}.new", "w", encoding="utf-8") as out:
        json.dump(value, out, indent=1)
    os.replace(f"{file}.new", file)


class Bench:
    def __init__(self, arguments, home):
        self.end = time.time() + arguments.minutes * 60
        import models

        self.models, self.arguments, self.home = models, arguments, home
        self.entries, self.work = {}, {}
        for file, key in (("models.json", "models"), ("rerankers.json", "rerankers")):
            with open(os.path.join(arguments.r2med, "data", file), encoding="utf-8") as text:
                self.entries.update({entry["name"]: entry for entry in json.load(text)[key]})
        self.rate = self.matrix_rate()
        self.result = {"conditions": self.conditions(), "lines": [], "left out": []}

    def conditions(self):
        import torch

        return {
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU",
            "matrixTflops": self.rate / 1e12,
            "cores": os.cpu_count(),
            "torch": torch.__version__,
            **{each: metadata.version(each) for each in ("transformers", "sentence-transformers")},
            "node": subprocess.run([self.arguments.node, "--version"], stdout=subprocess.PIPE, text=True).stdout.strip(),
        }

    def matrix_rate(self):
        """The same measurement as the worker's."""
        import torch

        if not torch.cuda.is_available():
            return 1e11
        sys.path.insert(0, os.path.join(self.arguments.r2med, "python"))
        from r2med_worker.rate import matrix_rate

        return matrix_rate(torch.device("cuda"), "bf16")

    def tell(self, line):
        print(json.dumps(line), flush=True)
        self.result["lines"].append(line)
        write_json(self.arguments.out, self.result)

    def left(self):
        return self.end - time.time()

    def part(self, part):
        began = time.time()
        try:
            if self.left() < 30:
                raise TimeoutError("no time left")
            {"rankings": self.rankings, "where": self.where}.get(part, lambda: self.against(part))()
        except Exception as error:  # the next part may well work
            self.result["left out"].append(f"{part}: {type(error).__name__}: {error}")
            print(f"{part}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        self.tell({"part": part, "whole": time.time() - began})

    def model(self, name):
        """Texts, queries and the folder of a model in the hub cache; of large models only the newest is kept."""
        if name not in self.work:
            count, words = WORK[name]
            count = max(4, int(count * self.arguments.scale))
            reranks = name in ("bge-reranker", "rankllama")
            documents = self.models.invented(4000 if reranks else count, words, 1)
            queries = self.models.invented(count if reranks else 3, QUERY_WORDS, 2, spread=0.4)
            began = time.time()
            folder = self.models.make(self.home, self.entries[name], name, documents, self.arguments.tiny)
            self.work[name] = {"name": name, "folder": folder, "limit": self.models.ROWS[name]["limit"], "documents": documents, "queries": queries, "reranks": reranks}
            self.tell({"made": name, "seconds": time.time() - began})
        return self.work[name]

    def against(self, name):
        work = self.model(name)
        record, out = self.run(work["documents"], work["queries"], work["reranks"], name, "bf16")
        facts = record["facts"]
        if work["reranks"]:
            scored = [(work["queries"][int(query[1:])], work["documents"][int(document[1:])]) for query, document in first_hundred(out)]
            work.update(pairs=scored, texts=None)
            line = {"items": facts["reranking"]["pairs"], "tokens": facts["reranking"]["tokens"], "seconds": record["timings"]["search"]}
        else:
            work.update(pairs=None, texts=work["documents"])
            line = {"items": facts["embedded"], "tokens": facts["embedder"]["tokens"], "seconds": facts["embedSeconds"]}
        self.timed(name, {"way": "r2med", **line})
        self.program(name, "peer.py", str(self.left() - 10), *map(str, BATCHES[name]))
        if WORK[name][0] < 10000 and name in ("e5", "rankllama"):
            shutil.rmtree(work["folder"], ignore_errors=True)
            del self.work[name]

    def where(self):
        """Where the worker's time goes, by its own steps one by one."""
        for name in ("bge-reranker", "bge"):
            if name in self.work and "pairs" in self.work[name]:
                self.program(name, "loop.py", "32768", "65536", "131072")

    def program(self, name, program, *more):
        """A program in a process of its own, so that nothing of another is in the GPU's memory."""
        work = self.work[name]
        file = os.path.join(self.home, "work.json")
        write_json(file, {each: work[each] for each in ("name", "folder", "limit", "texts", "pairs")})
        call = [sys.executable, os.path.join(HERE, program), file, self.arguments.r2med, *more]
        with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as ran:
            for line in ran.stdout:
                if line.startswith("{"):
                    self.timed(name, json.loads(line))
        if ran.returncode != 0:
            raise RuntimeError(f"{program} ended with {ran.returncode}")

    def timed(self, name, line):
        line["share"] = 2 * self.models.ROWS[name]["weights"] * line["tokens"] / line["seconds"] / self.rate
        self.tell({"model": name, **line})

    def run(self, documents, queries, reranks, name, precision, more=()):
        """A run of r2med; its record and the folder of results."""
        data, out = os.path.join(self.home, "data"), tempfile.mkdtemp(dir=self.home)
        write_task(data, documents, queries)
        system = ["--system", f"bm25 > {name}(100)"] if reranks else ["--retriever", name]
        return self.r2med("run", "--data", data, *system, "--precision", precision, *more, "--out", out), out

    def r2med(self, *words):
        call = [self.arguments.node, os.path.join(self.arguments.r2med, "bin", "r2med.js"), *words, "--python", sys.executable]
        ran = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=max(20, self.left()))
        print("\n".join(ran.stderr.splitlines()[-8:]), file=sys.stderr, flush=True)
        records = list(records_of(words[-1]))
        if ran.returncode != 0 or not records:
            raise RuntimeError(f"r2med ended with {ran.returncode}")
        # A first stage has a record of its own.
        return next((each for each in records if "reranking" in each["facts"]), records[0])

    def rankings(self):
        """How many of the first ten hits change from fp32 to bf16."""
        documents, queries = self.models.invented(RANKED, WORK["bge"][1], 3), self.models.invented(ASKED, QUERY_WORDS, 4, spread=0.4)
        if self.arguments.scale < 1:
            documents, queries = documents[:60], queries[:10]
        self.model("bge")
        folders = [self.run(documents, queries, False, "bge", precision)[1] for precision in ("fp32", "bf16")]
        self.tell({"rankings": "bge, random weights", "queries": len(queries), "documents": len(documents), **changed(*folders)})
        for name, folder in (each.split("=", 1) for each in self.arguments.weights):
            folders = []
            for precision in ("fp32", "bf16"):
                folders.append(tempfile.mkdtemp(dir=self.home))
                more = ["--model-folder", os.path.abspath(folder), "--precision", precision, "--out", folders[-1]]
                self.r2med("run", "--suite", "sample", "--task", "All", "--retriever", name, *more)
            self.tell({"rankings": f"{name}, real weights, sample suite", **changed(*folders)})

    def table(self):
        """What people read: each model with r2med and the peer's best."""
        lines = [f"{json.dumps(self.result['conditions'])}", "", "| Model | items | r2med | share | peer's best | ratio | wanted |", "|---|---|---|---|---|---|---|"]
        for name in WORK:
            ways = [line for line in self.result["lines"] if line.get("model") == name]
            ours = next((line for line in ways if line["way"] == "r2med"), None)
            peers = [line for line in ways if "batch " in line["way"] and not line.get("stopped")]
            if ours:
                best = min(peers, key=lambda line: line["seconds"], default=None)
                peer = f"{best['seconds']:.2f} s, {best['way']} | {best['seconds'] / ours['seconds']:.2f}" if best else "– | –"
                wanted = ", ".join(str(each) for each in WANTED[name] if each)
                lines.append(f"| {name} | {ours['items']} | {ours['seconds']:.2f} s | {ours['share']:.3f} | {peer} | {wanted} |")
        lines += [f"- {json.dumps(line)}" for line in self.result["lines"] if "rankings" in line]
        return "\n".join([*lines, *(f"left out: {each}" for each in self.result["left out"])])


def write_task(data, documents, queries):
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)

    def write(file, rows):
        with open(os.path.join(data, file), "w", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows)

    write("corpus.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(documents)])
    write("query.jsonl", [{"id": f"q{i}", "text": text} for i, text in enumerate(queries)])
    write("qrels.jsonl", [{"q_id": f"q{i}", "p_id": f"d{i}", "score": 1} for i in range(len(queries))])


def files_of(out, name):
    for folder, _, files in sorted(os.walk(out)):
        if name in files:
            yield os.path.join(folder, name)


def records_of(out):
    for file in files_of(out, "record.json"):
        with open(file, encoding="utf-8") as text:
            yield json.load(text)


def hits_of(file, most):
    with open(file, encoding="utf-8") as run:
        return [(row[0], row[2]) for row in map(str.split, run) if int(row[3]) <= most]


def first_hundred(out):
    """The pairs that were scored: the first hundred documents of each query, by the first stage alone."""
    first = [file for file in files_of(out, "run.trec") if os.path.basename(os.path.dirname(os.path.dirname(file))) == "bm25"]
    if not first:
        raise RuntimeError("the run of the first stage is not there")
    return hits_of(first[0], 100)


def changed(one, other):
    """The mean share of a query's first hits that another run has not among its first."""
    tops = []
    for out in (one, other):
        tops.append({})
        for file in files_of(out, "run.trec"):
            for query, document in hits_of(file, TOP):
                tops[-1].setdefault((os.path.basename(os.path.dirname(file)), query), set()).add(document)
    shares = [len(tops[0][query] - tops[1][query]) / len(tops[0][query]) for query in tops[0]]
    return {"top": TOP, "changed": sum(shares) / len(shares), "queriesChanged": sum(1 for share in shares if share > 0) / len(shares)}


if __name__ == "__main__":
    main()
