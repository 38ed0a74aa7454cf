"""A letterhead in another language over English records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from seethrough.statistics.arrays import evenly
from seethrough.text.languages.legibility import is_foreign
from seethrough.text.vocabulary import ENGLISH, known_share, words_of

COMPARED = 200
"""In so many texts, evenly spread, the sentences of a letterhead are looked for."""

FEWEST_COMPARED = 10
"""What the different texts of fewer people share may be what they tell."""

_NEARLY_ALL = 0.9
_ENDS = re.compile(r"(\n|(?<=[.!?])\s+|(?<=[。！？]))")


def without_letterhead(texts: Sequence[str], people: Sequence[str]) -> Iterator[str | None]:
    """Yield each text without the sentences in another language that nearly all people's share.

    A letterhead over English records tells nothing of a single one, and the judge misses a third
    of what stands below it.

    Args:
        texts: The texts.
        people: The person of each: of one one text is compared, and of copies one.

    Yields:
        What is left, or None where the text stays: it has none, or nothing else.
    """
    owns = {person: place for place, person in enumerate(people)}
    one_each = [*owns.values()]
    some = {texts[one_each[place]] for place in evenly(len(one_each), COMPARED)}
    counts = Counter(unit for text in some for unit in {*_sentences(text)})
    fewest = max(FEWEST_COMPARED, _NEARLY_ALL * len(some))
    shared = {unit: words_of(unit) for unit, n in counts.items() if n >= fewest}
    head = {unit for unit, words in shared.items() if words and known_share(words) < ENGLISH}
    foreign = is_foreign("\n".join(sorted(head)))
    for text in texts:
        parts = _ENDS.split(text) if foreign else []
        ends = [*parts[1::2], ""]
        own = "".join(
            part + end
            for part, end in zip(parts[::2], ends, strict=False)
            if part.strip() not in head
        )
        yield own if own.strip() and len(own) < len(text) else None


def _sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text; what stands behind a colon is a part of each."""
    return [*map(str.strip, _ENDS.split(text)[::2])]
