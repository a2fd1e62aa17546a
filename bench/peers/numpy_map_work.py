"""python numpy_map_work.py FOLDER DEPTH: maps vectors and searches them once with numpy's matrix product and partial sort."""

import json
import resource
import sys
from pathlib import Path

import numpy as np

folder, depth = Path(sys.argv[1]), int(sys.argv[2])
documents = np.load(folder / "documents.npy", mmap_mode="r")
queries = np.load(folder / "queries.npy")
rows = len(documents)
best = np.argpartition(queries @ documents.T, rows - depth, axis=1)[:, rows - depth :]
usage = resource.getrusage(resource.RUSAGE_SELF)
measured = {"cpu": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}
print(json.dumps(measured), file=sys.stderr)
