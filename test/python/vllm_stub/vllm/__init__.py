"""As much of vLLM as python/worker.py calls: a vector of 4096 begins with the first and last token ids, their number, and how
it was pooled."""

from types import SimpleNamespace


class LLM:
    def __init__(self, model, runner, trust_remote_code, dtype, pooler_config=None, revision=None):
        assert runner == "pooling" and trust_remote_code
        self.pooler = pooler_config
        self.dtype = dtype

    def embed(self, prompts, use_tqdm=True):
        assert not use_tqdm
        pooled = [float(self.pooler.pooling_type == "LAST"), float(self.pooler.normalize)]
        asked = [prompt["prompt_token_ids"] for prompt in prompts]
        vectors = [[float(ids[0]), float(ids[-1]), float(len(ids)), *pooled, *[0.0] * 4091] for ids in asked]
        return [SimpleNamespace(outputs=SimpleNamespace(embedding=vector)) for vector in vectors]
