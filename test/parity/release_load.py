"""Loads a release as its users do: mlcroissant validates the metadata and reads every table by it, datasets and MTEB's own loader open it by its card."""

import importlib.util
import json
import sys
from pathlib import Path

import mlcroissant
from datasets import get_dataset_config_names, load_dataset

folder = Path(sys.argv[1])


def croissant(path):
    dataset = mlcroissant.Dataset(jsonld=path)
    issues = dataset.metadata.ctx.issues
    assert not issues.errors, issues.report()
    return dataset, {
        str(records.id): sum(1 for _ in dataset.records(records.id)) for records in dataset.metadata.record_sets
    }, sorted(issues.warnings)


dataset, records, warnings = croissant(folder / "croissant.json")
metadata = dataset.metadata
_, nano, nano_warnings = croissant(folder / "nano" / "croissant.json")

# The loader's own module: the package around it imports PyTorch, which loading needs not.
origin = importlib.util.find_spec("mteb").submodule_search_locations[0]
spec = importlib.util.spec_from_file_location("loader", Path(origin) / "abstasks/retrieval_dataset_loaders.py")
loader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loader)
task = loader.RetrievalDatasetLoader(hf_repo=str(folder), revision=None, split="Small_Evidence").load()

name = "Small-Evidence"
rows = lambda path: [json.loads(line) for line in (folder / path).read_text().splitlines()]
queries, corpus, qrels = (rows(f"r2med/{name}/{part}.jsonl") for part in ("query", "corpus", "qrels"))
grades = {}
for row in qrels:
    grades.setdefault(row["q_id"], {})[row["p_id"]] = row["score"]

counts = {"corpus": len(corpus), "queries": len(queries), "qrels": len(qrels)}
assert records == {f"parquet/{config}/{name}": count for config, count in counts.items()}, records
assert warnings == [], warnings
assert metadata.version == "1.0.1" and metadata.license and metadata.data_limitations and metadata.data_use_cases
assert nano["corpus/NanoSmall"] == len(corpus), nano
assert sorted(get_dataset_config_names(str(folder))) == ["corpus", "qrels", "queries"]
loaded = load_dataset(str(folder), "queries", split="Small_Evidence")
assert [(row["_id"], row["text"], row["excluded_ids"]) for row in loaded] == [
    (row["id"], row["text"], row["excluded_ids"]) for row in queries
]
assert task["relevant_docs"] == grades, task["relevant_docs"]
assert task["queries"]["id"][:] == [row["id"] for row in queries]
assert task["corpus"]["text"][:] == [row["text"] for row in corpus]
print(f"mlcroissant, datasets and MTEB's loader read the release: {counts}")
