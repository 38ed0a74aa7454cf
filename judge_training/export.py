# ruff: noqa: D103, T201
"""Export a fine-tuned cross-encoder to int8 ONNX.

Usage: python export.py FOLDER OUT.onnx --base FOLDER

Weights are int8, per column. Activations are quantized while running, with a scale for the whole
tensor, so the judge runs one pair at a time: then a rating cannot depend on its neighbours.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import tempfile
from pathlib import Path

import torch
from finetune import CrossEncoder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--base", required=True)
    parser.add_argument("--layers", type=int, default=6)
    args = parser.parse_args()
    model = CrossEncoder(args.base, args.layers).eval()
    if (args.folder / "model.pt").exists():
        state = torch.load(args.folder / "model.pt", weights_only=True)
        model.load_state_dict(state)
    from onnxruntime.quantization import QuantType, quantize_dynamic

    example = torch.ones((1, 12), dtype=torch.int64)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "plain.onnx")
        torch.onnx.export(
            model, (example, torch.zeros_like(example), example), str(plain), dynamo=False,
            input_names=["ids", "kinds", "mask"], output_names=["logits"], opset_version=17,
            dynamic_axes={name: {0: "pairs", 1: "tokens"} for name in ("ids", "kinds", "mask")},
        )  # fmt: skip
        quantize_dynamic(
            plain, args.out, per_channel=True, reduce_range=False, weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gather"],
        )  # fmt: skip
    print(args.out, args.out.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
