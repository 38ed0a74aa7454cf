# ruff: noqa: D103
"""Makes ``overflow.onnx``, which shows whether a processor multiplies 8-bit numbers exactly.

    python -m judge_training.overflow

Every product of the two matrices is the greatest that unsigned activations and signed weights can
give. Processors without VNNI instructions add pairs of them in 16 bits, which overflow.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from seethrough.judges.offline import overflow

SIZE = 64


def probe() -> onnx.ModelProto:
    """Return the graph: ``activations`` (rows, 64), all 255, times signed weights of 127."""
    weights = numpy_helper.from_array(np.full((SIZE, SIZE), 127, dtype=np.int8), "weights")
    given = helper.make_tensor_value_info("activations", TensorProto.UINT8, ["rows", SIZE])
    found = helper.make_tensor_value_info("sums", TensorProto.INT32, ["rows", SIZE])
    times = helper.make_node("MatMulInteger", ["activations", "weights"], ["sums"])
    graph = helper.make_graph([times], "overflow", [given], [found], [weights])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main(path: Path = overflow.PROBE) -> None:
    path.write_bytes(probe().SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
