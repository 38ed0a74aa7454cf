"""A fact, the ways to say it, and passages made of facts: the core of the pair generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3


@dataclass
class Fact:
    """One fact about somebody.

    Every string may hold {S} (subject, "She"), {s} (the same within a sentence) and {p} ("her").

    Attributes:
        claims: Ways to claim it; they begin with the full subject ({C}, {CP} possessive).
        same: Sentences that give the same information.
        similar: Sentences that give it in an abstracted or neighbouring form.
        contrary: Sentences close in wording that do not support it.
        items: Noun phrases that join others in a list ("fever", "no cough"), same information.
        group: What kind of list they join.
    """

    claims: list[str]
    same: list[str]
    similar: list[str] = field(default_factory=list)
    contrary: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    group: str = ""


Family = Callable[[random.Random], Fact]

VOICES = {
    "patient": [
        ("The patient", "The patient's", "She", "her"),
        ("The patient", "The patient's", "He", "his"),
        ("The patient", "The patient's", "The patient", "the patient's"),
        ("The patient", "The patient's", "The patient", "their"),
    ],
    "user": [
        ("The user", "The user's", "I", "my"),
        ("The writer", "The writer's", "I", "my"),
        ("The author", "The author's", "I", "my"),
        ("The user", "The user's", "The user", "their"),
    ],
}
LEADS = {
    "have": "{S} has {list}.|{S} complains of {list}.|{S} reports {list}.|{list} trouble {s}.|"
    "There is {list}.|{S} has had {list} lately.|{S} presents with {list}.",
    "lack": "{S} denies {list}.|{S} has no {list}.|There is no {list}.|{S} reports no {list}.|"
    "Neither {list} is present.|{S} is free of {list}.|No {list} is noted.",
    "exam": "Examination shows {list}.|On examination there is {list}.|Physical exam reveals "
    "{list}.|When examined, {s} has {list}.|{list} is found on exam.",
    "vital": "{S} has a {list}.|Vital signs are a {list}.|Vitals: {list}.|Measurements show a "
    "{list}.|At the visit {p} values were a {list}.",
    "lab": "Laboratory studies show {list}.|Labs: {list}.|Blood work gives {list}.|Tests reveal "
    "{list}.",
    "drug": "{S} takes {list}.|Current medications include {list}.|{S} is on {list}.|{p} "
    "medications are {list}.",
}


def voice(rng: random.Random, kind: str) -> tuple[str, str, str, str]:
    """Return (claim subject, its possessive, passage subject, its possessive)."""
    return rng.choice(VOICES[kind])


def render(text: str, who: tuple[str, str, str, str]) -> str:
    """Fill the subject in and begin with a capital."""
    claim, claim_s, subject, possessive = who
    inner = subject if subject == "I" else subject[0].lower() + subject[1:]
    text = text.replace("{CP}", claim_s).replace("{C}", claim)
    text = text.replace("{S}", subject).replace("{s}", inner).replace("{p}", possessive)
    if subject == "I":
        for third, first in ((" has ", " have "), (" is ", " am "), (" was ", " was ")):
            text = text.replace("I" + third, "I" + first)
        for verb in (
            "takes",
            "denies",
            "reports",
            "works",
            "lives",
            "smokes",
            "drinks",
            "wants",
            "spends",
            "loves",
            "hates",
            "likes",
            "runs",
        ):
            text = text.replace(f"I {verb} ", f"I {verb[:-1] if verb != 'denies' else 'deny'} ")
    return text[0].upper() + text[1:]


def passage(
    rng: random.Random,
    opening: str,
    chosen: Sequence[tuple[Fact, str]],
    who: tuple[str, str, str, str],
) -> str:
    """Return a passage: the opening, then every fact in its chosen form, some joined in lists.

    Args:
        rng: Randomness.
        opening: First sentence, or "".
        chosen: Facts, each with "same", "similar", "contrary" or "none".
        who: See `voice`.
    """
    sentences: list[str] = []
    lists: dict[str, list[str]] = {}
    for fact, form in chosen:
        options: list[str] = [] if form == "none" else getattr(fact, form)
        if form == "same" and fact.items and rng.random() < 0.75:
            lists.setdefault(fact.group, []).append(rng.choice(fact.items))
        elif options:
            sentences.append(rng.choice(options))
    for group, items in lists.items():
        rng.shuffle(items)
        while items:
            size = rng.choice((1, 2, 3, 4))
            now, items = items[:size], items[size:]
            joint = (
                rng.choice((" and ", ", and "))
                if group != "lack"
                else rng.choice((" or ", ", or "))
            )
            text = now[0] if len(now) == 1 else ", ".join(now[:-1]) + joint + now[-1]
            sentences.append(rng.choice(LEADS[group].split("|")).replace("{list}", text))
    rng.shuffle(sentences)
    out: list[str] = []
    for sentence in sentences:
        if out and rng.random() < 0.2 and len(out[-1]) < 90:
            inner = (
                sentence
                if sentence.startswith(("{S}", "{p}"))
                else (sentence[0].lower() + sentence[1:])
            )
            inner = inner.replace("{S}", "{s}", 1) if inner.startswith("{S}") else inner
            out[-1] = out[-1].rstrip(".") + rng.choice((", and ", ", while ", "; ")) + inner
        else:
            out.append(sentence)
    rendered = [render(sentence, who) for sentence in out]
    return " ".join(([opening] if opening else []) + rendered)
