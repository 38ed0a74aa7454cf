"""The chunks of ``seethrough`` beside those of LangChain's recursive splitter.

pip install langchain-text-splitters && python -m benchmarks.peers.chunking
"""

from __future__ import annotations

import random

from benchmarks._data import rows
from seethrough.retrieval.chunking import split

SIZES = ((1500, 0), (1500, 200), (100, 0), (40, 10), (7, 3))
EACH = 1500


def texts() -> list[str]:
    """Return mails, encyclopedic passages and articles, doctors' answers, and odd short texts."""
    passages = rows("wikitext2.jsonl")
    articles: dict[str, list[str]] = {}
    for row in passages:
        articles.setdefault(row["article_id"], []).append(row["text"])
    found = [row["text"] for row in passages[:EACH]]
    found += [row["body"] for row in rows("enron_aeslc.jsonl")[:EACH]]
    found += [row["answer"] for row in rows("patient_qa.jsonl")[:EACH]]
    found += ["\n".join(parts) for parts in articles.values()]
    rng = random.Random(0)
    return found + ["".join(rng.choices("ab \n.é😀", k=rng.randrange(300))) for _ in range(3000)]


def main() -> int:
    try:
        from langchain_text_splitters import (  # type: ignore[import-not-found]
            RecursiveCharacterTextSplitter,
        )
    except ImportError:
        raise SystemExit("langchain-text-splitters is not installed") from None
    every = texts()
    different = 0
    for size, overlap in SIZES:
        theirs = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
        same = sum(theirs.split_text(t) == split(t, size, overlap) for t in every)
        print(f"size {size:5}, overlap {overlap:3}: the same chunks of {same:,} of {len(every):,}")
        different += len(every) - same
    return int(bool(different))


if __name__ == "__main__":
    raise SystemExit(main())
