"""How far judges agree with raters, for a terminal: several judges below one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from seethrough.estimates.in_words import figure
from seethrough.report.hiding import spec_string
from seethrough.report.labels.wording import count
from seethrough.report.terminal.tables import table

if TYPE_CHECKING:
    from seethrough.agreement.measuring import Agreement
    from seethrough.estimates.estimate import Estimate

FIGURES = (
    (
        "agreement.spearman",
        "Spearman's correlation of the judge's finer rating with the raters' modal grade",
        "words in common",
    ),
    (
        "agreement.spearman_grade",
        "Spearman's correlation of the judge's grade with the raters' modal grade",
        "words in common",
    ),
    (
        "agreement.accuracy",
        "Share of claims given the raters' modal grade; unjudged counts as wrong",
        "commonest grade",
    ),
)
_GRADES = ("1 same", "2 similar", "3 unsupported")


def agreement_lines(agreements: Sequence[Agreement]) -> list[str]:
    """Return the agreement of one or more judges with the same raters as lines of text.

    Args:
        agreements: At least one, all measured on the same rated claims.
    """
    first = agreements[0]
    fewest, most = first.raters
    raters = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    kappa = _named(first.estimates, "agreement.kappa")
    each = count(1, "rating") if (fewest, most) == (1, 1) else f"{raters} ratings"
    among = (
        f"The raters among themselves: Fleiss' kappa {figure(kappa)}, n {kappa.n:,};"
        f" shuffled {figure(kappa.control)}."
    )
    if not kappa.n:
        among = "How far raters agree among themselves cannot be seen in one rating of each claim."
    about = "" if first.texts == first.passages else f" about {count(first.texts, 'text')}"
    lines = [
        f"{count(first.n, 'claim')} against {count(first.passages, 'passage')}{about}, {each} each"
        f" ({first.ratings}).",
        among,
    ]
    for name, means, baseline in FIGURES:
        rows = [("judge", "value (95 % interval)", "shuffled", baseline, "n")]
        for agreement in agreements:
            e = _named(agreement.estimates, name)
            judge = spec_string(agreement.judge)
            rows.append((judge, figure(e), figure(e.control), figure(e.baseline), f"{e.n:,}"))
        lines += ["", f"{means}.", *table(rows)]
    lines += _parts("kind of passage", [(a, a.by_kind) for a in agreements])
    lines += _parts("set of texts", [(a, a.by_set) for a in agreements])
    for agreement in agreements:
        lines += _confusion(agreement)
    return lines


def _parts(
    what: str, measured: Sequence[tuple[Agreement, Mapping[str, Sequence[Estimate]]]]
) -> list[str]:
    rows: list[tuple[str, ...]] = [(f"judge, {what}", "spearman", "accuracy", "raters' kappa", "n")]
    for agreement, parts in measured:
        for label, estimates in parts.items():
            spearman, _, accuracy, kappa = estimates
            figures = (figure(spearman), figure(accuracy), figure(kappa), f"{accuracy.n:,}")
            rows.append((f"{spec_string(agreement.judge)}, {label}", *figures))
    return ["", f"By {what}.", *table(rows)] if len(rows) > 1 else []


def _confusion(agreement: Agreement) -> list[str]:
    rows: list[tuple[str, ...]] = [("raters \\ judge", *_GRADES, "unjudged")]
    for grade, counts in zip(_GRADES, agreement.confusion, strict=True):
        rows.append((grade, *(f"{n:,}" for n in counts)))
    lines = ["", f"{spec_string(agreement.judge)}: its grades against the raters'.", *table(rows)]
    for title, reasons in (("unjudged", agreement.unjudged), ("caveat", agreement.caveats)):
        lines += [f"{title}: {n:,} x {reason}" for reason, n in reasons.items()]
    return lines


def _named(estimates: Sequence[Estimate], name: str) -> Estimate:
    return next(e for e in estimates if e.name == name)
