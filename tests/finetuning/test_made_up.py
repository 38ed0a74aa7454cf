"""Made-up people: the same for a seed, with spans that say what is private."""

from __future__ import annotations

import re

from seethrough import spec
from seethrough.finetuning.made_up import people


def test_each_person_has_the_four_kinds_where_the_spans_say_so() -> None:
    corpus = people(30, seed=4)
    tagger = spec.parse("taggers", "column")
    for record, spans in zip(corpus, tagger.tag(corpus), strict=True):
        written = {kind: record.text[a:b] for a, b, kind in spans}
        assert [*written] == ["name", "address", "email", "ssn"]
        assert re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", written["name"])
        assert re.fullmatch(r"\d+ \w+ \w+, \w+", written["address"])
        assert re.fullmatch(r"[a-z.]+\d\d@mail\.example", written["email"])
        assert re.fullmatch(r"\d{3}-\d{2}-\d{4}", written["ssn"])
        # The question names the case and nobody.
        assert all(value not in record.fields["question"] for value in written.values())
        assert record.id.removeprefix("case-") in record.fields["question"]


def test_a_person_depends_on_the_seed_and_the_case_alone() -> None:
    assert people(9, seed=4).hash == people(9, seed=4).hash != people(9, seed=5).hash
    assert people(9, seed=4).texts[3:] == people(6, seed=4, start=4).texts
    assert len({*people(200).texts}) == 200
