# ruff: noqa: D103
"""Make ``words.npz``: a small MiniLM vector for each of some 34,000 English words.

Usage: python -m judge_training.word_table OUT.npz --base FOLDER --data ../shared/data

The words: the 30,000 most frequent purely alphabetic ones of GloVe 6B (PDDL 1.0, used for the list
and its order alone), then words met at least twice in MedQuAD and MTS-Dialog (CC BY 4.0), MedQA and
synthetic forum answers (MIT). The vectors: all-MiniLM-L6-v2 (Apache-2.0) on the word alone, mean
pooled, 64 principal components, unit length, int8.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from transformers import AutoModel, AutoTokenizer

COMPONENTS, FREQUENT, EXTRA = 64, 30_000, 14_000
SOURCES = (
    ("medquad", ("question", "answer")), ("mts_dialog", ("section_text", "dialogue")),
    ("medqa_usmle", ("question",)), ("reddit_synthetic", ("response",)),
)  # fmt: skip


def excluded(data: Path) -> set[str]:
    """Return the beginnings of the texts that the older ratings are about."""
    with (data / "gold_claims.jsonl").open(encoding="utf-8") as file:
        return {json.loads(line)["text"].strip()[:80] for line in file}


def vocabulary(data: Path) -> list[str]:
    """Return the words, the most frequent first."""
    with (data / "glove_6b_50d_40k.txt").open(encoding="utf-8") as file:
        words = [line.split(" ", 1)[0] for line in file]
    words = [word for word in words if re.fullmatch(r"[a-z]+", word)][:FREQUENT]
    counts: Counter[str] = Counter()
    left_out = excluded(data)
    for name, fields in SOURCES:
        with (data / f"{name}.jsonl").open(encoding="utf-8") as file:
            for line in file:
                texts = [json.loads(line)[field] for field in fields]
                if texts[0].strip()[:80] not in left_out:
                    for text in texts:
                        counts.update(set(re.findall(r"[a-z]+", text.lower())))
    known = set(words)
    extra = [w for w, n in counts.most_common() if n > 1 and w not in known and 3 <= len(w) <= 24]
    return words + extra[:EXTRA]


def vectors(words: list[str], base: str) -> npt.NDArray[np.float32]:
    """Return (n, 384) unit rows."""
    tokenizer, model = AutoTokenizer.from_pretrained(base), AutoModel.from_pretrained(base).eval()
    lengths = [len(ids) for ids in tokenizer(words)["input_ids"]]
    order = sorted(range(len(words)), key=lengths.__getitem__)
    out = np.zeros((len(words), model.config.hidden_size), dtype=np.float32)
    with torch.no_grad():
        for start in range(0, len(order), 128):
            rows = order[start : start + 128]
            batch = tokenizer([words[row] for row in rows], padding=True, return_tensors="pt")
            share = batch["attention_mask"].unsqueeze(-1).float()
            mean = (model(**batch).last_hidden_state * share).sum(1) / share.sum(1)
            out[rows] = torch.nn.functional.normalize(mean, dim=1).numpy()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    words = vocabulary(args.data)
    rows = vectors(words, args.base)
    rows -= rows.mean(axis=0)
    axes = np.linalg.svd(rows[::3], full_matrices=False)[2][:COMPONENTS]
    rows = rows @ axes.T
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    small = np.round(rows * 127 / np.abs(rows).max()).clip(-127, 127).astype(np.int8)
    text = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    np.savez_compressed(args.out, vectors=small, words=text)


if __name__ == "__main__":
    main()
