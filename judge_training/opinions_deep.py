# ruff: noqa: T201
"""What the slower readers say about all pairs, kept for ``fit.py``.

    python -m judge_training.opinions_deep FOLD0 FOLD1 FOLD2 --data ../shared/data

FOLD0 to FOLD2 are adapters made without the texts of a fold; as for ``opinions.py``, the shipped
ones read the texts that no weight is made from. Writes ``opinions_deep.npz``; a killed run
continues from what it kept beside it.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from itertools import groupby
from pathlib import Path

import numpy as np

from judge_training.opinions import DEEP
from judge_training.pairs import fingerprint, read
from judge_training.sheets import FOLDS
from seethrough.judges.offline.deep import encoder

PART = 2_000
"""How many pairs are read between two saves."""


def main() -> None:
    """Ask each reader about its pairs and keep what it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folds", type=Path, nargs=FOLDS)
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    readers = [*args.folds, encoder.ADAPTERS]
    pairs = read(args.data)
    order = sorted(range(len(pairs)), key=lambda row: (pairs[row].fold, pairs[row].passage))
    kept = DEEP.with_suffix(".kept.npy")
    found = np.load(kept) if kept.exists() else np.zeros((0, 3), dtype=np.float16)
    while len(found) < len(pairs):
        part = [pairs[row] for row in order[len(found) : len(found) + PART]]
        for fold, own in groupby(part, key=lambda pair: pair.fold):
            asked = list(own)
            claims, passages = [p.claim for p in asked], [p.passage for p in asked]
            said = encoder.scores(claims, passages, readers[fold])
            found = np.concatenate([found, said.astype(np.float16)])
        np.save(kept, found)
        print(len(found), "of", len(pairs), "pairs", flush=True)
    opinions = np.zeros_like(found)
    opinions[order] = found
    np.savez_compressed(DEEP, opinions=opinions, pairs=np.array(fingerprint(pairs)))
    kept.unlink()


if __name__ == "__main__":
    main()
