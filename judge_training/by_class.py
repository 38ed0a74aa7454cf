# ruff: noqa: D103, T201
"""How often the judge errs on each class of facts, and whether intervals of their shares hold.

    python -m judge_training.by_class --data ../shared/data

Claims have the classes of the offline classifier, grades count as the leak rates of classes count
them. For each collection, class and kind of passage with at least ``CLAIMS`` claims of ``TEXTS``
texts: does the interval hold the share that raters call disclosed? As the judge calls it, corrected
by error rates over all claims, and as audits report it (``statistics.identification``). The error
rates are those of the other collections.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judge_training import opinions
from judge_training.fit import Evidence, Fitted
from judge_training.pairs import HERE, Pair, read, records
from seethrough.agreement.rated_kinds import rated_kinds
from seethrough.classifiers.local import Local
from seethrough.estimates.shares import share
from seethrough.protocols import SENSITIVITIES, Sensitivity, Tally
from seethrough.sensitivity.telling import spared
from seethrough.statistics import identification, misclassification
from seethrough.statistics.error_rates import error_rates
from seethrough.statistics.identification import Called
from seethrough.statistics.misclassification import Errors, Figured, Part

CLAIMS, TEXTS = 25, 5


class Row(NamedTuple):
    """A rated claim: its class, the kind of passage, and both grades."""

    pair: Pair
    kind: str
    said: Sensitivity
    rated: int
    graded: int | None

    def as_class(self, text: str) -> Row:
        """Return the row with the grades by which the rate of its class counts."""
        rated, graded = (
            3
            if g is not None and spared(self.pair.claim, self.said, g, text, self.pair.passage)
            else g
            for g in (self.rated, self.graded)
        )
        assert rated is not None
        return self._replace(rated=rated, graded=graded)


def rows_of(pairs: list[Pair], grades: Sequence[int], texts: Mapping[str, str]) -> list[Row]:
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


def errors_of(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Return the error rates by kind of passage; ``cut`` from the passages made for it alone."""
    found = {}
    for source in ("new", "cut"):
        own = [row for row in rows if row.pair.source == source]
        found[source] = error_rates(
            [row.rated for row in own], [row.graded for row in own], [row.kind for row in own],
            [row.pair.text for row in own], [row.pair.set for row in own],
        )  # fmt: skip
    return found["new"] | {"cut": found["cut"]["cut"]} if "cut" in found["cut"] else found["new"]


def cells(rows: Sequence[Row], texts: Mapping[str, str]) -> Iterator[tuple[str, str, list[bool]]]:
    """Return class and passage of each cell, and whether the three intervals hold the share."""
    for name in sorted({row.pair.set for row in rows}):
        rates = errors_of([row for row in rows if row.pair.set != name])
        errors = {k: Errors(*(r[f] for f in Errors._fields)) for k, r in rates.items()}
        own = [row for row in rows if row.pair.set == name and row.graded is not None]
        for said in SENSITIVITIES[:-1]:
            for passage in sorted({row.pair.kind for row in own} - {"other"}):
                here = [r.as_class(texts[r.pair.text]) for r in own
                        if r.said == said and r.pair.kind == passage]  # fmt: skip
                if len(here) >= CLAIMS and len({row.pair.text for row in here}) >= TEXTS:
                    truth = sum(row.rated < 3 for row in here) / len(here)
                    yield said, passage, held(here, errors, truth)


def held(rows: Sequence[Row], errors: Mapping[str, Errors], truth: float) -> list[bool]:
    called = [row.graded in (1, 2) for row in rows]
    raw = share([Tally(float(c)) for c in called], [row.pair.text for row in rows])
    parts = {}
    for kind in sorted({row.kind for row in rows}):
        here = [c for c, row in zip(called, rows, strict=True) if row.kind == kind]
        parts[kind] = Part(len(here) / len(rows), sum(here) / len(here))
    assert raw.value is not None
    assert raw.low is not None
    assert raw.high is not None
    told: Figured = (raw.value, raw.low, raw.high)
    ends = [
        told[1:],
        misclassification.share(told, parts, errors)[1:],
        identification.share(Called(told, parts), errors),
    ]
    return [low - 1e-9 <= truth <= high + 1e-9 for low, high in ends]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared" / "data")
    args = parser.parse_args()
    pairs, texts = read(args.data), records(args.data)
    evidence = Evidence(pairs, opinions.load(pairs), opinions.load(pairs, opinions.DEEP))
    grades = Fitted(pairs, evidence, "usual").graded().grades.tolist()
    rows = rows_of(pairs, grades, texts)
    for said in SENSITIVITIES:
        for kind, rate in errors_of(
            [row.as_class(texts[row.pair.text]) for row in rows if row.said == said]
        ).items():
            print(
                f"{said:10} {kind:9}  found {rate['found']:.2f} ± {rate['found_error']:.2f} of"
                f" {rate['disclosed']:,}  false {rate['false']:.2f} ± {rate['false_error']:.2f} of"
                f" {rate['other']:,}"
            )
    found = list(cells(rows, texts))
    print("\nintervals that hold the raters' share: the judge's own, corrected, as reported")
    for part in ("all", *SENSITIVITIES[:-1], *sorted({passage for _, passage, _ in found})):
        own = [held for said, passage, held in found if part in ("all", said, passage)]
        print(f"{part:12} {len(own):4} cells  ", *(f"{sum(h):4}" for h in zip(*own, strict=True)))


if __name__ == "__main__":
    main()
