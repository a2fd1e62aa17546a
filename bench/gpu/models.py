"""Models of the real sizes with random weights in a hub cache, and invented texts of real lengths, so that entries run by their names
without a network."""

import json
import os
import random
import time

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import (
    AutoModel,
    AutoModelForSequenceClassification,
    BertConfig,
    LlamaConfig,
    MistralConfig,
    PreTrainedTokenizerFast,
    XLMRobertaConfig,
)

LARGE = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096}
# `weights`: those that each token is multiplied with, as the figures of bench/RESULTS.md count them.
ROWS = {
    "bge": {"weights": 3.0e8, "limit": 512, "kind": "bert", "auto": AutoModel, "config": lambda n: BertConfig(vocab_size=n, **LARGE)},
    "e5": {"weights": 7.11e9, "limit": 2048, "kind": "decoder", "auto": AutoModel, "config": lambda n: MistralConfig(vocab_size=n, sliding_window=None)},
    "bge-reranker": {
        "weights": 3.0e8,
        "limit": 512,
        "kind": "roberta",
        "auto": AutoModelForSequenceClassification,
        "config": lambda n: XLMRobertaConfig(vocab_size=n, max_position_embeddings=514, num_labels=1, type_vocab_size=1, **LARGE),
    },
    "rankllama": {
        "weights": 6.6e9,
        "limit": 1024,
        "kind": "decoder",
        "auto": AutoModelForSequenceClassification,
        "config": lambda n: LlamaConfig(vocab_size=n, num_labels=1, pad_token_id=2, max_position_embeddings=4096),
    },
}
SPECIAL = {
    "bert": ["[PAD]", "[UNK]", "[CLS]", "[SEP]"],
    "roberta": ["<s>", "<pad>", "</s>", "<unk>"],
    "decoder": ["<unk>", "<s>", "</s>"],
}


def invented(count, mean, seed, spread=0.7, most=1600):
    """Texts of words by Zipf's law; lengths in words are log-normal around a mean."""
    chance = random.Random(seed)
    syllables = [a + b for a in "bcdfglmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "is")]
    words = ["".join(chance.choices(syllables, k=chance.choice((1, 2, 2, 3, 3, 4)))) for _ in range(30000)]
    weights = [1 / (rank + 3) for rank in range(len(words))]
    sums = [sum(weights[:1])]
    for weight in weights[1:]:
        sums.append(sums[-1] + weight)
    texts = []
    for _ in range(count):
        length = min(most, max(8, round(mean * chance.lognormvariate(-(spread**2) / 2, spread))))
        texts.append(" ".join(chance.choices(words, cum_weights=sums, k=length)) + ".")
    return texts


def tokenizer(texts, kind, size):
    special = SPECIAL[kind]
    raw = Tokenizer(models.BPE(unk_token=next(each for each in special if "unk" in each.lower())))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=size, special_tokens=special, initial_alphabet=alphabet, show_progress=False))
    numbers = {each: i for i, each in enumerate(special)}
    template = {
        "bert": ("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"),
        "roberta": ("<s> $A </s>", "<s> $A </s> </s> $B </s>"),
        "decoder": ("<s> $A", "<s> $A <s> $B:1"),
    }[kind]
    raw.post_processor = processors.TemplateProcessing(*template, [(each, i) for each, i in numbers.items()])
    named = {
        "bert": {"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]", "pad_token": "[PAD]", "model_input_names": ["input_ids", "token_type_ids", "attention_mask"]},
        "roberta": {"bos_token": "<s>", "eos_token": "</s>", "cls_token": "<s>", "sep_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"},
        "decoder": {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "</s>", "padding_side": "left"},
    }[kind]
    return PreTrainedTokenizerFast(tokenizer_object=raw, model_max_length=4096 if kind == "decoder" else 512, **named)


def make(home, entry, name, texts, tiny=False):
    """Puts a model into the hub cache under an entry's id and revision; returns its folder."""
    began = time.time()
    row = ROWS[name]
    revision = entry.get("revision") or "0" * 40
    place = os.path.join(home, "hub", "models--" + entry["model"].replace("/", "--"))
    folder = os.path.join(place, "snapshots", revision)
    os.makedirs(folder, exist_ok=True)
    os.makedirs(os.path.join(place, "refs"), exist_ok=True)
    with open(os.path.join(place, "refs", "main"), "w", encoding="utf-8") as ref:
        ref.write(revision)
    words = tokenizer(texts[:3000], row["kind"], 8000)
    words.save_pretrained(folder)
    config = row["config"](30522 if row["kind"] == "bert" else 32000)
    if tiny:
        config.hidden_size, config.num_hidden_layers, config.num_attention_heads, config.intermediate_size = 64, 2, 4, 128
        config.num_key_value_heads = 2
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    half = row["kind"] == "decoder"
    with torch.device(device):
        torch.set_default_dtype(torch.bfloat16 if half else torch.float32)
        model = row["auto"].from_config(config)
        torch.set_default_dtype(torch.float32)
    model.save_pretrained(folder)
    if row["auto"] is AutoModel:
        write_modules(folder, config.hidden_size, "lasttoken" if row["kind"] == "decoder" else "cls_token", row["limit"])
    del model
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    print(json.dumps({"made": name, "seconds": round(time.time() - began, 1)}), flush=True)
    return folder


def write_modules(folder, size, mode, limit):
    def write(path, value):
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            json.dump(value, file)

    kinds = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    write("modules.json", [{"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"} for i, (path, kind) in enumerate(kinds)])
    write("1_Pooling/config.json", {"word_embedding_dimension": size, **{f"pooling_mode_{each}": each == mode for each in ("cls_token", "mean_tokens", "lasttoken")}})
    write("sentence_bert_config.json", {"max_seq_length": limit, "do_lower_case": False})
