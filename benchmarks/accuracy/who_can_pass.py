"""Honest releases of real collections: do they pass where the data suffice?

    python -m benchmarks.accuracy.who_can_pass [COLLECTION RELEASE RECORDS]...

Each release is private by construction. ``topics``: one line for each record, which at least ten
others have, too. ``others``: texts of other people of the collection, as a synthetic release would
be, with people held out as the control. ``erase``: nothing. ``scrub`` and ``common`` (only words
that one record in eight has) stand beside them for releases that keep what tells people apart.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks._data import rows
from seethrough import audit, sanitize
from seethrough.engine.judging import sheets_judged_once
from seethrough.engine.result import Audit
from seethrough.engine.verdict.limits import TOLERANCE, Tolerances
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.terminal.summary import shown_reasons
from seethrough.report.terminal.tables import table

FEWEST = 10
"""So many records share a topic line."""

LONGEST = 1500
"""In characters, of a record."""

LARGER = 0.1
"""The second tolerance."""

COLLECTIONS = {
    "vignettes": ("medqa_usmle.jsonl", "question", "A patient with {}."),
    "notes": ("mts_dialog.jsonl", "section_text", "A patient with {}."),
    "forum": ("patient_qa.jsonl", "question_text", "A patient with {}."),
    "mails": ("enron_aeslc.jsonl", "body", "A colleague writes about {}."),
    "biographies": ("wikiactors_pool.jsonl", "public_knowledge", "An actor works in {}."),
}
"""File, column and topic line of each."""

TOPICS: Mapping[str, Mapping[str, str]] = {
    "A patient with {}.": {
        "something on the skin": r"skin|rash|acne|itch",
        "a question on a pregnancy": r"pregnan|period|baby|birth",
        "something of the heart": r"heart|chest|blood pressure|hypertens",
        "a pain": r"pain|ache|hurt|sore",
        "an infection": r"infect|fever|cough|virus",
        "a question on a drug": r"drug|tablet|mg\b|medic|dose|pill",
    },
    "A colleague writes about {}.": {
        "a meeting": r"meeting|schedul|agenda",
        "a contract": r"contract|agreement|legal",
        "prices": r"price|trad|market|gas|power",
        "a document": r"attach|document|report|draft|file",
    },
    "An actor works in {}.": {
        "films": r"film|movie",
        "the theatre": r"theat|stage|broadway",
        "television": r"televis|tv\b|series",
    },
}
"""Topics and the words by which a record has them."""

SMALLEST = [("vignettes", "topics", "20")]


def texts_of(collection: str) -> list[str]:
    """Return the different texts of a collection, of 200 characters and more, shuffled."""
    name, column, _ = COLLECTIONS[collection]
    found = [str(row.get(column) or "")[:LONGEST] for row in rows(name)]
    texts = list(dict.fromkeys(text for text in found if len(text) >= 200))
    random.Random(5).shuffle(texts)
    return texts


def topics(texts: Sequence[str], line: str) -> list[str]:
    """Return a line for each text, with the topic that has most words in it or with none."""
    chosen = []
    for text in texts:
        counts = {t: len(re.findall(words, text.lower())) for t, words in TOPICS[line].items()}
        best = max(counts, key=counts.__getitem__)
        chosen.append(best if counts[best] else "something")
    shared = Counter(chosen)
    return [line.format(t if shared[t] >= FEWEST else "something") for t in chosen]


def common(texts: Sequence[str]) -> list[str]:
    """Return the texts with ``something`` for runs of words that fewer than one in eight have."""
    counts = Counter(w for text in texts for w in {*re.findall(r"[a-z']+", text.lower())})
    kept = {w for w, n in counts.items() if n >= max(FEWEST, len(texts) / 8)}
    out = []
    for text in texts:
        words = (w if w in kept else "something" for w in re.findall(r"[a-z']+", text.lower()))
        out.append(re.sub(r"(something )+", "something ", " ".join(words)))
    return out


def made(collection: str, release: str, records: int) -> tuple[Corpus, Any, Corpus | None]:
    """Return so many private records of a collection, a release of them, and people held out."""
    texts = texts_of(collection)
    mine, rest = texts[:records], texts[records:]
    private = Corpus.from_texts(mine, [f"r{i}" for i in range(len(mine))], name=collection)
    if release == "others":
        half = min(records, len(rest) // 2)
        other = Corpus.from_texts(rest[:half], [f"s{i}" for i in range(half)])
        held_out = Corpus.from_texts(rest[half : 2 * half], [f"c{i}" for i in range(half)])
        return private, TextRelease(other, aligned=False), held_out
    if release in ("scrub", "erase"):
        return private, sanitize(private, release), None
    line = COLLECTIONS[collection][2]
    texts = topics(mine, line) if release == "topics" else common(mine)
    return private, private.with_texts(texts), None


def words_of(found: Audit, larger: Audit) -> Iterator[str]:
    """Yield each answer, with the one at the larger tolerance where that is another."""
    for answer in found.verdict.answers:
        other = larger.verdict[answer.question].word
        yield answer.word + (f" ({LARGER:g}: {other})" if other != answer.word else "")


def main(arguments: Sequence[str]) -> None:
    """Print a row for each release, then what is said first of each."""
    given = iter(arguments)
    wanted = list(zip(given, given, given, strict=False)) or SMALLEST
    lines, why = [("collection", "release", "n", "identifiers", "sensitive", "anonymous")], []
    with sheets_judged_once(), tempfile.TemporaryDirectory() as folder:
        for collection, release, records in wanted:
            private, released, control = made(collection, release, int(records))
            run = Path(folder) / f"{collection}-{release}-{records}"
            found, larger = (
                audit(private, released, control=control, run=run, tolerances=Tolerances(most))
                for most in (TOLERANCE, LARGER)
            )
            row = (collection, release, f"{len(private)}", *words_of(found, larger))
            said = " ".join(shown_reasons(found, text=False)[:3])
            lines.append(row)
            why.append(f"{collection}, {release}: {said}")
            print(*row, said, sep="; ", file=sys.stderr, flush=True)
    print("\n".join(table(lines)))
    print()
    print("\n".join(why))


if __name__ == "__main__":
    main(sys.argv[1:])
