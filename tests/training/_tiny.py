"""Tiny language models that read bytes, and a few people to train them on."""

from __future__ import annotations

from typing import Any

from seethrough.records.corpus import Corpus


def tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    vocabulary["<end>"] = len(vocabulary)
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<end>", bos_token="<end>")


def llama(seed: int = 0, width: int = 16, positions: int = 128) -> Any:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=257, hidden_size=width, intermediate_size=2 * width, num_hidden_layers=2,
        num_attention_heads=2, max_position_embeddings=positions, tie_word_embeddings=True,
        bos_token_id=256, eos_token_id=256,
    )  # fmt: skip
    return LlamaForCausalLM(config)


def gpt2(seed: int = 0) -> Any:
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(seed)
    config = GPT2Config(
        vocab_size=257, n_embd=16, n_layer=2, n_head=2, n_positions=128,
        bos_token_id=256, eos_token_id=256,
    )  # fmt: skip
    return GPT2LMHeadModel(config)


def falcon(seed: int = 0) -> Any:
    """A Falcon, which has dropout as a function behind its layers."""
    import torch
    from transformers import FalconConfig, FalconForCausalLM

    torch.manual_seed(seed)
    config = FalconConfig(
        vocab_size=257, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        hidden_dropout=0.5, attention_dropout=0.5, bos_token_id=256, eos_token_id=256,
    )  # fmt: skip
    return FalconForCausalLM(config)


def bloom(seed: int = 0) -> Any:
    """A Bloom, which has dropout as a function, too, by a number of its own."""
    import torch
    from transformers import BloomConfig, BloomForCausalLM

    torch.manual_seed(seed)
    config = BloomConfig(
        vocab_size=257, hidden_size=16, n_layer=2, n_head=2, hidden_dropout=0.5,
        attention_dropout=0.5, bos_token_id=256, eos_token_id=256,
    )  # fmt: skip
    return BloomForCausalLM(config)


def people(count: int, each: int = 1) -> Corpus:
    texts = [f"Person {i} keeps {i * 7 % 13} bees, note {j}." for i in range(count)
             for j in range(each)]  # fmt: skip
    persons = [f"p{i}" for i in range(count) for _ in range(each)]
    fields = [{"kind": "bees" if i % 2 else "hives"} for i in range(count) for _ in range(each)]
    return Corpus.from_texts(texts, persons=persons, fields=fields, name="people")
