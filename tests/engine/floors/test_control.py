from __future__ import annotations

import base64

import pytest

from seethrough.engine.adversary import read_as_adversary
from seethrough.engine.floors import control as floor
from seethrough.engine.floors.checking import check
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


def people(n: int, start: int = 0, ids: str = "r", persons: str = "p") -> Corpus:
    texts = [" ".join(f"w{i}x{j}" for j in range(12)) for i in range(start, start + n)]
    return Corpus.from_texts(
        texts,
        [f"{ids}{i}" for i in range(start, start + n)],
        [f"{persons}{i}" for i in range(start, start + n)],
    )


def kinds(reasons: list[Reason]) -> list[str]:
    return [r.kind for r in reasons]


def test_people_who_are_in_neither_file_are_a_control() -> None:
    assert floor.reasons(people(20), people(20).with_texts(["x"] * 20), people(12, 20)) == []


def test_the_private_file_is_no_control() -> None:
    private = people(20)
    (reason, *_) = floor.reasons(private, private.with_texts(["x"] * 20), private)
    assert (reason.kind, reason.word) == ("control_in_private", "inconclusive")
    facts = reason.facts
    assert [facts[k] for k in ("people", "of", "by_id", "by_person", "by_text")] == [20] * 5
    assert facts["private"]["people"] == private.persons


def test_a_person_a_record_and_a_text_in_the_private_file() -> None:
    private, strangers = people(20), Corpus.from_texts(["x"])
    by_person = people(12, 19, ids="other")
    (reason,) = floor.reasons(private, strangers, by_person)
    assert [reason.facts[k] for k in ("people", "by_id", "by_person", "by_text")] == [1, 0, 1, 1]
    by_text = people(12, 18, ids="other", persons="q")
    (reason,) = floor.reasons(private, strangers, by_text)
    assert [reason.facts[k] for k in ("people", "by_id", "by_person", "by_text")] == [2, 0, 0, 2]
    by_id = Corpus.from_texts([f"new {i}" for i in range(12)], [f"r{i + 17}" for i in range(12)])
    (reason,) = floor.reasons(private, strangers, by_id)
    assert [reason.facts[k] for k in ("people", "by_id", "by_person", "by_text")] == [3, 3, 0, 0]


def test_a_person_with_another_text_is_in_the_private_file_all_the_same() -> None:
    held_out = Corpus.from_texts(
        [f"new {i}" for i in range(12)], persons=[f"p{i + 19}" for i in range(12)]
    )
    (reason,) = floor.reasons(people(20), Corpus.from_texts(["x"]), held_out)
    assert reason.facts["private"] == {"people": ["p19"]}
    assert [reason.facts[k] for k in ("by_id", "by_person", "by_text")] == [0, 1, 0]
    written_otherwise = Corpus.from_texts(
        held_out.texts, persons=[p.upper() for p in held_out.persons]
    )
    (reason,) = floor.reasons(people(20), Corpus.from_texts(["x"]), written_otherwise)
    assert reason.facts["private"] == {"people": ["P19"]}


@pytest.mark.parametrize(("kept", "found"), [(24, True), (23, False)])
def test_half_of_a_text_is_enough(kept: int, found: bool) -> None:
    private, held_out = people(20), people(12, 20)
    words = [f"more{i}" for i in range(48)]
    private = private.with_texts([" ".join(words), *private.texts[1:]])
    text = " ".join([*words[:kept], *(f"other{i}" for i in range(48 - kept))])
    twice = Corpus.from_texts([text, *held_out.texts[1:]], held_out.ids, held_out.persons)
    reasons = floor.reasons(private, Corpus.from_texts(["x"]), twice)
    assert [r.facts["by_text"] for r in reasons] == [1] * found


def test_a_phrase_that_several_people_have_makes_nobody_of_the_control_one_of_them() -> None:
    phrase = "and it has been bothering me for quite some time now"
    private, held_out = people(20), people(12, 20)
    told = [f"{t} {phrase}" for t in private.texts[:2]]
    private = private.with_texts([*told, *private.texts[2:]])
    said = [f"Doctor my left knee hurts a lot {phrase}", *held_out.texts[1:]]
    control = Corpus.from_texts(said, held_out.ids, held_out.persons)
    assert floor.reasons(private, Corpus.from_texts(["x"]), control) == []


def test_people_in_the_release() -> None:
    private, held_out = people(20), people(12, 20)
    released = Corpus.from_texts([*private.with_texts(["x"] * 20).texts, held_out.texts[3]])
    (reason,) = floor.reasons(private, released, held_out)
    assert reason.kind == "control_in_release"
    assert reason.facts["private"]["people"] == ["p23"]


def test_row_numbers_say_nothing() -> None:
    for first in (0, 1):
        ids = [str(i + first) for i in range(30)]
        private = Corpus.from_texts([f"a{i}" for i in range(30)], ids)
        control = Corpus.from_texts([f"b{i}" for i in range(15)], ids[:15])
        assert floor.reasons(private, private, control) == []


def test_a_set_phrase_is_no_person() -> None:
    phrase = " ".join(f"phrase{i}" for i in range(30))
    private, control = people(20), people(12, 20)
    shared = private.with_texts([f"{phrase} {t}" for t in private.texts])
    more = " ".join(f"more{i}" for i in range(60))
    texts = [f"{phrase} {more}", *control.texts[1:]]  # a third of one person's text
    once = Corpus.from_texts(texts, control.ids, control.persons)
    assert floor.reasons(shared, shared.with_texts(["x"] * 20), once) == []
    often = Corpus.from_texts([f"{phrase} {t}" for t in control.texts], control.ids)
    assert floor.reasons(shared, shared.with_texts(["x"] * 20), often) == []


def test_nine_people_are_too_few() -> None:
    private = people(20)
    assert kinds(floor.reasons(private, private, people(9, 20))) == ["control_too_few"]
    assert kinds(floor.reasons(private, private, people(10, 20))) == []


def test_a_control_that_is_in_the_release_in_a_disguise_is_none() -> None:
    bees = "keeps ninety hives above the creek and came after a sting on the neck with her goat"
    texts = [f"Person {chr(97 + i)}{chr(98 + i)}a {bees} {chr(97 + i)}mmo." for i in range(20)]
    control = Corpus.from_texts(texts, [f"c{i}" for i in range(20)])
    coded = [base64.b64encode(text.encode()).decode() for text in texts]
    release = TextRelease(Corpus.from_texts(coded, [f"s{i}" for i in range(20)]), aligned=False)
    view = read_as_adversary(release, people(20))
    found = check(people(20), [release.corpus, view.plain], False, control)
    assert kinds(found) == ["control_in_release"]
