"""Trains the tiny tokenizers of the tiny models, each of the kind its real model has, on ../text/medical.txt.

Run by make.py, with --train only: the trainers of Hugging Face's tokenizers break ties by chance, so the files in the
repository are kept and everything else is made from them.
"""

import io
import json
import shutil
from pathlib import Path

import sentencepiece
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    BertTokenizerFast,
    GemmaTokenizerFast,
    GPTNeoXTokenizerFast,
    LlamaTokenizerFast,
    T5TokenizerFast,
    XLMRobertaTokenizerFast,
)

TEXT = Path(__file__).parent.parent / "text" / "medical.txt"
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def lines():
    return TEXT.read_text(encoding="utf-8").splitlines()


def wordpiece(folder, extra=()):
    """BERT's: lower case, accents stripped, WordPiece."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *extra]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(vocab_size=400, special_tokens=special, show_progress=False)
    tokenizer.train_from_iterator(lines(), trainer)
    ids = {token: tokenizer.token_to_id(token) for token in special}
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])],
    )
    BertTokenizerFast(tokenizer_object=tokenizer, model_max_length=48).save_pretrained(folder)


def unigram(folder, name):
    """XLM-R's and T5's: SentencePiece's Unigram; XLM-R with the real normalisation table, T5 without one."""
    model = io.BytesIO()
    rule = "nmt_nfkc" if name == "xlm-r" else "identity"
    pieces = {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1} if name == "t5" else {}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()),
        model_writer=model,
        vocab_size=320,
        model_type="unigram",
        normalization_rule_name=rule,
        minloglevel=2,
        **pieces,
    )
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "spiece.model"
    file.write_bytes(model.getvalue())
    if name == "t5":
        T5TokenizerFast(vocab_file=str(file), extra_ids=0, model_max_length=48).save_pretrained(folder)
    else:
        XLMRobertaTokenizerFast(vocab_file=str(file), model_max_length=48).save_pretrained(folder)
    forget(folder, "spiece.model", "sentencepiece.bpe.model")


def byte_level(folder):
    """GPT-NeoX's: byte-level BPE."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=True)
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(lines(), trainer)
    end = "<|endoftext|>"
    GPTNeoXTokenizerFast(
        tokenizer_object=tokenizer, unk_token=end, bos_token=end, eos_token=end, model_max_length=64
    ).save_pretrained(folder)


def byte_fallback(folder, name):
    """Mistral's and Gemma's: BPE over pieces with ▁ for spaces, single bytes where a character is unknown."""
    special = ["<unk>", "<s>", "</s>"] if name == "mistral" else ["<pad>", "<eos>", "<bos>", "<unk>"]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    replace = normalizers.Replace(" ", "▁")
    tokenizer.normalizer = (
        normalizers.Sequence([normalizers.Prepend("▁"), replace]) if name == "mistral" else replace
    )
    if name == "gemma":
        tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    trainer = trainers.BpeTrainer(vocab_size=400, special_tokens=special, show_progress=False)
    # Word by word, as the real ones join nothing over a space.
    tokenizer.train_from_iterator((f"▁{word}" for line in lines() for word in line.split()), trainer)
    tokenizer = with_bytes(tokenizer, len(special))
    strip = [decoders.Strip(" ", 1, 0)] if name == "mistral" else []
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), *strip]
    )
    if name == "mistral":
        made = LlamaTokenizerFast(
            tokenizer_object=tokenizer,
            add_bos_token=True,
            add_eos_token=True,
            pad_token="</s>",
            legacy=True,
            model_max_length=64,
        )
    else:
        made = GemmaTokenizerFast(tokenizer_object=tokenizer, model_max_length=64)
    made.save_pretrained(folder)


def with_bytes(tokenizer, first):
    """The same tokenizer with 256 bytes as ordinary pieces from id `first` on."""
    description = json.loads(tokenizer.to_str())
    vocab = description["model"]["vocab"]
    moved = {piece: id if id < first else id + len(BYTES) for piece, id in vocab.items()}
    description["model"]["vocab"] = {**moved, **{byte: first + i for i, byte in enumerate(BYTES)}}
    return Tokenizer.from_str(json.dumps(description))


def forget(folder, *names):
    """The slow tokenizers' files: nothing here reads them."""
    for name in names:
        (folder / name).unlink(missing_ok=True)


def train(here):
    for name in ["bert", "xlm-r", "t5", "gpt-neox", "mistral", "gemma", "colbert"]:
        shutil.rmtree(here / name, ignore_errors=True)
    wordpiece(here / "bert")
    wordpiece(here / "colbert", extra=["[unused0]", "[unused1]"])
    unigram(here / "xlm-r", "xlm-r")
    unigram(here / "t5", "t5")
    byte_level(here / "gpt-neox")
    byte_fallback(here / "mistral", "mistral")
    byte_fallback(here / "gemma", "gemma")
