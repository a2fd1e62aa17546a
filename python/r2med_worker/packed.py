"""Texts laid end to end without padding: attention looks at one text at a time, by where each begins."""

import torch
from torch.nn import functional

try:
    from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS
except ImportError:  # before transformers 4.48
    ALL_ATTENTION_FUNCTIONS = None
try:
    from torch.nn.attention.varlen import varlen_attn
except ImportError:  # before PyTorch 2.10
    varlen_attn = None

NAME = "r2med_packed"
HALF = (torch.float16, torch.bfloat16)

# Architectures whose positions and masks come from `position_ids` and the attention function alone. Every model is tried besides.
PACKABLE = frozenset(
    "bert roberta xlm-roberta camembert electra distilbert mistral llama qwen2 qwen3 gemma gpt_neox phi3 olmo2".split()
)


# What classes of models that are built like BERT begin with.
BERTS = ("Bert", "Roberta", "XLMRoberta", "Camembert", "Electra")


class Texts:
    """Where the texts of the batch that is being started begin, on the device and here, the row of each first token, and the longest."""

    bounds = None
    first = None
    ends = ()
    longest = 0


def may_pack(config, device, dtype, forced):
    kernel = varlen_attn is not None and device.type == "cuda" and dtype in HALF
    return ALL_ATTENTION_FUNCTIONS is not None and config.model_type in PACKABLE and (kernel or forced)


def attend(module, query, key, value, attention_mask, scaling=None, dropout=0.0, sliding_window=None, **more):
    """The attention function of transformers for one row of packed texts: (1, heads, tokens, size) of each."""
    causal = bool(getattr(module, "is_causal", False))
    if sliding_window is not None and sliding_window < Texts.longest and not causal:
        raise NotImplementedError("a window on both sides")
    if more.get("softcap") is not None or more.get("position_bias") is not None:
        raise NotImplementedError("attention scores that are changed")
    window = (-1, 0) if causal else (-1, -1)
    if causal and sliding_window is not None and sliding_window < Texts.longest:
        window = (sliding_window - 1, 0)
    if varlen_attn is None or query.device.type != "cuda":
        return each(query, key, value, scaling, window), None
    half = torch.get_autocast_dtype("cuda") if torch.is_autocast_enabled("cuda") else query.dtype
    query, key, value = (part[0].transpose(0, 1).to(half) for part in (query, key, value))
    bounds, longest = Texts.bounds, Texts.longest
    out = varlen_attn(query, key, value, bounds, bounds, longest, longest, scale=scaling, window_size=window)
    return out.unsqueeze(0), None


def attend_one(query, key, value, scaling):
    """Attention of one token of each text to all tokens of it."""
    if varlen_attn is None or query.device.type != "cuda":
        starts = [0, *Texts.ends[:-1]]
        parts = [
            functional.scaled_dot_product_attention(query[:, :, i : i + 1], key[:, :, start:end], value[:, :, start:end], scale=scaling)
            for i, (start, end) in enumerate(zip(starts, Texts.ends))
        ]
        return torch.cat(parts, dim=2).transpose(1, 2)
    query, key, value = (part[0].transpose(0, 1) for part in (query, key, value))
    own = torch.arange(len(query) + 1, dtype=torch.int32, device=query.device)
    return varlen_attn(query, key, value, own, Texts.bounds, 1, Texts.longest, scale=scaling).unsqueeze(0)


def each(query, key, value, scaling, window):
    """The same without the kernel, one text after the other."""
    repeated = query.shape[1] // key.shape[1]
    key, value = (part.repeat_interleave(repeated, 1) for part in (key, value))
    parts, start = [], 0
    for end in Texts.ends:
        q, k, v = (part[:, :, start:end] for part in (query, key, value))
        start = end
        mask = None
        if window[0] >= 0:
            at = torch.arange(q.shape[2], device=q.device)
            back = at[:, None] - at[None, :]
            mask = (back >= 0) & (back <= window[0])
        causal = mask is None and window[1] == 0
        parts.append(functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal, scale=scaling))
    return torch.cat(parts, dim=2).transpose(1, 2)


if ALL_ATTENTION_FUNCTIONS is not None:
    ALL_ATTENTION_FUNCTIONS.register(NAME, attend)
