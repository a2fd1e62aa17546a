"""Tiny cross-encoders with random weights, and what transformers makes of pairs of texts with them."""

import torch
from tiny_models import EAGER, SIZE, bert_config, copy_tokenizer, export, randomise
from tokenizers import Tokenizer, processors
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    MistralConfig,
    MistralForSequenceClassification,
    ModernBertConfig,
    ModernBertForSequenceClassification,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForSequenceClassification,
    RobertaTokenizerFast,
    XLMRobertaConfig,
    XLMRobertaForSequenceClassification,
)

BATCH = 4
CASE = "A 54-year-old man with crushing chest pain that began two hours ago, ST elevation in leads II, III and aVF, "
NOTE = "Platelets fell from 250,000 to 18,000 per mm³ after 5-10 days of unfractionated heparin; stop it. "
PAIRS = [
    ["fever", "Fever is a temperature above 38 °C."],
    ["Which drug lowers platelets?", NOTE],
    ["Which drug lowers platelets?", NOTE * 5],
    [CASE * 5, "An inferior infarct."],
    [CASE * 5, NOTE * 5],
    [NOTE * 5, CASE * 5],
    [NOTE * 5, NOTE * 5],
    [NOTE * 5 + "a", NOTE * 5],
    [NOTE * 5, NOTE * 5 + "a"],
    [NOTE, CASE],
    ["", NOTE],
    ["", NOTE * 5],
    ["fever", ""],
    [CASE * 5, ""],
    ["", ""],
    [" \n ", "\t"],
    ["Fièvre élevée, frissons; Ménière’s and Sjögren?", "发热三天,咳嗽。 高血压 and ß-blockers 😷💊 👩‍⚕️"],
    ["发热三天,咳嗽。" * 20, "😷💊" * 40],
    ["Don't! [SEP] </s> <s> [MASK]", "it's [CLS] controversial, </s></s> isn't it?"],
    ["word " * 200, "a " * 300],
]


def golden(here):
    """Every case: a folder with settings as r2med takes them, and for each pair its tokens, types, cuts and score."""
    return {"pairs": PAIRS, "cases": list(cases(here))}


def cases(here):
    bert = wordpiece(here / "bert", here / "bert-pair")
    one = exported(bert_model(bert, 1), here / "bert-pair", types=True)
    yield case("bert: one logit", "bert-pair", one, bert)
    for limit in [32, 31, 20]:
        yield case(f"bert: {limit} tokens", "bert-pair", one, bert, limit=limit)
    yield case("bert: only the document is cut", "bert-pair", one, bert, rule="only-second")
    yield case("bert: only the document is cut, to 33 tokens", "bert-pair", one, bert, rule="only-second", limit=33)
    yield case("bert: cut on the left", "bert-pair", one, bert, side="left")
    yield case("bert: sigmoid", "bert-pair", one, bert, sigmoid=True)
    form = {"query": ["question: ", " ?"], "document": ["passage: ", ""]}
    yield case("bert: texts in a form", "bert-pair", one, bert, form=form)

    file = "onnx/two-logits.onnx"
    two = exported(bert_model(bert, 2), here / "bert-pair", file, types=True)
    yield case("bert: second of two logits", "bert-pair", two, bert, file=file)
    yield case("bert: first of two logits", "bert-pair", two, bert, file=file, logit=0)

    # Beside the models whose tokenizers they have.
    file = "onnx/pair.onnx"
    unigram = AutoTokenizer.from_pretrained(here / "xlm-r")
    config = XLMRobertaConfig(**SIZE, vocab_size=len(unigram), max_position_embeddings=50, type_vocab_size=1, num_labels=1, **EAGER)
    xlm_r = exported(seeded("xlm-r", XLMRobertaForSequenceClassification, config), here / "xlm-r", file)
    yield case("xlm-r: one logit", "xlm-r", xlm_r, unigram, file=file)
    yield case("xlm-r: 31 tokens", "xlm-r", xlm_r, unigram, file=file, limit=31)

    bpe = AutoTokenizer.from_pretrained(here / "mistral")
    config = MistralConfig(**SIZE, vocab_size=len(bpe), num_key_value_heads=1, max_position_embeddings=64, pad_token_id=bpe.pad_token_id, num_labels=1, **EAGER)
    mistral = exported(seeded("mistral", MistralForSequenceClassification, config), here / "mistral", file)
    # RankLLaMA's form, and as in R2MED one pair at a time.
    form = {"query": ["query: ", ""], "document": ["document: ", ""]}
    yield case("mistral: RankLLaMA's form", "mistral", mistral, bpe, file=file, form=form, batch=1)

    bytes_ = roberta_bytes(here / "gpt-neox", here / "roberta-pair")
    pad = bytes_.pad_token_id
    config = RobertaConfig(**SIZE, vocab_size=len(bytes_), max_position_embeddings=pad + 49, type_vocab_size=1, pad_token_id=pad, num_labels=1, **EAGER)
    roberta = exported(seeded("roberta", RobertaForSequenceClassification, config), here / "roberta-pair")
    yield case("roberta: one logit", "roberta-pair", roberta, bytes_)

    bytes_ = modernbert_bytes(here / "gpt-neox", here / "modernbert-pair")
    config = ModernBertConfig(**SIZE, vocab_size=len(bytes_), max_position_embeddings=64, local_attention=8, global_attn_every_n_layers=2, pad_token_id=bytes_.pad_token_id, reference_compile=False, num_labels=1, **EAGER)
    modernbert = exported(seeded("modernbert", ModernBertForSequenceClassification, config), here / "modernbert-pair")
    yield case("modernbert: one logit", "modernbert-pair", modernbert, bytes_, limit=47)


def bert_model(tokenizer, labels):
    config = bert_config(tokenizer)
    config.num_labels = labels
    return seeded(f"bert {labels}", BertForSequenceClassification, config)


def seeded(name, architecture, config):
    torch.manual_seed(sum(name.encode()))
    model = architecture(config)
    randomise(model)
    return model.eval()


def exported(model, folder, file="onnx/model.onnx", types=False):
    inputs = ["input_ids", "attention_mask", *(["token_type_ids"] if types else [])]
    export(model, folder / file, inputs, "logits", per_token=False)
    if file == "onnx/model.onnx":
        model.config.to_json_file(folder / "config.json")
    return model


def wordpiece(source, folder):
    copy_tokenizer(source, folder)
    return AutoTokenizer.from_pretrained(folder)


def roberta_bytes(source, folder):
    """GPT-NeoX's pieces in RoBERTa's frame: <s> A </s></s> B </s>."""
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    start, end = [(token, tokenizer.token_to_id(token)) for token in ["<s>", "</s>"]]
    tokenizer.post_processor = processors.RobertaProcessing(sep=end, cls=start, add_prefix_space=False)
    RobertaTokenizerFast(tokenizer_object=tokenizer, model_max_length=48).save_pretrained(folder)
    for name in ["vocab.json", "merges.txt", "added_tokens.json"]:
        (folder / name).unlink(missing_ok=True)
    return AutoTokenizer.from_pretrained(folder)


def modernbert_bytes(source, folder):
    """The same pieces in ModernBERT's frame, whose texts are all of one type."""
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    special = {"unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]", "mask_token": "[MASK]"}
    tokenizer.add_special_tokens(list(special.values()))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:0 [SEP]:0",
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in ["[CLS]", "[SEP]"]],
    )
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **special).save_pretrained(folder)
    return AutoTokenizer.from_pretrained(folder)


def case(name, folder, model, tokenizer, limit=48, rule="longest-first", side="right", form=None, sigmoid=False, file=None, logit=None, batch=BATCH):
    form = form or {"query": ["", ""], "document": ["", ""]}
    inside = lambda role, text: form[role][0] + text + form[role][1]
    pairs = [(inside("query", query), inside("document", document)) for query, document in PAIRS]
    tokenizer.truncation_side = side
    rows = [encoded(tokenizer, pair, limit, rule) for pair in pairs]
    tokenizer.truncation_side = "right"
    scores = iter(scored(model, tokenizer, [row for row in rows if row], batch, logit, sigmoid))
    settings = {
        "maxTokens": limit,
        **({"truncation": rule} if rule != "longest-first" else {}),
        **({"form": {role: {"prefix": form[role][0], "suffix": form[role][1]} for role in form}} if any(form["query"]) else {}),
        **({"activation": "sigmoid"} if sigmoid else {}),
        **({"file": file} if file else {}),
        **({"logit": logit} if logit is not None else {}),
    }
    return {
        "name": name,
        "folder": folder,
        "settings": settings,
        **({"cutSide": side} if side != "right" else {}),
        # Null where the tokenizer refuses the pair.
        "read": [row and {**row, "score": next(scores)} for row in rows],
    }


def encoded(tokenizer, pair, limit, rule):
    # As a list of pairs: given alone, transformers takes a pair whose second text is empty for a single text.
    try:
        row = tokenizer([pair], truncation=rule.replace("-", "_"), max_length=limit, return_token_type_ids=True)
    except Exception as error:
        assert "too short" in str(error), error
        return None
    whole = tokenizer([pair])
    lost = [whole.sequence_ids().count(side) - row.sequence_ids().count(side) for side in [0, 1]]
    return {"ids": row["input_ids"][0], "types": row["token_type_ids"][0], "lost": lost}


def scored(model, tokenizer, rows, batch, logit, sigmoid):
    wanted = ["input_ids", "attention_mask", *(["token_type_ids"] if model.config.model_type == "bert" else [])]
    for start in range(0, len(rows), batch):
        part = rows[start : start + batch]
        padded = tokenizer.pad({"input_ids": [row["ids"] for row in part], "token_type_ids": [row["types"] for row in part]}, padding="longest", return_tensors="pt")
        with torch.no_grad():
            logits = model(**{name: padded[name] for name in wanted}).logits
        column = logits[:, -1 if logit is None else logit]
        yield from (float(f"{value:.9g}") for value in (torch.sigmoid(column) if sigmoid else column).tolist())
