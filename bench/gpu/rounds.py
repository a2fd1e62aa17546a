"""r2med on one GPU against sentence-transformers for the two smaller models, in turns, so that neither has the quieter minutes:

    python3 bench/gpu/rounds.py --r2med FOLDER_OF_THE_PACKAGE --node NODE --out results.json

Each round is r2med, its caches empty, and then the peer on the same texts, in a process that stays loaded. Rounds go on while there is time for a
whole one. The file is written after each way.
"""

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from measure import HERE, WANTED, Bench, first_hundred, write_json

NAMES = ("bge-reranker", "bge")
# The peer's batches: its best of 32 to 512 in every run so far, and in the first round the one nearest to it.
BEST, NEXT = 512, 256
# A run of r2med and one of the peer, if none was measured yet, and what ends a run that is stopped.
GUESS, REST = 45, 4


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--node", default="node")
    parser.add_argument("--r2med", required=True, help="folder of the package")
    parser.add_argument("--out", required=True, help="file of results, as JSON")
    parser.add_argument("--minutes", type=float, default=4.3, help="time for all of it")
    parser.add_argument("--scale", type=float, default=1, help="share of the work, to try the program out")
    parser.add_argument("--tiny", action="store_true", help="models of two small layers, to try the program out")
    arguments = parser.parse_args()
    home = tempfile.mkdtemp()
    os.environ.update(HF_HOME=home, HF_HUB_OFFLINE="1", PYTHONUNBUFFERED="1")
    bench = Bench(arguments, home)
    models = [Model(bench, name) for name in NAMES]
    try:
        for model in models:
            model.bench.model(model.name)
        while any([model.round() for model in models]):
            pass
    finally:
        for model in models:
            model.end()
        shutil.rmtree(home, ignore_errors=True)
        print("\n".join([json.dumps(bench.result["conditions"]), "", *TITLE, *(model.line() for model in models), *bench.result["left out"]]))


TITLE = ("| Model | items | r2med | share | peer | ratio of medians | ratio of bests | wanted |", "|---|---|---|---|---|---|---|---|")


class Model:
    """One of the two: what it took in each round, and the peer's process."""

    def __init__(self, bench, name):
        self.bench, self.name = bench, name
        self.peer, self.ours, self.peers, self.longest = None, [], {}, GUESS

    def round(self):
        """r2med, then the peer; false if there is no time for both, or one of them failed."""
        began = time.time()
        if self.bench.left() < self.longest + REST:
            return False
        try:
            self.r2med()
            if self.peer is None:
                self.load()
                self.ask(BEST)
                if self.bench.left() > 3 * GUESS:
                    self.ask(NEXT)
            else:
                self.ask(min(self.peers, key=lambda size: min(self.peers[size])))
                self.longest = time.time() - began
        except Exception as error:  # what was measured before is printed
            self.bench.result["left out"].append(f"{self.name}: {type(error).__name__}: {error}")
            return False
        return True

    def r2med(self):
        bench, work = self.bench, self.bench.work[self.name]
        os.environ["R2MED_HOME"] = tempfile.mkdtemp(dir=bench.home)
        record, out = bench.run(work["documents"], work["queries"], work["reranks"], self.name, "bf16")
        facts = record["facts"]
        if work["reranks"]:
            work["pairs"] = [(work["queries"][int(query[1:])], work["documents"][int(document[1:])]) for query, document in first_hundred(out)]
            line = {"items": facts["reranking"]["pairs"], "tokens": facts["reranking"]["tokens"], "seconds": record["timings"]["search"]}
        else:
            line = {"items": facts["embedded"], "tokens": facts["embedder"]["tokens"], "seconds": facts["embedSeconds"]}
        bench.timed(self.name, {"way": "r2med", **line})
        self.ours.append(line)

    def load(self):
        work = self.bench.work[self.name]
        file = os.path.join(self.bench.home, f"{self.name}.json")
        texts = {"texts": None if work["reranks"] else work["documents"], "pairs": work.get("pairs")}
        write_json(file, {**{each: work[each] for each in ("name", "folder", "limit")}, **texts})
        call = [sys.executable, os.path.join(HERE, "peer.py"), file, self.bench.arguments.r2med, str(self.bench.left() - REST), "-"]
        self.peer = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, size):
        self.peer.stdin.write(f"{size}\n")
        self.peer.stdin.flush()
        for answer in self.peer.stdout:
            if answer.startswith("{"):
                line = json.loads(answer)
                self.bench.timed(self.name, line)
                if not line.get("stopped"):
                    self.peers.setdefault(size, []).append(line["seconds"])
                return
        raise RuntimeError("the peer ended")

    def end(self):
        if self.peer is not None:
            self.peer.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.peer.wait(REST)
            self.peer.kill()

    def line(self):
        ours = [each["seconds"] for each in self.ours]
        if not ours or not self.peers:
            return f"| {self.name} | not measured |"
        size, theirs = min(self.peers.items(), key=lambda each: min(each[1]))
        middle = statistics.median(ours)
        share = 2 * self.bench.models.ROWS[self.name]["weights"] * self.ours[0]["tokens"] / middle / self.bench.rate
        return (
            f"| {self.name} | {self.ours[0]['items']} | {shown(ours)} | {share:.3f} | batch {size}: {shown(theirs)} | "
            f"{statistics.median(theirs) / middle:.2f} | {min(theirs) / min(ours):.2f} | {', '.join(map(str, WANTED[self.name]))} |"
        )


def shown(seconds):
    return ", ".join(f"{each:.2f}" for each in seconds) + " s"


if __name__ == "__main__":
    main()
