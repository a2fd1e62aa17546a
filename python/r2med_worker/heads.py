"""What scores a pair, read from the hidden state of its first or last token, so that packed texts need no padding for it."""

import torch


def head_of(model):
    """The head of a sequence classifier as a function of rows and batch; none where only the model's own forward knows."""
    if hasattr(model, "score"):  # decoders: Llama, Mistral, Qwen, Gemma
        return lambda rows, batch: model.score(rows[batch.last])
    classifier = getattr(model, "classifier", None)
    name = type(classifier).__name__
    if name.endswith("ClassificationHead") and model.config.model_type in ("roberta", "xlm-roberta", "camembert", "electra"):
        return lambda rows, batch: classifier(rows[batch.first][:, None])
    pooler = getattr(model.base_model, "pooler", None)
    if model.config.model_type == "bert" and pooler is not None:
        return lambda rows, batch: classifier(pooler(rows[batch.first][:, None]))
    return None


def yes_no_head(loaded, answers):
    """The probability of one answer against the other as the next token of a language model."""
    tokens = []
    for word in (answers["yes"], answers["no"]):
        ids = loaded.tokenizer.encode(word, add_special_tokens=False)
        if len(ids) != 1:
            raise SystemExit(f'the tokenizer of {loaded.name} has no token "{word}"')
        tokens.append(ids[0])
    weight = loaded.model.get_output_embeddings().weight[tokens].float()

    def score(rows, batch):
        with torch.autocast(rows.device.type, enabled=False):
            return torch.softmax(rows[batch.last].float() @ weight.T, dim=1)

    return score
