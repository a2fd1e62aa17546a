"""A library for python/worker.py without packages: a vector says which text was read, in which role, with which prompt; a score how many
words of the query a document has."""

import json
import os


class Stub:
    def __init__(self, settings):
        self.settings = settings
        self.dimensions = settings.get("dimensions") or 4
        print("a library that prints to stdout")
        with open(os.path.join(os.environ["STUB_LOG"], settings["name"].replace("/", "-") + ".json"), "w", encoding="utf-8") as log:
            json.dump(settings, log)
        if "CUDA_VISIBLE_DEVICES" in os.environ:
            open(os.path.join(os.environ["STUB_LOG"], "device-" + os.environ["CUDA_VISIBLE_DEVICES"]), "w", encoding="utf-8").close()

    def embed(self, texts, role):
        if "boom" in texts:
            raise MemoryError("no room for boom")
        prompt = self.settings["prompts"][role]
        read = [prompt["prefix"] + text + prompt["suffix"] for text in texts]
        vectors = [[float(len(text)), float(sum(map(ord, text)) % 997)] + [1.0] * (self.dimensions - 2) for text in read]
        return {"vectors": vectors, "tokens": sum(len(text.split()) for text in read), "cut": 0}

    def score(self, pairs):
        if any(document == "boom" for _, document in pairs):
            raise MemoryError("no room for boom")
        return [float(len(set(query.split()) & set(document.split()))) for query, document in pairs]


def open_model(settings):
    return Stub(settings)
