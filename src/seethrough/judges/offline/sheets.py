"""Sheets: a passage, as tokens, and the claims that are read with it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.reading import sentences
from seethrough.parallel.cores import cores

PASSAGE = 384
"""The most tokens of a passage, markers included, that are read at once."""
CLAIM = 48
"""The most tokens of a claim, markers included; what is longer loses its end: see ``pieces``."""
IN_CLAIM, IN_PASSAGE, IN_BOTH = 0, 1, 2
"""The kinds of tokens: in a claim, in a passage, in a claim and met in the passage, too."""
GRADES = np.array([1.0, 2.0, 3.0])

Scores = npt.NDArray[np.float64]
Tokens = tuple[int, ...]


def read_sheets(
    claims: Sequence[str],
    passages: Sequence[str],
    read: Callable[[Tokens, Sequence[Tokens]], Scores],
) -> Scores:
    """Return (n, 3) log-probabilities of the grades.

    A passage of more than ``PASSAGE`` tokens is read in parts that end with a sentence; the part
    that discloses most of a claim counts.

    Args:
        claims: n claims.
        passages: The passage of each.
        read: Returns (m, 3) log-probabilities for the tokens of a passage and of m claims, without
            markers. Called by several threads.
    """
    sheets: dict[str, list[int]] = {}
    for row, passage in enumerate(passages):
        sheets.setdefault(passage, []).append(row)
    tokens = tokens_of(claims)
    out = np.zeros((len(claims), 3))

    def read_one(sheet: tuple[str, list[int]]) -> None:
        passage, rows = sheet
        said = [tokens[claims[row]] for row in rows]
        found = np.stack([read(part, said) for part in parts_of(passage)])
        nearest = (np.exp(found) @ GRADES).argmin(axis=0)
        out[rows] = found[nearest, np.arange(len(rows))]

    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(read_one, sheets.items()))
    return out


def parts_of(passage: str) -> list[Tokens]:
    """Return the tokens of a passage; a long one is cut between sentences."""
    room = PASSAGE - 2
    whole = tokens_of([passage])[passage]
    if len(whole) <= room:
        return [whole]
    parts: list[Tokens] = [()]
    known = tokens_of(found := sentences(passage))
    for sentence in found:
        more = known[sentence][:room]
        if len(parts[-1]) + len(more) > room:
            parts.append(())
        parts[-1] += more
    return parts


def kinds_of(said: Tokens, met: frozenset[int]) -> list[int]:
    """Return the kinds of a claim's tokens and of the markers around them."""
    return [IN_CLAIM, *(IN_BOTH if token in met else IN_CLAIM for token in said), IN_CLAIM]


def tokens_of(texts: Sequence[str]) -> dict[str, Tokens]:
    """Return the numbers of each text's word pieces in BERT's vocabulary, without markers."""
    unique = list(dict.fromkeys(texts))
    valid = [text.encode("utf-8", "replace").decode("utf-8") for text in unique]
    encoded = _tokenizer().encode_batch_fast(valid, add_special_tokens=False)
    return {text: tuple(e.ids) for text, e in zip(unique, encoded, strict=True)}


@functools.cache
def marks() -> tuple[int, int]:
    """Return BERT's markers of a beginning and an end."""
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
