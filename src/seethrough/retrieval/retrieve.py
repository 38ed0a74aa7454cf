"""Finding the chunks of a corpus nearest to a question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seethrough.errors import InputError
from seethrough.protocols import Embedder
from seethrough.retrieval.chunking import split
from seethrough.retrieval.index import Metric, VectorIndex
from seethrough.storage.contents import file_sha256
from seethrough.storage.files import make_private_directory, write_atomically
from seethrough.storage.seals import package_version, sealed, unsealed

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

INDEX, CHUNKS = "index.faiss", "chunks.json"

SAME = 0.98
"""The least cosine between two vectors that one embedder makes of one text, rounding and all."""


class Passage(NamedTuple):
    """A chunk of a record.

    Attributes:
        record: The record's id.
        text: What it says.
    """

    record: str
    text: str


@dataclass(frozen=True)
class Retriever:
    """An index over the chunks of a corpus.

    Attributes:
        passages: Every chunk, row by row of the index.
        index: Their vectors.
        embedder: What made the vectors.
    """

    passages: Sequence[Passage]
    index: VectorIndex
    embedder: Embedder

    @classmethod
    def over(
        cls,
        corpus: Corpus,
        embedder: Embedder,
        metric: Metric = "l2",
        size: int = 1500,
        overlap: int = 0,
    ) -> Retriever:
        """Cut a corpus into chunks, embed them and index them.

        Args:
            corpus: The records; may be empty.
            embedder: Makes the vectors.
            metric: How vectors are compared.
            size: The longest chunk, in characters.
            overlap: How many characters two chunks may share.
        """
        passages = [
            Passage(id_, chunk)
            for id_, text in zip(corpus.ids, corpus.texts, strict=True)
            for chunk in split(text, size, overlap)
        ]
        vectors = np.zeros((0, 1), dtype=np.float32)
        if passages:
            vectors = np.asarray(embedder.embed([p.text for p in passages]), dtype=np.float32)
        return cls(passages, VectorIndex(vectors, metric), embedder)

    @classmethod
    def load(cls, folder: Path, embedder: Embedder, mapped: bool = True) -> Retriever:
        """Return a saved retriever, its vectors memory-mapped by default.

        Raises:
            InputError: The folder holds none, or what it holds was changed, or made by another
                version or another embedder: then the first chunk has another vector.
        """
        try:
            content = (folder / CHUNKS).read_bytes()
            rows = unsealed(content, _maker(folder))
        except OSError:
            rows = None
        if rows is None:
            raise InputError(f"{folder}: not an index that was saved whole by this version")
        passages = [Passage(*row) for row in json.loads(rows)]
        index = VectorIndex.load(folder / INDEX, mapped)
        (vector,) = np.asarray(embedder.embed([passages[0].text]), dtype=np.float32)
        if index.like(0, vector) < SAME:
            raise InputError(f"{folder}: an index of another embedder")
        return cls(passages, index, embedder)

    @staticmethod
    def kept_in(folder: Path) -> bool:
        """Return whether a folder holds one, whole or not."""
        return (folder / CHUNKS).exists()

    def save(self, folder: Path) -> None:
        """Write index and chunks into a folder, readable only by its owner; the chunks last.

        The chunks' file also holds the version and checksums of both files.
        """
        make_private_directory(folder)
        self.index.save(folder / INDEX)
        rows = json.dumps([list(p) for p in self.passages]).encode()
        write_atomically(folder / CHUNKS, sealed(_maker(folder), rows))

    def search(self, questions: Sequence[str], k: int) -> list[list[Passage]]:
        """Return the k nearest chunks for each question, nearest first.

        Args:
            questions: n texts.
            k: How many chunks, at least 1; fewer come where there are fewer.
        """
        if not questions or not self.passages:
            return [[] for _ in questions]
        vectors = np.asarray(self.embedder.embed(questions), dtype=np.float32)
        nearest = self.index.search(vectors, min(k, len(self.passages)))
        return [[self.passages[row] for row in rows if row >= 0] for rows in nearest.tolist()]


def _maker(folder: Path) -> dict[str, str]:
    return {"seethrough": package_version(), "index": file_sha256(folder / INDEX)}
