"""What was attacked, and how, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough import spec
from seethrough.report.page.figures import control_of
from seethrough.report.page.wording import count

Report = Mapping[str, Any]


def attacked(report: Report, private: str, release: str, text: bool) -> list[str]:
    """Return what was attacked, in sentences."""
    made, secret = report["release"], report["private"]
    size = f" ({count(made['records'], 'record')})" if "records" in made else ""
    people = count(secret["people"], "person", "people")
    lines = [
        f"Attacked was {release}{size}, made from {private}"
        f" ({count(secret['records'], 'record')} about {people})."
    ]
    if made["sanitizer"] is None:
        lines.append("How it was made was not recorded.")
    else:
        lines.append(f"It was made by the sanitizer {masked(made['sanitizer'], text)}.")
    promise = made["guarantee"]
    if promise is None:
        lines.append("It comes with no formal guarantee.")
    else:
        lines.append(
            f"It promises differential privacy: epsilon {promise['epsilon']:g}, delta"
            f" {promise['delta']:g}, for each {promise['unit']}. {promise['note']}".strip()
        )
    if made.get("aligned"):
        lines.append("Each released record stands for the private record of the same id.")
    return lines


_OTHERS = {
    "lexical": (
        "Look at wording",
        "As a simpler check would, it also links by wording alone, and compares the whole linked"
        " record with the original word by word (ROUGE-L).",
    )
}

_KNOWN = {
    "random": "drawn at random",
    "first": "the first ones of the record",
    "last": "the last ones of the record",
}


def steps_of(report: Report, text: bool) -> list[tuple[str, str]]:
    """Return how the attack went, in plain words, from what the attacks say of themselves."""
    by_name = {a["component"]["name"]: a for a in report["attacks"]}
    chain = by_name.get("inference") or by_name.get("linkage")
    steps = []
    if chain is not None:
        parts = {k: masked(p["component"], text) for k, p in chain["parts"].items()}
        source = chain["parts"]["knowledge"]["component"]["name"]
        how = f", {_KNOWN[source]}" if source in _KNOWN else ""
        steps = [
            ("Split", f"Every private record is split into single facts ({parts['atomizer']})."),
            (
                "Know",
                f"The adversary starts from {facts_known(report)} about a person{how}"
                f" ({parts['knowledge']}), and has the whole release.",
            ),
            (
                "Link",
                "It ranks all released records by how well they fit those facts, and takes the"
                f" best one for the person’s ({parts['linker']}).",
            ),
        ]
        if "judge" in parts:
            steps.append(
                (
                    "Read",
                    "For every fact that it did not know, a judge says whether the linked record"
                    f" tells it, tells something close, or does not ({parts['judge']}).",
                )
            )
    steps += [
        _OTHERS.get(name, (name.capitalize(), attack["summary"]))
        for name, attack in by_name.items()
        if name not in {"inference", "linkage"}
    ]
    steps += [
        ("Failed", f"The attack {name} did not run: {attack['error']}.")
        for name, attack in by_name.items()
        if attack["error"]
    ]
    steps.append(("Compare", _COMPARED[control_of(report)]))
    return steps


_COMPARED = {
    "own_record_left_out": "All of this is done again with the person’s own record left out of the"
    " release (the control: what can be guessed anyway) and on an empty release (the baseline:"
    " mere luck). Only what exceeds both counts as leaked by the release.",
    "held_out": "All of this is done again on people who are not in the release (the control: what"
    " can be guessed anyway) and on an empty release (the baseline: mere luck). Only what exceeds"
    " both counts as leaked by the release.",
    None: "All of this is done again on an empty release (the baseline: mere luck). There was no"
    " control, so what can be guessed anyway is not known.",
}


def masked(component: Mapping[str, Any], text: bool) -> str:
    """Return a component's spec string; without ``text``, paths and other words are left out."""
    return spec.format_json(component if text else _mask(component))


def _mask(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: v if k == "name" else _mask(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_mask(v) for v in value]
    return "…" if isinstance(value, str) else value


def facts_known(report: Report) -> str:
    """Return how much the adversary knows, such as ``three facts``."""
    facts = next((a["facts"] for a in report["attacks"] if a["facts"]), None)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if facts is None:
        return "what is known from elsewhere"
    number = words[facts] if facts < len(words) else str(facts)
    return f"{number} {'fact' if facts == 1 else 'facts'}"
