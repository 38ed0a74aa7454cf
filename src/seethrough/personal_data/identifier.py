"""What is found in a text that identifies somebody directly."""

from __future__ import annotations

from typing import NamedTuple


class Identifier(NamedTuple):
    """A direct identifier.

    Attributes:
        kind: ``name``, ``part`` (a single given or family name), ``email``, ``phone``, ``url``,
            ``handle``, ``number``, ``code`` (a number by its look alone), ``address``.
        written: As it stands in the text, in composed form (NFC) and with plain spaces; a name
            without titles.
    """

    kind: str
    written: str
