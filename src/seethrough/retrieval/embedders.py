"""From an embedder's name to the embedder."""

from __future__ import annotations

import importlib
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.errors import MissingExtraError, UnavailableError, UsageError
from seethrough.models.minilm import MiniLM
from seethrough.models.resolve import PROVIDERS, endpoint_of, require_allowed
from seethrough.protocols import Embedder

_WORD = re.compile(r"\w{4,}")

BATCH = 64
"""Texts that an endpoint embeds at a time."""


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
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        unit = rows / np.where(lengths > 0, lengths, 1)
        return unit.astype(np.float32, copy=False)


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
    url: str
    key: str = ""

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return an (n, d) array with rows of unit length; an empty text is sent as a space.

        Raises:
            MissingExtraError: The package ``openai`` is not installed.
            UnavailableError: The endpoint does not answer.
        """
        try:
            import openai
        except ImportError as error:
            raise MissingExtraError("openai", "openai") from error
        rows: list[Any] = []
        try:
            with openai.OpenAI(base_url=self.url, api_key=self.key or "none") as client:
                for start in range(0, len(texts), BATCH):
                    batch = [text or " " for text in texts[start : start + BATCH]]
                    data = client.embeddings.create(model=self.model, input=batch).data
                    rows += [row.embedding for row in sorted(data, key=lambda row: row.index)]
        except openai.OpenAIError as error:
            raise UnavailableError(
                f"the embedder {self.model} at {self.url} does not answer ({type(error).__name__})"
            ) from error
        vectors = np.asarray(rows, dtype=np.float32).reshape(len(texts), -1)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit = vectors / np.where(lengths > 0, lengths, 1)
        return unit.astype(np.float32, copy=False)


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
        raise UnavailableError(f"the embedder {model} is not on this machine") from error
