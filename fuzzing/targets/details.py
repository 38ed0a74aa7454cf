"""Personal data in texts: contact data, identifiers, dates, ages, places, numbers."""

from __future__ import annotations

import numpy as np

from fuzzing.checks import record_of
from seethrough.attributes.agreement import bare, comparable
from seethrough.attributes.kinds import ATTRIBUTES
from seethrough.judges.offline.reading import read
from seethrough.personal_data import contact_data
from seethrough.personal_data.contacts import contacts
from seethrough.population.ages import ages_of
from seethrough.redaction.dates import another_date
from seethrough.redaction.durations import is_duration
from seethrough.redaction.measurements import is_measurement
from seethrough.text.details import details, vocabulary
from seethrough.text.normalised import words

SLOW = True
SEEDS = (
    b"Call Ann Lee at +1 (212) 555-0123 or mail ann@example.org, https://example.org/a?b=c.",
    b"SSN 078-05-1120, card 4111 1111 1111 1111, IBAN GB82 WEST 1234 5698 7654 32, 10.0.0.1.",
    b"Born 14 May 1961, aged 61, she weighs 61 kg; 3 weeks ago, 2021-05-14, 5/14/21.",
    b"a woman in her fifties, between 40 and 49 years old, not a man, two dozen hives",
    b"40-44",
    b"85+",
    b"Oslo, Norway",
)
WORDS = (
    b"555-0123",
    b"@example.",
    b"http://",
    b"years old",
    b"4111",
    b"1/2/",
    b"\xc2\xbd",
    b"\xd9\xa3",
    b"%",
)


def check(content: bytes) -> None:
    text = record_of(content)
    contact_data.items(text)
    for one in contacts(text):
        assert one
    ages_of(text)
    read(text)
    words(text)
    details(text, vocabulary([text], ["p"]))
    another_date(text, np.random.default_rng(0))
    is_duration(text)
    is_measurement(text, 0, len(text) // 2)
    for attribute in ATTRIBUTES:
        comparable(attribute, bare(text))
