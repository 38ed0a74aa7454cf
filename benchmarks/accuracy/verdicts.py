"""Eight releases of one corpus, and what the audit says of each.

    python -m benchmarks.accuracy.verdicts [RECORDS]

The corpus: the texts of `judge_ratings.jsonl`, which come with an anonymized, a paraphrased and an
altered version, written by a large language model under a written brief.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from benchmarks._data import rows
from seethrough import audit, sanitize
from seethrough.engine.judging import sheets_judged_once
from seethrough.estimates.in_words import figure
from seethrough.records.corpus import Corpus
from seethrough.report.terminal.summary import shown_reasons
from seethrough.report.terminal.tables import table


def releases(private: Corpus, passages: dict[str, dict[str, str]]) -> dict[str, Corpus]:
    """Return the eight releases by name."""

    def written(kind: str) -> Corpus:
        return private.with_texts([passages[id_][kind] for id_ in private.ids])

    news = [row["text"] for row in rows("agnews.jsonl")[: len(private)]]
    two = [t if i in (3, len(private) // 2) else "" for i, t in enumerate(private.texts)]
    return {
        "identity": private.with_texts(private.texts),
        "erase": private.with_texts([""] * len(private)),
        "scrub": sanitize(private, "scrub").corpus,
        "anonymized": written("anonymized"),
        "paraphrased": written("paraphrased"),
        "altered": written("altered"),
        "unrelated (news)": private.with_texts(news),
        "two people verbatim": private.with_texts(two),
    }


def main(arguments: Sequence[str]) -> None:
    """Print a row per release, then the first reason of each."""
    most = int(arguments[0]) if arguments else 40
    rated = rows("judge_ratings.jsonl")[:most]
    private = Corpus.from_texts([r["text"] for r in rated], [r["id"] for r in rated], name="rated")
    passages = {r["id"]: r["passages"] for r in rated}
    head = ("release", "identifiers", "sensitive", "anonymous", "top1", "leak rate", "beyond")
    lines, why = [head], []
    with sheets_judged_once():
        for name, release in releases(private, passages).items():
            start = time.perf_counter()
            found = audit(private, release)
            took = time.perf_counter() - start
            leak = found["semantic.leak_rate"]
            words = [answer.word for answer in found.verdict.answers]
            figures = figure(found["linkage.top1"]), figure(leak), figure(leak.excess)
            lines.append((name, *words, *figures))
            why.append(f"{name}: {' '.join(shown_reasons(found, text=False)[:3])}")
            print(f"{name}: {found.verdict.word} after {took:.0f} s", file=sys.stderr, flush=True)
    print(f"{len(private)} records")
    print("\n".join(table(lines)))
    print()
    print("\n".join(why))


if __name__ == "__main__":
    main(sys.argv[1:])
