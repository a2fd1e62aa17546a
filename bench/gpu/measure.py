"""r2med on one GPU against sentence-transformers at its best batch, and the GPU's matrix rate.

    python3 bench/gpu/measure.py --node node --r2med FOLDER_OF_THE_PACKAGE --out results.jsonl bge e5 bge-reranker rankllama

Writes one line of JSON for each way. Needs no network: models have random weights and the real sizes, texts are invented.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# What is measured: texts and their mean length in words, or queries with 100 documents each.
WORK = {"bge": (16000, 205), "e5": (2048, 370), "bge-reranker": (200, 95), "rankllama": (20, 95)}
QUERY_WORDS = 45
BATCHES = {"bge": (128, 256, 512), "e5": (32, 128), "bge-reranker": (128, 256, 512), "rankllama": (32, 64)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+", choices=list(WORK))
    parser.add_argument("--node", default="node")
    parser.add_argument("--r2med", required=True, help="folder of the package")
    parser.add_argument("--out", required=True)
    parser.add_argument("--scale", type=float, default=1, help="share of the work, to try the program out")
    parser.add_argument("--tiny", action="store_true", help="models of two small layers, to try the program out")
    parser.add_argument("--batches", default="", help="batch sizes of the peers instead of the usual ones")
    parser.add_argument("--budgets", default="", help="also time the worker's own loop with these batches of tokens, as 16384,65536")
    arguments = parser.parse_args()
    home = tempfile.mkdtemp()
    os.environ.update(HF_HOME=home, HF_HUB_OFFLINE="1", R2MED_HOME=os.path.join(home, "r2med"), PYTHONUNBUFFERED="1")
    bench = Bench(arguments, home)
    for name in arguments.names:
        bench.measure(name)


class Bench:
    def __init__(self, arguments, home):
        import models

        self.models, self.arguments, self.home = models, arguments, home
        self.entries = {}
        for file, key in (("models.json", "models"), ("rerankers.json", "rerankers")):
            with open(os.path.join(arguments.r2med, "data", file), encoding="utf-8") as text:
                self.entries.update({entry["name"]: entry for entry in json.load(text)[key]})
        self.rate = self.matrix_rate()
        self.tell({"matrixTflops": self.rate / 1e12, "device": self.device()})

    def tell(self, line):
        print(json.dumps(line), flush=True)
        with open(self.arguments.out, "a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")

    def device(self):
        import torch

        return torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU"

    def matrix_rate(self):
        import torch

        if not torch.cuda.is_available():
            return 1e11
        a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
        b = torch.randn_like(a)
        for _ in range(3):
            a @ b
        torch.cuda.synchronize()
        began = time.time()
        for _ in range(10):
            a @ b
        torch.cuda.synchronize()
        return 10 * 2 * 8192**3 / (time.time() - began)

    def measure(self, name):
        count, words = WORK[name]
        count = max(4, int(count * self.arguments.scale))
        reranks = name in ("bge-reranker", "rankllama")
        documents = self.models.invented(4000 if reranks else count, words, 1)
        queries = self.models.invented(count if reranks else 3, QUERY_WORDS, 2, spread=0.4)
        folder = self.models.make(self.home, self.entries[name], name, documents, self.arguments.tiny)
        self.name, self.row, self.folder = name, self.models.ROWS[name], folder
        self.pairs, self.texts = None, documents
        self.r2med(documents, queries, reranks)
        if self.arguments.budgets:
            code = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loop.py")
            self.in_process(code, *self.arguments.budgets.split(","))
        batches = self.arguments.batches.split(",") if self.arguments.batches else map(str, BATCHES[name])
        self.in_process(os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer.py"), *batches)

    def in_process(self, program, *more):
        """A peer in a process of its own, so that nothing of another is in the GPU's memory."""
        with open(os.path.join(self.home, "work.json"), "w", encoding="utf-8") as file:
            json.dump({"name": self.name, "folder": self.folder, "limit": self.row["limit"], "texts": None if self.pairs else self.texts, "pairs": self.pairs}, file)
        ran = subprocess.run([sys.executable, program, file.name, self.arguments.r2med, *more], stdout=subprocess.PIPE, text=True)
        for line in ran.stdout.splitlines():
            if line.startswith("{"):
                self.shared(json.loads(line))

    def shared(self, line):
        tokens, seconds = line["tokens"], line["seconds"]
        line["share"] = 2 * self.row["weights"] * tokens / seconds / self.rate
        self.tell({"model": self.name, **line})

    def reranked(self, out):
        """The pairs that were scored: the first hundred documents of each query."""
        for folder, _, files in os.walk(out):
            if os.path.basename(os.path.dirname(folder)).startswith("bm25") and "reranker" not in folder and "llama" not in folder and "run.trec" in files:
                with open(os.path.join(folder, "run.trec"), encoding="utf-8") as run:
                    rows = [line.split() for line in run]
                return [(row[0], row[2]) for row in rows if int(row[3]) <= 100]
        raise SystemExit("the run of the first stage is not there")

    def r2med(self, documents, queries, reranks):
        data = tempfile.mkdtemp()

        def write(file, rows):
            with open(os.path.join(data, file), "w", encoding="utf-8") as out:
                out.writelines(json.dumps(row) + "\n" for row in rows)

        write("corpus.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(documents)])
        write("query.jsonl", [{"id": f"q{i}", "text": text} for i, text in enumerate(queries)])
        write("qrels.jsonl", [{"q_id": f"q{i}", "p_id": f"d{i}", "score": 1} for i in range(len(queries))])
        system = ["--system", f"bm25 > {self.name}(100)"] if reranks else ["--retriever", self.name]
        out = tempfile.mkdtemp()
        call = [self.arguments.node, os.path.join(self.arguments.r2med, "bin", "r2med.js"), "run", "--data", data, *system]
        began = time.time()
        ran = subprocess.run([*call, "--python", sys.executable, "--precision", "bf16", "--out", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        print("\n".join(ran.stderr.splitlines()[-12:]), file=sys.stderr, flush=True)
        for folder, _, files in os.walk(out):
            if "record.json" in files:
                with open(os.path.join(folder, "record.json"), encoding="utf-8") as text:
                    found = json.load(text)
                    # A first stage has a record of its own.
                    record = found if not reranks or "reranking" in found["facts"] else None
                if record:
                    break
        facts = record["facts"]
        if reranks:
            self.pairs = [(queries[int(query[1:])], documents[int(document[1:])]) for query, document in self.reranked(out)]
            spent = facts["reranking"]
            line = {"way": "r2med", "pairs": spent["pairs"], "tokens": spent["tokens"], "seconds": record["timings"]["search"]}
        else:
            line = {"way": "r2med", "texts": facts["embedded"], "tokens": facts["embedder"]["tokens"], "seconds": facts["embedSeconds"]}
        self.shared({**line, "whole": time.time() - began})


if __name__ == "__main__":
    main()
