"""A small cross-encoder: reads a claim and a few sentences together, gives three chances.

``local.onnx`` is all-MiniLM-L6-v2 fine-tuned on generated pairs (see ``judge_training/``) with int8
weights. Activations are quantized while it runs, with one scale per tensor, so pairs run one by
one: no padding, and no pair can change another's result. Two threads share the pairs.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

MODEL = Path(__file__).with_name("local.onnx")
LENGTH = 80
"""The most tokens of a pair, markers included; what is longer loses the end of its window."""
_CLAIM = 40
_THREADS = 2


def scores(claims: Sequence[str], windows: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return (n, 3) log-probabilities of the grades, each row from its own pair alone."""
    if not claims:
        return np.zeros((0, 3))
    rows = _encode(claims, windows)
    _session()
    with ThreadPoolExecutor(_THREADS) as pool:
        logits = np.stack(list(pool.map(_run, rows, chunksize=32))).astype(np.float64)
    top = logits.max(axis=1, keepdims=True)
    out: npt.NDArray[np.float64] = logits - top
    out -= np.log(np.exp(out).sum(axis=1, keepdims=True))
    return out


def _run(row: tuple[list[int], list[int]]) -> npt.NDArray[np.float32]:
    ids = np.array([row[0]], dtype=np.int64)
    feed = {"ids": ids, "kinds": np.array([row[1]], dtype=np.int64), "mask": np.ones_like(ids)}
    logits: npt.NDArray[np.float32] = _session().run(None, feed)[0][0]
    return logits


def _encode(claims: Sequence[str], windows: Sequence[str]) -> list[tuple[list[int], list[int]]]:
    """Return (tokens, segments) of each pair: [CLS] claim [SEP] window [SEP]."""
    texts = list(dict.fromkeys([*claims, *windows]))
    valid = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
    tokens = {
        text: encoding.ids[1:-1]
        for text, encoding in zip(texts, _tokenizer().encode_batch_fast(valid), strict=True)
    }
    start, end = _tokenizer().token_to_id("[CLS]"), _tokenizer().token_to_id("[SEP]")
    out = []
    for claim, window in zip(claims, windows, strict=True):
        left = [start, *tokens[claim][:_CLAIM], end]
        right = [*tokens[window][: LENGTH - len(left) - 1], end]
        out.append((left + right, [0] * len(left) + [1] * len(right)))
    return out


@functools.cache
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    import seethrough.models

    folder = Path(seethrough.models.__file__).parent
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@functools.cache
def _session() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(MODEL), options, providers=["CPUExecutionProvider"])
