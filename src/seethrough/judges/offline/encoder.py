"""A small encoder that reads a passage once and then each claim with it.

``local.onnx`` is all-MiniLM-L6-v2 fine-tuned on rated claims (see ``judge_training/``) with int8
weights. A claim's tokens look at the passage and at their own claim; what was computed for the
passage is kept for all its claims. Activations are quantized while it runs, with one scale per
tensor, so claims run one by one: no padding, and no claim can change another's result.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import log_softmax

from seethrough.judges.offline.reading import sentences
from seethrough.parallel.cores import cores

MODEL = Path(__file__).with_name("local.onnx")
PASSAGE = 384
"""The most tokens of a passage, markers included, that are read at once."""
CLAIM = 48
"""The most tokens of a claim, markers included; what is longer loses its end."""
_IN_CLAIM, _IN_PASSAGE, _IN_BOTH = 0, 1, 2
GRADES = np.array([1.0, 2.0, 3.0])

Scores = npt.NDArray[np.float64]
Tokens = tuple[int, ...]


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
    met = frozenset(inner)
    kinds = [_IN_PASSAGE] * (len(inner) + 2)
    kept = _run(model, "kept", (start, *inner, end), kinds, _nothing(model))
    out = []
    for claim in claims:
        said = claim[: CLAIM - 2]
        kinds = [_IN_CLAIM, *(_IN_BOTH if t in met else _IN_CLAIM for t in said), _IN_CLAIM]
        logits = _run(model, "logits", (start, *said, end), kinds, kept)[0].astype(np.float64)
        out.append(log_softmax(logits))
    return np.stack(out)


def _run(
    model: Path, wanted: str, ids: Tokens, kinds: Sequence[int], before: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    feed = {
        "ids": np.array([ids], dtype=np.int64),
        "places": np.arange(len(ids), dtype=np.int64)[None],
        "kinds": np.array([kinds], dtype=np.int64),
        "before": before,
    }
    found: npt.NDArray[np.float32] = _session(model).run([wanted], feed)[0]
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
def _nothing(model: Path) -> npt.NDArray[np.float32]:
    layers, batch, heads, _, width = next(
        i.shape for i in _session(model).get_inputs() if i.name == "before"
    )
    return np.zeros((layers, batch, heads, 0, width), dtype=np.float32)


@functools.cache
def _session(model: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
