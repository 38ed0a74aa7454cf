# ruff: noqa: D103, T201
"""Export a fine-tuned reader to int8 ONNX.

    python -m judge_training.export OUT.onnx WEIGHTS.pt [WEIGHTS.pt ...] --base FOLDER

The weights of several runs are averaged (Wortsman et al. 2022, Model soups). The graph reads new
tokens after those that were read before: first a passage after nothing, then each claim after
the passage. Weights are int8, per column. Activations are quantized while running, with a scale for
the whole tensor, so the judge runs claims one by one: a rating cannot depend on its neighbours.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import tempfile
from pathlib import Path

import torch
from torch import nn

from judge_training.encoder import Reader, average, load


class Step(nn.Module):
    """(ids, places, kinds, before) -> (logits, before and new tokens' keys and values)."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(
        self, ids: torch.Tensor, places: torch.Tensor, kinds: torch.Tensor, before: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """All token inputs are (1, tokens); ``before`` is (2 x layers, 1, heads, read, width)."""
        x = self.reader.embed(ids, places, kinds)
        kept = []
        for number, layer in enumerate(self.reader.layers):
            x, pair = layer(x, None, (before[2 * number], before[2 * number + 1]))
            kept += list(pair)
        return self.reader.head(torch.cat([x[:, 0], x.mean(1)], dim=1)), torch.stack(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--base", type=Path, required=True)
    args = parser.parse_args()
    reader = load(args.base).eval()
    reader.load_state_dict(average(args.weights))
    from onnxruntime.quantization import QuantType, quantize_dynamic

    tokens = torch.ones((1, 12), dtype=torch.int64)
    attention = reader.layers[0].attention
    width = attention.query.out_features // attention.heads
    before = torch.zeros((2 * len(reader.layers), 1, attention.heads, 5, width))
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "plain.onnx")
        torch.onnx.export(
            Step(reader), (tokens, tokens, torch.zeros_like(tokens), before), str(plain),
            dynamo=False, opset_version=17,
            input_names=["ids", "places", "kinds", "before"], output_names=["logits", "kept"],
            dynamic_axes={"ids": {1: "new"}, "places": {1: "new"}, "kinds": {1: "new"},
                          "before": {3: "read"}, "kept": {3: "all"}},
        )  # fmt: skip
        quantize_dynamic(
            plain, args.out, per_channel=True, reduce_range=False, weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gather"],
        )  # fmt: skip
    print(args.out, args.out.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
