"""Reasons that are about one figure, in words: what stands behind its title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from seethrough.engine.verdict.decision import FEWEST_PEOPLE
from seethrough.engine.verdict.limits import MOST_TOLERANCE
from seethrough.estimates.in_words import as_set, percentage
from seethrough.report.labels import wording
from seethrough.report.labels.agreement import PASSAGES
from seethrough.report.labels.wording import count

Facts = Mapping[str, Any]


class FigureNumbers:
    """How a figure's numbers are written."""

    def __init__(self, reason: Mapping[str, Any]) -> None:
        self.title, self.percent = wording.title(reason)
        self.anyway = wording.beyond(reason)
        self.questions = reason["questions"]

    def number(self, value: float | None, bar: float | None = None) -> str:
        """Return one value: ``12 %`` or ``0.12``; with ``bar`` on its side of that limit."""
        return wording.value({"value": value}, self.percent, bar)

    def as_set(self, value: float) -> str:
        """Return a tolerance or a limit as the user set it: ``2.5 %`` or ``0.025``."""
        return as_set(value, self.percent)

    def beyond(self, facts: Facts) -> str:
        """Return the excess with its interval, each on its side of the tolerance."""
        over, bar = facts["excess"], facts["tolerance"]
        ends = wording.spread(over, self.percent, bar)
        points = wording.in_points(wording.value(over, self.percent, bar))
        return f"{points} ({ends})" if ends else points


def _leak(figure: FigureNumbers, facts: Facts) -> str:
    return (
        f"{figure.number(facts['value'])}, which is {figure.beyond(facts)} {figure.anyway};"
        f" the tolerance is {figure.as_set(facts['tolerance'])}."
    )


def _bounded(figure: FigureNumbers, facts: Facts) -> str:
    return (
        f"at most {figure.number(facts['excess']['high'], facts['tolerance'])} {figure.anyway},"
        f" under the tolerance of {figure.as_set(facts['tolerance'])}."
    )


_MORE = {"people": ("more person", "more people"), "questions": ("more question", "more questions")}


def _counted(facts: Facts) -> str:
    """Return what a figure's n counts."""
    return str(facts.get("counted", "people"))


_FARTHEST = 1_000
"""That so many times as many people would decide helps nobody."""

_MOST_OF = 0.9
"""If fewer of the people who were attacked count in a figure, that is said."""

_HELD_OUT = {
    "control": "more people held out (control)",
    "both": "more people, also held out (control)",
}


def _may_move(facts: Facts) -> bool:
    """Return whether more people may move the figure off what the judge's errors leave open."""
    over, settled, bar = facts["excess"], facts["at_any_size"], facts["tolerance"]
    down, up = settled["low"] - over["low"], over["high"] - settled["high"]
    return bool(settled["high"] - down < bar or settled["low"] + up > bar)


def _at_the_tolerance(facts: Facts) -> bool:
    """Return whether the tolerance lies near a figure, as far as its interval reaches."""
    over = facts["excess"]
    reach = max(over["high"] - over["value"], over["value"] - over["low"])
    return bool(abs(facts["tolerance"] - over["value"]) < reach / 10)


def _more(facts: Facts) -> list[str]:
    """Return how many more people or questions would decide, as ways to a decision."""
    ways = [_HELD_OUT[facts["held_out"]]] if facts.get("held_out") else []
    of, counted = facts.get("of", 0), facts["people"]
    few = counted < _MOST_OF * of
    if "at_any_size" not in facts and not ways and _at_the_tolerance(facts):
        return [f"more {_counted(facts)} (how many cannot be said from these)"]
    needed = [n for key in ("people_to_pass", "people_to_fail") if (n := facts.get(key))]
    for people in needed:
        if people <= _FARTHEST * counted:
            more = count(people, *_MORE[_counted(facts)])
            in_all = float(f"{people * of / max(counted, 1):.2g}")
            such = f" who count here ({counted:,} of {of:,} do: about {in_all:,.0f} more in all)"
            ways.append(f"about {more}{such if few else ''}")
    if "at_any_size" in facts and not ways and not needed:
        ways.append(f"more people{f' who count here ({counted:,} of {of:,} do)' if few else ''}")
    return ways


def _may_be_left_out(figure: FigureNumbers, facts: Facts) -> bool:
    """Return whether so few people have facts of a class that the others can do without them.

    Nobody does without everybody who has identifiers: that they are gone is then not shown.
    """
    few = min(FEWEST_PEOPLE, (1 - _MOST_OF) * facts.get("of", 0))
    return facts["people"] < few and "identifiers" not in figure.questions


def _undecided(figure: FigureNumbers, facts: Facts) -> str:
    said = (
        f"{figure.beyond(facts)} {figure.anyway}; the tolerance of"
        f" {figure.as_set(facts['tolerance'])} lies within that interval."
    )
    settled = facts.get("at_any_size")
    judged = settled and settled["low"] <= facts["tolerance"] <= settled["high"]
    never = judged and not _may_move(facts)
    ways = [] if never else _more(facts)
    if _may_be_left_out(figure, facts):
        who = "one person" if facts["people"] == 1 else f"{facts['people']:,} people"
        ways.append(f"leaving the {who} with such facts out of both files (--table lists them)")
    if facts["tolerance_to_pass"] <= MOST_TOLERANCE:
        ways.append(f"a tolerance of {facts['tolerance_to_pass']:g} (--tolerance)")
    said += f" A decision takes {' or '.join(ways)}." if ways else ""
    if judged:
        left = (
            "the judge's errors alone leave an interval of"
            f" {wording.spread(settled, figure.percent)} points"
        )
        said += (
            f" More people would not decide it: {left}. Rate a sample yourself (seethrough"
            " annotate)."
            if never
            else f" If the figure stays as it is, {left}; your own ratings (seethrough annotate)"
            " narrow it."
        )
    smallest = facts["smallest_visible"]
    if smallest is not None and smallest < 1:
        said += f" In four cases of five this audit detects a leak of {figure.number(smallest)}."
    elif smallest is not None:
        so_few = "this judge" if never else f"so few {_counted(facts)}"
        said += f" With {so_few} it detects no leak at all."
    return said


def _limit(crossed: str) -> Callable[[FigureNumbers, Facts], str]:
    def said(figure: FigureNumbers, facts: Facts) -> str:
        bound, limit = "at most" if facts["above"] else "at least", facts["limit"]
        value = figure.number(facts["value"], limit)
        ends = wording.spread(facts, figure.percent, limit)
        return (
            f"{value}{f' ({ends})' if ends else ''}; the limit that was set,"
            f" {bound} {figure.as_set(limit)}, {crossed}."
        )

    return said


def _strangers_tell(figure: FigureNumbers, facts: Facts) -> str:
    reached, known = (figure.number(facts[side]) for side in ("control", "originals"))
    if facts.get("held_out"):
        return (
            f"of people held out the release reaches {reached}, and other people's originals only"
            f" {known}: its rows tell of many people, or of anybody. No leak can be distinguished"
            " from that."
        )
    return (
        f"other people's released records reach {reached}, and their originals only {known}: facts"
        " are under other ids, or in many records. No leak can be distinguished from that."
    )


SENTENCES: Mapping[str, Callable[[FigureNumbers, Facts], str]] = {
    "leak": _leak,
    "bounded": _bounded,
    "undecided": _undecided,
    "unmeasured": lambda figure, facts: (
        f"could not be measured: {facts['why']}." if "why" in facts else "could not be measured."
    ),
    "no_interval": lambda figure, facts: (
        "too few people, or all alike, to say how sure the figure is."
    ),
    "nothing_to_count": lambda figure, facts: (
        "not tested: the private records hold nothing of the kind, or this release does not let"
        " it be measured."
    ),
    "no_control": lambda figure, facts: (
        "there is no control to compare with. Name people who are not in the"
        " release (sanitize --holdout, or --control FILE)."
    ),
    "control_unmeasured": lambda figure, facts: (
        "nothing could be counted in the control: nobody in it has anything of the kind, or none of"
        " it could be judged. So what is guessed anyway is not known."
    ),
    "control_shares": lambda figure, facts: (
        f"{figure.number(facts['value'])}, and the control reaches"
        f" {figure.number(facts['control'])} as well: many records say the same, or everything"
        " is in every record. So a leak could hardly be seen here."
    ),
    "scores_point_away": lambda figure, facts: (
        f"{figure.number(facts['value'])}, where chance gives {figure.number(facts['chance'])}:"
        " people in the data look less like the release than others do, and whoever knows that"
        " tells them apart as well. Either what resembled them was taken out, or the control is of"
        " another kind."
    ),
    "baseline_knows": lambda figure, facts: (
        f"{figure.number(facts['baseline'])} without the release, and only"
        f" {figure.number(facts['control'])} for people who are not in the data. So what the"
        " release was made from knew these people before, or is the wrong model, and hides what"
        " the release gives away."
    ),
    "strangers_tell": _strangers_tell,
    "indistinct": lambda figure, facts: (
        f"on {PASSAGES[facts['passage']]} the judge calls {percentage(facts['found'])} of the"
        f" facts that are given away disclosed, and {percentage(facts['false'])} of those that are"
        " not: too close to distinguish them."
        " Name another judge (--judge), or rate claims yourself (annotate, --ratings)."
    ),
    "limit_crossed": _limit("is crossed"),
    "limit_kept": _limit("is kept"),
    "limit_undecided": _limit("lies within that interval, so it may be crossed or kept"),
    "limit_unmeasured": lambda figure, facts: "a limit is set on it, and it could not be measured.",
}
