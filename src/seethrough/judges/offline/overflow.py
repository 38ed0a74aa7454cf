"""Does this processor multiply unsigned by signed 8-bit numbers exactly?

ONNX Runtime adds pairs of such products in 16 bits where an x64 processor has no VNNI instructions;
sums beyond 32,767 are cut off there without a word. Where that happens it must be told to make the
weights unsigned, which is exact everywhere and takes 1.6 times as long.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

PROBE = Path(__file__).with_name("overflow.onnx")
"""The greatest products there can be, made by ``judge_training/overflow.py``."""
ROWS = 16
"""More than one row, for which ONNX Runtime has code of its own."""


@functools.cache
def overflows() -> bool:
    """Return whether sums of products of signed weights are cut off on this processor."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(PROBE), providers=["CPUExecutionProvider"])
    size = session.get_inputs()[0].shape[1]
    given = np.full((ROWS, size), 255, dtype=np.uint8)
    return bool((session.run(None, {"activations": given})[0] != 255 * 127 * size).any())
