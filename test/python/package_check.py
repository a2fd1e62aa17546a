"""Calls the Python package with the embedder of examples/own-model.py and with models that fail, and prints what came out as JSON.
package_check.py ROOT FOLDER"""

import contextlib
import importlib.util
import io
import json
import os
import sys

root, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "python"))
import r2med  # noqa: E402

# The example answers requests until its input ends; here it is wanted for its function.
spec = importlib.util.spec_from_file_location("own_model", os.path.join(root, "examples/own-model.py"))
own = importlib.util.module_from_spec(spec)
sys.stdin = io.StringIO("")
with contextlib.redirect_stdout(io.StringIO()):
    spec.loader.exec_module(own)


class Plain:
    def encode(self, texts):
        return own.embed(texts, None)


class Sides(Plain):
    """Tells queries from documents, as sentence-transformers 5 does."""

    roles = set()

    def encode_query(self, texts):
        self.roles.add("query")
        return self.encode(texts)

    def encode_document(self, texts):
        self.roles.add("document")
        return self.encode(texts)


class Failing(Plain):
    """Embeds the probes and the first request, and no document of the task that has the word."""

    def encode(self, texts):
        if any("hair" in text for text in texts):
            raise RuntimeError("out of memory")
        return super().encode(texts)


def refused(call):
    try:
        call()
    except r2med.R2medError as error:
        return [error.problem, error.fix]
    return None


table = r2med.evaluate(Plain(), ["sample/Biology", "sample/MedQA-Diag"], name="hashing")
sides = r2med.evaluate(Sides(), os.path.join(root, "data/sample/Biology"), out=os.path.join(folder, "out"), measure="MRR")
qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
a, b = {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}, {"q1": {"d1": 1.0, "d2": 2.0}, "q2": {"d1": 1.0}}
with open(os.path.join(folder, "a.run"), "w") as run:
    run.write("q1 Q0 d1 1 1 a\nq2 Q0 d1 1 1 a\n")
answers = {
    "table": table.to_dict(),
    "mean": table.mean,
    "text": repr(table),
    "html": table._repr_html_(),
    "sides": [row["task"] for row in sides],
    "roles": sorted(Sides.roles),
    "saved": os.path.exists(os.path.join(folder, "out/Sides/Biology/record.json")),
    "compared": r2med.compare(os.path.join(folder, "a.run"), b, qrels, measure="MRR").to_dict(),
    "same": r2med.compare(a, a, qrels)[0]["difference"],
    "refused": {
        "task": refused(lambda: r2med.evaluate(Plain(), "sample/Biologie")),
        "tasks": refused(lambda: r2med.evaluate(Plain(), [])),
        "model": refused(lambda: r2med.evaluate(object(), "sample")),
        "failing": refused(lambda: r2med.evaluate(Failing(), "sample/Biology")),
        "run": refused(lambda: r2med.compare("none.run", b, qrels)),
    },
}
os.environ["R2MED_PROGRAM"] = os.path.join(folder, "no-such-program")
answers["refused"]["program"] = refused(lambda: r2med.compare(a, b, qrels))
print(json.dumps(answers))
