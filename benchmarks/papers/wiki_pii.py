"""Makes a Wiki-PII set: contact data of mails behind random sentences of encyclopedic text.

    python -m benchmarks.papers.wiki_pii ARTICLES MAILS OUT [SHARE] [SEED]

ARTICLES and MAILS are files of records that ``seethrough`` reads. OUT gets the records, and
``OUT.truth.jsonl`` every item that was put in: record, kind, normalised form, spelling, place.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from seethrough.extraction.wiki_pii import build
from seethrough.records.reading import read
from seethrough.records.writing import write_corpus


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
