"""spaCy's binary documents (``DocBin``), as ``spacy convert`` and training corpora have them."""

from __future__ import annotations

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


def read_rows(stream: Stream, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each document, rows counted from 1.

    Values: ``text``; ``cats`` and ``entities`` (``start``, ``end`` in letters, ``label``) where
    there are any; and the document's user data that have names, such as an ``id``.

    Raises:
        InputError: It is no such file.
    """
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    try:
        content = stream.read()
        inflated(content, place)
        documents = DocBin().from_bytes(content).get_docs(Vocab())
        for number, document in enumerate(documents, 1):
            values = _values(document)
            if too_deep(values):
                raise InputError(f"{place}, row {number}: nested too deeply")
            yield number, values
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


def _values(document: Any) -> dict[str, Any]:
    values = {key: value for key, value in document.user_data.items() if isinstance(key, str)}
    if document.cats:
        values["cats"] = dict(document.cats)
    if document.ents:
        values["entities"] = [
            {"start": span.start_char, "end": span.end_char, "label": span.label_}
            for span in document.ents
        ]
    return {**values, "text": document.text}
