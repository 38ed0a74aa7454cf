# ruff: noqa: D103
"""Read generated pairs as the judge will: features and the window for the cross-encoder.

Usage: python prepare.py PAIRS.jsonl OUT.jsonl

Every group of pairs is read with a lexicon that has holes: the generator takes its synonyms from
the lexicon, and evidence must not look better in training than it does in life.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from seethrough.judges import _evidence, _grading, _lexicon, _reading
from seethrough.judges.rouge import recall, words

KEPT, LEXICONS = 0.55, 12
DIALOGUES = {"dialogue/told", "dialogue/number", "dialogue/negate", "dialogue/sibling"}
LEAST, SOFT = 0.5, _evidence.NAMES.index("soft")


def evidence_of(
    rows: Sequence[dict[str, Any]], known: _lexicon.Lexicon
) -> Iterator[tuple[dict[str, Any], _evidence.Evidence, str]]:
    """Yield each row with its evidence and its window."""
    passages: dict[str, _evidence.Index] = {}
    for row in rows:
        text = row["passage"]
        if text not in passages:
            passages[text] = _evidence.index(_reading.read(text, known))
        if not passages[text].reading.sentences:
            continue
        claim = _reading.read(row["claim"], known)
        share = recall(words(row["claim"]), words(text))
        found = _evidence.weigh(claim, _evidence.units(claim), passages[text], known, share)
        yield row, found, _evidence.window(passages[text], found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    path = Path(_lexicon.__file__).with_name("lexicon.txt")
    lines = [s for s in path.read_text("utf-8").splitlines() if s.strip() and s[0] != "#"]
    rng = random.Random(5)
    lexicons = [
        _lexicon.build(line for line in lines if rng.random() < KEPT) for _ in range(LEXICONS)
    ]
    groups: dict[str, list[dict[str, Any]]] = {}
    with args.pairs.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            groups.setdefault(row["group"], []).append(row)
    with args.out.open("w", encoding="utf-8") as file:
        for number, rows in enumerate(groups.values()):
            for row, found, text in evidence_of(rows, lexicons[number % LEXICONS]):
                record = {key: row[key] for key in ("claim", "grade", "kind", "group")}
                record["window"] = text
                record["features"] = [round(float(v), 4) for v in found.features]
                record["verbatim"] = _grading.verbatim(found)
                if row["kind"] in DIALOGUES and found.features[SOFT] < LEAST:
                    continue  # the window does not hold what the note was written from
                file.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
