from __future__ import annotations

import pytest

from seethrough.engine.floors import alignment
from seethrough.records.corpus import Corpus


def numbered(first: int, last: int, prefix: str = "") -> list[str]:
    return [f"{prefix}{i}" for i in range(first, last)]


@pytest.mark.parametrize(
    ("private", "missing", "unknown", "found"),
    [
        (60, 57, 57, True),
        (60, 57, 28, False),
        (60, 57, 29, True),
        (60, 40, 20, True),
        (60, 10, 0, False),  # held out
        (60, 2, 2, False),
        (40, 2, 2, True),  # one in twenty
        (1000, 3, 3, True),
        (1000, 0, 50, False),
        (20, 1, 1, True),
        (21, 1, 1, False),
    ],
)
def test_missing_ids_beside_unknown_ones(
    private: int, missing: int, unknown: int, found: bool
) -> None:
    originals = Corpus.from_texts([""] * private, numbered(0, private))
    ids = numbered(missing, private) + numbered(0, unknown, "new")
    released = alignment.reasons(originals, Corpus.from_texts([""] * len(ids), ids))
    assert bool(released) == found
    if found:
        assert (released[0].kind, released[0].word) == ("ids_renamed", "inconclusive")
        assert released[0].facts == {
            "missing": missing, "unknown": unknown, "attacked": private - missing,
        }  # fmt: skip


def test_nothing_is_missing_from_nothing() -> None:
    assert alignment.reasons(Corpus.from_texts([]), Corpus.from_texts([""])) == []


def test_text_under_unknown_ids_stands_for_nobody() -> None:
    private = Corpus.from_texts(["a"] * 40, numbered(0, 40))
    ids = [*numbered(0, 40), "new1", "new2"]
    (found,) = alignment.reasons(private, Corpus.from_texts([*["b"] * 40, "c", " "], ids))
    assert (found.kind, found.word) == ("records_of_nobody", "inconclusive")
    assert found.facts == {"records": 1, "of": 42, "private": {"ids": ["new1"]}}


def test_text_of_private_records_without_any_was_not_attacked() -> None:
    private = Corpus.from_texts([*["a"] * 40, "", " "], numbered(0, 42))
    assert alignment.reasons(private, private) == []
    (found,) = alignment.reasons(private, private.with_texts([*["b"] * 40, "c", "\n"]))
    assert (found.kind, found.word) == ("private_texts_missing", "inconclusive")
    assert found.facts == {"records": 1, "of": 42, "private": {"ids": ["40"]}}
