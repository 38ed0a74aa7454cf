"""The release as an adversary reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from seethrough.deobfuscation.cells import disguised_cells
from seethrough.deobfuscation.escapes import layout_words, without_markup
from seethrough.deobfuscation.undoing import Deobfuscated, disguised
from seethrough.records.texts import Texts, changed
from seethrough.storage.string_tables import string_table
from seethrough.text.signs.misread import read_again
from seethrough.text.signs.word_tags import without_word_tags

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def adversary_view(
    corpus: Corpus, columns: Mapping[str, Sequence[str]] | None = None
) -> tuple[Corpus, dict[str, int]]:
    """Return a released corpus with every disguise of its texts and other columns undone.

    What the tags of HTML say of how a text looks is layout where most texts have it. What few have,
    such as ``class="asthma nurse"``, tells of them, and is read behind the text.

    Args:
        corpus: The released records.
        columns: The other columns as text, one value a record; none are read where None. What was
            disguised becomes text in the fields, a list or an object, too, and so does a column's
            name.

    Returns:
        The same records, ids, people, fields and name in plain text (the corpus itself where
        nothing was disguised), and how many records each step of
        `seethrough.deobfuscation.undoing.STEPS` changed.
    """
    columns = columns or {}
    steps = _Steps()
    plain = corpus.rewritten(steps.noted(_with_telling_layout(corpus.texts)))
    plain = plain.rewritten(steps.noted(disguised(plain.texts)))
    cells = {name: _plain(values, steps) for name, values in columns.items()}
    names = _plain_names([*columns])
    if names or any(cells[name] is not columns[name] for name in columns):
        plain = _with_fields(plain, columns, cells, names, steps)
    return plain, steps.counts()


def _with_telling_layout(texts: Sequence[str]) -> Iterator[Deobfuscated | None]:
    """Yield each text with the words of its layout that at most half of the others have."""
    counts = Counter(chain.from_iterable({*layout_words(text)} for text in texts))
    rows = sum(bool(layout_words(text)) for text in texts) if counts else 0
    for text in texts:
        said = dict.fromkeys(layout_words(text)) if counts else {}
        telling = [word for word in said if 2 * counts[word] <= rows]
        told = f"{text}\n{' '.join(telling)}"
        yield Deobfuscated(told, ("HTML tags",)) if telling else None


def as_shown(corpus: Corpus) -> tuple[Corpus, int]:
    """Return records as a browser shows them, without tags of words, and how many hold HTML.

    A release is read so (``adversary_view``), and what it is compared with has to be, too.
    """
    again = corpus.rewritten(
        now if now != text else None for text, now in _each(corpus, _well_read)
    )
    steps = _Steps()
    plain = (
        None if now == text else Deobfuscated(now, ("HTML",))
        for text, now in _each(again, without_markup)
    )
    return again.rewritten(steps.noted(plain)), sum(steps.counts().values())


def _well_read(text: str) -> str:
    return without_word_tags(read_again(text))


def _each(corpus: Corpus, change: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    return ((text, change(text)) for text in corpus.texts)


class _Steps:
    """Which steps changed which records."""

    def __init__(self) -> None:
        self._steps: dict[int, tuple[str, ...]] = {}
        self._kept: dict[tuple[str, ...], tuple[str, ...]] = {}

    def note(self, record: int, steps: Iterable[str]) -> None:
        """Note the steps that changed a record, beside those that did before."""
        every = tuple(dict.fromkeys([*self._steps.get(record, ()), *steps]))
        self._steps[record] = self._kept.setdefault(every, every)

    def noted(self, found: Iterable[Deobfuscated | None]) -> Iterator[str | None]:
        """Yield the new text of each record, None where it stays; its steps are noted."""
        for record, now in enumerate(found):
            if now is not None:
                self.note(record, now.steps)
            yield None if now is None else now.text

    def counts(self) -> dict[str, int]:
        """Return how many records each step changed."""
        return dict(Counter(chain.from_iterable(self._steps.values())))


def _plain(values: Sequence[str], steps: _Steps) -> Sequence[str]:
    """Return the values of a column in plain text; the same object where none was disguised."""
    column = changed(values, steps.noted(disguised_cells(values)))
    return values if column is None else Texts(column)


def _plain_names(names: Sequence[str]) -> dict[str, Deobfuscated]:
    """Return the names that were disguised, each with what it says; no two say the same."""
    found: dict[str, Deobfuscated] = {}
    taken = {*names}
    for name, now in zip(names, disguised_cells(names), strict=True):
        if now is not None and now.text not in taken:
            found[name] = now
            taken.add(now.text)
    return found


def _with_fields(
    corpus: Corpus,
    columns: Mapping[str, Sequence[str]],
    cells: Mapping[str, Sequence[str]],
    names: Mapping[str, Deobfuscated],
    steps: _Steps,
) -> Corpus:
    """Return a corpus with plain cells and names in the place of those that were disguised."""
    from seethrough.records.corpus import Corpus, dump_fields

    changed = [name for name in columns if cells[name] is not columns[name]]

    def rows() -> Iterator[tuple[str]]:
        old, new = ([some[name] for name in changed] for some in (columns, cells))
        read = zip(_rows(old, len(corpus)), _rows(new, len(corpus)), strict=True)
        for number, (record, (before, after)) in enumerate(zip(corpus, read, strict=True)):
            told = zip(changed, before, after, strict=True)
            fields: dict[str, Any] = {**record.fields, **{n: b for n, a, b in told if a != b}}
            for name in [name for name in names if name in fields]:
                steps.note(number, names[name].steps)
                fields[names[name].text] = fields.pop(name)
            yield (dump_fields(fields),)

    place = corpus.table.schema.get_field_index("fields")
    table = corpus.table.set_column(place, "fields", string_table(["fields"], rows()).column(0))
    return Corpus(table, corpus.name)


def _rows(columns: Sequence[Sequence[str]], count: int) -> Iterator[Sequence[str]]:
    """Yield the values of each record; none where there are no columns."""
    return zip(*columns, strict=True) if columns else repeat((), count)
