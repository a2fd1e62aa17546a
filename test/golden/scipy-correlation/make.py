"""Writes what SciPy says of answers (0 or 1) beside scores: point-biserial correlation, Spearman's rho, bootstrap;
and of two rankings of systems: Spearman's rho and Kendall's tau-b.

Run: OPENBLAS_CORETYPE=Haswell python3 make.py, so that sums are the same on every processor. Installs SciPy into a temporary environment and runs itself there.

Scores are rounded, so that many are equal: ranks of equal values are where programs differ. The correlation within tasks is
Pearson's of what is left when every task's means are taken off, its p from Student's t with (queries - tasks - 1) degrees.
The interval of a difference is SciPy's percentile bootstrap of two samples, each drawn from by itself.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["numpy==2.4.6", "scipy==1.17.1"]


def drawn(random, queries, pull, decimals):
    right = random.random(queries) < 0.55
    right[0], right[1] = True, False
    scores = random.random(queries) * (1 - pull) + right * pull
    return right.tolist(), [round(float(score), decimals) for score in scores]


def single(np, stats, random, queries, pull, decimals):
    right, scores = drawn(random, queries, pull, decimals)
    biserial = stats.pointbiserialr(right, scores)
    rank = stats.spearmanr(np.array(right, dtype=float), scores)
    groups = [np.array([s for r, s in zip(right, scores) if r == side]) for side in (True, False)]
    made = {
        "right": right,
        "scores": scores,
        "difference": float(groups[0].mean() - groups[1].mean()),
        "pointBiserial": [float(biserial.statistic), float(biserial.pvalue)],
        "spearman": [float(rank.statistic), float(rank.pvalue)],
    }
    if min(map(len, groups)) >= 10:
        found = stats.bootstrap(
            groups,
            lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis),
            n_resamples=200_000,
            method="percentile",
            rng=np.random.default_rng(3),
        ).confidence_interval
        made["interval"] = [float(found.low), float(found.high)]
    return made


def within(np, stats, random, sizes):
    tasks = [drawn(random, size, 0.3, 2) for size in sizes]
    x = np.concatenate([np.array(right, dtype=float) - np.mean(right) for right, _ in tasks])
    y = np.concatenate([np.array(scores) - np.mean(scores) for _, scores in tasks])
    r = float(stats.pearsonr(x, y).statistic)
    degrees = len(x) - len(tasks) - 1
    p = float(2 * stats.t.sf(abs(r) * np.sqrt(degrees / (1 - r * r)), degrees))
    means = [
        np.mean([s for r, s in zip(right, scores) if r]) - np.mean([s for r, s in zip(right, scores) if not r])
        for right, scores in tasks
    ]
    rows = [{"right": right, "scores": scores} for right, scores in tasks]
    return {"tasks": rows, "difference": float(np.mean(means)), "pointBiserial": [r, p]}


def ranks(stats, random, systems, pull, decimals):
    """Means of systems on two sets, alike as far as `pull` says."""
    x = random.random(systems)
    y = x * pull + random.random(systems) * (1 - pull)
    x, y = ([round(float(value), decimals) for value in side] for side in (x, y))
    made = {"x": x, "y": y, "kendall": float(stats.kendalltau(x, y).statistic)}
    if systems > 2:
        made["spearman"] = float(stats.spearmanr(x, y).statistic)
    return made


def cases(np, stats):
    random = np.random.default_rng(11)
    singles = [
        single(np, stats, random, queries, pull, decimals)
        for queries, pull, decimals in [
            (3, 0.2, 1), (4, 0.0, 2), (9, 0.4, 1), (9, 0.0, 3), (50, 0.05, 1), (103, 0.3, 2), (400, 0.02, 4),
            (80, 0.95, 3),
        ]
    ]
    withins = [within(np, stats, random, sizes) for sizes in [[9], [9, 9], [30, 4, 12, 7], [9] * 8]]
    ranked = [
        ranks(stats, random, systems, pull, decimals)
        for systems, pull, decimals in [
            (2, 0.0, 3), (3, 0.9, 1), (4, 0.5, 2), (5, 0.9, 4), (8, 0.7, 1), (12, 0.0, 4), (26, 0.8, 2), (60, 0.5, 1),
        ]
    ]
    made = {"singles": singles, "withins": withins, "ranked": ranked}
    (HERE / "cases.json").write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        import numpy
        from scipy import stats

        cases(numpy, stats)
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
