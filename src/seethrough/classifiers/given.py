"""The user's own list of what is sensitive, before any other classifier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from seethrough.classifiers.local import Local
from seethrough.errors import InputError
from seethrough.fields import ReadFile
from seethrough.protocols import SENSITIVITIES, Classifier, Sensitivity
from seethrough.records.patterns import compiled
from seethrough.text.normalised import whole_words


@dataclass(frozen=True)
class Given:
    """Takes the classes from the user's file and asks another classifier about the rest.

    Each row of the file has a ``class`` and one of three columns: ``claim``, a whole claim,
    compared without regard to case and white space; ``term``, a word or phrase that stands in the
    claim as whole words, in any case; ``pattern``, a Python regular expression that is found in
    the claim. A whole claim comes before terms and patterns, of which the first row that fits
    counts.

    Attributes:
        path: The file: JSONL, CSV or any other format that records are read from.
        otherwise: Classifies the claims that the file says nothing about.
    """

    path: ReadFile
    otherwise: Classifier = Local()

    example: ClassVar[str] = "given:path=classes.jsonl"

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        """Return the class of each claim, in order.

        Args:
            claims: n claims.
            records: The private text that each claim was cut from; n texts.

        Raises:
            InputError: The file cannot be read, or a row lacks a class or what it applies to, or
                has an unknown class, or a pattern that is not a regular expression.
            ValueError: The two sequences differ in length.
        """
        pairs = list(zip(claims, records, strict=True))
        rules = _read(self.path)
        found = [rules.of(claim) for claim in claims]
        left = [pair for pair, own in zip(pairs, found, strict=True) if own is None]
        others = iter(self.otherwise.classify([c for c, _ in left], [r for _, r in left]))
        return [next(others) if own is None else own for own in found]


class _Rules(NamedTuple):
    claims: dict[str, Sensitivity]
    patterns: list[tuple[re.Pattern[str], Sensitivity]]

    def of(self, claim: str) -> Sensitivity | None:
        """Return the class of a claim in the file, or None."""
        own = self.claims.get(_plain(claim))
        if own is not None:
            return own
        return next((found for pattern, found in self.patterns if pattern.search(claim)), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _read(path: str) -> _Rules:
    from seethrough.records.formats.rows import opened_rows

    rules = _Rules({}, [])
    with opened_rows(path, None, allow_remote=False) as source:
        for number, row in source.rows:
            values = {str(k).strip().lower(): v for k, v in row.items()}
            given = [(k, v) for k in ("claim", "term", "pattern") if (v := _text(values, k))]
            if len(given) != 1:
                raise source.error(number, "needs a claim, a term or a pattern next to its class")
            said = _text(values, "class").lower()
            if said not in SENSITIVITIES:
                raise source.error(
                    number, f"has no known class; write one of {', '.join(SENSITIVITIES)}"
                )
            (kind, text), found = given[0], SENSITIVITIES[SENSITIVITIES.index(said)]
            if kind == "claim":
                rules.claims.setdefault(_plain(text), found)
                continue
            try:
                rules.patterns.append((_pattern(kind, text), found))
            except ValueError as error:
                raise source.error(
                    number, f"has a pattern that is not a regular expression ({error})"
                ) from error
    if not rules.claims and not rules.patterns:
        raise InputError(f"{path}: no row says how sensitive a claim or a term is; add one")
    return rules


def _pattern(kind: str, text: str) -> re.Pattern[str]:
    if kind == "pattern":
        return compiled(text)
    words = r"\s+".join(re.escape(word) for word in text.split())
    return re.compile(whole_words(words), re.IGNORECASE)


def _text(values: dict[str, Any], name: str) -> str:
    value = values.get(name)
    return "" if value is None else str(value).strip()
