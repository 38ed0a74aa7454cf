"""A model that somebody else serves, asked over OpenAI's chat protocol."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.language_model import EMPTY, REFUSED, Message
from seethrough.model_releases.form import WITHHELD
from seethrough.model_releases.stand_ins import KnownByHeart, SaysNothing
from seethrough.models.served import said_at
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import SERVED, ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class ServedModel:
    """A model behind an address, which shows nothing but its answers.

    Attributes:
        url: Its base URL, such as ``http://127.0.0.1:8080/v1``.
        name: What it is called there.
        tokens: The most tokens of an answer.
    """

    url: str
    name: str
    tokens: int = 128

    @property
    def hash(self) -> str:
        """Identifies the address; what answers there may change."""
        return hashlib.sha256(f"{self.url}\n{self.name}\n{self.tokens}".encode()).hexdigest()

    @property
    def described(self) -> str:
        """What is asked, in words for a report."""
        return f"{self.name}, as it is served"

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order.

        Raises:
            UsageError: Text would leave this machine, and that was not allowed.
            UnavailableError: The model is not there.
        """
        return self._answers([(Message("user", question),) for question in questions])

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        """Go on with answers that were begun: each stands in a last turn of the model's own.

        Some servers repeat what was begun, others do not.
        """
        replies = self._answers(
            [
                (Message("user", question), Message("assistant", start))
                for question, start in zip(questions, begun, strict=True)
            ]
        )
        return [_behind(start, reply) for start, reply in zip(begun, replies, strict=True)]

    def chances(self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]) -> None:
        """Return nothing: the weights are not at hand."""

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> None:
        """Return nothing: the weights are not at hand."""

    def untouched(self) -> SaysNothing:
        """Return a model that says nothing: what training started from is not at hand."""
        return SaysNothing({}, "")

    def knowing(self, corpus: Corpus) -> KnownByHeart:
        """Return a model that knows the records of a corpus by heart."""
        return KnownByHeart.of(corpus)

    def _answers(self, turns: Sequence[tuple[Message, ...]]) -> list[Reply]:
        said = said_at(self.url, self.name, turns, self.tokens, "the text of the records")
        return [
            Reply("", WITHHELD if why == REFUSED else why) if why else Reply(text)
            for text, why in said
        ]


def _behind(begun: str, reply: Reply) -> Reply:
    """Return how an answer goes on, without what was begun where it is repeated."""
    start, text = begun.strip(), reply.text.lstrip()
    if not start or not text.startswith(start):
        return reply
    rest = text.removeprefix(start)
    return Reply(rest) if rest.strip() else Reply("", EMPTY)


def served(url: str, name: str) -> ModelRelease:
    """Return the release of a model that is served."""
    model = ServedModel(url.rstrip("/"), name)
    return ModelRelease(model, details={SERVED: {"model": name}})
