"""What an attack or a utility of somebody else's must say of the release that it is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

from seethrough.engine.audit import audit
from seethrough.errors import UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome
from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class AnyAttack(Attack):  # type: ignore[type-arg]
    """Does not say what it attacks."""

    figures: ClassVar[tuple[Figure, ...]] = (Figure("any.found", "lower_is_better", "A.", "B."),)

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        return []

    def guess(self, release, knowledge, rng) -> Sequence[Guess]:  # type: ignore[no-untyped-def]
        return []

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        return []


@dataclass(frozen=True)
class AnyUtility:
    """Does not say what it measures."""

    figures: ClassVar[tuple[Figure, ...]] = (Figure("utility.any", "higher_is_better", "A.", "B."),)

    def measure(self, private, release, rng) -> Sequence[Estimate]:  # type: ignore[no-untyped-def]
        return []


def test_what_does_not_say_which_release_it_is_for_is_asked_to() -> None:
    corpus = Corpus.from_texts(["Ada keeps bees."])
    with pytest.raises(UsageError, match=r"AnyAttack\.guess .*annotate.* release: TextRelease"):
        audit(corpus, corpus, attacks=[AnyAttack()])
    with pytest.raises(UsageError, match=r"AnyUtility\.measure .*annotate.* release: TextRelease"):
        audit(corpus, corpus, attacks=["lexical"], utilities=[AnyUtility()])
