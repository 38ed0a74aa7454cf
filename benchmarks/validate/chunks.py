"""Chunks of real texts, beside LangChain's recursive splitter."""

from __future__ import annotations

from benchmarks.peers.chunking import SIZES, texts
from benchmarks.validate.comparison import Comparison
from seethrough.retrieval.chunking import split

NEEDS = ("wikitext2.jsonl", "enron_aeslc.jsonl", "patient_qa.jsonl")
EVERY = 10


def compare() -> list[Comparison]:
    """Return how many of a tenth of the benchmark's texts are cut alike, at five sizes."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    some = texts()[::EVERY]
    same = 0
    for size, overlap in SIZES:
        splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
        same += sum(splitter.split_text(text) == split(text, size, overlap) for text in some)
    total = len(some) * len(SIZES)
    return [Comparison("texts cut alike", "LangChain", total, same, "equal")]
