"""Embeds texts and scores pairs with the models' own weights in PyTorch, for r2med.

    r2med run --retriever bmr-7b --python python3               an entry of `r2med models`: r2med says how to read texts
    r2med run --system "bm25 > bge-reranker(100)" --python python3
    r2med run --retriever command:"python3 worker.py ORG/NAME"  any sentence-transformers model, texts as they are

Needs `pip install sentence-transformers`, or vLLM with --library vllm. `--library MODULE` takes any Python module with a
function `open_model(settings)` that gives an object with `dimensions` and `embed(texts, role)`, or with `score(pairs)`.

r2med passes an entry's settings as JSON in R2MED_MODEL: model, loader, what goes around a text per role, token limits, pooling,
end token, number type; or, for a reranker, head, truncation and form. docs/guides/your-own-model.md describes requests and responses.
"""

import argparse
import json
import os
import sys

from r2med_worker.serving import ROLES, serve


def settings_of(arguments):
    """What r2med says about an entry, or the model's own settings where only an id is given."""
    if arguments.model is None:
        return json.loads(os.environ["R2MED_MODEL"])
    plain = {"prefix": "", "suffix": ""}
    return {"model": arguments.model, "loader": "modules", "prompts": {role: plain for role in ROLES}}


def open_model(library, settings):
    if library == "sentence-transformers" and settings.get("loader") in ("modules", "pooling", "scorer"):
        from r2med_worker.models import opened

        return opened(settings)
    from r2med_worker.libraries import opened_library

    return opened_library(library, settings)


def main():
    parser = argparse.ArgumentParser(description="embed texts and score pairs for r2med; see the head of this file")
    parser.add_argument("model", nargs="?", help="hub id or folder; without it R2MED_MODEL says which model and how")
    parser.add_argument("--library", default="sentence-transformers", help="sentence-transformers, vllm or a Python module")
    parser.add_argument("--rate", action="store_true", help="load nothing: print as JSON how fast this machine multiplies matrices")
    arguments = parser.parse_args()
    if arguments.model is None and "R2MED_MODEL" not in os.environ:
        parser.error("name a model, or let r2med start this program: r2med run --retriever NAME --python python3")
    # Libraries print to stdout what belongs to stderr; answers go to the stdout that was there at the start.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    settings = settings_of(arguments)
    if arguments.rate:
        from r2med_worker.rate import rate_here

        answers.write(json.dumps(rate_here(settings)).encode("ascii") + b"\n")
        return answers.close()
    model = open_model(arguments.library, settings)
    serve(model, settings.get("name") or settings["model"], sys.stdin.buffer, answers)
    if arguments.library == "sentence-transformers":
        # All is answered. Python would take PyTorch apart, seconds on a busy machine; other libraries may have processes to end.
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
