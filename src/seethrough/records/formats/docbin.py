"""spaCy's binary documents (``DocBin``), as ``spacy convert`` and training corpora have them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import IO, Any

from seethrough.errors import InputError
from seethrough.records.formats.nesting import too_deep
from seethrough.records.formats.opening import Stream
from seethrough.records.formats.unpacking import inflated

# What spaCy and msgpack raise where a part is of another type or value.
_RAISED = (
    ArithmeticError, AttributeError, EOFError, LookupError, OSError, RecursionError, TypeError,
    ValueError,
)  # fmt: skip
_ENTITY = {"start": int, "end": int, "label": str}
_EXTENSION = "._."
"""Begins the keys under which spaCy keeps what ``doc._``, ``span._`` and ``token._`` hold."""
_UNREAD = "strings_of_no_document"
_NO_WORDS = ("", "-PRON-")
_MORE_LABELS = frozenset(("predet", "subtok"))
_FEATURES = re.compile(r"[^\s=|]+=[^\s=|]+(\|[^\s=|]+=[^\s=|]+)*")


def read_rows(stream: Stream, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each document, rows counted from 1.

    Values: ``text``; where there are any, ``cats``, ``entities`` (``start``, ``end`` in letters,
    ``label``, and an ``id`` and ``kb_id`` that are not empty) and ``spans_NAME``, the same of a
    group of spans; and the document's user data that have names, such as an ``id``. A name that
    is taken gets an underscore. What else the file holds is read as well, for an adversary reads
    it, too:

    - ``_.NAME`` is what the document's extension attribute of that name holds, with those of its
      spans and tokens a list.
    - ``lemmas`` and ``norms`` are those of the words that differ from the word in more than case;
      what spaCy itself notes for English contractions and abbreviations is left out.
    - ``tags`` are other labels of words than those in spaCy's glossary.
    - ``user_data`` holds the keys that are no names, with their values.

    Where the file has strings that belong to no document, the last one's ``strings_of_no_document``
    says of how many bytes, as of a column that cannot be read.

    Raises:
        InputError: It is no such file.
    """
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    try:
        content = stream.read()
        inflated(content, place)
        file = DocBin().from_bytes(content)
        vocab = Vocab()
        words = _Words(vocab.strings)
        for number, document in enumerate(file.get_docs(vocab), 1):
            values = _values(document, words)
            if too_deep(values):
                raise InputError(f"{place}, row {number}: nested too deeply")
            if number == len(file) and (size := _left(file.strings, words.told)):
                values[_UNREAD] = f"<{size} bytes>"
            yield number, {name: _plain(value) for name, value in values.items()}
    except _RAISED as error:
        raise _broken(place, error) from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("zlib", "srsly", "spacy", "numpy"):
            raise
        raise _broken(place, error) from None


def write_rows(rows: Iterable[dict[str, Any]], file: IO[bytes], place: str) -> None:
    """Write rows so that ``read_rows`` returns the same.

    Texts are split into words as spaCy splits those of no language in particular. ``entities`` and
    ``cats`` become the document's own where spaCy can hold them so, that is where entities begin
    and end with words; all other values are user data.

    Args:
        rows: A ``text`` each, and what JSON can hold besides.
        file: Where to.
        place: What to call the corpus in a message.

    Raises:
        InputError: A value is too large a number, or nested too deeply.
    """
    import spacy
    from spacy.tokens import DocBin

    tokenize = spacy.blank("xx").tokenizer  # the pipeline has a limit of a million characters
    documents = DocBin(store_user_data=True)
    for number, row in enumerate(rows, 1):
        values = dict(row)
        document = tokenize(values.pop("text"))
        entities = _entities(document, values.get("entities"))
        if entities:
            document.ents = entities
            del values["entities"]
        if _are_cats(values.get("cats")):
            document.cats = values.pop("cats")
        document.user_data.update(values)
        try:
            documents.add(document)
        except (OverflowError, ValueError):
            raise InputError(
                f"{place}, record {number}: a column holds what a DocBin cannot, such as a number"
                " of more than 64 bits; write JSONL"
            ) from None
    file.write(documents.to_bytes())


def _entities(document: Any, given: Any) -> list[Any]:
    """Return the spans of a document that entities are; none unless every one can be a span."""
    if not isinstance(given, list) or not all(map(_is_entity, given)):
        return []
    spans = [document.char_span(one["start"], one["end"], label=one["label"]) for one in given]
    if None in spans or any(a.end > b.start for a, b in pairwise(spans)):
        return []
    return spans


def _is_entity(one: Any) -> bool:
    if not isinstance(one, dict) or {name: type(part) for name, part in one.items()} != _ENTITY:
        return False
    return bool(0 <= one["start"] < one["end"] and one["label"])


def _are_cats(given: Any) -> bool:
    return isinstance(given, dict) and bool(given) and {type(v) for v in given.values()} <= {float}


def _broken(place: str, error: Exception) -> InputError:
    return InputError(f"{place}: no spaCy DocBin, or a broken one ({type(error).__name__})")


def _values(document: Any, words: _Words) -> dict[str, Any]:
    own: dict[str, Any] = {}
    if document.cats:
        own["cats"] = dict(document.cats)
    if document.ents:
        own["entities"] = [_span(span, words) for span in document.ents]
    for key, group in document.spans.items():
        own[f"spans_{key}"] = [_span(span, words) for span in group]
        if group.attrs or group.name not in ("", key):
            own[f"spans_{key}.attrs"] = [group.name, group.attrs]
    own |= words.of(document)
    values: dict[str, Any] = {}
    for name, value in _user_data(document.user_data):
        while name == "text" or name in own or name in values:
            name += "_"
        values[name] = value
    return {**values, **own, "text": document.text}


def _span(span: Any, words: _Words) -> dict[str, Any]:
    said = {
        "label": words.string(span.label),
        "id": words.string(span.id) or str(span.id or ""),
        "kb_id": words.string(span.kb_id) or str(span.kb_id or ""),
    }
    words.told.update(said.values())
    filled = {part: it for part, it in said.items() if it or part == "label"}
    return {"start": span.start_char, "end": span.end_char, **filled}


def _user_data(given: dict[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of user data: under names, of extensions, and all others."""
    extensions: dict[Any, list[tuple[bool, Any]]] = {}
    others = []
    for key, value in given.items():
        if isinstance(key, str):
            yield key, value
        elif isinstance(key, tuple) and len(key) == 4 and key[0] == _EXTENSION:
            extensions.setdefault(key[1], []).append((key[2] is None, value))
        else:
            others.append([key, value])
    for name, found in extensions.items():
        alone = len(found) == 1 and found[0][0]
        yield f"_.{name}", found[0][1] if alone else [value for _, value in found]
    if others:
        yield "user_data", others


class _Words:
    """What is said of words and neither follows from them nor is a usual label.

    Args:
        names: The strings of a file by their numbers.

    Attributes:
        told: The strings of words and labels so far.
    """

    def __init__(self, names: Any) -> None:
        self._names = names
        self._seen = set[tuple[int, ...]]()
        self._odd = dict[tuple[int, ...], tuple[str, str, list[str]]]()
        self.told = set[str]()

    def of(self, document: Any) -> dict[str, Any]:
        """Return the columns ``lemmas``, ``norms`` and ``tags`` of a document, those it has."""
        from spacy.attrs import DEP, LEMMA, MORPH, NORM, ORTH, TAG

        rows = [*map(tuple, document.to_array([ORTH, LEMMA, NORM, TAG, DEP, MORPH]).tolist())]
        for row in {*rows} - self._seen:
            self._look(row)
        if self._odd.keys().isdisjoint(rows):
            return {}
        odd = [self._odd[row] for row in rows if row in self._odd]
        found: dict[str, Any] = {
            "lemmas": " ".join(lemma for lemma, _, _ in odd if lemma),
            "norms": " ".join(norm for _, norm, _ in odd if norm),
            "tags": [*dict.fromkeys(label for _, _, labels in odd for label in labels)],
        }
        return {name: value for name, value in found.items() if value}

    def string(self, number: int) -> str:
        """Return the string of a number, nothing where the file does not have it."""
        return str(self._names[number]) if number in self._names else ""

    def _look(self, row: tuple[int, ...]) -> None:
        self._seen.add(row)
        word, lemma, norm, *labels = map(self.string, row)
        self.told.update((word, word.lower(), lemma, norm, *labels))
        if lemma in _NO_WORDS or lemma.lower() == word.lower():
            lemma = ""
        if _is_usual_norm(word, norm):
            norm = ""
        labels = [label for label in labels if not _is_usual_label(label)]
        if lemma or norm or labels:
            self._odd[row] = lemma, norm, labels


def _left(strings: set[str], told: set[str]) -> int:
    """Return how many bytes of a file's strings belong to no document."""
    usual = {norm for word, norm in _usual_norms() if word in told}
    left = strings - told - usual
    return sum(len(s.encode("utf-8", "replace")) for s in left if not _is_usual_label(s))


def _is_usual_norm(word: str, norm: str) -> bool:
    """Return whether a norm is what spaCy makes of an English word."""
    known = norm.lower() == word.lower() or (word.lower(), norm) in _usual_norms()
    return known or not any(map(str.isalnum, norm))


@functools.cache
def _usual_norms() -> frozenset[tuple[str, str]]:
    """Return the words that spaCy notes another form of, such as contractions, and that form."""
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS
    from spacy.symbols import NORM, ORTH

    parts = (part for parts in TOKENIZER_EXCEPTIONS.values() for part in parts if NORM in part)
    return frozenset((part[ORTH].lower(), part[NORM]) for part in parts)


@functools.lru_cache(1 << 12)
def _is_usual_label(label: str) -> bool:
    """Return whether a string is a tag, a dependency or features as grammars know them."""
    from spacy.glossary import GLOSSARY

    kind = label.partition(":")[0]  # acl:relcl
    signs = not any(map(str.isalnum, label))
    return signs or kind in GLOSSARY or kind in _MORE_LABELS or bool(_FEATURES.fullmatch(label))


def _plain(value: Any) -> Any:
    """Return a value whose objects have keys as JSON has them; others are lists of pairs."""
    if isinstance(value, dict):
        if {*map(type, value)} in ({str}, {int}, set()):
            return {key: _plain(inner) for key, inner in value.items()}
        return [[_plain(key), _plain(inner)] for key, inner in value.items()]
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value
