"""A batch of texts as tensors, laid end to end or padded to the longest; one copy to the device, which nothing waits for."""

import numpy
import torch

from .packed import Texts


class Batch:
    """Rows of the model's output are one matrix: `first` and `last` say which belong to a text."""

    def __init__(self, read, skipped, device, packed, pad, offset, with_types):
        ids = [each[0] for each in read]
        lengths = numpy.array([len(each) for each in ids], dtype=numpy.int32)
        self.count, self.longest, self.packed = len(ids), int(lengths.max()), packed
        ends = numpy.cumsum(lengths, dtype=numpy.int32)
        position = numpy.arange(ends[-1], dtype=numpy.int32) - numpy.repeat(ends - lengths, lengths)
        has_types = with_types and all(each[1] is not None for each in read)
        segments = numpy.concatenate([each[1] for each in read]) if has_types else numpy.zeros(ends[-1] * with_types, numpy.int32)
        if packed:
            starts = ends - lengths
            flat, types, position = numpy.concatenate(ids), segments, position + offset
        else:
            starts = numpy.arange(self.count, dtype=numpy.int32) * self.longest
            rows = numpy.repeat(starts, lengths) + position
            flat = numpy.full(self.count * self.longest, pad, dtype=numpy.int32)
            types = numpy.zeros_like(flat) if len(segments) else segments
            flat[rows] = numpy.concatenate(ids)
            if len(segments):
                types[rows] = segments
            position = lengths[:0]
        self.ends = ends
        bounds = numpy.concatenate([ends[:1] * 0, ends])
        parts = [flat, types, position, starts, lengths, skipped, bounds]
        self.sent = sent = [part.astype(numpy.int32, copy=False) for part in parts]
        whole = torch.from_numpy(numpy.concatenate(sent))
        if device.type == "cuda":
            whole = whole.pin_memory().to(device, non_blocking=True)
        elif device.type != "cpu":
            whole = whole.to(device)
        views = whole.split([len(part) for part in sent])
        self.ids, self.types, self.position, starts, lengths, self.skipped, self.bounds = views
        self.lengths = lengths.long()
        self.first = starts.long()
        self.last = self.first + self.lengths - 1
        shape = (1, -1) if packed else (self.count, self.longest)
        self.ids = self.ids.view(shape)
        self.types = self.types.view(shape) if with_types else None

    def features(self):
        """What the model's forward takes."""
        found = {"input_ids": self.ids}
        if self.types is not None:
            found["token_type_ids"] = self.types
        if self.packed:
            Texts.bounds, Texts.first, Texts.ends, Texts.longest = self.bounds, self.first, self.ends.tolist(), self.longest
            return {**found, "position_ids": self.position.view(1, -1)}
        at = torch.arange(self.longest, device=self.ids.device)
        return {**found, "attention_mask": (at[None, :] < self.lengths[:, None]).long()}

    def first_alone(self):
        """Of each text only the row of its first token is there."""
        self.first = torch.arange(self.count, device=self.first.device)

    def tokens(self):
        """Rows of all tokens that pooling takes, the position of each in its text, and how many each text has."""
        _, _, _, starts, lengths, skipped, _ = self.sent
        skipped = numpy.minimum(skipped, lengths)
        kept = lengths - skipped
        ends = numpy.cumsum(kept)
        position = numpy.arange(ends[-1]) - numpy.repeat(ends - kept - skipped, kept)
        rows = numpy.repeat(starts, kept) + position
        whole = torch.from_numpy(numpy.concatenate([rows, position, kept]).astype(numpy.int64))
        device = self.ids.device
        whole = whole.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else whole.to(device)
        return whole.split([len(rows), len(rows), len(kept)])
