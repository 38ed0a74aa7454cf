# ruff: noqa: D103
"""A reader on its way, small enough to keep: what was trained of it, in half precision.

    python -m judge_training.kept pack WEIGHTS.pt KEPT.safetensors
    python -m judge_training.kept unpack KEPT.safetensors WEIGHTS.pt --base FOLDER

Word and position embeddings are those of the base model (``finetune.py`` leaves them as they are),
so they are not kept.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from judge_training.encoder import load

STILL = frozenset(["words.weight", "positions.weight"])


def pack(weights: Path, kept: Path) -> None:
    state = torch.load(weights, weights_only=True)
    save_file({name: part.half() for name, part in state.items() if name not in STILL}, kept)


def unpack(kept: Path, weights: Path, base: Path) -> None:
    state = load(base).state_dict()
    state.update({name: part.float() for name, part in load_file(kept).items()})
    torch.save(state, weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=["pack", "unpack"])
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--base", type=Path, help="the base model; to unpack")
    args = parser.parse_args()
    if args.way == "pack":
        pack(args.source, args.out)
    elif args.base is None:
        parser.error("unpack needs --base")
    else:
        unpack(args.source, args.out, args.base)


if __name__ == "__main__":
    main()
