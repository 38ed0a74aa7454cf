import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.records.corpus import (
    Corpus,
    Record,
    dump_fields,
    split_people,
    without,
)
from seethrough.storage.store import MemoryStore
from seethrough.storage.string_tables import string_array, without_surrogates

ODD = ["", "naïve café\t🩺", "a\u2028b\x00c", "Zahnarzt\r\nüber", "x" * 100_000]


def make(persons):
    return Corpus.from_texts([f"text {i}" for i in range(len(persons))], persons=persons)


def test_records_come_back_as_they_went_in():
    fields = [{"n": i, "deep": {"a": [1, None]}} for i in range(len(ODD))]
    corpus = Corpus.from_texts(ODD, ids=list("abcde"), persons=list("ppqqr"), fields=fields)
    assert list(corpus) == [
        Record(i, p, t, f) for i, p, t, f in zip("abcde", "ppqqr", ODD, fields, strict=True)
    ]
    assert corpus[1] == list(corpus)[1]
    assert corpus[-1].id == "e"
    assert corpus.texts == ODD
    assert corpus.position["c"] == 2


def test_names_of_fields_come_in_the_order_of_their_first_record():
    fields = [{"b": 1}, {}, {"a": None, "b": 2}, {"c": {"d": 1}}]
    assert Corpus.from_texts([""] * 4, fields=fields).field_names == ["b", "a", "c"]
    assert Corpus.from_texts(["", ""]).field_names == []


def test_ids_and_persons_default_to_row_numbers():
    corpus = Corpus.from_texts(["a", "b"])
    assert corpus.ids == corpus.persons == ["0", "1"]


def test_an_index_beyond_the_end_is_an_error():
    with pytest.raises(IndexError):
        Corpus.from_texts(["a"])[1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"ids": ["a"]}, "differ in length"),
        ({"ids": ["a", "a"]}, "not unique"),
        ({"ids": [1, 2]}, "no string but int"),
        ({"ids": [1, 2], "persons": ["a", "b"]}, "no string but int"),
        ({"persons": ["a", b"b"]}, "no string but bytes"),
    ],
)
def test_parallel_sequences_must_fit(arguments, problem):
    with pytest.raises(ValueError, match=problem):
        Corpus.from_texts(["x", "y"], **arguments)


def test_one_text_is_no_list_of_its_letters():
    with pytest.raises(ValueError, match="texts are one text; give a list of texts"):
        Corpus.from_texts("abc")


def test_an_empty_corpus_works():
    empty = Corpus.from_texts([])
    assert len(empty) == 0
    assert list(empty) == empty.ids == []
    assert empty.take([]).hash == empty.hash


def test_taking_nothing_leaves_an_empty_corpus():
    assert list(make("ab").take([])) == []


def test_take_keeps_the_order_asked_for():
    assert make("abc").take([2, 0]).persons == ["c", "a"]


def test_the_hash_is_of_the_content():
    one = Corpus.from_texts(["a", "b"], name="x")
    assert one.hash == Corpus.from_texts(["a", "b"], name="y").hash
    assert one.take([0, 1]).hash == one.hash
    for other in (
        one.take([1, 0]),
        Corpus.from_texts(["a", "c"]),
        Corpus.from_texts(["a", "b"], persons=["p", "p"]),
        Corpus.from_texts(["a", "b"], fields=[{"k": 1}, {}]),
    ):
        assert other.hash != one.hash
    assert len(one.hash) == 64


def test_the_hash_does_not_depend_on_chunks():
    import pyarrow as pa

    one = make("abcdef")
    parts = pa.concat_tables([one.take([0, 1]).table, one.take([2, 3, 4, 5]).table])
    assert Corpus(parts, "parts").hash == one.hash


def test_with_texts_leaves_private_fields_behind():
    corpus = Corpus.from_texts(["a"], ids=["i"], persons=["p"], fields=[{"ssn": 1}])
    assert list(corpus.with_texts(["b"])) == [Record("i", "i", "b", {})]


def test_derived_tables_are_kept():
    corpus, store = make("a"), MemoryStore()
    assert corpus.derived.get("claims") is None
    corpus.derived.put("claims", [["x"]])
    assert corpus.derived.get("claims") == [["x"]]
    assert corpus.keeping(store).derived is store


@pytest.mark.parametrize(
    ("fields", "dumped"),
    [
        ({"b": 1, "a": "é"}, '{"a": "é", "b": 1}'),
        (
            {"x": math.nan, "y": [math.inf, {"z": -math.inf}]},
            '{"x": null, "y": [null, {"z": null}]}',
        ),
        ({"x": b"caf\xc3\xa9", "y": b"\xff\xfe"}, '{"x": "café", "y": "<2 bytes>"}'),
        ({"x": (1, 2)}, '{"x": [1, 2]}'),
    ],
)
def test_fields_become_json(fields, dumped):
    assert dump_fields(fields) == dumped


def test_dates_become_strings():
    import datetime

    assert dump_fields({"d": datetime.date(2020, 2, 29)}) == '{"d": "2020-02-29"}'


@given(st.text(st.characters(exclude_categories=[])))
def test_what_is_left_without_surrogates_can_be_encoded(text):
    whole = without_surrogates(text)
    assert len(whole) == len(text)
    assert string_array([text]).to_pylist() == [whole]
    if not any("\ud800" <= c <= "\udfff" for c in text):
        assert whole is text


@given(
    persons=st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=30),
    seed=st.integers(0, 2**32),
    share=st.floats(0, 1, exclude_max=True),
)
def test_no_person_is_on_both_sides(persons, seed, share):
    corpus = make(persons)
    held_out = int(share * len(set(persons)))
    inside, outside = split_people(corpus, held_out, seed)
    assert len(set(outside.persons)) == held_out
    assert not set(inside.persons) & set(outside.persons)
    assert sorted(inside.ids + outside.ids, key=int) == corpus.ids
    for side in (inside, outside):
        assert [int(i) for i in side.ids] == sorted(int(i) for i in side.ids)


def test_who_is_held_out_depends_on_the_seed_and_the_people_alone():
    people = [f"p{i}" for i in range(50)]
    first = set(split_people(make(people), 10, 1)[1].persons)
    assert set(split_people(make(people[::-1] * 2), 10, 1)[1].persons) == first
    assert set(split_people(make(people), 10, 2)[1].persons) != first


@pytest.mark.parametrize("held_out", [-1, 2, 3])
def test_somebody_must_stay(held_out):
    with pytest.raises(ValueError, match="between 0 and 1"):
        split_people(make("aabb"), held_out, 0)


def test_nobody_can_be_held_out_of_nobody():
    inside, outside = split_people(Corpus.from_texts([]), 0, 0)
    assert len(inside) == len(outside) == 0


def test_who_was_held_out_is_left_out_by_id_and_text():
    corpus = Corpus.from_texts(["a", "b", "c"], ids=["1", "2", "3"], name="all")
    out = Corpus.from_texts(["b", "x", "a"], ids=["2", "3", "9"])
    left = without(corpus, out)
    assert (left.ids, [*left.texts], left.name) == (["1", "3"], ["a", "c"], "all")
    assert without(corpus, corpus).ids == []
