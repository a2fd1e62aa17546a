"""Models of transformers as r2med runs them: texts or pairs become rows of 32-bit floats."""

import contextlib
import os

import numpy
import torch

from .batches import Batch
from .ending import shorten
from .heads import head_of, yes_no_head
from .libraries import Library, UnusualModules
from .loading import Loaded, Unusual, load_module_list
from .packed import NAME, may_pack
from .pooling import MODES, pooled
from .rate import matrix_rate, matrix_weights
from .reading import PairReader, PromptReader, Reader
from .serving import ROLES, Item, tell

# Tokens in a batch. A GPU is busy with so many; on a CPU more only takes memory.
BUDGETS = {"cuda": 65536, "mps": 8192, "cpu": 4096}
# Characters in a request for each token in a batch: most tokens have more, so a batch is made of some requests.
CHARACTERS = 2
# How far apart packed and padded rows may be, as a cosine distance: rounding is below, a wrong position or mask far above.
ALIKE = {"fp32": 1e-4}
ALIKE_HALF = 2e-2
PROBES = ("Which joint does gout prefer?", "fever", "A swollen toe after a feast, red and hot, worse at night. " * 24)
OUT_OF_MEMORY = getattr(torch, "OutOfMemoryError", torch.cuda.OutOfMemoryError)


def opened(settings):
    try:
        return (Scorer if settings["loader"] == "scorer" else Embedder)(settings)
    except Unusual as unusual:
        tell(f"{unusual}: sentence-transformers runs it")
        return Library(UnusualModules(settings), settings)


def forced():
    """Whether to pack without a kernel for it too, one text after the other: slower, and the same code as with one."""
    return bool(os.environ.get("R2MED_PACKED"))


class Side:
    """One loaded transformer: tokens in, rows of hidden states out, packed where that gives the same."""

    def __init__(self, loaded, reader, budget, forced, nothing=0, first_alone=False):
        self.loaded, self.reader = loaded, reader
        # Whether only first tokens are read of the last layer, and whether it was made for that.
        self.first_alone, self.short = first_alone, False
        self.model, self.device, self.precision = loaded.model, loaded.device, loaded.precision
        config = self.model.config
        self.pad = config.pad_token_id if isinstance(getattr(config, "pad_token_id", None), int) else 0
        self.packed = False
        # What a text of the warm-up has besides its tokens.
        self.nothing = nothing
        # As transformers does: the tokenizer says whether a model gets them.
        names = (loaded.arguments, loaded.tokenizer.model_input_names)
        self.takes_types = all("token_type_ids" in each for each in names) and getattr(config, "type_vocab_size", 0) > 1
        reader.tokenizer.with_types = self.takes_types
        # RoBERTa counts positions from behind the one of padding.
        self.offset = self.pad + 1 if config.model_type in ("roberta", "xlm-roberta", "camembert") else 0
        self.budget = budget
        dtype = torch.float16 if self.precision == "autocast" else loaded.dtype
        self.may_pack = may_pack(config, self.device, dtype, forced)

    def computing(self):
        """Without gradients; `autocast` is fp32 weights whose matrix products CUDA makes in 16 bits, and plain fp32 without CUDA."""
        stack = contextlib.ExitStack()
        stack.enter_context(torch.inference_mode())
        if self.precision == "autocast" and self.device.type == "cuda":
            stack.enter_context(torch.autocast("cuda"))
        return stack

    def batch(self, read, skipped):
        return Batch(read, numpy.array(skipped, dtype=numpy.int32), self.device, self.packed, self.pad, self.offset, self.takes_types)

    def rows(self, batch):
        """Hidden states of all tokens of a batch, as one matrix."""
        more = {"use_cache": False} if "use_cache" in self.loaded.arguments else {}
        hidden = self.loaded.base(**batch.features(), **more).last_hidden_state
        if self.short:
            batch.first_alone()
        return hidden.reshape(-1, hidden.shape[-1])

    def pack(self, made):
        """Packs from now on, with fused kernels if they work here, if a few texts come out as they do padded; `made` makes their rows."""
        if not self.may_pack:
            return
        before, was = made(), self.model.config._attn_implementation
        use_attention(self.model, NAME)
        self.packed = True
        undo = self.fused()
        differs = self.differs(before, made)
        if differs and undo:
            tell(f"{self.loaded.name}: without fused kernels, since {differs}")
            undo()
            differs = self.differs(before, made)
        if differs:
            tell(f"{self.loaded.name}: padded batches, since {differs}")
            use_attention(self.model, was)
            self.packed = False
        elif self.first_alone:
            self.shorten(before, made)

    def shorten(self, before, made):
        undo = None if self.precision == "autocast" else shorten(self.loaded.base)
        self.short = undo is not None
        if self.short and (differs := self.differs(before, made)):
            tell(f"{self.loaded.name}: with a whole last layer, since {differs}")
            undo()
            self.short = False

    def fused(self):
        """Fuses what lies between matrix products in 16 bits; the result undoes it."""
        if not (os.environ.get("TRITON_INTERPRET") or self.precision in ("bf16", "fp16")):
            return None
        try:
            from .fused import fuse
        except ImportError:
            return None
        return fuse(self.model)

    def differs(self, before, made):
        """What is wrong with rows as they are made now; nothing if they are as before but for rounding."""
        try:
            apart = (1 - torch.nn.functional.cosine_similarity(before, made(), dim=1)).abs().max().item()
        except Exception as error:
            return f"{type(error).__name__}: {str(error)[:300]}"
        return None if apart <= ALIKE.get(self.precision, ALIKE_HALF) else f"packed texts are apart by {apart:.1e}"

    def warm(self, start):
        """Runs one whole batch, so that kernels are chosen and memory is known to be enough before the first text comes."""
        while self.device.type == "cuda":
            length = min(512, self.reader.most or 512)
            read = [(numpy.full(length, 5, numpy.int32), None)] * max(1, self.budget // length)
            try:
                start(self, read, [self.nothing] * len(read))
                return torch.cuda.synchronize()
            except OUT_OF_MEMORY:
                if self.budget <= length:
                    raise
                self.budget //= 2
                torch.cuda.empty_cache()
                tell(f"{self.loaded.name}: batches of {self.budget} tokens, since more do not fit into memory")


def as_arrays(read):
    """Tokens as numbers of 32 bits, so that a batch is made of them without a loop."""
    arrays = [numpy.array(ids, dtype=numpy.int32) for ids, _ in read]
    return [(ids, types and numpy.array(types, dtype=numpy.int32)) for ids, (_, types) in zip(arrays, read)]


def use_attention(model, name):
    if hasattr(model, "set_attn_implementation"):
        model.set_attn_implementation(name)
    else:
        model.config._attn_implementation = name


class Local:
    """What embedders and scorers share: items in, rows back when the device has them."""

    def out_of_memory(self, error):
        found = isinstance(error, (OUT_OF_MEMORY, MemoryError))
        if found and torch.cuda.is_available():
            torch.cuda.empty_cache()
        return found

    def settled(self, sides, settings):
        """Packs and warms up what was loaded; says what it is."""
        first = sides[0]
        for side in dict.fromkeys(sides):
            side.pack(lambda side=side: self.made(side, *self.probe(side)))
            side.warm(self.made)
        self.budget = min(side.budget for side in sides)
        self.about = {"precision": first.precision, "layout": "packed" if first.packed else "padded"}
        # A token has about four characters. More of a text does not count, or a request of texts that are cut would be a small part of a batch.
        self.about["batchCharacters"] = CHARACTERS * self.budget
        if first.reader.most:
            self.about["textCharacters"] = 4 * first.reader.most
        if first.device.type == "cuda":
            weights = matrix_weights(first.loaded.base)
            rate = matrix_rate(first.device, first.precision)
            self.about["device"] = torch.cuda.get_device_name(first.device)
            self.about["matrixTokensPerSecond"] = rate / (2 * weights)
            if first.precision == "bf16" and settings.get("precision") is None:
                self.about["fasterThanFp32"] = rate / matrix_rate(first.device, "fp32")

    def start(self, items):
        """Starts a batch; the result waits for its rows."""
        side = self.side_of(items[0])
        rows = self.made(side, [item.read[0] for item in items], [item.read[1] for item in items])
        if side.device.type != "cuda":
            return lambda: (memoryview(rows.cpu().numpy()).cast("B"), {})
        here = torch.empty(rows.shape, dtype=rows.dtype, pin_memory=True)
        here.copy_(rows, non_blocking=True)
        done = torch.cuda.Event()
        done.record()

        def wait():
            done.synchronize()
            return memoryview(here.numpy()).cast("B"), {}

        return wait


class Embedder(Local):
    """Vectors of texts: a transformer, pooling, and what comes behind it."""

    def __init__(self, settings):
        self.settings = settings
        budget = settings.get("batchTokens")

        def side(model):
            parts = load_module_list(model, settings) if settings["loader"] == "modules" else None
            loaded = Loaded("embedder", model, settings)
            self.modes = parts.modes if parts else [settings.get("pooling") if settings.get("pooling") in MODES else "mean"]
            self.behind = parts.behind(loaded.device) if parts else []
            self.leaves_out = not settings.get("poolInstruction", parts.include_prompt if parts else True)
            reader = Reader(loaded.tokenizer, settings, loaded.longest(parts), lower=bool(parts and parts.lower))
            first_alone = all(MODES[mode] == "cls" for mode in self.modes)
            return Side(loaded, reader, budget or BUDGETS[loaded.device.type], forced(), first_alone=first_alone)

        document = side(settings["model"])
        query_id = settings.get("queryModel") or settings["model"]
        query = document if query_id == settings["model"] else side(query_id)
        self.sides = {role: document if role == "document" else query for role in ROLES}
        self.settled([document, query], settings)
        self.about["dimensions"] = self.made(document, *self.probe(document)).shape[1]

    def side_of(self, item):
        return item.side

    def probe(self, side):
        read, _ = side.reader.read(PROBES, "document")
        return as_arrays(read), [0] * len(read)

    def read(self, asked):
        role = asked["role"]
        side = self.sides[role]
        read, cut = side.reader.read(asked["texts"], role)
        skipped = side.reader.prompt_tokens(role) if self.leaves_out else 0
        items = [Item(side, len(each[0]), (each, skipped)) for each in as_arrays(read)]
        return items, {"tokens": sum(item.size for item in items), "cut": cut}

    def made(self, side, read, skipped):
        with side.computing():
            batch = side.batch(read, skipped)
            vectors = pooled(side.rows(batch), batch, self.modes)
            with torch.autocast(side.device.type, enabled=False):
                for module in self.behind:
                    vectors = module(vectors)
                if self.settings.get("normalise"):
                    vectors = torch.nn.functional.normalize(vectors, dim=1)
            return vectors.float().contiguous()


class Scorer(Local):
    """Scores of pairs: a row is the score, and the tokens left out of query and document."""

    def __init__(self, settings):
        self.settings = settings
        answers = settings.get("answers")
        loaded = Loaded("answers" if answers else "scorer", settings["model"], settings)
        reader = (PromptReader if answers else PairReader)(loaded.tokenizer, settings, loaded.longest(None))
        budget = settings.get("batchTokens") or BUDGETS[loaded.device.type]
        self.head = yes_no_head(loaded, answers) if answers else head_of(loaded.model)
        # The heads of encoders read the first token.
        self.side = Side(loaded, reader, budget, forced(), nothing=(0, 0), first_alone=self.head is not None)
        if self.head is None:
            self.side.may_pack = False
        self.label = 1 if settings.get("head") == "two-logits" else 0
        self.settled([self.side], settings)

    def side_of(self, _item):
        return self.side

    def probe(self, side):
        read, _ = side.reader.read([(PROBES[0], probe) for probe in PROBES])
        return as_arrays(read), [(0, 0)] * len(read)

    def read(self, asked):
        read, left_out = self.side.reader.read([tuple(pair) for pair in asked["pairs"]])
        items = [Item(self.side, len(each[0]), (each, out)) for each, out in zip(as_arrays(read), left_out)]
        cut = sum(1 for out in left_out if out != (0, 0))
        return items, {"tokens": sum(item.size for item in items), "cut": cut}

    def logits(self, batch):
        side = self.side
        if self.head is not None:
            return self.head(side.rows(batch), batch)
        return side.model(**batch.features()).logits

    def made(self, side, read, left_out):
        with side.computing():
            batch = side.batch(read, [0] * len(read))
            score = self.logits(batch)[:, self.label].float()
            lost = torch.tensor(left_out, dtype=torch.float32)
            lost = lost.pin_memory().to(side.device, non_blocking=True) if side.device.type == "cuda" else lost
            return torch.cat([score[:, None], lost], dim=1).contiguous()
