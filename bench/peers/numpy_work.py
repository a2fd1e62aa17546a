"""python numpy_work.py FOLDER DEPTH: numpy's matrix product and partial sort, several times, after reading vectors."""

import json
import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np

folder, depth = Path(sys.argv[1]), int(sys.argv[2])
documents, queries = np.load(folder / "documents.npy"), np.load(folder / "queries.npy")
rows = len(documents)
seconds = []
for _ in range(5):
    began = time.perf_counter()
    best = np.argpartition(queries @ documents.T, rows - depth, axis=1)[:, rows - depth :]
    seconds.append(time.perf_counter() - began)
usage = resource.getrusage(resource.RUSAGE_SELF)
measured = {
    "search": statistics.median(seconds),
    "best": min(seconds),
    "cpu": usage.ru_utime + usage.ru_stime,
    "megabytes": usage.ru_maxrss / 1024,
}
print(json.dumps(measured), file=sys.stderr)
