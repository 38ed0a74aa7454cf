# ruff: noqa: D103, T201
"""Sheets with what slower readers say of each claim, for another reader to learn from.

    python -m judge_training.taught OUT.jsonl SHEETS.jsonl --readers LEARNED.safetensors [...]

LEARNED are files of ``finetune_deep``, made without the texts of a fold; the mean of their chances
is kept. A reader that learns from OUT must leave out the same fold.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

from judge_training.finetune import Tasks
from judge_training.finetune_deep import opened
from judge_training.sheets import Sheet, outside, read, write
from seethrough.judges.offline.deep.base import model_file
from seethrough.judges.offline.deep.reader import MPNET, Batch, Manner, logits

AT_ONCE = 32
"""How many sheets are read together."""
PART = 20
"""How many such parts are read between two lines of progress."""


def chances(
    sheets: list[Sheet],
    answer: Callable[[Batch], torch.Tensor],
    manner: Manner,
    device: torch.device,
    workers: int = 0,
) -> list[list[list[float]]]:
    """Return the chances of the grades of each claim of each sheet, to four digits."""
    order = sorted(range(len(sheets)), key=lambda row: len(sheets[row].passage))
    parts = [order[first : first + AT_ONCE] for first in range(0, len(order), AT_ONCE)]
    tasks = Tasks([[sheets[row] for row in part] for part in parts], manner)
    found: list[list[list[float]]] = [[] for _ in sheets]
    loader = torch.utils.data.DataLoader(tasks, batch_size=None, num_workers=workers)
    for number, (part, task) in enumerate(zip(parts, loader, strict=True)):
        with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16):
            said = answer(task.batch.to(device)).float().softmax(dim=1)
        rows = iter(said.cpu().double().numpy().round(4).tolist())
        for row in part:
            found[row] = [next(rows) for _ in sheets[row].claims]
        if number % PART == 0:
            print(number * AT_ONCE, "of", len(sheets), "sheets", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sheets", type=Path, nargs="+")
    parser.add_argument("--readers", type=Path, nargs="+", required=True)
    parser.add_argument("--base", type=Path, help="the base model's file, if not its packages")
    parser.add_argument("--without", default="0/0", help="fold to leave out, as FOLD/FOLDS")
    parser.add_argument("--device", type=torch.device, default="cpu")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    args = parser.parse_args()
    sheets = [sheet for path in args.sheets for sheet in read(path)]
    sheets = outside(sheets, *(int(part) for part in args.without.split("/")))
    base, said = opened(args.base or model_file()), []
    for path in args.readers:
        weights = {name: part.to(args.device) for name, part in (base | opened(path)).items()}
        answer = partial(logits, weights, weights)
        said.append(chances(sheets, answer, MPNET, args.device, args.workers))
    means = (torch.tensor(given).mean(dim=0).double() for given in zip(*said, strict=True))
    pairs = zip(sheets, means, strict=True)
    write(args.out, (s._replace(chances=mean.numpy().round(4).tolist()) for s, mean in pairs))


if __name__ == "__main__":
    main()
