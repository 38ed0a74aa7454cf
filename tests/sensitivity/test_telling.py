from __future__ import annotations

import pytest

from seethrough.sensitivity.telling import nameless, revealing_words, stands, taken, unnamed

RECORD = "My brother Hailu lives in Lyon. He is 41. Call (212) 555-0199. Hailu has asthma."


@pytest.mark.parametrize(
    ("claim", "said", "words"),
    [
        ("The writer's brother is Hailu.", "identifier", ["Hailu"]),
        ("Ms Tova Nagelsbach rang.", "identifier", ["Tova", "Nagelsbach"]),
        ("Call (212) 555-0199.", "identifier", ["(212) 555-0199"]),
        ("Vern: They never said why.", "identifier", ["Vern"]),
        ("The brother lives in Lyon.", "quasi", ["Lyon"]),
        ("The brother is 41.", "quasi", ["is 41"]),
        ("Hailu has asthma.", "special", []),
        ("The brother is a baker.", "quasi", []),
    ],
)
def test_the_words_that_a_claim_owes_its_class_to(claim: str, said: str, words: list[str]) -> None:
    assert revealing_words(claim, said, RECORD) == words  # type: ignore[arg-type]


def test_words_stand_whole_in_any_case_and_with_an_ending() -> None:
    assert stands(["Hailu's"], "his brother HAILU came")
    assert stands(["Hailu’s"], "Hailu's car")
    assert not stands(["Ana"], "a banana")
    assert not stands([], "anything")


def test_a_claim_is_taken_where_none_of_its_words_is_left() -> None:
    claim = "The writer's brother is Hailu."
    assert taken(claim, "identifier", RECORD, "My brother [NAME] lives in Lyon.")
    assert not taken(claim, "identifier", RECORD, RECORD)
    assert not taken(claim, "special", RECORD, "")  # it owes its class to more than a name
    assert not taken("The brother is a baker.", "quasi", RECORD, "")


@pytest.mark.parametrize(
    ("claim", "said", "passage", "gone"),
    [
        ("He moved to Ljubljana in May.", "quasi", "He moved to Lubljana.", False),
        ("He moved to Ljubljana in May.", "quasi", "He moved to Zagreb.", True),
        ("Seen at the Mayo Clinic in Ann Arbor.", "quasi", "Seen in Arbour, Michigan.", False),
        ("Seen on 23 September 2020 again.", "quasi", "Seen twice.", True),  # dates: no initials
        ("The brother is 41.", "quasi", "The brother is 42.", True),  # another age is none like it
        ("He is 41 years old.", "quasi", "He is forty-one years old.", False),
        ("He is 41 years old.", "quasi", "He is forty and has one child.", True),
        ("Mr José Díaz rang.", "identifier", "A Mr Jose Diaz rang.", False),
        ("He moved to São Paulo.", "quasi", "He moved to Sao Paulo.", False),
        ("Ms Tova Nagelsbach rang.", "identifier", "A Ms Nagelbach rang.", False),
        ("Ms Tova Nagelsbach rang.", "identifier", "A Ms Winter rang.", True),
        ("Mr Meeks rang.", "identifier", "Somebody rang for weeks.", True),  # a word of its own
        ("Mr Meeks rang.", "identifier", "A mr meekes rang.", False),
        ("Mr Meeks rang.", "identifier", "A mr meekors rang.", True),
        ("Mr Housen rang.", "identifier", "The House rang.", True),
    ],
)
def test_a_misspelt_name_is_not_taken(claim: str, said: str, passage: str, gone: bool) -> None:
    assert taken(claim, said, RECORD, passage) is gone  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("passage", "gone"),
    [
        ("A patient rang.", True),
        ("Ms TOVA rang.", False),
        ("Ms Nagelsbach's sister rang.", False),
        ("Ms Naglesbach rang.", False),  # two letters changed places
        ("Ms Nagelsbch rang.", False),
        ("Ms T. N. rang.", False),
        ("Ms TN rang.", False),
        ("Ms T.N. rang.", False),
        ("The TNT parcel came.", True),
        ("Toya rang.", True),  # of four letters, another name
        ("", True),
    ],
)
def test_a_name_is_gone_where_neither_it_nor_the_like_is_left(passage: str, gone: bool) -> None:
    assert nameless("Ms Tova Nagelsbach rang.", "identifier", RECORD, passage) is gone


def test_only_claims_that_identify_by_names_alone_can_become_nameless() -> None:
    assert not nameless("Call Hailu at (212) 555-0199.", "identifier", RECORD, "Call 212 5550199.")
    for known in ("1-800-555-0199", "hailu at example dot com", "2019-CV-00412"):
        rest = f"can be found by {known}."
        assert not nameless(f"Hailu {rest}", "identifier", RECORD, f"Somebody {rest}")
    assert not nameless("Call (212) 555-0199.", "identifier", RECORD, "Call.")
    assert not nameless("Hailu has asthma.", "special", RECORD, "He has asthma.")
    assert not nameless("The brother lives in Lyon.", "quasi", RECORD, "The brother lives there.")


@pytest.mark.parametrize(
    ("claim", "left"),
    [
        ("Maria Lopez has HIV.", "somebody has HIV."),
        ("Ms Tova Nagelsbach rang (212) 555-0199.", "Ms somebody rang somebody."),
        ("She has HIV.", "She has HIV."),
    ],
)
def test_what_a_claim_says_of_somebody_without_a_name(claim: str, left: str) -> None:
    assert unnamed(claim, RECORD) == left
