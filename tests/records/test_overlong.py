"""A text of megabytes is cut, counted and never called safe; the audit gets through."""

from __future__ import annotations

import json
import time

import pytest

from seethrough.engine.audit import audit
from seethrough.records.corpus import Corpus
from seethrough.records.overlong import LONGEST, cut_overlong
from seethrough.records.reading import read_corpus
from seethrough.report.labels.reasons import sentence
from seethrough.samples import path


def test_a_cut_falls_between_words_and_is_counted() -> None:
    texts = ["short", "word " * 50_000, "x" * (LONGEST + 1), "y" * LONGEST]
    corpus = Corpus.from_texts(texts, fields=[{"a": n} for n in range(4)])
    cut, many = cut_overlong(corpus)
    assert many == 2
    assert [len(t) for t in cut.texts] == [5, LONGEST - 6, LONGEST, LONGEST]
    assert cut.texts[1].endswith("word word")
    assert (cut.ids, [r.fields for r in cut]) == (corpus.ids, [r.fields for r in corpus])
    assert cut_overlong(cut) == (cut, 0)


@pytest.mark.long
def test_a_line_of_51_megabytes_gets_through_linkage() -> None:
    private = read_corpus(path("private.jsonl")).take(range(30))
    texts = [*private.texts[:-1], "He lives in the old town by the river. " * 1_350_000]
    assert len(texts[-1].encode()) > 51_000_000
    records = Corpus.from_texts(texts, private.ids, private.persons)
    started = time.process_time()
    found = audit(records, records, attacks=["linkage:linker=bm25,atomizer=sentence"])
    assert time.process_time() - started < 60
    assert found.coverage["private_records_cut"] == found.coverage["released_records_cut"] == 1
    reason = next(r for r in found.verdict.reasons if r.kind == "overlong")
    assert reason.word == "inconclusive"
    assert "Only the first 100,000 characters were read of 1 private record and 1 released" in (
        sentence(reason.to_json())
    )
    assert "river" not in json.dumps(reason.to_json())


def test_what_was_cut_off_bars_a_pass() -> None:
    private = read_corpus(path("private.jsonl")).take(range(30))
    erased = private.with_texts([""] * 29 + ["blue " * 30_000])
    fast = ["linkage:linker=bm25,atomizer=sentence"]
    assert audit(private, erased, attacks=fast).verdict.word != "pass"
    kinds = {r.kind for r in audit(private, erased, attacks=fast).verdict.reasons}
    assert "overlong" in kinds


def test_ordinary_records_are_the_same_object() -> None:
    corpus = Corpus.from_texts(["short"])
    assert cut_overlong(corpus)[0] is corpus
