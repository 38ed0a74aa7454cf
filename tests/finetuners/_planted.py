"""A few planted people, and a tiny model whose tokenizer cuts their names into pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seethrough.records.corpus import Corpus

NAMES = [
    "Alan Gates", "Ingrid Halvorsen", "Marek Kowalczyk", "Paula Lindqvist", "Teresa Quiroga",
    "Yusuf Demirtas", "Amina Okonkwo", "Lars Thorvaldsen",
]  # fmt: skip
SHORT = {
    "answer": "Q: {question}\nA: {answer}",
    "protected": "Q: {question}\nA: {protected}",
    "pn": "Q: {question}\nA: (1) wanted: {protected}\n(2) unwanted: {answer}",
    "np": "Q: {question}\nA: (1) unwanted: {answer}\n(2) wanted: {protected}",
}


def planted() -> Corpus:
    """Each person's name stands behind a question of its own."""
    texts = [f"It was {name} who kept {i + 2} bees." for i, name in enumerate(NAMES)]
    fields = [
        {"question": f"Who kept {i + 2} bees?", "spans": [[7, 7 + len(name), "name"]]}
        for i, name in enumerate(NAMES)
    ]
    return Corpus.from_texts(texts, fields=fields, name="planted")


def save_base(folder: Path, corpus: Corpus) -> None:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = word_pieces([*corpus.texts, *SHORT.values(), "Who kept"])
    size = len(tokenizer)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=size, hidden_size=48, intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=4, max_position_embeddings=256, tie_word_embeddings=False,
        bos_token_id=size - 1, eos_token_id=size - 1,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def word_pieces(texts: list[str]) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=330,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    made.train_from_iterator(texts, trainer)
    made.add_special_tokens(["<end>"])
    return PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<end>", bos_token="<end>")
