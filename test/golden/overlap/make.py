"""Writes cases.json: overlap, shingles, signatures and near-duplicates of texts, computed plainly.

Run: python3 make.py. Needs nothing but Python 3.8 or later. Sets of strings and every pair are compared: no band, no typed array,
no hash where the answer is about texts. Only signatures need the hash functions that src/evaluation/overlap states.
"""

import json
import math
import re
import unicodedata
from pathlib import Path

TEXTS = [
    "A 54-year-old man has sudden pain, redness and swelling of the first toe after a rich meal.",
    "A 54 year old man has sudden pain, redness, and swelling of the FIRST TOE after a rich meal!",
    "A 54-year-old woman has sudden pain, redness and swelling of the first toe after a rich meal.",
    "After a rich meal, a 54-year-old man has sudden pain, redness and swelling of the first toe.",
    "Needle-shaped crystals with negative birefringence in joint fluid confirm gout.",
    "Needle-shaped crystals with negative birefringence in the fluid of a joint confirm gout; colchicine helps early.",
    "Gout",
    "gout.",
    "Acute gout",
    "",
    "… — !?",
    "Ménière's disease: vertigo, tinnitus, hearing loss.",
    "Me\u0301nie\u0300re\u2019s disease; vertigo, tinnitus & hearing loss",
    "Ménière's disease causes vertigo, tinnitus and hearing loss in one ear, sometimes in both.",
    "発熱と咳が三日間続いている。",
    "発熱と咳が四日間続いている。",
    "ผู้ป่วยมีไข้และไอ",
    "ＦＥＶＥＲ ｏｆ ３９ ℃ and ½ tablet, CO₂ retention, ﬁbrosis",
    "fever of 39 °C and 1⁄2 tablet, CO2 retention, fibrosis",
    "ΟΔΥΣΣΕΥΣ had İstanbul fever; Straße, ǅ and K",
    "𝒻ever 🤒 and 😷 cough \ud83d alone",
    "heart rate of 120 heart rate of 120 heart rate of 120 heart rate of 120",
    "heart rate of 120 heart rate of 120",
    "Community-acquired pneumonia in adults is treated with amoxicillin for five days if the patient is not severely ill and has no allergy.",
    "Community-acquired pneumonia in adults is treated with doxycycline for five days if the patient is not severely ill and has no allergy.",
    "Community acquired pneumonia in adults is treated with amoxicillin for seven days if the patient is not severely ill or has no allergy at all.",
    "Pneumonia that was acquired in hospital needs broader treatment, and cultures are taken before the first dose.",
    "Iron deficiency is the commonest cause of anaemia; ferritin is low, transferrin is high, and the film shows small pale cells.",
    "The film shows small pale cells. Ferritin is low, transferrin is high. Iron deficiency is the commonest cause of anaemia.",
]

UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]"
)
MASK = 2**32 - 1


def words(text):
    text = UNSPACED.sub(lambda found: f" {found[0]} ", unicodedata.normalize("NFKC", text).lower())
    kept = "".join(each if unicodedata.category(each)[0] in "LMN" else " " for each in text)
    return [word for word in kept.split(" ") if word]


def shingles(text, size):
    all_words = words(text)
    if not all_words:
        return []
    runs = [all_words[start : start + size] for start in range(max(1, len(all_words) - size + 1))]
    return list(dict.fromkeys(" ".join(run) for run in runs))


def jaccard(first, second):
    return len(first & second) / len(first | second) if first | second else 0.0


def containment(first, second):
    return len(first & second) / len(first) if first else 0.0


def weighted(first, second, idf):
    every = shared = 0.0
    for token in first:
        every += idf(token)
        if token in second:
            shared += idf(token)
    return shared / every if every else 0.0


def overlap_rows():
    tokens = [list(dict.fromkeys(words(text))) for text in TEXTS]
    frequency = {}
    for each in tokens:
        for token in each:
            frequency[token] = frequency.get(token, 0) + 1
    count = len(TEXTS)

    def idf(token):
        n = frequency.get(token, 0)
        return math.log(1 + (count - n + 0.5) / (n + 0.5))

    return [
        [i, j, jaccard(set(a), set(b)), containment(set(a), set(b)), weighted(a, set(b), idf)]
        for i, a in enumerate(tokens)
        for j, b in enumerate(tokens)
        if set(a) & set(b)
    ]


def spread(h):
    h = ((h ^ (h >> 16)) * 0x85EBCA6B) & MASK
    h = ((h ^ (h >> 13)) * 0xC2B2AE35) & MASK
    return h ^ (h >> 16)


def word_hash(word):
    h = 0x811C9DC5
    units = word.encode("utf-16-le", "surrogatepass")
    for at in range(0, len(units), 2):
        h = ((h ^ (units[at] | units[at + 1] << 8)) * 0x01000193) & MASK
    return spread(h)


def run_hash(run, basis=0):
    h = basis
    for number in run:
        h = ((h ^ number) * 0x9E3779B1) & MASK
        h ^= h >> 15
    return spread(h ^ len(run))


def shingle_hashes(text, size):
    return sorted({run_hash([word_hash(word) for word in shingle.split(" ")]) for shingle in shingles(text, size)})


def mulberry32(seed):
    state = seed & MASK
    while True:
        state = (state + 0x6D2B79F5) & MASK
        t = state
        t = ((t ^ (t >> 15)) * (t | 1)) & MASK
        t ^= (t + (t ^ (t >> 7)) * (t | 61)) & MASK
        yield (t ^ (t >> 14)) & MASK


def signature(hashes, count, seed):
    draws = mulberry32(seed)
    functions = [(next(draws) | 1, next(draws)) for _ in range(count)]
    return [min([MASK, *(((a * x + b) & MASK) for x in hashes)]) for a, b in functions]


def near_duplicates(size, threshold):
    rows = [set(shingles(text, size)) for text in TEXTS]
    same = [words(text) for text in TEXTS]
    first = [same.index(each) for each in same]
    pairs = []
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            if not same[i] or not same[j]:
                continue
            if same[i] == same[j]:
                if first[j] == i:
                    pairs.append([i, j, 1.0, True])
            elif first[i] == i and first[j] == j and jaccard(rows[i], rows[j]) >= threshold:
                pairs.append([i, j, jaccard(rows[i], rows[j]), False])
    return pairs


def clusters(pairs):
    groups = []
    for i, j, *_ in pairs:
        touching = [group for group in groups if i in group or j in group]
        groups = [group for group in groups if group not in touching] + [set().union({i, j}, *touching)]
    return sorted(sorted(group) for group in groups)


def case(size, threshold):
    pairs = near_duplicates(size, threshold)
    return {"words": size, "threshold": threshold, "pairs": pairs, "clusters": clusters(pairs)}


if __name__ == "__main__":
    written = {
        "texts": TEXTS,
        "words": [words(text) for text in TEXTS],
        "overlap": overlap_rows(),
        "shingles": [{"size": size, "texts": [shingles(text, size) for text in TEXTS]} for size in (1, 3, 5)],
        "hashes": [{"size": size, "texts": [shingle_hashes(text, size) for text in TEXTS]} for size in (1, 3, 5)],
        "signatures": [
            {"hashes": count, "seed": seed, "texts": [signature(shingle_hashes(text, 3), count, seed) for text in TEXTS]}
            for count, seed in ((16, 1), (5, 20261115))
        ],
        "duplicates": [case(size, threshold) for size in (1, 2, 3, 5) for threshold in (0.3, 0.5, 0.7, 0.9)],
        "chances": [
            [j / 10, bands, rows, 1 - (1 - (j / 10) ** rows) ** bands]
            for bands, rows in ((5, 25), (25, 10), (24, 10), (42, 3))
            for j in range(11)
        ],
    }
    with open(Path(__file__).parent / "cases.json", "w", encoding="utf-8") as file:
        lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in written.items())
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
