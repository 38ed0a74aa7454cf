"""The configuration of a question-answering service over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from seethrough.fields import LARGEST_K, Between, KeptFolder, ModelName, ReadFile
from seethrough.models.resolve import default_model

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.retrieval.answering import AnsweringService


@dataclass(frozen=True)
class Service:
    """Answers questions with the help of the k nearest chunks of a corpus.

    Source: SAGE, section 4.1: chunks in a FAISS index, L2, k = 1. Different here: the default
    embedder is MiniLM, which runs everywhere, where the paper uses bge-large-en-v1.5; and the
    retrieved text is fenced (see ``seethrough.prompts``).

    Attributes:
        k: How many chunks are retrieved for a question, at least 1.
        model: ``provider/model`` of the language model that answers; the run's if not given.
        embedder: What makes the vectors (``seethrough.retrieval.embedders``).
        metric: How vectors are compared: ``l2`` or ``cosine``.
        chunk: The longest chunk, in characters.
        overlap: How many characters two chunks may share, below ``chunk``.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
        index: A folder where indexes are kept and found again, memory-mapped; private, because it
            holds the chunks. Empty for none.
        prompt: The user's own prompt file with ``{context}`` and ``{question}``; empty for the
            package's.
    """

    k: Annotated[int, Between(1, LARGEST_K)] = 1
    model: ModelName = field(default_factory=default_model)
    embedder: str = "minilm"
    metric: Literal["l2", "cosine"] = "l2"
    chunk: Annotated[int, Between(1)] = 1500
    overlap: Annotated[int, Between(0)] = 0
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 512
    index: KeptFolder = ""
    prompt: ReadFile = ""

    def __post_init__(self) -> None:
        if self.overlap >= self.chunk:
            raise ValueError(f"overlap={self.overlap} must be below chunk={self.chunk}")

    def over(self, corpus: Corpus, originals: Corpus | None = None) -> AnsweringService:
        """Return the service, ready to be asked.

        Args:
            corpus: What it answers from.
            originals: The private records. Where given, a question finds the nearest private
                chunk and the model sees the released record of the same id instead (the
                private-to-synthetic lookup of SAGE, section 3.1); else ``corpus`` is searched.

        Raises:
            InputError: ``originals`` is given and has no id in common with ``corpus``.
        """
        from seethrough.retrieval.answering import AnsweringService

        return AnsweringService(self, corpus, originals)
