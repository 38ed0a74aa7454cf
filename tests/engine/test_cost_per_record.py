"""What an audit does with every record stays cheap: a million records have minutes for it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence

import pytest

import seethrough as st
from seethrough import samples
from seethrough.deobfuscation.viewing import adversary_view
from seethrough.engine.floors import naming
from seethrough.engine.originals import sentences, standing
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.linkers import bm25
from seethrough.linkers._postings import Counted
from seethrough.records.corpus import Corpus
from seethrough.text.languages.legibility import legibility
from seethrough.text.normalised import words

TEXTS = [
    json.loads(line)["text"] for line in samples.path("private.jsonl").read_text().splitlines()
]
COPIES = 12
PRIVATE = Corpus.from_texts([f"Visit {i}. {text}" for i in range(COPIES) for text in TEXTS])
RELEASED = Corpus.from_texts(
    [" ".join("*" if i % 7 == 3 else w for i, w in enumerate(t.split())) for t in PRIVATE.texts]
)


def seconds(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(3):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def cut(texts: Sequence[str]) -> None:
    for text in texts:
        words(text)


@pytest.mark.parametrize(
    ("stage", "times"),
    [
        (lambda: adversary_view(RELEASED), 35),
        (lambda: whole_rows(RELEASED), 6),
        (lambda: legibility(RELEASED.texts), 45),
        (lambda: standing.find(PRIVATE, RELEASED), 20),
        (lambda: sentences.reasons(PRIVATE, [RELEASED]), 50),
        (lambda: naming.reasons(PRIVATE, RELEASED), 3),
        (lambda: RELEASED.take(range(len(RELEASED))).hash, 3),
    ],
    ids=["disguises", "whole rows", "languages", "originals", "sentences", "names", "hash"],
)
def test_a_stage_takes_so_many_times_what_cutting_texts_into_words_takes(
    stage: Callable[[], object], times: float
) -> None:
    stage()
    limit = times * seconds(lambda: cut([*PRIVATE.texts, *RELEASED.texts])) / 2
    assert seconds(stage) < limit


def test_the_release_is_indexed_once_for_an_attack_and_its_curves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []
    count = bm25._counted

    def counting(documents: Sequence[str]) -> Counted:
        counted.append(len(documents))
        return count(documents)

    monkeypatch.setattr(bm25, "_counted", counting)
    bm25._postings.cache_clear()
    private, released = (corpus.take(range(250)) for corpus in (PRIVATE, RELEASED))
    found = st.audit(private, released, attacks=["linkage:linker=bm25"], targets=5)
    assert found.curves
    assert found.pools
    assert found.self_tests
    assert counted.count(250) == 1
