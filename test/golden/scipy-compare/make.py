"""Writes what SciPy and statsmodels say of paired scores: t-test, exact sign-flip test, bootstrap interval, Holm.

Tails of Student's t are mpmath's, with 50 digits: SciPy's own is off by 6e-10 at t = 1e-9 with one degree.

Run: python3 make.py. Installs them into a temporary environment and runs itself there.

Scores are nDCG@10 of made-up ranks, so that many differences are 0 and many are equal: where a tie is decided by rounding,
an exact test would be wrong. Tasks of several sizes make the mean of task means; its exact test flips every query's
difference divided by (queries of its task x tasks).
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["numpy==2.4.6", "scipy==1.17.1", "statsmodels==0.14.6", "pandas==2.3.3", "mpmath==1.3.0"]


def ndcg(np, ranks, positives):
    gains = sum(1 / np.log2(rank + 1) for rank in ranks if rank <= 10)
    return float(gains / sum(1 / np.log2(rank + 1) for rank in range(1, min(positives, 10) + 1)))


def scores(np, random, queries, shift):
    a, b = [], []
    for _ in range(queries):
        positives = int(random.integers(1, 5))
        pool = random.permutation(25) + 1
        ranks = sorted(int(rank) for rank in pool[:positives])
        moved = sorted({max(1, rank - int(random.integers(0, 3)) * shift) for rank in ranks})
        a.append(ndcg(np, ranks, positives))
        b.append(ndcg(np, moved, positives))
    return a, b


def sign_flips(np, stats, differences):
    """Two-sided and exact; the statistic is the sum, so equal sums must be found equal in spite of rounding."""
    values = np.array(differences)
    result = stats.permutation_test(
        (values, np.zeros(len(values))),
        lambda x, y, axis: np.round(np.sum(x - y, axis=axis), 12),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
        batch=4096,
    )
    return float(result.pvalue)


def pair(np, stats, random, queries, shift):
    a, b = scores(np, random, queries, shift)
    differences = np.array(b) - np.array(a)
    made = {"a": a, "b": b, "difference": float(differences.mean())}
    if queries > 1 and differences.std() > 0:
        test = stats.ttest_rel(b, a)
        made["t"], made["p"] = float(test.statistic), float(test.pvalue)
        made["dz"] = float(differences.mean() / differences.std(ddof=1))
    if queries <= 18:
        made["exact"] = sign_flips(np, stats, differences)
    if queries >= 30:
        found = stats.bootstrap(
            (differences,), np.mean, n_resamples=40_000, method="percentile", batch=2_000, rng=random
        )
        made["interval"] = [float(found.confidence_interval.low), float(found.confidence_interval.high)]
    return made


def macro(np, stats, random, sizes, shift):
    tasks = [scores(np, random, size, shift) for size in sizes]
    weighted = [
        (after - before) / (len(a) * len(tasks)) for a, b in tasks for before, after in zip(a, b, strict=True)
    ]
    return {
        "tasks": [{"a": a, "b": b} for a, b in tasks],
        "difference": float(np.mean([np.mean(b) - np.mean(a) for a, b in tasks])),
        "exact": sign_flips(np, stats, weighted),
    }


def tails(mpmath, t, degrees):
    with mpmath.workdps(50):
        x = mpmath.mpf(degrees) / (degrees + mpmath.mpf(t) ** 2)
        return float(mpmath.betainc(mpmath.mpf(degrees) / 2, mpmath.mpf(1) / 2, 0, x, regularized=True))


def main():
    import mpmath
    import numpy as np
    from scipy import stats
    from statsmodels.stats.multitest import multipletests

    random = np.random.default_rng(5)
    pairs = [
        pair(np, stats, random, queries, shift)
        for queries, shift in [(2, 1), (5, 1), (8, 2), (9, -1), (12, 1), (13, -2), (18, 1), (71, 1), (103, -1), (876, 1)]
    ]
    macros = [macro(np, stats, random, sizes, shift) for sizes, shift in [((2, 3), 1), ((3, 4, 5), 1), ((1, 6, 5), -2), ((4, 7, 6), 1)]]
    grid = [
        [t, degrees, tails(mpmath, t, degrees)]
        for degrees in [1, 2, 3, 4, 7, 8, 30, 70, 101, 500, 875, 10_000, 100_001]
        for t in [0, 1e-9, 1e-3, 0.1, 0.5, 1, 1.5, 1.96, 2.5, 3.3, 5, 8, 12, 20, 37, 1000]
    ]
    families = [
        [0.01],
        [0.04, 0.01, 0.03, 0.005],
        [1, 1, 0.5, 0.2],
        [0.02, 0.02, 0.02],
        [0, 1e-300, 0.9999, 0.05, 0.05],
        [float(p) for p in random.uniform(0, 0.2, 30)],
    ]
    holm = [{"p": family, "adjusted": [float(p) for p in multipletests(family, method="holm")[1]]} for family in families]
    made = {"pairs": pairs, "macros": macros, "student": grid, "holm": holm}
    (HERE / "cases.json").write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
