# ruff: noqa: D103
"""More sheets from rated texts: claims made false by a rule, and passages put together anew.

    python -m judge_training.making OUT RATINGS.jsonl [RATINGS.jsonl ...] --words FOLDER

``FOLDER`` holds counter-fitting's lists of synonyms and antonyms (Apache-2.0). Writes a file of
each kind into the folder ``OUT``, of each text that weights may be made from:

* ``falsified``: claims as they are (1), denied (3), or with one number or word made another (3
  where little else is said, else 2), next to passages that disclose them wholly;
* ``framed``: claims next to a passage made of them, some denied, changed, asked or supposed;
* ``strangers``: claims next to passages of other texts of the same set, short ones one after
  another or loose sentences (3), so that a common manner or topic is not taken for disclosure;
* ``crossed``: claims of other texts (3), of the same set and of any, next to every passage that was
  written for a text, and some of its own: in the ratings a rewritten passage is nearly always the
  claims' own, so that a model learns to take its style for disclosure. The judge's networks are
  fitted to these and measured on them; its reader learns the same from ``mixing``.

Texts are mixed within a fold only (``sheets.fold_of``), so that cross-validation stays clean.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge_training.sheets import FOLDS, Sheet, fold_of, write
from judge_training.words import Words, changed, content_words
from seethrough.engine.judge_test.negation import negate
from seethrough.judges.rouge import recall, words

SEED = 11
LITTLE = 6
"""The most content words of a claim that says little else than what is changed."""
CLAIMS, STRANGERS, OWN = 9, 7, 4
"""The most claims of a sheet; of a stranger; and of the passages' own texts in addition."""
CHANGED = 0.55
"""The share of claims that are made false."""
CROSSED_WITH = "crossed with "
CROSSED, CROSSED_OWN = 4, 5
"""Claims of strangers for a passage, of the same set and of any set each; and its own."""
APART = 0.6
"""The ROUGE-L recall from which a stranger's claim may be in a passage by chance."""
CUT_FROM = 0.85
"""The ROUGE-L recall from which a claim counts as cut from a sentence."""
LONGEST = 230
"""The most words of a passage."""
FRAMES = [
    ("Nobody ever said that {}.", 3), ("It is not true that {}.", 3), ("It was denied that {}.", 3),
    ("The doctor ruled out that {}.", 3), ("Someone asked whether {}.", 2),
    ("If {}, things would be different.", 3), ("They wondered whether {}.", 2),
    ("There was a rumour that {}, but it proved wrong.", 3), ("In the film that was on, {}.", 3),
    ("An acquaintance in the same position said of himself that {}.", 3),
]  # fmt: skip
ANOTHERS = frozenset(["other", "neighbour"])
"""Kinds of passages that are another person's record."""
LOWERED = frozenset(["the", "she", "he", "it", "they", "a", "an"])
_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")

Row = dict[str, Any]
Graded = tuple[str, int]


def falsified(row: Row, known: Words, rng: random.Random) -> Iterator[Sheet]:
    for kind in ("text", "paraphrased", "anonymized"):
        passage = row["text"] if kind == "text" else row["passages"].get(kind)
        grades = row["ratings"].get("paraphrased" if kind == "text" else kind)
        if passage and grades:
            asked = []
            for claim, false in _with_falsehoods(row["claims"], grades, known, rng):
                chosen = rng.choice(false) if false and rng.random() < CHANGED else (claim, 1)
                asked.append(chosen)
            yield from _sheet(row["id"], passage, asked)


def framed(row: Row, known: Words, rng: random.Random) -> Iterator[Sheet]:
    said, asked = [], []
    for claim, false in _with_falsehoods(row["claims"], row["ratings"]["paraphrased"], known, rng):
        draw = rng.random()
        text, grade = claim, 1
        if draw < 0.3 and false:
            text, grade = rng.choice(false)
        elif draw < 0.6:
            frame, grade = rng.choice(FRAMES)
            text = frame.format(_inside(claim))
        said.append(text)
        asked.append((claim, grade))
    rng.shuffle(said)
    yield from _sheet(row["id"], " ".join(said), asked)


def _with_falsehoods(
    claims: list[str], grades: str, known: Words, rng: random.Random
) -> list[tuple[str, list[Graded]]]:
    """Return claims that are disclosed wholly, and what is false of each, with its grade."""
    sure = [claim for claim, grade in zip(claims, grades, strict=True) if grade == "1"]
    sure = rng.sample(sure, min(len(sure), CLAIMS))
    found = []
    for claim, denied in zip(sure, negate(sure), strict=True):
        false: list[Graded] = [(denied, 3)] if denied else []
        if other := changed(claim, known, rng):
            # Twice: words that are made others are what a judge overlooks.
            false += [(other, 3 if content_words(claim) <= LITTLE else 2)] * 2
        found.append((claim, false))
    return found


def strangers(rows: list[Row], rng: random.Random) -> Iterator[Sheet]:
    groups: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        for name in (row["set"], "any set"):
            groups.setdefault((fold_of(row["id"], FOLDS), name), []).append(row)
    for (_, name), group in sorted(groups.items(), key=lambda item: item[0]):
        if len(group) < 3:
            continue
        for _ in range(len(group) if name != "any set" else len(group) // 3):
            stranger, *those = rng.sample(group, min(len(group), rng.choice((2, 3, 4, 6, 9))))
            passage, asked = _put_together(those, rng)
            there = words(passage)
            theirs = [
                claim for claim in stranger["claims"]
                if len(words(claim)) > 3 and recall(words(claim), there) < APART
            ]  # fmt: skip
            asked += [(c, 3) for c in rng.sample(theirs, min(len(theirs), STRANGERS))]
            rng.shuffle(asked)
            yield from _sheet(stranger["id"], " ".join(passage.split()[:LONGEST]), asked)


def crossed(rows: list[Row], rng: random.Random) -> Iterator[tuple[str, Sheet]]:
    """Yield sheets with the kind of their passage."""
    for row in rows:
        fold = fold_of(row["id"], FOLDS)
        others = [r for r in rows if r is not row and fold_of(r["id"], FOLDS) == fold]
        alike = [r for r in others if r["set"] == row["set"]]
        stated = words(row["text"])
        for kind in row["ratings"]:
            passage = row["passages"][kind]
            there = words(passage)
            asked: list[Graded] = []
            for pool in (alike, others) if kind not in ANOTHERS else ():
                drawn = [rng.choice(rng.choice(pool)["claims"]) for _ in range(CROSSED) if pool]
                asked += [
                    (claim, 3) for claim in drawn
                    if len(words(claim)) > 3
                    and max(recall(words(claim), there), recall(words(claim), stated)) < APART
                ]  # fmt: skip
            own = [g for g in _graded(row, kind) if g[1]]
            if asked:
                asked += rng.sample(own, min(len(own), CROSSED_OWN))
                rng.shuffle(asked)
                yield from ((kind, sheet) for sheet in _sheet(row["id"], passage, asked))


def _put_together(those: list[Row], rng: random.Random) -> tuple[str, list[Graded]]:
    """Return a passage of one or several texts, and graded claims of theirs."""
    if len(those) == 1:
        kind = rng.choice([k for k in those[0]["passages"] if k in ("paraphrased", "condensed")])
        graded = [g for g in _graded(those[0], kind) if g[1]]
        return those[0]["passages"][kind], rng.sample(graded, min(len(graded), OWN))
    if rng.random() < 0.5:
        shortened = [r for r in those if "condensed" in r["passages"]][:OWN]
        own = [g for r in shortened[:2] for g in _graded(r, "condensed") if g[1] in (1, 3)]
        return " ".join(r["passages"]["condensed"] for r in shortened), own[: 2 * OWN]
    lines: list[str] = []
    own = []
    for row in those:
        parts = [p for p in _SENTENCE.split(row["text"]) if 3 < len(p.split()) < 40]
        lines += rng.sample(parts, min(len(parts), max(1, 12 // len(those))))
        own += [
            (claim, 1) for claim in row["claims"]
            if any(recall(words(claim), words(line)) >= CUT_FROM for line in lines)
        ]  # fmt: skip
    rng.shuffle(lines)
    return " ".join(lines), own[:OWN]


def _graded(row: Row, kind: str) -> list[Graded]:
    return [
        (claim, 0 if grade == "x" else int(grade))
        for claim, grade in zip(row["claims"], row["ratings"][kind], strict=True)
    ]


def _inside(claim: str) -> str:
    """Return a claim as it stands inside a sentence."""
    bare = claim.rstrip(". ")
    lowered = bare.split()[0].lower() in LOWERED if bare else False
    return bare[0].lower() + bare[1:] if lowered else bare


def _sheet(text: str, passage: str, asked: list[Graded]) -> Iterator[Sheet]:
    if asked:
        yield Sheet(text, passage, [claim for claim, _ in asked], [grade for _, grade in asked])


def made(rows: list[Row], known: Words) -> dict[str, list[Sheet]]:
    """Return all sheets by kind; the same ones for the same ratings."""
    rng = random.Random(SEED)
    allowed = [row for row in rows if row["weights"]]
    sheets = {
        "falsified": [s for row in allowed for s in falsified(row, known, rng)],
        "framed": [s for row in allowed for s in framed(row, known, rng)],
        "strangers": list(strangers(allowed, rng)),
    }
    for kind, sheet in crossed(allowed, rng):
        sheets.setdefault(f"{CROSSED_WITH}{kind}", []).append(sheet)
    return sheets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("ratings", type=Path, nargs="+")
    parser.add_argument("--words", type=Path, required=True)
    args = parser.parse_args()
    rows = [json.loads(line) for p in args.ratings for line in p.read_text("utf-8").splitlines()]
    found = made(rows, Words(args.words))
    for name, sheets in found.items():
        if not name.startswith(CROSSED_WITH):  # a reader learns from ``mixing`` instead
            write(args.out / f"{name}.jsonl", sheets)


if __name__ == "__main__":
    main()
