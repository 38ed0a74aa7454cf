"""Scrubbing: Presidio with its anonymizer on the same spaCy model, and ``scrubadub``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from benchmarks._data import rows
from benchmarks.accuracy.scrub import plain_presidio
from benchmarks.peers.beside.pair import Agreement, Pair
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.scrub import ENTITIES, Scrub

VIGNETTES, SENTENCES, STEP = 10, 60, 12


def ours(texts: Sequence[str]) -> list[str]:
    released = Scrub().sanitize(Corpus.from_texts(texts), np.random.default_rng(0))
    return list(released.corpus.texts)


def by_presidio() -> Iterator[Pair]:
    """Presidio is asked for the same kinds at the same threshold."""
    from presidio_anonymizer import AnonymizerEngine

    texts = [row["question"] for row in rows("medqa_usmle.jsonl")[:VIGNETTES]]
    analyzer, anonymizer = plain_presidio(), AnonymizerEngine()

    def theirs() -> list[str]:
        found = (
            analyzer.analyze(t, "en", entities=list(ENTITIES), score_threshold=Scrub().threshold)
            for t in texts
        )
        done = (anonymizer.anonymize(t, f) for t, f in zip(texts, found, strict=True))
        return [each.text for each in done]

    def agreement(mine: list[str], other: list[str]) -> Agreement:
        share = np.mean([_alike(a, b) for a, b in zip(mine, other, strict=True)])
        said = f"{100 * share:.1f} % of the words are the same (`scrub` keeps durations and doses)"
        return Agreement(said, bool(share > 0.9))

    yield Pair("sanitizer `scrub`", "presidio", f"{VIGNETTES} records of 120 words",
                lambda: ours(texts), theirs, agreement)  # fmt: skip


def _alike(first: str, second: str) -> float:
    return SequenceMatcher(None, first.split(), second.split(), autojunk=False).ratio()


def by_scrubadub() -> Iterator[Pair]:
    """Without further packages and their models scrubadub looks for contact data alone."""
    import scrubadub

    marked = rows("presidio_synth.jsonl")[::STEP][:SENTENCES]
    texts = [row["full_text"] for row in marked]

    def agreement(mine: list[str], other: list[str]) -> Agreement:
        shares = [f"{100 * _hidden(marked, released):.0f} %" for released in (mine, other)]
        said = f"not the same thing: {shares[0]} of marked values gone, theirs {shares[1]}"
        return Agreement(said)

    yield Pair("sanitizer `scrub`", "scrubadub", f"{len(texts)} sentences",
                lambda: ours(texts), lambda: [scrubadub.clean(text) for text in texts],
                agreement)  # fmt: skip


def _hidden(marked: Sequence[dict[str, Any]], released: Sequence[str]) -> float:
    """Return the share of marked values that no longer stand in the released sentence."""
    gone = [
        span["entity_value"] not in text
        for row, text in zip(marked, released, strict=True)
        for span in row["spans"]
        if span["entity_type"] != "TITLE"
    ]
    return sum(gone) / len(gone)


MAKERS = (by_presidio, by_scrubadub)
