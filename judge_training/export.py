# ruff: noqa: D103, T201
"""Export a fine-tuned reader to int8 ONNX.

    python -m judge_training.export OUT.onnx WEIGHTS.pt [WEIGHTS.pt ...] --base FOLDER
        --sheets RATED.jsonl

The weights of several runs are averaged (Wortsman et al. 2022, Model soups). Weights are int8, with
a scale for each column. The scales of activations are fixed: they span what ``EXAMPLES`` of the
sheets give rise to. See ``graph.py`` for the graph.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import random
from pathlib import Path

import onnx
import torch

from judge_training.encoder import BERT, Reader, average, load
from judge_training.finetune import Tasks
from judge_training.graph import Ranges, model_of
from judge_training.sheets import Sheet, read

EXAMPLES = 100


def ranges_of(reader: Reader, sheets: list[Sheet]) -> Ranges:
    """Return the least and the greatest value that goes into each matrix while sheets are read."""
    met: dict[str, tuple[float, float]] = {}

    def watch(name: str, part: torch.nn.Module) -> None:
        def note(_: torch.nn.Module, given: tuple[torch.Tensor]) -> None:
            low, high = met.get(name, (0.0, 0.0))
            met[name] = (min(low, given[0].min().item()), max(high, given[0].max().item()))

        part.register_forward_pre_hook(note)

    for number, layer in enumerate(reader.layers):
        watch(f"layer{number}.read", layer.attention.query)
        watch(f"layer{number}.output", layer.attention.output)
        watch(f"layer{number}.inner", layer.inner)
        watch(f"layer{number}.outer", layer.outer)
    with torch.no_grad():
        for task in Tasks([[sheet] for sheet in sheets], BERT):
            reader(task.batch)
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--sheets", type=Path, required=True)
    args = parser.parse_args()
    reader = load(args.base).eval()
    reader.load_state_dict(average(args.weights))
    sheets = read(args.sheets)
    random.Random(0).shuffle(sheets)
    ranges = ranges_of(reader, sheets[:EXAMPLES])
    onnx.save(model_of(reader, ranges), args.out)
    print(args.out, args.out.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
