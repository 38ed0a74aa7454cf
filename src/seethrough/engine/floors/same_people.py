"""People who are written in several ways: each way would be a person, and each other's control."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from seethrough.reasons import LISTED, Reason

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_NUMBER = re.compile(r"0*(\d+?)(?:\.0+)?")


def reasons(private: Corpus) -> list[Reason]:
    """Return whose person values differ in capitals, spaces or the form of signs alone.

    Also in zeros before a number, or ``.0`` behind it, as spreadsheets and pandas write them.

    Args:
        private: The private records.
    """
    if private.persons == private.ids:
        return []
    ways: dict[str, dict[str, None]] = {}
    for person in private.persons:
        ways.setdefault(plain_person(person), {})[person] = None
    several = [name for own in ways.values() if len(own) > 1 for name in own]
    if not several:
        return []
    people = sum(len(own) > 1 for own in ways.values())
    facts = {"people": people, "values": len(several), "private": {"names": several[:LISTED]}}
    return [Reason("persons_alike", "inconclusive", facts=facts)]


def plain_person(person: str) -> str:
    """Return a person value in the form in which it is compared with others.

    In a code of letters and digits, such as ``aB3x``, capitals may tell people apart.
    """
    plain = " ".join(unicodedata.normalize("NFKC", person).split())
    if (number := _NUMBER.fullmatch(plain)) is not None:
        return number[1]
    coded = any(c.isdigit() for c in plain) and not (plain.islower() or plain.isupper())
    return plain if coded and " " not in plain else plain.casefold()
