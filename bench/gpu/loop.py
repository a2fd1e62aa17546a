"""The worker's own model without r2med around it: what batches of so many tokens give, and where the GPU's time goes:
loop.py WORK.json PACKAGE 16384 65536"""

import collections
import json
import os
import sys
import time

import torch

sys.path.insert(0, os.path.join(sys.argv[2], "python"))
from r2med_worker.models import opened  # noqa: E402
from r2med_worker.serving import TEXTS  # noqa: E402

with open(sys.argv[1], encoding="utf-8") as file:
    work = json.load(file)
plain = {"prefix": "", "suffix": ""}
settings = {"model": work["folder"], "name": work["name"], "precision": "bf16"}
if work["pairs"]:
    around = {"query": plain, "document": plain}
    settings.update(loader="scorer", form=around, tokens=work["limit"], truncation="longest-first", head="one-logit")
else:
    settings.update(loader="modules", prompts={role: plain for role in ("query", "rewrite", "document")}, tokens={"query": work["limit"], "document": work["limit"]}, normalise=True)
model = opened(settings)
kind = "pairs" if work["pairs"] else "texts"
texts = sorted(work[kind], key=lambda each: len(each) if kind == "texts" else sum(map(len, each)), reverse=True)


def read(part):
    return model.read({"id": 1, "role": "document", kind: part})


def requests():
    """Texts as r2med sends them: so many characters at once."""
    part, size = [], 0
    for text in texts:
        own = min(len(text) if kind == "texts" else sum(map(len, text)), model.about["textCharacters"])
        if part and (size + own > model.about["batchCharacters"] or len(part) == TEXTS):
            yield part
            part, size = [], 0
        part.append(text)
        size += own
    yield part


read(texts[:64])
began, cpu = time.time(), time.process_time()
items, usage = read(texts)
print(json.dumps({"way": "tokenising alone, one call", "seconds": time.time() - began, "cpu": time.process_time() - cpu, **usage}), flush=True)
began, cpu = time.time(), time.process_time()
calls = sum(1 for part in requests() if read(part))
print(json.dumps({"way": f"tokenising alone, {calls} calls", "seconds": time.time() - began, "cpu": time.process_time() - cpu, **usage}), flush=True)


def batches(budget):
    part, size = [], 0
    for item in items:
        if part and size + item.size > budget:
            yield part
            part, size = [], 0
        part.append(item)
        size += item.size
    yield part


def run(budget):
    ahead = collections.deque()
    for part in batches(budget):
        ahead.append(model.start(part))
        if len(ahead) > 2:
            ahead.popleft()()
    while ahead:
        ahead.popleft()()


for budget in map(int, sys.argv[3:]):
    model.start(next(batches(budget)))()
    began, cpu = time.time(), time.thread_time()
    run(budget)
    seconds = time.time() - began
    print(json.dumps({"way": f"loop, batches of {budget}", "layout": model.about["layout"], "seconds": seconds, "cpu": time.thread_time() - cpu, **usage}), flush=True)
if torch.cuda.is_available():
    from torch.profiler import ProfilerActivity, profile

    parts = list(batches(int(sys.argv[3])))[:4]
    with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as seen:
        for part in parts:
            model.start(part)
        torch.cuda.synchronize()
    print(seen.key_averages().table(sort_by="self_cuda_time_total", row_limit=18, max_name_column_width=60), file=sys.stderr)
    print(f"peak memory {torch.cuda.max_memory_allocated() / 1e9:.1f} GB, {model.about}", file=sys.stderr)
