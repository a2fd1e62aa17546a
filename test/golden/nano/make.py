"""Writes a small Nano set with real libraries, and profile.json: what a profile of it must say.

Run: python3 make.py. Installs bm25s, NLTK and pyarrow into a temporary environment and runs itself there.

The lists follow HAKARI-Bench (MIT licence) as its documents describe it: bm25s "robertson" over tokens [A-Za-z0-9]+ without
74 stop words, stemmed by NLTK; a dense list by cosine, ties by id; reciprocal rank fusion with k = 100, the best 100 by score,
better rank, id; a positive as candidate 101 where the 100 hold none. The vectors are drawn, not a model's. Measures: binary
gains over log2(rank + 1); recall within a task as positives found over all positives ("micro") and as the mean of queries.
"""

import json
import math
import random
import re
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["bm25s==0.3.6", "numpy==2.4.6", "nltk==3.9.2", "pyarrow==21.0.0"]
DEPTH, HYBRID_DEPTH, K, SEED = 500, 100, 100, 20260524
STOP_WORDS = frozenset(
    "a an and are as at be been being but by for from had has have he her hers him his i if in into is it its itself "
    "me my myself of on or our ours ourselves she so than that the their theirs them themselves then there these they "
    "this those to too up very was we were what when where which who whom why will with you your yours yourself "
    "yourselves".split()
)

# Sentences are put together from these, so the text is our own.
SPLITS = {
    "NanoTinyHeart": {
        "queries": 9,
        "signs": ["a racing pulse", "swollen ankles", "chest tightness", "fainting on the stairs", "a new murmur", "pale lips"],
        "places": ["after a long flight", "since the infection", "during exercise", "at night", "in the third trimester"],
        "causes": ["mitral stenosis", "thyroid storm", "anaemia", "pericardial effusion", "Brugada syndrome", "a failing valve"],
        "tests": ["echocardiography", "a Holter recording", "troponin twice", "a tilt table", "thyroid hormones"],
    },
    "NanoTinyGut": {
        "queries": 7,
        "signs": ["burning pain", "black stools", "greasy diarrhoea", "weight loss", "jaundice", "bloating — worse with milk"],
        "places": ["two hours after meals", "since the journey", "in a child of four", "on tablets for gout", "for years"],
        "causes": ["coeliac disease", "a duodenal ulcer", "giardiasis", "Gilbert’s syndrome", "lactase deficiency", "a bile-duct stone"],
        "tests": ["gastroscopy", "a breath test", "stool antigen", "bilirubin in fractions", "tissue transglutaminase"],
    },
}
DOCUMENTS = 140


def sentences(words, rng):
    sign, place, cause, test = (rng.choice(words[part]) for part in ("signs", "places", "causes", "tests"))
    return rng.choice(
        [
            f"{cause.capitalize()} explains {sign} {place}; {test} shows it.",
            f"In {cause}, {sign} is common. Order {test}.",
            f"{test.capitalize()} told {cause} from {rng.choice(words['causes'])}.",
            f"{sign.capitalize()} {place}: think of {cause}.",
        ]
    )


def made(split, rng):
    """Documents with their positives first, as Nano sets have them, queries and pairs."""
    words = SPLITS[split]
    texts = {}
    while len(texts) < DOCUMENTS:
        number = len(texts)
        text = " ".join(sentences(words, rng) for _ in range(rng.randint(1, 3))) + f" Case {number}."
        texts[f"d{number * 37 % 1000}" + ("ä" if number % 29 == 0 else "")] = text
    asked, pairs = {}, []
    for number in range(words["queries"]):
        sign, other = rng.sample(words["signs"], 2)
        query = f"q{number}"
        asked[query] = f"{sign.capitalize()} and {other} {rng.choice(words['places'])}. What is it? 🫀" * rng.randint(1, 2)
        # Some positives share words with the query, some share nothing.
        near = [id for id, text in texts.items() if sign in text.lower() and other in text.lower()]
        drawn = [rng.choice(near if near and rng.random() < 0.5 else list(texts)) for _ in range(rng.choice([1, 1, 2, 3, 5]))]
        pairs += [(query, document) for document in dict.fromkeys(drawn)]
    ids = list(texts)
    first = dict.fromkeys(document for _, document in pairs)
    order = [*first, *(id for id in ids if id not in first)]
    return [(id, texts[id]) for id in order], list(asked.items()), pairs


def bm25_lists(documents, queries):
    import bm25s
    from nltk.stem.porter import PorterStemmer

    stem = PorterStemmer().stem
    tokens = lambda text: [stem(word) for word in re.findall(r"[A-Za-z0-9]+", text.lower()) if word not in STOP_WORDS]
    retriever = bm25s.BM25(method="robertson", k1=1.5, b=0.75)
    retriever.index([tokens(text) for _, text in documents], show_progress=False)
    lists = {}
    for query, text in queries:
        asked = tokens(text)
        scores = retriever.get_scores(asked)
        # bm25s leaves open how equal scores stand (a partial sort, which differs between processors): here by id, descending.
        best = sorted(range(len(documents)), key=lambda row: documents[row][0], reverse=True)
        best = sorted(best, key=lambda row: -scores[row])[:DEPTH]
        _, own_scores = retriever.retrieve([asked], k=len(best), show_progress=False)
        assert own_scores[0].tolist() == [scores[row] for row in best]
        lists[query] = [documents[row][0] for row in best]
    return lists


def dense_lists(documents, queries, rng):
    draw = lambda: [rng.gauss(0, 1) for _ in range(6)]
    vectors = {id: draw() for id, _ in documents}
    lists = {}
    for query, _ in queries:
        asked = draw()
        cosine = lambda v: sum(a * b for a, b in zip(asked, v)) / math.hypot(*asked) / math.hypot(*v)
        # Rounded, so that ties are there to be broken by id.
        score = {id: round(cosine(vector), 1) for id, vector in vectors.items()}
        lists[query] = sorted(vectors, key=lambda id: (-score[id], id))[:DEPTH]
    return lists


def hybrid_lists(split, sources, positives):
    lists = {}
    for query in sources[0]:
        ranks = {}
        for source in sources:
            for rank, id in enumerate(source[query], 1):
                ranks.setdefault(id, []).append(rank)
        fused = sorted(ranks, key=lambda id: (-sum(1 / (K + rank) for rank in ranks[id]), min(ranks[id]), id))[:HYBRID_DEPTH]
        if not positives[query] & set(fused):
            choice = random.Random(f"{SEED}\0{split}\0{query}\0positive_safeguard").choice(sorted(positives[query]))
            fused.append(choice)
        lists[query] = fused
    return lists


def spread(values):
    values = list(values)
    return {
        "count": len(values),
        "min": min(values),
        "mean": statistics.fmean(values),
        "median": statistics.median(values),
        "max": max(values),
    }


def scores(lists, positives):
    ndcg, hit, recall, found = [], [], [], 0
    for query, ids in lists.items():
        relevant = positives[query]
        gains = [1 / math.log2(rank + 1) for rank, id in enumerate(ids[:10], 1) if id in relevant]
        ideal = [1 / math.log2(rank + 1) for rank in range(1, min(len(relevant), 10) + 1)]
        ndcg.append(sum(gains) / sum(ideal))
        hit.append(float(bool(gains)))
        hits = len(relevant & set(ids[:100]))
        found += hits
        recall.append(hits / len(relevant))
    return {
        "nDCG@10": statistics.fmean(ndcg),
        "Hit@10": statistics.fmean(hit),
        "MicroRecall@100": found / sum(len(relevant) for relevant in positives.values()),
        "Recall@100": statistics.fmean(recall),
    }


def write(pa, pq, config, split, columns, codec):
    folder = HERE / config
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"{split}.parquet", compression=codec)


def profile(pa, pq, split, rng):
    documents, queries, pairs = made(split, rng)
    positives = {query: set() for query, _ in queries}
    for query, document in pairs:
        positives[query].add(document)
    bm25 = bm25_lists(documents, queries)
    dense = dense_lists(documents, queries, rng)
    hybrid = hybrid_lists(split, [bm25, dense], positives)
    write(pa, pq, "corpus", split, {"_id": [id for id, _ in documents], "text": [text for _, text in documents]}, "zstd")
    write(pa, pq, "queries", split, {"_id": [id for id, _ in queries], "text": [text for _, text in queries]}, "snappy")
    write(pa, pq, "qrels", split, {"query-id": [query for query, _ in pairs], "corpus-id": [id for _, id in pairs]}, "gzip")
    lists = {"bm25": bm25, "tiny_vectors": dense, "reranking_hybrid": hybrid}
    for config, own in lists.items():
        write(pa, pq, config, split, {"query-id": list(own), "corpus-ids": list(own.values())}, "zstd")
    return {
        "task": split,
        "queries": len(queries),
        "documents": len(documents),
        "positives": len(pairs),
        "positivesPerQuery": spread(len(own) for own in positives.values()),
        "characters": {"query": spread(len(text) for _, text in queries), "document": spread(len(text) for _, text in documents)},
        "profiles": {config: scores(own, positives) for config, own in lists.items()},
        "safeguards": {query: ids[100] for query, ids in hybrid.items() if len(ids) > 100},
    }


def main():
    import pyarrow as pa
    import pyarrow.parquet as pq

    tasks = [profile(pa, pq, split, random.Random(split)) for split in sorted(SPLITS)]
    configs = tasks[0]["profiles"]
    weights = [task["queries"] for task in tasks]
    values = lambda config, measure: [task["profiles"][config][measure] for task in tasks]
    group = {
        config: {
            measure: {
                "taskMean": statistics.fmean(values(config, measure)),
                "queryWeighted": statistics.fmean(values(config, measure), weights),
            }
            for measure in configs[config]
        }
        for config in configs
    }
    with open(HERE / "profile.json", "w", encoding="utf-8") as file:
        json.dump({"tasks": tasks, "group": group}, file, ensure_ascii=False, indent=1)
        file.write("\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
