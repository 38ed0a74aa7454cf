"""How far a judge agrees with its raters, and where it errs, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from seethrough.estimates.in_words import percent, percentage
from seethrough.report.labels.wording import capital, count, persons

Facts = Mapping[str, Any]

KINDS: Mapping[str, str] = {
    "cut": "own record, nothing added",
    "kept": "own record, most wording kept",
    "condensed": "own record, condensed",
    "rewritten": "own record, in other words",
    "another": "somebody else's record",
    "another_rewritten": "somebody else's record, in other words",
}
"""The kinds of passage that a judge reads, as one is called."""

PASSAGES: Mapping[str, str] = {
    "cut": "people's own records with nothing added",
    "kept": "people's own records with their wording",
    "condensed": "people's own records, condensed",
    "rewritten": "people's own records in other words",
    "another": "records of somebody else",
    "another_rewritten": "records of somebody else, in other words",
}
"""The same, as many are."""

ONE_COLLECTION = (
    "All texts are of one collection: how much more it errs on another is in no interval."
)


def errors_sentence(measured: Mapping[str, Any] | None) -> str:
    """Return in one sentence how often a judge errs on each kind of passage; "" if not measured."""
    measured = measured or {}
    errors = measured.get("errors") or {}
    told = [
        f"{KINDS.get(kind, kind)}: {percent(1 - rates['found'])}\u00a0% missed,"
        f" {percent(rates['false'])}\u00a0% false"
        for kind, rates in errors.items()
    ]
    if not told:
        return ""
    one = f" {ONE_COLLECTION}" if measured.get("sets") == 1 else ""
    return (
        "Missed: disclosed claims that the judge does not find. False: claims that are not"
        f" disclosed and that it calls disclosed. {capital('; '.join(told))}.{one}"
    )


def whose_ratings(measured: Mapping[str, Any]) -> str:
    """Return whose ratings a judge was measured with, such as ``a large language model's``."""
    source = measured.get("ratings") or {}
    if not source:
        return "a large language model's ratings"
    each = "1 rating" if source["passes"] == "1" else f"{source['passes']} ratings"
    return (
        f"the ratings in {source['file']} (SHA-256 {source['sha256'][:16]}, by"
        f" {source['rated_by']}, {each} a claim)"
    )


_MOST_FEW = 4
"""How many figures with too few ratings a sentence names."""


def _few_ratings(facts: Facts) -> str:
    few = [f"{f['title']} ({_covered(f)})" for f in facts["few"]]
    more = f" and {len(few) - _MOST_FEW} more" if len(few) > _MOST_FEW else ""
    return (
        f"Your ratings are too few to correct the judge for: {'; '.join(few[:_MOST_FEW])}{more}."
        f" It takes {facts['least']} rated claims about {facts['people']} people, for the release"
        " and for the control."
    )


def _covered(few: Facts) -> str:
    return f"{few['arm']}: {count(few['claims'], 'claim')}, {persons(few['people'])}"


REASONS: dict[str, Callable[[Facts], str]] = {
    "errors_unmeasured": lambda f: (
        "How often the judge errs was not measured, so the intervals leave its errors out. Rate"
        " claims of this run (seethrough annotate), or calibrate the judge (seethrough agree"
        " --write)."
    ),
    "few_ratings": _few_ratings,
    "ratings_of_another_run": lambda f: (
        f"{f['strange']:,} of {count(f['of'], 'rating')} of your own are of claims or passages that"
        " this run does not have, as after a change of the release: the others are no random sample"
        " of what the judge read, and the rates that they correct may be wrong. Rate claims of this"
        " run into a new file (seethrough annotate), or leave --ratings out."
    ),
    "ratings_alike": lambda f: (
        "Your ratings call every claim disclosed, or none. They cannot be distinguished from one"
        " key pressed throughout, so they correct nothing."
    ),
    "raters_blind": lambda f: (
        f"{f['blind']:,} of {count(f['of'], 'rater')} rated claims with a known answer no better"
        " than by chance: their ratings are left out."
    ),
    "raters_unchecked": lambda f: (
        f"{f['unchecked']:,} of {count(f['of'], 'rating')} of your own are by raters who were not"
        " checked: somebody who rates without reading gives such ratings, too, and the rates that"
        " they correct may be wrong. Rate all that seethrough annotate shows (it mixes in claims"
        " with a known answer), or leave --ratings out."
    ),
    "raters_disagree": lambda f: (
        "Your raters disagree: two who rated the same claim say the same of whether it is disclosed"
        f" in {percentage(f['share'])} of cases ({count(f['items'], 'claim')}; Fleiss' kappa"
        f" {f['kappa']:.2f}, where 0 is chance and 1 is full agreement). The grade that most gave"
        " counts, in a tie the middle one. Raters who guess find as much in the control as in the"
        " release, which hides a leak: agree on what counts as disclosed, and rate again."
    ),
    "ratings_picked": lambda f: (
        f"Your ratings are no random sample: the judge calls {percentage(f['called_of_rated'])} of"
        f" the {count(f['rated'], 'rated claim')} of the {f['arm']} disclosed, and"
        f" {percentage(f['called'])} of all that it read there. So the rates that they correct may"
        " be wrong. Rate the claims in the order in which they are shown, without a choice"
        " (seethrough annotate), or leave --ratings out."
    ),
    "ratings_skipped": lambda f: (
        f"{f['skipped']:,} of {count(f['of'], 'claim')} that your raters were shown were skipped:"
        " the others are no random sample of what the judge read, and the rates that they correct"
        " may be wrong. Rate the skipped ones, too (seethrough annotate), or leave --ratings out."
    ),
}
"""Reasons of a verdict that are about the judge's errors and the user's own ratings."""
