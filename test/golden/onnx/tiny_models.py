"""Tiny models with random weights, one of each architecture of the protocol, and their ONNX files."""

import shutil

import onnx
import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertModel,
    GemmaConfig,
    GemmaModel,
    GPTNeoXConfig,
    GPTNeoXModel,
    MistralConfig,
    MistralModel,
    T5Config,
    T5EncoderModel,
    XLMRobertaConfig,
    XLMRobertaModel,
)

SIZE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
EAGER = {"attn_implementation": "eager"}


def bert_config(tokenizer):
    return BertConfig(**SIZE, vocab_size=len(tokenizer), max_position_embeddings=48, **EAGER)


def build(name, tokenizer):
    size, ids = len(tokenizer), {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id}
    torch.manual_seed(sum(name.encode()))
    if name == "bert":
        model = BertModel(bert_config(tokenizer))
    elif name == "xlm-r":
        # Positions are counted from the padding token's id + 1, so that 2 of the 50 are no text's.
        model = XLMRobertaModel(XLMRobertaConfig(**SIZE, vocab_size=size, max_position_embeddings=50, type_vocab_size=1, **ids, **EAGER))
    elif name == "t5":
        model = T5EncoderModel(T5Config(vocab_size=size, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, **ids, **EAGER))
    elif name == "gpt-neox":
        model = GPTNeoXModel(GPTNeoXConfig(**SIZE, vocab_size=size, max_position_embeddings=64, rotary_pct=0.5, eos_token_id=0, bos_token_id=0, **EAGER))
    elif name == "mistral":
        model = MistralModel(MistralConfig(**SIZE, vocab_size=size, num_key_value_heads=1, max_position_embeddings=64, **ids, **EAGER))
    elif name == "gemma":
        model = GemmaModel(GemmaConfig(**SIZE, vocab_size=size, num_key_value_heads=1, head_dim=8, max_position_embeddings=64, **ids, **EAGER))
    elif name == "splade":
        model = BertForMaskedLM(bert_config(tokenizer))
    elif name == "colbert":
        model = Projected(BertModel(bert_config(tokenizer)), 8)
    randomise(model)
    return model.eval()


class Projected(torch.nn.Module):
    """ColBERT: a linear layer without bias on every token's vector."""

    def __init__(self, inner, dimensions):
        super().__init__()
        self.inner, self.config = inner, inner.config
        self.linear = torch.nn.Linear(inner.config.hidden_size, dimensions, bias=False)

    def forward(self, **inputs):
        return (self.linear(self.inner(**inputs).last_hidden_state),)


def randomise(model):
    """Larger than a fresh model's weights, so that every token, position and neighbour shows in every vector."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(0, 0.35)
            else:
                parameter.add_(torch.randn_like(parameter) * 0.1)


class Exported(torch.nn.Module):
    def __init__(self, model, names, extra):
        super().__init__()
        self.model, self.names, self.extra = model, names, extra

    def forward(self, *inputs):
        return self.model(**dict(zip(self.names, inputs)), **self.extra)[0]


def export(model, file, inputs, output="last_hidden_state", per_token=True):
    """Writes the ONNX file with batch and length open."""
    length = 7
    values = {
        "input_ids": torch.arange(3, 3 + 2 * length).reshape(2, length),
        "attention_mask": torch.ones(2, length, dtype=torch.int64),
        "token_type_ids": torch.zeros(2, length, dtype=torch.int64),
        "position_ids": torch.arange(length).repeat(2, 1),
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    extra = {"use_cache": False} if model.config.model_type in ("gpt_neox", "mistral", "gemma") else {}
    torch.onnx.export(
        Exported(model, inputs, extra).eval(),
        tuple(values[name] for name in inputs),
        str(file),
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes={
            **{name: {0: "batch", 1: "length"} for name in inputs},
            output: {0: "batch", 1: "length"} if per_token else {0: "batch"},
        },
        opset_version=17,
        dynamo=False,
    )
    slim(file)


def slim(file):
    """With short names, and without the source lines that name folders of the machine the exporter ran on."""
    model = onnx.load(str(file))
    public = {value.name for value in [*model.graph.input, *model.graph.output, *model.graph.initializer]}
    short = {}
    for node in model.graph.node:
        node.name, node.doc_string = "", ""
        del node.metadata_props[:]
        for names in [node.input, node.output]:
            for i, name in enumerate(names):
                if name and name not in public:
                    names[i] = short.setdefault(name, f"v{len(short)}")
    del model.graph.value_info[:]
    onnx.save(model, str(file))


def half(source, target):
    from onnxruntime.transformers.float16 import convert_float_to_float16

    onnx.save(convert_float_to_float16(onnx.load(str(source))), str(target))


def quantized(source, target):
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(str(source), str(target), weight_type=QuantType.QInt8)


def broken(source, target, poisoned, kept):
    """The same model, but one word's vector is not a number and words from `kept` on are missing."""
    model = onnx.load(str(source))
    for weight in model.graph.initializer:
        if weight.name.endswith("word_embeddings.weight"):
            table = onnx.numpy_helper.to_array(weight)[:kept].copy()
            table[poisoned] = float("nan")
            weight.CopyFrom(onnx.numpy_helper.from_array(table, weight.name))
    onnx.save(model, str(target))


def writing(target):
    """A model that wants what only a model that writes text is given."""
    kind = onnx.TensorProto.INT64
    value = onnx.helper.make_tensor_value_info
    inputs = [value(name, kind, ["batch", "length"]) for name in ["input_ids", "past_key_values.0.key"]]
    nodes = [onnx.helper.make_node("Add", ["input_ids", "past_key_values.0.key"], ["logits"])]
    graph = onnx.helper.make_graph(nodes, "writing", inputs, [value("logits", kind, ["batch", "length"])])
    opset = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), str(target))


def copy_tokenizer(source, target):
    target.mkdir(parents=True, exist_ok=True)
    for name in ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"]:
        shutil.copy(source / name, target / name)
