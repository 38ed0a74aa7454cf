"""Rated claims by their class, and how often a judge errs on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge_training.pairs import Pair
from judge_training.sheets import FOLDS
from seethrough.agreement.errors_by_kind import errors_by_kind
from seethrough.agreement.rated_kinds import rated_kinds
from seethrough.classifiers.local import Local
from seethrough.protocols import SENSITIVITIES, Sensitivity
from seethrough.sensitivity.telling import spared

LEAST = 15
"""A class of which fewer claims were rated disclosed, or not, has the error rates of all claims."""

Rates = dict[str, dict[str, float]]
"""Error rates by kind of passage (`agreement.errors_by_kind`)."""


class Row(NamedTuple):
    """A rated claim: the kind of passage, its class, and both grades; None where a judge failed."""

    pair: Pair
    kind: str
    said: Sensitivity
    rated: int
    graded: int | None

    @property
    def collection(self) -> tuple[str, bool]:
        """The set that the text is from, and whether the judge learned from others of it."""
        return self.pair.set, self.pair.fold < FOLDS

    def as_class(self, text: str) -> Row:
        """Return the row with the grades by which the leak rate of its class counts."""

        def counted(grade: int) -> int:
            gone = spared(self.pair.claim, self.said, grade, text, self.pair.passage)
            return 3 if gone else grade

        graded = None if self.graded is None else counted(self.graded)
        return self._replace(rated=counted(self.rated), graded=graded)


def rows_of(pairs: Sequence[Pair], grades: Sequence[int], texts: Mapping[str, str]) -> list[Row]:
    """Return the ratings of ``judge_ratings.jsonl`` and ``withheld.jsonl`` with their classes.

    Args:
        pairs: Claims and passages with their ratings.
        grades: The judge's grades, 0 where it gave none.
        texts: The rated texts by id.
    """
    own = [i for i, p in enumerate(pairs) if p.source in ("new", "cut")]
    rated = [pairs[i] for i in own]
    claims = list(dict.fromkeys((p.text, p.claim) for p in rated))
    said = Local().classify([c for _, c in claims], [texts[t] for t, _ in claims])
    classes = dict(zip(claims, said, strict=True))
    kinds = rated_kinds(
        [p.claim for p in rated], [p.passage for p in rated], [p.kind for p in rated],
        [p.text for p in rated], [texts.get(p.text) for p in rated],
    )  # fmt: skip
    return [
        Row(p, kind, classes[p.text, p.claim], p.grade, grades[i] or None)
        for i, p, kind in zip(own, rated, kinds, strict=True)
    ]


def errors_of(rows: Sequence[Row], learned: bool = False) -> Rates:
    """Return the error rates by kind of passage; ``cut`` from the passages made for it alone.

    Args:
        rows: The ratings.
        learned: Whether the rates are for a collection of which the judge has learned from other
            texts. It has learned from none of a user's.
    """
    found = {}
    for source in ("new", "cut"):
        own = [row for row in rows if row.pair.source == source]
        found[source] = errors_by_kind(
            [row.rated for row in own], [row.graded for row in own], [row.kind for row in own],
            [row.pair.text for row in own], [row.pair.set for row in own],
            [row.collection[1] != (learned and source == "new") for row in own],
        )  # fmt: skip
    cut = found["cut"].get("cut")
    others = {kind: rates for kind, rates in found["new"].items() if kind != "cut"}
    return others if cut is None else others | {"cut": cut}


def errors_by_class(
    rows: Sequence[Row], texts: Mapping[str, str], learned: bool = False
) -> dict[str, Rates]:
    """Return the error rates of each class on each kind of passage on which enough was rated."""
    found: dict[str, Rates] = {}
    for said in SENSITIVITIES:
        own = [row.as_class(texts[row.pair.text]) for row in rows if row.said == said]
        for kind, rates in errors_of(own, learned).items():
            if min(rates["disclosed"], rates["other"]) >= LEAST:
                found.setdefault(kind, {})[said] = rates
    return found
