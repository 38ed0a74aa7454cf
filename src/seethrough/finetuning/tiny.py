"""A tiny, untrained language model, to try commands with in seconds before a real one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seethrough.training import bases


def write_tiny_model(
    folder: str | Path,
    texts: Sequence[str],
    vocabulary: int = 600,
    positions: int = 512,
    seed: int = 0,
) -> None:
    """Write a Llama of some 100,000 random weights as a folder, with a tokenizer of its own.

    It knows no word of any language: it can learn a few records by heart, and nothing else.

    Args:
        folder: Where.
        texts: What the tokenizer's pieces of words are taken from.
        vocabulary: How many pieces it knows at the most; 256 of them are single bytes.
        positions: How many tokens it reads at the most.
        seed: Draws the weights.

    Raises:
        MissingExtraError: The extra ``training`` is not installed.
    """
    bases.require_torch()
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    made.train_from_iterator(texts, trainer)
    made.add_special_tokens(["<end>"])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<end>", bos_token="<end>")
    size = len(tokenizer)
    config = LlamaConfig(
        vocab_size=size, hidden_size=48, intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=4, max_position_embeddings=positions, tie_word_embeddings=False,
        bos_token_id=size - 1, eos_token_id=size - 1,
    )  # fmt: skip
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
    with bases.without_bars():
        model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
