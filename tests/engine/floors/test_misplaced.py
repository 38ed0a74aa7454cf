"""Records under other ids than their own are noticed by what is known, whatever the attack."""

from __future__ import annotations

import pytest

from seethrough.engine.audit import audit
from seethrough.engine.compare import compare
from seethrough.engine.sanitize import sanitize
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.samples import path

LINKAGE = "linkage:linker=bm25,atomizer=sentence"


@pytest.fixture(scope="module")
def private() -> Corpus:
    return read_corpus(str(path("private.jsonl")))


@pytest.fixture(scope="module")
def released() -> Corpus:
    return read_corpus(str(path("release.jsonl")))


def moved(corpus: Corpus, by: int, of: int | None = None) -> Corpus:
    """Return a corpus in which the texts of the first ``of`` records are ``by`` ids further."""
    texts = corpus.texts
    first, rest = list(texts[:of]), list(texts[of:]) if of is not None else []
    return corpus.with_texts([*first[by:], *first[:by], *rest])


def kinds(private: Corpus, released: Corpus) -> dict[str, dict[str, int]]:
    result = audit(private, released, attacks=[LINKAGE])
    return {r.kind: dict(r.facts) for r in result.verdict.reasons if r.word == "inconclusive"}


def test_ids_that_were_moved_are_noticed(private: Corpus, released: Corpus) -> None:
    told = kinds(private, moved(released, 7))
    assert told["ids_moved"]["of"] == 60
    assert told["ids_moved"]["records"] > 40
    assert "ids_moved" in kinds(private, moved(released, 7, 30))


@pytest.mark.parametrize("maker", ["identity", "scrub", "erase"])
def test_records_that_say_less_than_their_own_are_not(private: Corpus, maker: str) -> None:
    assert "ids_moved" not in kinds(private, sanitize(private, maker).corpus)


def test_records_in_other_words_are_not(private: Corpus, released: Corpus) -> None:
    assert "ids_moved" not in kinds(private, released)


def test_such_a_release_is_not_the_safest(private: Corpus, released: Corpus) -> None:
    found = compare(
        private,
        [released, moved(released, 7)],
        attacks=[LINKAGE],
        utilities=["length_kept"],
        frontiers=[("linkage.top1", "utility.length_kept")],
    )
    assert found.safest.safest is None
    assert found.safest.out[1][0] == "untold"
    (frontier,) = found.frontiers
    assert ([point.place for point in frontier.front], frontier.untold) == ([0], (1,))
