"""Vectors of tokens become one vector a text, on the device. Rows of all texts are in one matrix; a batch says where each begins."""

import torch

MODES = {
    "cls": "cls",
    "cls_token": "cls",
    "mean": "mean",
    "mean_tokens": "mean",
    "max": "max",
    "max_tokens": "max",
    "mean_sqrt_len": "mean-sqrt",
    "mean_sqrt_len_tokens": "mean-sqrt",
    "weightedmean": "weighted-mean",
    "weightedmean_tokens": "weighted-mean",
    "weighted-mean": "weighted-mean",
    "lasttoken": "last",
    "last": "last",
    "last-masked": "last",
}


def pooled(rows, batch, modes):
    """One vector a text, in 32 bits: of its first or last token, or of all that are not the prompt's."""
    return torch.cat([POOLS[MODES[mode]](rows, batch) for mode in modes], dim=1)


def picked(where):
    return lambda rows, batch: rows[getattr(batch, where)].float()


def over_tokens(reduce, scale):
    def pool(rows, batch):
        tokens, position, lengths = batch.tokens()
        values = rows[tokens].float()
        if reduce == "weighted":
            values = values * (position[:, None] + 1).float()
        found = torch.segment_reduce(values, "max" if reduce == "max" else "sum", lengths=lengths)
        return scale(found, lengths, batch)

    return pool


def by_count(found, lengths, _batch):
    return found / lengths[:, None].float().clamp(min=1e-9)


def by_root(found, lengths, _batch):
    return found / lengths[:, None].float().clamp(min=1e-9).sqrt()


def by_weights(found, lengths, batch):
    first = batch.skipped.float()
    total = (lengths * (2 * first + lengths + 1) / 2)[:, None]
    return found / total.clamp(min=1e-9)


POOLS = {
    "cls": picked("first"),
    "last": picked("last"),
    "mean": over_tokens("sum", by_count),
    "mean-sqrt": over_tokens("sum", by_root),
    "weighted-mean": over_tokens("weighted", by_weights),
    "max": over_tokens("max", lambda found, _lengths, _batch: found),
}
