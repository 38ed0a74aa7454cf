"""Find names, places, dates and numbers with Microsoft Presidio, and replace them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from seethrough.fields import Between
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.redaction.durations import is_duration
from seethrough.redaction.measurements import is_measurement

if TYPE_CHECKING:
    from seethrough.redaction.detection import Span

ENTITIES = (
    "CREDIT_CARD",
    "CRYPTO",
    "DATE_TIME",
    "EMAIL_ADDRESS",
    "IBAN_CODE",
    "IP_ADDRESS",
    "LOCATION",
    "MAC_ADDRESS",
    "MEDICAL_LICENSE",
    "NRP",
    "ORGANIZATION",
    "PERSON",
    "PHONE_NUMBER",
    "UK_NHS",
    "URL",
    "US_BANK_NUMBER",
    "US_DRIVER_LICENSE",
    "US_ITIN",
    "US_PASSPORT",
    "US_SSN",
    "UUID",
)
"""What can be found, in Presidio's words; ``NRP`` is nationality, religion or politics."""


_FOUND_BY_SPACY = frozenset({"DATE_TIME", "LOCATION", "NRP", "ORGANIZATION", "PERSON"})


@dataclass(frozen=True)
class Scrub:
    """Replaces what Presidio takes for personal data.

    The paper uses a closed service and stars; this is Presidio with spaCy's small English model, on
    this machine and without a network. It reads English. In English, too, it misses part of what it
    looks for and takes some ordinary words for names ("ECG", "ramipril 5");
    ``benchmarks/accuracy/scrub.py`` measures both. Descriptions of a person without a name
    stay; so do lengths of time and rhythms ("for three days", "daily") and measured values
    ("80/min", "mm Hg"), which spaCy marks as dates or names. Dates, months, weekdays, clock times
    and ages are replaced.

    With ``pseudonym`` the same words get the same replacement throughout the release, so records
    that mention one person can be recognized as belonging together. With ``surrogate`` they do so
    within a record only: its text stays readable, and its names do not link it to other records.
    Invented values look like real ones, so a name that was missed is not seen at a glance.

    A record that cannot be scrubbed is withheld: its text becomes empty and the release's ledger
    counts it under ``withheld``. ``details["replaced"]`` counts what was replaced, by kind.

    Source: A False Sense of Privacy, appendix A.2 (Data Sanitization via Scrubbing).

    Attributes:
        style: ``tag`` writes the kind, ``<PERSON>``; ``star`` writes one ``*`` for each character,
            so that lengths stay visible; ``pseudonym`` writes an invented value of its kind, the
            same throughout the release, and ``surrogate`` one that is drawn anew for each record.
        threshold: How sure Presidio must be, in [0, 1]. Names and dates score 0.85; below 0.4 lie
            patterns without a supporting word nearby ("S3" as a driving licence).
        entities: Kinds to look for, of ``ENTITIES``; all if empty.
    """

    style: Literal["tag", "star", "pseudonym", "surrogate"] = "tag"
    threshold: Annotated[float, Between(0, 1)] = 0.4
    entities: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.style not in ("tag", "star", "pseudonym", "surrogate"):
            raise ValueError(f"style={self.style!r} must be tag, star, pseudonym or surrogate")
        for entity in self.entities:
            if entity not in ENTITIES:
                raise ValueError(
                    f"entities={entity!r} is not known; there are: {', '.join(ENTITIES)}"
                )

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the texts with what was found replaced, under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Used only by ``pseudonym`` and ``surrogate``.

        Raises:
            UnavailableError: The language model is not installed.
        """
        from seethrough.redaction.detection import find
        from seethrough.redaction.language import tell_of_many_unread
        from seethrough.redaction.styles import replacements, rewrite

        tell_of_many_unread(private)
        replaced: Counter[str] = Counter()
        texts = []
        withheld = 0
        found = find(private.texts, self.entities or ENTITIES, self.threshold)
        given = replacements(self.style, rng)
        read = zip(private.texts, found, strict=True)
        for (text, spans), replace in zip(read, given, strict=False):
            if spans is None:
                withheld += 1
                texts.append("")
                continue
            personal = [span for span in spans if not _is_ordinary(text, span)]
            replaced.update(span.kind for span in personal)
            texts.append(rewrite(text, personal, replace))
        return TextRelease(
            private.with_texts(texts),
            ledger=occurred({"withheld": withheld}),
            details={"replaced": dict(sorted(replaced.items()))},
        )


def _is_ordinary(text: str, span: Span) -> bool:
    """Return whether spaCy marked a length of time or a measured value."""
    if span.kind == "DATE_TIME" and is_duration(text[span.start : span.end]):
        return True
    return span.kind in _FOUND_BY_SPACY and is_measurement(text, span.start, span.end)
