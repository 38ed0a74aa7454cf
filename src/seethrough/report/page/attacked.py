"""The target, how it was read, and how the attacks went, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.report import models
from seethrough.report.hiding import masked
from seethrough.report.labels.entries import decoded
from seethrough.report.labels.figures import control_of, facts_known, filled
from seethrough.report.labels.promises import promised
from seethrough.report.labels.wording import capital, count, holds_records, inline, listed, persons

Report = Mapping[str, Any]

MOST_COLUMNS = 20
"""How many columns a sentence names."""


def attacked(report: Report, private: str, release: str, text: bool) -> list[str]:
    """Return what the target is and how it was read, in sentences."""
    made, secret = report["release"], report["private"]
    size = f" ({count(made['records'], 'record')})" if holds_records(made) else ""
    people = persons(secret["people"])
    lines = [
        f"Target: {release}{size}, made from {private}"
        f" ({count(secret['records'], 'record')} about {people})."
    ]
    if made["sanitizer"] is None:
        lines.append("How it was made is not recorded.")
    else:
        lines.append(f"It was made by {masked(made['sanitizer'], text)}.")
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
        lines.append(
            "Each released record corresponds to the private record of the same id or row."
        )
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
                named = f" ({listed(names, MOST_COLUMNS)})" if names else ""
                lines.append(f"{count(number, 'further released column')}{named} {said}.")
    undone = [f"{step} in {n:,}" for k, n in report["coverage"].items() if (step := decoded(k))]
    if undone:
        lines.append(f"Released records were decoded before the attacks: {listed(undone)}.")
    joined = report["coverage"].get("released_records_rejoined")
    if joined:
        lines.append(f"{count(joined, 'released piece')} of longer records were read as one each.")
    return lines


def asked_in_one(report: Report) -> str:
    """Return in one line what was attacked and by whom, without any name."""
    made, secret = report["release"], report["private"]
    people = persons(secret["people"])
    records = count(secret["records"], "private record")
    if holds_records(made):
        records = count(made["records"], "released record")
    if report["coverage"].get("records_not_released"):
        people = f"at most {people}"
    target = filled(made["described"]["target"], {"records": records, "people": people})
    who = next((a for a in report["attacks"] if a["adversary"]), None)
    adversary = filled(who["adversary"], {"facts": facts_known([who])}) if who else ""
    return f"{capital(target)}, attacked {adversary}".rstrip() + "."


def steps_of(report: Report, text: bool) -> list[tuple[str, str]]:
    """Return how the attacks went, in plain words, from what they say of themselves."""
    steps: dict[tuple[str, str], str] = {}
    for attack in report["attacks"]:
        for step in attack["steps"]:
            key = step["title"], step["what"]
            steps.setdefault(key, _step(attack, step, text))
    told = [(title, what) for (title, _), what in steps.items()]
    if report["release"]["readable"]:
        told.append(
            (
                "Search for originals",
                "Every released column is searched for private records that are there word for"
                " word, whole or in long passages, whatever their ids.",
            )
        )
    told += [
        (
            "Failed",
            f"The attack {attack['component']['name']} did not run"
            + (f": {attack['error'].rstrip('.')}." if text else "; the full report says why."),
        )
        for attack in report["attacks"]
        if attack["error"]
    ]
    return [*told, ("Compare with guessing", _compared(report))]


def _step(attack: Mapping[str, Any], step: Mapping[str, Any], text: bool) -> str:
    """Return one step in a sentence, with the components that do it."""
    what = filled(step["what"], {"facts": facts_known([attack])})
    parts = {part: attack["parts"][part] for part in step["parts"] if part in attack["parts"]}
    names = [f"{part}: {masked(of['component'], text)}" for part, of in parts.items()]
    named = f" ({listed(names)})" if names else ""
    return f"{what}{named}.{linkers_of(attack, text) if 'linker' in step['parts'] else ''}"


def _compared(report: Report) -> str:
    """Return what the attacks are compared with."""
    words = report["release"]["described"]
    again = {
        "own_record_left_out": "with the person’s own record left out of the release",
        "held_out": words["others"],
    }.get(control_of(report) or "")
    baseline = f"on {words['emptied']} (the baseline: chance alone)"
    if again is None:
        return (
            f"All of this is done again {baseline}. There was no control, so what can be guessed"
            " anyway is not known."
        )
    return (
        f"All of this is done again {again} (the control: what can be guessed anyway) and"
        f" {baseline}. Only what exceeds both counts as leaked by the release."
    )


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
        of = count(uses[0]["of"], "record")
        return f" The linker {names[0]} finds {uses[0]['found']:,} of {of}."
    chosen = [
        f"{name} for {use['targets']:,}"
        for name, use in zip(names, uses, strict=True)
        if use["targets"]
    ]
    return (
        f" Of {uses[0]['of']:,} records, {listed(found)} are found by the linkers that were tried;"
        f" each record is attacked by the last one, unless another clearly finds more of the other"
        f" people: {listed(chosen)}."
    )
