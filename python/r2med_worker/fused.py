"""What lies between matrix products, in one kernel each or in the product itself: a GPU spends a fifth of its time there otherwise, reading and
writing the same rows again and again. Sums are in 32 bits and rounded once."""

import sys

import torch
import triton
import triton.language as tl

from .packed import BERTS


@triton.jit
def _add_norm(x, residual, weight, bias, out, epsilon, size: tl.constexpr, block: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * size
    column = tl.arange(0, block)
    inside = column < size
    value = tl.load(x + at + column, inside, 0.0).to(tl.float32) + tl.load(residual + at + column, inside, 0.0).to(tl.float32)
    apart = tl.where(inside, value - tl.sum(value, 0) / size, 0.0)
    scale = 1 / tl.sqrt(tl.sum(apart * apart, 0) / size + epsilon)
    by = tl.load(weight + column, inside, 0.0).to(tl.float32)
    plus = tl.load(bias + column, inside, 0.0).to(tl.float32)
    tl.store(out + at + column, apart * scale * by + plus, inside)


@triton.jit
def _rms_norm(x, weight, out, epsilon, size: tl.constexpr, block: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * size
    column = tl.arange(0, block)
    inside = column < size
    value = tl.load(x + at + column, inside, 0.0).to(tl.float32)
    scale = 1 / tl.sqrt(tl.sum(value * value, 0) / size + epsilon)
    tl.store(out + at + column, value * scale * tl.load(weight + column, inside, 0.0).to(tl.float32), inside)


@triton.jit
def _silu_times(gate, up, out, count, block: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    value = tl.load(gate + at, at < count, 0.0).to(tl.float32)
    tl.store(out + at, value * tl.sigmoid(value) * tl.load(up + at, at < count, 0.0).to(tl.float32), at < count)


@triton.jit
def _turn(x, cosine, sine, heads: tl.constexpr, half: tl.constexpr, rows: tl.constexpr, block: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    head, column = tl.arange(0, rows)[:, None], tl.arange(0, block)[None, :]
    inside = (head < heads) & (column < half)
    at = x + token * heads * half * 2 + head * half * 2 + column
    by = tl.load(cosine + token * half * 2 + column, column < half, 0.0).to(tl.float32)
    other = tl.load(sine + token * half * 2 + column, column < half, 0.0).to(tl.float32)
    first, second = tl.load(at, inside, 0.0).to(tl.float32), tl.load(at + half, inside, 0.0).to(tl.float32)
    tl.store(at, first * by - second * other, inside)
    tl.store(at + half, second * by + first * other, inside)


BLOCK = 1024


def by_row(kernel, x, *more, epsilon, size):
    x = x.contiguous()
    out = torch.empty_like(x)
    block = triton.next_power_of_2(size)
    warps = 4 if size <= 2048 else 8
    kernel[(x.numel() // size,)](x, *more, out, epsilon, size, block, num_warps=warps)
    return out


def by_number(kernel, *parts):
    parts = [part.contiguous() for part in parts]
    out = torch.empty_like(parts[0])
    kernel[(triton.cdiv(out.numel(), BLOCK),)](*parts, out, out.numel(), BLOCK)
    return out


def turning(plain):
    """Rotary positions of packed texts, in place: both are views of rows that a linear layer has just made. `plain` is for others."""

    def turn(query, key, cosine, sine, *more, **named):
        both = [part.transpose(1, 2) for part in (query, key)]
        if query.shape[0] != 1 or not all(part.is_contiguous() for part in both) or cosine.shape[-1] != query.shape[-1]:
            return plain(query, key, cosine, sine, *more, **named)
        cosine, sine = cosine.contiguous(), sine.contiguous()
        for part in (query, key):
            heads, half = part.shape[1], part.shape[-1] // 2
            sizes = (heads, half, triton.next_power_of_2(heads), triton.next_power_of_2(half))
            _turn[(part.shape[2],)](part, cosine, sine, *sizes)
        return query, key

    return turn


# Classes of transformers by the end of their names, and what takes the place of their forward.
def output_of(module):
    dense, norm = module.dense, module.LayerNorm
    size = norm.normalized_shape[0]

    def forward(hidden, residual):
        made = dense(hidden)
        return by_row(_add_norm, made, residual.contiguous(), norm.weight, norm.bias, epsilon=norm.eps, size=size)

    return forward


def intermediate_of(module):
    """GELU as part of the product: made of sums that are not rounded yet. On a GPU it is the tanh form, which differs from the exact one by less
    than 16 bits can tell; vectors come out nearer to those of fp32 than by a GELU of rounded sums."""
    dense = module.dense

    def forward(hidden):
        rows = hidden.reshape(-1, hidden.shape[-1])
        made = torch._addmm_activation(dense.bias, rows, dense.weight.t(), use_gelu=True)
        return made.view(*hidden.shape[:-1], -1)

    return forward


def norm_of(module):
    weight, epsilon = module.weight, module.variance_epsilon
    return lambda hidden: by_row(_rms_norm, hidden, weight, epsilon=epsilon, size=weight.numel())


def mlp_of(module):
    return lambda hidden: module.down_proj(by_number(_silu_times, module.gate_proj(hidden), module.up_proj(hidden)))


LLAMAS = ("Llama", "Mistral", "Qwen2", "Qwen3")


def replacements(module):
    name = type(module).__name__
    if name in {f"{each}{part}" for each in BERTS for part in ("Output", "SelfOutput")}:
        return output_of(module)
    if name in {f"{each}Intermediate" for each in BERTS} and type(module.intermediate_act_fn).__name__ == "GELUActivation":
        return intermediate_of(module)
    if name in {f"{each}RMSNorm" for each in LLAMAS}:
        return norm_of(module)
    if name in {f"{each}MLP" for each in LLAMAS} and type(module.act_fn).__name__ in ("SiLUActivation", "SiLU"):
        return mlp_of(module)
    return None


def fuse(model):
    """Replaces what it knows; the result puts all of it back."""
    changed = []
    for module in model.modules():
        forward = replacements(module)
        if forward is not None:
            module.forward = forward
            changed.append(module)
    homes = {sys.modules[type(module).__module__] for module in changed if type(module).__name__.endswith("MLP")}
    rotary = {home: home.apply_rotary_pos_emb for home in homes if hasattr(home, "apply_rotary_pos_emb")}
    for home, plain in rotary.items():
        home.apply_rotary_pos_emb = turning(plain)

    def undo():
        for module in changed:
            del module.forward
        for home, plain in rotary.items():
            home.apply_rotary_pos_emb = plain

    return undo
