"""Runs the cases of worker_oracle.py through the parts of python/worker.py in this process, packed and padded, in small batches:
`worker_check.py FOLDER`. With TRITON_INTERPRET=1 the fused kernels of a GPU are tried too."""

import io
import json
import os
import struct
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
# What sentence-transformers and transformers warn of today ends tomorrow.
warnings.simplefilter("error", FutureWarning)
warnings.simplefilter("error", DeprecationWarning)
from r2med_worker.models import opened  # noqa: E402
from r2med_worker.serving import serve  # noqa: E402


def settings_of(case):
    row = {**case["row"], "name": case["name"]}
    if "pairs" in case:
        around = {side: dict(zip(("prefix", "suffix"), template.split("{text}"))) for side, template in row["form"].items()}
        return {**row, "loader": "scorer", "form": around}
    return {**row, "prompts": case["prompts"], "tokens": {"query": row["tokens"], "document": row["tokens"]}, "normalise": row.get("normalized")}


def rows_of(case):
    """What the program answers, as requests of two texts each."""
    items = case.get("pairs") or case["texts"]
    model = opened({**settings_of(case), "batchTokens": 70})
    asked = []
    for start in range(0, len(items), 2):
        some = items[start : start + 2]
        asked.append({"id": start, "kind": "pairs", "pairs": some} if "pairs" in case else {"id": start, "role": case["role"], "texts": some})
    answers = io.BytesIO()
    answers.close = lambda: None
    serve(model, case["name"], [json.dumps(each).encode() for each in asked], answers)
    answers.seek(0)
    hello = json.loads(answers.readline())
    found = [None] * len(items)
    for _ in asked:
        head = json.loads(answers.readline())
        assert "errors" not in head and "error" not in head, head
        payload = answers.read(head["bytes"])
        width = head["bytes"] // head["rows"]
        for i in range(head["rows"]):
            numbers = struct.unpack(f"<{width // 4}f", payload[i * width : (i + 1) * width])
            found[head["id"] + i] = numbers[:1] if "pairs" in case else numbers
    return hello, found


def main(folder):
    worst, layouts = 0, set()
    cases = [case for case in json.loads((folder / "cases.json").read_text()) if case["row"].get("loader") != "encode"]
    # Kernels without a GPU are read by an interpreter, and then packed texts alone are of interest.
    for packed in ("yes",) if os.environ.get("TRITON_INTERPRET") else ("", "yes"):
        os.environ["R2MED_PACKED"] = packed
        for case in cases:
            hello, found = rows_of(case)
            scale = max(1, *(abs(value) for row in case["expected"] for value in row))
            apart = max(abs(a - b) for want, got in zip(case["expected"], found) for a, b in zip(want, got, strict=True)) / scale
            layouts.add((case["name"], hello["layout"]))
            print(f"{hello['layout']}: {case['name']}: largest difference {apart:.1e}", flush=True)
            worst = max(worst, apart)
    print(f"{len(cases)} cases, {sum(layout == 'packed' for _, layout in layouts)} of them packed too, largest difference {worst:.1e}")
    return 0 if worst < 1e-5 else 1


sys.exit(main(Path(sys.argv[1])))
