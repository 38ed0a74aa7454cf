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
_KEPT = 32_768
"""How many pairs stay known: controls and self-tests ask about windows that targets asked about."""


def scores(claims: Sequence[str], windows: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return (n, 3) log-probabilities of the grades, each row from its own pair alone."""
    if not claims:
        return np.zeros((0, 3))
    rows = _encode(claims, windows)
    _session()
    with ThreadPoolExecutor(_THREADS) as pool:
        logits = np.stack(list(pool.map(_run, *zip(*rows, strict=True)))).astype(np.float64)
    top = logits.max(axis=1, keepdims=True)
    out: npt.NDArray[np.float64] = logits - top
    out -= np.log(np.exp(out).sum(axis=1, keepdims=True))
    return out


@functools.lru_cache(maxsize=_KEPT)
def _run(tokens: bytes, left: int) -> npt.NDArray[np.float32]:
    ids = np.frombuffer(tokens, dtype=np.int32).astype(np.int64)[None, :]
    kinds = np.zeros_like(ids)
    kinds[:, left:] = 1
    feed = {"ids": ids, "kinds": kinds, "mask": np.ones_like(ids)}
    logits: npt.NDArray[np.float32] = _session().run(None, feed)[0][0]
    return logits.copy()  # a view would keep what it was cut from


def _encode(claims: Sequence[str], windows: Sequence[str]) -> list[tuple[bytes, int]]:
    """Return the int32 tokens of each pair, and how many are the claim's.

    They are [CLS] claim [SEP] window [SEP]; the first two and the claim count as the claim's.
    """
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
        out.append((np.array(left + right, dtype=np.int32).tobytes(), len(left)))
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
