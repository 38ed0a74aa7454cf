"""A release as its reader sees it: every column of a row, not the text alone."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from seethrough.engine.rows import labels
from seethrough.engine.rows.codes import explained, holds_codes, tells_diagnoses, vectors
from seethrough.engine.rows.forms import with_ticked
from seethrough.engine.rows.values import columns, opened
from seethrough.statistics.arrays import evenly
from seethrough.text.vocabulary import is_known

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from seethrough.records.corpus import Corpus

LONGEST = 1_000_000
"""A column with a longer value, in characters, is not read."""

FEW = 5
"""A value of so many words that is the same in every record is not read."""

LOOKED_AT = 20_000
"""At most so many ids are looked at, evenly spaced."""

SHORTEST = 4
"""The letters of a word in an id at the least; shorter ones are abbreviations."""

FEW_IDS = 0.05
"""Up to this share of ids that say words nothing follows, as random ids say some by chance."""

_BREAK = re.compile(r"[\W_]+|(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_BYTES = re.compile(r"<\d+ bytes>")


class WholeRows(NamedTuple):
    """A release with the other columns read into its texts.

    Attributes:
        corpus: The same records; each text is followed by the values of the columns, one a line,
            as `seethrough.engine.rows.labels` reads them, and forms in it are read by
            `seethrough.engine.rows.forms`.
        read: The columns that were read.
        codes: Those of them that hold codes, numbers that a code book explains included, and
            ``text`` where the texts do.
        unread: The columns that were not, and why in a few words: ``empty``, ``no words or
            numbers``, ``the same in every record`` (of a few words), ``the ids again``, ``the text
            again``, ``bytes``, ``vectors``, ``too long``.
    """

    corpus: Corpus
    read: tuple[str, ...]
    unread: dict[str, str]
    codes: tuple[str, ...] = ()


def whole_rows(corpus: Corpus, told: Mapping[str, Sequence[str]] | None = None) -> WholeRows:
    """Return a release whose texts hold every column that could tell something.

    An object's fields are columns of their own. Ids that only name or number records are left out,
    and `seethrough.engine.floors.naming` looks at them; those that say words (``m-1962-asthma``)
    are read as a column ``the ids``. A value that repeats its record's text is not read twice.

    Args:
        corpus: The released records.
        told: Their columns, where these are known already.
    """
    read: dict[str, Sequence[str]] = {}
    unread: dict[str, str] = {}
    told = columns(corpus) if told is None else told
    apart = opened(corpus) if told else {}
    for name, values in chain.from_iterable(apart.get(n, {n: v}).items() for n, v in told.items()):
        why = _why_not(values, corpus)
        if why:
            unread[name] = why
        else:
            read[name] = values
    if said_by_ids := _in_words(corpus.ids):
        read["the ids"] = said_by_ids
    for name in vectors(read):
        unread[name] = "vectors"
        del read[name]
    said = ("text",) if tells_diagnoses(corpus.texts) else ()
    fields = {*chain.from_iterable(apart.values())}
    readers = [
        (labels.field_reader if name in fields else labels.reader)(name, values)
        for name, values in read.items()
    ]
    rows = (
        (text, [read_(value) for read_, value in zip(readers, row, strict=True)])
        for text, *row in zip(corpus.texts, *read.values(), strict=True)
    )
    texts = (
        "\n".join([text, *(v for v in dict.fromkeys(row) if v.strip() and v != text)])
        for text, row in rows
    )
    joined = corpus.rewritten(texts) if read else corpus
    forms = zip(joined.texts, with_ticked(joined.texts), strict=True)
    whole = joined.rewritten(now if now != text else None for text, now in forms)
    kept = corpus if whole is corpus else whole.keeping(corpus.derived)
    meant = explained(told, corpus.texts)
    codes = (
        name
        for name, values in read.items()
        if name in meant or holds_codes(values) or tells_diagnoses(values)
    )
    return WholeRows(kept, tuple(read), unread, (*said, *codes))


def _in_words(ids: Sequence[str]) -> list[str]:
    """Return ids as words between blanks, where some of them say words; nothing where none do.

    Words that most ids have, such as *patient* before a number, say nothing.
    """
    some = [_words_in(ids[place]) for place in evenly(len(ids), LOOKED_AT)]
    count = Counter(chain.from_iterable(some))
    telling = sum(any(2 * count[word] <= len(some) for word in held) for held in some)
    if telling <= FEW_IDS * len(some):
        return []
    return [" ".join(_BREAK.sub(" ", id_).split()) for id_ in ids]


def _words_in(id_: str) -> set[str]:
    """Return the English words of four letters and more in an id; digits may follow them."""
    parts = (part.rstrip("0123456789").lower() for part in _BREAK.split(id_))
    return {part for part in parts if len(part) >= SHORTEST and is_known(part)}


def _why_not(values: Sequence[str], corpus: Corpus) -> str:
    filled = [value for value in values if value.strip()]
    if not filled:
        return "empty"
    if len(set(values)) == 1 and not any(c.isalnum() for c in values[0]):
        return "no words or numbers"
    if len(values) > 1 and len(set(values)) == 1 and len(values[0].split()) <= FEW:
        return "the same in every record"
    if values == corpus.ids:
        return "the ids again"
    if values == corpus.texts:
        return "the text again"
    if all(_BYTES.fullmatch(value) for value in filled):
        return "bytes"
    if max(map(len, filled)) > LONGEST:
        return "too long"
    return ""
