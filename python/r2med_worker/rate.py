"""How fast the device multiplies matrices: what the speed of a model is compared with."""

import time

import torch

SIZE = 8192
TYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16, "autocast": torch.float16}


def matrix_rate(device, precision):
    """Operations a second of large products, random numbers in the number type that the model's products have."""
    a = torch.randn(SIZE, SIZE, device=device, dtype=TYPES[precision])
    b = torch.randn_like(a)
    times = 10 if precision != "fp32" else 3
    for _ in range(3):
        a @ b
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(times):
        a @ b
    torch.cuda.synchronize()
    seconds = time.perf_counter() - began
    del a, b
    torch.cuda.empty_cache()
    return times * 2 * SIZE**3 / seconds


def matrix_weights(model):
    """Weights that each token is multiplied with: those of linear layers, not tables of words."""
    return sum(module.weight.numel() for module in model.modules() if isinstance(module, torch.nn.Linear))
