"""sentence-transformers on the same texts or pairs, once for each batch size: peer.py WORK.json PACKAGE 32 128"""

import json
import sys
import time

import torch

with open(sys.argv[1], encoding="utf-8") as file:
    work = json.load(file)
device = "cuda" if torch.cuda.is_available() else "cpu"
options = {"device": device, "model_kwargs": {"dtype": torch.bfloat16}}


def timed(way, run, tokens, count):
    if device == "cuda":
        torch.cuda.synchronize()
    began = time.time()
    run()
    print(json.dumps({"way": way, "seconds": time.time() - began, "tokens": tokens, "items": count}), flush=True)


if work["pairs"]:
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(work["folder"], max_length=work["limit"], **options)
    pairs = [tuple(pair) for pair in work["pairs"]]
    first, second = zip(*pairs)
    tokens = sum(map(len, model.tokenizer(list(first), list(second), truncation="longest_first", max_length=work["limit"])["input_ids"]))
    model.predict(pairs[:64], batch_size=32)
    for size in sys.argv[3:]:
        timed(f"CrossEncoder.predict, batch {size}", lambda: model.predict(pairs, batch_size=int(size), show_progress_bar=False), tokens, len(pairs))
else:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(work["folder"], **options)
    model.max_seq_length = work["limit"]
    tokens = sum(map(len, model.tokenizer(work["texts"], truncation=True, max_length=work["limit"])["input_ids"]))
    model.encode(work["texts"][:64], batch_size=32)
    for size in sys.argv[3:]:
        timed(f"SentenceTransformer.encode, batch {size}", lambda: model.encode(work["texts"], batch_size=int(size), normalize_embeddings=True), tokens, len(work["texts"]))
