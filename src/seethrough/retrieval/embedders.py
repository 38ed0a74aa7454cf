"""From an embedder's name to the embedder."""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.embeddings.minilm import MiniLM
from seethrough.errors import MissingExtraError, UnavailableError, UsageError
from seethrough.models.clients.addresses import masked
from seethrough.models.clients.endpoint_errors import (
    RejectedError,
    explain_status,
    no_answer,
)
from seethrough.models.clients.http_client import HttpClient, NoAnswerError
from seethrough.models.clients.openai import health_of
from seethrough.models.request_pool import RetryPolicy, TryAgainError, work_through
from seethrough.models.resolve import PROVIDERS, current, endpoint_of, require_allowed
from seethrough.protocols import Embedder
from seethrough.statistics.arrays import unit_rows
from seethrough.storage.contents import contents_of

_WORD = re.compile(r"\w{4,}")

BATCH = 64
"""Texts that an endpoint embeds at a time."""

TIMEOUT = 120.0
"""Seconds that a batch may take by default."""

LONGEST_ANSWER = 32 << 20
"""Bytes of a batch: 64 vectors of 16,000 dimensions as text."""


def resolve_embedder(name: str) -> Embedder:
    """Return an embedder by its name.

    Args:
        name: ``minilm``; ``fake`` (counts words, to test a service with);
            ``sentence-transformers/NAME`` (a folder, or a model that is already on this machine,
            such as ``sentence-transformers/BAAI/bge-large-en-v1.5``); or ``openai/NAME``,
            ``ollama/NAME``, ``vllm/NAME`` for an OpenAI-compatible endpoint.

    Raises:
        UsageError: There is no such embedder, or text would leave this machine unasked.
    """
    provider, _, model = name.partition("/")
    if name == "minilm":
        return MiniLM(max_tokens=512)  # a chunk of 1,500 characters takes some 350 tokens
    if name == "fake":
        return WordCounts()
    if provider == "sentence-transformers" and model:
        return SentenceTransformer(model)
    if provider in PROVIDERS and model:
        url = endpoint_of(provider)
        require_allowed(url, f"the embedder {name}")
        return Endpoint(model, url, os.environ.get(PROVIDERS[provider].key_variable, ""))
    known = ", ".join(f"{p}/NAME" for p in ("sentence-transformers", *PROVIDERS))
    raise UsageError(f"no embedder is named {name!r}; there are: minilm, fake, {known}")


def version_of_embedder(name: str) -> str:
    """Return what changes with the files of an embedder in a folder; "" where the name is all."""
    provider, _, model = name.partition("/")
    held = contents_of(model) if provider == "sentence-transformers" and model else []
    return hashlib.sha256(" ".join(held).encode()).hexdigest() if held else ""


@dataclass(frozen=True)
class WordCounts:
    """An embedder that is none: a text's vector counts its words of four letters and more.

    Attributes:
        dimensions: How many places the words are hashed to.
    """

    dimensions: int = 512

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return an (n, d) array with rows of unit length; zeros for a text without such words."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                row[zlib.crc32(word.encode("utf-8", "replace")) % self.dimensions] += 1
        return unit_rows(rows)


@dataclass(frozen=True)
class SentenceTransformer:
    """A model that sentence-transformers loads from this machine, safetensors only.

    Attributes:
        model: A folder or the name of a model in the local cache.
    """

    model: str

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return an (n, d) array with rows of unit length.

        Raises:
            MissingExtraError: sentence-transformers is not installed.
            UnavailableError: The model is not on this machine.
        """
        vectors = _loaded(self.model).encode(list(texts), normalize_embeddings=True)
        return np.asarray(vectors, dtype=np.float32)


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible endpoint for embeddings.

    Attributes:
        model: The model's name there.
        url: The base URL.
        key: The key; any word where the server asks for none.
    """

    model: str
    url: str = field(repr=False)  # may hold a password
    key: str = field(default="", repr=False)

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return an (n, d) array with rows of unit length; an empty text is sent as a space.

        Raises:
            UnavailableError: The endpoint does not answer, or not as one does.
        """
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        seconds = current().timeout or TIMEOUT
        key = {"Authorization": f"Bearer {self.key or 'none'}"}
        health = health_of(self.url, seconds, fewer="")
        with HttpClient(self.url, key, LONGEST_ANSWER) as client:
            found = work_through(
                len(batches),
                lambda i: self._ask(client, batches[i], seconds, health.known),
                lambda error: error.problem,
                RetryPolicy(1, current().tries),
                health=health,
            )
        rows: list[npt.NDArray[np.float32]] = []
        for vectors_or_problem in found:
            if isinstance(vectors_or_problem, str):
                raise self._unavailable(vectors_or_problem)
            rows.append(vectors_or_problem)
        if len({part.shape[1] for part in rows}) > 1:
            raise self._unavailable("vectors of different lengths")
        return unit_rows(np.concatenate(rows) if rows else np.zeros((0, 1), dtype=np.float32))

    def _ask(self, client: HttpClient, texts: Sequence[str], seconds: float, answered: bool) -> Any:
        asked = [text or " " for text in texts]
        body = {"model": self.model, "input": asked, "encoding_format": "float"}
        try:
            reply = client.request("POST", "/embeddings", seconds, body)
        except NoAnswerError as error:
            raise no_answer(error, self.url, seconds, answered) from error
        if reply.status != 200:
            try:
                explain_status(reply, self.url)
            except RejectedError as error:
                raise self._unavailable(error.problem) from error
        try:
            rows = sorted(reply.json()["data"], key=lambda row: int(row["index"]))
            places = [int(row["index"]) for row in rows]
            with np.errstate(over="ignore"):
                vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise TryAgainError("not a list of embeddings") from error
        if places != [*range(len(asked))] or vectors.ndim != 2 or not vectors.size:
            raise TryAgainError("not one vector for each text")
        if not np.isfinite(vectors).all():
            raise TryAgainError("a vector with something else than numbers")
        if "".join(texts).strip() and not vectors.any():  # every text would be as near as any other
            raise TryAgainError("vectors of zeros alone")
        return vectors

    def _unavailable(self, problem: str) -> UnavailableError:
        return UnavailableError(
            f"the embedder {self.model} at {masked(self.url)} does not answer ({problem}); look at"
            " its name, the key and the server"
        )


@cache
def _loaded(model: str) -> Any:
    try:
        sentence_transformers = importlib.import_module("sentence_transformers")
    except ImportError as error:
        raise MissingExtraError("sentence-transformers", "sentence-transformers") from error
    try:
        return sentence_transformers.SentenceTransformer(
            model, local_files_only=True, model_kwargs={"use_safetensors": True}
        )
    except (OSError, ValueError) as error:
        raise UnavailableError(
            f"the embedder {model} is not on this machine: fetch it first (nothing is downloaded),"
            " or name the folder that it lies in"
        ) from error
