"""Texts become tokens as the settings say: prompt, cut, end token, pairs. Many texts in one call, which uses all cores and leaves
Python's lock to the thread that feeds the device."""

import os

os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
PROBE = "fever"


class Tokenizer:
    """A tokenizer of transformers, called in bulk: `read` gives the tokens of each text and whether it was cut."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.fast = getattr(tokenizer, "backend_tokenizer", None) if getattr(tokenizer, "is_fast", False) else None
        self.set_to = ()
        # Segments of a pair are read only for models that take them.
        self.with_types = True
        if self.fast is not None:
            self.fast.no_padding()
            self.fast.no_truncation()

    def read(self, texts, limit=None, cut="longest_first"):
        """Tokens and segments of each text or pair of texts, and whether it was longer than the limit."""
        if self.fast is None:
            return [self.read_one(text, limit, cut) for text in texts]
        if (limit, cut) != self.set_to:
            self.set_to = (limit, cut)
            if limit is None:
                self.fast.no_truncation()
            else:
                side = self.tokenizer.truncation_side
                self.fast.enable_truncation(limit, strategy=cut, direction=side)
        encode = getattr(self.fast, "encode_batch_fast", self.fast.encode_batch)
        return [
            (each.ids, each.type_ids if self.with_types else None, bool(each.overflowing)) for each in encode(texts)
        ]

    def read_one(self, text, limit, cut):
        pair = text if isinstance(text, tuple) else (text,)
        whole = self.tokenizer(*pair)
        kept = whole if limit is None else self.tokenizer(*pair, truncation=cut, max_length=limit)
        ids = kept["input_ids"]
        return ids, kept.get("token_type_ids", [0] * len(ids)), len(whole["input_ids"]) > len(ids)

    def ids(self, text):
        return self.read([text])[0][0]

    def lengths(self, texts):
        """Tokens of texts without special ones."""
        if self.fast is None:
            return [len(self.tokenizer(text, add_special_tokens=False)["input_ids"]) for text in texts]
        self.fast.no_truncation()
        self.set_to = (None, None)
        return [len(each) for each in self.fast.encode_batch(texts, add_special_tokens=False)]


class Reader:
    """Texts of all roles as one encoder reads them."""

    def __init__(self, tokenizer, settings, longest=None, lower=False):
        self.tokenizer = Tokenizer(tokenizer)
        self.settings = settings
        self.longest = longest
        self.lower = lower
        eos = settings.get("eos") or {}
        token = eos.get("token") if eos.get("rule") == "append" else None
        self.end = None if token is None else tokenizer.convert_tokens_to_ids(token)
        if token is not None and self.end in (None, tokenizer.unk_token_id):
            raise SystemExit(f"the tokenizer of {settings['model']} has no token {token}")
        # Some tokenizers append it by themselves, depending on the version of transformers.
        self.appends = self.end is not None and self.tokenizer.ids(PROBE)[-1] != self.end
        self.last = (tokenizer.sep_token_id, tokenizer.eos_token_id)
        self.prompts = {}
        self.most = self.limit("document")

    def limit(self, role):
        limits = self.settings.get("tokens")
        wanted = None if limits is None else limits["document" if role == "document" else "query"]
        return min((each for each in (wanted, self.longest) if each is not None), default=None)

    def read(self, texts, role):
        """Tokens and segments of each text, and how many were cut."""
        prompt = self.settings["prompts"][role]
        limit = self.limit(role)
        room = limit - 1 if self.appends and limit is not None else limit
        whole = [prompt["prefix"] + text + prompt["suffix"] for text in texts]
        if self.lower:
            whole = [text.lower() for text in whole]
        if role == "document" and self.settings.get("documentInput") == "empty-title-pair":
            whole = [("", text) for text in whole]
        read = self.tokenizer.read(whole, room)
        cut = sum(each[2] for each in read)
        if self.appends:
            read = [([*ids, self.end], types and [*types, 0], was) for ids, types, was in read]
        return [(ids, types) for ids, types, _ in read], cut

    def prompt_tokens(self, role):
        """How many tokens at the beginning are the prompt's, where pooling leaves them out."""
        if role not in self.prompts:
            prefix = self.settings["prompts"][role]["prefix"]
            ids = self.tokenizer.ids(prefix) if prefix else []
            self.prompts[role] = len(ids) - int(len(ids) > 0 and ids[-1] in self.last)
        return self.prompts[role]


class PairReader:
    """Pairs of a query and a document as one cross-encoder reads them."""

    def __init__(self, tokenizer, settings, longest=None):
        self.tokenizer = Tokenizer(tokenizer)
        self.form = settings["form"]
        self.limit = self.most = min(each for each in (settings["tokens"], longest) if each is not None)
        self.cut = settings["truncation"].replace("-", "_")

    def around(self, which, text):
        return self.form[which]["prefix"] + text + self.form[which]["suffix"]

    def read(self, pairs):
        """Tokens and segments of each pair, and how many tokens of its query and its document were left out."""
        whole = [(self.around("query", query), self.around("document", document)) for query, document in pairs]
        read = self.tokenizer.read(whole, self.limit, self.cut)
        left_out = [(0, 0)] * len(pairs)
        cut = [place for place, each in enumerate(read) if each[2]]
        if cut:
            first = self.tokenizer.lengths([whole[place][0] for place in cut])
            second = self.tokenizer.lengths([whole[place][1] for place in cut])
            special = self.special_tokens()
            for place, query, document in zip(cut, first, second):
                left_out[place] = self.left_out(query, document, self.limit - special)
        return [(ids, types) for ids, types, _ in read], left_out

    def special_tokens(self):
        return len(self.tokenizer.ids((PROBE, PROBE))) - sum(self.tokenizer.lengths([PROBE, PROBE]))

    def left_out(self, query, document, room):
        """Tokens left out of both: of the longer one until both are equal, then of both in turn; or of one of them alone."""
        over = query + document - room
        if self.cut == "only_second":
            return 0, over
        if self.cut == "only_first":
            return over, 0
        short, long = min(query, document), max(query, document)
        kept_short = min(short, room // 2)
        kept_long = min(long, room - kept_short)
        kept = (kept_short, kept_long) if query <= document else (kept_long, kept_short)
        return query - kept[0], document - kept[1]


class PromptReader(PairReader):
    """Pairs as one prompt that goes on behind the document: the document is cut, the end stays."""

    def __init__(self, tokenizer, settings, longest=None):
        super().__init__(tokenizer, settings, longest)
        self.end = self.form["document"]["suffix"]
        self.end_ids = tokenizer.encode(self.end, add_special_tokens=False)

    def read(self, pairs):
        query, document = self.form["query"], self.form["document"]
        whole = [query["prefix"] + q + query["suffix"] + document["prefix"] + d for q, d in pairs]
        read = self.tokenizer.read(whole, self.limit - len(self.end_ids))
        cut = [place for place, each in enumerate(read) if each[2]]
        left_out = [(0, 0)] * len(pairs)
        for place, length in zip(cut, self.tokenizer.lengths([whole[place] for place in cut])):
            left_out[place] = (0, length - len(read[place][0]))
        return [([*ids, *self.end_ids], None) for ids, _, _ in read], left_out
