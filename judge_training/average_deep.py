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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("runs", type=Path, nargs="+")
    args = parser.parse_args()
    runs = [load_file(run) for run in args.runs]
    save_file(
        {name: (sum(run[name].float() for run in runs) / len(runs)).half() for name in runs[0]},
        args.out,
    )


if __name__ == "__main__":
    main()
