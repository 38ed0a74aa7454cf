from __future__ import annotations

from typing import Any

from seethrough.engine.floors.values import strings
from seethrough.engine.floors.whole_row import FEW, LONGEST, whole_rows
from seethrough.records.corpus import Corpus
from seethrough.storage.store import MemoryStore


def corpus(*rows: dict[str, Any]) -> Corpus:
    texts = [f"text {i}" for i in range(len(rows))]
    return Corpus.from_texts(texts, [f"r{i}" for i in range(len(rows))], fields=rows, name="c")


def test_every_other_value_follows_the_text() -> None:
    released = corpus(
        {"notes": "An old note.", "age": 43, "tags": ["a", {"k": [1.5, None, True]}]},
        {"notes": "", "age": 44, "tags": []},
    )
    found = whole_rows(released)
    assert found.read == ("age", "notes", "tags")
    assert found.unread == {}
    assert found.corpus.texts == ["text 0\n43\nAn old note.\na\nk\n1.5", "text 1\n44"]
    assert found.corpus.ids == released.ids
    assert found.corpus.name == "c"
    assert found.corpus[0].fields == released[0].fields


def test_columns_that_tell_nothing_are_named() -> None:
    rows = [
        {
            "same": "clinic", "empty": None, "signs": "--", "key": f"r{i}", "copy": f"text {i}",
            "blob": f"<{i + 9} bytes>", "long": "x" * (LONGEST + i), "flag": bool(i),
        }
        for i in range(2)
    ]  # fmt: skip
    released = corpus(*rows)
    found = whole_rows(released)
    assert found.corpus is released
    assert found.read == ()
    assert found.unread == {
        "same": "the same in every record", "empty": "empty", "signs": "no words or numbers",
        "key": "the ids again", "copy": "the text again", "blob": "bytes", "long": "too long",
        "flag": "empty",
    }  # fmt: skip


def test_a_value_is_read_once() -> None:
    found = whole_rows(corpus({"a": "text 0", "b": "x"}, {"a": "y", "b": "y"}))
    assert found.corpus.texts == ["text 0\nx", "text 1\ny"]


def test_one_record_and_none() -> None:
    assert whole_rows(corpus({"a": "only"})).corpus.texts == ["text 0\nonly"]
    assert whole_rows(Corpus.from_texts([])).read == ()


def test_persons_stay() -> None:
    released = Corpus.from_texts(["t", "u"], ["1", "2"], ["p", "p"], [{"a": "x"}, {"a": "y"}])
    assert whole_rows(released).corpus.persons == ["p", "p"]


def test_strings_of_a_value() -> None:
    assert list(strings({"a": ["b", 1, 2.5, True, None, {"c": "d"}]})) == [
        "a", "b", "1", "2.5", "c", "d",
    ]  # fmt: skip


def test_a_few_words_that_every_record_repeats_tell_nothing_and_more_do() -> None:
    few, more = (" ".join(["word"] * n) for n in (FEW, FEW + 1))
    assert whole_rows(corpus({"a": few}, {"a": few})).unread == {"a": "the same in every record"}
    assert whole_rows(corpus({"a": more}, {"a": more})).read == ("a",)


def test_what_was_kept_with_a_corpus_stays_with_it() -> None:
    store = MemoryStore()
    assert whole_rows(corpus({"a": "x"}).keeping(store)).corpus.derived is store
