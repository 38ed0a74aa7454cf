"""Invented names that are the same wherever the original is the same, in a release or a record.

A pseudonym is never computed from the words that it replaces. The k-th different name gets the
k-th entry of a shuffled list; dates and numbers get fresh draws that depend on their shape alone.
So a release discloses of its originals only which are equal, in what order they first appear, and
the shape of dates and numbers, and all of that is visible in the release anyway.
Hashing guesses gives nothing to compare, even with the seed, whereas a keyed hash would
be open to anyone who learns or guesses the seed. What stays open is what equality itself gives
away: how often a name occurs, and which names occur together.

For the same reason no pseudonym is passed over because it happens to be a name in the private
text: with the seed, the gap in the list would say so.
"""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.protocols import Generator
from seethrough.redaction import wordlists as words
from seethrough.redaction.dates import another_date


@dataclass(frozen=True)
class _Form:
    """How the names of a kind are put together: every ``left`` with every ``right``.

    When all are used up, they are used again with the next ``extra``, and then with numbers.
    """

    pattern: str
    left: tuple[str, ...]
    right: tuple[str, ...] = ("",)
    extra: tuple[str, ...] = ("",)

    @property
    def size(self) -> int:
        return len(self.left) * len(self.right)

    def name(self, entry: int, cycle: int) -> str:
        left, right = divmod(entry, len(self.right))
        extra = self.extra[cycle] if cycle < len(self.extra) else f"{cycle} "
        return self.pattern.format(left=self.left[left], right=self.right[right], extra=extra)


_LOWER = tuple(name.lower() for name in words.GIVEN), tuple(name.lower() for name in words.FAMILY)
_FORMS = {
    "PERSON": _Form("{left} {extra}{right}", words.GIVEN, words.FAMILY, words.INITIALS),
    "LOCATION": _Form("{extra}{left}{right}", words.PLACE, words.PLACE_END, words.DIRECTIONS),
    "ORGANIZATION": _Form("{extra}{left}{right}", words.FAMILY, words.TRADE, words.DIRECTIONS),
    "NRP": _Form("{extra}{left}", words.BELONGING, extra=words.SIDES),
    "EMAIL_ADDRESS": _Form("{extra}{left}.{right}@example.org", *_LOWER, ("", "mail.", "office.")),
    "URL": _Form("https://example.org/{extra}{left}/{right}", *_LOWER, ("", "pages/", "files/")),
    "PHONE_NUMBER": _Form("{extra}{left}-555-01{right}", words.AREA_CODES, words.TWO_DIGITS),
    "IP_ADDRESS": _Form("{extra}{left}{right}", words.TEST_NETS, words.BYTES),
}
_LEADING_ZEROS = {"US_SSN": 3, "CREDIT_CARD": 1}
"""This many leading zeros make a number that is never issued."""


class Pseudonyms:
    """Gives every different name of a kind its own invention, in order of first appearance.

    Dates and numbers are drawn, so that two short ones may come to the same. Surfaces are the same
    if they differ only in case and spacing. Mail addresses, telephone numbers, network addresses
    and links come from ranges reserved for examples.

    Args:
        rng: Shuffles the lists and draws dates and numbers.
    """

    def __init__(self, rng: Generator) -> None:
        self._rng = rng
        self._orders: dict[str, list[int]] = {}
        self._given: dict[str, dict[str, str]] = {}

    def __call__(self, kind: str, surface: str) -> str:
        """Return the pseudonym of a surface."""
        given = self._given.setdefault(kind, {})
        same = " ".join(surface.casefold().split())
        if same not in given:
            given[same] = self._invent(kind, surface, len(given))
        return given[same]

    def _invent(self, kind: str, surface: str, position: int) -> str:
        if kind == "DATE_TIME":
            return another_date(surface, self._rng)
        form = _FORMS.get(kind)
        if form is None:
            return self._same_shape(surface, _LEADING_ZEROS.get(kind, 0))
        cycle, rank = divmod(position, form.size)
        if kind not in self._orders:
            self._orders[kind] = self._rng.permutation(form.size).tolist()
        return form.name(self._orders[kind][rank], cycle)

    def _same_shape(self, surface: str, zeros: int) -> str:
        """Return random digits and letters where the surface has digits and letters."""
        out = []
        for character in surface:
            if character.isdecimal():
                out.append("0" if zeros > 0 else str(self._rng.integers(10)))
                zeros -= 1
            elif character.isalpha():
                letter = chr(ord("a") + int(self._rng.integers(26)))
                out.append(letter.upper() if character.isupper() else letter)
            else:
                out.append(character)
        return "".join(out)
