"""Writes what Python's `\\w` and `str.lower()` depend on, as ranges of code points, found by asking both."""

import json
import re

SIGMA, FINAL_SIGMA = "\u03a3", "\u03c2"


def ranges(members):
    spans = []
    for point in members:
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in spans)


word_character = re.compile(r"(?u)\w").match
words, cased, ignorable = [], [], []
for point in range(0x110000):
    character = chr(point)
    if word_character(character):
        words.append(point)
    # A sigma at the end of a word is lowered to its final form: after a cased letter, looking past ignorable ones.
    if (character + SIGMA).lower().endswith(FINAL_SIGMA):
        cased.append(point)
    elif ("a" + character + SIGMA).lower().endswith(FINAL_SIGMA):
        ignorable.append(point)

tables = {"word": words, "cased": cased, "caseIgnorable": ignorable}
print(json.dumps({name: ranges(members) for name, members in tables.items()}, indent=2))
