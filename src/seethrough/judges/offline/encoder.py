"""A small encoder that reads a passage once and then each claim with it.

``local.onnx`` is all-MiniLM-L6-v2 fine-tuned on rated claims (see ``judge_training/``) with int8
weights. A claim's tokens look at the passage and at their own claim; what was computed for the
passage is kept for all its claims. Activations are quantized with fixed scales, and a claim is
padded to a length of its own, so claims are read together and none can change another's result.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import log_softmax

from seethrough.judges.offline.overflow import overflows
from seethrough.judges.offline.sheets import (
    CLAIM,
    IN_PASSAGE,
    Scores,
    Tokens,
    kinds_of,
    marks,
    read_sheets,
)

MODEL = Path(__file__).with_name("local.onnx")
STEP = 8
"""Claims are padded to a multiple of so many tokens."""

Kept = npt.NDArray[np.float32]
"""What a layer made of a passage's tokens, (heads, tokens, width)."""


def scores(claims: Sequence[str], passages: Sequence[str], model: Path = MODEL) -> Scores:
    """Return (n, 3) log-probabilities of the grades, each row from its own pair alone."""
    _session(model)
    return read_sheets(claims, passages, partial(_sheet, model))


def _sheet(model: Path, inner: Tokens, claims: Sequence[Tokens]) -> Scores:
    """Return (claims, 3) log-probabilities of the grades for one part of a passage."""
    start, end = marks()
    passage = _Rows.of([((start, *inner, end), [IN_PASSAGE] * (len(inner) + 2))], len(inner) + 2)
    kept = _run(model, _kept(model, "new."), passage, 1, _nothing(model))
    met = frozenset(inner)
    marked = [_marked(claim[: CLAIM - 2], met) for claim in claims]
    out = np.zeros((len(claims), 3))
    for width, rows in _by_width(claims).items():
        together = _Rows.of([marked[row] for row in rows], width)
        logits = _run(model, ["logits"], together, width, kept)[0].astype(np.float64)
        out[rows] = log_softmax(logits, axis=1)
    return out


class _Rows(NamedTuple):
    """Tokens in rows of one width; ``mask`` is 1 where there is one and 0 behind the last."""

    ids: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]
    mask: npt.NDArray[np.float32]

    @classmethod
    def of(cls, marked: Sequence[tuple[Tokens, Sequence[int]]], width: int) -> _Rows:
        """Return rows of tokens and their kinds."""
        size = (len(marked), width)
        rows = cls(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.float32))
        for row, (ids, kinds) in enumerate(marked):
            rows.ids[row, : len(ids)] = ids
            rows.kinds[row, : len(ids)] = kinds
            rows.mask[row, : len(ids)] = 1
        return rows


def _marked(said: Tokens, met: frozenset[int]) -> tuple[Tokens, list[int]]:
    """Return a claim's tokens between markers, and the kind of each."""
    start, end = marks()
    return (start, *said, end), kinds_of(said, met)


def _by_width(claims: Sequence[Tokens]) -> dict[int, list[int]]:
    """Return the claims of each width, a multiple of ``STEP`` that depends on the claim alone."""
    widths: dict[int, list[int]] = {}
    for row, claim in enumerate(claims):
        length = min(len(claim) + 2, CLAIM)
        widths.setdefault(math.ceil(length / STEP) * STEP, []).append(row)
    return widths


def _run(
    model: Path, wanted: Sequence[str], rows: _Rows, asked: int, before: Sequence[Kept]
) -> list[Kept]:
    feed = {
        **rows._asdict(),
        "asked": np.array([asked]),
        **dict(zip(_kept(model), before, strict=True)),
    }
    found: list[Kept] = _session(model).run(wanted, feed)
    return found


@functools.cache
def _kept(model: Path, prefix: str = "") -> list[str]:
    names = [given.name for given in _session(model).get_inputs()]
    return [prefix + name for name in names if name.startswith(("key.", "value."))]


@functools.cache
def _nothing(model: Path) -> list[Kept]:
    shape = next(i.shape for i in _session(model).get_inputs() if i.name == "key.0")
    return [np.zeros((shape[0], 0, shape[2]), dtype=np.float32)] * len(_kept(model))


@functools.cache
def _session(model: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    if overflows():
        options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
