"""Writes draws.json: what Python's random.Random, seeded with strings, draws below limits and chooses.

Run: python3 make.py. Needs nothing but Python 3.2 or later: seeding with a string has not changed since.
"""

import json
import random
from pathlib import Path

SEEDS = [
    "",
    "a",
    "0",
    "gout",
    "\0",
    "\0\0\0\0gout",
    "Ménière's disease",
    "発熱と咳",
    "🤒\0😷",
    "20260524\0NanoR2MEDBiology\0bio-q01\0positive_safeguard",
    "20260524\0NanoSampleBiology\0bio-q02\0positive_safeguard",
    "20260524\0split\0query with spaces\0positive_safeguard",
    # Keys of 623, 624 and 625 words, and far more: init_by_array goes round its state or its key.
    "x" * (4 * 623 - 64),
    "x" * (4 * 624 - 64),
    "x" * (4 * 625 - 64),
    "fever and cough " * 1000,
]
SEEDS += [f"seed {number}" for number in range(80)]
LIMITS = [1, 2, 3, 4, 5, 7, 8, 9, 16, 19, 31, 32, 33, 100, 500, 10000, 65536, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1]


def case(seed):
    draws = random.Random(seed)
    first = [[limit, draws.randrange(limit)] for limit in LIMITS]
    # Beyond the first 624 words, where the state is mixed anew.
    later = random.Random(seed)
    tail = [later.randrange(7) for _ in range(1500)][-5:]
    chosen = [random.Random(seed).choice([f"d{number}" for number in range(size)]) for size in range(1, 20)]
    return {"seed": seed, "below": first, "tail": tail, "chosen": chosen}


if __name__ == "__main__":
    with open(Path(__file__).parent / "draws.json", "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(case(seed)) for seed in SEEDS) + "\n]\n")
