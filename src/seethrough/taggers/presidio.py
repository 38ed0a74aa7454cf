"""Tag personal data by Presidio and by patterns for contact data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from seethrough.fields import Between
from seethrough.personal_data.contact_data import spelled
from seethrough.personal_data.contacts import contacts
from seethrough.protocols import Protected
from seethrough.redaction.detection import find

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_KINDS = {
    "PERSON": "name",
    "EMAIL_ADDRESS": "email",
    "LOCATION": "address",
    "US_SSN": "ssn",
    "ORGANIZATION": "organization",
    "URL": "url",
    "PHONE_NUMBER": "phone",
}
_SSN = re.compile(r"\d{3}-\d{2}-\d{4}")


@dataclass(frozen=True)
class Presidio:
    """Tags names, mail and street addresses, social security numbers, organizations and links.

    Names, places and organizations are found by spaCy's entity recogniser through Presidio, contact
    data by Presidio and by this package's patterns; of spans that overlap one is made. A place
    counts as ``address``. It reads English.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 5.1, with Presidio in the place of scrubadub, whose detectors of names,
    organizations and addresses are packages of their own with models to fetch.

    Attributes:
        kinds: What is protected.
        threshold: Spans of which Presidio is less sure are left out, in [0, 1].
        region: Where telephone numbers without a country code are dialled, as ISO 3166.
    """

    kinds: tuple[str, ...] = ("name", "email", "address", "ssn", "organization", "url", "phone")
    threshold: Annotated[float, Between(0, 1)] = 0.4
    region: str = "US"

    def __post_init__(self) -> None:
        known = (*_KINDS.values(), "handle", "number")
        for kind in self.kinds:
            if kind not in known:
                raise ValueError(f"kinds={kind!r} is not known; there are: {', '.join(known)}")
        if not self.kinds:
            raise ValueError("kinds must name one at least")

    @property
    def english(self) -> bool:
        """Whether some of what it looks for is found in English texts only."""
        return not {"name", "address", "organization"}.isdisjoint(self.kinds)

    @property
    def nameless(self) -> bool:
        """Whether it looks for no names."""
        return "name" not in self.kinds

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text; None where it could not be searched in full.

        Raises:
            UnavailableError: The language model is not installed.
        """
        asked = [name for name, kind in _KINDS.items() if kind in self.kinds]
        found = find(corpus.texts, asked or ["PERSON"], self.threshold)
        return [
            None if spans is None else self._merged(text, [(s.start, s.end, s.kind) for s in spans])
            for text, spans in zip(corpus.texts, found, strict=True)
        ]

    def _merged(self, text: str, spans: Sequence[tuple[int, int, str]]) -> list[Protected]:
        own = [Protected(a, b, _KINDS[k]) for a, b, k in spans if _KINDS[k] in self.kinds]
        named = [p for p in _contacts(text, self.region) if p.kind in self.kinds]
        # Where no space parts an address from other words, Presidio takes some of them for it.
        sure = [p for p in named if p.kind in ("email", "url")]
        own = [
            p
            for p in own
            if not any(p.kind == s.kind and p.start < s.end and s.start < p.end for s in sure)
        ]
        merged: list[Protected] = []
        # What a pattern says of a kind counts for more than what the recogniser takes it for.
        for span in sorted([*named, *own], key=lambda p: (p.start, -p.end)):
            if merged and span.start < merged[-1].end:
                last = merged[-1]
                kind = span.kind if span in named and last not in named else last.kind
                merged[-1] = Protected(last.start, max(last.end, span.end), kind)
            else:
                merged.append(span)
        return merged


def _contacts(text: str, region: str) -> Iterator[Protected]:
    urls = ((k, written) for (k, _), written in spelled(text, region).items() if k == "url")
    for kind, written in (*contacts(text, region), *urls):
        kind = "ssn" if kind == "number" and _SSN.fullmatch(written) else kind
        for match in re.finditer(re.escape(written), text):
            yield Protected(match.start(), match.end(), kind)
