"""Writes what SciPy and statsmodels say of scores that depend on overlap: Spearman's rho and the coefficient of the
standardised overlap in ordinary least squares with lengths, number of relevant documents and task held fixed.

Run: python3 make.py. Installs the packages into a temporary environment and runs itself there.

Overlaps and scores are rounded, so that some are equal. The bootstrap draws queries within tasks; the unit of overlap stays one
standard deviation of all queries. In one case the number of relevant documents never changes.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["numpy==2.4.6", "scipy==1.17.1", "pandas==3.0.1", "statsmodels==0.15.0"]
DRAWS = 4000


def drawn_task(random, name, queries, pull, same_relevant):
    overlap = random.random(queries).round(2)
    query_tokens = random.integers(5, 400, queries)
    document_tokens = (random.random(queries) * 300 + 20).round(1)
    relevant = random.integers(1, 9, queries)
    if same_relevant:
        relevant[:] = 3
    score = pull * overlap + 0.0005 * query_tokens - 0.03 * relevant + 0.3 * random.random(queries)
    return [
        {
            "task": name,
            "query": f"{name}-{i}",
            "overlap": float(overlap[i]),
            "queryTokens": int(query_tokens[i]),
            "documentTokens": float(document_tokens[i]),
            "relevant": int(relevant[i]),
            "score": round(float(score[i]), 2),
        }
        for i in range(queries)
    ]


def fitted(np, pandas, smf, rows, spread):
    table = pandas.DataFrame(rows)
    table["z"] = table["overlap"] / spread
    formula = "score ~ z + queryTokens + documentTokens + relevant"
    if table["task"].nunique() > 1:
        formula += " + C(task)"
    return smf.ols(formula, table).fit()


def slope_by_numpy(np, rows, spread):
    """The same coefficient by numpy alone: fast enough to be drawn thousands of times."""
    names = sorted({row["task"] for row in rows})
    matrix = np.array(
        [
            [row["overlap"] / spread, row["queryTokens"], row["documentTokens"], row["relevant"]]
            + [1.0 if row["task"] == name else 0.0 for name in names]
            for row in rows
        ]
    )
    return float(np.linalg.lstsq(matrix, np.array([row["score"] for row in rows]), rcond=None)[0][0])


def case(np, pandas, smf, stats, random, sizes, pull, same_relevant=False):
    tasks = [drawn_task(random, f"t{i}", size, pull, same_relevant) for i, size in enumerate(sizes)]
    rows = [row for task in tasks for row in task]
    spread = float(np.std([row["overlap"] for row in rows], ddof=1))
    model = fitted(np, pandas, smf, rows, spread)
    slope = float(model.params["z"])
    assert abs(slope - slope_by_numpy(np, rows, spread)) < 1e-9

    def rho(task):
        return float(stats.spearmanr([row["overlap"] for row in task], [row["score"] for row in task]).statistic)

    correlations, slopes = [], []
    for _ in range(DRAWS):
        drawn = [[task[i] for i in random.integers(0, len(task), len(task))] for task in tasks]
        correlations.append(np.mean([rho(task) for task in drawn]))
        slopes.append(slope_by_numpy(np, [row for task in drawn for row in task], spread))
    # Last digits of a least-squares solution depend on the processor.
    return {
        "tasks": tasks,
        "correlation": round(float(np.mean([rho(task) for task in tasks])), 14),
        "correlationInterval": np.percentile(correlations, [2.5, 97.5]).round(6).tolist(),
        "slope": round(slope, 12),
        "slopeInterval": np.percentile(slopes, [2.5, 97.5]).round(6).tolist(),
    }


def main():
    import numpy as np
    import pandas
    import statsmodels.formula.api as smf
    from scipy import stats

    random = np.random.default_rng(7)
    made = [
        case(np, pandas, smf, stats, random, [103], 0.4),
        case(np, pandas, smf, stats, random, [40], 0.0),
        case(np, pandas, smf, stats, random, [30], 0.8, same_relevant=True),
        case(np, pandas, smf, stats, random, [30, 45, 25], 0.5),
    ]
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
