"""Distances to the nearest released record, where they are known."""

from __future__ import annotations

import pytest

from seethrough.engine.audit import audit
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


def _words(text: str) -> list[str]:
    return text.split()


TEXTS = [
    f"The {who} of {where} has lost a {what} and writes to the council about it every week."
    for who, where, what in zip(
        _words("baker weaver pilot nurse farmer miller tailor singer judge diver potter scribe"),
        _words("Thorn Vale Marsh Holm Kirk Lund Dale Ford Wick Moor Bray Nore"),
        _words("goat kettle tandem parrot lamp violin coat ring boat stamp bell book"),
        strict=True,
    )
]
OTHERS = [f"Nobody here owns {n} blue umbrellas, she said quite calmly at noon." for n in range(12)]


def corpus(texts: list[str], name: str) -> Corpus:
    return Corpus.from_texts(texts, [f"{name}{i}" for i in range(len(texts))], name=name)


def test_copies_are_at_no_distance_and_held_out_people_are() -> None:
    release = TextRelease(corpus(TEXTS, "s"), aligned=False)
    result = audit(corpus(TEXTS, "p"), release, attacks=["nearest"], control=corpus(OTHERS, "c"))
    for name in ("nearest.lexical_distance", "nearest.semantic_distance"):
        assert result[name].value == pytest.approx(0.0, abs=0.01)
        control = result[name].control
        assert control is not None
        assert control.value is not None
        assert control.value > 0.4
    copied = result["nearest.copied"]
    assert copied.value == 1.0
    assert copied.control is not None
    assert copied.control.value == 0.0
    assert copied.excess is not None
    assert copied.excess.value == 1.0


def test_an_erased_release_is_far_from_everybody() -> None:
    release = TextRelease(corpus([""] * 12, "s"), aligned=False)
    result = audit(corpus(TEXTS, "p"), release, attacks=["nearest"], control=corpus(OTHERS, "c"))
    assert result["nearest.lexical_distance"].value == 1.0
    assert result["nearest.semantic_distance"].value == 1.0
    assert result["nearest.copied"].value == 0.0
