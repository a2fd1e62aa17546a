"""Writes the figures of reasoning need for a small task, computed from their definitions with the standard library alone.

Run: python3 make.py. Reads task.json (texts and judgements) and tokens.json (what `r2med analyze --analyzer lucene-english` prints for
each text; a test compares them).
"""

import json
import math
from pathlib import Path

HERE = Path(__file__).parent
SEED, RANDOM_DOCUMENTS, HARD_NEGATIVES, NEIGHBOURS, RARE = 1, 10, 10, 10, 5
K1, B = 0.9, 0.4
REACH = 10


def mulberry32(seed):
    state = seed & 0xFFFFFFFF

    def imul(a, b):
        return (a * b) & 0xFFFFFFFF

    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = state
        t = imul(t ^ (t >> 15), t | 1)
        t ^= (t + imul(t ^ (t >> 7), t | 61)) & 0xFFFFFFFF
        yield ((t ^ (t >> 14)) & 0xFFFFFFFF) / 4294967296


def mean(values):
    return math.fsum(values) / len(values)


task = json.loads((HERE / "task.json").read_text())
tokens = json.loads((HERE / "tokens.json").read_text())
ids = [document["id"] for document in task["documents"]]
documents = [tokens["documents"][id] for id in ids]
sets = [set(terms) for terms in documents]
N = len(documents)


def df(term):
    return sum(term in terms for terms in sets)


def idf(term):
    return math.log(1 + (N - df(term) + 0.5) / (df(term) + 0.5))


average = sum(map(len, documents)) / N


def bm25_weights(terms):
    """gensim's LuceneBM25Model: terms that no document has are unknown to it."""
    known = [term for term in terms if df(term) > 0]
    norm = K1 * (1 - B + B * len(known) / average)
    return {
        term: (math.log(N + 1) - math.log(df(term) + 0.5)) * known.count(term) / (known.count(term) + norm)
        for term in known
    }


weights = [bm25_weights(terms) for terms in documents]


def bm25(terms):
    query = bm25_weights(terms)
    return [math.fsum(weight * own.get(term, 0) for term, weight in query.items()) for own in weights]


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)


def overlaps(query, document):
    q, d = set(query), sets[document]
    shared = q & d
    return {
        "jaccard": len(shared) / len(q | d),
        "query-containment": len(shared) / len(q),
        "document-containment": len(shared) / len(d),
        "weighted": math.fsum(map(idf, shared)) / math.fsum(map(idf, q)),
    }


def placed(scores, relevant, document):
    others = [score for other, score in enumerate(scores) if other not in relevant]
    own = scores[document]
    higher = sum(score > own and not same(score, own) for score in others)
    equal = sum(same(score, own) for score in others)
    all_higher = sum(score > own and not same(score, own) for score in scores)
    all_equal = sum(same(score, own) for score in scores)
    in_front = (higher + equal / 2) / len(others)
    return {
        "score": own,
        "rank": all_higher + (all_equal + 1) / 2,
        "need": 1 + math.log10(max(in_front, 0.001)) / 3,
        "reached": higher + equal / 2 < REACH,
    }


def says(terms, phrase):
    return any(terms[i : i + len(phrase)] == phrase for i in range(len(terms) - len(phrase) + 1))


def nearness(document):
    jaccards = [len(sets[document] & other) / len(sets[document] | other) for i, other in enumerate(sets) if i != document]
    return mean(sorted(jaccards, reverse=True)[:NEIGHBOURS])


figures = {}


def note(name, query, values):
    if values:
        figures.setdefault(name, {})[query] = mean(values)


uniform = mulberry32(SEED)
for query in task["queries"]:
    id, text = query["id"], tokens["queries"][query["id"]]
    relevant = [ids.index(d) for d, grade in task["judgements"][id].items() if grade >= 1]
    chosen = []
    while len(chosen) < min(RANDOM_DOCUMENTS, N - len(relevant)):
        drawn = math.floor(next(uniform) * N)
        if drawn not in relevant and drawn not in chosen:
            chosen.append(drawn)
    scores = bm25(text)
    hard = sorted((d for d in range(N) if d not in relevant and scores[d] > 0), key=lambda d: -scores[d])[:HARD_NEGATIVES]
    for side, compared in [("relevant", relevant), ("random", chosen), ("hard", hard)]:
        for kind in ["jaccard", "query-containment", "document-containment", "weighted"]:
            note(f"overlap.{kind}.query-{side}", id, [overlaps(text, d)[kind] for d in compared])
    places = [placed(scores, relevant, d) for d in relevant]
    note("need", id, [place["need"] for place in places])
    note("bm25.score.query-relevant", id, [place["score"] for place in places])
    note("bm25.rank.query-relevant", id, [place["rank"] for place in places])
    best = min(place["rank"] for place in places)
    note("bm25.rank.best", id, [best])
    note("bm25.top-10", id, [float(best <= 10)])
    note("bm25.top-100", id, [float(best <= 100)])
    note("terms.unknown", id, [float(df(term) == 0) for term in set(text)])
    note("terms.rare", id, [float(1 <= df(term) <= RARE) for term in set(text)])
    note("relevant.count", id, [len(relevant)])
    note("neighbours.relevant", id, [nearness(d) for d in relevant])
    note("neighbours.random", id, [nearness(d) for d in chosen[: len(relevant)]])
    by_words = [place["reached"] for place in places]
    answer = tokens["answers"].get(id)
    scores = bm25(answer or [])
    by_answer = [answer is not None and placed(scores, relevant, d)["reached"] for d in relevant]
    note("reached.words", id, list(map(float, by_words)))
    note("reached-first.words", id, list(map(float, by_words)))
    note("reached.answer", id, list(map(float, by_answer)))
    note("reached-first.answer", id, [float(now and not before) for before, now in zip(by_words, by_answer)])
    note("reached.none", id, [float(not (before or now)) for before, now in zip(by_words, by_answer)])
    note("reached.chance", id, [min(1, REACH / (N - len(relevant) + 1))])
    if "answer" not in query:
        continue
    for name, view in [("answer", answer), ("query-and-answer", text + answer)]:
        scores = bm25(view)
        after = [placed(scores, relevant, d) for d in relevant]
        for kind in ["jaccard", "query-containment", "document-containment", "weighted"]:
            note(f"overlap.{kind}.{name}-relevant", id, [overlaps(view, d)[kind] for d in relevant])
        note(f"bm25.rank.{name}-relevant", id, [place["rank"] for place in after])
        note(f"need.{name}", id, [place["need"] for place in after])
        note(f"gain.need.{name}", id, [mean([p["need"] for p in after]) - mean([p["need"] for p in places])])
        note(
            f"gain.log-rank.{name}",
            id,
            [mean([math.log10(p["rank"]) for p in after]) - mean([math.log10(p["rank"]) for p in places])],
        )
        note(
            f"gain.overlap.weighted.{name}",
            id,
            [mean([overlaps(view, d)["weighted"] for d in relevant]) - mean([overlaps(text, d)["weighted"] for d in relevant])],
        )
    note("need.closed-by-answer", id, [-figures["gain.need.answer"][id]])
    note("answer.not-in-evidence", id, [float(not any(says(documents[d], answer) for d in relevant))])
    note("answer.in-query", id, [float(says(text, answer))])

made = {
    name: {"queries": len(values), "mean": mean(list(values.values())), "values": values}
    for name, values in sorted(figures.items())
}
(HERE / "figures.json").write_text(json.dumps(made, indent=1) + "\n")
