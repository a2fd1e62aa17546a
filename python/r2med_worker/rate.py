"""How fast the device multiplies matrices: what the speed of a model is compared with."""

import time

import torch

from .devices import device_here, precision_of

# Rows of the matrices: enough to keep a GPU busy; on a CPU larger ones are not faster.
SIZES = {"cuda": 8192, "mps": 4096, "cpu": 1024}
TYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16, "autocast": torch.float16}
# A CPU and a laptop's GPU change their speed within a second; a large GPU is known after a few products.
SECONDS = {"cuda": 0, "mps": 1, "cpu": 1}


def matrix_rate(device, precision):
    """Operations a second of large products, random numbers in the number type that the model's products have."""
    size = SIZES[device.type]
    dtype = torch.float32 if precision == "autocast" and device.type != "cuda" else TYPES[precision]
    a = torch.randn(size, size, device=device, dtype=dtype)
    b = torch.randn_like(a)
    times = 10 if precision != "fp32" else 3
    for _ in range(3):
        a @ b
    wait(device)
    began, done, seconds = time.perf_counter(), 0, 0.0
    while done == 0 or seconds < SECONDS[device.type]:
        for _ in range(times):
            a @ b
        wait(device)
        done += times
        seconds = time.perf_counter() - began
    del a, b
    if device.type == "cuda":
        torch.cuda.empty_cache()
    return done * 2 * size**3 / seconds


def wait(device):
    if device.type != "cpu":
        getattr(torch, device.type).synchronize()


def rate_here(settings):
    """What this machine has for a model of which nothing is loaded: the rate of the number type that it would run in, and memory."""
    device = device_here()
    precision = precision_of(settings, device)
    found = {"device": device.type, "precision": precision, "rate": matrix_rate(device, precision)}
    if device.type == "cuda":
        found.update(name=torch.cuda.get_device_name(device), memory=torch.cuda.get_device_properties(device).total_memory)
    return found


def matrix_weights(model):
    """Weights that each token is multiplied with: those of linear layers, not tables of words."""
    return sum(module.weight.numel() for module in model.modules() if isinstance(module, torch.nn.Linear))
