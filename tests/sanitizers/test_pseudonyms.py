from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.redaction.dates import SOME_TIME, another_date
from seethrough.redaction.pseudonyms import _FORMS, Pseudonyms, _Form
from seethrough.sanitizers.scrub import ENTITIES


def pseudonyms(seed: int = 0) -> Pseudonyms:
    return Pseudonyms(np.random.default_rng(seed))


def test_the_same_surface_gets_the_same_name() -> None:
    names = pseudonyms()
    first = names("PERSON", "Ada Lovelace")
    other = names("PERSON", "Alan Turing")
    assert names("PERSON", "ADA  lovelace") == first != other
    assert names("PERSON", "Alan Turing") == other


@pytest.mark.parametrize("kind", ENTITIES)
def test_every_kind_has_a_pseudonym_and_a_seed_repeats_it(kind: str) -> None:
    assert pseudonyms(3)(kind, "Ab 12") == pseudonyms(3)(kind, "Ab 12")


@given(st.lists(st.sampled_from(["Ada", "Bo", "Cy", "Di", "Eve"]), max_size=12))
def test_names_depend_on_equality_and_order_alone(surfaces: list[str]) -> None:
    """With the seed in hand, no guess at a name can be told from any other guess."""
    renamed = {"Ada": "Zed", "Bo": "Yul", "Cy": "Xia", "Di": "Wim", "Eve": "Val"}
    one, other = pseudonyms(), pseudonyms()
    assert [one("PERSON", s) for s in surfaces] == [other("PERSON", renamed[s]) for s in surfaces]


def test_dates_depend_on_shape_alone() -> None:
    for one, other in [
        ("3 March 2019", "9 June 1984"),
        ("45-year-old", "87-year-old"),
        ("two weeks ago", "nine months ago"),
        ("1980-07-28 19:49", "2013-02-14 23:32"),
        ("Ramadan", "Yom Kippur"),
    ]:
        results = {another_date(s, np.random.default_rng(5)) for s in (one, other)}
        assert len(results) == 1


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("3 March 2019", r"\d{1,2} [A-Z][a-z]+ \d{4}"),
        ("45-year-old", r"\d\d-year-old"),
        ("03/04/1999", r"(0\d|1[0-2])/(0\d|1[0-2])/\d{4}"),
        ("the past two weeks", r"the past \w+ \w+s"),
        ("MONDAY", r"[A-Z]+DAY"),
        ("Diwali", SOME_TIME),
        ("", ""),
    ],
)
def test_dates_keep_their_shape(surface: str, pattern: str) -> None:
    for seed in range(20):
        assert re.fullmatch(pattern, another_date(surface, np.random.default_rng(seed)))


def test_an_ordinal_tells_nothing_of_the_number_that_it_replaces() -> None:
    for seed in range(40):
        first, other = (
            another_date(s, np.random.default_rng(seed)) for s in ("21st of May", "14TH of May")
        )
        assert first.lower() == other.lower()
        day = re.match(r"(1[3-9]|2\d|3[01])(st|nd|rd|th) ", first)
        assert day is not None
        assert day[2] == {"21": "st", "22": "nd", "23": "rd", "31": "st"}.get(day[1], "th")
        assert re.fullmatch(
            r"(1st|2nd|3rd|(\d|1[0-2])th) of \w+",
            another_date("3rd of May", np.random.default_rng(seed)),
        )


@given(st.text(max_size=30))
def test_any_text_can_stand_as_a_date(text: str) -> None:
    another_date(text, np.random.default_rng(0))


def test_a_form_never_runs_out_and_never_repeats() -> None:
    form = _Form("{left} {extra}{right}", ("A", "B"), ("X", "Y"), ("", "Q. "))
    names = [form.name(entry, cycle) for cycle in range(4) for entry in range(form.size)]
    assert names[:5] == ["A X", "A Y", "B X", "B Y", "A Q. X"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", sorted(_FORMS))
def test_different_names_stay_different_past_the_end_of_the_list(kind: str) -> None:
    names = pseudonyms()
    count = min(_FORMS[kind].size + 50, 6_000)
    assert len({names(kind, f"x{i}") for i in range(count)}) == count


def test_invented_numbers_are_reserved_ones() -> None:
    names = pseudonyms()
    assert re.fullmatch(r"[2-9]\d\d-555-01\d\d", names("PHONE_NUMBER", "+49 30 1234567"))
    assert names("EMAIL_ADDRESS", "a@b.com").endswith("@example.org")
    assert names("URL", "www.b.com").startswith("https://example.org/")
    assert re.match(r"(192\.0\.2|198\.(51|1[89])|203\.0\.113)\.", names("IP_ADDRESS", "8.8.8.8"))
    assert re.fullmatch(r"000-\d\d-\d{4}", names("US_SSN", "536-22-8726"))
    assert re.fullmatch(r"0\d{3} \d{4}", names("CREDIT_CARD", "4012 8888"))
    assert re.fullmatch(r"[A-Z]{2}\d\d [a-z]\d", names("IBAN_CODE", "DE12 x9"))


@pytest.mark.parametrize(("kind", "zeros"), [("US_SSN", 3), ("CREDIT_CARD", 1)])
def test_numbers_that_are_never_given_out_lead_with_zeros_and_no_more(
    kind: str, zeros: int
) -> None:
    surface = "912-34-5678"
    given = [Pseudonyms(np.random.default_rng(seed))(kind, surface) for seed in range(40)]
    digits = [[c for c in number if c.isdigit()] for number in given]
    assert all(number[:zeros] == ["0"] * zeros for number in digits)
    assert any(number[zeros] != "0" for number in digits)
    assert len({number[-1] for number in digits}) > 5
    assert all(number[3] == number[6] == "-" for number in given)


def test_the_ending_of_an_ordinal_keeps_its_capitals() -> None:
    for seed in range(10):
        for surface, ending in (("21ST of May", "[A-Z]{2}"), ("21st of May", "[a-z]{2}")):
            drawn = another_date(surface, np.random.default_rng(seed))
            assert re.match(rf"\d+{ending} of ", drawn)
