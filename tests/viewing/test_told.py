"""What the lists say of a person and of a release."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.viewing._runs import counts, finding, made_up

from seethrough.viewing.details import LONGEST_TEXT, one_person
from seethrough.viewing.form import FOUND, NOT_FOUND, UNKNOWN
from seethrough.viewing.listing import release_lines, told
from seethrough.viewing.writing import Person


@pytest.mark.parametrize(
    ("found", "said"), [(FOUND, "found"), (NOT_FOUND, "not found"), (UNKNOWN, "")]
)
def test_nobody_is_said_not_to_be_found_whom_nobody_looked_for(found: int, said: str) -> None:
    assert told(counts(found=found)).found == said


def test_the_share_of_facts_that_leaked_is_in_per_cent() -> None:
    assert told(counts(claims=8, leaked=3)).share == 37.5


def test_a_release_says_how_many_people_are_found(tmp_path: Path) -> None:
    people = [
        Person(name, {0: counts(found=found)}, None)
        for name, found in (("a", FOUND), ("b", NOT_FOUND), ("c", NOT_FOUND), ("d", UNKNOWN))
    ]
    (line,) = release_lines(made_up(tmp_path, people))
    assert (line.people, line.found, line.exposed) == (4, 1, 1)


@pytest.mark.parametrize("released", ["what was read", "another form of it"])
def test_the_own_version_is_shown_unless_it_is_the_text_that_was_linked(
    released: str, tmp_path: Path
) -> None:
    side = {"finding": finding("1", "what was read"), "released": released}
    record = {"record": "1", "text": "private", "releases": {"0": side}}
    detail = {"records": [record], "answers": []}
    shown = one_person(made_up(tmp_path, [Person("a", {0: counts()}, detail)]), 0)
    own = shown.records[0].sides[0].released
    assert (None if own is None else own.text) == (
        None if released == "what was read" else released
    )


def test_it_says_how_much_of_a_long_text_is_left_out(tmp_path: Path) -> None:
    record = {"record": "1", "text": "x" * (LONGEST_TEXT + 7), "releases": {}}
    detail = {"records": [record], "answers": []}
    shown = one_person(made_up(tmp_path, [Person("a", {0: counts()}, detail)]), 0).records[0].text
    assert shown is not None
    assert (len(shown.text), shown.more) == (LONGEST_TEXT, 7)
