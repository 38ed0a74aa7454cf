"""What was attacked, and how, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough import spec
from seethrough.report import models
from seethrough.report.page.figures import control_of
from seethrough.report.page.wording import count
from seethrough.report.promises import promised

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
    if "retrieval" in made:
        lines.append(f"Asked was a service that answers from it: {made['retrieval']}.")
    guessed = models.inferred_sentence(made.get("inferred") or [])
    lines += [guessed] if guessed else []
    overlaps = [a["overlap"] for a in report["attacks"] if a.get("overlap")]
    lines += dict.fromkeys(models.overlap_sentence(found) for found in overlaps)
    if made["guarantee"] is None:
        lines.append(made.get("guarantee_voided") or "It comes with no formal guarantee.")
    else:
        lines += promised(made["guarantee"], made.get("epsilon_per_text"))
    if made.get("aligned"):
        lines.append("Each released record stands for the private record of the same id.")
    return lines


def _asked(report: Report) -> bool:
    """Return whether a service was attacked, which can only be asked."""
    return bool(report["release"]["kind"] == "RagRelease")


def asked_in_one(report: Report) -> str:
    """Return in one line what was attacked and by whom, without any name."""
    made, secret = report["release"], report["private"]
    people = count(secret["people"], "person", "people")
    records = count(made["records"], "released record") if "records" in made else "a release"
    if _asked(report):
        return f"A service that answers from {records} about {people}, attacked by asking it."
    names = {a["component"]["name"] for a in report["attacks"]}
    if names == {"reconstruction"}:
        return f"{_capital(records)} about {people}, attacked by guessing the replaced words back."
    knows = facts_known(report) if any(a["facts"] for a in report["attacks"]) else "some facts"
    return f"{_capital(records)} about {people}, attacked by somebody who knows {knows} about each."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


_OTHERS = {
    "extraction": (
        "Ask",
        "The adversary can only ask the service. Each question is some information that steers what"
        " is looked up, and an order to repeat it; the answers are searched for ten words or more"
        " of a private record in a row, for near copies, and for contact details.",
    ),
    "reconstruction": (
        "Guess back",
        "The adversary knows how words were replaced, and with what chances. For every replaced"
        " word it weighs all words that could have stood there, and names the likeliest.",
    ),
    "lexical": (
        "Look at wording",
        "As a simpler check would, it also links by wording alone, and compares the whole linked"
        " record with the original word by word (ROUGE-L).",
    ),
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
        _other(attack, text)
        for name, attack in by_name.items()
        if name not in {"inference", "linkage"}
    ]
    steps += [
        (
            "Failed",
            f"The attack {name} did not run"
            + (f": {attack['error'].rstrip('.')}." if text else "; the full report says why."),
        )
        for name, attack in by_name.items()
        if attack["error"]
    ]
    compared = _COMPARED[control_of(report)]
    if _asked(report):
        compared = compared.replace("an empty release", "a service with nothing to look up")
        compared = compared.replace("on people who", "against the records of people who")
    steps.append(("Compare", compared))
    return steps


def _other(attack: Mapping[str, Any], text: bool) -> tuple[str, str]:
    """Return how an attack goes that does not link."""
    name = attack["component"]["name"]
    title, what = _OTHERS.get(name, (name.capitalize(), attack["summary"]))
    part = attack["parts"].get("strategy")
    if part is not None:
        what += f" How: {part['summary'].rstrip('.')} ({masked(part['component'], text)})."
    return title, what


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
    return spec.format_json(component if text else _mask(spec.brief(component)))


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
