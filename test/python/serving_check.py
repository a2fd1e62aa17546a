"""Batches of python/r2med_worker without packages: what is in each, what out of memory and a bad text cost. Prints JSON."""

import io
import json
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
from r2med_worker.serving import Item, serve  # noqa: E402


class Model:
    """A text of n characters takes n of the budget; its row is n and how many were in its batch."""

    about = {"dimensions": 2}

    def __init__(self, budget, room):
        self.budget, self.room, self.batches = budget, room, []

    def read(self, asked):
        if "unreadable" in asked["texts"]:
            raise ValueError("cannot be read")
        return [Item(asked["role"], len(text), text) for text in asked["texts"]], {"tokens": sum(map(len, asked["texts"]))}

    def start(self, items):
        texts = [item.read for item in items]
        size = sum(map(len, texts))
        if size > self.room:
            raise MemoryError(f"no room for {size}")
        if "bad" in texts:
            raise RuntimeError("a bad text")
        self.batches.append([items[0].side, *map(len, texts)])
        return lambda: (b"".join(struct.pack("<2f", len(text), len(texts)) for text in texts), {})

    def out_of_memory(self, error):
        return isinstance(error, MemoryError)


def served(model, *requests):
    answers = io.BytesIO()
    lines = [json.dumps({"id": i, "role": role, "texts": texts}).encode() for i, (role, texts) in enumerate(requests)]
    serve(model, "stub", lines, answers)
    answers.seek(0)
    hello, found = json.loads(answers.readline()), {}
    while line := answers.readline():
        head = json.loads(line)
        numbers = struct.iter_unpack("<2f", answers.read(head.get("bytes", 0)))
        found[head["id"]] = {**head, "lengths": [int(length) for length, _ in numbers]}
    return {"hello": hello, "batches": model.batches, "answers": [found[i] for i in range(len(requests))]}


x = "x".__mul__
print(
    json.dumps(
        {
            "sides": served(Model(10, 99), ("query", [x(3)]), ("document", [x(2)]), ("document", [x(2)])),
            "memory": served(Model(64, 16), ("document", [x(4)] * 16), ("document", [x(4)] * 4 + [x(17)])),
            "bad": served(Model(64, 64), ("document", ["aaaa", "bad", "cc"]), ("document", ["unreadable"]), ("document", [])),
        }
    )
)
