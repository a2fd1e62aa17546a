"""What a model runs on and in which number type, decided before anything of it is loaded."""

import torch


def device_here():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


def precision_of(settings, device):
    """As r2med says; without a word bf16 on a GPU that has it, and as published elsewhere."""
    asked = settings.get("precision")
    if asked is not None:
        return asked
    if device.type == "cuda" and torch.cuda.is_bf16_supported():
        return "bf16"
    published = settings.get("published")
    return "fp32" if published in (None, "autocast") or device.type == "cpu" else published
