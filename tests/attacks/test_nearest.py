"""Distances to the nearest released record, where they are known."""

from __future__ import annotations

import pytest

from seethrough.attacks.nearest import Nearest
from seethrough.engine.audit import audit
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator


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


def test_records_of_one_kind_do_not_fail_the_self_test() -> None:
    complaints = (
        "gout asthma migraine sciatica eczema anemia vertigo measles tinnitus acne lupus flu"
    )
    ailing = [f"The patient came with {what} and asked for advice." for what in complaints.split()]
    release = TextRelease(corpus(TEXTS, "s"), aligned=False)
    found = audit(corpus(ailing, "p"), release, attacks=["nearest"], control=corpus(OTHERS, "c"))
    failed = [t.figure for t in found.self_tests if not t.passed]
    assert "nearest.semantic_distance" not in failed


def test_an_erased_release_is_far_from_everybody() -> None:
    release = TextRelease(corpus([""] * 12, "s"), aligned=False)
    result = audit(corpus(TEXTS, "p"), release, attacks=["nearest"], control=corpus(OTHERS, "c"))
    assert result["nearest.lexical_distance"].value == 1.0
    assert result["nearest.semantic_distance"].value == 1.0
    assert result["nearest.copied"].value == 0.0


def test_the_share_of_runs_that_stand_in_other_peoples_records_by_hand() -> None:
    texts = ["one two three four", "one two three five", "", "four"]
    private = Corpus.from_texts(texts, ["a", "b", "c", "d"], ["p", "p", "q", "r"])
    attack = Nearest(run=2)
    known = attack.learn(private, generator(0))
    assert known == [  # nothing is known of a record without words
        Knowledge("p", "a", (texts[0],)),
        Knowledge("p", "b", (texts[1],)),
        Knowledge("r", "d", ("four",)),
    ]
    hidden = Knowledge("p", "a", (texts[0],), unseen=frozenset({"a"}))
    guesses = attack.guess(TextRelease(private), [*known, hidden], generator(0))
    both = Knowledge("p", "a", (texts[0],), unseen=frozenset({"a", "b", "gone"}))
    (alone,) = attack.guess(TextRelease(private), [both], generator(0))
    assert (alone.scores[2], alone.records[0]) == (0, "d")  # one word of four, and no run of two
    # Runs of two: all three of its own; without its own record two of three are in "b".
    assert [g.scores[2] for g in guesses] == [1, 1, 1, pytest.approx(2 / 3)]
    assert [g.knowledge for g in guesses] == [*known, hidden]
    assert [g.records[0] for g in guesses] == ["a", "b", "a", "b"]
    assert [g.text for g in guesses] == [texts[0], texts[1], texts[0], texts[1]]
    outcome = attack.score(guesses[3:], private)[0]
    assert outcome.tallies["nearest.copied"].value == pytest.approx(2 / 3)
    assert outcome.tallies["nearest.lexical_distance"].value == pytest.approx(1 / 4)


def test_a_distance_by_meaning_is_at_most_one() -> None:
    guess = Guess(Knowledge("p", "a", ("x",)), ("a",), (-0.25, -0.5, 0.0), "y")
    (outcome,) = Nearest().score([guess], corpus(["x"], "a"))
    assert outcome.tallies["nearest.semantic_distance"].value == 1.0
    assert outcome.tallies["nearest.lexical_distance"].value == 1.0


def copied(private: list[str], released: list[str]) -> list[float]:
    """Return of each record which share of its runs is in the release."""
    attack, rng = Nearest(), generator(0)
    known = [Knowledge(f"p{i}", f"p{i}", (text,)) for i, text in enumerate(private)]
    guesses = attack.guess(TextRelease(corpus(released, "s"), aligned=False), known, rng)
    return [guess.scores[2] for guess in guesses]


def test_a_short_record_inside_a_longer_text_is_copied() -> None:
    short, long = "My name is Ada Lovelace.", " ".join(map(str, range(12)))
    texts = ["So: my NAME is Ada Lovelace, and no more than that, ever.", f"x {long} y"]
    assert copied([short, long], texts) == [1.0, 1.0]
    assert copied([short, long], ["My name is Ada.", long[:12]]) == [0.0, 0.0]
    assert copied(["Yes.", short], ["Yes.", "No."]) == [1.0, 0.0]
