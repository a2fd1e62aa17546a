"""Writes cases.json: tables as Python's csv module writes and reads them, with commas and with tabs.

Run: python3 make.py. Python's own library is all it needs; everything is drawn from one seed.

A cell never begins with a quote unless it is quoted, and line ends are \\n, as the module writes them when asked.
"""

import csv
import io
import json
import random
from pathlib import Path

draw = random.Random("python-csv")
PIECES = ["a", "bc", " ", '"', '""', ",", "\t", "\n", "\n\n", " \n", ";", "é", "\U0001f9ec", "'", "\\", "0", "=1"]


def cell():
    return "".join(draw.choice(PIECES) for _ in range(draw.randrange(6)))


def written(rows, separator, quoting):
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=quoting, lineterminator="\n").writerows(rows)
    return out.getvalue()


cases = []
for separator in (",", "\t"):
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC):
        for _ in range(20):
            width = draw.randrange(2, 5)
            rows = [[cell() for _ in range(width)] for _ in range(draw.randrange(1, 6))]
            text = written(rows, separator, quoting)
            read = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
            assert read == rows
            cases.append({"separator": separator, "text": text, "rows": rows})
# By hand: quotes inside a bare field, empty cells, no line end at the end.
for text in ['a,b "c" d,e\n', ',,\n"",,""', 'a,"b\nc",d', 'x,"a ""b"" c"\ny,""""\n']:
    cases.append({"separator": ",", "text": text, "rows": list(csv.reader(io.StringIO(text, newline=""), strict=True))})

with open(Path(__file__).parent / "cases.json", "w", encoding="utf-8") as file:
    file.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
