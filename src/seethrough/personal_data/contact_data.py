"""Contact data in a text, each kind by a detector of its own.

The public code of an earlier paper counts web addresses as telephone numbers; here each kind is
found, checked and normalized apart, and an item counts as one kind only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.normalised import JOINED
from seethrough.text.signs.typography import in_hyphens

KINDS = ("phone", "email", "url")

_SIGN = rf"[^\W_{JOINED}]"
_NAME = rf"{_SIGN}(?:(?:{_SIGN}|-){{0,61}}{_SIGN})?"
_ENDING = rf"(?:xn--[a-z0-9-]{{2,59}}|[^\W\d_{JOINED}]{{2,24}})"
_BEFORE, _BEHIND = rf"(?<![^\W{JOINED}])", rf"(?![^\W{JOINED}])"
_REST = rf"[^\s<>\"'`{{}}|\\^\[\]{JOINED}\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]"
"""What may stand in a web address: scripts without spaces, Korean, and their punctuation end it."""

_EMAIL = re.compile(
    rf"{_BEFORE}(?<![.+@/-])((?:{_SIGN}|[_+-])(?:(?:{_SIGN}|[_.+'-]){{0,62}}(?:{_SIGN}|[_+-]))?)"
    rf"@((?:{_NAME}\.){{1,8}}{_ENDING})(?!@|[_-]?{_SIGN})",
    re.IGNORECASE,
)
_AT, _DOT = (rf" ?(?:\({word}\)|\[{word}\]|\{{{word}\}}|<{word}>) ?" for word in ("at", "dot"))
_LABEL, _LAST = r"[a-z0-9-]{2,40}", r"(?:com|org|net|edu|gov|info|io|[a-z]{2})"
_OR_DOT = rf"(?:{_DOT}| dot |\.)"
SPELLED_EMAIL = (
    r"(?<![\w.+@-])[a-z0-9][\w.+-]{1,40}"
    rf"(?:{_AT}{_LABEL}(?:{_OR_DOT}{_LABEL}){{0,3}}{_OR_DOT}{_LAST}"
    rf"| at (?!the ){_LABEL}(?: dot {_LABEL}){{0,3}} dot {_LAST}"
    rf"|(?: @ ?|@ )(?!www\.){_LABEL}(?:\.{_LABEL}){{0,3}}\.{_LAST})(?![\w@])"
)
"""A mail address that is not to be read by machines: *j.doe at example dot org*; for any case."""
_ANY_HOST = rf"(?:(?:[^\W_]|-){{1,63}}\.){{1,8}}(?:xn--[a-z0-9-]{{2,59}}|[a-z]{{2,24}}){_BEHIND}"
"""A host in letters of any script, those without spaces, too, whose ending is Latin."""
STARTED_URL = (
    rf"{_BEFORE}(?<![@.-])(?:(?:https?|ftp)://|www\.)"
    rf"(?:{_ANY_HOST}{_REST}{{0,2000}}|{_REST}{{1,2000}})"
)
"""A web address with its scheme or ``www.``, and the signs behind it; for any case."""
BARE_URL = (
    rf"{_BEFORE}(?<![@./-])(?:{_NAME}\.){{1,6}}"
    r"(?:com|org|net|edu|gov|mil|info|biz|io|co\.uk|ac\.uk|de|fr|ca|au|jp|me(?=/\w))"
    rf"(?:/{_REST}{{0,2000}})?{_BEHIND}(?![@-])"
)
"""A web address without either, in a common domain; for any case."""
_URL = re.compile(STARTED_URL, re.IGNORECASE)
_BARE = re.compile(BARE_URL, re.IGNORECASE)
_HOST = re.compile(rf"(?:(?:https?|ftp)://)?(?:[^/@]*@)?(?:(?:[^\W_]|-)+\.)+{_ENDING}(?=[/:?#]|$)")
_DIGITS = re.compile(r"\d(?:[\s().+/-]{0,3}\d){6,}")
_FICTION = re.compile(r"\+1[2-9]\d\d55501\d\d$")
_AFTER = ".,;:!?)'*_/"
_LONGEST = 100_000
"""Characters of a text that are looked through for numbers at once."""


def items(text: str, region: str = "US") -> set[tuple[str, str]]:
    """Return the contact data in a text, normalized, as pairs of kind and item.

    Args:
        text: Any text.
        region: Where a number without a country code is dialled, as ISO 3166 (``US``).
    """
    return set(spelled(text, region))


def spelled(text: str, region: str = "US") -> dict[tuple[str, str], str]:
    """Return how each item, named by kind and normalized form, is first written in a text."""
    found: dict[tuple[str, str], str] = {}
    for kind, pairs in (
        ("phone", _phones(text, region)),
        ("email", _emails(text)),
        ("url", _urls(text)),
    ):
        for item, written in pairs:
            found.setdefault((kind, item), written)
    return found


def without_addresses(text: str) -> str:
    """Return a text with blanks, as many as there were signs, for mail and web addresses."""
    for pattern in (_EMAIL, _URL, _BARE):
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


def _phones(text: str, region: str) -> Iterator[tuple[str, str]]:
    """Yield the telephone numbers in a text, as E.164 (``+17135550112``) and as they are written.

    A number counts where its country's plan knows such numbers (right length, right area code), or
    where it is of the block 555-01xx that is kept for fiction and examples. Numbers within a mail
    or web address do not count.
    """
    import phonenumbers

    free = without_addresses(text)
    for start in range(0, len(free), _LONGEST):
        piece = free[max(0, start - 40) : start + _LONGEST]
        if not _DIGITS.search(in_hyphens(piece)):
            continue
        for match in phonenumbers.PhoneNumberMatcher(
            piece, region, leniency=phonenumbers.Leniency.POSSIBLE, max_tries=10_000
        ):
            number = phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164)
            if phonenumbers.is_valid_number(match.number) or _FICTION.match(number):
                yield number, match.raw_string


def _emails(text: str) -> Iterator[tuple[str, str]]:
    """Yield the mail addresses in a text, in lower case and as they are written."""
    for match in _EMAIL.finditer(text):
        if ".." not in match.group(1):
            yield match.group().lower(), match.group()


def _urls(text: str) -> Iterator[tuple[str, str]]:
    """Yield the web addresses, without scheme, ``www.`` and a last slash, and as they are written.

    Hosts may have letters of any script with spaces; of one without spaces, or Korean, where the
    address has its scheme or ``www.`` and a Latin ending. Elsewhere such letters end an address.
    """
    free = _EMAIL.sub(" ", text)
    for written in (*_URL.findall(free), *_BARE.findall(_URL.sub(" ", free))):
        if plain := _plain(written):
            yield plain, written.rstrip(_AFTER)


def _plain(url: str) -> str:
    url = url.rstrip(_AFTER)
    host = _HOST.match(url.lower())
    if host is None:
        return ""
    url = re.sub(r"^(?:https?|ftp)://", "", url, flags=re.IGNORECASE)
    name, slash, path = url.partition("/")
    return name.lower().removeprefix("www.") + slash + path.rstrip("/")
