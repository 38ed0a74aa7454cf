# ruff: noqa: D103
"""Average the adapters of several runs that began with the same ones.

    python -m judge_training.average_deep OUT.safetensors RUN.safetensors RUN.safetensors [...]

The product of two averages is not the average of the products; where runs moved little from where
they began, the difference is small.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import load_file, save_file

from judge_training.encoder import mean_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    args = parser.parse_args()
    runs = [{name: part.float() for name, part in load_file(run).items()} for run in args.runs]
    save_file({name: part.half() for name, part in mean_of(runs).items()}, args.out)


if __name__ == "__main__":
    main()
