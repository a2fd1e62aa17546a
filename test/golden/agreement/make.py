"""Writes what scikit-learn, statsmodels, krippendorff, NLTK and irrCAC say of ratings that are made here.

Run: python3 make.py. Installs the packages into temporary environments and runs itself there: irrCAC needs an older SciPy
than the others, so it has an environment of its own.

A row is an item, a column a rater, null a rating that is missing. `scale` holds the values that were possible. A program
that refuses the ratings, or gives no number, leaves null: what is undefined for it must be undefined for us too.
irrCAC rounds to five decimals, and has no coefficient of one item, since it has no variance.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
EXACT = ["numpy==2.4.6", "scipy==1.17.1", "scikit-learn==1.9.1", "statsmodels==0.15.0", "krippendorff==0.9.0", "nltk==3.10.4"]
ROUNDED = ["irrCAC==0.4.4"]


def drawn(seed, items, raters, scale, pull, gaps=0.0, skew=1.0):
    """Ratings around a true value of each item; `skew` over 1 prefers the first values of the scale."""
    source = random.Random(seed)
    rows = []
    for _ in range(items):
        true = int(len(scale) * source.random() ** skew)
        row = []
        for _ in range(raters):
            if source.random() < gaps:
                row.append(None)
            elif source.random() < pull:
                row.append(scale[true])
            else:
                row.append(scale[int(len(scale) * source.random() ** skew)])
        rows.append(row)
    return rows


def cases():
    digits = [0, 1, 2, 3, 4]
    check_a = [["yes", "yes"]] * 17 + [["no", "no"], ["yes", "no"], ["no", "yes"]]
    check_b = [[int(digit) for digit in row] for row in "222 221 000 121 001 222 000 111 212 000".split()]
    made = [
        ("check A", ["no", "yes"], check_a),
        ("check B", [0, 1, 2], check_b),
        ("two raters, even", ["keep", "reject", "unsure"], drawn(1, 60, 2, ["keep", "reject", "unsure"], 0.6)),
        ("two raters, skewed", ["no", "yes"], drawn(2, 80, 2, ["no", "yes"], 0.5, skew=4)),
        ("two raters, scale 0 to 4", digits, drawn(3, 50, 2, digits, 0.5)),
        ("two raters, gaps", digits, drawn(4, 50, 2, digits, 0.5, gaps=0.2)),
        ("two raters, worse than chance", ["a", "b"], [["a", "b"], ["b", "a"]] * 7 + [["a", "a"]]),
        ("two raters, a value of one rater alone", ["a", "b", "c"], [["a", "c"], ["a", "a"], ["b", "b"], ["b", "c"], ["a", "b"]]),
        ("two raters, a value that nobody gave", digits, [[0, 0], [4, 3], [3, 3], [0, 1], [1, 1], [4, 4]]),
        ("three raters, scale 0 to 4", digits, drawn(5, 40, 3, digits, 0.6)),
        ("three raters, skewed", ["no", "yes"], drawn(6, 90, 3, ["no", "yes"], 0.7, skew=5)),
        ("four raters, gaps", digits, drawn(7, 45, 4, digits, 0.6, gaps=0.35)),
        ("five raters, many gaps, some items with one rating", ["a", "b", "c"], drawn(8, 40, 5, ["a", "b", "c"], 0.7, gaps=0.65)),
        ("six raters, numbers far apart", [0, 1, 2, 5, 10, 100], drawn(9, 30, 6, [0, 1, 2, 5, 10, 100], 0.5, gaps=0.1)),
        ("large numbers close together", [1000001, 1000002, 1000003], drawn(10, 25, 3, [1000001, 1000002, 1000003], 0.6)),
        ("perfect agreement", digits, [[value] * 3 for value in [0, 1, 2, 3, 4, 4, 0]]),
        ("one item", ["a", "b"], [["a", "b", "a"]]),
        ("one value", ["no", "yes"], [["yes", "yes"]] * 9),
        ("one value but one", ["no", "yes"], [["yes", "yes"]] * 9 + [["no", "yes"]]),
        ("no overlap", ["a", "b"], [["a", None], [None, "b"], ["b", None]]),
    ]
    # An item without any rating is no item of ours.
    return [
        {"name": name, "scale": scale, "rows": [row for row in rows if any(value is not None for value in row)]}
        for name, scale, rows in made
    ]


def number(make):
    """The number that `make` gives, or None where the program refuses or has none."""
    try:
        value = float(make())
    except (ValueError, ZeroDivisionError, AssertionError, IndexError):
        return None
    return value if math.isfinite(value) else None


def exact(case):
    import krippendorff
    import numpy as np
    from nltk.metrics.agreement import AnnotationTask
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    rows, scale = case["rows"], case["scale"]
    raters = len(rows[0])
    place = {value: position for position, value in enumerate(scale)}
    codes = [[np.nan if value is None else place[value] for value in row] for row in rows]
    numbers = all(not isinstance(value, str) for value in scale)
    made = {}
    if raters == 2:
        both = [row for row in rows if None not in row]
        a, b = ([row[side] for row in both] for side in (0, 1))
        for name, weights in [("cohen", None), ("cohenLinear", "linear"), ("cohenQuadratic", "quadratic")]:
            made[name] = number(lambda weights=weights: cohen_kappa_score(a, b, labels=scale, weights=weights)) if both else None
    if all(None not in row for row in rows):
        counts, _ = aggregate_raters(np.array([[place[value] for value in row] for row in rows]), n_cat=len(scale))
        made["fleiss"] = number(lambda: fleiss_kappa(counts))
    data = np.array(codes, dtype=float).T
    for name, level in [("alphaNominal", "nominal"), ("alphaOrdinal", "ordinal")]:
        made[name] = number(lambda level=level: krippendorff.alpha(reliability_data=data, level_of_measurement=level))
    if numbers:
        values = np.array([[np.nan if value is None else value for value in row] for row in rows], dtype=float).T
        made["alphaInterval"] = number(lambda: krippendorff.alpha(reliability_data=values, level_of_measurement="interval"))
    triples = [(str(rater), str(item), str(value)) for item, row in enumerate(rows) for rater, value in enumerate(row) if value is not None]
    compared = {item for item, row in enumerate(rows) if sum(value is not None for value in row) > 1}
    if len(compared) == len(rows) and len({value for _, _, value in triples}) > 1:
        made["nltkAlpha"] = number(lambda: AnnotationTask(data=triples).alpha())
    return made


def rounded(case):
    import pandas as pd
    from irrCAC.raw import CAC

    place = {value: position for position, value in enumerate(case["scale"])}
    frame = pd.DataFrame([[float("nan") if value is None else float(place[value]) for value in row] for row in case["rows"]])
    made = {}
    for name, weights, method in [
        ("ac1", "identity", "gwet"),
        ("ac2Linear", "linear", "gwet"),
        ("ac2Quadratic", "quadratic", "gwet"),
        ("alphaNominal", "identity", "krippendorff"),
    ]:
        categories = [float(position) for position in range(len(case["scale"]))]
        made[name] = number(lambda weights=weights, method=method: above_chance(getattr(CAC(frame, weights=weights, categories=categories), method)()["est"]))
    return made


def above_chance(est):
    """Where all agreement is expected, irrCAC divides 0 by 0: what its rounding leaves of that differs between processors."""
    return float("nan") if est["pe"] == 1 else est["coefficient_value"]


def in_environment(packages, part):
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = str(Path(folder, "bin", "python"))
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *packages], check=True)
        return json.loads(subprocess.run([python, "-W", "ignore", __file__, part], check=True, stdout=subprocess.PIPE).stdout)


if __name__ == "__main__":
    parts = {"exact": exact, "rounded": rounded}
    if sys.argv[1:]:
        print(json.dumps([parts[sys.argv[1]](case) for case in cases()]))
    else:
        found = zip(cases(), in_environment(EXACT, "exact"), in_environment(ROUNDED, "rounded"), strict=True)
        made = [{**case, "exact": one, "rounded": other} for case, one, other in found]
        lines = ",\n".join(json.dumps(case) for case in made)
        (HERE / "cases.json").write_text(f"[\n{lines}\n]\n")
