"""The protocols of the models R2MED names, on tiny models: each as its authors' code or card applies it."""

import json
import shutil
import tempfile
from pathlib import Path

import numpy
import onnxruntime
import torch
import torch.nn.functional as F

BATCH = 4
BGE = "Represent this sentence for searching relevant passages: "
E5 = "Instruct: Given a Clinical Case, retrieve similar cases that help diagnose the case\nQuery: "
BMR = "Given a Medical Exam, retrieve relevant passages that help answer the exam\nQuery: "
INSTRUCTOR = "Represent the Medical Exam for retrieving relevant paragraphs: "
GRIT = "<|user|>\nGiven a Clinical Case, retrieve similar cases\n<|embed|>\n"


def cases(here, models, texts):
    yield from encoders(models, texts)
    yield from decoders(models, texts)
    yield from sentence_transformer_layouts(here, models, texts)
    yield from other_files(here, models, texts)
    yield from sparse(here, models, texts)
    yield from late(models, texts)


def case(name, kind, folder, settings, role, tokens, vectors):
    return {
        "name": name,
        "kind": kind,
        "folder": folder,
        "role": role,
        "settings": settings,
        "tokens": tokens,
        "vectors": [[float(f"{value:.8g}") for value in vector] for vector in vectors],
    }


def hidden(model, batch):
    """Token vectors; decoders get the positions of their real tokens, as when they generate."""
    if getattr(model, "config", None) is not None and model.config.model_type == "gemma":
        batch = {**batch, "position_ids": (batch["attention_mask"].cumsum(1) - 1).clamp(min=0)}
    with torch.no_grad():
        return model(**batch)[0]


def pool(vectors, mask, how, left_out=0):
    counted = mask.clone()
    if left_out:
        assert mask[:, 0].all(), "left out tokens are counted from the left"
        counted[:, :left_out] = 0
    if how == "cls":
        return vectors[:, 0]
    if how in ("last", "last-masked"):
        if how == "last-masked":
            vectors = vectors.masked_fill(~mask[..., None].bool(), 0.0)
        if mask[:, -1].sum() == mask.shape[0]:
            return vectors[:, -1]
        return vectors[torch.arange(vectors.shape[0]), mask.sum(1) - 1]
    weights = counted[..., None].float()
    if how == "weighted-mean":
        weights = weights * torch.arange(1, mask.shape[1] + 1)[None, :, None]
    return (vectors * weights).sum(1) / weights.sum(1).clamp(min=1e-9)


def embed(model, tokenize, texts, how, normalise=False, left_out=0):
    tokens, vectors = [], []
    for start in range(0, len(texts), BATCH):
        batch = tokenize(texts[start : start + BATCH])
        mask = batch["attention_mask"]
        tokens += [row[keep.bool()].tolist() for row, keep in zip(batch["input_ids"], mask)]
        pooled = pool(hidden(model, batch), mask, how, left_out)
        vectors += (F.normalize(pooled, dim=-1) if normalise else pooled).tolist()
    return tokens, vectors


def plain(tokenizer, limit, prefix="", wanted=("input_ids", "attention_mask"), pair=False):
    def tokenize(texts):
        given = [["", prefix + text] for text in texts] if pair else [prefix + text for text in texts]
        batch = tokenizer(given, padding=True, truncation=True, max_length=limit, return_tensors="pt")
        return {name: batch[name] for name in wanted if name in batch}

    return tokenize


def with_end(tokenizer, limit, prefix=""):
    """BMRetriever's: one token less, then the end token, padded on the left with the end token if there is no other."""

    def tokenize(texts):
        ids = tokenizer([prefix + text for text in texts], truncation=True, max_length=limit - 1)["input_ids"]
        ended = {"input_ids": [row + [tokenizer.eos_token_id] for row in ids]}
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
            tokenizer.padding_side = "left"
        return dict(tokenizer.pad(ended, padding=True, return_attention_mask=True, return_tensors="pt"))

    return tokenize


def prefixed(role, prefix):
    return {"prompts": {role: {"prefix": prefix}}}


def limited(role, limit):
    return {"maxTokens": {role: limit}}


def encoders(models, texts):
    model, tokenizer = models["bert"]
    typed = ("input_ids", "attention_mask", "token_type_ids")
    got = embed(model, plain(tokenizer, 48, BGE, typed), texts, "cls", True)
    settings = {"pooling": "cls", "normalise": True, **prefixed("query", BGE)}
    yield case("bge: query", "dense", "bert", settings, "query", *got)
    got = embed(model, plain(tokenizer, 24, "", typed), texts, "mean")
    yield case("contriever", "dense", "bert", {"pooling": "mean", **limited("document", 24)}, "document", *got)
    got = embed(model, plain(tokenizer, 32, "", typed, pair=True), texts, "cls")
    settings = {"pooling": "cls", "pair": "empty-title", **limited("document", 32)}
    yield case("medcpt: document as a pair", "dense", "bert", settings, "document", *got)
    tokenizer.truncation_side = "left"
    got = embed(model, plain(tokenizer, 16, "", typed), texts, "last")
    tokenizer.truncation_side = "right"
    # The side is the tokenizer file's: the test writes it there.
    settings = {"pooling": "last", **limited("document", 16)}
    yield {**case("cut on the left", "dense", "bert", settings, "document", *got), "cutSide": "left"}

    model, tokenizer = models["xlm-r"]
    got = embed(model, plain(tokenizer, 40, "query: "), texts, "mean", True)
    settings = {"pooling": "mean", "normalise": True, **prefixed("query", "query: "), **limited("query", 40)}
    yield case("multilingual-e5", "dense", "xlm-r", settings, "query", *got)
    got = embed(model, plain(tokenizer, 48), texts, "cls", True)
    yield case("bge-m3", "dense", "xlm-r", {"pooling": "cls", "normalise": True}, "document", *got)

    model, tokenizer = models["t5"]
    got = embed(model, plain(tokenizer, 30), texts, "mean")
    yield case("t5", "dense", "t5", {"pooling": "mean", **limited("document", 30)}, "document", *got)


def decoders(models, texts):
    model, tokenizer = models["gpt-neox"]
    got = embed(model, with_end(tokenizer, 40, BMR), texts, "last-masked")
    settings = {"pooling": "last-masked", "eos": "append", "paddingSide": "left"}
    yield case("bmr-410m", "dense", "gpt-neox", {**settings, **prefixed("query", BMR), **limited("query", 40)}, "query", *got)
    tokenizer.padding_side = "right"
    got = embed(model, with_end(tokenizer, 33), texts, "last")
    settings = {"pooling": "last", "eos": "append", "paddingSide": "right", **limited("document", 33)}
    yield case("last token, padded on the right", "dense", "gpt-neox", settings, "document", *got)
    # A text without tokens has no weighted mean: transformers cannot even run it.
    some = [text for text in texts if text]
    got = embed(model, plain(tokenizer, 50), some, "weighted-mean", True)
    settings = {"pooling": "weighted-mean", "normalise": True, "paddingSide": "right", **limited("document", 50)}
    yield {**case("sgpt", "dense", "gpt-neox", settings, "document", *got), "without": [""]}

    model, tokenizer = models["mistral"]
    assert tokenizer("a")["input_ids"][-1] == tokenizer.eos_token_id
    tokenizer.padding_side = "left"
    got = embed(model, plain(tokenizer, 64, E5), texts, "last", True)
    assert all(row[-1] == tokenizer.eos_token_id for row in got[0])
    settings = {"pooling": "last", "normalise": True, **prefixed("query", E5)}
    for eos in ["tokenizer", "append"]:
        yield case(f"e5-mistral, eos {eos}", "dense", "mistral", {**settings, "eos": eos}, "query", *got)

    model, tokenizer = models["gemma"]
    tokenizer.padding_side = "left"
    got = embed(model, with_end(tokenizer, 36), texts, "last-masked")
    settings = {"pooling": "last-masked", "eos": "append", **limited("document", 36)}
    for side in ["left", "right"]:
        yield case(f"bmr-2b, padded on the {side}", "dense", "gemma", {**settings, "paddingSide": side}, "document", *got)
    tokenizer.padding_side = "right"
    instruction = len(tokenizer(GRIT)["input_ids"])
    some = [text for text in texts if text]
    got = embed(model, plain(tokenizer, 64, GRIT), some, "mean", True, instruction)
    settings = {"pooling": "mean", "normalise": True, **prefixed("query", GRIT)}
    yield {**case("grit", "dense", "gemma", {**settings, "promptTokens": "leave-out"}, "query", *got), "without": [""]}
    got = embed(model, plain(tokenizer, 64, GRIT), texts, "mean", True, len(tokenizer.tokenize(GRIT)))
    yield case("nv's count", "dense", "gemma", {**settings, "promptTokens": "leave-out-bare"}, "query", *got)


def sentence_transformer_layouts(here, models, texts):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers import models as modules

    def saved(name, limit, *steps, **options):
        """The layout's small files, the ONNX file of the model it is made of, and the model itself."""
        with tempfile.TemporaryDirectory() as folder:
            for part in models[name]:
                part.save_pretrained(folder)
            transformer = modules.Transformer(folder, max_seq_length=limit, **options.pop("transformer", {}))
            model = SentenceTransformer(modules=[transformer, *steps], device="cpu", **options)
            model.save(folder)
            target = here / f"{name}-sentence"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(folder, target, ignore=lambda at, names: unwanted(at, folder, names))
        (target / "onnx").mkdir()
        shutil.copy(here / name / "onnx" / "model.onnx", target / "onnx")
        return model

    def unwanted(at, top, names):
        keep_weights = Path(at) != Path(top)
        return [n for n in names if n in ("README.md", "vocab.txt") or (n.endswith(".safetensors") and not keep_weights)]

    torch.manual_seed(3)
    prompts = {"query": "Query: ", "document": "Passage: "}
    model = saved("bert", 20, modules.Pooling(16, "mean"), modules.Normalize(), prompts=prompts, transformer={"do_lower_case": True})
    for role, encode in [("query", model.encode_query), ("document", model.encode_document)]:
        tokens = listed(model.tokenize([prompts[role] + text for text in texts]))
        yield case(f"sentence-transformers: {role}", "dense", "bert-sentence", {}, role, tokens, encode(texts, batch_size=BATCH))
    whole(model, here / "bert-sentence" / "onnx" / "whole.onnx")
    tokens = listed(model.tokenize([prompts["query"] + text for text in texts]))
    settings = {"file": "onnx/whole.onnx", "pooling": "none"}
    yield case("sentence_embedding", "dense", "bert-sentence", settings, "query", tokens, model.encode_query(texts, batch_size=BATCH))

    # Instructor: prompt tokens left out, a linear layer, length 1.
    dense = modules.Dense(16, 12, bias=True, activation_function=torch.nn.Tanh())
    model = saved("t5", 44, modules.Pooling(16, "mean", include_prompt=False), dense, modules.Normalize())
    tokens = listed(model.tokenize([INSTRUCTOR + text for text in texts]))
    vectors = model.encode(texts, prompt=INSTRUCTOR, batch_size=BATCH)
    yield case("instructor", "dense", "t5-sentence", prefixed("query", INSTRUCTOR), "query", tokens, vectors)


def listed(batch):
    return [row[keep.bool()].tolist() for row, keep in zip(batch["input_ids"], batch["attention_mask"])]


def whole(model, file):
    """The whole pipeline as one ONNX file with a vector per token and one per text."""
    from tiny_models import slim

    class Whole(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = model

        def forward(self, input_ids, attention_mask):
            features = self.inner({"input_ids": input_ids, "attention_mask": attention_mask})
            return features["token_embeddings"], features["sentence_embedding"]

    ones = torch.ones(2, 7, dtype=torch.int64)
    names = ["input_ids", "attention_mask", "token_embeddings"]
    torch.onnx.export(
        Whole().eval(),
        (ones + 4, ones),
        str(file),
        input_names=names[:2],
        output_names=["token_embeddings", "sentence_embedding"],
        dynamic_axes={**{name: {0: "batch", 1: "length"} for name in names}, "sentence_embedding": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
    slim(file)


def other_files(here, models, texts):
    """Half precision and 8 bits, run by onnxruntime itself; also a broken model and one for writing, for the tests."""
    from tiny_models import broken, half, quantized, writing

    _, tokenizer = models["bert"]
    onnx = here / "bert" / "onnx"
    half(onnx / "model.onnx", onnx / "model_fp16.onnx")
    quantized(onnx / "model.onnx", onnx / "model_quantized.onnx")
    poisoned, kept = tokenizer.convert_tokens_to_ids("fever"[:2]), len(tokenizer) - 1
    assert poisoned != tokenizer.unk_token_id
    broken(onnx / "model.onnx", onnx / "broken.onnx", poisoned, kept)
    writing(onnx / "writing.onnx")
    for name, precision in [("model_fp16", "fp16"), ("model_quantized", "int8")]:
        session = onnxruntime.InferenceSession(str(onnx / f"{name}.onnx"))
        tokens, vectors = [], []
        for text in texts:
            batch = dict(tokenizer([text], truncation=True, max_length=48, return_tensors="np"))
            tokens.append(batch["input_ids"][0].tolist())
            output = session.run(None, {key: value.astype("int64") for key, value in batch.items()})[0]
            vectors.append(output[0].astype("float32").mean(0).tolist())
        yield case(precision, "dense", "bert", {"pooling": "mean", "precision": precision}, "document", tokens, vectors)


def sparse(here, models, texts):
    from sentence_transformers import SparseEncoder
    from sentence_transformers.sparse_encoder.models import MLMTransformer, SpladePooling

    with tempfile.TemporaryDirectory() as folder:
        for part in models["splade"]:
            part.save_pretrained(folder)
        model = SparseEncoder(modules=[MLMTransformer(folder, max_seq_length=40), SpladePooling("max")], device="cpu")
        tokens = listed(model.tokenize(texts))
        vectors = model.encode(texts, batch_size=BATCH, convert_to_sparse_tensor=False).tolist()
        settings = {"strip": True, "maxTokens": {"document": 40, "query": 40}}
        yield case("splade", "sparse", "splade", settings, "document", tokens, vectors)
        limited_vectors = model.encode(texts, batch_size=BATCH, convert_to_sparse_tensor=False, max_active_dims=12).tolist()
        settings = {**settings, "maxTerms": {"query": 12}}
        yield case("splade, 12 terms", "sparse", "splade", settings, "query", tokens, limited_vectors)


def late(models, texts):
    """ColBERT's: a marker after [CLS], queries filled up with [MASK] that nobody looks at, punctuation left out."""
    model, tokenizer = models["colbert"]
    ids = tokenizer.convert_tokens_to_ids
    skipped = {tokenizer(sign, add_special_tokens=False)["input_ids"][0] for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}
    markers = {"query": "[unused0]", "document": "[unused1]"}
    for role, limit in [("query", 32), ("document", 44)]:
        tokens, vectors = [], []
        for text in texts:
            row = tokenizer(text, truncation=True, max_length=limit - 1)["input_ids"]
            row = [row[0], ids(markers[role]), *row[1:]]
            seen = len(row)
            if role == "query":
                row += [tokenizer.mask_token_id] * (limit - seen)
            mask = [1] * seen + [0] * (len(row) - seen)
            batch = {"input_ids": torch.tensor([row]), "attention_mask": torch.tensor([mask])}
            output = F.normalize(hidden(model, batch)[0], dim=-1)
            kept = [i for i, id in enumerate(row) if role == "query" or id not in skipped]
            tokens.append(row)
            vectors.append(output[kept].flatten().tolist())
        settings = {"markers": markers, "maxTokens": {"document": 44}}
        yield case(f"colbert: {role}", "late", "colbert", settings, role, tokens, vectors)
