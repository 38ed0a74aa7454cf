"""Verbatim matching of many answers against many documents, beside a plain search.

    python -m benchmarks.peers.verbatim [ANSWERS] [DOCUMENTS]

Documents are sentences of patient_qa put together anew (eight each), so they share many sentences,
as real corpora share set phrases. Half of the answers repeat one to three sentences of a document
amid other words, the others shuffle a document's words and so repeat nothing for long. The plain
search reads every document for every run of ten tokens of an answer; it gets a sample of the
answers, since all of them would take it hours, and both must say the same about the sample.
"""

from __future__ import annotations

import random
import re
import resource
import sys
import time

from benchmarks._data import rows
from seethrough.extraction.tokens import tokens
from seethrough.extraction.verbatim import excerpts

LEAST = 10
SAMPLE = 4
ALLOWED = 60.0


def made(answers: int, documents: int) -> tuple[list[str], list[str]]:
    """Return so many answers and documents."""
    texts = [f"{row['question']} {row['answer']}" for row in rows("patient_qa.jsonl")]
    sentences = [s for text in texts for s in re.split(r"(?<=[.!?])\s+", text) if s.strip()]
    rng = random.Random(0)
    corpus = [" ".join(rng.choices(sentences, k=8)) for _ in range(documents)]
    said = []
    for i in range(answers):
        document = rng.choice(corpus)
        if i % 2:
            words = document.split()
            rng.shuffle(words)
            said.append(" ".join(words))
        else:
            parts = re.split(r"(?<=[.!?])\s+", document)
            at = rng.randrange(len(parts))
            said.append(f"Of course, here it is: {' '.join(parts[at : at + 3])} That is all {i}.")
    return said, corpus


def plain(answers: list[str], documents: list[str]) -> list[list[tuple[str, ...]]]:
    """Return what each answer repeats, by searching every document for every run."""
    joined = [f" {' '.join(tokens(document))} " for document in documents]
    found = []
    for answer in answers:
        words, own, start = tokens(answer), [], 0
        while start + LEAST <= len(words):
            run = f" {' '.join(words[start : start + LEAST])} "
            places = [text for text in joined if run in text]
            if not places:
                start += 1
                continue
            end = start + LEAST
            while end < len(words):
                longer = f" {' '.join(words[start : end + 1])} "
                places = [text for text in places if longer in text]
                if not places:
                    break
                end += 1
            own.append(tuple(words[start:end]))
            start = end
        found.append(own)
    return found


def main() -> int:
    given = [int(argument) for argument in sys.argv[1:]]
    answers, documents = made(*(given + [10_000, 200_000][len(given) :]))
    size = sum(map(len, documents)) / 1e6
    print(f"{len(answers):,} answers; {len(documents):,} documents, {size:.0f} million characters")
    began, worked = time.perf_counter(), time.process_time()
    ours = excerpts(answers, documents, LEAST)
    took, worked = time.perf_counter() - began, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    repeating = sum(map(bool, ours))
    print(
        f"seethrough: {took:.1f} s ({worked:.1f} s of one core), {repeating:,} answers repeat"
        f" something; peak {peak:.1f} GiB"
    )
    step = max(1, len(answers) // SAMPLE)
    sample = [i + i // step % 2 for i in range(0, len(answers) - 1, step)][:SAMPLE]
    began = time.perf_counter()
    theirs = plain([answers[i] for i in sample], documents)
    each = (time.perf_counter() - began) / max(1, len(sample))
    same = [[e.tokens for e in ours[i]] for i in sample] == theirs
    hours = each * len(answers) / 3600
    print(f"plain search: {each:.1f} s an answer ({len(sample)} tried), so {hours:.1f} h for all")
    print(f"the same excerpts on the sample: {'yes' if same else 'NO'}")
    print(f"within {ALLOWED:.0f} s: {'yes' if took < ALLOWED else 'NO'}")
    return 0 if same and took < ALLOWED else 1


if __name__ == "__main__":
    raise SystemExit(main())
