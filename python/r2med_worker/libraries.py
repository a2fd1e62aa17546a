"""Models that only other code runs: a model's own `encode`, GritLM, vLLM, unusual modules of sentence-transformers, or a module of the user's."""

import contextlib
import importlib
import struct

from .serving import Item

DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "autocast": "float32"}
# Texts in a call: the default of sentence-transformers.
TEXTS = 32


def opened_library(library, settings):
    if library == "vllm":
        if settings["loader"] == "scorer":
            raise SystemExit("vLLM embeds here; serve a reranker with it, and name the server with --reranker-endpoint")
        return Library(Vllm(settings), settings)
    if library == "sentence-transformers":
        return Library(OwnEncode(settings), settings)
    return Library(importlib.import_module(library).open_model(settings), settings)


class Library:
    """An object with `dimensions` and `embed(texts, role)`, or with `score(pairs)`, called with some texts at a time."""

    budget = TEXTS

    def __init__(self, model, settings):
        self.model = model
        dimensions = getattr(model, "dimensions", None)
        precision = settings.get("precision") or getattr(model, "precision", None) or settings.get("published")
        self.about = {**({"dimensions": dimensions} if dimensions else {}), **({"precision": precision} if precision else {})}

    def read(self, asked):
        role, read = ("pairs", asked["pairs"]) if "pairs" in asked else (asked["role"], asked["texts"])
        return [Item(role, 1, each) for each in read], {}

    def start(self, items):
        read, role = [item.read for item in items], items[0].side
        answer = {"vectors": [(score, 0, 0) for score in self.model.score(read)]} if role == "pairs" else self.model.embed(read, role)
        vectors = answer["vectors"]
        rows = b"".join(struct.pack(f"<{len(vector)}f", *vector) for vector in vectors)
        usage = {name: answer[name] for name in ("tokens", "cut") if name in answer}
        return lambda: (rows, usage)

    def out_of_memory(self, error):
        return isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"


def type_of(settings, gpu):
    """The number type by name, as `precision_of` in devices.py decides."""
    published = settings.get("published")
    return settings.get("precision") or ("bf16" if gpu else "fp32" if published == "autocast" else published)


def computing(torch, precision):
    stack = contextlib.ExitStack()
    stack.enter_context(torch.inference_mode())
    if precision == "autocast" and torch.cuda.is_available():
        stack.enter_context(torch.autocast("cuda"))
    return stack


class OwnEncode:
    """`encode(texts, instruction=…, max_length=…)` of the model's own code: NV-Embed, ReasonIR, GritLM."""

    def __init__(self, settings):
        import torch

        self.torch = torch
        self.settings = settings
        self.precision = type_of(settings, torch.cuda.is_available()) or "fp32"
        dtype = getattr(torch, DTYPES[self.precision])
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        if settings["loader"] == "gritlm":
            from gritlm import GritLM

            self.model = GritLM(settings["model"], mode="embedding", torch_dtype=dtype, **revision)
        else:
            from .loading import Loaded

            self.model = Loaded("embedder", settings["model"], {**settings, "precision": self.precision}).model
        self.dimensions = settings.get("dimensions")

    def embed(self, texts, role):
        prompt = self.settings["prompts"][role]
        limit = self.settings["tokens"]["document" if role == "document" else "query"]
        with computing(self.torch, self.precision):
            made = self.model.encode(
                [text + prompt["suffix"] for text in texts], instruction=prompt["prefix"], max_length=limit
            )
        vectors = self.torch.as_tensor(made).float().cpu()
        if self.settings.get("normalise"):
            vectors = self.torch.nn.functional.normalize(vectors, dim=1)
        return {"vectors": vectors.tolist()}


class UnusualModules:
    """A model of sentence-transformers that is more than a transformer with pooling."""

    def __init__(self, settings):
        import torch
        from sentence_transformers import SentenceTransformer

        self.torch = torch
        self.settings = settings
        self.precision = type_of(settings, torch.cuda.is_available()) or "fp32"
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        dtype = {"dtype": getattr(torch, DTYPES[self.precision])} if torch.cuda.is_available() else {}
        self.model = SentenceTransformer(settings["model"], trust_remote_code=True, model_kwargs=dtype, **revision)
        self.dimensions = settings.get("dimensions")

    def embed(self, texts, role):
        prompt = self.settings["prompts"][role]
        whole = [text + prompt["suffix"] for text in texts]
        with computing(self.torch, self.precision):
            vectors = self.model.encode(
                whole, prompt=prompt["prefix"] or None, batch_size=TEXTS, normalize_embeddings=bool(self.settings.get("normalise"))
            )
        return {"vectors": vectors.tolist()}


class Vllm:
    """vLLM in this process; texts go in as token ids, so that no setting of a server decides what is read."""

    def __init__(self, settings):
        from transformers import AutoTokenizer
        from vllm import LLM
        from vllm.config import PoolerConfig

        if settings["loader"] not in ("modules", "pooling") or not settings.get("poolInstruction", True):
            raise SystemExit(f"vLLM cannot pool as {settings['model']} does; use --library sentence-transformers")
        if settings.get("queryModel") not in (None, settings["model"]) or settings.get("documentInput") not in (None, "text"):
            raise SystemExit(f"{settings['model']} has two encoders; use --library sentence-transformers")
        self.precision = type_of(settings, True)
        kinds = {"cls": "CLS", "mean": "MEAN", "last": "LAST", "last-masked": "LAST"}
        pooler = {}
        if settings.get("pooling") in kinds:
            pooler["pooler_config"] = PoolerConfig(
                pooling_type=kinds[settings["pooling"]], normalize=bool(settings.get("normalise"))
            )
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        tokenizer = AutoTokenizer.from_pretrained(settings["model"], trust_remote_code=True, **revision)
        from .reading import Reader

        self.reader = Reader(tokenizer, settings)
        self.llm = LLM(
            model=settings["model"],
            runner="pooling",
            trust_remote_code=True,
            dtype=DTYPES.get(self.precision, "auto"),
            **revision,
            **pooler,
        )
        self.dimensions = settings.get("dimensions")

    def embed(self, texts, role):
        read, cut = self.reader.read(texts, role)
        answers = self.llm.embed([{"prompt_token_ids": list(map(int, ids))} for ids, _ in read], use_tqdm=False)
        tokens = sum(len(ids) for ids, _ in read)
        return {"vectors": [answer.outputs.embedding for answer in answers], "tokens": tokens, "cut": cut}
