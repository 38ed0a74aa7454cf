# ruff: noqa: D103, T201
"""Sheets that nobody rated: what every text about a record says, next to all the others.

    python -m judge_training.cutting OUT.jsonl RATINGS.jsonl [RATINGS.jsonl ...] --words FOLDER

A rated text stands with passages that retell it, falsify it or tell of somebody else. Claims are
cut from all of these and asked against each of the others: what an altered passage says is false of
the text, what two of them say in other words is true of both. Beside them stand claims with one
number or word made another, and strangers' claims. Their grades are 0: a reader learns from them
what larger readers say (``distill.py``).

``FOLDER`` holds counter-fitting's lists of synonyms and antonyms (Apache-2.0).
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from judge_training.making import Row
from judge_training.sheets import FOLDS, Sheet, fold_of, write
from judge_training.words import Words, changed
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus

SEED = 7
ASKED = 7
"""The most claims of one text that are asked against another."""
OWN = 4
"""The most claims of a passage that are asked against itself."""
CHANGED, STRANGERS = 6, 3
"""Claims made other, and claims of other texts, next to every passage."""
AT_ONCE = 26
"""The most claims of a sheet."""
SHORTEST = 3
"""The fewest words of a claim."""
NOT_RATED = 0
PART = 500
"""How many texts are cut between two lines of progress."""


def cut(texts: list[str]) -> dict[str, list[str]]:
    """Return the claims of each text."""
    unique = list(dict.fromkeys(texts))
    found: dict[str, list[str]] = {}
    for first in range(0, len(unique), PART):
        part = unique[first : first + PART]
        for text, claims in zip(part, Clause().atomize(Corpus.from_texts(part)), strict=True):
            found[text] = [claim for claim in claims if len(claim.split()) >= SHORTEST]
        print(len(found), "of", len(unique), "texts cut", flush=True)
    return found


def sheets(rows: list[Row], known: Words, rng: random.Random) -> Iterator[Sheet]:
    """Yield sheets of the texts that weights may be made from, of each set of texts once."""
    rows = _first_of_each(rows)
    claims_of = cut([text for row in rows for text in (row["text"], *row["passages"].values())])
    pools: dict[int, list[str]] = {}
    for row in rows:
        pools.setdefault(fold_of(row["id"], FOLDS), []).extend(claims_of[row["text"]])
    for row in rows:
        texts = [row["text"], *row["passages"].values()]
        rated = {(claim, p) for p in row["passages"].values() for claim in row["claims"]}
        for passage in texts:
            asked = []
            for other in texts:
                said = claims_of[other]
                asked += rng.sample(said, min(len(said), OWN if other == passage else ASKED))
            true = [claim for text in texts for claim in claims_of[text]]
            for claim in rng.sample(true, min(len(true), CHANGED)):
                asked += [other for other in [changed(claim, known, rng)] if other]
            asked += rng.sample(pools[fold_of(row["id"], FOLDS)], STRANGERS)
            asked = [c for c in dict.fromkeys(asked) if (c, passage) not in rated]
            rng.shuffle(asked)
            for first in range(0, len(asked), AT_ONCE):
                part = asked[first : first + AT_ONCE]
                yield Sheet(row["id"], passage, part, [NOT_RATED] * len(part))


def _first_of_each(rows: list[Row]) -> list[Row]:
    """Return the rows without those whose text is a passage of a row before."""
    seen: set[str] = set()
    kept = []
    for row in rows:
        if row["text"] not in seen:
            kept.append(row)
            seen.update(row["passages"].values())
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("ratings", type=Path, nargs="+")
    parser.add_argument("--words", type=Path, required=True)
    args = parser.parse_args()
    rows = [json.loads(line) for p in args.ratings for line in p.read_text("utf-8").splitlines()]
    allowed = [row for row in rows if row["weights"]]
    write(args.out, sheets(allowed, Words(args.words), random.Random(SEED)))


if __name__ == "__main__":
    main()
