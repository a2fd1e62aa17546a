"""Writes what sentence-transformers 6 saves of a model: the small files of a whole folder, and one config.json per pooling.

Run: python3 make.py. Installs PyTorch and sentence-transformers into a temporary environment (several GB) and runs itself
there. Weights and tokenizer are left out: what is read here is how the files are laid out. The model is the tiny BERT of
../onnx/bert with random weights.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
BERT = HERE.parent / "onnx" / "bert"
PACKAGES = ["torch==2.15.0", "transformers==5.22.2", "sentence-transformers==6.2.0", "numpy==2.4.6"]
MAX_LENGTH = 20


def make():
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Dense, Normalize, Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from transformers import AutoTokenizer, BertConfig, BertModel

    poolings = HERE / "poolings"
    shutil.rmtree(poolings, ignore_errors=True)
    for mode in [*Pooling.POOLING_MODES, ("cls", "mean")]:
        folder = poolings / (mode if isinstance(mode, str) else "+".join(mode))
        folder.mkdir(parents=True)
        Pooling(32, mode, include_prompt=mode != "cls").save(str(folder))

    with tempfile.TemporaryDirectory() as work:
        bare, whole = Path(work) / "bare", Path(work) / "whole"
        config = BertConfig(**json.loads((BERT / "config.json").read_text()))
        BertModel(config).save_pretrained(bare)
        AutoTokenizer.from_pretrained(BERT).save_pretrained(bare)
        transformer = Transformer(str(bare), max_seq_length=MAX_LENGTH)
        size = config.hidden_size
        modules = [transformer, Pooling(size, "mean"), Dense(size, 8), Normalize()]
        SentenceTransformer(modules=modules, prompts={"query": "query: "}).save(str(whole), create_model_card=False)
        saved = HERE / "folder"
        shutil.rmtree(saved, ignore_errors=True)
        for file in sorted(whole.rglob("*.json")):
            if file.name in ("tokenizer.json", "vocab.json"):
                continue
            target = saved / file.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def in_environment():
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = Path(folder) / "bin" / "python"
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
        subprocess.run([python, __file__, "--installed"], check=True)


if __name__ == "__main__":
    make() if "--installed" in sys.argv else in_environment()
