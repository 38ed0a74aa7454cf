# ruff: noqa: D103
"""Fine-tune the slower reader: adapters of all-mpnet-base-v2 that grade claims against a passage.

    python -m judge_training.finetune_deep OUT.safetensors RATED.jsonl [RATED.jsonl ...]
        [--start ADAPTERS.safetensors]

RATED holds sheets (see ``sheets.py``). The base model comes from its packages (``deep/base.py``)
and stays as it is. Progress is kept next to OUT; a killed run continues from there.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

from functools import partial
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from judge_training.finetune import Tasks, arguments, planned, rated, train
from seethrough.judges.offline.deep.base import model_file
from seethrough.judges.offline.deep.reader import MPNET, NARROW, adapters, logits


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--start", type=Path, help="go on from what this reader learned")
    parser.add_argument("--base", type=Path, help="the base model's file, if not its packages")
    parser.add_argument(
        "--matrices",
        action="store_true",
        help="learn all matrices, no adapters: to teach",
    )
    parser.set_defaults(epochs=1, rate=4e-4, threads=2)
    args = parser.parse_args()
    tasks = Tasks(planned(args), MPNET)
    base = opened(args.base or model_file())
    learned = opened(args.start) if args.start else adapters(base)
    if args.matrices:
        inside = {name: part for name, part in base.items() if name.startswith("encoder.layer")}
        learned = {n: p for n, p in (inside | learned).items() if not n.endswith(NARROW)}
    base, learned = ({n: p.to(args.device) for n, p in of.items()} for of in (base, learned))
    for part in learned.values():
        part.requires_grad_(True)
    weights = base | learned
    train(learned, tasks, rated(partial(logits, weights, weights), args.smoothing), args)
    save_file({name: part.detach().half().cpu() for name, part in learned.items()}, args.out)
    args.out.with_suffix(".kept").unlink(missing_ok=True)


def opened(path: Path) -> dict[str, torch.Tensor]:
    return {name: part.float() for name, part in load_file(path).items()}


if __name__ == "__main__":
    main()
