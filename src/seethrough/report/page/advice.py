"""What would make a release better, as far as the figures say it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from seethrough import components, spec
from seethrough.reasons import QUESTIONS
from seethrough.report.labels.figures import found_beyond_chance, leaked_facts, of_classes
from seethrough.report.labels.wording import capital, count, inline, listed, named, persons
from seethrough.report.page.by_class import CLASS_ADVICE, told_of
from seethrough.report.page.verbatim import verbatim_of

FEW = 0.2
"""Share of the people that counts as few."""

NAMED = 10
"""How many people are named at the most."""

_ALTERNATIVES = ("scrub", "custext", "santext")
"""Sanitizers that need no model and no service."""

_TOKEN_FOR_TOKEN = frozenset({"custext", "santext"})
"""Those of them whose tokens stand for the original ones."""

_NOTHING = frozenset({"identity", "erase"})

KIND_ADVICE: Mapping[str, str] = {
    "ages": "Give an age as a range of ten years or more.",
    "dates": "Leave dates out, or give the season or the year only.",
    "numbers": "Round amounts, counts and measurements, or say “several”.",
    "names": "Remove the names and places that are left, small ones too.",
    "rare words": "Replace what only one person has (a trade, an animal, an instrument, a rare"
    " illness) by a broader word.",
    "everyday words": "These facts use no such detail; only leaving facts out would hide them.",
}
"""What to do about each kind of detail."""


Report = Mapping[str, Any]


@dataclass(frozen=True)
class KindRow:
    """How one kind of detail leaks.

    Attributes:
        kind: The kind.
        claims: Facts asked that have such a detail.
        leaked: Those that leaked.
        word_for_word: Those whose detail itself stands in the linked record.
        advice: What to do.
    """

    kind: str
    claims: int
    leaked: int
    word_for_word: int
    advice: str

    @property
    def leaked_share(self) -> float:
        """How many of the claims leaked, in percent."""
        return round(100 * self.leaked / max(self.claims, 1), 1)

    @property
    def word_share(self) -> float:
        """In how many of the claims the detail itself is left, in percent."""
        return round(100 * self.word_for_word / max(self.claims, 1), 1)


@dataclass(frozen=True)
class Advice:
    """What would make it better.

    Attributes:
        first: The one thing that matters most, in one sentence.
        classes: What to do about each class of facts that is given away: the class, and what.
        kinds: How each kind of detail leaks, those first of which most stands there word for word.
        people: Which people to start with, in sentences.
        commands: What to run next: why, and the command.
    """

    first: str
    classes: Sequence[tuple[str, str]]
    kinds: Sequence[KindRow]
    people: Sequence[str]
    commands: Sequence[tuple[str, str]]


def advise(report: Report, text: bool) -> Advice:
    """Return what would make a release better.

    Args:
        report: The machine form.
        text: Whether ids and file names may be shown.
    """
    kinds = [
        KindRow(k["kind"], k["claims"], k["leaked"], k["word_for_word"], KIND_ADVICE[k["kind"]])
        for k in report.get("leaks_by_kind", [])
        if k["claims"]
    ]
    kinds.sort(key=lambda k: (-k.word_for_word, -k.leaked))
    classes = [(capital(told.sentence), CLASS_ADVICE[told.name]) for told in told_of(report)]
    return Advice(
        _first(report, kinds), classes, kinds, _people(report, text), _commands(report, text)
    )


def _first(report: Report, kinds: Sequence[KindRow]) -> str:
    leaked = leaked_facts(report)
    if report["verdict"] == "inconclusive":
        return "First fix what made this audit inconclusive (the reasons above), then audit again."
    known = _first_known(report)
    if known:
        return known
    if not leaked or not kinds:
        if report["verdict"] == "fail":
            return "First change what the reasons above name, then audit again."
        return (
            "No single fact that leaked could be found. Next, test against an adversary who knows"
            " more."
        )
    worst = kinds[0]
    if worst.word_for_word:
        return (
            f"Look at {worst.kind} first: {worst.word_for_word:,} of the {leaked:,} leaked facts"
            f" still have one word for word in the released record. {worst.advice}"
        )
    return (
        "What leaks is said in other words: taking more words out will not help much; facts have"
        " to be left out or made broader."
    )


def _first_known(report: Report) -> str:
    """Return what to do before anything else: originals and ids, then what an attack advises."""
    found = verbatim_of(report)
    bears = {r["kind"] for r in report["reasons"] if report["standard"] in r["questions"]}
    if found is not None and "verbatim" in bears:
        records = count(found.records, "private record")
        return (
            f"First rewrite the released records that repeat original wording (from {records} about"
            f" {found.people:,} of {persons(found.of)})."
        )
    for reason in report["reasons"]:
        if reason["kind"] == "names_in_ids" and reason["word"] == "fail":
            return "First replace ids and file names that name people by random ones."
    advised = [attack["advice"] for attack in report["attacks"] if attack["advice"]]
    if advised:
        return str(advised[0])
    for reason in report["reasons"]:
        if reason["kind"] == "recited":
            facts = reason["facts"]
            return (
                "First rewrite or leave out the records whose wording comes out in answers"
                f" ({count(facts['records'], 'private record')} about {facts['people']:,} of"
                f" {persons(facts['of'])})."
            )
    told = told_of(report)
    if told and told[0].name == "special":
        return f"First look at {told[0].sentence}. {CLASS_ADVICE['special']}"
    return ""


def _people(report: Report, text: bool) -> list[str]:
    findings = report["findings"]
    leaked = [p["leaked"] for p in findings]
    found = sum(bool(p["reidentified"]) for p in findings)
    total = leaked_facts(report)
    if not found_beyond_chance(report):
        found = 0  # by luck
    lines = []
    if findings and found > FEW * len(findings):
        lines.append(
            f"{persons(found)} of {len(findings):,} can be found, so withholding"
            " a few of them will not fix this release: change the way it is made."
        )
    elif found:
        who = _names([(i, p) for i, p in enumerate(findings, 1) if p["reidentified"]], text)
        lines.append(
            f"Only {persons(found)} of {len(findings):,} can be found: withhold"
            f" their records or rewrite them by hand, and audit again ({who})."
        )
    if total:
        order = sorted(range(len(findings)), key=lambda i: (-leaked[i], i))
        sums = accumulate(leaked[i] for i in order)
        half = next(n for n, so_far in enumerate(sums, 1) if 2 * so_far >= total)
        who = _names([(i + 1, findings[i]) for i in order[:half]], text)
        if half <= FEW * len(findings):
            lines.append(
                f"The leak is concentrated: {persons(half)} of {len(findings):,}"
                f" {'holds' if half == 1 else 'hold'} half of all leaked facts. Start with {who}."
            )
        else:
            lines.append(
                f"The leak is spread out: it takes {half:,} of {len(findings):,} people to make up"
                f" half of the leaked facts. Those with most: {who}."
            )
    return lines


def _names(ranked: Sequence[tuple[int, Mapping[str, Any]]], text: bool) -> str:
    names = [named(p["person"]) if text else f"number {rank}" for rank, p in ranked]
    return listed(names, NAMED)


def _commands(report: Report, text: bool) -> list[tuple[str, str]]:
    private = _file(report["private"]["name"], "PRIVATE", text)
    made = report["release"].get("name", "RELEASE")
    release = _file(made, "RELEASE", text and made != report["private"]["name"])
    readable, option = report["release"]["readable"], report["release"]["described"]["option"]
    how = (f" {option}" if option else "") + _service(report, text) + _attacks(report, text)
    if any(attack["control"] == "held_out" for attack in report["attacks"]):
        how += " --control CONTROL.jsonl"
    if report["standard"] != QUESTIONS[-1]:
        how += f" --standard {report['standard']}"
    alone = "" if report["release"]["aligned"] or not readable else " --unaligned"
    commands = []
    makers = _makers(report, text)
    if makers and readable:
        why = (
            "Compare how much other sanitizers leak (these need no model; seethrough list shows"
            " them all):"
        )
        withs = " ".join(f"--with {shlex.quote(m)}" for m in makers)
        commands.append((why, f"seethrough compare {private} {withs}{how}"))
    if report["verdict"] != "pass":
        stricter = _stricter(report)
        why = "Audit the next version"
        if stricter:
            why += ", with a stricter tolerance for the most sensitive facts"
            why += " (2\u00a0% beyond guessing)"
        command = f"seethrough audit {private} NEXT.jsonl{alone}{how}{stricter}"
        commands.append((f"{why}:", command))
    elif any(attack["facts"] for attack in report["attacks"]):
        facts = max((c["facts"] for c in report["curves"]), default=8)
        command = f"seethrough audit {private} {release}{alone} --knowledge random:k={facts}{how}"
        commands.append(("Try an adversary who knows more:", command))
    return commands


def _service(report: Report, text: bool) -> str:
    """Return the options that name the service that was asked; none where none was."""
    made = report["release"]
    if "service" not in made:
        return ""
    settings = spec.format_json(made["service"])
    settings = "" if settings == "service" else settings.removeprefix("service:")
    service = f" --service {_file(settings, 'SPEC', text)}" if settings else ""
    return service + (" --lookup" if made["retrieval"].startswith("the private") else "")


def _attacks(report: Report, text: bool) -> str:
    """Return the options that name the attacks; none where those ran that run anyway."""
    if all(attack["usual"] for attack in report["attacks"]):
        return ""
    chosen = dict.fromkeys(
        spec.format_json(a["component"]) if text else str(a["component"]["name"])
        for a in report["attacks"]
    )
    return "".join(f" --attack {shlex.quote(inline(name))}" for name in chosen)


def _makers(report: Report, text: bool) -> list[str]:
    """Return the sanitizers to compare: this one as it was set, and others that need no model."""
    made = report["release"].get("sanitizer") or {}
    made_by = made.get("name")
    there = components.names("sanitizers")
    others = [name for name in _ALTERNATIVES if name in there and name != made_by]
    if report["attacks"] and all(attack["token_for_token"] for attack in report["attacks"]):
        others = [name for name in others if name in _TOKEN_FOR_TOKEN]
    if made_by not in there or made_by in _NOTHING:
        return others
    whole = spec.format_json(made)
    return [whole if text and inline(whole) == whole else made_by, *others]


def _file(name: object, instead: str, text: bool) -> str:
    """Return a name for a command; ``instead`` where it must not, or cannot, be shown."""
    return shlex.quote(str(name)) if text and inline(name) == name else instead


def _stricter(report: Report) -> str:
    """Return a stricter tolerance for the special categories, where they were measured."""
    special = of_classes(report).get("special")
    if special is None or special["value"] is None:
        return ""
    return f" --tolerance {special['name']}=0.02"
