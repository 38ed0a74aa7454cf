# ruff: noqa: D103
"""Sheets of rated texts with strangers' claims among a passage's own.

    python -m judge_training.mixing OUT.jsonl RATINGS.jsonl [RATINGS.jsonl ...]

In ratings a rewritten passage is nearly always the claims' own, so that a model learns to take its
style for disclosure. Beside the rated claims of every passage stand ``STRANGERS`` claims of other
texts of the same fold (``sheets.fold_of``), half of them of the same set; nobody rated them, and
they count as not disclosed (3). Claims whose words stand in the passage or in the text that it was
made from are not taken. Next to another person's record there are none: its rated claims are
strangers' already.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from judge_training.making import ANOTHERS, APART, Row
from judge_training.sheets import FOLDS, Sheet, fold_of, write
from seethrough.judges.rouge import recall, words

SEED = 5
STRANGERS = 4
"""How many claims of strangers are drawn for a passage."""
SHORTEST = 4
"""The fewest words of a stranger's claim."""


def mixed(rows: list[Row], rng: random.Random) -> Iterator[Sheet]:
    """Yield one sheet for each passage of the texts that weights may be made from."""
    pools: dict[tuple[int, str], list[str]] = {}
    for row in rows:
        for name in (row["set"], ""):
            pools.setdefault((fold_of(row["id"], FOLDS), name), []).extend(row["claims"])
    for row in rows:
        own, stated = set(row["claims"]), words(row["text"])
        fold = fold_of(row["id"], FOLDS)
        for kind, grades in row["ratings"].items():
            passage = row["passages"][kind]
            asked = [
                (claim, int(grade))
                for claim, grade in zip(row["claims"], grades, strict=True)
                if grade != "x"
            ]
            if kind not in ANOTHERS:
                drawn = [
                    rng.choice(pools[fold, name])
                    for name in (row["set"], "")
                    for _ in range(STRANGERS // 2)
                ]
                asked += [
                    (claim, 3)
                    for claim in drawn
                    if claim not in own and _apart(claim, words(passage), stated)
                ]
            if asked:
                rng.shuffle(asked)
                claims, numbers = zip(*asked, strict=True)
                yield Sheet(row["id"], passage, list(claims), list(numbers))


def _apart(claim: str, there: list[str], stated: list[str]) -> bool:
    said = words(claim)
    return len(said) >= SHORTEST and max(recall(said, there), recall(said, stated)) < APART


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("ratings", type=Path, nargs="+")
    args = parser.parse_args()
    rows = [json.loads(line) for p in args.ratings for line in p.read_text("utf-8").splitlines()]
    write(args.out, mixed([row for row in rows if row["weights"]], random.Random(SEED)))


if __name__ == "__main__":
    main()
