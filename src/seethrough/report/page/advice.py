"""What would make a release better, as far as the figures say it."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough import components
from seethrough.report.page import wording
from seethrough.report.page.figures import exceeds
from seethrough.report.page.wording import count, inline, listed

FEW = 0.2
"""Share of the people that counts as few."""

NAMED = 10
"""How many people are named at the most."""

_STILL_THERE = 0.5
"""Share of words that come back from which on their kind is named."""

_KEPT = {
    "reconstruction.names": "names",
    "reconstruction.emails": "mail addresses",
    "reconstruction.numbers": "numbers in digits",
}

_ALTERNATIVES = ("scrub", "custext", "santext")
"""Sanitizers that need no model and no service."""

_USUAL = frozenset({"linkage", "inference", "lexical"})
"""Attacks that run unless others are named."""

_NOTHING = frozenset({"identity", "erase"})

KIND_ADVICE: Mapping[str, str] = {
    "ages": "Give an age as a range of ten years or more.",
    "dates": "Leave dates out, or give the season or the year only.",
    "numbers": "Round amounts, counts and measurements, or say “several”.",
    "names": "Take out what is left of names and places, the small ones too.",
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
        leaked: Those that leaked beyond the control.
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
        kinds: How each kind of detail leaks, those first that tell most word for word.
        people: Which people to start with, in sentences.
        commands: What to run next: why, and the command.
    """

    first: str
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
    return Advice(_first(report, kinds), kinds, _people(report, text), _commands(report, text))


def _first(report: Report, kinds: Sequence[KindRow]) -> str:
    leaked = sum(p["leaked"] for p in report["findings"])
    if report["verdict"] == "inconclusive":
        return "First mend what made this audit inconclusive (the reasons above), then audit again."
    if not report["findings"] and report["verdict"] == "fail":
        return _first_elsewhere(report)
    if not leaked or not kinds:
        return (
            "Nothing leaked that could be pointed at. A stronger adversary, who knows more, is the"
            " next test."
        )
    worst = kinds[0]
    if worst.word_for_word:
        return (
            f"Look at {worst.kind} first: {worst.word_for_word:,} of the {leaked:,} leaked facts"
            f" still have one word for word in the released record. {worst.advice}"
        )
    return (
        "What leaks is told in other words: taking more words out will not help much; facts have"
        " to be left out or made broader."
    )


def _first_elsewhere(report: Report) -> str:
    """Return what matters most where no attack says what it found person by person."""
    by_name = {e["name"]: e for e in reversed(report["estimates"])}
    recited = by_name.get("extraction.repeat_prompts")
    if recited is not None and recited["value"]:
        return (
            "Let the service look things up in records that are themselves fit to publish, or keep"
            f" it from reciting them: {wording.share(recited['value'])} of its answers repeated a"
            " private record."
        )
    kept = [
        f"{what} ({wording.share(by_name[name]['value'])})"
        for name, what in _KEPT.items()
        if name in by_name and (by_name[name]["value"] or 0) > _STILL_THERE
    ]
    if kept:
        return (
            f"Hide first what can be read or guessed back nearly always: {listed(kept)}. Then"
            " replace words with more noise (a smaller epsilon)."
        )
    return "Replace more words, or with more noise (a smaller epsilon), and audit again."


def _people(report: Report, text: bool) -> list[str]:
    findings = report["findings"]
    leaked = [p["leaked"] for p in findings]
    found = sum(bool(p["reidentified"]) for p in findings)
    total = sum(leaked)
    if not exceeds(report, "linkage.top1"):
        found = 0  # by luck
    lines = []
    if findings and found > FEW * len(findings):
        lines.append(
            f"{count(found, 'person', 'people')} of {len(findings):,} can be found, so withholding"
            " a few of them will not mend this release: the way it was made has to change."
        )
    elif found:
        who = _names([(i, p) for i, p in enumerate(findings, 1) if p["reidentified"]], text)
        lines.append(
            f"Only {count(found, 'person', 'people')} of {len(findings):,} can be found: withhold"
            f" their records or rewrite them by hand, and audit again ({who})."
        )
    if total:
        order = sorted(range(len(findings)), key=lambda i: (-leaked[i], i))
        half, sum_ = 0, 0
        while 2 * sum_ < total:
            sum_ += leaked[order[half]]
            half += 1
        who = _names([(i + 1, findings[i]) for i in order[:half]], text)
        if half <= FEW * len(findings):
            lines.append(
                f"The leak is concentrated: {count(half, 'person', 'people')} of"
                f" {len(findings):,} hold half of all leaked facts. Start with {who}."
            )
        else:
            lines.append(
                f"The leak is spread out: it takes {half:,} of {len(findings):,} people to make up"
                f" half of the leaked facts. Those with most: {who}."
            )
    return lines


def _names(ranked: Sequence[tuple[int, Mapping[str, Any]]], text: bool) -> str:
    names = [inline(p["person"]) if text else f"number {rank}" for rank, p in ranked[:NAMED]]
    more = len(ranked) - len(names)
    return listed([*names, f"{more:,} more"] if more else names)


def _commands(report: Report, text: bool) -> list[tuple[str, str]]:
    private = _file(report["private"]["name"], "PRIVATE", text)
    release = _file(report["release"].get("name", "RELEASE"), "RELEASE", text)
    attacks = {a["component"]["name"] for a in report["attacks"]}
    asked = report["release"]["kind"] == "RagRelease"
    how = "".join(f" --attack {a}" for a in sorted(attacks - _USUAL)) if not asked else " --as rag"
    commands = []
    makers = _makers(report, attacks)
    if makers and not asked:
        withs = " ".join(f"--with {shlex.quote(m)}" for m in makers)
        commands.append(
            (
                "See what other ways of making the release leak, side by side (those that need no"
                " model; seethrough list shows them all):",
                f"seethrough compare {private} {withs}{how}",
            )
        )
    if report["verdict"] != "pass":
        commands.append(
            (
                "Audit the next version, and let it fail above a limit that you can answer for"
                " (here, as high as mere guessing may reach):",
                f"seethrough audit {private} NEXT.jsonl{how}{_limit(report)}",
            )
        )
    elif attacks & {"linkage", "inference"}:
        facts = max((c["facts"] for c in report["curves"]), default=8)
        commands.append(
            (
                "Try an adversary who knows more:",
                f"seethrough audit {private} {release} --knowledge random:k={facts}{how}",
            )
        )
    return commands


def _makers(report: Report, attacks: Collection[str]) -> list[str]:
    """Return the sanitizers to compare: this one, and others that need no model."""
    made_by = (report["release"].get("sanitizer") or {}).get("name")
    there = components.names("sanitizers")
    others = [name for name in _ALTERNATIVES if name in there and name != made_by]
    if attacks == {"reconstruction"}:
        others = [name for name in others if name != "scrub"]
    return [made_by, *others] if made_by in there and made_by not in _NOTHING else others


def _file(name: object, instead: str, text: bool) -> str:
    """Return a file's name for a command; ``instead`` where it must not, or cannot, be shown."""
    return shlex.quote(str(name)) if text and inline(name) == name else instead


def _limit(report: Report) -> str:
    """Return a limit on the first figure, at what is guessed without the release anyway."""
    for estimate in report["estimates"]:
        floor = [estimate[k] for k in ("control", "baseline") if estimate[k] is not None]
        highs = [f["high"] for f in floor if f["high"] is not None]
        if estimate["direction"] == "lower_is_better" and highs:
            return f" --fail-above {estimate['name']}={max(0.01, round(max(highs), 2)):g}"
    return ""
