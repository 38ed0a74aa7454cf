# ruff: noqa: D102, D103, T201
"""How often the judge errs on each class of facts, and whether intervals of their shares hold.

    python -m judge_training.by_class --data ../shared/data

Claims have the classes of the offline classifier, grades count as the leak rates of classes count
them. For each collection, class and kind of passage with at least ``CLAIMS`` claims of ``TEXTS``
texts: does the interval hold the share that raters call disclosed, and the difference to what
another person's record discloses? By the judge's calls alone, and as audits report it
(``engine.runs.judged_arm``). The error rates are those of the other collections: for one that the
judge never learned from those of the same sort, and so for the rest. The last table is about the
share of all claims, which audits correct, for each collection and kind of passage.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge_training import opinions
from judge_training.classes import Row, errors_by_class, errors_of, rows_of
from judge_training.fit import Evidence, Fitted
from judge_training.pairs import HERE, read, records
from seethrough.engine.runs.cells import Arm
from seethrough.engine.runs.judged_arm import JudgedArm
from seethrough.estimates.shares import excess
from seethrough.protocols import SENSITIVITIES, Figure, Knowledge, Outcome, Tally

CLAIMS, TEXTS = 25, 5
ALL = Figure("all", "lower_is_better", "", "", judged=True)


class Measured(NamedTuple):
    """A judge of which nothing is known but its errors."""

    agreement: Mapping[str, Any]


class Read(NamedTuple):
    """All that an arm needs to know of an attack: its judge."""

    judge: Measured

    def judged_by(self) -> tuple[Measured, None]:
        return self.judge, None


class Cell(NamedTuple):
    """Whether intervals hold a share and a difference: the judge's own, and as reported."""

    said: str
    passage: str
    truth: float
    width: float
    share: tuple[bool, bool]
    difference: tuple[bool, bool] | None


class Corrected(NamedTuple):
    """What is reported of all claims of a collection against one kind of passage.

    Attributes:
        passage: The kind of passage.
        learned: Whether the judge learned from other texts of the collection.
        held: Whether the judge's own interval holds the raters' share, and the corrected one.
        off: By how much the corrected share lies above the raters'.
        width: The width of the corrected interval.
    """

    passage: str
    learned: bool
    held: tuple[bool, bool]
    off: float
    width: float


def cells(rows: Sequence[Row], texts: Mapping[str, str]) -> Iterator[Cell]:
    for collection in sorted({row.collection for row in rows}):
        others, learned = [row for row in rows if row.collection != collection], collection[1]
        rates: dict[str, Any] = {k: dict(r) for k, r in errors_of(others, learned).items()}
        for kind, classes in errors_by_class(others, texts, learned).items():
            rates[kind]["classes"] = classes
        own = [row for row in rows if row.collection == collection and row.graded is not None]
        for said in SENSITIVITIES[:-1]:
            of_class = [r.as_class(texts[r.pair.text]) for r in own if r.said == said]
            beside = [row for row in of_class if row.pair.kind == "other"]
            for passage in sorted({row.pair.kind for row in of_class} - {"other"}):
                here = [row for row in of_class if row.pair.kind == passage]
                if len(here) >= CLAIMS and len({row.pair.text for row in here}) >= TEXTS:
                    yield cell(said, passage, here, beside, rates)


def cell(
    said: Any, passage: str, own: Sequence[Row], beside: Sequence[Row], rates: Mapping[str, Any]
) -> Cell:
    figure = Figure(said, "lower_is_better", "", "", judged=True, part=True, sensitivity=said)
    texts = sorted({row.pair.text for row in own})
    arms = [group(rows, texts, said) for rows in (own, beside)]
    attack: Any = Read(Measured({"errors": rates}))
    first, second = (JudgedArm.of(figure, attack, arm) for arm in arms)
    truths = [sum(row.rated < 3 for row in rows) / len(rows) if rows else 0.0
              for rows in (own, beside)]  # fmt: skip
    region = first.region()
    difference = None
    if beside:
        one, two = (arm.tallies(said) for arm in arms)
        over = excess(one, two, arms[0].people, None, "lower_is_better")
        gap = truths[0] - truths[1]
        difference = (holds(over, gap), holds(first.region_less(second, over), gap))
    width = (region.high or 0.0) - (region.low or 0.0)
    return Cell(
        said, passage, truths[0], width,
        (holds(first.raw, truths[0]), holds(region, truths[0])), difference,
    )  # fmt: skip


def corrected(rows: Sequence[Row]) -> Iterator[Corrected]:
    for collection in sorted({row.collection for row in rows}):
        others, learned = [row for row in rows if row.collection != collection], collection[1]
        attack: Any = Read(Measured({"errors": errors_of(others, learned)}))
        of_set = [row for row in rows if row.collection == collection and row.graded is not None]
        for passage in sorted({row.pair.kind for row in of_set}):
            own = [row for row in of_set if row.pair.kind == passage]
            texts = sorted({row.pair.text for row in own})
            if len(own) < CLAIMS or len(texts) < TEXTS:
                continue
            arm = JudgedArm.of(ALL, attack, group(own, texts, ALL.name))
            truth, found = sum(row.rated < 3 for row in own) / len(own), arm.figured()
            value, low, high = found.ends or (0.0, 0.0, 0.0)
            held = holds(arm.raw, truth), holds(found, truth)
            yield Corrected(passage, learned, held, value - truth, high - low)


def show_corrected(shares: Sequence[Corrected]) -> None:
    print("\nall claims: intervals that hold, the judge's own and corrected; mean error and width")
    for part, learned in sorted({(share.passage, share.learned) for share in shares}):
        own = [s for s in shares if (s.passage, s.learned) == (part, learned)]
        counts = " ".join(f"{sum(share.held[i] for share in own):4}" for i in (0, 1))
        off = sum(share.off for share in own) / len(own)
        width = sum(share.width for share in own) / len(own)
        of = "learned from" if learned else "met never"
        print(f"{part:12} {of:12} {len(own):4} shares {counts}   {off:+.2f} {width:.2f}")


def group(rows: Sequence[Row], texts: Sequence[str], said: str) -> Arm:
    """Return an arm with an outcome for each text and kind of passage."""
    known, outcomes = [], []
    for text in texts:
        for kind in sorted({row.kind for row in rows if row.pair.text == text}) or ["none"]:
            here = [row for row in rows if row.pair.text == text and row.kind == kind]
            called = sum(row.graded in (1, 2) for row in here)
            known.append(Knowledge(text, text, ()))
            outcomes.append(Outcome({said: Tally(called, len(here))}, passage=kind))
    return Arm(known, outcomes)


def holds(interval: Any, truth: float) -> bool:
    return bool(interval.low - 1e-9 <= truth <= interval.high + 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared" / "data")
    args = parser.parse_args()
    pairs, texts = read(args.data), records(args.data)
    evidence = Evidence(pairs, opinions.load(pairs), opinions.load(pairs, opinions.DEEP))
    grades = Fitted(pairs, evidence, "usual").graded().grades.tolist()
    rows = rows_of(pairs, grades, texts)
    for kind, classes in errors_by_class(rows, texts).items():
        for said, rate in classes.items():
            print(
                f"{kind:9} {said:10}  found {rate['found']:.2f} ± {rate['found_error']:.2f} of"
                f" {rate['disclosed']:,}  false {rate['false']:.2f} ± {rate['false_error']:.2f} of"
                f" {rate['other']:,}"
            )
    found = list(cells(rows, texts))
    print("\nintervals that hold: the judge's own, as reported; of a share, of a difference")
    for part in ("all", *SENSITIVITIES[:-1], *sorted({c.passage for c in found})):
        own = [c for c in found if part in ("all", c.said, c.passage)]
        apart = [c.difference for c in own if c.difference is not None]
        shares = " ".join(f"{sum(c.share[i] for c in own):4}" for i in (0, 1))
        gaps = " ".join(f"{sum(d[i] for d in apart):4}" for i in (0, 1))
        low = sum(c.truth < 0.25 for c in own)
        width = sum(c.width for c in own) / len(own)
        print(
            f"{part:12} {len(own):4} shares ({low} below 0.25, mean width {width:.2f}) {shares}"
            f"   {len(apart):4} differences {gaps}"
        )
    show_corrected(list(corrected(rows)))


if __name__ == "__main__":
    main()
