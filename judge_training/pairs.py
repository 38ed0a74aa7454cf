"""Claims and passages with a grade, from all that the judge is fitted to and measured on."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from judge_training.making import CROSSED_WITH, SEED, crossed, made
from judge_training.sheets import FOLDS, Sheet, fold_of
from judge_training.words import Words

HERE = Path(__file__).parent
WITHHELD = HERE / "ratings" / "withheld.jsonl"


class Pair(NamedTuple):
    """A claim, what it was rated against, and the rating.

    ``source`` is ``new`` (``judge_ratings.jsonl``), ``near`` (``ratings/near_misses.jsonl``),
    ``made`` (by rule, ``making.py``), ``old`` (``gold_ratings.jsonl``), ``cut``
    (``ratings/withheld.jsonl``) or ``apart`` (by rule, of texts that no weight is made from: claims
    of strangers next to passages written for them); ``fold`` is the fold in which no weight was
    made from its text, ``FOLDS`` where none ever is.
    """

    claim: str
    passage: str
    grade: int
    text: str
    set: str
    kind: str
    fold: int
    source: str


def read(data: Path) -> list[Pair]:
    """Return all pairs in a fixed order; claims rated ``x`` are left out."""
    new = _rows(data / "judge_ratings.jsonl")
    near = _rows(HERE / "ratings" / "near_misses.jsonl")
    sheets = made(new + near, Words(data))
    return [
        *_rated(new, "new"),
        *_rated(near, "near"),
        *_made(sheets),
        *_old(_rows(data / "gold_ratings.jsonl")),
        *_rated(_rows(WITHHELD), "cut"),
        *_apart([row for row in new if not row["weights"]]),
    ]


def records(data: Path) -> dict[str, str]:
    """Return the rated texts themselves, by their ids in `Pair.text`; none of the older ones."""
    rows = _rows(data / "judge_ratings.jsonl")
    rows += [*_rows(HERE / "ratings" / "near_misses.jsonl"), *_rows(WITHHELD)]
    return {row["id"]: row["text"] for row in rows}


def fingerprint(pairs: Iterable[Pair]) -> str:
    """Return a hash of what was rated and how: another one means other pairs."""
    text = "\n".join(f"{p.claim}\t{p.passage}\t{p.grade}" for p in pairs)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _rated(rows: list[dict[str, Any]], source: str) -> Iterator[Pair]:
    for row in rows:
        fold = fold_of(row["id"], FOLDS) if row["weights"] else FOLDS
        for kind, grades in row["ratings"].items():
            passage = row["passages"][kind]
            for claim, grade in zip(row["claims"], grades, strict=True):
                if grade != "x":
                    yield Pair(
                        claim, passage, int(grade), row["id"], row["set"], kind, fold, source
                    )


def _made(sheets: dict[str, list[Sheet]]) -> Iterator[Pair]:
    for kind, found in sheets.items():
        for sheet in found:
            fold = fold_of(sheet.text, FOLDS)
            for claim, grade in zip(sheet.claims, sheet.grades, strict=True):
                yield Pair(claim, sheet.passage, grade, sheet.text, "made", kind, fold, "made")


def _apart(rows: list[dict[str, Any]]) -> Iterator[Pair]:
    of = {row["id"]: row for row in rows}
    for kind, sheet in crossed(rows, random.Random(SEED)):
        row = of[sheet.text]
        for claim in sheet.claims:
            if claim not in row["claims"]:
                yield Pair(
                    claim, sheet.passage, 3, sheet.text, row["set"], CROSSED_WITH + kind, FOLDS,
                    "apart",
                )  # fmt: skip


def _old(rows: list[dict[str, Any]]) -> Iterator[Pair]:
    for row in rows:
        text = row["pair"].split("|")[0]
        yield Pair(
            row["claim"], row["passage"], row["mode"], text, text.split("-")[0], row["kind"], FOLDS,
            "old",
        )  # fmt: skip
