"""A few planted people, and a tiny model whose tokenizer cuts their names into pieces."""

from __future__ import annotations

from pathlib import Path

from seethrough.finetuning.tiny import write_tiny_model
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


def save_base(folder: Path, corpus: Corpus, seed: int = 0) -> None:
    write_tiny_model(folder, [*corpus.texts, *SHORT.values(), "Who kept"], 330, 256, seed)
