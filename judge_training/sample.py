# ruff: noqa: T201
"""Draw a sample of the ratings, for judges that are too slow to be asked about all of them.

    python -m judge_training.sample OUT.jsonl --data ../shared/data [--texts 42] [--claims 4]

Writes lines of the ratings' own form, which ``seethrough agree`` reads: texts drawn at random, of
each the same few of its claims against all its passages. The draw depends on the ids, the numbers
of the claims and ``--seed`` only, and the beginning of a larger sample is a smaller one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from operator import itemgetter
from pathlib import Path
from typing import Any


def drawn(rows: list[dict[str, Any]], texts: int, claims: int, seed: int) -> list[dict[str, Any]]:
    """Return rows of at most ``texts`` texts, each with some of its claims that could be rated.

    Args:
        rows: Lines of ``judge_ratings.jsonl``.
        texts: How many texts.
        claims: The most claims of a text.
        seed: Another one draws others.
    """

    def lot(what: str) -> bytes:
        return hashlib.sha256(f"{seed} {what}".encode()).digest()

    found = []
    for row in sorted(rows, key=lambda row: lot(row["id"]))[:texts]:
        marks = list(zip(*row["ratings"].values(), strict=True))
        rated = [i for i, mark in enumerate(marks) if "x" not in mark]
        own = sorted(
            sorted((lot(f"{row['id']} {i}"), i) for i in rated)[:claims], key=itemgetter(1)
        )
        found.append({
            **{field: row[field] for field in ("id", "set", "weights", "passages")},
            "claims": [row["claims"][i] for _, i in own],
            "ratings": {k: "".join(r[i] for _, i in own) for k, r in row["ratings"].items()},
        })  # fmt: skip
    return found


def main() -> None:
    """Write the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=42)
    parser.add_argument("--claims", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    lines = (args.data / "judge_ratings.jsonl").read_text("utf-8").splitlines()
    rows = drawn([json.loads(line) for line in lines], args.texts, args.claims, args.seed)
    args.out.write_text(
        "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8"
    )
    pairs = sum(len(marks) for row in rows for marks in row["ratings"].values())
    print(pairs, "pairs of", len(rows), "texts")


if __name__ == "__main__":
    main()
