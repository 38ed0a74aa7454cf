"""Direct identifiers in a text: names of people, contact data, account and case numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.personal_data.contacts import contacts
from seethrough.personal_data.identifier import Identifier
from seethrough.personal_data.names import names
from seethrough.text.english import entities
from seethrough.text.signs.composed import composed
from seethrough.text.signs.typography import in_plain_blanks

PIECE = 2_000
"""The longest piece of a text, in characters, that the recogniser reads at once."""

PART = 64
"""How many texts are searched at once."""


def find(texts: Iterable[str], region: str = "US") -> Iterator[list[Identifier]]:
    """Yield the direct identifiers of each text, each once, in no particular order.

    Args:
        texts: Any texts.
        region: Where a telephone number without a country code is dialled, as ISO 3166.

    Raises:
        UnavailableError: The language model is not installed.
    """
    for found in spread(partial(_found, region), parts_of(texts, PART)):
        yield from found


def _found(region: str, texts: Sequence[str]) -> list[list[Identifier]]:
    # Recogniser, lists and patterns know "ü" as one character, not as "u" with a mark behind it.
    texts = [in_plain_blanks(composed(text).text) for text in texts]
    pairs = zip(texts, entities(texts, PIECE), strict=True)
    return [
        list(dict.fromkeys([*contacts(text, region), *names(text, named)])) for text, named in pairs
    ]
