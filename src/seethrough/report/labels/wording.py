"""Plain words for figures: their titles, their units, their numbers."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seethrough.estimates.in_words import apart, ends, percentage
from seethrough.estimates.interval import EXACT


class Title(NamedTuple):
    """How a figure is called, and read.

    Attributes:
        text: A few words that need no other knowledge.
        percent: Whether it is a share that reads best in percent.
    """

    text: str
    percent: bool


LONGEST_NAME = 80
"""Characters of a name that a sentence shows."""

_ORDERS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_UNKNOWN = "\ufffd"
_VISIBLE: Mapping[int, int | str] = {
    **{n: 0x2400 + n for n in range(32) if chr(n) not in "\t\n\r"},
    **dict.fromkeys((*range(0x80, 0xA0), *range(0xFFF9, 0xFFFC)), _UNKNOWN),
    **dict.fromkeys((0x2028, 0x2029), "\n"),
    127: 0x2421,
}
"""What cannot stand in a page, by the character that pictures or replaces it."""

_ISOLATING = re.compile("[\u2066-\u2069\n]")


def shown(text: object) -> str:
    """Return a text of a record as the page shows it, as long as before.

    Control characters, the null character among them, become the pictures of themselves, or
    replacement characters where they have none. Marks of direction stay, for scripts that need
    them, as the page isolates each text; so what could end or outlast that isolation is replaced.
    """
    return _isolated(str(text).translate(_VISIBLE))


def _isolated(text: str) -> str:
    """Replace each mark that begins or ends an isolation and has no partner in its line.

    Source: Unicode Standard Annex 9, BD9 (matching PDI).
    """
    begun, alone = list[int](), list[int]()
    for mark in _ISOLATING.finditer(text):
        if mark.group() == "\n":
            alone += begun
            begun.clear()
        elif mark.group() != "\u2069":
            begun.append(mark.start())
        elif begun:
            begun.pop()
        else:
            alone.append(mark.start())
    made = list(text)
    for place in (*alone, *begun):
        made[place] = _UNKNOWN
    return "".join(made)


def inline(name: object) -> str:
    """Return a name that stands in a sentence of the page.

    What would turn the direction of the words that follow becomes a replacement character, and a
    very long name is cut.
    """
    text = " ".join(shown(name).translate(dict.fromkeys(map(ord, _ORDERS), _UNKNOWN)).split())
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def named(name: object) -> str:
    """Return a name that stands among others in a sentence, in its own direction.

    Names in Hebrew or Arabic letters would otherwise run into each other, from right to left, and
    the number of one would stand beside another. Others stay as ``inline`` returns them.
    """
    text = inline(name)
    turns = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in text)
    return f"\u2068{text}\u2069" if turns else text


NOT_MEASURED = "not measured"

UNUSED_CONTROL = (
    "not used: each released record stands for a private one, so the control is the same people"
    " without their own record"
)
"""What is said of people held out where each target is its own control."""

LARGE = 1_000
"""Numbers from here on are written without decimals."""
_IN_WORDS = ((1e9, "billion"), (1e6, "million"))
"""From where numbers are written with a word, and two decimals."""


def title(named: Mapping[str, Any]) -> Title:
    """Return how a figure is called.

    Args:
        named: A figure, estimate, self-test or reason of the machine form: ``title`` and ``unit``.
    """
    return Title(named["title"], named["unit"] == "share")


def beyond(named: Mapping[str, Any], what: str = "what is guessed anyway") -> str:
    """Return the words behind an excess: a leak raises most figures, and lowers a distance.

    Args:
        named: A figure, estimate or reason of the machine form: its ``direction``.
        what: What a figure exceeds that a leak raises.
    """
    if named.get("direction") == "higher_is_better":
        return "less than guessing alone gives"
    return f"beyond {what}"


def value(interval: Mapping[str, Any] | None, percent: bool, bar: float | None = None) -> str:
    """Return the figure alone: ``87 %`` or ``0.31``; with ``bar`` on its side of that limit."""
    if interval is None:
        return "none"
    if interval["value"] is None:
        return NOT_MEASURED
    return percentage(interval["value"], bar) if percent else number(interval["value"], bar)


def spread(interval: Mapping[str, Any] | None, percent: bool, bar: float | None = None) -> str:
    """Return the 95 % interval alone: ``76 to 93`` or ``0.28 to 0.35``; "" where there is none.

    What is known without measuring is ``exact``.

    With ``bar`` each end is seen to lie on its side of that limit.
    """
    if interval is None or interval["low"] is None or interval["high"] is None:
        return ""
    low, high = interval["low"], interval["high"]
    if interval.get("method") == EXACT:
        return "exact"
    if percent:
        return ends(low, high, bar)
    return f"{number(low, bar)} to {number(high, bar)}"


def number(value: float, bar: float | None = None) -> str:
    """Return a number that is no share: ``0.31``, ``7,444`` or ``3.42 billion``."""
    for size, word in _IN_WORDS:
        if abs(value) >= size:
            return f"{value / size:.2f} {word}"
    said = f"{value:,.0f}" if abs(value) >= LARGE else f"{value:z.2f}"
    return apart(said, value, bar)


def with_spread(interval: Mapping[str, Any] | None, percent: bool, bar: float | None = None) -> str:
    """Return a figure with its interval: ``87 % (76 to 93)``, ``3.65 billion (3.07 to 4.33)``."""
    said, told = value(interval, percent, bar), spread(interval, percent, bar)
    if not told:
        return said
    for _, word in _IN_WORDS:
        if said.endswith(word) and told.count(word) == 2:
            told = told.replace(f" {word}", "")
    return f"{said} ({told})"


def beside(estimate: Mapping[str, Any], percent: bool) -> list[str]:
    """Return a figure, its control and its baseline, each with its interval."""
    arms = estimate, estimate["control"], estimate["baseline"]
    return [with_spread(arm, percent) for arm in arms]


def in_points(said: str, kind: str = "") -> str:
    """Return a difference of shares in points: of ``5 % (1 to 9)`` ``5 points (1 to 9)``.

    Args:
        said: The difference, as ``with_spread`` or ``value`` writes it; what is no share stays.
        kind: What kind of points, with a blank behind it: ``percentage ``.
    """
    number, _, rest = said.partition("\u00a0%")
    if number == said:
        return said
    return f"{number} {kind}point{'' if number.lstrip('+-') == '1' else 's'}{rest}"


def count(n: int, one: str, many: str | None = None) -> str:
    """Return ``1 record`` or ``1,200 records``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def persons(n: int) -> str:
    """Return ``1 person`` or ``1,200 people``."""
    return count(n, "person", "people")


def are(n: int) -> str:
    """Return the verb behind a number: ``is`` or ``are``."""
    return "is" if n == 1 else "are"


def release_name(report: Mapping[str, Any]) -> str:
    """Return what to call the release of a report; one that a sanitizer made has no own name."""
    private, release = report["private"]["name"], report["release"].get("name", "the release")
    return f"the release of {private}" if private == release else str(release)


def holds_records(made: Mapping[str, Any]) -> bool:
    """Return whether a release has records of its own, possibly none; a model has not."""
    return bool(made["records"] or made["readable"])


def capital(text: str) -> str:
    """Return a text with a capital letter in front."""
    return f"{text[:1].upper()}{text[1:]}"


def out_of(interval: Mapping[str, Any]) -> str:
    """Return a share as counts, such as ``55 of 60``; its value must be known."""
    return f"{round(interval['value'] * interval['n']):,} of {interval['n']:,}"


def listed(items: Sequence[str], most: int = sys.maxsize) -> str:
    """Return ``a, b and c``; of more than ``most`` items the first and how many there are more."""
    more = len(items) - most
    told = [*items[:most], f"{more:,} more"] if more > 0 else [*items]
    return " and ".join([", ".join(told[:-1]), *told[-1:]] if len(told) > 1 else told)
