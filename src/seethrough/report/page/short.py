"""The short answers: is it fit, who is at risk, why, how sure, what would help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report.labels import reasons, wording
from seethrough.report.labels.figures import (
    facts_known,
    finding,
    found_beyond_chance,
    heading,
    in_section,
    leaked_facts,
    leaks,
    people_found,
    sentence,
)
from seethrough.report.labels.self_tests import checks_passed
from seethrough.report.labels.wording import are, capital, count, listed, named, persons
from seethrough.report.page.advice import Advice

Report = Mapping[str, Any]

_SINGLED = (
    "verbatim", "nearly_verbatim", "recited", "exposed_people", "contacts_standing",
    "contacts_recited",
)  # fmt: skip
"""Reasons that name people, whatever the figures say; the worst first."""

MOST_AT_RISK = 5
"""How many people the short answer names: of those listed first, and of those in the reasons."""

_WITH_ONE = {
    "ages": "an age",
    "dates": "a date",
    "numbers": "a number",
    "names": "a name",
    "rare words": "a rare word",
}


def answer(report: Report) -> str:
    """Return whether the release is fit to publish, as far as this audit can say it."""
    if report["verdict"] == "fail":
        return "Not fit to publish as it is."
    if report["verdict"] == "inconclusive":
        return "Inconclusive: do not publish on the strength of this audit."
    lenient = reasons.lenient(report)
    return f"{_PASSED[report['standard']]}{f' That is {lenient}.' if lenient else ''}"


_PASSED = {
    "identifiers": "Direct identifiers stay within the tolerance. That alone is not anonymity.",
    "sensitive": "No sensitive facts leak beyond the tolerance. That alone is not anonymity.",
    "anonymous": "These attacks found no leak beyond the tolerance.",
}


def lead(report: Report) -> list[str]:
    """Return what was found, a sentence for each figure that has one; what leaks comes first."""
    found = sorted(heading(report), key=lambda estimate: not leaks(estimate))
    lines = [said for estimate in found if (said := sentence(report, estimate))]
    if report["verdict"] == "pass":
        lines.append(
            "This is no proof of privacy: it says that these adversaries, knowing this much, did"
            " not succeed."
        )
    return lines


def short(report: Report, advice: Advice, text: bool) -> list[tuple[str, str, str]]:
    """Return the questions, each with its answer and where the page says more."""
    return [
        ("Who is most at risk?", _at_risk(report, text), "people"),
        ("Why?", _why(report, advice, text), "better" if advice.kinds else "attacked"),
        ("How certain is this?", _how_sure(report), "sure"),
        ("What would make it better?", advice.first, "better"),
    ]


def _at_risk(report: Report, text: bool) -> str:
    people = report["findings"]
    if not people:
        return _at_risk_by_exhibit(report) if text else _UNKNOWN
    singled = [r for r in report["reasons"] if r["kind"] in _SINGLED and r["word"] == "fail"]
    quiet = not found_beyond_chance(report) and not leaked_facts(report)
    if quiet and not singled:
        if report["verdict"] == "inconclusive" or any(map(leaks, in_section(report, "found"))):
            return f"This audit cannot rule anybody out. {people_found(report)}".strip()
        return f"Nobody stands out. {people_found(report)}".strip()
    worst = [p for p in people[:MOST_AT_RISK] if p["reidentified"] or p["leaked"]]
    if not worst and not singled:
        return f"Nobody stands out: none of {persons(len(people))} was found."
    said = " ".join([line for line in (people_found(report), _one_by_one(report)) if line])
    if not text:
        return f"{said} The {'list has them in order' if worst else 'reasons say how many'}."
    first = [p["person"] for p in worst if not quiet]
    others = [name for name in dict.fromkeys(_named(report)) if name not in first]
    for names, told in (
        (first, "Most exposed:"),
        (others[:MOST_AT_RISK], f"The reasons above {'also ' if first else ''}name"),
    ):
        if names:
            said = f"{said} {told} {listed([named(n) for n in names])}."
    return said.strip()


def _one_by_one(report: Report) -> str:
    """Return how many people are exposed individually; "" for nobody."""
    found = [r["facts"] for r in report["reasons"] if r["kind"] == "exposed_people"]
    if not found:
        return ""
    most = max(found, key=lambda facts: facts["people"])
    people = f"{most['people']:,} of {most['of']:,}"
    return f"{people} {are(most['people'])} exposed individually, beyond chance."


def _named(report: Report) -> list[str]:
    """Return the people whom the reasons name: original wording first, then those exposed."""
    reasons = sorted(
        (r for r in report["reasons"] if r["kind"] in _SINGLED),
        key=lambda r: _SINGLED.index(r["kind"]),
    )
    return [name for r in reasons for name in r["facts"].get("private", {}).get("people", ())]


_UNKNOWN = "These attacks have no results for individual people."


def _at_risk_by_exhibit(report: Report) -> str:
    for exhibit in report.get("exhibits", []):
        if exhibit["kind"] == "answers" and exhibit["repeated"]:
            people = list(dict.fromkeys(named(r["person"]) for r in exhibit["repeated"]))
            return (
                f"Those whose records are recited most often: {listed(people[:MOST_AT_RISK])}."
                f" Recited in all: {count(exhibit['records'], 'record')}."
            )
        if exhibit["kind"] == "sentences":
            worst = [s for s in exhibit["shown"] if s["recovered"]][:MOST_AT_RISK]
            if worst:
                people = list(dict.fromkeys(named(s["person"]) for s in worst))
                return (
                    f"People whose replaced words are guessed back most: {listed(people)}; at worst"
                    f" {worst[0]['recovered']:,} of {worst[0]['replaced']:,} replaced words."
                )
    return _UNKNOWN


def _why(report: Report, advice: Advice, text: bool) -> str:
    sentences = [
        f"{capital(line)}." for line in (_original_wording(report), _standing(report, text)) if line
    ]
    first = finding(report)
    if first is not None and leaks(first):
        sentences.append(_picked_out(report, first))
    leaked = leaked_facts(report)
    told = [f"{_WITH_ONE[k.kind]} in {k.word_for_word:,}" for k in advice.kinds if k.word_for_word][
        :3
    ]
    if leaked:
        how = f", many with a detail left word for word: {listed(told)}" if told else ""
        sentences.append(f"{count(leaked, 'further fact')} leaked{how}.")
    return " ".join(sentences) or _exceeding(report)


def _picked_out(report: Report, first: Mapping[str, Any]) -> str:
    """Return in a sentence how little somebody must know to find a record."""
    curve = [c["estimates"][0] for c in report["curves"] if c["estimates"]]
    if not (curve and curve[0]["name"] == first["name"] and curve[0]["value"]):
        return f"Records can be picked out by {facts_known(report['attacks'])}."
    one, several = report["curve_over"]
    facts = f"One {one}" if report["curves"][0]["facts"] == 1 else f"A few {several}"
    share = percentage(curve[0]["value"])
    return f"{facts} can be enough: {share} of the records are found by it."


def _original_wording(report: Report) -> str:
    for kind, where in (("verbatim", "in the release"), ("recited", "in answers")):
        for reason in report["reasons"]:
            if reason["kind"] == kind:
                records = reason["facts"]["records"]
                originals = f"{count(records, 'original')} {are(records)}"
                return f"{originals} {where}, whole or in long passages"
    return ""


def _standing(report: Report, text: bool) -> str:
    """Return which identifiers are in the release, such as some of them; "" for none.

    Those of an attack that finds no more of them than the control are everybody's words.
    """
    shown = [e for e in report.get("exhibits", []) if e["kind"] == "standing" and _more(report, e)]
    rows = [row for exhibit in shown for row in exhibit["shown"]]
    names = list(dict.fromkeys(named(s["identifier"]) for r in rows for s in r["standing"]))
    if not names:
        return ""
    records = sum(len(exhibit["shown"]) + exhibit["left_out"] for exhibit in shown)
    such = f", such as {listed(names[:3])}" if text else ""
    return f"identifiers of {count(records, 'record')} remain{such}"


def _more(report: Report, exhibit: Mapping[str, Any]) -> bool:
    """Return whether the attack of an exhibit finds more than is guessed, or that is not known."""
    own = [e for e in report["estimates"] if e["component"] == exhibit["component"]]
    over = [e["excess"] and e["excess"]["value"] for e in own]
    return not over or any(value is None or value > 0 for value in over)


def _exceeding(report: Report) -> str:
    """Return which figures exceed what is guessed anyway beyond chance."""
    worse = [e for e in report["estimates"] if leaks(e)]
    if not worse:
        unsure = report["verdict"] == "inconclusive"
        return "No figure clearly exceeds what is guessed anyway" + (
            ", but not all are shown to stay under the tolerance." if unsure else "."
        )
    said = []
    for estimate in worse[:2]:
        title = wording.title(estimate)
        said.append(f"{title.text}: {wording.value(estimate, title.percent)}")
    return f"Beyond what is guessed anyway: {'; '.join(said)}."


def _how_sure(report: Report) -> str:
    parts = []
    if report["self_test"]:
        parts.append(f"Self-test: {checks_passed(report['self_test'])}")
    coverage = report["coverage"]
    if "records_attacked" in coverage:
        parts.append(
            f"{coverage['records_attacked']:,} of {count(coverage['private_records'], 'record')}"
            " attacked"
        )
    if coverage.get("claims_unjudged"):
        parts.append(
            f"{coverage['claims_unjudged']:,} of {coverage['claims_asked']:,} facts not judged"
        )
    first = next((e for e in report["estimates"] if e["low"] is not None), None)
    if first is not None:
        title = wording.title(first)
        ends = wording.spread(first, title.percent)
        unit = "\u00a0%" if title.percent else ""
        parts.append(f"“{title.text}” lies between {ends.replace(' to ', ' and ')}{unit}")
    for judge in report["judges"]:
        if judge["agreement"]:
            share = percentage(judge["agreement"]["accuracy"])
            own = "ratings" in judge["agreement"]
            whose = "the ratings of its calibration" if own else "a large language model’s ratings"
            parts.append(f"the judge agrees with {whose} in {share} of cases")
        else:
            parts.append("how far the judge agrees with other ratings was not measured")
    return "; ".join(parts) + "." if parts else "Not known."
