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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import log_softmax

from seethrough.judges.offline.overflow import overflows
from seethrough.judges.offline.reading import sentences
from seethrough.parallel.cores import cores

MODEL = Path(__file__).with_name("local.onnx")
PASSAGE = 384
"""The most tokens of a passage, markers included, that are read at once."""
CLAIM = 48
"""The most tokens of a claim, markers included; what is longer loses its end."""
STEP = 8
"""Claims are padded to a multiple of so many tokens."""
_IN_CLAIM, _IN_PASSAGE, _IN_BOTH = 0, 1, 2
GRADES = np.array([1.0, 2.0, 3.0])

Scores = npt.NDArray[np.float64]
Tokens = tuple[int, ...]
Kept = npt.NDArray[np.float32]
"""What a layer made of a passage's tokens, (heads, tokens, width)."""


def scores(claims: Sequence[str], passages: Sequence[str], model: Path = MODEL) -> Scores:
    """Return (n, 3) log-probabilities of the grades, each row from its own pair alone.

    A passage of more than ``PASSAGE`` tokens is read in parts that end with a sentence; the part
    that discloses most of a claim counts.
    """
    sheets: dict[str, list[int]] = {}
    for row, passage in enumerate(passages):
        sheets.setdefault(passage, []).append(row)
    tokens = _tokens(claims)
    out = np.zeros((len(claims), 3))
    _session(model)

    def read(item: tuple[str, list[int]]) -> None:
        passage, rows = item
        said = [tokens[claims[row]] for row in rows]
        found = np.stack([_sheet(model, part, said) for part in _parts(passage)])
        nearest = (np.exp(found) @ GRADES).argmin(axis=0)
        out[rows] = found[nearest, np.arange(len(rows))]

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(read, sheets.items()))
    return out


def _parts(passage: str) -> list[Tokens]:
    """Return the tokens of a passage; a long one is cut between sentences."""
    room = PASSAGE - 2
    whole = _tokens([passage])[passage]
    if len(whole) <= room:
        return [whole]
    parts: list[Tokens] = [()]
    known = _tokens(found := sentences(passage))
    for sentence in found:
        more = known[sentence][:room]
        if len(parts[-1]) + len(more) > room:
            parts.append(())
        parts[-1] += more
    return parts


def _sheet(model: Path, inner: Tokens, claims: Sequence[Tokens]) -> Scores:
    """Return (claims, 3) log-probabilities of the grades for one part of a passage."""
    start, end = _marks()
    passage = _Rows.of([((start, *inner, end), [_IN_PASSAGE] * (len(inner) + 2))], len(inner) + 2)
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
    start, end = _marks()
    kinds = [_IN_CLAIM, *(_IN_BOTH if token in met else _IN_CLAIM for token in said), _IN_CLAIM]
    return (start, *said, end), kinds


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


def _tokens(texts: Sequence[str]) -> dict[str, Tokens]:
    unique = list(dict.fromkeys(texts))
    valid = [text.encode("utf-8", "replace").decode("utf-8") for text in unique]
    encoded = _tokenizer().encode_batch_fast(valid, add_special_tokens=False)
    return {text: tuple(e.ids) for text, e in zip(unique, encoded, strict=True)}


@functools.cache
def _marks() -> tuple[int, int]:
    return _tokenizer().token_to_id("[CLS]"), _tokenizer().token_to_id("[SEP]")


@functools.cache
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    import seethrough.embeddings

    folder = Path(seethrough.embeddings.__file__).parent
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


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
