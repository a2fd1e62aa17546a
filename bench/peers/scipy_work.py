"""python scipy_work.py FILE DRAWS: SciPy's permutation test of paired differences; what the first call takes, and a later one."""

import json
import resource
import sys
import time

import numpy as np
from scipy import stats

differences, draws = np.array(json.load(open(sys.argv[1], encoding="utf-8"))), int(sys.argv[2])
# The fastest of 10 to 10,000 on 876 differences.
BATCH = 1000


def timed():
    began, spent = time.perf_counter(), time.process_time()
    # One sample of differences: their signs are drawn.
    result = stats.permutation_test(
        (differences,),
        lambda values, axis: np.mean(values, axis=axis),
        permutation_type="samples",
        n_resamples=draws,
        batch=BATCH,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    return time.perf_counter() - began, time.process_time() - spent, float(result.pvalue)


first, first_cpu, p = timed()
measured = {
    "first": first,
    "firstCpu": first_cpu,
    "later": min(timed()[0] for _ in range(5)),
    "p": p,
    "cpu": time.process_time(),
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}
print(json.dumps(measured), file=sys.stderr)
