"""The folder that components' example specs are built in: small files and models of every kind.

``example: ClassVar[str]`` on a component names them by these names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tests.strategies._toy_view import WORDS as TOY

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

POPULATION = """occupation,sex,age,count
beekeeper,female,40-44,1
beekeeper,male,40-44,2
baker,male,25+,3
baker,female,25+,9
captain,female,25+,2
captain,male,25+,6
other,female,0-24,4000
other,male,0-24,4100
other,female,25+,9000
other,male,25+,8800
"""


def fill(folder: Path, texts: Sequence[str], persons: Sequence[str], names: Sequence[str]) -> None:
    """Write the files that examples name.

    ``population.csv`` is a table of a small town. ``facts.jsonl``, ``classes.jsonl``,
    ``questions.jsonl`` and ``shadow.jsonl`` are about the texts' people and words,
    as are ``vectors.npz`` and ``encoder``; ``names.txt`` lists the names and a number to
    tag, ``model`` is a language model.
    """
    firsts = [text.partition(".")[0] + "." for text in texts]
    turned = [" ".join(reversed(first.lower().split())) for first in firsts]
    known = [{"person": p, "text": f} for p, f in zip(persons, firsts, strict=True)]
    rows(folder / "facts.jsonl", known)
    rows(
        folder / "classes.jsonl",
        [{"class": "special", "term": "mother"}, {"class": "private", "pattern": r"\bhi[sm]\b"}],
    )
    (folder / "names.txt").write_text("\n".join([*names, "4471-20938\tid"]), "utf-8")
    rows(folder / "questions.jsonl", [{"question": f, "answer": f} for f in firsts])
    (folder / "population.csv").write_text(POPULATION, "utf-8")
    rows(folder / "shadow.jsonl", [{"text": text} for text in turned])
    words = sorted({w for text in texts for w in text.lower().replace(".", " . ").split()})
    vectors = np.random.default_rng(0).normal(size=(len(words), 6)).astype(np.float32)
    np.savez(folder / "vectors.npz", words=np.array(words), vectors=vectors)
    encoder(folder / "encoder", sorted({*words, *TOY}))
    language_model(folder / "model")


def rows(file: Path, values: Sequence[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values), "utf-8")


def encoder(folder: Path, words: Sequence[str]) -> None:
    """Save a tiny BERT that knows these words, not trained."""
    import torch
    import transformers

    torch.manual_seed(0)
    folder.mkdir(exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join([*MARKS, *words]), "utf-8")
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words) + len(MARKS),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    transformers.BertModel(config).save_pretrained(folder)


def language_model(folder: Path) -> None:
    """Save a tiny Llama that reads bytes, not trained."""
    from tests.training._tiny import llama, tokenizer

    llama(positions=1024).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
