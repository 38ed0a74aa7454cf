# ruff: noqa: T201
"""What readers say about pairs from whose texts they were not made, kept for ``fit.py``.

    python -m judge_training.opinions FOLD0.onnx FOLD1.onnx FOLD2.onnx --data ../shared/data

Pairs of texts that weights may be made from are read by the reader of their fold, the others by the
shipped reader. Writes ``opinions.npz``, and ``opinions_deep.py`` the other file: every published
figure can be computed from them.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from judge_training.pairs import HERE, Pair, fingerprint, read
from judge_training.sheets import FOLDS
from seethrough.judges.offline import encoder

KEPT, DEEP = HERE / "opinions.npz", HERE / "opinions_deep.npz"
Table = np.ndarray[Any, Any]


def load(pairs: list[Pair], kept: Path = KEPT) -> Table:
    """Return (n, 3) log-probabilities of the grades.

    Raises:
        SystemExit: The kept opinions are about other pairs.
    """
    with np.load(kept, allow_pickle=False) as stored:
        if str(stored["pairs"]) != fingerprint(pairs):
            raise SystemExit(f"{kept.name} is about other pairs; run judge_training.{kept.stem}")
        opinions: Table = stored["opinions"].astype(np.float64)
        return opinions


def main() -> None:
    """Ask each reader about its pairs and keep what it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folds", type=Path, nargs=FOLDS)
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    pairs = read(args.data)
    out = np.zeros((len(pairs), 3), dtype=np.float16)
    for fold, model in enumerate([*args.folds, encoder.MODEL]):
        own = [row for row, pair in enumerate(pairs) if pair.fold == fold]
        out[own] = encoder.scores(
            [pairs[row].claim for row in own], [pairs[row].passage for row in own], model
        )
        print(model.name, len(own), "pairs", flush=True)
    np.savez_compressed(KEPT, opinions=out, pairs=np.array(fingerprint(pairs)))


if __name__ == "__main__":
    main()
