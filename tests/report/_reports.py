"""Machine forms of reports, small and large, for the tests of the page."""

from __future__ import annotations

from typing import Any

from seethrough import components, spec
from seethrough.protocols import Figure
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import described_figure
from seethrough.report.schema import SCHEMA

FIGURES: dict[str, tuple[Figure, str]] = {
    figure.name: (figure, "use" if kind == "utilities" else figure.section)
    for kind in ("attacks", "utilities")
    for name in components.names(kind)
    for figure in components.component_class(kind, name).figures
}
"""Every figure of ours, with the section of a report that shows it."""

HOSTILE = (
    "</blockquote></details><script>window.pwned = 1</script><img src=x onerror='window.pwned=2'>"
    "\" ' & &amp; &lt; {{ 7 * 7 }} {% raw %} <!-- --> ]]> javascript:alert(1) \u202eesrever\u202c"
    " a\u200bb\u200d \u0645\u0631\u062d\u0628\u0627 👩‍⚕️ \x07\x00 " + "wide" * 60
)
"""What a record may hold that a page must show and not do."""


def interval(value: float | None, low: float | None = None, high: float | None = None) -> Any:
    if value is not None:
        low = max(0.0, value - 0.1) if low is None else low
        high = min(1.0, value + 0.1) if high is None else high
    return {"value": value, "low": low, "high": high, "n": 60, "method": "wilson"}


def named(name: str | None) -> dict[str, Any]:
    """Return how a figure is called, and read, and which way it points."""
    if name not in FIGURES:
        return {"title": name, "unit": "number", "direction": None}
    figure = FIGURES[name][0]
    return {"title": figure.called, "unit": figure.unit, "direction": figure.direction}


def about(name: str) -> dict[str, Any]:
    """Return what the machine form says of a figure."""
    return described_figure(*FIGURES[name], name.startswith("linkage."))


def said_by(name: str) -> dict[str, Any]:
    """Return what an attack says of itself, as the machine form has it."""
    attack = spec.parse("attacks", name)
    return {
        "component": {"name": name},
        "steps": [step._asdict() | {"parts": list(step.parts)} for step in attack.steps()],
        "adversary": attack.adversary(),
        "advice": "",
        "usual": name in TextRelease.default_attacks,
        "token_for_token": attack.token_for_token,
        "linkers": [],
        "overlap": None,
    }


def estimate(name: str, value: float | None, guessed: float, **changes: Any) -> dict[str, Any]:
    lower = not name.endswith("distance")
    beyond = None if value is None else interval(abs(value - guessed))
    return {
        "name": name,
        **named(name),
        **interval(value),
        "direction": "lower_is_better" if lower else "higher_is_better",
        "control": interval(guessed),
        "baseline": interval(0.0 if lower else 1.0),
        "excess": beyond,
        "component": {"name": "linkage"},
        **changes,
    }


def reason(kind: str, word: str, figure: str | None = None, **facts: Any) -> dict[str, Any]:
    questions = [] if kind.startswith("limit_") else ["anonymous"]
    return {
        "kind": kind, "word": word, "questions": questions, "figure": figure, "facts": facts,
        "component": None, **named(figure),
    }  # fmt: skip


def leak(name: str = "linkage.top1", value: float = 0.9, guessed: float = 0.05) -> dict[str, Any]:
    over = interval(value - guessed)
    facts = {"value": value, "excess": over, "tolerance": 0.05, "people": 60, "n": 60}
    return reason("leak", "fail", name, **facts)


def limit(
    kind: str, word: str, name: str, value: float, limit: float, above: bool = True
) -> dict[str, Any]:
    facts = {"value": value, "low": value - 0.05, "high": value + 0.04}
    return reason(kind, word, name, limit=limit, above=above, **facts)


def claim(text: str, grade: int | None = 1, control: int | None = 3, note: str = "") -> Any:
    leaked = grade is not None and grade < 3 and (control is None or control > grade)
    return {
        "claim": text, "grade": grade, "control": control, "leaked": leaked, "note": note,
        "class": "quasi",
    }  # fmt: skip


def person(
    name: str,
    claims: list[Any] | None = None,
    passage: str = "A beekeeper in her fifties keeps ninety hives.",
    known: tuple[str, ...] = ("She is a beekeeper.",),
    hit: bool | None = True,
) -> dict[str, Any]:
    claims = [claim("She keeps 90 hives.")] if claims is None else claims
    record = {
        "record": f"record of {name}",
        "known": list(known),
        "linked": f"record of {name}",
        "hit": hit,
        "passage": passage,
        "claims": claims,
    }
    return {
        "person": name,
        "reidentified": bool(hit),
        "claims": len(claims),
        "leaked": sum(c["leaked"] for c in claims),
        "records": [record],
    }


def report(people: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """Return a machine form as an audit of three default attacks would write it."""
    people = [person("p1"), person("p2", hit=False)] if people is None else people
    estimates = [
        estimate("linkage.top1", 0.9, 0.05),
        estimate("linkage.top10", 0.98, 0.28),
        estimate("semantic.distance", 0.69, 0.98),
        estimate("semantic.leak_rate", 0.38, 0.03),
        estimate("lexical.distance", 0.8, 0.9),
    ]
    part = {"component": {"name": "bm25"}, "summary": "Ranks."}
    knowledge = {"component": {"name": "random"}, "summary": "Draws."}
    attack = {
        **said_by("inference"),
        "summary": "Judges.",
        "parts": {"linker": part, "atomizer": part, "judge": part, "knowledge": knowledge},
        "facts": 3,
        "control": "own_record_left_out",
        "targets": 60,
        "error": None,
    }
    return {
        "schema": SCHEMA,
        "run": "0123456789ab",
        "private": {"name": "private.jsonl", "records": 60, "people": 48, "sha256": "a" * 64},
        "release": {
            "kind": "TextRelease",
            "readable": True,
            "described": TextRelease.described._asdict(),
            "name": "release.jsonl",
            "records": 60,
            "people": 48,
            "sha256": "b" * 64,
            "sanitizer": {"name": "scrub"},
            "aligned": True,
            "guarantee": None,
        },
        "verdict": "fail",
        "standard": "anonymous",
        "answers": [
            {"question": question, "word": changes.get("verdict", "fail")}
            for question in ("identifiers", "sensitive", "anonymous")
        ],
        "reasons": [leak()],
        "attacks": [attack],
        "figures": [about(name) for name in FIGURES],
        "estimates": estimates,
        "curves": [
            {"facts": k, "estimates": [estimate("linkage.top1", 0.5 + 0.05 * k, 0.02)]}
            for k in range(1, 9)
        ],
        "curve_over": ["known fact", "known facts"],
        "findings": people,
        "leaks_by_kind": [
            {"kind": "ages", "claims": 20, "leaked": 4, "word_for_word": 0},
            {"kind": "dates", "claims": 0, "leaked": 0, "word_for_word": 0},
            {"kind": "rare words", "claims": 200, "leaked": 90, "word_for_word": 80},
            {"kind": "everyday words", "claims": 50, "leaked": 5, "word_for_word": 0},
        ],
        "coverage": {"private_records": 60, "records_attacked": 60, "cells_failed": 0},
        "self_test": [
            {
                "name": n,
                **named(n),
                "tests": "attack",
                "release": r,
                "expected": e,
                "bound": b,
                "binds": "always",
                "passed": True,
                "tested": True,
                **interval(v),
            }
            for n, r, e, b, v in (
                ("linkage.top1", "identity", 0.8, "at least", 1.0),
                ("linkage.top1", "erase", 0.02, "about", 0.05),
                ("semantic.distance", "identity", 0.2, "at most", 0.0),
                ("semantic.distance", "erase", 1.0, "about", 1.0),
            )
        ],
        "judges": [
            {
                "component": {"name": "local"},
                "agreement": {
                    "n": 100,
                    "accuracy": 0.8,
                    "spearman": 0.82,
                    "confusion": [[30, 5, 5], [3, 20, 2], [2, 3, 30]],
                    "how": "cross-validation",
                    "data": "ratings by a large language model",
                },
                "uncalibrated": "",
            }
        ],
        "caveats": [],
        "versions": {"seethrough": "0.1.0"},
        "seed": 0,
        **changes,
    }


def standing(name: str) -> dict[str, Any]:
    """Return the parts of a report in which names, originals and classes of facts are listed."""
    row = {"record": name, "released": name, "where": name, "words": 12}
    private = {"people": [name], "records": [row]}
    there = [{"identifier": name, "places": [[name, name]], "more": 4}]
    shown = [{"record": name, "person": name, "identifiers": 2, "standing": there}]
    classes = ("identifier", "special", "quasi", "private", "none")
    return {
        "reasons": [
            reason("verbatim", "fail", people=1, of=9, records=3, whole=0, private=private),
            {**leak("semantic.leak_rate.special"), "questions": ["sensitive"]},
            leak(),
        ],
        "exhibits": [
            {
                "kind": "standing",
                "component": {"name": "identifiers"},
                "shown": shown,
                "left_out": 2,
            }
        ],
        "estimates": [
            *report()["estimates"],
            estimate("identifiers.standing", 0.5, 0.0),
            *(estimate(f"semantic.leak_rate.{name}", 0.999, 0.101) for name in classes),
        ],
    }


def many(number: int, detailed: int) -> dict[str, Any]:
    """Return a report of ``number`` people, the first ``detailed`` with their records."""
    text = " ".join(f"Sentence {i} tells of a beekeeper and her ninety hives." for i in range(12))
    people = []
    for i in range(number):
        claims = [claim(f"Person {i} keeps {j} hives with a beekeeper.") for j in range(14)]
        found = person(f"p{i:05}", claims, passage=f"{text} {i}")
        if i >= detailed:
            del found["records"]
        people.append(found)
    return report(people)
