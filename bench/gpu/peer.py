"""sentence-transformers on the same texts or pairs, once for each batch size: peer.py WORK.json PACKAGE SECONDS 512 32
A batch size that takes longer than the best so far is stopped: it is not the best. So is what does not end within the seconds.
With - for the sizes they come on stdin, a line each, and none is stopped for another."""

import contextlib
import json
import os
import signal
import sys
import time

import torch

end = time.time() + float(sys.argv[3])
with open(sys.argv[1], encoding="utf-8") as file:
    work = json.load(file)
told = sys.argv[4:] == ["-"]
device = "cuda" if torch.cuda.is_available() else "cpu"
options = {"device": device, "model_kwargs": {"dtype": torch.bfloat16}}


class Slower(Exception):
    pass


def stop(*_):
    raise Slower


best = float("inf")
signal.signal(signal.SIGALRM, stop)


def timed(way, run, tokens, count):
    global best
    if device == "cuda":
        torch.cuda.synchronize()
    stopped = False
    # Who tells the sizes waits for an answer to each.
    limit = max(0.1, end - time.time()) if told else min(best * 1.02, end - time.time())
    if limit <= 1 and not told:
        return
    began = time.time()
    signal.setitimer(signal.ITIMER_REAL, limit if limit < 1e6 else 0)
    try:
        run()
    except Exception as error:  # a library may wrap what stopped it
        stopped = time.time() - began >= limit
        if not stopped:
            raise error
    signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.time() - began
    if not stopped:
        best = min(best, seconds)
    print(json.dumps({"way": way, "seconds": seconds, "tokens": tokens, "items": count, **({"stopped": True} if stopped else {})}), flush=True)


def quietly():
    """Progress bars are no part of the work."""
    return contextlib.redirect_stderr(open(os.devnull, "w"))


if work["pairs"]:
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(work["folder"], max_length=work["limit"], **options)
    pairs = [tuple(pair) for pair in work["pairs"]]
    first, second = zip(*pairs)
    tokens = sum(map(len, model.tokenizer(list(first), list(second), truncation="longest_first", max_length=work["limit"])["input_ids"]))
    run = lambda part, size: model.predict(part, batch_size=size, show_progress_bar=False)  # noqa: E731
    name, whole = "CrossEncoder.predict", pairs
else:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(work["folder"], **options)
    model.max_seq_length = work["limit"]
    whole = work["texts"]
    tokens = sum(map(len, model.tokenizer(whole, truncation=True, max_length=work["limit"])["input_ids"]))
    run = lambda part, size: model.encode(part, batch_size=size, normalize_embeddings=True, show_progress_bar=False)  # noqa: E731
    name = "SentenceTransformer.encode"
with quietly():
    run(whole[:512], 32)
    for size in map(int, sys.stdin if told else sys.argv[4:]):
        with contextlib.suppress(torch.cuda.OutOfMemoryError):
            timed(f"{name}, batch {size}", lambda: run(whole, size), tokens, len(whole))
