"""What a redaction of names takes from requests to chatbots, by class of claim.

    python -m benchmarks.accuracy.redactions [CONVERSATIONS]

For each conversation of ``wildchat_pupa.jsonl`` (150 unless said otherwise, drawn with seed 0 from
those that have ``pii_units`` and 80 to 2,500 characters): the claims that ``clause`` cuts from the
request, their classes by ``local``, and the share of them that the redacted request still
discloses. Four ways to say so: the ``local`` judge's grades 1 and 2; grade 1 alone; grades 1 and 2
unless the redaction took every word that the claim owes its class to (``telling.taken``: the names
of an identifier, the places, ages and dates of a quasi-identifier); as the attack ``inference``
counts (``telling.spared``). ``personal`` claims hold one of the annotators' personal units, which
is what the redaction had to take; what they did not mark still stands, whatever its class.
Intervals: 95 %, Wilson's with the effective size of claims that come in conversations.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import numpy as np

from benchmarks._data import rows
from seethrough.atomizers.clause import Clause
from seethrough.classifiers.local import Local as Classifier
from seethrough.judges.local import Local as Judge
from seethrough.protocols import SENSITIVITIES
from seethrough.records.corpus import Corpus
from seethrough.sensitivity.telling import spared, taken
from seethrough.statistics.clusters import effective_size
from seethrough.statistics.intervals import wilson

CONVERSATIONS = 150
SHORTEST, LONGEST = 80, 2500
OPENING = 60
"""Conversations that begin with the same so many characters are versions of one; one is kept."""


def units(text: str) -> list[str]:
    """Return the personal units of a conversation, in lower case, without earlier redactions."""
    found = (unit.strip().lower() for unit in (text or "").split("||"))
    return [unit for unit in found if len(unit) > 2 and "presidio" not in unit]


def holds(claim: str, personal: Sequence[str]) -> bool:
    """Return whether a claim holds one of the units as whole words."""
    low = claim.lower()
    return any(re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", low) for unit in personal)


def share(told: np.ndarray, groups: np.ndarray) -> str:
    """Return a share with its interval, by conversation."""
    if not len(told):
        return "-"
    _, where = np.unique(groups, return_inverse=True)
    totals = np.bincount(where).astype(float)
    values = np.bincount(where, weights=told.astype(float))
    low, high = wilson(float(told.mean()), effective_size(values, totals))
    return f"{told.mean():.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else CONVERSATIONS
    fit = list(
        {
            row["user_query"][:OPENING]: row
            for row in rows("wildchat_pupa.jsonl")
            if SHORTEST <= len(row["user_query"]) <= LONGEST and units(row["pii_units"])
        }.values()
    )
    drawn = np.random.default_rng(0).permutation(len(fit))[:count]
    chosen = [fit[i] for i in sorted(drawn.tolist())]
    texts = [row["user_query"] for row in chosen]
    cut = Clause().atomize(Corpus.from_texts(texts))
    each = [(i, claim) for i, own in enumerate(cut) for claim in own]
    claims, groups = [claim for _, claim in each], np.array([i for i, _ in each])
    classes = np.array(Classifier().classify(claims, [texts[i] for i in groups]))
    ratings = Judge().rate(claims, [chosen[i]["redacted_query"] for i in groups])
    judged = np.array([rating.grade is not None for rating in ratings])
    told = np.array([rating.grade in (1, 2) for rating in ratings])
    same = np.array([rating.grade == 1 for rating in ratings])
    personal = np.array([holds(c, units(chosen[i]["pii_units"])) for i, c in each])
    taken_away = np.array(
        [
            taken(claim, said, texts[i], chosen[i]["redacted_query"])
            for (i, claim), said in zip(each, classes, strict=True)
        ]
    )
    identifying = told & ~np.array(
        [
            spared(claim, said, rating.grade or 0, texts[i], chosen[i]["redacted_query"])
            for (i, claim), said, rating in zip(each, classes, ratings, strict=True)
        ]
    )
    print(f"{len(chosen)} conversations, {len(claims)} claims, {(~judged).sum()} unjudged")
    print(f"{'class':12} {'claims':>6} {'personal':>8}  {'judged 1 or 2':21} {'judged 1':21} "
          f"{'judged 1, personal':21} {'judged 1, not personal':22} {'telling words stand':21} "
          f"{'as the attack counts':22} {'they stand, personal':21} they stand, not personal"
    )  # fmt: skip
    for name in (*SENSITIVITIES, "rest", "all"):
        chosen_class = (classes == name) | (name == "all")
        if name == "rest":
            chosen_class = ~np.isin(classes, ("identifier", "quasi"))
        here = judged & chosen_class
        parts = [
            share(values[where], groups[where])
            for values, where in (
                (told, here),
                (same, here),
                (same, here & personal),
                (same, here & ~personal),
                (told & ~taken_away, here),
                (identifying, here),
                (told & ~taken_away, here & personal),
                (told & ~taken_away, here & ~personal),
            )
        ]
        mean = personal[here].mean() if here.any() else 0.0
        print(f"{name:12} {here.sum():6} {mean:8.2f}  " + " ".join(f"{p:21}" for p in parts))


if __name__ == "__main__":
    main()
