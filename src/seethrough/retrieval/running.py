"""A service that already runs: what it answers, and what stands for it where that is known."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.language_model import Message
from seethrough.models.served import said_at
from seethrough.records.releases.answering import Reply

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.retrieval.served import Served


@dataclass(frozen=True)
class RunningService:
    """A service that shows nothing but its answers.

    Attributes:
        settings: Where it is.
        corpus: What it is said to answer from.
    """

    settings: Served
    corpus: Corpus

    @property
    def hash(self) -> str:
        """Identifies the address; what answers there may change."""
        return hashlib.sha256(spec.key(self.settings).encode()).hexdigest()

    @property
    def retrieval(self) -> str:
        """A description of what is searched, for a report."""
        return "it runs already, and is said to search the released records"

    def prepare(self) -> None:
        """Do nothing: it runs."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order.

        Raises:
            UsageError: Text would leave this machine, and that was not allowed.
            UnavailableError: The service is not there.
        """
        at = self.settings
        turns = [(Message("user", question),) for question in questions]
        said = said_at(at.url, at.model, turns, at.max_tokens, "the text of its questions")
        return [Reply(*one) for one in said]

    def over(self, corpus: Corpus) -> Reciting:
        """Return what stands for the service over another corpus, which it cannot be given."""
        return Reciting(corpus)


@dataclass(frozen=True)
class Reciting:
    """Recites a record whatever it is asked, and says nothing where it has none.

    Attributes:
        corpus: Its records.
    """

    corpus: Corpus

    @property
    def hash(self) -> str:
        """Identifies what it knows."""
        return self.corpus.hash

    @property
    def retrieval(self) -> str:
        """A description of what is searched, for a report."""
        return "any of its records is recited"

    def prepare(self) -> None:
        """Do nothing."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Return a record for each question, the same for the same."""
        return [Reply(self._record(question)) for question in questions]

    def over(self, corpus: Corpus) -> Reciting:
        """Return the same over another corpus."""
        return Reciting(corpus)

    def _record(self, question: str) -> str:
        texts = self.corpus.texts
        place = zlib.crc32(question.encode("utf-8", "replace"))
        return texts[place % len(texts)] if texts else ""
