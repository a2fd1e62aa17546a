"""Makes the tiny token classifier of this folder: config.json, tokenizer.json and model.onnx.

Run: python3 make.py. Installs onnx into a temporary environment and runs itself there. The model adds two tables: what a token is, and
what the token before it says. A word of a list is a name, a place or a month; a capital after a first name goes on with the name.
All other words are letters, so that any text can be read.
"""

import json
import string
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG"]
FIRST = ["Amara", "Kofi", "Ines", "Tomasz"]
PLACES = ["Gdansk", "Leiden", "Accra", "Quito"]
FIRMS = ["Novalis"]


def make():
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    letters = string.ascii_letters + string.digits + string.punctuation
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *FIRST, *PLACES, *FIRMS, *letters, *("##" + letter for letter in letters)]
    own = np.zeros((len(vocabulary), len(LABELS)), np.float32)
    before = np.zeros_like(own)
    own[:, 0] = 6
    for i, token in enumerate(vocabulary):
        if token in FIRST:
            own[i, 0], own[i, 1], before[i, 2] = 0, 5, 2
        elif token in PLACES:
            own[i, 0], own[i, 3] = 0, 5
        elif token in FIRMS:
            own[i, 0], own[i, 5] = 0, 5
        elif token in string.ascii_uppercase:
            own[i, 0], own[i, 2] = 3, 2
    constant = [numpy_helper.from_array(array, name) for name, array in [
        ("own", own), ("before", before), ("from", np.array([0])), ("to", np.array([-1])), ("axis", np.array([1])),
        ("pads", np.array([0, 1, 0, 0])), ("none", np.array(0)),
    ]]
    node = helper.make_node
    graph = helper.make_graph(
        [
            node("Gather", ["own", "input_ids"], ["a"]),
            node("Slice", ["input_ids", "from", "to", "axis"], ["shorter"]),
            node("Pad", ["shorter", "pads", "none"], ["previous"]),
            node("Gather", ["before", "previous"], ["b"]),
            node("Add", ["a", "b"], ["logits"]),
        ],
        "ner",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", len(LABELS)])],
        constant,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(HERE / "model.onnx"))
    special = [{"id": i, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True} for i, token in enumerate(vocabulary[:4])]
    write("tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": False},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
            "special_tokens": {token: {"id": token, "ids": [i], "tokens": [token]} for i, token in enumerate(vocabulary[:4]) if token in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": {token: i for i, token in enumerate(vocabulary)}},
    })
    write("config.json", {"model_type": "bert", "max_position_embeddings": 32, "pad_token_id": 0, "id2label": dict(enumerate(LABELS))})


def write(name, value):
    (HERE / name).write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "--here" in sys.argv:
        make()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = f"{folder}/bin/python"
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "-q", "onnx==1.18.0", "numpy==2.2.6"], check=True)
            subprocess.run([python, __file__, "--here"], check=True)
