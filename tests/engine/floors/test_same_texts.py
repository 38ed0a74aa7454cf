"""People whose texts others have word for word cannot be found, and make every share smaller."""

from __future__ import annotations

import pytest

from seethrough.engine.audit import audit
from seethrough.engine.floors.same_texts import reasons
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


@pytest.mark.parametrize(("fillers", "count"), [(10, 0), (12, 1)])
def test_more_than_one_in_ten_people_without_a_text_of_their_own(fillers: int, count: int) -> None:
    texts = ["k.A.", " K.a.\n"] * (fillers // 2) + [f"My knee {n} hurts." for n in range(90)]
    found = reasons(Corpus.from_texts(texts))
    assert len(found) == count
    for reason in found:
        assert (reason.kind, reason.word) == ("texts_alike", "inconclusive")
        assert (reason.facts["people"], reason.facts["of"]) == (12, 102)


def test_a_text_of_ones_own_is_enough_and_who_repeats_oneself_has_one() -> None:
    texts = ["No.", "No.", "I limp.", "No.", "I am deaf.", "So what?", "So what?"]
    private = Corpus.from_texts(texts, persons=["a", "b", "b", "c", "c", "d", "d"])
    (reason,) = reasons(private)
    assert (reason.facts["people"], reason.facts["of"]) == (1, 4)
    assert reason.facts["private"] == {"ids": [private.ids[0]]}


def test_people_without_any_text_do_not_count() -> None:
    assert reasons(Corpus.from_texts([])) == reasons(Corpus.from_texts(["", " ", "\n"])) == []
    assert reasons(Corpus.from_texts(["", "", "I limp.", "I am deaf."])) == []


def test_an_audit_says_it() -> None:
    told = [f"I am {n} and limp." for n in range(20, 29)]
    private = Corpus.from_texts([*told, "No comment.", "No comment."])
    found = audit(private, TextRelease(private), attacks=["lexical"])
    assert "texts_alike" in [reason.kind for reason in found.verdict.reasons]
