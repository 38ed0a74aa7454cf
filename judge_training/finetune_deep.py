# ruff: noqa: D103
"""Fine-tune the slower reader: adapters of all-mpnet-base-v2 that grade claims against a passage.

    python -m judge_training.finetune_deep OUT.safetensors RATED.jsonl [RATED.jsonl ...]
        [--start ADAPTERS.safetensors]

RATED holds sheets (see ``sheets.py``). The base model comes from its packages (``deep/base.py``)
and stays as it is. Progress is kept next to OUT; a killed run continues from there.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from judge_training.finetune import arguments, planned, train
from judge_training.sheets import Sheet
from seethrough.judges.offline.deep.base import model_file
from seethrough.judges.offline.deep.reader import Batch, adapters, logits
from seethrough.judges.offline.sheets import Tokens, tokens_of


def tokens(sheet: Sheet) -> tuple[Tokens, list[Tokens]]:
    known = tokens_of([sheet.passage, *sheet.claims])
    return known[sheet.passage], [known[claim] for claim in sheet.claims]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--start", type=Path, help="go on from these adapters")
    parser.set_defaults(epochs=1, rate=4e-4, threads=2)
    args = parser.parse_args()
    plan = planned(args)
    base = load_file(model_file())
    learned = adapters(base)
    if args.start:
        learned = {name: part.float() for name, part in load_file(args.start).items()}
    for part in learned.values():
        part.requires_grad_(True)

    def answer(sheets: list[Sheet]) -> torch.Tensor:
        return logits(base, learned, Batch.of([tokens(sheet) for sheet in sheets]))

    train(learned, plan, answer, args)
    save_file({name: part.detach().half() for name, part in learned.items()}, args.out)
    args.out.with_suffix(".kept").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
