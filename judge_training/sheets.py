# ruff: noqa: D103, T201
"""Sheets: a passage and the graded claims about it, from ratings and from inference pairs.

    python -m judge_training.sheets OUT.jsonl RATINGS.jsonl [RATINGS.jsonl ...]  ratings of texts
    python -m judge_training.sheets OUT.jsonl NLI_PAIRS.jsonl  premises and hypotheses

Kept is only what shipped weights may be made from: ratings marked ``weights``, and of the inference
pairs SNLI and Breaking NLI (CC BY-SA 4.0). Claims rated ``x`` are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDS = 3
"""Into how many parts texts are cut for cross-validation."""
ALLOWED = ("snli", "breaking")
GRADES = {"entailment": 1, "neutral": 2, "contradiction": 3}


class Sheet(NamedTuple):
    """A passage with claims and their grades.

    Attributes:
        text: The id of what all were made from.
        passage: The passage.
        claims: The claims.
        grades: The grade of each, 1 to 3; 0 where nobody rated (``cutting.py``).
    """

    text: str
    passage: str
    claims: list[str]
    grades: list[int]


def fold_of(text: str, folds: int) -> int:
    """Return the fold of a text: the same in every process and in any set."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % folds


def read(path: Path) -> list[Sheet]:
    with path.open(encoding="utf-8") as file:
        return [Sheet(**json.loads(line)) for line in file]


def write(path: Path, sheets: Iterable[Sheet]) -> None:
    """Write sheets, a line each; prints how many claims they hold."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for sheet in sheets:
            file.write(json.dumps(sheet._asdict(), ensure_ascii=False) + "\n")
            count += len(sheet.claims)
    print(path.stem, count, "claims")


def outside(sheets: list[Sheet], fold: int, folds: int) -> list[Sheet]:
    """Return the sheets of texts in other folds; all where ``folds`` is 0."""
    return [sheet for sheet in sheets if not folds or fold_of(sheet.text, folds) != fold]


def rated(rows: list[dict[str, Any]]) -> Iterator[Sheet]:
    for row in rows:
        if row["weights"]:
            for kind, grades in row["ratings"].items():
                kept = [(c, int(g)) for c, g in zip(row["claims"], grades, strict=True) if g != "x"]
                if kept:
                    claims, numbers = zip(*kept, strict=True)
                    yield Sheet(row["id"], row["passages"][kind], list(claims), list(numbers))


def inferred(rows: list[dict[str, Any]]) -> Iterator[Sheet]:
    premises: dict[str, list[tuple[str, int]]] = {}
    for row in rows:
        if row["source"].startswith(ALLOWED):
            pair = (row["hypothesis"], GRADES[row["label"]])
            premises.setdefault(row["premise"], []).append(pair)
    for premise, pairs in premises.items():
        claims, grades = zip(*pairs, strict=True)
        yield Sheet(premise, premise, list(claims), list(grades))


def made(paths: list[Path]) -> Iterator[Sheet]:
    for path in paths:
        with path.open(encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        yield from inferred(rows) if "premise" in rows[0] else rated(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sources", type=Path, nargs="+")
    args = parser.parse_args()
    write(args.out, made(args.sources))


if __name__ == "__main__":
    main()
