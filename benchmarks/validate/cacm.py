"""BM25 on the CACM collection, beside Anserini's."""

from __future__ import annotations

import html
import json
import re
import tarfile

import numpy as np

from benchmarks._data import FOLDER
from benchmarks.validate.comparison import Comparison
from seethrough.linkers.bm25 import BM25

NEEDS = ("validate/cacm/documents.tar.gz", "validate/cacm/topics.json", "validate/cacm/qrels.txt")
DEPTH = 1000
_SOURCE = "Anserini, k1 0.9, b 0.4"
_TAG = re.compile(r"<[^>]+>")


def compare() -> list[Comparison]:
    """Return mean average precision and precision at 30; 3 % of theirs are tolerated."""
    documents = _documents()
    relevant = _relevant()
    topics = json.loads((FOLDER / "validate/cacm/topics.json").read_text("utf-8"))
    asked = [number for number in topics if number in relevant]
    names = list(documents)
    nothing: list[list[int]] = [[] for _ in asked]
    queries = [topics[number] for number in asked]
    links = BM25().link(queries, list(documents.values()), nothing, DEPTH, np.random.default_rng(0))
    average, at_30 = [], []
    for number, row, scores in zip(asked, links.indices, links.scores, strict=True):
        hits = [names[i] in relevant[number] for i, s in zip(row, scores, strict=True) if s > 0]
        places = np.flatnonzero(hits) + 1
        average.append(
            float((np.arange(1, len(places) + 1) / places).sum()) / len(relevant[number])
        )
        at_30.append(sum(hits[:30]) / 30)
    return [
        Comparison(f"BM25, CACM, {what}", _SOURCE, theirs, float(np.mean(ours)), "within", bound)
        for what, theirs, ours, bound in (
            ("mean average precision", 0.3123, average, 0.0094),
            ("precision at 30", 0.1942, at_30, 0.0058),
        )
    ]


def _documents() -> dict[str, str]:
    with tarfile.open(FOLDER / NEEDS[0]) as archive:
        found = {}
        for member in archive:
            file = archive.extractfile(member)
            if file is not None and member.name.endswith(".html"):
                text = file.read().decode("utf-8", "replace")
                name = member.name.rpartition("/")[2].removesuffix(".html")
                found[name] = html.unescape(_TAG.sub(" ", text))
    return found


def _relevant() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in (FOLDER / NEEDS[2]).read_text("utf-8").splitlines():
        topic, _, document, grade = line.split()
        if int(grade) > 0:
            found.setdefault(topic, set()).add(document)
    return found
