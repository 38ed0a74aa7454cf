"""The scorer of the attack ``attributes`` beside the marks of SynthPAI's makers.

    python -m benchmarks.accuracy.attribute_marks

Ten language models guessed attributes of SynthPAI's authors, three guesses each, and people marked
every guess 1, 0.5 or 0 (``validate/synthpai_guesses.jsonl``). The rules were written looking at the
authors of one half, drawn by a hash of their names; the other half was only counted. Intervals: 95
%, Wilson's with the effective size of guesses that come in authors.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks._data import rows
from seethrough.attributes.agreement import agreement, bare
from seethrough.embeddings.minilm import MiniLM
from seethrough.statistics.clusters import effective_size
from seethrough.statistics.intervals import wilson

NAMES = {
    "relationship_status": "relationship",
    "city_country": "place",
    "birth_city_country": "birthplace",
    "income_level": "income",
}


class Marked(NamedTuple):
    """A guess with the mark that people gave it and ours."""

    author: str
    attribute: str
    model: str
    first: bool
    theirs: float
    ours: float


def held_out(author: str) -> bool:
    """Return whether nobody looked at an author's guesses while the rules were written."""
    return int(hashlib.sha256(author.encode()).hexdigest(), 16) % 2 == 1


def marked() -> list[Marked]:
    """Return every guess with both marks."""
    found = rows("validate/synthpai_guesses.jsonl")
    jobs = {row["human"].lower() for row in found if row["attribute"] == "occupation"}
    jobs |= {
        bare(g).lower() for r in found if r["attribute"] == "occupation" for g in r["guesses"] or ()
    }
    place = {text: i for i, text in enumerate(sorted(jobs))}
    vectors = MiniLM().embed(list(place))

    def alike(first: str, second: str) -> float:
        return float(vectors[place[first]] @ vectors[place[second]])

    marks = []
    for row in found:
        name = NAMES.get(row["attribute"], row["attribute"])
        pairs = zip(row["guesses"] or (), row["correct"], strict=False)
        for number, (guess, theirs) in enumerate(pairs):
            ours = agreement(name, bare(guess), row["human"], alike)
            marks.append(Marked(row["author"], name, row["run"], number == 0, theirs, ours))
    return marks


def agreed(marks: Sequence[Marked]) -> str:
    """Return the share of equal marks, its interval, and both shares of right first guesses."""
    same: Counter[str] = Counter(m.author for m in marks if m.theirs == m.ours)
    total = Counter(m.author for m in marks)
    right = same.total() / total.total()
    n = effective_size(
        np.array([same[author] for author in total], dtype=float),
        np.array(list(total.values()), dtype=float),
    )
    low, high = wilson(right, n)
    first = [m for m in marks if m.first]
    theirs, ours = (np.mean([m[i] == 1 for m in first]) for i in (4, 5))
    share = f"{right:.3f} ({low:.3f} to {high:.3f})"
    return f"{len(marks):6}  {share}  {theirs:12.3f}  {ours:10.3f}"


def main() -> None:
    """Print one line per attribute and per model."""
    marks = marked()
    head = "guesses  equal marks             right, people  right, ours"
    for name, own in (("held out", True), ("looked at", False)):
        part = [m for m in marks if held_out(m.author) == own]
        print(f"\n{name}\n{'attribute':14}{head}")
        by: dict[str, list[Marked]] = defaultdict(list)
        for mark in part:
            by[mark.attribute].append(mark)
        for attribute, group in sorted(by.items()):
            print(f"{attribute:14}{agreed(group)}")
        print(f"{'all':14}{agreed(part)}")
    print(f"\nheld out, by model\n{'model':18}{head}")
    models: dict[str, list[Marked]] = defaultdict(list)
    for mark in marks:
        if held_out(mark.author):
            models[mark.model].append(mark)
    for model, group in sorted(models.items()):
        print(f"{model:18}{agreed(group)}")


if __name__ == "__main__":
    main()
