"""What no control excuses, measured: originals that stand word for word, and direct identifiers.

    python -m benchmarks.accuracy.floors [RECORDS]

Verbatim: how many records of one half of a data set "stand" in the other half, and in paraphrases
of them by a language model (nobody's original is there, so all are set phrases, near copies in the
source or mistakes); then how long it takes to look for 20,000 originals of 120 words among as many
released records. Identifiers: recall and precision on sentences with marked personal data, on
biographies with marked direct identifiers, and on claims labelled as identifiers; a span counts as
found where what was found holds it or is held by it, word by word.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence

import numpy as np

from benchmarks._data import rows
from seethrough.engine.originals.standing import find as standing
from seethrough.personal_data.identifiers import find as identifiers
from seethrough.records.corpus import Corpus
from seethrough.text.normalised import words
from seethrough.text.words import vocabulary

SETS = {
    "yelp_sentences": "sentence",
    "patient_qa": "question",
    "nq_open": "question",
    "medqa_usmle": "question",
    "agnews": "text",
    "chatdoctor5k_generated": "input",
    "enron_aeslc": "body",
}
PASSAGES = ("anonymized", "altered", "paraphrased", "condensed")
MARKED = vocabulary(
    "PERSON EMAIL_ADDRESS PHONE_NUMBER IBAN_CODE CREDIT_CARD US_SSN STREET_ADDRESS IP_ADDRESS"
    " US_DRIVER_LICENSE"
)
ALLOWED = 30.0


def main() -> int:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print("| originals looked for in | originals | stand |\n| --- | ---: | ---: |")
    for name, column in SETS.items():
        texts = list(dict.fromkeys(row[column] for row in rows(f"{name}.jsonl")))
        chance(f"the other half of {name}", texts[::2], texts[1::2])
    rated = rows("judge_ratings.jsonl")
    for kind in PASSAGES:
        chance(kind, [r["text"] for r in rated], [r["passages"][kind] for r in rated])
    took = speed(records)
    print("\n| identifiers | recall | precision |\n| --- | --- | --- |")
    marked()
    claims(rated)
    return 0 if took < ALLOWED else 1


def chance(name: str, private: Sequence[str], released: Sequence[str]) -> None:
    found = standing(Corpus.from_texts(private), Corpus.from_texts(released))
    print(f"| {name} | {len(private):,} | {len(found)} |")


def speed(records: int) -> float:
    rng = np.random.default_rng(0)
    lexicon = np.array([f"word{i}" for i in range(50_000)])
    weights = 1 / (np.arange(50_000) + 10)
    drawn = rng.choice(lexicon, (2 * records, 120), p=weights / weights.sum())
    texts = [" ".join(row) for row in drawn.tolist()]
    private = Corpus.from_texts(texts[:records])
    took = 0.0
    for name, others in (("themselves", texts[:records]), ("others", texts[records:])):
        released = Corpus.from_texts(others, [f"r{i}" for i in range(records)])
        began = time.process_time()
        found = standing(private, released)
        took = max(took, time.process_time() - began)
        print(f"\n{records:,} records in {name}: {len(found):,} stand; {took:.1f} s of one core")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak {peak:.1f} GiB; within {ALLOWED:.0f} s: {'yes' if took < ALLOWED else 'NO'}")
    return took


def marked() -> None:
    made = rows("presidio_synth.jsonl")
    gold = [[s["entity_value"] for s in r["spans"] if s["entity_type"] in MARKED] for r in made]
    spans("presidio_synth", [r["full_text"] for r in made], gold, gold)
    lives = rows("wiki_replace.jsonl")
    mentions = [next(iter(r["annotations"].values()))["entity_mentions"] for r in lives]
    direct = [[m["span_text"] for m in ms if m["identifier_type"] == "DIRECT"] for ms in mentions]
    people = [
        d + [m["span_text"] for m in ms if m["entity_type"] == "PERSON"]
        for d, ms in zip(direct, mentions, strict=True)
    ]
    spans("wiki_replace", [r["text"] for r in lives], direct, people)


def spans(
    name: str, texts: Sequence[str], wanted: Sequence[list[str]], right: Sequence[list[str]]
) -> None:
    count: Counter[str] = Counter()
    for found, gold, allowed in zip(identifiers(texts), wanted, right, strict=True):
        held = [words(identifier.written) for identifier in found]
        told = [words(g) for g in gold]
        named = [words(g) for g in allowed]
        count["gold"] += len(told)
        count["told"] += sum(any(alike(g, h) for h in held) for g in told)
        count["found"] += len(held)
        count["right"] += sum(any(alike(g, h) for g in named) for h in held)
    recall = f"{count['told']} of {count['gold']} ({count['told'] / count['gold']:.2f})"
    precision = f"{count['right']} of {count['found']} ({count['right'] / count['found']:.2f})"
    print(f"| {name} | {recall} | {precision} |")


def alike(one: list[str], other: list[str]) -> bool:
    """Return whether one row of words holds the other."""
    short, long = sorted((one, other), key=len)
    size = len(short)
    return size > 0 and any(long[i : i + size] == short for i in range(len(long) - size + 1))


def claims(rated: Sequence[dict[str, object]]) -> None:
    labelled = [
        (claim, kind)
        for row in rated
        if row.get("classes")
        for claim, kind in zip(row["claims"], row["classes"], strict=True)  # type: ignore[call-overload]
    ]
    flagged = [bool(found) for found in identifiers([claim for claim, _ in labelled])]
    right = sum(f and kind == "D" for f, (_, kind) in zip(flagged, labelled, strict=True))
    direct = sum(kind == "D" for _, kind in labelled)
    recall = f"{right} of {direct} ({right / direct:.2f})"
    precision = f"{right} of {sum(flagged)} ({right / sum(flagged):.2f})"
    print(f"| claims of class D | {recall} | {precision} |")


if __name__ == "__main__":
    raise SystemExit(main())
