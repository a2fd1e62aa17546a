"""As much of transformers as python/worker.py needs with vLLM: a tokenizer that knows a token per word and appends none."""

SPECIAL = {"<s>": 1, "</s>": 2, "<|endoftext|>": 3, "<eos>": 4}


class Tokenizer:
    pad_token, eos_token, unk_token_id, sep_token_id, eos_token_id = None, "</s>", 0, None, 2

    def convert_tokens_to_ids(self, token):
        return SPECIAL.get(token, 0)

    def __call__(self, text, truncation=False, max_length=None):
        ids = [1] + [10 + len(word) for word in text.split()]
        ids = ids[:max_length] if truncation else ids
        return {"input_ids": ids, "attention_mask": [1] * len(ids)}


class AutoTokenizer:
    @staticmethod
    def from_pretrained(_model, **_options):
        return Tokenizer()
