"""Makes the tiny models' ONNX files, cases.json, tokens.json and pairs.json: what transformers and sentence-transformers answer.

Run: python3 make.py [--train]. Installs PyTorch, transformers and sentence-transformers into a temporary environment
(several GB) and runs itself there. With --train the tokenizers are trained anew too (see train_tokenizers.py).

Every case is a model's folder with settings as r2med takes them, texts, and the token ids and vectors the program
gives under the same protocol, in batches of four with padding.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = [
    "torch==2.6.0",
    "transformers==4.51.3",
    "tokenizers==0.21.4",
    "sentence-transformers==5.1.2",
    "onnx==1.18.0",
    "onnxruntime==1.22.1",
    "numpy==2.2.6",
    "sentencepiece==0.2.0",
    "protobuf==6.31.1",
]
TEXTS = [
    "Crushing chest pain that began two hours ago, with ST elevation in leads II, III and aVF.",
    "fever",
    "",
    "a",
    "  Her temperature was 38.9 °C (102 °F) at 03:45,\nfalling to 37.2 °C by 11:30 a.m. \t",
    "Fièvre élevée, frissons; naïve patient with Ménière’s disease and Sjögren syndrome.",
    "发热三天,咳嗽。 高血压 and ß-blockers 😷💊 👩‍⚕️",
    "Don't give β-blockers: it's controversial, isn't it? [SEP] </s> <eos> [MASK]",
    "!!! ... ??? -- ()",
    "Platelets fell from 250,000 to 18,000 per mm³ after 5-10 days of unfractionated heparin; " * 6,
    "word " * 200,
    "A 54-year-old man presents to the emergency department.",
    "A 54-year-old woman presents to the emergency department.",
]
INPUTS = {
    "bert": ["input_ids", "attention_mask", "token_type_ids"],
    "colbert": ["input_ids", "attention_mask", "token_type_ids"],
    "splade": ["input_ids", "attention_mask", "token_type_ids"],
    "gemma": ["input_ids", "attention_mask", "position_ids"],
}
ARCHITECTURES = ["bert", "xlm-r", "t5", "gpt-neox", "mistral", "gemma", "colbert", "splade"]


def make(train):
    from cross_encoders import golden
    from protocols import cases
    from tiny_models import build, copy_tokenizer, export
    from train_tokenizers import train as train_all
    from transformers import AutoTokenizer

    if train:
        train_all(HERE)
    copy_tokenizer(HERE / "bert", HERE / "splade")
    models = {}
    for name in ARCHITECTURES:
        tokenizer = AutoTokenizer.from_pretrained(HERE / name)
        model = build(name, tokenizer)
        model.config.to_json_file(HERE / name / "config.json")
        output = "logits" if name == "splade" else "last_hidden_state"
        export(model, HERE / name / "onnx" / "model.onnx", INPUTS.get(name, ["input_ids", "attention_mask"]), output)
        models[name] = (model, tokenizer)
    write("cases.json", {"texts": TEXTS, "cases": list(cases(HERE, models, TEXTS))})
    write("tokens.json", tokens(models))
    write("pairs.json", golden(HERE))


def tokens(models):
    """Token ids of text written to be hard, without special tokens."""
    text = HERE.parent / "text"
    hostile = json.loads((text / "hostile.json").read_text(encoding="utf-8"))[::4]
    medical = (text / "medical.txt").read_text(encoding="utf-8").splitlines()[::8]
    # Rust's strings hold no lone surrogates.
    texts = [line for line in hostile + medical if line.isascii() or line.encode("utf-16", "surrogatepass").decode("utf-16", "replace") == line]
    plain = {
        name: tokenizer(texts, add_special_tokens=False)["input_ids"]
        for name, (_, tokenizer) in models.items()
        if name not in ("splade", "colbert")
    }
    return {"texts": texts, "ids": plain}


def write(name, value):
    """One line per case or list of ids."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = text.replace('{"name":', '\n{"name":').replace("]],", "]],\n")
    (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["installed"]:
        sys.path.insert(0, str(HERE))
        make("--train" in sys.argv)
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, "-W", "ignore", __file__, "installed", *sys.argv[1:]], check=True)
