"""Compares vectors that `r2med embed` wrote with those of another program: `vectors.py MODELS VECTORS TASK`.
MODELS has a folder per model, VECTORS what r2med made of the task with it. bge-small and e5-small: their ONNX files by onnxruntime's
Python. MiniLM: the published safetensors by the formulas of BERT in 64 bits, pooled as sentence-transformers does."""

import json
import math
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from safetensors.numpy import load_file
from tokenizers import Tokenizer

erf = np.vectorize(math.erf, otypes=[np.float64])


def unit(vector):
    return vector / np.linalg.norm(vector)


def by_onnx(folder, pooling):
    file = next((folder / "onnx").iterdir())
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]

    def embed(ids):
        all_inputs = {"input_ids": ids, "attention_mask": [1] * len(ids), "token_type_ids": [0] * len(ids)}
        states = session.run(None, {name: np.array([all_inputs[name]], dtype=np.int64) for name in names})[0][0]
        return unit(states[0] if pooling == "cls" else states.mean(axis=0))

    return embed


def by_formulas(folder, layers=6, heads=12):
    weights = {name: value.astype(np.float64) for name, value in load_file(folder / "model.safetensors").items()}

    def linear(name, x):
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(name, x):
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def attention(name, x):
        parts = [linear(f"{name}.self.{part}", x) for part in ("query", "key", "value")]
        q, k, v = (part.reshape(len(x), heads, -1).transpose(1, 0, 2) for part in parts)
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (shares / shares.sum(axis=-1, keepdims=True)) @ v
        mixed = mixed.transpose(1, 0, 2).reshape(len(x), -1)
        return norm(f"{name}.output.LayerNorm", linear(f"{name}.output.dense", mixed) + x)

    def embed(ids):
        tables = [weights[f"embeddings.{table}_embeddings.weight"] for table in ("word", "position", "token_type")]
        x = norm("embeddings.LayerNorm", tables[0][ids] + tables[1][: len(ids)] + tables[2][0])
        for i in range(layers):
            name = f"encoder.layer.{i}"
            x = attention(f"{name}.attention", x)
            inner = linear(f"{name}.intermediate.dense", x)
            inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = norm(f"{name}.output.LayerNorm", linear(f"{name}.output.dense", inner) + x)
        return unit(x.mean(axis=0))

    return embed


BGE_QUERY = "Represent this sentence for searching relevant passages: "
# Name; how it is made again; tokens; what goes before queries and documents; texts compared of each kind; largest difference of a number.
MODELS = [
    ("bge-small", lambda folder: by_onnx(folder, "cls"), 512, (BGE_QUERY, ""), 30, 1e-5),
    ("e5-small", lambda folder: by_onnx(folder, "mean"), 512, ("query: ", "passage: "), 30, 1e-5),
    ("minilm", by_formulas, 256, ("", ""), 4, 1e-5),
]


def texts(file):
    return [json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()]


def main(models, vectors, task):
    for name, open_model, limit, (query, document), count, most in MODELS:
        embed = open_model(models / name)
        tokenizer = Tokenizer.from_file(str(models / name / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(limit)
        worst = compared = 0
        for side, file, prompt in [("queries", "query", query), ("documents", "corpus", document)]:
            ours = np.load(next((vectors / name / task.name).glob(f"{side}-00001.*.npy")))
            all_texts = texts(task / f"{file}.jsonl")
            assert len(ours) == len(all_texts), f"{name}: {len(ours)} {side} instead of {len(all_texts)}"
            for row, text in list(zip(ours, all_texts))[:count]:
                difference = np.abs(row - embed(tokenizer.encode(prompt + text).ids)).max()
                worst, compared = max(worst, difference), compared + 1
        print(f"{name}: {compared} vectors, largest difference of a number {worst:.1e}")
        if not worst < most:
            sys.exit(f"{name}: vectors differ by more than {most}")


main(*map(Path, sys.argv[1:]))
