"""Writes what numpy says: .npy files of every kind we read, and int8 and binary codes with their scores.

Run: python3 make.py. Installs numpy into a temporary environment and runs itself there.

codes.json restates HAKARI-Bench's definitions (MIT licence) in numpy: vectors of length 1; per dimension the minimum and
maximum over the corpus; step = (max - min) / 255, or 1 where that is 0; code = (x - min) / step - 128, clipped to [-128,
127], cut off towards zero; score = dot product of codes as integers. Binary: bit = x > 0, score = minus the number of bits
that differ. The best 10 by score, then id in ascending order.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["numpy==2.4.6"]


def npy_files(np):
    values = np.array([[0.5, -1.25, 3.0e-5], [65504.0, -0.0, 1 / 3]])
    np.save(HERE / "f4.npy", values.astype("<f4"))
    np.save(HERE / "f8.npy", values.astype("<f8"))
    np.save(HERE / "f2.npy", values.astype("<f2"))
    np.save(HERE / "fortran.npy", np.asfortranarray(values.astype("<f4")))
    np.save(HERE / "big-endian.npy", values.astype(">f4"))
    np.save(HERE / "integers.npy", values[:, :1].astype("<i8"))
    np.save(HERE / "one-dimension.npy", values.astype("<f4").ravel())
    np.save(HERE / "records.npy", np.zeros(2, dtype=[("id", "<i4"), ("x", "<f4")]))
    np.save(HERE / "empty.npy", np.zeros((0, 3), dtype="<f4"))
    for version in [(2, 0), (3, 0)]:
        with open(HERE / f"version-{version[0]}.npy", "wb") as file:
            np.lib.format.write_array(file, values.astype("<f4"), version=version)
    every = np.arange(65536, dtype="<u2").view("<f2").astype("<f4")
    finite = np.where(np.isfinite(every), every, 0)
    summary = {
        "f4": values.astype("<f4").ravel().astype(float).tolist(),
        "f2": values.astype("<f2").ravel().astype(float).tolist(),
        "f2_every": {
            "finite": int(np.isfinite(every).sum()),
            "nan": int(np.isnan(every).sum()),
            "sum_of_magnitudes": float(np.abs(finite.astype(float)).sum()),
            "weighted": float((finite.astype(float) * np.arange(65536)).sum()),
        },
    }
    (HERE / "npy.json").write_text(json.dumps(summary) + "\n")


def unit(np, vectors):
    norms = np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=1)).astype(np.float32)
    return vectors / np.maximum(norms, np.float32(1e-12))[:, None]


def int8(np, corpus, queries):
    starts, ends = corpus.min(axis=0), corpus.max(axis=0)
    steps = (ends - starts) / np.float32(255)
    steps = np.where(steps == 0, np.float32(1), steps)

    def codes(vectors):
        return np.clip((vectors - starts) / steps - np.float32(128), -128, 127).astype(np.int8)

    documents, asked = codes(corpus), codes(queries)
    return documents, asked.astype(np.int64) @ documents.astype(np.int64).T


def binary(np, corpus, queries):
    documents, asked = corpus > 0, queries > 0
    return documents, -(asked[:, None, :] != documents[None, :, :]).sum(axis=2)


def best(scores, ids, k=10):
    order = sorted(range(len(ids)), key=lambda place: (-int(scores[place]), ids[place]))
    return [[ids[place], int(scores[place])] for place in order[:k]]


def codes(np):
    random = np.random.default_rng(20)
    corpus = random.standard_normal((60, 37)).astype(np.float32)
    corpus *= random.uniform(0.2, 5, (60, 1)).astype(np.float32)
    corpus[:, 5] = 0
    corpus[11] = corpus[3]
    corpus[17] = 0
    queries = (random.standard_normal((7, 37)) * 2).astype(np.float32)
    queries[:, 5] = 0.7
    ids = [f"d{place:02d}" for place in range(len(corpus))]
    made = {}
    for name, dimensions in [("", 37), ("truncate:16+", 16)]:
        documents, asked = corpus[:, :dimensions], queries[:, :dimensions]
        whole, scores = int8(np, unit(np, documents), unit(np, asked))
        made[f"{name}int8"] = {"codes": whole.tolist(), "best": [best(row, ids) for row in scores]}
        bits, scores = binary(np, documents, asked)
        made[f"{name}binary"] = {
            "codes": np.packbits(bits, axis=1, bitorder="little").tolist(),
            "best": [best(row, ids) for row in scores],
        }
    np.save(HERE / "corpus.npy", corpus)
    np.save(HERE / "queries.npy", queries)
    (HERE / "codes.json").write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        import numpy

        npy_files(numpy)
        codes(numpy)
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
