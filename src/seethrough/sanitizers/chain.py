"""Several sanitizers, each working on the result of the one before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.protocols import Generator, Sanitizer
from seethrough.records.releases.release import PER_TEXT
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import child

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Chain:
    """Runs sanitizers in order; only the first one sees the private texts.

    The chain's guarantee is that of its first step: the later steps see only its
    result, and any processing of a private release keeps the guarantee
    (post-processing). A later step's guarantee is about the text that it received, in which one
    word may depend on many private words or records, so it is not adopted; ``details`` says so.

    Ledgers are added up by entry, so a record that two steps counted counts twice. ``details``
    has each step's spec, ledger and details under ``steps``, and what the first step's epsilon adds
    up to over a text.

    Source: A False Sense of Privacy, appendix A.2 (sanitization in several steps); Dwork and Roth,
    The Algorithmic Foundations of Differential Privacy (2014), proposition 2.1 (post-processing).

    Attributes:
        steps: Sanitizers that make a text release, such as ``steps=scrub+paraphrase``; at least
            one.
    """

    steps: tuple[Sanitizer[TextRelease], ...]

    example: ClassVar[str] = "chain:steps=scrub+paraphrase"

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("steps: name at least one sanitizer, such as steps=scrub+paraphrase")

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the last step's release.

        Args:
            private: The private records; may be empty.
            rng: Gives each step a generator of its own.

        Raises:
            UsageError: A step does not make a text release.
        """
        made: list[TextRelease] = []
        given = private
        for step in self.steps:
            release = step.sanitize(given, child(rng))
            if not isinstance(release, TextRelease):
                raise UsageError(f"chain: {spec.name_of(step)} does not make a text release")
            made.append(release)
            given = release.corpus
        ledger: Counter[str] = Counter()
        for release in made:
            ledger.update(release.ledger)
        details: dict[str, Any] = {
            "steps": [
                {
                    "sanitizer": spec.to_json(step),
                    "ledger": dict(release.ledger),
                    "details": dict(release.details),
                }
                for step, release in zip(self.steps, made, strict=True)
            ]
        }
        if PER_TEXT in made[0].details:
            details[PER_TEXT] = made[0].details[PER_TEXT]
        void = _not_taken_over(self.steps, made)
        if void:
            details["guarantees_not_taken_over"] = void
        return TextRelease(
            made[-1].corpus,
            aligned=all(release.aligned for release in made),
            guarantee=made[0].guarantee,
            ledger=dict(ledger),
            details=details,
        )


def _not_taken_over(
    steps: Sequence[Sanitizer[TextRelease]], made: Sequence[TextRelease]
) -> list[str]:
    return [
        f"{spec.name_of(step)}: {release.guarantee.in_words}, for the text that it received"
        for step, release in list(zip(steps, made, strict=True))[1:]
        if release.guarantee is not None
    ]
