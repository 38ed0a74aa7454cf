# ruff: noqa: D103, T201
"""Sheets with what the slower reader says of each claim, for the other reader to learn from.

    python -m judge_training.taught OUT.jsonl SHEETS.jsonl --adapters ADAPTERS.safetensors

ADAPTERS are those of ``finetune_deep``, made without the texts of a fold. A reader that learns from
OUT must leave out the same fold.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
from pathlib import Path

import numpy as np

from judge_training.sheets import Sheet, read
from seethrough.judges.offline.deep import encoder

PART = 50
"""How many sheets are read between two lines of progress."""


def taught(sheets: list[Sheet], adapters: Path) -> list[Sheet]:
    """Return the sheets with a reader's chances, to four digits."""
    claims = [claim for sheet in sheets for claim in sheet.claims]
    passages = [sheet.passage for sheet in sheets for _ in sheet.claims]
    said = iter(np.exp(encoder.scores(claims, passages, adapters)).round(4).tolist())
    return [sheet._replace(chances=[next(said) for _ in sheet.claims]) for sheet in sheets]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sheets", type=Path)
    parser.add_argument("--adapters", type=Path, required=True)
    args = parser.parse_args()
    sheets = read(args.sheets)
    with args.out.open("w", encoding="utf-8") as file:
        for first in range(0, len(sheets), PART):
            for sheet in taught(sheets[first : first + PART], args.adapters):
                file.write(json.dumps(sheet._asdict(), ensure_ascii=False) + "\n")
            print(min(first + PART, len(sheets)), "of", len(sheets), "sheets", flush=True)


if __name__ == "__main__":
    main()
