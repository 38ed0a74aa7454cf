"""Which runs of letters are read as the words of a sentence, and which stay."""

from __future__ import annotations

import pytest

from seethrough.deobfuscation.escapes import without_percent_signs
from seethrough.deobfuscation.spacing import with_spaces


@pytest.mark.parametrize(
    ("run", "read"),
    [
        ("hermotherhasepilepsyandgoestowork", "her mother has epilepsy and goes to work"),
        ("hermotherhasepilepsyandgoestoit", None),  # three long words are no sentence
        ("isitasitisorisitnotasitisinhereso", None),
        ("hermotherhaslupusandgoestowk", None),  # shorter than 30 signs
    ],
)
def test_a_run_within_a_text_is_read_where_it_is_a_sentence(run: str, read: str | None) -> None:
    text = "The note of the day was {}, and nobody knew what it was about."
    assert with_spaces(text.format(run)) == text.format(read or run)


def test_an_address_is_read_from_five_words_on() -> None:
    address = "https://example.org/?q={}"
    few = address.format("Ann%20has%20bad%20asthma")
    assert without_percent_signs(few) == few
    many = address.format("Ann%20has%20bad%20asthma%20now")
    assert without_percent_signs(many) == address.format("Ann has bad asthma now")
