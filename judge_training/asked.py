# ruff: noqa: T201
"""What a language model says about a sample of the ratings, kept for ``beside.py``.

    python -m judge_training.asked sample.jsonl --answers FOLDER [--model local]

Asks as the judge ``llm`` does by probability. FOLDER keeps each answer as it arrives (with the
texts: keep it outside the project), so a killed command goes on. Writes ``asked.npz``: the
probability of "Yes" of each pair of claim and passage, by a hash of the two.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from judge_training.pairs import HERE, Pair
from seethrough.agreement.ratings import read_ratings
from seethrough.judges.llm import Llm
from seethrough.models.resolve import using

KEPT = HERE / "asked.npz"
Table = np.ndarray[Any, Any]


def key(claim: str, passage: str) -> int:
    """Return 63 bits of the hash of a claim and a passage."""
    whole = hashlib.sha256(f"{claim}\t{passage}".encode("utf-8", "replace")).digest()
    return int.from_bytes(whole[:8], "big") >> 1


def load(pairs: Sequence[Pair]) -> Table:
    """Return (n,) the probability of "Yes" of each pair, nan where the model was not asked."""
    with np.load(KEPT, allow_pickle=False) as stored:
        found = dict(zip(stored["keys"].tolist(), stored["yes"].tolist(), strict=True))
    return np.array([found.get(key(p.claim, p.passage), np.nan) for p in pairs])


def main() -> None:
    """Ask about each text's claims and keep what the model says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--model", default="local")
    args = parser.parse_args()
    rated = read_ratings(args.sample)
    with using(cache=args.answers):
        began = time.perf_counter()
        found = Llm(args.model, "probability").with_probabilities(rated.claims, rated.passages)
    keys = [key(c, p) for c, p in zip(rated.claims, rated.passages, strict=True)]
    yes = np.array([f.probability for f in found], dtype=np.float32)
    np.savez_compressed(KEPT, keys=np.array(keys, dtype=np.int64), yes=yes)
    took = time.perf_counter() - began
    print(len(keys), "pairs,", f"{took / len(keys):.2f} s a pair; less where answers were kept")


if __name__ == "__main__":
    main()
