"""Weights and settings of a model, from a folder or the hub cache."""

import inspect
import json
import os
from importlib import import_module, metadata

import torch
import transformers
from transformers.utils import cached_file

from .devices import device_here, precision_of

CLASSES = {
    "embedder": "AutoModel",
    "encoder": "AutoModelForTextEncoding",
    "scorer": "AutoModelForSequenceClassification",
    "answers": "AutoModelForCausalLM",
}
DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16, "autocast": torch.float32}
# Settings of a model that transformers reads; of the weights one is enough.
NEEDED = ("config.json", "tokenizer.json or its parts", "model.safetensors or its shards")


class Loaded:
    """A transformer with its tokenizer, on the device, in the precision asked for."""

    def __init__(self, kind, name, settings):
        self.name = name
        self.device = device_here()
        self.precision = precision_of(settings, self.device)
        self.dtype = DTYPES[self.precision]
        revision = {"revision": settings["revision"]} if settings.get("revision") else {}
        remote = {"trust_remote_code": True, **revision}
        try:
            self.model = self.loaded(kind, name, remote)
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(name, **remote)
        except (OSError, ValueError) as error:
            raise SystemExit(missing(name, revision, error)) from error
        self.model.to(self.device).eval()
        # A classifier's transformer is what hidden states come from.
        self.base = self.model if kind == "embedder" else self.model.base_model
        self.arguments = inspect.signature(self.base.forward).parameters

    def loaded(self, kind, name, remote):
        # transformers 4.56 renamed it, and warns of the old name.
        newer = tuple(int(part) for part in metadata.version("transformers").split(".")[:2]) >= (4, 56)
        arguments = {**remote, "dtype" if newer else "torch_dtype": self.dtype}
        if kind != "embedder" and file_of(name, "adapter_config.json", remote):
            peft = import_module("peft")
            merged = {"scorer": "AutoPeftModelForSequenceClassification", "answers": "AutoPeftModelForCausalLM"}[kind]
            labels = {"num_labels": 1} if kind == "scorer" else {}
            return getattr(peft, merged).from_pretrained(name, **labels, **arguments).merge_and_unload()
        config = transformers.AutoConfig.from_pretrained(name, **remote)
        halves = config.is_encoder_decoder or config.model_type in ("t5", "mt5", "umt5")
        kind = "encoder" if kind == "embedder" and halves else kind
        return getattr(transformers, CLASSES[kind]).from_pretrained(name, config=config, **arguments)

    def longest(self, parts):
        """Tokens that the model can read, by its own settings."""
        known = [getattr(self.model.config, "max_position_embeddings", None), self.tokenizer.model_max_length]
        if parts is not None and parts.longest:
            known.append(parts.longest)
        if known[0] is not None and self.model.config.model_type in ("roberta", "xlm-roberta", "camembert"):
            known[0] -= self.model.config.pad_token_id + 1
        real = [each for each in known if isinstance(each, int) and 0 < each < 1 << 40]
        return min(real, default=None)


def file_of(name, path, remote):
    """A file of a model on this machine; none if the model has no such file."""
    revision = {"revision": remote["revision"]} if "revision" in remote else {}
    try:
        return cached_file(name, path, _raise_exceptions_for_missing_entries=False, **revision)
    except OSError:
        return None


def missing(name, revision, error):
    """What a person can do about a model that is not here."""
    from huggingface_hub.constants import HF_HUB_CACHE

    if os.path.isdir(name):
        return f"{name}: {error}"
    folder = os.path.join(HF_HUB_CACHE, "models--" + name.replace("/", "--"), "snapshots", revision.get("revision", "*"))
    wanted = f" --revision {revision['revision']}" if revision else ""
    return (
        f"{name} is not on this machine: {', '.join(NEEDED)} should be in {folder}. "
        f"Fetch it where there is a network: hf download {name}{wanted}; or copy such a folder and set HF_HOME ({str(error).splitlines()[0]})"
    )


def load_module_list(name, settings):
    """The modules of sentence-transformers behind a transformer, read from the model's own files."""
    remote = {"revision": settings["revision"]} if settings.get("revision") else {}
    file = file_of(name, "modules.json", remote)
    return ModuleList(name, remote, json_of(file)) if file else None


def json_of(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)


class Unusual(Exception):
    """A model that is more than a transformer with pooling."""


class ModuleList:
    """Pooling, linear layers and normalisation as `modules.json` lists them."""

    def __init__(self, name, remote, modules):
        self.name, self.remote = name, remote
        kinds = [(each["type"].rsplit(".", 1)[-1], each["path"]) for each in modules]
        if kinds[0][0] != "Transformer" or [kind for kind, _ in kinds].count("Pooling") != 1 or kinds[1][0] != "Pooling":
            raise Unusual(f"{name} is made of {', '.join(kind for kind, _ in kinds)}")
        config = self.config(kinds[0][1], "sentence_bert_config.json") or {}
        self.longest, self.lower = config.get("max_seq_length"), bool(config.get("do_lower_case"))
        pooling = self.config(kinds[1][1], "config.json")
        mode = pooling.get("pooling_mode")
        listed = [key[len("pooling_mode_") :] for key, value in pooling.items() if key.startswith("pooling_mode_") and value is True]
        self.modes = [mode] if isinstance(mode, str) else list(mode or listed)
        self.include_prompt = pooling.get("include_prompt", True)
        self.later = kinds[2:]
        if config := next((each for each in kinds[2:] if each[0] not in ("Normalize", "Dense", "LayerNorm", "Dropout")), None):
            raise Unusual(f"{name} has a module {config[0]}")

    def config(self, path, name):
        file = file_of(self.name, f"{path}/{name}" if path else name, self.remote)
        return json_of(file) if file else None

    def behind(self, device):
        return [self.module(kind, path).to(device).float().eval() for kind, path in self.later if kind != "Dropout"]

    def module(self, kind, path):
        if kind == "Normalize":
            return Unit()
        config = self.config(path, "config.json") or {}
        if kind == "Dense":
            layer = torch.nn.Linear(config["in_features"], config["out_features"], bias=config.get("bias", True))
            activation = class_named(config.get("activation_function") or "torch.nn.modules.linear.Identity")
            module, weights = torch.nn.Sequential(layer, activation()), self.weights(path)
            if config.get("use_residual"):
                raise Unusual(f"{self.name} has a residual Dense")
            layer.load_state_dict({key.removeprefix("linear."): value for key, value in weights.items()})
            return module
        if kind == "LayerNorm":
            module = torch.nn.LayerNorm(config["dimension"])
            module.load_state_dict({key.removeprefix("norm."): value for key, value in self.weights(path).items()})
            return module
        raise Unusual(f"{self.name} has a module {kind}")

    def weights(self, path):
        file = file_of(self.name, f"{path}/model.safetensors", self.remote)
        if file:
            from safetensors.torch import load_file

            return load_file(file)
        return torch.load(file_of(self.name, f"{path}/pytorch_model.bin", self.remote), map_location="cpu", weights_only=True)


class Unit(torch.nn.Module):
    def forward(self, vectors):
        return torch.nn.functional.normalize(vectors, dim=1)


def class_named(path):
    """An activation of PyTorch; names of other code are refused."""
    module, _, name = path.rpartition(".")
    if not module.startswith("torch.nn."):
        raise Unusual(f"an activation {path}, which is not PyTorch's")
    return getattr(import_module(module), name)
