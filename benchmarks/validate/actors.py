"""Re-identification of 25 actors from sanitized abstracts, beside TextRe-Identification's rates."""

from __future__ import annotations

from benchmarks._data import rows
from benchmarks.papers.wikiactors import hits
from benchmarks.validate.comparison import Comparison
from seethrough import spec

NEEDS = ("wikiactors_eval.jsonl", "wikiactors_pool.jsonl")
LINKER = "assignment:linker=combsum"
PUBLISHED = {
    "ner3": 0.70,
    "ner4": 0.60,
    "ner7": 0.88,
    "presidio": 0.74,
    "spacy": 0.70,
    "word2vec_t=0.5": 0.48,
    "word2vec_t=0.25": 0.26,
    "manual": 0.10,
}
"""The share of actors that their attack, a fine-tuned language model, finds."""


def compare() -> list[Comparison]:
    """Return the share of actors found; one in 25 is tolerated; more is welcome."""
    actors, others = (rows(name) for name in NEEDS)
    people = [actor["public_knowledge"] for actor in [*actors, *others]]
    linker = spec.parse("linkers", LINKER)
    return [
        Comparison(
            f"actors found, {name}",
            "TextRe-Identification",
            theirs,
            hits(linker, [actor[f"{name}_abstract"] for actor in actors], people) / len(actors),
            "at least",
            1 / len(actors),
        )
        for name, theirs in PUBLISHED.items()
    ]
