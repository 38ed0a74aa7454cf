"""Private records and a control of another size."""

from __future__ import annotations

import pytest

from seethrough.engine.runs.equal_size import PARTS, Sizes, cut, parts, reasons
from seethrough.records.corpus import Corpus
from seethrough.statistics.seeding import generator


def corpus(records: int, words: int) -> Corpus:
    return Corpus.from_texts([" ".join(["word"] * words)] * records)


def words(of: Corpus) -> int:
    return sum(len(text.split()) for text in of.texts)


def test_sizes_are_counted_in_words() -> None:
    sizes = Sizes.of(corpus(6, 10), corpus(4, 5))
    assert sizes == Sizes(6, 60, 4, 20)
    assert sizes.scale == 3
    assert Sizes(1, 5, 0, 0).scale == float("inf")
    ratios = [(105, 100), (100, 105), (106, 100), (100, 106)]
    assert [Sizes(1, a, 1, b).alike for a, b in ratios] == [True, True, False, False]


def test_where_no_space_stands_between_words_every_sign_is_one() -> None:
    assert Sizes.of(Corpus.from_texts(["我头痛。"]), corpus(1, 1)).private_words == 3


@pytest.mark.parametrize(("wanted", "records"), [(30, 3), (34, 3), (36, 4), (1, 1), (999, 9)])
def test_a_part_has_the_words_nearest_to_what_is_wanted(wanted: int, records: int) -> None:
    made = parts(corpus(9, 10), wanted, generator(0), count=4)
    assert [len(part) for part in made] == [records] * 4
    for part in made:
        assert list(part.ids) == sorted(part.ids, key=int)
        assert len(set(part.ids)) == records


def test_parts_differ_and_parts_of_nothing_are_empty() -> None:
    made = parts(corpus(40, 10), 100, generator(0))
    assert len({tuple(part.ids) for part in made}) == len(made) == PARTS
    assert [len(part) for part in parts(corpus(0, 1), 5, generator(0), count=2)] == [0, 0]


def test_the_larger_side_is_cut_to_the_size_of_the_smaller() -> None:
    large, small = corpus(60, 10), corpus(20, 10)
    found = cut(large, small, seed=1)
    assert {words(part) for part in found.private} == {200}
    assert {words(part) for part in found.halves} == {100}
    assert found.control == ()
    turned = cut(small, large, seed=1)
    assert {words(part) for part in turned.control} == {200}
    assert {words(part) for part in turned.halves} == {300}
    assert turned.private == ()
    assert turned.sizes == Sizes(20, 200, 60, 600)
    alike = cut(small, corpus(20, 10), seed=1)
    assert (alike.private, alike.control) == ((), ())
    assert len(alike.halves) == PARTS


def test_nothing_is_cut_to_nothing() -> None:
    for private, control in ((corpus(3, 5), corpus(2, 0)), (corpus(3, 0), corpus(2, 5))):
        found = cut(private, control, seed=1)
        assert (found.private, found.control) == ((), ())


def test_a_control_of_half_the_words_is_worth_a_word() -> None:
    assert reasons(Sizes(9, 199, 5, 100)) == []
    (reason,) = reasons(Sizes(9, 200, 5, 100))
    assert (reason.kind, reason.word) == ("small_control", "pass")
    assert reason.facts == {
        "private_records": 9, "private_words": 200, "control_records": 5, "control_words": 100,
    }  # fmt: skip
