"""A model without its weights, which are large: what is kept of one that was audited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_GONE = "the model was put away after its audit"


@dataclass(frozen=True)
class PutAway:
    """Says what a model was, and answers nothing.

    Attributes:
        hash: Identified all that its answers depended on.
        described: What it was, in words for a report.
    """

    hash: str
    described: str

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Return why there is no answer."""
        return [Reply("", _GONE)] * len(questions)

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        """Return why there is no answer."""
        return self.ask(questions)

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None]:
        """Return nothing: the weights are gone."""
        return [None] * len(spans)

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> None:
        """Return nothing: the weights are not at hand."""

    def untouched(self) -> PutAway:
        """Return itself: the base is gone, too."""
        return self

    def knowing(self, corpus: Corpus) -> KnownByHeart:
        """Return a model that knows the records of a corpus by heart."""
        return KnownByHeart.of(corpus)


def put_away(release: Any) -> Any:
    """Return a release without the weights of its model; one of another kind as it is."""
    if not isinstance(release, ModelRelease):
        return release
    return replace(release, model=PutAway(release.model.hash, release.model.described))
