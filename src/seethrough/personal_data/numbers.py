"""Numbers that stand for one person: of accounts, cards, cases, networks and social security."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv6Address

_NUMBER = re.compile(
    r"\b(?:(?P<of>case|claim|account|acct|policy|invoice|ticket|order|passport"
    r"|licen[cs]e(?:[ \t]+plate)?|patient|member(?:ship)?|employee|student|customer|client|file"
    r"|hospital|hosp\.?|chart|social security"
    r"|reference|ref|booking|registration|badge|applications?|docket|card|tracking|serial"
    r"|confirmation|reservation|insurance|tax|record|personnel|matriculation|iban|mrn|nhs|ssn|vin"
    r"|plate|visa|inmate|prisoner|orcid|tfn|rut|id)"
    r"(?P<sure>[ \t]*+\(?(?:nos?|numbers?|nr|num|id|code)\b\.?|[ \t]*+#)?)"
    r"[ \t]*+(?:is|was|:|=)?[ \t]*+#?[ \t]*+"
    r"(?P<number>(?:(?-i:[A-Z]{1,3}) )?(?=[A-Z/.-]{0,30}\d)(?:[A-Z0-9]{1,6}(?: \d{2,6}){1,8}"
    r"|[A-Z0-9](?:[A-Z0-9/.-]{0,30}[A-Z0-9])?))"
    r"(?P<more>(?= \d))?(?!\w)",
    re.IGNORECASE,
)
_ABROAD = re.compile(
    r"\b(?:(?!artikel|fax|haus|kapitel|modell|mobil|seiten|telefon|versions|zimmer)[^\W\d_]{3,30}"
    r"(?:nummer|[ -]?nr\b)\.?|aktenzeichen|codice fiscale|dni|cpf|bsn|pesel|aadhaar"
    r"|n[uú]m[eé]ro d(?:[eio] |u |[ae]l(?:la)? |['’])(?:(?!t[eé]l)[^\W\d_]{3,20} ?){1,3})"
    r"(?: (?:ist|lautet|est|es|è|é))?[ \t]*+:?[ \t]*+(?P<number>(?-i:"
    r"(?=(?:[A-Z ]*\d){4})[A-Z0-9]{1,4}(?: (?:[A-Z]{1,2}|\d{1,6})){1,8}(?:/\d\d)?"
    r"|(?=(?:[A-Z./-]*\d){4})[A-Z0-9](?:[A-Z0-9./-]{0,30}[A-Z0-9])))(?!\w)",
    re.IGNORECASE,
)
"""*Fall-Nr. 2021-4471*, *Aktenzeichen 12 C 345/21*, *numéro de dossier 44712*, *DNI 12345678Z*."""
_IN_GROUPS = frozenset({"ssn", "social security", "nhs", "passport", "tfn"})
"""Numbers that are written in groups, also where nobody says that they are numbers."""
_DOCKET = re.compile(
    r"\b\d{1,2}:\d\d-(?:cv|cr|md|mc|mj|bk|ap|po|sw)-\d{3,6}\b"
    r"|\b(?:19|20)\d\d-(?:CV|CR|CF|CM|CA|SC|DR|PR|JV|BK|FA)-\d{3,7}\b"
    r"|(?:(?<=\b[Nn]o\. )|(?<=\b[Nn]os\. ))(?:\d{1,5}/\d\d|\d\d-\d{3,5})(?![\w/-])"
)
"""A case as courts number it: *1:19-cv-04821*, *no. 27833/02*, *No. 98-1768*."""
_INSURANCE = re.compile(
    r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?P<gap> ?)\d\d(?P=gap)\d\d(?P=gap)\d\d(?P=gap)[A-D]\b"
)
"""A British national insurance number."""
_MAC = re.compile(
    r"(?<![\w:-])[0-9A-Fa-f]{2}(?P<sign>[:-])(?:[0-9A-Fa-f]{2}(?P=sign)){4}[0-9A-Fa-f]{2}(?![\w:-])"
)
_PLATE = re.compile(
    r"(?i:\b(?:plates?|registration|reg\b\.?)(?: (?:number|no\.?))?(?: (?:is|was|reads?)|:|,)?) "
    r"(?P<number>(?=(?:[ -]?[A-Z0-9]){5})(?:[A-Z]{1,3}[ -]?[A-Z]{0,2}[ -]?"
    r"(?!(?:19|20)\d\d\b)\d{1,4}(?:[ -]?[A-Z]{1,3})?|\d{1,3}[ -]?[A-Z]{2,3}[ -]?\d{0,4}))(?![\w-])"
)
"""A vehicle's plate where a word says so: *B-MW 1234*, *AB12 CDE*."""
_YEARS = re.compile(r"(?:19|20)\d\d(?:-(?:19|20)\d\d)?")
_LIMITS = re.compile(r"(\d{1,3}(?:\.\d+)?)-(\d{1,3}(?:\.\d+)?)")
_CURRENCY = r"(?:EUR|USD|GBP|CHF|CAD|AUD|INR|JPY|SEK|NOK|DKK|PLN)"
_MONTH = r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC)"
_AMOUNT_OR_DATE = re.compile(
    rf"\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|\d+\.\d{{1,2}}|{_CURRENCY} ?\d{{1,4}}"
    rf"|\d{{1,4}} ?(?:{_CURRENCY}|[AP]M)(?: (?:19|20)\d\d)?|{_MONTH}[ -]?\d\d?"
    rf"|\d\d?[ -]?{_MONTH}[ -]?(?:(?:19|20)\d\d)?"
)
_FILE = re.compile(
    r".*\.(?:pdf|docx?|xlsx?|pptx?|csv|tsv|txt|rtf|jpe?g|png|gif|bmp|tiff?|pcx|html?|xml|json|zip"
    r"|msg|eml|wav|mp[34])",
    re.IGNORECASE,
)
_SSN = re.compile(r"(?<![\w-])(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])")
_CARD_IN_GROUPS = re.compile(
    r"(?<![\w-])(?:[3-6]\d|2[2-7])\d\d(?P<gap>[ -]?)"
    r"(?:\d{4}(?P=gap)\d{4}(?P=gap)\d{4}|\d{6}(?P=gap)\d{5})(?![\w-])"
)
"""A card number as it is printed, whatever numbers stand beside it (*12/26*)."""
_IBAN = re.compile(r"\b(?=([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b)")
_SHORTEST_IBAN = 15
_IP = re.compile(
    r"(?<![\w.])(?!0|127\.|10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|255\.)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\w|\.\w)"
)
_IPV6 = re.compile(r"(?<![\w:])[0-9A-Fa-f:]{6,39}(?![\w:])")


def numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield where numbers that stand for one person begin and end, each once.

    A card or account number counts only with the right check digits; any other of four digits and
    more where the word before says what it is of (*policy 4471209*).

    Args:
        text: A text with plain hyphens and blanks.
    """
    yield from dict.fromkeys(_numbers(text))


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_SSN, _IP, _DOCKET, _INSURANCE, _MAC):
        for match in pattern.finditer(text):
            yield match.span()
    for match in _IPV6.finditer(text):
        if match.group().count(":") > 2 and _is_ipv6(match.group()):
            yield match.span()
    cards = (match.span() for way in (_CARD, _CARD_IN_GROUPS) for match in way.finditer(text))
    yield from (card for card in cards if _luhn(text[slice(*card)]))
    for match in _IBAN.finditer(text):
        if number := _iban(match[1]):
            yield match.start(), match.start() + len(number)
    for match in _NUMBER.finditer(text):
        number, sure = match["number"], match["sure"] or match["of"].lower() in _IN_GROUPS
        digits = sum(c.isdigit() for c in number)
        ranging = not match["sure"] and _is_range(match["of"], number)
        apart = not sure and (" " in number or match["more"] is not None)
        if digits >= 4 and not ranging and not apart and is_code(number):
            yield match.span("number")
    for pattern in (_PLATE, _ABROAD):
        for match in pattern.finditer(text):
            if is_code(match["number"]):
                yield match.span("number")


def is_code(number: str) -> bool:
    """Return whether it is no amount, date or name of a file."""
    return not (_AMOUNT_OR_DATE.fullmatch(number) or _FILE.fullmatch(number))


def _is_range(of: str, number: str) -> bool:
    """Return whether it is a year, two of them, or what is normal: *policy 1951-1957, ref 3-15*."""
    if _YEARS.fullmatch(number):
        return True
    limits = _LIMITS.fullmatch(number) if of.lower() in ("ref", "reference") else None
    return limits is not None and float(limits[1]) < float(limits[2])


def _is_ipv6(written: str) -> bool:
    try:
        address = IPv6Address(written)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _luhn(number: str) -> bool:
    digits = [int(c) for c in reversed(number) if c.isdigit()]
    total = sum(digits[::2]) + sum(sum(divmod(2 * d, 10)) for d in digits[1::2])
    return total % 10 == 0 < total


def _iban(groups: str) -> str:
    """Return the longest run of groups, from the first on, that is an account number."""
    while len(groups) >= _SHORTEST_IBAN and not _mod97(groups):
        groups = groups.rpartition(" ")[0]
    return groups if len(groups) >= _SHORTEST_IBAN else ""


def _mod97(number: str) -> bool:
    plain = number.replace(" ", "")
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1
