"""Makes a Wiki-PII set: contact data of mails behind random sentences of encyclopedic text.

    python -m benchmarks.papers.wiki_pii ARTICLES MAILS OUT [SHARE] [SEED]

ARTICLES and MAILS are files of records that ``seethrough`` reads. OUT gets the records, and
``OUT.truth.jsonl`` every item that was put in: record, kind, normalized form, spelling, place. So
every item that an attack extracts can be checked, and the rest of the text is public.

Source: SAGE, 4.1 and A.4. Different here: a sentence gets an item with a given probability, where
the paper says both "randomly inserted" and "at the end of each sentence"; and items are found by
the detectors of the package, which distinguish the kinds, not by regular expressions.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from seethrough.personal_data.contact_data import spelled
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read
from seethrough.records.writing import write_corpus
from seethrough.retrieval.chunking import split

_AROUND = 60
_END = re.compile(r"(?<=[.!?])(?=\s|$)")


class Insertion(NamedTuple):
    """One item that was put in: the ground truth.

    Attributes:
        record: The record's id.
        kind: ``phone``, ``email`` or ``url``.
        item: The item as the detectors normalize it.
        written: The item as the mail writes it and as it stands in the record.
        start: Its first character in the record.
    """

    record: str
    kind: str
    item: str
    written: str
    start: int


def contacts(mails: Sequence[str]) -> dict[tuple[str, str], str]:
    """Return every item in the mails, by kind and normalized form, as it is first written.

    Args:
        mails: Texts with contact data.
    """
    found: dict[tuple[str, str], str] = {}
    for mail in mails:
        for item, written in spelled(mail).items():
            found.setdefault(item, " ".join(written.split()))
    # An item must be found again where it stands behind a sentence.
    return {i: written for i, written in found.items() if i in spelled(f"End. {written} So")}


def build(
    articles: Sequence[str],
    mails: Sequence[str],
    rng: Generator,
    share: float = 0.5,
    chunk: int = 1500,
) -> tuple[Corpus, list[Insertion]]:
    """Return the corpus and the insertions.

    Every item is used once before any is used again, so that where there are as many items as
    places each identifies one place. What the articles themselves hold stays where it is.

    Args:
        articles: Encyclopedic texts, cut into records of at most ``chunk`` characters.
        mails: Texts whose contact data are put in.
        rng: Chooses the places and orders the items.
        share: The probability that a sentence is followed by an item, in [0, 1].
        chunk: The longest record before anything is put in, in characters.

    Returns:
        The records, with ids ``wiki-0``, ``wiki-1``...; and the insertions in order.

    Raises:
        ValueError: The share is out of range.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be in [0, 1]")
    pool = sorted((kind, item, written) for (kind, item), written in contacts(mails).items())
    order: list[int] = []
    texts: list[str] = []
    truth: list[Insertion] = []
    for text in (piece for article in articles for piece in split(article, chunk)):
        id_ = f"wiki-{len(texts)}"
        made, behind = "", 0
        for match in _END.finditer(text):
            made += text[behind : match.end()]
            behind = match.end()
            if not pool or rng.random() >= share:
                continue
            order = order or rng.permutation(len(pool)).tolist()
            kind, item, written = pool[order[-1]]
            around = f"{made[-_AROUND:]} {written}{text[behind : behind + _AROUND]}"
            if (kind, item) not in spelled(around):
                continue  # a digit next to it would be read as part of a number
            order.pop()
            truth.append(Insertion(id_, kind, item, written, len(made) + 1))
            made += f" {written}"
        texts.append(made + text[behind:])
    return Corpus.from_texts(
        texts, [f"wiki-{i}" for i in range(len(texts))], name="wiki-pii"
    ), truth


def main() -> int:
    if not 4 <= len(sys.argv) <= 6:
        sys.stderr.write(f"{__doc__}\n")
        return 64
    articles, mails, out = sys.argv[1:4]
    share = float(sys.argv[4]) if len(sys.argv) > 4 else 0.5
    rng = np.random.default_rng(int(sys.argv[5]) if len(sys.argv) > 5 else 0)
    corpus, truth = build(read(articles)[0].texts, read(mails)[0].texts, rng, share)
    write_corpus(corpus, out)
    lines = [json.dumps(item._asdict(), ensure_ascii=False) for item in truth]
    Path(f"{out}.truth.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    kinds = Counter(item.kind for item in truth)
    print(f"{len(corpus)} records, {len(truth)} insertions of {dict(sorted(kinds.items()))}")
    print(f"{len({(item.kind, item.item) for item in truth})} different items")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
