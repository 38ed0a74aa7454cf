"""The ages that a text says of a person, in English: ``43-year-old``, ``in her forties``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from seethrough.population.ages import OLDEST, Ages, ages_of
from seethrough.text.details import TENS, in_digits

NEAR = 90
"""Characters before an age or a name that are looked at."""

OPENS = (
    r"(?:\A|(?<=[\n(\[])|(?<=[,;.!?)] )(?!9\dF)|(?<=\ba )|(?<=\ban )|(?<=\bam )|(?<=[’']m )"
    r"|(?<=\bis )|(?<=\bme )|(?<=\bI ))"
)
COUNTED = r"(?! ?(?:users|people|customers|views|followers|members|dollars|euros)\b)"
"""What stands before and behind ``28F``, which is not ``Temp 98F`` or ``25M users``."""

IS = r"[\"'*]{0,3} ?[:=][\"'*]{0,3} ?[\"'*]?"
"""What stands between an attribute and its value, as in ``"age": 45`` and ``**Age:** 45``."""

WOMAN, MAN = "woman|female|girl|lady|widow", "man|male|boy|gentleman|guy|widower"
PERSON = rf"\b(?:{WOMAN}|{MAN}|person|patient|adult|child|resident)"
"""Who an age behind the word belongs to; of a mother it may be the number of children."""

_ENDS = r"(?=[.,;:!?)]|$| (?:who|whose|with|from|and|in|has|is|was|lives|living)\b)"
_PART = r"(?:early|mid(?:dle)?|late)(?:[- ]to[- ](?:mid|late))?[- ]?"
_DECADE = r"[1-9]0['’]?s"
_DECADES = rf"(?:{_PART})?{_DECADE}(?: ?(?:to|or|and|-|/) ?(?:{_PART})?{_DECADE})?\b"

_YEARS = re.compile(
    r"(?:(?<!\w)(?:~?(?P<first>\d{1,3}) ?(?:-|–|to) ?)?"
    r"(?P<old>~?\d{1,3})[- ]?(?:years?|yrs?)(?:[- ]?old| of age)\b"
    r"|(?<!\w)(?P<yo>~?\d{1,3}) ?y[./]?o\b"
    rf"|\b(?:aged? |age{IS}|age (?:of|is) |turned )"
    rf"(?:(?P<decades>{_DECADES})|(?P<aged>~?\d{{1,3}})(?: ?(?:-|–|to) ?(?P<end>\d{{1,3}}))?\b)"
    r"|(?-i:\b[A-Z][\w'’-]+, )(?P<comma>~?[1-9]\d)(?=,)"
    rf"|{PERSON}(?:, (?P<after>~?[1-9]\d)(?=[,.;)])| \((?P<inside>~?[1-9]\d)\)"
    rf"| of (?P<of>~?[1-9]\d){_ENDS})"
    r"|\b(?:I am|I['’]m|(?:he|she) is|(?:he|she)['’]s) (?P<now>~?[1-9]\d)"
    r"(?=[.,;!?)]|$| (?:and|now)\b)"
    rf"|{OPENS}(?-i:(?P<short>[1-9]\d)/?[MF])\b{COUNTED}"
    r"|(?<![\w.])(?-i:[MF]) ?/ ?(?P<slash>[1-9]\d)\b"
    rf"|(?:\bin (?:his|her|their|my) |{PERSON} in (?:the )?(?=early|mid|late))(?P<in>{_DECADES})"
    rf"|\b(?P<before>{_PART}{_DECADE}|[1-9]0-something)(?= (?:[a-z-]+ )?{PERSON}\b)"
    rf"|\ba (?P<about>~[1-9]\d)(?= (?:[a-z-]+ )?{PERSON}\b)|\w, (?P<behind>~[1-9]\d)(?=,\D))",
    re.IGNORECASE,
)
_BORN = re.compile(
    r"\b(?:born|d\.?o\.?b\.?|(?:date|year) of birth)\b[^.!?\n\d]{0,20}(?:\. )?"
    r"(?:\d{1,2}(?:(?:st|nd|rd|th)?,? |[ ./-](?:\d{1,2}[./-]|[A-Z][a-z]+,? )))?"
    r"(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:(?P<under>under|below|less than|younger than|not yet)|(?P<over>over|above|older than"
    r"|more than)|(?P<least>at least)|(?P<most>up to|at most))(?: the)? $",
    re.IGNORECASE,
)
"""What makes of the age behind it the end of a range."""
_AT_ANOTHER_TIME = re.compile(
    r"\b(?:(?:at|by|from|since|until|till|before|after)(?: the)?(?: (?:early|young|tender))?"
    r"|(?:when|while|since|until|till|before|after|once|by the time|if)"
    r" (?:I|he|she|they|we|you|it) (?:am|is|are|was|were|had|reached)(?: (?:about|only|just))?"
    r"|(?:since|until|till|when|before|after)) $",
    re.IGNORECASE,
)
"""What says of the age behind it when something happened: who was 12 then is older now."""
_OF_SOMEBODY = re.compile("year[- ]old", re.IGNORECASE)
"""*by 43-year-old Ann*: that is her age now, whatever happened by her."""

_IN_ONE_FORM = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (r"\bbetween (\d{1,3}) and (?=\d)", r"\1-"),
        (r"(?:\b(?:about|around|approximately|roughly|circa|ca\.?)|~) ?(?=\d)", "~"),
        (r"(?<![\w-])(\d{1,3}) ?-?ish\b", r"~\1"),
        (r"\b([1-9]0) ?-?somethings?\b", r"\1-something"),
    )
)
"""A few ways to write an age, and the one that is looked for."""
_TEN = re.compile(rf"\b({'|'.join(TENS)})(?=-?(?:ish|somethings?)\b)", re.IGNORECASE)
_TENS = {f"{word[:-1]}ies": f"{10 * ten}s" for ten, word in enumerate(TENS, start=2)}
_WORDS = re.compile(rf"\b(?:{'|'.join(_TENS)})\b", re.IGNORECASE)
_DECADE_SAID = re.compile(
    r"(?:(?P<first>early|mid|late)(?:dle)?(?:[- ]to[- ](?P<last>mid|late))?[- ]?)?(?P<ten>[1-9]0)",
    re.IGNORECASE,
)
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9), "": (0, 9)}
_IN_DECADES = ("decades", "in", "before")


def said_ages(text: str, year: int) -> Iterator[Ages]:
    """Yield the ages that a text says, in order, without those at another time.

    Args:
        text: The text, with hyphens for dashes within words.
        year: The year in which who was born in another one has which age.
    """
    text = _in_one_form(text)
    found = [*_YEARS.finditer(text), *_BORN.finditer(text)]
    for match in sorted(found, key=lambda match: match.start()):
        before = text[max(0, match.start() - NEAR) : match.start()]
        if match.re is _BORN:
            ages = aged(int(match["year"]), year)
        elif _AT_ANOTHER_TIME.search(before) and not _OF_SOMEBODY.search(match.group()):
            continue
        else:
            ages = _bounded(_said(match.groupdict()), before)
        if ages is not None:
            yield ages


def aged(born: int, year: int) -> Ages | None:
    """Return the ages in a year of who was born in another one; None where nobody is so old."""
    last = year - born
    return Ages(max(0, last - 1), last) if 0 <= last <= 120 else None


def _in_one_form(text: str) -> str:
    """Return a text with numbers in digits and the ways to write an age in one form each."""
    text = in_digits(_TEN.sub(r"\1 ", text))
    text = _WORDS.sub(lambda word: _TENS[word[0].lower()], text)
    for pattern, form in _IN_ONE_FORM:
        text = pattern.sub(form, text)
    return text


def _bounded(ages: Ages | None, before: str) -> Ages | None:
    """Return the range that an age with the words before it says: 0 to 17 for "under 18"."""
    bound = _BOUND.search(before)
    if ages is None or bound is None:
        return ages
    low, high = {
        "under": (0, ages.low - 1),
        "over": (ages.high + 1, OLDEST),
        "least": (ages.low, OLDEST),
        "most": (0, ages.high),
    }[str(bound.lastgroup)]
    return Ages(low, high) if low <= high else None


def _said(groups: Mapping[str, str | None]) -> Ages | None:
    """Return the ages that the groups of ``_YEARS`` say."""
    said = {name: value for name, value in groups.items() if value}
    first, end = said.pop("first", ""), said.pop("end", "")
    ((name, value),) = said.items()
    if name not in _IN_DECADES:
        return ages_of("-".join(filter(None, (first, value, end))))
    low, high = OLDEST, 0
    for one in _DECADE_SAID.finditer(value):
        part = (one["first"] or "").lower()
        low = min(low, int(one["ten"]) + _PARTS[part][0])
        high = max(high, int(one["ten"]) + _PARTS[(one["last"] or part).lower()][1])
    return Ages(low, high)
