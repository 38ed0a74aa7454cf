from __future__ import annotations

import hashlib

import pytest

from seethrough.attacks.identifiers import Identifiers
from seethrough.engine.rows.hashes import SHORTEST, hashed
from seethrough.engine.rows.identifiers import places
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator


def digest(text: str, method: str = "sha256") -> str:
    return hashlib.new(method, text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("fact", "written"),
    [
        ("Ann.Lee@mail.com", digest("Ann.Lee@mail.com")),
        ("Ann.Lee@mail.com", digest("ann.lee@mail.com", "md5").upper()),
        ("212-555-0142", f"sha1:{digest('2125550142', 'sha1')}"),
        ("+1 (212) 555-0142", f"user_{digest('+12125550142')[:16]}"),
        ("Ann Keller", f'["{digest("annkeller", "sha512")}"]'),
    ],
)
def test_an_identifier_stands_as_its_hash(fact: str, written: str) -> None:
    released = Corpus.from_texts(["", ""], ["a", "b"], fields=[{"key": "x"}, {"key": written}])
    (place,) = places(released, [fact], 9)[fact]
    assert (place.record, place.where) == (1, "key")


def test_a_person_column_of_hashes_names_people() -> None:
    private = Corpus.from_texts(["My mail is ann@mail.com.", "Hello."], ["a", "b"])
    released = Corpus.from_texts(["", ""], ["a", "b"], [digest("ann@mail.com"), digest("salt")])
    attack = Identifiers()
    guesses = attack.guess(TextRelease(released), attack.learn(private, generator(0, "l")), None)
    (outcome,) = attack.score(guesses, private)
    assert outcome.tallies["identifiers.standing"].value == 1


@pytest.mark.parametrize(
    "written",
    [
        digest("secret key" + "ann@mail.com"),
        digest("ann@mail.com")[: SHORTEST - 1],
        digest("ann@mail.com") + "0",
        "4111111111111111 deadbeefcafe",
    ],
)
def test_what_is_no_hash_of_an_identifier(written: str) -> None:
    assert hashed(["ann@mail.com", "\ud800"], [written]) == {}


def test_a_very_long_value_takes_no_longer_than_it_is() -> None:
    assert hashed(["ann@mail.com"], ["a1" * 500_000 + "z"]) == {}
