"""Writes cases.json: rankings, and what they become by the rule of HAKARI-Bench's hybrid candidate lists and by sums of scores.

The rule (its builder, read and told in our own words): a document scores the sum of 1 / (100 + rank) over the lists that
hold it, ranks from 1, added list by list; order by score down, best rank up, id up; the first 100 stay. Python compares
strings by code point. Sums of scores are Python's own arithmetic: min-max and z (population) per list.

Needs nothing but Python 3. Ids are made up; some share long prefixes, some lie beyond the basic plane.
"""

import json
import random
import statistics
from pathlib import Path

STEMS = ["gout", "gout-", "Gout", "anaemia", "anämie", "痛风", "\U0001f9ec", "\ufb01brosis", "\uffee", "e\u0301", "é", "9", "10", " "]


def hybrid(lists, k, keep):
    scores, best = {}, {}
    for ids in lists:
        for rank, doc in enumerate(ids, start=1):
            scores[doc] = scores.get(doc, 0.0) + 1.0 / (k + rank)
            best[doc] = min(best.get(doc, rank), rank)
    order = sorted(scores, key=lambda doc: (-scores[doc], best[doc], doc))[:keep]
    return order, [scores[doc] for doc in order]


def min_max(scores):
    low, high = min(scores), max(scores)
    return [(score - low) / (high - low) if high > low else 1.0 for score in scores], 0.0


def z(scores):
    mean, spread = statistics.fmean(scores), statistics.pstdev(scores)
    values = [(score - mean) / spread if spread > 0 else 0.0 for score in scores]
    return values, min(values)


def summed(lists, weights, scale):
    scaled = []
    for ids, scores in lists:
        values, missing = scale(scores)
        scaled.append((dict(zip(ids, values, strict=True)), missing))
    documents = {doc for ids, _ in lists for doc in ids}
    return {
        doc: sum(weight * values.get(doc, missing) for weight, (values, missing) in zip(weights, scaled, strict=True))
        for doc in sorted(documents)
    }


def main():
    draw = random.Random(20260524)
    pool = [f"{draw.choice(STEMS)}{draw.randrange(400)}" for _ in range(2000)]
    pool = sorted(set(pool))
    cases = []
    # Same ids at mirrored ranks tie exactly; deep lists with little overlap tie at the cut.
    for size, k, keep in [(3, 100, 100), (12, 100, 5), (60, 100, 100), (200, 60, 50), (500, 100, 100), (500, 100, 101)]:
        first = draw.sample(pool, size)
        second = list(reversed(first)) if size in (3, 12) else draw.sample(pool, size)
        order, scores = hybrid([first, second], k, keep)
        cases.append({"lists": [first, second], "k": k, "keep": keep, "order": order, "scores": scores})
    shared = draw.sample(pool, 40)
    order, scores = hybrid([shared, shared[::-1], shared[20:] + shared[:20]], 100, 30)
    cases.append({"lists": [shared, shared[::-1], shared[20:] + shared[:20]], "k": 100, "keep": 30, "order": order, "scores": scores})

    sums = []
    for sizes, weights in [((5, 5), (1, 1)), ((30, 10), (0.3, 0.7)), ((1, 20), (2, 1)), ((25, 25, 25), (0.5, 0.25, 0.25))]:
        # Eighths are the same in 32 and 64 bits.
        lists = []
        for size in sizes:
            ids = draw.sample(pool[:60], size)
            lists.append((ids, sorted((draw.randrange(-80, 800) / 8 for _ in ids), reverse=True)))
        sums.append(
            {
                "lists": [{"ids": ids, "scores": scores} for ids, scores in lists],
                "weights": weights,
                "min-max": summed(lists, weights, min_max),
                "z": summed(lists, weights, z),
            }
        )
    made = {"hybrid": cases, "sums": sums}
    Path(__file__).with_name("cases.json").write_text(json.dumps(made) + "\n", encoding="ascii")


main()
