"""Embeds with the models' own Python code, as a program that reads and writes JSON lines.

    r2med run --retriever bmr-7b --python python3              a row of `r2med models`: r2med says how to read texts
    r2med run --retriever command:"python3 embed.py ORG/NAME"  any sentence-transformers model, texts as they are

Needs `pip install sentence-transformers`, or vLLM with --library vllm. `--library MODULE` takes any Python module with a
function `open_model(settings)` that gives an object with `dimensions` and `embed(texts, role)`.

r2med passes a row's settings as JSON in R2MED_MODEL: model, loader, what goes around a text per role, token limits, pooling,
end token, padding, number type. docs/your-own-model.md describes the lines on stdin and stdout.
"""

import argparse
import base64
import contextlib
import importlib
import json
import os
import struct
import sys

ROLES = ("query", "rewrite", "document")
DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "autocast": "float32"}


def settings_of(arguments):
    """What r2med says about a row, or the model's own settings where only an id is given."""
    if arguments.model is None:
        return json.loads(os.environ["R2MED_MODEL"])
    plain = {"prefix": "", "suffix": ""}
    return {"model": arguments.model, "loader": "modules", "prompts": {role: plain for role in ROLES}}


def computing(torch, settings):
    """Without gradients; `autocast` is fp32 weights whose matrix products CUDA makes in 16 bits, and plain fp32 without CUDA."""
    stack = contextlib.ExitStack()
    stack.enter_context(torch.inference_mode())
    if settings.get("dtype") == "autocast" and torch.cuda.is_available():
        stack.enter_context(torch.autocast("cuda"))
    return stack


class Reader:
    """Turns texts into token ids as the settings say: prompt, cut, end token."""

    def __init__(self, tokenizer, settings, longest=None):
        self.tokenizer = tokenizer
        self.settings = settings
        self.longest = longest
        if settings.get("padding") in ("left", "right"):
            tokenizer.padding_side = settings["padding"]
        token = (settings.get("eos") or {}).get("token") if self.rule() == "append" else None
        self.end = None if token is None else tokenizer.convert_tokens_to_ids(token)
        if token is not None and self.end in (None, tokenizer.unk_token_id):
            raise SystemExit(f"the tokenizer of {settings['model']} has no token {token}")
        # Some tokenizers append it by themselves, depending on the version of transformers.
        self.appends = self.end is not None and self.tokens("fever", None)["input_ids"][-1] != self.end
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token

    def rule(self):
        return (self.settings.get("eos") or {}).get("rule")

    def tokens(self, text, limit, pair=None):
        cut = {} if limit is None else {"truncation": True, "max_length": limit}
        return dict(self.tokenizer(*([pair, text] if pair is not None else [text]), **cut))

    def limit(self, role):
        limits = self.settings.get("tokens")
        wanted = None if limits is None else limits["document" if role == "document" else "query"]
        return min((each for each in (wanted, self.longest) if each is not None), default=None)

    def read(self, text, role):
        """The tokens of a text, and whether it was cut."""
        prompt = self.settings["prompts"][role]
        limit = self.limit(role)
        room = limit if limit is None or not self.appends else limit - 1
        pair = "" if role == "document" and self.settings.get("documentInput") == "empty-title-pair" else None
        whole = prompt["prefix"] + text + prompt["suffix"]
        tokens = self.tokens(whole, room, pair)
        full = room is not None and len(tokens["input_ids"]) >= room
        cut = full and len(self.tokens(whole, None, pair)["input_ids"]) > room
        if self.appends:
            last = {"input_ids": self.end, "attention_mask": 1}
            tokens = {name: values + [last.get(name, 0)] for name, values in tokens.items()}
        return tokens, cut

    def padded(self, read):
        return self.tokenizer.pad([tokens for tokens, _ in read], return_tensors="pt")

    @staticmethod
    def usage(read):
        return {"tokens": sum(len(tokens["input_ids"]) for tokens, _ in read), "cut": sum(cut for _, cut in read)}

    def prompt_tokens(self, role):
        """How many ids at the beginning are the prompt's, where pooling leaves them out."""
        prefix = self.settings["prompts"][role]["prefix"]
        if self.settings.get("poolInstruction", True) or not prefix:
            return 0
        ids = self.tokens(prefix, None)["input_ids"]
        return len(ids) - (ids[-1] in (self.tokenizer.sep_token_id, self.tokenizer.eos_token_id))


class SentenceTransformers:
    """The model's own modules, or its transformer with the row's pooling."""

    def __init__(self, settings):
        import torch
        from sentence_transformers import SentenceTransformer, models

        self.torch = torch
        self.settings = settings
        dtype = DTYPES.get(settings.get("dtype"))
        arguments = {"torch_dtype": getattr(torch, dtype)} if dtype else {}
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}

        def opened(model):
            if settings["loader"] == "modules":
                return SentenceTransformer(model, trust_remote_code=True, model_kwargs=arguments, **revision)
            remote = {"trust_remote_code": True, **revision}
            transformer = models.Transformer(
                model, model_args={**remote, **arguments}, tokenizer_args=remote, config_args=remote
            )
            mode = {"cls": "cls", "mean": "mean", "last": "lasttoken", "last-masked": "lasttoken"}[settings["pooling"]]
            pooling = models.Pooling(transformer.get_word_embedding_dimension(), mode)
            return SentenceTransformer(modules=[transformer, pooling])

        document = opened(settings["model"])
        query_id = settings.get("queryModel") or settings["model"]
        query = document if query_id == settings["model"] else opened(query_id)
        self.sides = {role: self.side(document if role == "document" else query) for role in ROLES}
        self.dimensions = document.get_sentence_embedding_dimension()

    def side(self, model):
        if not self.settings.get("poolInstruction", True):
            model.set_pooling_include_prompt(False)
        model.eval()
        return model, Reader(model.tokenizer, self.settings, model.max_seq_length)

    def embed(self, texts, role):
        model, reader = self.sides[role]
        read = [reader.read(text, role) for text in texts]
        features = dict(reader.padded(read).to(model.device))
        length = reader.prompt_tokens(role)
        if length:
            features["prompt_length"] = length
        with computing(self.torch, self.settings):
            vectors = model(features)["sentence_embedding"].float()
        if self.settings.get("normalise"):
            vectors = self.torch.nn.functional.normalize(vectors, dim=1)
        return {"vectors": vectors.cpu().tolist(), **reader.usage(read)}


class OwnEncode:
    """`encode(texts, instruction=…, max_length=…)` of the model's own code: NV-Embed, ReasonIR, GritLM."""

    def __init__(self, settings):
        import torch

        self.torch = torch
        self.settings = settings
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        if settings["loader"] == "gritlm":
            from gritlm import GritLM

            self.model = GritLM(settings["model"], mode="embedding", torch_dtype="auto", **revision)
        else:
            from transformers import AutoModel

            dtype = getattr(torch, DTYPES.get(settings.get("dtype"), "float32"))
            model = AutoModel.from_pretrained(settings["model"], trust_remote_code=True, torch_dtype=dtype, **revision)
            self.model = model.to("cuda" if torch.cuda.is_available() else "cpu").eval()
        self.dimensions = settings.get("dimensions")

    def embed(self, texts, role):
        prompt = self.settings["prompts"][role]
        limit = self.settings["tokens"]["document" if role == "document" else "query"]
        with computing(self.torch, self.settings):
            made = self.model.encode(
                [text + prompt["suffix"] for text in texts], instruction=prompt["prefix"], max_length=limit
            )
        vectors = self.torch.as_tensor(made).float().cpu()
        if self.settings.get("normalise"):
            vectors = self.torch.nn.functional.normalize(vectors, dim=1)
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
        self.settings = settings
        kinds = {"cls": "CLS", "mean": "MEAN", "last": "LAST", "last-masked": "LAST"}
        pooler = {}
        if settings.get("pooling") in kinds:
            pooler["pooler_config"] = PoolerConfig(
                pooling_type=kinds[settings["pooling"]], normalize=bool(settings.get("normalise"))
            )
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        tokenizer = AutoTokenizer.from_pretrained(settings["model"], trust_remote_code=True, **revision)
        self.reader = Reader(tokenizer, settings)
        self.llm = LLM(
            model=settings["model"],
            runner="pooling",
            trust_remote_code=True,
            dtype=DTYPES.get(settings.get("dtype"), "auto"),
            **revision,
            **pooler,
        )
        self.dimensions = settings.get("dimensions")

    def embed(self, texts, role):
        read = [self.reader.read(text, role) for text in texts]
        asked = [{"prompt_token_ids": tokens["input_ids"]} for tokens, _ in read]
        answers = self.llm.embed(asked, use_tqdm=False)
        return {"vectors": [answer.outputs.embedding for answer in answers], **self.reader.usage(read)}


def open_model(library, settings):
    if library == "vllm":
        return Vllm(settings)
    if library == "sentence-transformers":
        return (SentenceTransformers if settings["loader"] in ("modules", "pooling") else OwnEncode)(settings)
    return importlib.import_module(library).open_model(settings)


def encoded(vector):
    """Base64 of little-endian 32-bit floats: a quarter of the bytes of JSON numbers."""
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def serve(model, name, lines, write):
    hello = {"r2med": 1, "name": name, "version": "1"}
    dimensions = getattr(model, "dimensions", None)
    write({**hello, **({"dimensions": dimensions} if dimensions else {})})
    for line in lines:
        request = json.loads(line)
        try:
            answer = model.embed(request["texts"], request["role"])
            write({"id": request["id"], **answer, "vectors": [encoded(vector) for vector in answer["vectors"]]})
        except Exception as error:  # asked for again in halves: out of memory is mended by that
            write({"id": request["id"], "error": f"{type(error).__name__}: {error}"})


def main():
    parser = argparse.ArgumentParser(description="embed texts for r2med; see the head of this file")
    parser.add_argument("model", nargs="?", help="hub id or folder; without it R2MED_MODEL says which model and how")
    parser.add_argument("--library", default="sentence-transformers", help="sentence-transformers, vllm or a Python module")
    arguments = parser.parse_args()
    if arguments.model is None and "R2MED_MODEL" not in os.environ:
        parser.error("name a model, or let r2med start this program: r2med run --retriever ROW --python python3")
    # Libraries print to stdout what belongs to stderr; answers go to the stdout that was there at the start.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)

    def write(message):
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    settings = settings_of(arguments)
    serve(open_model(arguments.library, settings), settings.get("name") or settings["model"], sys.stdin, write)


if __name__ == "__main__":
    main()
