"""The control of an aligned release: the same adversary, without the target's own record."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Any

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.assignment import Assignment
from seethrough.linkers.bm25 import BM25
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

JOINT = Inference(Rouge(similar=0.7), Assignment(BM25()), First(1), Sentence())
TELLING = 8
PRIVATE = Corpus.from_texts(
    [f"She met number {n} at noon. She likes tea. Code{n} opens{n} gate{n}." for n in range(40)]
)


def cell(attack: Any, texts: list[str]) -> Any:
    release = TextRelease(PRIVATE.with_texts(texts))
    return run_attack(attack, release, "r", Setting(PRIVATE, None, 0, MemoryStore()))


def told(arm: Any) -> float:
    return fmean(t.value / t.of for t in arm.tallies("semantic.leak_rate"))


def test_unseen_targets_are_linked_as_seen_ones_where_most_records_say_nothing() -> None:
    """Of 40 people 8 are disclosed whole; everybody likes tea, which their records tell of all."""
    texts = [*PRIVATE.texts[:TELLING], *["Withheld."] * (len(PRIVATE) - TELLING)]
    found = cell(JOINT, texts)
    assert told(found.targets) == TELLING / len(PRIVATE)
    assert told(found.control) <= 0.5 * TELLING / len(PRIVATE)
    assert told(found.alone) > 0.45
    (rate,) = (e for e in found.estimates if e.name == "semantic.leak_rate")
    assert rate.excess.value > 0.08


def test_one_record_that_tells_of_many_is_read_for_each_of_them() -> None:
    texts = [" ".join(PRIVATE.texts[1:]), *["Withheld."] * (len(PRIVATE) - 1)]
    found = cell(JOINT, texts)
    assert told(found.control) <= 1 / len(PRIVATE)
    assert told(found.alone) > 0.9


def test_where_each_target_is_linked_by_itself_there_is_one_control() -> None:
    assert cell(replace(JOINT, linker=BM25()), list(PRIVATE.texts)).alone is None
