"""The target, how it was read, and how the attacks went, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough import spec
from seethrough.report import models
from seethrough.report.labels.entries import decoded
from seethrough.report.labels.promises import promised
from seethrough.report.labels.wording import capital, count, inline, listed
from seethrough.report.page.figures import control_of

Report = Mapping[str, Any]


def attacked(report: Report, private: str, release: str, text: bool) -> list[str]:
    """Return what the target is and how it was read, in sentences."""
    made, secret = report["release"], report["private"]
    size = f" ({count(made['records'], 'record')})" if "records" in made else ""
    people = count(secret["people"], "person", "people")
    lines = [
        f"Target: {release}{size}, made from {private}"
        f" ({count(secret['records'], 'record')} about {people})."
    ]
    if made["sanitizer"] is None:
        lines.append("How it was made is not recorded.")
    else:
        lines.append(f"The sanitizer {masked(made['sanitizer'], text)} made it.")
    if "retrieval" in made:
        lines.append(f"The attacks ask a service that answers from it: {made['retrieval']}.")
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


def read_of(report: Report, text: bool) -> list[str]:
    """Return which columns were read beside the text, and what was decoded first, in sentences.

    Args:
        report: The machine form.
        text: Whether columns may be named.
    """
    lines = []
    for reason in report["reasons"]:
        if reason["kind"] not in ("columns_read", "columns_missed"):
            continue
        private = reason["facts"].get("private", {}) if text else {}
        for key, said in (("read", "were read, too"), ("missed", "were not read")):
            number = reason["facts"][key]
            said = said.replace("were", "was") if number == 1 else said
            if number:
                names = [inline(name) for name in private.get(key, ())]
                named = f" ({_listed(names)})" if names else ""
                lines.append(f"{count(number, 'further released column')}{named} {said}.")
    undone = [f"{step} in {n:,}" for k, n in report["coverage"].items() if (step := decoded(k))]
    if undone:
        lines.append(f"Released records were decoded before the attacks: {listed(undone)}.")
    joined = report["coverage"].get("released_records_rejoined")
    if joined:
        lines.append(f"{count(joined, 'released piece')} of longer records were read as one each.")
    return lines


MOST_COLUMNS = 20
"""How many columns a sentence names."""


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_COLUMNS
    return listed([*names[:MOST_COLUMNS], f"{more:,} more"] if more > 0 else names)


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
        return f"{capital(records)} about {people}, attacked by guessing the replaced words back."
    knows = facts_known(report) if any(a["facts"] for a in report["attacks"]) else "some facts"
    return f"{capital(records)} about {people}, attacked by somebody who knows {knows} about each."


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
    "identifiers": (
        "Search for identifiers",
        "It searches every released column for the names, contact details and numbers that the"
        " private records hold.",
    ),
    "lexical": (
        "Compare wording",
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
                f" best one for the person’s ({parts['linker']}).{linkers_of(chain, text)}",
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
    if report["release"]["kind"] == "TextRelease":
        steps.append(
            (
                "Search for originals",
                "Every released column is searched for private records that stand there word for"
                " word, whole or in long runs, whatever their ids.",
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
    steps.append(("Compare with guessing", compared))
    return steps


def linkers_of(attack: Mapping[str, Any], text: bool) -> str:
    """Return which linkers were tried and chosen, with a space before; "" where one was given."""
    uses = attack.get("linkers") or []
    if not uses:
        return ""
    names = [str(use["component"]["name"]) for use in uses]
    if len(set(names)) < len(names):
        names = [masked(use["component"], text) for use in uses]
    found = [f"{use['found']:,} ({name})" for name, use in zip(names, uses, strict=True)]
    if len(uses) == 1:
        return f" The linker {names[0]} finds {uses[0]['found']:,} of {uses[0]['of']:,} records."
    chosen = [
        f"{name} for {use['targets']:,}"
        for name, use in zip(names, uses, strict=True)
        if use["targets"]
    ]
    return (
        f" Of {uses[0]['of']:,} records, {listed(found)} are found by the linkers that were tried;"
        f" each record is attacked by the one that does best on other people: {listed(chosen)}."
    )


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
    " chance alone). Only what exceeds both counts as leaked by the release.",
    "held_out": "All of this is done again on people who are not in the release (the control: what"
    " can be guessed anyway) and on an empty release (the baseline: chance alone). Only what"
    " exceeds both counts as leaked by the release.",
    None: "All of this is done again on an empty release (the baseline: chance alone). There was no"
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
