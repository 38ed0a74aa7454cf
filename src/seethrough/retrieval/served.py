"""The configuration of a question-answering service that already runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from seethrough.errors import UsageError
from seethrough.fields import Between
from seethrough.models.clients.addresses import checked, masked

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.retrieval.running import RunningService


@dataclass(frozen=True)
class Served:
    """Answers questions where it runs: over OpenAI's chat protocol, one turn of the user's each.

    Source: SAGE, appendix A.3 (black box: the attacker sends queries and reads answers).

    Attributes:
        url: Its base URL, such as ``http://127.0.0.1:8000/v1``, without a password or key: that
            stands in ``OPENAI_API_KEY``.
        model: What a request must call it there.
        max_tokens: The longest answer, in tokens.
    """

    url: str
    model: str = "default"
    max_tokens: Annotated[int, Between(1, 100_000)] = 512

    def __post_init__(self) -> None:
        checked(self.url, "the service's base URL")
        if masked(self.url) != self.url:
            raise ValueError("url: must hold no password or key; put the key into OPENAI_API_KEY")

    def over(self, corpus: Corpus, originals: Corpus | None = None) -> RunningService:
        """Return the service.

        Args:
            corpus: What it is said to answer from.
            originals: None: what a service searches that already runs cannot be chosen.

        Raises:
            UsageError: There are originals.
        """
        from seethrough.retrieval.running import RunningService

        if originals is not None:
            raise UsageError("--lookup: a service that already runs searches what it searches")
        return RunningService(self, corpus)
