"""Presidio on sentences that its makers generate, and ``scrub`` on the same ones."""

from __future__ import annotations

from benchmarks._data import rows
from benchmarks.accuracy.scrub import ours, plain_presidio
from benchmarks.validate.comparison import Comparison
from seethrough.sanitizers.scrub import Scrub

NEEDS = ("presidio_synth.jsonl",)
_SOURCE = "Presidio, large model"


def compare() -> list[Comparison]:
    """Return precision and recall over letters, Presidio's own and ours beside the published ones.

    Theirs are over tokens and with spaCy's large model; here the small one runs, so 0.15 is
    tolerated for Presidio. ``scrub`` should lose to nobody.
    """
    sentences = rows(NEEDS[0])
    texts = [row["full_text"] for row in sentences]
    plain = plain_presidio()
    arms = {
        "Presidio, small model": [
            [(r.start, r.end) for r in plain.analyze(t, "en")] for t in texts
        ],
        "scrub": list(ours(texts, Scrub().threshold)),
    }
    found = []
    for name, spans in arms.items():
        own = [_letters(row, at) for row, at in zip(sentences, spans, strict=True)]
        both, marked, covered = (sum(counts) for counts in zip(*own, strict=True))
        rule = "at least" if name == "scrub" else "within"
        bound = 0.02 if name == "scrub" else 0.15
        for what, theirs, value in (
            ("precision", 0.733, both / covered),
            ("recall", 0.646, both / marked),
        ):
            found.append(Comparison(f"{name}: {what}", _SOURCE, theirs, value, rule, bound))
    return found


def _letters(row: dict[str, object], spans: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return how many letters are marked and covered, marked, and covered."""
    text, gold = str(row["full_text"]), row["spans"]
    assert isinstance(gold, list)
    written = {i for i, c in enumerate(text) if c.isalnum()}
    covered = {i for start, end in spans for i in range(start, end)} & written
    marked = {
        i
        for span in gold
        if span["entity_type"] != "TITLE"
        for i in range(span["start_position"], span["end_position"])
    } & written
    return len(marked & covered), len(marked), len(covered)
